// A recorded search: its columns, and everything about any step of it without replaying the ones before.
//
// Step s is the moment just after event s. A node here is one visit of a position: a search that comes by twice has
// two.

import { AT_LEAST, AT_MOST, EXACT, farther, NOTHING, strongest, WIN } from "./claims.js";

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
export const IS_CHANCE = 64;

export const CUT_MARK = 1;
export const BEST_MARK = 2;
export const TABLE_MARK = 4;
export const PASS_MARK = 8;
export const ALL_MARKS = 15;

/**
 * The header of a recording.
 * @typedef {{
 *   algorithm: string, game: string, position: string, count_from: number | null, written: boolean, sides: string[],
 *   side: number, scale: ScaleName, keeps_best: boolean, has_window: boolean, has_table: boolean,
 *   move_order: "game" | "history" | null, events: number, nodes: number, texts: string[],
 *   chances: string[], results: [least: number, greatest: number] | null,
 *   places: [file: string, line: number, callerFile: string, callerLine: number, pseudocode: number][],
 *   columns: { name: string, type: "u1" | "u2" | "u4" | "i4" | "f4" | "f8", offset: number, length: number }[],
 *   result: { value: Api.ValueView, exact: boolean, line: string[], nodes: number, leaves: number, cutoffs: number,
 *     table_hits: number, deepest: number },
 * }} About
 */

/**
 * What is known of the mean of a chance node: `sum` of the scores that have come back, each times its probability; the
 * true mean lies between `low` and `high`.
 * @typedef {{ sum: number, low: number, high: number }} Mean
 */

/**
 * A node of the call stack: its window at entry and now, the best score so far, and the claim to show for it. `mean`
 * is null unless chance moves and the search works out its mean.
 * @typedef {{ node: number, isMin: boolean, isChance: boolean, mean: Mean | null, move: string, best: number,
 *   alpha: number, beta: number, alphaNow: number, betaNow: number, left: boolean, claim: Claim }} Frame
 */

const ARRAYS = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i4: Int32Array, f4: Float32Array,
  f8: Float64Array };

