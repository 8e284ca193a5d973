// @ts-nocheck
// A game in the address: where it began, its moves, who plays, and what is looked at.

import { go, link } from "./address.js";
import { quoted } from "./shell.js";

/** What an address says of a game; `name` is the screen, play or analyze. */
export function readGame(name, { path, parameters }) {
  const spec = path.split("/").slice(2).join("/") || "tictactoe";
  const moves = (parameters.m ?? parameters.moves ?? "").split(/\s+/).filter(Boolean);
  const at = parameters.at === undefined ? moves.length : Math.max(0, Math.min(moves.length, Number(parameters.at) || 0));
  return {
    mode: name,
    spec,
    start: parameters.p ?? parameters.position ?? null,
    moves,
    at,
    players: [parameters.x ?? "human", parameters.o ?? (name === "play" ? "perfect" : "human")],
    seed: Number(parameters.seed) || 0,
    swapped: parameters.marks === "swapped",
    review: parameters.review === "1",
    retry: parameters.retry === undefined ? null : Number(parameters.retry),
    perspective: parameters.by === "first" ? "first" : "mover",
    why: parameters.why ?? null,
    hints: parameters.hints ?? null,
  };
}

/** The path and parameters of a game. */
export function addressOf(game) {
  const parameters = {
    p: game.start,
    m: game.moves.join(" "),
    at: game.at === game.moves.length ? null : game.at,
    x: game.players[0] === "human" ? null : game.players[0],
    o: game.players[1] === (game.mode === "play" ? "perfect" : "human") ? null : game.players[1],
    seed: game.seed || null,
    marks: game.swapped ? "swapped" : null,
    review: game.review ? "1" : null,
    retry: game.retry,
    by: game.perspective === "first" ? "first" : null,
    why: game.why,
    hints: game.hints,
  };
  return [`/${game.mode}/${game.spec}`, parameters];
}

/** Change the game, and with it the address. */
export function changeGame(game, changes, { keep = false } = {}) {
  const next = { ...game, ...changes };
  if (changes.moves && changes.at === undefined) next.at = next.moves.length;
  next.at = Math.min(next.at, next.moves.length);
  go(...addressOf(next), { replace: !keep });
}

/** The parameters with which the server is asked about the position after so many moves. */
export function asked(game, plies = game.at) {
  return { game: game.spec, position: game.start, moves: game.moves.slice(0, plies).join(" ") };
}

/** The command that shows the same, null where there is none; `sides` are the marks as they are shown. */
export function commandOf(game, sides) {
  const isPlay = game.mode === "play" && !game.review;
  if (isPlay && !game.players.includes("human")) {
    const isFresh = game.start === null && !game.moves.length;
    return isFresh ? `zerosum match ${game.players.map(quoted).join(" ")} ${quoted(game.spec)} -n 2 --seed ${game.seed}` : null;
  }
  const words = ["zerosum", game.review ? "review" : isPlay ? "play" : "analyze", quoted(game.spec)];
  const plies = game.review ? game.moves.length : game.at;
  if (game.start !== null) words.push(`--position=${quoted(game.start)}`);
  if (plies > 0) words.push("--moves", quoted(game.moves.slice(0, plies).join(" ")));
  if (isPlay) {
    const human = game.players.indexOf("human");
    const computer = game.players[1 - human];
    words.push("--opponent", quoted(computer));
    if (computer !== "human" && (human === 1 || game.swapped)) words.push("--first", human === 1 ? "computer" : "human");
    if (computer !== "human" && game.swapped) words.push("--as", quoted(sides[human]));
  }
  if (game.why) words.push("--why", quoted(game.why));
  return words.join(" ");
}

/** The lines of Python that find the same. */
export function pythonOf(game) {
  const text = JSON.stringify;
  const moves = game.moves.slice(0, game.at).join(" ");
  const start = game.start === null ? "game.start" : `game.read_position(${text(game.start)})`;
  if (game.review) {
    return [
      "import zerosum",
      `game = zerosum.load(${text(game.spec)})`,
      `start = ${start}`,
      `moves = game.read_moves(${text(game.moves.join(" "))}, start)`,
      "for each in zerosum.review(zerosum.Analyst(game), moves, start):",
      "    print(each.number, game.move_text(each.state, each.move), each.before, each.after, each.cost.name)",
    ].join("\n");
  }
  return [
    "import zerosum",
    `game = zerosum.load(${text(game.spec)})`,
    moves ? `start = ${start}\nstate = game.after(game.read_moves(${text(moves)}, start), start)` : `state = ${start}`,
    "analysis = zerosum.analyze(game, state)",
    "for each in analysis.moves:",
    "    print(game.move_text(state, each.move), each.value)",
  ].join("\n");
}

const LAST = "zerosum.last";

/** Remember the game that was played last. */
export function rememberGame(game, name) {
  try {
    localStorage.setItem(LAST, JSON.stringify({ address: link(...addressOf(game)), name }));
  } catch {
    // Without a memory there is nothing to go on with.
  }
}

/** The game that was played last, if any. */
export function recalledGame() {
  try {
    return JSON.parse(localStorage.getItem(LAST));
  } catch {
    return null;
  }
}
