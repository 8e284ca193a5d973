// The view of a tree: which part of it is shown, where its nodes lie on the screen, and which node lies at a place.

import { around, layout, packed, sizesBelow } from "./layout.js";
import { BELOW_BOARD, FULL, shapeOf } from "./geometry.js";
import { firstPassing } from "../recording/recording.js";

/**
 * What is laid out: the whole tree, or the part around a node. Places are `local` numbers; `ids` maps them to nodes of
 * the tree, and `hidden` counts the nodes that are left out below them (both null for the whole tree).
 * @typedef {{ x: Float64Array, levels: Int32Array[], leaves: number, apart: Float32Array, parent: Int32Array,
 *   size: number, ids: Int32Array | null, hidden: number[] | null }} Shown
 */

/** @typedef {{ local: number, id: number, gap: number, x: number, y: number, state: number }} SeenNode */
/** @typedef {{ from: number, to: number, y: number, state: number }} Run */

export const EDGE = 34;
const WIDEST = 58;
const CROWDED = 5;
/** Where there may be boards, the first and the last leaf are so many pixels from the ends of the view. */
const BOARD_ASIDE = EDGE + 12;
const CLOSE = 24;
/** The least pixels from ply to ply where the nodes have no boards. */
const LEAST_RISE = 46;
/** Where a view has no size yet, it is taken to be so wide. */
const LEAST_WIDTH = 400;
/** Leaves this many pixels apart have boards in their nodes, up to a size, where its cells have some pixels; below a
 *   board there is space for a value and an edge. */
const BOARD_APART = 48;
const LEAST_CELL = 9;
const LARGEST_BOARD = 84;
const BOARD_GAP = 8;
const BELOW = BELOW_BOARD + 54;
/** With boards at first sight, a tree may be so many times as tall as the view. */
const MUCH_TALLER = 1.04;

/**
 * What `measured` finds, and what it depends on.
 * @typedef {{ board: { wide: number, tall: number } | null, rise: number, above: number, below: number, shown: Shown,
 *   across: number, height: number, shape: number, large: boolean }} Measures
 */

export class TreeView {
  constructor() {
    /** @type {MergedTree | null} */
    this.tree = null;
    /** @type {Shown} */
    this.shown = { x: new Float64Array(0), levels: [], leaves: 0, apart: new Float32Array(0),
      parent: new Int32Array(0), size: 0, ids: null, hidden: null };
    this.whole = this.shown;
    this.sizes = new Uint32Array(0);
    /** @type {Map<number, number>} */
    this.localOf = new Map();
    this.focused = -1;
    this.mode = "whole";
    this.large = false;
    /** The height of a board in parts of its width; 0 where there are none. */
    this.boardShape = 0;
    /** The cells of a board, from side to side. */
    this.boardCells = 0;
    this.step = 0;
    /** The place at the left edge, counted in leaves. */
    this.left = 0;
    /** The pixels above the view. */
    this.top = 0;
    /** The pixels from leaf to leaf. */
    this.across = 1;
    this.width = 0;
    this.height = 0;
    /** @type {Measures | null} */
    this.known = null;
  }

  /** Called when the view has changed. */
  redraw() {}

  /** Called before the size of the view is used. */
  resize() {}

  /** The tree that is shown. */
  get current() {
    if (!this.tree) throw new Error("there is no tree to show");
    return this.tree;
  }

  /**
   * Show another tree, from its first step: the whole where all of it can be read, else what is around the step.
   * @param {MergedTree} tree @param {string} [mode]
   */
  setTree(tree, mode) {
    this.tree = tree;
    this.sizes = sizesBelow(tree);
    this.whole = { ...layout(tree), ids: null, hidden: null, parent: tree.parent, size: tree.size };
    this.step = 0;
    this.resize();
    const isReadable = this.whole.leaves * FULL * this.unit <= Math.max(this.width, LEAST_WIDTH);
    this.setMode(mode ?? (isReadable ? "whole" : "focus"));
  }

  /** Show the whole tree, or only what is around the current node. @param {string} mode "whole" or "focus" */
  setMode(mode) {
    this.mode = mode;
    this.focused = -1;
    this.arrange();
    this.begin();
  }

