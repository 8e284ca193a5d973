// Edited boards: run by test_page_edits.py with cases; answers their texts.

import { answer, given } from "harness";
import { edits, written } from "page/board/input.js";

const texts = given.map(({ board, text, writes }) => {
  let state = { text, cells: board.cells };
  for (const [index, piece] of writes) {
    for (const [cell, put] of edits({ ...board, cells: state.cells }, index, piece)) state = written(state.text, state.cells, cell, put || "-", put === "");
  }
  return state.text;
});
answer(texts);
