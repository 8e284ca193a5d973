// The tree that is drawn: a node for each path of moves, however often the search came by.

import { EXACT, NOTHING } from "../recording/claims.js";
import { once } from "../recording/once.js";
import { firstPassing, IS_OVER, rank } from "../recording/recording.js";

/** The state of a node at a step. */
export const UNSEEN = 0;
export const SEEN = 1;
export const OPEN = 2;
export const PRUNED = 3;
export const EARLIER = 4;

/** The tree of a recorded search. Nodes have numbers from 0, the root first; parents come before their children. */
export class MergedTree {
  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
    const most = recording.nodes + recording.pruned_parent.length;
    this.parent = new Int32Array(most).fill(-1);
    this.first = new Int32Array(most).fill(-1);
    this.last = new Int32Array(most).fill(-1);
    this.next = new Int32Array(most).fill(-1);
    this.move = new Uint32Array(most);
    /** The number of the probability of an outcome of chance, 0 for a move that a side chooses. */
    this.chance = new Uint32Array(most);
    this.flags = new Uint8Array(most);
    this.ply = new Uint16Array(most);
    /** In a written tree, the score of a leaf that was pruned. */
    this.known = new Float64Array(recording.pruned_parent.length ? most : 0).fill(NaN);
    /** For each visit, and then for each pruned branch, its node in this tree. */
    this.of = new Int32Array(most);
    this.size = 0;
    this.#mergeVisits();
    this.#mergePruned();
    if (recording.about.written) this.#sort();
    this.visits = grouped(this.of, 0, recording.nodes, this.size);
    this.prunings = grouped(this.of, recording.nodes, most, this.size);
    this.sums = recording.isMonteCarlo ? this.#sumUp() : null;
    /** The nodes on the best line, as far as the search went along it. */
    this.line = this.walk(recording.about.result.line);
  }

  /** The nodes from the root along these moves, as far as the tree has them. @param {string[]} moves */
  walk(moves) {
    const nodes = [0];
    for (const move of moves) {
      const next = this.children(nodes[nodes.length - 1]).find((child) => this.moveText(child) === move);
      if (next === undefined) break;
      nodes.push(next);
    }
    return nodes;
  }

  /** For each visit in the order of `visits`, the sum of the results so far; a single playout says little,
   *   their mean more. */
  #sumUp() {
    const sums = new Float64Array(this.visits.items.length + 1);
    this.visits.items.forEach((visit, at) => {
      sums[at + 1] = sums[at] + this.recording.score[visit];
    });
    return sums;
  }

  /**
   * How many playouts have come back through a node by a step, and their mean result.
   * @param {number} node @param {number} step
   */
  playouts(node, step) {
    const count = this.#visitsBy(node, step, this.recording.leaveAt);
    const from = this.visits.starts[node];
    return { count, mean: count && this.sums ? (this.sums[from + count] - this.sums[from]) / count : NaN };
  }

  /**
   * How many visits of a node have happened by a step, given the event of each.
   * @param {number} node @param {number} step @param {Uint32Array} events
   */
  #visitsBy(node, step, events) {
    const { starts, items } = this.visits;
    return firstPassing(starts[node], starts[node + 1], (at) => events[items[at]] > step) - starts[node];
  }

  /** @param {number} parent @param {number} move @param {number} chance @param {number} flags */
  #add(parent, move, chance, flags) {
    const node = this.size++;
    this.move[node] = move;
    this.chance[node] = chance;
    this.flags[node] = flags;
    this.parent[node] = parent;
    if (parent >= 0) {
      this.ply[node] = this.ply[parent] + 1;
      if (this.first[parent] < 0) this.first[parent] = node;
      else this.next[this.last[parent]] = node;
      this.last[parent] = node;
    }
    return node;
  }

  /** @param {number} parent @param {number} move */
  #child(parent, move) {
    for (let child = this.first[parent]; child >= 0; child = this.next[child]) {
      if (this.move[child] === move) return child;
    }
    return -1;
  }

  #mergeVisits() {
    const { parent, move, chance, flags, nodes } = this.recording;
    for (let visit = 0; visit < nodes; visit++) {
      const above = parent[visit] < 0 ? -1 : this.of[parent[visit]];
      const known = this.size ? 0 : -1;
      let node = above < 0 ? known : this.#child(above, move[visit]);
      if (node < 0) node = this.#add(above, move[visit], chance[visit], flags[visit]);
      this.of[visit] = node;
    }
  }

  #mergePruned() {
    const { pruned_parent: parent, pruned_move: move, pruned_chance: chance, pruned_flags: flags, pruned_score: score,
      nodes } = this.recording;
    for (let at = 0; at < parent.length; at++) {
      const above = this.of[parent[at]];
      let node = this.#child(above, move[at]);
      if (node < 0) node = this.#add(above, move[at], chance[at], flags[at]);
      this.of[nodes + at] = node;
      this.known[node] = score[at];
    }
  }

  /** A written tree is drawn as it was written, in whichever order its branches were tried. */
  #sort() {
    for (let node = 0; node < this.size; node++) {
      const children = this.children(node)
        .sort((one, other) => Number(this.moveText(one)) - Number(this.moveText(other)));
      children.forEach((child, at) => {
        this.next[child] = children[at + 1] ?? -1;
      });
      this.first[node] = children[0] ?? -1;
      this.last[node] = children.at(-1) ?? -1;
    }
  }

  /** The children of a node, from left to right. @param {number} node */
  children(node) {
    const found = [];
    for (let child = this.first[node]; child >= 0; child = this.next[child]) found.push(child);
    return found;
  }

  /** The move that leads to a node, as text. @param {number} node */
  moveText(node) {
    return this.recording.texts[this.move[node]];
  }

  /** The moves from the root to a node, also to one that was never visited. @param {number} node */
  movesTo(node) {
    const moves = [];
    for (let at = node; this.parent[at] >= 0; at = this.parent[at]) moves.unshift(this.moveText(at));
    return moves;
  }

  /**
   * The probability of the outcome that leads to a node, as text; "" for a move that a side chooses.
   * @param {number} node
   */
  chanceText(node) {
    return this.recording.about.chances[this.chance[node]];
  }

  /** Whether a node is where a game ends. @param {number} node */
  isLeaf(node) {
    return (this.flags[node] & IS_OVER) > 0;
  }

  /** The last visit of a node that has begun by a step, or -1. @param {number} node @param {number} step */
  visit(node, step) {
    const count = this.#visitsBy(node, step, this.recording.enterAt);
    return count ? this.visits.items[this.visits.starts[node] + count - 1] : -1;
  }

  /** The last visit of a node that has ended by a step, or -1. @param {number} node @param {number} step */
  visitLeft(node, step) {
    const count = this.#visitsBy(node, step, this.recording.leaveAt);
    return count ? this.visits.items[this.visits.starts[node] + count - 1] : -1;
  }

  /** The event of the last cut by a step that skipped this node, or -1. @param {number} node @param {number} step */
  pruning(node, step) {
    const { starts, items } = this.prunings;
    for (let at = starts[node + 1] - 1; at >= starts[node]; at--) {
      const event = this.recording.pruned_event[items[at] - this.recording.nodes];
      if (event <= step) return event;
    }
    return -1;
  }

  /**
   * The state of a node at a step: not seen yet, seen, still open, pruned, or seen in an earlier pass.
   * @param {number} node @param {number} step
   */
  state(node, step) {
    const { roots, enterAt, leaveAt, node: nodes } = this.recording;
    const visit = this.visit(node, step);
    const pruned = this.pruning(node, step);
    if (visit < 0) return pruned < 0 ? UNSEEN : PRUNED;
    if (pruned > enterAt[visit]) return PRUNED;
    if (leaveAt[visit] > step) return OPEN;
    return roots.length > 1 && visit < roots[rank(roots, nodes[step])] ? EARLIER : SEEN;
  }

  /**
   * What is known of a node at a step: what its last visit returned, or, while it is open, the best of the moves so
   * far.
   * @param {number} node @param {number} step
   * @returns {Claim}
   */
  claim(node, step) {
    const { recording } = this;
    const visit = this.visit(node, step);
    if (visit < 0) {
      const known = this.known.length && this.state(node, step) === PRUNED ? this.known[node] : NaN;
      return Number.isNaN(known) ? NOTHING : { score: known, bound: EXACT, estimated: false };
    }
    const proven = this.sums ? recording.proven[this.visitLeft(node, step)] : NaN;
    // What is proven needs no mean of playouts.
    if (!this.isLeaf(node) && Number.isFinite(proven)) return { score: proven, bound: EXACT, estimated: false };
    if (this.sums && !this.isLeaf(node)) {
      return { score: this.playouts(node, step).mean, bound: EXACT, estimated: true };
    }
    if (recording.leaveAt[visit] <= step) return recording.claim(visit);
    let below = recording.node[step];
    if (below === visit) return recording.bestClaim(step, visit);
    while (recording.parent[below] !== visit) below = recording.parent[below];
    return recording.bestClaim(step, visit, below);
  }
}

/**
 * For each group, the items that belong to it, in order: `items` from `starts[group]` to `starts[group + 1]`.
 * @param {Int32Array} groups @param {number} from @param {number} to @param {number} count
 */
function grouped(groups, from, to, count) {
  const starts = new Uint32Array(count + 1);
  for (let item = from; item < to; item++) starts[groups[item] + 1]++;
  for (let group = 0; group < count; group++) starts[group + 1] += starts[group];
  const items = new Uint32Array(to - from);
  const filled = starts.slice(0, count);
  for (let item = from; item < to; item++) items[filled[groups[item]]++] = item;
  return { starts, items };
}

/** The tree of a recording. */
export const treeOf = once((recording) => new MergedTree(recording));
