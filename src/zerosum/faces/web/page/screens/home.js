// The home screen: games to go on with, the games as pictures, and the other parts of the lab.

import { link } from "../ui/address.js";
import { recalledGames } from "../game/game.js";
import { Picture, useSeen } from "../board/picture.js";
import { sizeName } from "../game/sizes.js";
import { moverName } from "../game/turns.js";
import { useLatest, useView } from "../ui/use_answer.js";
import { Field, html, useEffect, useRef, useState } from "../ui/ui.js";
import { PICTURES } from "./home_pictures.js";

/** @import { SavedGame } from "../game/game.js" */

/** @type {[path: string, picture: string, title: string, words: string][]} */
const ROOMS = [
  ["/learn", "learn", "Learn", "Minimax to deepening in short stops, each a real search with one thing to do."],
  ["/step", "watch", "Watch a search", "Alpha-beta step by step: the tree, the window, the line of code that runs."],
  ["/trees", "trees", "Trees", "Write a tree, solve it, print it as a worksheet with its key."],
  ["/compare", "compare", "Compare",
    "Count the nodes of several searches on the same positions, and write the report."],
  ["/grade", "grade", "Grade an agent",
    "Your program against perfect play: every position, and the smallest mistake."],
  ["/tables", "tables", "Solved tables",
    "All positions of a solved game by layer and value, and the hardest as boards."],
];

/** The games that most people know, which come first. */
const BEST_KNOWN = ["tictactoe", "connect4", "chess", "checkers", "go", "backgammon", "othello"];

/** The games in the order of the cards. @template {{ spec: string }} T @param {T[]} games */
export function bestKnownFirst(games) {
  const place = (/** @type {T} */ { spec }) =>
    (BEST_KNOWN.includes(spec) ? BEST_KNOWN.indexOf(spec) : BEST_KNOWN.length);
  return [...games].sort((one, other) => place(one) - place(other));
}

/** A game that has been won, for the picture at the top. */
const WON = { game: "connect4", moves: "4 4 3 3 5 6 2" };

const PLIES = 5;
const PICTURE = 150;
const STEP = 700; // milliseconds between the moves of a picture under the pointer
const MOST_MOVES = 24;

/** @param {{ lab: Api.Lab }} props */
export function Screen({ lab }) {
  const [saved, setSaved] = useState(/** @type {SavedGame[]} */ ([]));
  useEffect(() => {
    document.title = "zerosum";
    setSaved(recalledGames());
  }, []);
  const [sought, setSought] = useState("");
  const terms = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const games = bestKnownFirst(lab.games)
    .filter(({ name, spec, blurb }) => terms.every((word) => `${name} ${spec} ${blurb}`.toLowerCase().includes(word)));
  const won = useView("position", WON);
  const open = saved.filter((each) => !each.over);
  const ended = saved.filter((each) => each.over);
  return html`<div class="home">
    <section class="hero">
      <div>
        <h1>A laboratory for two-player games</h1>
        <p>Play against a perfect opponent, see the exact value of every move, watch a search think.</p>
        <p class="row">
          <a class="button main" href="/play/tictactoe">Play Tic-Tac-Toe</a>
          <a class="button" href="/analyze/connect4">Every move of Connect Four</a>
        </p>
      </div>
      <a class="cover" href="/play/connect4" aria-label="Play Connect Four">
        <${Picture} position=${won} size=${220} /></a>
    </section>
    ${open.length > 0 && html`<section aria-labelledby="go-on"><h2 id="go-on">Go on with your game</h2>
      <ul class="games saved">${open.map((each) => html`<${Saved} key=${each.key} game=${each} />`)}</ul></section>`}
    <section aria-labelledby="parts"><h2 id="parts">The lab</h2>
      <ul class="rooms">${ROOMS.map(([path, picture, title, words]) =>
        html`<li key=${path}><a class="panel room" href=${path}>${PICTURES[picture]}<strong>${title}</strong>
          <span class="faint">${words}</span></a></li>`)}</ul>
    </section>
    <section aria-labelledby="all-games">
      <div class="row spread"><h2 id="all-games">Games</h2>
        <${Field} label="Find" enterkeyhint="search" value=${sought} placeholder="in a row, seeds, pawns…"
          autocomplete="off"
          onText=${setSought} /></div>
      ${games.length === 0 && html`<p role="status">None of the ${lab.games.length} games is called so.</p>`}
      <ul class="games">${games.map((game) => html`<${Card} key=${game.spec} game=${game} />`)}</ul>
    </section>
    ${ended.length > 0 && html`<section aria-labelledby="ended"><h2 id="ended">Finished games</h2>
      <ul class="games saved">${ended.map((each) => html`<${Saved} key=${each.key} game=${each} />`)}</ul></section>`}
    <p class="faint">
      Your own game: <code>zerosum web my_game.py</code>. Programs ask the same things over
      the <a href="/api/docs">API</a>.
    </p>
  </div>`;
}

