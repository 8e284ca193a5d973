// The review of a game: its value timeline, its mistakes one click from their positions, and another try.

import { follow } from "../ui/api.js";
import { clearFalls, fallOf, givenAway } from "./decisive.js";
import { asked } from "../game/game.js";
import { Legend, REVIEW_MARKS } from "../ui/legend.js";
import { Line } from "./line_play.js";
import { Timeline } from "./value_timeline.js";
import { Button, html, Problem, useEffect, useState } from "../ui/ui.js";
import { Value } from "../ui/values.js";

/** @import { GameAddress } from "../game/game.js" */

/**
 * Judge all moves of a game; the judgements come one by one.
 * @param {{ game: GameAddress, sides: string[], onLook: (at: number) => void, onRetry: (at: number) => void,
 *   player: import("./line_play.js").LinePlayer }} props
 */
export function Review({ game, sides, onLook, onRetry, player }) {
  const [judged, setJudged] = useState(/** @type {Api.JudgementView[]} */ ([]));
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(
    () =>
      follow("review/stream", asked(game, game.moves.length), {
        answer: (/** @type {Api.JudgementView} */ each) =>
          setJudged((known) => (known.some(({ number }) => number === each.number) ? known : [...known, each])),
        end: () => setDone(true),
        problem: setProblem,
      }),
    [],
  );
  const falls = clearFalls(judged);
  const listed = judged.filter((each) => each.mistake || falls.includes(each));
  const best = (/** @type {Api.JudgementView} */ each) =>
    each.best.map((move) => html`<${Line} key=${move} before=${game.moves.slice(0, each.number - 1)} moves=${[move]}
      player=${player} label=${`best move ${move}`} /> `);
  return html`<section class="panel review" aria-label="Review">
    <h2>Review</h2>
    <${Problem}>${problem}<//>
    <p role="status">${done
      ? summary(judged, sides) : `Judging move ${judged.length + 1} of ${game.moves.length}…`}</p>
    ${!done && !problem && html`<progress aria-label="moves judged" max=${game.moves.length}
      value=${judged.length}></progress>`}
    <${Timeline} judged=${judged} total=${game.moves.length} at=${game.at} sides=${sides} onLook=${onLook} />
    ${listed.length > 0 && html`<ul class="mistakes">
      ${listed.map(
        (each) => html`<li key=${each.number}>
          <button type="button" class="button" onClick=${() => onLook(each.number - 1)}>
            ${each.mistake ? "▲!" : "△?"} ply ${each.number}, ${sides[each.side]} ${each.move}: ${said(each)}</button>
          <${Button} onClick=${() => onRetry(each.number - 1)}>Try again<//>
          <span class="better">better: ${best(each)}</span>
          ${each.reason && html`<span class="faint reason">${each.reason[0].toUpperCase()}
            ${each.reason.slice(1)}.</span>`}
        </li>`,
      )}
    </ul>`}
    <${Legend} title="What the marks mean" marks=${REVIEW_MARKS} />
    <details><summary>All moves as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="All moves judged"><table>
        <thead><tr><th>ply</th><th>side</th><th>move</th><th>before</th><th>after</th><th>judgement</th>
          <th>best</th></tr></thead>
        <tbody>${judged.map(
          (each) => html`<tr key=${each.number}>
            <td class="number"><button type="button" class="button small" onClick=${() => onLook(each.number)}>
              ${each.number}</button></td>
            <td>${sides[each.side]}</td><td>${each.move}</td>
            <td><${Value} value=${each.before} /></td><td><${Value} value=${each.after} /></td>
            <td>${each.mistake ? `mistake: ${said(each)}` : each.cost === "kept" ? "" : each.cost}</td>
            <td>${best(each)}</td>
          </tr>`,
        )}</tbody>
      </table></div>
    </details>
  </section>`;
}

/** @param {Api.JudgementView[]} judged @param {string[]} sides */
function summary(judged, sides) {
  const mistakes = judged.filter((each) => each.mistake);
  const given = givenAway(judged, sides);
  const guesses = judged.some((each) => !each.exact) ? ` ${estimated(clearFalls(judged), sides)}` : "";
  const margins = given && ` ${given}.`;
  const none = given ? "No move changed who wins." : guesses ? "No proven mistake." : "No mistakes.";
  const some = `${mistakes.length} mistake${mistakes.length > 1 ? "s" : ""}: a change among win, draw and loss.`;
  return `${mistakes.length ? some : none}${margins}${guesses}`;
}

/** What the estimates say, which prove nothing. @param {Api.JudgementView[]} falls @param {string[]} sides */
function estimated(falls, sides) {
  if (!falls.length) return "Some values are estimates; by these no move was clearly worse than the best.";
  const worst = falls.reduce((one, other) => (fallOf(other) > fallOf(one) ? other : one));
  const where = `${sides[worst.side]}'s ${worst.move} at ply ${worst.number}`;
  if (falls.length === 1) return `By the estimates one move was clearly worse than the best: ${where}.`;
  return `By the estimates ${falls.length} moves were clearly worse than the best, most of all ${where}.`;
}

/** @type {Record<string, string>} */
const NAMES = { W: "a win", D: "a draw", L: "a loss" };

/** What a mistake did, in words. @param {Api.JudgementView} each */
function said(each) {
  if (!each.mistake) return `the estimate falls from ${each.before.short} to ${each.after.short}`;
  if (each.mistake === "~→L") return `allows a win${each.after.distance ? ` in ${each.after.distance - 1}` : ""}`;
  if (each.mistake === "W→~") return `misses a ${each.before.text}`;
  const [before, after] = (each.mistake ?? "").split("→");
  const missed = each.missed_win_in_one === null ? "" : "misses a win in one, ";
  return `${missed}turns ${NAMES[before]} into ${NAMES[after]} (${each.mistake})`;
}
