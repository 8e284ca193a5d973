// An ES module with alpha-beta over a flat list of null, "X" and "O" that gives a number. Right.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export const winner = (squares) => {
  const line = LINES.find(([a, b, c]) => squares[a] && squares[a] === squares[b] && squares[b] === squares[c]);
  return line ? squares[line[0]] : null;
};

function alphaBeta(squares, me, turn, alpha, beta) {
  const won = winner(squares);
  if (won) return won === me ? 1 : -1;
  if (squares.every(Boolean)) return 0;
  for (let cell = 0; cell < 9 && alpha < beta; cell++) {
    if (squares[cell]) continue;
    const next = squares.slice();
    next[cell] = turn;
    const value = alphaBeta(next, me, turn === "X" ? "O" : "X", alpha, beta);
    if (turn === me) alpha = Math.max(alpha, value);
    else beta = Math.min(beta, value);
  }
  return turn === me ? alpha : beta;
}

export default function findBestMove(squares, aiSymbol = "O") {
  let best = -2;
  let choice = -1;
  squares.forEach((square, cell) => {
    if (square) return;
    const next = [...squares];
    next[cell] = aiSymbol;
    const value = alphaBeta(next, aiSymbol, aiSymbol === "X" ? "O" : "X", -2, 2);
    if (value > best) {
      best = value;
      choice = cell;
    }
  });
  return choice;
}
