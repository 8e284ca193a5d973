// The labels in the picture of a tree, as JSON: run by test_page_labels.py with the page's folder, a file and a step.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file, wanted] = process.argv.slice(2);
const page = (name) => import(pathToFileURL(`${folder}/${name}`));
const { Recording } = await page("recording.js");
const { MergedTree } = await page("merged.js");
const { TreeView } = await page("tree_view.js");
const { drawTree } = await page("tree_draw.js");
const { labelsOf, WIDTH } = await page("tree_labels.js");
const { axisOf } = await page("axis.js");
const { frameWords, isEmpty } = await page("window.js");
const { shownMarks } = await page("timeline.js");

const bytes = readFileSync(file);
const recording = new Recording(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const tree = new MergedTree(recording);
const view = new TreeView();
[view.width, view.height] = [900, 600];
view.setTree(tree);
const step = wanted === "last" ? recording.events - 1 : Number(wanted);
view.show(step);
const path = (node) => {
  const moves = [];
  for (let at = node; tree.parent[at] >= 0; at = tree.parent[at]) moves.unshift(tree.moveText(at));
  return moves.join(" ");
};
/** A canvas that only notes the shapes that are drawn on it, and where. */
function notingInk() {
  const drawn = [];
  let corner = null;
  const noted = {
    drawn,
    arc: (x, y, r) => drawn.push({ shape: "circle", x, y, r }),
    rect: (x, y, width, height) => drawn.push({ shape: "square", x: x + width / 2, y: y + height / 2 }),
    moveTo: (x, y) => (corner = { x, y }),
    closePath: () => drawn.push({ shape: "triangle", ...corner }),
  };
  return new Proxy(noted, { get: (target, name) => target[name] ?? (() => undefined), set: () => true });
}
const ink = notingInk();
drawTree(view, { ink, colours: {}, hatch: "" }, false);
/** The shape at each node: a triangle begins at its tip; the ring around the current node is no shape. */
const shapes = {};
for (const { id, x, y } of view.inView().nodes) {
  const near = ink.drawn.filter((each) => each.x === x && Math.abs(each.y - y) < 25 && !(each.r > 20));
  shapes[path(id)] = near.map((each) => (each.shape === "triangle" ? (each.y < y ? "up" : "down") : each.shape)).join(" ");
}
const labels = labelsOf(view, view.inView().nodes).map(({ kind, id, text, x, y, size }) => ({ kind, path: path(id), text, x, y, wide: text.length * size * WIDTH }));
const windows = Array.from({ length: recording.events }, (_, at) => ({ words: frameWords(recording, recording.focus(at)), isEmpty: isEmpty(recording.focus(at)) }));
const axis = axisOf(recording.scale, [...new Set(recording.score)], recording.hasEstimates);
const marks = Array.from({ length: recording.events }, (_, at) => Math.max(-1, ...shownMarks(recording, at)));
console.log(JSON.stringify({ labels, shapes, windows, marks, ticks: axis.ticks.sort((one, other) => one.at - other.at), bands: axis.bands }));
