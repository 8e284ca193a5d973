// Motion that explains a move: discs drop, discs turn over, seeds are sown, pieces slide. The board is drawn as it is
// after the move; motion only delays what is seen, so that clicks and keys never wait for it.

import { drawCell, lookOf } from "./draw.js";
import { isFlat, stacked } from "./kinds.js";

/** @import { Layout } from "./draw.js" */
/** @typedef {{ cell: number, kind: "drop" | "turn" | "sow" | "slide" | "appear" | "vanish", delay: number,
 *   from: [dx: number, dy: number], via?: [dx: number, dy: number][] }} Motion */

const SOW = 140; // milliseconds for each pit
const LONGEST_SOWING = 1600;
const TURN = 320;
const RIPPLE = 70; // later for each cell of distance from the disc that turns the others
const SLIDE = 220;
const APPEAR = 140;

/** Whether the person wants motion. */
const wantsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The motions that take long: the next move waits for them. */
const LONG = ["sow", "turn"];

/** The motions of one board: those that run, and until when. */
export class Motions {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Set<Element>} what stood in the cells before, drawn until the motion comes there */
  #past = new Set();
  #until = 0;
  #isLong = false;

  /** Show the end of everything that moves. */
  finish() {
    for (const animation of this.#running) animation.finish();
    for (const past of this.#past) past.remove();
    this.#running.clear();
    this.#past.clear();
    this.#until = 0;
    this.#isLong = false;
  }

  /**
   * The milliseconds until all that moves is still, or, unless `isShortToo`, all that takes long.
   * @param {boolean} isShortToo
   */
  left(isShortToo) {
    return isShortToo || this.#isLong ? Math.max(0, this.#until - performance.now()) : 0;
  }

  /**
   * Move what the last move has changed; nothing where it is not known which move that was. The motion of the move
   * before ends at once, so that the board is never older than one move; only single pieces may still move beside each
   * other.
   * @param {SVGGElement[]} groups of the cells, as they are drawn now
   * @param {Api.PositionView} before @param {Api.PositionView} after @param {Layout} at
   */
  show(groups, before, after, at) {
    if (before.game === after.game && before.start === after.start && String(before.moves) === String(after.moves)) {
      return;
    }
    const found = wantsMotion() ? motions(before, after, at) : [];
    const isLong = found.some(({ kind }) => LONG.includes(kind));
    if (isLong || this.#isLong || found.length === 0) this.finish();
    const now = performance.now();
    for (const motion of found) {
      this.#until = Math.max(this.#until, now + this.#animate(groups[motion.cell], motion, before, at));
    }
    this.#isLong = isLong;
  }

  /**
   * Animate one cell. Returns when that ends.
   * @param {SVGGElement} group @param {Motion} motion @param {Api.PositionView} before @param {Layout} at
   */
  #animate(group, { cell, kind, delay: wait, from, via = [] }, before, at) {
    const piece = group.querySelector(".piece");
    const was = before.board.cells[cell];
    if (isFlat(was.kind) && was.piece !== "" && (kind === "slide" || kind === "vanish")) {
      this.#fade(group, was, before, at, wait);
    }
    if (kind === "vanish") return wait + SLIDE;
    if (LONG.includes(kind)) {
      const past = drawCell(was, lookOf(before, was), at).at(-1);
      if (past instanceof SVGElement) {
        group.append(past);
        const half = kind === "turn" ? TURN / 2 : 1;
        const gone = kind === "turn"
          ? [{ transform: "none" }, { transform: "scaleX(0)" }] : [{ opacity: 1 }, { opacity: 0 }];
        this.#vanish(past, gone, { delay: wait, duration: half, fill: "both", easing: "ease-in" });
      }
    }
    if (piece === null) return wait;
    const [, dy] = from;
    if (kind === "drop") {
      const duration = 140 + 110 * Math.sqrt(Math.abs(dy) / at.size);
      const frames = [
        { transform: `translate(0, ${dy}px)`, easing: "cubic-bezier(0.5, 0, 1, 0.7)" },
        { transform: "none", offset: 0.8, easing: "ease-out" },
        { transform: `translate(0, ${-at.size * 0.08}px)`, offset: 0.9, easing: "ease-in" },
        { transform: "none" },
      ];
      this.#run(piece, frames, { delay: wait, duration, fill: "backwards" });
      return wait + duration;
    }
    if (kind === "slide") {
      const stops = [...[from, ...via].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
        { transform: "none" }];
      const duration = SLIDE * (stops.length - 1);
      this.#run(piece, stops, { delay: wait, duration, fill: "backwards", easing: "ease-in-out" });
      return wait + duration;
    }
    if (kind === "turn") {
      this.#run(piece, [{ transform: "scaleX(0)" }, { transform: "none" }],
        { delay: wait + TURN / 2, duration: TURN / 2, fill: "backwards", easing: "ease-out" });
      return wait + TURN;
    }
    const first = kind === "sow"
      ? { opacity: 0, transform: "scale(1.25)" } : { opacity: 0.2, transform: "scale(0.6)" };
    const second = { opacity: 1, transform: kind === "sow" ? "scale(1.25)" : "none", offset: 0.1 };
    const timing = /** @type {const} */ ({ delay: wait, duration: APPEAR, fill: "backwards", easing: "ease-out" });
    this.#run(piece, [first, second, { opacity: 1, transform: "none" }], timing);
    return wait + APPEAR;
  }

  /**
   * Let the piece that was captured go while the other one comes; a stack of checkers stays and is drawn anew.
   * @param {SVGGElement} group @param {Api.CellView} was @param {Api.PositionView} before @param {Layout} at
   * @param {number} wait
   */
  #fade(group, was, before, at, wait) {
    const past = ["chess", "draughts", "stone"].includes(was.kind) && drawCell(was, lookOf(before, was), at).at(-1);
    if (!(past instanceof SVGElement)) return;
    group.querySelector(".place")?.after(past);
    const frames = [{ opacity: 1 }, { opacity: 0.9, offset: 0.6 }, { opacity: 0 }];
    this.#vanish(past, frames, { delay: wait, duration: SLIDE, fill: "both" });
  }

  /**
   * Animate what stood in a cell before, and remove it in the end.
   * @param {SVGElement} past @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing
   */
  #vanish(past, frames, timing) {
    past.classList.add("past");
    this.#past.add(past);
    this.#run(past, frames, timing).onfinish = () => {
      this.#past.delete(past);
      past.remove();
    };
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
  #run(element, frames, timing) {
    const animation = element.animate(frames, timing);
    this.#running.add(animation);
    animation.finished.then(
      () => this.#running.delete(animation),
      () => this.#running.delete(animation), // cancelled with its element
    );
    return animation;
  }
}

