// The players in words: their names for people, in groups, and one that is easier to beat.

/** @typedef {{ label: string, options: [key: string, word: string][] }} OptionGroup */

/** A word about the strength of each level. */
const STRENGTHS = ["easiest", "very easy", "easy", "medium", "medium", "hard", "very hard", "hardest"];

/** Whoever loses to the strongest player, or to a search, is offered this one. */
const MEDIUM = "level:4";

/** @param {string} player */
const levelOf = (player) => (player.startsWith("level:") ? Number(player.slice(6)) : 0);

/** Whether a player makes some of its moves, or all, by chance. @param {string} player */
export function errsAtRandom(player) {
  return player === "random" || levelOf(player) > 0;
}

/**
 * A player's name for people: "level 3" for level:3. Where positions cannot be solved, the perfect player is only the
 * strongest.
 * @param {string} player @param {boolean} isSolved
 */
export function playerWord(player, isSolved) {
  if (levelOf(player)) return `level ${levelOf(player)}`;
  return player === "perfect" && !isSolved ? "strongest" : player;
}

/**
 * All players to choose from; `chosen` is one of them even if the lab does not list it, as mcts:500.
 * @param {string[]} players
 * @param {string[]} searches the algorithms that can play the game: others are left out
 * @param {boolean} isSolved @param {string} chosen
 * @returns {OptionGroup[]}
 */
export function playerGroups(players, searches, isSolved, chosen) {
  const groupOf = (/** @type {string} */ player) =>
    (["human", "perfect", "random"].includes(player) ? "Players" : levelOf(player) > 0 ? "Levels" : "Searches");
  const able = players.filter((player) => groupOf(player) !== "Searches" || searches.includes(player));
  const all = [...new Set(["human", ...able, chosen])];
  const option = (/** @type {string} */ player) =>
    /** @type {[string, string]} */ ([player,
      [playerWord(player, isSolved), STRENGTHS[levelOf(player) - 1]].filter(Boolean).join(", ")]);
  return ["Players", "Levels", "Searches"].map((label) =>
    ({ label, options: all.filter((player) => groupOf(player) === label).map(option) }));
}

/** An opponent that is easier to beat; null where there is none. @param {string} player */
export function easierThan(player) {
  if (player === "random" || player === "human") return null;
  const level = levelOf(player);
  return level === 0 ? MEDIUM : level === 1 ? "random" : `level:${level - 1}`;
}
