// What the page makes of a recorded search, as JSON: run by test_page_recording.py with the file.

import { answer, given, pathTo, plain, searchIn } from "harness";
import { layout, around, sizesBelow } from "page/tree/layout.js";
import { caption } from "page/recording/captions.js";
import { isEmpty } from "page/recording/window.js";
import { questions } from "page/recording/predict.js";

const { recording, tree } = searchIn(given);
const { x, levels, leaves } = layout(tree);
const sizes = sizesBelow(tree);

const steps = [];
for (let step = 0; step < recording.events; step++) {
  steps.push({
    stack: recording.stack(step)
      .map((frame) => [frame.node, plain(frame.best), plain(frame.alphaNow), plain(frame.betaNow)]),
    isEmpty: isEmpty(recording.focus(step)),
    caption: caption(recording, step),
    states: Array.from({ length: tree.size }, (_, node) => tree.state(node, step)),
    scores: Array.from({ length: tree.size }, (_, node) => plain(tree.claim(node, step).score)),
    questions: questions(recording, tree, step).map(({ kind, right }) => [kind, right]),
    next: recording.nextMark(step),
    previous: recording.previousMark(step),
  });
}
const nodes = Array.from({ length: tree.size }, (_, node) => {
  return { moves: pathTo(tree, node), x: x[node], ply: tree.ply[node], children: tree.children(node),
    size: sizes[node], around: around(tree, sizes, node).size };
});
answer({ steps, nodes, leaves, levels: levels.map((level) => [...level]), marks: [...recording.marks] });
