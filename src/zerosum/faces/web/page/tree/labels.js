// What is written in the picture of a tree, and where: moves, values, reasons of cuts, counts. Nothing is drawn here.
//
// No label lies on another one or on a shape. Each has some places; it takes the first that is free, or is left out.

import { cutSigns } from "../recording/captions.js";
import { EARLIER, PRUNED, UNSEEN } from "./merged.js";
import { nodeLabel } from "./node_text.js";
import { HAS_CUT, IS_CHANCE, IS_MIN, IS_REMEMBERED } from "../recording/recording.js";
import { BELOW_BOARD, FULL, insideOf, Occupied, overlap, shapeOf, SMALL, textWidth } from "./geometry.js";
import { proofNumbers } from "../recording/search_numbers.js";
import { EDGE } from "./view.js";

/**
 * A text with its middle and its size in pixels; `colour` names a colour of the page, `boxed` puts the ground behind
 * it.
 * @typedef {{ kind: "move" | "chance" | "value" | "note" | "hidden" | "playouts" | "numbers", id: number,
 *   text: string, x: number, y: number, wide: number, tall: number, size: number,
 *   colour: "ink" | "faint" | "loss" | "onAccent", boxed: boolean, bold: boolean, owner?: number }} Label
 */

/** How far down its edge a move stands, in parts; and a probability below it. */
const PARTS = [0.5, 0.62, 0.4, 0.72, 0.3, 0.22];
/** The least pixels between the moves of siblings. */
const MOVES_APART = 5;
const UPPER_PARTS = [0.36, 0.28, 0.44];
const LOWER_PARTS = [0.68, 0.6, 0.76];
/** A smaller font is not readable; on the path to the current node it may be somewhat smaller. What is left out is
 *   said under the pointer. */
const LEAST_FONT = 9.5;
const LEAST_ON_PATH = 8.5;
/** Leaves this many pixels apart have space for a digit below them. */
const LEAST_GAP = 7;
/** The reason of a cut is left out where the node has less than this part of its width. */
const LEAST_PART = 0.8;
/** A value may be so many pixels wider than its shape at that height. */
const FRINGE = 2;
/** Made once: a format costs more than all else that is written. */
const NUMBERS = new Intl.NumberFormat("en");

/**
 * All labels of the nodes in view.
 * @param {TreeView} view @param {SeenNode[]} nodes
 * @param {boolean} covered whether the values of open nodes are hidden
 */
export function labelsOf(view, nodes, covered = false) {
  const shown = nodes.filter((node) => node.gap >= FULL && node.x >= -EDGE && node.x <= view.width + EDGE);
  const taken = new Occupied();
  for (const node of nodes) if (node.gap >= SMALL) obstacles(view, node).forEach((box) => taken.add(box));
  /** @type {Label[]} */
  const labels = [];
  const onPath = new Set([...view.current.recording.path(view.step).map((visit) => view.current.of[visit]),
    ...(view.isOver ? view.current.line : [])]);
  const add = (/** @type {Label} */ label) => {
    taken.add(label);
    labels.push(label);
  };
  /** @type {(label: Label, places: number[][]) => boolean} whether there was a place */
  const put = (label, places) => {
    for (const [x, y] of places) {
      const placed = { ...label, x, y };
      const isCut = x < placed.wide / 2 || x > view.width - placed.wide / 2;
      if (isCut || !taken.isFree(placed)) continue;
      add(placed);
      return true;
    }
    return false;
  };
  for (const node of shown) {
    const value = valueLabel(view, node, covered, onPath.has(node.id));
    // A value that is wider than its shape stands below or beside it where there is space.
    const isWide = value && shapeOf(view, node).kind !== "board" && value.size < LEAST_FONT;
    const outside = isWide && sized(view, { ...value, size: 10.5, boxed: true });
    if (outside && put(outside, placesAside(view, node, outside))) continue;
    if (value && value.wide <= node.gap && value.size >= (onPath.has(node.id) ? LEAST_ON_PATH : LEAST_FONT)) {
      add(value);
    }
  }
  // Where leaves are too close for values in them, those that are narrow enough stand below.
  for (const node of nodes) {
    if (node.gap < LEAST_GAP || node.gap >= FULL || !view.current.isLeaf(node.id)) continue;
    const value = leafValue(view, node, covered);
    if (value && value.wide <= node.gap) put(value, [[value.x, value.y]]);
  }
  // The move to the current node is in view whatever else is.
  const groups = [...bySiblings(view, shown)];
  const isFirst = (/** @type {SeenNode[]} */ group) => group.some(({ id }) => onPath.has(id));
  for (const group of groups) if (isFirst(group)) putMoves(view, group, taken, labels);
  for (const node of shown) {
    const note = noteLabel(view, node);
    // It may stand on the end of its own edge, low enough to leave space for the move.
    if (note && (onPath.has(node.id) || node.gap >= LEAST_PART * note.wide)) {
      put({ ...note, owner: node.id }, besides(view, node, note));
    }
  }
  for (const group of groups) if (!isFirst(group)) putMoves(view, group, taken, labels);
  for (const node of shown) {
    const count = countLabel(view, node);
    if (count) put(count, below(view, node, count));
  }
  return labels;
}

