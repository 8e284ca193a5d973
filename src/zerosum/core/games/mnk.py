"""m,n,k: k in a row on a board of width x height. Tic-Tac-Toe is 3,3,3, and Gomoku 15,15,5.

A state is (stones of the side to move, stones of the other side, side to move). Bit c is the cell that
is typed as c, row by row from the top left; on 3 x 3:

    0 1 2
    3 4 5
    6 7 8

On a board of more than 63 cells the stones of a side are a tuple of words (`bitboard.py`), and the moves are yielded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.bitboard import BITS, cell_sets
from zerosum.core.games.board_layouts import numbered_board
from zerosum.core.games.grid import (
    bits_of,
    board_symmetries,
    boxed,
    images_of_two,
    letters_of,
    read_number,
    read_rows,
    refuse_bad_counts,
    with_names,
    write_rows,
)
from zerosum.core.games.line_reasons import line_reasons
from zerosum.core.games.lines import (
    LineState,
    all_lines,
    complete_lines,
    int_states,
    line_finder,
    line_finder_in,
    open_lines,
    refuse_bad_lines,
    stones_in_a_row,
)
from zerosum.core.games.typed_cells import typed_cell
from zerosum.core.rules import NO_WIN, NOTHING_KNOWN, Example, Knowledge, Rules, Text

State = tuple[int, int, int]
"""A state of a board whose cells fit into one word; that of any board is a `LineState`."""
SIDES = ("X", "O")
MOST_CELLS = 400


def mnk(width: int = 3, height: int = 3, k: int = 3, *, count_from: int = 0) -> Game:
    """The game of k in a row on a board of this size."""
    if min(width, height, k) < 1:
        raise BadSpec(f"{k} in a row on {width}x{height} is too small: each number must be at least 1")
    cells = width * height
    if cells > MOST_CELLS:
        raise BadSpec(f"a board of {width}x{height} has {cells} cells, but at most {MOST_CELLS} are possible")
    name, spec = _names(width, height, k)
    game_rules = rules(width, height, k)
    known = Knowledge() if cells > BITS else knowledge(width, height, k)
    return Game(
        name=name,
        spec=spec,
        rules=game_rules,
        text=text(width, height, k, count_from),
        sides=SIDES,
        knowledge=known,
        reasons=partial(line_reasons, game_rules, known, f"{k} in a row", False) if known.has_tactics else None,
        examples=examples(k),
        about=f"In turn, put your mark on an empty cell of a {width} by {height} board;\n"
        f"{k} of your marks in a row, a column or a diagonal win.\n"
        "A full board without a line is a draw.",
    )


def examples(k: int) -> tuple[Example, ...]:
    """What the rules allow, move by move, on a board on which a line just fits."""
    if not 3 <= k <= 6:
        return ()
    spec = f"mnk:{k}x{k}x{k}"
    rows = ["X" * (k - 1) + "-", "O" * (k - 1) + "-", *["-" * k] * (k - 2)]
    return (
        Example("Put your mark on an empty cell.", spec, "", str(k * k // 2)),
        Example(f"{k} of your marks in a row, a column or a diagonal win.", spec, "/".join(rows), str(k - 1)),
    )


def _names(width: int, height: int, k: int) -> tuple[str, str]:
    """The name of a game, and its spec."""
    if (width, height, k) == (3, 3, 3):
        return "Tic-Tac-Toe", "tictactoe"
    if k == 5 and width == height and width * height > BITS:
        return ("Gomoku", "gomoku") if width == 15 else (f"Gomoku {width}x{width}", f"gomoku:{width}")
    return f"{k} in a row on {width}x{height}", f"mnk:{width}x{height}x{k}"


def rules(width: int, height: int, k: int) -> Rules:
    """Who moves, where, and when it ends."""
    cells = width * height
    sets = cell_sets(cells)
    full, either, put = sets.full, sets.either, sets.put
    every_cell = (1 << cells) - 1
    has_line = line_finder_in(sets, width, height, k, across=1, down=width)
    lines = all_lines(width, height, k, across=1, down=width)
    symmetries = board_symmetries(width, height)

    def to_move(state: LineState) -> int:
        return state[2]

    def moves(state: State) -> int:
        return every_cell & ~(state[0] | state[1])

    def listed_moves(state: LineState) -> Iterator[int]:
        """The moves one by one: on a board of more than 63 cells they are too many for a bit set."""
        stones = either(state[0], state[1])
        for cell in range(cells):
            if not sets.has(stones, cell):
                yield cell

    def play(state: LineState, move: int) -> LineState:
        mover, other, side = state
        return other, put(mover, move), 1 - side

    def is_over(state: LineState) -> bool:
        return either(state[0], state[1]) == full or has_line(state[1])

    def utility(state: LineState) -> int:
        # Only the side that has just moved can have completed a line.
        if has_line(state[1]):
            return 2 * state[2] - 1
        return 0

    def moved(stones: int, image: tuple[int, ...]) -> int:
        """Stones under a symmetry of the board."""
        found = 0
        for cell in range(cells):
            found |= (stones >> cell & 1) << image[cell]
        return found

    canonical, class_size = images_of_two(symmetries, moved)

    is_wide = isinstance(sets.empty, tuple)
    return Rules(
        start=(sets.empty, sets.empty, 0),
        to_move=to_move,
        moves=listed_moves if is_wide else moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=stones_in_a_row(sets, width, height, k, across=1, down=width) if is_wide else open_lines(lines),
        canonical=None if is_wide else canonical,
        class_size=None if is_wide else class_size,
        order=tuple(sorted(range(cells), key=lambda cell: -sum(line >> cell & 1 for line in lines))),
        repeats=False,  # every move adds a stone
    )


def knowledge(width: int, height: int, k: int) -> Knowledge:
    """Winning moves, safe moves and move order, from the cells that complete a line."""
    cells = width * height
    full = (1 << cells) - 1
    lines = all_lines(width, height, k, across=1, down=width)

    def completing(stones: int, empty: int) -> int:
        """The empty cells that complete a line of these stones."""
        found = 0
        for line in lines:
            missing = line & ~stones
            if missing & missing - 1 == 0 and missing & empty != 0:
                found |= missing
        return found

    def wins(state: State) -> int:
        return completing(state[0], full & ~(state[0] | state[1]))

    def safe(state: State) -> int:
        empty = full & ~(state[0] | state[1])
        threats = completing(state[1], empty)
        if threats == 0:
            return empty
        return threats if threats & threats - 1 == 0 else 0

    def plies_left(state: State) -> int:
        return cells - (state[0] | state[1]).bit_count()

    def promise(state: State, move: int) -> int:
        # Lines through the move without stones of the other side, weighted by the own stones in them, and lines of the
        # other side that the move blocks, weighted by its stones.
        mover, other, _ = state
        total = 0
        for line in lines:
            if line >> move & 1:
                if line & mover == 0:
                    total += 1 << 2 * (line & other).bit_count()
                elif line & other == 1 << move:
                    total += 1 << 2 * (line & mover).bit_count()
        return total

    def ceiling(state: State) -> int:
        # The side to move can win only on a line without stones of the other side.
        for line in lines:
            if line & state[1] == 0:
                return NOTHING_KNOWN
        return NO_WIN

    if not lines:
        return Knowledge()
    return Knowledge(wins=wins, safe=safe, plies_left=plies_left, promise=promise, ceiling=ceiling)


def text(width: int, height: int, k: int, count_from: int) -> Text:
    """Positions as `X-O/-O-/X--`, moves as cell numbers."""
    cells = width * height
    has_line = line_finder(width, height, k, across=1, down=width)
    complete = complete_lines(width, height, k)
    ints, own = int_states(cells)

    def letters(state: Any) -> list[str]:
        mover, other, side = ints(state)
        return letters_of(mover, other, (SIDES[side], SIDES[1 - side]), range(cells))

    def write_position(state: Any) -> str:
        return write_rows(letters(state), width)

    def read_position(position: str) -> Any:
        marks = read_rows(position, width, height, "".join(SIDES))
        first, second = bits_of(marks, SIDES[0]), bits_of(marks, SIDES[1])
        refuse_bad_counts(first, second, SIDES)
        refuse_bad_lines(first, second, SIDES, k, has_line, first | second)
        return own(first, second)

    def write_move(state: Any, move: int) -> str:
        return str(move + count_from)

    def read_move(state: Any, word: str) -> int:
        cell = typed_cell(word, width, height, count_from)
        if cell is None:
            cell = read_number(word, "a cell number", cells, count_from)
        mover, other, _ = ints(state)
        if (mover | other) >> cell & 1:
            raise BadMove(f"cell {word} is taken")
        return cell

    def draw(state: Any) -> str:
        return boxed(with_names(letters(state), map(str, range(count_from, count_from + cells))), width)

    def board(state: Any) -> Board:
        marks = letters(state)
        return replace(numbered_board(marks, width, SIDES, count_from), winning=complete(marks))

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="the number of an empty cell",
        board=board,
    )