/**
 * What moves from one position to the next; empty unless that is one move later.
 * @param {Api.PositionView} before @param {Api.PositionView} after @param {Layout} at
 * @returns {Motion[]}
 */
export function motions(before, after, at) {
  const isNext = before.game === after.game && before.start === after.start
    && after.moves.length === before.moves.length + 1
    && before.moves.every((move, index) => move === after.moves[index]);
  if (!isNext || before.board.cells.length !== after.board.cells.length) return [];
  const now = after.board.cells;
  const was = before.board.cells;
  const changed = now.flatMap((cell, index) => (cell.piece === was[index].piece ? [] : [index]));
  const path = before.board.moves[after.moves[after.moves.length - 1]] ?? after.last;
  const origin = path[0] ?? -1;
  /** @type {(cell: number, kind: Motion["kind"], delay?: number, from?: [number, number]) => Motion} */
  const motion = (cell, kind, delay = 0, from = [0, 0]) => ({ cell, kind, delay, from });
  if (origin >= 0 && now[origin].kind === "pit") {
    const order = sowingOrder(was, now, changed, origin);
    const step = Math.min(SOW, LONGEST_SOWING / order.length);
    return order.map((cell, place) => motion(cell, "sow", place * step));
  }
  const target = path[path.length - 1] ?? -1;
  if (target >= 0 && isFlat(now[target].kind) && path.length > 1) return slides(was, now, changed, path, at);
  return changed.flatMap((cell) => {
    if (now[cell].kind === "stone" && now[cell].piece === "") return [motion(cell, "vanish", APPEAR)];
    if (now[cell].piece === "" || now[cell].kind === "die") return [];
    const box = at.box(now[cell]);
    if (now[cell].kind === "hole" && was[cell].piece === "") {
      return [motion(cell, "drop", 0, [0, at.top - box.cy - at.size / 2])];
    }
    if (cell === target && path.length > 1 && was[origin].piece === now[cell].piece) {
      const old = at.box(was[origin]);
      return [motion(cell, "slide", 0, [old.cx - box.cx, old.cy - box.cy])];
    }
    if (now[cell].kind === "disc" && was[cell].piece !== "" && target >= 0) {
      const distance = Math.max(Math.abs(now[cell].x - now[target].x), Math.abs(now[cell].y - now[target].y));
      return [motion(cell, "turn", APPEAR + (distance - 1) * RIPPLE)];
    }
    return [motion(cell, "appear")];
  });
}

