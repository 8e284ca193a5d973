const WIN_LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const wins = (board, mark) => WIN_LINES.some((line) => line.every((cell) => board[cell] === mark));
const emptyCells = (board) => board.map((mark, cell) => (mark === " " ? cell : -1)).filter((cell) => cell >= 0);
