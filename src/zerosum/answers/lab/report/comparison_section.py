"""The algorithms beside each other in words: each cell says which measurement or which bound it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zerosum.answers.lab.compare import Row
from zerosum.answers.lab.report.algorithms import LINEAR, theory
from zerosum.answers.lab.report.document import Document, Paragraph
from zerosum.answers.lab.report.measurements import Measurements, goes_by_depth
from zerosum.answers.lab.report.observations import finished, listed_names, percent, value_words
from zerosum.engines.draw.amounts import bytes_text, seconds_text
from zerosum.engines.draw.table_text import Table
from zerosum.engines.search import rung

PATIENCE = 1.0
"""The seconds within which a depth counts as reached."""

SAME_AMOUNT = 0.05
"""Amounts that differ by no more than this part are not ranked: the later one has the rank of the earlier."""


def write_comparison(document: Document, measured: Measurements) -> None:
    """The table of words."""
    rows = finished(measured)
    if not rows:
        return
    document.section("The algorithms beside each other")
    others = [row.algorithm for row in measured.rows if row not in rows]
    left_out = f" Another limit held or they were stopped: {listed_names(iter(others))}." if others else ""
    document.add(
        Paragraph(
            "Each cell is derived from a measurement, whose table it names, or from a bound of theory. Counts are "
            f"ranked exactly; times and sizes that differ by {percent(SAME_AMOUNT)} or less share a rank.{left_out}"
        )
    )
    where = document.where
    criteria: list[tuple[str, Callable[[Row], str]]] = [
        ("time", lambda row: f"{rank_of(row, rows, seconds_of)}: {seconds_text(row.seconds)} ({where('nodes')})"),
        ("nodes", lambda row: f"{rank_of(row, rows, nodes_of)}: {row.nodes:,} ({where('nodes')})"),
        ("memory", lambda row: _memory(row, rows, where("nodes"))),
        ("scalability", lambda row: _scalability(measured, row, where("growth"))),
        ("decision", lambda row: _decision(measured, row, where("nodes"))),
        ("when to use", lambda row: "; ".join(_uses(row, rows, where("nodes")))),
    ]
    lines = [[name, *(cell(row) for row in rows)] for name, cell in criteria]
    document.table(
        Table(["", *(row.algorithm for row in rows)], lines),
        "Qualitative comparison, derived from the measurements.",
        name="qualities",
    )


def seconds_of(row: Row) -> float:
    """The time of a row."""
    return row.seconds


def nodes_of(row: Row) -> float:
    """The nodes of a row."""
    return float(row.nodes)


def peak_of(row: Row) -> float:
    """The peak memory of a row, 0 where it was not measured."""
    return float(row.peak_bytes or 0)


def rank_of(row: Row, rows: Sequence[Row], amount: Callable[[Row], float]) -> str:
    """Where a row stands among others, as in "least of 4"; close amounts share a rank unless they are counts.

    >>> rows = [Row("a", nodes=9), Row("b", nodes=3), Row("c", nodes=5)]
    >>> [rank_of(row, rows, lambda row: row.nodes) for row in rows]
    ['most of 3', 'least of 3', 'rank 2 of 3']
    """
    slack = 0.0 if amount is nodes_of else SAME_AMOUNT
    mine = amount(row)
    less = sum(amount(other) < mine * (1 - slack) for other in rows)
    more = sum(amount(other) > mine * (1 + slack) for other in rows)
    if not less and not more:
        return "the same in all" if len(rows) > 1 else "alone"
    if not less:
        return f"least of {len(rows)}"
    return f"most of {len(rows)}" if not more else f"rank {less + 1} of {len(rows)}"


def _memory(row: Row, rows: Sequence[Row], label: str) -> str:
    bound = f"bound: {theory(row.algorithm).memory}"
    if any(each.peak_bytes is None for each in rows):
        return bound
    return f"{rank_of(row, rows, peak_of)}: {bytes_text(row.peak_bytes)} ({label}); {bound}"


def _scalability(measured: Measurements, row: Row, label: str) -> str:
    bound = f"bound: {theory(row.algorithm).time}"
    reached = [p.plies for p in measured.points if p.algorithm == row.algorithm and p.seconds <= PATIENCE]
    if not reached:
        return bound
    whole = any(p.algorithm == row.algorithm and p.exact and p.seconds <= PATIENCE for p in measured.points)
    depth = "the whole game" if whole else f"depth {max(reached)}"
    return f"{depth} within {PATIENCE:g} s ({label}); {bound}"


def _decision(measured: Measurements, row: Row, label: str) -> str:
    if row.value is None:
        return f"no value ({label})"
    move = "" if row.move is None else f", move {measured.game.move_text(measured.start, row.move)}"
    kind = "exact" if row.unfinished == 0 else "an estimate"
    return f"{kind}: {value_words(measured, row)}{move} ({label})"


def _uses(row: Row, rows: Sequence[Row], label: str) -> Iterator[str]:
    """What speaks for an algorithm, by the numbers."""
    found = list(_strengths(row, rows, label))
    yield from found
    if not rung(row.algorithm).has_window and goes_by_depth(row.algorithm):
        yield "as the reference, since it leaves nothing out (bound: every node)"
    elif not found:
        better = min((each for each in rows if each is not row), key=nodes_of, default=row)
        if better.nodes >= row.nodes:
            yield f"no gain in nodes, time or memory here ({label})"
        elif theory(row.algorithm).memory == LINEAR and theory(better.algorithm).memory != LINEAR:
            yield f"where memory is short and `{better.algorithm}` has no room for its table (bound: O(d))"
        else:
            yield f"as a step on the way to `{better.algorithm}`, which visits fewer nodes ({label})"


def _strengths(row: Row, rows: Sequence[Row], label: str) -> Iterator[str]:
    words = ((nodes_of, "nodes"), (seconds_of, "time")) + (
        ((peak_of, "memory"),) if all(each.peak_bytes for each in rows) else ()
    )
    least = [word for amount, word in words if rank_of(row, rows, amount).startswith("least")]
    if least:
        yield f"where {' and '.join(least)} count{'s' if len(least) == 1 and least != ['nodes'] else ''} most ({label})"
