// The picture of a view of a tree on a canvas: edges, shapes and labels, no finer than a pixel can show.

import { EARLIER, OPEN, PRUNED, SEEN, UNSEEN } from "./merged.js";
import { IS_CHANCE, IS_MIN } from "./recording.js";
import { labelsOf, sizeOf, WIDTH } from "./tree_labels.js";
import { EDGE, SMALL } from "./tree_view.js";

/** @typedef {import("./tree_view.js").TreeView} TreeView */
/** @typedef {import("./tree_view.js").SeenNode} SeenNode */
/** @typedef {import("./tree_view.js").Run} Run */
/** @typedef {import("./tree_labels.js").Label} Label */
/** @typedef {ReturnType<typeof coloursOf>} Colours */

/**
 * What a picture is drawn with.
 * @typedef {{ ink: CanvasRenderingContext2D, colours: Colours, hatch: CanvasPattern | string }} Paint
 */

/** Half the height of the tick of a node, by its state. @type {Record<number, number>} */
const TICK_HEIGHTS = { [UNSEEN]: 2, [EARLIER]: 4, [PRUNED]: 3, [SEEN]: 6, [OPEN]: 9 };

/**
 * Draw everything but the map.
 * @param {TreeView} view
 * @param {Paint} paint
 * @param {boolean} covered whether the values of open nodes are hidden
 */
export function drawTree(view, paint, covered) {
  const { nodes, runs } = view.inView();
  drawRuns(view, paint, runs);
  drawEdges(view, paint, nodes);
  drawPath(view, paint);
  drawCuts(view, paint, nodes);
  const labels = labelsOf(view, nodes, covered);
  const isOnEdge = (/** @type {Label} */ { kind }) => kind === "move" || kind === "chance";
  for (const label of labels) if (isOnEdge(label)) write(view, paint, label);
  drawShapes(view, paint, nodes);
  for (const label of labels) if (!isOnEdge(label)) write(view, paint, label);
  drawTicks(paint, nodes);
  drawHere(view, paint);
}

/**
 * @param {Colours} colours
 * @param {number} state
 * @param {string} other
 */
function markColour(colours, state, other) {
  if (state === UNSEEN || state === EARLIER) return colours.line;
  if (state === PRUNED) return colours.loss;
  return state === OPEN ? colours.accent : other;
}

/**
 * @param {TreeView} view
 * @param {Paint} paint
 * @param {SeenNode[]} nodes
 */
function drawEdges(view, { ink, colours }, nodes) {
  const end = 10 * view.unit;
  for (const state of [UNSEEN, EARLIER, PRUNED, SEEN]) {
    ink.beginPath();
    for (const node of nodes) {
      const above = view.shown.parent[node.local];
      if (above < 0 || (node.state !== state && !(state === SEEN && node.state === OPEN))) continue;
      ink.moveTo(view.placeX(above), view.placeY(above) + end);
      ink.lineTo(node.x, node.y - end);
    }
    ink.strokeStyle = state === UNSEEN || state === EARLIER ? colours.line : colours.faint;
    ink.lineWidth = state === SEEN ? 1.5 : 1;
    ink.globalAlpha = state === UNSEEN ? 0.6 : 1;
    ink.setLineDash(state === PRUNED || state === UNSEEN ? [4, 4] : []);
    ink.stroke();
  }
  ink.setLineDash([]);
  ink.globalAlpha = 1;
}

/**
 * Two strokes across each branch that was cut.
 * @param {TreeView} view
 * @param {Paint} paint
 * @param {SeenNode[]} nodes
 */
