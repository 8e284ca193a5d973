"""The user's folder of solved tables, where analysis finds them by itself.

$ZEROSUM_TABLES, or zerosum/tables in the user's data folder
    connect4-5x4.table      a table, named after its game
    chess-kqk.table         a table of an ending, named after its game and its ending
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import NO_KEY, State
from zerosum.engines.solve.format.manifest import MANIFEST
from zerosum.engines.solve.start_files import ENDING
from zerosum.engines.solve.tables.table import SolvedTable


def tables_folder() -> Path | None:
    """The folder; None when the user has no home."""
    chosen = os.environ.get("ZEROSUM_TABLES")
    try:
        if chosen:
            return Path(chosen)
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "zerosum" / "tables"
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            return Path(base) / "zerosum" / "tables" if base else None
        base = os.environ.get("XDG_DATA_HOME")
        return (Path(base) if base else Path.home() / ".local" / "share") / "zerosum" / "tables"
    except RuntimeError:  # there is no home
        return None


def table_name(game: Game, starts: str | None = None) -> str:
    """The name of the folder of a game's table, or of one that begins at a set of positions (`read_starts`).

    >>> from zerosum.core.games import load
    >>> table_name(load("connect4:5x4")), table_name(load("tictactoe@O"))
    ('connect4-5x4.table', 'tictactoe-O.table')
    >>> table_name(load("morris3"), "ending:moving"), table_name(load("morris3"), "lists/hard.txt")
    ('morris3-moving.table', 'morris3-hard.table')
    """
    name = Path(game.spec).name
    if starts is not None:
        name += "-" + Path(starts.removeprefix(ENDING)).stem
    return re.sub(r"[^\w.,+-]+", "-", name).strip("-") + ".table"


def folders_of_tables() -> list[Path]:
    """The folders of all finished tables in the user's folder, by name."""
    folder = tables_folder()
    return [] if folder is None else sorted(manifest.parent for manifest in folder.glob(f"*/{MANIFEST}"))


def found_table(game: Game) -> SolvedTable | None:
    """The table of a game in the user's folder, if there is a finished one; a damaged one is refused by name."""
    return _opened(game, table_name(game))


class EndingTables:
    """The tables of a game's endings in the user's folder; each is opened when a position may be in it."""

    def __init__(self, game: Game) -> None:
        """Look which there are."""
        folder = tables_folder()
        names = [table_name(game, ENDING + ending) for ending in game.endings]
        self.game = game
        self._left = [] if folder is None else [name for name in names if (folder / name / MANIFEST).exists()]
        self._opened: list[SolvedTable] = []

    def table_with(self, state: State) -> SolvedTable | None:
        """A table that knows the value of a position; None where there is none."""
        if (self._left or self._opened) and self._may_be_there(state):
            while self._left:
                table = _opened(self.game, self._left.pop(0))
                self._opened += [] if table is None else [table]
            return next((table for table in self._opened if table.score(state) is not None), None)
        return None

    def _may_be_there(self, state: State) -> bool:
        """Whether a position has a key, where the game gives keys to its endings."""
        rules = self.game.rules
        stored = state if rules.position is None else rules.position(state)
        return rules.key is None or rules.key(stored) != NO_KEY


def _opened(game: Game, name: str) -> SolvedTable | None:
    """The table of a game by its name in the user's folder; None where there is none."""
    folder = tables_folder()
    if folder is None or not (folder / name / MANIFEST).exists():
        return None
    try:
        return SolvedTable(folder / name, game)
    except BadRequest as error:
        raise BadRequest(f"{error}; you can go on without it: --no-table") from None
