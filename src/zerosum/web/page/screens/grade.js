// Grade: a student's file is dropped, its agent is asked every position, and the report shows the smallest counterexample.

import { link } from "../address.js";
import { followSent } from "../api.js";
import { Table } from "../part.js";
import { Picture, useView } from "../picture.js";
import { download, readable } from "../plots.js";
import { quoted } from "../shell.js";
import { Button, html, messageOf, Problem, Select, useEffect, useReducer, useRef, useState, valueOf } from "../ui.js";

/** @typedef {{ name: string, text: string }} Submitted */

/**
 * @typedef {object} Grading what is known of a grading so far
 * @property {boolean} running
 * @property {string[]} found
 * @property {number} asked
 * @property {string} unit
 * @property {number} before how many requests of others are answered first
 * @property {Api.GradeView | null} report
 * @property {string} html
 * @property {string} problem
 * @property {boolean} stopped
 */

const PICTURE = 260;
const MOST_FILES = 20;
/** The extensions of what can be graded; the first such file is the agent. */
const PROGRAMS = /\.(py|js|mjs|java|c|cc|cpp|rb|go|rs)$/i;

/** @type {[file: string, words: string][]} programs to try the screen with */
const EXAMPLES = [
  ["three_plies.py", "A minimax that looks three plies ahead"],
  ["to_the_end.py", "The same one, to the end of the game"],
];

/** @type {Grading} */
const EMPTY = { running: false, found: [], asked: 0, unit: "", before: 0, report: null, html: "", problem: "", stopped: false };

/**
 * @param {Grading} grading
 * @param {[kind: string, data?: any]} event
 * @returns {Grading}
 */
export function reduce(grading, [kind, data]) {
  switch (kind) {
    case "start": return { ...EMPTY, running: true };
    case "found": return { ...grading, found: data.found };
    case "progress": return { ...grading, asked: data.done, unit: data.unit, before: 0 };
    case "waiting": return { ...grading, before: data.before };
    case "report": return { ...grading, report: data.report, html: data.html };
    case "end": return { ...grading, running: false };
    case "stop": return { ...grading, running: false, stopped: true };
    case "problem": return { ...grading, running: false, problem: data };
    default: return grading;
  }
}

/**
 * The files with the agent first: the first program among them.
 * @param {Submitted[]} files
 */
export function agentFirst(files) {
  const agent = files.find(({ name }) => PROGRAMS.test(name)) ?? files[0];
  return [agent, ...files.filter((file) => file !== agent)];
}

