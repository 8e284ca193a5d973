// Questions about what comes next: the score that returns, whether it cuts, and what a cut skips.

import { caption, whyCut } from "./captions.js";
import { CUT, ENTER, IS_CHANCE, IS_MIN, LEAVE } from "./recording.js";
import { isTyped, scoreText, windowText } from "./scores.js";
import { chooser, moveWords } from "./words.js";

/**
 * A question. It is answered by one of `choices`, by some of `several`, or else by a typed value.
 * @typedef {{ kind: string, ask: string, right: string, because: string, isRight: (answer: any) => boolean,
 *   choices?: string[], several?: string[], label?: string }} Question
 */

const MOST_CHILDREN = 16;

/**
 * The questions before the event after this step, in the order in which to ask them.
 * @param {Recording} recording @param {MergedTree} tree @param {number} step
 * @returns {Question[]}
 */
export function questions(recording, tree, step) {
  const event = step + 1;
  if (event >= recording.events || !recording.about.keeps_best) return [];
  const node = recording.node[event];
  if (recording.kind[event] === LEAVE && recording.lastChild[node] >= 0) return [aboutValue(recording, event, node)];
  if (recording.kind[step] !== LEAVE || !recording.windowed) return [];
  const parent = recording.parent[recording.node[step]];
  if (recording.kind[event] === CUT) {
    if (recording.isProbe(parent)) return [];
    const skipped = aboutSkipped(recording, tree, event, parent);
    return [aboutCut(recording, step, parent, true), ...(skipped ? [skipped] : [])];
  }
  const goesOn = recording.kind[event] === ENTER && recording.parent[node] === parent;
  const flags = recording.flags[parent];
  // MIN cuts at alpha, MAX at beta, chance at both.
  const canCut = (!(flags & IS_MIN) && Number.isFinite(recording.beta[parent]))
    || (flags & (IS_MIN | IS_CHANCE) && Number.isFinite(recording.alpha[parent]));
  return goesOn && canCut ? [aboutCut(recording, step, parent, false)] : [];
}

/** A node in words, as in "MIN after branch 1". @param {Recording} recording @param {number} node */
export function nodeName(recording, node) {
  const path = recording.parent[node] < 0 ? "at the root" : `after ${moveWords(recording, node)}`;
  return `${chooser(recording, recording.flags[node])} ${path}`;
}

/**
 * The question for the value that a node returns at an event.
 * @param {Recording} recording @param {number} event @param {number} node
 * @returns {Question}
 */
export function aboutValue(recording, event, node) {
  const { scale, hasEstimates } = recording;
  const right = scoreText(scale, recording.score[node], { estimated: hasEstimates && recording.score[node] !== 0 });
  return {
    kind: "value",
    ask: `Which value does ${nodeName(recording, node)} return?`,
    choices: scale === "plain" && !hasEstimates ? ["L", "D", "W"] : undefined,
    right,
    isRight: (answer) => isTyped(answer, right),
    because: caption(recording, event),
  };
}

/**
 * @param {Recording} recording @param {number} step @param {number} parent @param {boolean} cuts
 * @returns {Question}
 */
function aboutCut(recording, step, parent, cuts) {
  const frame = recording.frame(step, parent, recording.node[step]);
  const window = windowText(recording.scale, frame.alphaNow, frame.betaNow, recording.hasEstimates);
  const open = frame.isChance ? `The mean may still lie inside the window ${window}: the next outcome matters.`
    : `The window is ${window} now, and not empty: the next move may still matter.`;
  return {
    kind: "cut",
    ask: `Does ${nodeName(recording, parent)} cut now?`,
    choices: ["yes", "no"],
    right: cuts ? "yes" : "no",
    isRight: (answer) => answer === (cuts ? "yes" : "no"),
    because: cuts ? whyCut(recording, step + 1) : open,
  };
}

/**
 * @param {Recording} recording @param {MergedTree} tree @param {number} event @param {number} parent
 * @returns {Question | null}
 */
function aboutSkipped(recording, tree, event, parent) {
  const children = tree.children(tree.of[parent]);
  if (children.length > MOST_CHILDREN) return null;
  const skipped = recording.skipped(event).map((at) => recording.texts[recording.pruned_move[at]]).sort();
  return {
    kind: "skipped",
    ask: `Which moves of ${nodeName(recording, parent)} are never looked at?`,
    several: children.map((child) => tree.moveText(child)),
    right: skipped.join(" "),
    isRight: (answer) => [...answer].sort().join(" ") === skipped.join(" "),
    because: `The cut skips the moves that have not been tried yet: ${skipped.join(", ")}.`,
  };
}
