// @ts-nocheck
// A recorded search: its columns, and everything about any step of it without replaying the ones before.

import { address, respond } from "./api.js";

export const ENTER = 0;
export const LEAVE = 1;
export const CUT = 2;
export const FOUND = 3;
export const IS_MIN = 1;
export const IS_OVER = 2;
export const IS_ESTIMATED = 4;
export const IS_GUESSED = 8;
export const IS_REMEMBERED = 16;
export const HAS_CUT = 32;

export const CUT_MARK = 1;
export const BEST_MARK = 2;
export const TABLE_MARK = 4;
export const PASS_MARK = 8;

const ARRAYS = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i4: Int32Array, f4: Float32Array, f8: Float64Array };

/** Ask the server to search and record; `progress` is told how far it is. Raises an Error with a sentence. */
export async function loadRecording(parameters, { signal, progress } = {}) {
  const response = await respond(address("recording", parameters), signal);
  if (!response.ok) throw new Error((await response.json()).detail ?? response.statusText);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = new Uint8Array(0);
  let bytes = null;
  let filled = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (bytes) {
      bytes.set(value, filled);
      filled += value.length;
      continue;
    }
    const joined = new Uint8Array(rest.length + value.length);
    joined.set(rest);
    joined.set(value, rest.length);
    rest = joined;
    for (let end = rest.indexOf(10); end >= 0 && !bytes; end = rest.indexOf(10)) {
      const line = JSON.parse(decoder.decode(rest.subarray(0, end)));
      rest = rest.subarray(end + 1);
      if (line.problem) throw new Error(line.problem);
      if (line.progress) progress?.(line.progress);
      if (line.bytes !== undefined) {
        bytes = new Uint8Array(line.bytes);
        bytes.set(rest);
        filled = rest.length;
      }
    }
  }
  if (!bytes || filled !== bytes.length) throw new Error("the search was broken off before it was recorded");
  return new Recording(bytes.buffer);
}

/** A recorded search. Step s is the moment just after event s. */
export class Recording {
  constructor(buffer) {
    const bytes = new Uint8Array(buffer);
    const end = bytes.indexOf(10) + 1;
    this.about = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    for (const { name, type, offset, length } of this.about.columns) {
      this[name] = new ARRAYS[type](buffer, end + offset, length);
    }
    this.scale = this.about.scale;
    this.texts = this.about.texts;
    this.events = this.kind.length;
    this.nodes = this.parent.length;
    /** Whether the search narrows a window on its way; minimax and playouts do not. */
    this.windowed = !["minimax", "mcts"].includes(this.about.algorithm.split(":")[0]);
    this.#index();
  }

