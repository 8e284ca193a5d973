const other = p => (p === 'X' ? 'O' : 'X');

// value of the board for `me`
function value(board, turn, me) {
  const w = board.winner();
  if (w) return w === turn ? 1 : -1;
  if (board.isFull()) return 0;
  const vals = board.moves().map(({ r, c }) => {
    board.place(r, c, turn);
    const v = value(board, other(turn), me);
    board.place(r, c, null);
    return v;
  });
  return turn === me ? Math.max(...vals) : Math.min(...vals);
}

function bestMove(board, me) {
  let best = null;
  for (const m of board.moves()) {
    board.place(m.r, m.c, me);
    const v = value(board, other(me), me);
    board.place(m.r, m.c, null);
    if (!best || v > best.v) best = { v, r: m.r, c: m.c };
  }
  return best;
}

module.exports = { bestMove, value };
