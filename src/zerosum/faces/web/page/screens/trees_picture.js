// A written tree as a picture whose leaves can be changed, and the same as a worksheet and its key.

import { PRUNED } from "../tree/merged.js";
import { nodeLabel } from "../tree/node_text.js";
import { HAS_CUT, IS_CHANCE, IS_MIN } from "../recording/recording.js";
import { html, useMemo, useRef } from "../ui/ui.js";
import { textbook } from "../recording/scores.js";
import { arranged, BLANK, LINE, noteBox, notePlace, outline, visitNote } from "../tree/written_layout.js";

/** @typedef {(change: (value: number) => number) => void} OnChange */

/**
 * Nodes that can be chosen in the picture, by their paths such as ".1.0": leaves or inner nodes, or all below the
 * root. `onMove`, where there is one, moves a branch to the left or right by arrow keys.
 * @typedef {{ what: "leaves" | "inner" | "branches", chosen: string[], onPick: (path: string) => void,
 *   onMove?: (path: string, by: number) => void }} Pick
 */

const ENLARGED = 1.3;
const TYPING_RESTS = 1500;
const LEVEL_NAMES = 40;
/** @type {Record<string, number>} */
const CHANGES = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
/** @type {Record<string, number>} */
const SIDES = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The picture, of the last step unless told. `view` is "work", "worksheet" or "key"; `onLeaf` gets the number of a
 * leaf and how its value changes. `names` writes the numbers of the branches and who moves at each ply; `asked` is the
 * path of a node whose value is asked for; `covered` hides what is known of the nodes that are still open.
 * @param {{ tree: MergedTree, view: string, onLeaf?: (number: number, change: (value: number) => number) => void,
 *   step?: number, pick?: Pick | null, names?: boolean, asked?: string, covered?: boolean, zoom?: number | null,
 *   windows?: boolean }} props `zoom` times its usual size, or as large as there is room; `windows` leaves blanks for
 *   them on a
 * worksheet
 */
export function TreeView({ tree, view, onLeaf, step, pick, names = false, asked, covered = false, zoom = null,
  windows = false }) {
  const blank = view === "worksheet";
  const notes = blank ? (windows && tree.recording.windowed ? "blank" : "none") : view === "key" ? "key" : "search";
  const places = useMemo(() => arranged(tree, notes), [tree, notes]);
  const { recording } = tree;
  const end = recording.events - 1;
  const last = step ?? end;
  const now = step === undefined || step === end ? -1 : tree.of[recording.node[step]];
  // In the order of the picture, which Tab follows, not in that of the search.
  const { at, order: nodes } = places;
  const left = names ? LEVEL_NAMES : 0;
  const { result } = recording.about;
  const about = blank
    ? `Worksheet: a tree of ${places.leafNumbers.size} leaves`
    : `Tree of ${places.leafNumbers.size} leaves, value ${textbook(result.value)} for MAX, ${result.cutoffs} cuts`;
  return html`<svg class=${`written ${zoom !== null ? "wide" : ""}`}
    viewBox=${`${-left} 0 ${places.width + left} ${places.height}`}
    width=${(places.width + left) * ENLARGED * (zoom ?? 1)} height=${places.height * ENLARGED * (zoom ?? 1)}
    role="group" aria-label=${about}>
    ${names && levelNames(tree, nodes)
      .map(([node, name]) => html`<text key=${name + node} class="note level" x=${-left / 2} y=${at(node)[1] + 4}>
        ${name}</text>`)}
    ${nodes.filter((node) => tree.parent[node] >= 0)
      .map((node) => html`<${Edge} key=${`edge${places.paths[node]}`} ...${endsOf(tree, node, at)}
        leads=${tree.first[node] >= 0}
      pruned=${!blank && tree.state(node, last) === PRUNED}
      cut=${!blank && tree.state(node, last) === PRUNED && tree.state(tree.parent[node], last) !== PRUNED}
      best=${!blank && last === end && tree.line.includes(node)} chance=${tree.chanceText(node)}
      name=${names ? tree.moveText(node) : ""} />`)}
    ${nodes.map((node) => {
      const [x, y] = at(node);
      const pruned = !blank && tree.state(node, last) === PRUNED;
      if (tree.first[node] < 0) {
        return html`<${Leaf} key=${places.paths[node]} x=${x} y=${y} value=${scoreOf(tree, node)} pruned=${pruned}
          number=${places.leafNumbers.get(node)} count=${places.leafNumbers.size}
          now=${node === now} pick=${pickProps(pick, tree, node, places.paths[node])}
          onChange=${view === "work" && onLeaf ? (/** @type {(value: number) => number} */ changed) =>
            onLeaf(places.leafNumbers.get(node), changed) : null} />`;
      }
      return html`<${Inner} key=${places.paths[node]} tree=${tree} node=${node} at=${at} pruned=${pruned}
        notes=${notes} asked=${places.paths[node] === asked} covered=${covered} named=${names} step=${last}
        now=${node === now} pick=${pickProps(pick, tree, node, places.paths[node])} />`;
    })}
  </svg>`;
}

