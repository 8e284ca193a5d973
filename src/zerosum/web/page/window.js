// @ts-nocheck
// The alpha-beta window as an interval on the axis of values: at entry and now. A cut is the moment it is empty.

import { chooser } from "./captions.js";
import { scoreText, windowText } from "./scores.js";

const SVG = "http://www.w3.org/2000/svg";
const [LEFT, RIGHT, AXIS] = [58, 292, 84];

/** The window of a step in words. */
export function windowWords(recording, frame) {
  if (!recording.windowed) return `${chooser(recording, frame.isMin)}: ${recording.about.algorithm} has no window${recording.about.keeps_best ? ", and looks at everything" : ""}; ${bestWords(recording, frame)}.`;
  const at = windowText(recording.scale, frame.alpha, frame.beta);
  const now = windowText(recording.scale, frame.alphaNow, frame.betaNow);
  return `${chooser(recording, frame.isMin)}: at entry ${at}, now ${now}${isEmpty(frame) ? ", which is empty" : ""}; ${bestWords(recording, frame)}.`;
}

function bestWords(recording, frame) {
  return Number.isNaN(frame.best) ? "nothing found yet" : `best so far ${scoreText(recording.scale, frame.best)}`;
}

/** Whether no score fits into the window any more. */
export function isEmpty(frame) {
  return frame.alphaNow >= frame.betaNow;
}

/** Draw the window of a node into an SVG element. */
export function drawWindow(svg, recording, axis, frame) {
  const place = (score) => LEFT + (RIGHT - LEFT) * axis.place(score);
  const parts = [
    make("line", { class: "axis", x1: LEFT - 8, y1: AXIS, x2: RIGHT + 8, y2: AXIS }),
    word(LEFT - 16, AXIS + 5, "−∞", "end", "tick"),
    word(RIGHT + 12, AXIS + 5, "∞", "start", "tick"),
    ...axis.ticks.flatMap(({ at, label }) => tick(LEFT + (RIGHT - LEFT) * at, label)),
    word(LEFT - 14, 25, "entry", "end"),
    bar("entry", place(frame.alpha), place(frame.beta), 14),
    word(LEFT - 14, 55, "now", "end"),
  ];
  const [alpha, beta] = [place(frame.alphaNow), place(frame.betaNow)];
  if (isEmpty(frame)) {
    parts.push(bar("crossed", beta, alpha, 44));
    const fits = Math.max(alpha, beta) < RIGHT - 50;
    parts.push(word(fits ? Math.max(alpha, beta) + 10 : Math.min(alpha, beta) - 10, 57, "✂ empty", fits ? "start" : "end", "cut"));
  } else {
    parts.push(bar("now", alpha, beta, 44));
  }
  if (frame.alphaNow > -Infinity) parts.push(bound(alpha, "α", isEmpty(frame) ? 7 : -7));
  if (frame.betaNow < Infinity) parts.push(bound(beta, "β", isEmpty(frame) ? -7 : 7));
  if (!Number.isNaN(frame.best) && Number.isFinite(frame.best)) {
    const x = place(frame.best);
    parts.push(make("path", { class: "best", d: `M${x} ${AXIS - 8}l6 8l-6 8l-6 -8Z` }));
  }
  svg.replaceChildren(title(windowWords(recording, frame)), ...parts);
}

function bar(kind, from, to, y) {
  return make("rect", { class: kind, x: from, y, width: Math.max(3, to - from), height: kind === "entry" ? 12 : 16, rx: 2 });
}

function bound(x, name, shift) {
  const group = make("g", {});
  group.append(make("line", { class: "bound", x1: x, y1: 38, x2: x, y2: AXIS }), word(x + shift, 76, name, "middle", "name"));
  return group;
}

function tick(x, label) {
  return [make("line", { class: "axis", x1: x, y1: AXIS - 4, x2: x, y2: AXIS + 4 }), word(x, AXIS + 20, label, "middle", "tick")];
}

function word(x, y, text, anchor, kind = "word") {
  const element = make("text", { class: kind, x, y, "text-anchor": anchor });
  element.textContent = text;
  return element;
}

function title(text) {
  const element = make("title", {});
  element.textContent = text;
  return element;
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
