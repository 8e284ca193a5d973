// How the boards of single games look: the squares and pieces of chess and checkers, the lines and stones of Go, the
// points, bar, trays and checkers of backgammon. Their grounds lie below all cells, so that a piece can move over
// them.

import { CROWN, PIECES } from "./pieces.js";
import { svg, text } from "../ui/svg.js";

/** @import { Box, Layout, Look } from "./draw.js" */

const SQUARES = ["chess", "draughts"];
const STACKS = ["spike", "bar", "off"];

/** The pixels of a square below which a chess piece loses the lines on it. */
const SMALL = 24;

/** So many checkers lie beside each other on a point; of more, a number is written. */
const MOST_STACKED = 5;

/** Whether a kind of cell is drawn here. @param {string} kind */
export function isFlat(kind) {
  return kind === "stone" || SQUARES.includes(kind) || STACKS.includes(kind);
}

/** Whether the names of columns and rows stand in the squares, and not along the edges. @param {string} kind */
export function hasInnerNames(kind) {
  return SQUARES.includes(kind);
}

/** The checkers that a cell of a backgammon board holds: "X3" are three of X. @param {string} piece */
export function stackOf(piece) {
  const [, mark, count] = /^(.*?)(\d*)$/.exec(piece) ?? ["", piece, ""];
  return { mark, count: piece === "" ? 0 : Number(count || 1) };
}

/**
 * The side to which the piece of a cell belongs, by its number; -1 for nobody's.
 * @param {string[]} sides @param {Api.CellView} cell
 */
export function sideOf(sides, { kind, piece }) {
  if (STACKS.includes(kind)) return sides.indexOf(stackOf(piece).mark);
  if (!SQUARES.includes(kind)) return sides.indexOf(piece);
  // FEN writes White's pieces in upper case; in checkers a king is.
  const letter = kind === "draughts" ? piece.toLowerCase() : piece === piece.toUpperCase() ? "w" : "b";
  return piece === "" ? -1 : sides.findIndex((side) => side.toLowerCase().startsWith(letter));
}

/**
 * The piece that stands for a side beside its name: its king, a man, a stone, a checker.
 * @param {string} kind @param {string} side
 */
export function tokenOf(kind, side) {
  if (kind === "chess") return /^w/i.test(side) ? "K" : "k";
  return kind === "draughts" ? side[0].toLowerCase() : side;
}

/** What lies below the cells. @param {Api.BoardView} board @param {Layout} at @returns {(SVGElement | null)[]} */
export function flatGround(board, at) {
  const kinds = new Set(board.cells.map(({ kind }) => kind));
  if (kinds.has("stone")) return goLines(board, at);
  return board.cells.flatMap((cell) => partsBelow(cell, at));
}

/** @param {Api.CellView} cell @param {Layout} at @returns {(SVGElement | null)[]} */
function partsBelow(cell, at) {
  if (SQUARES.includes(cell.kind)) return squareParts(cell, at);
  if (cell.kind === "spike") return [spike(cell, at), at.edges && at.size >= 16 ? pointName(cell, at) : null];
  return STACKS.includes(cell.kind) ? [well(cell, at)] : [];
}

/**
 * A square with its number, or at an edge with the name of its column or row.
 * @param {Api.CellView} cell @param {Layout} at
 */
function squareParts(cell, at) {
  const { x, y, w, h } = at.box(cell);
  const isDark = (cell.x + cell.y) % 2 === 1;
  const name = `coordinate ${isDark ? "on-dark" : "on-light"}`;
  const font = Math.max(9, Math.min(14, at.size * 0.17));
  const isNamed = at.edges && at.size >= 26;
  const [column, row] = [cell.name.replace(/\d+$/, ""), cell.name.replace(/^\D+/, "")];
  const [isLeft, isLowest] = [x < at.left + 1, y + h > at.height - at.pad - 1];
  return [
    svg("rect", { x, y, width: w, height: h, class: isDark ? "square dark" : "square light" }),
    isNamed && cell.kind === "draughts" && cell.label !== ""
      ? text(x + 2 + font * 0.25 * cell.label.length, y + 2 + font * 0.4, cell.label, font * 0.8, name) : null,
    isNamed && cell.kind === "chess" && isLeft ? text(x + font * 0.55, y + font * 0.8, row, font, name) : null,
    isNamed && cell.kind === "chess" && isLowest
      ? text(x + w - font * 0.55, y + h - font * 0.65, column, font, name) : null,
  ];
}

