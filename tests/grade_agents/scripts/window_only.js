// A page that moves only what it shows: no function gives a move.
const squares = [...document.querySelectorAll(".square")];
function computerMove() {
  const free = squares.filter((square) => square.textContent === "");
  free[Math.floor(Math.random() * free.length)].textContent = "O";
}
squares.forEach((square) => square.addEventListener("click", () => {
  square.textContent = "X";
  setTimeout(computerMove, 500);
}));
