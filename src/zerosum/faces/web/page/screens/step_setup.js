// What is searched, and how: the choices above the panes of a search, and the same as a command and as Python.

import { quoted } from "../ui/shell.js";
import { Choice, Field, html, Select, useEffect, useRef, useState } from "../ui/ui.js";

/** @typedef {Record<string, any>} Asked the parameters of the address, as texts */

/** The seconds that a recorded search has, here and where it is copied to. */
const SEARCH_SECONDS = 60;

const DEFAULT = { game: "tictactoe", position: "-X-/O-X/O--" };

/**
 * The parameters of the address, with defaults for those it leaves out; the server chooses the algorithm that suits.
 * Where nothing is named to search, the example of the algorithm is.
 * @param {Record<string, string>} parameters @param {Api.Lab} lab
 * @returns {{ asked: Asked, example: Api.ExampleView | null }}
 */
export function chosen(parameters, lab) {
  /** @type {Asked} */
  const asked = { values: "plain", root: "max", ...parameters };
  if (asked.tree) return { asked, example: null };
  // A large game without a depth would be searched for hours.
  if (asked.game) {
    return { asked: { ...asked, depth: asked.depth ?? (isSmall(asked.game, lab) ? "" : "fit") }, example: null };
  }
  const name = (asked.algorithm || "alphabeta").split(":")[0];
  const example = lab.algorithms.find((each) => each.name === name)?.example ?? null;
  const depth = typeof example?.depth === "number" ? { depth: String(example.depth) } : {};
  const target = example?.tree
    ? { tree: example.tree } : { game: example?.game, position: example?.position, ...depth };
  return { asked: { ...asked, ...(example ? target : DEFAULT) }, example };
}

/** The depth of a search that ends by itself, in the address of a game that may not. */
const NO_LIMIT = 99;

/** Whether a search reaches the end of a game soon. @param {string} game @param {Api.Lab} lab */
function isSmall(game, lab) {
  return lab.games.find(({ spec }) => spec === game)?.is_small ?? false;
}

/**
 * What the address says of a depth that was found to fit, "" for no limit.
 * @param {number | ""} depth @param {string | undefined} game @param {Api.Lab} lab
 */
export function fittedDepth(depth, game, lab) {
  return depth === "" && game && !isSmall(game, lab) ? NO_LIMIT : depth;
}

/** What the server is asked to search. @param {Asked} asked */
export function searchOf(asked) {
  const { algorithm, values, root, depth, seed, tree, game, position, moves, count_from } = asked;
  return tree ? { target: tree, algorithm, depth, root, seed, seconds: SEARCH_SECONDS }
    : { game, position, moves, count_from, algorithm, values, depth, seed, seconds: SEARCH_SECONDS };
}

/**
 * What an algorithm adds to the one before, in a few words; "" for one that the lab does not list.
 * @param {string} algorithm @param {Api.Lab} lab
 */
export function ideaOf(algorithm, lab) {
  return lab.algorithms.find(({ name }) => name === algorithm.split(":")[0])?.idea ?? "";
}

/** The command that shows the same tree. @param {Asked} asked */
export function commandOf(asked) {
  const words = ["zerosum", "tree", quoted(asked.tree || asked.game)];
  if (!asked.tree && asked.position) words.push("-p", quoted(asked.position));
  if (!asked.tree && asked.moves) words.push("-m", quoted(asked.moves));
  if (!asked.tree && asked.count_from) words.push("--count-from", quoted(asked.count_from));
  words.push("-a", quoted(asked.algorithm));
  if (asked.depth) words.push("--depth", quoted(asked.depth));
  if (!asked.tree && asked.values !== "plain") words.push("--values", quoted(asked.values));
  if (asked.tree && asked.root === "min") words.push("--root", "min");
  return words.join(" ");
}

/**
 * Lines of Python that record the same search, or one after the other by each of these algorithms.
 * @param {Asked} asked @param {string[]} [names]
 */
export function pythonOf(asked, names = [asked.algorithm]) {
  const text = (/** @type {any} */ value) => JSON.stringify(value);
  const lines = ["from zerosum.engines.recording.recorder import record", "from zerosum.engines.search import Limit"];
  if (asked.tree) {
    lines.unshift("from zerosum.core.games.tree import read_tree");
    lines.push("", `game = read_tree(${text(asked.tree)}, root_is_max=${asked.root === "min" ? "False" : "True"})`,
      "state = game.start");
  } else {
    lines.unshift("from zerosum.core.games import load");
    const numbering = asked.count_from ? `, count_from=${Number(asked.count_from)}` : "";
    lines.push("", `game = load(${text(asked.game)}${numbering})`);
    lines.push(asked.position ? `state = game.read_position(${text(asked.position)})` : "state = game.start");
    if (asked.moves) lines.push(`state = game.after(game.read_moves(${text(asked.moves)}, state), state)`);
  }
  const plain = asked.values === "distance" ? "False" : "True";
  const limit = `, limit=Limit(${asked.depth ? `depth=${Number(asked.depth)}, ` : ""}seconds=${SEARCH_SECONDS})`;
  lines.push(
    `for name in [${names.map(text).join(", ")}]:`,
    `    result, recording = record(game, state, name, plain=${plain}${limit})`,
    '    print(name, result.value, "in", result.nodes, "nodes with", result.cutoffs, "cut-offs;", '
      + 'len(recording.kind), "events")',
  );
  return `${lines.join("\n")}\n`;
}

