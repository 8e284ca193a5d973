// Why not this move? Its best line beside the best move's, and the sentence that says where they part.

import { ask } from "../ui/api.js";
import { asked } from "../game/game.js";
import { Line } from "./line_play.js";
import { Button, html, Problem, useEffect, useIntoView, useState } from "../ui/ui.js";
import { Value } from "../ui/values.js";

/** @import { GameAddress } from "../game/game.js" */
/** @import { LinePlayer } from "./line_play.js" */

const TRIES = 4;

/**
 * The answer for one move of the position. An answer is bounded in time because others wait too; while it is not
 * exact, it is asked for again.
 * @param {{ game: GameAddress, sides: string[], move: string, player: LinePlayer, onClose: () => void }} props
 */
export function Why({ game, sides, move, player, onClose }) {
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
  const panel = useIntoView([why]);
  return html`<section class="panel why" ref=${panel} aria-label=${`Why not ${move}?`} aria-busy=${String(looking)}>
    <div class="row spread"><h2>Why not ${move}?</h2>
      <${Button} kind="small" onClick=${onClose} shortcut="Esc">Close<//></div>
    <${Problem}>${problem}<//>
    ${!why && !problem && html`<p class="faint" role="status">Looking…</p>`}
    ${why && html`<p>${why.sentence}
      ${why.exact ? "" : looking ? " (Not all of this is exact yet: still looking.)"
        : " (Not all of this is exact.)"}</p>
      <div class="lines">
        <${Branch} title=${`After ${why.move}`} value=${why.value} steps=${why.line} reply=${why.reply_at}
          ...${{ game, sides, player }} />
        ${why.best !== why.move && html`<${Branch} title=${`After ${why.best} (best)`} value=${why.best_value}
          steps=${why.best_line} ...${{ game, sides, player }} />`}
      </div>`}
  </section>`;
}

/**
 * A line with the side that makes each move.
 * @param {{ title: string, value: Api.ValueView, steps: Api.StepView[], game: GameAddress, sides: string[],
 *   player: LinePlayer, reply?: number | null }} props
 */
function Branch({ title, value, steps, game, sides, player, reply }) {
  const guess = steps.findIndex((step) => step.guess);
  const row = (/** @type {number} */ index, /** @type {unknown} */ button) =>
    html`<span class=${`line-step ${index === reply ? "reply" : ""}`}>
    <span class="faint">${index + 1}. ${sides[steps[index].side]}</span> ${button}
    ${index === reply && html` <span class="faint">← ${steps[index].guess ? "a likely answer" : "the answer"}</span>`}
  </span>`;
  return html`<div>
    <h3>${title} <${Value} value=${value} /></h3>
    <${Line} before=${game.moves.slice(0, game.at)} moves=${steps.map((step) => step.move)}
      guessedFrom=${guess < 0 ? null : guess} player=${player} label=${title} each=${row} />
  </div>`;
}
