// Positions that the server has answered already, and what a move will change, shown before the server answers.

import { touchedBy } from "../board/input.js";

const MOST = 400;

/** @type {Map<string, Api.PositionView>} by the question that each answers, the oldest first */
const answered = new Map();

/** @type {Map<string, Api.PositionView>} moves that were shown and not yet answered */
const expected = new Map();

/** The server's answer to a question; undefined where it is not there yet. @param {string} key */
export function known(key) {
  return answered.get(key);
}

/** What the page shows until the server has answered; undefined where it cannot tell. @param {string} key */
export function awaited(key) {
  return expected.get(key);
}

/** Keep an answer. @param {string} key @param {Api.PositionView} position */
export function keep(key, position) {
  expected.delete(key);
  answered.set(key, position);
  for (const oldest of answered.keys()) {
    if (answered.size <= MOST) break;
    answered.delete(oldest);
  }
}

/**
 * Expect a move to be legal: show the position after it under the key of that position.
 * @param {string} key
 * @param {Api.PositionView} position before the move
 * @param {string} move
 */
export function expect(key, position, move) {
  const after = afterMove(position, move);
  if (after && !answered.has(key)) expected.set(key, after);
}

/** Forget a move that was refused. Returns whether there was one. @param {string} key */
export function refuse(key) {
  return expected.delete(key);
}

/**
 * The position after a move, as far as the board goes; nobody can move in it. Null where nothing is known.
 * @param {Api.PositionView} position @param {string} move
 * @returns {Api.PositionView | null}
 */
function afterMove(position, move) {
  const { board } = position;
  const changes = position.changes[move] ?? placed(position, move);
  if (!changes) return null;
  const cells = board.cells.map((cell, index) =>
    (changes.cells[index] === undefined ? cell : { ...cell, piece: changes.cells[index] }));
  return {
    ...position,
    ...{ side: changes.side, mover: changes.mover, over: changes.over, legal: [], changes: {}, utility: null,
      ending: null, adjudication: null },
    moves: [...position.moves, move],
    movers: [...position.movers, position.side],
    board: { ...board, cells, moves: {}, area: {}, touched: {}, shown: {} },
    last: touchedBy(board, move),
  };
}

/**
 * On a board that is too large for the server to say what every move changes: the mover's mark on the cell that was
 * clicked, as under the pointer before.
 * @param {Api.PositionView} position @param {string} move
 * @returns {Api.ChangesView | null}
 */
function placed({ board, mover, side, sides }, move) {
  const path = board.moves[move];
  if (path?.length !== 1 || board.cells[path[0]].piece !== "" || !board.pieces.includes(mover)) return null;
  return { cells: { [path[0]]: mover }, side: 1 - side, mover: sides[1 - side], over: false };
}
