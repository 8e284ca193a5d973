// Connect 4 in the terminal.   node connect4_ivy.js
const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });

const W = 7, H = 6;
const grid = Array.from({ length: H }, () => Array(W).fill(null));

function rowFor(col) {
  for (let r = H - 1; r >= 0; r--) if (grid[r][col] === null) return r;
  return -1;
}

function isWin(p) {
  for (let r = 0; r < H; r++)
    for (let c = 0; c < W; c++)
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        let k = 0;
        while (k < 4 && grid[r + k * dr] && grid[r + k * dr][c + k * dc] === p) k++;
        if (k === 4) return true;
      }
  return false;
}

const open = () => [3, 2, 4, 1, 5, 0, 6].filter(c => grid[0][c] === null);

function score(depth, alpha, beta, p) {
  const q = p === 'X' ? 'O' : 'X';
  if (isWin(q)) return -100 - depth;
  const cols = open();
  if (depth === 0 || cols.length === 0) return 0;
  for (const c of cols) {
    const r = rowFor(c);
    grid[r][c] = p;
    const v = -score(depth - 1, -beta, -alpha, q);
    grid[r][c] = null;
    if (v > alpha) alpha = v;
    if (alpha >= beta) break;
  }
  return alpha;
}

function bot() {
  let best = -Infinity, pick = null;
  for (const c of open()) {
    const r = rowFor(c);
    grid[r][c] = 'O';
    const v = -score(4, -1000, 1000, 'X');
    grid[r][c] = null;
    if (v > best) { best = v; pick = c; }
  }
  return pick;
}

function show() {
  console.log(grid.map(r => r.map(x => x || '.').join(' ')).join('\n'));
  console.log('1 2 3 4 5 6 7');
}

function over(p) {
  if (isWin(p)) { show(); console.log(p + ' wins!'); rl.close(); return true; }
  if (open().length === 0) { show(); console.log('draw'); rl.close(); return true; }
  return false;
}

function turn() {
  show();
  rl.question('Column? ', ans => {
    const c = parseInt(ans, 10) - 1;
    if (!(c >= 0 && c < W) || rowFor(c) < 0) { console.log('not possible'); return turn(); }
    grid[rowFor(c)][c] = 'X';
    if (over('X')) return;
    const b = bot();
    grid[rowFor(b)][b] = 'O';
    console.log('Bot plays ' + (b + 1));
    if (over('O')) return;
    turn();
  });
}
turn();
