// The values of moves on a board: a shape and a number in a pill where each move ends, or on its arrow.

import { arrow, outline } from "./draw.js";
import { svg, text } from "../ui/svg.js";

/** @import { Layout } from "./draw.js" */
/** @import { MoveMark } from "../ui/values.js" */

const FONT = 12;

/** @type {Record<number, string>} */
const CLASSES = { 1: "W", 0: "D", [-1]: "L" };

/**
 * The shape of a value around a middle: filled when it is exact, hollow for an estimate.
 * @param {MoveMark} mark @param {number} cx @param {number} cy @param {number} r
 */
export function shape(mark, cx, cy, r) {
  const name = `shape ${CLASSES[mark.sign] ?? "D"} ${mark.exact ? "filled" : "hollow"}`;
  if (mark.sign === 0) return svg("circle", { cx, cy, r: r * 0.86, class: name });
  const up = mark.sign > 0 ? -1 : 1;
  return svg("path", { d: `M${cx} ${cy + up * r}L${cx + r} ${cy - up * r * 0.8}L${cx - r} ${cy - up * r * 0.8}Z`,
    class: name });
}

/** @param {number} cx @param {number} cy @param {number} r */
function star(cx, cy, r) {
  const points = Array.from({ length: 10 }, (_, corner) => {
    const turn = (corner * Math.PI) / 5 - Math.PI / 2;
    const out = corner % 2 === 0 ? r : r * 0.42;
    return `${cx + out * Math.cos(turn)},${cy + out * Math.sin(turn)}`;
  });
  return svg("polygon", { points: points.join(" "), class: "star" });
}

/**
 * The number of a value, or its letter where it has none; an estimate begins with "~", apart from its sign.
 * @param {MoveMark} mark
 */
export function valueText({ letter, number }) {
  return letter === "~" ? `~\u2009${number}` : number || letter;
}

/** The width of the text of a value in units of its font size: signs are wider than digits. @param {string} words */
function ems(words) {
  return [...words].reduce((sum, character) =>
    sum + (character === "\u2009" ? 0.2 : /[~+−]/.test(character) ? 0.84 : 0.62), 0);
}

/**
 * A value on its white pill: a star if best, shape, number. The pill is no wider than `room`: the star goes above it,
 * or is left to the outline of the cell where `size` is small, and then the number is left out, which the list of
 * moves has. An estimate rather loses its shape, and never its "~".
 * @param {MoveMark} mark @param {string} move @param {[cx: number, cy: number]} middle @param {number} size
 * @param {number} room
 */
export function pill(mark, move, [cx, cy], size, room) {
  const font = Math.max(FONT, Math.min(16, size * 0.21));
  const r = font * 0.36;
  let words = valueText(mark);
  const widths = { star: mark.best ? font : 0, shape: 2 * r, number: ems(words) * font + 3 };
  const total = () => widths.star + widths.shape + widths.number + font * 0.5;
  const height = font * 1.35;
  if (total() > room) widths.star = 0;
  const aloft = mark.best && widths.star === 0 && size >= 2.7 * height;
  const isEstimate = mark.letter === "~";
  if (total() > room && isEstimate) widths.shape = 0; // its number has a sign
  const group = (/** @type {SVGElement[]} */ parts) =>
    svg("g", { class: `value-mark ${mark.exact ? "exact" : "estimate"}`, "data-mark": move }, parts);
  if (total() > room) {
    // Without its number an estimate says nothing but which moves look best.
    if (isEstimate) {
      return group(mark.best
        ? [svg("circle", { cx, cy, r: font * 0.62, class: "pill best" }), star(cx, cy, font * 0.5)] : []);
    }
    words = "";
    widths.number = 0;
  }
  const width = total();
  const corner = { x: cx - width / 2, y: cy - height / 2 };
  const name = mark.best ? "pill best" : "pill";
  let x = corner.x + font * 0.25;
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { ...corner, width, height, rx: Math.min(height / 2, 8), class: name })];
  if (widths.star > 0) parts.push(star(x + font * 0.42, cy, font * 0.46));
  if (aloft) {
    parts.push(svg("circle", { cx, cy: cy - height * 0.95, r: font * 0.52, class: "pill" }),
      star(cx, cy - height * 0.95, font * 0.44));
  }
  x += widths.star;
  if (widths.shape > 0) parts.push(shape(mark, x + r, cy, r));
  x += widths.shape + 3;
  if (widths.number > 0) parts.push(text(x + (widths.number - 3) / 2, cy + 0.5, words, font, "pill-number"));
  return group(parts);
}

