// Playing a search: so many steps a second.

import { useEffect, useRef } from "../ui/ui.js";

/**
 * While `playing`, go forward by `speed` steps a second, several at once where a frame is too long for one. `stop` is
 * called once `forward` returns false.
 * @param {boolean} playing @param {number} speed @param {(steps: number) => boolean} forward @param {() => void} stop
 */
export function usePlaying(playing, speed, forward, stop) {
  const latest = useRef({ forward, stop });
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