/**
 * The value of a leaf, below it.
 * @param {TreeView} view @param {SeenNode} node @param {boolean} covered
 * @returns {Label | null}
 */
function leafValue(view, node, covered) {
  const text = nodeLabel(view.current, node.id, view.step, covered);
  if (!text) return null;
  const isFaint = node.state === PRUNED || node.state === EARLIER || node.state === UNSEEN;
  const label = sized(view,
    { kind: "value", id: node.id, text, size: node.gap < SMALL ? LEAST_FONT : 10.5, colour: isFaint ? "faint" : "ink",
      boxed: false });
  return { ...label, wide: label.wide - 2, x: node.x, y: node.y + shapeOf(view, node).bottom + 9 * view.unit };
}

/**
 * What no label may cover: a node, and the end of the edge that leads to it.
 * @param {TreeView} view @param {SeenNode} node
 */
function obstacles(view, node) {
  const { half, top, bottom } = shapeOf(view, node);
  const shape = { x: node.x, y: node.y + (bottom - top) / 2, wide: 2 * half, tall: top + bottom };
  if (view.shown.parent[node.local] < 0) return [shape];
  return [shape, { x: node.x, y: node.y - top - 4 * view.unit, wide: 3, tall: 8 * view.unit, owner: node.id }];
}

/**
 * A label without a place.
 * @param {TreeView} view
 * @param {Pick<Label, "kind" | "id" | "text" | "size" | "colour"> & { boxed?: boolean, bold?: boolean }} label
 * @returns {Label}
 */
function sized({ unit }, { boxed = true, bold = false, ...label }) {
  return { ...label, boxed, bold, x: 0, y: 0, wide: textWidth(label.text, label.size * unit, bold) + 3,
    tall: label.size * 1.2 * unit };
}

/** Nodes with a parent, in groups of siblings. @param {TreeView} view @param {SeenNode[]} nodes */
function bySiblings(view, nodes) {
  /** @type {Map<number, SeenNode[]>} */
  const groups = new Map();
  for (const node of nodes) {
    const above = view.shown.parent[node.local];
    if (above < 0) continue;
    const group = groups.get(above);
    if (group) group.push(node);
    else groups.set(above, [node]);
  }
  return groups.values();
}

/**
 * Write the moves of siblings on their edges, all at the same height where that leaves out the fewest.
 * @param {TreeView} view @param {SeenNode[]} group @param {Occupied} taken @param {Label[]} labels
 */
