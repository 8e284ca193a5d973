// The home screen: the games, and three things to begin with.

import { link } from "../address.js";
import { html, useEffect, useState } from "../ui.js";
import { recalledGame } from "../game.js";

/** @param {{ lab: Api.Lab }} props */
export function Screen({ lab }) {
  const [last, setLast] = useState(/** @type {ReturnType<typeof recalledGame>} */ (null));
  useEffect(() => {
    document.title = "zerosum";
    setLast(recalledGame());
  }, []);
  return html`<div class="home">
    <h1>A laboratory for two-player games</h1>
    <p>Play against a perfect opponent, see the exact value of every move, watch a search think.</p>
    <p class="row">
      <a class="button main" href="/play/tictactoe">Play Tic-Tac-Toe</a>
      <a class="button" href="/analyze/connect4">Every move of Connect Four</a>
      <a class="button" href="/step">Step through alpha-beta</a>
      <a class="button" href="/learn">Learn how a search thinks</a>
      ${last && html`<a class="button" href=${last.address}>Go on with your game of ${last.name}</a>`}
    </p>
    <h2>Games</h2>
    <ul class="games">
      ${lab.games.map(
        (game) => html`<li class="panel" key=${game.spec}>
          <h3>${game.name}</h3>
          <p class="faint">${game.blurb}</p>
          <p class="row">
            <a class="button" href=${link(`/play/${game.spec}`)} aria-label=${`Play ${game.name}`}>Play</a>
            <a class="button" href=${link(`/analyze/${game.spec}`)} aria-label=${`Analyze ${game.name}`}>Analyze</a>
          </p>
          ${game.examples.length > 0 &&
          html`<p class="sizes">Others: ${game.examples.map((spec) => html`<a href=${link(`/play/${spec}`)}>${spec.slice(game.spec.length + 1)}</a> `)}</p>`}
        </li>`,
      )}
    </ul>
    <p class="faint">
      Your own game: <code>zerosum web my_game.py</code>. Programs ask the same things over the <a href="/api/docs">API</a>.
    </p>
  </div>`;
}