/**
 * The form. What is a choice takes effect at once; what is typed, with Enter or the button.
 * @param {{ asked: Asked, algorithm: string, example: Api.ExampleView | null,
 *   look: { step: number, what: string } | null, lab: Api.Lab, onChange: (asked: Asked) => void,
 *   onStep: (step: number) => void }} props `example` is the one that is searched, null where something else is;
 *   `look` is the step that is worth a
 * look
 */
export function Setup({ asked, algorithm, example, look, lab, onChange: search, onStep }) {
  const chooser = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  // What was chosen is searched, and the choices no longer lie over the tree.
  const onChange = (/** @type {Asked} */ next) => {
    const { current: box } = chooser;
    if (box?.contains(document.activeElement)) box.querySelector("summary")?.focus();
    if (box) box.open = false;
    search(next);
  };
  const [draft, setDraft] = useState(asked);
  useEffect(() => setDraft(asked), [JSON.stringify({ ...asked, step: "" })]);
  const kind = draft.tree !== undefined && draft.tree !== null && draft.kind !== "game" ? "tree" : "game";
  const submit = (changes = {}) => {
    /** @type {Asked} */
    const all = { ...draft, ...changes };
    const { kind: _, tree, game, position, moves, ...rest } = all;
    onChange(kind === "tree"
      ? { tree: tree || "((3,5),(2,9))", ...rest, values: "" } : { game, position, moves, ...rest, root: "" });
  };
  const type = (/** @type {string} */ name) => (/** @type {string} */ text) => setDraft({ ...draft, [name]: text });
  const choose = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    setDraft({ ...draft, [name]: value });
    submit({ [name]: value });
  };
  // With another algorithm comes its own example, as long as nothing was chosen to search.
  const pick = (/** @type {string} */ name) => (example ? onChange({ algorithm: name }) : choose("algorithm")(name));
  const other = (/** @type {string} */ next) => {
    if (next === kind) return;
    const base = { algorithm: draft.algorithm, depth: draft.depth };
    if (next === "tree") onChange({ ...base, tree: "((3,5),(2,9))" });
    else onChange({ ...base, ...DEFAULT });
  };
  const games = lab.games.map(({ spec, name }) => [spec, name]);
  const names = lab.algorithms.map(({ name }) => name);
  if (draft.game && !games.some(([spec]) => spec === draft.game)) games.push([draft.game, draft.game]);
  if (!names.includes(algorithm)) names.push(algorithm);
  const target = asked.tree
    ?? [asked.game, asked.position, asked.moves && `after ${asked.moves}`].filter(Boolean).join(" ");
  return html`<form class="setup no-print" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  }}>
    <div class="row">
      <${Select} label="Algorithm" options=${names} value=${algorithm} onChange=${pick} />
      <span class="faint idea">${ideaOf(algorithm, lab)}</span>
      <${Field} label="Depth" type="number" class="number" min="1" max="99"
        value=${draft.depth === "fit" ? "" : draft.depth ?? ""}
        placeholder="∞" onText=${type("depth")} onChange=${() => submit()} />
      <${Choice} label="On" options=${[["game", "a position"], ["tree", "a tree"]]} value=${kind} onChange=${other} />
      ${kind === "tree"
        ? html`<${Field} label="Tree" kind="wide" class="mono" value=${draft.tree} onText=${type("tree")}
          onChange=${() => submit()} spellcheck="false" />
            <${Choice} label="Root" options=${[["max", "MAX"], ["min", "MIN"]]} value=${draft.root}
              onChange=${choose("root")} />`
        : html`<details ref=${chooser}><summary>${target}</summary>
          <div class="row">
            <${Select} label="Game" options=${games} value=${draft.game}
              onChange=${(/** @type {string} */ game) =>
                onChange({ algorithm: draft.algorithm, depth: isSmall(game, lab) ? "" : "fit", game })} />
            <${Field} label="Position" class="mono" value=${draft.position ?? ""} placeholder="the start"
              spellcheck="false"
              onText=${type("position")} />
            <${Field} label="Moves" class="mono short" value=${draft.moves ?? ""} spellcheck="false"
              onText=${type("moves")} />
            <${Choice} label="Values" options=${[["plain", "W, D, L"], ["distance", "with distance"]]}
              value=${draft.values} onChange=${choose("values")} />
            <button type="submit" class="button main">Search</button>
          </div></details>`}
      ${look && html`<button type="button" class="plain look" onClick=${() => onStep(look.step - 1)}>
        Look at step ${look.step.toLocaleString("en")}: ${look.what}</button>`}
    </div>
  </form>`;
}
