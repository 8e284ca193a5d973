// What is written in the picture of a tree, and where: moves, values, reasons of cuts, counts. Nothing is drawn here.

import { cutSigns } from "./captions.js";
import { EARLIER, PRUNED } from "./merged.js";
import { nodeLabel } from "./node_text.js";
import { HAS_CUT, IS_CHANCE, IS_MIN, IS_REMEMBERED } from "./recording.js";
import { EDGE, FULL } from "./tree_view.js";

/** @typedef {import("./tree_view.js").TreeView} TreeView */
/** @typedef {import("./tree_view.js").SeenNode} SeenNode */

/**
 * A text with its middle; `colour` names a colour of the page, `boxed` puts the ground behind it.
 * @typedef {{
 *   kind: "move" | "chance" | "value" | "note" | "hidden" | "playouts", id: number, text: string, x: number, y: number,
 *   size: number, colour: "ink" | "faint" | "loss" | "onAccent", boxed: boolean, bold: boolean,
 * }} Label
 */

/** The width of a character, in parts of the size of the font. */
export const WIDTH = 0.58;

/**
 * All labels of the nodes in view.
 * @param {TreeView} view
 * @param {SeenNode[]} nodes
 * @param {boolean} covered whether the values of open nodes are hidden
 */
export function labelsOf(view, nodes, covered = false) {
  /** @type {Label[]} */
  const labels = [];
  for (const node of nodes) {
    if (node.gap < FULL || node.x < -EDGE || node.x > view.width + EDGE) continue;
    if (view.shown.parent[node.local] >= 0) labels.push(...edgeLabels(view, node));
    const value = valueLabel(view, node, covered);
    if (value) labels.push(value);
    labels.push(...notes(view, node));
  }
  return labels;
}

/**
 * Half the height of a node's shape.
 * @param {TreeView} view
 * @param {{ gap: number }} node
 */
export function sizeOf(view, { gap }) {
  return Math.max(4, Math.min(15 * view.unit, gap / (gap >= FULL ? 1.95 : 2.6)));
}

/**
 * The move along an edge, and below it the probability of an outcome of chance.
 * @param {TreeView} view
 * @param {SeenNode} node
 */
function edgeLabels(view, node) {
  const above = view.shown.parent[node.local];
  const [topX, topY] = [view.placeX(above), view.placeY(above)];
  /** @type {(kind: Label["kind"], text: string, part: number) => Label} */
  const label = (kind, text, part) => {
    const y = topY + 10 * view.unit + (node.y - 20 * view.unit - topY) * part;
    return { kind, id: node.id, text, x: topX + (node.x - topX) * part, y, size: 11, colour: "faint", boxed: true, bold: false };
  };
  const chance = view.current.chanceText(node.id);
  const move = view.current.moveText(node.id);
  return chance ? [label("move", move, 0.34), label("chance", chance, 0.62)] : [label("move", move, 0.42)];
}

/**
 * @param {TreeView} view
 * @param {SeenNode} node
 * @param {boolean} covered
 * @returns {Label | null}
 */
function valueLabel(view, { id, x, y, gap, state }, covered) {
  const tree = view.current;
  const text = nodeLabel(tree, id, view.step, covered);
  if (!text) return null;
  const isCurrent = id === tree.of[tree.recording.node[view.step]];
  const isPale = state === PRUNED || state === EARLIER;
  const lift = tree.flags[id] & IS_CHANCE ? 0 : tree.flags[id] & IS_MIN ? -3.5 : 4;
  // As large as fits beside the next node, and no larger than the shape is wide.
  const widest = Math.min(gap - 3, 34 * view.unit);
  const size = Math.min(12, widest / (text.length * WIDTH) / view.unit);
  return {
    kind: "value",
    id,
    text,
    x,
    y: y + (tree.isLeaf(id) ? 0 : lift * view.unit),
    size,
    colour: isCurrent ? "onAccent" : isPale ? "faint" : "ink",
    boxed: false,
    bold: true,
  };
}

/**
 * What stands above and below a node: why it was cut or that the table answered, playouts, and nodes left out.
 * @param {TreeView} view
 * @param {SeenNode} node
 */
function notes(view, { local, id, x, y, gap, state }) {
  /** @type {Label[]} */
  const labels = [];
  const tree = view.current;
  const { recording } = tree;
  const add = (/** @type {Label["kind"]} */ kind, /** @type {string} */ text, /** @type {number} */ dy, /** @type {Label["colour"]} */ colour) => {
    labels.push({ kind, id, text, x, y: y + dy * view.unit, size: 10.5, colour, boxed: true, bold: false });
  };
  const hidden = view.shown.hidden?.[local] ?? 0;
  if (hidden) add("hidden", `+${hidden.toLocaleString("en")}`, 27, "faint");
  const visit = tree.visit(id, view.step);
  if (visit < 0 || state === PRUNED) return labels;
  if (tree.sums) add("playouts", `×${tree.playouts(id, view.step).count}`, 27, "faint");
  const words = [];
  if (recording.flags[visit] & IS_REMEMBERED && recording.enterAt[visit] < view.step) words.push("table");
  if (recording.flags[visit] & HAS_CUT && recording.cutOf(visit) <= view.step) words.push(cutSigns(recording, visit));
  const text = words.join(" ");
  if (text && text.length * 5.6 * view.unit < gap) add("note", text, -23, "loss");
  return labels;
}
