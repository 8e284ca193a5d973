// Scores, claims and windows as people read them, always for the first player.

import { AT_LEAST, AT_MOST, SURE, WIN } from "./claims.js";

/** Scores of games of chance up to this are written as they are: most are estimates (see draw/scores.py). */
const LARGEST_ESTIMATE = 1000;

/** @type {Record<number, string>} */
const SIGNS = { [AT_MOST]: "≤", [AT_LEAST]: "≥" };

/**
 * A score as short text: W, D, L or a number; W5 is a win in 5, "open" is unknown.
 * @param {ScaleName} scale @param {number} score
 * @param {{ estimated?: boolean, long?: boolean }} [options] `long` writes "W in 5"; an estimate of 0 is no draw
 */
export function scoreText(scale, score, { estimated = false, long = false } = {}) {
  if (Number.isNaN(score)) return "open";
  if (!Number.isFinite(score)) return score > 0 ? "∞" : "−∞";
  if (scale === "mean" && Math.abs(score) !== WIN && Math.abs(score) > LARGEST_ESTIMATE) {
    return (score / WIN).toFixed(3).replace("-", "−");
  }
  if (scale === "margin" || (Math.abs(score) <= SURE && (estimated || score !== 0))) return numberText(score);
  if (score === 0) return scale === "mean" ? "0" : "D";
  const letter = score > 0 ? "W" : "L";
  if (scale === "plain" || scale === "mean") return letter;
  return `${letter}${long ? " in " : ""}${Math.max(0, WIN - Math.abs(score))}`;
}

/** @param {number} score */
function numberText(score) {
  return (Number.isInteger(score) ? String(score) : score.toFixed(2)).replace("-", "−");
}

/**
 * A claim as text: "3", "≤3", "≥W5", "~12", "≤~12".
 * @param {ScaleName} scale @param {Claim} claim @param {{ long?: boolean }} [options]
 */
export function claimText(scale, { score, bound, estimated }, { long = false } = {}) {
  const sign = bound in SIGNS ? `${SIGNS[bound]}${long ? " " : ""}` : "";
  return `${sign}${estimated ? "~" : ""}${scoreText(scale, score, { estimated, long })}`;
}

/**
 * Whether a window is a null window, one so narrow that no score lies inside: a question that is answered yes or no.
 * @param {number} alpha @param {number} beta
 */
export function isNull(alpha, beta) {
  return alpha < beta && beta - alpha <= 1;
}

/**
 * A bound of a window: "~12" where it may come from an estimate. Where scores are only W, D and L, one beside them is
 * written "<W" or ">L".
 * @param {ScaleName} scale @param {number} bound
 * @param {boolean} estimates whether the search has estimates, which may be any number
 */
export function boundText(scale, bound, estimates) {
  const text = thresholdText(scale, bound, estimates);
  return estimates && /^−?\d/.test(text) ? `~${text}` : text;
}

/**
 * The same as a number to compare with, which nothing has estimated.
 * @param {ScaleName} scale @param {number} bound @param {boolean} estimates
 */
export function thresholdText(scale, bound, estimates) {
  if (scale === "distance" && Number.isFinite(bound) && Math.abs(bound) > WIN) return bound > 0 ? ">W0" : "<L0";
  if (scale !== "margin" && !estimates && Number.isFinite(bound)) {
    const near = [-WIN, 0, WIN].find((score) => Math.abs(bound - score) === 1);
    if (near !== undefined && scale === "plain") return `${bound > near ? ">" : "<"}${scoreText(scale, near)}`;
    if (near === 0) return bound > 0 ? ">D" : "<D";
  }
  return scoreText(scale, bound, { estimated: estimates });
}

/**
 * A window as [alpha, beta], or a null window as its question, "≥D?" or ">D?".
 * @param {ScaleName} scale @param {number} alpha @param {number} beta
 * @param {boolean} [estimates] whether the search has estimates
 */
export function windowText(scale, alpha, beta, estimates = false) {
  if (isNull(alpha, beta)) return `${questionText(scale, beta, estimates)}?`;
  return `[${boundText(scale, alpha, estimates)}, ${boundText(scale, beta, estimates)}]`;
}

/**
 * What a null window asks, given by its upper bound: ">D" where that lies between two possible scores.
 * @param {ScaleName} scale @param {number} beta @param {boolean} estimates
 */
function questionText(scale, beta, estimates) {
  const text = thresholdText(scale, beta, estimates);
  return text.startsWith(">") ? text : `≥${text}`;
}

/**
 * What a null window asks, as a sentence.
 * @param {ScaleName} scale @param {number} beta
 * @param {boolean} estimates whether the search has estimates
 */
export function questionWords(scale, beta, estimates) {
  const question = questionText(scale, beta, estimates);
  return `is it ${question.startsWith(">") ? "better than" : "at least"} ${question.slice(1)}?`;
}

/**
 * A window in words: "the window [3, ∞]", "a null window: is it at least 4?".
 * @param {ScaleName} scale @param {number} alpha @param {number} beta
 * @param {boolean} estimates whether the search has estimates
 */
export function windowWords(scale, alpha, beta, estimates) {
  if (isNull(alpha, beta)) return `a null window: ${questionWords(scale, beta, estimates)}`;
  return `the window ${windowText(scale, alpha, beta, estimates)}`;
}

/**
 * What a person typed as a score, in the form of `scoreText`, so that the two can be compared.
 * @param {string} text
 */
function typedScore(text) {
  const word = text.trim().toUpperCase().replace(/\s+IN\s+/, "").replace(/^[-–]/, "−").replace(/^\+/, "");
  return word.replace(/^(−?)0+(?=\d)/, "$1");
}

/**
 * Whether a person typed this score. A mean, which is shown rounded, may be typed with more digits or as a fraction.
 * @param {string} text
 * @param {string} score as `scoreText` writes it
 */
export function isTyped(text, score) {
  const typed = typedScore(text);
  if (typed === score || (score === "D" && typed === "0")) return true;
  const [top, bottom = 1, ...more] = typed.replace("−", "-").replace(",", ".").split("/").map(Number);
  const wanted = Number(score.replace("−", "-"));
  const digits = score.split(".")[1]?.length ?? 0;
  return !more.length && typed !== "" && digits > 0 && Math.abs(top / bottom - wanted) <= 0.5 * 10 ** -digits + 1e-9;
}

/** A value as the server writes it, with the signs of this page: "~−4 at depth 4". @param {Api.ValueView} value */
export function valueText({ text }) {
  return text.replace(/^~ \+?/, "~").replace(/-(?=\d)/g, "−");
}

/**
 * A value as in a textbook: a plain number where there is no distance and no depth (see value.py).
 * @param {Api.ValueView} value
 */
export function textbook(value) {
  if (value.kind === "margin") return String(value.margin).replace("-", "−");
  return value.kind === "outcome" && value.distance === null ? String(value.sign).replace("-", "−") : valueText(value);
}

/**
 * The result of a search: as in a textbook in a written tree. The mean of playouts is in parts of a win, as in the
 * tree.
 * @param {import("./recording.js").About} about
 */
export function resultText({ algorithm, written, scale, result }) {
  const isMean = /^(mcts|rave)/.test(algorithm) && result.value.kind === "estimate" && scale === "plain";
  if (isMean) return `~${numberText((result.value.estimate ?? 0) / 100)}`;
  return written ? textbook(result.value) : valueText(result.value);
}
