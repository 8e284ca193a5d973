// @ts-nocheck
// The table of all moves with their values, best first, and how far the search is.

import { Button, html } from "./ui.js";
import { Value } from "./values.js";

/** Every move: star, value, what it costs, its line, and the question why not. */
export function MoveTable({ analysis, state, flip, onPlay, onWhy }) {
  if (!analysis) return html`<p class="faint" role="status">${state || "Looking…"}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Values of all moves">
      <table class="values">
        <thead>
          <tr><th><span class="hidden">best</span></th><th>move</th><th>value</th><th>costs</th><th>line</th><th><span class="hidden">why not</span></th></tr>
        </thead>
        <tbody>
          ${analysis.moves.map(
            (each) => html`<tr key=${each.move} class=${each.best ? "best" : ""}>
              <td>${each.best ? html`<span title="best move">★</span>` : ""}</td>
              <td><${Button} kind="small" onClick=${() => onPlay(each.move)} title=${`play ${each.move}`}>${each.move}<//></td>
              <td><${Value} value=${each.value} flip=${flip} /></td>
              <td>${each.cost && each.cost !== "kept" ? each.cost : ""}</td>
              <td class="line" title=${each.line.join(" ")}>${each.line.join(" ")}</td>
              <td>${!each.best && html`<${Button} kind="small" onClick=${() => onWhy(each.move)} title=${`why not ${each.move}`}>why not?<//>`}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="faint" role="status">
      ${analysis.exact ? `Exact. ${told(analysis)}` : `Values marked ~ are estimates and become exact as the search goes on${state ? ` (${state})` : ""}.`}
    </p>`;
}

function told(analysis) {
  if (analysis.tier === "book") return "From the book.";
  return `${analysis.nodes.toLocaleString("en")} nodes on the ${analysis.tier} tier.`;
}
