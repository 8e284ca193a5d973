// A board that is played by mouse, touch and keyboard. It knows no rules: it is told the cells, the legal moves and
// what clicks make them, and reports the move that was chosen.

import { Drag } from "./drag.js";
import { createMenu } from "./menu.js";
import { cellSize, drawGround, kindOf, layout, leastCell } from "./draw.js";
import { afterEdits, click, edits, movesAt, neighbour, refuseClick, type, typedForms } from "./input.js";
import { Motions } from "./motion.js";
import { editingTools, element, emptyPicture, isPartlyOpen, moveButtons, overlay, paletteButtons, reachableCells,
  renderCell,
  targetWords, turnButtons } from "./parts.js";
import { setChanged } from "../ui/svg.js";
import { moverName } from "../game/turns.js";

/** In smaller cells a value has to take the place of the cell's name. */
const CROWDED = 44;

/** @import { State, View } from "./parts.js" */
/**
 * @typedef {object} Calls
 * @property {(move: string) => void} onMove
 * @property {(move: string | null) => void} onHover
 * @property {(move: string, words?: string) => void} onRefuse a move was typed or clicked that is not legal; `words`
 *   say why where the board knows
 * @property {(text: string) => void} onEdit
 * @property {(words: string) => void} onSay what a screen reader should say
 */
/** @typedef {{ base: string, text: string, cells: Api.CellView[] }} Draft a position while it is edited, and the one
 *   that this began with */

const LEAST_HEIGHT = 240;
const BUTTONS = 46;
/**
 * A board inside an element. `update(view)` shows a view; `typed(key)` takes a key from elsewhere on the page and says
 * whether it meant something; `focus()` goes to the board; `destroy()` removes it.
 */
export class Board {
  /** @type {View | null} */
  #view = null;
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** @type {SVGGElement[]} one for each cell */
  #groups = [];
  /** @type {Draft | null} what is being edited; it may be a position that cannot be */
  #draft = null;
  /** @type {string | null} the move that `onHover` was told last */
  #told = null;
  #cursor = -1; // the cell that takes the focus
  #pointed = -1; // the cell under the pointer or with the focus
  #hasPointed = false; // whether the pointer, and not the keyboard, chose that cell
  /** @type {[x: number, y: number]} where the pointer is */
  #pointer = [-1, -1];
  #held = -1; // the cell on which the pointer was pressed
  /** @type {number[]} */
  #clicked = [];
  #typed = "";
  #tool = 0; // what a click writes
  #width = 0;
  #height = 0;
  #updates = 0;
  #motions = new Motions();
  /** @type {HTMLElement | null} the menu of moves that have the same clicks */
  #menu = null;
  /** @type {Drag | null} the piece that follows the mouse, once its button is pressed */
  #drag = null;

