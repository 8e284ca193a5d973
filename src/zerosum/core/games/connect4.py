"""Connect Four: four in a row with gravity, on a board of width x height (7x6 unless told otherwise).

A state is (discs of the side to move, discs of the other side, side to move). Columns lie one after
the other, from the bottom up, each with an empty guard cell on top; on 7 x 6:

     6 13 20 27 34 41 48   the guard cells, always empty: discs plus 1 at the foot of a column carries to its
    ------------------     first empty cell (`key` and `connect4_knowledge.py` do this), at the most to here
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

On a board of more than 63 such cells the discs of a side are a tuple of words (`bitboard.py`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.bitboard import BITS, cell_sets, from_int
from zerosum.core.games.board_layouts import column_board
from zerosum.core.games.connect4_knowledge import knowledge
from zerosum.core.games.grid import (
    EMPTY,
    letters_of,
    read_number,
    read_rows,
    refuse_bad_counts,
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
from zerosum.core.rules import Example, Knowledge, Rules, Text

State = tuple[int, int, int]
"""A state of a board whose cells fit into one word; that of any board is a `LineState`."""
SIDES = ("X", "O")
K = 4
MOST_CELLS = 400
"""The most cells of a board, the guard cells included."""

EXAMPLES = (
    Example(
        "A disc falls to the lowest empty cell of its column.",
        "connect4:7x6",
        "-------/-------/-------/-------/---O---/--XX-O-",
        "4",
    ),
    Example(
        "Four of your discs in a row, a column or a diagonal win.",
        "connect4:7x6",
        "-------/-------/-------/-------/-OO----/-XXX-O-",
        "5",
    ),
)
"""What the rules allow, move by move."""


def connect4(width: int = 7, height: int = 6, *, count_from: int = 1) -> Game:
    """Connect Four on a board of this size."""
    if min(width, height) < 1:
        raise BadSpec(f"a board of {width}x{height} is too small: each number must be at least 1")
    cells = width * (height + 1)
    if cells > MOST_CELLS or width > BITS:
        raise BadSpec(
            f"a board of {width}x{height} is too large: at most {BITS} columns are possible, and its width times one "
            f"more than its height is {cells}, where at most {MOST_CELLS} is possible"
        )
    game_rules = rules(width, height)
    known = Knowledge() if cells > BITS else knowledge(width, height, game_rules.key)
    return Game(
        name="Connect Four" if (width, height) == (7, 6) else f"Connect Four {width}x{height}",
        spec="connect4" if (width, height) == (7, 6) else f"connect4:{width}x{height}",
        rules=game_rules,
        text=text(width, height, count_from),
        sides=SIDES,
        knowledge=known,
        reasons=partial(line_reasons, game_rules, known, "four in a row", True) if known.has_tactics else None,
        examples=EXAMPLES,
        about=f"In turn, drop a disc into one of {width} columns; it falls to the lowest empty of {height} cells.\n"
        "Four of your discs in a row, a column or a diagonal win.\n"
        "A full board without a line is a draw.",
    )


def rules(width: int, height: int) -> Rules:
    """Who moves, where, and when it ends."""
    stride = height + 1
    cells = width * stride
    sets = cell_sets(cells)
    has, either, both, without, shift_up = sets.has, sets.either, sets.both, sets.without, sets.shift_up
    has_line = line_finder_in(sets, width, height, K, across=stride, down=1)
    lines = all_lines(width, height, K, across=stride, down=1)
    column = (1 << height) - 1
    feet = sum(1 << stride * x for x in range(width))
    full = from_int(sets, feet * column)
    columns = tuple(from_int(sets, column << stride * x) for x in range(width))
    lowest = from_int(sets, feet)

    def to_move(state: LineState) -> int:
        return state[2]

    def moves(state: LineState) -> int:
        discs = either(state[0], state[1])
        free = 0
        for x in range(width):
            free |= (0 if has(discs, stride * x + height - 1) else 1) << x
        return free

    def play(state: LineState, move: int) -> LineState:
        mover, other, side = state
        discs = either(mover, other)
        # The lowest empty cells: at the foot of a column, or on top of its discs.
        landing = without(either(shift_up(discs, 1), lowest), discs)
        return other, either(mover, both(landing, columns[move])), 1 - side

    def is_over(state: LineState) -> bool:
        return either(state[0], state[1]) == full or has_line(state[1])

    def utility(state: LineState) -> int:
        # Only the side that has just moved can have completed a line.
        if has_line(state[1]):
            return 2 * state[2] - 1
        return 0

    def mirrored(discs: int) -> int:
        image = 0
        for x in range(width):
            image |= (discs >> stride * x & column) << stride * (width - 1 - x)
        return image

    def canonical(state: State) -> State:
        mover, other, side = state
        least = min((mover, other), (mirrored(mover), mirrored(other)))
        return least[0], least[1], side

    def class_size(state: State) -> int:
        return 1 if mirrored(state[0]) == state[0] and mirrored(state[1]) == state[1] else 2

    def key(state: State) -> int:
        # Discs plus the foot of each column mark its height with one bit; the mover's discs lie below it.
        return state[0] + (state[0] | state[1]) + feet

    def from_key(number: int) -> State:
        discs = mover = count = 0
        for x in range(width):
            marked = number >> stride * x & (2 << height) - 1
            filled = marked.bit_length() - 1
            below = (1 << filled) - 1
            discs |= below << stride * x
            mover |= (marked & below) << stride * x
            count += filled
        return mover, discs ^ mover, count & 1

    is_wide = isinstance(sets.empty, tuple)
    has_key = cells < BITS
    return Rules(
        start=(sets.empty, sets.empty, 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=stones_in_a_row(sets, width, height, K, across=stride, down=1) if is_wide else open_lines(lines),
        canonical=None if is_wide else canonical,
        class_size=None if is_wide else class_size,
        order=tuple(sorted(range(width), key=lambda x: abs(2 * x - width + 1))),
        key=key if has_key else None,
        from_key=from_key if has_key else None,
    )


def text(width: int, height: int, count_from: int) -> Text:
    """Positions row by row from the top, moves as column numbers."""
    stride = height + 1
    has_line = line_finder(width, height, K, across=stride, down=1)
    places = [stride * x + y for y in reversed(range(height)) for x in range(width)]

    complete = complete_lines(width, height, K)
    ints, own = int_states(width * stride)

    def letters(state: Any) -> list[str]:
        mover, other, side = ints(state)
        return letters_of(mover, other, (SIDES[side], SIDES[1 - side]), places)

    def write_position(state: Any) -> str:
        return write_rows(letters(state), width)

    def read_position(position: str) -> Any:
        cells = read_rows(position, width, height, "".join(SIDES))
        first = sum(1 << place for place, cell in zip(places, cells, strict=True) if cell == SIDES[0])
        second = sum(1 << place for place, cell in zip(places, cells, strict=True) if cell == SIDES[1])
        discs = first | second
        top = 0
        for x in range(width):
            pile = [discs >> stride * x + y & 1 for y in range(height)]
            if pile != sorted(pile, reverse=True):
                row = height - (pile.index(1, pile.index(0)))
                raise BadPosition(f"the disc in row {row}, column {x + 1} hangs over an empty cell")
            if any(pile):
                top |= 1 << stride * x + sum(pile) - 1
        refuse_bad_counts(first, second, SIDES)
        refuse_bad_lines(first, second, SIDES, K, has_line, top)
        return own(first, second)

    def write_move(state: Any, move: int) -> str:
        return str(move + count_from)

    def read_move(state: Any, word: str) -> int:
        column = read_number(word, "a column", width, count_from)
        mover, other, _ = ints(state)
        if (mover | other) >> stride * column + height - 1 & 1:
            raise BadMove(f"column {word} is full")
        return column

    def draw(state: Any) -> str:
        cells = letters(state)
        free = [cells[x] == EMPTY for x in range(width)]
        size = len(str(width - 1 + count_from))
        rows = [
            " ".join(f"{'.' if cell == EMPTY else cell:>{size}}" for cell in cells[start : start + width])
            for start in range(0, len(cells), width)
        ]
        numbers = " ".join(f"{x + count_from if free[x] else '':>{size}}" for x in range(width))
        return "\n".join([f" {row}" for row in [numbers.rstrip(), *rows]])

    def board(state: Any) -> Board:
        discs = letters(state)
        return replace(column_board(discs, width, SIDES, count_from), winning=complete(discs))

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type="the number of a column that is not full",
        board=board,
    )
