// The lab report as a document to hand in: a button that measures it and downloads one HTML file.

import { follow } from "../api.js";
import { download } from "../plots.js";
import { Button, html, useEffect, useRef, useState } from "../ui.js";

/** @import { Wanted } from "./compare.js" */

/** @param {{ wanted: Wanted }} props */
export function ReportButton({ wanted }) {
  const [state, setState] = useState({ running: false, words: "" });
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  const stop = () => {
    leave.current();
    setState({ running: false, words: "" });
  };
  const write = () => {
    const { depths, positions, tier, memory, ...asked } = wanted;
    const file = `${wanted.game.replaceAll(/[^a-z0-9]+/gi, "-")}-report.html`;
    setState({ running: true, words: "measuring…" });
    leave.current = follow("report/stream", asked, {
      waiting: ({ before }) => setState({ running: true, words: `waiting; ${before} before this` }),
      doing: ({ what }) => setState({ running: true, words: what }),
      report: ({ html: page, complete }) => {
        download(file, page, "text/html");
        setState({ running: false, words: complete ? `saved as ${file}` : `saved as ${file}; it says what there was no time for` });
      },
      problem: (words) => setState({ running: false, words }),
    });
  };
  return html`<span class="row">
    <span class="faint" role="status">${state.running && html`<span class="busy" aria-hidden="true"></span>`}${state.words}</span>
    ${state.running
      ? html`<${Button} onClick=${stop}>Stop the report<//>`
      : html`<${Button} onClick=${write} title="One HTML file to hand in: formulation, pseudocode, tables, plots and trees. It is measured anew.">Save report<//>`}
  </span>`;
}
