// Trees: type one, see it searched, change a leaf and watch the cut move; random trees, worksheets and their keys.

import { go, link } from "../ui/address.js";
import { ask } from "../ui/api.js";
import { DRAWING } from "../ui/lost.js";
import { leavesOf, withLeaf } from "../tree/written_text.js";
import { Legend, TREE_MARKS } from "../ui/legend.js";
import { Button, Choice, Copy, Field, html, isNarrow, messageOf, Options, Problem, Select, textTo } from "../ui/ui.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";
import { useRecording } from "../recording/use_recording.js";
import { textbook } from "../recording/scores.js";
import { rootPlace } from "../tree/written_layout.js";
import { TreePane } from "./step_panes.js";
import { commandOf, ideaOf, pythonOf } from "./step_setup.js";
import { TreeView } from "./trees_picture.js";

/** @typedef {Record<string, any>} Asked the parameters of the address, as texts */

const EXAMPLE = "((3,12,8),(2,4,6),(14,5,2))";
const MOST_NODES = 1200;
/** A tree of more leaves cannot be read where all of it fits; a phone shows fewer. */
const mostReadable = () => (isNarrow() ? 12 : 26);
const MOST_SHEETS = 12;
/** A tree of more leaves is printed in landscape unless portrait is chosen,
 *   and of still more it cannot be written in. */
const [MOST_PORTRAIT, MOST_LANDSCAPE] = [14, 32];
const NO_TREE = "There is no tree; write one, as in ((3,5),(2,9)).";
const EXAMPLES = [
  ["((3,5),(2,9))", "the smallest cut"],
  ["((3,12,8),(2,4,6),(14,5,2))", "the textbook's tree"],
  ["(((3,5),(6,9)),((1,2),(0,-1)))", "a deep cut"],
  ["((9,8),(7,6),(5,4))", "best move first: most cuts"],
  ["((4,5),(6,7),(8,9))", "best move last: no cuts"],
  ["((3,5),?(1:2,2:9))", "chance: a mean of 2 and twice 9"],
  ["(?(4,6),?(2,1,1),?(3:(5,8),1:0))", "chance: a mean that cannot matter"],
];

const KEYS = "Choose a leaf with Tab or a click, then ↑ ↓ or digits change it, ← → go to the next; "
  + "or drag it up and down.";
const HINT = "Drag to move; wheel, pinch or + − to come closer; a click on a node goes to that step of the search. "
  + "100 % shows leaves that can be changed.";

const VIEWS = [["work", "searched"], ["worksheet", "worksheet"], ["key", "key"], ["both", "worksheet and key"]];
/** @type {[string, string][]} */
const ZOOMS = [["fit", "fit"], ["1", "100 %"], ["1.5", "150 %"], ["2.5", "250 %"]];

/**
 * A setting of the printed page that is on or off, in the address as 1.
 * @param {{ name: string, on: string | undefined, onChange: (changes: Record<string, string>) => void,
 *   children?: unknown }} props
 */
function Toggle({ name, on, onChange, children }) {
  return html`<${Button} pressed=${on === "1"} onClick=${() => onChange({ [name]: on === "1" ? "" : "1" })}>
    ${children}<//>`;
}

