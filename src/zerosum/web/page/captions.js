// @ts-nocheck
// One sentence for each step: what happened, and why.

import { CUT, ENTER, FOUND, HAS_CUT, IS_GUESSED, IS_MIN, IS_OVER, IS_REMEMBERED } from "./trace.js";
import { scoreText, windowText } from "./scores.js";

/** Who chooses at a node: MAX or MIN, with the name of the side in a game. */
export function chooser(trace, isMin) {
  const name = isMin ? "MIN" : "MAX";
  return trace.about.written ? name : `${name} (${trace.about.sides[isMin ? 1 : 0]})`;
}

/** What happens at a step, in a sentence or two. */
export function caption(trace, step) {
  const node = trace.node[step];
  if (trace.kind[step] === ENTER) return entered(trace, node);
  if (trace.kind[step] === CUT) return whyCut(trace, step);
  if (trace.kind[step] === FOUND) return `The table remembers this position: ${text(trace, trace.score[node])} settles it, without a search.`;
  return left(trace, node);
}

/** The move that leads to a node, in words: a child of a written tree has only a number. */
export function moveWords(trace, node) {
  return `${trace.about.written ? "branch " : ""}${trace.texts[trace.move[node]]}`;
}

function text(trace, score) {
  return scoreText(trace.scale, score);
}

function entered(trace, node) {
  const who = chooser(trace, trace.flags[node] & IS_MIN);
  const parent = trace.parent[node];
  const algorithm = trace.about.algorithm.split(":")[0];
  const how = trace.about.keeps_best && trace.windowed ? `, with the window ${windowText(trace.scale, trace.alpha[node], trace.beta[node])}` : "";
  if (parent < 0) {
    const pass = trace.roots.length > 1 ? `Pass ${trace.pass(node) + 1} of ${trace.roots.length} begins. ` : "The search begins. ";
    if (algorithm === "pns" && Number.isFinite(trace.beta[node])) return `${pass}The question: does MAX get at least ${text(trace, trace.beta[node])}?`;
    return `${pass}${who} is to choose${how}.`;
  }
  const tried = `${chooser(trace, trace.flags[parent] & IS_MIN)} tries ${moveWords(trace, node)}. `;
  const again = trace.before[node] >= 0 && trace.move[trace.before[node]] === trace.move[node];
  if (again) return `${tried}It has proven better than what was known, so it is searched again${how}.`;
  if (trace.flags[node] & IS_OVER) return `${tried}${trace.about.written ? "It is a leaf." : "There the game is over."}`;
  if (trace.flags[node] & IS_GUESSED && trace.about.keeps_best) return `${tried}The depth ends here, so the position is only estimated.`;
  if (algorithm === "mcts" && trace.flags[node] & IS_GUESSED) return `${tried}From here on, a game is played out at random.`;
  return `${tried}${who} is to answer${how}.`;
}

/** Why a node cut: what it found, what the other side has elsewhere, and how much need not be looked at. */
export function whyCut(trace, event) {
  const node = trace.node[event];
  const isMin = trace.flags[node] & IS_MIN;
  const found = text(trace, trace.score[node]);
  const bound = isMin ? trace.alpha[node] : trace.beta[node];
  const count = trace.skipped(event).length;
  const rest = count === 1 ? "the other move" : `the other ${count} moves`;
  const me = chooser(trace, isMin);
  const other = chooser(trace, !isMin);
  if (trace.beta[node] - trace.alpha[node] <= 1 && ["pvs", "mtdf"].includes(trace.about.algorithm)) {
    const asked = isMin ? `at most ${text(trace, trace.alpha[node])}` : `at least ${text(trace, trace.beta[node])}`;
    return `The question was only whether ${me} can make it ${asked}. ${found} answers it, so ${rest} cannot matter: cut.`;
  }
  return `${me} found ${found}. ${other} already has ${text(trace, bound)} elsewhere, so ${rest} cannot matter: cut.`;
}

/** The same in a few signs, to stand beside the node. */
export function cutSigns(trace, node) {
  const found = text(trace, trace.score[node]);
  if (trace.flags[node] & IS_MIN) return `${found} ≤ α ${text(trace, trace.alpha[node])}`;
  return `${found} ≥ β ${text(trace, trace.beta[node])}`;
}

function left(trace, node) {
  const algorithm = trace.about.algorithm.split(":")[0];
  const score = text(trace, trace.score[node]);
  if (algorithm === "mcts") return `The playout ended with ${score} for MAX: that is credited here.`;
  if (algorithm === "pns") return proven(trace, node, score);
  return `${returned(trace, node, score)} ${received(trace, node)}`.trim();
}

function proven(trace, node, score) {
  if (Number.isNaN(trace.score[node])) return "Still open: neither proven nor disproven.";
  const where = trace.parent[node] < 0 ? "the root" : trace.texts[trace.move[node]];
  return `Settled: ${where} shows ${score}.`;
}

/** What a node gives back, and what that means. */
function returned(trace, node, score) {
  const flags = trace.flags[node];
  if (flags & IS_OVER) return `${trace.about.written ? "The leaf" : "This end of the game"} is worth ${score}.`;
  if (flags & IS_REMEMBERED) return `${score}, from the table.`;
  if (flags & IS_GUESSED) return `The estimate is ${score}.`;
  const who = chooser(trace, flags & IS_MIN);
  if (trace.parent[node] < 0 && trace.roots.length === 1) return `The search is over: ${score} for MAX.`;
  if (trace.parent[node] < 0) return `Pass ${trace.pass(node) + 1} is over: ${score}.`;
  if (flags & HAS_CUT) return `${who} returns ${score}: ${flags & IS_MIN ? "at most" : "at least"} that, which is all that matters.`;
  if (trace.score[node] <= trace.alpha[node]) return `${who} returns ${score}; it is at most that, no more than MAX has already.`;
  if (trace.score[node] >= trace.beta[node]) return `${who} returns ${score}; it is at least that, no less than MIN has already.`;
  return `${who} returns ${score}, the ${flags & IS_MIN ? "least" : "greatest"} of its moves.`;
}

/** What the parent makes of it. */
function received(trace, node) {
  const parent = trace.parent[node];
  if (parent < 0) return "";
  const isMin = trace.flags[parent] & IS_MIN;
  const who = chooser(trace, isMin);
  const [before, now] = [trace.bestBefore(node), trace.best[node]];
  if (now === before) return `${who} keeps ${text(trace, now)}.`;
  if (!Number.isFinite(now)) return "";
  if (Number.isNaN(before) || !Number.isFinite(before)) return `${who} has ${text(trace, now)} now.`;
  return `${who} has ${text(trace, now)} now, ${isMin ? "less" : "more"} than ${text(trace, before)}.`;
}
