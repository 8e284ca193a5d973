// The parts of a lab report: each a plot, the table of its numbers below, and both to take away.

import { link } from "../ui/address.js";
import { Part, Scrolled, Table } from "../ui/part.js";
import { barChart, boxPlot, csvText, download, groupedBars, linePlot, readable } from "../ui/plots.js";
import { Button, html, useMemo } from "../ui/ui.js";

/** @import { Wanted } from "./compare_wanted.js" */
/** @typedef {import("preact").ComponentChildren} Children */

/** @type {Record<string, string>} */
const ORDER_WORDS = { best: "best first", own: "the game's own", random: "random", worst: "worst first" };
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;
const times = (/** @type {number} */ factor) => `${factor >= 100 ? readable(Math.round(factor)) : factor.toFixed(2)}×`;

/** @typedef {(algorithm: string) => number} StyleOf the colour, mark and hatching of an algorithm, the same in every plot */

/** @param {{ rows: Api.RowView[], many: boolean, file: string, styleOf: StyleOf }} props */
export function Nodes({ rows, many, file, styleOf }) {
  const [first] = rows;
  const percentOf = (/** @type {number | null} */ part) => (part === null ? "–" : percent(part));
  const timesOf = (/** @type {number | null} */ part) => (part === null ? "–" : times(part));
  const share = (/** @type {Api.RowView} */ row, /** @type {"nodes" | "seconds"} */ name) => (first.complete && row.complete && first[name] ? row[name] / first[name] : null);
  const memory = rows.some((row) => row.peak_bytes !== null);
  const heads = ["algorithm", "nodes", "of row 1", "leaves", "cut-offs", "table hits", "deepest", "time", ...(memory ? ["memory"] : []), ...(many ? ["values"] : ["value", "move"])];
  const cells = rows.map(({ outcomes, sample, spread, value, ...row }) => ({ ...row, value: value?.text ?? null, outcomes: outcomesText(outcomes) }));
  const note = (/** @type {Api.RowView} */ row) => (row.complete ? "" : "(stopped)");
  return html`<${Part}
    title="Nodes"
    about="Counts do not depend on the machine. “of row 1” and the time are in relation to those of the first row."
    file=${`${file}-nodes`} data=${rows} cells=${cells}
    plot=${(/** @type {number} */ width) => barChart({
      title: "Nodes of each algorithm", across: "nodes (log axis)", width,
      description: rows.map((row) => `${row.algorithm}: ${readable(row.nodes)} ${note(row)}`).join("; "),
      bars: rows.map((row) => ({ name: row.algorithm, value: row.nodes, note: note(row), style: styleOf(row.algorithm) })),
    })}
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
    ${rows.some((row) => !row.complete) && html`<p class="faint">… : stopped before the end, so that the counts say only how far it got.</p>`}
  <//>`;
}

/** @param {Record<string, number>} outcomes */
function outcomesText(outcomes) {
  return Object.entries(outcomes).sort().map(([word, count]) => `${count.toLocaleString("en")} ${word}`).join(", ");
}

/** @param {{ rows: Api.RowView[], positions: number, file: string, styleOf: StyleOf }} props */
export function Spread({ rows, positions, file, styleOf }) {
  const boxes = rows.flatMap(({ algorithm, spread, sample }) => (spread ? [{ name: algorithm, ...spread, sample, style: styleOf(algorithm) }] : []));
  return html`<${Part}
    title="Spread over positions"
    about="The box reaches from the lower to the upper quartile, the thick line is the median, the whiskers reach to the ends; each dot is a position."
    file=${`${file}-spread`} data=${boxes} cells=${rows.map(({ algorithm, spread }) => ({ algorithm, ...spread }))}
    plot=${(/** @type {number} */ width) => boxPlot({
      title: `Nodes for each of ${positions} positions`, across: "nodes for one position (log axis)", boxes, width,
      description: boxes.map((box) => `${box.name}: median ${readable(box.median)}, ${readable(box.least)} to ${readable(box.most)}`).join("; "),
    })}
  ><${Table} heads=${["algorithm", "least", "lower quartile", "median", "upper quartile", "most"]} rows=${boxes.map((box) => [box.name, ...[box.least, box.lower, box.median, box.upper, box.most].map((each) => readable(each))])} /><//>`;
}

