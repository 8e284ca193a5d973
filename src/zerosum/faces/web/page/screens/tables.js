// Solved tables: which there are, and what one of them holds, with its hardest positions as boards.

import { go, link } from "../ui/address.js";
import { Part, Table } from "../ui/part.js";
import { Picture } from "../board/picture.js";
import { readable } from "../ui/amounts.js";
import { quoted } from "../ui/shell.js";
import { useAnswer, useView } from "../ui/use_answer.js";
import { Choice, Copy, html, Problem, useEffect } from "../ui/ui.js";
import { percent, resultWords, Value } from "../ui/values.js";

/** @typedef {import("preact").ComponentChildren} Children */

const PICTURE = 130;
const VALUES = /** @type {const} */ (["win", "draw", "loss"]);
/** @type {Record<string, string>} */
const METHODS = {
  layers: "layer by layer: every move leads to the next layer",
  graph: "as one graph: a position can come after different numbers of moves",
  "graph with cycles": "as one graph with cycles: positions can repeat",
  "backward induction": "as one graph, by backward induction",
  "value iteration": "by value iteration: positions can repeat",
};

/** @param {{ address: import("../ui/address.js").Address }} props */
export function Screen({ address }) {
  const name = address.path.split("/").slice(2).join("/");
  return name ? html`<${One} key=${name} name=${name} shares=${address.parameters.show === "shares"} />`
    : html`<${All} game=${address.parameters.game ?? ""} />`;
}

/** All tables; with a game, the page of its table. @param {{ game: string }} props */
function All({ game }) {
  const [found, problem] = /** @type {[Api.TablesView | null, string]} */ (useAnswer("tables"));
  const wanted = game && found?.tables.find((each) => each.game === game && !each.problem)?.name;
  useEffect(() => {
    document.title = "Solved tables · zerosum";
    if (wanted) go(`/tables/${wanted}`, {}, { replace: true });
  }, [wanted]);
  return html`<div class="tables">
    <h1>Solved tables</h1>
    <p>A solved table has the exact value of every position of a game. The lab answers from it at once.</p>
    <${Problem}>${problem}<//>
    ${found
      ? (found.tables.length
        ? html`<ul class="table-list">
          ${found.tables.map((each) => html`<${Entry} key=${each.name} table=${each} />`)}</ul>`
            : html`<${Nothing} folder=${found.folder} />`)
            : !problem && html`<p class="loading" role="status">Looking for tables…</p>`}
  </div>`;
}

/** @param {{ folder: string | null }} props */
function Nothing({ folder }) {
  // a shell knows "~" without quotes
  const [, home, place] = /** @type {RegExpExecArray} */ (/^(~\/)?(.*)$/s.exec(`${folder}/connect4-4x4.table`));
  const command = `zerosum solve connect4:4x4 --out ${home ?? ""}${quoted(place)}`;
  return html`<section class="panel nothing">
    <h2>No game is solved yet</h2>
    ${folder && html`<p>This command solves a game in some seconds, and the lab finds the table by itself:</p>
      <pre tabindex="0"><code>${command}</code></pre>
      <${Copy} command=${command} />`}
    <p>A table that is elsewhere is shown by <code>zerosum web --table DIR</code>; <code>
      zerosum solve GAME --estimate</code> says first about how large it will be.</p>
  </section>`;
}

/** @param {{ table: Api.TableEntry }} props */
function Entry({ table }) {
  const position = useView("position", !table.problem ? { game: table.game, position: table.start } : null);
  if (table.problem) {
    return html`<li class="panel broken"><h2>${table.title}</h2><${Problem}>${table.problem}<//>
      <span class="faint mono">${table.name}</span></li>`;
  }
  return html`<li><a class="panel entry" href=${link(`/tables/${table.name}`)}>
    <${Picture} position=${position} size=${PICTURE} />
    <span><strong>${table.title}</strong><span class="faint">${readable(table.positions)} positions</span>
      <span class="faint mono">${table.name}</span></span>
  </a></li>`;
}

