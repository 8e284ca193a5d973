// What the server answers to a question, as the state of a component.

import { ask } from "./api.js";
import { withQuery } from "./query.js";
import { messageOf, useEffect, useRef, useState } from "./ui.js";

/** @import { Parameters } from "./query.js" */

/**
 * The answer, null until it is there, and what went wrong. It is asked for again whenever the question changes.
 * @template T
 * @param {string} path @param {Parameters} [parameters]
 * @returns {[T | null, string]}
 */
export function useAnswer(path, parameters = {}) {
  const [answer, setAnswer] = useState(/** @type {T | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const leave = new AbortController();
    const failed = (/** @type {unknown} */ error) => leave.signal.aborted || setProblem(messageOf(error));
    ask(path, parameters, { signal: leave.signal }).then(setAnswer, failed);
    return () => leave.abort();
  }, [withQuery(path, parameters)]);
  return [answer, problem];
}

/** @type {Map<string, any>} */
const found = new Map();

/**
 * The answer to a question about a position or its game; null until it is there, or where it is refused.
 * @param {string} path position, sample or rules
 * @param {Parameters | null} parameters null to ask nothing
 * @param {number} [rests] the milliseconds for which a question must stay the same before it is asked
 */
export function useView(path, parameters, rests = 0) {
  const key = parameters && JSON.stringify([path, parameters]);
  const [, setAnswers] = useState(0);
  useEffect(() => {
    if (key === null || found.has(key)) return undefined;
    const leave = new AbortController();
    const take = (/** @type {unknown} */ answer) => {
      found.set(key, answer);
      setAnswers((before) => before + 1);
    };
    // a game that is gone has no picture
    const look = () => ask(path, JSON.parse(key)[1], { signal: leave.signal }).then(take, () => {});
    const timer = setTimeout(look, rests);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [key]);
  return key === null ? null : (found.get(key) ?? null);
}

/** The last value that was not null, while the next one is awaited. @template T @param {T | null} value */
export function useLatest(value) {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
