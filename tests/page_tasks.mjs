// What the page says about a task of a lesson, as JSON: run by test_page_tasks.py with the page's folder, a recording, a
// task and an answer; or, instead of a recording, "text" with a change of a written tree.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file, ...rest] = process.argv.slice(2);
const page = (name) => import(pathToFileURL(`${folder}/${name}`));

if (file === "text") {
  const { withLeaf, withMoved } = await page("tree_text.js");
  const [kind, text, where, by] = JSON.parse(rest[0]);
  console.log(JSON.stringify(kind === "leaf" ? withLeaf(text, where, (value) => value + by) : withMoved(text, where, by)));
} else {
  const { Recording } = await page("recording.js");
  const { MergedTree } = await page("merged.js");
  const { answerOf, askOf, impossible, verdictOf } = await page("tasks.js");
  const [task, given] = rest.map((each) => JSON.parse(each));
  const bytes = readFileSync(file);
  const tree = new MergedTree(new Recording(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
  const unable = impossible(task, tree);
  console.log(JSON.stringify(unable ? { unable } : { ask: askOf(task, tree), answer: answerOf(task, tree), ...verdictOf(task, tree, given) }));
}
