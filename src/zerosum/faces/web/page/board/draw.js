// A board as SVG: where its cells lie, and what stands on them. Every size is in pixels.

import { flatGround, flatPiece, hasInnerNames, isFlat, koMark, sideOf, territory } from "./kinds.js";
import { usualSpec } from "../game/spec.js";
import { svg, text } from "../ui/svg.js";

export const PAD = 6;
const FONT = 12;
const PIT = 1.3; // pits are taller than wide: seeds, their number and a value have to fit
const TALLEST_PIT = 3; // where the window has room
const POINT_NAMES = 14; // the height of the numbers of backgammon's points, above and below

/** @typedef {{ x: number, y: number, w: number, h: number, cx: number, cy: number }} Box a cell's place,
 *   and its middle */
/** @typedef {ReturnType<typeof layout>} Layout */

/**
 * The kind of the first cell that is not a word, or of the points where there are any; it decides how the ground
 * looks.
 * @param {Api.BoardView} board
 */
export function kindOf(board) {
  const cell = board.cells.find(({ kind }) => kind === "spike") ?? board.cells.find(({ kind }) => kind !== "word");
  return cell?.kind ?? "word";
}

/** @type {Record<string, number>} */
const LARGEST = { word: 40, hexagon: 130, line: 150, score: 110, thing: 84, disc: 150, hole: 140, point: 170,
  pawn: 200, pit: 130, chess: 120, draughts: 120, stone: 120, spike: 90 };

/**
 * The size of a cell so that the board fits this width and height, but never too small to be touched.
 * @param {Api.BoardView} board @param {number} width @param {number} height
 * @param {number} least the smallest size, so that cells can be touched
 */
export function cellSize(board, width, height, least) {
  const most = LARGEST[kindOf(board)] ?? 240;
  const tall = board.height * (kindOf(board) === "pit" ? PIT : 1);
  const across = (width - 2 * PAD - leftEdge(board)) / board.width;
  const down = (height - 2 * PAD - topEdge(board) - bottomEdge(board)) / tall;
  return Math.max(least, Math.floor(Math.min(most, across, down)));
}

/** The smallest cells, in pixels, for a mouse and for a finger: a board of 15 columns fits into a phone. */
const FINE = 18;
const COARSE = 22;
/** A stone may be smaller: a whole Go board fits into a phone, where it can be zoomed. */
const STONE = 14;

/** The smallest size of a cell that can be hit here. @param {Api.BoardView} board */
export function leastCell(board) {
  if (kindOf(board) === "stone") return STONE;
  return matchMedia("(pointer: fine)").matches ? FINE : COARSE;
}

/** @param {Api.BoardView} board */
function leftEdge(board) {
  return board.rows.length > 0 && !hasInnerNames(kindOf(board))
    ? 10 + 8 * Math.max(...board.rows.map((row) => row.length)) : 0;
}

/** @param {Api.BoardView} board */
function topEdge(board) {
  if (kindOf(board) === "spike") return POINT_NAMES;
  return board.columns.length > 0 && !hasInnerNames(kindOf(board)) ? 20 : 0;
}

/** @param {Api.BoardView} board */
function bottomEdge(board) {
  return kindOf(board) === "spike" ? POINT_NAMES : 0;
}

/**
 * The layout of a board with cells of this size; rows of pits are taller where the board has room: so many pixels in
 * height. `turned` shows it from the opposite edge.
 * @param {Api.BoardView} board @param {number} size
 */
export function layout(board, size, { edges = true, room = 0, turned = false } = {}) {
  const left = PAD + (edges ? leftEdge(board) : 0);
  const top = PAD + (edges ? topEdge(board) : 0);
  const pit = Math.max(PIT, Math.min(TALLEST_PIT, (room - top - PAD) / board.height / size));
  const tall = size * (kindOf(board) === "pit" ? pit : 1);
  const box = (/** @type {Api.CellView} */ { x, y, width, height }) => {
    const [w, h] = [width * size, height * tall];
    const [boxX, boxY] = turned ? [left + board.width * size - x * size - w, top + board.height * tall - y * tall - h]
      : [left + x * size, top + y * tall];
    return { x: boxX, y: boxY, w, h, cx: boxX + w / 2, cy: boxY + h / 2 };
  };
  const isUpper = (/** @type {Api.CellView} */ cell) => box(cell).cy < top + (board.height * tall) / 2;
  return { size, left, top, pad: PAD, edges, turned, box, isUpper, width: left + board.width * size + PAD,
    height: top + board.height * tall + PAD + (edges ? bottomEdge(board) : 0) };
}

