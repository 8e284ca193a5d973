// The parts of a lab report: each a chart, the table of its numbers below, and both to take away.

import { link } from "../ui/address.js";
import { readable } from "../ui/amounts.js";
import { csvText, download } from "../ui/downloads.js";
import { Part, Scrolled, Table } from "../ui/part.js";
import { Button, html } from "../ui/ui.js";

/** @import { Wanted } from "./compare_wanted.js" */
/** @typedef {import("preact").ComponentChildren} Children */

/** @type {Record<string, string>} */
const ORDER_WORDS = {
  best: "best moves first", own: "as the rules list them", random: "random", worst: "worst moves first",
};
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;
const times = (/** @type {number} */ factor) =>
  `${factor >= 100 ? readable(Math.round(factor)) : factor.toFixed(2)}×`;

/** @typedef {Api.ChartPicture[] | undefined} Chart */

/** @param {{ rows: Api.RowView[], many: boolean, file: string, chart: Chart }} props */
export function Nodes({ rows, many, file, chart }) {
  const [first] = rows;
  const percentOf = (/** @type {number | null} */ part) => (part === null ? "–" : percent(part));
  const timesOf = (/** @type {number | null} */ part) => (part === null ? "–" : times(part));
  const share = (/** @type {Api.RowView} */ row, /** @type {"nodes" | "seconds"} */ name) =>
    (first.complete && row.complete && first[name] ? row[name] / first[name] : null);
  const memory = rows.some((row) => row.peak_bytes !== null);
  const heads = [
    "algorithm", "nodes", "of row 1", "leaves", "cut-offs", "table hits", "deepest", "time",
    ...(memory ? ["memory"] : []), ...(many ? ["values"] : ["value", "move"]),
  ];
  const cells = rows.map(({ outcomes, sample, spread, value, ...row }) =>
    ({ ...row, value: value?.text ?? null, outcomes: outcomesText(outcomes) }));
  return html`<${Part}
    title="Nodes"
    about="Counts do not depend on the machine. “of row 1” and the time are in relation to those of the first row."
    file=${`${file}-nodes`} cells=${cells} chart=${chart}
  >
    <${Table} heads=${heads} words=${["values", "value", "move"]} rows=${rows.map((row) => [
      html`${row.algorithm}${row.tier !== "reference" && html` <span class="faint">${row.tier}</span>`}`,
      `${readable(row.nodes)}${row.complete ? "" : " …"}`,
      percentOf(share(row, "nodes")),
      readable(row.leaves), readable(row.cutoffs), readable(row.table_hits), row.deepest,
      html`<span title=${`${row.seconds.toPrecision(3)} s`}>${timesOf(share(row, "seconds"))}</span>`,
      ...(memory ? [row.peak_bytes === null ? "–" : `${readable(row.peak_bytes / 1000)} kB`] : []),
      ...(many ? [outcomesText(row.outcomes)] : [row.complete ? row.value?.text : "stopped", row.move ?? "–"]),
    ])} />
    ${rows.some((row) => !row.complete)
      && html`<p class="faint">… : stopped before the end, so that the counts say only how far it got.</p>`}
  <//>`;
}

/** @param {Record<string, number>} outcomes */
function outcomesText(outcomes) {
  return Object.entries(outcomes).sort().map(([word, count]) => `${count.toLocaleString("en")} ${word}`).join(", ");
}

/** @param {{ rows: Api.RowView[], file: string, chart: Chart }} props */
export function Spread({ rows, file, chart }) {
  const heads = ["algorithm", "least", "lower quartile", "median", "upper quartile", "most"];
  const line = (/** @type {Api.Spread} */ { least, lower, median, upper, most }) =>
    [least, lower, median, upper, most].map((each) => readable(each));
  const spreads = rows.flatMap(({ algorithm, spread }) => (spread ? [{ algorithm, ...spread }] : []));
  return html`<${Part}
    title="Spread over positions"
    about=${"The box reaches from the lower to the upper quartile, the thick line is the median, "
      + "the whiskers reach to the ends; each dot is a position."}
    file=${`${file}-spread`} cells=${spreads} chart=${chart}
  ><${Table} heads=${heads} rows=${spreads.map((spread) => [spread.algorithm, ...line(spread)])} /><//>`;
}

/**
 * @param {{ points: Api.Point[], names: string[], growth: Api.FitsView | null, file: string, chart: Chart }} props
 */
export function Growth({ points, names, growth, file, chart }) {
  const shown = names.filter((name) => points.some((point) => point.algorithm === name));
  const found = new Map(points.map((point) => [`${point.plies} ${point.algorithm}`, point]));
  const nodesAt = (/** @type {number} */ depth, /** @type {string} */ name) => {
    const point = found.get(`${depth} ${name}`);
    return point ? readable(point.nodes) : "–";
  };
  const depths = [...new Set(points.map(({ plies }) => plies))].sort((a, b) => a - b);
  const cells = points.map(({ label, ...point }) => point);
  return html`<${Part}
    title="Growth with the depth"
    about=${growth && breadthWords(growth)}
    file=${`${file}-growth`} cells=${cells} chart=${chart}
  >
    <${Table} heads=${["depth", ...shown]} rows=${[
      ...depths.map((depth) => [depth, ...shown.map((name) => nodesAt(depth, name))]),
      ...(growth?.fits.length ? [["grows like", ...shown.map((name) => fitWords(growth.fits, name))]] : []),
    ]} />
    <p class="faint">– : not reached in its time, or known from a smaller depth already.</p>
  <//>`;
}

