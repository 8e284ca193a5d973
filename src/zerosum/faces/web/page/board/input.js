// What clicks and keys mean on a board, as pure functions of the board that the server sends: no rules, no drawing.

/**
 * The moves that a click on this cell makes or continues, after these clicks.
 * @param {Api.BoardView} board @param {number[]} clicked @param {number} cell
 */
export function movesAt(board, clicked, cell) {
  return Object.keys(board.moves).filter((move) => {
    const path = board.moves[move];
    if (!clicked.every((each, index) => path[index] === each)) return false;
    return path[clicked.length] === cell || (clicked.length === 0 && Boolean(board.area[move]?.includes(cell)));
  });
}

/** The cells that may be clicked next, after these clicks. @param {Api.BoardView} board @param {number[]} clicked */
export function targets(board, clicked) {
  return [...new Set(following(board, clicked).map((move) => board.moves[move][clicked.length]))];
}

/** The moves that can still be made after these clicks. @param {Api.BoardView} board @param {number[]} clicked */
export function following(board, clicked) {
  return Object.keys(board.moves).filter((move) => {
    const path = board.moves[move];
    return path.length > clicked.length && clicked.every((each, index) => path[index] === each);
  });
}

/**
 * What can be typed for the legal moves, each with its moves: their texts, and, where cells have names such as e2, the
 * names of the clicks, as in e2e4. Signs such as the + of a check need not be typed.
 * @param {string[]} legal @param {Api.BoardView} board
 * @returns {Record<string, string[]>}
 */