/** @type {Record<string, (size: number) => number>} */
const CORNERS = { hole: (size) => size * 0.3, pit: (size) => size * 0.4, disc: () => 6, square: () => 8, pawn: () => 6,
  point: () => 6, score: () => 8, line: () => 8, chess: () => 6, draughts: () => 6, stone: () => 6, spike: () => 8 };

/**
 * What lies under the cells: the wall, the felt or the wood, and the names along the edges.
 * @param {Api.BoardView} board @param {Layout} at
 */
export function drawGround(board, at) {
  const top = kindOf(board) === "spike" ? 1 : at.top - PAD + 1;
  const around = { x: at.left - PAD + 1, y: top, width: at.width - at.left + PAD - 2, height: at.height - top - 1 };
  const rounded = CORNERS[kindOf(board)]?.(at.size);
  const names = at.edges && at.size >= (kindOf(board) === "stone" ? 14 : 22) && !hasInnerNames(kindOf(board));
  return [
    rounded !== undefined && svg("rect", { ...around, rx: rounded, class: "ground" }),
    ...flatGround(board, at),
    ...board.lines.map(([one, other]) => line(at.box(board.cells[one]), at.box(board.cells[other]))),
    ...board.sowing.map((cell, index) =>
      sowingArrow(at.box(board.cells[cell]),
        at.box(board.cells[board.sowing[(index + 1) % board.sowing.length]]), at.size)),
    ...(names
      ? board.columns.map((name, x) => text(at.left + (x + 0.5) * at.size, at.top - PAD - 8, name, 13, "edge")) : []),
    ...(names
      ? board.rows.map((name, y) =>
        text(at.left - PAD - 4 - 4 * name.length, at.top + (y + 0.5) * at.size, name, 13, "edge")) : []),
  ];
}

/** A line between the middles of two cells. @param {Box} one @param {Box} other */
function line(one, other) {
  return svg("line", { x1: one.cx, y1: one.cy, x2: other.cx, y2: other.cy, class: "join" });
}

/**
 * The direction in which seeds go from a pit to the next: an arrow on the wood where the two meet.
 * @param {Box} from @param {Box} to @param {number} size
 */
function sowingArrow(from, to, size) {
  const isAcross = Math.abs(to.cx - from.cx) > size / 2;
  // A store stands beside both rows: the arrow points from the row, or to it.
  const row = from.h <= to.h ? from : to;
  const [x, y] = isAcross ? [(from.cx + to.cx) / 2, row.cy] : [from.cx, (from.cy + to.cy) / 2];
  const turn = isAcross ? (to.cx > from.cx ? 0 : 180) : to.cy > from.cy ? 90 : 270;
  const arm = size * 0.05;
  const path = `M${-arm * 0.6} ${-arm * 1.6}L${arm * 0.7} 0L${-arm * 0.6} ${arm * 1.6}`;
  return svg("path", { d: path, transform: `translate(${x} ${y}) rotate(${turn})`, class: "sowing",
    "stroke-width": Math.max(1, size * 0.028) });
}

/** @typedef {{ side: number, shade: "dark" | "light", owner: "first" | "second",
 *   ownerShade: "dark" | "light" }} Look */

/**
 * How a cell and its piece look: `side` is 0 for the side that usually begins, 1 for the other, -1 if the piece is no
 * side's mark; that side is dark, except that White is never dark. An X is a cross and a white pawn is white whoever
 * begins.
 * @param {Api.PositionView} position @param {Api.CellView} cell
 * @returns {Look}
 */
export function lookOf(position, cell) {
  const sides = usualSpec(position.game) === position.game ? position.sides : [...position.sides].reverse();
  const [one, other] = sides.map((name) => name.toLowerCase());
  const side = sideOf(sides, cell);
  const dark = one.startsWith("w") && other.startsWith("b") ? 1 : 0;
  const shade = (/** @type {number} */ each) => (each === dark ? "dark" : "light");
  const owner = cell.owner === sides[0] ? "first" : "second";
  return { side, shade: shade(side), owner, ownerShade: shade(sides.indexOf(cell.owner)) };
}

