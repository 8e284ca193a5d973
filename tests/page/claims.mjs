// Every claim about a value that the page shows of recorded searches, at every step, checked against true values.
//
// Run by test_page_claims.py with [{ file, truths }], `truths` from paths of moves
// to the true score. Prints how many claims of each kind were checked, and those that are wrong.

import { answer, given, pathTo, searchIn } from "harness";
import { LEAVE, IS_CHANCE, IS_MIN } from "page/recording/recording.js";
import { OPEN, PRUNED } from "page/tree/merged.js";
import { caption } from "page/recording/captions.js";
import { nodeLabel, frameText, moveValue } from "page/tree/node_text.js";

const WIN = 1_000_000;
const counts = { "": 0, "≤": 0, "≥": 0, "~": 0, captions: 0 };
const wrong = [];

/** The sign and the score of a text such as "≥W5", "≤ W in 5", "~12", "−3"; null where it claims nothing. */
function parsed(text) {
  const match = /^([≤≥]?)\s?(~?)(?:(−?[\d.]+)|([WDL])(?:(?: in )?(\d+))?)(?:\s?…)?$/.exec(text);
  if (!match) return null;
  const [, sign, estimate, number, letter, distance] = match;
  const far = WIN - Number(distance ?? 0);
  return { sign, estimate, score: number ? Number(number.replace("−", "-")) : { W: far, D: 0, L: -far }[letter] };
}

/** Means are written with two digits. */
const ROUNDED = 0.0051;

function check(text, truth, where) {
  const claim = parsed(text);
  if (!claim) throw new Error(`"${text}" cannot be read, ${where}`);
  if (claim.estimate) {
    counts["~"]++;
    return;
  }
  counts[claim.sign]++;
  const most = Number.isInteger(truth) && Number.isInteger(claim.score) ? 0 : ROUNDED;
  const holds = { "": Math.abs(truth - claim.score) <= most, "≤": truth <= claim.score + most,
    "≥": truth >= claim.score - most }[claim.sign];
  if (!holds && wrong.length < 20) wrong.push(`${where}: shown ${text}, but it is ${truth}`);
}

for (const { file, truths } of given) {
  const { recording, tree } = searchIn(file);
  const farther = (score) =>
    (recording.scale === "distance" && Math.abs(score) > WIN / 2 ? score - Math.sign(score) : score);
  const truthOf = Array.from({ length: tree.size }, (_, node) => truths[pathTo(tree, node)]);
  /** The true mean of an open chance node, or, without a window, what the outcomes that have come back add up to. */
  const triedMean = (visit, step) => {
    if (recording.windowed) return truthOf[tree.of[visit]];
    let sum = 0;
    for (let child = recording.lastChild[visit]; child >= 0; child = recording.before[child]) {
      if (recording.leaveAt[child] <= step) {
        sum += recording.probabilities[recording.chance[child]] * truthOf[tree.of[child]];
      }
    }
    return sum;
  };
  /** The true best of the moves that an open visit has tried and left by a step. */
  const triedBest = (visit, step) => {
    if (recording.flags[visit] & IS_CHANCE) return triedMean(visit, step);
    const tried = [];
    for (let child = recording.lastChild[visit]; child >= 0; child = recording.before[child]) {
      if (recording.leaveAt[child] <= step) tried.push(farther(truthOf[tree.of[child]]));
    }
    // A move that is searched again is not settled.
    const current = recording.path(step)
      .find((node) => recording.parent[node] === visit && recording.leaveAt[node] > step);
    const others = current === undefined ? tried : triedBut(visit, step, recording.move[current]);
    return recording.flags[visit] & IS_MIN ? Math.min(...others) : Math.max(...others);
  };
  const triedBut = (visit, step, move) => {
    const tried = [];
    for (let child = recording.lastChild[visit]; child >= 0; child = recording.before[child]) {
      if (recording.leaveAt[child] <= step && recording.move[child] !== move) {
        tried.push(farther(truthOf[tree.of[child]]));
      }
    }
    return tried;
  };
  const { algorithm, game, position } = recording.about;
  const name = `${algorithm} on ${game} ${position} (${recording.scale})`;
  for (let step = 0; step < recording.events; step++) {
    for (let node = 0; node < tree.size; node++) {
      const where = `${name}, step ${step}, node ${node}`;
      const state = tree.state(node, step);
      const truth = state === OPEN ? triedBest(tree.visit(node, step), step) : truthOf[node];
      for (const text of [nodeLabel(tree, node, step), moveValue(tree, node, step)]) {
        if (/\d|[WDL]/.test(text)) check(text, truth, where);
      }
      if (state === PRUNED && parsed(moveValue(tree, node, step))) {
        wrong.push(`${where}: a value of a move that was cut`);
      }
    }
    for (const frame of recording.stack(step)) {
      const text = frameText(recording, frame);
      const truth = frame.left ? truthOf[tree.of[frame.node]] : triedBest(frame.node, step);
      if (text !== "–") check(text, truth, `${name}, step ${step}, call stack`);
    }
    checkCaption(recording, tree, step, truthOf, triedBest, name);
  }
}

/** "returns at most 3": what the sentence says of the node that was left, and of the best of its parent. */
function checkCaption(recording, tree, step, truthOf, triedBest, name) {
  const sentence = caption(recording, step);
  const node = recording.node[step];
  const value = "((?:at most |at least )?~?(?:−?\\d+(?:\\.\\d+)?|[WDL](?: in \\d+)?))";
  const above = recording.kind[step] === LEAVE && recording.parent[node] >= 0
    ? triedBest(recording.parent[node], step) : truthOf[tree.of[node]];
  const claims = [
    [new RegExp(`(?:returns|is worth|has this position:|is over:|estimate is) ${value}(?=[ ,.:])`),
      truthOf[tree.of[node]]],
    [new RegExp(`(?:so far is|stays|mean so far|the mean is) ${value}(?=[.])`), above],
    [new RegExp(`lies between ${value} and`), above, "≥"],
    [new RegExp(`lies between .* and ${value}[.]`), above, "≤"],
  ];
  for (const [pattern, truth, sign = ""] of claims) {
    const found = pattern.exec(sentence)?.[1];
    if (!found) continue;
    counts.captions++;
    check(sign + found.replace("at most ", "≤").replace("at least ", "≥"), truth,
      `${name}, step ${step}, "${sentence}"`);
  }
}

answer({ counts, wrong });
