// The search of a stop as a picture: a written tree, or a game's tree with its board; with steps where they may be
// seen.

import { caption } from "../recording/captions.js";
import { html, useSetting, useState } from "../ui/ui.js";
import { Controls } from "./step_controls.js";
import { useMoving } from "./step_moving.js";
import { BoardPane, TreePane, WindowPane } from "./step_panes.js";
import { Predict } from "./step_predict.js";
import { TreeView } from "./trees_picture.js";

/** @typedef {{ recording: Recording, tree: MergedTree, asked: Record<string, any>, task: Api.Task | null,
 *   isOpen: boolean, picked: string[], step: number, setStep: (step: number) => void, pick: (path: string) => void,
 *   move: (path: string, by: number) => void, onScore: (right: number) => void,
 *   onLeaf: (number: number, changed: (value: number) => number) => void,
 *   onFocusLeaf: (number: number) => void }} ViewProps */

/** @type {Partial<Record<Api.Task["kind"], "leaves" | "inner" | "branches">>} */
const PICKED = { leaves: "leaves", node: "inner", reorder: "branches" };

/** While a question is open, only what is asked about; then the search, step by step. @param {ViewProps} props */
export function SearchView(props) {
  const { recording, tree, asked, task, isOpen, picked, step, pick, move, onLeaf, onFocusLeaf } = props;
  if (!isOpen || !task || task.kind === "find" || task.kind === "predict") return html`<${Stepper} ...${props} />`;
  if (!recording.about.written) {
    const shown = task.kind === "choose" ? recording.events - 1 : asked.step === null ? 0 : step;
    return html`<div class="pictures asks">
      <${TreePane} recording=${recording} tree=${tree} step=${shown} onStep=${() => {}} large=${false} />
      <div class="beside"><${BoardPane} recording=${recording} step=${task.kind === "choose" ? 0 : shown}
        asked=${asked} /></div></div>`;
  }
  const what = PICKED[task.kind];
  const view = task.kind === "change" || task.kind === "reorder" ? "work" : asked.step === null ? "worksheet" : "key";
  const focused = (/** @type {FocusEvent} */ event) => {
    const number = event.target instanceof Element ? event.target.closest(".leaf")?.getAttribute("data-number") : null;
    if (number) onFocusLeaf(Number(number));
  };
  return html`<p class="hidden">The tree as text: ${asked.tree}</p>
    <div class="scroll" onfocusin=${focused}>
      <${TreeView} tree=${tree} view=${view} step=${view === "key" ? step : undefined}
        onLeaf=${task.kind === "change" ? onLeaf : undefined}
    pick=${what ? { what, chosen: picked, onPick: pick, onMove: task.kind === "reorder" ? move : undefined } : null}
    names asked=${task.kind === "value" ? task.moves.map((each) => `.${each}`).join("") : undefined} /></div>`;
}

/** The search with everything that steps through it. @param {ViewProps} props */
function Stepper({ recording, tree, asked, task, isOpen, step, setStep, onScore }) {
  const [speed, setSpeed] = useSetting("step.speed", 2);
  const [onlyMarks, setOnlyMarks] = useState(0);
  const [covered, setCovered] = useState(false);
  const moving = useMoving({ recording, tree, step, setStep, speed, onlyMarks,
    predicts: isOpen && task?.kind === "predict" });
  const { playing, predicts, asking, goTo } = moving;
  const sentence = caption(recording, step);
  const { written } = recording.about;
  return html`
    <div class="pictures">
      ${written
        ? html`<div class="scroll"><${TreeView} tree=${tree} view="key" step=${step} covered=${covered} names /></div>`
        : html`<${TreePane} recording=${recording} tree=${tree} step=${step} onStep=${goTo} large=${false}
          covered=${covered} />`}
      <div class="beside">
        ${!written && html`<${BoardPane} recording=${recording} step=${step} asked=${asked} />`}
        ${recording.windowed && html`<${WindowPane} recording=${recording} step=${step} covered=${covered} />`}
      </div>
    </div>
    <p class="caption">${covered ? "" : sentence}</p>
    <p class="hidden" role="status">${playing && speed > 1 ? "" : sentence}</p>
    ${predicts && html`<${Predict} recording=${recording} asking=${asking} onHide=${setCovered}
      onDone=${moving.answered} onScore=${onScore} />`}
    <${Controls} ...${{ recording, step, playing, speed, onlyMarks, predicts, setSpeed, setOnlyMarks }}
      onToggle=${moving.toggle}
      onForward=${moving.forward} onBack=${moving.back} onStep=${goTo} onPredict=${moving.togglePredict} brief />`;
}
