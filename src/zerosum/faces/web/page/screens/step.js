// Step through a search: every step of it, in linked panes, forwards, backwards and by the slider.

import { go, link } from "../ui/address.js";
import { caption } from "../recording/captions.js";
import { Legend, TREE_MARKS, WORDS } from "../ui/legend.js";
import { useStep } from "../recording/resting_step.js";
import { Refused, refusal } from "../ui/refused.js";
import { resultText } from "../recording/scores.js";
import { Button, Choice, Copy, html, isNarrow, Problem, useSetting, useState } from "../ui/ui.js";
import { Searching } from "../recording/searching.js";
import { useRecording } from "../recording/use_recording.js";
import { Controls } from "./step_controls.js";
import { useMoving } from "./step_moving.js";
import { CodePanes } from "./step_code.js";
import { NumbersPane, numbersName } from "./step_numbers.js";
import { BoardPane, StackPane, TreePane, WindowPane } from "./step_panes.js";
import { Predict } from "./step_predict.js";
import { chosen, commandOf, fittedDepth, pythonOf, searchOf, Setup } from "./step_setup.js";

/** @type {[string, string][]} */
const PANES = [["board", "Board"], ["window", "Window"], ["numbers", ""], ["pseudocode", "Pseudocode"],
  ["code", "Code"], ["stack", "Call stack"]];

/**
 * The panes that a search has: some algorithms have no window, some have numbers of their own.
 * @param {Recording | null} recording
 * @returns {[string, string][]}
 */
function panesOf(recording) {
  const numbers = recording ? numbersName(recording) : "";
  return PANES.map(([pane, name]) => /** @type {[string, string]} */ ([pane, pane === "numbers" ? numbers : name]))
    .filter(([pane, name]) => name && (pane !== "window" || !recording || hasWindow(recording)));
}

/** @param {Recording} recording */
const hasWindow = (recording) => recording.algorithm !== "pns" && !recording.isMonteCarlo;

/** In a window lower than this, pseudocode and call stack can only be read without the source between them. */
const LOW_WINDOW = 800;

/** Whether the panes stand in three columns, and a column has space for three of them. */
const isSpacious = () => innerWidth > 1250 && innerHeight >= LOW_WINDOW;

/** A search of more nodes than this takes long to follow. */
const MANY_NODES = 20_000;

