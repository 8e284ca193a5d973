// The marks of a whole search above its slider: cuts, new bests, table hits and the ends of passes.

import { caption } from "./captions.js";
import { BEST_MARK, CUT_MARK, firstAtLeast, PASS_MARK, TABLE_MARK } from "./recording.js";

/** The kinds of marks: their bit, sign, name, and how high they stand. */
const MARKS = [
  { bit: CUT_MARK, sign: "✂", name: "cut", colour: "--loss", row: 0 },
  { bit: BEST_MARK, sign: "★", name: "new best", colour: "--win", row: 1 },
  { bit: TABLE_MARK, sign: "▣", name: "table hit", colour: "--draw", row: 2 },
  { bit: PASS_MARK, sign: "▏", name: "end of a pass", colour: "--ink", row: 3 },
];

/** What ends where a search leaves the root, where that is no pass. @type {Record<string, string>} */
const PASSES = { mcts: "end of a playout", rave: "end of a playout", pns: "back at the root" };

/** The kinds of marks that a search has. @param {Recording} recording */
export function marksOf({ markKinds, algorithm }) {
  return MARKS.filter(({ bit }) => markKinds & bit)
    .map((each) => (each.bit === PASS_MARK && algorithm in PASSES ? { ...each, name: PASSES[algorithm] } : each));
}

const ROW = 9;
const APART = 11;
const INSET = 8;
const NEAR = 6;
/** Marks too many for signs are counted in parts of the timeline that are so many pixels wide. */
const PART = 12;

/**
 * The marks that may be shown: those up to the step `until`. In predict mode the later ones would tell the answers.
 * @param {Recording} recording @param {number} until
 */
export function shownMarks(recording, until) {
  return recording.marks.subarray(0, firstAtLeast(recording.marks, until + 1));
}

/**
 * How many marks of a kind lie in each part of a timeline of this width.
 * @param {Recording} recording @param {ArrayLike<number>} marks @param {number} bit @param {number} width
 */
export function marksByPart(recording, marks, bit, width) {
  const parts = new Uint32Array(Math.ceil((width + 1) / PART));
  for (const event of Array.from(marks)) {
    if (recording.marked[event] & bit) parts[Math.floor(placeOf(recording, event, width) / PART)]++;
  }
  return parts;
}

/**
 * Draw marks over the width of a canvas; where there are too many for signs, bars tell where they are dense.
 * @param {HTMLCanvasElement} canvas @param {Recording} recording
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
  const marks = shownMarks(recording, until);
  ink.font = "10px system-ui, sans-serif";
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  for (const { bit, sign, colour, row } of MARKS) {
    ink.fillStyle = style.getPropertyValue(colour);
    const events = marks.filter((event) => recording.marked[event] & bit);
    if (bit !== PASS_MARK && events.length * APART >= width - 2 * INSET) {
      const parts = marksByPart(recording, events, bit, width);
      const most = Math.max(...parts);
      parts.forEach((count, part) => {
        const tall = count && Math.max(1, ((ROW - 1) * count) / most);
        ink.fillRect(part * PART, (row + 1) * ROW - tall, PART - 2, tall);
      });
      continue;
    }
    let before = -APART;
    for (const event of events) {
      const x = Math.round(placeOf(recording, event, width));
      if (bit === PASS_MARK) ink.fillRect(x - 0.5, 0, 1.5, 3.5 * ROW);
      else if (x - before >= APART) ink.fillText(sign, x, (row + 0.6) * ROW);
      else ink.fillRect(x, row * ROW + 1, 1, ROW - 3);
      before = x;
    }
  }
}

/**
 * What the mark nearest to a place on the canvas says, "" where there is none near.
 * @param {Recording} recording @param {number} x @param {number} width
 * @param {number} until the last step whose mark is shown
 */
export function markWords(recording, x, width, until = Infinity) {
  const marks = shownMarks(recording, until);
  const wanted = ((x - INSET) / (width - 2 * INSET)) * Math.max(1, recording.events - 1);
  const at = firstAtLeast(marks, wanted);
  const distance = (/** @type {number} */ event) => Math.abs(placeOf(recording, event, width) - x);
  const [nearest] = [...marks.subarray(Math.max(0, at - 1), at + 1)].sort((one, other) =>
    distance(one) - distance(other));
  if (nearest === undefined || distance(nearest) > NEAR) return "";
  return `step ${(nearest + 1).toLocaleString("en")}: ${caption(recording, nearest)}`;
}

/** @param {Recording} recording @param {number} event @param {number} width */
function placeOf(recording, event, width) {
  return INSET + (event / Math.max(1, recording.events - 1)) * (width - 2 * INSET);
}
