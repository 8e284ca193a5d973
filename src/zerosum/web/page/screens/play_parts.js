// The parts of the play screen: the board, whose turn it is, the controls below, and the players.

import { link } from "../address.js";
import { createBoard } from "../board.js";
import { asked, commandOf, inMode, otherBegins, pythonOf } from "../game.js";
import { usualSpec } from "../spec.js";
import { CHANCE, isExtraTurn, mustPass, passWords } from "../turns.js";
import { Button, Choice, Copy, html, Select, useEffect, useLayoutEffect, useRef, useState } from "../ui.js";
import { gameText, HINTS } from "./play_state.js";

/** @import { View } from "../board_parts.js" */
/** @import { GameAddress } from "../game.js" */
/** @import { PlayState, VerdictOn } from "./play_state.js" */
/** @typedef {ReturnType<typeof import("./play_state.js").useActions>} Actions */

/**
 * The switch between play and analyze, the choice of the game, and what reproduces the screen.
 * @param {{ table: PlayState, lab: Api.Lab, onGame: (spec: string) => void }} props
 */
export function Header({ table: { game, change, position, isPlay }, lab, onGame }) {
  const to = (/** @type {string} */ mode) => () => change(inMode(game, mode), { keep: true });
  return html`<header class="row spread">
    <div class="row">
      <div class="switch" role="group" aria-label="Mode">
        <${Button} pressed=${isPlay} onClick=${to("play")}>Play<//>
        <${Button} pressed=${!isPlay} onClick=${to("analyze")}>Analyze<//>
      </div>
      <h1>${position?.name ?? game.spec}</h1>
      <${Select} label="Game" value=${usualSpec(game.spec)} options=${gameOptions(lab, usualSpec(game.spec))} onChange=${onGame} />
    </div>
    <${Copy} command=${commandOf(game)} python=${pythonOf(game)} />
  </header>`;
}

/**
 * @param {Api.Lab} lab
 * @param {string} spec
 * @returns {[string, string][]}
 */
function gameOptions(lab, spec) {
  const known = lab.games.map((each) => /** @type {[string, string]} */ ([each.spec, each.name]));
  return known.some(([each]) => each === spec) ? known : [[spec, spec], ...known];
}

/**
 * The board; `board` is a ref through which keys reach it.
 * @param {View & { board: { current: import("../board.js").Board | null }, position: Api.PositionView | null, onMove: (move: string) => void,
 *   onHover: (move: string | null) => void, onEdit: (text: string) => void, onSay: (words: string) => void }} props
 */
