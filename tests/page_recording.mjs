// What the page makes of a recorded search, as JSON: run by test_page_recording.py with the page's folder and a file.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const page = (name) => import(pathToFileURL(`${folder}/${name}`));
const { Recording } = await page("recording.js");
const { MergedTree } = await page("merged.js");
const { layout, around, sizesBelow } = await page("layout.js");
const { caption } = await page("captions.js");
const { isEmpty } = await page("window.js");
const { questions } = await page("predict.js");

const bytes = readFileSync(file);
const recording = new Recording(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const tree = new MergedTree(recording);
const { x, levels, leaves } = layout(tree);
const sizes = sizesBelow(tree);
const plain = (number) => (Number.isNaN(number) ? null : number === Infinity ? "inf" : number === -Infinity ? "-inf" : number);

const steps = [];
for (let step = 0; step < recording.events; step++) {
  steps.push({
    stack: recording.stack(step).map((frame) => [frame.node, plain(frame.best), plain(frame.alphaNow), plain(frame.betaNow)]),
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
  const moves = [];
  for (let at = node; tree.parent[at] >= 0; at = tree.parent[at]) moves.unshift(recording.texts[tree.move[at]]);
  return { moves: moves.join(" "), x: x[node], ply: tree.ply[node], children: tree.children(node), size: sizes[node], around: around(tree, sizes, node).size };
});
console.log(JSON.stringify({ steps, nodes, leaves, levels: levels.map((level) => [...level]), marks: [...recording.marks] }));
