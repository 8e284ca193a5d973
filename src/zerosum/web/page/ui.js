// @ts-nocheck
// What every screen is made with: templates, state, and small pieces that look the same everywhere.

import { h, render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import htm from "htm";

export const html = htm.bind(h);
export { render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState };

/** A button with a keyboard shortcut shown beside its word. */
export function Button({ onClick, children, shortcut, pressed, disabled, title, kind = "" }) {
  return html`<button
    type="button"
    class=${`button ${kind}`}
    onClick=${onClick}
    disabled=${disabled}
    title=${title}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-keyshortcuts=${shortcut}
  >${children}${shortcut && html`<kbd>${shortcut}</kbd>`}</button>`;
}

/** A choice among a few words, as radio buttons that look like one bar. */
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

/** A named drop-down list. Options are [key, word] or words. */
export function Select({ label, options, value, onChange }) {
  const pairs = options.map((each) => (Array.isArray(each) ? each : [each, each]));
  return html`<label class="field"><span>${label}</span>
    <select value=${value} onChange=${(event) => onChange(event.target.value)}>
      ${pairs.map(([key, word]) => html`<option key=${key} value=${key} selected=${key === value}>${word}</option>`)}
    </select>
  </label>`;
}

/** Buttons that copy what reproduces this screen: its address, a command, lines of Python. */
export function Copy({ command, python }) {
  const [copied, setCopied] = useState("");
  const copy = async (what, text) => {
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
    <span class="copied" role="status">${copied}</span>
  </div>`;
}

/** Something went wrong: one sentence. */
export function Problem({ children }) {
  return children ? html`<p class="problem" role="alert">${children}</p>` : null;
}

/**
 * Call a function for each key, unless the person is typing text; `keys` maps names such as "ArrowLeft" or "r". `typed`,
 * where there is one, is offered every character first and says whether it took it.
 */
export function useKeys(keys) {
  const current = useRef(keys);
  current.current = keys;
  // Before anything of it is to be seen: whoever sees a screen can press its keys.
  useLayoutEffect(() => {
    const listen = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const on = event.target;
      if (on.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]")) return;
      // A board comes first with what can be typed on it; with Shift, a letter is always a command.
      if (!event.shiftKey && event.key.length === 1 && current.current.typed?.(event.key)) {
        event.preventDefault();
        return;
      }
      const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
      const action = current.current[name] ?? current.current[name.toLowerCase()];
      if (action === undefined) return;
      if ((event.key === "Enter" || event.key === " ") && on.closest?.("button, a, summary, label, input")) return;
      event.preventDefault();
      action(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** A setting that sticks: kept in this browser under a name. */
export function useSetting(name, initial) {
  const [value, setValue] = useState(() => {
    try {
      return JSON.parse(localStorage.getItem(`zerosum.${name}`)) ?? initial;
    } catch {
      return initial;
    }
  });
  const change = useCallback((next) => {
    setValue(next);
    try {
      localStorage.setItem(`zerosum.${name}`, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing still shows it now.
    }
  }, []);
  return [value, change];
}
