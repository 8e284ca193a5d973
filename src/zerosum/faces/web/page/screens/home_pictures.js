// Small pictures for the parts of the lab on the home screen.

import { html } from "../ui/ui.js";

const frame = (/** @type {unknown} */ inside) => html`<svg viewBox="0 0 160 72" aria-hidden="true">${inside}</svg>`;
const up = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y - 9}l10 17h-20z`;
const down = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y + 9}l10 -17h-20z`;
const edges = (/** @type {number[][]} */ pairs) =>
  pairs.map(([x, y, to, under]) => `M${x} ${y}L${to} ${under}`).join("");

/** Stops along a way: two are done, one is next. */
const learn = frame(html`<path class="ink" d="M20 50L52 26L84 46L114 22L142 40" />
  ${[[20, 50], [52, 26]].map(([x, y]) =>
    html`<circle class="solid" cx=${x} cy=${y} r="10" />
      <path class="on" d=${`M${x - 5} ${y}l2 -2l2 3l5 -6l2 2l-7 8z`} />`)}
  <circle class="next" cx="84" cy="46" r="10" /><text x="84" y="50">3</text>
  ${[[114, 22, 4], [142, 40, 5]].map(([x, y, number]) =>
    html`<circle class="pale" cx=${x} cy=${y} r="10" /><text x=${x} y=${y + 4}>${number}</text>`)}`);

/** A search on its way down, with a branch that was cut. */
const watch = frame(html`<path class="ink"
  d=${edges([[80, 22, 112, 33], [48, 48, 32, 62], [112, 46, 96, 62], [112, 46, 128, 62]])} />
  <path class="path" d=${edges([[80, 22, 48, 33], [48, 48, 64, 62]])} />
  <path class="cut" d="M98 51l10 5M96 55l10 5" />
  <path class="ink" d=${down(112, 40)} /><path class="path" d=${up(80, 15)} /><path class="path" d=${down(48, 40)} />
  <circle class="pale" cx="32" cy="64" r="4" /><circle class="solid" cx="64" cy="64" r="4.5" />
  <circle class="pale" cx="96" cy="64" r="4" /><circle class="pale" cx="128" cy="64" r="4" />`);

/** A written tree with its leaves. */
const trees = frame(html`<path class="ink"
  d=${edges([[80, 20, 46, 32], [80, 20, 114, 32], [46, 44, 32, 54], [46, 44, 60, 54], [114, 44, 100, 54],
    [114, 44, 128, 54]])} />
  <path class="ink" d=${`${up(80, 14)}${down(46, 38)}${down(114, 38)}`} />
  ${[[32, 3], [60, 5], [100, 2], [128, 9]].map(([x, value]) =>
    html`<rect class="ink" x=${x - 9} y="54" width="18" height="15" rx="3" /><text x=${x} y="66">${value}</text>`)}`);

/** The nodes of three searches. */
const compare = frame(html`<path class="ink" d="M24 8V64" />
  ${[["solid", 112], ["second", 66], ["pale", 34]].map(([kind, width], row) =>
    html`<rect class=${kind} x="26" y=${12 + 18 * row} width=${width} height="12" rx="2" />`)}`);

/** The layers of a solved game: bars of won, drawn and lost positions. */
const tables = frame(html`<path class="ink" d="M26 64H134" />
  ${[[30, 6, 4, 2], [50, 16, 6, 6], [70, 24, 10, 16], [90, 20, 8, 24], [110, 8, 6, 14]].map(([x, win, draw, loss]) =>
    html`<rect class="solid" x=${x} y=${62 - win} width="16" height=${win} />
    <rect class="pale" x=${x} y=${62 - win - draw} width="16" height=${draw} />
    <rect class="second" x=${x} y=${62 - win - draw - loss} width="16" height=${loss} />`)}`);

/** A program whose answers are marked: two are right, one is wrong. */
const grade = frame(html`<path class="ink" d="M54 6h40l12 12v48h-52zM94 6v12h12" />
  ${[[26, "solid", "M68 26l2 -2l2 3l5 -6l2 2l-7 8z"], [40, "solid", "M68 40l2 -2l2 3l5 -6l2 2l-7 8z"],
    [54, "second", "M69 51l2 -2l2 2l2 -2l2 2l-2 2l2 2l-2 2l-2 -2l-2 2l-2 -2l2 -2z"]].map(([y, kind, mark]) =>
      html`<circle class=${kind} cx="73" cy=${y} r="6.5" /><path class="on" d=${mark} />
        <path class="ink" d=${`M84 ${y}h14`} />`)}`);

/** @type {Record<string, unknown>} */
export const PICTURES = { learn, watch, trees, compare, grade, tables };
