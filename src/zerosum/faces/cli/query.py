"""`zerosum query`: ask a solved table in SQL, or one of the ready questions."""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.answers.solve import table_errors
from zerosum.core.errors import BadRequest
from zerosum.faces.cli.options import OK, add_common, add_parameters, limit_of, load_table, positive, whole

if TYPE_CHECKING:
    from zerosum.answers.lab.table_errors import Errors
    from zerosum.engines.solve.data.exported import Export
    from zerosum.engines.solve.data.querying import QueryAnswer
    from zerosum.engines.solve.tables.table import SolvedTable
    from zerosum.faces.cli.output import Output

EXAMPLE = 'zerosum query tictactoe.table "SELECT value, sum(images) FROM positions GROUP BY value"'

SHOWN = 20
"""The rows of a table in the terminal, unless told."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    parser.add_argument(
        "table", metavar="DIR", nargs="?", help="the folder of a solved table (zerosum solve makes one)"
    )
    parser.add_argument("sql", metavar="SQL", nargs="?", help="a query over the view positions")
    parser.add_argument(
        "--ask", metavar="NAME", help="a ready question: longest-win, only-moves, values-by-layer, errors"
    )
    parser.add_argument("--list", action="store_true", help="show the ready questions with their SQL")
    parser.add_argument(
        "--limit", type=whole, metavar="N", help=f"rows to show, 0: all (default: {SHOWN}, all as JSON or CSV)"
    )
    parser.add_argument("--csv", action="store_true", help="print the rows as CSV")
    parser.add_argument(
        "--export-to", metavar="FILE", help="the Parquet file (default: positions.parquet in the folder)"
    )
    parser.add_argument(
        "--game", metavar="GAME", help="the game of the table; needed where its rules are in a file of your own"
    )
    parser.add_argument(
        "--player", metavar="PLAYER", help="of --ask errors: perfect, random, level:3, depth:4, mcts:500 ..."
    )
    parser.add_argument(
        "--sample", type=whole, metavar="N", help="of --ask errors: positions to ask in, 0: all (default: 1000)"
    )
    add_parameters(parser, table_errors)
    parser.add_argument("--threads", type=positive, metavar="N", help="threads of an export (default: all cores)")
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Export the table if that has not been done, ask, and print the rows."""
    from zerosum.engines.solve.data.data_extra import require_data
    from zerosum.engines.solve.data.questions import ERRORS, question, ready_sql

    if options.list:
        return list_questions(options)
    refuse_contradictions(options)
    if options.ask is not None:
        question(options.ask)
    require_data()
    table = load_table(Path(options.table), options.game)
    sql = options.sql if options.ask is None else ready_sql(options.ask, table)
    exported = exported_table(table, options)
    if options.ask == ERRORS:
        return tell_errors(errors_of(table, exported.file, options), options)
    answer = ask(exported.file, sql, options)
    if options.json:
        from zerosum.faces.cli.output import print_json

        print_json({"table": options.table, "sql": sql, **rows_json(answer)})
    else:
        show(answer, options)
    return OK


def refuse_contradictions(options: argparse.Namespace) -> None:
    """Refuse what would be ignored."""
    from zerosum.engines.solve.data.questions import ERRORS

    if options.table is None:
        raise BadRequest("name the folder of a solved table; zerosum query --list shows the ready questions")
    if options.sql is None and options.ask is None:
        raise BadRequest("give a query in SQL, or --ask NAME; zerosum query --list shows the ready questions")
    if options.sql is not None and options.ask is not None:
        raise BadRequest("give a query in SQL or --ask, not both")
    if options.csv and options.json:
        raise BadRequest("give --csv or --json, not both")
    if options.ask == ERRORS and options.player is None:
        raise BadRequest("--ask errors needs a --player, as in --player level:3")
    if options.ask != ERRORS and (options.player is not None or options.sample is not None):
        raise BadRequest("--player and --sample belong to --ask errors")


def list_questions(options: argparse.Namespace) -> int:
    """The ready questions with their SQL."""
    from zerosum.engines.solve.data.questions import ERROR, QUESTIONS
    from zerosum.faces.cli.output import Output, print_json

    if options.json:
        print_json([{"name": name, **vars(each)} for name, each in QUESTIONS.items()])
        return OK
    out = Output(plain=options.plain)
    for number, (name, each) in enumerate(QUESTIONS.items()):
        if number:
            out.say()
        out.say(name, style="bold")
        out.say(f"{each.about[0].upper()}{each.about[1:]}.")
        out.say(indented(each.sql))
        if each.chance_sql is None:
            out.say("Not for games of chance.")
        elif each.chance_sql != each.sql:
            out.say(f"In a game of chance, where {ERROR} is the number by which a mean may be off:")
            out.say(indented(each.chance_sql))
    return OK


def indented(sql: str) -> str:
    """SQL below the name of its question."""
    return "\n".join(f"    {line}" for line in sql.splitlines())


def exported_table(table: SolvedTable, options: argparse.Namespace) -> Export:
    """The Parquet file of a table; says on standard error that it has to be written first."""
    from zerosum.engines.draw.amounts import bytes_text
    from zerosum.faces.cli.output import Output
    from zerosum.faces.cli.solve import export_table

    exported = export_table(table, options.export_to, options)
    if not exported.was_there:
        out = Output(plain=options.plain, to_stderr=True)
        size = bytes_text(exported.bytes)
        if exported.was_damaged:
            out.say(f"{exported.file} was damaged; exported {exported.rows:,} positions to it again ({size}).")
        else:
            out.say(f"Exported {exported.rows:,} positions to {exported.file} ({size}) first.")
    return exported


