// What every screen is made with: templates, state, and small components that look the same everywhere.

import { h, render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import htm from "htm";
import { sentenceStart } from "./sentence.js";

/** @import { ComponentChildren } from "preact" */

export const html = htm.bind(h);
export { render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState };

/** The message of whatever was thrown. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** What a field holds after it was changed. @param {Event} event */
export const valueOf = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;

/** A listener of a field that hands on what the field holds. @param {(value: string) => unknown} take */
export const textTo = (take) => (/** @type {Event} */ event) => take(valueOf(event));

/**
 * A button with its keyboard shortcut beside its word.
 * @param {{ onClick: (event: MouseEvent) => void, children?: ComponentChildren, shortcut?: string, pressed?: boolean,
 *   disabled?: boolean, title?: string, kind?: string }} props
 */
export function Button({ onClick, children, shortcut, pressed, disabled, title, kind = "" }) {
  return html`<button
    type="button"
    class=${`button ${kind}`}
    onClick=${onClick}
    disabled=${disabled}
    title=${title}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-keyshortcuts=${shortcut}
  >${children}${shortcut && html`<kbd>${shortcut === "Backspace" ? "⌫" : shortcut}</kbd>`}</button>`;
}

/**
 * A choice among a few words, as radio buttons that look like one bar.
 * @param {{ label: string, options: [key: string, word: string][], value: string,
 *   onChange: (key: string) => void }} props
 */
export function Choice({ label, options, value, onChange }) {
  const name = useMemo(() => `choice-${Math.random().toString(36).slice(2)}`, []);
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    ${options.map(
      ([key, word]) => html`<label key=${key} class=${key === value ? "chosen" : ""}>
        <input type="radio" name=${name} value=${key} checked=${key === value} onChange=${() => onChange(key)} />
        <span>${word}</span>
      </label>`,
    )}
  </fieldset>`;
}

/**
 * A named text field. What has no meaning here is an attribute of its input.
 * @param {{ label: string, value: string | number, onText: (text: string) => unknown, kind?: string,
 *   [attribute: string]: unknown }} props
 */
export function Field({ label, onText, kind = "", ...attributes }) {
  return html`<label class=${`field ${kind}`}><span>${label}</span>
    <input type="text" ...${attributes} onInput=${textTo(onText)} /></label>`;
}

/** Whether this is as narrow as a phone. */
export const isNarrow = () => innerWidth <= 720;

/** Show everything anew where the window becomes as narrow as a phone, or wider. */
export function useWidth() {
  const [, setNarrow] = useState(isNarrow);
  useEffect(() => {
    const resized = () => setNarrow(isNarrow());
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, []);
}

/**
 * Options that stand open; on a phone, below a name that opens them.
 * @param {{ name: string, children?: ComponentChildren }} props
 */
export function Options({ name, children }) {
  return isNarrow()
    ? html`<details class="options no-print"><summary>${name}</summary>${children}</details>` : html`${children}`;
}

/**
 * A named drop-down list. Options are [key, word], words, or groups of such.
 * @typedef {string | [key: string, word: string]} Option
 * @param {{ label: string, options: (Option | { label: string, options: Option[] })[], value: string,
 *   onChange: (key: string) => void }} props
 */
export function Select({ label, options, value, onChange }) {
  const optionOf = (/** @type {Option} */ each) => {
    const [key, word] = Array.isArray(each) ? each : [each, each];
    return html`<option key=${key} value=${key} selected=${key === value}>${word}</option>`;
  };
  // The same elements as before are not compared again; a list of games or players is long.
  const list = useMemo(
    () =>
      options.map((each) =>
        typeof each === "string" || Array.isArray(each)
          ? optionOf(each)
          : html`<optgroup key=${each.label} label=${each.label}>${each.options.map(optionOf)}</optgroup>`,
      ),
    [value, JSON.stringify(options)],
  );
  return html`<label class="field"><span>${label}</span>
    <select value=${value} onChange=${textTo(onChange)}>${list}</select>
  </label>`;
}

/**
 * Buttons that copy what reproduces this screen: its address, a command, lines of Python.
 * @param {{ command?: string | null, python?: string | null,
 *   file?: { name: string, text: () => Promise<string> } | null }} props `file` is the game in a format such as PGN
 */
export function Copy({ command, python, file }) {
  const [copied, setCopied] = useState("");
  const copy = async (/** @type {string} */ what, /** @type {string} */ text) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(`${what} copied`);
    } catch {
      setCopied(`cannot copy here: ${text}`);
    }
  };
  return html`<div class="copy" role="group" aria-label="Reproduce this screen">
    <${Button} onClick=${() => copy("Link", location.href)}>Copy link<//>
    ${command && html`<${Button} title=${command} onClick=${() => copy("Command", command)}>Copy command<//>`}
    ${python && html`<${Button} title=${python} onClick=${() => copy("Python", python)}>Copy as Python<//>`}
    ${file && html`<${Button}
      onClick=${() => file.text().then((text) => copy(file.name, text), (error) => setCopied(messageOf(error)))}>
      Copy ${file.name}<//>`}
    <span class="copied" role="status">${copied}</span>
  </div>`;
}

/**
 * An element that comes into view when it is first shown and whenever one of `changes` changes; its ref.
 * @param {unknown[]} changes
 */
export function useIntoView(changes) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), changes);
  return element;
}

/**
 * What went wrong, in one sentence, brought into view; nothing where nothing did. The server's sentences begin in
 * lower case, as in a terminal.
 * @param {{ children?: ComponentChildren }} props
 */
export function Problem({ children }) {
  const element = useIntoView([children]);
  return children
    ? html`<p class="problem" role="alert" ref=${element}>
      ${typeof children === "string" ? sentenceStart(children) : children}</p>` : null;
}

const TYPED_INPUTS = "input:not([type=radio]):not([type=checkbox]):not([type=range])";
const TEXT_FIELDS = `${TYPED_INPUTS}, textarea, select, [contenteditable]`;

/**
 * Call a function for each key, unless the person is typing text or a dialog is open: that one takes Escape itself,
 * and no key may act on what is behind it. `keys` maps names such as "ArrowLeft" or "r".
 * `typed`, where there is one, is offered every character first and says whether it took it.
 * @param {Record<string, (event: any) => unknown>} keys
 */
export function useKeys(keys) {
  const current = useRef(keys);
  current.current = keys;
  // In a layout effect, so that the keys work as soon as the screen can be seen.
  useLayoutEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (document.querySelector("dialog:modal")) return;
      const on = event.target instanceof Element ? event.target : null;
      if (on?.closest(TEXT_FIELDS)) return;
      // With Alt, a letter is always a command; its `key` may be another character then, but not its `code`.
      const command = event.altKey
        ? current.current[/^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase() ?? ""] : undefined;
      if (event.altKey) {
        if (command === undefined) return;
        event.preventDefault();
        command(event);
        return;
      }
      // Moves typed on the board come first; with Shift, a letter is a command unless moves begin with capitals, as
      // Nf3 does.
      if (event.key.length === 1 && current.current.typed?.(event.key)) {
        event.preventDefault();
        return;
      }
      const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
      const action = current.current[name] ?? current.current[name.toLowerCase()];
      if (action === undefined) return;
      if ((event.key === "Enter" || event.key === " ") && on?.closest("button, a, summary, label, input")) return;
      event.preventDefault();
      action(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/**
 * A setting that is kept in this browser under a name.
 * @template T
 * @param {string} name @param {T} initial
 * @returns {[T, (next: T) => void]}
 */
export function useSetting(name, initial) {
  const key = `zerosum.${name}`;
  const [value, setValue] = useState(/** @returns {T} */ () => recall(key) ?? initial);
  const change = useCallback((/** @type {T} */ next) => {
    setValue(/** @type {any} */ (next));
    remember(key, next);
  }, []);
  return [value, change];
}

/** Keep a value in this browser, where the browser keeps anything. @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still shows it now.
  }
}

/** The value that was kept under this key; null if there is none. @param {string} key */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
