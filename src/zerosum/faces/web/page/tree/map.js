// A small map of the whole tree with the view as a frame, where only a part is in view.

import { firstFrom } from "./view.js";

/** @typedef {import("./draw.js").Paint} Paint */

const [WIDTH, HEIGHT, GAP] = [168, 54, 10];
/** The pixels from the map to the middle of a node, at least. */
const APART = 20;

export class TreeMap {
  constructor() {
    /** Where the map lies on the canvas; null while all of the tree is in view.
     *   @type {{ x: number, y: number } | null} */
    this.at = null;
    /** @type {{ shown: object, colour: string, picture: HTMLCanvasElement } | null} */
    this.kept = null;
  }

  /**
   * Draw the map in a corner where it covers no node; where there is none, there is no map.
   * @param {TreeView} view @param {Paint} paint
   * @param {{ nodes: { x: number, y: number }[], runs: { from: number, to: number, y: number }[] }} drawn what is in
   *   view
   */
  draw(view, { ink, colours }, drawn) {
    const inView = view.width / view.across;
    this.at = null;
    if (view.shown.leaves - 1 <= inView * 1.02 || view.width < 360) return;
    this.at = freeCorner(view, drawn);
    if (!this.at) return;
    const { x, y } = this.at;
    const scale = WIDTH / view.shown.leaves;
    if (this.kept?.shown !== view.shown || this.kept.colour !== colours.faint) {
      this.kept = { shown: view.shown, colour: colours.faint, picture: mapPicture(view, scale, colours.faint) };
    }
    ink.globalAlpha = 0.92;
    ink.fillStyle = colours.raised;
    ink.fillRect(x, y, WIDTH, HEIGHT);
    ink.globalAlpha = 1;
    ink.drawImage(this.kept.picture, x, y);
    ink.lineWidth = 1;
    ink.strokeStyle = colours.line;
    ink.strokeRect(x + 0.5, y + 0.5, WIDTH - 1, HEIGHT - 1);
    const from = Math.max(0, (view.left + 0.5) * scale);
    ink.strokeStyle = colours.accent;
    ink.lineWidth = 2;
    ink.strokeRect(x + from, y + 1, Math.max(4, Math.min(WIDTH - from, inView * scale)), HEIGHT - 2);
    const here = view.here;
    if (here < 0) return;
    ink.fillStyle = colours.accent;
    ink.fillRect(x + (view.shown.x[here] + 0.5) * scale - 1.5, y, 3, HEIGHT);
  }

  /** Whether a place on the canvas is on the map. @param {number[]} place */
  has([x, y]) {
    const { at } = this;
    return at !== null && x >= at.x && x <= at.x + WIDTH && y >= at.y && y <= at.y + HEIGHT;
  }

  /** The leaf under a place on the map. @param {TreeView} view @param {number[]} place */
  leaf(view, [x]) {
    return ((x - (this.at?.x ?? 0)) / WIDTH) * view.shown.leaves - 0.5;
  }
}

/**
 * The first corner of a view in which a map covers nothing, null where there is none.
 * @param {{ width: number, height: number }} view
 * @param {{ nodes: { x: number, y: number }[], runs: { from: number, to: number, y: number }[] }} drawn
 */
export function freeCorner({ width, height }, { nodes, runs }) {
  const [right, bottom] = [width - WIDTH - GAP, height - HEIGHT - GAP];
  const boxes = [...nodes.map((node) => ({ from: node.x, to: node.x, y: node.y })), ...runs];
  const corners = [[right, bottom], [right, GAP], [GAP, GAP], [GAP, bottom]];
  const free = corners.find(([x, y]) =>
    !boxes.some((box) => box.to > x - APART && box.from < x + WIDTH + APART && box.y > y - APART
      && box.y < y + HEIGHT + APART));
  return free ? { x: free[0], y: free[1] } : null;
}

/** @param {TreeView} view @param {number} scale @param {string} colour */
function mapPicture(view, scale, colour) {
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [WIDTH, HEIGHT];
  const ink = picture.getContext("2d");
  if (!ink) return picture;
  ink.fillStyle = colour;
  const { levels, x } = view.shown;
  const rise = HEIGHT / (levels.length + 1);
  levels.forEach((level, ply) => {
    for (let at = 0; at < level.length;) {
      const column = Math.floor((x[level[at]] + 0.5) * scale);
      ink.fillRect(column, (ply + 0.6) * rise, 1, Math.max(1, rise * 0.6));
      at = Math.max(at + 1, firstFrom(level, x, (column + 1) / scale - 0.5, at + 1, level.length));
    }
  });
  return picture;
}
