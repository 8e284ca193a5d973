// Predict mode: it asks before it shows, says whether that was right, and explains.

import { Button, html, useEffect, useRef, useState } from "../ui.js";

/** The question of this moment, the answer to it, and the score so far. `asking` has a step and its questions. */
export function Predict({ trace, asking, onDone, onHide }) {
  const [tries, setTries] = useState([]);
  const [number, setNumber] = useState(0);
  const [answer, setAnswer] = useState(null);
  const [draft, setDraft] = useState("");
  const [ticked, setTicked] = useState([]);
  const box = useRef();
  const question = asking?.questions[number];
  const key = asking ? `${asking.step}` : "";
  useEffect(() => {
    setNumber(0);
    setAnswer(null);
  }, [key]);
  useEffect(() => {
    setDraft("");
    setTicked([]);
    box.current?.querySelector("button, input")?.focus();
  }, [key, number]);
  useEffect(() => {
    if (answer) box.current?.querySelector(".continue")?.focus();
  }, [answer]);
  // What the other panes show would give the answer away.
  useEffect(() => onHide(Boolean(question) && !answer), [question, answer]);
  const right = tries.filter((each) => each.right).length;
  const give = (given) => {
    const isRight = question.isRight(given);
    setAnswer({ given, isRight });
    setTries([...tries, { step: asking.step, question: question.ask, given, expected: question.right, right: isRight }]);
  };
  const goOn = () => {
    setAnswer(null);
    if (number + 1 < asking.questions.length) setNumber(number + 1);
    else onDone();
  };
  const save = () => {
    const { algorithm, game, position } = trace.about;
    const text = JSON.stringify({ algorithm, game, position, right, asked: tries.length, tries }, null, 2);
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    anchor.download = "predictions.json";
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  };
  return html`<section class="predict panel" aria-label="Predict" ref=${box}>
    <div class="row spread">
      <p class="question" role="status">${question ? question.ask : "Predict: go on (→ or Play), and it stops before a value returns or a cut."}</p>
      <span class="row tight"><span>${right} of ${tries.length} right</span>
        ${tries.length > 0 && html`<${Button} onClick=${save}>Save answers<//><${Button} onClick=${() => setTries([])}>Start over<//>`}</span>
    </div>
    ${question && !answer && html`<div class="row">
      ${question.choices && question.choices.map((choice) => html`<${Button} key=${choice} onClick=${() => give(choice)}>${choice}<//>`)}
      ${question.several && html`<fieldset class="row tight"><legend class="hidden">Moves</legend>${question.several.map(
        (move) => html`<label key=${move}><input type="checkbox" checked=${ticked.includes(move)} onChange=${() => setTicked(ticked.includes(move) ? ticked.filter((each) => each !== move) : [...ticked, move])} /> ${move}</label>`,
      )}</fieldset><${Button} kind="main" onClick=${() => give(ticked)}>Answer<//>`}
      ${!question.choices && !question.several && html`<form class="row tight" onSubmit=${(event) => {
        event.preventDefault();
        if (draft.trim()) give(draft);
      }}><input type="text" class="short mono" aria-label="Value" value=${draft} onInput=${(event) => setDraft(event.target.value)} /><button type="submit" class="button main">Answer</button></form>`}
    </div>`}
    ${answer && html`<div class="row" role="status">
      <p class="verdict"><b>${answer.isRight ? "✓ Right." : `✗ The answer is: ${question.right || "none"}.`}</b> ${question.because}</p>
      <button type="button" class="button main continue" onClick=${goOn}>Go on</button>
    </div>`}
  </section>`;
}