export function Board({ board, position, before, marks, disabled, editing, onMove, onHover, onEdit, onSay }) {
  const element = useRef(/** @type {HTMLDivElement | null} */ (null));
  const calls = useRef({ onMove, onHover, onEdit, onSay });
  calls.current = { onMove, onHover, onEdit, onSay };
  useLayoutEffect(() => {
    const made = createBoard(/** @type {HTMLDivElement} */ (element.current), {
      onMove: (move) => calls.current.onMove(move),
      onHover: (move) => calls.current.onHover(move),
      onEdit: (text) => calls.current.onEdit(text),
      onSay: (words) => calls.current.onSay(words),
    });
    board.current = made;
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => {
    if (position) board.current?.update({ position, before, marks, disabled, editing });
  });
  return html`<div class="board-place" ref=${element}></div>`;
}

/**
 * Whose turn it is, or how the game ended.
 * @param {{ table: PlayState }} props
 */
export function Turn({ table: { game, position, problem, isPlay, isNow, isReady, isThinking, moveNow } }) {
  if (position === null) return problem ? "" : "Loading…";
  if (position.over && !isReady) return "";
  if (position.over) return html`<strong>${position.ending && position.ending[0].toUpperCase() + position.ending.slice(1)}.</strong>`;
  if (isPlay && position.adjudication) return html`<strong>${position.adjudication[0].toUpperCase() + position.adjudication.slice(1)}.</strong>`;
  const side = position.mover;
  const player = game.players[position.side];
  if (isThinking && position.side === CHANCE) return "Rolling…";
  if (isThinking) return html`<span class="thinking"><span class="pulse" aria-hidden="true"><i></i><i></i><i></i></span>${side} (${player}) is thinking…<${Elapsed} key=${gameText(game, game.moves)} /> <${Button} kind="small" onClick=${moveNow}>Move now<//></span>`;
  const isYou = isPlay && isNow && player === "human" && game.players.some((each) => each !== "human");
  return html`${passWords(position)}<strong>${side}</strong> to move${isExtraTurn(position) ? " again" : ""}${isYou ? ": your turn" : ""}${mustPass(position) ? ", but can only pass" : ""}`;
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

/**
 * What is said of a move after it was made or tried.
 * @param {{ verdict: VerdictOn }} props
 */
export function Verdict({ verdict: { move, why, retry } }) {
  const what = why.cost === "kept" ? "one of the best moves" : why.is_mistake ? `a mistake (${why.cost})` : why.cost;
  return html`<p class="panel verdict" role="status">
    ${retry ? `${move}: ${what}. Try another move.` : html`Your ${move} is ${what}. ${why.cost === "kept" ? "" : why.sentence}`}
  </p>`;
}

/**
 * Take back, look at other positions of the game, review it, begin anew.
 * @param {{ table: PlayState, actions: Actions }} props
 */
export function Controls({ table: { game, change, position, isNow }, actions: { undo, look, newGame } }) {
  const kind = position?.over ? "main" : "";
  return html`<div class="row controls">
    <${Button} onClick=${undo} shortcut="Backspace" disabled=${!game.moves.length}>Take back<//>
    <${Button} onClick=${() => look(game.at - 1)} shortcut="[" disabled=${game.at === 0} title="the position before">◀<//>
    <span class="faint" aria-live="off">${game.at} of ${game.moves.length}</span>
    <${Button} onClick=${() => look(game.at + 1)} shortcut="]" disabled=${isNow} title="the position after">▶<//>
    ${!isNow && html`<${Button} onClick=${() => change({ moves: game.moves.slice(0, game.at) })}>Play on from here<//>`}
    <${Button} kind=${kind} onClick=${() => change({ review: !game.review })} pressed=${game.review} shortcut="R" disabled=${!game.moves.length}>Review<//>
    <${Button} kind=${kind} onClick=${newGame} shortcut="N">New game<//>
    <a class="button" href=${link("/step", { ...asked(game), depth: "fit" })}>Step through a search here</a>
  </div>`;
}

/**
 * The moves of the game; each leads to the position after it.
 * @param {{ game: GameAddress, onLook: (at: number) => void }} props
 */
export function MoveList({ game, onLook }) {
  return html`<ol class="moves-played" aria-label="Moves of the game">
    ${game.moves.map(
      (move, index) => html`<li key=${index}><button type="button" aria-current=${game.at === index + 1 ? "step" : undefined} onClick=${() => onLook(index + 1)}><span class="faint">${index + 1}</span> ${move}</button></li>`,
    )}
  </ol>`;
}

/**
 * Who plays which side, who begins, and when hints are given.
 * @param {{ table: PlayState, lab: Api.Lab }} props
 */
export function Players({ table: { game, change, position, sides, paused, setPaused, hints, setHints }, lab }) {
  const isUsual = usualSpec(game.spec) === game.spec;
  const seat = (/** @type {number} */ side, /** @type {string} */ player) => change({ players: game.players.map((each, index) => (index === side ? player : each)) });
  return html`<section class="panel" aria-label="Players">
    <h2>Players</h2>
    ${[0, 1].map(
      (side) => html`<${Select} key=${side} label=${`${sides[side]} (${side ? "second" : "first"})`} value=${game.players[side]}
        options=${playerOptions(lab)} onChange=${(/** @type {string} */ player) => seat(side, player)} />`,
    )}
    <div class="row">
      <${Button} onClick=${() => change({ players: [...game.players].reverse() })}>Swap sides<//>
      ${position?.marks && html`<${Button} pressed=${!isUsual} onClick=${() => change(otherBegins(game, sides))}>${sides[isUsual ? 1 : 0]} begins<//>`}
      ${!game.players.includes("human") && html`<${Button} pressed=${paused} onClick=${() => setPaused(!paused)}>Pause<//>`}
    </div>
    <${Choice} label="Hints" options=${HINTS} value=${hints} onChange=${setHints} />
  </section>`;
}

/** @param {Api.Lab} lab */
function playerOptions(lab) {
  const word = (/** @type {string} */ player) => (player.startsWith("level:") ? `level ${player.slice(6)}` : player);
  return [["human", "human"], ...lab.players.map((player) => [player, word(player)])];
}
