"""The lab report as data: rows for JSON and CSV, and the table that the command line and notebooks show."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from zerosum.answers.lab.compare import Difference, Fit, Row, Spread, most_different
from zerosum.answers.lab.cutoffs import Ranks
from zerosum.answers.lab.move_orders import OrderCount, OrderRow, order_rows
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.core.value import textbook
from zerosum.engines.draw.amounts import bytes_text, seconds_text
from zerosum.engines.draw.table_text import Table


def row_json(game: Game, states: list[State], row: Row) -> dict[str, Any]:
    """The counts of one algorithm; with value and move where there is one position."""
    single = len(states) == 1
    return {
        "algorithm": row.algorithm,
        "tier": row.tier,
        "value": row.value.json() if single and row.value is not None else None,
        "move": game.move_text(states[0], row.move) if single and row.move is not None else None,
        "nodes": row.nodes,
        "leaves": row.leaves,
        "cutoffs": row.cutoffs,
        "table_hits": row.table_hits,
        "deepest": row.deepest,
        "seconds": row.seconds,
        "peak_bytes": row.peak_bytes,
        "positions": row.positions,
        "exact": row.unfinished == 0,
        "stopped": row.stopped,
        "outcomes": dict(row.outcomes),
        "note": row.note,
    }


def row_cells(game: Game, states: list[State], row: Row) -> dict[str, Any]:
    """`row_json` for a CSV file or a data frame: the value is a text."""
    return {**row_json(game, states, row), "value": value_text(row) if len(states) == 1 else ""}


def value_text(row: Row) -> str:
    """The value for a cell of a table."""
    return "" if row.value is None else textbook(row.value)


def rows_table(game: Game, states: Sequence[State], rows: Sequence[Row]) -> Table:
    """What each algorithm did, as a command and a notebook show it."""
    single = len(states) == 1
    numbers = ["nodes", "of row 1", "leaves", "cut-offs", "table hits", "deepest", "time", "peak memory"]
    lines = []
    for row in rows:
        share = "-" if row.stopped or rows[0].stopped or rows[0].note else f"{row.nodes / max(1, rows[0].nodes):.1%}"
        counts = [f"{row.nodes:,}", share, f"{row.leaves:,}", f"{row.cutoffs:,}", f"{row.table_hits:,}"]
        cells = [*counts, str(row.deepest), seconds_text(row.seconds), bytes_text(row.peak_bytes)]
        if single:
            cells.append(value_text(row) + (" (stopped)" if row.stopped else ""))
            cells.append("-" if row.move is None else game.move_text(states[0], row.move))
        else:
            cells.append(", ".join(f"{count:,} {word}" for word, count in sorted(row.outcomes.items())))
        lines.append([row.algorithm, *(["-"] * len(cells) if row.note is not None else cells)])
    where = game.position_text(states[0]) if single else f"{len(states):,} positions"
    headings = ["algorithm", *numbers, *(["value", "move"] if single else ["values"])]
    return Table(headings, lines, f"{game.name}: {where}", numbers)


def rows_sentences(states: Sequence[State], rows: Sequence[Row]) -> list[str]:
    """What there is to say about the rows together."""
    sentences = []
    for note in dict.fromkeys(row.note for row in rows if row.note is not None):
        names = ", ".join(row.algorithm for row in rows if row.note == note)
        sentences.append(f"{names}: {note}; a depth limits the search.")
    known = [row for row in rows if row.unfinished == 0 and row.note is None]
    if len(known) > 1 and len(states) > 1 and len({tuple(sorted(row.outcomes.items())) for row in known}) == 1:
        sentences.append("All that finished agree on how many positions are won, drawn and lost.")
    compiling = [row.algorithm for row in rows if row.stopped and row.tier == "native" and row.nodes == 0]
    if compiling:
        names = ", ".join(compiling)
        sentences.append(f"{names}: still being compiled when the time was over; --time S gives it longer.")
    if any(row.stopped for row in rows):
        sentences.append("A search that was stopped had not finished: its counts say only how far it got.")
    return sentences


def csv_text(rows: list[dict[str, Any]]) -> str:
    """Rows with the same keys as CSV; nested values are left out.

    >>> print(csv_text([{"name": "a", "nodes": 1, "more": {}}, {"name": "b", "nodes": 2, "more": {}}]), end="")
    name,nodes
    a,1
    b,2
    """
    text = io.StringIO()
    if rows:
        flat = [{key: value for key, value in row.items() if not isinstance(value, dict | list)} for row in rows]
        writer = csv.DictWriter(text, fieldnames=list(flat[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat)
    return text.getvalue()


def fit_json(fit: Fit, breadth: float | None) -> dict[str, Any]:
    """The growth of an algorithm's nodes, and the exponent for a tree of this breadth."""
    return {
        "algorithm": fit.algorithm,
        "branching": fit.branching,
        "factor": fit.factor,
        "exponent": None if breadth is None else fit.exponent(breadth),
    }


def ranks_json(ranks: Ranks) -> dict[str, Any]:
    """The cut-offs of an algorithm by rank."""
    return {
        "algorithm": ranks.algorithm,
        "cuts": list(ranks.cuts),
        "total": ranks.total,
        "first_share": ranks.first_share,
        "mean": ranks.mean,
        "positions": ranks.positions,
        "stopped": ranks.stopped,
    }


def ranks_cells(found: list[Ranks]) -> list[dict[str, Any]]:
    """Cut-offs by rank as cells of a table: a row for each algorithm and rank."""
    return [
        {"algorithm": ranks.algorithm, "rank": rank, "cuts": cuts, "share": cuts / ranks.total}
        for ranks in found
        for rank, cuts in enumerate(ranks.cuts, start=1)
    ]


def orders_json(counts: list[OrderCount]) -> list[dict[str, Any]]:
    """The effect of ordering, a row for each order."""
    return [order_json(row) for row in order_rows(counts)]


def order_json(row: OrderRow) -> dict[str, Any]:
    """One order on all positions."""
    return asdict(row)


def spread_json(spread: Spread | None) -> dict[str, float] | None:
    """Minimum, quartiles and maximum."""
    return None if spread is None else asdict(spread)


def difference_json(game: Game, difference: Difference) -> dict[str, Any]:
    """The nodes of two algorithms on a position."""
    return {
        "position": game.position_text(difference.state),
        "first": difference.first,
        "second": difference.second,
        "factor": difference.factor,
    }


def differences_json(game: Game, states: list[State], first: Row, second: Row, most: int = 10) -> dict[str, Any]:
    """Where two algorithms differ most."""
    return {
        "first": first.algorithm,
        "second": second.algorithm,
        "positions": [difference_json(game, each) for each in most_different(states, first, second, most)],
    }
