// A game in the address: its spec, where it began, its moves, who plays, and what is looked at.

import { go, link } from "../ui/address.js";
import { quoted } from "../ui/shell.js";
import { usualSpec } from "./spec.js";
import { recall, remember } from "../ui/ui.js";

/** @import { Address } from "../ui/address.js" */
/** @import { Parameters } from "../ui/query.js" */

/**
 * @typedef {object} GameAddress
 * @property {string} mode the screen: play or analyze
 * @property {string} spec the game, with the side that begins where it is not the usual one: tictactoe@O
 * @property {string | null} start the position it began from; null for the start of the game
 * @property {string[]} moves
 * @property {number} at the number of moves after which the position is shown
 * @property {string[]} players of the first and of the second side
 * @property {number} seed
 * @property {boolean} review
 * @property {number | null} retry the ply at which a better move is looked for
 * @property {"first" | "mover"} perspective for whom values are shown
 * @property {string | null} why the move of which it is asked why it is not best
 * @property {string | null} hints
 * @property {string | null} thinks the seconds that a computer may think about a move
 * @property {boolean} flipped whether the board is seen from the other edge than usual
 * @property {string | null} count_from how the moves are numbered: from "0", from "1", or, with null, as usual
 * @property {string} values how wins are written: "distance", "plain", "depth" or "cells"
 * @property {{ name: string, option: string, value: string }[]} options of the analysis, as Python and the command
 *   name them
 */

/** The seconds that an analysis has, here and where it is copied to: not every game can be solved. */
export const ANALYSIS_SECONDS = 60;

/** @typedef {(changes: Partial<GameAddress>, how?: { keep?: boolean }) => void} ChangeGame */

/**
 * The game that an address names; `mode` is the screen, play or analyze.
 * @param {string} mode @param {Address} address
 * @param {Api.Lab | null} lab which says what options an analysis has
 * @returns {GameAddress}
 */
export function readGame(mode, { path, parameters }, lab) {
  const spec = path.split("/").slice(2).join("/") || "tictactoe";
  const moves = (parameters.m ?? parameters.moves ?? "").split(/\s+/).filter(Boolean);
  const at = parameters.at === undefined
    ? moves.length : Math.max(0, Math.min(moves.length, Number(parameters.at) || 0));
  return {
    mode,
    spec,
    start: parameters.p ?? parameters.position ?? null,
    moves,
    at,
    players: [parameters.x ?? "human", parameters.o ?? (mode === "play" ? "perfect" : "human")],
    seed: Number(parameters.seed) || 0,
    review: parameters.review === "1",
    retry: parameters.retry === undefined ? null : Number(parameters.retry),
    perspective: parameters.by === "first" ? "first" : "mover",
    why: parameters.why ?? null,
    hints: parameters.hints ?? null,
    thinks: parameters.thinks ?? null,
    flipped: parameters.flip === "1",
    count_from: parameters.count_from ?? null,
    values: parameters.values ?? recall("zerosum.values") ?? "distance",
    options: Object.entries(mode === "analyze" ? lab?.analysis_options ?? {} : {})
      .filter(([name]) => parameters[name])
      .map(([name, option]) => ({ name, option, value: parameters[name] })),
  };
}

/** The options of the analysis as the parameters of a request. @param {GameAddress} game */
export const optionsOf = ({ options }) => Object.fromEntries(options.map(({ name, value }) => [name, value]));

/** The path and parameters of a game. @param {GameAddress} game @returns {[string, Parameters]} */
export function addressOf(game) {
  const parameters = {
    p: game.start,
    m: game.moves.join(" "),
    at: game.at === game.moves.length ? null : game.at,
    x: game.players[0] === "human" ? null : game.players[0],
    o: game.players[1] === (game.mode === "play" ? "perfect" : "human") ? null : game.players[1],
    seed: game.seed || null,
    review: game.review ? "1" : null,
    retry: game.retry,
    by: game.perspective === "first" ? "first" : null,
    why: game.why,
    hints: game.hints,
    thinks: game.thinks,
    flip: game.flipped ? "1" : null,
    count_from: game.count_from,
    values: game.values === "distance" ? null : game.values,
    ...optionsOf(game),
  };
  return [`/${game.mode}/${game.spec}`, parameters];
}

/**
 * The same game on the other screen: whoever comes to play from analysis plays the first side.
 * @param {GameAddress} game
 * @param {string} mode play or analyze
 * @returns {GameAddress}
 */
export function inMode(game, mode) {
  if (mode === game.mode) return game;
  return mode === "play"
    ? { ...game, mode, players: ["human", "perfect"], why: null, options: [] }
    : { ...game, mode, players: ["human", "human"] };
}

/**
 * Change the game, and with it the address. With `keep` the old address stays in the history.
 * @param {GameAddress} game @param {Partial<GameAddress>} changes @param {{ keep?: boolean }} [how]
 */
