// Set a position up: paste its text or a list of moves, or edit the board.

import { ask } from "./api.js";
import { NumberingChoice } from "./numbering.js";
import { specFor, usualSpec } from "./spec.js";
import { Button, html, messageOf, Problem, useEffect, useState, valueOf } from "./ui.js";

/** @import { ChangeGame, GameAddress } from "./game.js" */

/** The most lines of the field for a pasted board; more are scrolled. */
const LINES = 12;

/**
 * A position is usually one line, so that Enter shows it; Shift and Enter begin another one.
 * @param {KeyboardEvent} event
 */
function submitOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit();
}

/**
 * Text fields for the start and the moves, and the switch to editing.
 * @param {{ game: GameAddress, position: Api.PositionView | null, numbering: import("./numbering.js").Numbering | null, editing: boolean, onEditing: (editing: boolean) => void,
 *   onChange: ChangeGame }} props
 */
export function SetUp({ game, position, numbering, editing, onEditing, onChange }) {
  const [start, setStart] = useState(game.start ?? "");
  const [moves, setMoves] = useState(game.moves.join(" "));
  const [problem, setProblem] = useState("");
  useEffect(() => setStart(game.start ?? ""), [game.start]);
  useEffect(() => setMoves(game.moves.join(" ")), [game.moves.join(" ")]);
  const show = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      // Who began is read from the position where it can tell, and else it is as usual.
      const spec = start.trim() ? usualSpec(game.spec) : game.spec;
      /** @type {Api.PositionView} */
      const found = await ask("position", { game: spec, position: start.trim() || null, moves, count_from: game.count_from });
      setProblem("");
      setStart(found.is_start ? "" : found.start);
      onChange({ spec: specFor(spec, found), start: found.is_start ? null : found.start, moves: found.moves, at: found.moves.length, why: null }, { keep: true });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const canEdit = position?.board.cells.some((cell) => cell.span);
  return html`<section class="panel setup" aria-label="Set up">
    <h2>Set up</h2>
    <form onSubmit=${show}>
      <label class="field"><span>Position</span><textarea class="mono" rows=${Math.min(LINES, start.split("\n").length)} value=${start} placeholder=${position?.start} spellcheck=${false} autocomplete="off"
        onInput=${(/** @type {Event} */ event) => setStart(valueOf(event))} onKeyDown=${submitOnEnter}></textarea></label>
      <label class="field"><span>Moves</span><input type="text" class="mono" value=${moves} placeholder="none" spellcheck=${false} autocomplete="off" onInput=${(/** @type {Event} */ event) => setMoves(valueOf(event))} /></label>
      <div class="row">
        <button type="submit" class="button main">Show</button>
        ${canEdit && html`<${Button} pressed=${editing} onClick=${() => onEditing(!editing)}>Edit the board<//>`}
        <${Button} onClick=${() => onChange({ start: null, moves: [], at: 0, why: null }, { keep: true })}>From the start<//>
      </div>
    </form>
    <${NumberingChoice} numbering=${numbering} />
    <${Problem}>${problem}<//>
    ${position && html`<p class="faint">Now: <code>${position.position}</code></p>`}
  </section>`;
}