/**
 * What a cell shows: its place, its label and its piece.
 * @param {Api.CellView} cell @param {Look} look @param {Layout} at
 */
export function drawCell(cell, look, at) {
  const box = at.box(cell);
  if (isFlat(cell.kind)) {
    const lit = svg("rect", { x: box.x, y: box.y, width: box.w, height: box.h, class: "place" });
    return [lit, cell.kind === "stone" && cell.owner !== "" && cell.piece === ""
      && territory(box, at.size, look.ownerShade), cell.piece !== "" && flatPiece(cell, look, at)];
  }
  return [place(cell, box, at), cell.owner !== "" && outline(cell, at, `owned ${look.owner}`, 1.5),
    label(cell, box, at), cell.piece !== "" && piece(cell, look, box, at)];
}

/** @param {Api.CellView} cell @param {Box} box @param {Layout} at */
function place(cell, { x, y, w, h, cx, cy }, at) {
  if (cell.kind === "hole") return svg("circle", { cx, cy, r: at.size * 0.42, class: "place" });
  if (cell.kind === "word") return null;
  if (cell.kind === "line") return stroke(cell, { x, y, w, h, cx, cy });
  if (cell.kind === "hexagon") return svg("path", { d: hexagon({ x, y, w, h, cx, cy }, 0.5), class: "place" });
  if (cell.kind === "die") return dieBody(cell, { cx, cy }, Math.min(w, h) * 0.8);
  if (cell.kind === "point") return svg("circle", { cx, cy, r: at.size * 0.12, class: "place" });
  if (cell.kind === "thing") {
    return cell.piece === "" && svg("rect",
      { x: cx - at.size * 0.09, y: cy - at.size * 0.4, width: at.size * 0.18, height: at.size * 0.76,
        rx: at.size * 0.07, class: "gone" });
  }
  if (cell.kind === "pit") {
    const gap = at.size * 0.07;
    return svg("rect", { x: x + gap, y: y + gap, width: w - 2 * gap, height: h - 2 * gap, rx: at.size * 0.43,
      class: "place" });
  }
  const name = cell.kind === "pawn" && (cell.x + cell.y) % 2 === 1 ? "place odd" : "place";
  const [gap, rx] = cell.kind === "square" ? [1.5, 4] : [0.5, 0];
  return svg("rect", { x: x + gap, y: y + gap, width: w - 2 * gap, height: h - 2 * gap, rx, class: name });
}

/** @param {Api.CellView} cell @param {Box} box @param {Layout} at */
function label(cell, { x, y, w, h, cx, cy }, at) {
  if (cell.label === "" || at.size < 30) return null;
  if (cell.kind === "hexagon") return text(cx, y + h * 0.27, cell.label, FONT, "label");
  if (cell.kind === "line") {
    return w > h ? text(x + w * 0.2, cy, cell.label, FONT, "label") : text(cx, y + h * 0.2, cell.label, FONT, "label");
  }
  if (cell.kind === "score") return text(cx, y + Math.min(16, h * 0.22), cell.label, FONT, "label");
  if (cell.kind === "pit") {
    return text(cx, cell.height > 1 ? y + h - at.size * 0.32 : y + at.size * 0.2, cell.label, FONT, "label");
  }
  return text(x + 9 + 3.5 * Math.min(cell.label.length, w / 8), y + 15, cell.label, FONT, "label");
}

/** @param {Api.CellView} cell @param {Look} look @param {Box} box @param {Layout} at */
function piece(cell, look, box, at) {
  const size = at.size;
  if (cell.kind === "line") return null; // the stroke itself is the piece
  if (cell.kind === "thing") return match(box, size);
  if (cell.kind === "pit") return seeds(cell, box, size);
  if (cell.kind === "die") return face(cell.piece, box, Math.min(box.w, box.h) * 0.8);
  if (cell.kind === "score") {
    return text(box.cx, box.cy + box.h * 0.15, cell.piece, Math.min(box.w, box.h) * 0.4, "count");
  }
  if (cell.kind === "word") return text(box.cx, box.cy, cell.piece, Math.max(FONT, Math.min(18, size * 0.55)), "word");
  if (look.side < 0) return block(cell.piece, box, size);
  const name = `piece ${look.side === 0 ? "first" : "second"} ${look.shade}`;
  if (cell.kind === "pawn") {
    return svg("g", { class: name }, pawn(box, size),
      text(box.cx, box.cy + size * 0.2, cell.piece, Math.max(10, size * 0.2), "letter"));
  }
  if (cell.kind === "hole" || cell.kind === "disc") return svg("g", { class: name }, disc(box, size, look.side));
  if (cell.piece === "X" || cell.piece === "O") {
    return svg("g", { class: `${name} stroke` },
      look.side === 0 ? cross(box, size * 0.25, size * 0.1) : ring(box, size * 0.27, size * 0.1));
  }
  return svg("g", { class: name }, svg("circle", { cx: box.cx, cy: box.cy, r: size * 0.34, class: "body" }),
    text(box.cx, box.cy, cell.piece, size * 0.34, "letter"));
}