function putMoves(view, group, taken, labels) {
  const edges = group.map((node) => view.edge(node));
  const write = (/** @type {"move" | "chance"} */ kind, /** @type {(id: number) => string} */ text,
    /** @type {number[]} */ parts) => {
    const wanted = group.map(({ id }) => sized(view, { kind, id, text: text(id), size: 11, colour: "faint" }));
    const at = (/** @type {number} */ part) => wanted.map((label, index) => onEdge(label, edges[index], part));
    /** @type {Label[]} */
    let best = [];
    for (const part of parts) {
      const row = fitting(at(part), taken);
      if (row.length > best.length) best = row;
      if (best.length === group.length) break;
    }
    const add = (/** @type {Label} */ label) => {
      taken.add(label);
      labels.push(label);
    };
    best.forEach(add);
    if (best.length === group.length) return;
    // Those that do not fit into the row stand higher or lower, where that is free.
    const placed = new Set(best.map(({ id }) => id));
    for (const label of parts.flatMap(at)) {
      if (placed.has(label.id) || !taken.isFree(label)) continue;
      placed.add(label.id);
      add(label);
    }
  };
  const hasChance = view.current.chanceText(group[0].id) !== "";
  write("move", (id) => view.current.moveText(id), hasChance ? UPPER_PARTS : PARTS);
  if (hasChance) write("chance", (id) => view.current.chanceText(id), LOWER_PARTS);
}

/**
 * Those labels of a row, from left to right, that are free and do not overlap each other.
 * @param {Label[]} row @param {Occupied} taken
 */
function fitting(row, taken) {
  /** @type {Label[]} */
  const found = [];
  for (const label of row) {
    const [last] = found.slice(-1);
    const isBesideLast = !last || !overlap(last, { ...label, wide: label.wide + MOVES_APART });
    if (isBesideLast && taken.isFree(label)) found.push(label);
  }
  return found;
}

/**
 * A label at a place on an edge.
 * @param {Label} label @param {ReturnType<TreeView["edge"]>} edge @param {number} part
 * @returns {Label}
 */
