// What is to be measured: what the address says, and for the rest what the server says suits the game.

/** @import { Parameters } from "../ui/query.js" */
/**
 * @typedef {typeof FIXED & { algorithms: string, depths: string, depth: string, seconds: string }} Wanted what is
 * to be measured, as texts; "" for none
 */
/** @typedef {keyof Wanted} Name */
/** @typedef {Partial<Wanted>} Chosen what was chosen; "none" where none is a choice */

/** The defaults that are the same for all games. */
export const FIXED = {
  game: "", position: "", moves: "", count_from: "", positions: "one", seed: "0", values: "plain", tier: "reference",
  memory: "",
};

/** Until the server has said what suits a game, or where it refuses to. @type {Api.Defaults} */
export const UNKNOWN = {
  able: [], algorithms: ["minimax", "alphabeta", "ordering", "table"], depth: null, depths: "1-6", seconds: 30,
};

/**
 * The defaults of a comparison.
 * @param {Api.Defaults} usual
 * @returns {Wanted}
 */
function defaultsOf(usual) {
  const { algorithms, depths, depth, seconds } = usual;
  const depthText = depth === null ? "" : String(depth);
  return { ...FIXED, algorithms: algorithms.join(","), depths, depth: depthText, seconds: String(seconds) };
}

/**
 * What the address chooses.
 * @param {Record<string, string>} parameters
 * @returns {Chosen}
 */
export function chosenIn(parameters) {
  const names = Object.keys(defaultsOf(UNKNOWN));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)));
}

/**
 * What is measured: what was chosen, and the defaults for the rest.
 * @param {Chosen} chosen
 * @param {Api.Defaults} usual
 * @returns {Wanted}
 */
export function wantedOf(chosen, usual) {
  const pairs = Object.entries(defaultsOf(usual)).map(([name, value]) => {
    const text = chosen[/** @type {Name} */ (name)] ?? value;
    return [name, text === "none" ? "" : text];
  });
  return /** @type {Wanted} */ (Object.fromEntries(pairs));
}

/**
 * The parameters of the address: the game, and what was chosen that differs from the defaults.
 * @param {Chosen} chosen
 * @param {Api.Defaults} usual
 * @returns {Parameters}
 */
export function shortened(chosen, usual) {
  const defaults = defaultsOf(usual);
  const pairs = Object.entries(chosen)
    .map(([name, value]) => [name, value.trim(), defaults[/** @type {Name} */ (name)]]);
  // A chosen depth decides over the seconds and the growth, so that it stays even where the game would have the same.
  const isChosenDepth = (/** @type {string} */ name, /** @type {string} */ value) =>
    name === "depth" && /^\d/.test(value);
  const kept = pairs.filter(([name, value, usually]) =>
    name === "game" || isChosenDepth(name, value) || (value === "none" ? "" : value) !== usually);
  return Object.fromEntries(kept.map(([name, value]) => [name, value || "none"]));
}

/** What is chosen for one game and means nothing in another. @type {Name[]} */
const OF_ONE_GAME = ["position", "moves", "count_from", "depths", "depth", "seconds"];

/**
 * What is still chosen once another game is.
 * @param {Chosen} chosen
 * @param {string} game
 * @returns {Chosen}
 */
export function withGame(chosen, game) {
  const rest = Object.entries(chosen).filter(([name]) => !OF_ONE_GAME.includes(/** @type {Name} */ (name)));
  return { ...Object.fromEntries(rest), game };
}

/**
 * The chosen algorithms without those that cannot search the game; none chosen where all are such.
 * @param {Chosen} chosen
 * @param {string[]} able
 * @returns {Chosen}
 */
export function withAble({ algorithms, ...rest }, able) {
  const kept = (algorithms ?? "").split(",").filter((name) => able.includes(name.split(/[:-]/)[0]));
  return kept.length ? { ...rest, algorithms: kept.join(",") } : rest;
}
