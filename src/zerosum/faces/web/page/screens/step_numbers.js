// What the algorithm knows at a step, beside its window: proof numbers, UCB terms, the transposition table, the
// history of cuts.

import { AT_LEAST, AT_MOST, EXACT } from "../recording/claims.js";
import { edgeText } from "../tree/node_text.js";
import { decimals } from "../recording/phase_captions.js";
import { ENTER, IS_CHANCE, IS_MIN, IS_OVER, IS_REMEMBERED, LEAVE } from "../recording/recording.js";
import { claimText } from "../recording/scores.js";
import { cutsBy, entryOf, proofNumbers, tableAt, ucbTerms } from "../recording/search_numbers.js";
import { html } from "../ui/ui.js";
import { chooser } from "../recording/words.js";

/** @typedef {{ recording: Recording, tree: MergedTree, step: number, onStep: (step: number) => void,
 *   covered?: boolean }} Props */

/** The searches with numbers of their own: what these are called, and their table.
 *   @type {Record<string, [string, unknown]>} */
const TABLES = { pns: ["Proof numbers", ProofTable], mcts: ["UCB", UcbTable], rave: ["Playouts", RaveTable] };

/** So many entries of the table are listed, the last ones first. */
const LATEST = 6;

/** The name of what an algorithm has to show; "" where it has nothing. @param {Recording} recording */
export function numbersName(recording) {
  const name = TABLES[recording.algorithm]?.[0];
  if (name) return name;
  return recording.about.has_table ? "Table" : recording.about.move_order ? "Move order" : "";
}

/** @param {Props} props */
export function NumbersPane(props) {
  const { recording, step } = props;
  // What was just entered or left was chosen by its parent.
  const current = recording.node[step];
  const isChild = recording.parent[current] >= 0 && (recording.kind[step] === ENTER || recording.kind[step] === LEAVE);
  const node = isChild ? recording.parent[current] : current;
  const who = chooser(recording, recording.flags[node]);
  const path = recording.moves(node).join(" ");
  const where = path ? `after ${path}` : "at the root";
  const shown = { ...props, node };
  // An order that the game names is no news beside a table.
  const hasOrder = recording.about.move_order && !(recording.about.has_table && recording.about.move_order === "game");
  const name = numbersName(recording);
  if (props.covered) {
    return html`<section class="pane numbers" aria-label=${name}>
      <h2>${name}</h2><p class="covered">Covered until you have answered.</p></section>`;
  }
  const rows = TABLES[recording.algorithm];
  return html`<section class="pane numbers" aria-label=${name}>
    ${rows && html`<h2>${rows[0]} <span class="faint">${who} ${where}</span></h2><${rows[1]} ...${shown} />`}
    ${recording.about.has_table && html`<${TableContents} ...${shown} />`}
    ${hasOrder && html`<h2>Move order <span class="faint">${who} ${where}</span></h2><${History} ...${shown} />`}
  </section>`;
}

/** @param {Recording} recording @param {number} score */
const provenText = ({ scale }, score) => `proven ${claimText(scale, { score, bound: EXACT, estimated: false })}`;

/** @param {number} value */
const count = (value) => (value === Infinity ? "∞" : value.toLocaleString("en"));

/**
 * The numbers of the children, the most-proving one marked, and how the node's own come from them.
 * @param {Props & { node: number }} props
 */
