// The tasks of a lesson: what is asked, and whether an answer is right, both read from the recording of a real search.

import { caption, whyCut } from "./captions.js";
import { EXACT, farther } from "./claims.js";
import { aboutValue, nodeName, questions } from "./predict.js";
import { BEST_MARK, CUT_MARK, HAS_CUT, PASS_MARK, TABLE_MARK } from "./recording.js";
import { scoreText } from "./scores.js";
import { claimWords } from "./words.js";

/** @typedef {import("./predict.js").Question} Question */

/**
 * What an answer is worth. `words` explain it; where it is wrong, without the right answer.
 * @typedef {{ isRight: boolean, words: string }} Verdict
 */

/** @type {Record<Api.Task["mark"], { bit: number, name: string }>} */
const MARKS = {
  cut: { bit: CUT_MARK, name: "cut" },
  "table hit": { bit: TABLE_MARK, name: "table hit" },
  pass: { bit: PASS_MARK, name: "end of a pass" },
  "new best": { bit: BEST_MARK, name: "new best" },
};
/** @type {Record<Api.Task["quantity"], string>} */
const COUNTING = {
  nodes: "How many nodes does X visit?",
  leaves: "How many leaves does X look at?",
  cuts: "How often does X cut?",
  "table hits": "How often does the table of X have an answer?",
  value: "",
};
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];
/** @param {number} number */
const ordinal = (number) => ORDINALS[number] ?? `${number}th`;
/** @type {Record<Api.Goal["sign"], [(one: number, other: number) => boolean, string]>} */
const SIGNS = {
  "<": [(one, other) => one < other, "less than"],
  "<=": [(one, other) => one <= other, "at most"],
  "=": [(one, other) => one === other, "exactly"],
  ">=": [(one, other) => one >= other, "at least"],
  ">": [(one, other) => one > other, "more than"],
};

/**
 * The node of the tree after these moves, -1 where the search knows of none.
 * @param {MergedTree} tree @param {string[]} moves
 */
function nodeAfter(tree, moves) {
  const nodes = tree.walk(moves);
  return nodes.length > moves.length ? nodes[moves.length] : -1;
}

/** The path of a node, as in ".1.0"; "" is the root. @param {MergedTree} tree @param {number} node */
function pathOf(tree, node) {
  return tree.movesTo(node).map((move) => `.${move}`).join("");
}

/** The paths of the leaves that are never visited. @param {MergedTree} tree */
function skippedLeaves(tree) {
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  return nodes.filter((node) => tree.first[node] < 0 && lastVisit(tree, node) < 0).map((node) => pathOf(tree, node));
}

/** @param {MergedTree} tree @param {number} node */
function lastVisit(tree, node) {
  return node < 0 ? -1 : tree.visit(node, tree.recording.events - 1);
}

/** The paths of the nodes that cut. @param {MergedTree} tree */
function cuttingNodes(tree) {
  const { flags, nodes } = tree.recording;
  const visits = Array.from({ length: nodes }, (_, visit) => visit).filter((visit) => flags[visit] & HAS_CUT);
  return [...new Set(visits.map((visit) => pathOf(tree, tree.of[visit])))];
}

/** The steps with a mark of this kind. @param {Recording} recording @param {Api.Task["mark"]} mark */
function stepsWith(recording, mark) {
  return [...recording.marks.filter((event) => recording.marked[event] === MARKS[mark].bit)];
}

/**
 * How much of this a search has; its value is the score of the root.
 * @param {Recording} recording @param {Api.Goal["quantity"]} quantity
 */
export function amount(recording, quantity) {
  const { result } = recording.about;
  if (quantity === "value") return recording.score[recording.roots[recording.roots.length - 1]];
  return { nodes: result.nodes, leaves: result.leaves, cuts: result.cutoffs,
    "table hits": result.table_hits }[quantity];
}

/** The moves of the root that are as good as the best. @param {MergedTree} tree */
export function bestMoves(tree) {
  const { recording } = tree;
  const root = lastVisit(tree, 0);
  const good = tree.children(0).filter((child) => {
    const visit = lastVisit(tree, child);
    if (visit < 0) return false;
    const { score, bound } = recording.claim(visit);
    return bound === EXACT && farther(recording.scale, score) === recording.score[root];
  });
  return [...new Set([...recording.about.result.line.slice(0, 1), ...good.map((child) => tree.moveText(child))])];
}

/**
 * A question that is answered by typing or by a button, null for the tasks that are done otherwise.
 * @param {Api.Task} task @param {MergedTree} tree
 * @returns {Question | null}
 */