export class Recording {
  /** @param {ArrayBuffer} buffer the packed form, see recording in the Python package */
  constructor(buffer) {
    const bytes = new Uint8Array(buffer);
    const end = bytes.indexOf(10) + 1;
    /** @type {About} */
    this.about = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    /** @type {(name: string) => any} */
    const column = (name) => {
      const found = this.about.columns.find((each) => each.name === name);
      if (!found) throw new Error(`the recording has no column ${name}`);
      return new ARRAYS[found.type](buffer, end + found.offset, found.length);
    };
    /** @type {Uint8Array} */ this.kind = column("kind");
    /** @type {Int32Array} */ this.node = column("node");
    /** @type {Uint16Array} */ this.place = column("place");
    /** @type {Int32Array} */ this.parent = column("parent");
    /** @type {Uint32Array} */ this.move = column("move");
    /** @type {Uint32Array} */ this.chance = column("chance");
    /** @type {Uint8Array} */ this.flags = column("flags");
    /** @type {Float64Array} */ this.alpha = column("alpha");
    /** @type {Float64Array} */ this.beta = column("beta");
    /** @type {Float64Array} */ this.score = column("score");
    /** What each score says, see claims.js. @type {Uint8Array} */ this.bound = column("bound");
    /** @type {Float64Array} */ this.best = column("best");
    // What only some searches have (see recorder.py); empty in the others.
    /** @type {Float64Array} */ this.proof = column("proof");
    /** @type {Float64Array} */ this.disproof = column("disproof");
    /** @type {Float64Array} */ this.proven = column("proven");
    /** @type {Uint32Array} */ this.position = column("position");
    /** @type {Uint8Array} */ this.stored = column("stored");
    /** @type {Uint32Array} */ this.stored_depth = column("stored_depth");
    /** @type {Uint32Array} */ this.stored_move = column("stored_move");
    /** @type {Int32Array} */ this.pruned_parent = column("pruned_parent");
    /** @type {Uint32Array} */ this.pruned_move = column("pruned_move");
    /** @type {Uint32Array} */ this.pruned_chance = column("pruned_chance");
    /** @type {Uint8Array} */ this.pruned_flags = column("pruned_flags");
    /** @type {Float64Array} */ this.pruned_score = column("pruned_score");
    /** @type {Uint32Array} */ this.pruned_event = column("pruned_event");
    this.scale = this.about.scale;
    this.texts = this.about.texts;
    /** Whether there are outcomes of chance. */
    this.hasChance = this.about.chances.length > 1;
    /** The probabilities that `chance` numbers, as numbers. */
    this.probabilities = this.about.chances.map(fractionOf);
    this.events = this.kind.length;
    this.nodes = this.parent.length;
    this.algorithm = this.about.algorithm.split(":")[0];
    this.isMonteCarlo = this.algorithm === "mcts" || this.algorithm === "rave";
    /** Whether the search narrows a window on its way. */
    this.windowed = this.about.keeps_best && this.about.has_window;
    this.enterAt = new Uint32Array(this.nodes);
    this.leaveAt = new Uint32Array(this.nodes).fill(this.events);
    /** The sibling that was visited before, and the child that was visited last; -1 for none. */
    this.before = new Int32Array(this.nodes).fill(-1);
    this.lastChild = new Int32Array(this.nodes).fill(-1);
    this.ply = new Uint16Array(this.nodes);
    /** The visits of the root, one for each pass. @type {number[]} */
    this.roots = [];
    /** For each pass, the ply at which positions are estimated. @type {number[]} */
    this.horizons = [];
    /** Whether a node is visited again at once, because its null window has shown that it is better. */
    this.isRepeated = new Uint8Array(this.nodes);
    /** In proof-number search, the score that each visit asks for: is it at least that? */
    this.asked = new Float64Array(this.algorithm === "pns" ? this.nodes : 0);
    /** Whether estimates have a part in the search. */
    this.hasEstimates = false;
    /** For each event, the kind of its mark or 0. */
    this.marked = new Uint8Array(this.events);
    this.#index();
    /** The events with marks. */
    this.marks = this.#marks();
    /** The kinds of marks that occur, as bits. */
    this.markKinds = this.marks.reduce((kinds, event) => kinds | this.marked[event], 0);
    this.cutEvents = this.marks.filter((event) => this.kind[event] === CUT);
  }

