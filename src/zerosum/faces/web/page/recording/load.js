// Ask the server to search and to record what it does: lines of progress, then the recording as bytes.

import { address, RefusedError, respond } from "../ui/api.js";
import { Recording } from "./recording.js";

const NEWLINE = 10;
const INTERRUPTED = "the connection ended before the recording was complete";

/**
 * How far a search is: "waiting" for a worker, or so many nodes done.
 * @typedef {{ kind?: string, done?: number }} SearchProgress
 */

/**
 * Search and record. Throws an Error with the server's sentence where that fails.
 * @param {Record<string, any>} search the parameters of /api/recording
 * @param {{ signal?: AbortSignal, progress?: (progress: SearchProgress) => void }} [options]
 */
export async function loadRecording(search, { signal, progress } = {}) {
  const response = await respond(address("recording", search), signal);
  if (!response.ok || !response.body) throw new RefusedError((await response.json()).detail ?? response.statusText);
  const reader = response.body.getReader();
  /** @type {Uint8Array<ArrayBuffer>} */
  let rest = new Uint8Array(0);
  /** @type {Uint8Array<ArrayBuffer> | null} */
  let bytes = null;
  let filled = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (bytes) {
      bytes.set(part.value, filled);
      filled += part.value.length;
      continue;
    }
    const read = readLines(joined(rest, part.value), progress);
    rest = read.rest;
    if (read.length < 0) continue;
    bytes = new Uint8Array(read.length);
    bytes.set(rest);
    filled = rest.length;
  }
  if (!bytes || filled !== bytes.length) throw new Error(INTERRUPTED);
  return new Recording(bytes.buffer);
}

/**
 * Read whole lines, up to the one that says how many bytes follow. `length` is that number, -1 before it has come.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {((progress: SearchProgress) => void)} [progress]
 */
function readLines(bytes, progress) {
  let rest = bytes;
  for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
    const line = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)));
    rest = rest.subarray(end + 1);
    if (line.problem) throw new Error(line.problem);
    if (line.progress) progress?.(line.progress);
    if (line.bytes !== undefined) return { rest, length: Number(line.bytes) };
  }
  return { rest, length: -1 };
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