/**
 * A piece that goes from square to square: it slides along its way, what it takes vanishes, and a piece that comes
 * from another square, as the rook of a castling does, slides too.
 * @param {Api.CellView[]} was @param {Api.CellView[]} now @param {number[]} changed @param {number[]} path
 * @param {Layout} at
 * @returns {Motion[]}
 */
function slides(was, now, changed, path, at) {
  const target = path[path.length - 1];
  const offset = (/** @type {number} */ from, /** @type {number} */ to) => {
    const [one, other] = [topOf(was[from], at), topOf(now[to], at)];
    return /** @type {[number, number]} */ ([one.x - other.x, one.y - other.y]);
  };
  const left = changed.filter((cell) => now[cell].piece === "" && !path.includes(cell));
  /** @type {Motion[]} */
  const found = [];
  for (const cell of changed.filter((each) => now[each].piece !== "")) {
    const from = left.findIndex((each) => was[each].piece === now[cell].piece);
    const slide = { cell, kind: /** @type {const} */ ("slide"), delay: 0 };
    const via = path.slice(1, -1).map((each) => offset(each, cell));
    const hasCome = was[cell].piece === "" && from >= 0;
    if (cell === target) found.push({ ...slide, from: offset(path[0], cell), via });
    else if (hasCome) found.push({ ...slide, from: offset(left.splice(from, 1)[0], cell) });
  }
  for (const cell of left) found.push({ cell, kind: "vanish", delay: SLIDE / 2, from: [0, 0] });
  return found;
}

/** Where the piece of a cell lies, or the last checker of its stack. @param {Api.CellView} cell @param {Layout} at */
function topOf(cell, at) {
  const { cx, cy } = at.box(cell);
  const { middle, shown } = stacked(cell, at);
  return { x: cx, y: cell.kind === "spike" || cell.kind === "bar" ? middle(Math.max(0, shown - 1)) : cy };
}

/**
 * The pits that changed, in the order in which a hand passes them: around the board from the pit that was emptied,
 * then those whose seeds were taken away.
 * @param {Api.CellView[]} was @param {Api.CellView[]} now @param {number[]} changed @param {number} origin
 */
function sowingOrder(was, now, changed, origin) {
  const middle = { x: Math.max(...now.map((cell) => cell.x + cell.width)) / 2,
    y: Math.max(...now.map((cell) => cell.y + cell.height)) / 2 };
  const angle = (/** @type {number} */ index) =>
    Math.atan2(middle.y - now[index].y - now[index].height / 2, now[index].x + now[index].width / 2 - middle.x);
  const around = (/** @type {number} */ index) => (angle(index) - angle(origin) + 2 * Math.PI) % (2 * Math.PI);
  const isTaken = (/** @type {number} */ index) => index !== origin
    && Number(now[index].piece) < Number(was[index].piece);
  return changed.toSorted((one, other) => Number(isTaken(one)) - Number(isTaken(other))
    || around(one) - around(other));
}