  /** One pass over the events finds where each node begins and ends, and what is worth a mark. */
  #index() {
    const { kind, node, parent, best, events, marked } = this;
    for (let event = 0; event < events; event++) {
      const at = node[event];
      const above = parent[at];
      if (kind[event] === ENTER) {
        this.#enter(event, at, above);
      } else if (kind[event] === LEAVE) {
        this.leaveAt[at] = event;
        if (above < 0) marked[event] = PASS_MARK;
        else if (!Number.isNaN(best[at]) && best[at] !== this.bestBefore(at)) marked[event] = BEST_MARK;
      } else {
        marked[event] = kind[event] === CUT ? CUT_MARK : TABLE_MARK;
      }
    }
  }

  #marks() {
    let count = 0;
    for (const mark of this.marked) count += mark > 0 ? 1 : 0;
    const marks = new Uint32Array(count);
    for (let event = 0, at = 0; event < this.events; event++) if (this.marked[event]) marks[at++] = event;
    return marks;
  }

  /** @param {number} event @param {number} at @param {number} above */
  #enter(event, at, above) {
    this.enterAt[at] = event;
    if (above < 0) {
      this.roots.push(at);
      this.horizons.push(this.algorithm === "deepening" ? this.roots.length : Infinity);
    } else {
      const sibling = this.lastChild[above];
      this.ply[at] = this.ply[above] + 1;
      this.before[at] = sibling;
      this.lastChild[above] = at;
      if (sibling >= 0 && this.move[sibling] === this.move[at] && !this.chance[at]) this.isRepeated[sibling] = 1;
    }
    if (this.flags[at] & IS_GUESSED && (this.about.keeps_best || !Number.isNaN(this.score[at]))) {
      this.hasEstimates = true;
      this.horizons[this.horizons.length - 1] = this.ply[at];
    }
    // Only where a position is evaluated does proof-number search tell its question.
    if (this.asked.length) this.asked[at] = Number.isFinite(this.beta[at]) ? this.beta[at] : this.asked[at - 1];
  }

  /** The best score that a node's parent had before this child, NaN when it had none. @param {number} node */
  bestBefore(node) {
    return this.before[node] < 0 ? NaN : this.best[this.before[node]];
  }

  /** The nodes from the root to the node of a step. @param {number} step */
  path(step) {
    const nodes = [];
    for (let node = this.node[step]; node >= 0; node = this.parent[node]) nodes.push(node);
    return nodes.reverse();
  }

  /** The moves from the root to a node, as text. @param {number} node */
  moves(node) {
    const words = [];
    for (let at = node; this.parent[at] >= 0; at = this.parent[at]) words.push(this.texts[this.move[at]]);
    return words.reverse();
  }

  /**
   * The child of a node of the path that was left last by this step, -1 for none; `below` is the next node of the
   * path.
   * @param {number} step @param {number} node @param {number} below
   */
  #lastLeft(step, node, below) {
    if (below >= 0) return this.leaveAt[below] <= step ? below : this.before[below];
    const last = this.lastChild[node];
    return last >= 0 && this.enterAt[last] <= step ? last : -1;
  }

  /** What the score of a node says that has been left. @param {number} node @returns {Claim} */
  claim(node) {
    const score = this.score[node];
    const isOver = (this.flags[node] & IS_OVER) > 0;
    if (this.isMonteCarlo) {
      // A playout's result: 1, 0, -1 or a margin.
      return { score: isOver && (this.scale === "plain" || this.scale === "mean") ? score * WIN : score, bound: EXACT,
        estimated: !isOver };
    }
    if (this.algorithm === "pns") return this.#proven(node);
    if (isOver) return { score, bound: EXACT, estimated: false };
    if (this.flags[node] & IS_GUESSED) return { score, bound: EXACT, estimated: true };
    return this.#claim(node, score, this.bound[node]);
  }

  /**
   * What proof-number search has shown of a node: it is worth at least what was asked, or less than that.
   * @param {number} node
   * @returns {Claim}
   */
  #proven(node) {
    if (Number.isNaN(this.score[node])) return NOTHING;
    const target = this.asked[node];
    const estimated = this.hasEstimates;
    if (this.score[node] >= target) return strongest(this.scale, { score: target, bound: AT_LEAST, estimated });
    // Less than a win is at most a draw.
    const score = target - (this.scale === "margin" ? 1 : WIN);
    return strongest(this.scale, { score, bound: AT_MOST, estimated });
  }

  /** @param {number} node @param {number} score @param {number} bound */
  #claim(node, score, bound) {
    const estimated = (this.flags[node] & IS_ESTIMATED) > 0;
    return strongest(this.scale, { score, bound, estimated }, this.horizons[this.pass(node)] - this.ply[node]);
  }

  /**
   * What is known at this step of the mean of a chance node that is on the path. An outcome that was probed and then
   * searched is known by both visits, and one that has not come yet by the results that the game can have.
   * @param {number} step @param {number} node
   * @param {number} [below] the next node of the path, -1 when there is none
   * @returns {Mean}
   */
  mean(step, node, below = -1) {
    const [least, greatest] = this.about.results ?? [-Infinity, Infinity];
    /** @type {Map<number, { part: number, score: number, low: number, high: number }>} */
    const outcomes = new Map();
    for (let child = this.#lastLeft(step, node, below); child >= 0; child = this.before[child]) {
      const score = this.score[child];
      const low = this.bound[child] === AT_MOST ? least : score;
      const high = this.bound[child] === AT_LEAST ? greatest : score;
      const later = outcomes.get(this.move[child]);
      if (later) [later.low, later.high] = [Math.max(later.low, low), Math.min(later.high, high)];
      else outcomes.set(this.move[child], { part: this.probabilities[this.chance[child]], score, low, high });
    }
    let [sum, low, high, open] = [0, 0, 0, 1];
    for (const outcome of outcomes.values()) {
      sum += outcome.part * outcome.score;
      low += outcome.part * outcome.low;
      high += outcome.part * outcome.high;
      open -= outcome.part;
    }
    // Nothing is open but what rounding leaves.
    if (open > 1e-9) [low, high] = [low + open * least, high + open * greatest];
    return { sum, low, high };
  }

  /**
   * What a chance node that is on the path claims of its mean: at least what it comes to with the least result for the
   * open outcomes; in a search without a window, what the outcomes so far add up to.
   * @param {number} step @param {number} node @param {number} below
   * @returns {Claim}
   */
  #meanClaim(step, node, below) {
    if (this.#lastLeft(step, node, below) < 0) return NOTHING;
    const { sum, low } = this.mean(step, node, below);
    return this.windowed && Number.isFinite(low) ? this.#claim(node, low, AT_LEAST) : this.#claim(node, sum, EXACT);
  }

  /**
   * Whether a node has only tried its first move, to bound its score, and will be searched later.
   * @param {number} node
   */
  isProbe(node) {
    if (!(this.flags[node] & HAS_CUT) || this.flags[node] & IS_CHANCE || !this.chance[node]) return false;
    return this.flags[node] & IS_MIN ? this.score[node] > this.alpha[node] : this.score[node] < this.beta[node];
  }

  /**
   * What is known at this step about the best of the moves tried so far, of a node that is on the path.
   * @param {number} step @param {number} node
   * @param {number} [below] the next node of the path, -1 when there is none
   * @returns {Claim}
   */
  bestClaim(step, node, below = -1) {
    if (!this.about.keeps_best) return NOTHING;
    if (this.flags[node] & IS_CHANCE) return this.#meanClaim(step, node, below);
    const last = this.#lastLeft(step, node, below);
    if (last < 0) return NOTHING;
    if (this.isRepeated[last] && this.leaveAt[last] === step) {
      return this.#claim(node, farther(this.scale, this.score[last]), this.flags[node] & IS_MIN ? AT_MOST : AT_LEAST);
    }
    const best = this.best[last];
    const [low, high] = this.#bestInterval(node, last);
    if (!Number.isFinite(best) || (low < best && high > best)) return NOTHING;
    const bound = low < best ? AT_MOST : high > best ? AT_LEAST : EXACT;
    return this.#claim(node, best, bound);
  }

  /**
   * The interval that holds the true score of the best of a node's moves up to `last`.
   * @param {number} node @param {number} last
   */
  #bestInterval(node, last) {
    const better = this.flags[node] & IS_MIN ? Math.min : Math.max;
    let [low, high] = [better(-Infinity, Infinity) * -1, better(-Infinity, Infinity) * -1];
    for (let child = last; child >= 0; child = this.before[child]) {
      // A move that was searched again counts with what the second search said.
      if (this.isRepeated[child]) continue;
      const score = farther(this.scale, this.score[child]);
      const bound = this.bound[child];
      low = better(low, bound === AT_MOST ? -Infinity : score);
      high = better(high, bound === AT_LEAST ? Infinity : score);
    }
    return [low, high];
  }

  /**
   * A node of the path with its window at entry and now.
   * @param {number} step @param {number} node
   * @param {number} [below] the next node of the path, -1 when there is none
   * @returns {Frame}
   */
  frame(step, node, below = -1) {
    const last = this.#lastLeft(step, node, below);
    const best = last >= 0 && this.about.keeps_best ? this.best[last] : NaN;
    const isMin = (this.flags[node] & IS_MIN) > 0;
    const isChance = (this.flags[node] & IS_CHANCE) > 0;
    const left = this.leaveAt[node] <= step;
    const [alpha, beta] = [this.alpha[node], this.beta[node]];
    return {
      node,
      isMin,
      isChance,
      mean: isChance && this.about.keeps_best ? this.mean(step, node, below) : null,
      move: this.texts[this.move[node]],
      best,
      alpha,
      beta,
      alphaNow: this.windowed && !isMin && best > alpha ? best : alpha,
      betaNow: this.windowed && isMin && best < beta ? best : beta,
      left,
      claim: left ? this.claim(node) : this.bestClaim(step, node, below),
    };
  }

  /** The call stack of a step, the root first. @param {number} step */
  stack(step) {
    const path = this.path(step);
    return path.map((node, at) => this.frame(step, node, path[at + 1] ?? -1));
  }

  /**
   * The node whose window a step is about: where a value has just come back, the one that gets it.
   * @param {number} step
   */
  focus(step) {
    const node = this.node[step];
    if (this.kind[step] === LEAVE && this.parent[node] >= 0) return this.frame(step, this.parent[node], node);
    return this.frame(step, node);
  }

  /** Which pass a node belongs to, from 0; `deepening` and others search again from the root. @param {number} node */
  pass(node) {
    return rank(this.roots, node);
  }

  /** The branches that the cut of this event skipped, as indices of the pruned columns. @param {number} event */
  skipped(event) {
    const found = [];
    for (let at = firstAtLeast(this.pruned_event, event); at < this.pruned_event.length
      && this.pruned_event[at] === event; at++) {
      if (this.pruned_parent[at] === this.node[event]) found.push(at);
    }
    return found;
  }

  /**
   * The event at which a node cuts, or -1: nothing happens between a cut and the end of its node.
   * @param {number} node
   */
  cutOf(node) {
    return this.flags[node] & HAS_CUT ? this.leaveAt[node] - 1 : -1;
  }

  /** The mark after a step, of the kinds that are wanted; the last step when there is none. @param {number} step */
  nextMark(step, wanted = ALL_MARKS) {
    for (let at = firstAtLeast(this.marks, step + 1); at < this.marks.length; at++) {
      if (this.marked[this.marks[at]] & wanted) return this.marks[at];
    }
    return this.events - 1;
  }

  /** The mark before a step; the first step when there is none. @param {number} step */
  previousMark(step, wanted = ALL_MARKS) {
    for (let at = firstAtLeast(this.marks, step) - 1; at >= 0; at--) {
      if (this.marked[this.marks[at]] & wanted) return this.marks[at];
    }
    return 0;
  }
}

/** The number that a text such as "1/6" means, NaN for "". @param {string} text */
function fractionOf(text) {
  const [above, below = "1"] = text.split("/");
  return text === "" ? NaN : Number(above) / Number(below);
}

/**
 * The first number from `from` on that passes a test, which every later number passes too; `to` where none does.
 * @param {number} from @param {number} to @param {(number: number) => boolean} passes
 */
export function firstPassing(from, to, passes) {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The index of the first number that is at least `wanted`, in ascending numbers.
 * @param {ArrayLike<number>} numbers @param {number} wanted
 */
export function firstAtLeast(numbers, wanted) {
  return firstPassing(0, numbers.length, (at) => numbers[at] >= wanted);
}

/**
 * The index of the last number that is at most so great, -1 when all are greater.
 * @param {ArrayLike<number>} numbers @param {number} wanted
 */
export function rank(numbers, wanted) {
  return firstAtLeast(numbers, wanted + 1) - 1;
}
