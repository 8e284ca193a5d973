"""The section of a lab report with the measurements: tables, plots, and what was not finished."""

from __future__ import annotations

import platform

from zerosum.answers.lab.charts import growth_chart, growth_guides, nodes_chart, orders_chart, ranks_chart, style_of
from zerosum.answers.lab.compare import Row
from zerosum.answers.lab.move_orders import ORDER_WORDS, SEEDS
from zerosum.answers.lab.report.document import Bullets, Document, Paragraph
from zerosum.answers.lab.report.formulation import MOST_MOVES
from zerosum.answers.lab.report.measurements import TRACED_NODES, Measurements, goes_by_depth
from zerosum.answers.lab.report.observations import (
    listed_names,
    percent,
    value_words,
)
from zerosum.core.rules import listed
from zerosum.engines.draw.amounts import bytes_text, counted, seconds_text
from zerosum.engines.draw.chart_svg import Series, line_chart
from zerosum.engines.draw.table_text import Table


def depth_words(measured: Measurements) -> str:
    """To which depth the searches go, and why."""
    if not measured.rows:
        deepest = max((point.plies for point in measured.points), default=0)
        return f" to depths of up to {counted(deepest, 'ply', 'plies')}"
    if measured.depth is None:
        return " to the end of the game"
    plies = counted(measured.depth, "ply", "plies")
    if not measured.is_depth_chosen:
        return f" to a depth of {plies}"
    return f" to a depth of {plies}, chosen because a search of the whole game did not end in its share of the time"


def write_measurements(document: Document, measured: Measurements) -> None:
    """Tables and plots."""
    document.section("Measurements")
    document.add(
        Paragraph(
            f"All searches began at `{measured.game.position_text(measured.start)}` and went{depth_words(measured)}. "
            f"They ran in plain Python ({platform.python_implementation()} {platform.python_version()}, "
            f"{platform.machine()}). Counts do not depend on the machine; times and memory do. A node is one visit of "
            "a state, a leaf a node where the game is over or the depth limit is reached, a cut-off a node that "
            "skipped moves."
        )
    )
    if measured.unfinished:
        document.add(Paragraph("Not everything was finished in the time of this report:"), Bullets(measured.unfinished))
    if measured.rows:
        write_rows(document, measured)
    if measured.points:
        write_growth(document, measured)
    if any(ranks.total for ranks in measured.ranks):
        write_ranks(document, measured)
    if measured.orders:
        write_orders(document, measured)
    if measured.memory:
        write_memory(document, measured)


def write_rows(document: Document, measured: Measurements) -> None:
    """Nodes, cut-offs, time and memory of each algorithm."""
    document.subsection("Nodes, cut-offs, time and memory")
    free = [name for name in measured.names if not goes_by_depth(name)]
    note = ""
    if measured.depth is not None and free:
        note = f" The depth limit is not for {listed_names(iter(free))}."
    document.table(
        report_rows(measured),
        f"What each algorithm did from the start position. Values are for the side to move.{note}",
        name="nodes",
    )
    if any(row.note is None for row in measured.rows):
        document.figure(
            "nodes",
            nodes_chart(measured.rows, 1, measured.names).svg(),
            "Nodes of each algorithm.",
        )


def report_rows(measured: Measurements) -> Table:
    """The table of all algorithms, without columns that say nothing here."""
    rows, first = measured.rows, measured.rows[0]
    is_whole = not first.stopped and first.note is None
    columns: dict[str, list[str]] = {
        "nodes": [_count_text(row) for row in rows],
        f"of {first.algorithm}": [
            percent(row.nodes / first.nodes) if is_whole and not row.stopped else "-" for row in rows
        ],
        "leaves": [f"{row.leaves:,}" for row in rows],
        "cut-offs": [f"{row.cutoffs:,}" for row in rows],
        "table hits": [f"{row.table_hits:,}" for row in rows] if any(row.table_hits for row in rows) else [],
        "deepest ply": [str(row.deepest) for row in rows] if len({row.deepest for row in rows}) > 1 else [],
        "time": [seconds_text(row.seconds) for row in rows],
        "peak memory": [bytes_text(row.peak_bytes) for row in rows],
        "value": ["-" if row.stopped else value_words(measured, row) for row in rows],
    }
    shown = {heading: cells for heading, cells in columns.items() if cells}
    moves = ["-" if row.move is None else measured.game.move_text(measured.start, row.move) for row in rows]
    lines = [
        [row.algorithm, *(["-"] * len(cells) if row.note is not None else cells), move]
        for row, move, *cells in zip(rows, moves, *shown.values(), strict=True)
    ]
    return Table(["algorithm", *shown, "move"], lines, right=list(shown))


def _count_text(row: Row) -> str:
    return f"{row.nodes:,}" + (" (stopped)" if row.stopped else "")


