"""The lab report as data for other programs: rows for JSON and CSV, used by the command line and the server."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from typing import Any

from zerosum.game import Game, State
from zerosum.lab.compare import Difference, Fit, Row, Spread, most_different
from zerosum.lab.cutoffs import Ranks
from zerosum.lab.move_orders import OrderCount, OrderRow, order_rows
from zerosum.value import textbook


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
    }


def row_cells(game: Game, states: list[State], row: Row) -> dict[str, Any]:
    """`row_json` for a CSV file or a data frame: the value is a text."""
    return {**row_json(game, states, row), "value": value_text(row) if len(states) == 1 else ""}


def value_text(row: Row) -> str:
    """The value for a cell of a table."""
    return "" if row.value is None else textbook(row.value)


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
