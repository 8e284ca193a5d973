// The controls of the tasks that change a search: reorder branches, change leaves, choose an algorithm.

import { amount } from "../recording/tasks.js";
import { leavesOf } from "../tree/written_text.js";
import { Button, Choice, html, isNarrow, useEffect } from "../ui/ui.js";
import { textbook } from "../recording/scores.js";

/**
 * What the search of the tree has now, and the way back to the tree of the lesson.
 * @param {{ tree: MergedTree, onReset: () => void }} props
 */
function Counts({ tree, onReset }) {
  const { recording } = tree;
  const count = (/** @type {"cuts" | "leaves"} */ quantity) => amount(recording, quantity);
  return html`<p>Now: <b>${count("cuts")}</b> ${count("cuts") === 1 ? "cut" : "cuts"}, <b>
    ${count("leaves")}</b> leaves looked at, value <b>${textbook(recording.about.result.value)}</b>.</p>
    <p><${Button} onClick=${onReset}>Reset the tree<//></p>`;
}

/**
 * Another value for the leaf that has the focus in the tree, for those who have no keyboard there.
 * @param {{ tree: MergedTree, leaf: number, setLeaf: (number: number, changed: (value: number) => number) => void,
 *   reset: () => void }} props
 */
export function ChangeLeaf({ tree, leaf, setLeaf, reset }) {
  const value = leavesOf(tree.recording.about.game)[leaf];
  const by = (/** @type {number} */ step) => setLeaf(leaf, (now) => now + step);
  return html`<p class="row"><span>Leaf ${leaf + 1}: <b>${value}</b></span>
      <${Button} title=${`Leaf ${leaf + 1} less`} onClick=${() => by(-1)}>−<//>
      <${Button} title=${`Leaf ${leaf + 1} more`} onClick=${() => by(1)}>+<//></p>
    <p class="faint">${isNarrow() ? "Touch a leaf; then these buttons change it, or drag it up and down."
      : "Choose a leaf by a click or Tab; then these buttons, ↑ ↓ or digits change it, or drag it up and down."}</p>
    <${Counts} tree=${tree} onReset=${reset} />`;
}

/**
 * Move the chosen branch among its siblings.
 * @param {{ tree: MergedTree, picked: string[], move: (path: string, by: number) => void, reset: () => void }} props
 */
export function Reorder({ tree, picked, move, reset }) {
  const [path] = picked;
  // The keyboard stays with the branch that was moved.
  useEffect(() => {
    const node = path && document.querySelector(`.view [data-path="${path}"]`);
    if (node instanceof SVGElement && document.activeElement?.closest("svg.written")) node.focus();
  }, [path, tree]);
  return html`<p class="row">
      <${Button} disabled=${!path} onClick=${() => move(path, -1)}>◀ Earlier<//>
      <${Button} disabled=${!path} onClick=${() => move(path, 1)}>Later ▶<//>
      <span class="faint">${path
        ? `branch ${path.slice(1).replaceAll(".", " ")}` : "Choose a branch in the tree, then move it."}</span></p>
    <${Counts} tree=${tree} onReset=${reset} />`;
}

/** @param {MergedTree} tree */
export function algorithmOf(tree) {
  return tree.recording.about.algorithm;
}

/**
 * Choose an algorithm; every search so far stays in the table.
 * @param {{ task: Api.Task, searches: MergedTree[], algorithm: string,
 *   setAlgorithm: (name: string) => void }} props
 */
export function Chosen({ task, searches, algorithm, setAlgorithm }) {
  return html`<${Choice} label="Search" options=${task.options.map((name) => [name, name])} value=${algorithm}
    onChange=${setAlgorithm} />
    <table class="tries"><thead>
      <tr><th>search</th><th class="number">nodes</th><th class="number">cuts</th>
        <th class="number">table hits</th></tr></thead>
      <tbody>${searches.map((each) => html`<tr key=${algorithmOf(each)}><td>${algorithmOf(each)}</td>
        ${(/** @type {const} */ (["nodes", "cuts", "table hits"]))
          .map((quantity) => html`<td class="number">${amount(each.recording, quantity).toLocaleString("en")}</td>`)}
          </tr>`)}</tbody></table>`;
}
