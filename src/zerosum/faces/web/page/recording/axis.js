// The axis of the window panel. Proven wins and losses have bands of their own, apart from draws and estimates: an
// estimate is no part of a win, however great it is.
//
//     W, D, L without estimates     [ loss ]  [ draw ]  [ win ]
//     with estimates                [ loss ]  [ estimates ]  [ win ]
//     margins                       one scale of numbers
//     means                         one scale from loss to win

import { SURE, WIN } from "./claims.js";
import { scoreText } from "./scores.js";

/**
 * `place` maps a score to a place between 0 and 1; infinity lies at the ends.
 * @typedef {{ place: (score: number) => number, ticks: { at: number, label: string }[],
 *   bands: { from: number, to: number, label: string, kind: string }[] }} Axis
 */

const LOSS = [0.03, 0.23];
const MIDDLE = [0.33, 0.67];
const WINS = [0.77, 0.97];
const WHOLE = [0.08, 0.92];

/**
 * The axis of all the scores of a search.
 * @param {ScaleName} scale @param {number[]} scores @param {boolean} hasEstimates
 * @returns {Axis}
 */
export function axisOf(scale, scores, hasEstimates) {
  const finite = scores.filter(Number.isFinite);
  const isDecided = (/** @type {number} */ score) => scale !== "margin" && Math.abs(score) > SURE;
  const open = finite.filter((score) => !isDecided(score));
  if (scale === "margin") return numbers(open, WHOLE, hasEstimates);
  if (scale === "mean") return means();
  if (!finite.some(isDecided) && hasEstimates) return numbers([...open, 0], WHOLE, true);
  const middle = hasEstimates
    ? numbers(evenly(open), MIDDLE, true) : { place: () => 0.5, ticks: [{ at: 0.5, label: "D" }] };
  const longest = Math.max(1, ...finite.filter(isDecided).map((score) => WIN - Math.abs(score)));
  const place = (/** @type {number} */ score) => {
    if (!Number.isFinite(score)) return score > 0 ? 1 : 0;
    if (!isDecided(score)) return middle.place(score);
    const distance = scale === "distance" ? Math.max(0, Math.min(longest, WIN - Math.abs(score))) / longest : 0.5;
    const out = WINS[1] - (WINS[1] - WINS[0]) * distance;
    return score > 0 ? out : 1 - out;
  };
  const decided = scale === "distance" ? [-WIN + 1, -WIN + longest, WIN - longest, WIN - 1] : [-WIN, WIN];
  const ticks = [...new Set(decided)].map((score) => ({ at: place(score), label: scoreText(scale, score) }));
  const band = (/** @type {number[]} */ [from, to], /** @type {string} */ label, /** @type {string} */ kind) =>
    ({ from, to, label, kind });
  return {
    place,
    ticks: [...ticks, ...middle.ticks],
    bands: [
      band(LOSS, "loss", "loss"),
      band(MIDDLE, hasEstimates ? "estimates" : "draw", hasEstimates ? "estimate" : "draw"),
      band(WINS, "win", "win"),
    ],
  };
}

/** The axis of means, which lie between a loss and a win. @returns {Axis} */
function means() {
  const { place } = numbers([-WIN, WIN], WHOLE, false);
  const ticks = [-WIN, -WIN / 2, 0, WIN / 2, WIN].map((score) =>
    ({ at: place(score), label: scoreText("mean", score) }));
  return { place, ticks, bands: [] };
}

/**
 * An axis of plain numbers. A narrow one has ticks only at its ends and at 0.
 * @param {number[]} scores @param {number[]} span @param {boolean} estimated
 * @returns {Axis}
 */
function numbers(scores, [left, right], estimated) {
  let [low, high] = [Math.min(...scores), Math.max(...scores)];
  if (!scores.length) [low, high] = [0, 0];
  if (low === high) [low, high] = [low - 1, high + 1];
  const place = (/** @type {number} */ score) => {
    if (score === Infinity) return 1;
    if (score === -Infinity) return 0;
    return left + (right - left) * Math.min(1, Math.max(0, (score - low) / (high - low)));
  };
  const label = (/** @type {number} */ score) => `${estimated ? "~" : ""}${scoreText("margin", score)}`;
  const ticks = (right - left > 0.5 ? tidy(low, high, estimated ? 4 : 8) : [low, 0, high])
    .map((score) => ({ at: place(score), label: label(score) }));
  return { place, ticks, bands: [] };
}

/** Scores whose range has 0 in its middle. @param {number[]} scores */
function evenly(scores) {
  const high = Math.max(1, ...scores.map(Math.abs));
  return [-high, high];
}

/**
 * Round numbers from low to high with at most so many gaps: estimates have longer labels, and fewer of them fit.
 * @param {number} low @param {number} high @param {number} gaps
 */
function tidy(low, high, gaps) {
  const rough = Math.max(1, (high - low) / gaps);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push(value);
  return ticks;
}
