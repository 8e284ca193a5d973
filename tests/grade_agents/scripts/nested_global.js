// A sketch of p5.js: bestMove sets a cell of the global board, and minimax gives a value. Right.
let board = [
  ["", "", ""],
  ["", "", ""],
  ["", "", ""],
];
let w;
let ai = "X";
let human = "O";
let currentPlayer = human;

function setup() {
  createCanvas(400, 400);
  w = width / 3;
  bestMove();
}

function equals3(a, b, c) {
  return a == b && b == c && a != "";
}

function checkWinner() {
  let winner = null;
  for (let i = 0; i < 3; i++) {
    if (equals3(board[i][0], board[i][1], board[i][2])) winner = board[i][0];
    if (equals3(board[0][i], board[1][i], board[2][i])) winner = board[0][i];
  }
  if (equals3(board[0][0], board[1][1], board[2][2])) winner = board[0][0];
  if (equals3(board[2][0], board[1][1], board[0][2])) winner = board[2][0];
  let open = board.flat().filter((cell) => cell == "").length;
  return winner == null && open == 0 ? "tie" : winner;
}

let scores = { X: 10, O: -10, tie: 0 };

function bestMove() {
  let bestScore = -Infinity;
  let move;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (board[i][j] == "") {
        board[i][j] = ai;
        let score = minimax(board, 0, false);
        board[i][j] = "";
        if (score > bestScore) {
          bestScore = score;
          move = { i, j };
        }
      }
    }
  }
  board[move.i][move.j] = ai;
  currentPlayer = human;
}

function minimax(board, depth, isMaximizing) {
  let result = checkWinner();
  if (result !== null) return scores[result];
  let bestScore = isMaximizing ? -Infinity : Infinity;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (board[i][j] == "") {
        board[i][j] = isMaximizing ? ai : human;
        let score = minimax(board, depth + 1, !isMaximizing);
        board[i][j] = "";
        bestScore = isMaximizing ? Math.max(score, bestScore) : Math.min(score, bestScore);
      }
    }
  }
  return bestScore;
}
