// A stop of the guided path: its text, its search, its task, and the way on.

import { LessonText } from "../ui/lesson_text.js";
import { askOf, answerOf, impossible, questionOf, verdictOf } from "../recording/tasks.js";
import { withLeaf, withMoved } from "../tree/written_text.js";
import { Button, html, Problem, useEffect, useRef, useState } from "../ui/ui.js";
import { Searching } from "../recording/searching.js";
import { useRecording } from "../recording/use_recording.js";
import { algorithmOf, ChangeLeaf, Chosen, Reorder } from "./learn_tasks.js";
import { SearchView } from "./learn_view.js";
import { Answers } from "./step_predict.js";
import { searchOf } from "./step_setup.js";

/** @typedef {import("../recording/tasks.js").Verdict} Verdict */
/** @typedef {"done" | "shown"} State */
/** @typedef {{ stop: Api.Stop, state: State | undefined, onState: (state: State | undefined) => void }} Doing */

const TRIES_BEFORE_ANSWER = 2;
/** Tasks whose search is stepped through from the beginning; the others show it once they are done. */
const STEPPED = ["find", "predict"];
const WITH_GOALS = ["change", "reorder", "choose"];

/** The address of a stop. @param {Api.Stop} stop */
export function addressOf(stop) {
  return `/learn/${stop.name}`;
}

/**
 * @param {Doing & {
 *   number: number, count: number, before: Api.Stop | undefined, after: Api.Stop | undefined,
 * }} props
 */
export function Stop({ stop, number, count, before, after, state, onState }) {
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    if (!stop.task && !state) onState("done");
  }, []);
  return html`<article class="stop">
    <header>
      <p class="faint">Stop ${number} of ${count}</p>
      <h1 ref=${heading} tabindex="-1">${stop.title}</h1>
      <div class="lesson-text"><${LessonText} blocks=${stop.text} /></div>
    </header>
    ${stop.search && html`<${Work} stop=${stop} search=${stop.search} state=${state} onState=${onState} />`}
    <footer class="row spread">
      ${before ? html`<a class="button" href=${addressOf(before)} aria-keyshortcuts="B">‹ Back<kbd>B</kbd></a>`
        : html`<a class="button" href="/learn">‹ All stops</a>`}
      <a class=${`button ${state ? "main" : ""}`} href=${after ? addressOf(after) : "/learn"} aria-keyshortcuts="N">
        ${after ? "Next" : "Finish"} ›<kbd>N</kbd></a>
    </footer>
  </article>`;
}

/** The search of a stop with what is to be done about it. @param {Doing & { search: Api.Search }} props */
function Work({ stop, search, state, onState }) {
  const { task } = stop;
  const [text, setText] = useState(search.tree);
  const [algorithm, setAlgorithm] = useState(search.algorithm);
  const asked = { ...search, tree: text, algorithm };
  const { recording, tree, problem, progress, stop: halt } = useRecording(searchOf(asked), { keep: true });
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  const [wrong, setWrong] = useState(0);
  const [picked, setPicked] = useState(/** @type {string[]} */ ([]));
  const [score, setScore] = useState(0);
  const [leaf, setLeaf] = useState(0);
  const [searches, setSearches] = useState(/** @type {MergedTree[]} */ ([]));
  const [step, setStep] = useState(/** @type {number | null} */ (null));
  const isOpen = task !== null && state === undefined;
  // Once a question is answered, the whole search is shown; one can step back from there.
  const begins = task && !isOpen && !STEPPED.includes(task.kind) ? Infinity : (search.step ?? 1) - 1;
  const at = Math.min(step ?? begins, recording ? recording.events - 1 : 0);
  const give = (/** @type {any} */ given) => {
    if (!task || !tree) return;
    const said = verdictOf(task, tree, given);
    setVerdict(said);
    if (said.isRight) onState("done");
    else setWrong(wrong + 1);
  };
  const predicted = (/** @type {number} */ right) => {
    setScore(right);
    if (isOpen && task?.kind === "predict" && right >= task.number) give(right);
  };
  useEffect(() => {
    if (tree) setSearches((known) => [...known.filter((each) => algorithmOf(each) !== algorithmOf(tree)), tree]);
  }, [tree]);
  // A goal is looked at whenever another search has been recorded, but not before anything was changed.
  const isChanged = text !== search.tree || algorithm !== search.algorithm;
  useEffect(() => {
    if (recording && task && isOpen && isChanged && WITH_GOALS.includes(task.kind)) give(null);
  }, [recording]);
  const reset = () => {
    setText(search.tree);
    setVerdict(null);
  };
  const again = () => {
    reset();
    setAlgorithm(search.algorithm);
    setPicked([]);
    setSearches([]);
    setStep(null);
    setWrong(0);
    onState(undefined);
  };
  const change = (/** @type {number} */ number, /** @type {(value: number) => number} */ changed) =>
    setText((now) => withLeaf(now ?? "", number, changed));
  const pick = (/** @type {string} */ path) => {
    setVerdict(null);
    if (task?.kind !== "leaves") setPicked([path]);
    else setPicked(picked.includes(path) ? picked.filter((each) => each !== path) : [...picked, path]);
  };
  const move = (/** @type {string} */ path, /** @type {number} */ by) => {
    const places = path.split(".").slice(1).map(Number);
    const next = withMoved(text ?? "", places, by);
    if (next === text) return;
    setText(next);
    setPicked([`.${[...places.slice(0, -1), places[places.length - 1] + by].join(".")}`]);
  };
  const doing = { task, tree, picked, score, searches, algorithm, step: at, give, pick, move, setAlgorithm, leaf,
    setLeaf: change, reset };
  return html`
    <section class="view" aria-label="Search">
      <${Problem}>${problem}<//>
      ${progress && (!recording || progress.done)
        && html`<${Searching} progress=${{ done: progress.done }} onStop=${halt} />`}
      ${recording && tree && html`<${SearchView}
        ...${{ recording, tree, asked, task, isOpen, picked, step: at, setStep, pick, move }}
        onLeaf=${change} onFocusLeaf=${setLeaf} onScore=${predicted} />`}
    </section>
    ${task && tree && html`<section class="task panel" aria-label="Task">
      ${isOpen
        ? html`<${Open} stop=${stop} doing=${doing} verdict=${verdict} wrong=${wrong}
          onShow=${() => onState("shown")} />`
        : html`<${Done} stop=${stop} doing=${doing} state=${state} verdict=${verdict} onAgain=${again} />`}
    </section>`}`;
}

