// Edited boards: run by test_page_edits.py with the page's folder; reads cases as JSON from stdin, writes the texts.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { edits, written } = await import(pathToFileURL(`${process.argv[2]}/board_input.js`));
const texts = JSON.parse(readFileSync(0, "utf8")).map(({ board, text, writes }) => {
  let state = { text, cells: board.cells };
  for (const [index, piece] of writes) {
    for (const [cell, put] of edits({ ...board, cells: state.cells }, index, piece)) state = written(state.text, state.cells, cell, put || "-", put === "");
  }
  return state.text;
});
process.stdout.write(JSON.stringify(texts));
