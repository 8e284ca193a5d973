// The state of the play screen: the position, the values of its moves, the computer's replies, and what a person can do.

import { ask, follow } from "../api.js";
import { asked, changeGame, readGame, rememberGame } from "../game.js";
import { specFor } from "../spec.js";
import { CHANCE, moveWords, turnWords } from "../turns.js";
import { useEffect, useRef, useSetting, useState } from "../ui.js";

/** @import { Address } from "../address.js" */
/** @import { ChangeGame, GameAddress } from "../game.js" */
/** @typedef {Api.PositionView & { key: string }} KeyedPosition a position with the question that it answers */
/** @typedef {{ move: string, why: Api.WhyView, retry: boolean }} VerdictOn */
/** @typedef {{ player: string, move: string, of: string }} Guess a computer's move by an estimate, and in which game */
/** @typedef {ReturnType<typeof usePlay>} PlayState */

/** @type {[key: string, word: string][]} */
export const HINTS = [["off", "off"], ["after", "after my move"], ["always", "always"]];

/**
 * All that the screen shows, and what can be done on it.
 * @param {string} mode play or analyze
 * @param {Address} address
 */
export function usePlay(mode, address) {
  const game = readGame(mode, address);
  /** @type {ChangeGame} */
  const change = (changes, how) => changeGame(game, changes, how);
  const key = JSON.stringify(asked(game));
  const [problem, setProblem] = useState("");
  const [spoken, setSpoken] = useState("");
  const [paused, setPaused] = useState(false);
  const [guess, setGuess] = useState(/** @type {Guess | null} */ (null));
  const [hints, setHints] = useHints(game, change);
  const position = usePosition(key, setProblem);
  const isPlay = game.mode === "play";
  const isNow = game.at === game.moves.length;
  const isReady = position?.key === key;
  const isOpen = position !== null && !hasEnded(position, game);
  const isMine = isOpen && (!isPlay || game.players[position.side] === "human" || !isNow);
  const wantsValues = isOpen && (!isPlay || (hints === "always" && isMine) || (game.review && !isNow)) && game.retry === null;
  const [analysis, searching] = useAnalysis(key, wantsValues);
  const isThinking = useComputer({ game, key, position, isNow, paused, change, setProblem, setSpoken, setGuess });
  useAddressOf(game, position, isReady && isNow, change);
  useEffect(() => {
    if (position && isReady && isNow && turnWords(position)) setSpoken((said) => `${said} ${turnWords(position)}`);
  }, [position]);
  const state = { game, change, key, position, isPlay, isNow, isReady, isOpen, isMine, wantsValues, analysis, searching, isThinking };
  const table = { ...state, sides: position?.sides ?? ["", ""], flip: game.perspective === "first" && position?.side === 1 };
  return { ...table, hints, setHints, problem, setProblem, spoken, setSpoken, paused, setPaused, guess };
}

/**
 * When hints are given: as the address says, else as it was chosen last in this browser.
 * @param {GameAddress} game
 * @param {ChangeGame} change
 * @returns {[string, (next: string) => void]}
 */
function useHints(game, change) {
  const [kept, keep] = useSetting("hints", "off");
  const hints = HINTS.some(([each]) => each === game.hints) ? String(game.hints) : kept;
  const setHints = (/** @type {string} */ next) => {
    keep(next);
    change({ hints: next });
  };
  return [hints, setHints];
}

/**
 * Keep the address as the server writes the game, the title of the page, and the game to go on with.
 * @param {GameAddress} game
 * @param {KeyedPosition | null} position
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
    if (isCurrent && (position.moves.join(" ") !== game.moves.join(" ") || spec !== game.spec)) change({ spec, moves: position.moves });
    document.title = `${position.name} · ${game.mode} · zerosum`;
    if (game.mode === "play") rememberGame(game, position.name);
  }, [position]);
}

/**
 * The position that is asked for by `key`; until its answer is there, the last one.
 * @param {string} key
 * @param {(problem: string) => void} setProblem
 */
function usePosition(key, setProblem) {
  const [position, setPosition] = useState(/** @type {KeyedPosition | null} */ (null));
  useEffect(() => {
    const leave = new AbortController();
    ask("position", JSON.parse(key), { signal: leave.signal }).then(
      (answer) => {
        setPosition({ ...answer, key });
        setProblem("");
      },
      (error) => leave.signal.aborted || setProblem(error.message),
    );
    return () => leave.abort();
  }, [key]);
  return position;
}

/**
 * The values of all moves, better and better while they are wanted; and how far the search is.
 * @param {string} key
 * @param {boolean} wanted
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
    return follow("analysis/stream", { ...JSON.parse(key), seconds: 60 }, {
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
 * Which game this is, with these moves: another game with the same moves differs.
 * @param {GameAddress} game
 * @param {string[]} moves
 */
export function gameText(game, moves) {
  return JSON.stringify([game.spec, game.start, game.seed, game.players, moves]);
}

/**
 * Whether a game has ended, by its rules or, in play, by repetition and the like.
 * @param {Api.PositionView} position
 * @param {GameAddress} game
 */
