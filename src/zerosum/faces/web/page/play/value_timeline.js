// The value of a game over its plies: bands for win, draw and loss of the first player, mistakes flagged.

import { clearFalls } from "./decisive.js";
import { BAND, estimateScale, height, TOP } from "./value_height.js";
import { html, useLayoutEffect, useRef, useState } from "../ui/ui.js";
import { words } from "../ui/values.js";

const RIGHT = 32;
/** The width of a letter of a label. */
const LETTER = 7.2;
const HEIGHT = TOP + 3 * BAND + 26;

/**
 * The picture; `judged` are the judgements of the moves so far, `at` the position that is shown.
 * @param {{ judged: Api.JudgementView[], total: number, at: number, sides: string[],
 *   onLook: (at: number) => void }} props
 */
export function Timeline({ judged, total, at, sides, onLook }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [room, setRoom] = useState(300);
  useLayoutEffect(() => setRoom((place.current?.clientWidth ?? room) - 8), []);
  const left = Math.max(64, 12 + LETTER * Math.max(...sides.map((name) => `${name} wins`.length)));
  // A short game fits into its panel; a long one is scrolled.
  const step = Math.max(14, Math.min(48, (room - left - RIGHT) / Math.max(1, total)));
  const width = left + step * total + RIGHT - 8;
  const scale = estimateScale(judged);
  const falls = clearFalls(judged);
  /** @type {[ply: number, y: number, judgement: Api.JudgementView | null][]} */
  const points = judged.map((each) => [each.number, height(each.after, each.side, scale), each]);
  if (judged.length) points.unshift([0, height(judged[0].before, judged[0].side, scale), null]);
  const x = (/** @type {number} */ ply) => left + ply * step;
  const mistakes = judged.filter((each) => each.mistake).length;
  const isFlagged = (/** @type {Api.JudgementView} */ each) => each.mistake !== null || falls.includes(each);
  const wordsOf = (/** @type {Api.JudgementView} */ each) => {
    const judgement = each.mistake ? `mistake, ${each.mistake}` : each.cost;
    const side = sides[each.side];
    return `${each.number}. ${side} ${each.move}: ${judgement}; ${words(each.after)} for ${side}`;
  };
  const flag = (/** @type {number} */ ply, /** @type {number} */ y, /** @type {string} */ sign) =>
    html`<path d=${`M${x(ply)} ${y - 9}l9 16h-18z`} /><text class="flag" x=${x(ply)} y=${y + 5}>${sign}</text>`;
  return html`<div class="scroll" ref=${place} tabindex="0" role="region" aria-label="Value timeline">
    <svg class="value-timeline" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img"
    aria-label=${`Value for ${sides[0]} over ${total} plies, ${mistakes} mistakes. The table below has the same.`}>
    ${[[`${sides[0]} wins`, "W"], ["draw", "D"], [`${sides[1]} wins`, "L"]].map(
      ([word, letter], band) =>
        html`<g key=${letter}><rect class=${`band ${letter}`} x=${left} y=${TOP + band * BAND}
          width=${step * total + 12} height=${BAND} />
        <text class="band-name" x=${left - 6} y=${TOP + band * BAND + BAND / 2 + 4}>${word}</text></g>`,
    )}
    <line class="now" x1=${x(at)} x2=${x(at)} y1=${TOP - 8} y2=${TOP + 3 * BAND + 6} />
    <polyline class="curve" points=${points.map(([ply, y]) => `${x(ply)},${y}`).join(" ")} />
    ${points.map(
      ([ply, y, judgement]) => html`<g key=${ply}
        class=${`point ${judgement?.mistake ? "mistake" : judgement && falls.includes(judgement) ? "fall" : ""}`}
        onClick=${() => onLook(ply)}>
        <title>${judgement ? wordsOf(judgement) : "the start"}</title>
        <rect class="target" x=${x(ply) - step / 2} y=${TOP} width=${step} height=${3 * BAND} />
        ${judgement && isFlagged(judgement)
          ? flag(ply, y, judgement.mistake ? "!" : "?") : html`<circle cx=${x(ply)} cy=${y} r="4.5" />`}
      </g>`,
    )}
    ${judged.filter(isFlagged)
      .map((each) => html`<text key=${each.number} class="ply" x=${x(each.number)} y=${HEIGHT - 4}>
        ${each.number}</text>`)}
  </svg></div>`;
}