def write_growth(document: Document, measured: Measurements) -> None:
    """Nodes by depth, with the guides b^d and b^(d/2)."""
    document.subsection("Growth with the depth")
    points, breadth = measured.points, measured.breadth
    names = measured.growing
    depths = sorted({point.plies for point in points})
    found = {(point.plies, point.algorithm): point for point in points}
    rows = [
        [str(depth), *(f"{found[depth, name].nodes:,}" if (depth, name) in found else "-" for name in names)]
        for depth in depths
    ]
    document.table(
        Table(["depth", *names], rows, right=names),
        "Nodes by depth; - where an algorithm knew the value from a smaller depth or had no time left.",
        name="growth",
    )
    about = "Nodes by depth."
    if growth_guides(points, measured.fits, breadth):
        about += f" The dashed guides begin where `{measured.fits[0].algorithm}` does."
    chart = growth_chart(points, measured.fits, breadth, measured.names)
    document.figure("growth", chart.svg(), about)


def write_ranks(document: Document, measured: Measurements) -> None:
    """Cut-offs by move rank."""
    document.subsection("Cut-offs by move rank")
    cutting = [ranks for ranks in measured.ranks if ranks.total]
    most = max(len(ranks.cuts) for ranks in cutting)
    names = [ranks.algorithm for ranks in cutting]
    rows = [
        [str(rank + 1), *(f"{ranks.cuts[rank]:,}" if rank < len(ranks.cuts) else "-" for ranks in cutting)]
        for rank in range(most)
    ]
    rows.append(["all", *(f"{ranks.total:,}" for ranks in cutting)])
    rows.append(["mean", *(f"{ranks.mean:.2f}" for ranks in cutting)])
    document.table(
        Table(["moves tried", *names], rows, right=names),
        "Cut-offs by the number of moves that the node had tried. The better the order, the fewer.",
        name="ranks",
    )
    document.figure(
        "cutoffs",
        ranks_chart(cutting, measured.names).svg(),
        "The share of cut-offs by the number of moves tried.",
    )


def write_orders(document: Document, measured: Measurements) -> None:
    """Alpha-beta in other orders of moves."""
    document.subsection("Effect of the move order")
    document.add(
        Paragraph(
            "`alphabeta` tries the moves in the order in which A(s) lists them. Here it searches the same game "
            "with the moves of every node in another order. The best and the worst order go by the true values of the "
            f"moves; random orders are a mean over {SEEDS} seeds.{_named_order(measured)}"
        )
    )
    rows = [
        [ORDER_WORDS[row.order], f"{row.nodes:,.0f}", f"{row.least:,}", f"{row.most:,}", f"{row.of_own:.2f}"]
        for row in measured.orders
    ]
    headings = ["order", "nodes", "least", "most", "of own"]
    document.table(Table(headings, rows, right=headings[1:]), "Nodes of alpha-beta by order of moves.", name="orders")
    document.figure(
        "orders",
        orders_chart(measured.orders, measured.names).svg(),
        "Nodes of alpha-beta by order of moves; the whisker spans the random orders.",
    )


def _named_order(measured: Measurements) -> str:
    """The order that the game names, which the searches with ordering use."""
    game, order = measured.game, measured.game.rules.order
    names = [name for name in measured.names if name in ("ordering", "table", "pvs")]
    if order is None or not names:
        return ""
    legal = listed(game.moves(measured.start))
    words = [f"`{game.move_text(measured.start, move)}`" for move in order if move in legal][:MOST_MOVES]
    verb = "tries" if len(names) == 1 else "try"
    return f" {listed_names(iter(names))} {verb} them in an order that the game names: {', '.join(words)}."


def _traced_words(document: Document, measured: Measurements) -> str:
    """How many of the searches memory was measured of."""
    searches, traced = len(measured.points), len(measured.memory)
    growth = document.labels["growth"]
    if traced == searches:
        return f"All {searches} searches of {growth} were measured so."
    known = {(point.algorithm, point.depth) for point in measured.memory}
    missing = [point for point in measured.points if (point.algorithm, point.plies) not in known]
    if all(point.nodes > TRACED_NODES for point in missing):
        why = f"the others have more than {TRACED_NODES:,} nodes"
    else:
        why = "for the others there was no time"
    return f"Of the {searches} searches of {growth}, {traced} were measured so; {why}."


def write_memory(document: Document, measured: Measurements) -> None:
    """Peak memory by depth."""
    document.subsection("Memory")
    names = list(dict.fromkeys(point.algorithm for point in measured.memory))
    traced = {(point.algorithm, point.depth) for point in measured.memory}
    document.add(
        Paragraph(
            "Peak memory was measured in runs of their own, since tracing every allocation slows a search down. "
            + _traced_words(document, measured)
        )
    )
    document.figure(
        "memory",
        line_chart(
            [
                Series(
                    name,
                    [(each.depth, each.peak_bytes) for each in measured.memory if each.algorithm == name],
                    style_of(measured.names, name),
                    [
                        point.plies
                        for point in measured.points
                        if point.algorithm == name and (name, point.plies) not in traced
                    ],
                )
                for name in names
            ],
            "depth",
            "peak memory (log axis)",
            "Peak memory by depth of " + ", ".join(names),
            words=lambda size: bytes_text(round(size)),
        ).svg(),
        "Peak memory by depth.",
    )