function drawCuts(view, { ink, colours }, nodes) {
  const size = view.unit;
  ink.beginPath();
  for (const node of nodes) {
    const above = view.shown.parent[node.local];
    if (above < 0 || node.state !== PRUNED || node.gap < SMALL || node.x < -EDGE || node.x > view.width + EDGE) continue;
    if (view.current.state(view.id(above), view.step) === PRUNED) continue;
    const [topX, topY] = [view.placeX(above), view.placeY(above)];
    const [bottomY, part] = [node.y - 10 * size, 0.68];
    const [x, y] = [topX + (node.x - topX) * part, topY + (bottomY - topY) * part];
    const length = Math.hypot(node.x - topX, bottomY - topY) || 1;
    const [alongX, alongY] = [(node.x - topX) / length, (bottomY - topY) / length];
    for (const side of [-2.5 * size, 2.5 * size]) {
      ink.moveTo(x + alongY * 8 * size + side * alongX, y - alongX * 8 * size + side * alongY);
      ink.lineTo(x - alongY * 8 * size + side * alongX, y + alongX * 8 * size + side * alongY);
    }
  }
  ink.strokeStyle = colours.loss;
  ink.lineWidth = 2.5 * size;
  ink.stroke();
}

/**
 * @param {TreeView} view
 * @param {Paint} paint
 * @param {Label} label
 */
function write({ unit }, { ink, colours }, { text, x, y, size, colour, boxed, bold }) {
  ink.font = `${bold ? "600" : ""} ${size * unit}px system-ui, "DejaVu Sans", sans-serif`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  if (boxed) {
    // A box is some ten times as quick as an outline of the letters.
    const [wide, tall] = [text.length * size * WIDTH * unit + 3, size * 1.15 * unit];
    ink.fillStyle = colours.ground;
    ink.fillRect(x - wide / 2, y - tall / 2, wide, tall);
  }
  ink.fillStyle = colours[colour];
  ink.fillText(text, x, y);
}

/**
 * The shapes, all of one state at once; the current node has a colour of its own.
 * @param {TreeView} view
 * @param {Paint} paint
 * @param {SeenNode[]} nodes
 */
function drawShapes(view, paint, nodes) {
  const { ink, colours, hatch } = paint;
  const here = view.here;
  for (const state of [UNSEEN, EARLIER, PRUNED, SEEN, OPEN]) {
    ink.beginPath();
    let current = null;
    for (const node of nodes) {
      if (node.state !== state || node.gap < SMALL) continue;
      if (node.local === here) current = node;
      else shapePath(view, ink, node);
    }
    inkShapes(paint, state, state === PRUNED ? hatch : colours.ground, state === OPEN ? 3 : 1.5);
    if (!current) continue;
    ink.beginPath();
    shapePath(view, ink, current);
    inkShapes(paint, state, colours.accent, 3);
  }
}

/**
 * @param {Paint} paint
 * @param {number} state
 * @param {string | CanvasPattern} fill
 * @param {number} width
 */
function inkShapes({ ink, colours }, state, fill, width) {
  ink.fillStyle = fill;
  ink.globalAlpha = state === UNSEEN ? 0.6 : 1;
  ink.fill();
  ink.lineWidth = width;
  ink.strokeStyle = state === PRUNED ? colours.faint : markColour(colours, state, colours.ink);
  ink.setLineDash(state === PRUNED || state === UNSEEN ? [3, 3] : []);
  ink.stroke();
  ink.setLineDash([]);
  ink.globalAlpha = 1;
}

/**
 * MAX points up, MIN points down, chance is a circle, the end of a game is a square.
 * @param {TreeView} view
 * @param {CanvasRenderingContext2D} ink
 * @param {SeenNode} node
 */
function shapePath(view, ink, node) {
  const { id, x, y } = node;
  const size = sizeOf(view, node);
  if (view.current.isLeaf(id)) {
    ink.rect(x - size * 0.85, y - size * 0.85, size * 1.7, size * 1.7);
    return;
  }
  if (view.current.flags[id] & IS_CHANCE) {
    ink.moveTo(x + size * 1.15, y);
    ink.arc(x, y, size * 1.15, 0, 2 * Math.PI);
    return;
  }
  const up = view.current.flags[id] & IS_MIN ? 1 : -1;
  ink.moveTo(x, y + up * size * 1.25);
  ink.lineTo(x + size * 1.3, y - up * size * 0.8);
  ink.lineTo(x - size * 1.3, y - up * size * 0.8);
  ink.closePath();
}