/**
 * The lines of a Go board, through the middles of its points, and its star points.
 * @param {Api.BoardView} board @param {Layout} at
 */
function goLines(board, at) {
  const { size, left, top } = at;
  const [right, bottom] = [left + (board.width - 0.5) * size, top + (board.height - 0.5) * size];
  const middle = (/** @type {number} */ start, /** @type {number} */ number) => start + (number + 0.5) * size;
  const across = Array.from({ length: board.height }, (_, row) => `M${middle(left, 0)} ${middle(top, row)}H${right}`);
  const down = Array.from({ length: board.width }, (_, column) =>
    `M${middle(left, column)} ${middle(top, 0)}V${bottom}`);
  const stars = board.stars.map((index) => at.box(board.cells[index]));
  return [
    svg("path", { d: [...across, ...down].join(""), class: "grid", "stroke-width": size < 26 ? 1 : 1.4 }),
    ...stars.map(({ cx, cy }) => svg("circle", { cx, cy, r: Math.max(2, size * 0.09), class: "star-point" })),
  ];
}

/** A point of a backgammon board, from its edge towards the middle. @param {Api.CellView} cell @param {Layout} at */
function spike(cell, at) {
  const { x, y, w, h, cx } = at.box(cell);
  const isUpper = at.isUpper(cell);
  const [base, tip] = isUpper ? [y, y + h] : [y + h, y];
  const isOdd = (Math.floor(cell.x) + (isUpper ? 1 : 0)) % 2 === 1;
  const path = `M${x + w * 0.04} ${base}L${cx} ${tip}L${x + w * 0.96} ${base}Z`;
  return svg("path", { d: path, class: isOdd ? "spike odd" : "spike" });
}

/** The number of a point, at its edge. @param {Api.CellView} cell @param {Layout} at */
function pointName(cell, at) {
  const { cx, y, h } = at.box(cell);
  return text(cx, at.isUpper(cell) ? y - 8 : y + h + 8, cell.label, Math.min(12, at.size * 0.5), "point-name");
}

/** What holds checkers that are not on a point. @param {Api.CellView} cell @param {Layout} at */
function well(cell, at) {
  const { x, y, w, h } = at.box(cell);
  if (cell.kind === "bar") {
    const top = at.isUpper(cell) ? y : y - at.size / 2; // both meet in the middle
    return svg("rect", { x, y: top, width: w, height: h + at.size / 2, class: "well" });
  }
  const gap = at.size * 0.1;
  return svg("rect", { x: x + gap, y: y + gap, width: w - 2 * gap, height: h - 2 * gap, rx: gap, class: "well" });
}

/** A piece, or the checkers of a stack. @param {Api.CellView} cell @param {Look} look @param {Layout} at */
export function flatPiece(cell, look, at) {
  const box = at.box(cell);
  const name = `piece ${look.shade}`;
  if (STACKS.includes(cell.kind)) return stack(cell, look, at);
  if (cell.kind === "stone") {
    return svg("g", { class: name }, svg("circle", { cx: box.cx, cy: box.cy, r: at.size * 0.47, class: "body" }));
  }
  if (cell.kind === "draughts") {
    return svg("g", { class: name }, man(box.cx, box.cy, at.size * 0.38, /[A-Z]/.test(cell.piece)));
  }
  const [body, lines] = PIECES[cell.piece.toUpperCase()] ?? ["", ""];
  const scale = at.size / 48;
  // Where lines would be thinner than half a pixel, the outline alone has to do.
  const isSmall = at.size < SMALL;
  const parts = [svg("path", { d: body, class: "body" }), !isSmall && svg("path", { d: lines, class: "lines" })];
  const scaled = svg("g", { transform: `translate(${box.x} ${box.y}) scale(${scale})` }, parts);
  return svg("g", { class: isSmall ? `${name} small` : name }, scaled);
}

