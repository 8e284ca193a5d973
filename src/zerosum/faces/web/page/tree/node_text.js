// What is written about a node: in the tree, in the call stack, in the list of moves and under the pointer.

import { cutSigns } from "../recording/captions.js";
import { OPEN, PRUNED, UNSEEN } from "./merged.js";
import { HAS_CUT } from "../recording/recording.js";
import { claimText, thresholdText } from "../recording/scores.js";
import { chooser } from "../recording/words.js";

/**
 * The text inside a node of the tree. "…" says that it is about the moves tried so far; `covered` hides that.
 * @param {MergedTree} tree @param {number} node @param {number} step
 */
export function nodeLabel(tree, node, step, covered = false) {
  const isOpen = tree.state(node, step) === OPEN && !tree.sums;
  if (isOpen && covered) return "?";
  const claim = tree.claim(node, step);
  return Number.isFinite(claim.score) ? `${claimText(tree.recording.scale, claim)}${isOpen ? "…" : ""}` : "";
}

/** The value column of the call stack. @param {Recording} recording @param {Frame} frame */
export function frameText(recording, frame, covered = false) {
  if (covered && !frame.left) return "?";
  return Number.isFinite(frame.claim.score) ? claimText(recording.scale, frame.claim, { long: true }) : "–";
}

/**
 * What a playout has brought to a node of the call stack: a result, and no estimate.
 * @param {Recording} recording @param {Frame} frame
 */
export function playoutText(recording, frame) {
  return frame.left ? thresholdText(recording.scale, recording.score[frame.node], true) : "–";
}

/**
 * The move that leads to a node; an outcome of chance with its probability.
 * @param {MergedTree} tree @param {number} node
 */
export function edgeText(tree, node) {
  const chance = tree.chanceText(node);
  return `${tree.moveText(node)}${chance && ` (${chance})`}`;
}

/**
 * What the list of moves says about one of them.
 * @param {MergedTree} tree @param {number} node @param {number} step
 */
export function moveValue(tree, node, step) {
  const state = tree.state(node, step);
  if (state === PRUNED) return "✂ cut";
  if (state === UNSEEN) return "not seen";
  const claim = tree.claim(node, step);
  if (!Number.isFinite(claim.score)) return "…";
  return `${claimText(tree.recording.scale, claim, { long: true })}${state === OPEN && !tree.sums ? " …" : ""}`;
}

/** The node under the pointer, in words. @param {MergedTree} tree @param {number} node @param {number} step */
export function nodeWords(tree, node, step) {
  const words = [];
  for (let at = node; tree.parent[at] >= 0; at = tree.parent[at]) words.unshift(edgeText(tree, at));
  const what = tree.isLeaf(node) ? "end" : chooser(tree.recording, tree.flags[node]);
  const value = { "✂ cut": "cut: click for the reason", "…": "no value yet" }[moveValue(tree, node, step)]
    ?? moveValue(tree, node, step);
  const visits = tree.visits.starts[node + 1] - tree.visits.starts[node];
  const visit = tree.visit(node, step);
  const why = visit >= 0 && tree.recording.flags[visit] & HAS_CUT && tree.recording.cutOf(visit) <= step
    ? ` · ✂ ${cutSigns(tree.recording, visit)}` : "";
  return `${words.join(" ") || "root"} · ${what} · ${value}${why}${visits > 1 ? ` · ${visits} visits` : ""}`;
}
