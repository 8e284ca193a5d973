// The parts of the play screen: the board, whose turn it is, the controls below, and the players.

import { link } from "../ui/address.js";
import { ask } from "../ui/api.js";
import { Board as PlayableBoard } from "../board/board.js";
import { markSvg, pieceSvg } from "../board/still.js";
import { shortcutIn } from "../board/input.js";
import { asked, commandOf, inMode, otherBegins, pythonOf } from "../game/game.js";
import { NumberingChoice } from "../game/numbering.js";
import { playerGroups, playerWord } from "../game/players.js";
import { RulesOf } from "../game/rules.js";
import { sentenceStart } from "../ui/sentence.js";
import { usualSpec } from "../game/spec.js";
import { CHANCE, inPairs, isExtraTurn, moverName, mustPass, passWords } from "../game/turns.js";
import { Button, Choice, Copy, html, Select, useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";
import { resultWords } from "./play_result.js";
import { gameText, HINTS, THINKING } from "./play_state.js";

/** @import { View } from "../board/parts.js" */
/** @import { GameAddress } from "../game/game.js" */
/** @import { PlayState, VerdictOn } from "./play_state.js" */
/** @typedef {ReturnType<typeof import("./play_state.js").useActions>} Actions */

/**
 * The switch between play and analyze, the choice of the game, and what reproduces the screen.
 * @param {{ table: PlayState, lab: Api.Lab, onGame: (spec: string) => void }} props
 */
export function Header({ table: { game, change, position, problem, isPlay }, lab, onGame }) {
  const [rules, setRules] = useState(false);
  const to = (/** @type {string} */ mode) => () => change(inMode(game, mode), { keep: true });
  return html`<header class="row spread">
    <div class="row">
      <div class="switch" role="group" aria-label="Mode">
        <${Button} pressed=${isPlay} onClick=${to("play")}>Play<//>
        <${Button} pressed=${!isPlay} onClick=${to("analyze")}>Analyze<//>
      </div>
      <h1>${position?.name ?? game.spec}</h1>
      <${Select} label="Game" value=${usualSpec(game.spec)}
        options=${gameOptions(lab, usualSpec(game.spec), position?.name)} onChange=${onGame} />
      ${position && html`<${Button} onClick=${() => setRules(true)}>Rules<//>`}
      ${position && rules && html`<${RulesOf} position=${position} onClose=${() => setRules(false)} />`}
    </div>
    ${(position || !problem) && html`<${Copy} command=${commandOf(game)} python=${pythonOf(game)}
      file=${gameFile(game, position)} />`}
  </header>`;
}

/**
 * The whole game in the format of its files, once it is wanted; null where it has none.
 * @param {GameAddress} game @param {Api.PositionView | null} position
 */
function gameFile(game, position) {
  if (!position?.notation) return null;
  const whole = { ...asked(game, game.moves.length), x: game.players[0], o: game.players[1] };
  return { name: position.notation, text: () => ask("game_text", whole)
    .then((/** @type {Api.GameTextView} */ { text }) => text) };
}

/**
 * @param {Api.Lab} lab @param {string} spec
 * @param {string} [name] of the game that is played, with its size and who begins, where it is known
 * @returns {[string, string][]}
 */
function gameOptions(lab, spec, name) {
  const known = lab.games.map((each) =>
    /** @type {[string, string]} */ ([each.spec, each.spec === spec ? (name ?? each.name) : each.name]));
  return known.some(([each]) => each === spec) ? known : [[spec, name ?? spec], ...known];
}

/**
 * The board; `board` is a ref through which keys reach it.
 * @param {View & { board: { current: import("../board/board.js").Board | null }, position: Api.PositionView | null,
 *   onMove: (move: string) => void,
 *   onHover: (move: string | null) => void, onRefuse: (move: string, words?: string) => void, onEdit: (text: string)
 *   => void, onSay: (words: string) => void }} props
 */
export function Board({ board, position, before, marks, disabled, editing, turned, onMove, onHover, onRefuse,
  onEdit, onSay }) {
  const element = useRef(/** @type {HTMLDivElement | null} */ (null));
  const calls = { onMove, onHover, onRefuse, onEdit, onSay };
  if (board.current) board.current.calls = calls;
  useLayoutEffect(() => {
    const made = new PlayableBoard(/** @type {HTMLDivElement} */ (element.current), calls);
    board.current = made;
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => {
    if (position) board.current?.update({ position, before, marks, disabled, editing, turned });
  }, [position, before, marks, disabled, editing, turned]);
  return html`<div class="board-place" ref=${element}></div>`;
}

/**
 * A side at its edge of the board: its mark, who plays it, what it has, and whether it is to move.
 * @param {{ table: PlayState, side: number, isEdited?: boolean }} props `isEdited` while the board is, and nobody
 *   knows who is to move
 */
export function Seat({ table: { game, position, sides, reply, isPlay, isOpen, isThinking, isSolved }, side,
  isEdited = false }) {
  const mark = useRef(/** @type {HTMLSpanElement | null} */ (null));
  const name = sides[side];
  useLayoutEffect(() => {
    mark.current?.replaceChildren(...(position ? [markSvg(position, position.sides[side])] : []));
  }, [position?.game, name]);
  const isToMove = isOpen && position?.side === side && !isEdited;
  const who = !isPlay ? "" : isPerson(game, side) ? "you" : playerWord(game.players[side], isSolved);
  const score = isEdited ? null : position?.board.score;
  const note = isEdited ? "" : position?.board.notes[side];
  return html`<div class=${`seat ${isToMove ? "to-move" : ""}`}>
    <span class="mark-of" ref=${mark} aria-hidden="true"></span>
    <strong>${name}</strong>${who && html`<span class="faint">${who}</span>`}
    ${reply?.estimate && reply.mover === name && reply.of === gameText(game, game.moves)
      && html`<span class="faint" title="chose its last move by an estimate">~</span>`}
    ${position && !isEdited && position.board.captured[side].length > 0
      && html`<${Captured} position=${position} side=${side} />`}
    ${note && html`<span class="note number">${note}</span>`}
    ${isToMove && isThinking && html`<span class="pulse" aria-hidden="true"><i></i><i></i><i></i></span>`}
    ${score && html`<span class="score number" title=${`what ${name} has`}>${score[side]}</span>`}
  </div>`;
}

/**
 * What a side has taken, as small pieces; in words for those who do not see them.
 * @param {{ position: Api.PositionView, side: number }} props
 */
function Captured({ position, side }) {
  const place = useRef(/** @type {HTMLSpanElement | null} */ (null));
  const { captured, piece_names: names } = position.board;
  const pieces = captured[side];
  useLayoutEffect(() => place.current?.replaceChildren(...pieces.map((piece) => pieceSvg(position, piece, 22))),
    [pieces.join()]);
  const counted = [...new Set(pieces)].map((piece) => {
    const count = pieces.filter((each) => each === piece).length;
    const name = names[piece] ?? piece;
    return `${count} ${count === 1 ? name : name.endsWith("man") ? name.replace(/man$/, "men") : `${name}s`}`;
  });
  return html`<span class="captured" ref=${place} role="img" aria-label=${`has taken ${counted.join(", ")}`}></span>`;
}

/** Whether this side is the only person's. @param {GameAddress} game @param {number} side */
function isPerson(game, side) {
  return game.players[side] === "human" && game.players[1 - side] !== "human";
}

/** Whose turn it is, or how the game ended. @param {{ table: PlayState }} props */
export function Turn({ table: { game, position, problem, refused, isPlay, isNow, isReady, isThinking, isSolved,
  moveNow } }) {
  if (position === null) return problem ? "" : "Loading…";
  const end = position.over ? position.ending : isPlay ? position.adjudication : null;
  if (position.over && !isReady) return "";
  if (end) {
    return html`<strong>${resultWords(game, position) ?? `${end[0].toUpperCase()}${end.slice(1)}`}.</strong>
      ${position.why_over && html` <span class="why-over">${sentenceStart(position.why_over)}.</span>`}`;
  }
  const side = moverName(position);
  const player = game.players[position.side];
  if (isThinking && position.side === CHANCE) return "Rolling…";
  if (isThinking) {
    return html`<span class="thinking">${side} (${playerWord(player, isSolved)}) is thinking…
      <${Elapsed} key=${gameText(game, game.moves)} /> <${Button} kind="small" onClick=${moveNow}>Move now<//></span>`;
  }
  const isYou = isPlay && isNow && isPerson(game, position.side);
  return html`${passWords(position)}<strong>${side}</strong> to move${isExtraTurn(position) ? " again" : ""}
    ${isYou ? ": your turn" : ""}${Object.values(position.board.marks).includes("check") ? ", in check" : ""}
    ${mustPass(position) ? ", but can only pass" : ""}${refused && html`<span class="refused">${refused}</span>`}`;
}

