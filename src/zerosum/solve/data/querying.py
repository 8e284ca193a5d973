"""Ask a solved table in SQL: DuckDB over its Parquet file, which it sees as the view `positions`.

A query can read that file and nothing else, and can change nothing: DuckDB may open no other file, and only SELECT and
EXPLAIN are run.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.errors import BadRequest
from zerosum.progress import Count, ProgressCallback
from zerosum.solve.data.data_extra import require_data

POLL_SECONDS = 0.05

READING = ("SELECT", "EXPLAIN")
"""The kinds of statements that change nothing. DESCRIBE, SUMMARIZE and VALUES are SELECT to DuckDB."""


@dataclass(frozen=True)
class Answer:
    """The rows that a query gave; `more` says that a limit left some out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool = False


def query(file: Path, sql: str, *, limit: int | None = None, progress: ProgressCallback = None) -> Answer:
    """The rows of a query over an exported table, at most `limit` of them; raises `BadRequest` for bad SQL.

    Ctrl-C and whatever `progress` raises stop it.
    """
    require_data()
    with _connected(file) as connection:
        statement = _only_statement(connection, sql)
        return _run(connection, statement, limit, progress)


@contextmanager
def _connected(file: Path) -> Iterator[Any]:
    """A connection in memory that can read this file, and no other."""
    import duckdb

    place = str(file.resolve()).replace("'", "''")
    connection = duckdb.connect(":memory:")
    try:
        for setting in (
            # Sorting more rows than memory holds needs a place on the disk.
            f"SET temp_directory = '{tempfile.gettempdir()}/zerosum-query'",
            "SET python_enable_replacements = false",
            f"SET allowed_paths = ['{place}']",
            "SET enable_external_access = false",
            f"CREATE VIEW positions AS SELECT * FROM read_parquet('{place}')",
            "SET lock_configuration = true",
        ):
            connection.execute(setting)
        yield connection
    except duckdb.Error as error:
        raise BadRequest(f"the query cannot be answered: {_sentence(error)}") from None
    finally:
        connection.close()


def _sentence(error: Exception) -> str:
    """What DuckDB says, without the copy of the query below it.

    >>> _sentence(ValueError('Parser Error: syntax error at or near "selec"\\n\\nLINE 1: selec 1\\n        ^'))
    'syntax error at or near "selec"'
    """
    first = " ".join(str(error).partition("\n\nLINE ")[0].split())
    kind, _, rest = first.partition(" Error: ")
    return rest if rest and " " not in kind else first


def _only_statement(connection: Any, sql: str) -> Any:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise BadRequest(f"give one SQL statement, not {len(statements)}")
    kind = statements[0].type.name
    if kind not in READING:
        raise BadRequest(f"a table is only read: SELECT, DESCRIBE, SUMMARIZE and EXPLAIN are answered, {kind} is not")
    return statements[0]


def _run(connection: Any, statement: Any, limit: int | None, progress: ProgressCallback) -> Answer:
    """Run a query in a thread, as DuckDB takes no notice of Ctrl-C while it works."""

    def fetched() -> tuple[list[str], list[Any]]:
        connection.execute(statement)
        columns = [str(column[0]) for column in connection.description]
        return columns, connection.fetchall() if limit is None else connection.fetchmany(limit + 1)

    with ThreadPoolExecutor(1, thread_name_prefix="zerosum query") as pool:
        future = pool.submit(fetched)
        try:
            while wait([future], POLL_SECONDS).not_done:
                if progress is not None:
                    progress(Count(max(0, int(connection.query_progress())), "percent", 100))
        except BaseException:
            connection.interrupt()
            wait([future])
            raise
    columns, rows = future.result()
    more = limit is not None and len(rows) > limit
    return Answer(tuple(columns), tuple(rows[:limit]), more)
