"""Dodgem on size x size: cars drive forward or sideways, never back, and leave the board at its far edge.

Reference: Colin Vout's game in Berlekamp, Conway and Guy, "Winning Ways for your Mathematical Plays" (1982).

A state is (white cars, black cars, side to move). Bit c is a cell, row by row from the top left. White starts on the
left edge and drives right, Black starts on the bottom edge and drives up; on 3 x 3:

    0 1 2    a3 b3 c3    W - -
    3 4 5    a2 b2 c2    W - -
    6 7 8    a1 b1 c1    - B B

Move 3 c is the step forward of the car on cell c, 3 c + 1 the step to its driver's left, and 3 c + 2 to the right. A
car leaves by a step forward over the far edge. Whoever has no car left has won. So has whoever is to move and cannot:
it is the other side's fault. The game can go on for ever; a position that occurs again is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.board_layouts import grid_cells
from zerosum.core.games.grid import COLUMNS, EMPTY, bits_of
from zerosum.core.games.lettered_grid import LetteredGrid
from zerosum.core.rules import Example, Rules, Text, listed

State = tuple[int, int, int]
SIDES = ("W", "B")
OFF = "off"
LARGEST = 7

EXAMPLES = (
    Example("A car steps forward or sideways; W drives to the right.", "dodgem:3", "", "a2-b2"),
    Example("A step forward over the far edge leaves the board.", "dodgem:3", "--W/WB-/-B-:W", "c3-off"),
)
"""What the rules allow, move by move."""


def dodgem(size: int = 3) -> Game:
    """Dodgem on a square board of this size, with one car fewer for each side."""
    if not 2 <= size <= LARGEST:
        raise BadSpec(f"Dodgem {size}x{size} is not possible: the board has from 2x2 to {LARGEST}x{LARGEST} cells")
    made = rules(size)
    return Game(
        name=f"Dodgem {size}x{size}",
        spec=f"dodgem:{size}",
        rules=made,
        text=text(size, made),
        sides=SIDES,
        examples=EXAMPLES,
        about="Cars step forward or sideways to an empty cell, never back. W drives to the right, B up, and a car\n"
        "leaves the board by a step forward over the far edge. You win when all your cars are off the board, or\n"
        "when you are to move and cannot. A game that repeats a position is a draw.",
    )


def rules(size: int) -> Rules:
    """Who moves, where, and when it ends."""
    cells = size * size
    top = (1 << size) - 1
    bottom = top << cells - size
    left_edge = sum(1 << size * row for row in range(size))
    right_edge = left_edge << size - 1

    def to_move(state: State) -> int:
        return state[2]

    def free_cars(state: State) -> tuple[int, int, int]:
        """The cars of the side to move that can go forward, to their left, and to their right."""
        white, black, side = state
        cars = white | black
        if side == 0:
            ahead = white & ~((cars & ~left_edge) >> 1)
            return ahead, white & ~top & ~(cars << size), white & ~bottom & ~(cars >> size)
        return black & ~(cars << size), black & ~left_edge & ~(cars << 1), black & ~right_edge & ~(cars >> 1)

    def moves(state: State) -> Iterator[int]:
        ahead, left, right = free_cars(state)
        for cell in range(cells):
            if ahead >> cell & 1:
                yield 3 * cell
            if left >> cell & 1:
                yield 3 * cell + 1
            if right >> cell & 1:
                yield 3 * cell + 2

    def play(state: State, move: int) -> State:
        white, black, side = state
        cell, direction = move // 3, move % 3
        car = 1 << cell
        if side == 0:
            if direction == 0 and car & right_edge:
                return white ^ car, black, 1
            return white ^ (car | 1 << cell + (1, -size, size)[direction]), black, 1
        if direction == 0 and car & top:
            return white, black ^ car, 0
        return white, black ^ (car | 1 << cell + (-size, -1, 1)[direction]), 0

    def is_over(state: State) -> bool:
        ahead, left, right = free_cars(state)
        return state[0] == 0 or state[1] == 0 or ahead | left | right == 0

    def utility(state: State) -> int:
        if state[0] == 0:
            return 1
        if state[1] == 0:
            return -1
        # Whoever is to move is blocked, and has won.
        return 1 - 2 * state[2]

    def estimate(state: State) -> int:
        # The steps that each side still has to go forward.
        total = 0
        for cell in range(cells):
            total -= (state[0] >> cell & 1) * (size - cell % size)
            total += (state[1] >> cell & 1) * (cell // size + 1)
        return total

    return Rules(
        (left_edge & ~bottom, bottom & ~left_edge, 0), to_move, moves, play, is_over, utility, estimate=estimate
    )


def text(size: int, rules: Rules) -> Text:
    """Positions as `W--/W--/-BB:W` with the side to move, moves as `a2-b2`, and `c2-off` over the far edge."""
    cells = size * size
    grid = LetteredGrid(size, size, SIDES)
    names = grid.names

    def write_position(state: State) -> str:
        return grid.write(*state)

    def read_position(position: str) -> State:
        cars, side = grid.read(position)
        for letter in SIDES:
            if cars.count(letter) > size - 1:
                raise BadPosition(f"{letter} has at most {size - 1} cars, but the position has {cars.count(letter)}")
        if SIDES[side] not in cars:
            raise BadPosition(f"{SIDES[side]} has no car left, so {SIDES[side]} has won and cannot be to move")
        return bits_of(cars, SIDES[0]), bits_of(cars, SIDES[1]), side

    def target(side: int, move: int) -> int | None:
        """The cell that a move leads to, legal or not; None over any edge."""
        cell, direction = divmod(move, 3)
        across, down = (((1, 0), (0, -1), (0, 1)), ((0, -1), (-1, 0), (1, 0)))[side][direction]
        x, y = cell % size + across, cell // size + down
        return y * size + x if 0 <= x < size and 0 <= y < size else None

    def write_move(state: State, move: int) -> str:
        cell = target(state[2], move)
        return f"{names[move // 3]}-{OFF if cell is None else names[cell]}"

    def read_move(state: State, word: str) -> int:
        found = re.fullmatch(rf"([a-z]\d+)-?([a-z]\d+|{OFF})", word.lower())
        if found is None:
            raise BadMove(f"{word!r} is not a move; write from and to, as in a2-b2, or c2-{OFF}")
        for name in found.groups():
            if name not in (*names, OFF):
                raise BadMove(f"there is no cell {name}; the cells are {names[-size]} to {names[size - 1]}")
        start, end = names.index(found[1]), None if found[2] == OFF else names.index(found[2])
        if not state[state[2]] >> start & 1:
            raise BadMove(f"there is no car of {SIDES[state[2]]} on {found[1]}")
        for move in range(3 * start, 3 * start + 3):
            # Sideways, a car cannot leave the board.
            if target(state[2], move) == end and (end is not None or move % 3 == 0):
                return move
        steps = f"{SIDES[state[2]]} steps {('right, up or down', 'up, left or right')[state[2]]}"
        raise BadMove(f"{word!r} is not a step that the car can make: {steps}, one cell")

    def draw(state: State) -> str:
        return grid.draw(state[0], state[1])

    def board(state: State) -> Board:
        # Above the board and to the right of it are two long cells, to click when a car leaves.
        gates = (
            Cell(x=0, y=0, width=size, name=f"{SIDES[1]} {OFF}", label=f"{SIDES[1]} {OFF}"),
            Cell(x=size, y=1, height=size, name=f"{SIDES[0]} {OFF}", label=f"{SIDES[0]} {OFF}"),
        )
        inside = grid_cells(grid.letters(state[0], state[1]), size, lambda cell: names[cell], "pawn")
        moved = (
            Cell(x=cell.x, y=cell.y + 1, name=cell.name, piece=cell.piece, kind=cell.kind, span=cell.span)
            for cell in inside
        )
        gate = cells + 1 - state[2]
        moves: dict[int, tuple[int, ...]] = {}
        for move in () if rules.is_over(state) else listed(rules.moves(state)):
            end = target(state[2], move)
            moves[move] = (move // 3, gate if end is None else end)
        return Board(
            width=size + 1,
            height=size + 1,
            cells=(*moved, *gates),
            columns=(*COLUMNS[:size], ""),
            rows=("", *map(str, range(size, 0, -1))),
            pieces=(EMPTY, *SIDES),
            moves=moves,
        )

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type=f"from and to, as in a2-b2, or c2-{OFF} for a car that leaves the board",
        board=board,
    )
