// How a game ended, from the person's view, and the move that decided it.

import { follow } from "../ui/api.js";
import { decision } from "../play/decisive.js";
import { asked } from "../game/game.js";
import { easierThan, playerWord } from "../game/players.js";
import { inPairs } from "../game/turns.js";
import { Button, html, useEffect, useState } from "../ui/ui.js";
import { hasEnded } from "./play_state.js";

/** @import { GameAddress } from "../game/game.js" */
/** @import { PlayState } from "./play_state.js" */

/** The seconds in which the move that decided the game is looked for. */
const SECONDS = 10;

/** The side of the only person; -1 where there is none, or two. @param {GameAddress} game */
function personOf(game) {
  return game.mode === "play" && game.players[0] !== game.players[1] ? game.players.indexOf("human") : -1;
}

/**
 * Whether the person has won (1), lost (-1) or neither (0).
 * @param {GameAddress} game @param {Api.PositionView} position
 */
function outcome(game, { utility }) {
  return Math.sign(utility ?? 0) * (personOf(game) === 0 ? 1 : -1);
}

/**
 * The result for the person; null where there is not one person alone, or where no side has won.
 * @param {GameAddress} game @param {Api.PositionView} position
 */
export function resultWords(game, position) {
  const won = outcome(game, position);
  if (personOf(game) < 0 || won === 0) return null;
  const margin = /\bby \d+$/.exec(position.ending ?? "")?.[0];
  return [won > 0 ? "You won" : "You lost", margin].filter(Boolean).join(" ");
}

/**
 * Below the result: the move that decided it, with a link to it in the review, and after a loss an easier opponent.
 * @param {{ table: PlayState, onMistake: (at: number) => void, onEasier: (players: string[]) => void }} props
 */
export function Result({ table: { game, position, movers, isReady }, onMistake, onEasier }) {
  const [judged, setJudged] = useState(/** @type {Api.JudgementView[]} */ ([]));
  const [done, setDone] = useState(false);
  const side = personOf(game);
  const isEnd = isReady && position !== null && hasEnded(position, game) && game.at === game.moves.length;
  const won = position ? outcome(game, position) : 0;
  const wants = isEnd && side >= 0 && won <= 0 && !game.review;
  useEffect(() => {
    if (!wants) return undefined;
    return follow("review/stream", { ...asked(game, game.moves.length), seconds: SECONDS }, {
      answer: (/** @type {Api.JudgementView} */ each) => setJudged((known) => [...known, each]),
      end: () => setDone(true),
      problem: () => {
        setJudged([]);
        setDone(true);
      },
    });
  }, [wants]);
  if (!wants) return null;
  const decided = done ? decision(judged, side, won < 0, inPairs(game.moves, movers)) : null;
  const easier = won < 0 ? easierThan(game.players[1 - side]) : null;
  const against = () => onEasier(game.players.map((player, index) => (index === side ? player : String(easier))));
  return html`${!done && html`<p class="faint" role="status">Looking for the move that decided it…</p>`}
    ${decided && html`<p class="decisive" role="status">${decided.words}
      ${decided.number !== null
        && html`<${Button} kind="small" onClick=${() => onMistake(Number(decided.number) - 1)}>Show it<//>`}</p>`}
    ${easier && html`<p class="easier">
      <${Button} kind="small" onClick=${against}>Play an easier opponent: ${playerWord(easier, true)}<//></p>`}`;
}
