// @ts-nocheck
// One sentence for each step: what happened, and why.

import { CUT, ENTER, FOUND, HAS_CUT, IS_GUESSED, IS_MIN, IS_OVER, IS_REMEMBERED } from "./recording.js";
import { scoreText, windowText } from "./scores.js";

/** Who chooses at a node: MAX or MIN, with the name of the side in a game. */
export function chooser(recording, isMin) {
  const name = isMin ? "MIN" : "MAX";
  return recording.about.written ? name : `${name} (${recording.about.sides[isMin ? 1 : 0]})`;
}

/** What happens at a step, in a sentence or two. */
export function caption(recording, step) {
  const node = recording.node[step];
  if (recording.kind[step] === ENTER) return entered(recording, node);
  if (recording.kind[step] === CUT) return whyCut(recording, step);
  if (recording.kind[step] === FOUND) return `The table remembers this position: ${text(recording, recording.score[node])} settles it, without a search.`;
  return left(recording, node);
}

/** The move that leads to a node, in words: a child of a written tree has only a number. */
export function moveWords(recording, node) {
  return `${recording.about.written ? "branch " : ""}${recording.texts[recording.move[node]]}`;
}

function text(recording, score) {
  return scoreText(recording.scale, score);
}

function entered(recording, node) {
  const who = chooser(recording, recording.flags[node] & IS_MIN);
  const parent = recording.parent[node];
  const algorithm = recording.about.algorithm.split(":")[0];
  const how = recording.about.keeps_best && recording.windowed ? `, with the window ${windowText(recording.scale, recording.alpha[node], recording.beta[node])}` : "";
  if (parent < 0) {
    const pass = recording.roots.length > 1 ? `Pass ${recording.pass(node) + 1} of ${recording.roots.length} begins. ` : "The search begins. ";
    if (algorithm === "pns" && Number.isFinite(recording.beta[node])) return `${pass}The question: does MAX get at least ${text(recording, recording.beta[node])}?`;
    return `${pass}${who} is to choose${how}.`;
  }
  const tried = `${chooser(recording, recording.flags[parent] & IS_MIN)} tries ${moveWords(recording, node)}. `;
  const again = recording.before[node] >= 0 && recording.move[recording.before[node]] === recording.move[node];
  if (again) return `${tried}It has proven better than what was known, so it is searched again${how}.`;
  if (recording.flags[node] & IS_OVER) return `${tried}${recording.about.written ? "It is a leaf." : "There the game is over."}`;
  if (recording.flags[node] & IS_GUESSED && recording.about.keeps_best) return `${tried}The depth ends here, so the position is only estimated.`;
  if (algorithm === "mcts" && recording.flags[node] & IS_GUESSED) return `${tried}From here on, a game is played out at random.`;
  return `${tried}${who} is to answer${how}.`;
}

/** Why a node cut: what it found, what the other side has elsewhere, and how much need not be looked at. */
export function whyCut(recording, event) {
  const node = recording.node[event];
  const isMin = recording.flags[node] & IS_MIN;
  const found = text(recording, recording.score[node]);
  const bound = isMin ? recording.alpha[node] : recording.beta[node];
  const count = recording.skipped(event).length;
  const rest = count === 1 ? "the other move" : `the other ${count} moves`;
  const me = chooser(recording, isMin);
  const other = chooser(recording, !isMin);
  if (recording.beta[node] - recording.alpha[node] <= 1 && ["pvs", "mtdf"].includes(recording.about.algorithm)) {
    const asked = isMin ? `at most ${text(recording, recording.alpha[node])}` : `at least ${text(recording, recording.beta[node])}`;
    return `The question was only whether ${me} can make it ${asked}. ${found} answers it, so ${rest} cannot matter: cut.`;
  }
  return `${me} found ${found}. ${other} already has ${text(recording, bound)} elsewhere, so ${rest} cannot matter: cut.`;
}

/** The same in a few signs, to stand beside the node. */
export function cutSigns(recording, node) {
  const found = text(recording, recording.score[node]);
  if (recording.flags[node] & IS_MIN) return `${found} ≤ α ${text(recording, recording.alpha[node])}`;
  return `${found} ≥ β ${text(recording, recording.beta[node])}`;
}

function left(recording, node) {
  const algorithm = recording.about.algorithm.split(":")[0];
  const score = text(recording, recording.score[node]);
  if (algorithm === "mcts") return `The playout ended with ${score} for MAX: that is credited here.`;
  if (algorithm === "pns") return proven(recording, node, score);
  return `${returned(recording, node, score)} ${received(recording, node)}`.trim();
}

function proven(recording, node, score) {
  if (Number.isNaN(recording.score[node])) return "Still open: neither proven nor disproven.";
  const where = recording.parent[node] < 0 ? "the root" : recording.texts[recording.move[node]];
  return `Settled: ${where} shows ${score}.`;
}

/** What a node gives back, and what that means. */
function returned(recording, node, score) {
  const flags = recording.flags[node];
  if (flags & IS_OVER) return `${recording.about.written ? "The leaf" : "This end of the game"} is worth ${score}.`;
  if (flags & IS_REMEMBERED) return `${score}, from the table.`;
  if (flags & IS_GUESSED) return `The estimate is ${score}.`;
  const who = chooser(recording, flags & IS_MIN);
  if (recording.parent[node] < 0 && recording.roots.length === 1) return `The search is over: ${score} for MAX.`;
  if (recording.parent[node] < 0) return `Pass ${recording.pass(node) + 1} is over: ${score}.`;
  if (flags & HAS_CUT) return `${who} returns ${score}: ${flags & IS_MIN ? "at most" : "at least"} that, which is all that matters.`;
  if (recording.score[node] <= recording.alpha[node]) return `${who} returns ${score}; it is at most that, no more than MAX has already.`;
  if (recording.score[node] >= recording.beta[node]) return `${who} returns ${score}; it is at least that, no less than MIN has already.`;
  return `${who} returns ${score}, the ${flags & IS_MIN ? "least" : "greatest"} of its moves.`;
}

/** What the parent makes of it. */
function received(recording, node) {
  const parent = recording.parent[node];
  if (parent < 0) return "";
  const isMin = recording.flags[parent] & IS_MIN;
  const who = chooser(recording, isMin);
  const [before, now] = [recording.bestBefore(node), recording.best[node]];
  if (now === before) return `${who} keeps ${text(recording, now)}.`;
  if (!Number.isFinite(now)) return "";
  if (Number.isNaN(before) || !Number.isFinite(before)) return `${who} has ${text(recording, now)} now.`;
  return `${who} has ${text(recording, now)} now, ${isMin ? "less" : "more"} than ${text(recording, before)}.`;
}
