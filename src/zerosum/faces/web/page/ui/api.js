// Requests to the server: one answer, or a stream of better and better ones; and whether the server is there.

import { withQuery } from "./query.js";

/** @import { Parameters } from "./query.js" */

/** @type {Set<(online: boolean) => void>} */
const listeners = new Set();
let online = true;
let retrying = false;

/**
 * Tell a function whether the server answers, now and whenever that changes. Returns how to stop that.
 * @param {(online: boolean) => void} listener
 */
export function watchConnection(listener) {
  listeners.add(listener);
  listener(online);
  return () => {
    listeners.delete(listener);
  };
}

/** @param {boolean} now */
function setOnline(now) {
  if (now === online) return;
  online = now;
  for (const listener of listeners) listener(now);
  if (!now) retry();
}

async function retry() {
  if (retrying) return;
  retrying = true;
  for (let wait = 300; !online; wait = Math.min(3000, wait * 1.5)) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      await fetch("/api/lab", { cache: "no-store" });
      setOnline(true);
    } catch {
      // Not yet: wait longer.
    }
  }
  retrying = false;
}

/** Resolves once the server answers again. @returns {Promise<void>} */
export function reconnected() {
  return new Promise((done) => {
    const stop = watchConnection((isOnline) => {
      if (!isOnline) return;
      queueMicrotask(() => stop()); // the listener may be called before `stop` has its value
      done();
    });
  });
}

/**
 * An address of the API with its parameters; those that are null or "" are left out.
 * @param {string} path @param {Parameters} [parameters]
 */
export function address(path, parameters = {}) {
  return withQuery(`/api/${path}`, parameters);
}

/** What the server says of a request that cannot be: trying again, or with less, does not help. */
export class RefusedError extends Error {}

/**
 * The answer of the server. Waits while the server is away; throws a RefusedError with the server's sentence.
 * The caller says which of the types in tools/page/api.d.ts it expects.
 * @param {string} path @param {Parameters} [parameters] @param {{ signal?: AbortSignal }} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, parameters = {}, { signal } = {}) {
  const response = await respond(address(path, parameters), signal);
  const answer = await response.json();
  if (!response.ok) throw new RefusedError(answer.detail ?? response.statusText);
  return answer;
}

/**
 * The response to a request; while the server is away it waits and asks again.
 * @param {string} url @param {AbortSignal} [signal]
 * @param {RequestInit} [how] where something is sent
 */
export async function respond(url, signal, how = {}) {
  for (;;) {
    try {
      const response = await fetch(url, { ...how, signal, cache: "no-store" });
      setOnline(true);
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      setOnline(false);
      await reconnected();
    }
  }
}

/**
 * Follow a stream of server-sent events; `on` has a function for each kind of event. Returns how to leave.
 * @param {string} path @param {Parameters} parameters @param {Record<string, (data: any) => void>} on
 */
export function follow(path, parameters, on) {
  const leave = new AbortController();
  readStream(address(path, parameters), on, leave.signal);
  return () => leave.abort();
}

/**
 * The same for a question that is sent as JSON.
 * @param {string} path @param {unknown} question @param {Record<string, (data: any) => void>} on
 */
export function followSent(path, question, on) {
  const leave = new AbortController();
  const how = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) };
  readStream(address(path), on, leave.signal, how);
  return () => leave.abort();
}

/**
 * @param {string} url @param {Record<string, (data: any) => void>} on @param {AbortSignal} signal
 * @param {RequestInit} [how]
 */
async function readStream(url, on, signal, how) {
  for (;;) {
    let ended = false;
    try {
      const response = await respond(url, signal, how);
      if (!response.ok || !response.body) {
        on.problem?.((await response.json()).detail);
        return;
      }
      for await (const [kind, data] of events(response.body)) {
        if (kind === "problem") on.problem?.(data.detail);
        else on[kind]?.(data);
        ended = kind === "end" || kind === "problem";
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SyntaxError) throw error; // not a broken connection, but a broken answer
    }
    if (ended || signal.aborted) return;
    // The connection broke in the middle: ask again once the server is back.
    setOnline(false);
    await reconnected();
  }
}

/**
 * The events of a stream, as their kind and their data.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<[string, any]>}
 */
async function* events(body) {
  const decoder = /** @type {ReadableWritablePair<string, Uint8Array>} */ (new TextDecoderStream());
  const reader = body.pipeThrough(decoder).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const field = (/** @type {string} */ name) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const kind = field("event");
      if (kind) yield [kind, JSON.parse(field("data") ?? "{}")];
    }
  }
}
