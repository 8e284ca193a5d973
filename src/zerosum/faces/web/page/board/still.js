// Still pictures: a board as a preview, a piece, the mark of a side.

import { cellClasses, cellMarks, corners, drawCell, drawGround, kindOf, layout, lookOf, PAD,
  winningLine } from "./draw.js";
import { isFlat, tokenOf } from "./kinds.js";
import { drawMarks } from "./marks.js";
import { svg } from "../ui/svg.js";

/** @import { MoveMark } from "../ui/values.js" */

/**
 * A still picture of a position, for previews: `size` is its greatest width and height.
 * @param {Api.PositionView} position
 * @param {{ marks?: Record<string, MoveMark> | null, size?: number, last?: number[] }} [options]
 */
export function boardSvg(position, { marks = null, size = 160, last = position.last } = {}) {
  const { board } = position;
  const cell = Math.min(64, (size - 2 * PAD) / Math.max(board.width, board.height));
  const at = layout(board, cell, { edges: false, room: size * 0.5 });
  return svg(
    "svg",
    { class: `board still board-${kindOf(board)}`, viewBox: `0 0 ${at.width} ${at.height}`, width: at.width,
      height: at.height, role: "img", "aria-label": `${position.name}, ${position.position}` },
    drawGround(board, at),
    board.cells.map((each, index) =>
      svg("g", { class: cellClasses(board, index, last).filter(Boolean).join(" ") },
        drawCell(each, lookOf(position, each), at))),
    cellMarks(board, at),
    (last ?? []).map((index) => board.cells[index] && corners(board.cells[index], at)),
    board.winning.map((won) => winningLine(won.map((index) => board.cells[index]), at)),
    marks && cell >= 24 ? drawMarks(board, marks, Object.keys(board.moves), at) : [],
  );
}

/** What a cell is that has a picture of its own. */
const UNIT = { x: 0, y: 0, width: 1, height: 1, label: "", span: null };

/** A piece as a small picture. @param {Api.PositionView} position @param {string} letter */
export function pieceSvg(position, letter, size = 24) {
  const kind = kindOf(position.board);
  /** @type {Api.CellView} */
  const cell = { ...UNIT, name: letter, piece: letter, kind: kind === "spike" ? "stone" : kind, owner: letter };
  const box = () => ({ x: 0, y: 0, w: size, h: size, cx: size / 2, cy: size / 2 });
  const at = { size, left: 0, top: 0, pad: 0, edges: false, turned: false, width: size, height: size, box,
    isUpper: () => true };
  const look = lookOf(position, cell);
  const dot = svg("circle", { cx: size / 2, cy: size / 2, r: size * 0.3, class: "body" });
  const drawn = position.board.pieces.includes(letter) || isFlat(kind)
    ? drawCell(cell, look, at).at(-1) : svg("g", { class: `piece ${look.side === 1 ? "second" : "first"}` }, dot);
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, width: size, height: size },
    svg("g", { class: `board board-${kind}` }, drawn));
}

/**
 * The mark of a side as a small picture; a disc where its pieces are no marks, as in games of counts.
 * @param {Api.PositionView} position @param {string} side
 */
export function markSvg(position, side) {
  return pieceSvg(position, tokenOf(kindOf(position.board), side));
}
