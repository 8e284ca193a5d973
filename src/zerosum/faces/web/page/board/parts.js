// The parts of a playable board: its cells with their labels, what lies over them, buttons for moves without a cell.
// Each is a function of the board's state; `board.js` keeps the state and listens.

import { arrow, cellClasses, cellMarks, corners, drawCell, kindOf, lookOf, outline, winningLine } from "./draw.js";
import { movesAt, targets, touchedBy } from "./input.js";
import { isFlat, stackOf } from "./kinds.js";
import { drawMarks, shape, valueText } from "./marks.js";
import { pieceSvg } from "./still.js";
import { setChanged, svg } from "../ui/svg.js";
import { isRolled } from "../game/turns.js";

/** @import { Layout } from "./draw.js" */
/** @import { MoveMark } from "../ui/values.js" */

/**
 * @typedef {object} View what a board shows
 * @property {Api.PositionView} position
 * @property {Api.PositionView | null} [before] where a line is shown: the position that it begins from
 * @property {Record<string, MoveMark> | null} [marks] the values of moves by their texts
 * @property {number[]} [last] the cells of the last move, if not the position's own
 * @property {string | null} [selected] a move to highlight
 * @property {boolean} [disabled] when nobody may move
 * @property {boolean} [editing] when clicks write pieces
 * @property {boolean} [turned] when the board is seen from its opposite edge
 */

/**
 * @typedef {object} State
 * @property {View} view
 * @property {Api.BoardView} board the position's board, or the one that is being edited
 * @property {boolean} isLive whether a move can be made
 * @property {number[]} clicked the cells that were clicked for a move that needs more clicks
 * @property {number} pointed the cell under the pointer or with the focus, or -1
 * @property {number} cursor the cell that takes the focus, or -1
 * @property {number[]} last the cells of the last move
 */

/**
 * An HTML element with a class, attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} name @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, name, attributes = {}, ...children) {
  const made = document.createElement(tag);
  if (name !== "") made.className = name;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * The cells that take the focus: those with pieces or moves, or, while editing, those that can be written.
 * @param {State} state
 */
export function reachableCells({ view, board }) {
  return board.cells.flatMap((cell, index) => {
    const isPlace = view.editing
      ? cell.span !== null : cell.kind !== "word" || Object.values(board.moves).some((path) => path.includes(index));
    return isPlace ? [index] : [];
  });
}

/** Whether only some of the empty cells can be played, so that these are to be marked. @param {State} state */
export function isPartlyOpen({ view, board, isLive }) {
  const paths = Object.values(view.position.board.moves);
  const empty = board.cells.filter((cell) => cell.kind === "square" && cell.piece === "");
  return isLive && paths.length < empty.length && paths.every((path) => path.length === 1);
}

/**
 * A picture of a board with a row for each height, and in it a group for each cell; nothing is drawn yet.
 * @param {Api.BoardView} board
 * @param {string} key what the picture is found by
 */
export function emptyPicture(board, key) {
  const groups = board.cells.map((_, index) => svg("g", { role: "gridcell", "data-cell": index }));
  const ys = [...new Set(board.cells.map((cell) => cell.y))];
  const rows = ys.map((y) => svg("g", { role: "row" }, groups.filter((_, index) => board.cells[index].y === y)));
  const layer = (/** @type {string} */ name) => svg("g", { class: name, "aria-hidden": "true" });
  const picture = svg("svg", { role: "grid", "data-key": key }, layer("ground-layer"), rows, layer("over-layer"));
  return { picture, groups };
}

/**
 * Draw a cell into its group, which stays, so that the focus does.
 * @param {SVGGElement} group @param {State} state @param {number} index @param {Layout} at
 * @param {boolean} isReachable
 */
