// The size of what is drawn at a node: its shape or its board, where its edges meet it, and how wide a text is.

import { IS_CHANCE, IS_MIN } from "../recording/recording.js";

/** Nodes this many pixels apart have text; less, only a shape; still less, only a tick. */
export const FULL = 21;
export const SMALL = 9;

/** @typedef {{ x: number, y: number, wide: number, tall: number, owner?: number }} Box a rectangle by its middle */

/**
 * What stands at a node. `half` is half its width; the edge from above meets it at `top` pixels above its middle,
 * those to its children leave it at `bottom` pixels below. `size` scales a shape.
 * @typedef {{ kind: "tick" | "board" | "leaf" | "chance" | "max" | "min", size: number, half: number, top: number,
 *   bottom: number }} Shape
 */

const LARGEST = 18;
/** The height of the value below a board. */
export const BELOW_BOARD = 17;
const FRAME = 3;

/** @param {TreeView} view @param {{ id: number, gap: number }} node @returns {Shape} */
export function shapeOf(view, { id, gap }) {
  const { unit, board } = view;
  if (gap < SMALL) return { kind: "tick", size: 0, half: 2, top: 4, bottom: 4 };
  if (board) {
    const tall = board.tall / 2 + FRAME;
    return { kind: "board", size: board.wide, half: board.wide / 2 + FRAME, top: tall,
      bottom: tall + BELOW_BOARD * unit };
  }
  // No larger than leaves space for the edges between two plies.
  const size = Math.max(3, Math.min(LARGEST * unit, view.rise * 0.19, (gap - 2) / 2.6));
  const flags = view.current.flags[id];
  if (view.current.isLeaf(id)) return { kind: "leaf", size, half: size * 0.9, top: size * 0.9, bottom: size * 0.9 };
  if (flags & IS_CHANCE) return { kind: "chance", size, half: size * 1.15, top: size * 1.15, bottom: size * 1.15 };
  const [tip, base] = [size * 1.25, size * 0.8];
  return flags & IS_MIN ? { kind: "min", size, half: size * 1.3, top: base, bottom: tip }
    : { kind: "max", size, half: size * 1.3, top: tip, bottom: base };
}

/** The width of a shape at the height of the text in it. @param {Shape} shape */
export function insideOf({ kind, size }) {
  return kind === "leaf" ? size * 1.6 : kind === "chance" ? size * 2 : size * 1.7;
}

/** The widths of characters in the widest of the usual fonts, in parts of its size. @type {Record<string, number>} */
const WIDE = { W: 1.1, "…": 1, "∞": 0.9, "≤": 0.84, "≥": 0.84, "~": 0.84, "−": 0.84, "+": 0.84, "×": 0.84, "△": 0.8,
  "▽": 0.8, "✂": 0.9, " ": 0.35, ".": 0.38, ",": 0.38, "/": 0.37, ":": 0.4 };

/** The widths of texts that were measured before, in parts of the size: the same ones come in every frame. @type
 *   {Map<string, number>} */
const widths = new Map();
const MOST_WIDTHS = 5000;

/** @param {string} text @param {number} size */
export function textWidth(text, size, bold = false) {
  let wide = widths.get(text);
  if (wide === undefined) {
    wide = 0;
    for (const character of text) wide += WIDE[character] ?? 0.64;
    if (widths.size >= MOST_WIDTHS) widths.clear();
    widths.set(text, wide);
  }
  return wide * size * (bold ? 1.06 : 1);
}

/** Rectangles that must not overlap, unless they have the same owner; found by their heights. */
export class Occupied {
  constructor() {
    /** @type {Map<number, Box[]>} */
    this.rows = new Map();
  }

  /** @param {Box} box */
  add(box) {
    for (let row = rowOf(box.y - box.tall / 2); row <= rowOf(box.y + box.tall / 2); row++) {
      const boxes = this.rows.get(row);
      if (boxes) boxes.push(box);
      else this.rows.set(row, [box]);
    }
  }

  /** @param {Box} box */
  isFree(box) {
    const isForeign = (/** @type {Box} */ other) => box.owner === undefined || box.owner !== other.owner;
    for (let row = rowOf(box.y - box.tall / 2); row <= rowOf(box.y + box.tall / 2); row++) {
      if (this.rows.get(row)?.some((other) => isForeign(other) && overlap(box, other))) return false;
    }
    return true;
  }
}

/** @param {number} y */
function rowOf(y) {
  return Math.floor(y / 24);
}

/** @param {Box} one @param {Box} other */
export function overlap(one, other) {
  return Math.abs(one.x - other.x) < (one.wide + other.wide) / 2
    && Math.abs(one.y - other.y) < (one.tall + other.tall) / 2;
}
