// The alpha-beta window as an interval on the axis of values: at entry and now. A cut is the moment it is empty.

import { boundText, isNull, questionWords, thresholdText, windowText } from "./scores.js";
import { svg } from "../ui/svg.js";
import { chooser, claimWords } from "./words.js";

/** @typedef {import("./axis.js").Axis} Axis */

/** The width of the picture, and of one for a narrow box, whose text is larger for it. */
export const [WIDE, NARROW] = [320, 226];
const [LEFT, MARGIN, AXIS] = [58, 28, 84];
/** A word beside a bar needs so many pixels. */
const WORD = 76;

/** The window of a step in words. @param {Recording} recording @param {Frame} frame */
export function frameWords(recording, frame) {
  const who = chooser(recording, recording.flags[frame.node]);
  const { scale, hasEstimates, algorithm } = recording;
  if (algorithm === "pns") {
    const least = thresholdText(scale, recording.asked[frame.node], hasEstimates);
    return `${who}: the question is whether MAX gets at least ${least}.`;
  }
  if (!recording.windowed) return `${who}: ${algorithm} has no window; ${bestWords(recording, frame)}.`;
  const entry = isNull(frame.alpha, frame.beta)
    ? `a null window at entry (${questionWords(scale, frame.beta, hasEstimates)})`
    : `the window ${windowText(scale, frame.alpha, frame.beta, hasEstimates)} at entry`;
  if (frame.mean) return `${who}: ${entry}; ${meanWords(recording, frame, frame.mean)}.`;
  const isSame = frame.alpha === frame.alphaNow && frame.beta === frame.betaNow;
  const now = isEmpty(frame) ? "empty" : windowText(scale, frame.alphaNow, frame.betaNow, hasEstimates);
  return `${who}: ${entry}${isSame ? "" : `, now ${now}`}; ${bestWords(recording, frame)}.`;
}

/** @param {Recording} recording @param {Frame} frame */
function bestWords(recording, frame) {
  if (Number.isNaN(frame.claim.score)) return "nothing found yet";
  const what = frame.left ? "returned" : frame.isChance ? "mean so far" : "best so far";
  return `${what} ${claimWords(recording, frame.claim)}`;
}

/**
 * What is known of the mean of a chance node with a window.
 * @param {Recording} recording @param {Frame} frame @param {import("./recording.js").Mean} mean
 */
function meanWords(recording, frame, { low, high }) {
  if (frame.left || !Number.isFinite(low)) return bestWords(recording, frame);
  const text = (/** @type {number} */ score) => boundText(recording.scale, score, recording.hasEstimates);
  const where = high - low < 1e-9 ? `is ${text(low)}` : `lies between ${text(low)} and ${text(high)}`;
  return `the mean ${where}${isEmpty(frame) ? ", outside of it" : ""}`;
}

/**
 * Whether no score fits into the window any more, or, at a chance node, whether the mean lies outside of it. A null
 * window is narrow, not empty.
 * @param {Frame} frame
 */
export function isEmpty({ alpha, beta, alphaNow, betaNow, mean }) {
  return mean ? mean.low >= beta || mean.high <= alpha : alphaNow >= betaNow;
}

/**
 * Draw the window of a node into an SVG element.
 * @param {SVGSVGElement} picture @param {Recording} recording @param {Axis} axis @param {Frame} frame
 */
export function drawWindow(picture, recording, axis, frame, narrow = false) {
  const right = (narrow ? NARROW : WIDE) - MARGIN;
  const across = (/** @type {number} */ part) => LEFT + (right - LEFT) * part;
  const place = (/** @type {number} */ score) => across(axis.place(score));
  /** @type {Element[]} */
  const parts = [
    ...axis.bands.flatMap(({ from, to, label, kind }) => band(across(from), across(to), label, kind)),
    svg("line", { class: "axis", x1: LEFT - 8, y1: AXIS, x2: right + 8, y2: AXIS }),
    word(LEFT - 16, AXIS + 5, "−∞", "end", "tick"),
    word(right + 12, AXIS + 5, "∞", "start", "tick"),
    ...axis.ticks.flatMap(({ at, label }) => tick(across(at), label)),
  ];
  if (recording.windowed) parts.push(...bars(recording, frame, place, right));
  const best = frame.mean && !recording.windowed && Number.isFinite(frame.claim.score) ? frame.mean.sum : frame.best;
  if (Number.isFinite(best)) {
    const x = place(best);
    parts.push(svg("path", { class: "best", d: `M${x} ${AXIS - 8}l6 8l-6 8l-6 -8Z` }));
  }
  picture.replaceChildren(svg("title", {}, frameWords(recording, frame)), ...parts);
}

