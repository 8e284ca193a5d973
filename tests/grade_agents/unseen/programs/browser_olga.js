// Крестики-нолики. Olga
let board = ['', '', '', '', '', '', '', '', ''];
const HUMAN = 'X';
const AI = 'O';

function findWinner(b) {
  const w = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
  for (const [x, y, z] of w) {
    if (b[x] && b[x] === b[y] && b[x] === b[z]) return b[x];
  }
  return null;
}

// returns [score, index]
function minimax(board, player) {
  const w = findWinner(board);
  if (w === AI) return [1, -1];
  if (w === HUMAN) return [-1, -1];
  if (!board.includes('')) return [0, -1];

  let best = player === AI ? [-2, -1] : [2, -1];
  for (let i = 0; i < 9; i++) {
    if (board[i] !== '') continue;
    const next = board;            // try the move on a copy
    next[i] = player;
    const [score] = minimax(next, player === AI ? HUMAN : AI);
    if (player === AI && score > best[0]) best = [score, i];
    if (player === HUMAN && score < best[0]) best = [score, i];
  }
  return best;
}

function aiTurn() {
  const [, i] = minimax(board.slice(), AI);
  board[i] = AI;
  render();
}

function render() {
  document.querySelectorAll('td').forEach((td, i) => { td.textContent = board[i]; });
  const w = findWinner(board);
  if (w) document.getElementById('status').textContent = w + ' победил';
  else if (!board.includes('')) document.getElementById('status').textContent = 'ничья';
}

document.addEventListener('DOMContentLoaded', () => {
  document.querySelectorAll('td').forEach((td, i) => {
    td.addEventListener('click', () => {
      if (board[i] !== '' || findWinner(board)) return;
      board[i] = HUMAN;
      render();
      if (!findWinner(board) && board.includes('')) aiTurn();
    });
  });
});
