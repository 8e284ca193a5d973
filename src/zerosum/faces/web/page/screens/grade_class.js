// The reports of a class: how many passed, which bugs came how often, and a row for each submission.

import { link } from "../ui/address.js";
import { Scrolled } from "../ui/part.js";
import { readable } from "../ui/amounts.js";
import { html } from "../ui/ui.js";
import { checkTitle, isPassed } from "./grade_report.js";

/**
 * The bugs with the agents that have them, the most frequent first.
 * @param {Api.GradeView[]} reports
 * @returns {[sentence: string, agents: Api.GradeView[]][]}
 */
function bugsIn(reports) {
  const found = Map.groupBy(reports.filter(({ bug }) => bug), ({ bug }) => bug?.sentence ?? "");
  return [...found].sort(([, some], [, others]) => others.length - some.length);
}

/** The checks of all reports, in their order. @param {Api.GradeView[]} reports */
function checksIn(reports) {
  return [...new Set(reports.flatMap(({ checks }) => checks.map(({ name }) => name)))];
}

/** @param {{ reports: Api.GradeView[], name: string }} props `name` is what the reports are kept under */
export function ClassReport({ reports, name }) {
  const checks = checksIn(reports);
  const asked = reports.filter(({ problem }) => !problem);
  const passed = reports.filter(isPassed).length;
  const bugs = bugsIn(reports);
  const rowOf = (/** @type {Api.GradeView} */ report) =>
    link("/grade", { report: name, row: String(reports.indexOf(report) + 1) });
  return html`<section class="panel score" aria-labelledby="graded">
      <p class="points"><strong>${passed}</strong> <span class="faint">of ${reports.length} passed</span></p>
      <div><h2 id="graded" tabindex="-1">${reports.length} submissions</h2>
        <p>${asked.length - passed} failed checks, ${reports.length - asked.length} could not be asked.</p></div>
    </section>
    ${bugs.length > 0 && html`<section class="panel"><h2>Bugs by name</h2>
      <ul class="bugs">${bugs.map(([sentence, agents]) =>
        html`<li><strong class="number">${agents.length}</strong>
          <span>${sentence} <span class="faint">
            ${agents.map((report, index) =>
              html`${index ? ", " : ""}<a href=${rowOf(report)}>${report.student || report.agent}</a>`)}</span></span>
              </li>`)}</ul>
    </section>`}
    <section class="panel part"><h2>Submissions</h2>
      <${Scrolled} label="Submissions: table"><table>
        <thead><tr><th scope="col">submission</th><th scope="col" class="number">points</th>
          ${checks.map((check) => html`<th scope="col" class="number" title="how many failed">
            ${checkTitle(check)}</th>`)}<th scope="col">bug or problem</th></tr></thead>
        <tbody>${reports.map((report) => html`<tr>
          <th scope="row"><a href=${rowOf(report)}>${report.student || report.agent}</a></th>
          <td class="number">${pointsOf(report)}</td>
          ${checks.map((check) => html`<td class="number">
            <${Failures} check=${report.checks.find(({ name: each }) => each === check)} /></td>`)}
          <td class="why">${report.problem ?? report.bug?.sentence ?? ""}</td>
        </tr>`)}</tbody>
      </table><//>
      <p class="faint">A number says how many positions, games or answers failed.</p>
    </section>`;
}

/** The points of a row; none where a person has to say how it is asked. @param {Api.GradeView} report */
function pointsOf(report) {
  if (report.ask_person) return "ask a person";
  return report.problem ? "–" : `${readable(report.score)} of ${readable(report.out_of)}`;
}

/** @param {{ check?: Api.CheckView }} props */
function Failures({ check }) {
  if (!check) return html`<span class="hidden">not checked</span>`;
  return check.passed
    ? html`<span class="mark-passed" title="passed">✓</span>`
    : html`<span class="mark-failed">✗ ${readable(check.failed)}</span>`;
}
