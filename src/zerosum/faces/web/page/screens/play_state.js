// The state of the play screen: the position, the values of its moves, the computer's replies, and what a person can
// do.

import { ask, follow } from "../ui/api.js";
import { ANALYSIS_SECONDS, asked, changeGame, optionsOf, readGame, rememberGame } from "../game/game.js";
import { useNumbering } from "../game/numbering.js";
import { errsAtRandom } from "../game/players.js";
import { awaited, expect, keep, known, refuse } from "../game/positions.js";
import { sentenceStart } from "../ui/sentence.js";
import { specFor, usualSpec } from "../game/spec.js";
import { moverName, moveWords, turnWords } from "../game/turns.js";
import { useView } from "../ui/use_answer.js";
import { useEffect, useRef, useSetting, useState } from "../ui/ui.js";

/** @import { Address } from "../ui/address.js" */
/** @import { ChangeGame, GameAddress } from "../game/game.js" */
/** @typedef {Api.PositionView & { key: string, view: Api.PositionView }} KeyedPosition what is shown, with the
 *   question that it answers, "" if it is only expected */
/** @typedef {{ move: string, why: Api.WhyView, retry: boolean }} VerdictOn */
/** @typedef {{ player: string, mover: string, move: string, game: string, of: string, estimate: boolean,
 *   estimator: string }} Reply a computer's last move, in which
 * game and after which moves, whether it was chosen by an estimate, and who has moved by one in this game */
/** @typedef {{ current: import("../board/board.js").Board | null }} BoardRef */
/** @typedef {ReturnType<typeof usePlay>} PlayState */

/** @type {[key: string, word: string][]} */
export const VALUES = [["distance", "win in 5"], ["plain", "+1, 0, −1"], ["depth", "10 − depth"]];

/** @type {[key: string, word: string][]} */
export const HINTS = [["off", "off"], ["after", "after my move"], ["always", "always"]];

/**
 * All that the screen shows, and what can be done on it.
 * @param {string} mode play or analyze
 * @param {Address} address @param {Api.Lab} lab @param {BoardRef} board
 */
export function usePlay(mode, address, lab, board) {
  const game = readGame(mode, address, lab);
  /** @type {ChangeGame} */
  const change = (changes, how) => changeGame(game, changes, how);
  const key = JSON.stringify(asked(game));
  const [problem, setProblem] = useState("");
  const [spoken, setSpoken] = useState("");
  const [paused, setPaused] = useState(false);
  const [reply, setReply] = useState(/** @type {Reply | null} */ (null));
  const [hints, setHints] = useChoice("hints", HINTS, game.hints, (next) => change({ hints: next }));
  const numbering = useNumbering(game, lab, change);
  const [, setValues] = useChoice("values", VALUES, game.values, (values) => change({ values }));
  const [thinking, setThinking] = useChoice("thinking", THINKING, game.thinks, (thinks) => change({ thinks }));
  const isPlay = game.mode === "play";
  const isNow = game.at === game.moves.length;
  const needsSeed = useSeed(game, change);
  const isTurn = isPlay && isNow && !paused && game.retry === null && !needsSeed;
  const { position, isReady, isThinking, moveNow } =
    useTurn({ game, key, isTurn, thinking, board, change, setProblem, setSpoken, setReply });
  const isOpen = position !== null && !hasEnded(position, game);
  const isMine = isOpen && (!isPlay || game.players[position.side] === "human" || !isNow);
  const wantsValues = isOpen && (!isPlay || (hints === "always" && isMine) || (game.review && !isNow))
    && game.retry === null;
  const [analysis, searching] = useAnalysis(JSON.stringify({ ...asked(game), ...optionsOf(game) }), wantsValues);
  useAddressOf(game, position, isReady && isNow, change);
  useEffect(() => {
    if (position && isReady && isNow && turnWords(position)) setSpoken((said) => `${said} ${turnWords(position)}`);
  }, [position]);
  const state = { game, change, key, position, isPlay, isNow, isReady, isOpen, isMine, wantsValues, analysis,
    searching, isThinking, moveNow };
  const movers = useMovers(game, key, position);
  const [refused, explain] = useRefusal(key, setSpoken);
  const table = { ...state, movers, sides: position?.names ?? ["", ""],
    flip: game.perspective === "first" && position?.side === 1 };
  return { ...table, refused, explain, numbering, thinking, setThinking, hints, setHints, setValues, problem,
    setProblem, spoken, setSpoken, paused, setPaused, reply, isSolved: isSolved(game, lab, reply) };
}

/** A seed for a new game. */
const newSeed = () => 1 + Math.floor(Math.random() * 1e6);

