"""Principal variation search, compiled: the twin of `zerosum.engines.search.pvs`; same values, a table of its own.

It is the search of `transposition_table.py` with null windows after the first move.
"""

from __future__ import annotations

from functools import partial

from zerosum.engines.native.search import transposition_table
from zerosum.engines.native.search.runner import NativeRun
from zerosum.engines.native.search.transposition_table import ENTRIES, answer_with_table
from zerosum.engines.search.result import Result
from zerosum.engines.search.signature import search_with

compiled = partial(transposition_table.compiled, narrows=True)
"""The search's entry for rules and a scale."""


@search_with(NativeRun, "pvs")
def pvs(run: NativeRun, *, entries: int = ENTRIES) -> Result:
    """Search a position by compiled principal variation search.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(pvs(game, game.start).value)
    'draw in 9'
    """
    return answer_with_table(run, entries, narrows=True)
