// What is handed in: files that are dropped or chosen, a program that is pasted, the game, and how the agent is asked.

import { bestKnownFirst } from "./home.js";
import { Button, Field, html, Select, textTo, useState } from "../ui/ui.js";

/** @import { Submission, Submitted } from "./grade_kept.js" */

const MOST_FILES = 20;
/** As the server has it: bytes of all files together, a little less than a request may have. */
const MOST_BYTES = 3_500_000;
/** The extensions of what can be graded; the first such file is the agent. */
const PROGRAMS = /\.(py|js|mjs|java|c|cc|cpp|rb|go|rs)$/i;
const PASTED = "agent.py";
/** What stands in the empty fields. */
const PROGRAM = "def best_move(board, player):\n    ...";
const CALL = '[call]\nfunction = "best_move"\narguments = ["board", "player"]';

/** The files with the agent first: the first program among them. @param {Submitted[]} files */
export function agentFirst(files) {
  const agent = files.find(({ name }) => PROGRAMS.test(name)) ?? files[0];
  return [agent, ...files.filter((file) => file !== agent)];
}

/**
 * The texts of files; throws an Error with a sentence where they cannot be graded here.
 * @param {File[]} files
 * @returns {Promise<Submitted[]>}
 */
export async function readFiles(files) {
  if (files.length > MOST_FILES) {
    throw new Error(`${files.length} files are too many; at most ${MOST_FILES} are taken, for one agent`);
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
    const most = `${MOST_BYTES / 1e6} MB are taken`;
    throw new Error(`the files are too large: ${most}; zerosum grade in a terminal takes any`);
  }
  return Promise.all(
    files.map(async (file) => {
      const text = await file.text().catch(() => {
        throw new Error(`${file.name} cannot be read; a folder is graded by zerosum grade in a terminal`);
      });
      if (text.includes("\0")) {
        throw new Error(`${file.name} is no text; a compiled program is graded by zerosum grade in a terminal`);
      }
      return { name: file.name, text };
    }),
  );
}

/**
 * @param {{ submission: Submission, games: Api.GameEntry[], running: boolean, isOpen: boolean,
 *   onChange: (change: Partial<Submission>) => void, onFiles: (files: File[]) => void, onGrade: () => void,
 *   onStop: () => void }} props `isOpen` while nothing is graded
 */
export function SubmissionForm({ submission, games, running, isOpen, onChange, onFiles, onGrade, onStop }) {
  const { files, game, description } = submission;
  const agent = files[0] ?? { name: PASTED, text: "" };
  const write = (/** @type {Partial<Submitted>} */ change) =>
    onChange({ files: [{ ...agent, ...change }, ...files.slice(1)] });
  const names = /** @type {[string, string][]} */ (bestKnownFirst(games).map(({ spec, name }) => [spec, name]));
  const gradeByKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !agent.text.trim()) return;
    event.preventDefault();
    onGrade();
  };
  return html`<section class="panel submit" aria-label="The submission" onKeyDown=${gradeByKey}>
    <${Drop} files=${isOpen ? [] : files} onFiles=${onFiles} />
    <div class="closed-parts">
      <details open=${isOpen}><summary>${isOpen ? "Or paste it" : "The program"}</summary>
        <label class="program"><span class="hidden">Text of the program</span>
          <textarea rows=${agent.text ? 14 : 5} spellcheck=${false} autocapitalize="off" placeholder=${PROGRAM}
            value=${agent.text}
            onInput=${textTo((text) => write({ text }))}></textarea></label>
        <${Field} label="File name" value=${agent.name} maxlength="60" autocomplete="off"
          onText=${(/** @type {string} */ name) => write({ name })} />
      </details>
      <details open=${description !== ""}><summary>How it is asked</summary>
        <p class="faint">That is found by trying. Where it fails, say it here, as <code>
          zerosum grade --describe ${agent.name}</code> writes it:</p>
        <textarea rows=${description ? 16 : 6} spellcheck=${false} aria-label="Description of the agent, as TOML"
          placeholder=${CALL}
          value=${description} onInput=${textTo((text) => onChange({ description: text }))}></textarea>
      </details>
    </div>
    <div class="row">
      <${Select} label="Game" options=${[["", "found from the program"], ...names]} value=${game}
        onChange=${(/** @type {string} */ chosen) => onChange({ game: chosen })} />
      <${Button} kind="main" disabled=${running || !agent.text.trim() || !agent.name.trim()} onClick=${onGrade}>
        Grade it<//>
      ${running && html`<${Button} shortcut="Escape" onClick=${onStop}>Stop<//>`}
    </div>
  </section>`;
}

const WHAT = "A function, a class, or a program that plays in the terminal, in any language that runs here. "
  + "Files that it needs go with it.";

/** Where files are dropped or chosen. @param {{ files: Submitted[], onFiles: (files: File[]) => void }} props */
function Drop({ files, onFiles }) {
  const [over, setOver] = useState(false);
  const dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  };
  const hovering = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(true);
  };
  const chosen = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    onFiles([...(field.files ?? [])]);
    field.value = ""; // the same file may be chosen again once it was changed
  };
  const more = files.length > 1 ? `and ${files.length - 1} more beside it. ` : "";
  return html`<label class=${`drop ${over ? "over" : ""} ${files.length ? "filled" : ""}`} onDragOver=${hovering}
    onDragLeave=${() => setOver(false)} onDrop=${dropped}>
    <input type="file" multiple onChange=${chosen} />
    <strong>${files.length ? files[0].name : "Drop a program here, or choose a file"}</strong>
    <span class="faint">${files.length
      ? `${more}Drop or choose another one, or the same after a change.` : WHAT}</span>
  </label>`;
}