/** @param {Api.FitsView} fits */
function breadthWords({ breadth, measured }) {
  const whole = measured
    ? html`The whole tree grows like b<sup>d</sup> with b = ${breadth.toFixed(2)}`
    : html`A position has b = ${breadth.toFixed(2)} moves on average, so that the whole tree would grow
      like b<sup>d</sup>`;
  return html`${whole}; with perfect cuts it would be b<sup>d/2</sup>.`;
}

/**
 * @param {Api.FitView[]} fits
 * @param {string} name
 */
function fitWords(fits, name) {
  const fit = fits.find((each) => each.algorithm === name);
  if (!fit) return "–";
  const { branching, exponent } = fit;
  return exponent === null ? html`${branching.toFixed(2)}<sup>d</sup>` : html`b<sup>${exponent.toFixed(2)} d</sup>`;
}

/** @param {{ ranks: Api.RanksView[], file: string, chart: Chart }} props */
export function Ranks({ ranks, file, chart }) {
  const cutting = ranks.filter(({ total }) => total > 0);
  const silent = ranks.filter(({ total }) => total === 0).map(({ algorithm }) => algorithm);
  if (!cutting.length) {
    return html`<section class="panel part">
      <h2>Cut-offs by move rank</h2>
      <p>None of these has made a cut-off: ${silent.join(", ")}.</p>
    </section>`;
  }
  const most = Math.max(...cutting.map(({ cuts }) => cuts.length));
  const groups = Array.from({ length: most }, (_, index) => String(index + 1));
  const cells = cutting.flatMap(({ algorithm, cuts, total }) =>
    cuts.map((count, index) => ({ algorithm, rank: index + 1, cuts: count, share: count / total })));
  const cell = (/** @type {number | undefined} */ count, /** @type {number} */ total) =>
    (count === undefined ? "–" : `${readable(count)} (${percent(count / total)})`);
  return html`<${Part}
    title="Cut-offs by move rank"
    about=${"After how many moves a position was cut. The better the order of moves, "
      + "the more cut-offs come after the first one."}
    file=${`${file}-ranks`} cells=${cells} chart=${chart}
  >
    <${Table} heads=${["cut after", ...cutting.map(({ algorithm }) => algorithm)]} rows=${[
      ...groups.map((group, index) => [group, ...cutting.map(({ cuts, total }) => cell(cuts[index], total))]),
      ["all", ...cutting.map(({ total, complete }) => `${readable(total)}${complete ? "" : " …"}`)],
      ["mean rank", ...cutting.map(({ mean }) => mean?.toFixed(2))],
    ]} />
    ${silent.length > 0 && html`<p class="faint">No cut-offs: ${silent.join(", ")}.</p>`}
  <//>`;
}

/** @param {{ orders: Api.OrdersView, file: string, chart: Chart }} props */
export function Orders({ orders: { orders, finished, positions, seeds }, file, chart }) {
  const name = (/** @type {Api.OrderRow} */ { order }) => ORDER_WORDS[order];
  const [about, range] = [
    "Alpha-beta on the same rules with the moves in another order, by their true values.",
    finished < positions || positions > 1
      ? ` ${readable(finished)} of ${readable(positions)} positions were finished in all orders.` : "",
  ];
  return html`<${Part}
    title="Effect of ordering" about=${about + range}
    file=${`${file}-orders`} cells=${orders} chart=${chart}
  ><${Table} heads=${["order", "nodes", "of its own", "luckiest", "unluckiest"]} rows=${orders.map((row) => [
      row.order === "random" ? `random (mean of ${seeds})` : name(row), readable(row.nodes), times(row.of_own),
      ...(row.order === "random" ? [readable(row.least), readable(row.most)] : ["–", "–"]),
    ])} /><//>`;
}

/** @param {{ pairs: Api.DifferencesView[], game: string, wanted: Wanted, file: string }} props */
export function Differences({ pairs, game, wanted, file }) {
  const cells = pairs.flatMap(({ first, second, positions }) => positions.map(
    ({ position, first: one, second: two, factor }) =>
      ({ position, first, first_nodes: one, second, second_nodes: two, factor }),
  ));
  const values = wanted.values === "plain" ? "" : wanted.values;
  const step = (/** @type {string} */ position, /** @type {string} */ algorithm) =>
    link("/step", { game, position, algorithm, values, depth: wanted.depth });
  const counted = (/** @type {number} */ nodes, /** @type {string} */ name, /** @type {string} */ position) => {
    const words = readable(nodes);
    return html`<td class="number">
      <a href=${step(position, name)} aria-label=${`${words}: watch ${name} here`}>${words}</a>
    </td>`;
  };
  const save = () => download(`${file}-differences.csv`, csvText(cells), "text/csv");
  return html`<section class="panel part">
    <div class="row spread"><h2>Why different?</h2>
      <${Button} title="The lists as a CSV file" onClick=${save}>CSV<//></div>
    <p class="faint">The positions on which node counts differ by the greatest factor. A position leads to its
      analysis, a count to the search that took it, step by step.</p>
    <div class="pairs">${pairs.map(({ first, second, positions }) => html`<div><h3>${first} and ${second}</h3>
      ${positions.length === 0 && html`<p>No position that both finished has different counts.</p>`}
      ${positions.length > 0 && html`<${Scrolled} label=${`${first} and ${second}: table`}><table>
        <thead><tr><th scope="col">position</th>
          ${[first, second, "factor"].map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
        <tbody>${positions.map(({ position, first: one, second: two, factor }) => html`<tr>
          <th scope="row"><a class="mono" href=${link(`/analyze/${game}`, { position })}>${position}</a></th>
          ${counted(one, first, position)}${counted(two, second, position)}
          <td class="number">${times(factor)}</td>
        </tr>`)}</tbody>
      </table><//>`}</div>`)}</div>
  </section>`;
}
