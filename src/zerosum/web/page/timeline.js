// The marks of a whole search above its slider: cuts, new bests, table hits and the ends of passes.

import { caption } from "./captions.js";
import { BEST_MARK, CUT_MARK, firstAtLeast, PASS_MARK, TABLE_MARK } from "./recording.js";

/** @typedef {import("./recording.js").Recording} Recording */

/** The kinds of marks: their bit, sign, name, and how high they stand. */
export const MARKS = [
  { bit: CUT_MARK, sign: "✂", name: "cut", colour: "--loss", row: 0 },
  { bit: BEST_MARK, sign: "★", name: "new best", colour: "--win", row: 1 },
  { bit: TABLE_MARK, sign: "▣", name: "table hit", colour: "--draw", row: 2 },
  { bit: PASS_MARK, sign: "▏", name: "end of a pass", colour: "--ink", row: 3 },
];

const ROW = 9;
const APART = 11;
const INSET = 8;
const NEAR = 6;

/**
 * The marks that may be shown: those up to the step `until`. In predict mode the later ones would tell the answers.
 * @param {Recording} recording
 * @param {number} until
 */
export function shownMarks(recording, until) {
  return recording.marks.subarray(0, firstAtLeast(recording.marks, until + 1));
}

/**
 * Draw marks over the width of a canvas; those that are too close for signs become ticks.
 * @param {HTMLCanvasElement} canvas
 * @param {Recording} recording
 * @param {number} until the last step whose mark is shown
 */
export function drawTimeline(canvas, recording, until = Infinity) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  const ink = canvas.getContext("2d");
  if (!ink) return;
  ink.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const columns = new Uint8Array(width + 1);
  const counts = new Map();
  for (const event of shownMarks(recording, until)) {
    columns[Math.round(placeOf(recording, event, width))] |= recording.marked[event];
    counts.set(recording.marked[event], (counts.get(recording.marked[event]) ?? 0) + 1);
  }
  ink.font = "10px system-ui, sans-serif";
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  for (const { bit, sign, colour, row } of MARKS) {
    const signs = (counts.get(bit) ?? 0) * APART < width - 2 * INSET;
    ink.fillStyle = style.getPropertyValue(colour);
    let before = -APART;
    for (let x = 0; x < columns.length; x++) {
      if (!(columns[x] & bit)) continue;
      if (bit === PASS_MARK) ink.fillRect(x - 0.5, 0, 1.5, 3.5 * ROW);
      else if (signs && x - before >= APART) ink.fillText(sign, x, (row + 0.6) * ROW);
      else ink.fillRect(x, row * ROW + 1, 1, ROW - 3);
      before = x;
    }
  }
}

/**
 * What the mark nearest to a place on the canvas says, "" where there is none near.
 * @param {Recording} recording
 * @param {number} x
 * @param {number} width
 * @param {number} until the last step whose mark is shown
 */
export function markWords(recording, x, width, until = Infinity) {
  const marks = shownMarks(recording, until);
  const wanted = ((x - INSET) / (width - 2 * INSET)) * Math.max(1, recording.events - 1);
  const at = firstAtLeast(marks, wanted);
  const distance = (/** @type {number} */ event) => Math.abs(placeOf(recording, event, width) - x);
  const [nearest] = [...marks.subarray(Math.max(0, at - 1), at + 1)].sort((one, other) => distance(one) - distance(other));
  if (nearest === undefined || distance(nearest) > NEAR) return "";
  return `step ${(nearest + 1).toLocaleString("en")}: ${caption(recording, nearest)}`;
}

/**
 * @param {Recording} recording
 * @param {number} event
 * @param {number} width
 */
function placeOf(recording, event, width) {
  return INSET + (event / Math.max(1, recording.events - 1)) * (width - 2 * INSET);
}