/** The kinds of cells that show something in their middle also where no piece stands. */
const LOW_VALUES = ["pit", "thing", "die"];

/** So many arrows can be told apart. */
const MOST_ARROWS = 8;

/**
 * The values of these moves, over the cells: first outlines of the best, then all pills on top. Of too many moves from
 * here to there, each piece shows the best of its own; once it is clicked, all of them, `onTargets` without arrows.
 * @param {Api.BoardView} board
 * @param {Record<string, MoveMark>} marks by the texts of the moves, the best first
 * @param {string[]} moves @param {Layout} at
 */
export function drawMarks(board, marks, moves, at, onTargets = false) {
  const arrows = moves.filter((move) => marks[move] && board.moves[move]?.length > 1
    && board.shown[move] === undefined);
  if (arrows.length > MOST_ARROWS && new Set(arrows.map((move) => board.moves[move][0])).size > 1) {
    return bestOfPieces(board, marks, arrows, at);
  }
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const pills = [];
  for (const move of moves) {
    const mark = marks[move];
    const path = board.moves[move];
    if (!mark || !path) continue;
    const cell = board.cells[board.shown[move] ?? path[path.length - 1]];
    const box = at.box(cell);
    if (path.length > 1 && board.shown[move] === undefined && !onTargets) {
      // Two moves may end on one cell, so that each has its value on its own way there.
      const from = at.box(board.cells[path[path.length - 2]]);
      under.push(arrow(board.cells[path[path.length - 2]], cell, at, mark.best ? "best" : "plain"));
      pills.push(pill(mark, move, [from.cx + 0.66 * (box.cx - from.cx), from.cy + 0.66 * (box.cy - from.cy)], at.size,
        at.size * 0.9));
      continue;
    }
    if (mark.best) under.push(outline(cell, at, "best-outline"));
    const isLow = LOW_VALUES.includes(cell.kind) || ((cell.label !== "" || cell.piece !== "") && cell.kind !== "line");
    const low = isLow ? box.y + box.h - Math.max(12, at.size * (cell.kind === "pit" ? 0.24 : 0.2)) : box.cy;
    pills.push(pill(mark, move, [box.cx, low], at.size, box.w - 2));
  }
  return [...under, ...pills];
}

/** In smaller cells only the best moves have their values. */
const WIDE_ENOUGH = 48;

/**
 * The best moves as arrows, with their values where they end; of every other piece the best value of its moves, below
 * it, where that is exact: estimates would hide the pieces and say little.
 * @param {Api.BoardView} board @param {Record<string, MoveMark>} marks @param {string[]} moves @param {Layout} at
 */
function bestOfPieces(board, marks, moves, at) {
  /** @type {Map<number, string>} */
  const best = new Map();
  for (const move of Object.keys(marks)) {
    if (moves.includes(move) && !best.has(board.moves[move][0])) best.set(board.moves[move][0], move);
  }
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const pills = [];
  for (const [index, move] of best) {
    const isArrow = marks[move].best && under.length < MOST_ARROWS;
    if (!isArrow && (at.size < WIDE_ENOUGH || !marks[move].exact)) continue;
    const path = board.moves[move];
    const box = at.box(board.cells[isArrow ? path[path.length - 1] : index]);
    if (isArrow) under.push(arrow(board.cells[path[path.length - 2]], board.cells[path[path.length - 1]], at, "best"));
    const cx = isArrow ? Math.max(box.w, Math.min(box.cx, at.width - box.w)) : box.cx; // it may be wider than the cell
    // Not on the head of the arrow, which is in the middle: behind it.
    const isUpwards = isArrow && at.box(board.cells[index]).cy > box.cy;
    const low = Math.max(12, at.size * 0.2);
    pills.push(pill(marks[move], move, [cx, isUpwards ? box.y + low * 0.6 : box.y + box.h - low * (isArrow ? 0.6 : 1)],
      at.size, isArrow ? 2 * box.w - 4 : box.w - 2));
  }
  return [...under, ...pills];
}
