// Turns: in words, with rolls of the dice, passes and extra turns, and as rows of a list. What happened is read from
// the server's answer.

/** The side of a position in which dice are rolled. */
export const CHANCE = 2;

const PASS = "pass";

/** What people call the side to move. @param {Api.PositionView} position */
export function moverName({ names, side, mover }) {
  return names[side] ?? mover;
}

/** Whether the last move was a roll. @param {Api.PositionView} position */
export function isRolled({ movers }) {
  return movers.at(-1) === CHANCE;
}

/** Whether the side to move has made the last move too. @param {Api.PositionView} position */
export function isExtraTurn({ movers, side, over }) {
  return !over && side !== CHANCE && movers.at(-1) === side;
}

/** Who passed in the last move, "" when nobody did. @param {Api.PositionView} position */
export function passWords({ moves, movers, names }) {
  return moves.at(-1) === PASS ? `${names[movers[movers.length - 1]]} passed. ` : "";
}

/** Whether a pass is the only move. @param {Api.PositionView} position */
export function mustPass({ legal }) {
  return legal.length === 1 && legal[0] === PASS;
}

/**
 * What a screen reader says of a move.
 * @param {Api.PositionView} position the one in which it is made
 * @param {string} move
 */
export function moveWords(position, move) {
  const mover = moverName(position);
  if (position.side === CHANCE) return `Rolled ${move}.`;
  return move === PASS ? `${mover} passes.` : `${mover} plays ${move}.`;
}

/** What is unusual about whose turn it is, "" when nothing is. @param {Api.PositionView} position */
export function turnWords(position) {
  if (mustPass(position)) return `${moverName(position)} can only pass.`;
  return isExtraTurn(position) ? `${moverName(position)} moves again.` : "";
}

/**
 * The numbers of the moves, row by row: those of the first side, then those of the second; extra turns share a row.
 * @param {string[]} moves
 * @param {number[]} movers the side of each move, and of the one to come; where that is not known, they alternate
 * @returns {[number[], number[]][]}
 */
export function inPairs(moves, movers) {
  /** @type {[number[], number[]][]} */
  const rows = [];
  let last = 1;
  moves.forEach((_, index) => {
    // A roll stands with the move that follows it.
    const next = movers.slice(index).find((side) => side !== CHANCE);
    const side = next ?? (movers.length > index ? last : index % 2);
    if (rows.length === 0 || (side === 0 && last === 1)) rows.push([[], []]);
    rows[rows.length - 1][side].push(index);
    last = side;
  });
  return rows;
}
