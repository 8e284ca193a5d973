// The table of all moves with their values, best first, and how far the search is.

import { link } from "../ui/address.js";
import { Legend, VALUE_MARKS } from "../ui/legend.js";
import { Line } from "./line_play.js";
import { CHANCE } from "../game/turns.js";
import { Button, html, useState } from "../ui/ui.js";
import { bestMoves, percent, Value } from "../ui/values.js";

/** Of more moves than this only the first ones are shown at first: the others are seldom asked for,
 *   and push all else away. */
const MANY = 14;
const SHOWN = 10;

/**
 * Every move: a star if it is best, its value, what it costs, its line, and a button for "why not?". Where chance
 * moves, every outcome with its probability.
 * @param {{ analysis: Api.AnalysisView | null, state: string, flip: boolean, before: string[],
 *   player: import("./line_play.js").LinePlayer, onPlay: (move: string) => void,
 *   onWhy: (move: string) => void }} props
 */
export function MoveTable({ analysis, state, flip, before, player, onPlay, onWhy }) {
  const [hasAll, setAll] = useState(false);
  if (!analysis) return html`<p class="faint" role="status">${state || "Looking…"}</p>`;
  const best = bestMoves(analysis);
  const isChance = analysis.side === CHANCE;
  const moves = hasAll || isChance || analysis.moves.length <= MANY
    ? analysis.moves : analysis.moves.slice(0, Math.max(SHOWN, best.size));
  const hasCosts = isChance || moves.some(({ cost }) => cost && cost !== "kept");
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Values of all moves">
      <table class="values">
        <thead>
          <tr><th><span class="hidden">best</span></th><th>${isChance ? "outcome" : "move"}</th><th>value</th>
            ${hasCosts && html`<th class="costs">${isChance ? "chance" : "costs"}</th>`}<th>line</th>
            <th><span class="hidden">why not</span></th></tr>
        </thead>
        <tbody>
          ${moves.map(
            (each) => html`<tr key=${each.move} class=${best.has(each.move) ? "best" : ""}>
              <td>${best.has(each.move)
                ? html`<span title=${analysis.best_known ? "best move" : "looks best so far"}>★</span>` : ""}</td>
              <td><${Button} kind="small" onClick=${() => onPlay(each.move)} title=${`play ${each.move}`}>
                ${each.move}<//></td>
              <td><${Value} value=${each.value} flip=${flip} /></td>
              ${hasCosts && html`<td class="costs">
                ${each.chance !== null ? percent(each.chance) : each.cost && each.cost !== "kept" ? each.cost
                  : ""}</td>`}
              <td class="line" title=${lineText(each)}>
                <${Line} before=${before} moves=${each.line} guessedFrom=${each.guessed_from} player=${player}
                  label=${`line of ${each.move}`} /></td>
              <td>${!isChance && !best.has(each.move)
                && html`<${Button} kind="small" onClick=${() => onWhy(each.move)} title=${`why not ${each.move}`}>
                  why not?<//>`}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${moves.length < analysis.moves.length
      && html`<p><${Button} kind="small" onClick=${() => setAll(true)}>All ${analysis.moves.length} moves<//></p>`}
    <p class="faint" role="status">
      ${analysis.exact ? html`Exact. ${source(analysis)}` : unfinished(analysis, best, state)}</p>
    <${Legend} title="What the marks mean" marks=${VALUE_MARKS} />`;
}

/** The line of a move; what is a guess comes after "~". @param {Api.MoveView} move */
function lineText({ line, guessed_from: from }) {
  return from === null ? line.join(" ") : [...line.slice(0, from), "~", ...line.slice(from)].join(" ");
}

/**
 * What is not known yet, and, once the search has ended, why.
 * @param {Api.AnalysisView} analysis @param {Set<string>} best
 * @param {string} state how far the search is; "" once it has ended
 */
function unfinished(analysis, best, state) {
  const open = analysis.side === CHANCE ? "" : best.size === 0 ? "Best move not known yet. " : analysis.best_known ? ""
    : "The starred moves look best so far. ";
  if (!state && analysis.note) return `${open}Values marked ~ are estimates: ${analysis.note}.`;
  return `${open}Values marked ~ are estimates and become exact as the search goes on${state ? ` (${state})` : ""}.`;
}

/** @param {Api.AnalysisView} analysis */
function source(analysis) {
  if (analysis.tier === "table") {
    return html`From the <a href=${link("/tables", { game: analysis.game })}>solved table</a>.`;
  }
  if (analysis.tier === "book") {
    return analysis.moves.some((each) => each.guessed_from !== null)
      ? "From the book; from ~ on, a line is a guess." : "From the book.";
  }
  return `${analysis.nodes.toLocaleString("en")} nodes on the ${analysis.tier} tier.`;
}
