"""Ask a solved table in SQL: DuckDB over its Parquet file, which it sees as the view `positions`.

A query reads that file and nothing else, and changes nothing:

    what                                          how it is refused
    another file, the network, an extension       enable_external_access = false, allowed_paths = [this file]
    a change of these settings                    lock_configuration = true
    a table, a view, a row                        the transaction is READ ONLY
    COPY, ATTACH, CALL, SET, INSTALL ...          only a SELECT is run, or an EXPLAIN of one
    files of other programs, links to them        what a sort writes lies in a new folder that only this user can read
    a result that fills the memory                it is given up after `MOST_BYTES`
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.core.errors import BadRequest
from zerosum.core.progress import Count, ProgressCallback
from zerosum.engines.solve.data.data_extra import require_data

POLL_SECONDS = 0.05

SELECT = "SELECT"
"""The kind of statement that changes nothing; DESCRIBE, SUMMARIZE, SHOW and VALUES are of it too."""

EXPLAIN = re.compile(r"\s*EXPLAIN\s+(ANALYZE\s+)?", re.IGNORECASE)

MOST_BYTES = 64 << 20
"""No result is longer."""

VALUE_BYTES = 8
"""What a value counts, besides the length of a text."""

ROWS = 256
"""The most rows that are fetched between two looks at the length of the result."""

FETCHED_BYTES = 4 << 20
"""About how many bytes are fetched between two looks; the longest row so far tells how many rows those are."""

MEMORY, SPILL = "1GB", "10GB"
"""What the database may hold in its buffers, and write to a temporary folder.

It holds 2,048 rows for each thread outside of its buffers: texts of megabytes take more. Python holds the result.
"""


@dataclass(frozen=True)
class QueryAnswer:
    """The rows that a query gave; `more` says that a limit left some out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool = False


def query(file: Path, sql: str, *, limit: int | None = None, progress: ProgressCallback = None) -> QueryAnswer:
    """The rows of a query over an exported table, at most `limit` of them; raises `BadRequest` for bad SQL.

    Ctrl-C and whatever `progress` raises stop it.
    """
    require_data()
    try:
        sql.encode()
    except UnicodeEncodeError:
        raise BadRequest("the query cannot be answered: it has bytes that are not UTF-8") from None
    with _connected(file) as connection:
        statement = _only_statement(connection, sql)
        return _run(connection, statement, limit, progress)


@contextmanager
def _connected(file: Path) -> Iterator[Any]:
    """A connection in memory that can read this file and no other, in a transaction that can write nothing."""
    import duckdb

    place = _quoted(str(file.resolve()))
    # Sorting more rows than memory holds needs a place on the disk.
    with (
        tempfile.TemporaryDirectory(prefix="zerosum-query-") as spill,
        closing(duckdb.connect(":memory:")) as connection,
    ):
        try:
            for setting in (
                f"SET temp_directory = {_quoted(spill)}",
                f"SET memory_limit = '{MEMORY}'",
                f"SET max_temp_directory_size = '{SPILL}'",
                "SET python_enable_replacements = false",
                "SET autoinstall_known_extensions = false",
                "SET autoload_known_extensions = false",
                f"SET allowed_paths = [{place}]",
                "SET enable_external_access = false",
                f"CREATE VIEW positions AS SELECT * FROM read_parquet({place})",
                "SET lock_configuration = true",
                "BEGIN TRANSACTION READ ONLY",
            ):
                connection.execute(setting)
            yield connection
        except duckdb.Error as error:
            raise BadRequest(f"the query cannot be answered: {_sentence(error)}") from None


def _quoted(text: str) -> str:
    """A text as a literal of SQL.

    >>> _quoted("Ann's")
    "'Ann''s'"
    """
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _sentence(error: Exception) -> str:
    """What DuckDB says, without the copy of the query or the traceback below it.

    >>> _sentence(ValueError('Parser Error: syntax error at or near "selec"\\n\\nLINE 1: selec 1\\n        ^'))
    'syntax error at or near "selec"'
    >>> _sentence(ValueError("Invalid Input Error: Required module 'pytz' failed to import"))
    'a time with a time zone cannot be shown; cast it, as in now()::VARCHAR'
    """
    if "pytz" in str(error):  # DuckDB asks for that package to show such a time
        return "a time with a time zone cannot be shown; cast it, as in now()::VARCHAR"
    first = " ".join(re.split(r"\n\nLINE |, due to the following", str(error))[0].split())
    kind, _, rest = first.partition(" Error: ")
    return rest if rest and " " not in kind else first


def _only_statement(connection: Any, sql: str) -> Any:
    """The statement, which is a SELECT or an EXPLAIN of one: EXPLAIN ANALYZE runs what it explains."""
    statement = _single(connection, sql)
    if statement.type.name == SELECT:
        return statement
    explain = EXPLAIN.match(statement.query)
    if explain is None or _single(connection, statement.query[explain.end() :]).type.name != SELECT:
        kind = statement.type.name
        what = "this statement" if kind == "MULTI" else "this EXPLAIN" if kind == "EXPLAIN" else kind
        answered = "SELECT, DESCRIBE, SUMMARIZE, EXPLAIN SELECT and EXPLAIN ANALYZE SELECT are answered"
        raise BadRequest(f"a table is only read: {answered}, {what} is not")
    return statement


def _single(connection: Any, sql: str) -> Any:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise BadRequest(f"give one SQL statement, not {len(statements)}")
    return statements[0]


def _run(connection: Any, statement: Any, limit: int | None, progress: ProgressCallback) -> QueryAnswer:
    """Run a query in a thread, as DuckDB takes no notice of Ctrl-C while it works."""

    def fetched() -> tuple[list[str], list[Any]]:
        connection.execute(statement)
        columns = [str(column[0]) for column in connection.description]
        return columns, list(_fetched(connection, limit))

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
    return QueryAnswer(tuple(columns), tuple(rows[:limit]), more)


def _fetched(connection: Any, limit: int | None) -> Iterator[tuple[Any, ...]]:
    """The rows, and one more than the limit where there is one; raises `BadRequest` where they are too long."""
    left, length, longest, rows = limit, 0, 0, 1
    while fetched := connection.fetchmany(rows if left is None else min(rows, left + 1)):
        lengths = [_length(row) for row in fetched]
        length, longest = length + sum(lengths), max(longest, *lengths)
        if length > MOST_BYTES:
            what = f"the result is longer than {MOST_BYTES >> 20} MB"
            raise BadRequest(f"{what}; add a LIMIT to the query, or read the exported file with another program")
        yield from fetched
        if left is not None:
            left -= len(fetched)
            if left < 0:
                return
        rows = max(1, min(ROWS, FETCHED_BYTES // max(1, longest)))


def _length(value: Any) -> int:
    """About how many bytes a value takes.

    >>> _length([(1, "abc"), (None, [2, 3])])
    43
    """
    if isinstance(value, dict):
        return _length(list(value.items()))
    if isinstance(value, list | tuple):
        return sum(map(_length, value))
    return VALUE_BYTES + (len(value) if isinstance(value, str | bytes) else 0)
