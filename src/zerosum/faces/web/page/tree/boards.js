// Boards in the nodes of a tree: pictures that lie over its canvas, wherever the view has space for them.

import { ask } from "../ui/api.js";
import { boardSvg } from "../board/still.js";
import { EARLIER, PRUNED, UNSEEN } from "./merged.js";

/** So many boards are asked for at once; and the pixels of their pictures before they are scaled. */
const AT_ONCE = 48;
const PICTURE = 120;
/** While a search is played, only where it rests is worth asking for. */
const RESTS = 40;

/** The boards of one tree. `onReady` is called once the first of them is there, with its height in parts of its width,
 *   and its cells from side to side. */
export class BoardLayer {
  /**
   * @param {HTMLElement} element over the canvas, as large as it
   * @param {MergedTree} tree @param {(shape: number, cells: number) => void} onReady
   */
  constructor(element, tree, onReady) {
    this.element = element;
    this.tree = tree;
    this.onReady = onReady;
    /** The picture of each node, null while it is asked for. @type {Map<number, SVGElement | null>} */
    this.pictures = new Map();
    this.leave = new AbortController();
    this.timer = 0;
    this.cells = 0;
    element.replaceChildren();
    if (!tree.recording.about.written) this.#ask([0]);
  }

  /** Show no more boards. */
  close() {
    clearTimeout(this.timer);
    this.leave.abort();
    this.element.replaceChildren();
  }

  /** Lay the boards of these nodes over the picture. @param {TreeView} view @param {SeenNode[]} nodes */
  show(view, nodes) {
    const { board } = view;
    const { element, pictures } = this;
    /** @type {SVGElement[]} */
    const shown = [];
    /** @type {number[]} */
    const missing = [];
    for (const node of board ? nodes : []) {
      const [left, top] = [node.x - (board?.wide ?? 0) / 2, node.y - (board?.tall ?? 0) / 2];
      if (left > view.width || left + (board?.wide ?? 0) < 0 || top > view.height || node.y < -(board?.tall ?? 0)) {
        continue;
      }
      const picture = pictures.get(node.id);
      if (picture === undefined) missing.push(node.id);
      if (!picture) continue;
      picture.style.width = `${board?.wide}px`;
      picture.style.height = `${board?.tall}px`;
      picture.style.transform = `translate(${left}px, ${top}px)`;
      picture.style.opacity = [UNSEEN, PRUNED, EARLIER].includes(node.state) ? "0.4" : "1";
      shown.push(picture);
    }
    if (shown.length !== element.childElementCount || shown.some((picture) => picture.parentNode !== element)) {
      element.replaceChildren(...shown);
    }
    clearTimeout(this.timer);
    if (missing.length) this.timer = window.setTimeout(() => this.#ask(missing.slice(0, AT_ONCE)), RESTS);
  }

  /** @param {number[]} nodes */
  async #ask(nodes) {
    const { game, position, count_from } = this.tree.recording.about;
    for (const node of nodes) this.pictures.set(node, null);
    try {
      const lines = nodes.map((node) => this.tree.movesTo(node).join(" ")).join(";");
      /** @type {Api.BoardsView} */
      const { positions } = await ask("boards", { game, position, count_from, lines: lines || ";" },
        { signal: this.leave.signal });
      this.cells = Math.sqrt(positions[0].board.cells.length);
      nodes.forEach((node, at) => this.pictures.set(node, boardSvg(positions[at], { size: PICTURE })));
    } catch {
      return; // without boards the tree has shapes
    }
    const first = this.pictures.get(0);
    if (first) this.onReady(Number(first.getAttribute("height")) / Number(first.getAttribute("width")), this.cells);
  }
}
