const HUMAN = "X";
const COMPUTER = "O";
function minimax(board, depth, isMaximizing) {
  if (wins(board, COMPUTER)) return { score: 10 - depth };
  if (wins(board, HUMAN)) return { score: depth - 10 };
  let best = { score: isMaximizing ? -100 : 100, move: -1 };
  for (const cell of emptyCells(board)) {
    board[cell] = isMaximizing ? COMPUTER : HUMAN;
    const { score } = minimax(board, depth + 1, !isMaximizing);
    board[cell] = " ";
    if (isMaximizing ? score > best.score : score < best.score) best = { score, move: cell };
  }
  return best.move < 0 ? { score: 0 } : best;
}
