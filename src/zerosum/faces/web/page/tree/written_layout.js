// Where everything of a written tree's picture goes: nodes, the ends of edges, and the note beside each node.
//
// A note (a window, why it was cut, or on a key both, in two lines) stands above its node, beside the end of the edge,
// on the side away from the parent. The leaves come as far apart as the notes need: no note lies on another one, on a
// node or on the end of an edge.

import { cutSigns } from "../recording/captions.js";
import { layout } from "./layout.js";
import { HAS_CUT, IS_CHANCE, IS_MIN } from "../recording/recording.js";
import { windowText } from "../recording/scores.js";
import { Occupied, textWidth } from "./geometry.js";

/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {{ x: number, y: number, anchor: "start" | "middle" | "end" }} NotePlace where a text begins,
 *   has its middle or ends */

const [RISE, EDGE] = [90, 44];
/** The pixels from leaf to leaf: the first that leaves no overlap. */
const GAPS = [48, 54, 60, 68, 78, 90, 104, 120];
const FONT = 11.5;
const ASIDE = 6;
/** The height of a line of a note; the last line stands at its place. */
export const LINE = 14;
export const BLANK = "[ ___ , ___ ]";

/**
 * Half the width of a node's shape, and how far it reaches above and below its middle: a triangle of MAX points up,
 * one of MIN down.
 * @param {MergedTree} tree @param {number} node
 */
export function outline(tree, node) {
  if (tree.first[node] < 0) return { half: 17, top: 15, bottom: 15 };
  if (tree.flags[node] & IS_CHANCE) return { half: 19, top: 19, bottom: 19 };
  return tree.flags[node] & IS_MIN ? { half: 23, top: 14, bottom: 22 } : { half: 23, top: 22, bottom: 14 };
}

/**
 * The picture of a tree, in pixels. `at` gives the middle of a node; `notes` may be "blank", "search", "key" or
 * "none".
 * @param {MergedTree} tree @param {string} notes
 */
export function arranged(tree, notes) {
  const { x, levels, leaves } = layout(tree);
  const texts = notes === "none" ? new Map() : widestNotes(tree, notes);
  const gap = GAPS.find((each) => !isCrowded(tree, x, each, texts)) ?? GAPS[GAPS.length - 1];
  const paths = [""];
  /** @type {number[]} every node before those below it, from left to right */
  const order = [];
  const leafNumbers = new Map();
  const walk = [0];
  for (let node = walk.pop(); node !== undefined; node = walk.pop()) {
    order.push(node);
    if (tree.parent[node] >= 0) paths[node] = `${paths[tree.parent[node]]}.${tree.recording.texts[tree.move[node]]}`;
    if (tree.first[node] < 0) leafNumbers.set(node, leafNumbers.size);
    walk.push(...tree.children(node).reverse());
  }
  const at = (/** @type {number} */ node) => placeOf(tree, x, gap, node);
  return { at, gap, paths, order, leafNumbers, width: (leaves - 1) * gap + 2 * EDGE,
    height: (levels.length - 1) * RISE + 2 * EDGE };
}

/** How far from the left the root is, in parts of the picture. @param {MergedTree} tree */
export function rootPlace(tree) {
  const { x, leaves } = layout(tree);
  return leaves > 1 ? x[0] / (leaves - 1) : 0.5;
}

/**
 * @param {MergedTree} tree @param {Float64Array} x @param {number} gap @param {number} node
 * @returns {[x: number, y: number]}
 */
function placeOf(tree, x, gap, node) {
  return [EDGE + x[node] * gap, EDGE + tree.ply[node] * RISE];
}

/**
 * The note of a visit of an inner node: its window, or why it cut; both, in two lines, on a key.
 * @param {MergedTree} tree @param {number} visit @param {boolean} cuts @param {boolean} both
 */
export function visitNote({ recording }, visit, cuts, both) {
  const window = recording.windowed ? windowText(recording.scale, recording.alpha[visit], recording.beta[visit]) : "";
  if (!cuts) return window;
  return both && window ? `${window}\n${cutSigns(recording, visit)}` : cutSigns(recording, visit);
}

/** The widest note that each inner node has at any step. @param {MergedTree} tree @param {string} notes */
function widestNotes(tree, notes) {
  const { recording } = tree;
  const isBlank = notes === "blank";
  /** @type {Map<number, string>} */
  const found = new Map();
  for (let node = 0; node < tree.size; node++) if (isBlank && tree.first[node] >= 0) found.set(node, BLANK);
  for (let visit = 0; !isBlank && visit < recording.nodes; visit++) {
    const node = tree.of[visit];
    if (tree.first[node] < 0) continue;
    const texts = [found.get(node) ?? "", visitNote(tree, visit, false, false)];
    if (recording.flags[visit] & HAS_CUT) texts.push(visitNote(tree, visit, true, notes === "key"));
    found.set(node, texts.reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one)));
  }
  return found;
}

/** The lines of a note, and the width of the widest. @param {string} text */
function sizeOf(text) {
  const lines = text.split("\n");
  return { lines, wide: Math.max(...lines.map((line) => textWidth(line, FONT))) };
}

/** @param {string} text */
function areaOf(text) {
  const { lines, wide } = sizeOf(text);
  return lines.length * wide;
}

/**
 * Where the note of a node stands; `at` gives the middle of a node.
 * @param {MergedTree} tree @param {number} node @param {(node: number) => [x: number, y: number]} at
 * @returns {NotePlace}
 */
export function notePlace(tree, node, at) {
  const [x, y] = at(node);
  const above = tree.parent[node];
  const isChance = (tree.flags[node] & IS_CHANCE) > 0;
  if (above < 0) return { x, y: y - outline(tree, node).top - 5, anchor: "middle" };
  return at(above)[0] > x ? { x: x - ASIDE, y: y - (isChance ? 24 : 19), anchor: "end" }
    : { x: x + ASIDE, y: y - (isChance ? 24 : 19), anchor: "start" };
}

/** The rectangle of a note. @param {NotePlace} place @param {string} text @returns {Box} */
export function noteBox({ x, y, anchor }, text) {
  const { lines, wide: widest } = sizeOf(text);
  const wide = widest + 2;
  const middle = { start: x + wide / 2, middle: x, end: x - wide / 2 }[anchor];
  return { x: middle, y: y - 4 - (lines.length - 1) * (LINE / 2), wide, tall: lines.length * LINE };
}

/**
 * Whether notes overlap anything where leaves are so far apart.
 * @param {MergedTree} tree @param {Float64Array} x @param {number} gap @param {Map<number, string>} texts
 */
function isCrowded(tree, x, gap, texts) {
  const at = (/** @type {number} */ node) => placeOf(tree, x, gap, node);
  const taken = new Occupied();
  for (let node = 0; node < tree.size; node++) {
    const [middle, y] = at(node);
    const { half, top, bottom } = outline(tree, node);
    taken.add({ x: middle, y: y + (bottom - top) / 2, wide: 2 * half, tall: top + bottom, owner: node });
    if (tree.parent[node] >= 0) taken.add({ x: middle, y: y - top - 6, wide: 4, tall: 12, owner: node });
  }
  for (const [node, text] of texts) {
    if (!text) continue;
    const box = { ...noteBox(notePlace(tree, node, at), text), owner: node };
    if (!taken.isFree(box)) return true;
    taken.add(box);
  }
  return false;
}
