// Kółko i krzyżyk w konsoli; poziomy trudności.
const rl = require("readline").createInterface({ input: process.stdin, output: process.stdout });
let plansza = Array(9).fill(".");
let poziom = 0;
const LINIE = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const wygrywa = (z) => LINIE.some((l) => l.every((i) => plansza[i] === z));
const wolne = () => [...plansza.keys()].filter((i) => plansza[i] === ".");

function pokaz() {
  console.log("  A B C");
  for (let w = 0; w < 3; w++) console.log(w + 1 + " " + plansza.slice(3 * w, 3 * w + 3).join(" "));
}

function ruch() {
  for (const znak of poziom > 1 ? ["O", "X"] : []) {
    for (const i of wolne()) {
      plansza[i] = znak;
      const dobry = wygrywa(znak);
      plansza[i] = ".";
      if (dobry) return i;
    }
  }
  return wolne()[0]; // zawsze pierwsze wolne pole
}

function koniec() {
  if (!wygrywa("X") && !wygrywa("O") && wolne().length) return false;
  pokaz();
  console.log(wygrywa("X") ? "Wygrałeś!" : wygrywa("O") ? "Przegrałeś!" : "Remis!");
  rl.question("Jeszcze raz? [t/n] ", (o) => {
    if (o === "t") start();
    else rl.close();
  });
  return true;
}

function tura() {
  pokaz();
  rl.question("Twój ruch: ", (tekst) => {
    const t = tekst.trim().toUpperCase();
    const i = "ABC".indexOf(t[0]) + 3 * (Number(t[1]) - 1);
    if (t.length !== 2 || plansza[i] !== ".") {
      console.log("Nieprawidłowy ruch");
      return tura();
    }
    plansza[i] = "X";
    if (koniec()) return;
    plansza[ruch()] = "O";
    if (!koniec()) tura();
  });
}

function start() {
  plansza = Array(9).fill(".");
  rl.question("Wybierz poziom (1 - łatwy, 2 - trudny): ", (p) => {
    poziom = Number(p);
    if (![1, 2].includes(poziom)) return start();
    tura();
  });
}

start();
