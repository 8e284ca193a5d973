// The lab report as a document to hand in: a button that downloads one HTML file, and a line that says how far it is.

import { follow } from "../ui/api.js";
import { download } from "../ui/downloads.js";
import { Button, html, useEffect, useRef, useState } from "../ui/ui.js";

/** @import { Wanted } from "./compare_wanted.js" */

/** @typedef {{ running: boolean, words: string, nodes?: number }} Saving */

const REPORT_TITLE = "One HTML file to hand in: formulation, pseudocode, tables, plots and trees, "
  + "with the numbers that were measured here.";

/**
 * How far the document is, and how to write it and to stop. The server has what the page shows, and measures what is
 * missing.
 * @param {Wanted} wanted
 * @returns {{ state: Saving, write: () => void, stop: () => void }}
 */
export function useDocument(wanted) {
  const [state, setState] = useState(/** @type {Saving} */ ({ running: false, words: "" }));
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  const stop = () => {
    leave.current();
    setState({ running: false, words: "stopped" });
  };
  const write = () => {
    const file = `${wanted.game.replaceAll(/[^a-z0-9]+/gi, "-")}-report.html`;
    setState({ running: true, words: "writing the report…" });
    leave.current = follow("report/stream", wanted, {
      waiting: ({ before }) => setState({ running: true, words: `waiting; ${before} before this` }),
      doing: ({ what }) => setState({ running: true, words: `measuring what is missing: ${what}` }),
      progress: ({ done }) => setState((was) => ({ ...was, nodes: done })),
      report: ({ html: page, complete }) => {
        download(file, page, "text/html");
        const missing = complete ? "" : "; it says what there was no time for";
        setState({ running: false, words: `saved as ${file}${missing}` });
      },
      problem: (words) => setState({ running: false, words }),
    });
  };
  return { state, write, stop };
}

/** @param {ReturnType<typeof useDocument> & { measuring: boolean }} props */
export function ReportButton({ state, write, stop, measuring }) {
  return state.running
    ? html`<${Button} onClick=${stop}>Stop the report<//>`
    : html`<${Button} onClick=${write} disabled=${measuring} title=${REPORT_TITLE}>Save report<//>`;
}

/** @param {{ state: Saving }} props */
export function ReportState({ state: { running, words, nodes } }) {
  const searched = running && nodes ? `, ${nodes.toLocaleString("en")} nodes` : "";
  const busy = running && html`<span class="busy" aria-hidden="true"></span>`;
  return html`<span class="faint" role="status">${busy}${words}${searched}</span>`;
}