/**
 * Give a fresh game with a player who errs at random its own seed, in the address: without one, each would be the same
 * game. Returns whether it is still to get one.
 * @param {GameAddress} game @param {ChangeGame} change
 */
function useSeed(game, change) {
  const needsSeed = game.mode === "play" && game.seed === 0 && game.moves.length === 0
    && game.players.some(errsAtRandom);
  useEffect(() => {
    if (needsSeed) change({ seed: newSeed() });
  }, [needsSeed]);
  return needsSeed;
}

/**
 * One of a few options: the one of the address, else the one that was chosen last in this browser, else the first.
 * @param {string} name under which it is kept
 * @param {[key: string, word: string][]} options
 * @param {string | null} here what the address says
 * @param {(next: string) => void} put writes it into the address
 * @returns {[string, (next: string) => void]}
 */
function useChoice(name, options, here, put) {
  const [kept, setKept] = useSetting(name, options[0][0]);
  const choose = (/** @type {string} */ next) => {
    setKept(next);
    put(next);
  };
  return [options.find(([each]) => each === here)?.[0] ?? kept, choose];
}

/**
 * Keep the address as the server writes the game, the title of the page, and the game to go on with.
 * @param {GameAddress} game @param {KeyedPosition | null} position
 * @param {boolean} isCurrent whether the position is the one after all moves of the address
 * @param {ChangeGame} change
 */
function useAddressOf(game, position, isCurrent, change) {
  useEffect(() => {
    if (position === null) {
      document.title = "zerosum";
      return;
    }
    // Moves may have been pasted without blanks, and a position may show that the other side began.
    const spec = specFor(game.spec, position);
    if (isCurrent && (position.moves.join(" ") !== game.moves.join(" ") || spec !== game.spec)) {
      change({ spec, moves: position.moves });
    }
    document.title = `${position.name} · ${game.mode} · zerosum`;
    if (game.mode === "play" && isCurrent) rememberGame(game, position);
  }, [position]);
}

/**
 * The values of all moves, better and better while they are wanted; and how far the search is.
 * @param {string} key @param {boolean} wanted
 * @returns {[Api.AnalysisView | null, string]}
 */
function useAnalysis(key, wanted) {
  const [analysis, setAnalysis] = useState(/** @type {(Api.AnalysisView & { key: string }) | null} */ (null));
  const [state, setState] = useState("");
  useEffect(() => {
    setAnalysis(null);
    setState("");
    if (!wanted) return undefined;
    setState("looking");
    return follow("analysis/stream", { ...JSON.parse(key), seconds: ANALYSIS_SECONDS }, {
      answer: (/** @type {Api.AnalysisView} */ answer) => setAnalysis({ ...answer, key }),
      progress: ({ done, seconds }) => setState(`${done.toLocaleString("en")} nodes, ${seconds.toFixed(0)} s`),
      waiting: ({ before }) => setState(`waiting, ${before} before`),
      end: () => setState(""),
      problem: (detail) => setState(detail),
    });
  }, [key, wanted]);
  return [analysis?.key === key ? analysis : null, state];
}

/**
 * The side of each move of the whole game, also while an earlier position is shown; as far as they are known.
 * @param {GameAddress} game @param {string} key @param {Api.PositionView | null} position
 */
function useMovers(game, key, position) {
  const question = asked(game, game.moves.length);
  const whole = JSON.stringify(question);
  const answer = useView("position", whole === key || known(whole) ? null : question);
  if (answer) keep(whole, answer);
  return (known(whole) ?? awaited(whole) ?? position)?.movers ?? [];
}

/**
 * Why a move that was typed or clicked is not legal here, in the words of the game; and the function that asks for
 * them, unless it is given words.
 * @param {string} key @param {(words: string) => void} setSpoken
 * @returns {[string, (move: string, words?: string) => void]}
 */
function useRefusal(key, setSpoken) {
  const [refusal, setRefusal] = useState({ key: "", words: "" });
  const latest = useRef(key);
  latest.current = key;
  const say = (/** @type {string} */ words) => {
    setRefusal({ key, words });
    setSpoken(words);
  };
  const explain = (/** @type {string} */ move, /** @type {string | undefined} */ words) => {
    if (words !== undefined) {
      say(words);
      return;
    }
    const question = JSON.parse(key);
    ask("position", { ...question, moves: `${question.moves} ${move}` }).catch((error) => {
      if (latest.current === key) {
        say(`${sentenceStart(error.message.replace(/^move \d+: /, "").replace(/; legal: .*/s, ""))}.`);
      }
    });
  };
  return [refusal.key === key ? refusal.words : "", explain];
}

/**
 * Which game this is, with these moves: another game with the same moves differs.
 * @param {GameAddress} game @param {string[]} moves
 */