export function changeGame(game, changes, { keep = false } = {}) {
  const next = { ...game, ...changes };
  if (changes.moves && changes.at === undefined) next.at = next.moves.length;
  next.at = Math.min(next.at, next.moves.length);
  go(...addressOf(next), { replace: !keep });
}

/**
 * The changes that let the other side begin. The moves are the same; a position that was set up is not.
 * @param {GameAddress} game @param {string[]} sides
 * @returns {Partial<GameAddress>}
 */
export function otherBegins(game, sides) {
  const usual = usualSpec(game.spec);
  const spec = game.spec === usual ? `${usual}@${sides[1]}` : usual;
  return game.start === null ? { spec } : { spec, start: null, moves: [], at: 0 };
}

/** The parameters with which the server is asked about the position after so many moves. @param {GameAddress} game */
export function asked(game, plies = game.at) {
  return { game: game.spec, position: game.start, moves: game.moves.slice(0, plies).join(" "),
    count_from: game.count_from, values: game.values };
}

/** The command that shows the same; null where there is none. @param {GameAddress} game */
export function commandOf(game) {
  const isPlay = game.mode === "play" && !game.review;
  if (isPlay && !game.players.includes("human")) {
    const isFresh = game.start === null && !game.moves.length;
    return isFresh
      ? `zerosum match ${game.players.map(quoted).join(" ")} ${quoted(game.spec)} -n 2 --seed ${game.seed}` : null;
  }
  const words = ["zerosum", game.review ? "review" : isPlay ? "play" : "analyze", quoted(game.spec)];
  const plies = game.review ? game.moves.length : game.at;
  if (game.start !== null) words.push(`--position=${quoted(game.start)}`);
  if (game.count_from !== null) words.push("--count-from", quoted(game.count_from));
  if (game.values !== "distance") words.push("--values", quoted(game.values));
  if (plies > 0) words.push("--moves", quoted(game.moves.slice(0, plies).join(" ")));
  if (isPlay) {
    const human = game.players.indexOf("human");
    const opponent = game.players[1 - human];
    words.push("--opponent", quoted(opponent));
    if (opponent !== "human" && human === 1) words.push("--first", "computer");
  }
  if (game.why) words.push("--why", quoted(game.why));
  if (!isPlay && !game.review) words.push("--time", String(ANALYSIS_SECONDS));
  for (const { option, value } of game.options) words.push(option, quoted(value));
  return words.join(" ");
}

/** The lines of Python that find the same. @param {GameAddress} game */
export function pythonOf(game) {
  const text = JSON.stringify;
  const seconds = game.review
    ? Math.max(1, Math.round(ANALYSIS_SECONDS / Math.max(1, game.moves.length))) : ANALYSIS_SECONDS;
  const moves = game.moves.slice(0, game.review ? game.moves.length : game.at).join(" ");
  const words = [game.count_from === null
    ? text(game.spec) : `zerosum.load(${text(game.spec)}, count_from=${Number(game.count_from)})`];
  if (game.start !== null) words.push(`position=${text(game.start)}`);
  if (moves) words.push(`moves=${text(moves)}`);
  words.push(`seconds=${seconds}`);
  if (game.values !== "distance") words.push(`values=${text(game.values)}`);
  words.push(...game.options.map(({ name, value }) => `${name}=${Number.isNaN(Number(value)) ? text(value) : value}`));
  const lines = game.review
    ? [`review = zerosum.review(${words.join(", ")})`, "for row in review.rows():",
      '    print(row["number"], row["move"], row["cost"])']
    : [`analysis = zerosum.analyze(${words.join(", ")})`, "for row in analysis.rows():",
      '    print(row["move"], row["value"])'];
  return ["import zerosum", "", ...lines, ""].join("\n");
}

const SAVED = "zerosum.core.games";
const MOST_SAVED = 12;

/** @typedef {{ key: string, address: string, name: string, moves: number, over: boolean,
 *   position: Parameters }} SavedGame */

/**
 * Remember a game that has begun, so that it can be gone on with; the latest come first.
 * @param {GameAddress} game
 * @param {Api.PositionView} position after all its moves
 */
export function rememberGame(game, { name, over }) {
  const key = JSON.stringify([game.spec, game.start, game.seed, game.players]);
  if (game.moves.length === 0) return;
  const saved = { key, name, over,
    address: link(...addressOf({ ...game, at: game.moves.length, review: false, why: null, retry: null })),
    moves: game.moves.length, position: asked(game, game.moves.length) };
  remember(SAVED, [saved, ...recalledGames().filter((each) => each.key !== key)].slice(0, MOST_SAVED));
}

/** The games that were played in this browser, the latest first. @returns {SavedGame[]} */
export function recalledGames() {
  return recall(SAVED) ?? [];
}