export function renderCell(group, state, index, at, isReachable) {
  const { view, board, isLive, clicked, cursor } = state;
  const cell = board.cells[index];
  const box = at.box(cell);
  const isPlayable = view.editing ? cell.span !== null : isLive && movesAt(board, clicked, index).length > 0;
  const isGhost = view.before && view.before.board.cells[index]?.piece !== cell.piece;
  const states = [isPlayable && "playable", cell.kind === "die" && isRolled(view.position) && "rolled",
    isGhost && "ghosted"];
  setChanged(group, "class", [...cellClasses(board, index, state.last), ...states].filter(Boolean).join(" "));
  if (isReachable) setChanged(group, "tabindex", index === cursor ? "0" : "-1");
  else group.removeAttribute("tabindex");
  setChanged(group, "aria-label", cellLabel(state, index));
  setChanged(group, "aria-selected", String(clicked.includes(index)));
  const endingHere = Object.entries(view.position.board.moves).filter(([, path]) => path.at(-1) === index);
  if (endingHere.length === 1) setChanged(group, "data-move", endingHere[0][0]);
  else delete group.dataset.move;
  // A cell that looks as before keeps its elements: most of them do at every move.
  const look = lookOf(view.position, cell);
  const hasDot = isPlayable && !view.editing && cell.kind === "disc";
  const signature = [cell.kind, cell.piece, cell.label, cell.owner, look.side, look.shade, hasDot, box.x, box.y, box.w,
    box.h].join();
  if (group.dataset.drawn === signature) return;
  group.dataset.drawn = signature;
  const parts = [
    svg("rect", { x: box.x, y: box.y, width: box.w, height: box.h, class: "hit" }),
    ...drawCell(cell, look, at),
    hasDot && svg("circle", { cx: box.cx, cy: box.cy, r: at.size * 0.1, class: "may" }),
    outline(cell, at, "focus-halo", 3),
    outline(cell, at, "focus-ring", 3),
  ];
  group.replaceChildren(...parts.filter((part) => part instanceof Element));
}

/** @type {Record<string, string>} what a mark of a cell says */
const MARK_WORDS = { check: "in check", ko: "ko: may not be played now" };

/** The kinds of cells whose name says already whose they are. */
const NAMED_AFTER_OWNER = ["bar", "off"];

/** What people call a side. @param {Api.PositionView} position @param {string} mark */
function sideName({ names, sides }, mark) {
  return names[sides.indexOf(mark)] ?? mark;
}

/** What stands on a cell, in words. @param {Api.PositionView} position @param {Api.CellView} cell */
export function pieceWords(position, { kind, piece }) {
  if (piece === "") return "empty";
  if (["spike", "bar", "off"].includes(kind)) {
    const { mark, count } = stackOf(piece);
    return `${count} ${sideName(position, mark)}`;
  }
  return position.board.piece_names[piece] ?? sideName(position, piece);
}

/** A cell in words: its name, its piece, and what can be played there. @param {State} state @param {number} index */
function cellLabel({ view, board, isLive, clicked, last }, index) {
  const cell = board.cells[index];
  const parts = [cell.name];
  if (cell.kind === "thing") parts.push(cell.piece === "" ? "taken" : "");
  else if (cell.kind === "line") parts.push(cell.piece === "" ? "not drawn" : "drawn");
  else if (cell.kind === "die") parts.push(cell.piece === "" ? "not rolled" : `shows ${cell.piece}`);
  else if (cell.piece !== cell.name) parts.push(pieceWords(view.position, cell));
  const owned = cell.kind === "stone" ? "territory of" : "won by";
  const isOwned = cell.owner !== "" && !NAMED_AFTER_OWNER.includes(cell.kind);
  if (isOwned) parts.push(`${owned} ${sideName(view.position, cell.owner)}`);
  if (board.marks[index]) parts.push(MARK_WORDS[board.marks[index]] ?? board.marks[index]);
  if (board.faded.includes(index)) parts.push("used");
  if (last.includes(index)) parts.push("last move");
  // A click anywhere in a column drops a disc; only the cell where it comes to lie is named as playable.
  const places = view.position.board.moves;
  const moves = (view.editing ? [] : movesAt(view.position.board, isLive ? clicked : [], index))
    .filter((move) => places[move].includes(index));
  if (moves.length > 1) parts.push(targetWords(view.position.board, isLive ? [...clicked, index] : [index]));
  if (moves.length === 1) {
    const [move] = moves;
    const mark = view.marks?.[move];
    if (!cell.name.split(/[\s,]+/).includes(move)) parts.push(`plays ${move}`);
    parts.push(mark?.words ?? "can be played", mark?.best ? "best move" : "");
  }
  return parts.filter(Boolean).join(", ");
}

