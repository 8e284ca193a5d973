// @ts-nocheck
// The marks of a whole search above its slider: cuts, new bests, table hits and the ends of passes.

import { BEST_MARK, CUT_MARK, PASS_MARK, TABLE_MARK } from "./recording.js";

/** The kinds of marks: their bit, sign, name, and how high they stand. */
export const MARKS = [
  { bit: CUT_MARK, sign: "✂", name: "cut", colour: "--loss", row: 0 },
  { bit: BEST_MARK, sign: "★", name: "new best", colour: "--win", row: 1 },
  { bit: TABLE_MARK, sign: "▣", name: "table hit", colour: "--draw", row: 2 },
  { bit: PASS_MARK, sign: "▏", name: "end of a pass", colour: "--ink", row: 3 },
];

const ROW = 9;
const APART = 11;

/** Draw the marks of a recording over the width of a canvas; those that are too close for signs become ticks. */
export function drawTimeline(canvas, recording, inset = 8) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  const ink = canvas.getContext("2d");
  ink.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const reach = width - 2 * inset;
  const columns = new Uint8Array(width + 1);
  const counts = new Map();
  const last = Math.max(1, recording.events - 1);
  for (const event of recording.marks) {
    columns[Math.round(inset + (event / last) * reach)] |= recording.marked[event];
    counts.set(recording.marked[event], (counts.get(recording.marked[event]) ?? 0) + 1);
  }
  ink.font = "10px system-ui, sans-serif";
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  for (const { bit, sign, colour, row } of MARKS) {
    const signs = (counts.get(bit) ?? 0) * APART < reach;
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
