// The code panes of a search: its source and its pseudocode, with the line that does the work lit in both.

import { useAnswer } from "../ui/use_answer.js";
import { html, useLayoutEffect, useMemo, useRef } from "../ui/ui.js";

/**
 * Pseudocode above, source below; either can be hidden.
 * @param {{ recording: Recording, step: number, shows: (pane: string) => boolean }} props
 */
export function CodePanes({ recording, step, shows }) {
  const question = { algorithm: recording.about.algorithm };
  const [source, problem] = /** @type {[Api.SourceView | null, string]} */ (useAnswer("source", question));
  const [file, line, callerFile, callerLine, said] = recording.about.places[recording.place[step]];
  const shown = source?.files.find((each) => each.name === file);
  const where = callerFile === file ? callerLine : `${callerFile} ${callerLine}`;
  const called = callerFile === file ? callerLine : 0;
  return html`
    ${shows("pseudocode") && html`<section class="pane code pseudo" aria-label="Pseudocode">
      <h2>Pseudocode</h2>
      ${source && html`<${Lines} name="Pseudocode" text=${source.pseudocode} line=${said} render=${pseudoLine} />`}
    </section>`}
    ${shows("code") && html`<section class="pane code" aria-label="Code">
      <h2><span class="mono">${file}</span> <span class="faint">line ${line}, called from ${where}</span></h2>
      ${problem && html`<p class="faint">${problem}</p>`}
      ${shown && html`<${Lines} name="Source" text=${shown.text} line=${line} called=${called}
        render=${sourceLine} />`}
    </section>`}`;
}

/** Indentation by two blanks a level, since the pane is narrow. @param {string} text */
const sourceLine = (text) => text.replace(/^(?: {4})+/, (spaces) => "  ".repeat(spaces.length / 4)) || " ";

/** So many characters wide is the indentation of a line. @param {string} text */
const indentOf = (text) => sourceLine(text).search(/\S|$/);

/** A line of pseudocode; its comment stands right after it, since the pane is narrow. @param {string} text */
function pseudoLine(text) {
  const [said, comment] = sourceLine(text).split(/ *▷ /);
  return html`${said || " "}${comment && html`<span class="comment"> ▷ ${comment}</span>`}`;
}

/**
 * Numbered lines, one of them lit and kept in view, another shaded.
 * @param {{ name: string, text: string, line: number, called?: number, render: (text: string) => any }} props
 */
function Lines({ name, text, line, called = 0, render }) {
  const box = useRef(/** @type {HTMLOListElement | null} */ (null));
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n")
    .map((each, at) => html`<li key=${at} style=${`--indent: ${indentOf(each)}ch`}>${render(each)}</li>`), [text]);
  useLayoutEffect(() => {
    const view = box.current;
    if (!view) return undefined;
    for (const lit of view.querySelectorAll(".runs, .called")) {
      lit.className = "";
      lit.removeAttribute("aria-current");
    }
    view.children[called - 1]?.classList.add("called");
    const row = view.children[line - 1];
    if (!(row instanceof HTMLElement)) return undefined;
    row.classList.add("runs");
    row.setAttribute("aria-current", "step");
    const keep = () => {
      const top = row.offsetTop - view.offsetTop;
      if (top < view.scrollTop + 20 || top + row.offsetHeight > view.scrollTop + view.clientHeight - 20) {
        view.scrollTop = top - view.clientHeight / 2;
      }
    };
    const resized = new ResizeObserver(keep);
    resized.observe(view);
    keep();
    return () => resized.disconnect();
  }, [text, line, called]);
  return html`<ol ref=${box} class="mono" tabindex="0" aria-label=${name}>${lines}</ol>`;
}
