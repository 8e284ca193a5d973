// Compare: algorithms on the same positions, as a lab report that fills in while it is measured.

import { go, link } from "../ui/address.js";
import { ask, follow } from "../ui/api.js";
import { Button, Choice, Copy, Field, html, isNarrow, Options, Problem, Select, useEffect, useReducer, useRef,
  useState } from "../ui/ui.js";
import { Lockstep, lockedCopy } from "./compare_lockstep.js";
import { Differences, Growth, Nodes, Orders, Ranks, Spread } from "./compare_report.js";
import { Refused } from "../ui/refused.js";
import { sizeName } from "../game/sizes.js";
import { command, python } from "./compare_copy.js";
import { ReportButton, ReportSettings, ReportState, useDocument } from "./compare_document.js";
import { chosenIn, FIXED, shortened, UNKNOWN, wantedOf, withAble, withGame } from "./compare_wanted.js";

const TIERS = ["reference", "portable", "native", "auto"];

/** @import { Address } from "../ui/address.js" */
/** @import { Chosen, Name, Wanted } from "./compare_wanted.js" */

/**
 * @typedef {object} Report what was measured so far
 * @property {Api.BeginView | null} begin
 * @property {Api.RowView[]} rows
 * @property {Api.DifferencesView[]} differences
 * @property {Api.Point[]} points
 * @property {Api.FitsView | null} fits
 * @property {Api.RanksView[]} ranks
 * @property {Api.OrdersView | null} orders
 * @property {Api.DoneView | null} done
 * @property {Record<string, Api.ChartPicture[]>} charts by the name of their part
 * @property {string} doing
 * @property {number} nodes
 * @property {number} before how many requests of others are answered first
 * @property {string} problem
 * @property {boolean} running
 * @property {boolean} stopped
 */

/** @type {[words: string, chosen: Chosen][]} */
const EXAMPLES = [
  ["How much alpha-beta cuts in Tic-Tac-Toe", { game: "tictactoe", depths: "1-9" }],
  ["Forty positions of Hexapawn, from best to worst move order", { game: "hexapawn:4x4",
    algorithms: "alphabeta,ordering,table,pvs", positions: "random:40", depths: "1-8", depth: "8" }],
  ["Connect Four, six plies deep", { game: "connect4", depths: "1-6", depth: "5" }],
  ["Chess, four plies deep", { game: "chess", algorithms: "minimax,alphabeta,ordering,table,pvs", depth: "4" }],
];

/** The game that is compared where none is named. */
const FIRST_GAME = "tictactoe";

/** What the server has suggested, by what was asked. @type {Map<string, { usual: Api.Defaults, problem: string }>} */
const suggested = new Map();

/**
 * What the server suggests for a game, null until it has answered, and why it refuses to.
 * @param {Chosen} chosen
 * @returns {{ usual: Api.Defaults | null, problem: string }}
 */
function useDefaults({ game, position, moves, count_from, depth }) {
  const asked = { game: game || FIRST_GAME, position, moves, count_from,
    depth: /^[0-9]+$/.test(depth ?? "") ? depth : "" };
  const key = JSON.stringify(asked);
  const [, render] = useState(0);
  useEffect(() => {
    if (suggested.has(key)) return undefined;
    const leave = new AbortController();
    const put = (/** @type {Api.Defaults} */ usual, problem = "") => {
      suggested.set(key, { usual, problem });
      render((times) => times + 1);
    };
    ask("compare/defaults", asked, { signal: leave.signal })
      .then(put, (error) => leave.signal.aborted || put(UNKNOWN, error.message));
    return () => leave.abort();
  }, [key]);
  return suggested.get(key) ?? { usual: null, problem: "" };
}

/** @type {Report} */
const EMPTY = { begin: null, rows: [], differences: [], points: [], fits: null, ranks: [], orders: null, done: null,
  charts: {}, doing: "", nodes: 0, before: 0, problem: "", running: false, stopped: false };

/**
 * The report after an event. What comes again replaces what was there.
 * @param {Report} report
 * @param {[kind: string, data?: any]} event
 * @returns {Report}
 */
