// A page's script: the board has the numbers of its free cells, and minimax gives {index, score}. Right.
var origBoard;
const huPlayer = "O";
const aiPlayer = "X";
const winCombos = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [6, 4, 2]];
const cells = document.querySelectorAll(".cell");
startGame();

function startGame() {
  document.querySelector(".endgame").style.display = "none";
  origBoard = Array.from(Array(9).keys());
  for (var i = 0; i < cells.length; i++) {
    cells[i].innerText = "";
    cells[i].addEventListener("click", turnClick, false);
  }
}

function turnClick(square) {
  if (typeof origBoard[square.target.id] == "number") {
    turn(square.target.id, huPlayer);
    if (!checkTie()) turn(bestSpot(), aiPlayer);
  }
}

function turn(squareId, player) {
  origBoard[squareId] = player;
  document.getElementById(squareId).innerText = player;
  if (checkWin(origBoard, player)) document.querySelector(".endgame").style.display = "block";
}

function checkWin(board, player) {
  return winCombos.some((win) => win.every((index) => board[index] === player));
}

function emptySquares(board) {
  return board.filter((s) => typeof s == "number");
}

function bestSpot() {
  return minimax(origBoard, aiPlayer).index;
}

function checkTie() {
  return emptySquares(origBoard).length == 0;
}

function minimax(newBoard, player) {
  var availSpots = emptySquares(newBoard);
  if (checkWin(newBoard, huPlayer)) return { score: -10 };
  if (checkWin(newBoard, aiPlayer)) return { score: 10 };
  if (availSpots.length === 0) return { score: 0 };
  var moves = [];
  for (var i = 0; i < availSpots.length; i++) {
    var move = {};
    move.index = newBoard[availSpots[i]];
    newBoard[availSpots[i]] = player;
    move.score = minimax(newBoard, player == aiPlayer ? huPlayer : aiPlayer).score;
    newBoard[availSpots[i]] = move.index;
    moves.push(move);
  }
  var best = 0;
  for (var j = 1; j < moves.length; j++) {
    if (player === aiPlayer ? moves[j].score > moves[best].score : moves[j].score < moves[best].score) best = j;
  }
  return moves[best];
}
