const readline = require("readline");
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
const ask = (question) => new Promise((resolve) => rl.question(question, resolve));

const board = [["", "", ""], ["", "", ""], ["", "", ""]];
let human = "X";
let ai = "O";

function print() {
  console.log("┏━━━┳━━━┳━━━┓");
  board.forEach((row, i) => {
    console.log("┃ " + row.map((cell) => cell || " ").join(" ┃ ") + " ┃");
    console.log(i < 2 ? "┣━━━╋━━━╋━━━┫" : "┗━━━┻━━━┻━━━┛");
  });
}

function winner() {
  const same = (a, b, c) => a && a === b && b === c;
  for (let i = 0; i < 3; i++) {
    if (same(...board[i])) return board[i][0];
    if (same(board[0][i], board[1][i], board[2][i])) return board[0][i];
  }
  if (same(board[0][0], board[1][1], board[2][2])) return board[1][1];
  if (same(board[0][2], board[1][1], board[2][0])) return board[1][1];
  return board.flat().every((cell) => cell) ? "tie" : null;
}

function minimax(isMax, alpha, beta) {
  const result = winner();
  if (result === "tie") return { score: 0 };
  if (result) return { score: result === ai ? 1 : -1 };
  let best = { score: isMax ? -Infinity : Infinity };
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      if (board[r][c]) continue;
      board[r][c] = isMax ? ai : human;
      const { score } = minimax(!isMax, alpha, beta);
      board[r][c] = "";
      if (isMax ? score > best.score : score < best.score) best = { score, r, c };
      if (isMax) alpha = Math.max(alpha, score);
      else beta = Math.min(beta, score);
      if (beta <= alpha) return best;
    }
  return best;
}

async function main() {
  human = (await ask("Would you like to be X or O? ")).trim().toUpperCase() === "O" ? "O" : "X";
  ai = human === "X" ? "O" : "X";
  let turn = "X";
  while (!winner()) {
    if (turn === human) {
      print();
      const [r, c] = (await ask("Your move (row column, 0 to 2): ")).trim().split(/\s+/).map(Number);
      if (!(r in board) || board[r][c] !== "") {
        console.log("Try again!");
        continue;
      }
      board[r][c] = human;
    } else {
      const { r, c } = minimax(true, -Infinity, Infinity);
      board[r][c] = ai;
    }
    turn = turn === "X" ? "O" : "X";
  }
  print();
  console.log(winner() === "tie" ? "It's a tie" : winner() + " won");
  rl.close();
}

main();
