// Moving through a search: forwards, backwards, from mark to mark, playing, and stopping at questions in predict mode.

import { questions } from "../recording/predict.js";
import { ALL_MARKS } from "../recording/recording.js";
import { useKeys, useRef, useState } from "../ui/ui.js";
import { usePlaying } from "../recording/use_playing.js";

/** @typedef {import("../recording/predict.js").Question} Question */

/**
 * The step with everything that changes it. `asking` has the questions of predict mode while they wait for answers.
 * @param {{ recording: Recording | null, tree: MergedTree | null, step: number, setStep: (step: number) => void,
 *   speed: number, onlyMarks: number, predicts?: boolean }} shown
 */
export function useMoving({ recording, tree, step, setStep, speed, onlyMarks, predicts: atFirst = false }) {
  const [playing, setPlaying] = useState(false);
  const [predicts, setPredicts] = useState(atFirst);
  const [asking, setAsking] = useState(/** @type {{ step: number, questions: Question[] } | null} */ (null));
  const now = useRef({ recording, tree, step, onlyMarks, predicts, asking });
  now.current = { recording, tree, step, onlyMarks, predicts, asking };
  const goTo = (/** @type {number} */ to) => {
    setAsking(null);
    setStep(to);
  };
  /** Go on by so many steps or to the next mark; stops before what is to be predicted. Says whether it could. */
  const forward = (by = 1, marks = now.current.onlyMarks) => {
    const at = now.current;
    if (!at.recording || !at.tree || at.asking || at.step >= at.recording.events - 1) return false;
    const to = marks ? at.recording.nextMark(at.step, marks) : Math.min(at.recording.events - 1, at.step + by);
    for (let each = at.step; at.predicts && each < to; each++) {
      const found = questions(at.recording, at.tree, each);
      if (!found.length) continue;
      setStep(each);
      setAsking({ step: each, questions: found });
      return false;
    }
    setStep(to);
    return true;
  };
  const back = (marks = now.current.onlyMarks) => {
    const at = now.current;
    if (at.recording) goTo(marks ? at.recording.previousMark(at.step, marks) : Math.max(0, at.step - 1));
  };
  const answered = () => {
    if (!asking) return;
    setAsking(null);
    setStep(asking.step + 1);
  };
  const toggle = () => {
    if (!playing && recording && step >= recording.events - 1) setStep(0);
    setPlaying(!playing);
  };
  const togglePredict = () => {
    setPlaying(false);
    setAsking(null);
    setPredicts(!predicts);
  };
  const stop = () => {
    setPlaying(false);
    setAsking(null);
  };
  usePlaying(playing, speed, forward, () => setPlaying(false));
  useKeys({
    " ": toggle,
    ArrowRight: () => forward(),
    ArrowLeft: () => back(),
    "Shift+ArrowRight": () => forward(1, ALL_MARKS),
    "Shift+ArrowLeft": () => back(ALL_MARKS),
    Home: () => goTo(0),
    End: () => recording && goTo(recording.events - 1),
    p: togglePredict,
  });
  return { playing, predicts, asking, goTo, forward, back, answered, toggle, togglePredict, stop };
}
