// Play and analyze, which are one screen with a switch, so that features never differ.

import { go, link } from "../ui/address.js";
import { shortcutIn } from "../board/input.js";
import { addressOf, asked } from "../game/game.js";
import { useLinePlayer } from "../play/line_play.js";
import { Lost } from "../ui/lost.js";
import { MoveTable } from "../play/moves.js";
import { Picture } from "../board/picture.js";
import { Review } from "../play/review.js";
import { useView } from "../ui/use_answer.js";
import { refusal } from "../ui/refused.js";
import { Editing, SetUp } from "../play/setup.js";
import { usualSpec } from "../game/spec.js";
import { CHANCE, moverName } from "../game/turns.js";
import { Button, Choice, html, Problem, useEffect, useKeys, useMemo, useRef, useState } from "../ui/ui.js";
import { bestMoves, moveMarks, resultWords, Value } from "../ui/values.js";
import { Why } from "../play/why.js";
import { Board, Controls, Header, MoveList, Players, Seat, Turn, Verdict } from "./play_parts.js";
import { Result } from "./play_result.js";
import { gameText, useActions, usePlay, useTyping, VALUES } from "./play_state.js";

/** @import { Actions } from "./play_parts.js" */
/** @import { PlayState } from "./play_state.js" */

/** @param {{ name: string, address: import("../ui/address.js").Address, lab: Api.Lab }} props */
export function Screen({ name, address, lab }) {
  const board = useRef(/** @type {import("../board/board.js").Board | null} */ (null));
  const table = usePlay(name, address, lab, board);
  const actions = useActions(table);
  const { game, change, position, problem } = table;
  const [preview, player] = useLinePlayer(game, change);
  const [draft, setDraft] = useState(/** @type {string | null} */ (null)); // the position while it is edited
  const [cursor, setCursor] = useState(/** @type {string | null} */ (null));
  const { typed, moved } = useTyping(table, actions.isJudging, board);
  const play = (/** @type {string} */ move) => {
    moved();
    actions.play(move);
  };
  const marks = useMemo(() => table.analysis && moveMarks(table.analysis, table.flip), [table.analysis, table.flip]);
  const near = nearSide(table);
  useEffect(() => setDraft(null), [table.key]);
  const isEditing = draft !== null && !table.isPlay; // its tools take the place of the nearer seat
  usePlayKeys(table, actions, { typed, cursor, board, stopEditing: isEditing ? () => setDraft(null) : null });
  const isBusy = !table.isReady || table.isThinking || actions.isJudging;
  return html`<div class="play">
    <${Header} table=${table} lab=${lab} onGame=${(/** @type {string} */ spec) => go(`/${game.mode}/${spec}`)} />
    ${!position && problem ? html`<${Refused} game=${game} lab=${lab} problem=${problem} />` : html`<div class="table">
      <section class="board-side" aria-label="Board" aria-busy=${String(isBusy)}>
        <${Seat} table=${table} side=${1 - near} isEdited=${isEditing} />
        <${Board}
          board=${board}
          position=${preview ?? position}
          before=${preview && position}
          marks=${table.isReady && !preview ? marks : null}
          disabled=${!isEditing && (isBusy || !table.isMine || preview !== null)}
          editing=${isEditing && !preview}
          turned=${position !== null && position.board.lower_side !== null && position.board.lower_side !== near}
          onMove=${play}
          onHover=${setCursor}
          onRefuse=${table.explain}
          onSay=${table.setSpoken}
          onEdit=${setDraft}
        />
        ${position && html`<${Problem}>${problem}<//>`}
        ${!isEditing && html`<${Seat} table=${table} side=${near} />`}
      </section>
      <aside class="inspector">
        ${isEditing && position
          ? html`<${Editing} game=${game} position=${position} text=${draft} onClear=${() => board.current?.clear()}
            onClose=${() => setDraft(null)} onChange=${change} />`
              : html`<section class="panel game-panel" aria-label="Game">
          <div class="row spread status">
            <p class="turn">${preview
              ? html`<${Preview} position=${preview} from=${game.at} />` : html`<${Turn} table=${table} />`}</p>
            <${Worth} table=${table} />
          </div>
          <${Result} key=${table.key} table=${table}
            onMistake=${(/** @type {number} */ at) => change({ at, review: true })} onEasier=${actions.playAgainst} />
          <${Messages} table=${table} actions=${actions} />
          <${MoveList} table=${table} onLook=${actions.look} />
          <${Controls} table=${table} actions=${actions} />
        </section>
        ${game.review && html`<${Review} key=${game.moves.join(" ")} game=${game} sides=${table.sides} player=${player}
          onLook=${actions.look} onRetry=${(/** @type {number} */ at) =>
            change({ moves: game.moves.slice(0, at), review: false, retry: at, mode: "play" }, { keep: true })} />`}
        <${Values} table=${table} player=${player} onPlay=${play} />
        ${table.isPlay && html`<${Players} table=${table} lab=${lab} />`}
        ${!table.isPlay && html`<${SetUp} game=${game} position=${position} numbering=${table.numbering}
          onEdit=${() => setDraft(position?.position ?? null)} onChange=${change} />`}`}
      </aside>
    </div>`}
    <p class="hidden" role="status" aria-live="polite">${table.spoken}
      ${position?.over
        ? ` The game is over: ${[position.ending, position.why_over].filter(Boolean).join(", ")}.` : ""}</p>
  </div>`;
}

