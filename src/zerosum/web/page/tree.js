// @ts-nocheck
// The picture of a searched tree on a canvas: it draws only what is in view, and no more than a pixel can show.

import { around, layout, sizesBelow } from "./layout.js";
import { EARLIER, OPEN, PRUNED, SEEN, UNSEEN } from "./merged.js";
import { cutSigns } from "./captions.js";
import { scoreText } from "./scores.js";
import { HAS_CUT, IS_ESTIMATED, IS_MIN, IS_REMEMBERED } from "./recording.js";

const FULL = 21;
const SMALL = 9;
const WIDEST = 58;
const CROWDED = 5;
const EDGE = 34;
const MAP = { width: 168, height: 54, gap: 10 };

/** A picture on a canvas. `onPick` is told the node that was clicked, `onPoint` the one under the pointer or -1. */
export class TreePicture {
  constructor(canvas, { onPick, onPoint, large = false } = {}) {
    this.canvas = canvas;
    this.ink = canvas.getContext("2d");
    this.onPick = onPick;
    this.onPoint = onPoint;
    this.large = large;
    this.mode = "whole";
    this.step = 0;
    this.tree = null;
    this.left = 0;
    this.top = 0;
    this.across = 1;
    this.pointers = new Map();
    this.listen();
  }

  /** Show another tree, from its first step. */
  setTree(tree, mode = "whole") {
    this.tree = tree;
    this.sizes = sizesBelow(tree);
    this.whole = { ...layout(tree), ids: null, hidden: null, parent: tree.parent, size: tree.size };
    this.focused = -1;
    this.step = 0;
    this.map = null;
    this.setMode(mode);
  }

  /** Show the whole tree, or only what is around the current node. */
  setMode(mode) {
    this.mode = mode;
    this.focused = -1;
    this.arrange();
    this.begin();
  }

  /** Show a step, and move so that its node is in view. */
  show(step, { follow = true } = {}) {
    if (!this.tree) return;
    this.step = step;
    const refit = this.arrange();
    if (refit) this.begin();
    if (follow) this.follow();
    this.redraw();
  }

  /** In focus mode, lay out what is around the current node; true when that has changed. */
  arrange() {
    if (this.mode === "whole") {
      this.shown = this.whole;
      return false;
    }
    const { recording } = this.tree;
    // Only every second ply becomes a focus, so that the picture stands still while the search works below it.
    let visit = recording.node[this.step];
    while (recording.ply[visit] % 2) visit = recording.parent[visit];
    const focus = this.tree.of[visit];
    if (focus === this.focused) return false;
    this.focused = focus;
    const part = around(this.tree, this.sizes, focus);
    this.shown = { ...part, ...layout(part) };
    this.localOf = new Map([...part.ids].map((id, local) => [id, local]));
    return true;
  }

  /** The place in the shown layout of a node of the tree, -1 when it is not shown. */
  local(node) {
    return this.shown.ids ? (this.localOf.get(node) ?? -1) : node;
  }

