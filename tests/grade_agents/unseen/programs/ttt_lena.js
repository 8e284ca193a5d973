#!/usr/bin/env node
// Tic Tac Toe in de terminal - Lena
const readline = require('readline');

const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
const bord = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const LIJNEN = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const MENS = 'X', PC = 'O';

const vrij = () => bord.map((v, i) => i).filter(i => bord[i] !== MENS && bord[i] !== PC);
const wint = s => LIJNEN.some(l => l.every(i => bord[i] === s));

function minimax(speler) {
  if (wint(MENS)) return { score: -10 };
  if (wint(PC)) return { score: 10 };
  if (vrij().length === 0) return { score: 0 };
  let beste = null;
  for (const i of vrij()) {
    const oud = bord[i];
    bord[i] = speler;
    const { score } = minimax(speler === PC ? MENS : PC);
    bord[i] = oud;
    if (beste === null || (speler === PC ? score > beste.score : score < beste.score)) {
      beste = { index: i, score };
    }
  }
  return beste;
}

function toon() {
  for (let i = 0; i < 9; i += 3) console.log(' ' + bord.slice(i, i + 3).join(' | '));
  console.log('');
}

function klaar() {
  if (wint(MENS)) console.log('Jij wint!');
  else if (wint(PC)) console.log('De computer wint!');
  else if (vrij().length === 0) console.log('Gelijkspel');
  else return false;
  toon();
  rl.close();
  return true;
}

function computer() {
  const { index } = minimax(PC);
  bord[index] = PC;
  console.log('Computer kiest ' + (index + 1));
  if (!klaar()) mens();
}

function mens() {
  toon();
  rl.question('Jouw zet (1-9): ', antw => {
    const i = Number(antw) - 1;
    if (!vrij().includes(i)) {
      console.log('Dat kan niet.');
      mens();
      return;
    }
    bord[i] = MENS;
    if (!klaar()) computer();
  });
}

rl.question('Wil je beginnen? (j/n) ', antw => {
  if (antw.trim().toLowerCase().startsWith('j')) mens();
  else computer();
});
