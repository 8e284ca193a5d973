'use strict';
/*
 * module for the web game, used like this:
 *   const { nextMove } = require('./module_pia');
 *   nextMove(board, 'O', (err, index) => { ... });
 * board: string of 9 chars, 'X' 'O' '-'
 */

const LINES = /^(?:(XXX|OOO)|...(XXX|OOO)|.{6}(XXX|OOO)|(X..X..X|O..O..O)|.(X..X..X|O..O..O)|..(X..X..X|O..O..O)|(X...X...X|O...O...O)|..(X.X.X|O.O.O))/;

function winner(b) {
  const m = LINES.exec(b);
  return m ? m.slice(1).find(Boolean)[0] : null;
}

function put(b, i, p) {
  return b.substring(0, i) + p + b.substring(i + 1);
}

function solve(b, p) {
  const q = p === 'X' ? 'O' : 'X';
  const w = winner(b);
  if (w) return w === p ? 1 : -1;
  if (b.indexOf('-') < 0) return 0;
  let v = -1;
  for (let i = 0; i < 9 && v < 1; i++) {
    if (b[i] === '-') v = Math.max(v, -solve(put(b, i, p), q));
  }
  return v;
}

function nextMove(board, player, callback) {
  if (!/^[XO-]{9}$/.test(board)) return callback(new Error('bad board'));
  const q = player === 'X' ? 'O' : 'X';
  let best = -2, index = -1;
  [4, 0, 2, 6, 8, 1, 3, 5, 7].forEach(i => {
    if (board[i] !== '-') return;
    const v = -solve(put(board, i, player), q);
    if (v > best) { best = v; index = i; }
  });
  callback(null, index);
}

module.exports = { nextMove, winner };
