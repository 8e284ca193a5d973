const state = Array(9).fill(" ");
const place = document.getElementById("board");
place.addEventListener("click", (event) => {
  state[event.target.dataset.cell] = HUMAN;
  const { move } = minimax(state, 0, true);
  if (move >= 0) state[move] = COMPUTER;
  place.innerHTML = state.map((mark, cell) => `<span data-cell="${cell}">${mark}</span>`).join("");
});
