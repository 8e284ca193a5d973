// The buttons, the slider and the timeline under a search.

import { ALL_MARKS } from "../recording/recording.js";
import { drawTimeline, marksOf, markWords } from "../recording/timeline.js";
import { Button, html, isNarrow, Select, textTo, useEffect, useRef, useState } from "../ui/ui.js";

const SPEEDS = [0.5, 1, 2, 5, 20, 100, 1000, 10_000];

/**
 * A button that goes to another step, with a sign that a screen reader reads as its name.
 * @type {(title: string, sign: string, name: string, onClick: () => void, isEnd: boolean) => unknown}
 */
export const stepButton = (title, sign, name, onClick, isEnd) =>
  html`<${Button} title=${title} onClick=${onClick} disabled=${isEnd}>
    <span aria-hidden="true">${sign}</span><span class="hidden">${name}</span><//>`;

/**
 * Play, pause, step both ways, and scrub.
 * @param {{ recording: Recording, step: number, playing: boolean, speed: number, onlyMarks: number, predicts: boolean,
 *   setSpeed: (speed: number) => void, setOnlyMarks: (marks: number) => void, onToggle: () => void,
 *   onForward: (by?: number, marks?: number) => void, onBack: (marks?: number) => void,
 *   onStep: (step: number) => void, onPredict: () => void, brief?: boolean }} props
 */
export function Controls({ recording, step, playing, speed, onlyMarks, predicts, setSpeed, setOnlyMarks, onToggle,
  onForward, onBack, onStep, onPredict, brief = false }) {
  const last = recording.events - 1;
  const kinds = marksOf(recording);
  const [isOpen, setIsOpen] = useState(false);
  const narrow = isNarrow();
  const speeds = SPEEDS.map((each) => [String(each), each.toLocaleString("en")]);
  const marks = kinds.map(({ bit, sign, name }) => [String(bit), `${sign} ${name}`]);
  const stops = [["0", "every step"], [String(ALL_MARKS), "all marks"], ...marks];
  const toNumber = (/** @type {(number: number) => void} */ take) => (/** @type {string} */ text) =>
    take(Number(text));
  const [isFirst, isLast] = [step === 0, step === last];
  const settings = html`
    ${!brief && html`<${Select} label="Steps a second" options=${speeds} value=${String(speed)}
      onChange=${toNumber(setSpeed)} />`}
    <${Select} label="Stop at" options=${stops} value=${String(onlyMarks)} onChange=${toNumber(setOnlyMarks)} />
    ${!brief && html`<${Button} pressed=${predicts} shortcut="P" onClick=${onPredict}>Predict<//>`}`;
  return html`<div class="controls no-print">
    <div class=${`row ${narrow ? "one-row" : ""}`}>
      <div class="row tight" role="group" aria-label="Steps">
        ${stepButton("First step (Home)", "|‹", "First step", () => onStep(0), isFirst)}
        ${stepButton("Mark before (Shift+←)", "«", "Mark before", () => onBack(ALL_MARKS), isFirst)}
        ${stepButton("Step back (←)", "‹", "Step back", () => onBack(), isFirst)}
        <${Button} kind="main" title="Play or pause (Space)" onClick=${onToggle}>
          <span aria-hidden="true">${playing ? "❚❚" : "▶"}</span> <span class="word">
            ${playing ? "Pause" : "Play"}</span><//>
        ${stepButton("Step (→)", "›", "Step forward", () => onForward(), isLast)}
        ${stepButton("Next mark (Shift+→)", "»", "Next mark", () => onForward(1, ALL_MARKS), isLast)}
        ${stepButton("Last step (End)", "›|", "Last step", () => onStep(last), isLast)}
      </div>
      ${narrow
        ? html`<${Button} title="Speed, stops, predict" pressed=${isOpen} onClick=${() => setIsOpen(!isOpen)}>
          <span aria-hidden="true">⋯</span><span class="hidden">Settings</span><//>` : settings}
      <span class="count number"><span class="word">step </span>
        ${(step + 1).toLocaleString("en")} / ${recording.events.toLocaleString("en")}</span>
    </div>
    ${narrow && isOpen && html`<div class="row more">${settings}</div>`}
    <${Timeline} recording=${recording} until=${predicts ? step : Infinity} />
    <input class="scrub" type="range" min="0" max=${last} value=${step} aria-label="Step"
      aria-valuetext=${`step ${step + 1} of ${recording.events}`} onInput=${textTo((to) => onStep(Number(to)))} />
    <p class="legend faint">${kinds.map(({ sign, name }) =>
      html`<span key=${name}><span aria-hidden="true">${sign}</span> ${name}</span>`)}</p>
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
  const point = (/** @type {PointerEvent} */ event) =>
    setWords(canvas.current ? markWords(recording, event.offsetX, canvas.current.clientWidth, until) : "");
  return html`<canvas class="timeline" ref=${canvas} title=${words} onPointerMove=${point}
    aria-hidden="true"></canvas>`;
}
