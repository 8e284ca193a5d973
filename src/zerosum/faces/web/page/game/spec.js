// Who begins, as a spec says it: in tictactoe@O it is O.

const BEGINNER = /@[^@/.]+$/;

/** A spec without the side that begins: tictactoe@O is tictactoe. @param {string} spec */
export function usualSpec(spec) {
  return spec.replace(BEGINNER, "");
}

/**
 * The spec of a game once a position is known: a set-up position may show that the other side began.
 * @param {string} spec @param {Api.PositionView} position
 */
export function specFor(spec, position) {
  return usualSpec(spec) + (BEGINNER.exec(position.game)?.[0] ?? "");
}