  id(local) {
    return this.shown.ids ? this.shown.ids[local] : local;
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

  get unit() {
    return this.large ? 1.35 : 1;
  }

  get rise() {
    const plies = Math.max(1, this.shown.levels.length - 1);
    return Math.max(52 * this.unit, Math.min(120 * this.unit, (this.height - 2 * EDGE * this.unit) / plies));
  }

  /** The widest view: everything from left to right. */
  get least() {
    return Math.min(WIDEST * this.unit, (this.width - 2 * EDGE) / Math.max(1, this.shown.leaves - 1));
  }

  /** Show all of it, or as much as fits. */
  fit() {
    if (!this.tree) return;
    this.resize();
    this.across = this.least;
    this.left = (this.shown.leaves - 1) / 2 - this.width / 2 / this.across;
    this.top = 0;
    this.hold();
    this.redraw();
  }

  /** Begin so close that it can be read, where that shows a good part of the tree. */
  begin() {
    this.fit();
    const close = (this.tree.recording.scale === "plain" && this.tree.recording.windowed ? 27 : 36) * this.unit;
    if (this.mode === "focus" || this.shown.leaves * close < 4 * this.width) this.across = Math.max(this.least, close);
    this.follow(true);
    this.redraw();
  }

  /** Widen or narrow the view around a place on the screen. */
  zoom(factor, at = this.width / 2) {
    const under = this.left + at / this.across;
    const most = Math.max(120, this.least);
    this.across = Math.min(most, Math.max(Math.min(this.least, WIDEST), this.across * factor));
    this.left = under - at / this.across;
    this.hold();
    this.redraw();
  }

  /** Move the view by so many pixels. */
  pan(dx, dy = 0) {
    this.left += dx / this.across;
    this.top += dy;
    this.hold();
    this.redraw();
  }

  /** Keep some of the tree in view. */
  hold() {
    const view = this.width / this.across;
    const edge = EDGE / this.across;
    const [low, high] = [-edge, this.shown.leaves - 1 + edge - view];
    this.left = low > high ? (low + high) / 2 : Math.min(high, Math.max(low, this.left));
    const tall = (this.shown.levels.length - 1) * this.rise + 2 * EDGE * this.unit;
    this.top = Math.min(Math.max(0, tall - this.height), Math.max(0, this.top));
  }

  /** Move so that the current node is in view. */
  follow(centre = false) {
    const local = this.local(this.tree.of[this.tree.recording.node[this.step]]);
    if (local < 0) return;
    const [x, y] = [this.placeX(local), this.placeY(local)];
    if (centre || x < EDGE || x > this.width - EDGE) this.left = this.shown.x[local] - this.width / 2 / this.across;
    if (y < EDGE) this.top += y - EDGE - this.rise / 2;
    if (y > this.height - EDGE) this.top += y - (this.height - EDGE) + this.rise / 2;
    this.hold();
  }

  placeX(local) {
    return (this.shown.x[local] - this.left) * this.across;
  }

  placeY(local) {
    return EDGE * this.unit + this.tree.ply[this.id(local)] * this.rise - this.top;
  }

  /** Draw with the colours that the page has now. */
  recolour() {
    this.colours = null;
    this.hatch = null;
    this.map = null;
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
    this.colours ??= coloursOf(this.canvas);
    const { ink } = this;
    ink.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ink.clearRect(0, 0, this.width, this.height);
    const { nodes, runs } = this.inView();
    this.drawRuns(runs);
    this.drawEdges(nodes);
    this.drawPath();
    this.drawSigns(nodes);
    this.drawShapes(nodes);
    this.drawTicks(nodes);
    this.drawHere();
    this.drawMap();
  }

  /** What can be seen: nodes where they have room; on a crowded level, runs of pixels in the same state. */
  inView() {
    const { x, levels } = this.shown;
    const nodes = [];
    const runs = [];
    const pixel = 1 / this.across;
    const [from, to] = [this.left - EDGE * pixel, this.left + (this.width + EDGE) * pixel];
    for (const level of levels) {
      // One more on either side, since its edge may reach into view.
      const first = Math.max(0, lowerBound(level, x, from, 0, level.length) - 1);
      const end = Math.min(level.length, lowerBound(level, x, to, first, level.length) + 1);
      if ((end - first) * CROWDED > this.width) {
        this.addRuns(runs, level, first, end);
        continue;
      }
      for (let at = first; at < end; at++) {
        const local = level[at];
        const before = at > 0 ? x[local] - x[level[at - 1]] : Infinity;
        const after = at + 1 < level.length ? x[level[at + 1]] - x[local] : Infinity;
        nodes.push(this.seen(local, Math.min(before, after) * this.across));
      }
    }
    return { nodes, runs };
  }

  addRuns(runs, level, first, end) {
    const { x } = this.shown;
    const apart = 1.5 / this.across;
    const y = this.placeY(level[first]);
    let run = null;
    for (let at = first; at < end; at = Math.max(at + 1, lowerBound(level, x, x[level[at]] + apart, at + 1, end))) {
      const place = this.placeX(level[at]);
      const state = this.tree.state(this.id(level[at]), this.step);
      if (run && run.state === state && place - run.to < 2 * CROWDED) run.to = place;
      else runs.push((run = { from: place, to: place, y, state }));
    }
  }

  seen(local, gap) {
    const id = this.id(local);
    return { local, id, gap, x: this.placeX(local), y: this.placeY(local), state: this.tree.state(id, this.step) };
  }

  drawEdges(nodes) {
    const { ink, colours } = this;
    const size = this.unit;
    for (const state of [UNSEEN, EARLIER, PRUNED, SEEN]) {
      ink.beginPath();
      for (const node of nodes) {
        const above = this.shown.parent[node.local];
        if (above < 0 || (node.state !== state && !(state === SEEN && node.state === OPEN))) continue;
        ink.moveTo(this.placeX(above), this.placeY(above) + 10 * size);
        ink.lineTo(node.x, node.y - 10 * size);
      }
      ink.strokeStyle = { [UNSEEN]: colours.line, [EARLIER]: colours.line, [PRUNED]: colours.faint, [SEEN]: colours.faint }[state];
      ink.lineWidth = state === SEEN ? 1.5 : 1;
      ink.globalAlpha = state === UNSEEN ? 0.6 : 1;
      ink.setLineDash(state === PRUNED || state === UNSEEN ? [4, 4] : []);
      ink.stroke();
    }
    ink.setLineDash([]);
    ink.globalAlpha = 1;
  }

  /** What stands beside the edges: moves, and the lines of cuts. */
  drawSigns(nodes) {
    for (const node of nodes) {
      const above = this.shown.parent[node.local];
      if (above < 0 || node.gap < SMALL || node.x < -EDGE || node.x > this.width + EDGE) continue;
      const [topX, topY] = [this.placeX(above), this.placeY(above)];
      if (node.state === PRUNED && this.tree.state(this.id(above), this.step) !== PRUNED) this.drawCut(node, topX, topY);
      if (node.gap >= FULL) this.drawMove(node, topX, topY);
    }
  }

  /** The line across a branch that was cut. */
  drawCut(node, topX, topY) {
    const { ink, colours } = this;
    const size = this.unit;
    const [bottomY, part] = [node.y - 10 * size, 0.68];
    const [x, y] = [topX + (node.x - topX) * part, topY + (bottomY - topY) * part];
    const length = Math.hypot(node.x - topX, bottomY - topY) || 1;
    const [acrossX, acrossY] = [(-(bottomY - topY) / length) * 8 * size, ((node.x - topX) / length) * 8 * size];
    const [alongX, alongY] = [((node.x - topX) / length) * 2.5 * size, ((bottomY - topY) / length) * 2.5 * size];
    ink.beginPath();
    for (const side of [-1, 1]) {
      ink.moveTo(x - acrossX + side * alongX, y - acrossY + side * alongY);
      ink.lineTo(x + acrossX + side * alongX, y + acrossY + side * alongY);
    }
    ink.strokeStyle = colours.loss;
    ink.lineWidth = 2.5 * size;
    ink.stroke();
  }

  drawMove(node, topX, topY) {
    const part = 0.42;
    const y = topY + 10 * this.unit + (node.y - 20 * this.unit - topY) * part;
    this.write(this.tree.recording.texts[this.tree.move[node.id]], topX + (node.x - topX) * part, y, 11, this.colours.faint, true);
  }

  /** Text in the middle of a place, with room around it so that lines do not cross it. */
  write(text, x, y, size, colour, halo = false, weight = "") {
    const { ink } = this;
    ink.font = `${weight} ${size * this.unit}px system-ui, "DejaVu Sans", sans-serif`;
    ink.textAlign = "center";
    ink.textBaseline = "middle";
    if (halo) {
      // A box is some ten times as quick as an outline of the letters.
      const [wide, tall] = [text.length * size * 0.56 * this.unit + 3, size * 1.15 * this.unit];
      ink.fillStyle = this.colours.ground;
      ink.fillRect(x - wide / 2, y - tall / 2, wide, tall);
    }
    ink.fillStyle = colour;
    ink.fillText(text, x, y);
  }

  /** The shapes, all of one state at once, and then what is written on them. */
  drawShapes(nodes) {
    const { ink, colours, tree, step } = this;
    const here = tree.of[tree.recording.node[step]];
    for (const state of [UNSEEN, EARLIER, PRUNED, SEEN, OPEN]) {
      ink.beginPath();
      let current = null;
      for (const node of nodes) {
        if (node.state !== state || node.gap < SMALL) continue;
        if (node.id === here) current = node;
        else shapePath(ink, tree, node.id, node.x, node.y, this.sizeOf(node));
      }
      this.inkShapes(state, state === PRUNED ? this.hatching() : colours.ground, state === OPEN ? 3 : 1.5);
      if (!current) continue;
      ink.beginPath();
      shapePath(ink, tree, here, current.x, current.y, this.sizeOf(current));
      this.inkShapes(state, colours.accent, 3);
    }
    for (const node of nodes) {
      const { local, id, x, y, gap } = node;
      if (gap < FULL) continue;
      this.drawValue(node, id === here, this.sizeOf(node) / this.unit / 15);
      const hidden = this.shown.hidden?.[local] ?? 0;
      if (hidden) this.write(`+${hidden.toLocaleString("en")}`, x, y + 27 * this.unit, 10.5, colours.faint, true);
    }
  }

  sizeOf({ gap }) {
    return Math.max(4, Math.min(15 * this.unit, gap / (gap >= FULL ? 1.95 : 2.6)));
  }

  inkShapes(state, fill, width) {
    const { ink, colours } = this;
    ink.fillStyle = fill;
    ink.globalAlpha = state === UNSEEN ? 0.6 : 1;
    ink.fill();
    ink.lineWidth = width;
    ink.strokeStyle = { [UNSEEN]: colours.line, [EARLIER]: colours.line, [PRUNED]: colours.faint, [OPEN]: colours.accent }[state] ?? colours.ink;
    ink.setLineDash(state === PRUNED || state === UNSEEN ? [3, 3] : []);
    ink.stroke();
    ink.setLineDash([]);
    ink.globalAlpha = 1;
  }

  drawValue({ id, x, y, gap, state }, current, size) {
    const { tree, step, colours } = this;
    const { recording } = tree;
    const known = tree.known.length ? tree.known[id] : NaN;
    const visit = tree.visit(id, step);
    const score = state === PRUNED && visit < 0 ? known : tree.score(id, step);
    const lift = tree.isLeaf(id) ? 0 : tree.flags[id] & IS_MIN ? -3.5 : 4;
    if (!Number.isNaN(score) && Number.isFinite(score)) {
      const done = visit < 0 || tree.sums || recording.leaveAt[visit] <= step;
      const guess = recording.about.keeps_best && visit >= 0 && recording.flags[visit] & IS_ESTIMATED ? "~" : "";
      const text = `${guess}${scoreText(recording.scale, score)}${done ? "" : "…"}`;
      const colour = current ? colours.onAccent : state === PRUNED || state === EARLIER ? colours.faint : colours.ink;
      this.write(text, x, y + lift * this.unit, (text.length > 3 ? 9.5 : 12) * (0.25 + 0.75 * size), colour, false, "600");
    }
    if (visit < 0 || state === PRUNED) return;
    if (tree.sums) this.write(`×${tree.playouts(id, step).count}`, x, y + 27 * this.unit, 10.5, colours.faint, true);
    const notes = [];
    if (recording.flags[visit] & IS_REMEMBERED && recording.enterAt[visit] < step) notes.push("table");
    if (recording.flags[visit] & HAS_CUT && recording.cutOf(visit) <= step) notes.push(cutSigns(recording, visit));
    if (notes.length && notes.join(" ").length * 5.6 * this.unit < gap) this.write(notes.join(" "), x, y - 23 * this.unit, 10.5, colours.loss, true);
  }

  /** Nodes too close for shapes: a tick each, tall where the search has been. */
  drawTicks(nodes) {
    const { ink, colours } = this;
    for (const state of [UNSEEN, EARLIER, PRUNED, SEEN, OPEN]) {
      ink.beginPath();
      for (const node of nodes) {
        if (node.gap >= SMALL || node.state !== state) continue;
        const tall = { [UNSEEN]: 2, [EARLIER]: 4, [PRUNED]: 3, [SEEN]: 6, [OPEN]: 9 }[state];
        const wide = state === OPEN ? 3 : Math.max(1, Math.min(3, node.gap - 1));
        ink.rect(node.x - wide / 2, node.y - tall, wide, 2 * tall);
      }
      ink.fillStyle = { [UNSEEN]: colours.line, [EARLIER]: colours.line, [PRUNED]: colours.loss, [OPEN]: colours.accent }[state] ?? colours.faint;
      ink.fill();
    }
  }

  /** Levels too crowded for ticks: a bar, with a pale band up to the parents. */
  drawRuns(runs) {
    const { ink, colours } = this;
    const band = this.rise - 20 * this.unit;
    for (const { from, to, y, state } of runs) {
      const seen = state !== UNSEEN && state !== PRUNED;
      ink.fillStyle = { [UNSEEN]: colours.line, [EARLIER]: colours.line, [PRUNED]: colours.loss, [OPEN]: colours.accent }[state] ?? colours.faint;
      const tall = seen ? 6 : 3;
      ink.fillRect(from - 0.5, y - tall, to - from + 1, 2 * tall);
      ink.globalAlpha = seen ? 0.22 : 0.08;
      ink.fillRect(from - 0.5, y - band - tall, to - from + 1, band);
      ink.globalAlpha = 1;
    }
  }

  /** The way from the root to the current node, bright. */
  drawPath() {
    const { ink, colours, tree } = this;
    const locals = tree.recording.path(this.step).map((visit) => this.local(tree.of[visit]));
    ink.beginPath();
    for (let at = 1; at < locals.length; at++) {
      if (locals[at] < 0) break;
      ink.moveTo(this.placeX(locals[at - 1]), this.placeY(locals[at - 1]) + 12 * this.unit);
      ink.lineTo(this.placeX(locals[at]), this.placeY(locals[at]) - 12 * this.unit);
    }
    ink.strokeStyle = colours.accent;
    ink.lineWidth = 3.5;
    ink.globalAlpha = 0.85;
    ink.stroke();
    ink.globalAlpha = 1;
  }

  /** A ring around the current node, which may be too small to be seen. */
  drawHere() {
    const { ink, colours, tree } = this;
    const here = this.local(tree.of[tree.recording.node[this.step]]);
    if (here < 0) return;
    ink.beginPath();
    ink.arc(this.placeX(here), this.placeY(here), 21 * this.unit, 0, 7);
    ink.strokeStyle = colours.accent;
    ink.lineWidth = 2;
    ink.stroke();
  }

  /** A small picture of all of it with the view as a frame, where only a part is in view. */
  drawMap() {
    const { ink, colours } = this;
    const view = this.width / this.across;
    this.mapAt = null;
    if (this.shown.leaves - 1 <= view * 1.02 || this.width < 360) return;
    const [x0, y0] = [this.width - MAP.width - MAP.gap, this.height - MAP.height - MAP.gap];
    this.mapAt = { x: x0, y: y0 };
    const scaleX = MAP.width / this.shown.leaves;
    if (this.map?.shown !== this.shown) this.map = { shown: this.shown, picture: this.mapPicture(scaleX) };
    ink.globalAlpha = 0.92;
    ink.fillStyle = colours.raised;
    ink.fillRect(x0, y0, MAP.width, MAP.height);
    ink.globalAlpha = 1;
    ink.drawImage(this.map.picture, x0, y0);
    ink.lineWidth = 1;
    ink.strokeStyle = colours.line;
    ink.strokeRect(x0 + 0.5, y0 + 0.5, MAP.width - 1, MAP.height - 1);
    const from = Math.max(0, (this.left + 0.5) * scaleX);
    ink.strokeStyle = colours.accent;
    ink.lineWidth = 2;
    ink.strokeRect(x0 + from, y0 + 1, Math.max(4, Math.min(MAP.width - from, view * scaleX)), MAP.height - 2);
    const local = this.local(this.tree.of[this.tree.recording.node[this.step]]);
    if (local >= 0) {
      ink.fillStyle = colours.accent;
      ink.fillRect(x0 + (this.shown.x[local] + 0.5) * scaleX - 1.5, y0, 3, MAP.height);
    }
  }

  mapPicture(scaleX) {
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = [MAP.width, MAP.height];
    const ink = picture.getContext("2d");
    ink.fillStyle = this.colours.faint;
    const { levels, x } = this.shown;
    const rise = MAP.height / (levels.length + 1);
    levels.forEach((level, ply) => {
      let last = -1;
      for (let at = 0; at < level.length; at = Math.max(at + 1, lowerBound(level, x, (last + 1) / scaleX - 0.5, at + 1, level.length))) {
        last = Math.floor((x[level[at]] + 0.5) * scaleX);
        ink.fillRect(last, (ply + 0.6) * rise, 1, Math.max(1, rise * 0.6));
      }
    });
    return picture;
  }

  /** Slanted lines, for what was pruned. */
  hatching() {
    if (this.hatch?.colour === this.colours.line) return this.hatch.pattern;
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const ink = tile.getContext("2d");
    ink.strokeStyle = this.colours.line;
    ink.beginPath();
    for (const shift of [-6, 0, 6]) {
      ink.moveTo(shift - 1, 7);
      ink.lineTo(shift + 7, -1);
    }
    ink.stroke();
    this.hatch = { colour: this.colours.line, pattern: this.ink.createPattern(tile, "repeat") };
    return this.hatch.pattern;
  }

  /** The node at a place on the canvas, -1 when there is none. */
  hit(x, y) {
    if (!this.tree) return -1;
    const ply = Math.round((y + this.top - EDGE * this.unit) / this.rise);
    const level = this.shown.levels[ply];
    if (!level || Math.abs(EDGE * this.unit + ply * this.rise - this.top - y) > 24 * this.unit) return -1;
    const wanted = this.left + x / this.across;
    const at = lowerBound(level, this.shown.x, wanted, 0, level.length);
    let best = -1;
    for (const local of [level[at - 1], level[at]]) {
      if (local === undefined) continue;
      const far = Math.abs(this.placeX(local) - x);
      if (far <= 20 * this.unit && (best < 0 || far < Math.abs(this.placeX(best) - x))) best = local;
    }
    return best < 0 ? -1 : this.id(best);
  }

  listen() {
    const { canvas } = this;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (sideways) this.pan(event.deltaX || event.deltaY);
      else this.zoom(Math.exp(-event.deltaY / 300), place(event)[0]);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      const at = place(event);
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, at);
      this.moved = 0;
      this.onMap = this.inMap(at);
      if (this.onMap) this.goMap(at);
    });
    canvas.addEventListener("pointermove", (event) => {
      const at = place(event);
      const before = this.pointers.get(event.pointerId);
      if (!before) {
        this.onPoint?.(this.hit(...at), at);
        return;
      }
      this.moved += Math.hypot(at[0] - before[0], at[1] - before[1]);
      if (this.onMap) this.goMap(at);
      else if (this.pointers.size === 2) this.pinch(event.pointerId, before, at);
      else if (this.moved > 4) this.pan(before[0] - at[0], before[1] - at[1]);
      this.pointers.set(event.pointerId, at);
    });
    const release = (event) => {
      const was = this.pointers.delete(event.pointerId);
      if (event.type !== "pointerup" || !was || this.moved > 4 || this.onMap) return;
      const node = this.hit(...place(event));
      if (node >= 0) this.onPick?.(node);
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => this.onPoint?.(-1));
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const actions = {
        "+": () => this.zoom(1.3),
        "=": () => this.zoom(1.3),
        "-": () => this.zoom(1 / 1.3),
        0: () => this.fit(),
        a: () => this.pan(-80),
        d: () => this.pan(80),
        w: () => this.pan(0, -60),
        s: () => this.pan(0, 60),
      };
      if (!actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    });
  }

  pinch(moving, before, at) {
    const [, still] = [...this.pointers].find(([id]) => id !== moving);
    const [was, is] = [Math.abs(before[0] - still[0]), Math.abs(at[0] - still[0])];
    if (was > 10 && is > 10) this.zoom(is / was, (at[0] + still[0]) / 2);
  }

  inMap([x, y]) {
    const at = this.mapAt;
    return Boolean(at) && x >= at.x && x <= at.x + MAP.width && y >= at.y && y <= at.y + MAP.height;
  }

  goMap([x]) {
    const middle = ((x - this.mapAt.x) / MAP.width) * this.shown.leaves - 0.5;
    this.left = middle - this.width / 2 / this.across;
    this.hold();
    this.redraw();
  }
}

/** MAX points up, MIN points down, the end of a game is a square. */
function shapePath(ink, tree, id, x, y, size) {
  if (tree.isLeaf(id)) {
    ink.rect(x - size * 0.85, y - size * 0.85, size * 1.7, size * 1.7);
    return;
  }
  const up = tree.flags[id] & IS_MIN ? 1 : -1;
  ink.moveTo(x, y + up * size * 1.25);
  ink.lineTo(x + size * 1.3, y - up * size * 0.8);
  ink.lineTo(x - size * 1.3, y - up * size * 0.8);
  ink.closePath();
}

/** The index of the first node of a level that lies at least so far to the right. */
function lowerBound(level, x, wanted, from, to) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (x[level[middle]] < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

function coloursOf(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: colour("ground"),
    raised: colour("raised"),
    line: colour("line"),
    ink: colour("ink"),
    faint: colour("faint"),
    accent: colour("accent"),
    onAccent: colour("on-accent"),
    loss: colour("loss"),
  };
}
