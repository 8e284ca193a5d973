const readline = require('readline');
const Board = require('./src/board');
const { bestMove } = require('./src/ai');

const board = new Board();
const rl = readline.createInterface({ input: process.stdin });

function end() {
  const w = board.winner();
  if (w) console.log(`${w} wins!`);
  else if (board.isFull()) console.log('Draw!');
  else return false;
  console.log(board.toString());
  return true;
}

console.log('You are O, I am X and I start. Type row,col (0-2).');
board.place(1, 1, 'X');
console.log(board.toString());
process.stdout.write('> ');

rl.on('line', line => {
  const [r, c] = line.split(',').map(Number);
  if (!board.isEmpty(r, c)) {
    console.log('illegal move');
    process.stdout.write('> ');
    return;
  }
  board.place(r, c, 'O');
  if (end()) process.exit(0);
  const m = bestMove(board, 'X');
  board.place(m.r, m.c, 'X');
  console.log(`X plays ${m.r},${m.c}`);
  if (end()) process.exit(0);
  console.log(board.toString());
  process.stdout.write('> ');
});