function onEdge(label, { from, to }, part) {
  return { ...label, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/**
 * @param {TreeView} view @param {SeenNode} node @param {boolean} covered @param {boolean} onPath
 * @returns {Label | null}
 */
function valueLabel(view, node, covered, onPath) {
  const { id, x, y, gap, state } = node;
  const tree = view.current;
  const shape = shapeOf(view, node);
  // Below a board stands who chooses, and the value; in a shape the value alone.
  const who = shape.kind !== "board" || tree.isLeaf(id) ? "" : tree.flags[id] & IS_CHANCE ? "○"
    : tree.flags[id] & IS_MIN ? "▽" : "△";
  const text = [who, nodeLabel(tree, id, view.step, covered)].filter(Boolean).join(" ");
  if (!text) return null;
  const isCurrent = id === tree.of[tree.recording.node[view.step]];
  const colour = isCurrent ? "onAccent" : state === PRUNED || state === EARLIER || state === UNSEEN ? "faint" : "ink";
  if (shape.kind === "board") {
    const label = sized(view,
      { kind: "value", id, text, size: fontFor(text, 2 * shape.half, gap, view.unit), colour, bold: true });
    return { ...label, x, y: y + shape.bottom - (BELOW_BOARD / 2) * view.unit };
  }
  const one = textWidth(text, view.unit, true);
  const size = Math.max(onPath ? LEAST_ON_PATH : 0, Math.min(12, (insideOf(shape) + FRINGE) / one));
  const label = sized(view, { kind: "value", id, text, size, colour, boxed: false, bold: true });
  // In a triangle, at its base, where it is widest.
  const lift = { max: 1, min: -1 }[/** @type {string} */ (shape.kind)] ?? 0;
  return { ...label, x, y: y + lift * (shape.size * 0.8 - label.tall / 2 - 0.5) };
}

/**
 * Where a value that is wider than its shape may stand: below a node without edges, else right or left of it.
 * @param {TreeView} view @param {SeenNode} node @param {Label} label
 */
function placesAside(view, node, label) {
  const { half, bottom } = shapeOf(view, node);
  const away = half + label.wide / 2 + 2;
  const isEnd = view.shown.hidden?.[node.local] || view.current.first[node.id] < 0;
  const under = isEnd ? [[node.x, node.y + bottom + 8 * view.unit]] : [];
  return [...under, [node.x + away, node.y], [node.x - away, node.y]];
}

/**
 * The size of a font, in parts of the unit, that fits a text into a width. Where that is hard to read it is larger, up
 * to the gap between nodes.
 * @param {string} text @param {number} wide @param {number} gap @param {number} unit
 */
function fontFor(text, wide, gap, unit) {
  const one = textWidth(text, unit, true);
  return Math.max(LEAST_ON_PATH, Math.min(10.5, (gap - 6) / one), Math.min(12, wide / one));
}

/** Why a node was cut, or that the table answered. @param {TreeView} view @param {SeenNode} node */
function noteLabel(view, { id, state }) {
  const { recording } = view.current;
  const visit = view.current.visit(id, view.step);
  if (visit < 0 || state === PRUNED) return null;
  const words = [];
  if (recording.flags[visit] & IS_REMEMBERED && recording.enterAt[visit] < view.step) words.push("table");
  if (recording.flags[visit] & HAS_CUT && recording.cutOf(visit) <= view.step) words.push(cutSigns(recording, visit));
  const text = words.join(" ");
  if (!text) return null;
  const label = sized(view, { kind: "note", id, text, size: 10.5, colour: "loss" });
  return { ...label, wide: label.wide + 6 };
}

/**
 * Where a note may stand: above the node beside the end of its edge, on the side away from the parent, or on the edge.
 * @param {TreeView} view @param {SeenNode} node @param {Label} label
 */
function besides(view, node, label) {
  const { top } = shapeOf(view, node);
  const above = view.shown.parent[node.local];
  const away = above >= 0 && view.placeX(above) > node.x ? -1 : 1;
  const [aside, y] = [label.wide / 2 + 3, node.y - top - 7 * view.unit];
  return [[node.x + away * aside, y], [node.x - away * aside, y], [node.x, node.y - top - 11 * view.unit],
    [node.x, node.y - top - 16 * view.unit], [node.x, node.y - top - 26 * view.unit]];
}

/**
 * What is counted at a node: nodes that are left out below it, proof and disproof numbers, or playouts.
 * @param {TreeView} view @param {SeenNode} node
 */
function countLabel(view, { local, id, state }) {
  const tree = view.current;
  const hidden = view.shown.hidden?.[local] ?? 0;
  if (hidden) {
    return sized(view, { kind: "hidden", id, text: `+${NUMBERS.format(hidden)}`, size: 10.5, colour: "faint" });
  }
  const numbers = tree.recording.proof.length ? proofNumbers(tree, id, view.step) : null;
  if (numbers) {
    const [proof, disproof] = [numbers.proof, numbers.disproof].map((each) => (each === Infinity ? "∞" : each));
    return sized(view, { kind: "numbers", id, text: `p${proof} d${disproof}`, size: 10.5, colour: "faint" });
  }
  if (!tree.sums || state === PRUNED || tree.visit(id, view.step) < 0) return null;
  return sized(view, { kind: "playouts", id, text: `×${tree.playouts(id, view.step).count}`, size: 10.5,
    colour: "faint" });
}

/**
 * Where a count may stand: below a node without edges, else beside the place where they leave it.
 * @param {TreeView} view @param {SeenNode} node @param {Label} label
 */
function below(view, node, label) {
  const { half, bottom } = shapeOf(view, node);
  const y = node.y + bottom + 8 * view.unit;
  if (view.shown.hidden?.[node.local] || view.current.first[node.id] < 0) return [[node.x, y]];
  const aside = half + label.wide / 2 + 1;
  return [[node.x + aside, node.y], [node.x + label.wide / 2 + 4, y], [node.x - label.wide / 2 - 4, y],
    [node.x, y + 2]];
}
