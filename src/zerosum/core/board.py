"""A position as cells that can be drawn and clicked, without its rules: what a picture needs to know.

A game may bring its own board (`Text.board`); for every other one, the words of its drawing are the cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import takewhile
from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, Move, State, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One place of a board.

    `x` and `y` are its column and row from the top left, `name` what people call it, `label` what is written small
    into it, so that people know what to type, and `piece` what stands on it: the mark of a side, a count, or nothing.
    `kind` is how it is drawn: "square", "disc" and "pawn" (squares for these), "point" (where lines meet), "hole"
    (round, in a wall), "pit" (round, holds a count), "hexagon", "line" (a stroke along the cell, drawn where it has a
    piece), "thing" (to be taken; gone without a piece), "score" (a number in a box), "die" (its piece is the face,
    nothing before the roll), or "word" (text alone).

    Some kinds belong to one game. "chess": a square, whose piece is a letter as in FEN, upper case for White.
    "draughts": a square, dark where x + y is odd; the piece is b or w for a man, B or W for a king, the label the
    number of the square. "stone": a point of a Go board, whose lines are drawn by themselves. "spike": a point of a
    backgammon board, in the upper or the lower half; its piece is the mark of a side and how many checkers it has
    there, as in X3. "bar" and "off" hold checkers in the same way: those that were hit, and those that are borne off.

    `width` and `height` are in cells. `owner` is the mark of the side to which the place belongs, and tints it; on an
    empty "stone" it is shown as territory.
    `span` says where in the position's text the piece is written, so that it can be edited.
    """

    x: float
    y: float
    name: str
    label: str = ""
    piece: str = ""
    kind: str = "square"
    width: float = 1
    height: float = 1
    owner: str = ""
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All cells of a position, in reading order, and how moves are made on them.

    A cell keeps its number from one position of a game to the next. `columns` and `rows` are written along the
    edges. `pieces` are what may be written into a cell's span by editing, the first where nothing stands; where
    there are none, the cells hold counts. Where it `falls`, a piece that is put into a column comes to lie on the
    lowest empty cell, and those above one that is taken away come down.

    `moves` gives for each legal move the numbers of the cells to click, one after the other; a move that is not there
    gets a button. Moves with the same clicks, such as promotions, are chosen in a small menu after the last click. A
    move that only the rules forbid may be given too: `board_of` leaves it out. The rest is for the few moves that need
    it. `area`: all the cells that stand for the only click of a move, that one included.
    `touched`: the cells to light up under the pointer and after the move, where those are not the clicked ones.
    `shown`: the cell that shows the value of a move, if it is not the last clicked one. `lines` are drawn
    between the middles of two cells each. `winning` are the lines of cells that won the game. `score` is what each side
    has so far, such as discs or seeds, where that decides the game. `sowing` are the cells through which seeds are
    sown, in this order and round again.

    `marks` are cells with something to know about them, by their numbers: "check" (the king in check) or "ko" (the
    point that may not be played now). `faded` are cells to draw pale, such as dice that were used. `stars` are the star
    points of a Go board. `captured` are the pieces that each side has taken, the most valuable first; `notes` are a few
    words for each side, shown beside its name: "+3" for its material, "167 pips". `lower_side` is the side that
    sits at the lower edge, where the other one sees the board from the opposite edge; None where nobody turns it.
    `piece_names` says what people call a piece: "white knight" for N.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    falls: bool = False
    moves: dict[Move, tuple[int, ...]] = field(default_factory=dict)
    area: dict[Move, tuple[int, ...]] = field(default_factory=dict)
    touched: dict[Move, tuple[int, ...]] = field(default_factory=dict)
    shown: dict[Move, int] = field(default_factory=dict)
    lines: tuple[tuple[int, int], ...] = ()
    winning: tuple[tuple[int, ...], ...] = ()
    score: tuple[int, int] | None = None
    sowing: tuple[int, ...] = ()
    marks: dict[int, str] = field(default_factory=dict)
    faded: tuple[int, ...] = ()
    stars: tuple[int, ...] = ()
    captured: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    notes: tuple[str, str] = ("", "")
    lower_side: int | None = None
    piece_names: Mapping[str, str] = field(default_factory=dict)


