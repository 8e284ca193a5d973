// One or two sentences for each step: what happened, and why.

import { AT_MOST, EXACT } from "./claims.js";
import { PHASES } from "./phase_captions.js";
import { CUT, ENTER, FOUND, HAS_CUT, IS_CHANCE, IS_GUESSED, IS_MIN, IS_OVER, IS_REMEMBERED } from "./recording.js";
import { boundText, isNull, questionWords, windowWords } from "./scores.js";
import { chooser, claimWords, moveWords } from "./words.js";

/** What happens at a step. @param {Recording} recording @param {number} step */
export function caption(recording, step) {
  const phase = PHASES[recording.algorithm];
  if (phase) return phase(recording, step);
  const node = recording.node[step];
  if (recording.kind[step] === ENTER) return entered(recording, node);
  if (recording.kind[step] === CUT) return whyCut(recording, step);
  if (recording.kind[step] === FOUND) {
    const words = claimWords(recording, recording.claim(node));
    return `The transposition table has this position: ${words}. That settles it without a search.`;
  }
  return left(recording, node);
}

/** @param {Recording} recording @param {number} score */
function text({ scale, hasEstimates }, score) {
  return boundText(scale, score, hasEstimates);
}

/** @param {Recording} recording @param {number} node */
function entered(recording, node) {
  const { about, flags } = recording;
  const parent = recording.parent[node];
  const does = flags[node] & IS_CHANCE ? "decide" : parent < 0 ? "choose" : "answer";
  const decides = `${chooser(recording, flags[node])} is to ${does}`;
  const window = windowWords(recording.scale, recording.alpha[node], recording.beta[node], recording.hasEstimates);
  const how = recording.windowed ? `, with ${window}` : "";
  const end = how.endsWith("?") ? "" : ".";
  if (parent < 0) {
    const { roots } = recording;
    const pass = roots.length > 1
      ? `Pass ${recording.pass(node) + 1} of ${roots.length} begins. ` : "The search begins. ";
    return `${pass}${decides}${how}${end}`;
  }
  const chance = about.chances[recording.chance[node]];
  const odds = chance && ` with probability ${chance}`;
  const who = chooser(recording, flags[parent]);
  const tried = `${who} ${chance ? "brings" : "tries"} ${moveWords(recording, node)}${odds}`;
  if (recording.before[node] >= 0 && recording.isRepeated[recording.before[node]] && recording.windowed) {
    return `${tried} again: it is better than the best so far, and now its value is wanted${how}${end}`;
  }
  if (flags[node] & IS_OVER) return `${tried}. ${about.written ? "It is a leaf." : "There the game is over."}`;
  if (flags[node] & IS_GUESSED && about.keeps_best) {
    return `${tried}. The depth limit is reached here, so the position is estimated.`;
  }
  return `${tried}. ${decides}${how}${end}`;
}

/**
 * Why a node cuts: what it found, what the other side has elsewhere, and how many moves are skipped.
 * @param {Recording} recording @param {number} event
 */
export function whyCut(recording, event) {
  const node = recording.node[event];
  const count = recording.skipped(event).length;
  if (recording.flags[node] & IS_CHANCE) return whyMeanCut(recording, node, count);
  const isMin = recording.flags[node] & IS_MIN;
  const who = chooser(recording, isMin);
  const [alpha, beta] = [recording.alpha[node], recording.beta[node]];
  // The last move tried is the one that cuts; the node's score is its score as the node sees it.
  const found = claimWords(recording, { ...recording.claim(recording.lastChild[node]), score: recording.score[node] });
  const rest = count === 1 ? "the other move" : `the other ${count} moves`;
  if (recording.isProbe(node)) {
    const later = `${rest} ${count === 1 ? "is" : "are"} left for later`;
    return `${who} found ${found} with its first move. A probe asks for no more: ${later}.`;
  }
  const end = `so ${rest} cannot matter: cut.`;
  if (isNull(alpha, beta)) {
    const question = questionWords(recording.scale, beta, recording.hasEstimates);
    const answer = isMin ? "no" : "yes";
    return `${who} found ${found}. The null window only asks: ${question} The answer is ${answer}, ${end}`;
  }
  const bound = text(recording, isMin ? alpha : beta);
  if (isFromChance(recording, node)) {
    const where = isMin ? `At α = ${bound} or less` : `At β = ${bound} or more`;
    return `${who} found ${found}. ${where}, the chance node above needs no exact score, ${end}`;
  }
  return `${who} found ${found}. ${chooser(recording, isMin ? 0 : IS_MIN)} already has ${bound} elsewhere, ${end}`;
}

/**
 * Why a chance node cuts: its mean is outside of the window, whatever the open outcomes bring.
 * @param {Recording} recording @param {number} node
 * @param {number} count of the outcomes that are skipped
 */
function whyMeanCut(recording, node, count) {
  const isHigh = recording.score[node] >= recording.beta[node];
  const rest = count === 1 ? "the other outcome" : `the other ${count} outcomes`;
  const found = `${isHigh ? "at least" : "at most"} ${text(recording, recording.score[node])}`;
  const bound = text(recording, isHigh ? recording.beta[node] : recording.alpha[node]);
  const matters = `It only matters ${isHigh ? "below" : "above"} ${bound}: cut.`;
  return `Even with the ${isHigh ? "least" : "greatest"} possible score for ${rest}, the mean is ${found}. ${matters}`;
}

