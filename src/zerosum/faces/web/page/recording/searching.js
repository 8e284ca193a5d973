// How far a search is that is being recorded, and the way to stop it.

import { Button, html } from "../ui/ui.js";

/** @import { ComponentChildren } from "preact" */
/** @import { SearchProgress } from "./load.js" */

/** @param {{ progress: SearchProgress, onStop: () => void, children?: ComponentChildren }} props */
export function Searching({ progress: { kind, done = 0 }, onStop, children }) {
  const words = kind === "waiting" ? "Waiting for others…" : `Searching… ${done.toLocaleString("en")} nodes so far`;
  return html`<p class="loading" role="status">${words} <${Button} onClick=${onStop}>Stop<//> ${children}</p>`;
}
