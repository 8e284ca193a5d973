// The guided path: its list of stops, or the stop that the address names; progress is kept in this browser.

import { go } from "../ui/address.js";
import { useAnswer } from "../ui/use_answer.js";
import { Lost } from "../ui/lost.js";
import { LessonText } from "../ui/lesson_text.js";
import { Button, html, Problem, useEffect, useKeys, useSetting } from "../ui/ui.js";
import { addressOf, Stop } from "./learn_stop.js";

/** @typedef {"done" | "shown"} State of a stop: done by the reader, or with the answer shown */
/** @typedef {Record<string, State>} Progress */

/** @param {{ address: import("../ui/address.js").Address }} props */
export function Screen({ address }) {
  const [lesson, problem] = /** @type {[Api.Lesson | null, string]} */ (useAnswer("lesson"));
  return html`<div class="learn">
    <${Problem}>${problem}<//>
    ${lesson ? html`<${Path} lesson=${lesson} name=${address.path.split("/")[2] ?? ""} />` : !problem
      && html`<p class="loading">Loading…</p>`}
  </div>`;
}

/** @param {{ lesson: Api.Lesson, name: string }} props */
function Path({ lesson, name }) {
  const [progress, setProgress] = useSetting(`learn.${lesson.name}`, /** @type {Progress} */ ({}));
  const at = lesson.stops.findIndex((stop) => stop.name === name);
  const stop = lesson.stops[at];
  const [before, after] = [lesson.stops[at - 1], lesson.stops[at + 1]];
  const goTo = (/** @type {Api.Stop | undefined} */ to) => go(to ? addressOf(to) : "/learn");
  useEffect(() => {
    document.title = stop ? `${stop.title} · ${lesson.title}` : name ? "No such stop · zerosum" : lesson.title;
    scrollTo(0, 0);
  }, [name]);
  useKeys(stop ? { n: () => goTo(after), b: () => goTo(before) } : {});
  if (!stop) {
    if (name) {
      return html`<h1 class="hidden">No such stop</h1>
        <${Lost} title="There is no such stop" sentence=${html`This path has no stop <code>${name}</code>.`}>
          <p class="row"><a class="button main" href="/learn">All stops</a> <a class="button"
            href=${addressOf(lesson.stops[0])}>The first stop: ${lesson.stops[0].title}</a></p>
        <//>`;
    }
    return html`<${Overview} lesson=${lesson} progress=${progress} onStartOver=${() => setProgress({})} />`;
  }
  const setState = (/** @type {State | undefined} */ state) => {
    const { [stop.name]: _, ...others } = progress;
    setProgress(state ? { ...others, [stop.name]: state } : others);
  };
  return html`
    <${Stops} lesson=${lesson} progress=${progress} name=${name} />
    <${Stop} key=${name} stop=${stop} number=${at + 1} count=${lesson.stops.length} before=${before} after=${after}
      state=${progress[stop.name]} onState=${setState} />`;
}

/** @type {Record<string, string>} */
const SIGNS = { done: "✓", shown: "○" };
/** @type {Record<string, string>} */
const WORDS = { done: "done", shown: "answer shown" };

/** What there is to do, in a few words. @type {Record<Api.Task["kind"], string>} */
const DOING = {
  value: "predict a value",
  move: "choose a move",
  leaves: "mark the leaves that are skipped",
  node: "find the node that cuts",
  count: "count",
  find: "go to a step",
  predict: "predict each step",
  change: "change a leaf",
  reorder: "reorder branches",
  choose: "choose a search",
};

/**
 * All stops in a row, each with its number and its state.
 * @param {{ lesson: Api.Lesson, progress: Progress, name: string }} props
 */
function Stops({ lesson, progress, name }) {
  return html`<nav class="stops" aria-label="Stops">
    <a class="lesson-title" href="/learn">${lesson.title}</a>
    <ol>${lesson.stops.map((stop, at) => {
      const state = progress[stop.name];
      return html`<li key=${stop.name}>
        <a href=${addressOf(stop)} class=${state ?? ""} aria-current=${stop.name === name ? "step" : undefined}
          title=${stop.title}>
        <span aria-hidden="true">${SIGNS[state] ?? at + 1}</span>
        <span class="hidden">${at + 1}: ${stop.title}${state ? `, ${WORDS[state]}` : ""}</span></a></li>`;
    })}</ol>
  </nav>`;
}

/**
 * The whole path: what it is about, how far one is, and every stop.
 * @param {{ lesson: Api.Lesson, progress: Progress, onStartOver: () => void }} props
 */
function Overview({ lesson, progress, onStartOver }) {
  const done = lesson.stops.filter((stop) => progress[stop.name] === "done").length;
  const next = lesson.stops.find((stop) => !progress[stop.name]);
  const begun = Object.keys(progress).length > 0;
  return html`<div class="overview">
    <h1>${lesson.title}</h1>
    <div class="lesson-text"><${LessonText} blocks=${lesson.text} /></div>
    <div class="row how-far">
      <progress max=${lesson.stops.length} value=${done} aria-label="Stops done"></progress>
      <span role="status">${done} of ${lesson.stops.length} done</span>
    </div>
    <p class="row">
      ${next ? html`<a class="button main" href=${addressOf(next)}>${begun ? `Go on: ${next.title}` : "Begin"}</a>`
        : html`<b>You have been at every stop.</b>`}
      ${begun && html`<${Button} onClick=${onStartOver}>Start over<//>`}
    </p>
    <ol class="contents">${lesson.stops.map((stop, at) => {
      const state = progress[stop.name];
      return html`<li key=${stop.name} class=${state ?? ""}>
        <a href=${addressOf(stop)}><span class="sign" aria-hidden="true">${SIGNS[state] ?? at + 1}</span>
        <span>${stop.title}${state && html`<span class="hidden">, ${WORDS[state]}</span>`}
          <small class="faint">${stop.task ? DOING[stop.task.kind] : "read"}</small></span></a></li>`;
    })}</ol>
    <p class="faint">A path of your own is a Markdown file: <code>zerosum web --path lesson.md</code>.</p>
  </div>`;
}
