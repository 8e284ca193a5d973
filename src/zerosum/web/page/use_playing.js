// Playing a search: so many steps a second.

import { useEffect, useRef } from "./ui.js";

/** While `playing`, call `forward(steps)` `speed` times a second, several steps at once where a frame is too long for one; `stop()` once it returns false. */
export function usePlaying(playing, speed, forward, stop) {
  const latest = useRef(null);
  latest.current = { forward, stop };
  useEffect(() => {
    if (!playing) return undefined;
    let due = 0;
    let before = performance.now();
    let frame = requestAnimationFrame(function play(time) {
      due += ((time - before) / 1000) * speed;
      before = time;
      const steps = Math.floor(due);
      due -= steps;
      if (steps > 0 && !latest.current.forward(steps)) latest.current.stop();
      else frame = requestAnimationFrame(play);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);
}
