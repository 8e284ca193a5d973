"""Hex on a rhombus of size x size cells: X joins the top with the bottom, O the left edge with the right.

A state is (stones of X, stones of O, side to move), where the stones of a side are a set of cells (`bitboard.py`).
Cells are numbered row by row from the top left, and every row lies half a cell further to the right, so that each cell
has six neighbours; on 3 x 3:

    0   1   2        a1  b1  c1
      3   4   5        a2  b2  c2
        6   7   8        a3  b3  c3

On a full board exactly one side has joined its edges, so that there are no draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.bitboard import Cells, bitboard, from_int, to_int
from zerosum.core.games.grid import (
    EMPTY,
    bits_of,
    cell_name,
    letters_of,
    read_rows,
    refuse_bad_counts,
    with_names,
    write_rows,
)
from zerosum.core.rules import Example, Rules, Text

State = tuple[Cells, Cells, int]
SIDES = ("X", "O")
ROW = 0.875
"""How far the rows of hexagons lie apart on the board, in cells."""
LARGEST = 19

EXAMPLES = (Example("X joins the top row with the bottom row, and wins.", "hex:4", "--X-/--OO/X-O-/X---", "b2"),)
"""What the rules allow, move by move."""


def hex(size: int = 11) -> Game:
    """Hex on a board of this size."""
    if not 1 <= size <= LARGEST:
        raise BadSpec(f"Hex {size}x{size} is not possible: the size is from 1 to {LARGEST}")
    return Game(
        name=f"Hex {size}x{size}",
        spec=f"hex:{size}",
        rules=rules(size),
        text=text(size),
        sides=SIDES,
        examples=EXAMPLES,
        about="In turn, put a stone on an empty cell. Every cell touches up to six others: two in its row, the one\n"
        "above it and the one to the right of that, the one below it and the one to the left of that.\n"
        "X wins by joining the top row with the bottom row, O the left column with the right column.",
    )


def spreader(size: int) -> Callable[[Cells], Cells]:
    """A function that gives a set of cells together with all their neighbours."""
    sets = bitboard(size * size)
    not_left = sets.of(cell for cell in range(size * size) if cell % size > 0)
    not_right = sets.of(cell for cell in range(size * size) if cell % size < size - 1)

    def spread(cells: Cells) -> Cells:
        leftward, rightward = sets.both(cells, not_left), sets.both(cells, not_right)
        beside = sets.either(sets.shift_down(leftward, 1), sets.shift_up(rightward, 1))
        above = sets.either(sets.shift_down(cells, size), sets.shift_down(rightward, size - 1))
        below = sets.either(sets.shift_up(cells, size), sets.shift_up(leftward, size - 1))
        return sets.either(sets.either(cells, beside), sets.either(above, below))

    return spread


def edges(size: int) -> tuple[tuple[Cells, Cells], tuple[Cells, Cells]]:
    """For each side the cells of the two edges that it has to join."""
    of, cells = bitboard(size * size).of, size * size
    return (
        (of(range(size)), of(range(cells - size, cells))),
        (of(range(0, cells, size)), of(range(size - 1, cells, size))),
    )


def path_finder(size: int) -> Callable[[Cells, int], tuple[int, ...]]:
    """A function that gives a shortest chain of a side's stones between its edges, () where there is none."""
    sets = bitboard(size * size)
    spread = spreader(size)
    edges_of = edges(size)

    def path(stones: Cells, side: int) -> tuple[int, ...]:
        near, far = edges_of[side]
        layers = [sets.both(near, stones)]
        while sets.is_empty(sets.both(layers[-1], far)):
            wider = sets.both(spread(layers[-1]), stones)
            if wider == layers[-1]:
                return ()
            layers.append(wider)
        chain: list[int] = []
        ends = sets.both(layers.pop(), far)
        while True:
            chain.append(sets.listed(ends)[0])
            if not layers:
                return tuple(chain)
            ends = sets.both(spread(sets.of(chain[-1:])), layers.pop())

    return path