  /** Show a step, and move so that its node is in view. @param {number} step */
  show(step) {
    if (!this.tree) return;
    this.step = step;
    if (this.arrange()) this.begin();
    this.follow();
    this.redraw();
  }

  /** In focus mode, lay out what is around the current node; true when that has changed. */
  arrange() {
    if (this.mode === "whole") {
      this.shown = this.whole;
      return false;
    }
    const { recording, of } = this.current;
    // Only every second ply becomes a focus, so that the picture stands still while the search works below it. In the
    // end it is the end of the best line.
    let visit = recording.node[this.step];
    while (recording.ply[visit] % 2) visit = recording.parent[visit];
    const focus = this.isOver ? this.current.line[this.current.line.length - 1] : of[visit];
    if (focus === this.focused) return false;
    this.focused = focus;
    const [near, far] = [1, 2].map((plies) => {
      const part = around(this.current, this.sizes, this.focused, plies);
      return { ...part, ...packed(part) };
    });
    // One ply less below the node, where that gives space for boards, or where the text of two would not fit.
    const fits = (/** @type {Shown} */ { leaves }, /** @type {number} */ apart, /** @type {number} */ aside) =>
      (leaves - 1) * apart * this.unit + 2 * aside <= Math.max(this.width, LEAST_WIDTH);
    const hasBoards = this.boardShape && fits(near, this.boardApart, BOARD_ASIDE)
      && !fits(far, this.boardApart, BOARD_ASIDE);
    this.shown = hasBoards || !fits(far, FULL, EDGE) ? near : far;
    const part = this.shown;
    this.localOf = new Map([...(part.ids ?? [])].map((id, local) => [id, local]));
    return true;
  }

  /** The place in the shown layout of a node of the tree, -1 when it is not shown. @param {number} node */
  local(node) {
    return this.shown.ids ? (this.localOf.get(node) ?? -1) : node;
  }

  /** @param {number} local */
  id(local) {
    return this.shown.ids ? this.shown.ids[local] : local;
  }

  /** The local number of the node of the current step, -1 when it is not shown. */
  get here() {
    return this.local(this.current.of[this.current.recording.node[this.step]]);
  }

  /** Whether the search has ended at this step. */
  get isOver() {
    return this.step === this.current.recording.events - 1;
  }

  /** The pixels from leaf to leaf from which on nodes have boards. */
  get boardApart() {
    return Math.max(BOARD_APART, this.boardCells * LEAST_CELL + BOARD_GAP);
  }

  get unit() {
    return this.large ? 1.35 : 1;
  }

