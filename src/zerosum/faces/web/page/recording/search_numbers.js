// The numbers that a search decides by, at any step: proof numbers, UCB terms, the transposition table, the history of
// cuts.

import { once } from "./once.js";
import { firstPassing, IS_GUESSED, IS_MIN, IS_OVER, IS_REMEMBERED, LEAVE, rank } from "./recording.js";

/** As in search/mcts.py. */
const EXPLORATION = Math.SQRT2;

/**
 * The proof number and the disproof number of a node, null where the current question has not reached it. Each
 * question begins with a new tree.
 * @param {MergedTree} tree @param {number} node @param {number} step
 */
export function proofNumbers(tree, node, step) {
  const { recording } = tree;
  const visit = tree.visitLeft(node, step);
  if (visit < 0 || recording.asked[visit] !== recording.asked[recording.node[step]]) return null;
  return { proof: recording.proof[visit], disproof: recording.disproof[visit] };
}

/**
 * A child in Monte-Carlo tree search: its playouts, their mean for the side to move on a scale from -1 to 1, what is
 * added for exploration, and the sum. `proven` is its proven score, else not a number; such a child is selected no
 * more.
 * @typedef {{ child: number, visits: number, mean: number, explore: number, sum: number, proven: number }} Ucb
 */

/**
 * The UCB terms of the children of a node that have been tried: mean + sqrt(2 ln N / n).
 * @param {MergedTree} tree @param {number} node @param {number} step
 * @returns {Ucb[]}
 */
export function ucbTerms(tree, node, step) {
  const { recording } = tree;
  const all = tree.playouts(node, step).count;
  const sign = tree.flags[node] & IS_MIN ? -1 : 1;
  const widest = widestResults(recording)[step];
  return tree.children(node).flatMap((child) => {
    const { count: visits, mean: result } = tree.playouts(child, step);
    if (!visits) return [];
    const mean = (sign * result) / widest;
    const explore = (EXPLORATION * Math.sqrt(Math.log(all))) / Math.sqrt(visits);
    return [{ child, visits, mean, explore, sum: mean + explore,
      proven: recording.proven[tree.visitLeft(child, step)] }];
  });
}

/** After each step, the largest result so far, by which means are scaled; at least 1. */
const widestResults = once((recording) => {
  const widest = new Float64Array(recording.events);
  for (let event = 0, most = 1; event < recording.events; event++) {
    const result = recording.kind[event] === LEAVE ? recording.score[recording.node[event]] : 0;
    most = Math.max(most, Math.abs(Math.trunc(result)));
    widest[event] = most;
  }
  return widest;
});

/** What happens to the transposition table and to the history, in order. */
class Memory {
  /** @param {Recording} recording */
  constructor(recording) {
    /** The visits that stored an entry, in the order in which they ended. @type {number[]} */
    this.stores = [];
    /** The same by position. @type {Map<number, number[]>} */
    this.byPosition = new Map();
    /** After each store, how many positions the table holds. @type {number[]} */
    this.sizes = [];
    /** The steps at which a move of a side has caused a cut, by side and move. @type {Map<string, number[]>} */
    this.credits = new Map();
    for (let event = 0; event < recording.events; event++) {
      const visit = recording.node[event];
      if (recording.kind[event] !== LEAVE) continue;
      if (recording.stored[visit]) this.#store(recording, visit);
      if (recording.about.move_order) this.#credit(recording, visit);
    }
  }

  /** @param {Recording} recording @param {number} visit */
  #store(recording, visit) {
    const position = recording.position[visit];
    const before = this.byPosition.get(position);
    if (before) before.push(visit);
    else this.byPosition.set(position, [visit]);
    this.stores.push(visit);
    this.sizes.push(this.byPosition.size);
  }

  /**
   * A node that returns a score outside of its window was cut by its last move, also where no move was left to be cut.
   * @param {Recording} recording @param {number} visit
   */
  #credit(recording, visit) {
    const last = recording.lastChild[visit];
    if (last < 0 || recording.flags[visit] & (IS_OVER | IS_GUESSED | IS_REMEMBERED)) return;
    const isMin = recording.flags[visit] & IS_MIN;
    if (isMin ? recording.score[visit] > recording.alpha[visit] : recording.score[visit] < recording.beta[visit]) {
      return;
    }
    const cut = recording.cutOf(visit);
    const key = creditKey(isMin ? 1 : 0, recording.move[last]);
    const at = cut < 0 ? recording.leaveAt[visit] : cut;
    const before = this.credits.get(key);
    if (before) before.push(at);
    else this.credits.set(key, [at]);
  }
}

/** @param {number} side @param {number} move */
function creditKey(side, move) {
  return `${side} ${move}`;
}

const memoryOf = once((recording) => new Memory(recording));

/**
 * The visits that have stored an entry by a step, the last one last, and how many positions the table holds.
 * @param {Recording} recording @param {number} step
 */
export function tableAt(recording, step) {
  const { stores, sizes } = memoryOf(recording);
  const count = firstPassing(0, stores.length, (at) => recording.leaveAt[stores[at]] > step);
  return { stores, count, size: count ? sizes[count - 1] : 0 };
}

/**
 * The visit that stored what the table has of a position at a step, -1 where it has nothing.
 * @param {Recording} recording @param {number} position @param {number} step
 */
export function entryOf(recording, position, step) {
  const visits = memoryOf(recording).byPosition.get(position) ?? [];
  return visits.findLast((visit) => recording.leaveAt[visit] <= step) ?? -1;
}

/**
 * How often a move has caused a cut for a side by a step.
 * @param {Recording} recording @param {number} side
 * @param {number} move the number of its text
 * @param {number} step
 */
export function cutsBy(recording, side, move, step) {
  return rank(memoryOf(recording).credits.get(creditKey(side, move)) ?? [], step) + 1;
}
