// The recorded search that a screen asks for: its progress, then the recording with its tree, or what went wrong.

import { ask, RefusedError } from "../ui/api.js";
import { treeOf } from "../tree/merged.js";
import { loadRecording } from "./load.js";
import { useEffect, useRef, useState } from "../ui/ui.js";

const STOPPED = "The search was stopped; with less depth or a later position it takes less time.";

/**
 * What has been loaded so far.
 * @typedef {{ recording: Recording | null, tree: MergedTree | null, problem: string, refused: boolean,
 *   progress: import("./load.js").SearchProgress | null }} Loaded
 */

const NONE = { recording: null, tree: null, problem: "", refused: false, progress: null };

/**
 * Load the recording of a search, again whenever the search changes. `keep` shows the last recording until the next
 * one is there. Where its depth is "fit", the server is asked for one first, which `onDepth` gets, "" for no limit.
 * Returns { recording, tree, problem, refused, progress, stop }; `recording` is null while there is none, `refused` is
 * whether the problem is the request itself.
 * @param {Record<string, any>} search @param {{ keep?: boolean, onDepth?: (depth: number | "") => void }} [options]
 */
export function useRecording(search, { keep = false, onDepth } = {}) {
  const [found, setFound] = useState(/** @type {Loaded} */ (NONE));
  const running = useRef(new AbortController());
  const fail = (/** @type {string} */ problem, refused = false) =>
    setFound((was) => ({ ...(keep ? was : NONE), problem, refused, progress: null }));
  useEffect(() => {
    const leave = new AbortController();
    running.current = leave;
    const progress = (/** @type {Loaded["progress"]} */ now) =>
      setFound((was) => ({ ...(keep ? was : NONE), progress: now }));
    progress({ done: 0 });
    if (search.depth === "fit") {
      const { depth: _, seconds: __, ...about } = search;
      ask("recording/depth", about, { signal: leave.signal }).then(
        (/** @type {Api.DepthView} */ { depth }) => onDepth?.(depth ?? ""),
        (error) => leave.signal.aborted || fail(error.message, error instanceof RefusedError),
      );
      return () => leave.abort();
    }
    loadRecording(search, { signal: leave.signal, progress }).then(
      (recording) => setFound({ ...NONE, recording, tree: treeOf(recording) }),
      (error) => leave.signal.aborted || fail(error.message, error instanceof RefusedError),
    );
    return () => leave.abort();
  }, [JSON.stringify(search)]);
  const stop = () => {
    running.current.abort();
    fail(STOPPED);
  };
  return { ...found, stop };
}