/** @param {{ points: Api.PointView[], names: string[], growth: Api.FitsView | null, file: string, styleOf: StyleOf }} props */
export function Growth({ points, names, growth, file, styleOf }) {
  const shown = names.filter((name) => points.some((point) => point.algorithm === name));
  const found = new Map(points.map((point) => [`${point.plies} ${point.algorithm}`, point]));
  const nodesAt = (/** @type {number} */ depth, /** @type {string} */ name) => {
    const point = found.get(`${depth} ${name}`);
    return point ? readable(point.nodes) : "–";
  };
  const depths = [...new Set(points.map(({ plies }) => plies))].sort((a, b) => a - b);
  const guides = useMemo(() => guidesOf(growth, depths), [growth, depths.join()]);
  const cells = points.map(({ label, ...point }) => point);
  return html`<${Part}
    title="Growth with the depth"
    about=${growth && breadthWords(growth)}
    file=${`${file}-growth`} data=${[points, growth]} cells=${cells}
    plot=${(/** @type {number} */ width) => linePlot({
      title: "Nodes by depth", across: "depth", up: "nodes (log axis)", guides, width,
      description: shown.map((name) => `${name}: ${points.filter((each) => each.algorithm === name).map((each) => `${readable(each.nodes)} at depth ${each.plies}`).join(", ")}`).join("; "),
      series: shown.map((name) => ({ name, style: styleOf(name), points: points.filter((each) => each.algorithm === name).map(({ plies, nodes }) => [plies, nodes]) })),
    })}
  >
    <${Table} heads=${["depth", ...shown]} rows=${[
      ...depths.map((depth) => [depth, ...shown.map((name) => nodesAt(depth, name))]),
      ...(growth?.fits.length ? [["grows like", ...shown.map((name) => fitWords(growth.fits.find((fit) => fit.algorithm === name)))]] : []),
    ]} />
    <p class="faint">– : not reached in its time, or known from a smaller depth already.</p>
  <//>`;
}

/**
 * The lines b^d and b^(d/2), from where the first fit begins.
 * @param {Api.FitsView | null} growth
 * @param {number[]} depths
 */
function guidesOf(growth, depths) {
  if (!growth?.fits.length || depths.length < 2) return [];
  const [{ factor, branching }] = growth.fits;
  const start = factor * branching ** depths[0];
  /** @returns {[number, number][]} */
  const along = (/** @type {number} */ share) => depths.map((depth) => [depth, Math.max(1, start * growth.breadth ** (share * (depth - depths[0])))]);
  return [
    { name: `b^d, b = ${growth.breadth.toFixed(2)}`, dash: "8 5", points: along(1) },
    { name: "b^(d/2)", dash: "2 4", points: along(0.5) },
  ];
}

/** @param {Api.FitsView} fits */
function breadthWords({ breadth, measured }) {
  const whole = measured
    ? html`The whole tree grows like b<sup>d</sup> with b = ${breadth.toFixed(2)}`
    : html`A position has b = ${breadth.toFixed(2)} moves on average, so that the whole tree would grow like b<sup>d</sup>`;
  return html`${whole}; with perfect cuts it would be b<sup>d/2</sup>.`;
}

/** @param {Api.FitView | undefined} fit */
function fitWords(fit) {
  if (!fit) return "–";
  return fit.exponent === null ? html`${fit.branching.toFixed(2)}<sup>d</sup>` : html`b<sup>${fit.exponent.toFixed(2)} d</sup>`;
}

/** @param {{ ranks: Api.RanksView[], file: string, styleOf: StyleOf }} props */
export function Ranks({ ranks, file, styleOf }) {
  const cutting = ranks.filter(({ total }) => total > 0);
  const silent = ranks.filter(({ total }) => total === 0).map(({ algorithm }) => algorithm);
  if (!cutting.length) return html`<section class="panel part"><h2>Cut-offs by move rank</h2><p>None of these has made a cut-off: ${silent.join(", ")}.</p></section>`;
  const most = Math.max(...cutting.map(({ cuts }) => cuts.length));
  const groups = Array.from({ length: most }, (_, index) => String(index + 1));
  const cells = cutting.flatMap(({ algorithm, cuts, total }) => cuts.map((count, index) => ({ algorithm, rank: index + 1, cuts: count, share: count / total })));
  return html`<${Part}
    title="Cut-offs by move rank"
    about="After how many moves a position was cut. The better the order of moves, the more cut-offs come after the first one."
    file=${`${file}-ranks`} data=${ranks} cells=${cells}
    plot=${(/** @type {number} */ width) => groupedBars({
      title: "Share of cut-offs by move rank", across: "moves tried before the cut", up: "share of cut-offs", groups, width,
      words: (share) => `${Math.round(share * 1000) / 10}%`,
      description: cutting.map(({ algorithm, first_share: share, mean }) => `${algorithm}: ${percent(share ?? 0)} after the first move, after ${mean?.toFixed(2)} on average`).join("; "),
      series: cutting.map(({ algorithm, cuts, total }) => ({ name: algorithm, style: styleOf(algorithm), values: groups.map((_, index) => (cuts[index] ?? 0) / total) })),
    })}
  >
    <${Table} heads=${["cut after", ...cutting.map(({ algorithm }) => algorithm)]} rows=${[
      ...groups.map((group, index) => [group, ...cutting.map(({ cuts, total }) => (cuts[index] === undefined ? "–" : `${readable(cuts[index])} (${percent(cuts[index] / total)})`))]),
      ["all", ...cutting.map(({ total, complete }) => `${readable(total)}${complete ? "" : " …"}`)],
      ["mean rank", ...cutting.map(({ mean }) => mean?.toFixed(2))],
    ]} />
    ${silent.length > 0 && html`<p class="faint">No cut-offs: ${silent.join(", ")}.</p>`}
  <//>`;
}