/** @param {{ address: import("../ui/address.js").Address, lab: Api.Lab }} props */
export function Screen({ address, lab }) {
  /** @type {Asked} */
  const asked = { tree: EXAMPLE, root: "max", view: "work", ...address.parameters };
  const [text, setText] = useState(asked.tree);
  const own = useRef(asked.tree);
  const { algorithm, root, branching } = asked;
  const { tree, problem: unread } = useRecording({ target: asked.tree, algorithm, root, branching }, { keep: true });
  const problem = text.trim() ? unread : NO_TREE;
  // Unless one is chosen, the server takes an algorithm that suits the tree.
  const named = { ...asked, algorithm: asked.algorithm ?? tree?.recording.about.algorithm ?? "alphabeta" };
  const change = (/** @type {Record<string, string>} */ changes) =>
    go("/trees", { ...address.parameters, ...changes }, { replace: true });
  useEffect(() => {
    // What came from elsewhere, by a link or the way back, is shown; what was typed here stands already.
    if (asked.tree !== own.current) setText((own.current = asked.tree));
  }, [asked.tree]);
  const write = (/** @type {string} */ next, changes = {}) => {
    setText(next);
    // An address without a tree would be that of the example: the last tree stays there.
    if (!next.trim()) return;
    own.current = next;
    change({ tree: next, ...changes });
  };
  const setLeaf = (/** @type {number} */ number, /** @type {(value: number) => number} */ changed) => {
    // What was written last, not what was searched last: keys may come faster than searches.
    const source = problem && tree ? tree.recording.about.game : own.current;
    write(withLeaf(source, number, changed));
  };
  const title = lab.algorithms.find(({ name }) => name === named.algorithm.split(":")[0])?.title ?? named.algorithm;
  /** @type {string[]} */
  const others = (asked.more ?? "").split(";").filter(Boolean).slice(0, MOST_SHEETS);
  const zoom = ZOOMS.some(([each]) => each === asked.zoom) ? asked.zoom : "fit";
  const whole = tree?.recording.about.game ?? asked.tree;
  const isAdded = others.includes(whole);
  const stepAddress = { tree: whole, algorithm, root };
  const isLarge = tree !== null
    && (tree.size > MOST_NODES || (zoom === "fit" && leavesOf(whole).length > mostReadable()));
  const sheets = asked.view === "work" ? [whole] : isAdded ? others : [...others, whole];
  const widest = Math.max(...sheets.map((each) => leavesOf(each).length));
  const landscape = asked.landscape ?? (widest > MOST_PORTRAIT ? "1" : "0");
  /** One tree of a page, with its number, 0 where it is alone. */
  const sheetOf = (/** @type {string} */ view, /** @type {string} */ target, /** @type {number} */ number) => {
    const shown = { asked: { ...named, view }, zoom, number };
    if (target !== whole) return html`<${OtherSheet} key=${target} target=${target} ...${shown} />`;
    const toStep = (/** @type {number} */ step) => go("/step", { ...stepAddress, step: step + 1 });
    if (isLarge && view === "work") return html`<${Overview} tree=${tree} onStep=${toStep} />`;
    if (!tree || tree.size <= MOST_NODES) {
      return html`<${Sheet} key="this" ...${shown} tree=${tree} onLeaf=${setLeaf} />`;
    }
    return html`<p>The tree has ${tree.size.toLocaleString("en")} nodes, too many to be printed.</p>`;
  };
  const wholly = { ...named, tree: whole };
  const copied = asked.view === "work" ? { command: commandOf(wholly), python: pythonOf(wholly) } : {};
  return html`<div class="trees">
    <div class="row spread no-print"><h1>Trees</h1>
      <${isNarrow() ? Select : Choice} label="Show" options=${VIEWS} value=${asked.view}
        onChange=${(/** @type {string} */ view) => change({ view })} />
    </div>
    <div class="bench">
      <${TreeForm} ...${{ asked, text, problem, lab, write }} algorithm=${named.algorithm} onChange=${change} />
      <section class="sheet" aria-label="Picture">
        <${SheetOptions} ...${{ asked, zoom, landscape, others, whole, isAdded, widest, onChange: change }} />
        ${(asked.view === "both" ? ["worksheet", "key"] : [asked.view])
          .map((view) => html`<div key=${view} class=${`page ${landscape === "1" ? "landscape" : ""}`}>
          ${view !== "work" && html`<${SheetText} view=${view} title=${title} windows=${asked.windows === "1"}
            tree=${tree} />`}
          ${sheets.map((target, index) => sheetOf(view, target, sheets.length > 1 ? index + 1 : 0))}
        </div>`)}
        ${tree && asked.view === "work"
          && (problem ? html`<p class="counts faint">The picture is of the last tree that could be read.</p>`
            : html`<${Counts} tree=${tree} />`)}
        <div class="row no-print">
          ${problem ? html`<${Button} disabled onClick=${() => {}}>Step through this search<//>`
            : html`<a class="button main" href=${link("/step", stepAddress)}>Step through this search</a>`}
          <${Button} onClick=${() => print()} disabled=${Boolean(problem)}>Print<//>
          ${!problem && html`<${Copy} ...${copied} />`}
        </div>
        ${problem && !tree && html`<div class="lost no-print">${DRAWING}
          <p class="faint">The picture appears as soon as the tree can be read.</p></div>`}
        ${tree && asked.view !== "worksheet" && html`<${Legend} title="What the marks mean" marks=${TREE_MARKS} />`}
        ${tree && asked.view === "work" && !isLarge
          && html`<p class="faint no-print">${isNarrow() ? "Drag a leaf up and down to change it." : KEYS}</p>`}
      </section>
    </div>
  </div>`;
}

/**
 * What is searched: the tree as text, an example or a random one, and the algorithm.
 * @param {{ asked: Asked, text: string, problem: string, lab: Api.Lab, algorithm: string,
 *   write: (text: string, changes?: Record<string, string>) => void,
 *   onChange: (changes: Record<string, string>) => void }} props
 */
function TreeForm({ asked, text, problem, lab, algorithm, write, onChange }) {
  const put = (/** @type {string} */ name) => (/** @type {string} */ value) => onChange({ [name]: value });
  const open = (/** @type {string} */ example) => example
    && write(example, { branching: "", root: "max", algorithm: "" });
  const names = lab.algorithms.map(({ name }) => name);
  return html`<form class="panel no-print" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <label class="above"><span>Tree</span>
      <textarea rows="5" spellcheck="false" value=${text} aria-describedby="tree-help"
        onInput=${textTo(write)}></textarea></label>
    <p id="tree-help" class="faint">
      Brackets and whole numbers, as in <code>((3,5),(2,9))</code>; or leaves alone, as in
      ${" "}<code>3 5 2 9</code>, with a branching. <code>?(1:2, 2:9)</code> is chance: 9 is twice as likely as 2.</p>
    <${Problem}>${problem}<//>
    <div class="row">
      <${Field} label="Branching" type="number" class="number" min="2" max="63" value=${asked.branching ?? ""}
        placeholder="–"
        onText=${put("branching")} />
      <${Choice} label="Root" options=${[["max", "△ MAX"], ["min", "▽ MIN"]]} value=${asked.root}
        onChange=${put("root")} />
    </div>
    <${Select} label="Algorithm" options=${names} value=${algorithm} onChange=${put("algorithm")} />
    <p class="faint">${ideaOf(algorithm, lab)}</p>
    <${Select} label="Example" options=${[["", "choose…"], ...EXAMPLES]} value="" onChange=${open} />
    <${RandomTree} asked=${asked} onTree=${(/** @type {string} */ made) => write(made, { branching: "" })} />
  </form>`;
}

/**
 * The size of the picture, and what is on a printed page.
 * @param {{ asked: Asked, zoom: string, landscape: string, others: string[], whole: string, isAdded: boolean,
 *   widest: number, onChange: (changes: Record<string, string>) => void }} props
 */
function SheetOptions({ asked, zoom, landscape, others, whole, isAdded, widest, onChange }) {
  const resize = (/** @type {string} */ next) => onChange({ zoom: next === "fit" ? "" : next });
  const turn = () => onChange({ landscape: landscape === "1" ? "0" : "1" });
  const add = () => onChange({ more: [...others, whole].join(";") });
  const isPrinted = asked.view !== "work";
  return html`<${Options} name="Size and page"><div class="row no-print">
    <${Choice} label="Size" options=${ZOOMS} value=${zoom} onChange=${resize} />
    ${isPrinted && html`<${Button} pressed=${landscape === "1"} onClick=${turn}>Landscape<//>
      <${Button} title="Keep this tree on the sheet, and write another one"
        disabled=${isAdded || others.length >= MOST_SHEETS} onClick=${add}>Add this tree<//>`}
    ${isPrinted && others.length > 0 && html`<${Button} onClick=${() => onChange({ more: "" })}>Only this tree<//>
      <span class="faint" role="status">${others.length} kept${isAdded ? "; write another tree" : ""}</span>`}
    ${(asked.view === "worksheet" || asked.view === "both")
      && html`<${Toggle} name="windows" on=${asked.windows} onChange=${onChange}>Blanks for windows<//>`}
  </div><//>
  ${isPrinted && widest > MOST_LANDSCAPE
    && html`<p class="no-print" role="status">A tree of ${widest} leaves is printed too small to write in.</p>`}`;
}

/**
 * A tree with too many leaves to be read at once: all of it, with a map, to be moved and brought closer.
 * @param {{ tree: MergedTree, onStep: (step: number) => void }} props
 */
function Overview({ tree, onStep }) {
  return html`<div class="large-tree">
    <${TreePane} recording=${tree.recording} tree=${tree} step=${tree.recording.events - 1} onStep=${onStep}
      large=${false} mode="whole"
    hint=${HINT} /></div>`;
}

/**
 * A tree with its number and the lines about it, as it is printed.
 * @param {{ asked: Asked, tree: MergedTree | null, zoom: string, number: number,
 *   onLeaf?: (number: number, change: (value: number) => number) => void }} props
 */
function Sheet({ asked, tree, zoom, number, onLeaf }) {
  const scroll = useRef(/** @type {HTMLElement | null} */ (null));
  // An enlarged tree begins with its root in the middle.
  useLayoutEffect(() => {
    const box = scroll.current;
    const picture = box?.querySelector("svg");
    if (!box || !picture || !tree) return;
    const { left, width } = picture.getBoundingClientRect();
    box.scrollLeft += left + width * rootPlace(tree) - box.getBoundingClientRect().left - box.clientWidth / 2;
  }, [zoom, tree === null, tree?.size]);
  return html`<div class="one-tree">
    ${number > 0 && html`<h3>Tree ${number}</h3>`}
    ${tree && asked.view === "key" && html`<${Solution} tree=${tree} />`}
    ${asked.view === "worksheet"
      && html`<p class="name">Value at the root: ________   Leaves never looked at: ________</p>`}
    ${tree && html`<div class="scroll" ref=${scroll} tabindex=${zoom === "fit" ? undefined : 0}>
      <${TreeView} tree=${tree} view=${asked.view} zoom=${zoom === "fit" ? null : Number(zoom)}
        windows=${asked.windows === "1"} onLeaf=${onLeaf} /></div>`}
  </div>`;
}

/**
 * One more tree of a worksheet, searched by the same algorithm.
 * @param {{ target: string, asked: Asked, zoom: string, number: number }} props
 */
function OtherSheet({ target, asked, zoom, number }) {
  const { tree, problem } = useRecording({ target, algorithm: asked.algorithm, root: asked.root });
  return html`<${Problem}>${problem}<//><${Sheet} asked=${asked} tree=${tree} zoom=${zoom} number=${number} />`;
}

