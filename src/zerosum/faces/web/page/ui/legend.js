// What every mark on a screen means, and the words of alpha-beta: below the picture that uses them.

import { html } from "./ui.js";

/** @typedef {[mark: string, meaning: string][]} Marks */

/** @type {Marks} */
export const VALUE_MARKS = [
  ["▲ W in 5", "a win for the side to move, in 5 plies at the fastest; in games of points “by 5”"],
  ["● D", "a draw"],
  ["▼ L in 4", "a loss, which best play delays for 4 plies"],
  ["△ ○ ▽ ~3", "hollow, with ~: an estimate, not a proven value"],
  ["E +0.25", "the mean result, where dice decide"],
  ["★, thick outline", "a best move"],
  ["W→L", "what a move costs: a win becomes a loss"],
  ["~ in a line", "from here on the line is a guess"],
  ["four corners", "the cells of the last move"],
  ["pale pieces", "what the line under the pointer would change"],
];

/** @type {Marks} */
export const REVIEW_MARKS = [
  ["○ on the line", "the value after each move, for the first side; higher is a nearer win"],
  ["▲! triangle", "a mistake: win, draw or loss changed"],
  ["△? hollow triangle", "the estimate falls clearly; that proves nothing"],
  ["dashed line", "the position on the board"],
];

/** @type {Marks} */
export const TREE_MARKS = [
  ["△ MAX, ▽ MIN", "who chooses at the node; ○ is chance, □ the end of a game or a leaf"],
  ["7, ≥7, ≤7", "the value is 7, at least 7, at most 7; ~ an estimate, … the best so far"],
  ["[3, 8]", "the window when the node was entered; ≥D? is a window without width, a question"],
  ["thick edge", "while a search runs, the path to where it is; once it is over, the best line (principal variation)"],
  ["a board in a node",
    "the position there, where the picture has room: zoom in with +; △ or ▽ and the value stand below it"],
  ["p2 d5", "proof-number search: 2 more positions prove that MAX gets the value asked for, 5 disprove it"],
  ["×12", "Monte-Carlo tree search: 12 playouts came through the node"],
  ["two strokes, 9 ≥ 5", "a cut, and why: the other side has 5 already, so 9 or more will not be allowed"],
  ["dashed", "not looked at, because it was cut or is still to come"],
  ["α, β, filled bar", "the window now; the dashed frame is the window at entry, the dot the best value so far"],
];

/** @type {Marks} */
export const WORDS = [
  ["alpha (α)", "the value that MAX is sure of already, here or higher up on the path"],
  ["beta (β)", "the value that MIN is sure of already: more than this MIN will not allow"],
  ["window", "the values between alpha and beta. Only a value inside can change the result at the root"],
  ["cut", "the window is empty (alpha ≥ beta): the remaining moves of this node cannot matter, so they are left out"],
  ["null window", "a window without width. It asks a question, “at least this?”, and is answered sooner"],
  ["principal variation", "the best line: both sides play their best"],
  ["UCB",
    "the sum by which Monte-Carlo tree search selects a move: its mean result + √(2 ln N / n), "
      + "more for moves tried less"],
  ["history", "how often a move has caused a cut; moves with more cuts are tried sooner"],
  ["ply, depth", "one move of one side; how many plies are still searched"],
  ["table hit", "the position was met before, by other moves, and its value is remembered"],
];

/** A list of marks or words that opens. @param {{ title: string, marks: Marks }} props */
export function Legend({ title, marks }) {
  return html`<details class="marks no-print"><summary>${title}</summary>
    <dl>${marks.map(([mark, meaning]) => html`<div key=${mark}><dt>${mark}</dt><dd>${meaning}</dd></div>`)}</dl>
  </details>`;
}