/**
 * Nodes too close for shapes: a tick each, tall where the search has been.
 * @param {Paint} paint
 * @param {SeenNode[]} nodes
 */
function drawTicks({ ink, colours }, nodes) {
  for (const state of [UNSEEN, EARLIER, PRUNED, SEEN, OPEN]) {
    ink.beginPath();
    for (const node of nodes) {
      if (node.gap >= SMALL || node.state !== state) continue;
      const tall = TICK_HEIGHTS[state];
      const wide = state === OPEN ? 3 : Math.max(1, Math.min(3, node.gap - 1));
      ink.rect(node.x - wide / 2, node.y - tall, wide, 2 * tall);
    }
    ink.fillStyle = markColour(colours, state, colours.faint);
    ink.fill();
  }
}

/**
 * Levels too crowded for ticks: a bar, with a pale band up to the parents.
 * @param {TreeView} view
 * @param {Paint} paint
 * @param {Run[]} runs
 */
function drawRuns(view, { ink, colours }, runs) {
  const band = view.rise - 20 * view.unit;
  for (const { from, to, y, state } of runs) {
    const seen = state !== UNSEEN && state !== PRUNED;
    const tall = seen ? 6 : 3;
    ink.fillStyle = markColour(colours, state, colours.faint);
    ink.fillRect(from - 0.5, y - tall, to - from + 1, 2 * tall);
    ink.globalAlpha = seen ? 0.22 : 0.08;
    ink.fillRect(from - 0.5, y - band - tall, to - from + 1, band);
    ink.globalAlpha = 1;
  }
}

/**
 * The way from the root to the current node, bright.
 * @param {TreeView} view
 * @param {Paint} paint
 */
function drawPath(view, { ink, colours }) {
  const tree = view.current;
  const locals = tree.recording.path(view.step).map((visit) => view.local(tree.of[visit]));
  ink.beginPath();
  for (let at = 1; at < locals.length; at++) {
    if (locals[at] < 0) break;
    ink.moveTo(view.placeX(locals[at - 1]), view.placeY(locals[at - 1]) + 12 * view.unit);
    ink.lineTo(view.placeX(locals[at]), view.placeY(locals[at]) - 12 * view.unit);
  }
  ink.strokeStyle = colours.accent;
  ink.lineWidth = 3.5;
  ink.globalAlpha = 0.85;
  ink.stroke();
  ink.globalAlpha = 1;
}

/**
 * A ring around the current node, which may be too small to be seen.
 * @param {TreeView} view
 * @param {Paint} paint
 */
function drawHere(view, { ink, colours }) {
  const here = view.here;
  if (here < 0) return;
  ink.beginPath();
  ink.arc(view.placeX(here), view.placeY(here), 21 * view.unit, 0, 7);
  ink.strokeStyle = colours.accent;
  ink.lineWidth = 2;
  ink.stroke();
}

/**
 * Slanted lines, for what was pruned.
 * @param {CanvasRenderingContext2D} ink
 * @param {Colours} colours
 */
export function hatching(ink, colours) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const lines = tile.getContext("2d");
  if (!lines) return colours.ground;
  lines.strokeStyle = colours.line;
  lines.beginPath();
  for (const shift of [-6, 0, 6]) {
    lines.moveTo(shift - 1, 7);
    lines.lineTo(shift + 7, -1);
  }
  lines.stroke();
  return ink.createPattern(tile, "repeat") ?? colours.ground;
}

/** @param {Element} element */
export function coloursOf(element) {
  const style = getComputedStyle(element);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: colour("ground"),
    raised: colour("raised"),
    line: colour("line"),
    ink: colour("ink"),
    faint: colour("faint"),
    accent: colour("accent"),
    onAccent: colour("on-accent"),
    loss: colour("loss"),
  };
}
