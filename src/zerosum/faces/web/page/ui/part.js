// A chart with the table of its numbers below, and both to take away as files.

import { chartElement, chartFile, fitting } from "./chart.js";
import { csvText, download } from "./downloads.js";
import { Button, html, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";

/** @typedef {import("preact").ComponentChildren} Children */

/**
 * A chart and its table: `chart` has a picture for each width, `cells` are the rows of the CSV file, `controls` stand
 * above the chart.
 * @param {{ title: string, about?: Children, chart?: Api.ChartPicture[], cells: Record<string, unknown>[],
 *   file: string, controls?: Children, children?: Children }} props
 */
export function Part({ title, about, chart, cells, file, controls, children }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  const picture = chart && width ? fitting(chart, width) : null;
  const save = () => picture && download(`${file}.svg`, chartFile(chartElement(picture)), "image/svg+xml");
  useLayoutEffect(() => place.current?.replaceChildren(...(picture ? [chartElement(picture)] : [])), [picture?.svg]);
  return html`<section class="panel part">
    <div class="row spread">
      <h2>${title}</h2>
      <div class="row files no-print">
        <${Button} title="The table as a CSV file"
          onClick=${() => download(`${file}.csv`, csvText(cells), "text/csv")}>CSV<//>
        ${picture && html`<${Button} title="The chart as an SVG file" onClick=${save}>SVG<//>`}
      </div>
    </div>
    ${about && html`<p class="faint">${about}</p>`}
    ${controls}
    <div class="plot-place" ref=${place}></div>
    <${Scrolled} label=${`${title}: table`}>${children}<//>
  </section>`;
}

/**
 * What may be wider than the screen: it fades where it goes on, and says so.
 * @param {{ label: string, children?: Children }} props
 */
export function Scrolled({ label, children }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [goesOn, setGoesOn] = useState(false);
  const look = () => {
    const { scrollWidth = 0, clientWidth = 0, scrollLeft = 0 } = place.current ?? {};
    setGoesOn(scrollWidth - clientWidth - scrollLeft > 2);
  };
  useEffect(() => {
    const watch = new ResizeObserver(look);
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(look, [children]);
  return html`<div class=${`table ${goesOn ? "goes-on" : ""}`} ref=${place} onScroll=${look} tabindex="0" role="region"
    aria-label=${label}>${children}</div>
    ${goesOn && html`<p class="faint more no-print" aria-hidden="true">The table goes on to the right →</p>`}`;
}

/** @type {Record<string, string>} what the heads of tables mean, where a word is not enough */
const MEANINGS = {
  nodes: "the positions that the search visits, each visit counted",
  "of row 1": "its nodes in relation to those of the first row",
  leaves: "the nodes at which the search goes no further: ends of the game, or the depth limit",
  "cut-offs": "how often the rest of a position's moves was left out",
  "table hits": "how often the transposition table had the answer",
  deepest: "the most plies from the start",
  time: "its time in relation to that of the first row",
  memory: "the most bytes that it held",
  "of its own": "its nodes in relation to those in the order in which the rules list the moves",
};

/**
 * A table: heads, and rows of cells; all but the first column hold numbers unless `words` names them.
 * @param {{ heads: string[], rows: Children[][], words?: string[] }} props
 */
export function Table({ heads, rows, words = [] }) {
  const kind = (/** @type {number} */ index) => (index === 0 || words.includes(heads[index]) ? "" : "number");
  return html`<table>
    <thead><tr>${heads.map((head, index) =>
      html`<th scope="col" class=${kind(index)} title=${MEANINGS[head]}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) =>
      html`<tr>${row.map((cell, index) =>
        (index ? html`<td class=${kind(index)}>${cell}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody>
  </table>`;
}