export function gameText(game, moves) {
  return JSON.stringify([game.spec, game.start, game.seed, game.players, moves]);
}

/**
 * Whether the perfect player is known to be perfect here: by its last move in this game, else by the game.
 * @param {GameAddress} game @param {Api.Lab} lab @param {Reply | null} reply
 */
function isSolved(game, lab, reply) {
  if (reply?.player === "perfect" && reply.game === gameText(game, [])) return !reply.estimate;
  return lab.games.some(({ spec, is_solved: solved }) => solved && spec === usualSpec(game.spec));
}

/**
 * Whether a game has ended, by its rules or, in play, by repetition and the like.
 * @param {Api.PositionView} position @param {GameAddress} game
 */
export function hasEnded(position, game) {
  return position.over || (game.mode === "play" && position.adjudication !== null);
}

/** @type {[seconds: string, words: string][]} how long a computer may think about a move */
export const THINKING = [["0.5", "under a second"], ["3", "3 seconds"], ["15", "15 seconds"]];
/** The seconds once it is told to move now. */
const NOW = 0.05;

/**
 * The position that is asked for by `key`, and in play the reply of a computer or of the dice, in one request. Until
 * the answer is there, the position that the move is expected to lead to, or else the last one.
 * @param {{ game: GameAddress, key: string, isTurn: boolean, thinking: string, board: BoardRef, change: ChangeGame,
 *   setProblem: (problem: string) => void, setSpoken: (words: string) => void,
 *   setReply: (reply: Reply) => void }} table
 */
function useTurn({ game, key, isTurn, thinking, board, change, setProblem, setSpoken, setReply }) {
  const last = useRef(/** @type {KeyedPosition | null} */ (null));
  const [, setAnswers] = useState(0);
  const [hurried, setHurried] = useState("");
  const estimated = useRef({ game: "", mover: "" }); // who moved by an estimate last
  const latest = useRef({ game, change });
  latest.current = { game, change };
  const answer = known(key);
  const shown = answer ?? awaited(key);
  // Keyed by the question: what is shown before the answer may still be changed by it.
  if (shown && last.current?.view !== shown) last.current = { ...shown, key: answer ? key : "", view: shown };
  const position = last.current;
  const isThinking = isTurn && Boolean(shown) && !isPersons(/** @type {Api.PositionView} */ (shown), game);
  const isAsked = !answer || isThinking;

  useEffect(() => {
    if (!isAsked) return undefined;
    const leave = new AbortController();
    const seconds = hurried === key ? NOW : Number(thinking);
    const settings = { x: game.players[0], o: game.players[1],
      seed: (game.seed + game.moves.length * 7919) % 2 ** 31, seconds };
    const take = async (/** @type {Api.TurnView} */ { position: found, reply }) => {
      if (leave.signal.aborted) return;
      keep(key, found);
      setProblem("");
      setAnswers((before) => before + 1);
      if (!reply) return;
      // Seeds are sown and discs turned to the end before the reply; between two computers, every piece comes to rest.
      await new Promise((rest) => setTimeout(rest, board.current?.motionLeft(!game.players.includes("human")) ?? 0));
      if (leave.signal.aborted) return;
      const { move, after, estimate } = reply;
      const now = latest.current.game;
      const next = { ...now, spec: specFor(now.spec, after), moves: after.moves, at: after.moves.length };
      keep(JSON.stringify(asked(next)), after);
      const whole = gameText(next, []);
      if (estimate) estimated.current = { game: whole, mover: moverName(found) };
      setReply({ player: game.players[found.side], mover: moverName(found), move, game: whole,
        of: gameText(next, after.moves), estimate,
        estimator: estimated.current.game === whole ? estimated.current.mover : "" });
      setSpoken(moveWords(found, move));
      latest.current.change({ spec: next.spec, moves: after.moves });
    };
    const question = JSON.parse(key);
    /** @type {Promise<Api.TurnView>} */
    const answered = isTurn ? ask("turn", { ...question, ...settings }, { signal: leave.signal })
      : ask("position", question, { signal: leave.signal }).then((found) => ({ position: found, reply: null }));
    answered.then(take).catch((error) => {
      if (leave.signal.aborted) return;
      setProblem(error.message);
      if (refuse(key)) latest.current.change({ moves: latest.current.game.moves.slice(0, -1) });
    });
    return () => leave.abort();
  }, [key, isTurn, isAsked, hurried, String(game.players)]);
  return { position, isReady: answer !== undefined, isThinking, moveNow: () => setHurried(key) };
}

/**
 * Whether nobody but a person can move: it is a person's turn, or the game has ended.
 * @param {Api.PositionView} position @param {GameAddress} game
 */
