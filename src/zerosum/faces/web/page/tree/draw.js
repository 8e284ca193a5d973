// The picture of a view of a tree on a canvas: edges, shapes and labels, no finer than a pixel can show.

import { EARLIER, OPEN, PRUNED, SEEN, UNSEEN } from "./merged.js";
import { shapeOf, SMALL } from "./geometry.js";
import { labelsOf } from "./labels.js";
import { EDGE } from "./view.js";

/** @typedef {import("./view.js").Run} Run */
/** @typedef {import("./labels.js").Label} Label */
/** @typedef {ReturnType<typeof coloursOf>} Colours */

/**
 * What a picture is drawn with.
 * @typedef {{ ink: CanvasRenderingContext2D, colours: Colours, hatch: CanvasPattern | string }} Paint
 */

/** How strong the lines of a node are that the search has not reached, or only in an earlier pass. @type
 *   {Record<number, number>} */
const PALE = { [UNSEEN]: 0.65, [EARLIER]: 0.75 };

const RING = 24;

/** Half the height of the tick of a node, by its state. @type {Record<number, number>} */
const TICK_HEIGHTS = { [UNSEEN]: 2, [EARLIER]: 4, [PRUNED]: 3, [SEEN]: 6, [OPEN]: 9 };

/**
 * Draw everything but the map.
 * @param {TreeView} view @param {Paint} paint
 * @param {boolean} covered whether the values of open nodes are hidden
 */
export function drawTree(view, paint, covered) {
  const { nodes, runs } = view.inView();
  drawRuns(view, paint, runs);
  drawEdges(view, paint, nodes);
  drawLine(view, paint, view.current.recording.path(view.step).map((visit) => view.current.of[visit]));
  if (view.isOver) drawLine(view, paint, view.current.line);
  drawCuts(view, paint, nodes);
  const labels = labelsOf(view, nodes, covered);
  const isOnEdge = (/** @type {Label} */ { kind }) => kind === "move" || kind === "chance";
  for (const label of labels) if (isOnEdge(label)) write(view, paint, label);
  // Below the shapes, so that it crosses none of the values beside it.
  drawHere(view, paint);
  drawShapes(view, paint, nodes);
  for (const label of labels) if (!isOnEdge(label)) write(view, paint, label);
  drawTicks(paint, nodes);
  return { nodes, runs };
}

/** @param {Colours} colours @param {number} state @param {string} other */
function markColour(colours, state, other) {
  if (state === UNSEEN || state === EARLIER) return colours.faint;
  if (state === PRUNED) return colours.loss;
  return state === OPEN ? colours.accent : other;
}

/** @param {TreeView} view @param {Paint} paint @param {SeenNode[]} nodes */
function drawEdges(view, { ink, colours }, nodes) {
  for (const state of [UNSEEN, EARLIER, PRUNED, SEEN]) {
    ink.beginPath();
    for (const node of nodes) {
      const above = view.shown.parent[node.local];
      if (above < 0 || (node.state !== state && !(state === SEEN && node.state === OPEN))) continue;
      const { from, to } = view.edge(node);
      ink.moveTo(from.x, from.y);
      ink.lineTo(to.x, to.y);
    }
    ink.strokeStyle = colours.faint;
    ink.lineWidth = state === SEEN ? 1.5 : 1;
    ink.globalAlpha = PALE[state] ?? 1;
    ink.setLineDash(state === PRUNED || state === UNSEEN ? [4, 4] : []);
    ink.stroke();
  }
  ink.setLineDash([]);
  ink.globalAlpha = 1;
}

/** Siblings so many pixels apart have one mark for all of them that were cut. */
const MARKS_APART = 21;

/**
 * Two strokes across each branch that was cut, or across all of a node where they are close to each other.
 * @param {TreeView} view @param {Paint} paint @param {SeenNode[]} nodes
 */
function drawCuts(view, { ink, colours }, nodes) {
  const size = view.unit;
  ink.beginPath();
  /** By its parent, the mark of a group: its ends and its height.
   *   @type {Map<number, { from: number, to: number, y: number }>} */
  const groups = new Map();
  for (const node of nodes) {
    const above = view.shown.parent[node.local];
    if (above < 0 || node.state !== PRUNED || node.gap < SMALL || node.x < -EDGE || node.x > view.width + EDGE) {
      continue;
    }
    if (view.current.state(view.id(above), view.step) === PRUNED) continue;
    const { from, to } = view.edge(node);
    const part = 0.82;
    const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
    if (node.gap < MARKS_APART) {
      const group = groups.get(above) ?? { from: x, to: x, y };
      groups.set(above, { from: Math.min(group.from, x), to: Math.max(group.to, x), y });
      continue;
    }
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [alongX, alongY] = [(to.x - from.x) / length, (to.y - from.y) / length];
    for (const side of [-2.5 * size, 2.5 * size]) {
      ink.moveTo(x + alongY * 8 * size + side * alongX, y - alongX * 8 * size + side * alongY);
      ink.lineTo(x - alongY * 8 * size + side * alongX, y + alongX * 8 * size + side * alongY);
    }
  }
  for (const { from, to, y } of groups.values()) {
    for (const side of [-2.2 * size, 2.2 * size]) {
      ink.moveTo(from - 3 * size, y + side + size);
      ink.lineTo(to + 3 * size, y + side - size);
    }
  }
  ink.strokeStyle = colours.loss;
  ink.lineWidth = 2.5 * size;
  ink.stroke();
}