def board_of(
    game: Game, state: State, before: State | None = None, move: Move | None = None, rolled: str = ""
) -> Board:
    """The board of a position with its legal moves: the game's own, or one made from its drawing.

    `before` and `move` say how the position came about: a die that the state does not know shows the last roll.
    `rolled` is the last roll in a game with several dice: those that the state has no more were used, and are pale.
    """
    if game.text.board is None:
        return drawn_board(game, state)
    board = game.text.board(state)
    if not isinstance(board, Board):
        raise BadRules(f"board gives {board!r:.60}, which is not a zerosum.Board")
    legal = set() if game.is_over(state) else set(listed(game.moves(state)))

    def kept(of_moves: dict[Move, Any]) -> dict[Move, Any]:
        return {move: cells for move, cells in of_moves.items() if move in legal}

    cells = board.cells
    if before is not None and move is not None and game.to_move(before) == CHANCE:
        face = game.move_text(before, move)
        cells = tuple(replace(cell, piece=cell.piece or face) if cell.kind == "die" else cell for cell in cells)
    faded = board.faded
    dice = [number for number, cell in enumerate(board.cells) if cell.kind == "die"]
    if len(dice) > 1 and len(dice) == len(rolled):
        left = [cells[number].piece for number in dice]
        shown = dict(zip(dice, rolled, strict=True))
        for number, face in shown.items():
            if face in left:
                left.remove(face)
            else:
                faded = (*faded, number)
        cells = tuple(replace(cell, piece=shown.get(number, cell.piece)) for number, cell in enumerate(board.cells))
    return replace(
        board,
        cells=cells,
        faded=faded,
        moves=kept(board.moves),
        area=kept(board.area),
        touched=kept(board.touched),
        shown=kept(board.shown),
    )


def drawn_board(game: Game, state: State) -> Board:
    """A board from the words of a drawing: one that names a legal move, and stands there once, is clicked to make it.

    Most moves must be named, and not by the only word there is; otherwise the words mean something else. Rows of
    equally many words are a grid of cells; other words stay where they were drawn. A line such as "moves: 1 2 3" is
    left out, since what cannot be clicked has buttons.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> board = drawn_board(game, game.play(game.start, 4))
    >>> board.width, board.height, len(board.cells), board.moves[0], board.cells[4].piece
    (3, 3, 9, (0,), 'X')
    """
    lines = game.text.draw(state).splitlines()
    drawn = [line for line in lines if not line.strip().startswith("moves:")]
    named: dict[str, Move] = {}
    if len(drawn) == len(lines) and not game.is_over(state):
        named = {game.move_text(state, move): move for move in listed(game.moves(state))}
    shapes = {_shape(game.move_text(game.start, move)) for move in listed(game.moves(game.start))}
    rows = [words for words in map(_words, drawn) if words]
    often = Counter(word for words in rows for _, word in words)
    found = [word for word in named if often[word] == 1]
    if 2 * len(found) <= len(named) or len(often) == 1:
        found = []
    is_grid = len(rows) > 1 and len({len(words) for words in rows}) == 1
    cells: list[Cell] = []
    moves: dict[Move, tuple[int, ...]] = {}
    for y, words in enumerate(rows):
        for number, (place, word) in enumerate(words):
            is_move = word in found
            if is_move:
                moves[named[word]] = (len(cells),)
            # A word that looks like a move is the name of an empty place, also when nobody may go there now.
            looks_empty = word in EMPTY_SIGNS or (word not in game.sides and _shape(word) in shapes)
            is_empty = is_move or (is_grid and looks_empty)
            cells.append(
                Cell(
                    x=number if is_grid else place / CHARACTERS_PER_CELL,
                    y=y,
                    width=1 if is_grid else (len(word) + 1) / CHARACTERS_PER_CELL,
                    name=word if is_empty or not is_grid else f"row {y + 1}, column {number + 1}",
                    label=word if is_empty and word not in EMPTY_SIGNS else "",
                    piece="" if is_empty else word,
                    kind="square" if is_grid or is_move or word in game.sides else "word",
                )
            )
    width = max((cell.x + cell.width for cell in cells), default=1)
    return Board(width=width, height=max(1, len(rows)), cells=tuple(cells), moves=moves)


