// Grade: someone's agent is dropped or pasted, asked every position, and the report shows the smallest counterexample.

import { link } from "../ui/address.js";
import { readable } from "../ui/amounts.js";
import { quoted } from "../ui/shell.js";
import { Copy, html, Problem, useEffect, useKeys } from "../ui/ui.js";
import { ClassReport } from "./grade_class.js";
import { Report, summaryOf } from "./grade_report.js";
import { EXAMPLES, useGrading } from "./grade_state.js";
import { SubmissionForm } from "./grade_submission.js";

/** @import { Submission } from "./grade_kept.js" */
/** @import { Grading } from "./grade_state.js" */

/** @param {{ lab: Api.Lab, address: import("../ui/address.js").Address }} props */
export function Screen({ lab, address }) {
  const { report: name = "", row } = address.parameters;
  const { submission, change, grading, kept, brought, problem, grade, stop, take } = useGrading(address.parameters);
  useKeys({ Escape: () => grading.running && stop() });
  const reports = grading.running || grading.report ? [] : (kept?.reports ?? []);
  const one = grading.report ?? (reports.length === 1 ? reports[0] : row ? reports[Number(row) - 1] : null);
  const isClass = reports.length > 1 && !one;
  const isEmpty = !grading.running && !one && !isClass && !brought;
  useEffect(() => {
    document.title = `${one ? `${one.agent}, graded` : "Grade"} · zerosum`;
    if (one && grading.report) document.getElementById("graded")?.focus({ preventScroll: true });
  }, [one]);
  const gameName = lab.games.find(({ spec }) => spec === one?.game)?.name;
  return html`<div class="grade">
    <div class="row spread"><h1>Grade an agent</h1>
      ${(one || isClass) && html`<${Copy} command=${submission.files.length ? commandOf(submission, one) : null}
        python=${submission.files.length ? pythonOf(submission, one) : null} />`}</div>
    ${isEmpty && html`<p>Every position of the game is asked, any optimal move is right, and the smallest mistake is
      shown.</p>`}
    ${reports.length > 1
      ? html`<p>${isClass ? html`<a href="/grade">← Grade a program</a>`
        : html`<a href=${link("/grade", { report: name })}>← All ${reports.length} submissions</a>`}</p>`
      : html`<${SubmissionForm} submission=${submission} games=${lab.games} running=${grading.running}
        isOpen=${isEmpty || brought} onFiles=${take} onStop=${stop} onChange=${change}
        onGrade=${() => grade(submission)} />`}
    ${brought && html`<p class="panel" role="status">
      This program came with the address. Read it, then grade it: that runs it on this machine, in a sandbox.</p>`}
    <${Problem}>${problem || grading.problem}<//>
    <${State} grading=${grading} />
    ${one && html`<${Report} key=${one.agent} report=${one}
      page=${grading.report ? grading.html : reports.length === 1 ? (kept?.html ?? "") : ""} name=${gameName} />`}
    ${isClass && html`<${ClassReport} reports=${reports} name=${name} />`}
    ${isEmpty && html`<${Examples} />`}
  </div>`;
}

/** The command that gives the same report. @param {Submission} submission @param {Api.GradeView | null} report */
function commandOf({ files, game, description }, report) {
  const spec = report?.game ?? game;
  const options = [spec && `--game ${quoted(spec)}`, description.trim() && "--description agent.toml"];
  return ["zerosum grade", quoted(files[0].name), ...options].filter(Boolean).join(" ");
}

/** The same in Python. @param {Submission} submission @param {Api.GradeView | null} report */
function pythonOf({ files, game, description }, report) {
  const given = [files[0].name, report?.game ?? game].filter(Boolean).map((each) => JSON.stringify(each));
  if (description.trim()) given.push('description="agent.toml"');
  return `import zerosum\n\nprint(zerosum.grade_agent(${given.join(", ")}))`;
}

function Examples() {
  return html`<section class="panel examples" aria-labelledby="examples">
    <h2 id="examples">Nothing at hand?</h2>
    <p>Try it with a program as a student might hand it in.</p>
    <ul>${EXAMPLES.map(([file, title, words]) =>
      html`<li key=${file}><a href=${link("/grade", { example: file })}><strong>${title}</strong>
        <span class="faint">${words}</span></a></li>`)}</ul>
    <p class="faint">A whole class: <code>zerosum grade FOLDER --format json -o class.json</code>, then drop <code>
      class.json</code> here.</p>
  </section>`;
}

/** @param {{ grading: Grading }} props */
function State({ grading }) {
  const { running, stopped, report, found, asked, before } = grading;
  if (stopped && !report) {
    return html`<p class="panel" role="status">Stopped
      ${asked ? ` after ${readable(asked.done)} ${asked.unit}` : ""}. There is no report.</p>`;
  }
  if (!running) return html`<p class="hidden" role="status">${report ? `Graded. ${summaryOf(report)}` : ""}</p>`;
  const doing = before ? `Waiting for ${before} other ${before === 1 ? "request" : "requests"}.`
    : found.length ? "Asking it…" : "Finding out how it is asked…";
  return html`<section class="panel state" aria-label="Progress">
    <p role="status"><span class="busy" aria-hidden="true"></span>${doing}</p>
    ${found.length > 0 && html`<progress aria-label="positions asked" max=${asked?.total ?? undefined}
      value=${asked?.total ? asked.done : undefined}></progress>`}
    ${asked && html`<p class="faint">${readable(asked.done)}
      ${asked.total ? ` of ${readable(asked.total)}` : ""} ${asked.unit}</p>`}
    ${found.map((sentence) => html`<p class="faint">${sentence}</p>`)}
  </section>`;
}
