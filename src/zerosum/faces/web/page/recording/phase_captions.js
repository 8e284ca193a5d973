// What a step of Monte-Carlo tree search or of proof-number search does: its phase, and the numbers by which it chose.

import { treeOf } from "../tree/merged.js";
import { ENTER, IS_GUESSED, IS_MIN, IS_OVER } from "./recording.js";
import { claimText, resultText, thresholdText } from "./scores.js";
import { proofNumbers, ucbTerms } from "./search_numbers.js";
import { chooser, claimWords, moveWords } from "./words.js";
import { EXACT } from "./claims.js";

/** Sums that differ by less are equal but for rounding. */
const EQUAL = 1e-9;

/** The sentence of a step, by algorithm. @type {Record<string, (recording: Recording, step: number) => string>} */
export const PHASES = {
  mcts: (recording, step) => (recording.kind[step] === ENTER ? goesDown(recording, step) : comesBack(recording, step)),
  rave: (recording, step) => (recording.kind[step] === ENTER ? goesDown(recording, step) : comesBack(recording, step)),
  pns: (recording, step) => (recording.kind[step] === ENTER ? develops(recording, step) : settles(recording, step)),
};

/** @param {number} value */
export const decimals = (value) => value.toFixed(2).replace("-", "−");

/** @param {string[]} names */
const listed = (names) =>
  (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0]);

/** @param {Recording} recording @param {number} visit */
const placeName = (recording, visit) => (recording.parent[visit] < 0 ? "the root" : moveWords(recording, visit));

/** @param {Recording} recording */
const ends = ({ about }) => (about.written ? " It is a leaf." : " There the game is over.");

/** The end of a search, in the words of its result. @param {Recording} recording @param {string} how */
function over(recording, how) {
  const { about } = recording;
  const who = about.written ? "MAX" : (about.sides[about.side] ?? about.sides[0]);
  const best = about.result.line.length ? `, best move ${about.result.line[0]}` : "";
  return `The search is over: ${resultText(about)} for ${who}${how}${best}.`;
}

/** Select, or expand and simulate. @param {Recording} recording @param {number} step */
function goesDown(recording, step) {
  const visit = recording.node[step];
  const parent = recording.parent[visit];
  if (parent < 0) return `Playout ${recording.pass(visit) + 1} of ${recording.roots.length} begins at the root.`;
  const tree = treeOf(recording);
  const { flags } = recording;
  const after = flags[visit] & IS_OVER ? ends(recording)
    : flags[visit] & IS_GUESSED ? " From here a game is played at random." : "";
  const [who, move] = [chooser(recording, flags[parent]), moveWords(recording, visit)];
  const chance = recording.about.chances[recording.chance[visit]];
  if (chance) return `Select: chance draws ${move}, which has probability ${chance}.${after}`;
  const isNew = !tree.playouts(tree.of[visit], step).count;
  if (recording.algorithm === "rave") {
    const means = "the best mean of its own playouts, of those that made the move later, and of the prior";
    return `Select: ${who} goes to ${move}${isNew ? " for the first time" : ""}, which has ${means}.${after}`;
  }
  if (isNew) return `Expand: ${who} tries ${move} for the first time.${after}`;
  return `Select: ${who} goes to ${move}${selectedBy(tree, step, visit)}.${after}`;
}

/**
 * Why a move that was tried before is selected: its sum, and how a tie is broken.
 * @param {MergedTree} tree @param {number} step @param {number} visit
 */
function selectedBy(tree, step, visit) {
  const rows = ucbTerms(tree, tree.of[tree.recording.parent[visit]], step);
  const open = rows.filter(({ proven }) => Number.isNaN(proven));
  const chosen = open.find(({ child }) => child === tree.of[visit]);
  if (!chosen) return "";
  if (open.length === 1) return ", the only move that is not proven";
  const [mean, explore, sum] = [chosen.mean, chosen.explore, chosen.sum].map(decimals);
  const isSum = Math.round(chosen.mean * 100) + Math.round(chosen.explore * 100) === Math.round(chosen.sum * 100);
  const ties = open.filter((row) => row !== chosen && Math.abs(row.sum - chosen.sum) < EQUAL)
    .map(({ child }) => tree.moveText(child));
  const rank = ties.length ? `a tie with ${listed(ties)}: the move that was tried first is taken`
    : `the greatest sum${open.length < rows.length ? " of what is not proven" : ""}`;
  return `: ${mean} + ${explore} ${isSum ? "=" : "≈"} ${sum}, ${rank}`;
}