export function hasEnded(position, game) {
  return position.over || (game.mode === "play" && position.adjudication !== null);
}

/**
 * Let the computer move where it is its turn. Returns whether it is thinking.
 * @param {{ game: GameAddress, key: string, position: KeyedPosition | null, isNow: boolean, paused: boolean, change: ChangeGame,
 *   setProblem: (problem: string) => void, setSpoken: (words: string) => void, setGuess: (guess: Guess | null) => void }} table
 */
function useComputer({ game, key, position, isNow, paused, change, setProblem, setSpoken, setGuess }) {
  const mover = position?.side === CHANCE ? "dice" : game.players[position?.side ?? 0];
  const player = position && !hasEnded(position, game) && game.mode === "play" && isNow ? mover : "human";
  const isTurn = position?.key === key && player !== "human" && !paused && game.retry === null;
  useEffect(() => {
    if (!isTurn) return undefined;
    const leave = new AbortController();
    const settings = { player, seed: (game.seed + game.moves.length * 7919) % 2 ** 31 };
    ask("reply", { ...JSON.parse(key), ...settings }, { signal: leave.signal }).then(
      (/** @type {Api.ReplyView} */ { move, after, estimate }) => {
        if (leave.signal.aborted) return;
        setGuess(estimate ? { player, move, of: gameText(game, after.moves) } : null);
        setSpoken(moveWords(position, move));
        change({ moves: after.moves });
      },
      (error) => leave.signal.aborted || setProblem(error.message),
    );
    return () => leave.abort();
  }, [isTurn, key, player]);
  return isTurn;
}

/**
 * What a person can do: make a move, take moves back, begin anew, look at another position of the game.
 * @param {PlayState} table
 */
export function useActions({ game, change, key, position, isPlay, isNow, isReady, isMine, hints, setHints, setProblem, setSpoken, setPaused }) {
  const [verdict, setVerdict] = useState(/** @type {VerdictOn | null} */ (null));
  const [judging, setJudging] = useState(/** @type {AbortController | null} */ (null));
  useEffect(() => () => judging?.abort(), [key, judging]);

  /** Ask what a move is worth; null where that is not known, undefined where the person went on without it. */
  const judge = async (/** @type {string} */ move) => {
    const leave = new AbortController();
    setJudging(leave);
    /** @type {Api.WhyView | null} */
    const why = await ask("why", { ...asked(game), move }, { signal: leave.signal }).catch(() => null);
    if (leave.signal.aborted) return undefined;
    setJudging(null);
    return why;
  };

  const play = async (/** @type {string} */ move) => {
    if (!isReady || position === null || hasEnded(position, game) || judging || (isPlay && !isMine)) return;
    setProblem("");
    const why = isPlay && (hints === "after" || game.retry !== null) ? await judge(move) : null;
    if (why === undefined) return;
    if (why && game.retry !== null && why.cost !== "kept") {
      setVerdict({ move, why, retry: true });
      setSpoken(`${move}: not the best (${why.cost}). Try another.`);
      return;
    }
    setVerdict(why && { move, why, retry: false });
    setSpoken(moveWords(position, move));
    change({ moves: [...game.moves.slice(0, game.at), move], retry: null, why: null, review: false });
  };

  const undo = () => {
    if (!game.moves.length) return;
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

  const newGame = () => {
    setVerdict(null);
    setPaused(false);
    change({ moves: [], at: 0, review: false, retry: null, why: null, seed: Math.floor(Math.random() * 1e6) }, { keep: true });
  };

  const look = (/** @type {number} */ at) => change({ at: Math.max(0, Math.min(game.moves.length, at)), why: null });
  const nextHints = () => setHints(HINTS[(HINTS.findIndex(([each]) => each === hints) + 1) % HINTS.length][0]);
  return { verdict, isJudging: judging !== null, play, undo, newGame, look, nextHints };
}

/**
 * Keys that are typed on the board. Those that come before its position is there are kept and typed once it is, up to
 * the first move that they make. `typed` takes a key and says whether it meant something; `moved` is to be called when
 * the board makes a move.
 * @param {PlayState} table
 * @param {boolean} isJudging
 * @param {{ current: import("../board.js").Board | null }} board
 */
export function useTyping({ game, position, isReady, isMine }, isJudging, board) {
  const early = useRef(/** @type {string[]} */ ([]));
  const hasMoved = useRef(false);
  useEffect(() => {
    hasMoved.current = false;
    while (isReady && isMine && !isJudging && early.current.length && !hasMoved.current) board.current?.typed(String(early.current.shift()));
  });
  useEffect(() => {
    early.current = [];
  }, [game.spec, game.seed]);
  const typed = (/** @type {string} */ key) => {
    if (isReady && isMine && !early.current.length) return board.current?.typed(key) ?? false;
    const isPart = position ? /[\w:]/.test(key) && position.legal.some((move) => move.includes(key)) : /\d/.test(key);
    if (isPart) early.current.push(key);
    return isPart;
  };
  const moved = () => {
    hasMoved.current = true;
  };
  return { typed, moved };
}
