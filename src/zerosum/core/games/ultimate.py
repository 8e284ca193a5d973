"""Ultimate Tic-Tac-Toe: nine boards of Tic-Tac-Toe; the cell of a move says on which board the other side must move.

A state is (stones of X, stones of O, boards won by X, boards won by O, board to move on, side to move). Boards and the
cells of a board are numbered alike, row by row; `ANY` stands for a free choice. The stones of a side are a set of 81
cells (`bitboard.py`), where cell 9b + c is cell c of board b, so that a word holds seven whole boards:

    0 1 2     word 0: boards 0 to 6
    3 4 5     word 1: boards 7 and 8
    6 7 8

A board is closed when a side has three in a row on it, or when it is full. Who is sent to a closed board may choose any
open one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.game import Game
from zerosum.core.games.bitboard import Cells, bitboard, to_int
from zerosum.core.games.grid import (
    EMPTY,
    bits_of,
    cell_name,
    drawn,
    letters_of,
    read_rows,
    refuse_bad_counts,
    write_rows,
)
from zerosum.core.games.lines import all_lines, complete_lines, line_finder, open_lines
from zerosum.core.rules import Example, Rules, Text

State = tuple[Cells, Cells, int, int, int, int]
SIDES = ("X", "O")
ANY = 9
FULL = (1 << 9) - 1

EXAMPLES = (
    Example(
        "Three in a row win a board.",
        "ultimate",
        "---------/-----X---/-------X-/--------O/----X----/---O--O--/----O----/-OX------/XX-O-----:7",
        "c9",
    ),
)
"""What the rules allow, move by move."""


def ultimate() -> Game:
    """Ultimate Tic-Tac-Toe."""
    return Game(
        name="Ultimate Tic-Tac-Toe",
        spec="ultimate",
        rules=rules(),
        text=text(),
        sides=SIDES,
        examples=EXAMPLES,
        about="Nine boards of Tic-Tac-Toe, which form a larger one. Put your mark on an empty cell of the board that\n"
        "lies where the last mark lies within its own board; if that one is won or full, of any other.\n"
        "Three in a row win a board, and three boards in a row the game.",
    )


def on_board(stones: Cells, board: int) -> int:
    """The stones of one board as nine bits."""
    return stones[board // 7] >> 9 * (board % 7) & FULL


def rules() -> Rules:
    """Who moves, where, and when it ends."""
    sets = bitboard(81)
    has_line = line_finder(3, 3, 3, across=1, down=3)
    worth = open_lines(all_lines(3, 3, 3, across=1, down=3))

    def is_closed(state: State, board: int) -> bool:
        if (state[2] | state[3]) >> board & 1:
            return True
        return on_board(state[0], board) | on_board(state[1], board) == FULL

    def to_move(state: State) -> int:
        return state[5]

    def moves(state: State) -> Iterator[int]:
        stones = sets.either(state[0], state[1])
        for board in range(9):
            if state[4] == board or (state[4] == ANY and not is_closed(state, board)):
                for cell in range(9 * board, 9 * board + 9):
                    if not sets.has(stones, cell):
                        yield cell

    def play(state: State, move: int) -> State:
        first, second, first_boards, second_boards, _, side = state
        board = move // 9
        if side == 0:
            first = sets.put(first, move)
            if has_line(on_board(first, board)):
                first_boards |= 1 << board
        else:
            second = sets.put(second, move)
            if has_line(on_board(second, board)):
                second_boards |= 1 << board
        after = (first, second, first_boards, second_boards, move % 9, 1 - side)
        if is_closed(after, move % 9):
            return first, second, first_boards, second_boards, ANY, 1 - side
        return after

    def is_over(state: State) -> bool:
        if has_line(state[2]) or has_line(state[3]):
            return True
        if state[4] != ANY:
            return False
        closed = 0
        for board in range(9):
            closed += is_closed(state, board)
        return closed == 9

    def utility(state: State) -> int:
        if has_line(state[2]):
            return 1
        return -1 if has_line(state[3]) else 0

    def estimate(state: State) -> int:
        # The lines of the large board count most, then those of the open boards.
        total = 32 * worth((state[2], state[3], 0))
        for board in range(9):
            if not is_closed(state, board):
                total += worth((on_board(state[0], board), on_board(state[1], board), 0))
        return total

    return Rules((sets.empty, sets.empty, 0, 0, ANY, 0), to_move, moves, play, is_over, utility, estimate=estimate)


def text() -> Text:
    """Positions as nine rows of nine and the board to move on, as in `X--------/---...:1`; moves as `e5`.

    The board is a number from 1, or `any`.
    """
    sets = bitboard(81)
    has_line = line_finder(3, 3, 3, across=1, down=3)
    complete = complete_lines(3, 3, 3)
    # Where each cell of the picture, row by row, is in a set of cells.
    cells = [y // 3 * 27 + x // 3 * 9 + y % 3 * 3 + x % 3 for y in range(9) for x in range(9)]
    places = {cell: place for place, cell in enumerate(cells)}

    def letters(state: State) -> list[str]:
        return letters_of(to_int(state[0]), to_int(state[1]), SIDES, cells)

    def write_position(state: State) -> str:
        return f"{write_rows(letters(state), 9)}:{'any' if state[4] == ANY else state[4] + 1}"

    def won_boards(stones: Cells) -> int:
        return sum(1 << board for board in range(9) if has_line(on_board(stones, board)))

    def read_position(position: str) -> State:
        # A pasted drawing ends with "on board 2" or "on any board".
        position = re.sub(r"\n\s*on (?:board )?(any|\d)(?: board)?\s*\Z", r":\1", position)
        rows, _, word = position.partition(":")
        marks = read_rows(rows, 9, 9, "".join(SIDES))
        first, second = (
            sets.of(cell for cell, mark in zip(cells, marks, strict=True) if mark == letter) for letter in SIDES
        )
        names = [str(board + 1) for board in range(9)] + ["any"]
        if word not in names:
            raise BadPosition(f"after the colon stands the board to move on, from 1 to 9 or any, not {word!r}")
        board = names.index(word)
        refuse_bad_counts(bits_of(marks, SIDES[0]), bits_of(marks, SIDES[1]), SIDES)
        side = sets.count(first) - sets.count(second)
        won = won_boards(first), won_boards(second)
        if won[0] & won[1]:
            raise BadPosition("both sides have a line on one board, but the first one closes it")
        if has_line(won[0]) and has_line(won[1]):
            raise BadPosition("both sides have three boards in a row, but the first three end the game")
        if has_line(won[side]):
            raise BadPosition(f"{SIDES[side]} has three boards in a row, but the other side has moved since")
        refuse_bad_board(first, second, won[0] | won[1], board, side)
        return first, second, won[0], won[1], board, side

    def refuse_bad_board(first: Cells, second: Cells, won: int, board: int, side: int) -> None:
        """Refuse a board to move on to which no stone of the other side can have led."""
        last = (first, second)[1 - side]
        closed = [bool(won >> each & 1) or on_board(first, each) | on_board(second, each) == FULL for each in range(9)]
        led_to = {cell % 9 for cell in sets.listed(last)}
        if board != ANY and closed[board]:
            raise BadPosition(f"board {board + 1} is closed, so nobody must move there")
        if board != ANY and board not in led_to:
            raise BadPosition(f"no {SIDES[1 - side]} lies where it sends the other side to board {board + 1}")
        if board == ANY and led_to and not any(closed[each] for each in led_to):
            raise BadPosition(f"no {SIDES[1 - side]} lies where it gives the other side a free choice")

    def cell_text(place: int) -> str:
        return cell_name(place, 9, place // 9 + 1)

    def write_move(state: State, move: int) -> str:
        return cell_text(places[move])

    def read_move(state: State, word: str) -> int:
        for place, cell in enumerate(cells):
            if word.lower() == cell_text(place):
                if sets.has(state[0], cell) or sets.has(state[1], cell):
                    raise BadMove(f"{word.lower()} is taken")
                if state[4] not in (ANY, cell // 9):
                    raise BadMove(f"{word.lower()} is not on board {state[4] + 1}, where {SIDES[state[5]]} must move")
                return cell
        raise BadMove(f"{word!r} is not a cell from a1 to i9")

    def draw(state: State) -> str:
        shown = drawn(letters(state), map(cell_text, range(81)), 9, range(1, 10))
        where = "any board" if state[4] == ANY else f"board {state[4] + 1}"
        return f"{shown}\n on {where}"

    def won_lines(owners: Sequence[str], marks: Sequence[str]) -> Iterator[tuple[int, ...]]:
        """Where the game is won: the lines on the boards of the line that won, and that line through their middles."""
        for line in complete([owner or EMPTY for owner in owners]):
            for each in line:
                inner = [places[9 * each + cell] for cell in range(9)]
                mine = [marks[place] if marks[place] == owners[each] else EMPTY for place in inner]
                yield from (tuple(inner[cell] for cell in cells) for cells in complete(mine))
            yield tuple(places[9 * each + 4] for each in line)

    def board(state: State) -> Board:
        marks = letters(state)
        owners = [SIDES[0] if state[2] >> each & 1 else SIDES[1] if state[3] >> each & 1 else "" for each in range(9)]
        return Board(
            width=9 + 2 * GAP,
            height=9 + 2 * GAP,
            cells=tuple(
                Cell(
                    x=place % 9 + place % 9 // 3 * GAP,
                    y=place // 9 + place // 27 * GAP,
                    name=cell_text(place),
                    label=cell_text(place),
                    piece="" if marks[place] == EMPTY else marks[place],
                    owner=owners[cells[place] // 9],
                    span=(place + place // 9, place + place // 9 + 1),
                )
                for place in range(81)
            ),
            pieces=(EMPTY, *SIDES),
            moves={cell: (place,) for place, cell in enumerate(cells)},
            winning=tuple(won_lines(owners, marks)),
        )

    return Text(
        write_position, read_position, write_move, read_move, draw, what_to_type="an empty cell, as in e5", board=board
    )


GAP = 0.25
"""The space between two boards in the picture, beside 1 for a cell."""
