// state.js + ai in one file, Cora
// state = { board: [['', '', ''], ['', '', ''], ['', '', '']] },  'x' begins

function emptyCells(state) {
  const out = [];
  state.board.forEach((row, y) => row.forEach((v, x) => { if (v === '') out.push({ x, y }); }));
  return out;
}

function turnOf(state) {
  // x moves when the number of empty cells is even
  return emptyCells(state).length % 2 === 0 ? 'x' : 'o';
}

function winnerOf({ board: b }) {
  for (let i = 0; i < 3; i++) {
    if (b[i][0] !== '' && b[i][0] === b[i][1] && b[i][1] === b[i][2]) return b[i][0];
    if (b[0][i] !== '' && b[0][i] === b[1][i] && b[1][i] === b[2][i]) return b[0][i];
  }
  if (b[1][1] !== '') {
    if (b[0][0] === b[1][1] && b[1][1] === b[2][2]) return b[1][1];
    if (b[0][2] === b[1][1] && b[1][1] === b[2][0]) return b[1][1];
  }
  return '';
}

function apply(state, { x, y }) {
  const board = state.board.map(r => r.slice());
  board[y][x] = turnOf(state);
  return { board };
}

function valueFor(state, who) {
  const w = winnerOf(state);
  if (w) return w === who ? 1 : -1;
  const cells = emptyCells(state);
  if (!cells.length) return 0;
  const vals = cells.map(c => valueFor(apply(state, c), who));
  return turnOf(state) === who ? Math.max(...vals) : Math.min(...vals);
}

// returns {x, y}
function getMove(state) {
  const who = turnOf(state);
  let best = null, bestV = -Infinity;
  for (const c of emptyCells(state)) {
    const v = valueFor(apply(state, c), who);
    if (v > bestV) { bestV = v; best = c; }
  }
  return best;
}

module.exports = { getMove };

if (require.main === module) {
  const empty = { board: [['', '', ''], ['', '', ''], ['', '', '']] };
  console.log('first move', getMove(empty));
}