export function typedForms(legal, board) {
  /** @type {Record<string, string[]>} */
  const forms = {};
  for (const move of legal) {
    const path = (board.moves[move] ?? []).map((index) => board.cells[index].name);
    const short = move.replace(/[+#]+$/, "");
    const words = path.length > 1 && path.every((name) => /^[a-z]\d+$/.test(name)) ? [short, path.join("")] : [short];
    for (const word of new Set(words)) (forms[word] ??= []).push(move);
  }
  return forms;
}

/**
 * What a click does: it makes the only one of `moves`, lets choose among several that have the same clicks, or, where
 * there are none, leads on: `clicked` are the clicks so far. A chain of jumps is also made by a click on its last
 * square alone.
 * @param {Api.BoardView} board @param {number[]} clicked @param {number} cell
 * @returns {{ moves: string[], clicked: number[] }}
 */
export function click(board, clicked, cell) {
  const moves = movesAt(board, clicked, cell);
  const made = moves.filter((move) => board.moves[move].length === clicked.length + 1);
  if (moves.length > 0) return { moves: made, clicked: [...clicked, cell] };
  const jumps = clicked.length > 0 && board.cells[cell].kind === "draughts"
    ? following(board, clicked).filter((move) => board.moves[move].at(-1) === cell) : [];
  if (jumps.length === 1) return { moves: jumps, clicked: board.moves[jumps[0]] };
  if (clicked.length === 0 || clicked[clicked.length - 1] === cell) return { moves: [], clicked: [] };
  return click(board, [], cell);
}

/** So many pieces that can move are named where another one was clicked. */
const NAMED = 6;

/**
 * Say why a click makes no move: a piece from which no move begins is named, with those that can move. Where a move is
 * a single click, only the rules know why this one is none.
 * @param {Api.BoardView} board @param {number} cell @param {(move: string, words?: string) => void} onRefuse
 */
export function refuseClick(board, cell, onRefuse) {
  const { name, piece } = board.cells[cell];
  const movable = targets(board, []).map((index) => board.cells[index].name);
  const others = movable.length > NAMED ? "" : `; what can move: ${movable.join(", ")}`;
  const isSingle = Object.values(board.moves).every((path) => path.length < 2);
  // A name of several words, as in "upper edge", is no move that could be typed.
  if (isSingle && /^\S+$/.test(name)) onRefuse(name);
  else if (!isSingle && piece) onRefuse(name, `No legal move begins at ${name}${others}.`);
}

/** The cells that a move highlights. @param {Api.BoardView} board @param {string} move */
export function touchedBy(board, move) {
  return board.touched[move] ?? board.moves[move] ?? [];
}

/** The letters that are shortcuts of the page: they begin legal moves only. */
const SHORTCUTS = "hnrw";

/**
 * The key of a shortcut of the page as it works in a position: with Alt where moves are typed that begin with its
 * letter.
 * @param {Api.PositionView | null} position
 * @param {string} letter in upper case
 */
export function shortcutIn(position, letter) {
  if (position === null || position.legal.length === 0) return letter;
  const { columns, piece_names: pieces } = position.board;
  const begins = [...position.legal, ...columns].some((word) => word.slice(0, 1).toUpperCase() === letter);
  // A knight that cannot move now can after the next move: the shortcut stays the same during a game.
  return begins || (columns.length > 0 && letter in pieces) ? `Alt+${letter}` : letter;
}

/**
 * What a key typed after others does: `{ typed }` is the text so far, with `{ move }` when that can only mean one, or
 * with `{ refused }`, the text of a move that is not legal. Null when the key means nothing here.
 * @param {string[]} legal
 * @param {string[]} names of cells and columns, which may be typed although no legal move begins with them
 * @param {string} typed @param {string} key
 * @returns {{ typed: string, move?: string, refused?: string } | null}
 */
export function type(legal, names, typed, key) {
  // Upper case decides only between two moves: a bishop and the b-pawn may both take on c3.
  const alike = (/** @type {string[]} */ words,
    /** @type {(fold: (word: string) => string) => (word: string) => boolean} */ test) => {
    const exact = words.filter(test((word) => word));
    return exact.length > 0 ? exact : words.filter(test((word) => word.toLowerCase()));
  };
  const begins = (/** @type {string[]} */ words, /** @type {string} */ text) =>
    alike(words, (fold) => (word) => fold(word).startsWith(fold(text)));
  const equal = (/** @type {string} */ text) => alike(legal, (fold) => (move) => fold(move) === fold(text))[0];
  if (key === "Enter") {
    if (typed === "") return null;
    return equal(typed) === undefined ? { typed: "", refused: typed } : { typed: "", move: equal(typed) };
  }
  if (key === "Backspace") return typed === "" ? null : { typed: typed.slice(0, -1) };
  if (key === "Escape") return typed === "" ? null : { typed: "" };
  if (key.length !== 1 || key === " ") return null;
  const letter = key;
  const text = typed + letter;
  for (const longest of [text, letter]) {
    const possible = begins(legal, longest);
    if (possible.length > 0) {
      return possible.length === 1 && equal(longest) !== undefined
        ? { typed: "", move: equal(longest) } : { typed: longest };
    }
    if (longest === letter && SHORTCUTS.includes(letter.toLowerCase())) return null;
    const named = begins(names, longest);
    if (named.length > 0) {
      return named.every((name) => name.toLowerCase() === longest.toLowerCase())
        ? { typed: "", refused: longest } : { typed: longest };
    }
  }
  return /\d/.test(letter) ? { typed: "", refused: text } : null;
}

/**
 * A position's text and cells with another piece written into one cell; later spans are shifted.
 * @param {string} text @param {Api.CellView[]} cells
 * @param {number} index of a cell that has a span
 * @param {string} piece
 * @param {boolean} isEmpty whether this piece stands for an empty cell
 */
function written(text, cells, index, piece, isEmpty) {
  const [start, end] = cells[index].span ?? [0, 0];
  const shift = piece.length - (end - start);
  return {
    text: text.slice(0, start) + piece + text.slice(end),
    cells: cells.map((cell, number) => {
      if (number === index) return { ...cell, piece: isEmpty ? "" : piece, span: [start, start + piece.length] };
      return cell.span && cell.span[0] >= end ? { ...cell, span: cell.span.map((place) => place + shift) } : cell;
    }),
  };
}

/**
 * What is written where, so that a piece comes to stand on a cell or, with "", a cell becomes empty. Where pieces
 * fall, one that is put into a column comes to lie on the lowest empty cell, and those above one that is taken away
 * come down.
 * @param {Api.BoardView} board @param {number} index
 * @param {string} piece a piece, or "" for none
 * @returns {[index: number, piece: string][]}
 */
export function edits({ cells, falls }, index, piece) {
  if (!falls || (piece !== "" && cells[index].piece !== "")) return [[index, piece]];
  const column = cells.flatMap(({ x }, each) => (x === cells[index].x ? [each] : []))
    .sort((one, other) => cells[other].y - cells[one].y);
  if (piece !== "") return [[column.find((each) => cells[each].piece === "") ?? index, piece]];
  const above = column.slice(column.indexOf(index));
  return above.map((each, height) => [each, cells[above[height + 1]]?.piece ?? ""]);
}

/**
 * A position's text and cells after these pieces were written; "" is an empty cell where cells hold pieces.
 * @param {string} text @param {Api.BoardView} board @param {[index: number, piece: string][]} changes
 */
export function afterEdits(text, { cells, pieces }, changes) {
  const write = (/** @type {{ text: string, cells: Api.CellView[] }} */ now, /** @type {[number, string]} */
    [index, piece]) =>
    written(now.text, now.cells, index, piece || pieces[0], piece === "");
  return changes.reduce(write, { text, cells });
}

/** @type {Record<string, [dx: number, dy: number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The cell that an arrow key leads to from a cell, of those that take the focus: the nearest, straight ahead if
 * possible.
 * @param {Api.CellView[]} cells @param {number[]} reachable @param {number} from @param {string} key
 * @param {boolean} [turned] whether the board is seen from its opposite edge
 */
export function neighbour(cells, reachable, from, key, turned = false) {
  const [dx, dy] = DIRECTIONS[key].map((step) => (turned ? -step : step));
  const middle = (/** @type {Api.CellView} */ cell) => [cell.x + cell.width / 2, cell.y + cell.height / 2];
  const [x, y] = middle(cells[from]);
  let best = from;
  let least = Infinity;
  for (const index of reachable) {
    const [x2, y2] = middle(cells[index]);
    const ahead = (x2 - x) * dx + (y2 - y) * dy;
    const aside = Math.abs((x2 - x) * dy) + Math.abs((y2 - y) * dx);
    if (index !== from && ahead > 0.01 && aside <= ahead * 2 && ahead + 2 * aside < least) {
      best = index;
      least = ahead + 2 * aside;
    }
  }
  return best;
}
