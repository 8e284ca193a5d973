"""The table of a game whose perfect player solves it whole: made once, kept in the user's folder of tables."""

from __future__ import annotations

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.engines.native import has_numba
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.engines.solve.tables.user_folder import table_name, tables_folder


def kept_table(game: Game, progress: ProgressCallback = None) -> SolvedTable | None:
    """The table of a game that is solved before its first move; None of any other, and where it cannot be made.

    A solve that Ctrl-C stopped goes on the next time. Without numba, or without a folder that can be written, the game
    is played by estimates, as one that is too large.
    """
    folder = tables_folder()
    if not game.solve_first or folder is None or not has_numba():
        return None
    from zerosum.engines.solve.solving import solve

    try:
        folder.mkdir(parents=True, exist_ok=True)
        return solve(game, folder / table_name(game), progress=progress)
    except (BadRequest, OSError):
        return None