/** @param {{ lab: Api.Lab }} props */
export function Screen({ lab }) {
  const [game, setGame] = useState("tictactoe");
  const [files, setFiles] = useState(/** @type {Submitted[]} */ ([]));
  const [description, setDescription] = useState("");
  const [refused, setRefused] = useState("");
  const [grading, tell] = useReducer(reduce, EMPTY);
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  const grade = (/** @type {Submitted[]} */ submitted) => {
    leave.current();
    tell(["start"]);
    const kinds = ["found", "progress", "waiting", "report", "end", "problem"];
    leave.current = followSent("grade/stream", { game, files: submitted, description }, Object.fromEntries(kinds.map((kind) => [kind, (data) => tell([kind, data])])));
  };
  const take = async (/** @type {File[]} */ dropped) => {
    setRefused("");
    if (!dropped.length) return;
    if (dropped.length > MOST_FILES) {
      setRefused(`${dropped.length} files are too many; at most ${MOST_FILES} are taken, for one agent`);
      return;
    }
    try {
      const read = agentFirst(await Promise.all(dropped.map(async (file) => ({ name: file.name, text: await file.text() }))));
      setFiles(read);
      grade(read);
    } catch (error) {
      setRefused(`The file cannot be read: ${messageOf(error)}`);
    }
  };
  const tryOne = async (/** @type {string} */ name) => {
    const text = await (await fetch(`/page/agents/${name}`)).text();
    setFiles([{ name, text }]);
    grade([{ name, text }]);
  };
  const stop = () => {
    leave.current();
    tell(["stop"]);
  };
  return html`<div class="grade">
    <h1>Grade an agent</h1>
    <p>Drop a program that answers a position with a move: a function, a class, a program that plays in the terminal, in any language that runs here. Every position is asked, any optimal move is right, and the smallest mistake is shown.</p>
    <${Drop} files=${files} onFiles=${take}>
      <div class="row">
        <${Select} label="Game" options=${lab.games.map(({ spec, name }) => /** @type {[string, string]} */ ([spec, name]))} value=${game} onChange=${setGame} />
        ${files.length > 0 && !grading.running && html`<${Button} kind="main" onClick=${() => grade(files)}>Grade again<//>`}
        ${grading.running && html`<${Button} onClick=${stop}>Stop<//>`}
      </div>
      <details><summary>How it is asked</summary>
        <p class="faint">How to call the agent is found by trying. Where that fails, write it here as <code>zerosum grade --describe FILE</code> does:</p>
        <textarea rows="6" aria-label="Description of the agent, as TOML" placeholder=${'[call]\nfunction = "best_move"\narguments = ["board", "player"]'} value=${description} onInput=${(/** @type {Event} */ event) => setDescription(valueOf(event))}></textarea>
      </details>
    <//>
    <${Problem}>${refused || grading.problem}<//>
    <${State} grading=${grading} />
    ${grading.report ? html`<${Report} report=${grading.report} page=${grading.html} />` : !grading.running && !files.length && html`<${Invitation} onTry=${tryOne} />`}
  </div>`;
}

/**
 * Where files are dropped or chosen.
 * @param {{ files: Submitted[], onFiles: (files: File[]) => void, children?: import("preact").ComponentChildren }} props
 */
function Drop({ files, onFiles, children }) {
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
  return html`<section class=${`panel submit ${over ? "over" : ""}`} aria-label="The submission" onDragOver=${hovering} onDragLeave=${() => setOver(false)} onDrop=${dropped}>
    <label class="drop"><input type="file" multiple onChange=${chosen} />
      <strong>${files.length ? files[0].name : "Drop a file here, or choose one"}</strong>
      <span class="faint">${files.length > 1 ? `and ${files.length - 1} more beside it; drop others to grade them` : files.length ? "drop another one, or the same again after a change" : "several files where the agent needs them; the first program is asked"}</span>
    </label>
    ${children}
  </section>`;
}

/** @param {{ onTry: (name: string) => void }} props */
function Invitation({ onTry }) {
  return html`<section class="panel invitation">
    <h2>Nothing at hand?</h2>
    <p>Try it with a program as a student might hand it in.</p>
    <p class="row">${EXAMPLES.map(([name, words]) => html`<${Button} key=${name} onClick=${() => onTry(name)}>${words}<//>`)}</p>
  </section>`;
}

/** @param {{ grading: Grading }} props */
function State({ grading }) {
  const { running, stopped, report, found, asked, unit, before } = grading;
  if (stopped && !report) return html`<p class="state" role="status">Stopped. Nothing was graded.</p>`;
  if (!running) return null;
  const doing = before ? `Waiting for ${before} other requests.` : asked ? `${readable(asked)} ${unit}` : found.length ? "Asking it…" : "Finding out how it is asked…";
  return html`<div class="state" role="status"><p><span class="busy" aria-hidden="true"></span>${doing}</p>${found.map((sentence) => html`<p class="faint">${sentence}</p>`)}</div>`;
}

/** @param {{ report: Api.GradeView, page: string }} props */
function Report({ report, page }) {
  const passed = report.checks.length > 0 && report.complete && report.checks.every((check) => check.passed);
  const failed = report.checks.filter((check) => !check.passed).map((check) => check.name);
  const stem = report.agent.replace(/\W+/g, "-");
  const summary = report.problem ? "It could not be asked." : passed ? `It passes all ${report.checks.length} checks.` : `It fails ${failed.join(", ")}.`;
  return html`<section class="panel score ${passed ? "passed" : "failed"}" aria-label="Result">
      <p class="points"><strong>${readable(report.score)}</strong> <span class="faint">of ${readable(report.out_of)} points</span></p>
      <div><h2>${report.agent}</h2><p>${summary}</p><${Problem}>${report.problem}<//></div>
      <p class="row no-print">
        <${Button} onClick=${() => download(`${stem}.html`, page, "text/html")}>Report as HTML<//>
        <${Button} onClick=${() => download(`${stem}.json`, JSON.stringify(report, null, 2), "application/json")}>JSON<//>
      </p>
    </section>
    ${report.bug && html`<section class="panel bug"><h2>The bug by name</h2><p><strong>${report.bug.sentence}</strong></p><p>${report.bug.evidence}</p></section>`}
    ${report.counterexample && html`<${Counterexample} game=${report.game} found=${report.counterexample} />`}
    ${report.checks.length > 0 && html`<section class="panel part"><h2>Checks</h2>
      <div class="table"><${Table} heads=${["check", "result", "points", "failed", "tried", "of"]} words=${["result", "of"]}
        rows=${report.checks.map((check) => [check.name, html`<span class=${check.passed ? "mark-passed" : "mark-failed"}>${check.passed ? "✓ passed" : "✗ failed"}</span>`, `${readable(check.points)} of ${readable(check.out_of)}`, readable(check.failed), readable(check.tried), check.unit])} /></div>
      ${report.checks.filter((check) => check.details.length).map((check) => html`<h3>${check.name}</h3><ul>${check.details.map((sentence) => html`<li>${sentence}</li>`)}</ul>`)}
    </section>`}
    ${report.found.length + report.notes.length > 0 && html`<section class="panel"><h2>How it was asked</h2><ul>${[...report.found, ...report.notes].map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`}`;
}

/** @param {{ game: string, found: Api.CounterexampleView }} props */
function Counterexample({ game, found }) {
  const position = useView("position", { game, position: found.position });
  const last = position?.board.moves[found.move];
  const command = found.command || `zerosum analyze ${quoted(game)} --position=${quoted(found.position)}`;
  return html`<section class="panel counterexample"><h2>The smallest counterexample</h2>
    <div class="shown">
      ${position ? html`<${Picture} position=${position} size=${PICTURE} last=${last} />` : html`<pre tabindex="0">${found.board}</pre>`}
      <div>
        <p>${found.moves ? html`After <span class="mono">${found.moves}</span>, ` : "At the start, "}${found.side} to move.</p>
        <p>It plays <strong class="mono">${found.move}</strong>${last && " (marked)"}: ${found.cost}.</p>
        ${found.better && html`<p>A move that holds: <strong class="mono">${found.better}</strong>.</p>`}
        <p class="faint">${found.in_own_games ? "Its own games reach this position." : found.in_own_games === null ? "Not all of its own games were explored, so that nobody knows whether they reach this position." : "Its own games never reach this position: it would show only where somebody else has played the first moves."}</p>
        <p class="row no-print">
          <a class="button main" href=${found.address || link(`/analyze/${game}`, { p: found.position })}>Analyze it</a>
          <a class="button" href=${link("/step", { game, position: found.position, depth: "fit" })}>Watch a search here</a>
        </p>
        <pre tabindex="0"><code>${command}</code></pre>
      </div>
    </div>
  </section>`;
}