/** @param {Box} box @param {number} arm @param {number} width */
function cross({ cx, cy }, arm, width) {
  const path = `M${cx - arm} ${cy - arm}L${cx + arm} ${cy + arm}M${cx + arm} ${cy - arm}L${cx - arm} ${cy + arm}`;
  return svg("path", { d: path, class: "line", "stroke-width": width });
}

/** @param {Box} box @param {number} r @param {number} width */
function ring({ cx, cy }, r, width) {
  return svg("circle", { cx, cy, r, class: "line", "stroke-width": width });
}

/**
 * The two sides' discs differ by what is cut into them, not by colour alone.
 * @param {Box} box @param {number} size @param {number} side
 */
function disc(box, size, side) {
  const body = svg("circle", { cx: box.cx, cy: box.cy, r: size * 0.39, class: "body" });
  return [body, side === 0 ? cross(box, size * 0.12, size * 0.055) : ring(box, size * 0.17, size * 0.055)];
}

/** @param {Box} box @param {number} size */
function pawn({ cx, cy }, size) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `${cx + x * size} ${cy + y * size}`;
  const foot = `M${at(-0.3, 0.38)}L${at(0.3, 0.38)}`;
  const right = `C${at(0.3, 0.2)} ${at(0.16, 0.16)} ${at(0.12, -0.06)}L${at(0.17, -0.06)}L${at(0.17, -0.12)}`;
  const head = `L${at(0.1, -0.13)}A${0.16 * size} ${0.16 * size} 0 1 0 ${at(-0.1, -0.13)}`;
  const left = `L${at(-0.17, -0.12)}L${at(-0.17, -0.06)}L${at(-0.12, -0.06)}C${at(-0.16, 0.16)} ${at(-0.3, 0.2)}`;
  const path = `${foot}${right}${head}${left} ${at(-0.3, 0.38)}Z`;
  return svg("path", { d: path, class: "body" });
}

/** @param {string} words @param {Box} box @param {number} size */
function block(words, { x, y, w, h, cx, cy }, size) {
  const gap = size * 0.1;
  return svg(
    "g",
    { class: "piece block" },
    svg("rect", { x: x + gap, y: y + gap, width: w - 2 * gap, height: h - 2 * gap, rx: size * 0.1, class: "body" }),
    text(cx, cy, words, Math.min(size * 0.4, (1.5 * w) / (words.length + 1)), "letter"),
  );
}

/** @param {Box} box @param {number} size */
function match({ cx, cy }, size) {
  return svg(
    "g",
    { class: "piece thing" },
    svg("rect", { x: cx - size * 0.07, y: cy - size * 0.28, width: size * 0.14, height: size * 0.64, rx: size * 0.05,
      class: "body" }),
    svg("ellipse", { cx, cy: cy - size * 0.27, rx: size * 0.11, ry: size * 0.14, class: "head" }),
  );
}

/**
 * A hexagon with its tips above and below its cell, so that rows half a cell apart fit together.
 * @param {Box} box @param {number} inset
 */
function hexagon({ x, y, w, h, cx }, inset) {
  const [left, right, slope] = [x + inset, x + w - inset, h / 6];
  const upper = `M${cx} ${y - slope + inset}L${right} ${y + slope}`;
  return `${upper}V${y + h - slope}L${cx} ${y + h + slope - inset}L${left} ${y + h - slope}V${y + slope}Z`;
}

/**
 * An edge of Dots and Boxes; the dots sit half a line width past its ends.
 * @param {Api.CellView} cell @param {Box} box
 */
