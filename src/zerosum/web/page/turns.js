// Turns in words: rolls of the dice, passes, and extra turns. What happened is read from the server's answer.

/** The side of a position in which dice are rolled. */
export const CHANCE = 2;

const PASS = "pass";

/**
 * Whether the last move was a roll.
 * @param {Api.PositionView} position
 */
export function isRolled({ movers }) {
  return movers.at(-1) === CHANCE;
}

/**
 * Whether the side to move has made the last move too.
 * @param {Api.PositionView} position
 */
export function isExtraTurn({ movers, side, over }) {
  return !over && side !== CHANCE && movers.at(-1) === side;
}

/**
 * Who passed in the last move, "" when nobody did.
 * @param {Api.PositionView} position
 */
export function passWords({ moves, movers, sides }) {
  return moves.at(-1) === PASS ? `${sides[movers[movers.length - 1]]} passed. ` : "";
}

/**
 * Whether a pass is the only move.
 * @param {Api.PositionView} position
 */
export function mustPass({ legal }) {
  return legal.length === 1 && legal[0] === PASS;
}

/**
 * What a screen reader says of a move.
 * @param {Api.PositionView} position the one in which it is made
 * @param {string} move
 */
export function moveWords({ side, mover }, move) {
  if (side === CHANCE) return `Rolled ${move}.`;
  return move === PASS ? `${mover} passes.` : `${mover} plays ${move}.`;
}

/**
 * What is unusual about whose turn it is, "" when nothing is.
 * @param {Api.PositionView} position
 */
export function turnWords(position) {
  if (mustPass(position)) return `${position.mover} can only pass.`;
  return isExtraTurn(position) ? `${position.mover} moves again.` : "";
}
