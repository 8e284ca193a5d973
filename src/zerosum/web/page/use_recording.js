// The recorded search that a screen asks for: its progress, then the recording with its tree, or what went wrong.

import { MergedTree } from "./merged.js";
import { loadRecording } from "./recording.js";
import { useEffect, useRef, useState } from "./ui.js";

const STOPPED = "The search was stopped; with less depth or a later position it takes less time.";

/**
 * Load the recording of a search, again whenever the search changes. `keep` shows the last recording until the next one
 * is there. Returns { recording, tree, problem, progress, stop }; `recording` is null while there is none.
 */
export function useRecording(search, { keep = false } = {}) {
  const [found, setFound] = useState({ recording: null, tree: null, problem: "", progress: null });
  const running = useRef(null);
  const fail = (problem) => setFound((was) => ({ ...(keep ? was : { recording: null, tree: null }), problem, progress: null }));
  useEffect(() => {
    const leave = new AbortController();
    running.current = leave;
    const progress = (now) => setFound((was) => ({ ...(keep ? was : { recording: null, tree: null, problem: "" }), progress: now }));
    progress({ done: 0 });
    loadRecording(search, { signal: leave.signal, progress }).then(
      (recording) => setFound({ recording, tree: new MergedTree(recording), problem: "", progress: null }),
      (error) => leave.signal.aborted || fail(error.message),
    );
    return () => leave.abort();
  }, [JSON.stringify(search)]);
  const stop = () => {
    running.current.abort();
    fail(STOPPED);
  };
  return { ...found, stop };
}
