"""What a compiled search and its caller share: the control, a block of words, and the rows, a block of bytes.

    control   | stop, counters, limits | move keys of side 0 | ... of side 1 | lengths of the best lines, by ply |
                one word each            64 words               64 words       PLIES + 2 words

    rows      | row of ply 0 | row of ply 1 | ...      PLIES + 1 rows of STRIDE bytes
    a row     | best line from this ply on: PLIES bytes | moves in the order in which they are tried: 64 bytes |

The search writes all of it but `STOP`, `NODE_LIMIT` and `HORIZON`, which belong to the caller; the caller reads the
counters while the search runs, to show progress. When a search goes deeper than there are rows, it ends with the
status `TOO_DEEP`, and its caller starts it again with more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.game import MAX_PLIES
from zerosum.native.machine.intrinsics import trailing_zeros
from zerosum.native.machine.memory import LINE, Layout, load, load_byte, store, store_byte
from zerosum.search.result import EVERY, Effort, Limit

MOVES = 64
"""A move is a number below this: the number of a bit of a word."""

NO_MOVE = -1
INFINITY = 1 << 62

_control = Layout()
STOP = _control.field()  # not 0 once the caller wants the search to end; never set back while it runs
NODES = _control.field()  # counters, as `Effort` has them, up to `DEEPEST`
LEAVES = _control.field()
CUTOFFS = _control.field()
TABLE_HITS = _control.field()
ESTIMATES = _control.field()
DEEPEST = _control.field()
STATUS = _control.field()  # `RUNNING`, or why the search ended
WRONG = _control.field()  # the utility or move set that was wrong, with `BAD_UTILITY` and `BAD_MOVES`
LOOK_AT = _control.field()  # with so many nodes, look at the limits and at `STOP` again
NODE_LIMIT = _control.field()
HORIZON = _control.field()  # positions of this ply are estimated
PLIES = _control.field()  # how many plies the rows hold
STRIDE = _control.field()  # the bytes of a row
MASK = _control.field()  # for a search with a transposition table: its slots - 1
_control.align(LINE)
KEYS = _control.field(2 * MOVES)  # for each side and move, what moves are ordered by: the least first
LENGTHS = _control.field(0)  # from here on, for each ply: the length of the best line

RUNNING, STOPPED, TOO_DEEP, ENDLESS, BAD_UTILITY, BAD_MOVES = range(6)
"""Why a search ended, in `STATUS`; what was wrong is in `WRONG`."""

PLY_CAPACITIES = (64, 1024, MAX_PLIES + 2)
"""How many plies the rows hold: at first, then when that is not enough."""


def new_control(plies: int, limit: Limit) -> Any:
    """Counters at zero, and these limits."""
    control = np.zeros(LENGTHS + plies + 2, np.int64)
    control[NODE_LIMIT] = INFINITY if limit.nodes is None else min(limit.nodes, INFINITY)
    control[LOOK_AT] = min(EVERY, int(control[NODE_LIMIT]))
    control[HORIZON] = min(limit.horizon, MAX_PLIES + 1)
    control[PLIES] = plies
    control[STRIDE] = plies + MOVES
    return control


def new_rows(plies: int) -> Any:
    """The rows of so many plies, empty."""
    return np.zeros((plies + 1) * (plies + MOVES), np.int8)


def line_of(control: Any, rows: Any) -> tuple[int, ...]:
    """The best line from the root."""
    return tuple(map(int, rows[: control[LENGTHS]]))


def publish(effort: Effort, control: Any) -> None:
    """Show the counters as the reference tier has them."""
    counts = control[: DEEPEST + 1].tolist()
    effort.nodes, effort.leaves, effort.cutoffs = counts[NODES], counts[LEAVES], counts[CUTOFFS]
    effort.table_hits, effort.estimates, effort.deepest = counts[TABLE_HITS], counts[ESTIMATES], counts[DEEPEST]


# What follows is called by compiled code.


def enter(control: Any, ply: int) -> bool:
    """Count a node, as `Effort.enter` does; False when the search must end."""
    nodes = load(control, NODES)
    if nodes >= load(control, LOOK_AT):
        limit = load(control, NODE_LIMIT)
        if nodes >= limit or load(control, STOP) != 0:
            store(control, STATUS, STOPPED)
            return False
        store(control, LOOK_AT, min(nodes + EVERY, limit))
    store(control, NODES, nodes + 1)
    if ply > load(control, DEEPEST):
        if ply > MAX_PLIES:
            store(control, STATUS, ENDLESS)
            return False
        if ply >= load(control, PLIES):
            store(control, STATUS, TOO_DEEP)
            return False
        store(control, DEEPEST, ply)
    return True


def count(control: Any, counter: int) -> None:
    """Add one to a counter."""
    store(control, counter, load(control, counter) + 1)


def refuse_moves(control: Any, moves: int) -> None:
    """End the search because of a set of moves that is empty, or not a set."""
    store(control, WRONG, moves)
    store(control, STATUS, BAD_MOVES)


def end_line(control: Any, ply: int) -> None:
    """The best line from here is empty."""
    store(control, LENGTHS + ply, 0)


def keep_line(control: Any, rows: Any, ply: int, move: int) -> None:
    """The best line from here is this move and then the best line of the ply below."""
    stride = load(control, STRIDE)
    length = load(control, LENGTHS + ply + 1)
    row = ply * stride
    store_byte(rows, row, move)
    for i in range(length):
        store_byte(rows, row + 1 + i, load_byte(rows, row + stride + i))
    store(control, LENGTHS + ply, length + 1)


def arrange_as_given(control: Any, rows: Any, ply: int, moves: int, first: int) -> int:
    """Write the moves into this ply's row in the game's own order, `first` before all; and count them.

    The order stands where the keys would, and its length behind it. What it does not name comes last, ascending.
    """
    place = ply * load(control, STRIDE) + load(control, PLIES)
    total = 0
    if first != NO_MOVE and moves >> first & 1 != 0:
        store_byte(rows, place, first)
        moves ^= 1 << first
        total = 1
    for i in range(load(control, KEYS + MOVES)):
        move = load(control, KEYS + i)
        # Written in any case, and kept by counting it: a branch would be a coin toss to the processor.
        store_byte(rows, place + total, move)
        total += moves >> move & 1
        moves &= ~(1 << move)
    while moves != 0:
        store_byte(rows, place + total, trailing_zeros(moves))
        moves &= moves - 1
        total += 1
    return total


def arrange(control: Any, rows: Any, ply: int, side: int, moves: int, first: int) -> int:
    """Write the moves into this ply's row, most promising first, `first` before all; and count them.

    It is an insertion sort, so that moves of equal promise stay in ascending order.
    """
    place = ply * load(control, STRIDE) + load(control, PLIES)
    keys = KEYS + MOVES * side
    total = 0
    while moves != 0:
        move = trailing_zeros(moves)
        moves &= moves - 1
        key = -INFINITY if move == first else load(control, keys + move)
        at = total
        while at > 0:
            before = load_byte(rows, place + at - 1)
            if before == first or load(control, keys + before) <= key:
                break
            store_byte(rows, place + at, before)
            at -= 1
        store_byte(rows, place + at, move)
        total += 1
    return total
