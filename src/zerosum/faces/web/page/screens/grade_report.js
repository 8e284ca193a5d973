// The report about one agent: the result, the smallest counterexample, the bug by name, and each check.

import { link } from "../ui/address.js";
import { Picture } from "../board/picture.js";
import { readable } from "../ui/amounts.js";
import { download } from "../ui/downloads.js";
import { useView } from "../ui/use_answer.js";
import { sentenceStart } from "../ui/sentence.js";
import { quoted } from "../ui/shell.js";
import { Button, html, Problem } from "../ui/ui.js";
import { moveMarks } from "../ui/values.js";

const PICTURE = 280;
/** The seconds for the values in the picture; they are exact in the games that can be graded, or left out. */
const VALUE_SECONDS = 5;

/** @type {Record<string, [title: string, words: string]>} what each check asks */
const CHECKS = {
  legal: ["Legal", "a legal move in every position"],
  optimal: ["Optimal", "a move that keeps the value, in every position"],
  own_games: ["Own games", "the same, in the positions that its own play reaches"],
  unbeatable: ["Unbeatable", "no game lost without need, whatever the other side replies"],
  time: ["Limits", "within its limits of time, memory and output"],
  rules: ["Rules", "its functions below the agent follow the rules, and change no argument"],
  values: ["Values", "the values that it returns are exact"],
  pruning: ["Pruning", "its pruning saves nodes and changes no move"],
};

/** @param {string} name */
export const checkTitle = (name) => CHECKS[name]?.[0] ?? name;

/** @param {Api.GradeView} report */
export const isPassed = ({ checks, complete }) => complete && checks.length > 0
  && checks.every((check) => check.passed || !check.out_of);

/** Points, which may be parts of one. @param {number} number */
const points = (number) => number.toLocaleString("en", { maximumFractionDigits: 2 });

/** Whether a check found no fault and did not come to its end, so that its points are neither given nor taken.
 * @param {Api.CheckView} check */
export const isUnfinished = ({ passed, failed, out_of: outOf }) => !passed && !failed && outOf > 0;

/** @type {Record<string, string>} what a failed check found, before "in 3 of 9 positions" */
const FINDINGS = { legal: "gives no legal move in", optimal: "is wrong in", unbeatable: "loses",
  time: "breaks its limits in" };

/** What a report says in one sentence. @param {Api.GradeView} report */
export function summaryOf(report) {
  if (report.ask_person) return "Nothing was graded: a person has to say how it is asked.";
  if (report.problem) return "It could not be asked.";
  if (isPassed(report)) return `It passes all ${report.checks.length} checks.`;
  const found = report.checks
    .filter(({ name, passed, failed }) => !passed && failed > 0 && name !== "own_games")
    .map(({ name, failed, tried, unit }) => {
      const what = FINDINGS[name] ?? `fails ${checkTitle(name).toLowerCase()} in`;
      return `${what} ${readable(failed)} of ${readable(tried)} ${unit}`;
    });
  return found.length
    ? `It ${new Intl.ListFormat("en-GB").format(found)}.` : "It was not asked all that it should be.";
}

/** @param {{ report: Api.GradeView, page: string, name?: string }} props `page` is the report as a document, where
 *   there is one; `name` that of the game */