function ProofTable({ recording, tree, step, node }) {
  const at = tree.of[node];
  const isMin = (recording.flags[node] & IS_MIN) > 0;
  const own = proofNumbers(tree, at, step);
  const rows = tree.children(at).flatMap((child) => {
    const numbers = proofNumbers(tree, child, step);
    return numbers ? [{ child, ...numbers }] : [];
  });
  const least = Math.min(...rows.map((row) => (isMin ? row.disproof : row.proof)));
  const chosen = rows.find((row) => (isMin ? row.disproof : row.proof) === least);
  const sums = isMin ? "MIN: proof is the sum, disproof the least. ▸ least to disprove: the search goes there."
    : "MAX: proof is the least, disproof the sum. ▸ least to prove: the search goes there.";
  const alone = own ? `Without moves so far: proof ${count(own.proof)}, disproof ${count(own.disproof)}.`
    : "Not evaluated yet: proof 1, disproof 1.";
  return html`
    ${rows.length > 0 && html`<table>
      <thead><tr><th>move</th><th title="positions that must turn out yes">proof</th>
        <th title="positions that must turn out no">disproof</th></tr></thead>
      <tbody>${rows.map((row) =>
        html`<tr key=${row.child} class=${row === chosen ? "now" : ""}>
          <td>${row === chosen ? "▸ " : ""}${edgeText(tree, row.child)}</td><td>${count(row.proof)}</td>
          <td>${count(row.disproof)}</td></tr>`)}
      </tbody><tfoot><tr><th>here</th><td>${own ? count(own.proof) : "–"}</td>
        <td>${own ? count(own.disproof) : "–"}</td></tr></tfoot></table>`}
    <p class="faint">${rows.length ? sums : alone}</p>`;
}

/** Mean and exploration of each child, and the one that the step selects. @param {Props & { node: number }} props */
function UcbTable({ recording, tree, step, node }) {
  const at = tree.of[node];
  const all = tree.playouts(at, step).count;
  const rows = ucbTerms(tree, at, step);
  const open = rows.filter((row) => Number.isNaN(row.proven));
  if (recording.flags[node] & IS_CHANCE) {
    return html`<p class="faint">Chance: the outcome is drawn by its probability.</p>`;
  }
  if (!rows.length) return html`<p class="faint">No move tried so far: the position is played out at random.</p>`;
  // Marked is the move that the step has chosen; in the end, the one to play.
  const isLast = step === recording.events - 1;
  const current = recording.node[step];
  const chosen = isLast ? tree.line[1] : recording.kind[step] === ENTER && current !== node ? tree.of[current] : -1;
  const isNew = !isLast && chosen >= 0 && !rows.some((row) => row.child === chosen);
  const how = isLast ? "▸ the move to play: a proven win, else the most playouts unless a proven move is worth more."
    : isNew ? "Moves that were never tried come first."
    : chosen >= 0 ? "▸ the greatest sum is selected; of equal ones, the move that was tried first." : "";
  const proof = open.length < rows.length
    ? " proven: the tree below settles the move, whatever the mean of its playouts; it is selected no more." : "";
  return html`<table><thead>
    <tr><th>move</th><th title="playouts">n</th><th>mean</th><th title="√(2 ln N / n)">explore</th>
      <th>sum</th></tr></thead>
      <tbody>${rows.map((row) => {
        const isProven = !Number.isNaN(row.proven);
        const isChosen = row.child === chosen;
        return html`<tr key=${row.child} class=${isChosen ? "now" : ""}>
          <td>${isChosen ? "▸ " : ""}${edgeText(tree, row.child)}</td><td>${row.visits}</td>
          <td>${decimals(row.mean)}</td>
          ${isProven
            ? html`<td colspan="2">${provenText(recording, row.proven)}</td>`
            : html`<td>${decimals(row.explore)}</td><td>${decimals(row.sum)}</td>`}</tr>`;
      })}</tbody></table>
    <p class="faint">N = ${all} playouts; mean for the side to move + √(2 ln N / n). ${how}${proof}</p>`;
}

/**
 * Playouts and mean of each child that was tried. What RAVE adds to them, the results of the same move later, is not
 * recorded.
 * @param {Props & { node: number }} props
 */
