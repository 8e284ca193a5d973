// The move that decided a game that was not won, in a sentence.

import { sentenceStart } from "../ui/sentence.js";

/** @typedef {[first: number[], second: number[]][]} Rows the list of moves: the indices of the moves of each side,
 *   row by row */
/** @typedef {{ words: string, number: number | null }} Decision what decided the game, and the ply of the move,
 *   where it was one */

const UNKNOWN = "The move that decided it is not known: some values are estimates.";

/**
 * What decided the game for the person of this side; null where nothing can be said.
 * @param {Api.JudgementView[]} judged all moves of the game
 * @param {number} side
 * @param {boolean} isLost lost, and not drawn
 * @param {Rows} rows
 * @returns {Decision | null}
 */
export function decision(judged, side, isLost, rows) {
  const own = judged.filter((each) => each.side === side);
  // The last mistake: after it, no better result was left.
  const mistake = own.findLast((each) => each.mistake !== null && each.exact);
  if (mistake) {
    const words = isLost ? `was the mistake: ${mistake.after.text} from there.` : "gave the win away.";
    return { words: `${sentenceStart(placeOf(mistake, rows))} ${words}`, number: mistake.number };
  }
  if (!isLost || own.length === 0) return null;
  if (own.some((each) => !each.exact)) return { words: UNKNOWN, number: null };
  if (own[0].before.kind === "expected") return { words: "You made no mistake: chance decided.", number: null };
  if (own[0].before.sign >= 0) return null;
  const lost = own[0].number === 1
    ? "The start is lost against best play" : "Your first position was lost already against best play";
  const costliest = own.reduce((one, other) => (costOf(other) > costOf(one) ? other : one));
  if (costOf(costliest) <= 0) return { words: `${lost}, and you made no mistake.`, number: null };
  const { number, before, after } = costliest;
  const words = `${lost}; ${placeOf(costliest, rows)} cost the most: ${after.text} in place of ${before.text}.`;
  return { words, number };
}

/**
 * Which moves made the margin worse without changing who wins, the costliest first, as in "White gave away 4 at ply
 * 6"; "" where none did.
 * @param {Api.JudgementView[]} judged @param {string[]} sides
 */
export function givenAway(judged, sides) {
  const costly = judged.filter((each) => !each.mistake && each.exact && costOf(each) > 0)
    .sort((one, other) => costOf(other) - costOf(one));
  const named = costly.slice(0, 2)
    .map((each) => `${sides[each.side]} gave away ${costOf(each)} at ply ${each.number}`);
  const others = costly.length - named.length;
  return [...named, ...(others > 0
    ? [`${others} other move${others > 1 ? "s" : ""} gave away less or as much`] : [])].join("; ");
}

/**
 * The moves after which the estimate is clearly lower than after the best move; nobody has proven that they are
 * mistakes.
 * @param {Api.JudgementView[]} judged
 */
export function clearFalls(judged) {
  return judged.filter((each) => each.cost === "~ mistake");
}

/** By how much the estimate falls with a move. @param {Api.JudgementView} judged */
export const fallOf = ({ before, after }) => before.rank - after.rank;

/** By how much a move made the margin worse; 0 in games without margins. @param {Api.JudgementView} judged */
function costOf({ before, after }) {
  return (before.margin ?? 0) - (after.margin ?? 0);
}

/**
 * A move by its row in the list of moves: "your 3rd move, b2,"; in a turn of several moves "b2 in your 3rd turn".
 * @param {Api.JudgementView} judged @param {Rows} rows
 */
function placeOf({ number, move, side }, rows) {
  const row = rows.findIndex((each) => each[side].includes(number - 1));
  return rows[row]?.[side].length === 1
    ? `your ${ordinal(row + 1)} move, ${move},` : `${move} in your ${ordinal(row + 1)} turn`;
}

/** @param {number} number */
function ordinal(number) {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${(isTeen ? "" : ["", "st", "nd", "rd"][number % 10]) || "th"}`;
}