function reduce(report, [kind, data]) {
  /** @type {<T extends { algorithm: string }>(list: T[]) => T[]} */
  const put = (list) => [...list.filter((each) => each.algorithm !== data.algorithm), data];
  switch (kind) {
    case "start": return { ...EMPTY, running: true };
    case "begin": return { ...EMPTY, running: true, begin: data };
    case "doing": return { ...report, doing: data.what, nodes: 0 };
    case "progress": return { ...report, nodes: data.done, before: 0 };
    case "waiting": return { ...report, before: data.before };
    case "row": return { ...report, rows: put(report.rows) };
    case "memory": return { ...report,
      rows: report.rows.map((row) => (row.algorithm === data.algorithm ? { ...row, ...data } : row)) };
    case "differences": return { ...report, differences: [...report.differences, data] };
    case "point": return { ...report, points: [...report.points, data] };
    case "fits": return { ...report, fits: data };
    case "ranks": return { ...report, ranks: put(report.ranks) };
    case "orders": return { ...report, orders: data };
    case "chart": return { ...report, charts: { ...report.charts, [data.part]: data.pictures } };
    case "done": return { ...report, done: data };
    case "end": return { ...report, running: false };
    case "stop": return { ...report, running: false, stopped: true };
    case "problem": return { ...report, running: false, problem: data };
    default: return report;
  }
}

const KINDS = ["begin", "doing", "progress", "waiting", "row", "memory", "differences", "point", "fits", "ranks",
  "orders", "chart", "done", "end", "problem"];

/**
 * The report, measured again whenever what is wanted changes, and how to stop. It begins once it is shown.
 * @param {Wanted} wanted of no game as long as nothing is to be measured
 * @param {number} again
 * @param {boolean} shown
 * @returns {[Report, () => void]}
 */
function useReport(wanted, again, shown) {
  const [report, tell] = useReducer(reduce, EMPTY);
  const leave = useRef(() => {});
  const key = JSON.stringify(wanted);
  const begun = useRef("");
  if (shown) begun.current = key;
  useEffect(() => {
    if (!wanted.game || begun.current !== key) return undefined;
    tell(["start"]);
    const on = Object.fromEntries(KINDS.map((kind) => [kind, (/** @type {any} */ data) => tell([kind, data])]));
    leave.current = follow("compare/stream", wanted, on);
    return leave.current;
  }, [key, again, begun.current]);
  const stop = () => {
    leave.current();
    tell(["stop"]);
  };
  return [report, stop];
}

