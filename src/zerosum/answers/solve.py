"""Solved tables in the flat namespace: solve a game, open a table, ask one, export it, query it."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from zerosum.answers.analysis.results import Analysis
from zerosum.answers.analysis.table_lookup import probe as probe_table
from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.lab.table_errors import SAMPLE, player_errors
from zerosum.answers.parameters import Depth, Nodes, Seconds, Seed, capability, limit_from, python_call
from zerosum.answers.position import Position, game_from
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.answers.query_result import QueryResult
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.core.setting_names import MOVE_SECONDS
from zerosum.engines.native import require_numba
from zerosum.engines.search import Limit
from zerosum.engines.solve.backends import extra_for
from zerosum.engines.solve.data.exported import export_file, exported
from zerosum.engines.solve.data.questions import ERRORS, QUESTIONS, ready_sql
from zerosum.engines.solve.start_files import read_starts
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.engines.solve.tables.table import open_table as open_folder
from zerosum.engines.solve.tables.user_folder import table_name, tables_folder

Folder = str | PathLike[str]


@python_call
def solve_game(
    game: GameLike,
    folder: Folder | None = None,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    start: Iterable[PositionLike] | str | None = None,
    memory: int | None = None,
    threads: int | None = None,
    on: str = "local",
    scratch: str | None = None,
    progress: ProgressSetting = True,
) -> SolvedTable:
    """Value every position that can be reached, and store the table in a folder.

    That is from the start of the game, from a position, or from any of a set: `start` is a list of positions, a file
    with one on each line, or "ending:NAME" for a set that the game itself has.

    Without a folder it goes into the user's folder of tables, where every analysis finds it. `memory` is in megabytes,
    half of what is free unless told. `on` is where to solve, by default all cores of this machine, and `scratch` where
    intermediate files are kept. After Ctrl-C, the same call goes on where it was.

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
        if start is not None and not isinstance(start, str):
            raise BadRequest("name a folder for a table that begins at a list of positions")
        folder = tables / table_name(here.game, start)
    require_numba(extra_for(on))
    from zerosum.engines.native.machine.resources import refuse_too_much
    from zerosum.engines.solve.solving import solve as solved

    refuse_too_much(memory, threads)
    if start is not None and (position is not None or moves is not None):
        raise BadRequest("give start, or a position and moves, not both")
    starts = [here.state] if start is None else _states(here.game, start)
    with shown(progress, f"solving {here.game.name}") as callback:
        return solved(
            here.game,
            Path(folder),
            starts=starts,
            memory=memory,
            threads=threads,
            on=on,
            scratch=scratch,
            progress=callback,
        )


solve = solve_game
"""The word of the command."""


def _states(game: Game, start: Iterable[PositionLike] | str) -> Iterable[State]:
    return read_starts(game, start) if isinstance(start, str) else [Position(game, each).state for each in start]


@python_call
def open_table(folder: Folder, game: GameLike | None = None) -> SolvedTable:
    """Open a solved table; its game is the one that the table names, unless another is given.

    >>> open_table("nowhere")
    Traceback (most recent call last):
    zerosum.core.errors.BadRequest: nowhere has no solved table
    """
    return open_folder(Path(folder), None if game is None else game_from(game))


@python_call
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


@python_call
def export_table(
    table: SolvedTable | Folder,
    file: Folder | None = None,
    *,
    memory: int | None = None,
    threads: int | None = None,
    progress: ProgressSetting = True,
) -> Path:
    """Write a solved table as a Parquet file, a row for each stored position; gives its path.

    Without a file, it is `positions.parquet` in the folder of the table. One that was exported from the same table is
    kept. `memory` is in megabytes, half of what is free unless told.
    """
    asked = table if isinstance(table, SolvedTable) else open_table(table)
    target = export_file(asked, None if file is None else Path(file))
    found = exported(asked, target)
    if found is not None:
        return found.file
    require_numba()
    from zerosum.engines.native.machine.resources import refuse_too_much
    from zerosum.engines.solve.data.exporting import export

    refuse_too_much(memory, threads)
    with shown(progress, f"exporting {asked.game.name}") as callback:
        return export(asked, target, memory=memory, threads=threads, progress=callback).file


@python_call
def query(
    table: SolvedTable | Folder, sql: str, *, limit: int | None = None, progress: ProgressSetting = True
) -> QueryResult:
    """The rows of a query in SQL over the view `positions` of a solved table, by DuckDB.

    `sql` may also be the name of a ready question: longest-win, only-moves, values-by-layer. The table is exported
    first where that has not been done.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table = solve_game("tictactoe", folder)
    ...     print(query(table, "SELECT value, sum(images) AS positions FROM positions GROUP BY value ORDER BY value"))
    value  positions
    draw       1,068
    loss       1,574
    win        2,836
    """
    from zerosum.engines.solve.data.querying import query as query_file

    if sql == ERRORS:
        raise BadRequest("where a player errs is asked by table_errors(table, player)")
    asked = table if isinstance(table, SolvedTable) else open_table(table)
    statement = ready_sql(sql, asked) if sql in QUESTIONS else sql
    file = export_table(asked, progress=progress)
    with shown(progress, f"asking the table of {asked.game.name}") as callback:
        return QueryResult(query_file(file, statement, limit=limit, progress=callback))


@capability("each move of --player")
def table_errors(
    table: SolvedTable | Folder,
    player: str,
    *,
    sample: int | None = SAMPLE,
    seed: Seed = 0,
    seconds: Seconds = MOVE_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    progress: ProgressSetting = True,
) -> QueryResult:
    """The moves of a player that give value away, in the stored positions of a solved table in which a move can.

    It is asked once in each of them, or in `sample` of them, chosen by the seed; None asks in all. The limits are for
    each move, 5 seconds unless told.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table_errors(solve_game("tictactoe", folder), "perfect", sample=20)
    <QueryResult of 0 rows: position, layer, side, value, move, becomes, moves, optimal_moves>
    """
    asked = table if isinstance(table, SolvedTable) else open_table(table)
    allowed = limit_from(limit, seconds, nodes, depth, MOVE_SECONDS)
    file = export_table(asked, progress=progress)
    with shown(progress, f"asking {player}") as callback:
        errors = player_errors(asked, file, player, sample=sample, seed=seed, limit=allowed, progress=callback)
        return QueryResult(errors.answer)
