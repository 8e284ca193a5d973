"""The kernel that proves which draws must end, without the links of a graph.

A draw must end where the game is over, and where every move that keeps the draw leads to a draw that must end. Checked
position by position, that could be true in a circle; so the marks spread from the finished games, pass by pass, until
a pass adds none. In all other draws a side can avoid the end for ever: each of them has a move to another one.

    marks:  DECIDED, a win or a loss  |  OPEN, a draw  ->  ENDS, a draw that must end
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba import types

from zerosum.core.game import Game
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, atomic_add, load
from zerosum.engines.native.tables.control import BITS, COUNT, PIECE, pieces
from zerosum.engines.native.tables.graph_kernels import numbering
from zerosum.engines.native.tables.state_functions import KeyFunctions

DECIDED, OPEN, ENDS = range(3)


@lru_cache(maxsize=16)
def compiled_mark_ends(game: Game, keys: KeyFunctions) -> Callable[..., Any]:
    """`mark_ends(keys, control, slots, marks)`: a pass over all positions; COUNT is how many draws it has marked.

    `slots` is a map of positions and their numbers (`graph_kernels.py`). Several threads may mark in one pass: a mark
    that another one sees late is seen in the next pass.
    """
    rules = native_rules(game, repeats=False)
    each_move, play, is_over = rules.each_move, rules.play, rules.is_over
    unpack, number_of = rebuild(keys.unpack), numbering(game, rebuild(keys.pack))

    def mark_ends(keys: Any, control: Any, slots: Any, marks: Any) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits = load(control_at, BITS)
        marked = 0
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                if marks[at] != OPEN:
                    continue
                state = unpack(keys[at])
                must_end = True
                if not is_over(state):
                    for given in each_move(state):
                        if marks[number_of(slots_at, control_at, bits, play(state, as_word(given)))] == OPEN:
                            must_end = False
                            break
                if must_end:
                    marks[at] = ENDS
                    marked += 1
        atomic_add(control_at, COUNT, marked)

    words = types.int64[::1]
    return cache.build(mark_ends, (words, words, words, types.uint8[::1]))
