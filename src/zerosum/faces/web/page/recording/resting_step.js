// The step that a screen shows: kept by the screen, and written into the address once it rests.

import { go } from "../ui/address.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";

const ADDRESS_RESTS = 250;

/**
 * The step, and how to change it. `last` is the last one there is, or null while there are none yet.
 * @param {{ path: string, parameters: Record<string, string> }} address @param {number | null} last
 * @returns {[number, (step: number) => void]}
 */
export function useStep(address, last) {
  // Steps are counted from 1 where people see them.
  const wanted = Math.max(1, Number(address.parameters.step) || 1) - 1;
  const [step, setStep] = useState(wanted);
  const written = useRef(wanted);
  // The address is written later, with the other parameters that it has by then.
  const now = useRef(address);
  now.current = address;
  useEffect(() => {
    if (wanted !== written.current) {
      written.current = wanted;
      setStep(wanted);
    }
  }, [wanted]);
  const held = last === null ? step : Math.min(Math.max(0, step), last);
  // Before the next paint: a timer that fires between a new search and its cleanup would write the old search's step.
  useLayoutEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => {
      written.current = held;
      go(now.current.path, { ...now.current.parameters, step: held ? held + 1 : "" }, { replace: true });
    }, ADDRESS_RESTS);
    return () => clearTimeout(timer);
  }, [last, held]);
  return [held, setStep];
}