/** The seconds since this was first shown, from the first on: a game's first search may have to be compiled. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds > 0 && html` <span class="faint number" aria-live="off">${seconds} s</span>`;
}

/** What is said of a move after it was made or tried. @param {{ verdict: VerdictOn }} props */
export function Verdict({ verdict: { move, why, retry } }) {
  const what = why.cost === "kept" ? "one of the best moves" : why.is_mistake ? `a mistake (${why.cost})` : why.cost;
  return html`<p class="panel verdict" role="status">
    ${retry
      ? `${move}: ${what}. Try another move.`
      : html`Your ${move} is ${what}. ${why.cost === "kept" ? "" : why.sentence}`}
  </p>`;
}

/**
 * Take back, look at other positions of the game, review it, begin anew.
 * @param {{ table: PlayState, actions: Actions }} props
 */
export function Controls({ table: { game, change, position, isNow }, actions: { undo, look, newGame } }) {
  const isDone = position?.over && !game.review;
  return html`<div class="row controls">
    <${Button} onClick=${undo} shortcut="Backspace" disabled=${!game.moves.length} title="take the last move back">
      Take back<//>
    <${Button} kind="step" onClick=${() => look(game.at - 1)} shortcut="[" disabled=${game.at === 0}
      title="the position before">◀<//>
    <span class="faint place number" aria-live="off">${game.at} of ${game.moves.length}</span>
    <${Button} kind="step" onClick=${() => look(game.at + 1)} shortcut="]" disabled=${isNow}
      title="the position after">▶<//>
    <${Button} onClick=${() => change({ review: !game.review })} pressed=${game.review}
      shortcut=${shortcutIn(position, "R")} disabled=${!game.moves.length}>Review<//>
    <${Button} kind=${isDone ? "main" : ""} onClick=${newGame} shortcut=${shortcutIn(position, "N")}>New game<//>
    ${!isNow && html`<${Button} kind="wide" onClick=${() => change({ moves: game.moves.slice(0, game.at) })}>
      Play on from here<//>`}
  </div>
  <p class="links"><a href=${link("/step", { ...asked(game), depth: "fit" })}>Watch a search here</a></p>`;
}

/** So many moves fit into the smallest list. */
const FITTING = 4;

/**
 * The moves of the game in pairs, a column for each side; each leads to the position after it.
 * @param {{ table: PlayState, onLook: (at: number) => void }} props
 */
export function MoveList({ table: { game, movers, sides, position, isNow }, onLook }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  // Once the browser has laid out the page: a move is not shown later because of its list.
  useEffect(() => {
    const place = list.current;
    const now = /** @type {HTMLElement | null} */ (place?.querySelector("[aria-current]"));
    if (game.moves.length < FITTING) return;
    // By rectangles: a button in a table gives its offset within its cell.
    if (place && now) {
      place.scrollTop += now.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
    }
  }, [game.at, game.moves.length]);
  if (game.moves.length === 0) return null;
  const rows = inPairs(game.moves,
    isNow && position?.movers.length === movers.length ? [...movers, position.side] : movers);
  return html`<div class="moves-played scroll" ref=${list} tabindex="0" role="region" aria-label="Moves of the game">
    <table><thead><tr><th><span class="hidden">number</span></th><th>${sides[0]}</th><th>${sides[1]}</th></tr></thead>
      <tbody>${rows.map(
        (row, number) => html`<tr key=${number}><td class="faint number">${number + 1}</td>${[0, 1].map(
          (side) => html`<td>${row[side].map(
            (index) => html`<button type="button" key=${index}
              aria-current=${game.at === index + 1 ? "step" : undefined} onClick=${() => onLook(index + 1)}>
              ${game.moves[index]}</button>`,
          )}</td>`,
        )}</tr>`,
      )}</tbody>
    </table>
  </div>`;
}

/** Who plays which side, who begins, and when hints are given. @param {{ table: PlayState, lab: Api.Lab }} props */
export function Players({ table: { game, change, position, sides, isOpen, isSolved, numbering, paused, setPaused,
  thinking, setThinking, hints, setHints }, lab }) {
  const isUsual = usualSpec(game.spec) === game.spec;
  const seat = (/** @type {number} */ side, /** @type {string} */ player) =>
    change({ players: game.players.map((each, index) => (index === side ? player : each)) });
  return html`<section class="panel players" aria-label="Players">
    <h2>Players</h2>
    <div class="pair">${[0, 1].map(
      (side) => html`<${Select} key=${side} label=${`${sides[side]} (${side ? "second" : "first"})`}
        value=${game.players[side]}
        options=${playerGroups(lab.players, position?.searches ?? [], isSolved, game.players[side])}
        onChange=${(/** @type {string} */ player) => seat(side, player)} />`,
    )}</div>
    <div class="row">
      <${Button} onClick=${() => change({ players: [...game.players].reverse() })}>Swap sides<//>
      ${position && position.board.lower_side !== null
        && html`<${Button} pressed=${game.flipped} onClick=${() => change({ flipped: !game.flipped })}>Flip board<//>`}
      ${position?.marks && html`<${Button} pressed=${!isUsual}
        onClick=${() => change(otherBegins(game, position.sides))}>${sides[isUsual ? 1 : 0]} begins<//>`}
      ${isOpen && !game.players.includes("human")
        && html`<${Button} pressed=${paused} onClick=${() => setPaused(!paused)}>Pause<//>`}
      ${game.players.some((player) => player !== "human")
        && html`<${Select} label="Thinks" options=${THINKING} value=${thinking} onChange=${setThinking} />`}
    </div>
    <${Choice} label="Hints" options=${HINTS} value=${hints} onChange=${setHints} />
    <${NumberingChoice} numbering=${numbering} />
  </section>`;
}
