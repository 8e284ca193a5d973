// A small menu at a square, to choose among moves that have the same clicks: what a pawn becomes, for example.

import { element, pieceWords } from "./parts.js";
import { pieceSvg } from "./still.js";

/** @import { Layout } from "./draw.js" */

/** The width of the menu's border, in pixels: as in board.css. */
const BORDER = 2;

/** The least width and height of an entry, in pixels, for fingers. */
const LEAST = 44;

/**
 * The menu, from the square where the moves end towards the middle of the board.
 * @param {Api.PositionView} position @param {string[]} moves @param {Layout} at
 * @param {number} left where the board begins
 * @param {{ play: (move: string) => void, close: () => void }} calls
 */
export function createMenu(position, moves, at, left, { play, close }) {
  const { board } = position;
  const target = board.moves[moves[0]].at(-1) ?? 0;
  const cell = board.cells[target];
  const { x, y, w, h } = at.box(cell);
  const size = Math.max(LEAST, w);
  const menu = element("div", "board-menu", { role: "menu", "aria-label": "Choose a move" });
  const places = at.isUpper(cell) ? { top: y } : { top: Math.max(0, y + h - size * moves.length) };
  // The pieces are as wide as the square, and its border is outside of it.
  menu.style.left = `${left - BORDER + Math.max(0, Math.min(x + (w - size) / 2, at.width - size))}px`;
  menu.style.top = `${places.top - BORDER}px`;
  const buttons = moves.map((move) => {
    const piece = position.changes[move]?.cells[target] ?? "";
    const isPiece = piece !== ""
      && moves.every((other) => other === move || position.changes[other]?.cells[target] !== piece);
    const name = isPiece ? `${pieceWords(position, { ...cell, piece })}, ${move}` : move;
    const button = element("button", "",
      { type: "button", role: "menuitem", "data-move": move, "aria-label": name, title: name });
    button.append(isPiece ? pieceSvg(position, piece, size - 8) : move);
    button.style.minWidth = button.style.height = `${size}px`;
    button.addEventListener("click", () => play(move));
    return button;
  });
  menu.append(...buttons);
  menu.addEventListener("keydown", (event) => {
    const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A letter chooses the move that ends with it: q for e8=Q.
    const lettered = moves.filter((move) => event.key.length === 1
      && move.replace(/[+#]+$/, "").toLowerCase().endsWith(event.key.toLowerCase()));
    if (step !== undefined) buttons[(here + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape") close();
    else if (lettered.length === 1) play(lettered[0]);
    else if (event.key !== "Tab" && event.key !== "Enter" && event.key !== " ") return;
    else if (event.key === "Tab") close();
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
    event.stopPropagation();
  });
  return menu;
}
