// Reads a board of nine characters and the symbol to move; answers with the number of a cell from 1. It takes a win and
// else the first empty cell, so it is beaten easily.
const [board, player] = require("fs").readFileSync(0, "utf8").split("\n");
const { LINES } = require("./lines");

const cells = [...board];
const wins = (cell) => {
  const after = cells.map((mark, at) => (at === cell ? player : mark));
  return LINES.some((line) => line.every((at) => after[at] === player));
};
const empty = [...cells.keys()].filter((cell) => !"XO".includes(cells[cell]));
const best = empty.find(wins) ?? empty[0];
console.log(`My move: ${best + 1}`);
