// @ts-nocheck
// A board that is played by mouse, touch and keyboard. It knows no rules: it is told the cells, the legal moves and
// what clicks make them, and reports the move that was chosen.

import { arrow, cellSize, corners, drawCell, drawGround, drawMarks, kindOf, layout, make, outline, shape } from "./board_draw.js";
import { click, movesAt, neighbour, touchedBy, type, written } from "./board_input.js";

export { boardSvg } from "./board_draw.js";

/**
 * A board inside an element. `update(view)` shows a view: `position` as `/api/position` answers it; `marks`, the values
 * of moves by their texts; `last`, cells, if not the position's own; `selected`, a move to light up; `disabled`, when
 * nobody may move; `editing`, when clicks write pieces. `typed(key)` takes a key from elsewhere on the page and says
 * whether it meant something; `focus()` goes to the board.
 */
export function createBoard(element, { onMove = () => {}, onHover = () => {}, onEdit = () => {} } = {}) {
  const scroll = html("div", "board-scroll");
  const typedLine = html("p", "board-typed");
  const palette = html("div", "board-palette", { role: "group", "aria-label": "What a click writes" });
  const buttons = html("div", "board-moves", { role: "group", "aria-label": "Moves without a place on the board" });
  const root = html("div", "board-box");
  root.append(palette, scroll, typedLine, buttons);
  element.append(root);

  let view = null;
  let svg = null;
  let groups = [];
  let cursor = -1; // the cell that takes the focus
  let pointed = -1; // the cell under the pointer or with the focus
  let clicked = [];
  let typedText = "";
  let draft = null; // what is being edited, also while the server refuses it
  let tool = 0;
  let told = null;
  let width = 0;

  const board = () => (draft ? { ...view.position.board, cells: draft.cells } : view.position.board);
  const isLive = () => view !== null && !view.disabled && !view.editing;
  const reachable = () =>
    board().cells.flatMap((cell, index) => {
      const isOf = (cells) => cells.includes(index);
      const isPlace = view.editing ? cell.span !== null : cell.kind !== "word" || Object.values(board().moves).some(isOf);
      return isPlace ? [index] : [];
    });

  function update(next) {
    const isNew = view === null || next.position.position !== view.position.position || next.position.game !== view.position.game;
    if (isNew) {
      clicked = [];
      typedText = "";
    }
    if (draft && (!next.editing || !keepsDraft(next.position.position))) draft = null;
    // At first a click writes the first side's piece, or one more.
    if (view === null || view.editing !== next.editing) tool = next.position.board.pieces.length > 0 ? 1 : 0;
    view = next;
    render();
  }

  // Answers may come late: one to an earlier edit must not undo the later ones.
  function keepsDraft(text) {
    if (text === draft.base) return true;
    if (text === draft.text || !draft.sent.includes(text)) return false;
    draft.base = text;
    return true;
  }

  function render() {
    const now = board();
    width = scroll.clientWidth - 4;
    const at = layout(now, cellSize(now, width || 400));
    const places = reachable();
    if (!places.includes(cursor)) cursor = Object.values(now.moves)[0]?.[0] ?? places[0] ?? -1;
    build(now);
    svg.setAttribute("viewBox", `0 0 ${at.width} ${at.height}`);
    svg.setAttribute("width", at.width);
    svg.setAttribute("height", at.height);
    svg.setAttribute("class", `board board-${kindOf(now)}${view.disabled ? " disabled" : ""}${view.editing ? " editing" : ""}`);
    svg.setAttribute("aria-label", `${view.position.name}, ${view.position.over ? "the game is over" : `${view.position.sides[view.position.side]} to move`}`);
    svg.querySelector(".ground-layer").replaceChildren(...drawGround(now, at).filter(Boolean));
    now.cells.forEach((cell, index) => renderCell(groups[index], cell, index, at, places.includes(index)));
    renderOver(now, at);
    renderPalette(now);
    renderButtons(now);
    typedLine.textContent = typedText === "" ? "" : `Typed: ${typedText}_`;
    typedLine.hidden = typedText === "";
  }

  /** The skeleton of cells; it stays while the cells stay the same, so that the focus does. */
  function build(now) {
    const key = JSON.stringify(now.cells.map((cell) => cell.y));
    if (svg?.dataset.key === key) return;
    const hadFocus = svg?.contains(document.activeElement);
    groups = now.cells.map((_, index) => make("g", { role: "gridcell", "data-cell": index }));
    const ys = [...new Set(now.cells.map((cell) => cell.y))];
    const rows = ys.map((y) => make("g", { role: "row" }, groups.filter((_, index) => now.cells[index].y === y)));
    svg = make("svg", { role: "grid", "data-key": key }, make("g", { class: "ground-layer", "aria-hidden": "true" }), rows, make("g", { class: "over-layer", "aria-hidden": "true" }));
    scroll.replaceChildren(svg);
    if (hadFocus) groups[cursor]?.focus();
  }

  function renderCell(group, cell, index, at, isReachable) {
    const box = at.box(cell);
    const side = view.position.sides.indexOf(cell.piece);
    const moves = isLive() ? movesAt(board(), clicked, index) : [];
    const names = ["cell"];
    if (cell.piece !== "") names.push("taken");
    if (moves.length > 0 || (view.editing && cell.span)) names.push("playable");
    group.setAttribute("class", names.join(" "));
    if (isReachable) group.setAttribute("tabindex", index === cursor ? "0" : "-1");
    else group.removeAttribute("tabindex");
    group.setAttribute("aria-label", nameOf(cell, index));
    group.setAttribute("aria-selected", String(clicked.includes(index)));
    const only = Object.keys(view.position.board.moves).filter((move) => view.position.board.moves[move].at(-1) === index);
    if (only.length === 1) group.dataset.move = only[0];
    else delete group.dataset.move;
    group.replaceChildren(
      ...[
        make("rect", { x: box.x, y: box.y, width: box.w, height: box.h, class: "hit" }),
        ...drawCell(cell, side, at),
        names.includes("playable") && !view.editing && cell.kind === "disc" && make("circle", { cx: box.cx, cy: box.cy, r: at.size * 0.1, class: "may" }),
        outline(cell, at, "focus-halo", 3),
        outline(cell, at, "focus-ring", 3),
      ].filter(Boolean),
    );
  }

  function nameOf(cell, index) {
    const { marks, position } = view;
    const parts = [cell.name];
    if (cell.kind === "thing") parts.push(cell.piece === "" ? "taken" : "");
    else if (cell.piece !== cell.name) parts.push(cell.piece === "" ? "empty" : cell.piece);
    if (lastCells().includes(index)) parts.push("last move");
    if (!view.editing) {
      const moves = movesAt(position.board, isLive() ? clicked : [], index);
      if (moves.length > 1) parts.push(`${moves.length} moves`);
      if (moves.length === 1) {
        const [move] = moves;
        if (!cell.name.split(/[\s,]+/).includes(move)) parts.push(`plays ${move}`);
        parts.push(marks?.[move]?.words ?? "can be played", marks?.[move]?.best ? "best move" : "");
      }
    }
    return parts.filter(Boolean).join(", ");
  }

  const lastCells = () => (draft ? [] : (view.last ?? view.position.last ?? []));

  /** What lies over the cells: the last move, the one pointed at, the clicks so far, and the values. */
  function renderOver(now, at) {
    const over = lastCells().flatMap((index) => (now.cells[index] ? [corners(now.cells[index], at)] : []));
    const live = isLive();
    const moves = Object.keys(now.moves).filter((move) => clicked.every((cell, index) => now.moves[move][index] === cell));
    const under = live && pointed >= 0 ? movesAt(now, clicked, pointed) : [];
    const lit = under.length === 1 ? under[0] : under.length === 0 && view.selected in now.moves ? view.selected : null;
    for (const index of clicked) over.push(outline(now.cells[index], at, "chosen"));
    if (clicked.length > 0) for (const move of moves) over.push(outline(now.cells[now.moves[move][clicked.length]], at, "target"));
    if (lit !== null) {
      const path = now.moves[lit];
      for (const index of touchedBy(now, lit)) over.push(...preview(now.cells[index], at, path.length === 1));
      if (path.length > 1 && !view.marks?.[lit]) over.push(arrow(now.cells[path.at(-2)], now.cells[path.at(-1)], at, "lit"));
    }
    if (view.marks && !view.editing) over.push(...drawMarks(now, view.marks, moves, at));
    svg.querySelector(".over-layer").replaceChildren(...over);
  }

  function preview(cell, at, isPlaced) {
    const { position } = view;
    const side = position.sides[position.side];
    const lands = isPlaced && cell.piece === "" && position.board.pieces.includes(side);
    const ghost = lands ? make("g", { class: "ghost" }, drawCell({ ...cell, piece: side, label: "" }, position.side, at).at(-1)) : null;
    return [ghost, outline(cell, at, cell.kind === "thing" ? "lit goes" : "lit", cell.kind === "hole" ? 3 : 7)].filter(Boolean);
  }

  function renderButtons(now) {
    const without = view.editing ? [] : view.position.legal.filter((move) => !(move in now.moves));
    buttons.hidden = without.length === 0;
    const focused = buttons.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    buttons.replaceChildren(
      ...without.map((move) => {
        const mark = view.marks?.[move];
        const names = ["button", mark?.best ? "best" : ""].filter(Boolean).join(" ");
        const button = html("button", names, { type: "button", "data-move": move });
        button.disabled = Boolean(view.disabled);
        button.append(html("span", "", {}, move));
        if (mark) {
          button.setAttribute("aria-label", [move, mark.words, mark.best ? "best move" : ""].filter(Boolean).join(", "));
          const value = html("span", `board-value ${mark.exact ? "exact" : "estimate"}`, { "aria-hidden": "true" });
          value.append(mark.best ? "★ " : "", make("svg", { viewBox: "0 0 12 12", width: 12, height: 12 }, shape(mark, 6, 6, 5)), ` ${mark.number === "" ? mark.letter : mark.number}`);
          button.append(value);
        }
        button.addEventListener("click", () => play(move));
        button.addEventListener("pointerenter", () => tell(move));
        button.addEventListener("pointerleave", () => tell(null));
        button.addEventListener("focus", () => tell(move));
        return button;
      }),
    );
    if (focused !== null) [...buttons.children].find((button) => button.dataset.move === focused)?.focus();
  }

  function renderPalette(now) {
    palette.hidden = !view.editing;
    if (!view.editing) return;
    const tools = now.pieces.length > 0 ? now.pieces : ["+1", "−1"];
    tool = Math.min(tool, tools.length - 1);
    const focused = [...palette.children].indexOf(document.activeElement);
    const canWrite = now.cells.some((cell) => cell.span);
    palette.replaceChildren(
      ...(canWrite ? tools : []).map((word, index) => {
        const isEmpty = now.pieces.length > 0 && index === 0;
        const button = html("button", "button", { type: "button", "data-tool": word, "aria-pressed": String(index === tool) }, isEmpty ? "empty" : word);
        button.addEventListener("click", () => {
          tool = index;
          render();
        });
        return button;
      }),
    );
    if (!canWrite) palette.append("This board cannot be edited by clicks; write the position as text.");
    palette.children[focused]?.focus();
  }

  function play(move) {
    clicked = [];
    typedText = "";
    onMove(move);
    render();
  }

  function choose(index) {
    if (view.editing) return write(index, tool);
    if (!isLive()) return;
    const { move, clicked: soFar } = click(board(), clicked, index);
    if (move !== undefined) return play(move);
    clicked = soFar;
    typedText = "";
    render();
  }

  function write(index, which) {
    const now = board();
    const cell = now.cells[index];
    if (!cell?.span) return;
    const piece = now.pieces.length > 0 ? now.pieces[which] : String(Math.max(0, Number(cell.piece) + (which === 0 ? 1 : -1)));
    put(index, piece);
  }

  function put(index, piece) {
    const now = board();
    const { text, cells } = written(draft?.text ?? view.position.position, now.cells, index, piece, now.pieces[0] === piece);
    draft = { base: draft?.base ?? view.position.position, sent: [...(draft?.sent ?? []), text], text, cells };
    render();
    onEdit(text);
  }

  /** Take a key: letters and digits of a move, or of a piece while editing. */
  function typed(key) {
    if (view === null || view.disabled) return false;
    if (view.editing) return typedPiece(key);
    const result = type(view.position.legal, typedText, key);
    if (result === null) return false;
    typedText = result.typed;
    if (result.move !== undefined) play(result.move);
    else render();
    return true;
  }

  function typedPiece(key) {
    const { pieces, cells } = board();
    if (cursor < 0 || !cells[cursor].span) return false;
    const isGone = key === "Delete" || key === "Backspace";
    if (pieces.length > 0) {
      const which = isGone ? 0 : pieces.findIndex((piece) => piece.toLowerCase() === key.toLowerCase());
      if (which < 0) return false;
      write(cursor, which);
    } else if (isGone || /^[0-9]$/.test(key)) put(cursor, isGone ? "0" : key);
    else if (key === "+" || key === "-") write(cursor, key === "+" ? 0 : 1);
    else return false;
    return true;
  }

  function point(index) {
    if (index === pointed) return;
    pointed = index;
    if (view === null) return;
    const moves = index >= 0 && isLive() ? movesAt(board(), clicked, index) : [];
    tell(moves.length === 1 ? moves[0] : null);
    renderOver(board(), layout(board(), cellSize(board(), width || 400)));
  }

  function tell(move) {
    if (move === told) return;
    told = move;
    onHover(move);
  }

  const cellOf = (target) => {
    const group = target.closest?.("[data-cell]");
    return group && scroll.contains(group) ? Number(group.dataset.cell) : -1;
  };

  /** The focus came to a cell: the Tab key comes back to it. */
  function arrive(index) {
    groups[cursor]?.setAttribute("tabindex", "-1");
    cursor = index;
    groups[cursor].setAttribute("tabindex", "0");
    point(index);
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || view === null) return;
    const index = cellOf(event.target);
    if (index >= 0 && event.key.startsWith("Arrow") && !event.shiftKey) groups[neighbour(board().cells, reachable(), index, event.key)].focus();
    else if (index >= 0 && (event.key === "Home" || event.key === "End")) {
      const row = reachable().filter((each) => board().cells[each].y === board().cells[index].y);
      groups[event.key === "Home" ? row[0] : row.at(-1)].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (index < 0) return;
      if (event.key === " " || !typed("Enter")) choose(index);
    } else if (event.key === "Escape" && typedText === "" && clicked.length > 0) {
      clicked = [];
      render();
    } else if (!typed(event.key)) return;
    event.preventDefault();
  }

  function touch(index) {
    if (index < 0 || view === null) return;
    if (reachable().includes(index)) groups[index].focus();
    choose(index);
  }

  // Not by `click` alone: when a new value is drawn between press and release, browsers send none.
  let held = -1;
  scroll.addEventListener("pointerdown", (event) => (held = event.button === 0 ? cellOf(event.target) : -1));
  scroll.addEventListener("pointercancel", () => (held = -1));
  scroll.addEventListener("pointerup", (event) => {
    const index = cellOf(event.target);
    if (index === held) touch(index);
    held = -1;
  });
  // What is not a pointer, a screen reader for one, clicks without pressing.
  scroll.addEventListener("click", (event) => event.detail === 0 && touch(cellOf(event.target)));
  scroll.addEventListener("pointerover", (event) => event.pointerType !== "touch" && point(cellOf(event.target)));
  scroll.addEventListener("pointerleave", () => point(-1));
  scroll.addEventListener("focusin", (event) => cellOf(event.target) >= 0 && arrive(cellOf(event.target)));
  scroll.addEventListener("focusout", () => point(-1));
  root.addEventListener("keydown", pressed);
  const resized = new ResizeObserver(() => {
    if (view !== null && scroll.clientWidth - 4 !== width) render();
  });
  resized.observe(root);

  return {
    update,
    typed,
    focus: () => groups[cursor]?.focus(),
    destroy() {
      resized.disconnect();
      root.remove();
    },
  };
}

function html(tag, name, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (name !== "") element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
