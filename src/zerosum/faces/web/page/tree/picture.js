// The picture of a searched tree on a canvas, kept up to date with its view.

import { BoardLayer } from "./boards.js";
import { coloursOf, drawTree, hatching } from "./draw.js";
import { listen } from "./input.js";
import { TreeMap } from "./map.js";
import { TreeView } from "./view.js";

/** @typedef {import("./draw.js").Paint} Paint */

export class TreePicture extends TreeView {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{ onPick?: (node: number) => void, onPoint?: (node: number) => void }} [on] the node that was clicked, and
   *   the one under the pointer or -1
   */
  constructor(canvas, on = {}) {
    super();
    const ink = canvas.getContext("2d");
    if (!ink) throw new Error("this browser cannot draw on a canvas");
    this.canvas = canvas;
    this.ink = ink;
    this.map = new TreeMap();
    /** Whether the values of open nodes are hidden, as long as they are to be predicted. */
    this.covered = false;
    this.ratio = 1;
    this.asked = 0;
    /** @type {Paint | null} */
    this.paint = null;
    /** @type {BoardLayer | null} */
    this.boards = null;
    listen(this, on);
  }

  /**
   * Show another tree, from its first step, with boards in this element as soon as they are there.
   * @param {MergedTree} tree @param {HTMLElement} element
   * @param {string} [mode] unless the one in which it can be read
   */
  open(tree, element, mode) {
    this.boardShape = 0;
    this.setTree(tree, mode);
    const layer = new BoardLayer(element, tree, (shape, cells) => {
      const isFirst = !this.boardShape;
      this.boardShape = shape;
      this.boardCells = cells;
      if (isFirst) this.setMode(this.mode);
      this.redraw();
    });
    this.boards = layer;
    return layer;
  }

  /** Take the size that the page gives the canvas. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = devicePixelRatio || 1;
    if (this.width === width && this.height === height && this.ratio === ratio) return;
    [this.width, this.height, this.ratio] = [width, height, ratio];
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
  }

  /** Draw with the colours that the page has now. */
  recolour() {
    this.paint = null;
    this.redraw();
  }

  /** Draw soon. */
  redraw() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.draw();
    });
  }

  /** Draw now. */
  draw() {
    if (!this.tree) return;
    this.resize();
    if (!this.width || !this.height) return;
    const { ink } = this;
    if (!this.paint) {
      const colours = coloursOf(this.canvas);
      this.paint = { ink, colours, hatch: hatching(ink, colours) };
    }
    ink.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ink.clearRect(0, 0, this.width, this.height);
    const drawn = drawTree(this, this.paint, this.covered);
    this.boards?.show(this, drawn.nodes);
    this.map.draw(this, this.paint, drawn);
  }
}
