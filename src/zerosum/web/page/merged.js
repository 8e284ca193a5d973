// @ts-nocheck
// The tree that is drawn: a node for each path of moves, however often the search came by.

import { IS_OVER, rank } from "./recording.js";

/** How a node stands at a step. */
export const UNSEEN = 0;
export const SEEN = 1;
export const OPEN = 2;
export const PRUNED = 3;
export const EARLIER = 4;

/** The tree of a recorded search. Nodes have numbers from 0, the root first; parents come before their children. */
export class MergedTree {
  constructor(recording) {
    this.recording = recording;
    const most = recording.nodes + recording.pruned_parent.length;
    this.parent = new Int32Array(most).fill(-1);
    this.first = new Int32Array(most).fill(-1);
    this.last = new Int32Array(most).fill(-1);
    this.next = new Int32Array(most).fill(-1);
    this.move = new Uint32Array(most);
    this.flags = new Uint8Array(most);
    this.ply = new Uint16Array(most);
    this.known = new Float64Array(recording.pruned_parent.length ? most : 0).fill(NaN);
    /** For each visit, and then for each pruned branch, its node in this tree. */
    this.of = new Int32Array(most);
    this.size = 0;
    this.#mergeVisits();
    this.#mergePruned();
    if (recording.about.written) this.#sort();
    this.visits = lists(this.of, 0, recording.nodes, this.size);
    this.prunings = lists(this.of, recording.nodes, most, this.size);
    this.sums = recording.about.algorithm.startsWith("mcts") ? this.#sumUp() : null;
  }

  /** For each visit in the order of `visits`, the sum of the results so far; a playout says little, their mean much. */
  #sumUp() {
    const sums = new Float64Array(this.visits.items.length + 1);
    this.visits.items.forEach((visit, at) => {
      sums[at + 1] = sums[at] + this.recording.score[visit];
    });
    return sums;
  }

  /** How many playouts have come back through a node by a step, and their mean result. */
  playouts(node, step) {
    const { starts, items } = this.visits;
    let [from, to] = [starts[node], starts[node + 1]];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.recording.leaveAt[items[middle]] <= step) from = middle + 1;
      else to = middle;
    }
    const count = from - starts[node];
    return { count, mean: count ? (this.sums[from] - this.sums[starts[node]]) / count : NaN };
  }

  #add(parent, move, flags) {
    const node = this.size++;
    this.move[node] = move;
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

  #child(parent, move) {
    for (let child = this.first[parent]; child >= 0; child = this.next[child]) if (this.move[child] === move) return child;
    return -1;
  }

  #mergeVisits() {
    const { parent, move, flags, nodes } = this.recording;
    for (let visit = 0; visit < nodes; visit++) {
      const above = parent[visit] < 0 ? -1 : this.of[parent[visit]];
      // A first child cannot have come by before, unless its parent was visited before.
      let node = above < 0 ? (this.size ? 0 : -1) : this.first[above] < 0 ? -1 : this.#child(above, move[visit]);
      if (node < 0) node = this.#add(above, move[visit], flags[visit]);
      this.of[visit] = node;
    }
  }

  #mergePruned() {
    const { pruned_parent: parent, pruned_move: move, pruned_flags: flags, pruned_score: score, nodes } = this.recording;
    for (let at = 0; at < parent.length; at++) {
      const above = this.of[parent[at]];
      let node = this.#child(above, move[at]);
      if (node < 0) node = this.#add(above, move[at], flags[at]);
      this.of[nodes + at] = node;
      this.known[node] = score[at];
    }
  }

  /** A written tree is drawn as it was written, in whichever order its branches were tried. */
  #sort() {
    for (let node = 0; node < this.size; node++) {
      const children = this.children(node).sort((one, other) => this.recording.texts[this.move[one]] - this.recording.texts[this.move[other]]);
      children.forEach((child, at) => {
        this.next[child] = children[at + 1] ?? -1;
      });
      this.first[node] = children[0] ?? -1;
      this.last[node] = children.at(-1) ?? -1;
    }
  }

  /** The children of a node, from left to right. */
  children(node) {
    const found = [];
    for (let child = this.first[node]; child >= 0; child = this.next[child]) found.push(child);
    return found;
  }

  /** Whether a node is where a game ends. */
  isLeaf(node) {
    return (this.flags[node] & IS_OVER) > 0;
  }

  /** The last visit of a node that has begun by a step, or -1. */
  visit(node, step) {
    const { starts, items } = this.visits;
    let [from, to] = [starts[node], starts[node + 1]];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.recording.enterAt[items[middle]] <= step) from = middle + 1;
      else to = middle;
    }
    return from > starts[node] ? items[from - 1] : -1;
  }

  /** The event of the last cut by a step that skipped this node, or -1. */
  pruning(node, step) {
    const { starts, items } = this.prunings;
    for (let at = starts[node + 1] - 1; at >= starts[node]; at--) {
      const event = this.recording.pruned_event[items[at] - this.recording.nodes];
      if (event <= step) return event;
    }
    return -1;
  }

  /** How a node stands at a step: not seen yet, seen, still open, pruned, or seen in an earlier pass. */
  state(node, step) {
    const visit = this.visit(node, step);
    const pruned = this.pruning(node, step);
    if (visit < 0) return pruned < 0 ? UNSEEN : PRUNED;
    if (pruned > this.recording.enterAt[visit]) return PRUNED;
    if (this.recording.leaveAt[visit] > step) return OPEN;
    return this.recording.roots.length > 1 && visit < this.recording.roots[rank(this.recording.roots, this.recording.node[step])] ? EARLIER : SEEN;
  }

  /** The score to write at a node: what it returned, the best so far while it is open, NaN where nobody looked. */
  score(node, step) {
    const visit = this.visit(node, step);
    if (visit < 0) return NaN;
    if (this.sums) return this.playouts(node, step).mean;
    if (this.recording.leaveAt[visit] <= step) return this.recording.score[visit];
    const current = this.recording.node[step];
    let below = current;
    if (current === visit) below = -1;
    else while (this.recording.parent[below] !== visit) below = this.recording.parent[below];
    return this.recording.bestNow(step, visit, below);
  }
}

/** For each group, the items that belong to it, in order: `items` from `starts[group]` to `starts[group + 1]`. */
function lists(groups, from, to, count) {
  const starts = new Uint32Array(count + 1);
  for (let item = from; item < to; item++) starts[groups[item] + 1]++;
  for (let group = 0; group < count; group++) starts[group + 1] += starts[group];
  const items = new Uint32Array(to - from);
  const filled = starts.slice(0, count);
  for (let item = from; item < to; item++) items[filled[groups[item]]++] = item;
  return { starts, items };
}
