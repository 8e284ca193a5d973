// What is worked out once for a recording, and forgotten with it.

/**
 * A function that makes its answer for a recording once.
 * @template T
 * @param {(recording: Recording) => T} make
 * @returns {(recording: Recording) => T}
 */
export function once(make) {
  /** @type {WeakMap<Recording, T>} */
  const made = new WeakMap();
  return (recording) => {
    const answer = made.get(recording) ?? make(recording);
    made.set(recording, answer);
    return answer;
  };
}