  /** One pass over the events finds where each node begins and ends, and what is worth a mark. */
  #index() {
    const { kind, node, parent, best, nodes, events } = this;
    this.enterAt = new Uint32Array(nodes);
    this.leaveAt = new Uint32Array(nodes).fill(events);
    this.before = new Int32Array(nodes).fill(-1);
    this.lastChild = new Int32Array(nodes).fill(-1);
    this.ply = new Uint16Array(nodes);
    this.roots = [];
    const marked = new Uint8Array(events);
    for (let event = 0; event < events; event++) {
      const at = node[event];
      const above = parent[at];
      if (kind[event] === ENTER) {
        this.enterAt[at] = event;
        if (above < 0) {
          this.roots.push(at);
        } else {
          this.ply[at] = this.ply[above] + 1;
          this.before[at] = this.lastChild[above];
          this.lastChild[above] = at;
        }
      } else if (kind[event] === LEAVE) {
        this.leaveAt[at] = event;
        if (above < 0) marked[event] = PASS_MARK;
        else if (best[at] === best[at] && best[at] !== this.bestBefore(at)) marked[event] = BEST_MARK;
      } else {
        marked[event] = kind[event] === CUT ? CUT_MARK : TABLE_MARK;
      }
    }
    this.marked = marked;
    /** The kinds of marks that occur, as bits. */
    this.markKinds = 0;
    let count = 0;
    for (let event = 0; event < events; event++) {
      count += marked[event] > 0;
      this.markKinds |= marked[event];
    }
    this.marks = new Uint32Array(count);
    for (let event = 0, at = 0; event < events; event++) if (marked[event]) this.marks[at++] = event;
  }

  /** The best score that a node's parent had before this child, NaN when it had none. */
  bestBefore(node) {
    return this.before[node] < 0 ? NaN : this.best[this.before[node]];
  }

  /** The nodes from the root to the node of a step. */
  path(step) {
    const nodes = [];
    for (let node = this.node[step]; node >= 0; node = this.parent[node]) nodes.push(node);
    return nodes.reverse();
  }

  /** The moves from the root to a node, as text. */
  moves(node) {
    const words = [];
    for (; this.parent[node] >= 0; node = this.parent[node]) words.push(this.texts[this.move[node]]);
    return words.reverse();
  }

  /** The best score of a node that is on the path of this step; NaN when it has none yet. */
  bestNow(step, node, below = -1) {
    if (!this.about.keeps_best) return NaN;
    if (below < 0) {
      const last = this.lastChild[node];
      return last >= 0 && this.enterAt[last] <= step ? this.best[last] : NaN;
    }
    return this.leaveAt[below] <= step ? this.best[below] : this.bestBefore(below);
  }

  /** A node of the path with its window at entry and now; `below` is the next node of the path, if any. */
  frame(step, node, below = -1) {
    const best = this.bestNow(step, node, below);
    const isMin = (this.flags[node] & IS_MIN) > 0;
    const [alpha, beta] = [this.alpha[node], this.beta[node]];
    return {
      node,
      isMin,
      move: this.texts[this.move[node]],
      best,
      alpha,
      beta,
      alphaNow: this.windowed && !isMin && best > alpha ? best : alpha,
      betaNow: this.windowed && isMin && best < beta ? best : beta,
      left: this.leaveAt[node] <= step,
      score: this.leaveAt[node] <= step ? this.score[node] : NaN,
    };
  }

  /** The call stack of a step, the root first. */
  stack(step) {
    const path = this.path(step);
    return path.map((node, at) => this.frame(step, node, path[at + 1] ?? -1));
  }

  /** The node whose window a step is about: where a value has just come back, the one that gets it. */
  focus(step) {
    const node = this.node[step];
    if (this.kind[step] === LEAVE && this.parent[node] >= 0) return this.frame(step, this.parent[node], node);
    return this.frame(step, node);
  }

  /** Which pass a node belongs to, from 0; `deepening` and others search again from the root. */
  pass(node) {
    return rank(this.roots, node);
  }

  /** The branches that the cut of this event skipped, as indices of the pruned columns. */
  skipped(event) {
    const found = [];
    for (let at = firstAtLeast(this.pruned_event, event); at < this.pruned_event.length && this.pruned_event[at] === event; at++) {
      if (this.pruned_parent[at] === this.node[event]) found.push(at);
    }
    return found;
  }

  /** The event at which a node cuts, or -1: nothing happens between a cut and the end of its node. */
  cutOf(node) {
    if (!(this.flags[node] & HAS_CUT)) return -1;
    return this.leaveAt[node] - 1;
  }

  /** The mark after a step, of those kinds that are wanted; the last step when there is none. */
  nextMark(step, wanted = 15) {
    for (let at = firstAtLeast(this.marks, step + 1); at < this.marks.length; at++) {
      if (this.marked[this.marks[at]] & wanted) return this.marks[at];
    }
    return this.events - 1;
  }

  /** The mark before a step; the first step when there is none. */
  previousMark(step, wanted = 15) {
    for (let at = firstAtLeast(this.marks, step) - 1; at >= 0; at--) {
      if (this.marked[this.marks[at]] & wanted) return this.marks[at];
    }
    return 0;
  }
}

/** The index of the first number that is at least so great, in ascending numbers. */
export function firstAtLeast(numbers, wanted, from = 0, to = numbers.length) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numbers[middle] < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The index of the last number that is at most so great, -1 when all are greater. */
export function rank(numbers, wanted, from = 0, to = numbers.length) {
  return firstAtLeast(numbers, wanted + 1, from, to) - 1;
}
