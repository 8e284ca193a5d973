// Two algorithms side by side on the same position, step by step.

import { go, link } from "../ui/address.js";
import { caption } from "../recording/captions.js";
import { countsAt, firstDifference, stepAtSameNode } from "../recording/lockstep.js";
import { Refused } from "../ui/refused.js";
import { useStep } from "../recording/resting_step.js";
import { Button, Choice, Field, html, Options, Problem, Select, textTo, useKeys, useMemo, useState }
  from "../ui/ui.js";
import { usePlaying } from "../recording/use_playing.js";
import { useRecording } from "../recording/use_recording.js";
import { stepButton } from "./step_controls.js";
import { BoardPane, TreePane, WindowPane } from "./step_panes.js";
import { commandOf, pythonOf } from "./step_setup.js";

/** @typedef {import("../ui/address.js").Address} Address */
/** @typedef {import("../recording/recording.js").Recording} Recording */
/** @typedef {import("../tree/merged.js").MergedTree} MergedTree */
/** @typedef {Record<string, string>} Wanted what is to be measured, as texts: see compare_wanted.js */
/** @typedef {ReturnType<typeof lockOf>} Lock */
/** @typedef {{ recording: Recording, tree: MergedTree }} Search */
/** @typedef {{ step: number, how: string, ended: boolean, nodes: number, cuts: number }} Place */
/** @typedef {"left" | "right"} SideName */

/** @type {SideName[]} */
const NAMES = ["left", "right"];
const SPEEDS = ["1", "2", "5", "20", "100"];
/** @type {Record<string, string>} */
const HOW = {
  visits: "It looks at this node too.",
  cuts: "It skips this node by a cut.",
  remembers: "It does not come here, since its table has answered.",
  ends: "It does not come here.",
};

/**
 * What the address says about the lock-step, with what it leaves out.
 * @param {Record<string, string>} parameters
 * @param {string} algorithms
 */
function lockOf(parameters, algorithms) {
  const [left = "alphabeta", right = left === "alphabeta" ? "minimax" : "alphabeta"] =
    algorithms.split(",").filter(Boolean);
  return { left, right, lock: "event", leads: "left", look: "4", ...parameters };
}

/**
 * The commands and the Python of both searches.
 * @param {Address} address
 * @param {Wanted} wanted
 */
export function lockedCopy(address, wanted) {
  const lock = lockOf(address.parameters, wanted.algorithms);
  const search = lockedSearch(wanted, lock);
  const names = [lock.left, lock.right];
  const commands = names.map((algorithm) => commandOf({ ...search, algorithm }));
  return { command: commands.join("\n"), python: pythonOf(search, names) };
}

/**
 * What both sides search.
 * @param {Wanted} wanted
 * @param {Lock} lock
 */
function lockedSearch(wanted, lock) {
  const { game, position, moves, count_from, values, seed } = wanted;
  return { game: game || "tictactoe", position, moves, count_from, values, depth: lock.look, seed };
}

