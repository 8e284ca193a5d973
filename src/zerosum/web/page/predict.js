// @ts-nocheck
// Questions about what comes next: the value that returns, whether it cuts, and what a cut skips.

import { caption, chooser, moveWords, whyCut } from "./captions.js";
import { scoreText, typedScore, windowText } from "./scores.js";
import { CUT, ENTER, IS_MIN, LEAVE } from "./recording.js";

const MOST_CHILDREN = 16;

/** The questions before the event after this step, in the order in which to ask them. */
export function questions(recording, tree, step) {
  const event = step + 1;
  if (event >= recording.events || !recording.about.keeps_best) return [];
  const node = recording.node[event];
  if (recording.kind[event] === LEAVE && recording.lastChild[node] >= 0) return [aboutValue(recording, event, node)];
  if (recording.kind[step] !== LEAVE || !recording.windowed) return [];
  const parent = recording.parent[recording.node[step]];
  if (recording.kind[event] === CUT) return [aboutCut(recording, event, parent, true), aboutSkipped(recording, tree, event, parent)].filter(Boolean);
  const goesOn = recording.kind[event] === ENTER && recording.parent[node] === parent;
  const bound = recording.flags[parent] & IS_MIN ? recording.alpha[parent] : recording.beta[parent];
  return goesOn && Number.isFinite(bound) ? [aboutCut(recording, event, parent, false, step)] : [];
}

function name(recording, node) {
  const path = recording.parent[node] < 0 ? "at the root" : `after ${moveWords(recording, node)}`;
  return `${chooser(recording, recording.flags[node] & IS_MIN)} ${path}`;
}

function aboutValue(recording, event, node) {
  const right = scoreText(recording.scale, recording.score[node]);
  return {
    kind: "value",
    ask: `Which value does ${name(recording, node)} return?`,
    choices: recording.scale === "plain" ? [...new Set(["−1", "0", "1", right])].sort((one, other) => number(one) - number(other)) : null,
    right,
    isRight: (answer) => typedScore(answer) === right,
    because: caption(recording, event),
  };
}

function number(text) {
  return Number(text.replace("−", "-"));
}

function aboutCut(recording, event, parent, cuts, step = event - 1) {
  const { alphaNow, betaNow } = recording.frame(step, parent, recording.node[step]);
  const window = windowText(recording.scale, alphaNow, betaNow);
  return {
    kind: "cut",
    ask: `Does ${name(recording, parent)} cut now?`,
    choices: ["yes", "no"],
    right: cuts ? "yes" : "no",
    isRight: (answer) => answer === (cuts ? "yes" : "no"),
    because: cuts ? whyCut(recording, event) : `The window is ${window} now, and not empty: the next move may still matter.`,
  };
}

function aboutSkipped(recording, tree, event, parent) {
  const children = tree.children(tree.of[parent]);
  if (children.length > MOST_CHILDREN) return null;
  const skipped = recording.skipped(event).map((at) => recording.texts[recording.pruned_move[at]]).sort();
  return {
    kind: "skipped",
    ask: `Which moves of ${name(recording, parent)} are never looked at?`,
    several: children.map((child) => recording.texts[tree.move[child]]),
    right: skipped.join(" "),
    isRight: (answer) => [...answer].sort().join(" ") === skipped.join(" "),
    because: `The cut skips what has not been tried yet: ${skipped.join(", ")}.`,
  };
}
