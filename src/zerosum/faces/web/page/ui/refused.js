// In place of a search that the server refuses: why, and where to go on. For Watch and Compare; Play has a board to
// show.

import { Lost } from "./lost.js";
import { sentenceStart } from "./sentence.js";
import { html } from "./ui.js";

/** @import { ComponentChildren } from "preact" */

/**
 * What is wrong with a request, as a title, and the sentence of the server without its list of names: buttons show
 * that.
 * @param {string} problem
 * @returns {{ kind: "game" | "algorithm" | "move" | "other", title: string, sentence: string }}
 */
export function refusal(problem) {
  const sentence = sentenceStart(
    `${problem.replace(/ \(did you mean.*|; there are: .*/s, "").replace(/^move \d+: /, "")}.`);
  if (/^there is no game /.test(problem)) return { kind: "game", title: "No such game", sentence };
  if (/^there is no algorithm /.test(problem)) return { kind: "algorithm", title: "No such algorithm", sentence };
  const move = /^move (\d+): /.exec(problem);
  if (move) return { kind: "move", title: `Move ${move[1]} cannot be played`, sentence };
  return { kind: "other", title: /^a position |^the position /.test(problem)
    ? "This position cannot be" : "This cannot be searched", sentence };
}

/**
 * @param {{ problem: string, lab: Api.Lab, to: (changes: { game: string } | { algorithm: string }) => string,
 *   children?: ComponentChildren }} props `to` is
 *   the address of the same request with another game or algorithm; `children` lead on where neither is wrong
 */
export function Refused({ problem, lab, to, children }) {
  const { kind, title, sentence } = refusal(problem);
  const meant = lab.games.find(({ spec }) => problem.includes(`did you mean ${spec}?`));
  const button = (/** @type {string} */ href, /** @type {string} */ word, main = false) =>
    html`<a key=${href} class=${main ? "button main" : "button"} href=${href}>${word}</a>`;
  return html`<${Lost} title=${title} sentence=${sentence}>
    ${kind === "game" && meant
      && html`<p>Did you mean ${button(to({ game: meant.spec }), `${meant.name}?`, true)}</p>`}
    ${kind === "game" && html`<p class="row">
      ${lab.games.filter((each) => each !== meant).map(({ spec, name }) => button(to({ game: spec }), name))}</p>`}
    ${kind === "algorithm" && html`<p class="row">
      ${lab.algorithms.map(({ name }) => button(to({ algorithm: name }), name, name === "alphabeta"))}</p>`}
    ${(kind === "move" || kind === "other") && children}
  <//>`;
}