function isPersons(position, game) {
  return hasEnded(position, game) || game.players[position.side] === "human";
}

/**
 * What a person can do: make a move, take moves back, begin anew, look at another position of the game.
 * @param {PlayState} table
 */
export function useActions({ game, change, position, isPlay, isNow, isReady, isMine, hints, setHints, setProblem,
  setSpoken, setPaused }) {
  const [verdict, setVerdict] = useState(/** @type {VerdictOn | null} */ (null));
  const [judging, setJudging] = useState(/** @type {AbortController | null} */ (null));
  useEffect(() => () => judging?.abort(), [gameText(game, []), judging]);

  /**
   * Ask what a move is worth; null where that is not known, undefined where something else was done since.
   * @param {string} move
   * @returns {Promise<Api.WhyView | null | undefined>}
   */
  const judge = async (move) => {
    judging?.abort();
    const leave = new AbortController();
    setJudging(leave);
    const why = await ask("why", { ...asked(game), move }, { signal: leave.signal }).catch(() => null);
    if (leave.signal.aborted) return undefined;
    setJudging(null);
    return why;
  };

  const play = async (/** @type {string} */ move) => {
    const isBusy = judging !== null && game.retry !== null;
    if (!isReady || position === null || hasEnded(position, game) || isBusy || (isPlay && !isMine)) return;
    setProblem("");
    if (game.retry !== null) {
      const why = await judge(move);
      if (why === undefined) return;
      setVerdict(why && { move, why, retry: why.cost !== "kept" });
      if (why && why.cost !== "kept") {
        setSpoken(`${move}: not the best (${why.cost}). Try another.`);
        return;
      }
    } else {
      setVerdict(null);
      if (isPlay && hints === "after") judge(move).then((why) => why && setVerdict({ move, why, retry: false }));
    }
    setSpoken(moveWords(position, move));
    const moves = [...game.moves.slice(0, game.at), move];
    expect(JSON.stringify(asked({ ...game, moves }, moves.length)), position, move);
    change({ moves, retry: null, why: null, review: false });
  };

  const undo = () => {
    if (!game.moves.length) return;
    judging?.abort();
    setVerdict(null);
    // Against the computer, back to where the person was to move.
    let last = game.moves.length - 1;
    if (isPlay && isReady && isNow && position && game.players.includes("human")) {
      last = position.movers.findLastIndex((side) => game.players[side] === "human");
      if (last < 0) return;
    }
    change({ moves: game.moves.slice(0, last), review: false, retry: null, why: null });
    setSpoken("Taken back.");
  };

  const newGame = (players = game.players) => {
    setVerdict(null);
    setPaused(false);
    change({ players, moves: [], at: 0, review: false, retry: null, why: null, seed: newSeed() }, { keep: true });
  };

  const look = (/** @type {number} */ at) => change({ at: Math.max(0, Math.min(game.moves.length, at)), why: null });
  const nextHints = () => setHints(HINTS[(HINTS.findIndex(([each]) => each === hints) + 1) % HINTS.length][0]);
  return { verdict, isJudging: judging !== null && game.retry !== null, play, undo, newGame: () => newGame(),
    playAgainst: newGame, look, nextHints };
}

/**
 * Keys that are typed on the board. Those that come before its position is there are kept and typed once it is, up to
 * the first move that they make. `typed` takes a key and says whether it meant something; `moved` is to be called when
 * the board makes a move.
 * @param {PlayState} table @param {boolean} isJudging @param {BoardRef} board
 */
export function useTyping({ game, position, isReady, isMine }, isJudging, board) {
  const early = useRef(/** @type {string[]} */ ([]));
  const legal = useRef(/** @type {string[] | null} */ (null));
  if (isReady && position) legal.current = position.legal;
  const hasMoved = useRef(false);
  useEffect(() => {
    hasMoved.current = false;
    while (isReady && isMine && !isJudging && early.current.length && !hasMoved.current) {
      board.current?.typed(String(early.current.shift()));
    }
  });
  useEffect(() => {
    early.current = [];
  }, [game.spec, game.seed]);
  const typed = (/** @type {string} */ key) => {
    if (/[A-Z]/.test(key) && !legal.current?.some((move) => move.includes(key))) return false; // with Shift: a command
    if (isReady && isMine && !early.current.length) return board.current?.typed(key) ?? false;
    const isPart = legal.current
      ? /[\w:]/.test(key) && legal.current.some((move) => move.includes(key)) : /\d/.test(key);
    if (isPart) early.current.push(key);
    return isPart;
  };
  const moved = () => {
    hasMoved.current = true;
  };
  return { typed, moved };
}