/** @param {{ address: Address, lab: Api.Lab }} props */
export function Screen({ address, lab }) {
  const chosen = chosenIn(address.parameters);
  const { usual, problem: unusual } = useDefaults(chosen);
  const wanted = wantedOf(chosen, usual ?? UNKNOWN);
  const view = address.parameters.view === "lockstep" ? "lockstep" : "report";
  const [again, setAgain] = useState(0);
  const isReady = usual !== null && !unusual;
  const [report, stop] = useReport(isReady ? wanted : { ...wanted, game: "" }, again, view === "report");
  const saving = useDocument(wanted);
  const isMeasuring = !isReady || report.running || !(report.begin || report.stopped);
  const hasOrders = !usual?.able.length || usual.able.includes("alphabeta");
  const problem = unusual || (report.begin ? "" : report.problem);
  const measure = (/** @type {Chosen} */ next, /** @type {Api.Defaults} */ itsUsual) => {
    const parameters = shortened(next, itsUsual);
    const { left, right, lock, leads, look, step } = address.parameters;
    const isSame = link("/compare", parameters) === link("/compare", shortened(chosen, itsUsual));
    if (view === "lockstep") go("/compare", { ...parameters, view, left, right, lock, leads, look, step });
    else if (isSame) setAgain((times) => times + 1);
    else go("/compare", parameters);
  };
  const show = (/** @type {string} */ which) =>
    go("/compare", { ...chosen, game: wanted.game || FIRST_GAME, view: which === "report" ? "" : which });
  const form = usual && html`<${Form} key=${JSON.stringify(chosen)} first=${chosen} usual=${usual} lab=${lab}
    running=${report.running} view=${view} onMeasure=${measure} onStop=${stop} />`;
  const choice = html`<${Choice} label="View" value=${view} onChange=${show}
    options=${[["report", "Lab report"], ["lockstep", "Two side by side"]]} />`;
  const where = [wanted.game, wanted.position || "from the start", wanted.moves && `after ${wanted.moves}`]
    .filter(Boolean).join(" ");
  if (problem && (view === "report" || unusual)) {
    const other = (/** @type {{ game: string } | { algorithm: string }} */ to) => link("/compare", "game" in to
      ? { ...chosen, position: "", moves: "", game: to.game } : { ...chosen, algorithms: to.algorithm });
    return html`<div class="compare">
      <h1>Compare</h1>
      <${Refused} problem=${problem} lab=${lab} to=${other}>
        <p class="row">${(wanted.position || wanted.moves)
          && html`<a class="button main" href=${other({ game: wanted.game })}>This game from the start</a>`}
          ${" "}<a class="button" href=${link("/compare", { game: wanted.game })}>The usual settings</a></p>
      <//>
      <details class="searched"><summary>Change what is measured</summary>${form}</details>
    </div>`;
  }
  return html`<div class="compare">
    <div class="row spread">
      <h1>Compare${report.begin && ` on ${report.begin.name}`}</h1>
      ${view === "lockstep" && choice}
      ${view === "lockstep" ? html`<${Copy} ...${lockedCopy(address, wanted)} />`
        : wanted.game && html`<div class="row"><${ReportButton} ...${saving} measuring=${isMeasuring} />
          <${Copy} command=${command(wanted, hasOrders)} python=${python(wanted, hasOrders)} /></div>`}
    </div>
    ${view === "report" && html`<div class="row spread">${choice}<${ReportState} ...${saving} /></div>`}
    ${view === "lockstep" && wanted.game ? html`<details class="searched no-print">
      <summary>Position: <span class="mono">${where}</span></summary>${form}</details>` : form}
    ${view === "report" && wanted.game && html`<${ReportSettings} ...${saving} />`}
    ${view === "lockstep" && isReady && html`<${Lockstep} address=${address} wanted=${wanted} lab=${lab} />`}
    ${view === "report" && (wanted.game ? html`<${State} report=${report} seconds=${wanted.seconds} />
      <${ReportParts} report=${report} wanted=${wanted} />` : html`<${Invitation} />`)}
  </div>`;
}

function Invitation() {
  return html`<section class="panel invitation">
    <h2>Nothing is measured yet</h2>
    <p>Choose a game and algorithms and press Measure, or begin with one of these:</p>
    <ul>${EXAMPLES.map(([words, chosen]) => html`<li><a href=${link("/compare", chosen)}>${words}</a></li>`)}</ul>
  </section>`;
}

/** @typedef {(label: string, name: Name, more: Record<string, string>) => unknown} TextOf a field to change a text */

/** @type {(keyof typeof FIXED)[]} */
const MORE = ["seed", "values", "tier", "memory"];

/**
 * What to measure; nothing is measured before the button is pressed. What was not chosen follows the game and the
 * depth.
 * @param {{
 *   first: Chosen, usual: Api.Defaults, lab: Api.Lab, running: boolean, view: string,
 *   onMeasure: (chosen: Chosen, usual: Api.Defaults) => void, onStop: () => void,
 * }} props
 */
