// What a recorded score says about the true value: exactly that, at most that or at least that; or only an estimate.
//
// All scores are the first player's, at MAX and at MIN nodes alike. The recorder computes what each returned score
// says: the column `bound` (see recorder.py). For a node that is still open, each move that was tried gives an
// interval for its own value: [s, s], [s, inf] or [-inf, s]. The best of these moves lies between the best of the
// lower ends and the best of the upper ends. There is one exception: a move that a null window has shown to be better
// is searched again. Until then the search keeps its old best score, and all that is known is that the best move is
// worth at least (MIN: at most) what the null window returned.

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

/** @typedef {"plain" | "distance" | "margin" | "mean"} ScaleName how utilities become scores: see value.py */

/** @type {Claim} */
export const NOTHING = { score: NaN, bound: EXACT, estimated: false };

/**
 * A claim in its strongest true form. Nothing is better than a win (at once, where distances count), so that at least
 * a win is a win. A win or loss is true although estimates had a part in the search: an estimate is never that high.
 * Only its distance is open beyond `depth`, the plies that were searched below the node: a faster win may lie there.
 * @param {ScaleName} scale @param {Claim} claim @param {number} depth
 * @returns {Claim}
 */
export function strongest(scale, { score, bound, estimated }, depth = Infinity) {
  if (scale === "margin" || scale === "mean" || Math.abs(score) <= SURE || Number.isNaN(score)) {
    return { score, bound, estimated };
  }
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
 * @param {ScaleName} scale @param {number} score
 */
export function farther(scale, score) {
  if (scale !== "distance" || Math.abs(score) <= SURE) return score;
  return score > 0 ? score - 1 : score + 1;
}