/** How many leaves a tree has, and how many of them were looked at. @param {MergedTree} tree */
function leavesSeen(tree) {
  let [leaves, seen] = [0, 0];
  for (let node = 0; node < tree.size; node++) {
    if (tree.first[node] >= 0) continue;
    leaves += 1;
    if (tree.visits.starts[node + 1] > tree.visits.starts[node]) seen += 1;
  }
  return { leaves, seen };
}

/** What the search found, and how much it left out. @param {{ tree: MergedTree }} props */
function Counts({ tree }) {
  const { result, algorithm } = tree.recording.about;
  const { leaves, seen } = leavesSeen(tree);
  return html`<p class="counts" role="status">
    Value <b>${textbook(result.value)}</b> for MAX by ${algorithm}: <b>${result.cutoffs}</b> ${result.cutoffs === 1
      ? "cut" : "cuts"},
    ${" "}<b>${seen}</b> of ${leaves} leaves looked at, ${leaves - seen} never; ${result.nodes} nodes visited.</p>`;
}

/** What a key says about a tree. @param {{ tree: MergedTree }} props */
function Solution({ tree }) {
  const { result } = tree.recording.about;
  const { leaves, seen } = leavesSeen(tree);
  return html`<p>Value ${textbook(result.value)} for MAX, best line ${result.line.join(" ")
    || "none"}; ${result.cutoffs} ${result.cutoffs === 1
    ? "cut" : "cuts"}, ${seen} of ${leaves} leaves looked at, ${leaves - seen} never.</p>`;
}