/**
 * Whether the bound at which a node cuts was handed down by a chance node, and is not the best of the other side.
 * @param {Recording} recording @param {number} node
 */
function isFromChance(recording, node) {
  const bounds = recording.flags[node] & IS_MIN ? recording.alpha : recording.beta;
  let below = node;
  while (below >= 0 && !recording.chance[below]) below = recording.parent[below];
  return below >= 0 && bounds[below] === bounds[node];
}

/** The reason of a cut in a few signs, to stand beside the node. @param {Recording} recording @param {number} node */
export function cutSigns(recording, node) {
  if (recording.isProbe(node)) return "probe";
  const [score, alpha, beta] = [recording.score[node], recording.alpha[node], recording.beta[node]];
  const isLow = recording.flags[node] & IS_CHANCE ? score < beta : recording.flags[node] & IS_MIN;
  return isLow
    ? `${text(recording, score)} ≤ α ${text(recording, alpha)}`
    : `${text(recording, score)} ≥ β ${text(recording, beta)}`;
}

/** @param {Recording} recording @param {number} node */
function left(recording, node) {
  return `${returned(recording, node)} ${received(recording, node)}`.trim();
}

/** What a node returns, and what that says about its value. @param {Recording} recording @param {number} node */
function returned(recording, node) {
  const flags = recording.flags[node];
  const claim = recording.claim(node);
  const words = claimWords(recording, claim);
  if (flags & IS_OVER) return `${recording.about.written ? "The leaf" : "The finished game"} is worth ${words}.`;
  if (flags & IS_REMEMBERED) return `The transposition table returns ${words}.`;
  if (flags & IS_GUESSED) return `The estimate is ${words}.`;
  if (recording.parent[node] < 0) {
    return recording.roots.length === 1
      ? `The search is over: ${words} for MAX.` : `Pass ${recording.pass(node) + 1} is over: ${words} for MAX.`;
  }
  return `${chooser(recording, flags)} returns ${words}${because(recording, node, claim)}`;
}

/**
 * Why the score of an inner node is exact or a bound.
 * @param {Recording} recording @param {number} node @param {Claim} claim
 */
function because(recording, node, { bound }) {
  if (recording.flags[node] & IS_CHANCE) return becauseOfMean(recording, node, bound);
  const isMin = recording.flags[node] & IS_MIN;
  if (bound === EXACT) {
    return recording.flags[node] & HAS_CUT
      ? ": nothing can be better." : `, the ${isMin ? "least" : "greatest"} of its moves.`;
  }
  if (recording.flags[node] & HAS_CUT) {
    return `, since the moves it skipped can only make that ${isMin ? "less" : "more"}.`;
  }
  const [name, limit] = bound === AT_MOST ? ["α", recording.alpha[node]] : ["β", recording.beta[node]];
  return `: all of its moves are on the wrong side of ${name} = ${text(recording, limit)}, and were only bounded.`;
}

/**
 * Why the score of a chance node is exact or a bound.
 * @param {Recording} recording @param {number} node @param {number} bound
 */
function becauseOfMean(recording, node, bound) {
  if (recording.flags[node] & HAS_CUT) {
    return `, with the ${bound === AT_MOST ? "greatest" : "least"} possible score for what it skipped.`;
  }
  return bound === EXACT ? ", the mean of its outcomes." : ", the mean of outcomes of which some were only bounded.";
}

/** What the parent does with a score that came back. @param {Recording} recording @param {number} node */
function received(recording, node) {
  const parent = recording.parent[node];
  if (parent < 0) return "";
  if (recording.flags[parent] & IS_CHANCE) return weighted(recording, node, parent);
  const who = chooser(recording, recording.flags[parent]);
  const before = recording.bestBefore(node);
  const now = recording.best[node];
  if (recording.isRepeated[node]) return `That is better than what ${who} has, so the move is searched again.`;
  if (!Number.isFinite(now)) return "";
  const best = claimWords(recording, recording.bestClaim(recording.leaveAt[node], parent, node));
  if (now === before) return `The best of ${who} stays ${best}.`;
  return `The best of ${who} so far is ${best}.`;
}

/**
 * What a chance node does with the score of an outcome.
 * @param {Recording} recording @param {number} node @param {number} parent
 */
function weighted(recording, node, parent) {
  const { sum, low, high } = recording.mean(recording.leaveAt[node], parent, node);
  const chance = recording.about.chances[recording.chance[node]];
  const taken = `Chance: ${chance} of ${claimWords(recording, recording.claim(node))}`;
  const estimated = recording.hasEstimates;
  const short = (/** @type {number} */ score) => claimWords(recording, { score, bound: EXACT, estimated });
  if (!recording.windowed || !Number.isFinite(low)) return `${taken}; mean so far ${short(sum)}.`;
  const lies = high - low < 1e-9 ? `is ${short(low)}` : `lies between ${short(low)} and ${short(high)}`;
  return `${taken}; the mean ${lies}.`;
}