/** @param {{ name: string, shares: boolean }} props */
function One({ name, shares }) {
  const [table, problem] = /** @type {[Api.TableView | null, string]} */ (useAnswer("table", { name }));
  useEffect(() => {
    if (table) document.title = `${table.title}, solved · zerosum`;
  }, [table]);
  if (!table) {
    return html`<div class="tables"><h1>Solved table</h1><${Problem}>${problem}<//>
      ${problem
        ? html`<p><a href="/tables">All tables</a></p>`
        : html`<p class="loading" role="status">Reading the table…</p>`}</div>`;
  }
  const open = `table = zerosum.open_table(${JSON.stringify(table.folder)})`;
  const python = ["import zerosum", "", open, 'print(zerosum.query(table, "values-by-layer"))'].join("\n");
  return html`<div class="tables">
    <div class="row spread"><h1>${table.title}, solved</h1>
      <${Copy} command=${`zerosum stats ${quoted(table.folder)}`} python=${python} /></div>
    <${Facts} table=${table} />
    ${table.layers.length > 1
      ? html`<${Layers} table=${table} shares=${shares}
        onShares=${(/** @type {boolean} */ wanted) =>
          go(`/tables/${name}`, { show: wanted ? "shares" : "" }, { replace: true })} />`
            : html`<${Values} table=${table} />`}
    ${table.means.length > 0 && html`<${Means} table=${table} />`}
    <${Hardest} table=${table} />
  </div>`;
}

/** @param {{ table: Api.TableView }} props */
function Facts({ table }) {
  const bits = (8 * table.bytes) / table.stored;
  const chances = resultWords(table.value);
  /** @type {[string, Children][]} */
  const facts = [
    ["Value", html`<${Value} value=${table.value} /> <span class="faint">for ${table.view}
      ${table.view === table.mover ? ", who begins" : `; ${table.mover} begins`}
      ${table.starts > 1 && `, in the first of ${readable(table.starts)} first positions`}
      ${chances && `: ${chances}`}</span>`],
    ["Positions", html`${readable(table.positions)}
      ${table.symmetry && html` <span class="faint">
        ${readable(table.stored)} stored: one for all that are symmetric to it</span>`}`],
    ["Size", html`${sizeText(table.bytes)} <span class="faint">
      ${bits.toFixed(1)} bits for each stored position</span>`],
    ["Solved", METHODS[table.method] ?? table.method],
    [table.margin ? "Largest margin" : "Longest win", table.longest && html`<${Value} value=${table.longest} />`],
    ["Endless", table.endless ? `${readable(table.endless)} of the draws can go on for ever` : null],
    ["Error", table.error ? `no mean is off by more than ${table.error}` : null],
    ["Folder", html`<span class="mono">${table.folder}</span>`],
  ];
  return html`<section class="panel facts" aria-label="What the table is">
    <dl>${facts.map(([word, fact]) => fact && html`<div><dt>${word}</dt><dd>${fact}</dd></div>`)}</dl>
    <p class="row"><a class="button main" href=${link(`/analyze/${table.game}`, { p: table.position })}>
      Analyze the start</a><a class="button" href="/tables">All tables</a></p>
  </section>`;
}

