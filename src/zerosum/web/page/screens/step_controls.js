// The buttons, the slider and the timeline under a search.

import { ALL_MARKS } from "../recording/recording.js";
import { drawTimeline, marksOf, markWords } from "../recording/timeline.js";
import { Button, html, isNarrow, Select, useEffect, useRef, useState } from "../ui/ui.js";

const SPEEDS = [0.5, 1, 2, 5, 20, 100, 1000, 10_000];

/** @typedef {import("../recording/recording.js").Recording} Recording */

/**
 * Play, pause, step both ways, and scrub.
 * @param {{
 *   recording: Recording, step: number, playing: boolean, speed: number, onlyMarks: number, predicts: boolean,
 *   setSpeed: (speed: number) => void, setOnlyMarks: (marks: number) => void, onToggle: () => void,
 *   onForward: (by?: number, marks?: number) => void, onBack: (marks?: number) => void,
 *   onStep: (step: number) => void, onPredict: () => void, brief?: boolean,
 * }} props
 */
export function Controls({ recording, step, playing, speed, onlyMarks, predicts, setSpeed, setOnlyMarks, onToggle, onForward, onBack, onStep, onPredict, brief = false }) {
  const last = recording.events - 1;
  const kinds = marksOf(recording);
  const [isOpen, setIsOpen] = useState(false);
  const narrow = isNarrow();
  const settings = html`
    ${!brief && html`<${Select} label="Steps a second" options=${SPEEDS.map((each) => [String(each), each.toLocaleString("en")])} value=${String(speed)} onChange=${(/** @type {string} */ value) => setSpeed(Number(value))} />`}
    <${Select} label="Stop at" options=${[["0", "every step"], [String(ALL_MARKS), "all marks"], ...kinds.map(({ bit, sign, name }) => [String(bit), `${sign} ${name}`])]} value=${String(onlyMarks)} onChange=${(/** @type {string} */ value) => setOnlyMarks(Number(value))} />
    ${!brief && html`<${Button} pressed=${predicts} shortcut="P" onClick=${onPredict}>Predict<//>`}`;
  return html`<div class="controls no-print">
    <div class=${`row ${narrow ? "one-row" : ""}`}>
      <div class="row tight" role="group" aria-label="Steps">
        <${Button} title="First step (Home)" onClick=${() => onStep(0)} disabled=${step === 0}><span aria-hidden="true">|‹</span><span class="hidden">First step</span><//>
        <${Button} title="Mark before (Shift+←)" onClick=${() => onBack(ALL_MARKS)} disabled=${step === 0}><span aria-hidden="true">«</span><span class="hidden">Mark before</span><//>
        <${Button} title="Step back (←)" onClick=${() => onBack()} disabled=${step === 0}><span aria-hidden="true">‹</span><span class="hidden">Step back</span><//>
        <${Button} kind="main" title="Play or pause (Space)" onClick=${onToggle}><span aria-hidden="true">${playing ? "❚❚" : "▶"}</span> <span class="word">${playing ? "Pause" : "Play"}</span><//>
        <${Button} title="Step (→)" onClick=${() => onForward()} disabled=${step === last}><span aria-hidden="true">›</span><span class="hidden">Step forward</span><//>
        <${Button} title="Next mark (Shift+→)" onClick=${() => onForward(1, ALL_MARKS)} disabled=${step === last}><span aria-hidden="true">»</span><span class="hidden">Next mark</span><//>
        <${Button} title="Last step (End)" onClick=${() => onStep(last)} disabled=${step === last}><span aria-hidden="true">›|</span><span class="hidden">Last step</span><//>
      </div>
      ${narrow ? html`<${Button} title="Speed, stops, predict" pressed=${isOpen} onClick=${() => setIsOpen(!isOpen)}><span aria-hidden="true">⋯</span><span class="hidden">Settings</span><//>` : settings}
      <span class="count number"><span class="word">step </span>${(step + 1).toLocaleString("en")} / ${recording.events.toLocaleString("en")}</span>
    </div>
    ${narrow && isOpen && html`<div class="row more">${settings}</div>`}
    <${Timeline} recording=${recording} until=${predicts ? step : Infinity} />
    <input class="scrub" type="range" min="0" max=${last} value=${step} aria-label="Step" aria-valuetext=${`step ${step + 1} of ${recording.events}`} onInput=${(/** @type {{ target: HTMLInputElement }} */ event) => onStep(Number(event.target.value))} />
    <p class="legend faint">${kinds.map(({ sign, name }) => html`<span key=${name}><span aria-hidden="true">${sign}</span> ${name}</span>`)}</p>
  </div>`;
}

/**
 * The marks. In predict mode those after the current step are hidden: they would tell the answers.
 * @param {{ recording: Recording, until: number }} props
 */
function Timeline({ recording, until }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [words, setWords] = useState("");
  useEffect(() => {
    const shown = canvas.current;
    if (!shown) return undefined;
    const draw = () => drawTimeline(shown, recording, until);
    draw();
    const resized = new ResizeObserver(draw);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    resized.observe(shown);
    theme.addEventListener("change", draw);
    return () => {
      resized.disconnect();
      theme.removeEventListener("change", draw);
    };
  }, [recording, until]);
  const point = (/** @type {PointerEvent} */ event) => setWords(canvas.current ? markWords(recording, event.offsetX, canvas.current.clientWidth, until) : "");
  return html`<canvas class="timeline" ref=${canvas} title=${words} onPointerMove=${point} aria-hidden="true"></canvas>`;
}
