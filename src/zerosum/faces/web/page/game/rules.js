// The rules of a game: in words, and in pairs of pictures before and after a move that shows them.

import { touchedBy } from "../board/input.js";
import { Picture } from "../board/picture.js";
import { isExtraTurn, moverName, moveWords } from "./turns.js";
import { useView } from "../ui/use_answer.js";
import { html, useEffect, useRef } from "../ui/ui.js";

/** The greatest width and height of a picture. */
const SIZE = 340;

/**
 * A dialog that explains a game; its words are those of `zerosum games NAME`.
 * @param {{ position: Api.PositionView, onClose: () => void }} props
 */
export function RulesOf({ position, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  /** @type {Api.RulesView | null} */
  const rules = useView("rules", { game: position.game });
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="rules" onClose=${onClose} aria-labelledby="rules-title">
    <h2 id="rules-title">${position.name}: the rules</h2>
    ${position.about
      ? html`<p>${position.about.replaceAll("\n", " ")}</p>`
      : html`<p class="faint">This game has no description.</p>`}
    ${position.what_to_type && html`<p>
      To move, click or tap the board, use the arrow keys and Enter, or type ${position.what_to_type}.</p>`}
    ${rules?.examples.length === 0
      ? html`<${StartAndEnd} game=${position.game} />`
      : rules?.examples.map((example) => html`<${Example} key=${example.words} example=${example} />`)}
    <p class="close"><button type="button" class="button main" onClick=${() => dialog.current?.close()}>
      Close</button></p>
  </dialog>`;
}

/** A rule, before and after the move that shows it. @param {{ example: Api.ExamplePairView }} props */
function Example({ example: { words, before, after } }) {
  const [move] = after.moves;
  const changed = after.board.cells.flatMap(({ piece, owner }, index) =>
    (piece === before.board.cells[index].piece && owner === before.board.cells[index].owner ? [] : [index]));
  const next = after.over
    ? `${after.ending}` : `${moverName(after)} ${isExtraTurn(after) ? "moves again" : "is to move"}`;
  return html`<section class="example">
    <h3>${words}</h3>
    <div class="before-after">
      <figure><${Picture} position=${before} size=${SIZE} last=${touchedBy(before.board, move)} />
        <figcaption>${moveWords(before, after.moves.join(", then "))}</figcaption></figure>
      <span class="then" aria-hidden="true">→</span>
      <figure><${Picture} position=${after} size=${SIZE} last=${changed} />
        <figcaption>Then ${next}.</figcaption></figure>
    </div>
  </section>`;
}

/**
 * The pictures of a game that has no examples: its start, and a game that random moves have ended.
 * @param {{ game: string }} props
 */
function StartAndEnd({ game }) {
  const start = useView("sample", { game, plies: 0 });
  const end = useView("sample", { game, ended: "true", seed: 3 });
  return html`<div class="before-after">
    <figure><${Picture} position=${start} size=${SIZE} />
      <figcaption>The start: ${start ? moverName(start) : "…"} moves first.</figcaption></figure>
    <figure><${Picture} position=${end} size=${SIZE} />
      <figcaption>${end?.ending ? `A finished game: ${end.ending}.` : "A game under way."}</figcaption></figure>
  </div>`;
}