/**
 * What can be clicked after these clicks: "can move to d2 or e3".
 * @param {Api.BoardView} board @param {number[]} clicked
 */
export function targetWords(board, clicked) {
  const names = targets(board, clicked).map((index) => board.cells[index].name);
  const verb = clicked.length === 1 && board.cells[clicked[0]].piece !== "" ? "can move to" : "then choose";
  return `${verb} ${names.length > 1 ? `${names.slice(0, -1).join(", ")} or ` : ""}${names.at(-1)}`;
}

/**
 * What lies over the cells: the last move, the one pointed at, the clicks so far, and the values.
 * @param {State} state @param {Layout} at
 * @returns {SVGElement[]}
 */
export function overlay({ view, board, isLive, clicked, pointed, last }, at) {
  /** @type {SVGElement[]} */
  const over = [...cellMarks(board, at),
    ...last.flatMap((index) => (board.cells[index] ? (corners(board.cells[index], at) ?? []) : []))];
  const moves = Object.keys(board.moves)
    .filter((move) => clicked.every((cell, index) => board.moves[move][index] === cell));
  const pointedAt = isLive && pointed >= 0 ? movesAt(board, clicked, pointed) : [];
  const selected = view.selected && view.selected in board.moves ? view.selected : null;
  const lit = pointedAt.length === 1 ? pointedAt[0] : pointedAt.length === 0 ? selected : null;
  const isMoved = isFlat(kindOf(board)); // a piece is seen to go, so that no arrow is needed once it is chosen
  for (const index of clicked) over.push(outline(board.cells[index], at, "chosen"));
  if (clicked.length > 1 && isMoved) over.push(...halfWay(view.position, board, clicked, at));
  if (clicked.length > 0) for (const index of targets(board, clicked)) over.push(...target(board.cells[index], at));
  if (lit !== null) {
    const path = board.moves[lit];
    for (const index of touchedBy(board, lit)) {
      over.push(...preview(view.position, board.cells[index], at, path.length === 1));
    }
    const [from, to] = path.slice(-2).map((index) => board.cells[index]);
    if (to && !view.marks?.[lit] && !(isMoved && clicked.length > 0)) over.push(arrow(from, to, at, "lit"));
  }
  if (view.editing) return over;
  for (const line of board.winning) over.push(winningLine(line.map((index) => board.cells[index]), at));
  if (view.marks) over.push(...drawMarks(board, view.marks, moves, at, isMoved && clicked.length > 0));
  return over;
}

/** A cell that may be clicked next. @param {Api.CellView} cell @param {Layout} at */
function target(cell, at) {
  const { cx, cy } = at.box(cell);
  if (isFlat(cell.kind)) {
    // A dot, or around a piece that would be taken a ring; points and trays are tall.
    if (cell.height > 1) return [outline(cell, at, "target")];
    if (cell.piece === "") return [svg("circle", { cx, cy, r: at.size * 0.16, class: "target-dot" })];
    const width = Math.max(2.5, at.size * 0.07);
    return [svg("circle", { cx, cy, r: at.size * 0.44, class: "target-ring", "stroke-width": width })];
  }
  const ring = outline(cell, at, "target");
  return cell.piece === "" ? [ring, svg("circle", { cx, cy, r: at.size * 0.13, class: "target-dot" })] : [ring];
}

/**
 * A chain that is clicked half-way: the way so far, and the piece where it has come to.
 * @param {Api.PositionView} position @param {Api.BoardView} board @param {number[]} clicked @param {Layout} at
 * @returns {SVGElement[]}
 */
function halfWay(position, board, clicked, at) {
  const cells = clicked.map((index) => board.cells[index]);
  const ways = cells.slice(1).map((cell, index) => arrow(cells[index], cell, at, "plain"));
  const here = { ...cells[cells.length - 1], piece: cells[0].piece };
  return [...ways, svg("g", { class: "ghost" }, drawCell(here, lookOf(position, here), at).at(-1))];
}