/** @param {{ address: import("../ui/address.js").Address, lab: Api.Lab }} props */
export function Screen({ address, lab }) {
  const { asked, example } = chosen(address.parameters, lab);
  const fitted = (/** @type {number | ""} */ depth) =>
    go("/step", { ...address.parameters, depth: fittedDepth(depth, asked.game, lab) }, { replace: true });
  const { recording, tree, problem, refused, progress, stop } = useRecording(searchOf(asked), { onDepth: fitted });
  const algorithm = asked.algorithm ?? recording?.about.algorithm ?? "alphabeta";
  const [step, setStep] = useStep(address, recording ? recording.events - 1 : null);
  const [speed, setSpeed] = useSetting("step.speed", 2);
  const usual = useSetting("step.hidden", /** @type {string[]} */ (innerHeight < LOW_WINDOW ? ["code"] : []));
  const enlarged = useSetting("step.hidden_large", /** @type {string[]} */ (["code"]));
  const [onlyMarks, setOnlyMarks] = useSetting("step.only_marks", 0);
  const [tab, setTab] = useSetting("step.tab", "board");
  const [projector, setProjector] = useSetting("step.projector", false);
  const [hidden, setHidden] = projector ? enlarged : usual;
  const moving = useMoving({ recording, tree, step, setStep, speed, onlyMarks });
  const change = (/** @type {Record<string, any>} */ parameters) => {
    moving.stop();
    setStep(0);
    go("/step", { ...parameters, step: "" });
  };
  // One ply less, or, where the search had no depth that can be made less, one that fits.
  const shallower = () => change({ ...asked, depth: Number(asked.depth) > 1 ? Number(asked.depth) - 1 : "fit" });
  const firstCut = asked.game && recording?.cutEvents.length
    ? { step: recording.cutEvents[0] + 1, what: "the first cut" } : null;
  // A phone has space for one pane below the tree.
  const panes = panesOf(recording);
  const open = panes.some(([pane]) => pane === tab) ? tab : panes[0][0];
  const shows = (/** @type {string} */ pane) => (isNarrow() ? pane === open : !hidden.includes(pane));
  const tabs = isNarrow() && html`<${Choice} label="Panel" options=${panes} value=${open} onChange=${setTab} />`;
  const toggle = (/** @type {string} */ pane) =>
    setHidden(shows(pane) ? [...hidden, pane] : hidden.filter((/** @type {string} */ each) => each !== pane));
  // What has no entry in the choices above is chosen among the buttons of the page that says so.
  const isNowhere = refused && ["game", "algorithm"].includes(refusal(problem).kind);
  const other = (/** @type {{ game: string } | { algorithm: string }} */ to) =>
    link("/step", "game" in to
      ? { ...to, algorithm: address.parameters.algorithm ?? "" } : { ...address.parameters, ...to, step: "" });
  return html`<div class=${`step ${projector ? "projector" : ""}`}>
    <div class="row spread no-print">
      <h1>Watch a search</h1>
      ${!refused && html`<div class="row pane-toggles">
        ${panes.map(([pane, name]) =>
          html`<${Button} pressed=${shows(pane)} onClick=${() => toggle(pane)}>${name}<//>`)}
        <${Button} pressed=${projector} title="Large, for a projector"
          onClick=${() => setProjector(!projector)}>Large<//>
      </div>`}
    </div>
    ${!isNowhere && html`<${Setup} asked=${asked} algorithm=${algorithm} example=${example} look=${example ?? firstCut}
      lab=${lab} onChange=${change} onStep=${moving.goTo} />`}
    ${refused ? html`<${Refused} problem=${problem} lab=${lab} to=${other}>
      <p class="row">${asked.game && (asked.position || asked.moves)
        && html`<a class="button main" href=${other({ game: asked.game })}>This game from the start</a>`}
        ${" "}<a class="button" href=${link("/step")}>An example</a></p>
    <//>` : html`<${Problem}>${problem}<//>`}
    ${problem && !refused && asked.game
      && html`<p><${Button} kind="main" onClick=${shallower}>Search shallower<//></p>`}
    ${progress && html`<${Searching} progress=${progress} onStop=${stop}>
      ${asked.game && Number(progress.done) > MANY_NODES && html`<${Button} onClick=${shallower}>Search shallower<//>`}
    <//>`}
    ${recording && tree && html`<${Search}
      ...${{ recording, tree, step, asked: { ...asked, algorithm }, moving, shows, tabs, projector, speed, setSpeed,
        onlyMarks, setOnlyMarks }} />`}
  </div>`;
}

/**
 * A recorded search at a step.
 * @param {{ recording: Recording, tree: MergedTree, step: number, asked: any, moving: ReturnType<typeof useMoving>,
 *   shows: (pane: string) => boolean, tabs: unknown, projector: boolean, speed: number,
 *   setSpeed: (speed: number) => void, onlyMarks: number, setOnlyMarks: (marks: number) => void }} props
 */
function Search({ recording, tree, step, asked, moving, shows, tabs, projector, speed, setSpeed, onlyMarks,
  setOnlyMarks }) {
  const [covered, setCovered] = useState(false);
  const [pointed, setPointed] = useState(/** @type {string[] | null} */ (null));
  const { playing, predicts, asking, goTo } = moving;
  const sentence = caption(recording, step);
  const isPredicting = predicts && step < recording.events - 1;
  const hasNumbers = shows("numbers") && numbersName(recording) !== "";
  // The call stack leaves the column of the code to it, where there is space below the window.
  const isBelow = !projector && !hasNumbers && isSpacious() && ["window", "pseudocode", "code", "stack"].every(shows);
  const [hasMiddle, hasSide] =
    [["board", "window", "numbers"], ["pseudocode", "code", "stack"]].map((panes) => panes.some(shows));
  const boardSize = projector ? 200 : isNarrow() || !(hasNumbers || isBelow) ? 240 : !hasNumbers ? 120
    : hasWindow(recording) ? 110 : 160;
  const isBrief = (hasNumbers && !recording.about.written) || isBelow || projector;
  const stack = shows("stack")
    && html`<${StackPane} recording=${recording} tree=${tree} step=${step} onStep=${goTo} covered=${covered}
      large=${projector} />`;
  return html`
    <div class=${`panes ${isBelow ? "stack-below" : ""} ${hasMiddle ? "" : "no-middle"} ${hasSide ? "" : "no-side"}`}>
      <${TreePane} recording=${recording} tree=${tree} step=${step} onStep=${goTo} large=${projector}
        covered=${covered} onPoint=${setPointed} />
      ${tabs}
      <div class="middle" role="region" aria-label="Board and window" tabindex="0">
        ${shows("board") && !recording.about.written
          && html`<${BoardPane} recording=${recording} step=${step} asked=${asked} size=${boardSize}
            pointed=${pointed} />`}
        ${shows("window") && hasWindow(recording)
          && html`<${WindowPane} recording=${recording} step=${step} covered=${covered} brief=${isBrief}
            narrow=${projector} />`}
        ${hasNumbers && html`<${NumbersPane} recording=${recording} tree=${tree} step=${step} onStep=${goTo}
          covered=${covered} />`}
        ${isBelow && stack}
      </div>
      <div class="side">
        <${CodePanes} recording=${recording} step=${step} shows=${shows} />
        ${!isBelow && stack}
      </div>
    </div>
    <div class="deck">
      <p class="caption">${sentence}</p>
      <p class="hidden" role="status">${playing && speed > 1 ? "" : sentence}</p>
      ${predicts && html`<${Predict} recording=${recording} asking=${asking} onHide=${setCovered}
        onDone=${moving.answered} />`}
      <${Controls} ...${{ recording, step, playing, speed, onlyMarks, predicts, setSpeed, setOnlyMarks }}
        onToggle=${moving.toggle}
        onForward=${moving.forward} onBack=${moving.back} onStep=${goTo} onPredict=${moving.togglePredict} />
    </div>
    <${Summary} recording=${recording} asked=${asked} isPredicting=${isPredicting} />
    <div class="legends"><${Legend} title="What the marks mean" marks=${TREE_MARKS} />
      <${Legend} title="Words: alpha, beta, window, cut" marks=${WORDS} /></div>`;
}

/**
 * The result of the search, and how to have it again. In predict mode the result comes last.
 * @param {{ recording: Recording, asked: any, isPredicting: boolean }} props
 */
function Summary({ recording, asked, isPredicting }) {
  const { result, sides, side, written } = recording.about;
  const { isMonteCarlo } = recording;
  // Only what the algorithm can do is counted.
  const counts = /** @type {[isCounted: boolean, count: number, one: string, many: string][]} */ ([
    [isMonteCarlo, recording.roots.length, "playout", "playouts"],
    [true, result.nodes, "node", "nodes"],
    [true, result.leaves, ...(isMonteCarlo ? ["finished game", "finished games"] : ["leaf", "leaves"])],
    [recording.about.keeps_best, result.cutoffs, "cut", "cuts"],
    [recording.about.has_table, result.table_hits, "table hit", "table hits"],
  ]).filter(([isCounted]) => isCounted);
  // Where chance moves, the value is the first side's.
  const who = written ? "MAX" : (sides[side] ?? sides[0]);
  const line = result.line.length ? `, best line ${result.line.join(" ")}` : "";
  const words = counts.map(([, count, one, many]) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`)
    .join(", ");
  return html`<div class="row spread summary">
    <p>
      ${isPredicting
        ? "The result is shown once the search is over."
        : html`<b>${resultText(recording.about)}</b> for ${who}${line}: ${words}`}
      ${written && html` · <a href=${link("/trees",
        { tree: asked.tree, algorithm: asked.algorithm, root: asked.root })}>change this tree</a>`}
    </p>
    <${Copy} command=${commandOf(asked)} python=${pythonOf(asked)} />
  </div>`;
}