/** @param {{ orders: Api.OrdersView, file: string, styleOf: StyleOf }} props */
export function Orders({ orders: { orders, finished, positions, seeds }, file, styleOf }) {
  const name = (/** @type {Api.OrderView} */ { order }) => ORDER_WORDS[order];
  const [about, range] = [
    "Alpha-beta on the same rules with the moves in another order, by their true values.",
    finished < positions || positions > 1 ? ` ${readable(finished)} of ${readable(positions)} positions were finished in all orders.` : "",
  ];
  return html`<${Part}
    title="Effect of ordering" about=${about + range}
    file=${`${file}-orders`} data=${orders} cells=${orders}
    plot=${(/** @type {number} */ width) => barChart({
      title: "Nodes of alpha-beta by order of moves", across: "nodes of alpha-beta (log axis)", width,
      description: orders.map((row) => `${name(row)}: ${readable(row.nodes)}`).join("; "),
      bars: orders.map((row) => ({ name: name(row), value: row.nodes, low: row.least, high: row.most, style: styleOf("alphabeta") })),
    })}
  ><${Table} heads=${["order", "nodes", "of its own", "luckiest", "unluckiest"]} rows=${orders.map((row) => [
      row.order === "random" ? `random (mean of ${seeds})` : name(row), readable(row.nodes), times(row.of_own),
      ...(row.order === "random" ? [readable(row.least), readable(row.most)] : ["–", "–"]),
    ])} /><//>`;
}

/** @param {{ pairs: Api.DifferencesView[], game: string, wanted: Wanted, file: string }} props */
export function Differences({ pairs, game, wanted, file }) {
  const cells = pairs.flatMap(({ first, second, positions }) => positions.map(({ position, first: one, second: two, factor }) => ({ position, first, first_nodes: one, second, second_nodes: two, factor })));
  const step = (/** @type {string} */ position, /** @type {string} */ algorithm) => link("/step", { game, position, algorithm, values: wanted.values === "plain" ? "" : wanted.values, depth: wanted.depth });
  return html`<section class="panel part">
    <div class="row spread"><h2>Why different?</h2>
      <${Button} title="The lists as a CSV file" onClick=${() => download(`${file}-differences.csv`, csvText(cells), "text/csv")}>CSV<//></div>
    <p class="faint">The positions on which node counts differ by the greatest factor. A position leads to its analysis, a count to the search that took it, step by step.</p>
    <div class="pairs">${pairs.map(({ first, second, positions }) => html`<div><h3>${first} and ${second}</h3>
      ${positions.length === 0 && html`<p>No position that both finished has different counts.</p>`}
      ${positions.length > 0 && html`<${Scrolled} label=${`${first} and ${second}: table`}><table>
        <thead><tr><th scope="col">position</th><th scope="col" class="number">${first}</th><th scope="col" class="number">${second}</th><th scope="col" class="number">factor</th></tr></thead>
        <tbody>${positions.map(({ position, first: one, second: two, factor }) => html`<tr>
          <th scope="row"><a class="mono" href=${link(`/analyze/${game}`, { position })}>${position}</a></th>
          ${[{ nodes: one, name: first }, { nodes: two, name: second }].map(({ nodes, name }) => html`<td class="number"><a href=${step(position, name)} aria-label=${`${readable(nodes)}: watch ${name} here`}>${readable(nodes)}</a></td>`)}
          <td class="number">${times(factor)}</td>
        </tr>`)}</tbody>
      </table><//>`}</div>`)}</div>
  </section>`;
}