function Form({ first, usual: firstUsual, lab, running, view, onMeasure, onStop }) {
  const [chosen, setChosen] = useState(first);
  const usual = useRef(firstUsual);
  const place = chosen.game === first.game ? {} : { position: "", moves: "" };
  const found = useDefaults({ ...first, game: chosen.game, depth: chosen.depth, ...place });
  if (found.usual && !found.problem) usual.current = found.usual;
  const able = usual.current.able.length ? usual.current.able : lab.algorithms.map(({ name }) => name);
  const draft = wantedOf(chosen.game === first.game ? chosen : withAble(chosen, able), usual.current);
  const put = (/** @type {Name} */ name) => (/** @type {string} */ value) =>
    setChosen((before) => ({ ...before, [name]: value }));
  /** @type {TextOf} */
  const text = (label, name, more) => html`<${Field} label=${label} value=${draft[name]} onText=${put(name)}
    autocomplete="off" spellcheck="false" ...${more} />`;
  const game = draft.game || FIRST_GAME;
  const games = lab.games.flatMap((each) => [[each.spec, each.name],
    ...each.examples.map((spec) => [spec, `${each.name}, ${sizeName(each, spec)}`])]);
  const forms = lab.games.map(({ form }) => form).filter(Boolean).join(", ");
  const [isOther, setOther] = useState(() => games.every(([spec]) => spec !== game));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onMeasure({ ...(chosen.game === first.game ? chosen : withAble(chosen, able)), game: game.trim() }, usual.current);
  };
  const setGame = (/** @type {string} */ spec) => {
    setOther(!spec);
    if (spec) setChosen((before) => withGame(before, spec));
  };
  const begin = html`${text("Moves", "moves", { placeholder: "none", size: "10" })}
    ${text("Position", "position", { placeholder: "the start", size: "14" })}`;
  return html`<form class="panel measure no-print" onSubmit=${submit}>
    <div class="row">
      <${Select} label="Game" value=${isOther ? "" : game} options=${[...games, ["", "another size…"]]}
        onChange=${setGame} />
      ${isOther && text("Name and size", "game", { placeholder: "connect4:6x4", size: "16",
        title: `As on the command line; Play's games have these forms: ${forms}` })}
      ${!isNarrow() && begin}
    </div>
    <${Options} name=${`Position, algorithms and limits: ${draft.algorithms.split(",").filter(Boolean).join(", ")}`}>
    ${isNarrow() && html`<div class="row">${begin}</div>`}
    ${view === "report" && html`<${Settings} draft=${draft} put=${put} text=${text} able=${able} lab=${lab} />`}
    <//>
    <div class="row">
      <button type="submit" class="button main">${view === "report" ? "Measure" : "Search"}</button>
      ${running && html`<${Button} onClick=${onStop}>Stop<//>`}
    </div>
  </form>`;
}

/**
 * The algorithms and the limits of a report.
 * @param {{ draft: Wanted, put: (name: Name) => (value: string) => void, text: TextOf, able: string[], lab: Api.Lab }}
 *   props
 */
function Settings({ draft, put, text, able, lab }) {
  const names = draft.algorithms.split(",").filter(Boolean);
  const toggle = (/** @type {string} */ name) => {
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
    const others = next.filter((each) => !able.includes(each));
    put("algorithms")([...able.filter((each) => next.includes(each)), ...others].join(","));
  };
  const titleOf = (/** @type {string} */ name) =>
    lab.algorithms.find((each) => each.name === name.split(":")[0])?.title ?? name;
  const many = draft.positions.startsWith("random:");
  return html`<fieldset class="algorithms"><legend>Algorithms</legend>
    ${[...able, ...names.filter((name) => !able.includes(name))].map(
      (name) => html`<label title=${lab.algorithms.find((each) => each.name === name)?.idea}>
        <input type="checkbox" checked=${names.includes(name)} onChange=${() => toggle(name)} /> ${name}
      </label>`,
    )}
  </fieldset>
  <p class="faint">${names.map((name) => `${name}: ${titleOf(name)}`).join("; ")}.</p>
  <div class="row">
    <${Select} label="Positions" value=${many ? "random" : draft.positions}
      options=${[["one", "this one"], ["random", "random ones"], ["all", "all from here"]]}
      onChange=${(/** @type {string} */ which) => put("positions")(which === "random" ? "random:40" : which)} />
    ${many && html`<${Field} label="how many" value=${draft.positions.slice(7)} size="4" inputmode="numeric"
      onText=${(/** @type {string} */ count) => put("positions")(`random:${count}`)} autocomplete="off" />`}
    ${text("Growth over depths", "depths", { placeholder: "none", size: "5",
      title: "The nodes of each algorithm at every depth limit of this range, as in 1-6; empty for none" })}
    ${text("Look ahead", "depth", { placeholder: "to the end", size: "8", inputmode: "numeric",
      title: "The most plies that every search looks ahead, except for growth; empty for the end of the game" })}
    ${text("Seconds", "seconds", { size: "4", inputmode: "decimal", title: "For the whole report" })}
  </div>
  <p class="faint">Growth counts the nodes at every depth limit of a range, as in 1-6. “Look ahead” limits all other
    ${" "}searches to so many plies. The seconds are for the whole report: 30 unless a depth is chosen, which has 300
    ${" "}to finish.</p>
  <details open=${MORE.some((name) => draft[name] !== FIXED[name])}>
    <summary>More settings</summary>
    <div class="row">
      <${Choice} label="Values" value=${draft.values} onChange=${put("values")}
        options=${[["plain", "plain"], ["distance", "with distance"]]} />
      <${Select} label="Tier" value=${draft.tier} onChange=${put("tier")} options=${TIERS} />
      ${text("Seed", "seed", { size: "6", inputmode: "numeric" })}
      <label class="field"><input type="checkbox" checked=${draft.memory === "true"}
        onChange=${() => put("memory")(draft.memory === "true" ? "" : "true")} /> measure memory</label>
    </div>
  </details>`;
}

/**
 * How far the report is, and what it could not do.
 * @param {{ report: Report, seconds: string }} props
 */
function State({ report, seconds }) {
  const { running, stopped, done, doing, nodes, before, problem } = report;
  const now = before ? `waiting; ${before} before this`
    : [doing, nodes > 0 && `${nodes.toLocaleString("en")} nodes`].filter(Boolean).join(", ");
  return html`<${Problem}>${problem}<//>
    ${running && html`<p class="state" role="status"><span class="busy" aria-hidden="true"></span>Measuring… ${now}
      ${" "}<span class="faint">(at most ${seconds} s in all)</span></p>`}
    ${stopped && html`<p class="state" role="status">Stopped; what is shown was measured before that.</p>`}
    ${done && !done.complete && html`<div class="state partial" role="status">
      <p><strong>Partial:</strong> the time was over before everything was measured. More seconds, a smaller depth or
        ${" "}fewer positions help.</p>
      <ul>${done.unfinished.map((each) => html`<li>${each}</li>`)}</ul>
    </div>`}`;
}

/** @param {{ report: Report, wanted: Wanted }} props */
function ReportParts({ report, wanted }) {
  const { begin, charts } = report;
  if (!begin) return null;
  const many = begin.positions > 1;
  /** @type {<T extends { algorithm: string }>(list: T[]) => T[]} */
  const order = (list) => begin.algorithms.flatMap((name) => list.find((each) => each.algorithm === name) ?? []);
  const file = `compare-${begin.game.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  const rows = order(report.rows);
  const from = many ? `${begin.positions.toLocaleString("en")} positions from ` : "From ";
  return html`<p class="faint begins">${from}<span class="mono">${begin.position}</span></p>
    ${rows.length > 0 && html`<${Nodes} rows=${rows} many=${many} file=${file} chart=${charts.nodes} />`}
    <div class="sections">
      ${report.points.length > 0 && html`<${Growth} points=${report.points} names=${begin.algorithms}
        growth=${report.fits} file=${file} chart=${charts.growth} />`}
      ${many && rows.some((row) => row.spread) && html`<${Spread} rows=${rows} file=${file} chart=${charts.spread} />`}
      ${report.ranks.length > 0 && html`<${Ranks} ranks=${order(report.ranks)} file=${file} chart=${charts.ranks} />`}
      ${report.orders && report.orders.orders.length > 0
        && html`<${Orders} orders=${report.orders} file=${file} chart=${charts.orders} />`}
    </div>
    ${report.differences.length > 0 && html`<${Differences} pairs=${report.differences} game=${begin.game}
      wanted=${wanted} file=${file} />`}`;
}