function RaveTable({ recording, tree, step, node }) {
  const at = tree.of[node];
  const rows = ucbTerms(tree, at, step);
  if (recording.flags[node] & IS_CHANCE) {
    return html`<p class="faint">Chance: the outcome is drawn by its probability.</p>`;
  }
  if (!rows.length) return html`<p class="faint">No move tried so far.</p>`;
  return html`<table><thead><tr><th>move</th><th title="playouts">n</th><th>mean</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr key=${row.child}><td>${edgeText(tree, row.child)}</td><td>${row.visits}</td>
        <td>${Number.isNaN(row.proven) ? decimals(row.mean) : provenText(recording, row.proven)}</td></tr>`)}
      </tbody></table>
    <p class="faint">N = ${tree.playouts(at, step).count} playouts; mean for the side to move. A move is selected by
      this mean and by that of playouts in which it was made later.</p>`;
}

/** An entry of the table, as text. @param {Recording} recording @param {number} visit */
function entryText(recording, visit) {
  const bound = [EXACT, AT_LEAST, AT_MOST][recording.stored[visit] - 1];
  const depth = recording.stored_depth[visit];
  const claim = claimText(recording.scale, { score: recording.score[visit], bound, estimated: depth > 0 });
  const move = recording.texts[recording.stored_move[visit]];
  return `${claim}${move && `, best ${move}`}${depth ? `, depth ${depth - 1}` : ""}`;
}

/**
 * What the table has of the current position, and the entries that came last.
 * @param {Props & { node: number }} props
 */
function TableContents({ recording, step, onStep }) {
  const node = recording.node[step];
  const { stores, count: all, size } = tableAt(recording, step);
  const entry = entryOf(recording, recording.position[node], step);
  const latest = stores.slice(Math.max(0, all - LATEST), all).reverse();
  const pathText = (/** @type {number} */ visit) => recording.moves(visit).join(" ") || "the root";
  const at = recording.leaveAt[entry];
  const where = entry >= 0 && pathText(entry) !== pathText(node) ? ` after ${pathText(entry)}` : "";
  const stored = () => html`This position: <b>${entryText(recording, entry)}</b>, stored at${" "}
    <button type="button" class="plain" onClick=${() => onStep(at)}>step ${(at + 1).toLocaleString("en")}</button>
    ${where}.`;
  const here = recording.flags[node] & IS_OVER ? "A finished game needs no entry."
    : entry < 0 ? "This position is not in it." : stored();
  return html`<h2>Transposition table <span class="faint">
    ${size.toLocaleString("en")} ${size === 1 ? "position" : "positions"}</span></h2>
    <p class=${recording.flags[node] & IS_REMEMBERED ? "hit" : ""}>${here}</p>
    ${latest.length > 0 && html`<table>
      <thead><tr><th title="the entries that were stored last">latest, after</th>
        <th class="entry">entry</th></tr></thead>
      <tbody>${latest.map((visit) =>
        html`<tr key=${visit}><td>
          <button type="button" class="plain" onClick=${() => onStep(recording.leaveAt[visit])}>
            ${pathText(visit)}</button></td><td class="mono entry">${entryText(recording, visit)}</td></tr>`)}</tbody>
            </table>`}`;
}

/** The moves of a node by how often each has caused a cut so far. @param {Props & { node: number }} props */
function History({ recording, tree, step, node }) {
  if (recording.about.move_order === "game") {
    return html`<p class="faint">The game names an order for its moves, so that none has to be learnt from cuts.</p>`;
  }
  const side = recording.flags[node] & IS_MIN ? 1 : 0;
  const rows = tree.children(tree.of[node])
    .map((child) => ({ child, cuts: cutsBy(recording, side, tree.move[child], step) }));
  if (!rows.length) return html`<p class="faint">No moves here.</p>`;
  rows.sort((one, other) => other.cuts - one.cuts);
  return html`<ul class="moves">
    ${rows.map(({ child, cuts }) =>
      html`<li key=${child}>${edgeText(tree, child)}: <b>${cuts}</b> ${cuts === 1 ? "cut" : "cuts"}</li>`)}</ul>
    <p class="faint">Cuts that each move has caused for this side so far. More cuts: tried sooner
      ${recording.about.has_table ? "; the best move of the table before all" : ""}.</p>`;
}
