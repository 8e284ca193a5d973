"""In which order compiled searches try the moves of a position: `zerosum.engines.search.ordering.Ordering`, compiled.

The keys by which moves are sorted stand in the control. A slot of a table of keys is

    a bit set, learnt order      the move: minus how often it has cut
    a bit set, the game's order  the order itself, one move after the other, and behind it its length
    yielded, learnt order        the move's lowest bits (`HISTORY`): minus how often moves with these bits have cut
    yielded, the game's order    the move: its rank; a move beyond the table has none, and comes last
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.core.rules import State
from zerosum.engines.native.compile.entries import CompiledRules, write
from zerosum.engines.native.machine.intrinsics import as_word, trailing_zeros
from zerosum.engines.native.machine.memory import load, load_int32, store, store_int32
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
    INFINITY,
    KEYS,
    MOVES,
    NO_MOVE,
    PLIES,
    STATUS,
    STRIDE,
    TOO_WIDE,
    WIDTH,
    is_move,
    refuse,
)
from zerosum.engines.search.ordering import HISTORY

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules


class MoveOrder(NamedTuple):
    """Plain functions for compiled code to call."""

    arrange: Callable[[State, int, int, int, Any, Any], int]
    """(state, side, first, ply, control, rows): write the moves into this ply's row, `first` before all, and count
    them; 0 when the search must end."""

    credit: Callable[[Any, int, int], None]
    """(control, side, move): remember that this move caused a cut."""


def key_slots(rules: CompiledRules) -> int:
    """How many move keys each side has."""
    if not rules.yields:
        return MOVES
    return HISTORY if rules.order is None else 1 << max(rules.order, default=0).bit_length()


def rank_moves(rules: CompiledRules, control: Any) -> None:
    """Write down the game's own order of moves; without one all are equal at first."""
    if rules.order is None:
        return
    rank = {move: rank for rank, move in enumerate(rules.order)}
    keys, slots = int(control[KEYS]), key_slots(rules)
    if rules.yields:
        write(control, keys, (rank.get(move, len(rank)) for move in range(slots)))
    else:
        order = sorted(rank, key=lambda move: rank[move])
        write(control, keys, order)
        control[keys + MOVES] = len(order)


def move_order(rules: NativeRules) -> MoveOrder:
    """The order of moves in searches with these rules."""
    each_move, moves = rules.each_move, rules.moves
    slots, learns, yields = key_slots(rules), rules.order is None, rules.yields

    def key_of(control: Any, keys: int, move: int) -> int:
        if learns:
            return load(control, keys + (move & slots - 1))
        return load(control, keys + move) if move < slots else INFINITY

    def arrange(state: State, side: int, first: int, ply: int, control: Any, rows: Any) -> int:
        """An insertion sort, so that moves with equal keys stay as they come."""
        place = ply * load(control, STRIDE) + load(control, PLIES)
        keys = load(control, KEYS) + (slots * side if learns else 0)
        width = load(control, WIDTH)
        total = 0
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return 0
            if total == width:
                store(control, STATUS, TOO_WIDE)
                return 0
            key = -INFINITY if move == first else key_of(control, keys, move)
            at = total
            while at > 0:
                before = load_int32(rows, place + at - 1)
                if before == first or key_of(control, keys, before) <= key:
                    break
                store_int32(rows, place + at, before)
                at -= 1
            store_int32(rows, place + at, move)
            total += 1
        if total == 0:
            refuse(control, BAD_MOVES, 0)
        return total

    def arrange_as_given(state: State, side: int, first: int, ply: int, control: Any, rows: Any) -> int:
        """The members of a bit set in the game's own order; what that does not name comes last, ascending."""
        left = moves(state)
        if left <= 0:
            refuse(control, BAD_MOVES, left)
            return 0
        place = ply * load(control, STRIDE) + load(control, PLIES)
        keys = load(control, KEYS)
        total = 0
        if first != NO_MOVE and left >> first & 1 != 0:
            store_int32(rows, place, first)
            left ^= 1 << first
            total = 1
        for i in range(load(control, keys + MOVES)):
            move = load(control, keys + i)
            # Written in any case, and kept by counting it: a branch would be a coin toss to the processor.
            store_int32(rows, place + total, move)
            total += left >> move & 1
            left &= ~(1 << move)
        while left != 0:
            store_int32(rows, place + total, trailing_zeros(left))
            left &= left - 1
            total += 1
        return total

    def credit(control: Any, side: int, move: int) -> None:
        if learns:
            at = load(control, KEYS) + slots * side + (move & slots - 1)
            store(control, at, load(control, at) - 1)

    return MoveOrder(arrange if learns or yields else arrange_as_given, credit)