/** The result of a playout, and what it changes on the way back. @param {Recording} recording @param {number} step */
function comesBack(recording, step) {
  const visit = recording.node[step];
  const tree = treeOf(recording);
  const node = tree.of[visit];
  const { count, mean } = tree.playouts(node, step);
  const result = thresholdText(recording.scale, recording.score[visit], true);
  const isLast = step === recording.events - 1;
  const proven = provenBy(tree, step, visit);
  if (isLast) {
    return over(recording, Number.isNaN(recording.proven[visit])
      ? `, the mean of ${count} playouts` : ", which is proven");
  }
  const has = recording.flags[visit] & (IS_OVER | IS_GUESSED) ? `${placeName(recording, visit)} has ` : "";
  const now = `${has}${count === 1 ? "1 playout" : `${count} playouts`}, mean ${decimals(mean)}`;
  if (recording.flags[visit] & IS_OVER) {
    const ended = recording.about.written ? "The leaf has" : "The game is over with";
    return `${ended} the result ${result} for MAX, which is proven; ${now}.`;
  }
  if (recording.flags[visit] & IS_GUESSED) {
    return `Simulate: the random game brought ${result} for MAX${wonBy(recording, recording.score[visit])}; ${now}.`;
  }
  return `Back-propagate: ${result} is added at ${placeName(recording, visit)}: ${now}.${proven}`;
}

/**
 * Who has won with a result, where results are wins and losses.
 * @param {Recording} recording @param {number} result
 */
function wonBy({ scale, about }, result) {
  if (scale === "margin" || about.written || Math.abs(result) !== 1) return "";
  return `: ${about.sides[result > 0 ? 0 : 1]} wins`;
}

/**
 * That a node is proven since this visit, and by what.
 * @param {MergedTree} tree @param {number} step @param {number} visit
 */
function provenBy(tree, step, visit) {
  const { recording } = tree;
  const score = recording.proven[visit];
  const before = tree.visitLeft(tree.of[visit], step - 1);
  if (Number.isNaN(score) || (before >= 0 && !Number.isNaN(recording.proven[before]))) return "";
  const wins = recording.scale !== "margin" && (recording.flags[visit] & IS_MIN ? score < 0 : score > 0);
  const value = claimText(recording.scale, { score, bound: EXACT, estimated: false });
  const why = wins
    ? `${chooser(recording, recording.flags[visit])} has a move that wins` : "all of its moves are proven";
  return ` It is proven now, ${value}: ${why}.`;
}

/**
 * A question begins, a position is evaluated, or the search goes to the most-proving child.
 * @param {Recording} recording @param {number} step
 */
function develops(recording, step) {
  const visit = recording.node[step];
  const parent = recording.parent[visit];
  const tree = treeOf(recording);
  const numbers = proofNumbers(tree, tree.of[visit], step);
  if (parent < 0) {
    if (numbers) return `From the root down again: ${numberWords(numbers)} so far.`;
    const least = thresholdText(recording.scale, recording.asked[visit], recording.hasEstimates);
    return `The question: does MAX get at least ${least}? The root is evaluated.`;
  }
  const who = chooser(recording, recording.flags[parent]);
  const move = moveWords(recording, visit);
  if (!numbers) {
    return `Expand: ${move} of ${who} is evaluated.${recording.flags[visit] & IS_OVER ? ends(recording) : ""}`;
  }
  const name = recording.flags[parent] & IS_MIN ? "disproof" : "proof";
  const least = numbers[name];
  const isTied = (/** @type {number} */ child) =>
    child !== tree.of[visit] && proofNumbers(tree, child, step)?.[name] === least;
  const ties = tree.children(tree.of[parent]).filter(isTied).map((child) => tree.moveText(child));
  const tie = ties.length ? `, a tie with ${listed(ties)}: the first is taken` : "";
  return `${who} goes to ${move}: least ${name} number, ${least}${tie}.`;
}

/** @param {{ proof: number, disproof: number }} numbers */
function numberWords({ proof, disproof }) {
  const text = (/** @type {number} */ number) => (number === Infinity ? "∞" : String(number));
  return `proof number ${text(proof)}, disproof number ${text(disproof)}`;
}

/**
 * What a position has come to: its numbers, or what is proven of it.
 * @param {Recording} recording @param {number} step
 */
function settles(recording, step) {
  const visit = recording.node[step];
  if (step === recording.events - 1) return over(recording, "");
  const where = placeName(recording, visit);
  const answer = recording.parent[visit] < 0 ? `the answer is ${recording.proof[visit] === 0 ? "yes" : "no"}, ` : "";
  if (!Number.isNaN(recording.score[visit])) {
    return `Settled: ${answer}${where} is worth ${claimWords(recording, recording.claim(visit))}.`;
  }
  const numbers = { proof: recording.proof[visit], disproof: recording.disproof[visit] };
  if (recording.lastChild[visit] < 0) return `Still open: ${where} has ${numberWords(numbers)}.`;
  const [least, sum] = recording.flags[visit] & IS_MIN ? ["disproof", "proof"] : ["proof", "disproof"];
  return `Update ${where}: ${numberWords(numbers)} (${least}: the least of its moves, ${sum}: the sum).`;
}
