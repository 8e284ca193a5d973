// How a value is shown everywhere: letter, shape, number, colour. Exact values are filled, estimates hollow.

import { html } from "./ui.js";

/**
 * @typedef {object} Mark how a value is shown
 * @property {string} letter W, D, L, "" where a number stands for them, ~ for an estimate, or E for the mean of a game
 *   of chance
 * @property {string} shape a character: a triangle up or down, or a circle
 * @property {string} number the distance, margin, estimate or mean; "" where there is none
 * @property {number} sign of the value: 1, 0 or -1
 * @property {string} name win, draw, loss, estimate or expected
 */

/** @typedef {Mark & { exact: boolean, best: boolean, words: string }} MoveMark a move's value on the board */

/** @type {Record<string, string>} */
const SHAPES = { W: "▲", D: "●", L: "▼" };
/** @type {Record<number, string>} */
const HOLLOW = { 1: "△", 0: "○", [-1]: "▽" };
/** @type {Record<number, string>} */
const LETTERS = { 1: "W", 0: "D", [-1]: "L" };
/** @type {Record<string, string>} */
const NAMES = { W: "win", D: "draw", L: "loss" };

/** A number with its sign, as in +3 or −0.250: a part of a win has three digits. @param {number} score */
function signed(score, digits = Number.isInteger(score) ? 0 : 3) {
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score).toFixed(digits)}`;
}

/** How a value is shown; `flip` shows it for the other side. @param {Api.ValueView} value @returns {Mark} */
export function mark(value, flip = false) {
  const sign = flip ? -value.sign : value.sign;
  if (value.kind === "estimate") {
    return { letter: "~", shape: HOLLOW[sign], number: signed((flip ? -1 : 1) * (value.estimate ?? 0)), sign,
      name: "estimate" };
  }
  if (value.kind === "expected") {
    const mean = (flip ? -1 : 1) * (value.expected ?? 0);
    return { letter: "E", shape: SHAPES[LETTERS[sign]], number: signed(mean, 3), sign, name: "expected" };
  }
  const letter = LETTERS[sign];
  if (value.written) {
    const number = signed((flip ? -1 : 1) * Number(value.written));
    return { letter: "", shape: SHAPES[letter], number, sign, name: NAMES[letter] };
  }
  const number = value.kind === "margin" ? (value.margin ? Math.abs(value.margin) : "") : value.distance ?? "";
  return { letter, shape: SHAPES[letter], number: String(number), sign, name: NAMES[letter] };
}

/** @param {number} chance */
export function percent(chance) {
  return `${(100 * chance).toFixed(1)} %`;
}

/**
 * How often each result comes in a game of chance, as in "wins 50.2 %, loses 49.8 %"; "" where that is not known.
 * @param {Api.ValueView} value
 */
export function resultWords({ win, draw, loss }, flip = false) {
  if (typeof win !== "number" || typeof draw !== "number" || typeof loss !== "number") return "";
  const [wins, loses] = flip ? [loss, win] : [win, loss];
  return `wins ${percent(wins)}, ${draw > 0 ? `draws ${percent(draw)}, ` : ""}loses ${percent(loses)}`;
}

/** A value in words, as in "win in 5". @param {Api.ValueView} value */
export function words(value, flip = false) {
  const shown = mark(value, flip);
  if (value.kind === "estimate") return `estimate ${shown.number} at depth ${value.depth}`;
  if (value.kind === "expected") {
    const wins = flip ? value.loss : value.win;
    return `expected ${shown.number}${wins === null ? "" : `, wins ${percent(wins)}`}`;
  }
  if (value.written) return `${shown.name}, ${shown.number}`;
  if (value.kind === "margin") return shown.number ? `${shown.name} by ${shown.number}` : "draw";
  return shown.number === "" ? shown.name : `${shown.name} in ${shown.number}`;
}

/** A value as it stands in a table. @param {{ value: Api.ValueView, flip?: boolean }} props */
export function Value({ value, flip = false }) {
  const shown = mark(value, flip);
  const between = value.kind === "margin" ? "by" : "in";
  const isNumber = value.kind === "estimate" || value.kind === "expected" || Boolean(value.written);
  return html`<span class=${`value ${value.kind === "estimate" ? "estimate" : LETTERS[shown.sign]}`}
    title=${words(value, flip)}>
    <span class="shape" aria-hidden="true">${shown.shape}</span>${" "}
    <span class="letter">${shown.letter}</span>${" "}
    ${shown.number !== "" && html`<span>${isNumber ? shown.number : `${between} ${shown.number}`}</span>`}
  </span>`;
}

/**
 * The best moves as far as they are known. Where the value of the position is proved, an estimate of a move says
 * nothing beside it: the best move is then not known before its own value is proved.
 * @param {Api.AnalysisView} analysis
 * @returns {Set<string>}
 */
export function bestMoves(analysis) {
  const proved = analysis.value.kind !== "estimate";
  return new Set(analysis.moves.filter((each) => each.best && (each.exact || !proved)).map((each) => each.move));
}

/**
 * The values of all moves for the board, by the text of the move.
 * @param {Api.AnalysisView} analysis @param {boolean} flip
 * @returns {Record<string, MoveMark>}
 */
export function moveMarks(analysis, flip) {
  const best = bestMoves(analysis);
  return Object.fromEntries(
    analysis.moves.map(({ move, value, exact }) =>
      [move, { ...mark(value, flip), exact, best: best.has(move), words: words(value, flip) }]),
  );
}
