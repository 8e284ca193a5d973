// Two recorded searches of one position held together: by the number of the step, or by the node they are at.

import { HAS_CUT, IS_REMEMBERED, LEAVE, firstAtLeast } from "./recording.js";

/** How many nodes and cuts a search has behind it at a step. @param {Recording} recording @param {number} step */
export function countsAt(recording, step) {
  return { nodes: firstAtLeast(recording.enterAt, step + 1), cuts: firstAtLeast(recording.cutEvents, step + 1) };
}

/**
 * The first step at which two searches differ, or -1 when they do the same throughout.
 * @param {Recording} one @param {Recording} other
 */
export function firstDifference(one, other) {
  const most = Math.max(one.events, other.events);
  for (let step = 0; step < most; step++) {
    if (step >= one.events || step >= other.events) return step;
    if (one.kind[step] !== other.kind[step] || moveAt(one, step) !== moveAt(other, step)) return step;
  }
  return -1;
}

/** @param {Recording} recording @param {number} step */
function moveAt(recording, step) {
  return recording.texts[recording.move[recording.node[step]]];
}

/**
 * Where the other search is at the node of a step: { step, how }. `how` is "visits" where it looks at that node too,
 * "cuts" where it skips it or a node above, "remembers" where its table has answered above, and "ends" where it has
 * looked no deeper.
 * @param {MergedTree} leader @param {number} leaderStep @param {MergedTree} other
 */
export function stepAtSameNode(leader, leaderStep, other) {
  const visit = leader.recording.node[leaderStep];
  const path = leader.recording.moves(visit);
  const known = other.walk(path);
  const node = known[known.length - 1];
  const { recording } = other;
  const visits = itemsOf(other.visits, node);
  if (visits.length && known.length > path.length) {
    const mine = itemsOf(leader.visits, leader.of[visit]);
    const same = visits[Math.min(mine.indexOf(visit), visits.length - 1)];
    return { step: leader.recording.kind[leaderStep] === LEAVE ? recording.leaveAt[same] : recording.enterAt[same],
      how: "visits" };
  }
  const cuts = itemsOf(other.prunings, node);
  if (!visits.length && cuts.length) return { step: recording.pruned_event[cuts[0] - recording.nodes], how: "cuts" };
  const last = visits[visits.length - 1];
  const flags = recording.flags[last];
  const how = flags & IS_REMEMBERED ? "remembers" : flags & HAS_CUT ? "cuts" : "ends";
  return { step: recording.leaveAt[last], how };
}

/** @param {{ starts: Uint32Array, items: Uint32Array }} groups @param {number} node */
function itemsOf({ starts, items }, node) {
  return items.subarray(starts[node], starts[node + 1]);
}
