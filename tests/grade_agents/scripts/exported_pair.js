// A pure function of node with {row, col}; it looks only two plies ahead, so that it misses forks.
const lines = (board) => {
  const all = [...board, ...[0, 1, 2].map((c) => board.map((row) => row[c]))];
  return [...all, [0, 1, 2].map((i) => board[i][i]), [0, 1, 2].map((i) => board[i][2 - i])];
};

const hasWon = (board, player) => lines(board).some((line) => line.every((cell) => cell === player));

const withMove = (board, row, col, player) =>
  board.map((cells, r) => cells.map((cell, c) => (r === row && c === col ? player : cell)));

function getBestMove(board, player) {
  const other = player === "X" ? "O" : "X";
  const free = [];
  for (let row = 0; row < 3; row++) {
    for (let col = 0; col < 3; col++) if (board[row][col] === null) free.push({ row, col });
  }
  for (const { row, col } of free) if (hasWon(withMove(board, row, col, player), player)) return { row, col };
  for (const { row, col } of free) if (hasWon(withMove(board, row, col, other), other)) return { row, col };
  return free[0];
}

module.exports = { getBestMove };
