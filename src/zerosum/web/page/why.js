// Why not this move? Its best line beside the best move's, and the sentence that says where they part.

import { ask } from "./api.js";
import { asked } from "./game.js";
import { Button, html, Problem, useEffect, useState } from "./ui.js";
import { Value } from "./values.js";

/** The answer for one move of the position that is looked at. */
export function Why({ game, sides, move, onClose }) {
  const [why, setWhy] = useState(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const leave = new AbortController();
    ask("why", { ...asked(game), move }, { signal: leave.signal }).then(setWhy, (error) => leave.signal.aborted || setProblem(error.message));
    return () => leave.abort();
  }, []);
  return html`<section class="panel why" aria-label=${`Why not ${move}?`}>
    <div class="row spread"><h2>Why not ${move}?</h2><${Button} kind="small" onClick=${onClose} shortcut="Esc">Close<//></div>
    <${Problem}>${problem}<//>
    ${!why && !problem && html`<p class="faint" role="status">Looking…</p>`}
    ${why && html`<p>${why.sentence}${why.exact ? "" : " (Not all of this is exact yet.)"}</p>
      <div class="lines">
        <${Line} title=${`After ${why.move}`} value=${why.value} steps=${why.line} sides=${sides} reply=${why.reply_at} />
        ${why.best !== why.move && html`<${Line} title=${`After ${why.best} (best)`} value=${why.best_value} steps=${why.best_line} sides=${sides} />`}
      </div>`}
  </section>`;
}

function Line({ title, value, steps, sides, reply }) {
  return html`<div>
    <h3>${title} <${Value} value=${value} /></h3>
    <ol class="line-steps">
      ${steps.map(
        (step, index) => html`<li key=${index} class=${index === reply ? "reply" : ""}>
          <span class="faint">${sides[step.side]}</span> ${step.move}${index === reply ? html` <span class="faint">← the answer</span>` : ""}
        </li>`,
      )}
    </ol>
  </div>`;
}
