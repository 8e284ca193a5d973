"""Nim: take as many as you like from one heap; whoever takes the last one wins (misère: loses).

A state is (all heaps as one bit set, side to move). Each heap owns as many bits as it had at the
start, and as many of its lowest bits are set as are left; for heaps of 3, 4 and 5, with 2, 4, 1 left:

    heap 3   heap 2  heap 1
    00001     1111    011

Taking t from a heap is the move whose number is the heap's t-th bit, so the bits that are set are at
the same time the legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import accumulate
from operator import xor
from typing import Any

from zerosum.core.board import Board
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.board_layouts import heaps_board
from zerosum.core.games.grid import read_number, split_side
from zerosum.core.rules import Example, Reason, Rules, Text

State = tuple[int, int]
SIDES = ("A", "B")

EXAMPLES = (
    Example("Take one or more things from a single heap.", "nim:3,4,5", "", "3:2"),
    Example("The last thing decides the game.", "nim:3,4,5", "0,2,0:A", "2:2"),
)
"""What the rules allow, move by move."""


def nim(heaps: tuple[int, ...] = (3, 4, 5), *, misere: bool = False, count_from: int = 1) -> Game:
    """Nim with these heaps at the start."""
    if not heaps or min(heaps) < 1:
        raise BadSpec("Nim needs at least one heap, and each heap at least one thing to take")
    if sum(heaps) > 63:
        raise BadSpec(f"heaps of {sum(heaps)} things together are too many: at most 63 are possible")
    sizes = ",".join(map(str, heaps))
    game_rules = rules(heaps, misere)
    return Game(
        name=f"Nim {sizes}" + (" misère" if misere else ""),
        spec=f"nim:{sizes}" + (",misere" if misere else ""),
        rules=game_rules,
        text=text(heaps, count_from),
        sides=SIDES,
        reasons=reasons(heaps, misere, game_rules.play),
        examples=EXAMPLES,
        about="In turn, take one or more things from a single heap.\n"
        f"Whoever takes the last thing {'loses' if misere else 'wins'}.",
    )


def rules(heaps: tuple[int, ...], misere: bool) -> Rules:
    """Who moves, what may be taken, and when it ends."""
    offsets = (0, *accumulate(heaps))[:-1]
    heap_of = tuple(heap for heap, size in enumerate(heaps) for _ in range(size))
    full = tuple((1 << size) - 1 << offset for size, offset in zip(heaps, offsets, strict=True))
    last_wins = -1 if misere else 1

    def to_move(state: State) -> int:
        return state[1]

    def moves(state: State) -> int:
        return state[0]

    def play(state: State, move: int) -> State:
        things, side = state
        heap = heap_of[move]
        left = (things & full[heap]) >> (move - offsets[heap] + 1) & full[heap]
        return things & ~full[heap] | left, 1 - side

    def is_over(state: State) -> bool:
        return state[0] == 0

    def utility(state: State) -> int:
        # Nothing is left, so the side that is not to move took the last thing.
        return last_wins if state[1] == 1 else -last_wins

    def key(state: State) -> int:
        return state[0] << 1 | state[1]

    return Rules(
        ((1 << sum(heaps)) - 1, 0), to_move, moves, play, is_over, utility, key=key if sum(heaps) < 62 else None
    )


def reasons(
    heaps: tuple[int, ...], misere: bool, play: Callable[[State, int], Any]
) -> Callable[[State, int], Iterator[Reason]]:
    """The nim-sum: whoever leaves 0 wins (C. L. Bouton, 1901); in misère, until only heaps of 1 are left."""
    sizes = sizes_of(heaps)

    def found(state: State, move: int) -> Iterator[Reason]:
        left = sizes(play(state, move))
        nim_sum = reduce(xor, left)
        if misere and max(left) < 2:
            ones = sum(left)
            yield Reason(f"leaves {ones} {'heap' if ones == 1 else 'heaps'} of 1", result=1 if ones % 2 else -1)
        elif nim_sum:
            yield Reason(f"leaves a nim-sum of {nim_sum}, not 0", result=-1)
        else:
            yield Reason("leaves a nim-sum of 0", result=1)

    return found


def sizes_of(heaps: tuple[int, ...]) -> Callable[[State], list[int]]:
    """The function from a state to what is left of each heap."""
    offsets = (0, *accumulate(heaps))[:-1]

    def sizes(state: State) -> list[int]:
        return [(state[0] >> offset & (1 << size) - 1).bit_count() for size, offset in zip(heaps, offsets, strict=True)]

    return sizes


def text(heaps: tuple[int, ...], count_from: int) -> Text:
    """Positions as `3,4,5:A` with the side to move, moves as `heap:take`."""
    offsets = (0, *accumulate(heaps))[:-1]
    sizes = sizes_of(heaps)

    def write_position(state: State) -> str:
        return ",".join(map(str, sizes(state))) + ":" + SIDES[state[1]]

    def read_position(position: str) -> State:
        words, side = split_side(position, SIDES)
        left = words.split(",")
        if len(left) != len(heaps):
            raise BadPosition(f"this game has {len(heaps)} heaps, but {words!r} has {len(left)}")
        things = 0
        for number, (word, size, offset) in enumerate(zip(left, heaps, offsets, strict=True), start=count_from):
            if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= size):
                raise BadPosition(f"heap {number} holds from 0 to {size} things, not {word!r}")
            things |= (1 << int(word)) - 1 << offset
        taken = sum(heaps) - things.bit_count()
        touched = sum(size != int(word) for word, size in zip(left, heaps, strict=True))
        # The number of moves made: at least one for each heap that is smaller, at most one for each thing taken.
        if not any(count % 2 == side for count in range(touched, taken + 1)):
            raise BadPosition(
                f"{SIDES[side]} cannot be to move: {taken} taken in turns leave {SIDES[1 - side]} to move"
            )
        return things, side

    def write_move(state: State, move: int) -> str:
        heap = max(index for index, offset in enumerate(offsets) if offset <= move)
        return f"{heap + count_from}:{move - offsets[heap] + 1}"

    def read_move(state: State, word: str) -> int:
        heap_word, colon, take_word = word.replace(" ", ":", 1).partition(":")
        if not colon:
            raise BadMove(f"{word!r} is not heap:take, as in {count_from}:2 for two from heap {count_from}")
        heap = read_number(heap_word, "a heap", len(heaps), count_from)
        left = sizes(state)[heap]
        if not left:
            raise BadMove(f"heap {heap_word} is empty")
        return offsets[heap] + read_number(take_word, "a number to take", left, 1)

    def draw(state: State) -> str:
        width = len(str(len(heaps) - 1 + count_from))
        return "\n".join(
            f" heap {number:>{width}}: {'|' * left:<{max(heaps)}} {left}"
            for number, left in enumerate(sizes(state), start=count_from)
        )

    def board(state: State) -> Board:
        return heaps_board(heaps, sizes(state), write_position(state), count_from)

    return Text(
        write_position=write_position,
        read_position=read_position,
        write_move=write_move,
        read_move=read_move,
        draw=draw,
        what_to_type=f"heap:take, as in {count_from}:2 for two from heap {count_from}",
        board=board,
    )
