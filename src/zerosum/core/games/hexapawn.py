"""Hexapawn on width x height: pawns step forward and capture diagonally; get across, or block.

A state is (white pawns, black pawns, side to move). Bit c is a cell, row by row from the top left.
White starts on the bottom row and moves up, Black on the top row and moves down; on 3 x 3:

    0 1 2    a3 b3 c3    black pawns
    3 4 5    a2 b2 c2
    6 7 8    a1 b1 c1    white pawns

With n cells, move c is the step forward from cell c, n + c its capture towards the left edge, and
2n + c towards the right, so that all moves come from a few shifts of the boards.
"""

from __future__ import annotations

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.grid import EMPTY, bits_of, cell_name, refuse_bad_pawns
from zerosum.core.games.lettered_grid import LetteredGrid
from zerosum.core.rules import Example, Rules, Text

State = tuple[int, int, int]
SIDES = ("W", "B")

EXAMPLES = (
    Example("A pawn moves one step forward to an empty cell.", "hexapawn:3x3", "", "b1b2"),
    Example("It captures one step diagonally forward.", "hexapawn:3x3", "B-B/-B-/W-W:W", "a1xb2"),
    Example("A pawn on the far row wins.", "hexapawn:3x3", "B--/-W-/--W:W", "b2b3"),
)
"""What the rules allow, move by move."""


def hexapawn(width: int = 3, height: int = 3) -> Game:
    """Hexapawn on a board of this size."""
    if width < 1 or height < 2:
        raise BadSpec(f"Hexapawn {width}x{height} is too small: it needs at least one column and two rows")
    if 3 * width * height > 63:
        raise BadSpec(f"Hexapawn {width}x{height} is too large: at most 21 cells are possible")
    return Game(
        name=f"Hexapawn {width}x{height}",
        spec=f"hexapawn:{width}x{height}",
        rules=rules(width, height),
        text=text(width, height),
        sides=SIDES,
        examples=EXAMPLES,
        about="Pawns move one step forward to an empty cell, or capture one step diagonally forward.\n"
        "You win by reaching the far row, or when your opponent cannot move.",
    )


def rules(width: int, height: int) -> Rules:
    """Who moves, where, and when it ends."""
    cells = width * height
    top = (1 << width) - 1
    bottom = top << cells - width
    left_edge = sum(1 << width * row for row in range(height))
    right_edge = left_edge << width - 1

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> int:
        white, black, side = state
        pawns = white | black
        if side == 0:
            steps = white & ~(pawns << width) & ~top
            leftward = white & black << width + 1 & ~left_edge
            rightward = white & black << width - 1 & ~right_edge
        else:
            steps = black & ~(pawns >> width) & ~bottom
            leftward = black & white >> width - 1 & ~left_edge
            rightward = black & white >> width + 1 & ~right_edge
        return steps | leftward << cells | rightward << 2 * cells

    def play(state: State, move: int) -> State:
        white, black, side = state
        kind, cell = move // cells, move % cells
        sideways = (0, -1, 1)[kind]
        if side == 0:
            target = cell - width + sideways
            return white ^ (1 << cell | 1 << target), black & ~(1 << target), 1
        target = cell + width + sideways
        return white & ~(1 << target), black ^ (1 << cell | 1 << target), 0

    def is_over(state: State) -> bool:
        return state[0] & top != 0 or state[1] & bottom != 0 or moves(state) == 0

    def utility(state: State) -> int:
        # Whoever is to move has lost: the other side is across, or nothing can move.
        return 2 * state[2] - 1

    def estimate(state: State) -> int:
        # Pawns count, and rows towards the far edge count a little.
        total = 0
        for cell in range(cells):
            row = cell // width
            total += (state[0] >> cell & 1) * (2 * height - row)
            total -= (state[1] >> cell & 1) * (height + 1 + row)
        return total

    def mirrored(pawns: int) -> int:
        image = 0
        for cell in range(cells):
            image |= (pawns >> cell & 1) << (cell - cell % width + width - 1 - cell % width)
        return image

    def canonical(state: State) -> State:
        white, black, side = state
        least = min((white, black), (mirrored(white), mirrored(black)))
        return least[0], least[1], side

    def class_size(state: State) -> int:
        return 1 if mirrored(state[0]) == state[0] and mirrored(state[1]) == state[1] else 2

    def key(state: State) -> int:
        return (state[0] << cells | state[1]) << 1 | state[2]

    return Rules(
        start=(bottom, top, 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=estimate,
        canonical=canonical,
        class_size=class_size,
        order=tuple(range(cells, 3 * cells)) + tuple(range(cells)),
        key=key,
    )


def text(width: int, height: int) -> Text:
    """Positions as `BBB/---/WWW:W` with the side to move, moves as `a1a2` and `a1xb2`."""
    cells = width * height
    grid = LetteredGrid(width, height, SIDES)

    def write_position(state: State) -> str:
        return grid.write(*state)

    def read_position(position: str) -> State:
        pawns, side = grid.read(position)
        if not pawns.strip(EMPTY):
            raise BadPosition("there is no pawn on the board, but whoever captures last has one")
        refuse_bad_pawns(pawns, width, 1, SIDES, side)
        return bits_of(pawns, SIDES[0]), bits_of(pawns, SIDES[1]), side

    def cell_text(cell: int) -> str:
        # `read_move` asks for the rows beyond the board too, where `grid.names` ends.
        return cell_name(cell, width, height - cell // width)

    def from_to(state: State, move: int) -> tuple[int, int]:
        kind, cell = divmod(move, cells)
        return cell, cell + (width if state[2] else -width) + (0, -1, 1)[kind]

    def write_move(state: State, move: int) -> str:
        cell, target = from_to(state, move)
        return cell_text(cell) + ("x" if move >= cells else "") + cell_text(target)

    def read_move(state: State, word: str) -> int:
        for move in range(3 * cells):
            cell, kind = move % cells, move // cells
            column = cell % width + (0, -1, 1)[kind]
            if 0 <= column < width and word.lower().replace("-", "") == write_move(state, move):
                return move
        raise BadMove(f"{word!r} is not a move like a1a2 or a1xb2")

    def draw(state: State) -> str:
        return grid.draw(state[0], state[1])

    def board(state: State) -> Board:
        moves = {move: from_to(state, move) for move in range(3 * cells)}
        return grid.board(state[0], state[1], moves, "pawn")

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="from and to, as in a1a2, or a1xb2 for a capture",
        board=board,
    )