/**
 * The side at the lower edge: the only person, or else the one that diagrams have there; the other one where the board
 * is flipped.
 * @param {PlayState} table
 */
function nearSide({ game: { players, flipped }, position }) {
  const usual = players[0] === players[1] ? (position?.board.lower_side ?? 0)
    : players[0] !== "human" && players[1] === "human" ? 1 : 0;
  return flipped ? 1 - usual : usual;
}

/**
 * In place of a game that the address does not name rightly: why, the board before the first move that cannot be, and
 * where to go on.
 * @param {{ game: import("../game/game.js").GameAddress, lab: Api.Lab, problem: string }} props
 */
function Refused({ game, lab, problem }) {
  const named = usualSpec(game.spec).split(":")[0];
  const isGame = lab.games.some(({ spec }) => spec === named);
  const meant = lab.games.find(({ spec }) => problem.includes(`did you mean ${spec}?`));
  const wrong = Number(/^move (\d+): /.exec(problem)?.[1] ?? 0);
  const before = wrong > 0 ? { ...game, moves: game.moves.slice(0, wrong - 1), at: wrong - 1 } : null;
  const position = useView("position", before && asked(before));
  const to = (/** @type {string} */ spec, /** @type {string} */ word, kind = "") =>
    html`<a key=${spec} class=${`button ${kind}`} href=${link(`/${game.mode}/${spec}`)}>${word}</a>`;
  // The list of games stands below the sentence.
  const { sentence } = refusal(problem);
  if (!isGame) {
    return html`<${Lost} title="No such game" sentence=${sentence}>
      ${meant && html`<p>Did you mean ${to(meant.spec, `${meant.name}?`, "main")}</p>`}
      <p class="row">${lab.games.filter((each) => each !== meant).map(({ spec, name }) => to(spec, name))}</p>
    <//>`;
  }
  const title = before ? `Move ${wrong}, ${game.moves[wrong - 1]}, cannot be played`
    : game.start === null ? "This game cannot be played" : "This position cannot be";
  return html`<${Lost} title=${title} sentence=${sentence}
    picture=${position && html`<${Picture} position=${position} size=${300} />`}>
    <p class="row">${before && html`<a class="button main" href=${link(...addressOf(before))}>
      Go on from this board</a>`}
      ${game.moves.length > 0 || game.start !== null
        ? to(game.spec, "This game from the start", before ? "" : "main") : to(named, "The usual size", "main")}</p>
  <//>`;
}

/**
 * What the board shows while a line is pointed at.
 * @param {{ position: Api.PositionView, from: number }} props `from` is how many moves of the game are on the board
 *   otherwise
 */
function Preview({ position, from }) {
  const shown = position.moves.length >= from ? position.moves.slice(from) : position.moves;
  return html`<em>After ${shown.join(" ")}:</em> ${position.over
    ? position.ending : `${moverName(position)} to move`}`;
}

/**
 * The value of the position, and, while its best move is not known, that it is not.
 * @param {{ table: PlayState }} props
 */