/**
 * A cell that the move pointed at changes, with the piece that would come to lie there.
 * @param {Api.PositionView} position @param {Api.CellView} cell @param {Layout} at
 * @param {boolean} isPlaced whether the move is made by a click on one cell
 * @returns {SVGElement[]}
 */
function preview(position, cell, at, isPlaced) {
  const mark = position.mover;
  const lit = outline(cell, at, cell.kind === "thing" ? "lit goes" : "lit", cell.kind === "hole" ? 3 : 7);
  if (!isPlaced || cell.piece !== "" || !position.board.pieces.includes(mark)) return [lit];
  const placed = { ...cell, piece: mark, label: "" };
  return [svg("g", { class: "ghost" }, drawCell(placed, lookOf(position, placed), at).at(-1)), lit];
}

/**
 * A button for each move that has no cell of its own, such as a pass.
 * @param {View} view @param {Api.BoardView} board
 * @param {{ play: (move: string) => void, tell: (move: string | null) => void }} calls
 */
export function moveButtons(view, board, { play, tell }) {
  const without = view.editing ? [] : view.position.legal.filter((move) => !(move in board.moves));
  return without.map((move) => {
    const mark = view.marks?.[move];
    const name = mark?.best ? "button best" : "button";
    const button = element("button", name, { type: "button", "data-move": move }, element("span", "", {}, move));
    button.disabled = Boolean(view.disabled);
    if (mark) {
      button.setAttribute("aria-label", [move, mark.words, mark.best ? "best move" : ""].filter(Boolean).join(", "));
      const picture = svg("svg", { viewBox: "0 0 12 12", width: 12, height: 12 }, shape(mark, 6, 6, 5));
      const parts = [mark.best ? "★ " : "", picture, ` ${valueText(mark)}`];
      const kind = `board-value ${mark.exact ? "exact" : "estimate"}`;
      button.append(element("span", kind, { "aria-hidden": "true" }, ...parts));
    }
    button.addEventListener("click", () => play(move));
    button.addEventListener("pointerenter", () => tell(move));
    button.addEventListener("pointerleave", () => tell(null));
    button.addEventListener("focus", () => tell(move));
    return button;
  });
}

/**
 * What a click can write: a piece, or one seed more or less where the cells hold numbers.
 * @param {Api.BoardView} board
 */
export function editingTools(board) {
  return board.pieces.length > 0 ? board.pieces : ["+1", "−1"];
}

/**
 * The buttons that choose what a click writes.
 * @param {Api.PositionView} position @param {number} chosen @param {(tool: number) => void} choose
 * @returns {(HTMLElement | string)[]}
 */
export function paletteButtons(position, chosen, choose) {
  const { board } = position;
  if (!board.cells.some((cell) => cell.span)) {
    return ["This board cannot be edited by clicks; write the position as text."];
  }
  return editingTools(board).map((word, index) => {
    const isEmpty = board.pieces.length > 0 && index === 0;
    const name = board.piece_names[word];
    /** @type {Record<string, string>} */
    const labels = name ? { "aria-label": name, title: name } : {};
    const attributes = { type: "button", "data-tool": word, "aria-pressed": String(index === chosen), ...labels };
    const button = element("button", "button", attributes, isEmpty ? "empty" : name ? "" : word);
    if (name || position.sides.includes(word)) button.prepend(pieceSvg(position, word));
    button.addEventListener("click", () => choose(index));
    return button;
  });
}

/**
 * The buttons that choose whose turn it is, where the text of a position says it; else who it is, which the pieces
 * decide.
 * @param {Api.PositionView} position
 * @param {string} text the position that is edited
 * @param {(side: string) => void} choose
 * @returns {HTMLElement[]}
 */
export function turnButtons({ sides, turn_place: place }, text, choose) {
  if (place === null) return [];
  const buttons = sides.map((side) => {
    const isTurn = text[text.length - place] === side[0];
    const button = element("button", "button",
      { type: "button", "data-tool": `turn ${side}`, "aria-pressed": String(isTurn) }, side);
    button.addEventListener("click", () => choose(side));
    return button;
  });
  return [element("span", "faint", {}, "To move"), ...buttons];
}
