import { free, won } from "../rules.js";

const score = (board, turn) => {
  if (won(board, "O")) return 1;
  if (won(board, "X")) return -1;
  const scores = free(board).map((cell) => score(board.with(cell, turn), turn === "O" ? "X" : "O"));
  if (scores.length === 0) return 0;
  return turn === "O" ? Math.max(...scores) : Math.min(...scores);
};

export default function bestMove(board) {
  const cells = free(board);
  const scores = cells.map((cell) => score(board.with(cell, "O"), "X"));
  return cells[scores.indexOf(Math.max(...scores))];
}