EMPTY_SIGNS = (".", "-", "_")
"""How drawings show an empty place."""

CHARACTERS_PER_CELL = 2
"""The characters of a drawing that are as wide as a cell."""


def _words(line: str) -> list[tuple[int, str]]:
    """The words of a line and where they begin, without what only rules lines."""
    found = [(match.start(), match.group()) for match in re.finditer(r"[^\s|]+", line)]
    return [
        (place, word)
        for place, word in found
        if word in EMPTY_SIGNS or any(letter.isalnum() for letter in word) or not set(word) - set("#*@")
    ]


def _shape(word: str) -> str:
    """What a word looks like: a1 and c12 are alike, 7 and x are not.

    >>> _shape("a1") == _shape("c12"), _shape("7") == _shape("x")
    (True, False)
    """
    return re.sub("[0-9]+", "0", re.sub("[A-Za-z]", "a", word))


def board_json(
    game: Game,
    state: State,
    before: State | None = None,
    move: Move | None = None,
    rolled: str = "",
    texts: Mapping[Move, str] | None = None,
) -> dict[str, Any]:
    """The form that a page draws, see `board_of`; moves go by their texts, which a caller who knows them gives."""
    board = board_of(game, state, before, move, rolled)
    written = texts if texts is not None else {each: game.move_text(state, each) for each in board.moves}

    def by_text(of_moves: dict[Move, Any]) -> dict[str, Any]:
        return {written[move]: list(cells) if isinstance(cells, tuple) else cells for move, cells in of_moves.items()}

    told = {name: _listed(value) for name, value in asdict(board).items()}
    of_moves = {name: by_text(getattr(board, name)) for name in ("moves", "area", "touched", "shown")}
    return {**told, **of_moves, "marks": {str(cell): mark for cell, mark in board.marks.items()}}


def _listed(value: Any) -> Any:
    """A value with lists in place of its tuples, as JSON has them."""
    if isinstance(value, dict):
        return {name: _listed(each) for name, each in value.items()}
    return list(map(_listed, value)) if isinstance(value, tuple | list) else value


def turn_place(game: Game, state: State) -> int | None:
    """How many characters before the end of a position's text the side to move is written; None if it is not.

    In many games the number of pieces tells whose turn it is.

    >>> from zerosum.core.games import load
    >>> [turn_place(game, game.start) for game in map(load, ("othello:4", "morris9", "tictactoe"))]
    [1, 4, None]
    """
    text, side = game.position_text(state), game.to_move(state)
    found = None if side == CHANCE else re.search(rf":{re.escape(game.sides[side][0])}(?=:|$)", text)
    return None if found is None else len(text) - found.start() - 1


def pieces_of(game: Game, state: State) -> list[str]:
    """What stands on each cell of the board."""
    board = drawn_board(game, state) if game.text.board is None else game.text.board(state)
    return [cell.piece for cell in board.cells]


def places_of_cells(game: Game, state: State) -> list[tuple[int, int]]:
    """Where each cell of the board stands in the drawing, from and to; nothing where that cannot be told.

    The words of a drawing are its cells, behind a line of headings; each piece must stand where its cell is. Names of
    edges, the last cells of a board, are not drawn.
    """
    cells = list(takewhile(lambda cell: cell.kind != "word", board_of(game, state).cells))
    words = [word for word in re.finditer(r"[^\s|]+", game.text.draw(state)) if set(word[0]) - set("-+")]
    words = words[len(words) - len(cells) :]
    is_told = len(words) == len(cells) and all(
        word[0] == cell.piece for word, cell in zip(words, cells, strict=True) if cell.piece
    )
    return [word.span() for word in words] if is_told else []


def touched_by(game: Game, state: State, move: Move) -> list[int]:
    """The cells to light up when this move has been made."""
    board = board_of(game, state)
    return list(board.touched.get(move, board.moves.get(move, ())))
