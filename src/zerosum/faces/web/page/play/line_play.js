// Lines that play: while a move of a line is pointed at or has the focus, the board shows the position after it; a
// click goes there. The left and right arrows walk along the line.

import { asked } from "../game/game.js";
import { keep, known } from "../game/positions.js";
import { useView } from "../ui/use_answer.js";
import { html, useEffect, useRef, useState } from "../ui/ui.js";

/** @import { GameAddress } from "../game/game.js" */

/**
 * @typedef {object} LinePlayer
 * @property {(moves: string[] | null) => void} show shows the position after these moves of the game, or the game's
 *   own again
 * @property {(moves: string[]) => void} goTo
 */

/**
 * The position that is previewed, and what lines call.
 * @param {GameAddress} game @param {import("../game/game.js").ChangeGame} change
 * @returns {[Api.PositionView | null, LinePlayer]}
 */
export function useLinePlayer(game, change) {
  const [moves, setMoves] = useState(/** @type {string[] | null} */ (null));
  const question = moves && asked({ ...game, moves }, moves.length);
  const key = JSON.stringify(question);
  const answer = useView("position", known(key) ? null : question);
  if (answer) keep(key, answer);
  const position = useRef(/** @type {Api.PositionView | null} */ (null));
  // While the next one is awaited, the one before is shown.
  position.current = moves === null ? null : (known(key) ?? position.current);
  // Whatever changes the game ends the preview.
  useEffect(() => setMoves(null), [game.spec, game.start, game.moves.join(" "), game.at]);
  const goTo = (/** @type {string[]} */ to) => {
    setMoves(null);
    const isGame = to.every((move, index) => game.moves[index] === move);
    // A line is not the game that is being played: it is looked at in analysis.
    const looked = { mode: "analyze", players: ["human", "human"], why: null, review: false, retry: null };
    if (isGame) change({ at: to.length, why: null });
    else change({ ...looked, moves: to, at: to.length }, { keep: true });
  };
  return [position.current, { show: setMoves, goTo }];
}

/**
 * The moves of a line as buttons, one stop of the Tab key.
 * @param {{ before: string[], moves: string[], player: LinePlayer, label: string, guessedFrom?: number | null,
 *   each?: (index: number, button: unknown) => unknown }} props `before` are the moves of the game up to the line;
 *   `each` may put something around a move
 */
export function Line({ before, moves, player, label, guessedFrom = null, each = (_, button) => button }) {
  const upTo = (/** @type {number} */ index) => [...before, ...moves.slice(0, index + 1)];
  return html`<span class="line-moves" role="group" aria-label=${label} onKeyDown=${walk}
    onPointerLeave=${() => player.show(null)}>
    ${moves.map((move, index) => {
      const isGuess = guessedFrom !== null && index >= guessedFrom;
      return each(index, html`<button key=${index} type="button" class=${`line-move ${isGuess ? "guess" : ""}`}
        tabindex=${index ? -1 : 0}
        aria-label=${`${move}, move ${index + 1} of ${moves.length}${isGuess ? ", a guess" : ""}`}
        onPointerEnter=${(/** @type {PointerEvent} */ event) => event.pointerType !== "touch"
          && player.show(upTo(index))}
        onFocus=${() => player.show(upTo(index))} onBlur=${() => player.show(null)}
        onClick=${() => player.goTo(upTo(index))}
      >${isGuess && index === guessedFrom ? "~ " : ""}${move}</button>`);
    })}
  </span>`;
}

/** @type {Record<string, (at: number, last: number) => number>} */
const WALK = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: (_, last) => last };

/** @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
function walk(event) {
  const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (
    event.currentTarget.querySelectorAll(".line-move"))];
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  const to = WALK[event.key]?.(at, buttons.length - 1);
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  const next = buttons[to];
  if (!next) return;
  buttons[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
