// What every script of these tests begins with: `node --import` loads it first. From then on "page/NAME" is a module
// of the page, and the names of the page's import map are what they are in a browser. Scripts import "harness" itself
// too.

import { readFileSync } from "node:fs";
import { register } from "node:module";

const folder = new URL("../../src/zerosum/faces/web/page/", import.meta.url);
const [, map] = readFileSync(new URL("index.html", folder), "utf-8")
  .match(/<script type="importmap">(.*?)<\/script>/s);
const names = { ...JSON.parse(map).imports, harness: import.meta.url };
const hooks = `
  const names = ${JSON.stringify(names)};
  export const resolve = (name, context, next) =>
    next((names[name] ?? name).replace(/^[/]?page[/]/, ${JSON.stringify(folder.href)}), context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

// Only now, as the page's modules may import by the names of the import map.
const { Recording } = await import(new URL("recording/recording.js", folder));
const { MergedTree } = await import(new URL("tree/merged.js", folder));

/** What the test gives, as JSON on standard input. */
export const given = JSON.parse(readFileSync(0, "utf-8"));

export const answer = (value) => console.log(JSON.stringify(value));

/** Answer the questions that the test gives, each [function, ...arguments]. */
export const answerAll = (functions) => answer(given.map(([name, ...inputs]) => functions[name](...inputs)));

/** A recorded search and its tree, from a file. */
export function searchIn(file) {
  const recording = new Recording(new Uint8Array(readFileSync(file)).buffer);
  return { recording, tree: new MergedTree(recording) };
}

/** The moves that lead to a node of a tree, as a text. */
export const pathTo = (tree, node) => tree.movesTo(node).join(" ");

/** A number that JSON can hold. */
export function plain(number) {
  if (Number.isNaN(number)) return null;
  return Number.isFinite(number) ? number : String(number).replace("Infinity", "inf");
}
