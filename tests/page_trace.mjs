// What the page makes of a recorded search, as JSON: run by test_page_trace.py with the page's folder and a file.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const page = (name) => import(pathToFileURL(`${folder}/${name}`));
const { Trace } = await page("trace.js");
const { MergedTree } = await page("merged.js");
const { layout, around, sizesBelow } = await page("layout.js");
const { caption } = await page("captions.js");
const { isEmpty } = await page("window.js");
const { questions } = await page("predict.js");

const bytes = readFileSync(file);
const trace = new Trace(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const tree = new MergedTree(trace);
const { x, levels, leaves } = layout(tree);
const sizes = sizesBelow(tree);
const plain = (number) => (Number.isNaN(number) ? null : number === Infinity ? "inf" : number === -Infinity ? "-inf" : number);

const steps = [];
for (let step = 0; step < trace.events; step++) {
  steps.push({
    stack: trace.stack(step).map((frame) => [frame.node, plain(frame.best), plain(frame.alphaNow), plain(frame.betaNow)]),
    isEmpty: isEmpty(trace.focus(step)),
    caption: caption(trace, step),
    states: Array.from({ length: tree.size }, (_, node) => tree.state(node, step)),
    scores: Array.from({ length: tree.size }, (_, node) => plain(tree.score(node, step))),
    questions: questions(trace, tree, step).map(({ kind, right }) => [kind, right]),
    next: trace.nextMark(step),
    previous: trace.previousMark(step),
  });
}
const nodes = Array.from({ length: tree.size }, (_, node) => {
  const moves = [];
  for (let at = node; tree.parent[at] >= 0; at = tree.parent[at]) moves.unshift(trace.texts[tree.move[at]]);
  return { moves: moves.join(" "), x: x[node], ply: tree.ply[node], children: tree.children(node), size: sizes[node], around: around(tree, sizes, node).size };
});
console.log(JSON.stringify({ steps, nodes, leaves, levels: levels.map((level) => [...level]), marks: [...trace.marks] }));
