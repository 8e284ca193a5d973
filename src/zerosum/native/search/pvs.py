"""Principal variation search, compiled: the twin of `zerosum.search.pvs`; same values, a table of its own.

It is the search of `transposition_table.py` with null windows after the first move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zerosum.game import Game
from zerosum.native.compile.rules import NativeRules
from zerosum.native.search import transposition_table
from zerosum.native.search.transposition_table import ENTRIES, answer_with_table
from zerosum.progress import ProgressCallback
from zerosum.rules import State
from zerosum.search.result import NO_LIMIT, Limit, Result, Watch
from zerosum.value import Scale


def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The search's entry for these rules."""
    return transposition_table.compiled(rules, scale, narrows=True)


def pvs(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
    entries: int = ENTRIES,
) -> Result:
    """Search a position by compiled principal variation search.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(pvs(game, game.start).value)
    'draw in 9'
    """
    return answer_with_table("pvs", game, state, limit, plain, watch, progress, entries, narrows=True)
