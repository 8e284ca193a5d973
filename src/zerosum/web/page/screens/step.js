// @ts-nocheck
// Watch a search: every step of it, in linked panes, forwards, backwards and by the slider.

import { go, link } from "../address.js";
import { caption } from "../captions.js";
import { questions } from "../predict.js";
import { useStep } from "../resting_step.js";
import { Button, Copy, html, Problem, useCallback, useKeys, useRef, useSetting, useState } from "../ui.js";
import { usePlaying } from "../use_playing.js";
import { useRecording } from "../use_recording.js";
import { Controls } from "./step_controls.js";
import { BoardPane, CodePane, StackPane, TreePane, WindowPane } from "./step_panes.js";
import { Predict } from "./step_predict.js";
import { chosen, commandOf, pythonOf, searchOf, Setup } from "./step_setup.js";

const PANES = [["board", "Board"], ["window", "Window"], ["code", "Code"], ["stack", "Call stack"]];

export function Screen({ address, lab }) {
  const asked = chosen(address.parameters);
  const search = searchOf(asked);
  const { recording, tree, problem, progress, stop } = useRecording(search);
  const [step, setStep] = useStep(address, recording ? recording.events - 1 : null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useSetting("step.speed", 2);
  const [hidden, setHidden] = useSetting("step.hidden", []);
  const [onlyMarks, setOnlyMarks] = useSetting("step.only_marks", 0);
  const [projector, setProjector] = useSetting("step.projector", false);
  const [predicts, setPredicts] = useState(false);
  const [asking, setAsking] = useState(null);
  const [covered, setCovered] = useState(false);
  const now = useRef();
  now.current = { recording, tree, step, onlyMarks, predicts, asking };

  const change = useCallback((parameters) => {
    setPlaying(false);
    setAsking(null);
    setStep(0);
    go("/step", { ...parameters, step: "" });
  }, []);
  const goTo = useCallback((to) => {
    setAsking(null);
    setStep(to);
  }, []);
  /** Go on by so many steps or to the next mark; stops before what is to be predicted. Says whether it could. */
  const forward = useCallback((by = 1, marks = now.current.onlyMarks) => {
    const { recording, tree, step, predicts, asking } = now.current;
    if (!recording || asking || step >= recording.events - 1) return false;
    const to = marks ? recording.nextMark(step, marks) : Math.min(recording.events - 1, step + by);
    for (let at = step; predicts && at < to; at++) {
      const found = questions(recording, tree, at);
      if (!found.length) continue;
      setStep(at);
      setAsking({ step: at, questions: found });
      return false;
    }
    setStep(to);
    return true;
  }, []);
  const back = useCallback((marks = now.current.onlyMarks) => {
    const { recording, step } = now.current;
    if (recording) goTo(marks ? recording.previousMark(step, marks) : Math.max(0, step - 1));
  }, []);
  usePlaying(playing, speed, forward, () => setPlaying(false));
  const toggle = () => {
    if (!playing && recording && step >= recording.events - 1) setStep(0);
    setPlaying(!playing);
  };
  const startPredicting = () => {
    setPlaying(false);
    setCovered(false);
    setAsking(null);
    setPredicts(!predicts);
  };
  useKeys({
    " ": toggle,
    ArrowRight: () => forward(),
    ArrowLeft: () => back(),
    "Shift+ArrowRight": () => forward(1, 15),
    "Shift+ArrowLeft": () => back(15),
    Home: () => goTo(0),
    End: () => recording && goTo(recording.events - 1),
    p: startPredicting,
  });

  const shows = (pane) => !hidden.includes(pane);
  const sentence = recording ? caption(recording, step) : "";
  return html`<div class=${`step ${projector ? "projector" : ""}`}>
    <div class="row spread no-print">
      <h1>Watch a search</h1>
      <div class="row">
        ${PANES.map(([pane, name]) => html`<${Button} pressed=${shows(pane)} onClick=${() => setHidden(shows(pane) ? [...hidden, pane] : hidden.filter((each) => each !== pane))}>${name}<//>`)}
        <${Button} pressed=${projector} title="Large, for a projector" onClick=${() => setProjector(!projector)}>Large<//>
      </div>
    </div>
    <${Setup} asked=${asked} lab=${lab} onChange=${change} />
    <${Problem}>${problem}<//>
    ${progress && html`<p class="loading" role="status">${progress.kind === "waiting" ? "Waiting for others…" : `Searching… ${(progress.done ?? 0).toLocaleString("en")} nodes so far`} <${Button} onClick=${stop}>Stop<//></p>`}
    ${recording && html`
      <div class=${`panes ${PANES.slice(0, 2).some(([pane]) => shows(pane)) ? "" : "no-middle"} ${PANES.slice(2).some(([pane]) => shows(pane)) ? "" : "no-side"}`}>
        <${TreePane} recording=${recording} tree=${tree} step=${step} onStep=${goTo} large=${projector} />
        <div class="middle">
          ${shows("board") && !recording.about.written && html`<${BoardPane} recording=${recording} step=${step} asked=${asked} large=${projector} />`}
          ${shows("window") && html`<${WindowPane} recording=${recording} step=${step} covered=${covered} />`}
        </div>
        <div class="side">
          ${shows("code") && html`<${CodePane} recording=${recording} step=${step} />`}
          ${shows("stack") && html`<${StackPane} recording=${recording} tree=${tree} step=${step} onStep=${goTo} covered=${covered} />`}
        </div>
      </div>
      <div class="deck">
        <p class="caption">${sentence}</p>
        <p class="hidden" role="status">${playing && speed > 1 ? "" : sentence}</p>
        ${predicts && html`<${Predict} recording=${recording} asking=${asking} onHide=${setCovered} onDone=${() => {
          const { step: at } = asking;
          setAsking(null);
          setStep(at + 1);
        }} />`}
        <${Controls} ...${{ recording, step, playing, speed, onlyMarks, predicts, setSpeed, setOnlyMarks }}
          onToggle=${toggle} onForward=${forward} onBack=${back} onStep=${goTo} onPredict=${startPredicting} />
      </div>
      <${Summary} recording=${recording} asked=${asked} />
    `}
  </div>`;
}

/** What came of the search, and how to have it again. */
function Summary({ recording, asked }) {
  const { result, sides, side, written } = recording.about;
  const counts = [
    [result.nodes, "node", "nodes"],
    [result.leaves, "leaf", "leaves"],
    [result.cutoffs, "cut", "cuts"],
    [result.table_hits, "table hit", "table hits"],
  ];
  const who = written ? "MAX" : sides[side];
  const line = result.line.length ? `, best line ${result.line.join(" ")}` : "";
  return html`<div class="row spread summary">
    <p>
      <b>${result.value}</b> for ${who}${line}:
      ${" "}${counts.map(([count, one, many]) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`).join(", ")}
      ${written && html` · <a href=${link("/trees", { tree: asked.tree, algorithm: asked.algorithm, root: asked.root })}>change this tree</a>`}
    </p>
    <${Copy} command=${commandOf(asked)} python=${pythonOf(asked)} />
  </div>`;
}