  /** The measures of the picture; worked out again only when something that they depend on has changed. */
  get #measures() {
    const known = this.known;
    if (known && known.shown === this.shown && known.across === this.across && known.height === this.height
      && known.shape === this.boardShape && known.large === this.large) {
      return known;
    }
    this.known = measured(this);
    return this.known;
  }

  /** The size of the boards in the nodes, null where there is no space for them. */
  get board() {
    return this.#measures.board;
  }

  /** The pixels from ply to ply. */
  get rise() {
    return this.#measures.rise;
  }

  /** The pixels from the top to the middle of the root. */
  get above() {
    return this.#measures.above;
  }

  /** The pixels from the middle of the last ply to the bottom: below a board stand a value and a count. */
  get below() {
    return this.#measures.below;
  }

  /** The pixels from the middle of a node to the left or right end of the view. */
  get aside() {
    return Math.max(EDGE, (this.board?.wide ?? 0) / 2 + 10);
  }

  /** How tall all of it is. */
  get tall() {
    return (this.shown.levels.length - 1) * this.rise + this.above + this.below;
  }

  /** The widest view: everything from left to right. */
  get least() {
    const widest = this.boardShape ? LARGEST_BOARD + BOARD_GAP : WIDEST;
    const aside = this.boardShape ? BOARD_ASIDE : EDGE;
    return Math.min(widest * this.unit, (this.width - 2 * aside) / Math.max(1, this.shown.leaves - 1));
  }

  /** Show all of it, or as much as fits. */
  fit() {
    if (!this.tree) return;
    this.resize();
    this.across = this.least;
    // Smaller boards where the tree would be taller than the view; none where it would be much taller.
    const least = this.boardApart * this.unit;
    while (this.board && this.tall > this.height && this.across > least) {
      this.across = Math.max(least, this.across - 2);
    }
    if (this.board && this.tall > this.height * MUCH_TALLER) this.across = least - 1;
    this.left = (this.shown.leaves - 1) / 2 - this.width / 2 / this.across;
    this.top = 0;
    this.hold();
    this.redraw();
  }

  /** Begin with all of it where that can be read; a part around the step, so close that it can be. */
  begin() {
    this.fit();
    if (this.mode === "focus" && this.across < FULL * this.unit) this.across = CLOSE * this.unit;
    this.follow(true);
    this.redraw();
  }

  /** Widen or narrow the view around the current node, which stays in view. @param {number} factor */
  zoomHere(factor) {
    const x = this.here < 0 ? -1 : this.placeX(this.here);
    this.zoom(factor, x < 0 || x > this.width ? this.width / 2 : x);
    this.follow();
  }

  /** Widen or narrow the view around a place on the screen. @param {number} factor @param {number} [at] */
  zoom(factor, at = this.width / 2) {
    const under = this.left + at / this.across;
    const most = Math.max(120, this.least);
    const { levels } = this.shown;
    const ply = (this.top + this.height / 2 - this.above) / this.rise;
    this.across = Math.min(most, Math.max(Math.min(this.least, WIDEST), this.across * factor));
    // What was in the middle from top to bottom stays there, also where boards come or go.
    this.top = levels.length > 1 ? ply * this.rise + this.above - this.height / 2 : 0;
    this.left = under - at / this.across;
    this.hold();
    this.redraw();
  }

  /** Move the view by so many pixels. @param {number} dx @param {number} [dy] */
  pan(dx, dy = 0) {
    this.left += dx / this.across;
    this.top += dy;
    this.hold();
    this.redraw();
  }

  /** Keep some of the tree in view. */
  hold() {
    const view = this.width / this.across;
    const edge = this.aside / this.across;
    const [low, high] = [-edge, this.shown.leaves - 1 + edge - view];
    this.left = low > high ? (low + high) / 2 : Math.min(high, Math.max(low, this.left));
    this.top = Math.min(Math.max(0, this.tall - this.height), Math.max(0, this.top));
  }

  /** Move so that the current node is in view. */
  follow(centre = false) {
    const local = this.here;
    if (local < 0) return;
    const [x, y] = [this.placeX(local), this.placeY(local)];
    if (centre || x < this.aside || x > this.width - this.aside) this.centre(this.#middle(local));
    if (y < this.above) this.top += y - this.above - this.rise / 2;
    if (y > this.height - this.below) this.top += y - (this.height - this.below) + this.rise / 2;
    this.hold();
  }

  /**
   * The middle of the path from the root to a node where all of it fits into the view, else the node; counted in
   * leaves.
   * @param {number} local
   */
  #middle(local) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = local; at >= 0; at = this.shown.parent[at]) {
      [low, high] = [Math.min(low, this.shown.x[at]), Math.max(high, this.shown.x[at])];
    }
    return (high - low) * this.across + 2 * this.aside <= this.width ? (low + high) / 2 : this.shown.x[local];
  }

  /** Put a place, counted in leaves, into the middle. @param {number} leaf */
  centre(leaf) {
    this.left = leaf - this.width / 2 / this.across;
  }

  /** @param {number} local */
  placeX(local) {
    return (this.shown.x[local] - this.left) * this.across;
  }

  /** @param {number} local */
  placeY(local) {
    return this.levelY(this.current.ply[this.id(local)]);
  }

  /** @param {number} ply */
  levelY(ply) {
    return this.above + ply * this.rise - this.top;
  }

  /**
   * The ends of the edge that leads to a node: where it leaves the parent, and where it meets the node.
   * @param {{ local: number }} node
   */
  edge({ local }) {
    const above = this.shown.parent[local];
    return {
      from: { x: this.placeX(above), y: this.placeY(above) + this.#shape(above).bottom },
      to: { x: this.placeX(local), y: this.placeY(local) - this.#shape(local).top },
    };
  }

  /** @param {number} local */
  #shape(local) {
    return shapeOf(this, { id: this.id(local), gap: this.shown.apart[local] * this.across });
  }

  /**
   * What can be seen: nodes where they have space; on a crowded level, runs of pixels in the same state.
   * @returns {{ nodes: SeenNode[], runs: Run[] }}
   */
  inView() {
    const { x, levels } = this.shown;
    /** @type {SeenNode[]} */
    const nodes = [];
    /** @type {Run[]} */
    const runs = [];
    const pixel = 1 / this.across;
    const [from, to] = [this.left - EDGE * pixel, this.left + (this.width + EDGE) * pixel];
    for (const level of levels) {
      // One more on either side, since its edge may reach into view.
      const first = Math.max(0, firstFrom(level, x, from, 0, level.length) - 1);
      const end = Math.min(level.length, firstFrom(level, x, to, first, level.length) + 1);
      if ((end - first) * CROWDED > this.width) {
        this.#addRuns(runs, level, first, end);
        continue;
      }
      for (let at = first; at < end; at++) {
        nodes.push(this.#seen(level[at]));
      }
    }
    return { nodes, runs };
  }

  /** @param {Run[]} runs @param {Int32Array} level @param {number} first @param {number} end */
  #addRuns(runs, level, first, end) {
    const { x } = this.shown;
    const apart = 1.5 / this.across;
    const y = this.placeY(level[first]);
    /** @type {Run | null} */
    let run = null;
    for (let at = first; at < end; at = Math.max(at + 1, firstFrom(level, x, x[level[at]] + apart, at + 1, end))) {
      const place = this.placeX(level[at]);
      const state = this.current.state(this.id(level[at]), this.step);
      if (run && run.state === state && place - run.to < 2 * CROWDED) run.to = place;
      else runs.push((run = { from: place, to: place, y, state }));
    }
  }

  /** @param {number} local @returns {SeenNode} with the pixels to the nearest node of its level as its gap */
  #seen(local) {
    const id = this.id(local);
    return { local, id, gap: this.shown.apart[local] * this.across, x: this.placeX(local), y: this.placeY(local),
      state: this.current.state(id, this.step) };
  }

  /** The node at a place on the screen, -1 when there is none. @param {number} x @param {number} y */
  hit(x, y) {
    if (!this.tree) return -1;
    const ply = Math.round((y + this.top - this.above) / this.rise);
    const level = this.shown.levels[ply];
    const reach = Math.max(24 * this.unit, (this.board?.tall ?? 0) / 2 + BELOW_BOARD);
    if (!level || Math.abs(this.levelY(ply) - y) > reach) return -1;
    const at = firstFrom(level, this.shown.x, this.left + x / this.across, 0, level.length);
    let best = -1;
    for (const local of [level[at - 1], level[at]]) {
      if (local === undefined) continue;
      const distance = Math.abs(this.placeX(local) - x);
      const isNearest = best < 0 || distance < Math.abs(this.placeX(best) - x);
      if (isNearest && distance <= Math.max(20 * this.unit, (this.board?.wide ?? 0) / 2)) best = local;
    }
    return best < 0 ? -1 : this.id(best);
  }
}

/** The size of boards, and the distances from top to bottom. @param {TreeView} view @returns {Measures} */
function measured({ shown, across, height, boardShape: shape, boardApart, large, unit }) {
  const hasBoards = shape > 0 && across >= boardApart * unit;
  const wide = Math.min(LARGEST_BOARD * unit, across - BOARD_GAP, (across - BOARD_GAP) / Math.max(1, shape));
  const board = hasBoards ? { wide, tall: wide * shape } : null;
  const above = Math.max(EDGE * unit, (board?.tall ?? 0) / 2 + 12);
  const below = Math.max(EDGE * unit, board ? board.tall / 2 + (BELOW_BOARD + 18) * unit : 0);
  const least = board ? board.tall + BELOW * unit : LEAST_RISE * unit;
  const rise = Math.max(least, Math.min(120 * unit, (height - above - below) / Math.max(1, shown.levels.length - 1)));
  return { board, rise, above, below, shown, across, height, shape, large };
}

/**
 * The index of the first node of a level that lies at least so far to the right.
 * @param {Int32Array} level @param {Float64Array} x @param {number} wanted @param {number} from @param {number} to
 */
export function firstFrom(level, x, wanted, from, to) {
  return firstPassing(from, to, (at) => x[level[at]] >= wanted);
}
