// @ts-nocheck
// The one vocabulary of values: letter, shape, number, colour. Truths are filled, estimates hollow.

import { html } from "./ui.js";

const SHAPES = { W: "▲", D: "●", L: "▼" };
const HOLLOW = { 1: "△", 0: "○", [-1]: "▽" };

/** How a value is marked: `flip` shows it from the other side. */
export function mark(value, flip = false) {
  const sign = flip ? -value.sign : value.sign;
  if (value.kind === "estimate") {
    const score = flip ? -value.estimate : value.estimate;
    return { letter: "~", shape: HOLLOW[sign], number: `${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score)}`, sign, name: "estimate" };
  }
  const letter = { 1: "W", 0: "D", [-1]: "L" }[sign];
  const number = value.kind === "margin" ? (value.margin ? String(Math.abs(value.margin)) : "") : value.distance ?? "";
  return { letter, shape: SHAPES[letter], number: String(number), sign, name: { W: "win", D: "draw", L: "loss" }[letter] };
}

/** A value in words, as in "win in 5". */
export function words(value, flip = false) {
  const shown = mark(value, flip);
  if (value.kind === "estimate") return `estimate ${shown.number} at depth ${value.depth}`;
  if (value.kind === "margin") return shown.number ? `${shown.name} by ${shown.number}` : "draw";
  return shown.number === "" ? shown.name : `${shown.name} in ${shown.number}`;
}

/** A value as it stands in a table. */
export function Value({ value, flip = false }) {
  const shown = mark(value, flip);
  const between = value.kind === "margin" ? "by" : "in";
  return html`<span class=${`value ${value.kind === "estimate" ? "estimate" : shown.letter}`} title=${words(value, flip)}>
    <span class="shape" aria-hidden="true">${shown.shape}</span>${" "}
    <span class="letter">${shown.letter}</span>${" "}
    ${shown.number !== "" && html`<span>${value.kind === "estimate" ? shown.number : `${between} ${shown.number}`}</span>`}
  </span>`;
}