/** @param {{ address: Address, wanted: Wanted, lab: Api.Lab }} props */
export function Lockstep({ address, wanted, lab }) {
  const lock = lockOf(address.parameters, wanted.algorithms);
  const change = (/** @type {Record<string, string>} */ changes) =>
    go("/compare", { ...address.parameters, ...changes });
  const put = (/** @type {string} */ name) => (/** @type {string} */ value) => change({ [name]: value });
  const common = lockedSearch(wanted, lock);
  const left = useRecording({ ...common, algorithm: lock.left });
  const right = useRecording({ ...common, algorithm: lock.right });
  const names = lab.algorithms.map(({ name }) => name);
  const [look, setLook] = useState(lock.look);
  const ready = left.recording && right.recording;
  const lookAhead = (/** @type {Event} */ event) => {
    event.preventDefault();
    change({ look });
  };
  /** Elsewhere, where one of the searches was refused. @param {any} to */
  const instead = (to) => link("/compare", { ...address.parameters, step: "", ..."game" in to
    ? { ...to, position: "", moves: "" } : { [left.refused ? "left" : "right"]: to.algorithm } });
  const fresh = link("/compare", { ...address.parameters, position: "", moves: "", step: "" });
  const done = [left, right].map(({ progress }) => (progress?.done ?? 0).toLocaleString("en")).join(" and ");
  return html`<section class="lockstep">
    <${Options} name=${`${lock.left} and ${lock.right}, ${lock.look ? `${lock.look} plies ahead` : "to the end"}`}>
    <form class="row panel no-print" onSubmit=${lookAhead}>
      <${Select} label="Left" options=${names} value=${lock.left} onChange=${put("left")} />
      <${Select} label="Right" options=${names} value=${lock.right} onChange=${put("right")} />
      <${Field} label="Look ahead" size="4" inputmode="numeric" value=${look} placeholder="to the end"
        onText=${setLook} onBlur=${() => look !== lock.look && change({ look })} />
      <${Choice} label="Locked by" options=${[["event", "step"], ["node", "node"]]} value=${lock.lock}
        onChange=${put("lock")} />
      ${lock.lock === "node" && html`<${Choice} label="Leads" options=${NAMES.map((side) => [side, side])}
        value=${lock.leads} onChange=${put("leads")} />`}
    </form><//>
    ${left.refused || right.refused
      ? html`<${Refused} problem=${left.problem || right.problem} lab=${lab} to=${instead}>
      <p class="row">${(wanted.position || wanted.moves)
        && html`<a class="button main" href=${fresh}>This game from the start</a>`}
        ${" "}<a class="button" href="/compare?game=tictactoe&view=lockstep">An example</a></p>
    <//>` : html`<${Problem}>${[left.problem, right.problem].filter(Boolean).join("; ")}<//>`}
    ${!ready && !left.problem && !right.problem && html`<p class="state" role="status">
      <span class="busy" aria-hidden="true"></span>Searching… ${done} nodes so far</p>`}
    ${ready && html`<${Pair} key=${`${lock.left} ${lock.right} ${JSON.stringify(common)}`} sides=${{ left, right }}
      lock=${lock} asked=${common} address=${address} />`}
  </section>`;
}

/**
 * Both searches at one moment. The one that leads has the step; the other is where the lock puts it.
 * @param {{ sides: Record<SideName, Search>, lock: Lock, asked: Record<string, any>, address: Address }} props
 */
function Pair({ sides, lock, asked, address }) {
  const byNode = lock.lock === "node";
  const leader = byNode && lock.leads === "right" ? sides.right : sides.left;
  const [one, other] = [sides.left.recording, sides.right.recording];
  const last = (byNode ? leader.recording.events : Math.max(one.events, other.events)) - 1;
  const [at, setStep] = useStep(address, last);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState("2");
  const difference = useMemo(() => firstDifference(one, other), [one, other]);
  const shown = Object.fromEntries(
    Object.entries(sides).map(([side, search]) => [side, placeOf(search, leader, at, lock)]));
  const goTo = (/** @type {number} */ to) => setStep(Math.max(0, Math.min(last, to)));
  const longest = byNode ? leader.recording : one.events >= other.events ? one : other;
  const forward = (/** @type {number} */ steps) => {
    goTo(at + steps);
    return at + steps < last;
  };
  usePlaying(playing, Number(speed), forward, () => setPlaying(false));
  useKeys({
    " ": () => setPlaying(!playing),
    ArrowRight: () => goTo(at + 1),
    ArrowLeft: () => goTo(at - 1),
    "Shift+ArrowRight": () => goTo(longest.nextMark(Math.min(at, longest.events - 1))),
    "Shift+ArrowLeft": () => goTo(longest.previousMark(Math.min(at, longest.events - 1))),
    Home: () => goTo(0),
    End: () => goTo(last),
  });
  return html`
    <div class="deck pair-deck">
      <div class="row no-print">
        <div class="row tight" role="group" aria-label="Steps">
          ${stepButton("First step (Home)", "|‹", "First step", () => goTo(0), at === 0)}
          ${stepButton("Step back (←)", "◀", "Step back", () => goTo(at - 1), at === 0)}
          <${Button} kind="main" title="Play or pause (Space)" onClick=${() => setPlaying(!playing)}>
            ${playing ? "Pause" : "Play"}<//>
          ${stepButton("Step (→)", "▶", "Step forward", () => goTo(at + 1), at === last)}
          ${stepButton("Last step (End)", "›|", "Last step", () => goTo(last), at === last)}
        </div>
        <${Select} label="Steps a second" options=${SPEEDS} value=${speed} onChange=${setSpeed} />
        ${!byNode && difference >= 0
          && html`<${Button} onClick=${() => goTo(difference)}>To the first difference<//>`}
        <span class="faint difference">${differenceWords(difference, lock)}</span>
        <span class="count number">step ${(at + 1).toLocaleString("en")} / ${(last + 1).toLocaleString("en")}</span>
      </div>
      <input class="scrub" type="range" min="0" max=${last} value=${at} aria-label="Step of both searches"
        onInput=${textTo((to) => goTo(Number(to)))} />
    </div>
    <div class="pair">
      ${NAMES.map((side) => html`<${Side} key=${side} name=${lock[side]} search=${sides[side]} place=${shown[side]}
        onStep=${(/** @type {number} */ to) => !byNode || side === lock.leads ? goTo(to) : undefined} />`)}
    </div>
    ${byNode && html`<${BoardPane} recording=${leader.recording} step=${at} asked=${asked} />`}`;
}

/**
 * Where a search is: its step, its counts so far, and in a lock by node how it came there.
 * @param {Search} search
 * @param {Search} leader
 * @param {number} at
 * @param {Lock} lock
 * @returns {Place}
 */
function placeOf(search, leader, at, lock) {
  const { recording } = search;
  if (lock.lock !== "node" || search === leader) {
    const step = Math.min(at, recording.events - 1);
    return { step, ended: at > recording.events - 1, how: "", ...countsAt(recording, step) };
  }
  const { step, how } = stepAtSameNode(leader.tree, at, search.tree);
  return { step, how: HOW[how], ended: false, ...countsAt(recording, step) };
}

/** So many of all. @type {(some: number, all: number) => unknown} */
const part = (some, all) => html`<b class="number">${some.toLocaleString("en")}</b> of ${all.toLocaleString("en")}`;

/** @param {{ name: string, search: Search, place: Place, onStep: (step: number) => void }} props */
function Side({ name, search, place, onStep }) {
  const { recording, tree } = search;
  const { result } = recording.about;
  return html`<div class="one-side" role="group" aria-label=${name}>
    <div class="row spread"><h2>${name}</h2>
      <p class="counters">${part(place.nodes, result.nodes)} nodes, ${part(place.cuts, result.cutoffs)} cuts</p></div>
    <${TreePane} recording=${recording} tree=${tree} step=${place.step} onStep=${onStep} large=${false}
      label=${`Tree of ${name}`} />
    <p class="caption">${place.how && html`<em>${place.how} </em>`}
      ${place.ended && html`<em>It has ended. </em>`}${caption(recording, place.step)}</p>
    ${recording.windowed
      ? html`<${WindowPane} recording=${recording} step=${place.step} label=${`Window of ${name}`} />`
      : html`<section class="pane window" aria-label=${`Window of ${name}`}>
        <p class="faint">${name} has no window.</p></section>`}
  </div>`;
}

/**
 * @param {number} difference
 * @param {Lock} lock
 */
function differenceWords(difference, lock) {
  if (difference < 0) return `${lock.left} and ${lock.right} do the same at every step.`;
  if (difference === 0) return "They differ from the first step on.";
  const step = (difference + 1).toLocaleString("en");
  return `They differ from step ${step} on; up to there they do the same.`;
}
