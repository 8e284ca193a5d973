// The numbers that a recorded search decides by, as JSON: run by test_page_recording.py with the file.

import { answer, given, pathTo, plain, searchIn } from "harness";
import { ENTER, FOUND } from "page/recording/recording.js";
import { caption } from "page/recording/captions.js";
import { cutsBy, entryOf, proofNumbers, tableAt, ucbTerms } from "page/recording/search_numbers.js";

const { recording, tree } = searchIn(given);

const steps = [];
for (let step = 0; step < recording.events; step++) {
  const node = recording.node[step];
  const parent = recording.parent[node];
  const shown = { caption: caption(recording, step), root: plain(tree.claim(0, step).score) };
  if (recording.algorithm === "mcts" && recording.kind[step] === ENTER && parent >= 0) {
    shown.ucb = ucbTerms(tree, tree.of[parent], step)
      .map(({ child, proven, ...row }) => ({ move: tree.moveText(child), proven: plain(proven), ...row }));
  }
  if (recording.algorithm === "pns") {
    shown.proof = tree.children(tree.of[node]).concat(tree.of[node]).map((each) => {
      const numbers = proofNumbers(tree, each, step);
      return [pathTo(tree, each), numbers && plain(numbers.proof), numbers && plain(numbers.disproof)];
    });
  }
  if (recording.about.has_table) {
    shown.size = tableAt(recording, step).size;
    if (recording.kind[step] === FOUND) shown.entry = entryOf(recording, recording.position[node], step);
  }
  steps.push(shown);
}
const credits = [0, 1].flatMap((side) =>
  recording.texts.map((text, move) => [side, text, cutsBy(recording, side, move, recording.events - 1)]));
answer({ steps, credits: recording.about.move_order ? credits.filter(([, , cuts]) => cuts) : [] });