/** @param {TreeView} view @param {Paint} paint @param {Label} label */
function write({ unit }, { ink, colours }, { text, x, y, wide, tall, size, colour, boxed, bold }) {
  ink.font = `${bold ? "600" : ""} ${size * unit}px system-ui, "DejaVu Sans", sans-serif`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  if (boxed) {
    // A box is some ten times as quick as an outline of the letters.
    ink.fillStyle = colour === "onAccent" ? colours.accent : colours.ground;
    ink.fillRect(x - wide / 2, y - tall / 2, wide, tall);
  }
  ink.fillStyle = colours[colour];
  ink.fillText(text, x, y);
}

/**
 * The shapes, all of one state at once; the current node has a colour of its own.
 * @param {TreeView} view @param {Paint} paint @param {SeenNode[]} nodes
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
    if (state === PRUNED) inkShapes(paint, state, colours.ground, 1.5);
    inkShapes(paint, state, state === PRUNED ? hatch : colours.ground, state === OPEN ? 3 : 1.5);
    if (!current) continue;
    ink.beginPath();
    shapePath(view, ink, current);
    inkShapes(paint, state, colours.accent, 3);
  }
}

/** @param {Paint} paint @param {number} state @param {string | CanvasPattern} fill @param {number} width */
function inkShapes({ ink, colours }, state, fill, width) {
  ink.fillStyle = fill;
  ink.globalAlpha = PALE[state] ?? 1;
  ink.fill();
  ink.lineWidth = width;
  ink.strokeStyle = state === PRUNED ? colours.faint : markColour(colours, state, colours.ink);
  ink.setLineDash(state === PRUNED || state === UNSEEN ? [3, 3] : []);
  ink.stroke();
  ink.setLineDash([]);
  ink.globalAlpha = 1;
}

/**
 * MAX points up, MIN points down, chance is a circle, the end of a game is a square; a frame where a board is laid
 * over it.
 * @param {TreeView} view @param {CanvasRenderingContext2D} ink @param {SeenNode} node
 */
function shapePath(view, ink, node) {
  const { x, y } = node;
  const { kind, half, top, bottom } = shapeOf(view, node);
  if (kind === "board" || kind === "leaf") {
    ink.rect(x - half, y - top, 2 * half, 2 * top);
    return;
  }
  if (kind === "chance") {
    ink.moveTo(x + half, y);
    ink.arc(x, y, half, 0, 2 * Math.PI);
    return;
  }
  const [tip, base] = kind === "min" ? [bottom, -top] : [-top, bottom];
  ink.moveTo(x, y + tip);
  ink.lineTo(x + half, y + base);
  ink.lineTo(x - half, y + base);
  ink.closePath();
}

/**
 * Nodes too close for shapes: a tick each, tall where the search has been.
 * @param {Paint} paint @param {SeenNode[]} nodes
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
 * @param {TreeView} view @param {Paint} paint @param {Run[]} runs
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
 * A way down from the root, bright: to the current node, and in the end the best line.
 * @param {TreeView} view @param {Paint} paint
 * @param {number[]} line the nodes of the tree on it
 */
function drawLine(view, { ink, colours }, line) {
  ink.beginPath();
  for (const node of line.slice(1)) {
    const local = view.local(node);
    if (local < 0) break;
    const { from, to } = view.edge({ local });
    ink.moveTo(from.x, from.y);
    ink.lineTo(to.x, to.y);
  }
  ink.strokeStyle = colours.accent;
  ink.lineWidth = 4 * view.unit;
  ink.stroke();
}

/**
 * A ring around the current node, which may be too small to be seen; a board has its frame. Where the node can be
 * seen, it keeps off the nodes beside it.
 * @param {TreeView} view @param {Paint} paint
 */
function drawHere(view, { ink, colours }) {
  const here = view.here;
  if (here < 0 || view.board) return;
  const gap = view.shown.apart[here] * view.across;
  const { half } = shapeOf(view, { id: view.id(here), gap });
  const radius = half < SMALL ? RING * view.unit : Math.max(half + 3, Math.min(RING * view.unit, gap - half));
  ink.beginPath();
  ink.arc(view.placeX(here), view.placeY(here), radius, 0, 7);
  ink.strokeStyle = colours.accent;
  ink.lineWidth = 2;
  ink.stroke();
}

/** Slanted lines, for what was pruned. @param {CanvasRenderingContext2D} ink @param {Colours} colours */
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