/**
 * The heading of a printed page, for all of its trees.
 * @param {{ view: string, title: string, windows: boolean, tree: MergedTree | null }} props
 */
function SheetText({ view, title, windows, tree }) {
  const windowed = tree?.recording.windowed;
  if (view === "key") {
    return html`<header><h2>Key: ${title}</h2>
      <p>${windowed ? "Above each node stands its window when it was entered, and below that why it cut."
        : "A node that cut has the reason above it."}</p></header>`;
  }
  return html`<header><h2>Worksheet: ${title}</h2>
    <p class="name">Name: ________________________</p>
    <p>△ is MAX, ▽ is MIN${tree?.recording.hasChance
      ? ", ○ is chance: the mean of its branches, with the probabilities that stand on them"
      : ""}. Search from left to right by ${title}. Write its value into every node that is visited, and strike out
      every branch that is cut, with the reason.
      ${windows && windowed ? " Above it write its window when it is entered." : ""}</p></header>`;
}

/** A random tree with exactly so many cuts. @param {{ asked: Asked, onTree: (text: string) => void }} props */
function RandomTree({ asked, onTree }) {
  const [wish, setWish] = useState(/** @type {Record<string, any>} */ ({ branching: 2, depth: 3, cuts: "2", low: 0,
    high: 9 }));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  /** @type {(name: string, label: string, min: number, max: number) => unknown} */
  const number = (name, label, min, max) =>
    html`<${Field} ...${{ label, min, max }} type="number" class="number" value=${wish[name]}
      onText=${(/** @type {string} */ text) => setWish({ ...wish, [name]: text })} />`;
  const make = async () => {
    setBusy(true);
    try {
      const seed = Math.floor(Math.random() * 2 ** 32);
      const made = await ask("tree/random", { ...wish, algorithm: asked.algorithm, root: asked.root, seed });
      setProblem("");
      onTree(made.text);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return html`<fieldset class="random"><legend>Random tree</legend>
    <div class="row">${number("branching", "Branching", 2, 20)}${number("depth", "Plies", 1, 10)}
      ${number("cuts", "Exactly this many cuts", 0, 99)}
      ${number("low", "Leaves from", -99, 99)}${number("high", "to", -99, 99)}</div>
    <${Problem}>${problem}<//>
    <${Button} onClick=${make} disabled=${busy}>${busy ? "Trying…" : "Make one"}<//>
  </fieldset>`;
}
