export const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
export const won = (board, who) => LINES.some((line) => line.every((cell) => board[cell] === who));
export const free = (board) => board.flatMap((mark, cell) => (mark === " " ? [cell] : []));
