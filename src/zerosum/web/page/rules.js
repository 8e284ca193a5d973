// The rules of a game, with pictures of its start and of a finished game.

import { Picture, useView } from "./picture.js";
import { html, useEffect, useRef } from "./ui.js";

/**
 * A dialog that explains a game; its words are those of `zerosum games NAME`.
 * @param {{ position: Api.PositionView, onClose: () => void }} props
 */
export function RulesOf({ position, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const start = useView("sample", { game: position.game, plies: 0 });
  const end = useView("sample", { game: position.game, ended: "true", seed: 3 });
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="rules" onClose=${onClose} aria-labelledby="rules-title">
    <h2 id="rules-title">${position.name}: the rules</h2>
    ${position.about ? html`<p>${position.about.replaceAll("\n", " ")}</p>` : html`<p class="faint">This game has no description.</p>`}
    ${position.what_to_type && html`<p>To move, click or tap the board, use the arrow keys and Enter, or type ${position.what_to_type}.</p>`}
    <div class="pictures">
      <figure><${Picture} position=${start} size=${190} /><figcaption>The start: ${start?.mover ?? "…"} moves first.</figcaption></figure>
      <figure><${Picture} position=${end} size=${190} /><figcaption>${end?.ending ? `A finished game: ${end.ending}.` : "A game under way."}</figcaption></figure>
    </div>
    <button type="button" class="button main" onClick=${() => dialog.current?.close()}>Close</button>
  </dialog>`;
}