def rules(size: int) -> Rules:
    """Who moves, where, and when it ends."""
    cells = size * size
    sets = bitboard(cells)
    spread = spreader(size)
    (top, bottom), (left, right) = edges(size)

    def filled(reached: Cells, stones: Cells) -> Cells:
        """All stones that are joined with those reached."""
        while True:
            wider = sets.either(reached, sets.both(spread(reached), stones))
            if wider == reached:
                return reached
            reached = wider

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> Iterator[int]:
        stones = sets.either(state[0], state[1])
        for cell in range(cells):
            if not sets.has(stones, cell):
                yield cell

    def play(state: State, move: int) -> State:
        first, second, side = state
        if side == 0:
            return sets.put(first, move), second, 1
        return first, sets.put(second, move), 0

    def is_over(state: State) -> bool:
        first, second, side = state
        # Only the side that has just moved can have joined its edges.
        if side == 1:
            return not sets.is_empty(sets.both(filled(sets.both(top, first), first), bottom))
        return not sets.is_empty(sets.both(filled(sets.both(left, second), second), right))

    def utility(state: State) -> int:
        return 2 * state[2] - 1

    def missing(mine: Cells, theirs: Cells, near: Cells, far: Cells) -> int:
        """How many stones it takes to join the edges if the other side does nothing."""
        open_cells = sets.without(sets.full, theirs)
        reached = filled(sets.both(near, mine), mine)
        count = 0
        while sets.is_empty(sets.both(reached, far)) and count < cells:
            count += 1
            reached = filled(sets.both(sets.either(spread(reached), near), open_cells), mine)
        return count

    def estimate(state: State) -> int:
        return missing(state[1], state[0], left, right) - missing(state[0], state[1], top, bottom)

    return Rules((sets.empty, sets.empty, 0), to_move, moves, play, is_over, utility, estimate=estimate)


def text(size: int) -> Text:
    """Positions as `--X/-O-/---`, row by row from the top, moves as `b2`."""
    cells = size * size
    sets = bitboard(cells)
    is_over = rules(size).is_over
    path = path_finder(size)

    def letters(state: State) -> list[str]:
        return letters_of(to_int(state[0]), to_int(state[1]), SIDES, range(cells))

    def write_position(state: State) -> str:
        return write_rows(letters(state), size)

    def read_position(position: str) -> State:
        marks = read_rows(position, size, size, "".join(SIDES))
        stones = [bits_of(marks, letter) for letter in SIDES]
        refuse_bad_counts(stones[0], stones[1], SIDES)
        first, second = (from_int(sets, each) for each in stones)
        side = marks.count(SIDES[0]) - marks.count(SIDES[1])
        if is_over((first, second, 1 - side)):
            raise BadPosition(f"{SIDES[side]} has joined its edges, but the other side has moved since")
        if is_over((first, second, side)):
            last = (first, second)[1 - side]
            before = (sets.take(last, stone) for stone in sets.listed(last))
            if all(is_over((each, second, 1) if side == 1 else (first, each, 0)) for each in before):
                raise BadPosition(
                    f"{SIDES[1 - side]} has joined its edges more than once, but the first time ends the game"
                )
        return first, second, side

    def cell_text(cell: int) -> str:
        return cell_name(cell, size, cell // size + 1)

    def write_move(state: State, move: int) -> str:
        return cell_text(move)

    def read_move(state: State, word: str) -> int:
        for cell in range(cells):
            if word.lower() == cell_text(cell):
                if sets.has(state[0], cell) or sets.has(state[1], cell):
                    raise BadMove(f"{word.lower()} is taken")
                return cell
        raise BadMove(f"{word!r} is not a cell from a1 to {cell_text(cells - 1)}")

    def draw(state: State) -> str:
        shown = with_names(letters(state), map(cell_text, range(cells)))
        wide = len(cell_text(cells - 1))
        lines = []
        for row in range(size):
            indent = " " * (row * (wide + 1) // 2)
            words = (f"{word:^{wide}}" for word in shown[row * size : (row + 1) * size])
            lines.append((indent + " ".join(words)).rstrip())
        return "\n".join(lines)

    def board(state: State) -> Board:
        marks = letters(state)
        width, middle = size + (size - 1) / 2, (size - 1) / 2
        winner = 1 - state[2]
        places = [
            Cell(
                x=1 + cell % size + cell // size / 2,
                y=1 + cell // size * ROW,
                height=ROW,
                name=cell_text(cell),
                label=cell_text(cell),
                piece="" if marks[cell] == EMPTY else marks[cell],
                kind="hexagon",
                span=(cell + cell // size, cell + cell // size + 1),
            )
            for cell in range(cells)
        ]
        row = (size - 1) // 2
        edges = [
            Cell(x=x, y=y, height=ROW, name=f"{where} edge", piece=SIDES[side], kind="word")
            for x, y, where, side in (
                (1 + middle, 1 - ROW, "upper", 0),
                (1 + 2 * middle, 1 + size * ROW, "lower", 0),
                (row / 2, 1 + row * ROW, "left", 1),
                (1 + size + row / 2, 1 + row * ROW, "right", 1),
            )
        ]
        return Board(
            width=width + 2,
            height=2 + size * ROW,
            cells=(*places, *edges),
            pieces=(EMPTY, *SIDES),
            moves={cell: (cell,) for cell in range(cells)},
            winning=(path(state[:2][winner], winner),) if is_over(state) else (),
        )

    return Text(
        write_position, read_position, write_move, read_move, draw, what_to_type="an empty cell, as in b2", board=board
    )
