// The keyboard shortcuts, in one list.

import { html, useEffect, useRef } from "./ui.js";

/** @type {[where: string, rows: [key: string, what: string][]][]} */
const KEYS = [
  ["Play and analyze", [["← ↑ ↓ →", "move over the board"], ["Enter", "make the move"],
    ["digits, letters", "type a move"], ["Backspace", "take back"], ["[ ]", "the position before or after"],
    ["H", "hints: off, after my move, always"], ["R", "review the game"], ["W", "why not the move under the cursor"],
    ["N", "a new game"], ["Alt + letter", "the same where moves begin with the letter"]]],
  ["Watch a search", [["Space", "play or pause"], ["← →", "a step back or forward"],
    ["Shift + ← →", "to the mark before or after"], ["Home End", "to the first or last step"], ["P", "predict"],
    ["+ − 0", "in the tree: closer, wider, all of it"], ["A D W S", "in the tree: move the view"]]],
  ["Learn", [["N", "the next stop"], ["B", "the stop before"]]],
  ["Grade", [["Ctrl + Enter", "in the program: grade it"], ["Esc", "stop"]]],
  ["Everywhere", [["?", "these keys"], ["Esc", "close"]]],
];

/** @param {{ onClose: () => void }} props */
export function Help({ onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="help" onClose=${onClose} aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    <div class="columns">${KEYS.map(
      ([where, rows]) => html`<section><h3>${where}</h3>
        <dl>${rows.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl></section>`,
    )}</div>
    <button type="button" class="button main" onClick=${() => dialog.current?.close()}>Close</button>
  </dialog>`;
}