export function questionOf(task, tree) {
  const { recording } = tree;
  if (task.kind === "value") {
    const visit = lastVisit(tree, nodeAfter(tree, task.moves));
    return aboutValue(recording, recording.leaveAt[visit], visit);
  }
  if (task.kind === "move") {
    const best = bestMoves(tree);
    const who = nodeName(recording, lastVisit(tree, 0)).replace(" at the root", "");
    return {
      kind: "move",
      ask: `Which ${recording.about.written ? "branch" : "move"} is best for ${who}?`,
      choices: tree.children(0).map((child) => tree.moveText(child)),
      right: best.join(" or "),
      isRight: (given) => best.includes(given),
      because: caption(recording, recording.leaveAt[lastVisit(tree, 0)]),
    };
  }
  if (task.kind === "count") {
    const right = amount(recording, task.quantity);
    return {
      kind: "count",
      label: `Number of ${task.quantity}`,
      ask: COUNTING[task.quantity].replace("X", recording.about.algorithm),
      right: String(right),
      isRight: (given) => /^\s*\d{1,9}\s*$/.test(given) && Number(given) === right,
      because: `It is ${right.toLocaleString("en")}.`,
    };
  }
  return null;
}

/** What is asked. @param {Api.Task} task @param {MergedTree} tree */
export function askOf(task, tree) {
  const goalOf = (/** @type {Api.Goal} */ { quantity, sign, number }) => {
    if (quantity === "value") return sign === "=" ? `a value of ${number}` : `a value of ${SIGNS[sign][1]} ${number}`;
    return `${SIGNS[sign][1]} ${number} ${quantity}`;
  };
  const goals = task.goals.map(goalOf).join(" and ");
  /** @type {Record<string, string>} */
  const asks = {
    leaves: "Which leaves are never looked at? Mark them in the tree.",
    node: "Which node cuts? Choose it in the tree.",
    find: `Go to the ${ordinal(task.number)} ${MARKS[task.mark].name}.`,
    predict: `Answer ${task.number} ${task.number === 1 ? "question" : "questions"} rightly.`,
    change: `Change leaves until the search has ${goals}.`,
    reorder: `Reorder branches until the search has ${goals}.`,
    choose: `Choose a search with ${goals}.`,
  };
  return asks[task.kind] ?? questionOf(task, tree)?.ask ?? "";
}

/**
 * Why nobody can do this task, since the search does not have what it asks for; "" where it has.
 * @param {Api.Task} task @param {MergedTree} tree
 */
export function impossible(task, tree) {
  const { recording } = tree;
  const isSeen = task.kind !== "value" || lastVisit(tree, nodeAfter(tree, task.moves)) >= 0;
  if (!isSeen) return `The search never visits the node after ${task.moves.join(" ")}.`;
  if (task.kind === "node" && !cuttingNodes(tree).length) return "The search never cuts.";
  const steps = task.kind === "find" ? stepsWith(recording, task.mark).length : Infinity;
  if (steps < task.number) return `The search has only ${steps} such steps.`;
  const asked = task.kind === "predict" ? askedOnTheWay(tree) : Infinity;
  if (asked < task.number) return `The search has only ${asked} questions.`;
  return "";
}

/** @param {MergedTree} tree */
function askedOnTheWay(tree) {
  let count = 0;
  for (let step = 0; step < tree.recording.events; step++) count += questions(tree.recording, tree, step).length;
  return count;
}

/**
 * Whether an answer is right: a text for a question, a list of paths for nodes and leaves, a step for what is to be
 * found, the number of right answers in predict mode; goals need no answer, only the search.
 * @param {Api.Task} task @param {MergedTree} tree @param {any} given
 * @returns {Verdict}
 */
export function verdictOf(task, tree, given) {
  const { recording } = tree;
  if (task.kind === "leaves") return aboutLeaves(tree, given);
  if (task.kind === "node") return aboutNode(tree, given[0]);
  if (task.kind === "find") return aboutStep(task, recording, given);
  if (task.kind === "predict") return { isRight: given >= task.number, words: `${given} of ${task.number} right.` };
  return task.goals.length ? aboutGoals(task, recording) : aboutAnswer(task, tree, given);
}