function stroke(cell, { x, y, w, h, cx, cy }) {
  const reach = Math.min(w, h) / 2;
  const [x1, y1, x2, y2] = w > h ? [x - reach, cy, x + w + reach, cy] : [cx, y - reach, cx, y + h + reach];
  const drawn = { "stroke-width": Math.max(4, reach * 0.5), class: "drawn" };
  const look = cell.piece === "" ? { "stroke-width": 2, class: "undrawn" } : drawn;
  const r = Math.max(3.5, reach * 0.35);
  return svg(
    "g",
    {},
    svg("line", { x1, y1, x2, y2, ...look }),
    svg("circle", { cx: x1, cy: y1, r, class: "dot" }),
    svg("circle", { cx: x2, cy: y2, r, class: "dot" }),
  );
}

/** @param {Api.CellView} cell @param {{ cx: number, cy: number }} middle @param {number} side */
function dieBody(cell, { cx, cy }, side) {
  return svg("rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, rx: side * 0.16,
    class: cell.piece === "" ? "die unrolled" : "die" });
}

/** Where the pips of a die lie, in parts of its side from its middle; an odd face has one in the middle too. */
const CORNER_PIPS = [[-1, -1], [1, 1], [1, -1], [-1, 1], [-1, 0], [1, 0]];

/**
 * The face of a die: pips, or a number that is greater than six.
 * @param {string} rolled @param {Box} box @param {number} side
 */
