"""The kernel that values a part of a graph from the scores of the pass before: the same for every game.

Of a part, all different successors are listed, and for each of them its links to the positions of the part, as in
`graph_kernels.py`. A pass looks at every link of a position without a score:

    SETTLE   all successors have scores: the best of them is its score. It values a game without cycles.
    DECIDE   wins and losses of at least `least`: a successor that is lost for the other side decides, or all successors
             that are won for it. Where scores hold distances, a pass finds those of the next distance and no others.
    ENDING   all successors have scores, so that a side that does not lose cannot avoid a draw that ends.

It is one step of Jacobi's method: scores that are found in a pass do not count before the next one, so that they do
not depend on the order of the positions or on how they are cut into parts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache as once
from typing import Any

from numba import types

from zerosum.engines.native.compile import cache
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.solver.scores import shift_for
from zerosum.engines.native.tables.control import LOWEST

SETTLE, DECIDE, ENDING = range(3)


@once
def compiled_pass(margin: bool) -> Callable[..., Any]:
    """The kernel `derive(links_to, links, seen, scores, best, waiting, mode, least)`; gives how many scores it found.

    `seen` are the scores of the successors, `links_to` how many links each has. `best` and `waiting` have an entry for
    each position, LOWEST and 0 before.
    """
    farther = shift_for(margin).farther

    def derive(
        links_to: Any, links: Any, seen: Any, scores: Any, best: Any, waiting: Any, mode: int, least: int
    ) -> int:
        place, found = 0, 0
        for child in range(len(links_to)):
            score = as_word(seen[child])
            is_known = score != LOWEST and (mode != DECIDE or abs(score) >= least)
            score = farther(score)
            for _ in range(links_to[child]):
                parent, is_same_side = links[place] >> 1, links[place] & 1
                place += 1
                if not is_known:
                    waiting[parent] = 1
                else:
                    mine = score if is_same_side else -score
                    if mine > best[parent]:
                        best[parent] = mine
        for at in range(len(scores)):
            if scores[at] == LOWEST and (waiting[at] == 0 or (mode == DECIDE and best[at] > 0)):
                scores[at] = 0 if mode == ENDING else best[at]
                found += 1
        return found

    halves, quarters = types.int16[::1], types.int32[::1]
    return cache.build(derive, (quarters, quarters, halves, halves, halves, types.uint8[::1], types.int64, types.int64))
