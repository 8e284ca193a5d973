// Set a position up: paste its text or a list of moves, or put pieces on the board.

import { ask } from "../ui/api.js";
import { asked } from "../game/game.js";
import { NumberingChoice } from "../game/numbering.js";
import { keep } from "../game/positions.js";
import { specFor, usualSpec } from "../game/spec.js";
import { Button, Field, html, messageOf, Problem, textTo, useEffect, useState } from "../ui/ui.js";

/** @import { ChangeGame, GameAddress } from "../game/game.js" */

/** The most lines of the field for a pasted board; more are scrolled. */
const LINES = 12;

/**
 * Ask for a position, and show it. Returns the changes of the game; what is wrong with the position is thrown.
 * @param {GameAddress} game
 * @param {string} start "" for the start of the game
 * @param {string} moves since then
 * @param {ChangeGame} change
 */
async function show(game, start, moves, change) {
  // Who began is read from the position where it can tell, and else it is as usual.
  const spec = start ? usualSpec(game.spec) : game.spec;
  /** @type {Api.PositionView} */
  const found = await ask("position", { game: spec, position: start || null, moves, count_from: game.count_from });
  const next = { spec: specFor(spec, found), start: found.is_start ? null : found.start, moves: found.moves,
    at: found.moves.length, why: null };
  keep(JSON.stringify(asked({ ...game, ...next })), found);
  change(next, { keep: true });
  return next;
}

/** How the text of a game in a format such as PGN or SGF begins, and no position does. */
const GAME_TEXT = /^\s*(\[\w+\s+"|\(;|1\s*\.)/;

/**
 * Show what was pasted: a position, or a game in the format of its files.
 * @param {GameAddress} game @param {Api.PositionView | null} position @param {string} text @param {string} moves
 * @param {ChangeGame} change
 */
async function showPasted(game, position, text, moves, change) {
  if (!position?.notation || !GAME_TEXT.test(text)) return show(game, text, moves, change);
  /** @type {Api.ReadGameView} */
  const read = await ask("read_game", { game: usualSpec(game.spec), text });
  return show(game, read.position ?? "", read.moves.join(" "), change);
}

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
 * @param {{ game: GameAddress, position: Api.PositionView | null,
 *   numbering: import("../game/numbering.js").Numbering | null, onEdit: () => void, onChange: ChangeGame }} props
 */
export function SetUp({ game, position, numbering, onEdit, onChange }) {
  const [start, setStart] = useState(game.start ?? "");
  const [moves, setMoves] = useState(game.moves.join(" "));
  const [problem, setProblem] = useState("");
  useEffect(() => setStart(game.start ?? ""), [game.start]);
  useEffect(() => setMoves(game.moves.join(" ")), [game.moves.join(" ")]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    showPasted(game, position, start.trim(), moves, onChange).then(
      (shown) => {
        setProblem("");
        setStart(shown.start ?? "");
      },
      (error) => setProblem(messageOf(error)),
    );
  };
  const canEdit = position?.board.cells.some((cell) => cell.span);
  return html`<section class="panel setup" aria-label="Set up">
    <h2>Set up</h2>
    <form onSubmit=${submit}>
      <label class="field"><span>${position?.notation ? `Position or ${position.notation}` : "Position"}</span>
        <textarea class="mono" rows=${Math.min(LINES, start.split("\n").length)} value=${start}
          placeholder=${position?.start}
          spellcheck=${false} autocomplete="off" onInput=${textTo(setStart)}
          onKeyDown=${submitOnEnter}></textarea></label>
      <${Field} label="Moves" class="mono" value=${moves} placeholder="none" spellcheck=${false} autocomplete="off"
        onText=${setMoves} />
      <${Problem}>${problem}<//>
      <div class="row">
        <button type="submit" class="button main">Show</button>
        ${canEdit && html`<${Button} onClick=${onEdit}>Edit the board<//>`}
        <${Button} onClick=${() => onChange({ start: null, moves: [], at: 0, why: null }, { keep: true })}>
          From the start<//>
      </div>
    </form>
    <${NumberingChoice} numbering=${numbering} />
    ${position && html`<p class="faint">Now: <code>${position.position}</code></p>`}
  </section>`;
}

const OF_PITS = "Choose +1 or −1 below the board, then click a pit; or go to a pit and type a number.";

/**
 * What stands beside the board while it is edited. A position is judged once it is whole: when it is done.
 * @param {{ game: GameAddress, position: Api.PositionView, text: string, onClear: () => void, onClose: () => void,
 *   onChange: ChangeGame }} props `text` is the
 *   position as it is on the board
 */
export function Editing({ game, position, text, onClear, onClose, onChange }) {
  const [problem, setProblem] = useState("");
  useEffect(() => setProblem(""), [text]);
  const { pieces, falls } = position.board;
  const fall = falls ? "; it falls to the lowest empty cell" : "";
  const ofPieces = `Choose a piece below the board, then click the cells to put it there${fall}.`;
  const done = () => show(game, text, "", onChange).then(onClose, (error) => setProblem(messageOf(error)));
  return html`<section class="panel editing" aria-label="Edit the position">
    <h2>Edit the position</h2>
    <p>${pieces.length > 0 ? ofPieces : OF_PITS}
      ${position.turn_place === null ? "" : " Choose who is to move as well."}</p>
    <p class="faint">On the board: <code>${text}</code></p>
    <${Problem}>${problem}<//>
    <div class="row">
      <${Button} kind="main" onClick=${done}>Done<//>
      <${Button} onClick=${onClear}>Clear the board<//>
      <${Button} onClick=${onClose} shortcut="Esc">Cancel<//>
    </div>
  </section>`;
}
