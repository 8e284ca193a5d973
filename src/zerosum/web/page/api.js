// @ts-nocheck
// Asking the server: one answer, or a stream of better and better ones; and knowing whether it is there.

const listeners = new Set();
let online = true;

/** Tell a function whether the server answers, now and whenever that changes; returns how to stop. */
export function watchConnection(listener) {
  listeners.add(listener);
  listener(online);
  return () => listeners.delete(listener);
}

function connected(is) {
  if (is === online) return;
  online = is;
  for (const listener of listeners) listener(is);
  if (!is) retry();
}

let retrying = false;
async function retry() {
  if (retrying) return;
  retrying = true;
  for (let wait = 300; !online; wait = Math.min(3000, wait * 1.5)) {
    await new Promise((go) => setTimeout(go, wait));
    try {
      await fetch("/api/lab", { cache: "no-store" });
      connected(true);
    } catch {
      // Not yet.
    }
  }
  retrying = false;
}

/** Resolves once the server answers again. */
export function reconnected() {
  return new Promise((go) => {
    const stop = watchConnection((is) => {
      if (is) {
        queueMicrotask(() => stop());
        go();
      }
    });
  });
}

/** An address of the API with its parameters; those that are null or "" are left out. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  return `/api/${path}${query.size ? `?${query}` : ""}`;
}

/** The answer of the server; raises an Error with its sentence. Waits for the server when it is away. */
export async function ask(path, parameters = {}, { signal } = {}) {
  const response = await respond(address(path, parameters), signal);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail ?? response.statusText);
  return answer;
}

/** A response, however long the server is away. */
export async function respond(url, signal) {
  for (;;) {
    try {
      const response = await fetch(url, { signal, cache: "no-store" });
      connected(true);
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      connected(false);
      await reconnected();
    }
  }
}

/** Follow a stream of server-sent events; `on` has a function for each kind. Returns how to leave. */
export function follow(path, parameters, on) {
  const leave = new AbortController();
  const url = address(path, parameters);
  (async () => {
    for (;;) {
      let ended = false;
      try {
        const response = await respond(url, leave.signal);
        if (!response.ok) {
          on.problem?.((await response.json()).detail);
          return;
        }
        for await (const [kind, data] of events(response.body)) {
          if (kind === "problem") on.problem?.(data.detail);
          else on[kind]?.(data);
          ended = kind === "end" || kind === "problem";
        }
      } catch (error) {
        if (leave.signal.aborted) return;
      }
      if (ended || leave.signal.aborted) return;
      // The server went away in the middle: ask again once it is back.
      connected(false);
      await reconnected();
    }
  })();
  return () => leave.abort();
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (field("event")) yield [field("event"), JSON.parse(field("data") ?? "{}")];
    }
  }
}
