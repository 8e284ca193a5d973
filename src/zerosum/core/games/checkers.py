"""Checkers (English draughts) on 8x8, 6x6 or 4x4: its texts, its board, and what moves do; see `checkers_rules.py`.

The dark squares are numbered row by row from the top, where Black begins. A move is `11-15`, or `22x18` for a jump. A
chain of jumps is written by its ends, `15x31`, and by all of its squares, `15x24x31`, where that is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.checkers_pdn import notation, rows_of_fen
from zerosum.core.games.checkers_rules import State, bit_of_square, few_pieces, jumps_of, kings_alone, path_of, rules
from zerosum.core.games.grid import EMPTY, read_rows, split_side, write_rows
from zerosum.core.games.pasted_board import is_pasted
from zerosum.core.rules import Example, Level, Reason, Rules, Text, listed

SIZES = (4, 6, 8)
SIDES = ("Black", "White")
PIECES = "bwBW"
PIECE_NAMES = {"b": "black man", "w": "white man", "B": "black king", "W": "white king"}
"""Men and kings of Black and White."""

EXAMPLES = (
    Example("A man steps diagonally forward.", "checkers", "", "11-15"),
    Example(
        "A side that can jump must jump, and goes on as long as it can.",
        "checkers",
        "----/----/b---/-w--/----/--w-/----/w---:B",
        "9x27",
    ),
    Example(
        "A man on the far row becomes a king, which also moves backward.",
        "checkers",
        "----/----/----/----/b---/----/b--w/----:B",
        "25-30",
    ),
)
"""What the rules allow, move by move."""


LEVELS = (
    Level(30, 40.0),
    Level(30),
    Level(65),
    Level(130),
    Level(260),
    Level(560),
    Level(1300),
    Level(3000),
)
"""The eight levels, found by matches (`docs/levels.md`)."""


NUMBERED_PIECE = re.compile(r"\b([bwBW])[0-9]{1,2}\b")
"""A piece with the number of its square, as it is drawn."""


def checkers(size: int = 8) -> Game:
    """Checkers on a board of this size."""
    if size not in SIZES:
        raise BadSpec(f"Checkers is played on 4x4, 6x6 or 8x8, not on {size}x{size}")
    made = rules(size)
    texts = text(size, made)
    return Game(
        name="Checkers" if size == 8 else f"Checkers {size}x{size}",
        spec="checkers" if size == 8 else f"checkers:{size}",
        rules=made,
        text=texts,
        sides=SIDES,
        reasons=reasons(made),
        endings=endings(size),
        examples=EXAMPLES,
        best_search="selective" if size > 4 else None,
        unit="hundredths of a man",
        levels=LEVELS if size > 4 else (),
        notation=notation(size, made, texts),
        about="Men step diagonally forward, kings forward and backward. A piece captures by jumping over one of the\n"
        "other side to the empty square behind it, and goes on jumping as long as it can. If you can jump, you\n"
        "must. A man that reaches the far row becomes a king, and its move ends. A side that cannot move loses.\n"
        "A game that repeats a position is a draw.",
    )


def endings(size: int) -> dict[str, Callable[[], Iterator[State]]]:
    """Two kings against one (`2-1`) and so on, and all positions with at most three pieces (`3-pieces`)."""
    kings = ((2, 1), (2, 2), (3, 1), (3, 2)) if size > 4 else ((2, 1),)
    found = {f"{one}-{other}": partial(kings_alone, size, one, other) for one, other in kings}
    return {**found, "3-pieces": partial(few_pieces, size, 3)}


def cell_of_square(size: int, square: int) -> int:
    """The cell of the whole board, row by row, that a dark square is; both from 0.

    >>> [cell_of_square(8, square) for square in (0, 4, 31)]
    [1, 8, 62]
    """
    row = 2 * square // size
    return 2 * square + (1 - row % 2)


def text(size: int, game_rules: Rules) -> Text:
    """Positions as the rows of the dark squares with the side to move, or as PDN has them; moves by their squares."""
    half, squares = size // 2, size * size // 2
    bits = [bit_of_square(size, square) for square in range(squares)]
    cells = [cell_of_square(size, square) for square in range(squares)]
    square_of_bit = {bit: square for square, bit in enumerate(bits)}
    square_of_cell = {cell: square for square, cell in enumerate(cells)}

    def letters(state: State) -> list[str]:
        """What stands on each dark square."""
        black, white, men, _ = state
        return [
            PIECES[(white >> bit & 1) + 2 * (~men >> bit & 1)] if (black | white) >> bit & 1 else EMPTY for bit in bits
        ]

    def write_position(state: State) -> str:
        return f"{write_rows(letters(state), half)}:{SIDES[state[3]][0]}"

    def read_position(position: str) -> State:
        if re.match("[BW]:", position):
            position = rows_of_fen(size, position)
        rows, side = split_side(NUMBERED_PIECE.sub(r"\1", position), SIDES)
        if is_pasted(rows) or len(rows.partition("/")[0]) in (size, size * size):
            return state_of(dark_squares(read_rows(rows, size, size, PIECES)), side)
        return state_of(read_rows(rows, half, size, PIECES), side)

    def dark_squares(board: str) -> str:
        """What stands on the dark squares of a board that is written with its light squares."""
        for cell, letter in enumerate(board):
            if letter != EMPTY and cell not in square_of_cell:
                place = f"row {cell // size + 1}, column {cell % size + 1}"
                raise BadPosition(f"{letter!r} in {place} stands on a light square, but pieces stand on dark ones")
        return "".join(board[cell] for cell in cells)

    def state_of(board: str, side: int) -> State:
        most = half * (half - 1)
        for name, letter in zip(SIDES, PIECES, strict=False):
            count = sum(each.lower() == letter for each in board)
            if count > most:
                raise BadPosition(f"{name} has at most {most} pieces, but the position has {count}")
            if letter in (board[-half:] if letter == "b" else board[:half]):
                raise BadPosition(f"{name} has a man on the far row, where it would be a king")
        if not any(each.lower() == PIECES[1 - side] for each in board):
            raise BadPosition(f"{SIDES[1 - side]} has just moved, but has no piece on the board")
        held = {
            letter: sum(1 << bit for bit, each in zip(bits, board, strict=True) if each == letter) for letter in PIECES
        }
        return held["b"] | held["B"], held["w"] | held["W"], held["b"] | held["w"], side

    def visited(move: int) -> list[int]:
        """The numbers of the squares that a move names, as people count them."""
        return [square_of_bit[bit] + 1 for bit in path_of(size, move)]

    def write_move(state: State, move: int) -> str:
        path, mark = visited(move), "x" if jumps_of(move) else "-"
        ends = path[0], path[-1]
        if len(path) > 2 and any(
            other != move and (visited(other)[0], visited(other)[-1]) == ends
            for other in listed(game_rules.moves(state))
        ):
            return mark.join(map(str, path))
        return mark.join(map(str, ends))

    def read_move(state: State, word: str) -> int:
        if re.fullmatch(r"\d{1,2}([-x:]\d{1,2})+", word.lower()) is None:
            raise BadMove(f"{word!r} is not a move like 11-15 or 22x18")
        path = [int(number) for number in re.findall(r"\d+", word)]
        for square in path:
            if not 1 <= square <= squares:
                raise BadMove(f"there is no square {square}; the squares are 1 to {squares}")
        legal = listed(game_rules.moves(state))
        by_path = {tuple(visited(move)): move for move in legal}
        if tuple(path) in by_path:
            return by_path[tuple(path)]
        by_ends = [each for each in by_path if len(path) == 2 and [each[0], each[-1]] == path]
        if len(by_ends) > 1:
            ways = " or ".join("x".join(map(str, each)) for each in by_ends)
            raise BadMove(f"{word!r} is ambiguous; write {ways}")
        if by_ends:
            return by_path[by_ends[0]]
        longer = next((each for each in by_path if list(each[: len(path)]) == path), None)
        if longer is not None:
            raise BadMove(f"{word!r} stops too early: the jumps go on, {'x'.join(map(str, longer))}")
        if jumps_of(legal[0]):
            jumps = " ".join(write_move(state, move) for move in legal)
            raise BadMove(f"{word!r} is not a jump that is possible here, and a side that can jump must: {jumps}")
        raise BadMove(
            f"{word!r} is not a legal move here; legal: {' '.join(write_move(state, each) for each in legal)}"
        )

    def draw(state: State) -> str:
        pieces = letters(state)
        shown = ["."] * (size * size)
        for square, cell in enumerate(cells):
            shown[cell] = f"{pieces[square].replace(EMPTY, '')}{square + 1}"
        return "\n".join(
            "".join(f"{cell:>4}" for cell in shown[start : start + size]) for start in range(0, size * size, size)
        )

    def cell_of(cell: int, pieces: list[str]) -> Cell:
        """A cell of the drawn board, light or dark."""
        x, y, square = cell % size, cell // size, square_of_cell.get(cell)
        if square is None:
            return Cell(x=x, y=y, name=f"light square in row {y + 1}, column {x + 1}", kind="draughts")
        place = square + square // half
        return Cell(
            x=x,
            y=y,
            name=f"square {square + 1}",
            label=str(square + 1),
            piece="" if pieces[square] == EMPTY else pieces[square],
            kind="draughts",
            span=(place, place + 1),
        )

    def board(state: State) -> Board:
        pieces = letters(state)
        legal = () if game_rules.is_over(state) else listed(game_rules.moves(state))
        return Board(
            width=size,
            height=size,
            cells=tuple(cell_of(cell, pieces) for cell in range(size * size)),
            pieces=(EMPTY, *PIECES),
            moves={move: tuple(cells[square - 1] for square in visited(move)) for move in legal},
            captured=(taken(state, 1), taken(state, 0)),
            lower_side=1,
            piece_names=PIECE_NAMES,
        )

    def taken(state: State, side: int) -> tuple[str, ...]:
        """The men that a side has lost since the start."""
        start: Any = game_rules.start
        lost: int = start[side].bit_count() - state[side].bit_count()
        return (PIECES[side],) * lost

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="the squares from and to, as in 11-15, or 22x18 for a jump",
        board=board,
        why_over=lambda state: "no move left" if state[state[3]] else "all pieces taken",
    )


def reasons(game_rules: Rules) -> Callable[[State, int], Iterator[Reason]]:
    """Jumps, new kings, and men that the other side can take at once."""

    def found(state: State, move: int) -> Iterator[Reason]:
        side, jumps = state[3], jumps_of(move)
        after = game_rules.play(state, move)
        if jumps:
            yield Reason(f"jumps {jumps} piece{'s' * (jumps > 1)}")
        if (after[2] & after[side]).bit_count() < (state[2] & state[side]).bit_count():  # type: ignore[index]
            yield Reason("gets a king")
        if game_rules.is_over(after):
            yield Reason("leaves the other side no move", result=1)
            return
        answers = listed(game_rules.moves(after))
        lost = min(map(jumps_of, answers))
        if lost and not jumps:
            yield Reason(f"gives up {lost} piece{'s' * (lost > 1)}: {{moves}}", moves=answers[:1])

    return found
