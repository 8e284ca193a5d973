"""Solved tables in the flat namespace: solve a game, open a table, ask one."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from zerosum.analysis.results import Analysis
from zerosum.analysis.table_lookup import probe as probe_table
from zerosum.front.position import GameLike, MovesLike, Position, PositionLike, game_from
from zerosum.front.progress_line import ProgressSetting, shown
from zerosum.game import BadRequest
from zerosum.native import require_numba
from zerosum.solve.table import SolvedTable
from zerosum.solve.table import open_table as open_folder
from zerosum.solve.user_folder import table_name, tables_folder
from zerosum.spelling import suggests_keywords

Folder = str | PathLike[str]


@suggests_keywords
def solve_game(
    game: GameLike,
    folder: Folder | None = None,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    memory: int | None = None,
    threads: int | None = None,
    on: str = "local",
    progress: ProgressSetting = True,
) -> SolvedTable:
    """Value every position that can be reached, and store the table in a folder.

    Without a folder it goes into the user's folder of tables, where every analysis finds it. `memory` is in megabytes,
    half of what is free unless told. `on` is where to solve, by default all cores of this machine. After Ctrl-C, the
    same call goes on where it was.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table = solve_game("tictactoe", folder)
    ...     print(table, table.value(table.start))
    <SolvedTable tictactoe: 5,478 positions> draw
    """
    here = Position(game, position, moves=moves)
    if folder is None:
        tables = tables_folder()
        if tables is None:
            raise BadRequest("there is no home for a folder of tables; name a folder")
        folder = tables / table_name(here.game)
    require_numba()
    from zerosum.native.solver.resources import refuse_too_much
    from zerosum.solve.solving import solve

    refuse_too_much(memory, threads)
    with shown(progress, f"solving {here.game.name}") as callback:
        return solve(
            here.game, Path(folder), start=here.state, memory=memory, threads=threads, on=on, progress=callback
        )


@suggests_keywords
def open_table(folder: Folder, game: GameLike | None = None) -> SolvedTable:
    """Open a solved table; its game is the one that the table names, unless another is given.

    >>> open_table("nowhere")
    Traceback (most recent call last):
    zerosum.errors.BadRequest: nowhere has no solved table
    """
    return open_folder(Path(folder), None if game is None else game_from(game))


@suggests_keywords
def probe(table: SolvedTable | Folder, position: PositionLike = None, *, moves: MovesLike = None) -> Analysis:
    """The value of every move of a position, from a solved table alone; by default of where the table begins.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     probe(solve_game("tictactoe", folder), "X-O/-O-/X--").best
    (3,)
    """
    asked = table if isinstance(table, SolvedTable) else open_table(table)
    begin = asked.start if position is None else position
    return probe_table(asked, Position(asked.game, begin, moves=moves).state)