/**
 * Who moves at each ply, where it is the same everywhere, with a node of that ply.
 * @param {MergedTree} tree @param {number[]} nodes
 * @returns {[node: number, name: string][]}
 */
function levelNames(tree, nodes) {
  const inner = nodes.filter((node) => tree.first[node] >= 0);
  const plies = Map.groupBy(inner, (node) => tree.ply[node]);
  return [...plies.values()].filter((level) => new Set(level.map((node) => nameOf(tree.flags[node]))).size === 1)
    .map((level) => [level[0], nameOf(tree.flags[level[0]])]);
}

/**
 * The ends of the edge that leads to a node.
 * @param {MergedTree} tree @param {number} node @param {(node: number) => number[]} at
 */
function endsOf(tree, node, at) {
  const [[x1, y1], [x2, y2]] = [at(tree.parent[node]), at(node)];
  return { from: [x1, y1 + outline(tree, tree.parent[node]).bottom], to: [x2, y2 - outline(tree, node).top] };
}

/**
 * @param {{ from: number[], to: number[], leads: boolean, pruned: boolean, cut: boolean, best: boolean,
 *   chance: string, name: string }} props `leads` where there is a node with a note at its end
 */
function Edge({ from, to, leads, pruned, cut, best, chance, name }) {
  const [[x1, y1], [x2, y2]] = [from, to];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const along = (/** @type {number} */ part) => [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
  // The probability of an outcome stands where the edges are farther apart; the number of a branch, away from windows.
  const [x, y] = along(chance ? 0.3 : name ? 0.78 : 0.6);
  const [labelX, labelY] = along(chance ? (leads ? 0.48 : 0.76) : 0.44);
  const label = chance || name;
  const line = (/** @type {number} */ shift) =>
    `M${x - dy * 9 + dx * shift} ${y + dx * 9 + dy * shift}L${x + dy * 9 + dx * shift} ${y - dx * 9 + dy * shift}`;
  return html`<g><path class=${`edge ${pruned ? "pruned" : ""} ${best ? "best" : ""}`}
    d=${`M${x1} ${y1}L${x2} ${y2}`} />
    ${cut && html`<path class="cut-line" d=${line(-3) + line(3)}><title>cut</title></path>`}
    ${label && html`<rect class="behind" x=${labelX - label.length * 3.3 - 2} y=${labelY - 8}
      width=${label.length * 6.6 + 4} height="16" />
      <text class="note" x=${labelX} y=${labelY + 4}>${label}</text>`}</g>`;
}

/**
 * The attributes of a node that can be chosen; none where it cannot.
 * @param {Pick | null | undefined} pick @param {MergedTree} tree @param {number} node @param {string} path
 * @returns {Record<string, any> | null}
 */
function pickProps(pick, tree, node, path) {
  const isLeaf = tree.first[node] < 0;
  if (!pick || (pick.what === "branches" ? !path : isLeaf !== (pick.what === "leaves"))) return null;
  const chosen = pick.chosen.includes(path);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const by = pick.onMove ? SIDES[event.key] : undefined;
    if (by) pick.onMove?.(path, by);
    else if (event.key === "Enter" || event.key === " ") pick.onPick(path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const where = path ? `after branch ${path.slice(1).replaceAll(".", " ")}` : "at the root";
  const label = `${isLeaf ? `leaf ${scoreOf(tree, node)}` : nameOf(tree.flags[node])} ${where}`;
  return { tabindex: 0, role: "button", "aria-pressed": String(chosen), "aria-label": label, "data-path": path,
    onClick: () => pick.onPick(path), onKeyDown: key };
}

/** The score of a leaf, visited or not. @param {MergedTree} tree @param {number} node */
function scoreOf(tree, node) {
  const visit = tree.visit(node, tree.recording.events - 1);
  return visit >= 0 ? tree.recording.score[visit] : tree.known[node];
}

/** @param {number} flags */
function nameOf(flags) {
  return flags & IS_CHANCE ? "chance" : flags & IS_MIN ? "MIN" : "MAX";
}

/**
 * @param {{ tree: MergedTree, node: number, at: (node: number) => [x: number, y: number], pruned: boolean,
 *   notes: string, step: number, now: boolean, asked: boolean, covered: boolean, named: boolean,
 *   pick: Record<string, any> | null }} props
 */
function Inner({ tree, node, at, pruned, notes, step, now, asked, covered, named, pick }) {
  const { recording } = tree;
  const blank = notes === "blank" || notes === "none";
  const [x, y] = at(node);
  const [isMin, isChance] = [tree.flags[node] & IS_MIN, tree.flags[node] & IS_CHANCE];
  const up = isMin ? 1 : -1;
  const visit = tree.visit(node, step);
  const score = asked ? "?" : visit >= 0 && !blank && !pruned ? nodeLabel(tree, node, step, covered) : "";
  const name = nameOf(tree.flags[node]);
  const cuts = visit >= 0 && !pruned && recording.flags[visit] & HAS_CUT && recording.cutOf(visit) <= step;
  const note = notes === "blank" ? BLANK : blank || visit < 0 || pruned ? ""
    : visitNote(tree, visit, Boolean(cuts), notes === "key");
  return html`<g class=${nodeClass({ pruned, now: now || asked, pick })} ...${pick ?? {}}>
    <title>${name}${score && ` ${score}`}${pruned ? " (cut)" : ""}</title>
    ${isChance
      ? html`<circle class="shape" cx=${x} cy=${y} r="19" />`
      : html`<path class="shape" d=${`M${x} ${y + up * 22}L${x + 23} ${y - up * 14}L${x - 23} ${y - up * 14}Z`} />`}
    <text class=${score.length > 3 ? "value long" : "value"} x=${x} y=${y + (isChance ? 5 : isMin ? 2 : 9)}>
      ${score}</text>
    ${note && html`<${Note} place=${notePlace(tree, node, at)} text=${note} isReason=${cuts && !blank} />`}
    ${blank && !named && tree.parent[node] < 0 && html`<text class="note" x=${x + 44} y=${y}>${name}</text>`}
  </g>`;
}

/** @param {{ place: import("../tree/written_layout.js").NotePlace, text: string, isReason: boolean }} props */
function Note({ place, text, isReason }) {
  const { x, y, wide, tall } = noteBox(place, text);
  const lines = text.split("\n");
  return html`<rect class="behind" x=${x - wide / 2} y=${y - tall / 2} width=${wide} height=${tall} />
    ${lines.map((line, index) =>
      html`<text class=${`note at-${place.anchor} ${isReason && index === lines.length - 1 ? "reason" : ""}`}
        x=${place.x} y=${place.y - (lines.length - 1 - index) * LINE}>${line}</text>`)}`;
}

/** @param {{ pruned: boolean, now: boolean, pick: Record<string, any> | null }} shown */
function nodeClass({ pruned, now, pick }) {
  const chosen = pick?.["aria-pressed"] === "true";
  return [pruned && "pruned", now && "now", pick && "choosable", chosen && "chosen"].filter(Boolean).join(" ");
}

/**
 * A leaf that takes keys: arrows change it, digits write it, left and right go to the next one; or drag it up and
 * down.
 * @param {{ x: number, y: number, value: number, pruned: boolean, number: number, count: number,
 *   onChange: OnChange | null, now: boolean, pick: Record<string, any> | null }} props
 */
function Leaf({ x, y, value, pruned, number, count, onChange, now, pick }) {
  const live = useLeafKeys(number, value, onChange);
  return html`<g class=${`leaf ${nodeClass({ pruned, now, pick })} ${onChange ? "live" : ""}`} data-number=${number}
    ...${live} ...${pick ?? {}}
    ...${onChange
      ? { tabindex: 0, role: "spinbutton", "aria-valuenow": value,
        "aria-label": `leaf ${number + 1} of ${count}${pruned ? ", not looked at" : ""}` } : {}}>
    ${pick && html`<rect class="hit" x=${x - 23} y=${y - 24} width="46" height="48" />`}
    <rect class="shape" x=${x - 17} y=${y - 15} width="34" height="30" rx="3" />
    <text class="value" x=${x} y=${y + 5}>${String(value).replace("-", "−")}</text>
  </g>`;
}

/**
 * The listeners of a leaf that can be changed.
 * @param {number} number @param {number} value @param {OnChange | null} onChange
 */
function useLeafKeys(number, value, onChange) {
  const typed = useRef({ text: "", at: 0 });
  const drag = useRef(/** @type {{ y: number, value: number } | null} */ (null));
  if (!onChange) return {};
  const neighbour = (/** @type {Element} */ element, /** @type {number} */ by) => {
    const leaf = element.closest("svg")?.querySelector(`.leaf[data-number="${number + by}"]`);
    if (leaf instanceof SVGElement) leaf.focus();
  };
  const write = (/** @type {KeyboardEvent} */ event) => {
    const now = performance.now();
    const fresh = now - typed.current.at > TYPING_RESTS;
    const before = event.key === "Backspace" ? String(value) : fresh ? "" : typed.current.text;
    const text = event.key === "Backspace" ? before.slice(0, -1) : before + event.key;
    typed.current = { text, at: now };
    if (/^-?\d{1,6}$/.test(text)) onChange(() => Number(text));
    else if (text === "" || text === "-") onChange(() => 0);
  };
  const key = (/** @type {KeyboardEvent & { currentTarget: Element }} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [change, side] = [CHANGES[event.key], SIDES[event.key]];
    if (change) onChange((now) => now + change);
    else if (side) neighbour(event.currentTarget, side);
    else if (/^[-0-9]$/.test(event.key) || event.key === "Backspace") write(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const down = (/** @type {PointerEvent & { currentTarget: Element }} */ event) => {
    drag.current = { y: event.clientY, value };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (!drag.current) return;
    const next = drag.current.value + Math.round((drag.current.y - event.clientY) / 12);
    if (next !== value) onChange(() => next);
  };
  const up = () => {
    drag.current = null;
  };
  return { onKeyDown: key, onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
}
