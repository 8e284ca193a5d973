// The linked panes of a search: tree, board, window and call stack, all of the same step.

import { Picture } from "../board/picture.js";
import { axisOf } from "../recording/axis.js";
import { windowText } from "../recording/scores.js";
import { IS_OVER } from "../recording/recording.js";
import { PRUNED } from "../tree/merged.js";
import { edgeText, frameText, moveValue, nodeWords, playoutText } from "../tree/node_text.js";
import { TreePicture } from "../tree/picture.js";
import { useLatest, useView } from "../ui/use_answer.js";
import { Button, Choice, html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../ui/ui.js";
import { drawWindow, frameWords, NARROW, WIDE } from "../recording/window.js";
import { chooser, moveWords } from "../recording/words.js";

/** @typedef {(step: number) => void} OnStep */

/**
 * The tree. A click goes to the step at which the search was there, or to the cut that skipped it.
 * @param {{ recording: Recording, tree: MergedTree, step: number, onStep: OnStep, large: boolean, covered?: boolean,
 *   label?: string, onPoint?: (moves: string[] | null) => void, mode?: string, hint?: string }} props `onPoint` gets
 *   the moves to the node under the pointer; `mode` is how it is shown at first, where not as it
 * can be
 *   read; `hint` stands below it in place of the marks
 */
export function TreePane({ recording, tree, step, onStep, large, covered = false, label: name = "Tree", onPoint,
  mode: first, hint }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const picture = useRef(/** @type {TreePicture | null} */ (null));
  const boards = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [mode, setMode] = useState("whole");
  const [pointed, setPointed] = useState("");
  const latest = useRef({ tree, step, onStep, onPoint });
  latest.current = { tree, step, onStep, onPoint };
  useEffect(() => {
    if (!canvas.current) return undefined;
    const made = new TreePicture(canvas.current, {
      onPick: (node) => latest.current.onStep(stepOf(latest.current.tree, node, latest.current.step)),
      onPoint: (node) => {
        setPointed(node < 0 ? "" : nodeWords(latest.current.tree, node, latest.current.step));
        latest.current.onPoint?.(node < 0 ? null : latest.current.tree.movesTo(node));
      },
    });
    picture.current = made;
    const resized = new ResizeObserver(() => made.tree && made.begin());
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => made.recolour();
    resized.observe(canvas.current);
    theme.addEventListener("change", redraw);
    return () => {
      resized.disconnect();
      theme.removeEventListener("change", redraw);
    };
  }, []);
  useEffect(() => {
    if (!picture.current || !boards.current) return undefined;
    const layer = picture.current.open(tree, boards.current, first);
    picture.current.show(latest.current.step);
    setMode(picture.current.mode);
    return () => layer.close();
  }, [tree]);
  useEffect(() => {
    if (!picture.current) return;
    picture.current.large = large;
    if (picture.current.tree) picture.current.begin();
  }, [large]);
  useLayoutEffect(() => {
    if (picture.current?.tree !== tree) return;
    picture.current.covered = covered;
    picture.current.show(step);
  }, [step, covered]);
  const change = (/** @type {string} */ next) => {
    setMode(next);
    picture.current?.setMode(next);
    picture.current?.show(latest.current.step);
  };
  const now = placeWords(recording, recording.node[step]);
  const label = `Tree of ${tree.size.toLocaleString("en")} nodes, now at ${now}`;
  return html`<section class="pane tree" aria-label=${name}>
    <div class="row spread">
      <${Choice} label="Tree" options=${[["whole", "whole"], ["focus", "around the step"]]} value=${mode}
        onChange=${change} />
      <div class="row tight" role="group" aria-label="View">
        <${Button} title="Wider (−)" onClick=${() => picture.current?.zoomHere(1 / 1.5)}>−<//>
        <${Button} title="Closer (+)" onClick=${() => picture.current?.zoomHere(1.5)}>+<//>
        <${Button} title="All of it (0)" onClick=${() => picture.current?.fit()}>Fit<//>
      </div>
    </div>
    <div class="picture-box">
      <canvas ref=${canvas} tabindex="0" role="img" aria-label=${label} aria-keyshortcuts="+ - 0 a d w s"></canvas>
      <div class="boards" ref=${boards} aria-hidden="true"></div>
    </div>
    <p class="pointed faint">${pointed || hint || signsWords(tree, step)}</p>
  </section>`;
}

/**
 * What the shapes and the signs in a tree mean; the signs depend on what the algorithm writes there.
 * @param {MergedTree} tree @param {number} step
 */
function signsWords({ recording, line }, step) {
  const { algorithm, isMonteCarlo, hasChance, events } = recording;
  const proof = "p proof number: positions that must turn out yes, d disproof number: that must turn out no";
  const scores = isMonteCarlo
    ? "× playouts, ~ their mean, W D L: proven" : "≤ at most, ≥ at least, ~ estimate, … so far";
  const shapes = `△ MAX  ▽ MIN  ${hasChance ? "○ chance  " : ""}□ end`;
  const best = step === events - 1 && line.length > 1 ? " · thick: the best line" : "";
  return `${shapes} · ${algorithm === "pns" ? proof : scores} · dashed: not seen, hatched: cut${best}`;
}

/** The step to show for a node that was clicked. @param {MergedTree} tree @param {number} node @param {number} step */
function stepOf(tree, node, step) {
  const { recording } = tree;
  if (tree.state(node, step) === PRUNED) return tree.pruning(node, step);
  const visit = tree.visit(node, step);
  if (visit >= 0) return recording.leaveAt[visit] <= step ? recording.leaveAt[visit] : recording.enterAt[visit];
  const { starts, items } = tree.visits;
  if (starts[node + 1] > starts[node]) return recording.enterAt[items[starts[node]]];
  const { starts: from, items: cuts } = tree.prunings;
  return recording.pruned_event[cuts[from[node]] - recording.nodes];
}

/** @param {Recording} recording @param {number} node */
function placeWords(recording, node, moves = recording.moves(node)) {
  return moves.length ? moves.join(" ") : "the root";
}

/**
 * The alpha-beta window, as a picture and in words.
 * @param {{ recording: Recording, step: number, covered?: boolean, label?: string, brief?: boolean,
 *   narrow?: boolean }} props `brief` leaves out the words;
 *   `narrow` draws it for a box that is as tall as it is wide
 */
export function WindowPane({ recording, step, covered, label = "Window", brief = false, narrow = false }) {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const axis = useMemo(() => axisOf(recording.scale, [...new Set(recording.score)], recording.hasEstimates),
    [recording]);
  const frame = recording.focus(step);
  useLayoutEffect(() => {
    if (!covered && svg.current) drawWindow(svg.current, recording, axis, frame, narrow);
  }, [recording, step, covered, narrow]);
  return html`<section class="pane window" aria-label=${label}>
    <h2>Window of ${chooser(recording, recording.flags[frame.node])} <span class="faint">
      ${recording.parent[frame.node] < 0 ? "at the root" : `after ${moveWords(recording, frame.node)}`}</span></h2>
    ${covered
      ? html`<p class="covered">
        Covered until you have answered. ${recording.windowed
          ? `At entry it was ${windowText(recording.scale, frame.alpha, frame.beta, recording.hasEstimates)}.`
          : ""}</p>`
      : html`<svg ref=${svg} viewBox=${`0 0 ${narrow ? NARROW : WIDE} 124`} role="img"></svg>
        ${!brief && html`<p class="faint">${frameWords(recording, frame)}</p>`}`}
  </section>`;
}

/**
 * The call stack with its values, and the moves of the current node.
 * @param {{ recording: Recording, tree: MergedTree, step: number, onStep: OnStep, covered: boolean,
 *   large: boolean }} props
 */
export function StackPane({ recording, tree, step, onStep, covered, large }) {
  const stack = recording.stack(step);
  const focus = recording.focus(step);
  const node = tree.of[focus.node];
  const children = (recording.flags[focus.node] & IS_OVER ? [] : tree.children(node)).slice(0, 63);
  const { starts, items } = tree.visits;
  const visits = items.subarray(starts[node], starts[node + 1]);
  const at = visits.indexOf(focus.node);
  const frames = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    // The current frame is the last one; it stays in view when what is around the frames takes more space.
    const { current: box } = frames;
    if (!box) return undefined;
    const toEnd = () => {
      box.scrollTop = box.scrollHeight;
    };
    toEnd();
    const resized = new ResizeObserver(toEnd);
    resized.observe(box);
    return () => resized.disconnect();
  }, [recording, step, large]);
  return html`<section class="pane stack" aria-label="Call stack">
    <h2>Call stack <span class="faint">values for ${chooser(recording, 0)}</span></h2>
    <div class="frames" ref=${frames}><table>
      <thead><tr><th>move</th><th>who</th>${recording.windowed && html`<th>window</th>`}
        ${tree.sums
          ? html`<th title="what is proven, else the mean of the playouts so far, as in the tree">value</th>
            <th>this playout</th>` : html`<th>value</th>`}</tr></thead>
      <tbody>${stack.map(
        (frame) => html`<tr key=${frame.node} class=${frame.node === recording.node[step] ? "now" : ""}>
          <td><button type="button" class="plain" onClick=${() => onStep(recording.enterAt[frame.node])}>
            ${frame.move ? edgeText(tree, tree.of[frame.node]) : "root"}</button></td>
          <td>${recording.flags[frame.node] & IS_OVER ? "end" : frame.isChance ? "○ chance" : frame.isMin ? "▽ MIN"
            : "△ MAX"}</td>
          ${recording.windowed && html`<td class="mono">
            ${covered
              ? "?" : windowText(recording.scale, frame.alphaNow, frame.betaNow, recording.hasEstimates)}</td>`}
          ${tree.sums
            ? html`<td class="mono">${moveValue(tree, tree.of[frame.node], step)}</td>
              <td class="mono">${playoutText(recording, frame)}</td>`
            : html`<td class="mono">${frame.left ? html`<b>${frameText(recording, frame)}</b>`
              : frameText(recording, frame, covered)}</td>`}
        </tr>`,
      )}</tbody>
    </table></div>
    ${visits.length > 1 && html`<p class="row tight">visit ${at + 1} of ${visits.length}
      <${Button} disabled=${at + 1 >= visits.length} onClick=${() => onStep(recording.enterAt[visits[at + 1]])}>
        Next visit<//>
      <${Button} disabled=${at <= 0} onClick=${() => onStep(recording.enterAt[visits[at - 1]])}>Visit before<//></p>`}
    ${children.length > 0 && html`<h3>
      ${focus.isChance ? "Outcomes of chance" : `Moves of ${chooser(recording, recording.flags[focus.node])}`}</h3>
      <ul class="moves">${children.map((child) => {
        return html`<li key=${child}>
          <button type="button" class="plain" onClick=${() => onStep(stepOf(tree, child, step))}>
            ${edgeText(tree, child)}: ${moveValue(tree, child, step)}</button></li>`;
      })}</ul>`}
  </section>`;
}

/** A board with so many cells, such as that of chess, needs at least so many pixels. */
const MANY_CELLS = 64;
const LEAST_SIZE = 160;
/** While a search plays fast, only where it rests for so many milliseconds a board is asked for. */
const RESTS = 40;

/**
 * The board at the node of a step, or at the node that is pointed at, to which these moves lead.
 * @param {{ recording: Recording, step: number, asked: Record<string, any>, size?: number,
 *   pointed?: string[] | null }} props
 */
export function BoardPane({ recording, step, asked, size = 240, pointed = null }) {
  const path = pointed ?? recording.moves(recording.node[step]);
  const moves = [...(asked.moves ?? "").replaceAll(",", " ").split(/\s+/).filter(Boolean), ...path].join(" ");
  const { game, position, count_from } = asked;
  /** @type {Api.PositionView | null} */
  const shown = useLatest(useView("position", { game, position, count_from, moves }, RESTS));
  const least = (shown?.board.cells.length ?? 0) < MANY_CELLS ? 0 : LEAST_SIZE;
  const whose = shown && (shown.over ? shown.ending : `${shown.mover} to move`);
  return html`<section class="pane board-pane" aria-label="Board at this node">
    <h2>Board <span class="faint">${pointed ? "pointed at: " : ""}
      ${placeWords(recording, recording.node[step], pointed ?? undefined)}</span></h2>
    <${Picture} position=${shown} size=${Math.max(size, least)} />
    <p class="faint">${whose}</p>
  </section>`;
}
