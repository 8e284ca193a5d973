// The words of a search: who chooses, which move, and what is claimed of a value.

import { AT_LEAST, AT_MOST, EXACT } from "./claims.js";
import { IS_CHANCE, IS_MIN } from "./recording.js";
import { claimText } from "./scores.js";

/**
 * Who chooses at a node with these flags: MAX or MIN, in a game with the name of the side, or chance.
 * @param {Recording} recording @param {number} flags
 */
export function chooser({ about }, flags) {
  if (flags & IS_CHANCE) return "Chance";
  const name = flags & IS_MIN ? "MIN" : "MAX";
  return about.written ? name : `${name} (${about.sides[flags & IS_MIN ? 1 : 0]})`;
}

/**
 * The move that leads to a node, in words: a child of a written tree has only a number.
 * @param {Recording} recording @param {number} node
 */
export function moveWords(recording, node) {
  return `${recording.about.written ? "branch " : ""}${recording.texts[recording.move[node]]}`;
}

/** @param {Recording} recording @param {Claim} claim */
export function claimWords({ scale }, claim) {
  const name = { [EXACT]: "", [AT_MOST]: "at most ", [AT_LEAST]: "at least " }[claim.bound];
  return `${name}${claimText(scale, { ...claim, bound: EXACT }, { long: true })}`;
}
