// The height of a value in the value timeline: in the band of its result, or between the bands where it is an
// estimate.

export const TOP = 14;
export const BAND = 46;

/** An estimate of so many times the noise is clearly good or bad. */
const CLEAR = 6;

/**
 * The estimate that is drawn three quarters of the way up: 300 where the noise is half a pawn, more in a game with
 * larger estimates.
 * @param {Api.JudgementView[]} judged
 */
export function estimateScale(judged) {
  const estimates = judged.flatMap(({ before, after }) => [before, after]).filter(({ kind }) => kind === "estimate");
  const largest = Math.max(0, ...estimates.map(({ rank }) => Math.abs(rank)));
  return Math.max(...judged.map(({ noise }) => CLEAR * noise), largest / 3) || 1;
}

/** Where in its band a value lies, from 0 to 1: the nearer the end, the farther out. @param {Api.ValueView} value */
function depth(value) {
  if (value.kind === "margin") return Math.min(1, Math.abs(value.margin ?? 0) / 20);
  return value.distance === null || value.distance === undefined ? 0.2 : 1 / (1 + value.distance / 8);
}

/**
 * The height at which a value is drawn, seen from the first player. Estimates reach into the bands of wins, but not
 * beyond their middle.
 * @param {Api.ValueView} value for the side that has moved
 * @param {number} side
 * @param {number} scale as of `estimateScale`
 */
export function height(value, side, scale) {
  const sign = side === 0 ? value.sign : -value.sign;
  if (value.kind === "estimate") return TOP + 1.5 * BAND - sign * Math.tanh(Math.abs(value.rank) / scale) * BAND;
  if (sign === 0) return TOP + 1.5 * BAND;
  const inside = 0.15 + 0.7 * depth(value);
  return sign > 0 ? TOP + BAND * (1 - inside) : TOP + 2 * BAND + BAND * inside;
}