function face(rolled, { cx, cy }, side) {
  const many = Number(rolled);
  if (!(many >= 1 && many <= 6)) return text(cx, cy, rolled, side * 0.5, "pips");
  const places = [...CORNER_PIPS.slice(0, many - (many % 2)), ...(many % 2 ? [[0, 0]] : [])];
  return svg("g", { class: "piece pips" },
    places.map(([x, y]) => svg("circle", { cx: cx + 0.27 * x * side, cy: cy + 0.27 * y * side, r: side * 0.09 })));
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const MOST_SEEDS = 60;

/**
 * Where seeds lie within a circle of radius 1: few in a ring, more as in a sunflower, so that every number of them has
 * its own even picture.
 * @param {number} many
 * @returns {[x: number, y: number][]}
 */
function seedPlaces(many) {
  if (many === 1) return [[0, 0]];
  const isRing = many < 6;
  return Array.from({ length: many }, (_, number) => {
    const out = isRing ? 0.6 : Math.sqrt((number + 0.5) / many);
    const turn = isRing ? ((2 * number + 1) * Math.PI) / many - Math.PI / 2 : number * GOLDEN_ANGLE;
    return [out * Math.cos(turn), out * Math.sin(turn)];
  });
}

/**
 * The seeds of a pit, and below them how many they are. The space below that is for the value of a move, or for a
 * store's name.
 * @param {Api.CellView} cell @param {Box} box @param {number} size
 */
function seeds(cell, { cx, y, w, h }, size) {
  const many = Math.min(Number(cell.piece), MOST_SEEDS);
  const isStore = cell.height > 1;
  const font = Math.max(Math.min(13, size * 0.34), Math.min(22, size * 0.26));
  const [wide, tall] = [Math.max(font * 1.5, font * (0.8 + 0.62 * cell.piece.length)), font * 1.35];
  const number = y + h - size * (isStore ? 0.52 : 0.42) - tall / 2;
  const top = y + size * (isStore ? 0.2 : 0.3); // below the pit's name
  const bottom = number - tall / 2 - size * 0.04;
  // Few seeds lie together; many fill the pit.
  const rx = w * 0.3;
  const ry = Math.min((bottom - top) / 2, rx * (1.2 + many / 8));
  const middle = isStore ? bottom - ry : (top + bottom) / 2;
  const r = Math.max(1, Math.min(size * 0.1, 0.38 * Math.sqrt((Math.PI * rx * ry) / Math.max(1, many))));
  const dots = seedPlaces(many)
    .map(([across, down]) => svg("circle",
      { cx: cx + across * (rx - r / 3), cy: middle + down * (ry - r), r, class: "seed" }));
  return svg(
    "g",
    { class: "piece" },
    dots,
    svg("rect", { x: cx - wide / 2, y: number - tall / 2, width: wide, height: tall, rx: tall / 2, class: "badge" }),
    text(cx, number + 0.5, cell.piece, font, "count"),
  );
}

/** The outline of a cell, drawn inside it. @param {Api.CellView} cell @param {Layout} at @param {string} name */
export function outline(cell, at, name, inset = 3) {
  const { x, y, w, h, cx, cy } = at.box(cell);
  if (cell.kind === "hole") return svg("circle", { cx, cy, r: at.size * 0.46 - inset / 2, class: name });
  if (cell.kind === "stone") return svg("circle", { cx, cy, r: at.size * 0.5 - inset / 2, class: name });
  if (cell.kind === "hexagon") return svg("path", { d: hexagon({ x, y, w, h, cx, cy }, inset), class: name });
  const rx = cell.kind === "pit" ? at.size * 0.4 : 5;
  return svg("rect", { x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset, rx, class: name });
}

/**
 * Four corners around a cell: the last move. A stone gets a ring; flat squares are lit by their class.
 * @param {Api.CellView} cell @param {Layout} at
 */
export function corners(cell, at) {
  const { x, y, w, h, cx, cy } = at.box(cell);
  if (cell.kind === "stone") {
    return svg("circle", { cx, cy, r: at.size * 0.22, class: "last-stone",
      "stroke-width": Math.max(2, at.size * 0.07) });
  }
  if (isFlat(cell.kind)) return null;
  const arm = Math.max(5, at.size * 0.2);
  const [l, t, r, b] = [x + 2.5, y + 2.5, x + w - 2.5, y + h - 2.5];
  const above = `M${l} ${t + arm}V${t}H${l + arm}M${r - arm} ${t}H${r}V${t + arm}`;
  const path = `${above}M${r} ${b - arm}V${b}H${r - arm}M${l + arm} ${b}H${l}V${b - arm}`;
  return svg("g", { class: "corners" }, svg("path", { d: path, class: "under" }),
    svg("path", { d: path, class: "upper" }));
}

/** The marks of cells that are drawn over them. @param {Api.BoardView} board @param {Layout} at */
export function cellMarks(board, at) {
  return Object.entries(board.marks)
    .flatMap(([index, reason]) => (reason === "ko" ? [koMark(board.cells[Number(index)], at)] : []));
}

/**
 * The classes of a cell that do not depend on who looks at it.
 * @param {Api.BoardView} board @param {number} index
 * @param {number[] | null} last the cells of the last move
 */
export function cellClasses(board, index, last) {
  return ["cell", board.cells[index].piece !== "" && "taken", last?.includes(index) && "last", board.marks[index],
    board.faded.includes(index) && "faded"];
}

/**
 * An arrow between the middles of two cells.
 * @param {Api.CellView} from @param {Api.CellView} to @param {Layout} at @param {string} name
 */
export function arrow(from, to, at, name) {
  const [a, b] = [at.box(from), at.box(to)];
  const [dx, dy] = [b.cx - a.cx, b.cy - a.cy];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [x, y] = [b.cx - ux * at.size * 0.1, b.cy - uy * at.size * 0.1];
  const head = Math.max(7, at.size * 0.13);
  const back = [x - ux * head, y - uy * head];
  const points = [[x, y], [back[0] - uy * head * 0.6, back[1] + ux * head * 0.6],
    [back[0] + uy * head * 0.6, back[1] - ux * head * 0.6]];
  return svg(
    "g",
    { class: `arrow ${name}` },
    svg("line", { x1: a.cx + ux * at.size * 0.3, y1: a.cy + uy * at.size * 0.3, x2: back[0], y2: back[1] }),
    svg("polygon", { points: points.map((point) => point.join(",")).join(" ") }),
  );
}

/** The line that won, through the middles of its cells. @param {Api.CellView[]} cells @param {Layout} at */
export function winningLine(cells, at) {
  const middles = cells.map((cell) => at.box(cell));
  const path = { points: middles.map(({ cx, cy }) => `${cx},${cy}`).join(" "), pathLength: 1 };
  // A line of boards is thicker than one of cells.
  const [from, to] = [middles[0], middles[middles.length - 1]];
  const width = Math.max(2, at.size * 0.05, (0.04 * Math.hypot(to.cx - from.cx, to.cy - from.cy)) / middles.length);
  return svg("g", { class: "winning" }, svg("polyline", { ...path, class: "under", "stroke-width": 2 * width }),
    svg("polyline", { ...path, class: "upper", "stroke-width": width }));
}
