import * as readline from "node:readline/promises";
import bestMove from "./ai/search.js";
import { free, won } from "./rules.js";

const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
const board = Array(9).fill(" ");
const show = () => console.log([0, 3, 6].map((at) => board.slice(at, at + 3).join(" | ")).join("\n--+---+--\n"));
show();
while (free(board).length && !won(board, "X") && !won(board, "O")) {
  const cell = Number(await terminal.question("Your cell (0-8)? "));
  if (board[cell] !== " ") continue;
  board[cell] = "X";
  if (free(board).length && !won(board, "X")) board[bestMove(board)] = "O";
  show();
}
console.log(won(board, "X") ? "You win" : won(board, "O") ? "I win" : "Draw");
terminal.close();
