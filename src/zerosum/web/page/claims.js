// What a recorded score says about the true value: exactly that, at most that or at least that; or only an estimate.
//
// All scores are the first player's, at MAX and at MIN nodes alike. For a node that was entered with the window
// (alpha, beta) and returned a score, with v its true value (see search/alphabeta.py):
//
//     score <= alpha          v <= score     the search failed low: AT_MOST
//     alpha < score < beta    v == score     EXACT
//     score >= beta           v >= score     it failed high: AT_LEAST
//
// The same rule holds for the best score of a node that is still open, with the best of the moves tried so far in place
// of v. Take a MAX node with the best score b:
//
//     b <= alpha          every move so far failed low, so that each is worth at most its score, and so at most b
//     alpha < b < beta    the move with the score b was inside its window and is exact; the moves before it are worth at
//                         most an older best score, and those after it failed low against alpha = b
//     b >= beta           the move with the score b failed high
//
// and a MIN node is the mirror image. A null window is a window like any other. There is one exception: a move that a
// null window has shown to be better is searched again. Until then the search keeps its old best score, and all that is
// known is that the best move is worth at least (MIN: at most) what the null window returned.

export const WIN = 1_000_000;
/** A score beyond this is a proven win or loss; below it a draw or an estimate. */
export const SURE = WIN - 10_000;

export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

/**
 * A score with what it says. `estimated`: the depth limit had a part in it, so that it is no truth about the game.
 * @typedef {{ score: number, bound: number, estimated: boolean }} Claim
 */

/** @typedef {"plain" | "distance" | "margin"} ScaleName how utilities become scores: see value.py */

/** @type {Claim} */
export const NOTHING = { score: NaN, bound: EXACT, estimated: false };

/**
 * What a score says that was returned for this window.
 * @param {number} score
 * @param {number} alpha
 * @param {number} beta
 */
export function boundOf(score, alpha, beta) {
  if (score <= alpha) return AT_MOST;
  return score >= beta ? AT_LEAST : EXACT;
}

/**
 * A claim in its strongest true form. Nothing is better than a win (at once, where distances count), so that at least a
 * win is a win. A win or loss is true although estimates had a part in the search: an estimate is never that high. Only
 * its distance is open beyond `depth`, the plies that were searched below the node: a faster win may lie there.
 * @param {ScaleName} scale
 * @param {Claim} claim
 * @param {number} depth
 * @returns {Claim}
 */
export function strongest(scale, { score, bound, estimated }, depth = Infinity) {
  if (scale === "margin" || Math.abs(score) <= SURE || Number.isNaN(score)) return { score, bound, estimated };
  const good = score > 0 ? AT_LEAST : AT_MOST;
  const nearest = WIN - (scale === "distance" ? 1 : 0);
  if (bound === good || bound === EXACT) {
    const isWhole = bound === EXACT && (!estimated || scale === "plain" || WIN - Math.abs(score) <= depth);
    return { score, bound: isWhole || Math.abs(score) >= nearest ? EXACT : good, estimated: false };
  }
  return { score, bound, estimated };
}

/**
 * A child's score as its parent sees it: where distances count, a win or loss is one ply further away.
 * @param {ScaleName} scale
 * @param {number} score
 */
export function farther(scale, score) {
  if (scale !== "distance" || Math.abs(score) <= SURE) return score;
  return score > 0 ? score - 1 : score + 1;
}