export function Report({ report, page, name }) {
  const passed = isPassed(report);
  const stem = report.agent.replace(/\W+/g, "-");
  const notes = [...report.found, ...report.notes];
  return html`<section class="panel score ${passed ? "passed" : "failed"}" aria-labelledby="graded">
      ${!report.problem && html`<p class="points">
        <strong>${points(report.score)}</strong> <span class="faint">
          of ${points(report.out_of)} points</span></p>`}
      <div><h2 id="graded" tabindex="-1">${report.agent}
        ${!report.problem && html` <span class="faint">plays ${name ?? report.game}</span>`}</h2>
        <p>${summaryOf(report)}</p>${!report.complete && html`<p>The grading was stopped before its end.</p>`}</div>
      <p class="row no-print">
        ${page && html`<${Button} onClick=${() => download(`${stem}.html`, page, "text/html")}>Save as HTML<//>`}
        <${Button} onClick=${() =>
          download(`${stem}.json`, `${JSON.stringify(report, null, 2)}\n`, "application/json")}>Save as JSON<//>
      </p>
    </section>
    <${Problem}>${report.problem}<//>
    ${report.counterexample && html`<${Counterexample} game=${report.game} found=${report.counterexample} />`}
    ${report.bug && html`<section class="panel bug"><h2>The bug by name</h2>
      <p class="bug-name">${report.bug.sentence}</p><p class="faint">${report.bug.evidence}</p></section>`}
    ${report.checks.length > 0
      && html`<section class="panel"><h2>Checks</h2>
        <ul class="checks">${report.checks.map((check) => html`<${Check} key=${check.name} check=${check} />`)}</ul>
        </section>`}
    ${notes.length > 0 && html`<section class="panel"><h2>How it was asked</h2>
      <ul class="asked">${notes.map((sentence) => html`<li>${sentenceStart(sentence)}</li>`)}</ul></section>`}`;
}

/** @param {{ check: Api.CheckView }} props */
function Check({ check }) {
  const [title, words] = CHECKS[check.name] ?? [check.name, ""];
  const tried = `${readable(check.tried)} ${check.unit}`;
  const counts = check.failed ? `${readable(check.failed)} of ${tried} failed` : tried;
  const [word, mark] = check.passed ? ["passed", "✓"] : isUnfinished(check) ? ["unfinished", "…"] : ["failed", "✗"];
  const head = html`<span class=${`mark-${word}`}>
    <span aria-hidden="true">${mark}</span>
    <span class="hidden">${word}: </span></span>
    <span class="check-name"><strong>${title}</strong><span class="faint">${words}</span></span>
    <span class="check-counts faint">${counts}</span>
    <span class="check-points number">${points(check.points)} of ${points(check.out_of)}</span>`;
  if (!check.details.length) return html`<li><div class="check">${head}</div></li>`;
  return html`<li><details open=${!check.passed}><summary class="check">${head}</summary>
    <ul>${check.details.map((sentence) => html`<li>${sentenceStart(sentence)}</li>`)}</ul></details></li>`;
}

/** Whether its own games reach a position; null where not all of them were explored. @param {boolean | null} isOwn */
function reached(isOwn) {
  if (isOwn === null) return "perhaps in its own games: not all of them were explored";
  return isOwn ? "in its own games" : "never in its own games: only where somebody else played the first moves";
}

/** @param {{ game: string, found: Api.CounterexampleView }} props */
function Counterexample({ game, found }) {
  const position = useView("position", { game, position: found.position });
  const analysis = /** @type {Api.AnalysisView | null} */ (useView("analysis",
    { game, position: found.position, seconds: VALUE_SECONDS }));
  const values = analysis?.exact ? moveMarks(analysis, false) : {};
  // Only the two moves that the text is about: the analysis shows the others.
  const marks = Object.fromEntries([found.better, found.move].filter((move) => values[move])
    .map((move) => [move, { ...values[move], best: move === found.better }]));
  const last = position?.board.moves[found.move];
  const command = found.command || `zerosum analyze ${quoted(game)} --position=${quoted(found.position)}`;
  return html`<section class="panel counterexample"><h2>The smallest counterexample</h2>
    <div class="shown">
      ${position
        ? html`<${Picture} key=${`${found.position} ${Object.keys(marks).length}`} position=${position} size=${PICTURE}
          last=${last} marks=${marks} />` : html`<pre tabindex="0">${found.board}</pre>`}
      <div>
        <p>${found.moves ? html`After <span class="mono">${found.moves}</span>, ${found.side} to move.`
          : `At the start, ${found.side} to move.`}</p>
        <dl>
          <div><dt>It plays</dt><dd><strong class="mono">${found.move}</strong>
            ${last && html` <span class="faint">(marked by four corners)</span>`}</dd></div>
          <div><dt>That</dt><dd><strong>${found.cost}</strong></dd></div>
          ${found.better && html`<div><dt>A move that holds</dt>
            <dd><strong class="mono">${found.better}</strong>
              ${values[found.better] && html` <span class="faint">(with the star)</span>`}</dd></div>`}
          <div><dt>Reached</dt><dd>${reached(found.in_own_games)}</dd></div>
        </dl>
        <p class="row no-print">
          <a class="button main" href=${found.address || link(`/analyze/${game}`, { p: found.position })}>
            Analyze it</a>
          <a class="button" href=${link("/step", { game, position: found.position, depth: "fit" })}>
            Watch a search here</a>
        </p>
        <pre tabindex="0" aria-label="The command that replays it"><code>${command}</code></pre>
      </div>
    </div>
  </section>`;
}