/** Bytes with a unit that fits. @param {number} bytes */
function sizeText(bytes) {
  const units = ["kB", "MB", "GB", "TB"];
  const power = Math.max(1, Math.min(units.length, Math.floor(Math.log10(bytes) / 3)));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** What a value is called: a mean is ahead, even or behind. @param {Api.TableView} table */
function namesOf({ chance }) {
  return chance ? { win: "ahead", draw: "even", loss: "behind" } : { win: "win", draw: "draw", loss: "loss" };
}

/** @param {Api.TableView} table */
function whose({ chance }) {
  return `Values are for the side to move${chance ? ", of the first player where chance moves" : ""}.`;
}

/** @param {Api.TableView} table */
function fileOf({ game }) {
  return `table-${game.replaceAll(/[^a-z0-9]+/gi, "-")}`;
}

/** A table without layers. @param {{ table: Api.TableView }} props */
function Values({ table }) {
  const { outcomes, positions } = table;
  const names = namesOf(table);
  const counts = VALUES.map((value) => ({ name: names[value], value: outcomes[value] }));
  const rows = [...counts.map(({ name, value }) => [name, readable(value), percent(value / positions)]),
    ["all", readable(positions), percent(1)]];
  return html`<${Part}
    title="Positions by value" about=${whose(table)} file=${fileOf(table)} chart=${table.charts.values}
    cells=${counts.map(({ name, value }) => ({ value: name, positions: value }))}
  ><${Table} heads=${["value", "positions", "share"]} rows=${rows} /><//>`;
}

/** How the means of a game of chance are spread. @param {{ table: Api.TableView }} props */
function Means({ table }) {
  const { means, stored } = table;
  const images = table.symmetry ? " Images of each other count once." : "";
  const number = (/** @type {number} */ mean) => `${mean < 0 ? "−" : "+"}${Math.abs(mean).toFixed(2)}`;
  const line = (/** @type {string} */ name, /** @type {number} */ count) =>
    [name, readable(count), percent(count / stored)];
  const bins = means.map(({ low, high, stored: count }) => line(`${number(low)} to ${number(high)}`, count));
  const rows = [...bins, line("all", stored)];
  return html`<${Part}
    title="Positions by mean"
    about=${`The mean of the result under best play, in ranges of one width. ${whose(table)}${images}`}
    file=${`${fileOf(table)}-means`} chart=${table.charts.means}
    cells=${means.map(({ low, high, stored: count }) => ({ low, high, stored: count }))}
  ><${Table} heads=${["mean", table.symmetry ? "stored" : "positions", "share"]} rows=${rows} /><//>`;
}

/** @param {{ table: Api.TableView, shares: boolean, onShares: (shares: boolean) => void }} props */
function Layers({ table, shares, onShares }) {
  const { layers, outcomes } = table;
  const names = namesOf(table);
  const rows = [...layers.map((each) => [String(each.layer), ...cells(each.positions, each)]),
    ["all", ...cells(table.positions, outcomes)]];
  return html`<${Part}
    title="Positions by layer and value" about=${`${whose(table)} The layer is the number of plies from the start.`}
    file=${fileOf(table)} chart=${shares ? table.charts.shares : table.charts.layers}
    cells=${layers.map(({ layer, positions, win, draw, loss }) => ({ layer, positions, win, draw, loss }))}
    controls=${html`<${Choice} label="Show" options=${[["counts", "Counts"], ["shares", "Shares"]]}
      value=${shares ? "shares" : "counts"}
      onChange=${(/** @type {string} */ which) => onShares(which === "shares")} />`}
  ><${Table} heads=${["layer", "positions", ...VALUES.map((value) => names[value])]} rows=${rows} /><//>`;
}

/** @param {number} positions @param {Api.TableOutcomes} outcomes */
function cells(positions, { win, draw, loss }) {
  return [positions, win, draw, loss].map((count) => readable(count));
}

/** @param {{ table: Api.TableView }} props */
function Hardest({ table }) {
  const { longest_wins: longest, only_wins: wins, only_draws: draws, read, stored } = table;
  /** @type {[string, string, Api.HardPositionView[]][]} */
  const groups = [
    [table.margin ? "Largest margins" : "Longest wins",
      table.margin ? "the side to move wins by most" : "the side to move wins, but the other can hold out longest",
      longest],
    ["Only one move wins", "besides those above; every other move gives the win away", wins],
    ["Only one move draws", "every other move loses; those with most moves first", draws],
    ["Closest choices", "the best move is better than the next by least", table.closest],
    ["Most at stake", "the best move is better than the next by most", table.most_at_stake],
  ];
  const how = table.chance ? "a sample" : "the small layers whole, a sample of the others";
  const some = `${readable(read)} of ${readable(stored)} stored positions: ${how}`;
  return html`<section class="hardest" aria-labelledby="hardest">
    <h2 id="hardest">The hardest positions</h2>
    <p class="faint">Looked for among ${read < stored ? some : "all stored positions"}. Each opens in Analyze.</p>
    ${groups.map(
      ([title, about, positions]) => positions.length > 0 && html`<div>
        <h3>${title}</h3><p class="faint">${about[0].toUpperCase()}${about.slice(1)}.</p>
        <ul class="hard-list">${positions.map((each) =>
          html`<${Hard} key=${each.position} game=${table.game} hard=${each} layered=${table.layers.length > 1} />`)}
          </ul>
      </div>`,
    )}
    ${groups.every(([, , positions]) => !positions.length)
      && html`<p>${table.chance
        ? "No position has a single best move." : "Nobody can win, and no position has a single saving move."}</p>`}
  </section>`;
}

/**
 * A position as a board, one click from its analysis.
 * @param {{ game: string, hard: Api.HardPositionView, layered: boolean }} props
 */
function Hard({ game, hard, layered }) {
  const position = useView("position", { game, position: hard.position });
  const does = hard.value.kind === "margin" ? "keep" : hard.value.sign ? "win" : "draw";
  const { lead, moves, optimal_moves: optimal } = hard;
  const digits = lead === null ? "" : lead < 0.0005 ? lead.toExponential(0) : lead.toFixed(3);
  const those = `${optimal} of ${moves} moves ${does}${optimal === 1 ? "s" : ""}${does === "keep" ? " it" : ""}`;
  const keeps = lead === null ? those : `the best of ${moves} moves is better by ${digits}`;
  return html`<li><a class="panel hard" href=${link(`/analyze/${game}`, { p: hard.position })} title=${hard.position}>
    <${Picture} position=${position} size=${PICTURE} />
    <span><span class="hidden">${hard.position}, </span>${hard.mover} to move: <${Value} value=${hard.value} /></span>
    <span class="faint">${keeps}${layered ? `, layer ${hard.layer}` : ""}</span>
  </a></li>`;
}