/**
 * The window at entry and now.
 * @param {Recording} recording @param {Frame} frame @param {(score: number) => number} place @param {number} right
 */
function bars(recording, frame, place, right) {
  /** @type {Element[]} */
  const parts = [
    word(LEFT - 14, 25, "entry", "end"),
    bar("entry", place(frame.alpha), place(frame.beta), 14),
    word(LEFT - 14, 55, frame.mean ? "mean" : "now", "end"),
  ];
  if (isNull(frame.alpha, frame.beta)) {
    const question = windowText(recording.scale, frame.alpha, frame.beta, recording.hasEstimates);
    parts.push(beside(place(frame.alpha), place(frame.beta), 25, question, "word question", right));
  }
  if (frame.mean) {
    parts.push(...meanBar(frame, frame.mean, place, right));
    return parts;
  }
  const [alpha, beta] = [place(frame.alphaNow), place(frame.betaNow)];
  const crossed = isEmpty(frame);
  parts.push(bar(crossed ? "crossed" : "now", Math.min(alpha, beta), Math.max(alpha, beta), 44));
  if (crossed) parts.push(beside(Math.min(alpha, beta), Math.max(alpha, beta), 57, "✂ empty", "cut", right));
  if (frame.alphaNow > -Infinity) parts.push(bound(alpha, "α", crossed ? 7 : -7));
  if (frame.betaNow < Infinity) parts.push(bound(beta, "β", crossed ? -7 : 7));
  return parts;
}

/**
 * The interval that holds the mean of a chance node, below its window.
 * @param {Frame} frame @param {import("./recording.js").Mean} mean @param {(score: number) => number} place
 * @param {number} right
 */
function meanBar(frame, { low, high }, place, right) {
  const [from, to] = [place(low), place(high)];
  const isOutside = isEmpty(frame);
  /** @type {Element[]} */
  const parts = [bar(isOutside ? "crossed" : "now", from, to, 44)];
  if (isOutside) parts.push(beside(from, to, 57, "✂ outside", "cut", right));
  if (frame.alpha > -Infinity) parts.push(bound(place(frame.alpha), "α", -7));
  if (frame.beta < Infinity) parts.push(bound(place(frame.beta), "β", 7));
  return parts;
}

/**
 * A word on that side of a bar where there is more space; in the bar where there is none.
 * @param {number} from @param {number} to @param {number} y @param {string} text @param {string} kind
 * @param {number} right where the axis ends
 */
function beside(from, to, y, text, kind, right) {
  if (Math.max(right - to, from - LEFT) < WORD) return word((from + to) / 2, y, text, "middle", kind);
  const fits = right - to > from - LEFT;
  return word(fits ? to + 12 : from - 12, y, text, fits ? "start" : "end", kind);
}

/** @param {number} from @param {number} to @param {string} label @param {string} kind */
function band(from, to, label, kind) {
  return [
    svg("rect", { class: `band ${kind}`, x: from, y: AXIS - 5, width: to - from, height: 10, rx: 2 }),
    word((from + to) / 2, AXIS + 34, label, "middle", "band-name"),
  ];
}

/** @param {string} kind @param {number} from @param {number} to @param {number} y */
function bar(kind, from, to, y) {
  return svg("rect", { class: kind, x: from, y, width: Math.max(3, to - from),
    height: kind === "entry" ? 12 : 16, rx: 2 });
}

/** @param {number} x @param {string} name @param {number} shift */
function bound(x, name, shift) {
  return svg("g", {}, svg("line", { class: "bound", x1: x, y1: 38, x2: x, y2: AXIS }),
    word(x + shift, 76, name, "middle", "name"));
}

/** @param {number} x @param {string} label */
function tick(x, label) {
  return [svg("line", { class: "axis", x1: x, y1: AXIS - 4, x2: x, y2: AXIS + 4 }),
    word(x, AXIS + 20, label, "middle", "tick")];
}

/** @param {number} x @param {number} y @param {string} text @param {string} anchor */
function word(x, y, text, anchor, kind = "word") {
  return svg("text", { class: kind, x, y, "text-anchor": anchor }, text);
}
