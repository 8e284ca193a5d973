// The numbers that a recorded search decides by, as JSON: run by test_page_recording.py with the page's folder and a file.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const page = (name) => import(pathToFileURL(`${folder}/${name}`));
const { ENTER, FOUND, Recording } = await page("recording.js");
const { MergedTree } = await page("merged.js");
const { caption } = await page("captions.js");
const { cutsBy, entryOf, proofNumbers, tableAt, ucbTerms } = await page("search_numbers.js");

const bytes = readFileSync(file);
const recording = new Recording(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const tree = new MergedTree(recording);
const plain = (number) => (Number.isNaN(number) ? null : number === Infinity ? "inf" : number);

const steps = [];
for (let step = 0; step < recording.events; step++) {
  const node = recording.node[step];
  const parent = recording.parent[node];
  const shown = { caption: caption(recording, step), root: plain(tree.claim(0, step).score) };
  if (recording.algorithm === "mcts" && recording.kind[step] === ENTER && parent >= 0) {
    shown.ucb = ucbTerms(tree, tree.of[parent], step).map(({ child, proven, ...row }) => ({ move: tree.moveText(child), proven: plain(proven), ...row }));
  }
  if (recording.algorithm === "pns") {
    shown.proof = tree.children(tree.of[node]).concat(tree.of[node]).map((each) => {
      const numbers = proofNumbers(tree, each, step);
      return [tree.movesTo(each).join(" "), numbers && plain(numbers.proof), numbers && plain(numbers.disproof)];
    });
  }
  if (recording.about.has_table) {
    shown.size = tableAt(recording, step).size;
    if (recording.kind[step] === FOUND) shown.entry = entryOf(recording, recording.position[node], step);
  }
  steps.push(shown);
}
const credits = [0, 1].flatMap((side) => recording.texts.map((text, move) => [side, text, cutsBy(recording, side, move, recording.events - 1)]));
console.log(JSON.stringify({ steps, credits: recording.about.move_order ? credits.filter(([, , cuts]) => cuts) : [] }));
