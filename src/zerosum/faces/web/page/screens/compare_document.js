// The lab report as a document to hand in: its title page and sections, a button that downloads it, and how far it is.

import { follow } from "../ui/api.js";
import { download } from "../ui/downloads.js";
import { Button, html, Select, useEffect, useRef, useSetting, useState, valueOf } from "../ui/ui.js";

/** @import { Wanted } from "./compare_wanted.js" */

/** @typedef {{ running: boolean, words: string, nodes?: number }} Saving */

const REPORT_TITLE = "A document to hand in: theory, formulation, pseudocode, the program, sample games, tables, "
  + "plots and trees, with the numbers that were measured here.";

/** The lines of the title page, by the names that the server has for them. */
const LINES = /** @type {const} */ ([
  ["author", "Name"], ["number", "Student number"], ["course", "Course"], ["institution", "Institution"],
  ["date", "Date"], ["title", "Title"],
]);

/** The sections, by the names that the server has for them. */
const SECTIONS = /** @type {[name: string, word: string][]} */ ([
  ["summary", "summary"], ["aim", "aim"], ["theory", "theory"], ["formulation", "search problem"],
  ["algorithms", "pseudocode"], ["implementation", "implementation"], ["games", "sample games"],
  ["measurements", "measurements"], ["trees", "search trees"], ["comparison", "comparison in words"],
  ["complexity", "complexity"], ["observations", "observations"], ["improvements", "improvements"],
  ["conclusion", "conclusion"], ["reproduction", "how to reproduce"], ["references", "references"],
]);

const FORMS = /** @type {[string, string][]} */ ([
  ["html", "web page (.html)"], ["pdf", "PDF"], ["docx", "Word (.docx)"], ["tex", "LaTeX (.zip)"],
  ["md", "Markdown (.zip)"],
]);

const TYPES = /** @type {Record<string, string>} */ ({
  html: "text/html", pdf: "application/pdf", zip: "application/zip",
});

/** @typedef {Partial<Record<(typeof LINES)[number][0], string>> & { form?: string, without?: string[] }} Handed */

/**
 * How far the document is, and how to write it and to stop. The server has what the page shows, and measures what is
 * missing.
 * @param {Wanted} wanted
 */
export function useDocument(wanted) {
  const [state, setState] = useState(/** @type {Saving} */ ({ running: false, words: "" }));
  const [handed, setHanded] = useSetting("report", /** @type {Handed} */ ({}));
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  const stop = () => {
    leave.current();
    setState({ running: false, words: "stopped" });
  };
  const write = () => {
    const { form = "html", without = [], ...lines } = handed;
    const sections = without.length ? SECTIONS.map(([name]) => name).filter((name) => !without.includes(name)) : [];
    setState({ running: true, words: "writing the report…" });
    leave.current = follow("report/stream", { ...wanted, ...lines, form, sections: sections.join(",") }, {
      waiting: ({ before }) => setState({ running: true, words: `waiting; ${before} before this` }),
      doing: ({ what }) => setState({ running: true, words: `measuring what is missing: ${what}` }),
      progress: ({ done }) => setState((was) => ({ ...was, nodes: done })),
      report: ({ base64, suffix, complete }) => {
        const file = `${wanted.game.replaceAll(/[^a-z0-9]+/gi, "-")}-report.${suffix}`;
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        download(file, bytes, TYPES[suffix] ?? "application/octet-stream");
        const missing = complete ? "" : "; it says what there was no time for";
        setState({ running: false, words: `saved as ${file}${missing}` });
      },
      problem: (words) => setState({ running: false, words }),
    });
  };
  return { state, write, stop, handed, setHanded };
}

/** @param {ReturnType<typeof useDocument> & { measuring: boolean }} props */
export function ReportButton({ state, write, stop, measuring }) {
  return state.running
    ? html`<${Button} onClick=${stop}>Stop the report<//>`
    : html`<${Button} onClick=${write} disabled=${measuring} title=${REPORT_TITLE}>Save report<//>`;
}

/** @param {ReturnType<typeof useDocument>} props */
export function ReportState({ state: { running, words, nodes } }) {
  const searched = running && nodes ? `, ${nodes.toLocaleString("en")} nodes` : "";
  const busy = running && html`<span class="busy" aria-hidden="true"></span>`;
  return html`<span class="faint" role="status">${busy}${words}${searched}</span>`;
}

/**
 * The title page, the kind of file and the sections of the document.
 * @param {ReturnType<typeof useDocument>} props
 */
export function ReportSettings({ handed, setHanded }) {
  const without = handed.without ?? [];
  const put = (/** @type {string} */ name) => (/** @type {Event} */ event) =>
    setHanded({ ...handed, [name]: valueOf(event) });
  const toggle = (/** @type {string} */ name) => setHanded({
    ...handed,
    without: without.includes(name) ? without.filter((each) => each !== name) : [...without, name],
  });
  return html`<details class="panel measure no-print">
    <summary>Report to hand in: title page, file and sections</summary>
    <div class="row">
      ${LINES.map(([name, word]) => html`<label class="field"><span>${word}</span>
        <input type="text" value=${handed[name] ?? ""} onInput=${put(name)} maxlength="200" size="20" /></label>`)}
      <${Select} label="File" options=${FORMS} value=${handed.form ?? "html"}
        onChange=${(/** @type {string} */ form) => setHanded({ ...handed, form })} />
    </div>
    <fieldset class="algorithms"><legend>Sections</legend>
      ${SECTIONS.map(([name, word]) => html`<label>
        <input type="checkbox" checked=${!without.includes(name)} onChange=${() => toggle(name)} /> ${word}
      </label>`)}
    </fieldset>
  </details>`;
}