function Worth({ table: { analysis, wantsValues, flip, sides } }) {
  if (!analysis || !wantsValues) return null;
  const isChance = analysis.side === CHANCE;
  const results = resultWords(analysis.value, flip);
  return html`<p class="worth">
    ${results && html`<span class="faint">${isChance ? `${sides[0]} ` : ""}${results}</span> `}
    <${Value} value=${analysis.value} flip=${flip} />
    ${!isChance && bestMoves(analysis).size === 0 && html` <span class="faint">best move not known yet</span>`}</p>`;
}

/**
 * What is said below the board: that a move was a guess, what the last move cost, that a better one is looked for.
 * @param {{ table: PlayState, actions: Actions }} props
 */
function Messages({ table: { game, change, position, isOpen, reply }, actions: { verdict } }) {
  const isAlike = game.players[0] === game.players[1];
  return html`${isOpen && reply?.estimator && reply.game === gameText(game, [])
    && html`<p class="faint guess" role="status">
      ~ ${isAlike ? "Both sides move" : `${reply.estimator} moves`} by estimates where a position cannot be solved in
      the time ${isAlike ? "they have" : "it has"}.</p>`}
    ${verdict && html`<${Verdict} verdict=${verdict} />`}
    ${game.retry !== null && html`<p class="panel" role="status">
      Find a best move for ${position && moverName(position)} here; nothing is given away. <${Button}
        onClick=${() => change({ retry: null })}>Give up<//></p>`}`;
}

/**
 * The values of all moves and the answer to "why not?", or how to get hints.
 * @param {{ table: PlayState, player: import("../play/line_play.js").LinePlayer,
 *   onPlay: (move: string) => void }} props
 */
function Values({ table: { game, change, key, position, sides, analysis, searching, wantsValues, isOpen, isPlay, flip,
  hints, setValues }, player, onPlay }) {
  if (!isOpen || position === null) return null;
  const typing = position.what_to_type && `Click a cell, use arrows and Enter, or type ${position.what_to_type}.`;
  return html`${wantsValues && html`<section class="panel" aria-label="Moves">
      <div class="row spread"><h2>Moves</h2>
        <${Choice} label="Values for" options=${[["mover", "side to move"], ["first", sides[0]]]}
          value=${game.perspective} onChange=${(/** @type {"first" | "mover"} */ by) => change({ perspective: by })} />
      </div>
      ${["outcome", "estimate"].includes(analysis?.value.kind ?? "outcome")
        && html`<${Choice} label="Wins as" options=${VALUES} value=${game.values} onChange=${setValues} />`}
      <${MoveTable} analysis=${analysis} state=${searching} flip=${flip} before=${game.moves.slice(0, game.at)}
        player=${player} onPlay=${onPlay} onWhy=${(/** @type {string} */ move) => change({ why: move })} />
    </section>`}
    ${game.why && html`<${Why} key=${key + game.why} game=${game} sides=${sides} move=${game.why} player=${player}
      onClose=${() => change({ why: null })} />`}
    ${isPlay && !wantsValues && !game.moves.length
      && html`<p class="panel faint about-keys">
        Hints are ${hints === "after" ? "given after your move" : "off"};
        ${" "}<kbd>${shortcutIn(position, "H")}</kbd> changes that. ${typing}</p>`}`;
}

/**
 * The keyboard shortcuts of the screen.
 * @param {PlayState} table @param {Actions} actions
 * @param {{ typed: (key: string) => boolean, cursor: string | null,
 *   board: { current: import("../board/board.js").Board | null }, stopEditing: (() => void) | null }} parts
 */
function usePlayKeys({ game, change, isPlay }, { undo, newGame, look, nextHints },
  { typed, cursor, board, stopEditing }) {
  const toBoard = () => board.current?.focus();
  const always = { typed: stopEditing ? (/** @type {string} */ key) => board.current?.typed(key) : typed,
    ArrowLeft: toBoard, ArrowRight: toBoard, ArrowUp: toBoard, ArrowDown: toBoard };
  useKeys(stopEditing ? { ...always, Escape: stopEditing } : {
    ...always,
    Enter: () => board.current?.typed("Enter") || toBoard(),
    Backspace: () => board.current?.typed("Backspace") || undo(),
    h: () => isPlay && nextHints(),
    r: () => game.moves.length && change({ review: !game.review }),
    w: () => cursor && change({ why: cursor }),
    n: newGame,
    "[": () => look(game.at - 1),
    "]": () => look(game.at + 1),
    Escape: () => board.current?.typed("Escape") || change({ why: null }),
  });
}
