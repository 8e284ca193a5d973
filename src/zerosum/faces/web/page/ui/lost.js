// What an address that leads nowhere shows: a picture, one sentence, and where to go on.

import { html } from "./ui.js";

/** @import { ComponentChildren } from "preact" */

/** A tree with one branch that was cut and one that leads to nothing. */
export const DRAWING = html`<svg class="lost-tree" viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
  <path class="edge" d="M100 32L44 88M100 32L100 88" /><path class="edge gone" d="M100 32L156 88" />
  <path class="cut" d="M62 56L76 66M58 60L72 70" />
  <path class="max" d="M100 12L120 44H80Z" /><path class="min" d="M44 108L28 82H60Z" />
  <path class="min" d="M100 108L84 82H116Z" />
  <circle class="nothing" cx="156" cy="94" r="16" />
  <text x="156" y="95" text-anchor="middle" dominant-baseline="central">?</text>
</svg>`;

/**
 * @param {{ title: string, sentence: ComponentChildren, picture?: ComponentChildren, children?: ComponentChildren }}
 *   props `picture` is shown instead of
 *   the drawing where there is one; `children` lead on
 */
export function Lost({ title, sentence, picture, children }) {
  return html`<section class="lost">
    ${picture ?? DRAWING}
    <h2>${title}</h2>
    <p role="alert">${sentence}</p>
    ${children}
  </section>`;
}
