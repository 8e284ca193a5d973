// The labels in the picture of a tree, as JSON: run by test_page_labels.py with a file, a step, and whether
// several zooms are wanted.

import { answer, given, pathTo, searchIn } from "harness";
import { HAS_CUT } from "page/recording/recording.js";
import { TreeView } from "page/tree/view.js";
import { drawTree } from "page/tree/draw.js";
import { labelsOf } from "page/tree/labels.js";
import { shapeOf } from "page/tree/geometry.js";
import { arranged, BLANK, noteBox, notePlace, outline, visitNote } from "page/tree/written_layout.js";
import { windowText } from "page/recording/scores.js";
import { axisOf } from "page/recording/axis.js";
import { frameWords, isEmpty } from "page/recording/window.js";
import { marksByPart, shownMarks } from "page/recording/timeline.js";
import { freeCorner } from "page/tree/map.js";

const { file, step: wanted, zooms: hasZooms } = given;
const { recording, tree } = searchIn(file);
const view = new TreeView();
[view.width, view.height] = [900, 600];
view.setTree(tree, "whole");
const step = wanted === "last" ? recording.events - 1 : Number(wanted);
view.show(step);
const path = (node) => pathTo(tree, node);
/** A canvas that only notes the shapes and the single lines that are drawn on it, and where. */
function notingInk() {
  const drawn = [];
  const lines = [];
  let corners = [];
  const noted = {
    drawn,
    lines,
    arc: (x, y, r) => drawn.push({ shape: "circle", x, y, r, top: y - r, bottom: y + r, wide: 2 * r }),
    rect: (x, y, width, height) =>
      drawn.push({ shape: "square", x: x + width / 2, y: y + height / 2, top: y, bottom: y + height, wide: width }),
    moveTo: (x, y) => (corners = [[x, y]]),
    lineTo: (x, y) => {
      lines.push([...corners[corners.length - 1], x, y]);
      corners.push([x, y]);
    },
    closePath: () => {
      const heights = corners.map(([, y]) => y);
      drawn.push({ shape: "triangle", x: corners[0][0], y: corners[0][1], top: Math.min(...heights),
        bottom: Math.max(...heights), wide: corners[1][0] - corners[2][0] });
    },
  };
  return new Proxy(noted, { get: (target, name) => target[name] ?? (() => undefined), set: () => true });
}
const ink = notingInk();
drawTree(view, { ink, colours: {}, hatch: "" }, false);
/** The shape at each node: a triangle begins at its tip; the ring around the current node is no shape. */
const shapes = {};
for (const { id, x, y } of view.inView().nodes) {
  const near = ink.drawn.filter((each) => each.x === x && Math.abs(each.y - y) < 25 && !(each.r > 22));
  shapes[path(id)] = near.map((each) => (each.shape === "triangle" ? (each.y < y ? "up" : "down") : each.shape))
    .join(" ");
}
const labels = labelsOf(view, view.inView().nodes).map(({ id, ...label }) => ({ path: path(id), ...label }));

/** At each zoom, with boards or without: what is written, and for each node in view its shape and the edge that leads
 *   to it. */
const zooms = [];
for (const boardShape of hasZooms ? [0, 0.9] : []) {
  view.boardShape = boardShape;
  for (const mode of ["whole", "focus"]) {
    view.setMode(mode);
    view.show(step);
    for (let zoom = 0; zoom < 5; zoom++) {
      const { nodes } = view.inView();
      const paper = notingInk();
      drawTree(view, { ink: paper, colours: {}, hatch: "" }, false);
      zooms.push({
        mode,
        across: view.across,
        hasBoards: view.board !== null,
        labels: labelsOf(view, nodes).map(({ id, ...label }) => ({ path: path(id), ...label })),
        nodes: nodes.map((node) =>
          ({ path: path(node.id), x: node.x, y: node.y,
            edge: view.shown.parent[node.local] < 0 ? null : view.edge(node),
            parent: path(view.current.parent[node.id]), ...shapeOf(view, node) })),
        lines: paper.lines,
        drawn: paper.drawn,
      });
      view.zoom(1.5);
    }
  }
}
/**
 * Around each step, on a canvas as in a small window, in large mode and on a phone: the steps at which the root or any
 * node is out of view, the move that leads to the current node is not written, or a value is too small to be read.
 */
const lost = [[494, 328, false], [617, 420, true], [346, 330, false],
  [515, 300, false]].map(([width, height, large]) => {
  const small = new TreeView();
  Object.assign(small, { width, height, large });
  small.setTree(tree, "focus");
  return Array.from({ length: recording.events }, (_, at) => at).filter((at) => {
    small.show(at);
    const [x, y] = [small.placeX(0), small.placeY(0)];
    const { nodes } = small.inView();
    const labels = labelsOf(small, nodes);
    const current = tree.of[recording.node[at]];
    const isOut = nodes.some((node) => node.x < 0 || node.x > width) || y < small.above - 1 || y > height || x < 0
      || x > width;
    return isOut || (current > 0 && !labels.some(({ kind, id }) => kind === "move" && id === current))
      || labels.some(({ size }) => size < 8.5);
  });
});
const cuts = Array.from(marksByPart(recording, recording.marks, 1, 900));
const corners = [[], [[890, 590]], [[890, 590], [890, 20]],
  [[890, 590], [890, 20], [20, 20], [20, 590]]].map((places) =>
    freeCorner(view, { nodes: places.map(([x, y]) => ({ x, y })), runs: [] }));
/** The picture of a written tree: for each node its shape, and the note above it. */
const keys = (visits) => visits.map((visit) =>
  visitNote(tree, visit, Boolean(recording.flags[visit] & HAS_CUT), true));
const written = !recording.about.written ? {} : Object.fromEntries(["search", "blank", "key"].map((notes) => {
  const { at } = arranged(tree, notes);
  return [notes, Array.from({ length: tree.size }, (_, node) => {
    const [x, y] = at(node);
    const visits = Array.from(tree.visits.items.subarray(tree.visits.starts[node], tree.visits.starts[node + 1]));
    const windows = visits.map((visit) => windowText(recording.scale, recording.alpha[visit], recording.beta[visit]));
    const texts = tree.first[node] < 0 ? [] : notes === "blank" ? [BLANK] : notes === "key" ? keys(visits) : windows;
    return { path: path(node), x, y, ...outline(tree, node),
      notes: texts.map((text) => noteBox(notePlace(tree, node, at), text)) };
  })];
}));
/** The leaves of a written tree in the order of Tab, as their places from left to right. */
const tabs = !recording.about.written ? [] : arranged(tree, "none").order.filter((node) => tree.first[node] < 0)
  .map((node) => arranged(tree, "none").at(node)[0]);
const windows = Array.from({ length: recording.events }, (_, at) =>
  ({ words: frameWords(recording, recording.focus(at)), isEmpty: isEmpty(recording.focus(at)) }));
const axis = axisOf(recording.scale, [...new Set(recording.score)], recording.hasEstimates);
const marks = Array.from({ length: recording.events }, (_, at) => Math.max(-1, ...shownMarks(recording, at)));
answer({ lost, cuts, cutEvents: recording.cutEvents.length, corners, written, tabs, zooms, labels, shapes, windows,
  marks, ticks: axis.ticks.sort((one, other) => one.at - other.at), bands: axis.bands });
