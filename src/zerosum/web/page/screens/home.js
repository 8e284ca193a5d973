// The first minute: the games, and three things to do with them.

import { link } from "../address.js";
import { html, useEffect, useState } from "../ui.js";
import { recalledGame } from "../game.js";

const EXAMPLES = {
  mnk: [["mnk:4x4x4", "4x4, four in a row"], ["mnk:5x5x4", "5x5, four in a row"]],
  connect4: [["connect4:5x4", "5x4"], ["connect4:6x5", "6x5"]],
  nim: [["nim:3,4,5", "3, 4, 5"], ["nim:3,4,5,misere", "misère"]],
  kalah: [["kalah:3x3", "3 pits of 3"], ["kalah:6x4", "6 pits of 4"]],
  othello: [["othello:4", "4x4"], ["othello:6", "6x6"]],
  hexapawn: [["hexapawn:3x3", "3x3"], ["hexapawn:4x4", "4x4"]],
};

export function Screen({ lab }) {
  const [last, setLast] = useState(null);
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
      <a class="button" href="/step">Watch alpha-beta cut</a>
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
          ${EXAMPLES[game.spec] &&
          html`<p class="sizes">Sizes: ${EXAMPLES[game.spec].map(([spec, word]) => html`<a href=${link(`/play/${spec}`)}>${word}</a> `)}</p>`}
        </li>`,
      )}
    </ul>
    <p class="faint">
      Your own game: <code>zerosum web my_game.py</code>. Programs ask the same things over the <a href="/api/docs">API</a>.
    </p>
  </div>`;
}
