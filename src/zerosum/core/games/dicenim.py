"""Dice Nim: roll a die, then take as many from the heap as it shows, or fewer; whoever takes the last one wins.

A state is (how many are left, side to move, what the die shows: 0 before the roll). Every position can be listed, and
nothing repeats, so that all values are exact fractions.
"""

from __future__ import annotations

from zerosum.core.board import Board, Cell
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.board_layouts import count_spans, die_cell
from zerosum.core.rules import CHANCE, Example, Rules, Text

State = tuple[int, int, int]

SIDES = ("A", "B")
COLUMNS = 10
"""The things of a row on the board."""

EXAMPLES = (
    Example("After a 3 you take one, two or three things: here two.", "dicenim:10x3", "", "3 2"),
    Example("Who takes the last thing wins.", "dicenim:10x3", "2:A", "3 2"),
)
"""What the rules allow, move by move."""


def dicenim(heap: int = 10, faces: int = 3) -> Game:
    """Dice Nim with a heap of this size and a die with this number of faces."""
    if not 1 <= heap <= 99 or not 1 <= faces <= 20:
        raise BadSpec(f"a heap has 1 to 99 things and a die 1 to 20 faces, not {heap} and {faces}")
    return Game(
        name=f"Dice Nim {heap}x{faces}",
        spec=f"dicenim:{heap}x{faces}",
        rules=rules(heap, faces),
        text=text(heap, faces),
        sides=SIDES,
        examples=EXAMPLES,
        about=f"Roll a die with the faces 1 to {faces}, then take one thing at least and as many as it shows at most.\n"
        "Who takes the last thing wins.",
    )


def rules(heap: int, faces: int) -> Rules:
    """Who moves, what may be taken, and when it ends."""

    def to_move(state: State) -> int:
        return state[1] if state[2] else CHANCE

    def moves(state: State) -> int:
        left, _, die = state
        # Outcome or number taken, both counted from 0.
        return (1 << min(die, left)) - 1 if die else (1 << faces) - 1

    def play(state: State, move: int) -> State:
        left, side, die = state
        return (left - move - 1, 1 - side, 0) if die else (left, side, move + 1)

    def is_over(state: State) -> bool:
        return state[0] == 0

    def utility(state: State) -> int:
        # Nothing is left, so the side that is not to move took the last thing.
        return 1 if state[1] == 1 else -1

    def odds(state: State, move: int) -> int:
        return 1

    return Rules((heap, 0, 0), to_move, moves, play, is_over, utility, odds=odds)


def text(heap: int, faces: int) -> Text:
    """Positions as `7:A:3` with the side to move and the die, which is left out before the roll; moves as numbers."""

    def write_position(state: State) -> str:
        return f"{state[0]}:{SIDES[state[1]]}" + (f":{state[2]}" if state[2] else "")

    def read_position(position: str) -> State:
        words = position.split(":")
        if not 1 <= len(words) <= 3 or (len(words) > 1 and words[1] not in SIDES):
            raise BadPosition(f"{position!r} is not a heap, who is to move, A or B, and the die, as in 7:A:3")
        numbers = [words[0], *words[2:]]
        if not all(each.isascii() and each.isdigit() and len(each) < 4 for each in numbers):
            raise BadPosition(f"{position!r} has a heap or a die that is not a number")
        left, die = int(words[0]), int(words[2]) if len(words) == 3 else 0
        side = SIDES.index(words[1]) if len(words) > 1 else 0
        if left > heap:
            raise BadPosition(f"the heap has {heap} things at most, not {left}")
        if die > faces or (len(words) == 3 and not die):
            raise BadPosition(f"the die shows 1 to {faces}, not {die}")
        if left == 0 and die:
            raise BadPosition("nothing is left, so nobody rolls")
        if (left == heap and side == 1) or (side == 0 and left == heap - 1):
            raise BadPosition(f"{SIDES[side]} cannot be to move with {left} of {heap} left")
        return left, side, die

    def write_move(state: State, move: int) -> str:
        return str(move + 1)

    def read_move(state: State, word: str) -> int:
        most = min(state[2], state[0]) if state[2] else faces
        if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= most):
            what = "a number to take" if state[2] else "what the die shows"
            raise BadMove(f"{word!r} is not {what}, from 1 to {most}")
        return int(word) - 1

    def draw(state: State) -> str:
        die = f"  the die shows {state[2]}" if state[2] else "  the die is rolling"
        return f" heap: {'|' * state[0]} {state[0]}" + ("" if state[0] == 0 else die)

    def board(state: State) -> Board:
        """The heap in rows of ten, how many are left, and the die; a click on a thing takes it and all behind it."""
        left, _, die = state
        columns = min(heap, COLUMNS)
        things = [
            Cell(x=i % COLUMNS, y=i // COLUMNS, name=f"thing {i + 1}", piece="|" * (i < left), kind="thing")
            for i in range(heap)
        ]
        count = Cell(
            x=columns, y=0, name="left", piece=str(left), kind="word", span=count_spans(write_position(state))[0]
        )
        takes = range(min(die, left))
        return Board(
            width=columns + 2,
            height=-(-heap // COLUMNS),
            cells=(*things, count, die_cell(columns + 1, 0, die)),
            moves={move: (left - move - 1,) for move in takes},
            touched={move: tuple(range(left - move - 1, left)) for move in takes},
        )

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type=f"how many to take, 1 to {faces}",
        board=board,
    )
