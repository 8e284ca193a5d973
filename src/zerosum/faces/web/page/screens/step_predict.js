// Predict mode: it asks before it shows, says whether that was right, and explains.

import { download } from "../ui/downloads.js";
import { Button, html, textTo, useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";

/** @typedef {import("../recording/predict.js").Question} Question */
/** @typedef {{ step: number, questions: Question[] }} Asking */
/** @typedef {{ question: string, given: any, expected: string, right: boolean }} Try */

/**
 * The question of this moment, the answer to it, and the score so far.
 * @param {{ recording: Recording, asking: Asking | null, onDone: () => void, onHide: (hides: boolean) => void,
 *   onScore?: (right: number) => void }} props
 */
export function Predict({ recording, asking, onDone, onHide, onScore }) {
  const [tries, setTries] = useState(/** @type {(Try & { step: number })[]} */ ([]));
  const right = tries.filter((each) => each.right).length;
  useEffect(() => onScore?.(right), [right]);
  const save = () => {
    const { algorithm, game, position } = recording.about;
    const text = JSON.stringify({ algorithm, game, position, right, asked: tries.length, tries }, null, 2);
    download("predictions.json", text, "application/json");
  };
  return html`<section class="predict panel" aria-label="Predict">
    <div class="row tight score"><span>${right} of ${tries.length} right</span>
      ${tries.length > 0 && html`<${Button} onClick=${save}>Save answers<//>
        <${Button} onClick=${() => setTries([])}>Start over<//>`}</div>
    ${asking
      ? html`<${Questions} key=${asking.step} ...${{ asking, onDone, onHide }}
        onTry=${(/** @type {Try} */ made) => setTries([...tries, { step: asking.step, ...made }])} />`
      : html`<p class="question" role="status">
        Predict: go on (› or Play), and it stops before a value returns or a cut.</p>`}
  </section>`;
}

/**
 * The questions of one step, one after the other. Every step gets a new component, so that no state is left over.
 * @param {{ asking: Asking, onTry: (made: Try) => void, onDone: () => void, onHide: (hides: boolean) => void }} props
 */
function Questions({ asking, onTry, onDone, onHide }) {
  const [number, setNumber] = useState(0);
  const [answer, setAnswer] = useState(/** @type {{ given: any, isRight: boolean } | null} */ (null));
  const proceed = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const question = asking.questions[number];
  // What the other panes show would give the answer away, in a single frame too.
  useLayoutEffect(() => onHide(!answer), [answer]);
  useLayoutEffect(() => () => onHide(false), []);
  useLayoutEffect(() => {
    if (answer) proceed.current?.focus();
  }, [answer]);
  const give = (/** @type {any} */ given) => {
    const isRight = question.isRight(given);
    setAnswer({ given, isRight });
    onTry({ question: question.ask, given, expected: question.right, right: isRight });
  };
  const goOn = () => {
    setAnswer(null);
    if (number + 1 < asking.questions.length) setNumber(number + 1);
    else onDone();
  };
  return html`
    <p class="question" role="status">${question.ask}</p>
    ${answer ? html`<div class="row" role="status">
      <p class="verdict"><b>${answer.isRight ? "✓ Right." : `✗ The answer is: ${question.right || "none"}.`}</b>
        ${" "}${question.because}</p>
      <button type="button" class="button main continue" ref=${proceed} onClick=${goOn}>Go on</button>
    </div>` : html`<${Answers} key=${number} question=${question} onGive=${give} />`}`;
}

/**
 * The ways to answer: one of a few buttons, some of several boxes, or a value that is typed.
 * @param {{ question: Question, onGive: (answer: any) => void, focus?: boolean }} props
 */
export function Answers({ question, onGive, focus = true }) {
  const [draft, setDraft] = useState("");
  const [ticked, setTicked] = useState(/** @type {string[]} */ ([]));
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    const first = focus && box.current?.querySelector("button, input");
    if (first instanceof HTMLElement) first.focus();
  }, []);
  const tick = (/** @type {string} */ move) =>
    setTicked(ticked.includes(move) ? ticked.filter((each) => each !== move) : [...ticked, move]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (draft.trim()) onGive(draft);
  };
  return html`<div class="row" ref=${box}>
    ${question.choices && question.choices.map((choice) =>
      html`<${Button} key=${choice} onClick=${() => onGive(choice)}>${choice}<//>`)}
    ${question.several && html`<fieldset class="row tight"><legend class="hidden">Moves</legend>${question.several.map(
      (move) => html`<label key=${move}>
        <input type="checkbox" checked=${ticked.includes(move)} onChange=${() => tick(move)} /> ${move}</label>`,
    )}</fieldset><${Button} kind="main" onClick=${() => onGive(ticked)}>Answer<//>`}
    ${!question.choices && !question.several && html`<form class="row tight" onSubmit=${submit}>
      <input type="text" class="short mono" aria-label=${question.label ?? "Value"} value=${draft}
        onInput=${textTo(setDraft)} />
      <button type="submit" class="button main">Answer</button>
    </form>`}
  </div>`;
}