def ask(file: Path, sql: str, options: argparse.Namespace) -> QueryAnswer:
    """The rows of a query, as many as the options allow."""
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.solve.data.querying import query

    with ProgressLine("asking") as progress:
        return query(file, sql, limit=most_rows(options), progress=progress.update)


def most_rows(options: argparse.Namespace) -> int | None:
    """The rows to show; None for all."""
    if options.limit is None:
        return None if options.json or options.csv else SHOWN
    return options.limit or None


def errors_of(table: SolvedTable, file: Path, options: argparse.Namespace) -> Errors:
    """Where a player errs."""
    from zerosum.answers.lab.table_errors import SAMPLE, player_errors
    from zerosum.answers.progress_line import ProgressLine

    sample = SAMPLE if options.sample is None else options.sample or None
    with ProgressLine(f"asking {options.player}") as progress:
        return player_errors(
            table,
            file,
            options.player,
            sample=sample,
            seed=options.seed,
            limit=limit_of(options),
            progress=progress.update,
        )


def tell_errors(errors: Errors, options: argparse.Namespace) -> int:
    """The errors of a player, the first of them as rows."""
    from dataclasses import replace

    from zerosum.faces.cli.output import Output, print_json

    count, most = len(errors.answer.rows), most_rows(options)
    answer = replace(errors.answer, rows=errors.answer.rows[:most], more=most is not None and most < count)
    if options.json:
        asked = {"player": options.player, "seed": options.seed, "asked": errors.asked, "possible": errors.possible}
        print_json({"table": options.table, **asked, "errors": count, **rows_json(answer)})
        return OK
    if not options.csv:
        out = Output(plain=options.plain)
        out.say(f"{options.player} gives value away in {count:,} of {errors.asked:,} positions", style="bold")
        if errors.asked < errors.possible:
            out.say(f"A sample by seed {options.seed} of {errors.possible:,} stored positions in which a move can.")
        else:
            out.say("All stored positions in which a move can.")
    show(answer, options)
    return OK


def rows_json(answer: QueryAnswer) -> dict[str, Any]:
    """The rows as objects; what JSON has no form for is text."""
    rows = [dict(zip(answer.columns, map(plain_json, row), strict=True)) for row in answer.rows]
    return {"columns": list(answer.columns), "rows": rows, "more": answer.more}


def plain_json(value: Any) -> Any:
    """A value of DuckDB as JSON.

    >>> from decimal import Decimal
    >>> [plain_json(value) for value in (None, 3, "X", [Decimal("1.50")], {"a": 1}, float("inf"))]
    [None, 3, 'X', [1.5], {'a': 1}, 'inf']
    """
    from decimal import Decimal
    from math import isfinite

    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict):
        return {str(key): plain_json(each) for key, each in value.items()}
    return [plain_json(each) for each in value] if isinstance(value, list | tuple) else str(value)


def show(answer: QueryAnswer, options: argparse.Namespace) -> None:
    """The rows as CSV, or as a table."""
    from zerosum.faces.cli.output import Output

    if options.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(map(escaped_cell, answer.columns))
        writer.writerows(map(escaped_cell, row) for row in answer.rows)
        return
    out = Output(plain=options.plain)
    show_table(out, answer, is_ready=options.ask is not None)
    if answer.more:
        out.say(f"The first {len(answer.rows):,} rows; --limit N shows more, --limit 0 all.")


def show_table(out: Output, answer: QueryAnswer, *, is_ready: bool) -> None:
    """The rows as a table; a ready question leaves columns out that are empty for this game."""
    columns = [
        number
        for number in range(len(answer.columns))
        if not is_ready or not answer.rows or any(row[number] is not None for row in answer.rows)
    ]
    headings = [str(escaped_cell(answer.columns[number])) for number in columns]
    numbers = {
        headings[place]
        for place, number in enumerate(columns)
        if all(row[number] is None or isinstance(row[number], int | float) for row in answer.rows)
    }
    cells = [
        [str(row[number]) if answer.columns[number] == "key" else number_text(row[number]) for number in columns]
        for row in answer.rows
    ]
    out.table(headings, cells, right=list(numbers))
    if not answer.rows:
        out.say("No rows.")


def number_text(value: Any) -> str:
    """A value as it stands in a table: whole numbers with commas, others as they are.

    >>> number_text(5478), number_text(35.2), number_text(None), number_text("win")
    ('5,478', '35.2', '', 'win')
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else str(escaped_cell(value))


def escaped_cell(value: Any) -> Any:
    """A value without control characters, which could command the terminal; numbers and the like as they are.

    >>> escaped_cell("X-O"), escaped_cell("\\x1b[31m"), escaped_cell(["\\x07"]), escaped_cell(3)
    ('X-O', '\\\\x1b[31m', "['\\\\x07']", 3)
    """
    from zerosum.core.escaping import escaped

    if value is None or isinstance(value, int | float):
        return value
    return escaped(str(value), keeps_lines=True)