/** @typedef {{ task: Api.Task, tree: MergedTree, picked: string[], score: number, searches: MergedTree[],
 *   algorithm: string, step: number, give: (given: any) => void, pick: (path: string) => void,
 *   move: (path: string, by: number) => void, setAlgorithm: (name: string) => void, leaf: number, reset: () => void,
 *   setLeaf: (number: number, changed: (value: number) => number) => void }} DoingTask */

/**
 * A task that is not done yet: the question, the way to answer, and what the last answer was worth.
 * @param {{ stop: Api.Stop, doing: DoingTask, verdict: Verdict | null, wrong: number, onShow: () => void }} props
 */
function Open({ stop, doing, verdict, wrong, onShow }) {
  const { task, tree } = doing;
  const unable = impossible(task, tree);
  if (unable) return html`<${Problem}>This task cannot be done. ${unable}<//>`;
  const hasAnswer = answerOf(task, tree) !== "";
  return html`
    <h2>${stop.ask || askOf(task, tree)}</h2>
    <${Ways} doing=${doing} wrong=${wrong} />
    <div role="status">${verdict && html`<p class="verdict wrong"><b aria-hidden="true">✗</b> ${verdict.words}</p>
      ${wrong > 0 && stop.hint && html`<p class="hint"><b>Hint.</b> ${stop.hint}</p>`}`}</div>
    ${hasAnswer && wrong >= TRIES_BEFORE_ANSWER && html`<p><${Button} onClick=${onShow}>Show the answer<//></p>`}`;
}

/** The way to answer: each kind of task has its own. @param {{ doing: DoingTask, wrong: number }} props */
function Ways({ doing, wrong }) {
  const { task, tree, picked, give } = doing;
  const question = questionOf(task, tree);
  if (question) return html`<${Answers} key=${wrong} question=${question} onGive=${give} focus=${wrong > 0} />`;
  const check = (/** @type {string} */ word, /** @type {any} */ given, note = "", disabled = false) =>
    html`<p class="row">
    <${Button} kind="main" disabled=${disabled} onClick=${() => give(given)}>${word}<//>${note
      && html` <span class="faint">${note}</span>`}</p>`;
  const marked = `${picked.length} ${picked.length === 1 ? "leaf" : "leaves"} marked`;
  if (task.kind === "leaves") return check("Check", picked, marked);
  if (task.kind === "node") return check("Check", picked, "", !picked.length);
  if (task.kind === "find") return check("Here it is", doing.step, `step ${doing.step + 1}`);
  const score = `${doing.score} right so far. Go on with › or Play; it stops at each question.`;
  if (task.kind === "predict") return html`<p class="faint">${score}</p>`;
  if (task.kind === "reorder") return html`<${Reorder} ...${doing} />`;
  if (task.kind === "choose") return html`<${Chosen} ...${doing} />`;
  if (task.kind === "change") return html`<${ChangeLeaf} ...${doing} />`;
  return null;
}

/**
 * A task that is done, or whose answer was shown; with the text that explains it.
 * @param {{ stop: Api.Stop, doing: DoingTask, state: State | undefined, verdict: Verdict | null,
 *   onAgain: () => void }} props
 */
function Done({ stop, doing, state, verdict, onAgain }) {
  const { task, tree } = doing;
  const words = state === "shown" ? answerOf(task, tree) : verdict?.isRight ? verdict.words : "";
  // Enter goes on, unless predict mode has a question of its own to end.
  useEffect(() => {
    const next = document.querySelector(".stop > footer .main");
    if (verdict?.isRight && task.kind !== "predict" && next instanceof HTMLElement) {
      next.focus({ preventScroll: true });
    }
    // The steps that are shown from now on push the verdict down.
    if (verdict && task.kind !== "predict") {
      document.querySelector(".stop > .task")?.scrollIntoView({ block: "nearest" });
    }
  }, []);
  return html`
    <div role="status"><p class=${`verdict ${state}`}>
      ${state === "done" && html`<b><span aria-hidden="true">✓</span> Right.</b>`} ${words}</p></div>
    <div class="lesson-text"><${LessonText} blocks=${stop.after} /></div>
    ${task.kind === "choose" && html`<${Chosen} ...${doing} />`}
    <p><${Button} onClick=${onAgain}>Do it again<//></p>`;
}