/**
 * A man of checkers, or with its crown a king.
 * @param {number} cx @param {number} cy @param {number} r @param {boolean} isKing
 */
function man(cx, cy, r, isKing) {
  const crown = svg("g", { transform: `translate(${cx - r} ${cy - r}) scale(${r / 24})` },
    svg("path", { d: CROWN, class: "crown" }));
  return [
    svg("circle", { cx, cy: cy + r * 0.12, r, class: "edge-on" }),
    svg("circle", { cx, cy: cy - r * 0.04, r, class: "body" }),
    isKing ? crown : svg("circle", { cx, cy: cy - r * 0.04, r: r * 0.66, class: "rim" }),
  ];
}

/**
 * Where checkers lie on a point, from the edge inwards, or on the bar, from the middle outwards: their radius, how
 * many are shown, and the middle of each.
 * @param {Api.CellView} cell @param {Layout} at
 */
export function stacked(cell, at) {
  const { y, w, h } = at.box(cell);
  const r = Math.min(w * 0.46, h / (2 * MOST_STACKED));
  const isFromTop = at.isUpper(cell) !== (cell.kind === "bar");
  const middle = (/** @type {number} */ number) =>
    (isFromTop ? y + r * (2 * number + 1) : y + h - r * (2 * number + 1));
  return { r, shown: Math.min(stackOf(cell.piece).count, MOST_STACKED), middle };
}

/**
 * The checkers of a cell; the last one is the piece that moves.
 * @param {Api.CellView} cell @param {Look} look @param {Layout} at
 */
function stack(cell, look, at) {
  if (cell.kind === "off") return offTray(cell, look, at);
  const { cx } = at.box(cell);
  const { count } = stackOf(cell.piece);
  const { r, shown, middle } = stacked(cell, at);
  const checker = (/** @type {number} */ number) => [
    svg("circle", { cx, cy: middle(number), r: r - 0.75, class: "body" }),
    svg("circle", { cx, cy: middle(number), r: r * 0.68, class: "rim" }),
  ];
  const top = [...checker(shown - 1), count > MOST_STACKED && text(cx, middle(shown - 1) + 0.5, count, r, "stacked")];
  const below = Array.from({ length: shown - 1 }, (_, number) => checker(number)).flat();
  return svg("g", { class: `stack ${look.shade}` }, below, svg("g", { class: `piece ${look.shade}` }, top));
}

/**
 * The checkers that were borne off, seen from their edges, and how many they are.
 * @param {Api.CellView} cell @param {Look} look @param {Layout} at
 */
function offTray(cell, look, at) {
  const { x, y, w, h, cx } = at.box(cell);
  const { count } = stackOf(cell.piece);
  const [gap, font] = [at.size * 0.18, Math.min(w * 0.5, 20)];
  const step = (h - 2 * gap - font * 1.4) / 15;
  const isUpper = at.isUpper(cell);
  const size = { width: w - 2 * gap, height: step * 0.85, rx: step * 0.25 };
  const topOf = (/** @type {number} */ number) =>
    (isUpper ? y + gap + number * step : y + h - gap - (number + 1) * step);
  const bar = (/** @type {number} */ number) => svg("rect", { x: x + gap, y: topOf(number), ...size, class: "body" });
  const bars = svg("g", { class: `piece ${look.shade}` }, Array.from({ length: count }, (_, number) => bar(number)));
  const words = text(cx, isUpper ? y + h - gap - font * 0.5 : y + gap + font * 0.6, count, font, "borne-off");
  return svg("g", { class: `stack ${look.shade}` }, bars, words);
}

/** To whom an empty point of a Go board belongs. @param {Box} box @param {number} size @param {string} shade */
export function territory({ cx, cy }, size, shade) {
  const side = size * 0.3;
  return svg("rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, class: `territory ${shade}` });
}

/** The point that may not be played now. @param {Api.CellView} cell @param {Layout} at */
export function koMark(cell, at) {
  const { cx, cy } = at.box(cell);
  const side = at.size * 0.44;
  return svg("rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, class: "ko" });
}