/** A number for a game, so that pictures of related games differ. @param {string} spec */
function seedOf(spec) {
  return [...spec].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}

/** The first sentence of the rules; all of them are in the panel of the game. @param {string} about */
function firstSentence(about) {
  return about.replaceAll("\n", " ").split(/(?<=\.) /)[0];
}

/** A game that was begun, with the board as it stands. @param {{ game: SavedGame }} props */
function Saved({ game }) {
  const place = useRef(/** @type {HTMLLIElement | null} */ (null));
  const seen = useSeen(place);
  const position = useView("position", seen ? game.position : null);
  return html`<li class="panel card" ref=${place}>
    <a class="cover" href=${game.address}
      aria-label=${`${game.over ? "Look at" : "Go on with"} ${game.name}, ${game.moves} moves`}>
      <${Picture} position=${position} size=${110} /></a>
    <div><h3>${game.name}</h3>
      <p class="faint">${position?.ending
        ?? `${game.moves} moves, ${position ? moverName(position) : "…"} to move`}</p></div>
  </li>`;
}

/** A game with a picture of it, which plays on under the pointer. @param {{ game: Api.GameEntry }} props */
function Card({ game }) {
  const place = useRef(/** @type {HTMLLIElement | null} */ (null));
  const seen = useSeen(place);
  const [moves, setMoves] = useState(0);
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (!live || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const timer = setInterval(() => setMoves((before) => (before + 1) % MOST_MOVES), STEP);
    return () => clearInterval(timer);
  }, [live]);
  const asked = seen ? { game: game.shown, plies: PLIES + moves, seed: seedOf(game.spec) } : null;
  const position = useLatest(useView("sample", asked));
  const sizes = game.examples.filter((spec) => spec !== game.shown);
  return html`<li class="panel card" ref=${place} onPointerEnter=${() => setLive(true)}
    onPointerLeave=${() => setLive(false)}>
    <a class="cover" href=${link(`/play/${game.shown}`)} aria-label=${`Play ${game.name}`}>
      <${Picture} position=${position} size=${PICTURE} /></a>
    <h3>${game.name}</h3>
    <p class="faint about">${firstSentence(position?.about ?? "")}</p>
    ${sizes.length > 0 && html`<p class="faint sizes">
      Also ${sizes.map((spec) =>
        html`<a class="size" href=${link(`/play/${spec}`)} aria-label=${`Play ${game.name}, ${sizeName(game, spec)}`}>
          ${sizeName(game, spec)}</a>`)}</p>`}
    <p class="row">
      <a class="button small" href=${link(`/play/${game.shown}`)} aria-hidden="true" tabindex="-1">Play</a>
      <a class="button small" href=${link(`/analyze/${game.shown}`)} aria-label=${`Analyze ${game.name}`}>Analyze</a>
    </p>
  </li>`;
}