/** @param {Api.Task} task @param {MergedTree} tree @param {string} given @returns {Verdict} */
function aboutAnswer(task, tree, given) {
  const question = /** @type {Question} */ (questionOf(task, tree));
  if (question.isRight(given)) return { isRight: true, words: question.because };
  if (task.kind === "move") {
    const visit = lastVisit(tree, nodeAfter(tree, [given]));
    const worth = visit < 0
      ? "is never looked at" : `is worth ${claimWords(tree.recording, tree.recording.claim(visit))}`;
    const branch = tree.recording.about.written ? "branch " : "";
    return { isRight: false, words: `No: ${branch}${given} ${worth}, and another is better.` };
  }
  if (task.kind === "count" && /^\s*\d{1,9}\s*$/.test(given)) {
    const isLess = Number(given) < amount(tree.recording, task.quantity);
    return { isRight: false, words: `No: ${Number(given)} is too ${isLess ? "few" : "many"}.` };
  }
  const isNumber = /^\s*[-–−+]?[\d.,]*\d(\s*\/\s*\d+)?\s*$/.test(given);
  if (!isNumber && (task.kind === "count" || tree.recording.about.written)) {
    return { isRight: false, words: "Type a number." };
  }
  return { isRight: false, words: `No, it is not ${given.trim()}.` };
}

/** @param {MergedTree} tree @param {string[]} given @returns {Verdict} */
function aboutLeaves(tree, given) {
  const skipped = skippedLeaves(tree);
  const wrong = given.filter((path) => !skipped.includes(path)).length;
  const missing = skipped.filter((path) => !given.includes(path)).length;
  if (!wrong && !missing) {
    const cuts = [...tree.recording.cutEvents].map((event) => whyCut(tree.recording, event));
    return { isRight: true, words: cuts.join(" ") || "Every leaf is looked at." };
  }
  const said = [];
  if (wrong) {
    said.push(wrong === 1 ? "one leaf that you marked is looked at" : `${wrong} leaves that you marked are looked at`);
  }
  if (missing) said.push(missing === 1 ? "one more is never looked at" : `${missing} more are never looked at`);
  return { isRight: false, words: `Not yet: ${said.join(", and ")}.` };
}

/** @param {MergedTree} tree @param {string | undefined} path @returns {Verdict} */
function aboutNode(tree, path) {
  if (path === undefined) return { isRight: false, words: "Choose a node in the tree first." };
  const { recording } = tree;
  const visit = lastVisit(tree, nodeAfter(tree, path.split(".").slice(1)));
  if (visit < 0) return { isRight: false, words: "No: this node is itself cut away, and never visited." };
  if (recording.flags[visit] & HAS_CUT) return { isRight: true, words: whyCut(recording, recording.cutOf(visit)) };
  return { isRight: false, words: `No: ${nodeName(recording, visit)} looks at all of its branches.` };
}

/** @param {Api.Task} task @param {Recording} recording @param {number} step @returns {Verdict} */
function aboutStep(task, recording, step) {
  const steps = stepsWith(recording, task.mark);
  const at = steps.indexOf(step);
  const { name } = MARKS[task.mark];
  if (at === task.number - 1) return { isRight: true, words: caption(recording, step) };
  if (at >= 0) {
    return { isRight: false, words: `This is the ${ordinal(at + 1)} ${name}, not the ${ordinal(task.number)}.` };
  }
  return { isRight: false, words: `Step ${step + 1} is no ${name}.` };
}

/** @param {Api.Task} task @param {Recording} recording @returns {Verdict} */
function aboutGoals(task, recording) {
  const amounts = task.goals.map(({ quantity, sign, number }) => {
    const found = amount(recording, quantity);
    const text = quantity === "value" ? scoreText(recording.scale, found) : found.toLocaleString("en");
    return { isMet: SIGNS[sign][0](found, number), words: `${quantity}: ${text}, wanted ${SIGNS[sign][1]} ${number}` };
  });
  return { isRight: amounts.every(({ isMet }) => isMet), words: `${amounts.map(({ words }) => words).join("; ")}.` };
}

/**
 * The right answer, for those who ask for it; "" where a way of one's own is asked for.
 * @param {Api.Task} task @param {MergedTree} tree
 */
export function answerOf(task, tree) {
  const { recording } = tree;
  const question = questionOf(task, tree);
  if (question) return `The answer is ${question.right}. ${question.because}`;
  const skipped = skippedLeaves(tree);
  if (task.kind === "leaves") {
    return `${skipped.length} leaves are never looked at. ${aboutLeaves(tree, skipped).words}`;
  }
  if (task.kind === "node") return verdictOf(task, tree, [cuttingNodes(tree)[0]]).words;
  if (task.kind === "find") return `It is step ${stepsWith(recording, task.mark)[task.number - 1] + 1}.`;
  return "";
}
