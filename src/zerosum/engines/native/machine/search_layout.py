"""What a compiled search and its caller share: the control, a block of words, and the rows, a block of int32.

    control   | stop, counters, limits | lengths of the best lines | move keys of side 0 | ... of side 1 | path |
                one word each            by ply: PLIES + 2 words     slots of the game     as many

    path      | position before the root | root | position of ply 1 | ...      only in games that can repeat positions
                its words                  PLIES positions

    rows      | row of ply 0 | row of ply 1 | ...      PLIES + 1 rows of STRIDE numbers
    a row     | best line from this ply on: PLIES moves | moves in the order in which they are tried: WIDTH moves |

The search writes all of it but `STOP`, `NODE_LIMIT` and `HORIZON`, which belong to the caller; the caller reads the
counters while the search runs, to show progress. When a search goes deeper than there are rows, or meets more moves
than a row holds, it ends with the status `TOO_DEEP` or `TOO_WIDE`, and its caller starts it again with a larger
`Capacity`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zerosum.core.errors import MAX_PLIES, MOST_MOVE, BadRequest
from zerosum.engines.native.machine.memory import Layout, load, load_int32, store, store_int32, zeros, zeros_int32
from zerosum.engines.search.result import NODES_BETWEEN_REPORTS, Effort, Limit

MOVES = 64
"""A move of a bit set is a number below this."""

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
WRONG = _control.field()  # what was wrong, with the statuses `BAD_...`
LOOK_AT = _control.field()  # with so many nodes, look at the limits and at `STOP` again
NODE_LIMIT = _control.field()
HORIZON = _control.field()  # positions of this ply are estimated
EARLIER = _control.field()  # 1 if the position before the root counts as one that has occurred, else 0
OUTCOMES = _control.field()  # for games of chance: the most outcomes of a chance node
LARGEST = _control.field()  # for games of chance: the greatest absolute score of a leaf
LOWEST = _control.field()  # the least ply of a position that was repeated, as `Run.lowest`
PLIES = _control.field()  # how many plies the rows hold
WIDTH = _control.field()  # how many moves of one position a row holds
STRIDE = _control.field()  # the numbers of a row
MASK = _control.field()  # for a search with a transposition table: its slots - 1
IDEAS = _control.field()  # this and the next eight are for selective search: its ideas as a bit set
WINDOW_LOW = _control.field()  # the window of the root
WINDOW_HIGH = _control.field()
ROOT_DEPTH = _control.field()
ROOT_SCORE = _control.field()  # the best score of the root so far, where its line is not empty
PASSERS = _control.field()  # bit s where side s can pass in the root, or could if it were its turn
AGE = _control.field()  # of the entries that it stores
KILLERS = _control.field()  # where the killer moves begin, two for each ply
ORDER = _control.field()  # where the sort keys of moves begin, WIDTH for each ply; behind them the game's own ranks
KEYS = _control.field()  # where the move keys begin: what moves are ordered by, the least first
PATH = _control.field()  # where the position of the root is kept; those of the plies below follow
LENGTHS = _control.field(0)  # from here on, for each ply: the length of the best line

RUNNING, STOPPED, TOO_DEEP, TOO_WIDE, ENDLESS, BAD_UTILITY, BAD_MOVES, BAD_MOVE, BAD_ODDS = range(9)
"""Why a search ended, in `STATUS`; what was wrong is in `WRONG`."""

PLY_CAPACITIES = (64, 1024, MAX_PLIES + 2)
MOVE_CAPACITIES = (MOVES, 1024, 1 << 14)


class Capacity(NamedTuple):
    """How many plies the rows hold, and how many moves each."""

    plies: int = PLY_CAPACITIES[0]
    moves: int = MOVE_CAPACITIES[0]

    def grown(self, status: int) -> Capacity:
        """The next larger capacity after a search that ended with `TOO_DEEP` or `TOO_WIDE`."""
        if status == TOO_DEEP:
            return self._replace(plies=next(plies for plies in PLY_CAPACITIES if plies > self.plies))
        if self.moves == MOVE_CAPACITIES[-1]:
            raise BadRequest(
                f"a position has more than {self.moves:,} moves, which no compiled search can sort; "
                "search in plain Python (--tier reference)"
            )
        return self._replace(moves=next(moves for moves in MOVE_CAPACITIES if moves > self.moves))


SMALLEST = Capacity()


def new_control(
    capacity: Capacity,
    limit: Limit,
    slots: int = 0,
    path_width: int = 0,
    earlier: int = 1,
    more: int = 0,
    words: Callable[[int], Any] = zeros,
) -> Any:
    """Counters at zero, these limits, for each side so many equal move keys, and a path of so many words a position.

    The path has room for so many positions before the root; at the end there are `more` words. `words` makes blocks.
    """
    plies, width = capacity
    keys = LENGTHS + plies + 2
    path = keys + 2 * slots
    control = words(path + (plies + earlier) * path_width + more)
    limit_nodes(control, INFINITY if limit.nodes is None else min(limit.nodes, INFINITY))
    control[HORIZON] = min(limit.horizon, MAX_PLIES + 1)
    control[PLIES], control[WIDTH], control[STRIDE] = plies, width, plies + width
    control[KEYS], control[PATH] = keys, path + earlier * path_width
    return control


def limit_nodes(control: Any, most: int) -> None:
    """Stop at this node count: the search compares its nodes with the limit only where it looks, so it looks there."""
    control[NODE_LIMIT] = most
    control[LOOK_AT] = min(int(control[NODES]) + NODES_BETWEEN_REPORTS, most)


def new_rows(capacity: Capacity, halves: Callable[[int], Any] = zeros_int32) -> Any:
    """The rows of so many plies, empty."""
    return halves((capacity.plies + 1) * sum(capacity))


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
        store(control, LOOK_AT, min(nodes + NODES_BETWEEN_REPORTS, limit))
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


def refuse(control: Any, status: int, wrong: int) -> None:
    """End the search because the rules gave something wrong."""
    store(control, WRONG, wrong)
    store(control, STATUS, status)


def is_move(control: Any, given: int, yields: bool) -> bool:
    """Whether this is a move; if not, end the search: `moves` yields it, or else it is a negative number for a set."""
    if 0 <= given <= MOST_MOVE:
        return True
    refuse(control, BAD_MOVE if yields else BAD_MOVES, given)
    return False


def end_line(control: Any, ply: int) -> None:
    """The best line from here is empty."""
    store(control, LENGTHS + ply, 0)


def keep_line(control: Any, rows: Any, ply: int, move: int) -> None:
    """The best line from here is this move and then the best line of the ply below."""
    stride = load(control, STRIDE)
    length = load(control, LENGTHS + ply + 1)
    row = ply * stride
    store_int32(rows, row, move)
    for i in range(length):
        store_int32(rows, row + 1 + i, load_int32(rows, row + stride + i))
    store(control, LENGTHS + ply, length + 1)
