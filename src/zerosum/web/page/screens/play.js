// @ts-nocheck
// Play and analyze, which are one screen with a switch, so that features never differ.

import { ask, follow } from "../api.js";
import { asked, changeGame, commandOf, pythonOf, readGame, rememberGame } from "../game.js";
import { createBoard } from "../board.js";
import { MoveTable } from "../moves.js";
import { Review } from "../review.js";
import { SetUp } from "../setup.js";
import { Why } from "../why.js";
import { Button, Choice, Copy, html, Problem, Select, useEffect, useKeys, useLayoutEffect, useRef, useSetting, useState } from "../ui.js";
import { mark, Value, words } from "../values.js";
import { go, link } from "../address.js";

const HINTS = [["off", "off"], ["after", "after my move"], ["always", "always"]];

export function Screen({ name, address, lab }) {
  const game = readGame(name, address);
  const change = (changes, how) => changeGame(game, changes, how);
  const key = JSON.stringify(asked(game));
  const [kept, keep] = useSetting("hints", "off");
  const hints = HINTS.some(([each]) => each === game.hints) ? game.hints : kept;
  const setHints = (next) => {
    keep(next);
    change({ hints: next });
  };
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState("");
  const [spoken, setSpoken] = useState("");
  const [verdict, setVerdict] = useState(null);
  const [cursor, setCursor] = useState(null);
  const [paused, setPaused] = useState(false);
  const position = usePosition(game, key, setProblem);
  const isPlay = game.mode === "play";
  const isNow = game.at === game.moves.length;
  const mine = position && !position.over && (!isPlay || game.players[position.side] === "human" || !isNow);
  const wantsValues = position && !position.over && (!isPlay || (hints === "always" && mine) || (game.review && !isNow)) && game.retry === null;
  const [analysis, found] = useAnalysis(game, key, wantsValues);
  const [guess, setGuess] = useState(null);
  const thinking = useComputer({ game, key, position, isNow, paused, change, setProblem, setSpoken, setGuess });
  const sides = position ? (game.swapped ? [...position.sides].reverse() : position.sides) : ["", ""];
  const ready = position?.key === key;
  const flip = game.perspective === "first" && position?.side === 1;
  const [asking, setAsking] = useState(null);
  useEffect(() => () => asking?.abort(), [key, asking]);

  useEffect(() => {
    // Moves may have been pasted without blanks: the address has them as they are written.
    if (position?.key === key && isNow && position.moves.join(" ") !== game.moves.join(" ")) change({ moves: position.moves });
    document.title = position ? `${position.name} · ${isPlay ? "play" : "analyze"} · zerosum` : "zerosum";
    if (position && isPlay) rememberGame(game, position.name);
  }, [position]);

  const early = useRef([]);
  const made = useRef(false);
  const play = async (move) => {
    if (!ready || position.over || asking || (isPlay && !mine)) return;
    made.current = true;
    setProblem("");
    const before = { ...game, moves: game.moves.slice(0, game.at) };
    const side = sides[position.side];
    if (isPlay && (hints === "after" || game.retry !== null)) {
      const leave = new AbortController();
      setAsking(leave);
      const why = await ask("why", { ...asked(game), move }, { signal: leave.signal }).catch(() => null);
      if (leave.signal.aborted) return;
      setAsking(null);
      if (why && game.retry !== null && why.cost !== "kept") {
        setVerdict({ move, why, retry: true });
        setSpoken(`${move}: not the best (${why.cost}). Try another.`);
        return;
      }
      setVerdict(why && { move, why, side, retry: false });
    } else {
      setVerdict(null);
    }
    setSpoken(`${side} plays ${move}.`);
    change({ moves: [...before.moves, move], retry: null, why: null, review: false });
  };

  const undo = () => {
    if (!game.moves.length) return;
    setVerdict(null);
    // With a computer at the table, back to where the person was to move.
    let last = game.moves.length - 1;
    if (isPlay && ready && isNow && game.players.includes("human")) {
      last = position.movers.findLastIndex((side) => game.players[side] === "human");
      if (last < 0) return;
    }
    change({ moves: game.moves.slice(0, last), review: false, retry: null, why: null });
    setSpoken("Taken back.");
  };

  const fresh = () => {
    early.current = [];
    setVerdict(null);
    setPaused(false);
    change({ moves: [], at: 0, review: false, retry: null, why: null, seed: Math.floor(Math.random() * 1e6) }, { keep: true });
  };

  const look = (at) => change({ at: Math.max(0, Math.min(game.moves.length, at)), why: null });
  const nextHints = () => setHints(HINTS[(HINTS.findIndex(([each]) => each === hints) + 1) % HINTS.length][0]);
  const board = useRef();
  const toBoard = () => board.current?.focus();
  useEffect(() => {
    // What was typed before the position was there is typed now, up to the first move that it makes.
    made.current = false;
    while (ready && mine && !asking && early.current.length && !made.current) board.current.typed(early.current.shift());
  });
  useEffect(() => {
    early.current = [];
  }, [game.spec]);
  useKeys({
    typed: (key) => {
      if (ready && mine && !early.current.length) return board.current?.typed(key);
      const isPart = position ? /[\w:]/.test(key) && position.legal.some((move) => move.includes(key)) : /\d/.test(key);
      if (!isPart) return false;
      early.current.push(key);
      return true;
    },
    ArrowLeft: toBoard,
    ArrowRight: toBoard,
    ArrowUp: toBoard,
    ArrowDown: toBoard,
    Enter: () => board.current?.typed("Enter") || toBoard(),
    Backspace: undo,
    h: () => isPlay && nextHints(),
    r: () => game.moves.length && change({ review: !game.review }),
    w: () => cursor && change({ why: cursor }),
    n: fresh,
    "[": () => look(game.at - 1),
    "]": () => look(game.at + 1),
    Escape: () => change({ why: null }),
  });

  const marks = ready && analysis && (wantsValues || !isPlay) ? marksOf(analysis, flip) : null;
  return html`<div class="play">
    <header class="row spread">
      <div class="row">
        <div class="switch" role="group" aria-label="Mode">
          <${Button} pressed=${isPlay} onClick=${() => change({ mode: "play", players: isPlay ? game.players : ["human", "perfect"], why: null }, { keep: true })}>Play<//>
          <${Button} pressed=${!isPlay} onClick=${() => change({ mode: "analyze", players: ["human", "human"] }, { keep: true })}>Analyze<//>
        </div>
        <h1>${position?.name ?? game.spec}</h1>
        <${Select} label="Game" value=${game.spec} options=${gameOptions(lab, game.spec)} onChange=${(spec) => go(`/${game.mode}/${spec}`)} />
      </div>
      <${Copy} command=${commandOf(game, sides)} python=${pythonOf(game)} />
    </header>
    <${Problem}>${problem}<//>
    ${problem && !position && html`<p><a class="button" href=${link(`/${game.mode}/tictactoe`)}>Tic-Tac-Toe from the start</a> <a class="button" href=${link(`/${game.mode}/${game.spec}`)}>This game from the start</a></p>`}
    <div class="table">
      <section class="board-side" aria-label="Board" aria-busy=${String(!ready || thinking || Boolean(asking))}>
        <div class="row spread status">
          <p class="turn">${position ? turn({ game, position, sides, thinking, isPlay, isNow }) : problem ? "" : "Loading…"}</p>
          ${position && analysis && wantsValues && html`<p class="worth"><${Value} value=${analysis.value} flip=${flip} /></p>`}
        </div>
        <${Board}
          board=${board}
          position=${position}
          swapped=${game.swapped}
          marks=${marks}
          disabled=${!ready || !mine || thinking || Boolean(asking)}
          editing=${editing && !isPlay}
          onMove=${play}
          onHover=${setCursor}
          onEdit=${(text) => change({ start: text, moves: [], at: 0, why: null })}
        />
        ${guess && guess.of === gameText(game, game.moves) && html`<p class="faint guess" role="status">~ ${guess.player} played ${guess.move} by an estimate: this position could not be solved in the time it has.</p>`}
        ${verdict && html`<${Verdict} verdict=${verdict} />`}
        ${game.retry !== null && html`<p class="panel" role="status">Find a best move for ${sides[position?.side ?? 0]} here; nothing is given away. <${Button} onClick=${() => change({ retry: null })}>Give up<//></p>`}
        <div class="row controls">
          <${Button} onClick=${undo} shortcut="Backspace" disabled=${!game.moves.length}>Take back<//>
          <${Button} onClick=${() => look(game.at - 1)} shortcut="[" disabled=${game.at === 0} title="the position before">◀<//>
          <span class="faint" aria-live="off">${game.at} of ${game.moves.length}</span>
          <${Button} onClick=${() => look(game.at + 1)} shortcut="]" disabled=${isNow} title="the position after">▶<//>
          ${!isNow && html`<${Button} onClick=${() => change({ moves: game.moves.slice(0, game.at) })}>Play on from here<//>`}
          <${Button} kind=${position?.over ? "main" : ""} onClick=${() => change({ review: !game.review })} pressed=${game.review} shortcut="R" disabled=${!game.moves.length}>Review<//>
          <${Button} kind=${position?.over ? "main" : ""} onClick=${fresh} shortcut="N">New game<//>
          <a class="button" href=${stepLink(game)}>Step through a search here</a>
        </div>
        ${game.moves.length > 0 && html`<${MoveList} game=${game} onLook=${look} />`}
        ${game.review && html`<${Review} key=${game.moves.join(" ")} game=${game} sides=${sides} onLook=${look} onRetry=${(at) => change({ moves: game.moves.slice(0, at), review: false, retry: at, mode: "play" }, { keep: true })} />`}
      </section>
      <aside class="inspector">
        ${isPlay && html`<section class="panel" aria-label="Players">
          <h2>Players</h2>
          ${[0, 1].map(
            (side) => html`<${Select} key=${side} label=${`${sides[side]} (${side ? "second" : "first"})`} value=${game.players[side]}
              options=${playerOptions(lab)} onChange=${(player) => change({ players: game.players.map((each, index) => (index === side ? player : each)) })} />`,
          )}
          <div class="row">
            <${Button} onClick=${() => change({ players: [...game.players].reverse() })}>Swap sides<//>
            ${position?.marks && html`<${Button} pressed=${game.swapped} onClick=${() => change({ swapped: !game.swapped })}>${sides[1]} begins<//>`}
            ${!game.players.includes("human") && html`<${Button} pressed=${paused} onClick=${() => setPaused(!paused)}>Pause<//>`}
          </div>
          <${Choice} label="Hints" options=${HINTS} value=${hints} onChange=${setHints} />
        </section>`}
        ${!isPlay && html`<${SetUp} game=${game} position=${position} editing=${editing} onEditing=${setEditing} onChange=${change} onProblem=${setProblem} />`}
        ${position && !position.over && wantsValues && html`<section class="panel" aria-label="Moves">
          <div class="row spread"><h2>Moves</h2>
            <${Choice} label="Values for" options=${[["mover", "side to move"], ["first", sides[0]]]} value=${game.perspective} onChange=${(by) => change({ perspective: by })} />
          </div>
          <${MoveTable} analysis=${analysis} state=${found} flip=${flip} onPlay=${play} onWhy=${(move) => change({ why: move })} />
        </section>`}
        ${game.why && position && !position.over && html`<${Why} key=${key + game.why} game=${game} sides=${sides} move=${game.why} onClose=${() => change({ why: null })} />`}
        ${isPlay && !wantsValues && position && !position.over && html`<p class="panel faint">Hints are ${hints === "after" ? "given after your move" : "off"}; <kbd>H</kbd> changes that. ${position.what_to_type && `Click a cell, use arrows and Enter, or type ${position.what_to_type}.`}</p>`}
      </aside>
    </div>
    <p class="hidden" role="status" aria-live="polite">${spoken}${position?.over ? ` The game is over: ${position.ending}.` : ""}</p>
  </div>`;
}

function usePosition(game, key, setProblem) {
  const [position, setPosition] = useState(null);
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

function useAnalysis(game, key, wanted) {
  const [analysis, setAnalysis] = useState(null);
  const [state, setState] = useState("");
  useEffect(() => {
    setAnalysis(null);
    setState("");
    if (!wanted) return undefined;
    setState("looking");
    return follow("analysis/stream", { ...JSON.parse(key), seconds: 60 }, {
      answer: (answer) => setAnalysis({ ...answer, key }),
      progress: ({ done, seconds }) => setState(`${done.toLocaleString("en")} nodes, ${seconds.toFixed(0)} s`),
      waiting: ({ before }) => setState(`waiting, ${before} before`),
      end: () => setState(""),
      problem: (detail) => setState(detail),
    });
  }, [key, Boolean(wanted)]);
  return [analysis?.key === key ? analysis : null, state];
}

/** Which game this is, with these moves: another with the same moves is another. */
function gameText(game, moves) {
  return JSON.stringify([game.spec, game.start, game.seed, game.players, moves]);
}

/** Let the computer move where it is its turn; whether it is thinking. */
function useComputer({ game, key, position, isNow, paused, change, setProblem, setSpoken, setGuess }) {
  const player = position && !position.over && game.mode === "play" && isNow ? game.players[position.side] : "human";
  const turn = position?.key === key && player !== "human" && !paused && game.retry === null;
  useEffect(() => {
    if (!turn) return undefined;
    const leave = new AbortController();
    const settings = { player, seed: (game.seed + game.moves.length * 7919) % 2 ** 31 };
    ask("reply", { ...JSON.parse(key), ...settings }, { signal: leave.signal }).then(
      ({ move, after, estimate }) => {
        if (leave.signal.aborted) return;
        setGuess(estimate ? { player, move, of: gameText(game, after.moves) } : null);
        const side = game.swapped ? position.sides[1 - position.side] : position.sides[position.side];
        setSpoken(`${side} plays ${move}.`);
        change({ moves: after.moves });
      },
      (error) => leave.signal.aborted || setProblem(error.message),
    );
    return () => leave.abort();
  }, [turn, key, player]);
  return Boolean(turn);
}

function Board({ board, position, swapped, marks, disabled, editing, onMove, onHover, onEdit }) {
  const element = useRef();
  const calls = useRef();
  calls.current = { onMove, onHover, onEdit };
  useLayoutEffect(() => {
    board.current = createBoard(element.current, {
      onMove: (move) => calls.current.onMove(move),
      onHover: (move) => calls.current.onHover(move),
      onEdit: (text) => calls.current.onEdit(text),
    });
    return () => board.current.destroy();
  }, []);
  useLayoutEffect(() => {
    if (position) board.current.update({ position: swapped ? exchanged(position) : position, marks, disabled, editing });
  });
  return html`<div class="board-place" ref=${element}></div>`;
}

/** The same position with the two marks exchanged, where either may begin. */
function exchanged(position) {
  const [first, second] = position.sides;
  const other = (piece) => (piece === first ? second : piece === second ? first : piece);
  const cells = position.board.cells.map((cell) => ({ ...cell, piece: other(cell.piece) }));
  return { ...position, sides: [second, first], board: { ...position.board, cells } };
}

function marksOf(analysis, flip) {
  return Object.fromEntries(
    analysis.moves.map((each) => [each.move, { ...mark(each.value, flip), exact: each.exact, best: each.best, words: words(each.value, flip), estimate: each.value.kind === "estimate" }]),
  );
}

function turn({ game, position, sides, thinking, isPlay, isNow }) {
  if (position.over) return html`<strong>${position.ending[0].toUpperCase() + position.ending.slice(1)}.</strong>`;
  const side = sides[position.side];
  if (thinking) return html`${side} (${game.players[position.side]}) is thinking…<${Elapsed} key=${gameText(game, game.moves)} />`;
  const you = isPlay && isNow && game.players[position.side] === "human" && game.players.some((each) => each !== "human");
  return html`<strong>${side}</strong> to move${you ? ": your turn" : ""}`;
}

/** The seconds since this was first shown, once there is one: a game's first search may have to be compiled. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds > 0 && html` <span class="faint number" aria-live="off">${seconds} s</span>`;
}

function Verdict({ verdict: { move, why, retry } }) {
  const what = why.cost === "kept" ? "one of the best moves" : why.is_mistake ? `a mistake (${why.cost})` : why.cost;
  return html`<p class="panel verdict" role="status">
    ${retry ? `${move}: ${what}. Try another move.` : html`Your ${move} is ${what}. ${why.cost === "kept" ? "" : why.sentence}`}
  </p>`;
}

function MoveList({ game, onLook }) {
  return html`<ol class="moves-played" aria-label="Moves of the game">
    ${game.moves.map(
      (move, index) => html`<li key=${index}><button type="button" aria-current=${game.at === index + 1 ? "step" : undefined} onClick=${() => onLook(index + 1)}><span class="faint">${index + 1}</span> ${move}</button></li>`,
    )}
  </ol>`;
}

function gameOptions(lab, spec) {
  const known = lab.games.map((each) => [each.spec, each.name]);
  return known.some(([each]) => each === spec) ? known : [[spec, spec], ...known];
}

function playerOptions(lab) {
  const levels = (player) => (player.startsWith("level:") ? `level ${player.slice(6)}` : player);
  return [["human", "human"], ...lab.players.map((player) => [player, levels(player)])];
}

function stepLink(game) {
  const query = new URLSearchParams({ game: game.spec });
  if (game.start !== null) query.set("position", game.start);
  if (game.at) query.set("moves", game.moves.slice(0, game.at).join(" "));
  return `/step?${query}`;
}
