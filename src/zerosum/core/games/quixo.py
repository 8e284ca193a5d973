"""Quixo on size x size: take a cube from the rim, turn it to your mark, push it back into its row or column.

Reference: Thierry Chapeau's game (1995); Tanaka, Bonnet, Tixeuil and Tamura, "Quixo Is Solved" (2020).

A state is (cubes with a cross, cubes with a nought, side to move); the others are blank. Bit c is a cell, row by row
from the top left; on 3 x 3:

    0 1 2    a3 b3 c3
    3 4 5    a2 b2 c2
    6 7 8    a1 b1 c1

Move 4 c + e takes the cube from cell c, blank or with the mover's mark, and pushes it in at one end of its row or
column, but not where it was: e is 0 for the left end, 1 for the right, 2 for the top and 3 for the bottom. A full line
of one mark wins for that mark; whoever completes a line of the other side loses, even together with an own line. The
side to move always has a move: if the other side had the whole rim, it would have a line. The game can go on for ever;
a position that occurs again is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.grid import bits_of
from zerosum.core.games.lettered_grid import LetteredGrid
from zerosum.core.games.lines import complete_lines, line_finder
from zerosum.core.rules import Example, Rules, Text, listed

State = tuple[int, int, int]
SIDES = ("X", "O")
SMALLEST, LARGEST = 3, 7

EXAMPLES = (
    Example(
        "A cube is taken from the rim and pushed in with your mark; the others move along.",
        "quixo:5",
        "--OOX/-----/-----/-----/----X:O",
        "a5-e5",
    ),
    Example("Five of your marks in a line win.", "quixo:5", "O--OO/-----/-----/-----/XXOXX:X", "c5-c1"),
)
"""What the rules allow, move by move."""


def quixo(size: int = 5) -> Game:
    """Quixo on a square board of this size; the one that is sold is 5 x 5."""
    if not SMALLEST <= size <= LARGEST:
        raise BadSpec(
            f"Quixo {size}x{size} is not possible: the board has from {SMALLEST}x{SMALLEST} to "
            f"{LARGEST}x{LARGEST} cells"
        )
    made = rules(size)
    return Game(
        name=f"Quixo {size}x{size}",
        spec=f"quixo:{size}",
        rules=made,
        text=text(size, made),
        sides=SIDES,
        examples=EXAMPLES,
        about="Take a cube from the rim, blank or with your mark, and push it with your mark into another end of its\n"
        f"row or column. You win with {size} of your marks in a line, and lose when you complete a line of your\n"
        "opponent's. A game that repeats a position is a draw.",
    )


def end_of(size: int, cell: int, end: int) -> int:
    """The cell at one end of the row or column of a cell: 0 for left, 1 for right, 2 for the top, 3 for the bottom."""
    x, y = cell % size, cell // size
    if end < 2:
        return y * size + end * (size - 1)
    return (end - 2) * (size - 1) * size + x


def rules(size: int) -> Rules:
    """Who moves, where, and when it ends."""
    cells = size * size
    rim = sum(1 << c for c in range(cells) if c // size in (0, size - 1) or c % size in (0, size - 1))
    has_line = line_finder(size, size, size, across=1, down=size)

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> Iterator[int]:
        free = rim & ~(state[1] if state[2] == 0 else state[0])
        for cell in range(cells):
            if free >> cell & 1:
                for end in range(4):
                    if end_of(size, cell, end) != cell:
                        yield 4 * cell + end

    def play(state: State, move: int) -> State:
        crosses, noughts, side = state
        cell = move // 4
        end = end_of(size, cell, move % 4)
        step = 1 if move % 4 < 2 else size
        # The cubes between the gap and the end, both included, move by one step towards the gap.
        pushed = 0
        for c in range(min(cell, end), max(cell, end) + 1, step):
            pushed |= 1 << c
        if end < cell:
            moved_crosses, moved_noughts = (crosses & pushed) << step, (noughts & pushed) << step
        else:
            moved_crosses, moved_noughts = (crosses & pushed) >> step, (noughts & pushed) >> step
        crosses = crosses & ~pushed | moved_crosses & pushed
        noughts = noughts & ~pushed | moved_noughts & pushed
        return (crosses | 1 << end, noughts, 1) if side == 0 else (crosses, noughts | 1 << end, 0)

    def is_over(state: State) -> bool:
        return has_line(state[0]) or has_line(state[1])

    def utility(state: State) -> int:
        # A line of the side to move was completed by the other side, and counts first.
        mine = state[0] if state[2] == 0 else state[1]
        return 1 - 2 * state[2] if has_line(mine) else 2 * state[2] - 1

    def estimate(state: State) -> int:
        return state[0].bit_count() - state[1].bit_count()

    return Rules((0, 0, 0), to_move, moves, play, is_over, utility, estimate=estimate)


def text(size: int, rules: Rules) -> Text:
    """Positions as `X--/-O-/---:X` with the side to move, moves as `a1-c1`: taken from a1, pushed in at c1."""
    complete = complete_lines(size, size, size)
    grid = LetteredGrid(size, size, SIDES)
    names = grid.names

    def ends(cell: int) -> list[int]:
        return [end_of(size, cell, end) for end in range(4)]

    def write_position(state: State) -> str:
        return grid.write(*state)

    def read_position(position: str) -> State:
        cubes, side = grid.read(position)
        marks = bits_of(cubes, SIDES[0]), bits_of(cubes, SIDES[1])
        if marks[0] | marks[1] == 0 and side == 1:
            raise BadPosition(f"nothing is marked, so {SIDES[1]} cannot be to move: {SIDES[0]} begins")
        if marks[1 - side] == 0 and marks[side] != 0:
            raise BadPosition(f"{SIDES[1 - side]} has moved last, but there is no {SIDES[1 - side]} on the board")
        return marks[0], marks[1], side

    def write_move(state: State, move: int) -> str:
        cell, end = divmod(move, 4)
        return f"{names[cell]}-{names[ends(cell)[end]]}"

    def read_move(state: State, word: str) -> int:
        found = re.fullmatch(r"([a-z]\d+)-?([a-z]\d+)", word.lower())
        if found is None:
            raise BadMove(f"{word!r} is not a move; write where to take a cube and where to push it in, as in a1-c1")
        for name in found.groups():
            if name not in names:
                raise BadMove(f"there is no cell {name}; the cells are {names[-size]} to {names[size - 1]}")
        cell, end = names.index(found[1]), names.index(found[2])
        if state[1 - state[2]] >> cell & 1:
            raise BadMove(f"the cube on {found[1]} has the mark of {SIDES[1 - state[2]]}")
        if cell == end:
            raise BadMove(f"a cube cannot be pushed in where it was taken, on {found[1]}")
        if end not in ends(cell):
            raise BadMove(f"{found[2]} is not an end of the row or column of {found[1]}")
        return 4 * cell + ends(cell).index(end)

    def draw(state: State) -> str:
        return grid.draw(state[0], state[1])

    def board(state: State) -> Board:
        legal = () if rules.is_over(state) else listed(rules.moves(state))
        moves = {move: (move // 4, ends(move // 4)[move % 4]) for move in legal}
        winning = complete(grid.letters(state[0], state[1]))
        return replace(grid.board(state[0], state[1], moves), winning=winning)

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="where to take a cube and where to push it in, as in a1-c1",
        board=board,
    )
