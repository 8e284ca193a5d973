"""Breakthrough on width x height: pawns step forward and capture diagonally; the first to get across wins.

A state is (white pawns, black pawns, side to move), where the pawns of a side are a set of cells (`bitboard.py`), since
the usual board has 64. Cells are numbered row by row from the top left. White starts at the bottom and moves up, Black
at the top and moves down, with two rows each, or one on a board of fewer than five rows; on 3 x 4:

    0  1  2    a4 b4 c4    black pawns
    3  4  5    a3 b3 c3
    6  7  8    a2 b2 c2
    9 10 11    a1 b1 c1    white pawns

Move 3c + 1 is the step straight forward from cell c, 3c the one towards the left edge, and 3c + 2 towards the right.
"""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.bitboard import Cells, bitboard, from_int
from zerosum.core.games.grid import COLUMNS, bits_of, refuse_bad_pawns
from zerosum.core.games.lettered_grid import LetteredGrid
from zerosum.core.rules import Example, Rules, Text

State = tuple[Cells, Cells, int]
SIDES = ("W", "B")
MOST_CELLS = 400

EXAMPLES = (
    Example("A pawn moves one step forward, straight or diagonally.", "breakthrough:5x5", "", "c2d3"),
    Example("Diagonally it may capture.", "breakthrough:5x5", "BBBBB/-BBBB/-B---/-WWWW/WWWWW:W", "c2xb3"),
    Example("A pawn on the far row wins.", "breakthrough:5x5", "BB-BB/BBWBB/--B--/WW-WW/WWWWW:W", "c4c5"),
)
"""What the rules allow, move by move."""


def breakthrough(width: int = 8, height: int = 8) -> Game:
    """Breakthrough on a board of this size."""
    if width < 2 or height < 3:
        raise BadSpec(f"Breakthrough {width}x{height} is too small: it needs at least two columns and three rows")
    if width > len(COLUMNS) or width * height > MOST_CELLS:
        raise BadSpec(
            f"Breakthrough {width}x{height} is too large: at most {len(COLUMNS)} columns and {MOST_CELLS} cells "
            "are possible"
        )
    return Game(
        name=f"Breakthrough {width}x{height}",
        spec=f"breakthrough:{width}x{height}",
        rules=rules(width, height),
        text=text(width, height),
        sides=SIDES,
        examples=EXAMPLES,
        about="Pawns move one step forward, straight or diagonally, to an empty cell; diagonally they may capture.\n"
        "You win by reaching the far row, or by capturing all pawns of your opponent.",
    )


def pawn_rows(height: int) -> int:
    """How many rows of pawns each side begins with."""
    return 2 if height >= 5 else 1


def rules(width: int, height: int) -> Rules:
    """Who moves, where, and when it ends."""
    cells = width * height
    pawns = width * pawn_rows(height)
    sets = bitboard(cells)
    top, bottom = sets.of(range(width)), sets.of(range(cells - width, cells))

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> Iterator[int]:
        white, black, side = state
        mine, theirs = (white, black) if side == 0 else (black, white)
        forward = -width if side == 0 else width
        for number in range(cells):
            # The most advanced pawns come first.
            cell = number if side == 0 else cells - 1 - number
            if sets.has(mine, cell):
                ahead = cell + forward
                if cell % width > 0 and not sets.has(mine, ahead - 1):
                    yield 3 * cell
                if not sets.has(mine, ahead) and not sets.has(theirs, ahead):
                    yield 3 * cell + 1
                if cell % width < width - 1 and not sets.has(mine, ahead + 1):
                    yield 3 * cell + 2

    def play(state: State, move: int) -> State:
        white, black, side = state
        cell, sideways = move // 3, move % 3 - 1
        if side == 0:
            target = cell - width + sideways
            return sets.put(sets.take(white, cell), target), sets.take(black, target), 1
        target = cell + width + sideways
        return sets.take(white, target), sets.put(sets.take(black, cell), target), 0

    def is_over(state: State) -> bool:
        white, black, side = state
        # Only the side that has just moved can have got across, or have captured the last pawn.
        if side == 1:
            return sets.is_empty(black) or not sets.is_empty(sets.both(white, top))
        return sets.is_empty(white) or not sets.is_empty(sets.both(black, bottom))

    def utility(state: State) -> int:
        return 2 * state[2] - 1

    def estimate(state: State) -> int:
        # Pawns count, and rows towards the far edge count a little.
        total = 0
        for cell in range(cells):
            row = cell // width
            if sets.has(state[0], cell):
                total += 2 * height - row
            if sets.has(state[1], cell):
                total -= height + 1 + row
        return total

    return Rules(
        start=(sets.of(range(cells - pawns, cells)), sets.of(range(pawns)), 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=estimate,
    )


def text(width: int, height: int) -> Text:
    """Positions as `BBB/---/---/WWW:W` with the side to move, moves as `a1b2`, or `a1xb2` where a pawn is captured."""
    cells = width * height
    sets = bitboard(cells)
    grid = LetteredGrid(width, height, SIDES)

    def write_position(state: State) -> str:
        return grid.write(*state)

    def read_position(position: str) -> State:
        pawns, side = grid.read(position)
        if SIDES[1 - side] not in pawns:
            raise BadPosition(f"{SIDES[1 - side]} has just moved, but has no pawn on the board")
        refuse_bad_pawns(pawns, width, pawn_rows(height), SIDES, side)
        return from_int(sets, bits_of(pawns, SIDES[0])), from_int(sets, bits_of(pawns, SIDES[1])), side

    def from_to(state: State, move: int) -> tuple[int, int]:
        cell = move // 3
        return cell, cell + (width if state[2] else -width) + move % 3 - 1

    def stays_on_the_board(state: State, move: int) -> bool:
        return 0 <= move // 3 % width + move % 3 - 1 < width and 0 <= from_to(state, move)[1] < cells

    def write_move(state: State, move: int) -> str:
        cell, target = from_to(state, move)
        captures = sets.has(state[1 - state[2]], target)  # type: ignore[arg-type]
        return grid.names[cell] + ("x" if captures else "") + grid.names[target]

    def read_move(state: State, word: str) -> int:
        for move in range(3 * cells):
            if stays_on_the_board(state, move):
                cell, target = (grid.names[each] for each in from_to(state, move))
                if word.lower() in (f"{cell}{target}", f"{cell}-{target}", f"{cell}x{target}"):
                    return move
        raise BadMove(f"{word!r} is not a move like a2a3 or a2xb3")

    def draw(state: State) -> str:
        return grid.draw(state[0], state[1])

    def board(state: State) -> Board:
        moves = {move: from_to(state, move) for move in range(3 * cells) if stays_on_the_board(state, move)}
        return grid.board(state[0], state[1], moves, "pawn")

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="from and to, as in a2a3, or a2xb3 for a capture",
        board=board,
    )
