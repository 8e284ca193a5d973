// Why not this move? Its best line beside the best move's, and the sentence that says where they part.

import { ask } from "./api.js";
import { asked } from "./game.js";
import { Button, html, Problem, useEffect, useState } from "./ui.js";
import { Value } from "./values.js";

/** @import { GameAddress } from "./game.js" */

const TRIES = 4;

/**
 * The answer for one move of the position. An answer is bounded in time because others wait too; while it is not exact,
 * it is asked for again.
 * @param {{ game: GameAddress, sides: string[], move: string, onClose: () => void }} props
 */
export function Why({ game, sides, move, onClose }) {
  const [why, setWhy] = useState(/** @type {Api.WhyView | null} */ (null));
  const [looking, setLooking] = useState(true);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const leave = new AbortController();
    const look = async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        /** @type {Api.WhyView} */
        const found = await ask("why", { ...asked(game), move }, { signal: leave.signal });
        setWhy(found);
        if (!found.exact) continue;
        const isOpen = (/** @type {Api.StepView[]} */ line) => line.length > 0 && !line[line.length - 1].over;
        if (isOpen(found.line) || isOpen(found.best_line)) {
          setWhy(await ask("why", { ...asked(game), move, whole_lines: "true" }, { signal: leave.signal }));
        }
        break;
      }
    };
    look()
      .catch((error) => leave.signal.aborted || setProblem(error.message))
      .finally(() => leave.signal.aborted || setLooking(false));
    return () => leave.abort();
  }, []);
  return html`<section class="panel why" aria-label=${`Why not ${move}?`} aria-busy=${String(looking)}>
    <div class="row spread"><h2>Why not ${move}?</h2><${Button} kind="small" onClick=${onClose} shortcut="Esc">Close<//></div>
    <${Problem}>${problem}<//>
    ${!why && !problem && html`<p class="faint" role="status">Looking…</p>`}
    ${why && html`<p>${why.sentence}${why.exact ? "" : looking ? " (Not all of this is exact yet: still looking.)" : " (Not all of this is exact.)"}</p>
      <div class="lines">
        <${Line} title=${`After ${why.move}`} value=${why.value} steps=${why.line} sides=${sides} reply=${why.reply_at} />
        ${why.best !== why.move && html`<${Line} title=${`After ${why.best} (best)`} value=${why.best_value} steps=${why.best_line} sides=${sides} />`}
      </div>`}
  </section>`;
}

/** @param {{ title: string, value: Api.ValueView, steps: Api.StepView[], sides: string[], reply?: number | null }} props */
function Line({ title, value, steps, sides, reply }) {
  return html`<div>
    <h3>${title} <${Value} value=${value} /></h3>
    <ol class="line-steps">
      ${steps.map(
        (step, index) => html`<li key=${index} class=${index === reply ? "reply" : ""}>
          <span class="faint">${sides[step.side]}</span> ${step.guess && html`<span class="faint" title="a guess: beyond the book">~</span>`}${step.move}${index === reply ? html` <span class="faint">← the answer</span>` : ""}
        </li>`,
      )}
    </ol>
  </div>`;
}
