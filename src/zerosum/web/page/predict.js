// @ts-nocheck
// Questions about what comes next: the value that returns, whether it cuts, and what a cut skips.

import { caption, chooser, moveWords, whyCut } from "./captions.js";
import { scoreText, typedScore, windowText } from "./scores.js";
import { CUT, ENTER, IS_MIN, LEAVE } from "./trace.js";

const MOST_CHILDREN = 16;

/** The questions before the event after this step, in the order in which to ask them. */
export function questions(trace, tree, step) {
  const event = step + 1;
  if (event >= trace.events || !trace.about.keeps_best) return [];
  const node = trace.node[event];
  if (trace.kind[event] === LEAVE && trace.lastChild[node] >= 0) return [aboutValue(trace, event, node)];
  if (trace.kind[step] !== LEAVE || !trace.windowed) return [];
  const parent = trace.parent[trace.node[step]];
  if (trace.kind[event] === CUT) return [aboutCut(trace, event, parent, true), aboutSkipped(trace, tree, event, parent)].filter(Boolean);
  const goesOn = trace.kind[event] === ENTER && trace.parent[node] === parent;
  const bound = trace.flags[parent] & IS_MIN ? trace.alpha[parent] : trace.beta[parent];
  return goesOn && Number.isFinite(bound) ? [aboutCut(trace, event, parent, false, step)] : [];
}

function name(trace, node) {
  const path = trace.parent[node] < 0 ? "at the root" : `after ${moveWords(trace, node)}`;
  return `${chooser(trace, trace.flags[node] & IS_MIN)} ${path}`;
}

function aboutValue(trace, event, node) {
  const right = scoreText(trace.scale, trace.score[node]);
  return {
    kind: "value",
    ask: `Which value does ${name(trace, node)} return?`,
    choices: trace.scale === "plain" ? [...new Set(["−1", "0", "1", right])].sort((one, other) => number(one) - number(other)) : null,
    right,
    isRight: (answer) => typedScore(answer) === right,
    because: caption(trace, event),
  };
}

function number(text) {
  return Number(text.replace("−", "-"));
}

function aboutCut(trace, event, parent, cuts, step = event - 1) {
  const { alphaNow, betaNow } = trace.frame(step, parent, trace.node[step]);
  const window = windowText(trace.scale, alphaNow, betaNow);
  return {
    kind: "cut",
    ask: `Does ${name(trace, parent)} cut now?`,
    choices: ["yes", "no"],
    right: cuts ? "yes" : "no",
    isRight: (answer) => answer === (cuts ? "yes" : "no"),
    because: cuts ? whyCut(trace, event) : `The window is ${window} now, and not empty: the next move may still matter.`,
  };
}

function aboutSkipped(trace, tree, event, parent) {
  const children = tree.children(tree.of[parent]);
  if (children.length > MOST_CHILDREN) return null;
  const skipped = trace.skipped(event).map((at) => trace.texts[trace.pruned_move[at]]).sort();
  return {
    kind: "skipped",
    ask: `Which moves of ${name(trace, parent)} are never looked at?`,
    several: children.map((child) => trace.texts[tree.move[child]]),
    right: skipped.join(" "),
    isRight: (answer) => [...answer].sort().join(" ") === skipped.join(" "),
    because: `The cut skips what has not been tried yet: ${skipped.join(", ")}.`,
  };
}
