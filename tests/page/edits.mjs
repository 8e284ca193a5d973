// Edited boards: run by test_page_edits.py with cases; answers their texts.

import { answer, given } from "harness";
import { afterEdits, edits } from "page/board/input.js";

const texts = given.map(({ board, text, writes }) => {
  let state = { text, cells: board.cells };
  for (const [index, piece] of writes) {
    const now = { ...board, cells: state.cells };
    state = afterEdits(state.text, now, edits(now, index, piece));
  }
  return state.text;
});
answer(texts);