  /** @param {HTMLElement} place @param {Calls} calls */
  constructor(place, calls) {
    this.place = place.parentElement ?? place; // what stands around the board may be as wide as it
    this.calls = calls;
    this.scroll = element("div", "board-scroll");
    this.typedLine = element("p", "board-typed");
    this.palette = element("div", "board-palette", { role: "group", "aria-label": "What a click writes" });
    this.buttons = element("div", "board-moves",
      { role: "group", "aria-label": "Moves without a place on the board" });
    this.root = element("div", "board-box", {}, this.scroll, this.palette, this.typedLine, this.buttons);
    place.append(this.root);
    this.#listen();
    this.resized = new ResizeObserver(() => {
      const [width, height] = [this.#width, this.#height];
      this.#measure();
      if (this.#view !== null && (width !== this.#width || height !== this.#height)) this.#render(this.#state());
    });
    this.resized.observe(this.root);
    this.resized.observe(document.documentElement);
  }

  destroy() {
    this.resized.disconnect();
    document.removeEventListener("click", this.#clickedElsewhere);
    this.root.remove();
  }

  /**
   * The milliseconds until the motion of the last move ends, of a long one only or also of a `isShortToo` one.
   * @param {boolean} isShortToo
   */
  motionLeft(isShortToo) {
    return this.#motions.left(isShortToo);
  }

  focus() {
    this.#groups[this.#cursor]?.focus();
  }

  /** @param {View} next */
  update(next) {
    const before = this.#view;
    if (before === null || next.position.position !== before.position.position
      || next.position.game !== before.position.game) {
      this.#clicked = [];
      this.#typed = "";
      this.#closeMenu();
      // A pointer that rests after a move chooses nothing on the new board.
      if (this.#hasPointed) this.#pointed = -1;
      if (this.#hasPointed) this.#tell(null);
    }
    if (this.#draft && (!next.editing || this.#draft.base !== next.position.position)) this.#draft = null;
    // At first a click writes the first side's piece, or one more.
    if (before === null || before.editing !== next.editing) this.#tool = next.position.board.pieces.length > 0 ? 1 : 0;
    this.#view = next;
    this.#updates += 1;
    if (before?.position.game !== next.position.game) this.#measure();
    const state = this.#state();
    this.#render(state);
    if (before !== null && !next.editing) {
      this.#motions.show(this.#groups, before.position, next.position, this.#layout(state.board));
    }
  }

  /** What the parts of the board are drawn from; only once there is a view. */
  #state() {
    const view = /** @type {View} */ (this.#view);
    const board = this.#draft ? { ...view.position.board, cells: this.#draft.cells } : view.position.board;
    return {
      view,
      board,
      isLive: !view.disabled && !view.editing,
      clicked: this.#clicked,
      pointed: this.#pointed,
      cursor: this.#cursor,
      last: this.#draft ? [] : (view.last ?? view.position.last),
    };
  }

  /** @param {State} state */
  #render(state) {
    const { view, board } = state;
    const { position } = view;
    if (this.#width <= 0) this.#measure();
    const at = this.#layout(board);
    const reachable = reachableCells(state);
    const usual = Object.values(board.moves)[0]?.[0] ?? reachable[0] ?? -1;
    if (!reachable.includes(this.#cursor)) this.#cursor = state.cursor = usual;
    const picture = this.#skeleton(board);
    const ground = [at.width, at.height, board.width, board.height, kindOf(board), board.columns, board.rows,
      at.turned].join();
    if (ground !== picture.dataset.ground) {
      picture.dataset.ground = ground;
      picture.setAttribute("viewBox", `0 0 ${at.width} ${at.height}`);
      picture.setAttribute("width", String(at.width));
      picture.setAttribute("height", String(at.height));
      this.place.style.setProperty("--board-width", `${at.width}px`);
      picture.querySelector(".ground-layer")?.replaceChildren(...drawGround(board, at)
        .filter((part) => part instanceof Element));
    }
    const states = [view.disabled && "disabled", view.editing && "editing", isPartlyOpen(state) && "partly-open"];
    const names = ["board", `board-${kindOf(board)}`, ...states, view.marks && at.size < CROWDED && "crowded"];
    setChanged(picture, "class", names.filter(Boolean).join(" "));
    setChanged(picture, "aria-label",
      `${position.name}, ${position.over ? "the game is over" : `${moverName(position)} to move`}`);
    this.#groups.forEach((group, index) => renderCell(group, state, index, at, reachable.includes(index)));
    picture.querySelector(".over-layer")?.replaceChildren(...overlay(state, at));
    this.#renderControls(view, board);
  }

  /** @param {Api.BoardView} board */
  #layout(board) {
    const height = this.#height || 400;
    const size = cellSize(board, this.#width || 400, height, leastCell(board));
    return layout(board, size, { room: height, turned: this.#view?.turned });
  }

  /**
   * The width and height that the board may take: the window's height less the pixels that its surroundings need
   * (`--board-reserve`). Only when something has another size, as it makes the browser lay out the page.
   */
  #measure() {
    const reserve = Number(getComputedStyle(this.root).getPropertyValue("--board-reserve")) || 0;
    this.#width = this.scroll.clientWidth - 4;
    // In Go, the button to pass is always there.
    const buttons = this.#view && kindOf(this.#view.position.board) === "stone" ? BUTTONS : 0;
    this.#height = Math.max(LEAST_HEIGHT, innerHeight - reserve - buttons);
  }

  /**
   * The picture with a group for each cell; it stays while the rows stay the same, so that the focus does.
   * @param {Api.BoardView} board
   */
  #skeleton(board) {
    const key = JSON.stringify(board.cells.map((cell) => cell.y));
    if (this.#svg?.dataset.key === key) return this.#svg;
    const hadFocus = this.#svg?.contains(document.activeElement);
    const { picture, groups } = emptyPicture(board, key);
    [this.#svg, this.#groups] = [picture, groups];
    this.scroll.replaceChildren(picture);
    if (hadFocus) this.focus();
    return picture;
  }

  /** @param {View} view @param {Api.BoardView} board */
  #renderControls(view, board) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const hadFocus = this.buttons.contains(focused);
    const made = moveButtons(view, board, { play: (move) => this.#play(move), tell: (move) => this.#tell(move) });
    this.buttons.hidden = made.length === 0;
    this.buttons.replaceChildren(...made);
    if (hadFocus) made.find((button) => button.dataset.move === focused?.dataset.move)?.focus();

    this.palette.hidden = !view.editing;
    if (view.editing) {
      this.#tool = Math.min(this.#tool, editingTools(board).length - 1);
      const tools = [...paletteButtons(view.position, this.#tool, (tool) => this.#choose(tool)),
        ...turnButtons(view.position, this.#text(), (side) => this.#turn(side))];
      const hadTool = this.palette.contains(focused);
      this.palette.replaceChildren(...tools);
      const again = hadTool && this.palette.querySelector(`[data-tool="${focused?.dataset.tool}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
    this.typedLine.textContent = this.#typed === "" ? "" : `Typed: ${this.#typed}_`;
    this.typedLine.hidden = this.#typed === "";
  }

  /** @param {number} tool */
  #choose(tool) {
    this.#tool = tool;
    this.#render(this.#state());
  }

  /** @param {string} move */
  #play(move) {
    this.#closeMenu();
    this.#clicked = [];
    this.#typed = "";
    const before = this.#updates;
    this.#motions.finish();
    this.calls.onMove(move);
    // The move usually brings a new view; only where it does not, what was typed is to be removed here.
    queueMicrotask(() => this.#updates === before && this.#render(this.#state()));
  }

  /** A cell was clicked: write into it, make its move, or remember the click. @param {number} index */
  #click(index) {
    const { view, board, isLive, clicked } = this.#state();
    if (view.editing) this.#write(index, this.#tool);
    if (view.editing || !isLive) return;
    this.#closeMenu();
    const result = click(board, clicked, index);
    if (result.moves.length > 0) {
      this.#playOneOf(result.moves);
      return;
    }
    if (clicked.length === 0 && result.clicked.length === 0) refuseClick(board, index, this.calls.onRefuse);
    this.#typed = "";
    this.#select(result.clicked);
  }

  /**
   * Make the only one of some moves, or let the person choose where they have the same clicks.
   * @param {string[]} moves
   */
  #playOneOf(moves) {
    if (moves.length === 1) {
      this.#play(moves[0]);
      return;
    }
    const { view, board } = this.#state();
    const target = board.moves[moves[0]].at(-1) ?? 0;
    this.#clicked = board.moves[moves[0]].slice(0, -1);
    this.#typed = "";
    this.#render(this.#state());
    const close = () => {
      this.#closeMenu();
      this.#groups[target]?.focus();
      this.#select([]);
    };
    this.#closeMenu();
    const leftOf = (/** @type {Element | null} */ part) => part?.getBoundingClientRect().left ?? 0;
    const left = leftOf(this.#svg) - leftOf(this.scroll) + this.scroll.scrollLeft;
    this.#menu = createMenu(view.position, moves, this.#layout(board), left,
      { play: (move) => this.#play(move), close });
    this.scroll.append(this.#menu);
    /** @type {HTMLElement | null} */ (this.#menu.querySelector("button"))?.focus();
    this.calls.onSay(`Choose one of ${moves.length} moves: ${moves.join(", ")}.`);
  }

  #closeMenu() {
    this.#menu?.remove();
    this.#menu = null;
  }

  /**
   * Remember the clicks of a move that needs more of them, and say what can follow; none deselect.
   * @param {number[]} clicked
   */
  #select(clicked) {
    const { board } = this.#state();
    const names = (/** @type {number[]} */ cells) => cells.map((index) => board.cells[index].name).join(", ");
    if (clicked.length > 0) this.calls.onSay(`${names(clicked)} selected, ${targetWords(board, clicked)}.`);
    else if (this.#clicked.length > 0) this.calls.onSay(`${names(this.#clicked)} no longer selected.`);
    this.#clicked = clicked;
    this.#render(this.#state());
  }

  /** @param {Event} event */
  #clickedElsewhere = (event) => {
    const isOnMenu = event.target instanceof Node && this.#menu?.contains(event.target);
    if (this.#clicked.length === 0 || this.#cellOf(event) >= 0 || isOnMenu) return;
    this.#closeMenu();
    this.#select([]);
  };

  /** @param {number} index @param {number} tool */
  #write(index, tool) {
    const { board } = this.#state();
    const cell = board.cells[index];
    if (!cell?.span) return;
    const count = Math.max(0, Number(cell.piece) + (tool === 0 ? 1 : -1));
    this.#put(index, board.pieces.length > 0 ? board.pieces[tool] : String(count));
  }

  /**
   * Write a piece into a cell, and report the text of the edited position.
   * @param {number} index @param {string} piece
   */
  #put(index, piece) {
    const { board } = this.#state();
    const changes = edits(board, index, piece === board.pieces[0] ? "" : piece);
    const next = afterEdits(this.#text(), board, changes);
    this.calls.onSay(`${board.cells[changes[0][0]].name}, ${next.cells[changes[0][0]].piece || "empty"}.`);
    this.#edit(next);
  }

  /** Take everything from the board that is edited. */
  clear() {
    const { board } = this.#state();
    /** @type {[index: number, piece: string][]} */
    const changes = board.cells.flatMap(({ span }, index) => (span ? [[index, board.pieces.length ? "" : "0"]] : []));
    this.calls.onSay("The board is empty.");
    this.#edit(afterEdits(this.#text(), board, changes));
  }

  /** The text of the position that is shown or edited. */
  #text() {
    return this.#draft?.text ?? /** @type {View} */ (this.#view).position.position;
  }

  /** Show an edited position, and report its text. @param {{ text: string, cells: Api.CellView[] }} edited */
  #edit({ text, cells }) {
    const base = this.#draft?.base ?? this.#text();
    this.#draft = { base, text, cells };
    this.#render(this.#state());
    this.calls.onEdit(text);
  }

  /** Let this side be to move in the edited position. @param {string} side */
  #turn(side) {
    const { view, board } = this.#state();
    const text = this.#text();
    const place = text.length - (view.position.turn_place ?? 0);
    this.#edit({ text: text.slice(0, place) + side[0] + text.slice(place + 1), cells: board.cells });
  }

  /** Take a key: letters and digits of a move, or of a piece while editing. @param {string} key */
  typed(key) {
    if (this.#view === null || this.#view.disabled) return false;
    if (this.#view.editing) return this.#typedPiece(key);
    const { legal, board } = this.#view.position;
    const forms = typedForms(legal, board);
    const result = type(Object.keys(forms), [...board.cells.map(({ name }) => name), ...board.columns],
      this.#typed, key);
    if (result === null) return false;
    this.#typed = result.typed;
    if (result.refused !== undefined) this.calls.onRefuse(result.refused);
    if (result.move !== undefined) this.#playOneOf(forms[result.move]);
    else this.#render(this.#state());
    return true;
  }

  /** @param {string} key */
  #typedPiece(key) {
    const { pieces, cells } = this.#state().board;
    if (this.#cursor < 0 || !cells[this.#cursor].span) return false;
    const isDelete = key === "Delete" || key === "Backspace";
    if (pieces.length > 0) {
      const exact = pieces.indexOf(key);
      const alike = pieces.findIndex((piece) => piece.toLowerCase() === key.toLowerCase());
      const tool = isDelete ? 0 : exact >= 0 ? exact : alike;
      if (tool < 0) return false;
      this.#write(this.#cursor, tool);
    } else if (isDelete || /^[0-9]$/.test(key)) this.#put(this.#cursor, isDelete ? "0" : key);
    else if (key === "+" || key === "-") this.#write(this.#cursor, key === "+" ? 0 : 1);
    else return false;
    return true;
  }

  /** The pointer or the focus came to a cell, or to none (-1). @param {number} index */
  #point(index) {
    if (index === this.#pointed) return;
    this.#pointed = index;
    if (this.#view === null) return;
    const state = this.#state();
    const moves = index >= 0 && state.isLive ? movesAt(state.board, this.#clicked, index) : [];
    this.#tell(moves.length === 1 ? moves[0] : null);
    this.#svg?.querySelector(".over-layer")?.replaceChildren(...overlay(state, this.#layout(state.board)));
  }

  /** @param {string | null} move */
  #tell(move) {
    if (move === this.#told) return;
    this.#told = move;
    this.calls.onHover(move);
  }

  /** The cell that an event is about, or -1. @param {Event} event */
  #cellOf(event) {
    const group = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    return group instanceof SVGElement && this.scroll.contains(group) ? Number(group.dataset.cell) : -1;
  }

  /** The focus came to a cell: the Tab key comes back to it. @param {number} index */
  #arrive(index) {
    if (index < 0) return;
    this.#groups[this.#cursor]?.setAttribute("tabindex", "-1");
    this.#cursor = index;
    this.#groups[index].setAttribute("tabindex", "0");
    this.#point(index);
  }

  /**
   * The pointer moves. Where it rests, browsers may tell that it came to what was drawn there since.
   * @param {PointerEvent} event
   */
  #hover(event) {
    this.#dragged(event);
    const isStill = event.clientX === this.#pointer[0] && event.clientY === this.#pointer[1];
    if (event.pointerType === "touch" || isStill) return;
    this.#pointer = [event.clientX, event.clientY];
    this.#hasPointed = true;
    this.#point(this.#cellOf(event));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    this.#hasPointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey || this.#view === null) return;
    const index = this.#cellOf(event);
    const state = this.#state();
    const { cells } = state.board;
    if (index >= 0 && event.key.startsWith("Arrow") && !event.shiftKey) {
      this.#groups[neighbour(cells, reachableCells(state), index, event.key, state.view.turned)].focus();
    } else if (index >= 0 && (event.key === "Home" || event.key === "End")) {
      const row = reachableCells(state).filter((each) => cells[each].y === cells[index].y);
      this.#groups[(event.key === "Home") !== Boolean(state.view.turned) ? row[0] : row[row.length - 1]].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (index < 0) return;
      if (event.key === " " || !this.typed("Enter")) this.#click(index);
    } else if (event.key === "Escape" && this.#typed === "" && this.#clicked.length > 0) {
      this.#select(this.#clicked.slice(0, -1)); // of a chain, one square after the other
    } else if (!this.typed(event.key)) return;
    event.preventDefault();
  }

  /** @param {number} index */
  #touch(index) {
    if (index < 0 || this.#view === null) return;
    if (reachableCells(this.#state()).includes(index)) this.#groups[index].focus();
    this.#click(index);
  }

  /** The mouse moves with its button pressed: a piece that can be moved follows it. @param {PointerEvent} event */
  #dragged(event) {
    if (this.#drag === null || this.#view === null || this.#held < 0) return;
    const cell = this.#groups[this.#held];
    if (!this.#drag.hasBegun) {
      const { board, isLive } = this.#state();
      const isMovable = isLive && movesAt(board, [], this.#held).some((move) => board.moves[move].length > 1);
      if (!isMovable || !this.#drag.takes(event, cell)) return;
      if (this.#clicked[0] !== this.#held) this.#select([this.#held]);
    }
    this.#drag.follow(event, cell);
  }

  /** The piece that followed the mouse is put down. Returns whether there was one. */
  #drop() {
    const wasDragged = this.#drag?.hasBegun ?? false;
    this.#drag?.end();
    this.#drag = null;
    this.#groups[this.#held]?.classList.remove("lifted");
    this.#held = -1;
    return wasDragged;
  }

  #listen() {
    const { scroll } = this;
    // Not by `click` alone: when a new value is drawn between press and release, browsers send none.
    scroll.addEventListener("pointerdown", (event) => {
      this.#held = event.button === 0 ? this.#cellOf(event) : -1;
      this.#hasPointed = true;
      this.#drag = event.pointerType === "mouse" && this.#held >= 0 ? new Drag(event) : null;
    });
    scroll.addEventListener("pointermove", (event) => this.#hover(event));
    scroll.addEventListener("pointercancel", () => this.#drop());
    scroll.addEventListener("pointerup", (event) => {
      const [index, held] = [this.#cellOf(event), this.#held];
      const canGo = () => index >= 0 && movesAt(this.#state().board, this.#clicked, index).length > 0;
      const isMeant = this.#drop() ? this.#view !== null && canGo() : index === held;
      if (isMeant) this.#touch(index);
    });
    // A screen reader clicks without pressing.
    scroll.addEventListener("click", (event) => event.detail === 0 && this.#touch(this.#cellOf(event)));
    scroll.addEventListener("pointerleave", () => this.#point(-1));
    scroll.addEventListener("focusin", (event) => this.#arrive(this.#cellOf(event)));
    scroll.addEventListener("focusout", () => this.#point(-1));
    this.root.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("click", this.#clickedElsewhere);
  }
}
