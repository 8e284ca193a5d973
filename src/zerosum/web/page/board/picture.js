// A picture of a position that is asked for once it can be seen.

import { ask } from "../ui/api.js";
import { boardSvg } from "./board.js";
import { html, useEffect, useRef, useState } from "../ui/ui.js";

/** @import { Parameters } from "../ui/query.js" */

/** @type {Map<string, any>} */
const found = new Map();

/**
 * The answer to a question about a position or its game; null until it is there, or where it is refused.
 * @param {string} path position, sample or rules
 * @param {Parameters | null} parameters null to ask nothing
 */
export function useView(path, parameters) {
  const key = parameters && JSON.stringify([path, parameters]);
  const [, setAnswers] = useState(0);
  useEffect(() => {
    if (key === null || found.has(key)) return undefined;
    const leave = new AbortController();
    ask(path, JSON.parse(key)[1], { signal: leave.signal }).then(
      (answer) => {
        found.set(key, answer);
        setAnswers((before) => before + 1);
      },
      () => {}, // a game that is no longer there has no picture
    );
    return () => leave.abort();
  }, [key]);
  return key === null ? null : (found.get(key) ?? null);
}

/**
 * Whether an element has come near the window; it stays true.
 * @param {{ current: Element | null }} element
 */
export function useSeen(element) {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry.isIntersecting && setSeen(true), { rootMargin: "100px" });
    if (element.current) watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return seen;
}

/**
 * A still board; `last` are the cells to mark, if not those of its last move, `marks` the values of moves to show.
 * @param {{ position: Api.PositionView | null, size: number, last?: number[], marks?: Record<string, import("../ui/values.js").MoveMark> }} props
 */
export function Picture({ position, size, last, marks }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    if (position) place.current?.replaceChildren(boardSvg(position, { size, last, marks }));
  }, [position, size]);
  return html`<div class="picture" ref=${place}></div>`;
}
