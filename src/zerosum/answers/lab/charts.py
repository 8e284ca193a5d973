"""The charts of a comparison: nodes, their spread, growth, cut-offs by rank, and the effect of the move order.

`names` are all algorithms that are compared: the place of one among them is its colour and mark in every chart.
"""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.answers.lab.compare import Fit, Point, Row, spread_of
from zerosum.answers.lab.cutoffs import Ranks
from zerosum.answers.lab.move_orders import ORDER_WORDS, OrderRow
from zerosum.engines.draw.chart_parts import percent
from zerosum.engines.draw.chart_svg import (
    WIDTH,
    Bar,
    Box,
    Chart,
    Series,
    bar_chart,
    box_chart,
    grouped_bars,
    line_chart,
)

MOST_DOTS = 150
"""The spread shows the counts of this many positions as dots, the first ones."""


def style_of(names: Sequence[str], name: str) -> int:
    """The number of an algorithm's colour and mark; one that is not compared gets the next."""
    return names.index(name) if name in names else len(names)


def nodes_chart(rows: Sequence[Row], positions: int, names: Sequence[str], width: float = WIDTH) -> Chart:
    """Nodes of each algorithm that can search the game, as bars; of one that was stopped, as far as it got."""

    def bar(row: Row) -> Bar:
        is_finished = not row.stopped and row.positions == positions
        words = f"{row.nodes:,}" + ("" if is_finished else " (stopped)")
        return Bar(row.algorithm, row.nodes, words, style=style_of(names, row.algorithm), unfinished=not is_finished)

    bars = [bar(row) for row in rows if row.note is None]
    about = "Nodes of each algorithm: " + "; ".join(f"{each.name} {each.text}" for each in bars)
    return bar_chart(bars, "nodes (log axis)", about, width=width)


def spread_chart(rows: Sequence[Row], names: Sequence[str], width: float = WIDTH) -> Chart:
    """How the nodes of each algorithm are spread over the positions that it has finished."""
    boxes = [
        Box(
            row.algorithm,
            **vars(spread),
            sample=[result.nodes for result in row.results[:MOST_DOTS] if not result.stopped],
            style=style_of(names, row.algorithm),
        )
        for row in rows
        if (spread := spread_of(row)) is not None
    ]
    told = (f"{box.name} median {box.median:,g}, {box.least:,g} to {box.most:,g}" for box in boxes)
    about = "Nodes for each position: " + "; ".join(told)
    return box_chart(boxes, "nodes for one position (log axis)", about, width=width)


def growth_chart(
    points: Sequence[Point],
    fits: Sequence[Fit],
    breadth: float | None,
    names: Sequence[str],
    across: str = "depth",
    width: float = WIDTH,
) -> Chart:
    """Nodes by plies, with the guides b^d and b^(d/2)."""
    found = {name: [(p.plies, p.nodes) for p in points if p.algorithm == name] for name in names}
    series = [Series(name, line, style_of(names, name)) for name, line in found.items() if line]
    told = (
        f"{each.name} " + ", ".join(f"{nodes:,} at {across} {plies}" for plies, nodes in found[each.name])
        for each in series
    )
    about = f"Nodes by {across}: " + "; ".join(told)
    guides = growth_guides(points, fits, breadth)
    return line_chart(series, across, "nodes (log axis)", about, guides=guides, width=width)


def growth_guides(points: Sequence[Point], fits: Sequence[Fit], breadth: float | None) -> list[Series]:
    """The lines b^d and b^(d/2), which begin where the first algorithm that was fitted does."""
    if not fits or breadth is None or breadth <= 1 or len({point.plies for point in points}) < 2:
        return []
    guided = sorted((point.plies, point.nodes) for point in points if point.algorithm == fits[0].algorithm)
    first, begin = guided[0]
    return [
        Series(name, [(plies, begin * breadth ** (share * (plies - first))) for plies, _ in guided])
        for name, share in ((f"b^d, b = {breadth:.2f}", 1.0), ("b^(d/2)", 0.5))
    ]


def ranks_chart(found: Sequence[Ranks], names: Sequence[str], width: float = WIDTH) -> Chart:
    """The share of cut-offs at each move rank, of those algorithms that cut."""
    cutting = [ranks for ranks in found if ranks.total]
    groups = [str(rank + 1) for rank in range(max(len(ranks.cuts) for ranks in cutting))]
    series = [
        Series(
            ranks.algorithm,
            [(rank, 100 * cuts / ranks.total) for rank, cuts in enumerate(ranks.cuts)],
            style_of(names, ranks.algorithm),
        )
        for ranks in cutting
    ]
    told = (
        f"{ranks.algorithm} {percent(100 * (ranks.first_share or 0))} after the first move, "
        f"after {ranks.mean:.2f} on average"
        for ranks in cutting
    )
    about = "Share of cut-offs by move rank: " + "; ".join(told)
    return grouped_bars(groups, series, "moves tried before the cut", "share of cut-offs", about, width=width)


def orders_chart(rows: Sequence[OrderRow], names: Sequence[str], width: float = WIDTH) -> Chart:
    """Nodes of alpha-beta in each order of moves, with a whisker over the random orders."""
    style = style_of(names, "alphabeta")
    bars = [Bar(ORDER_WORDS[row.order], row.nodes, f"{row.nodes:,.0f}", row.least, row.most, style) for row in rows]
    about = "Nodes of alpha-beta by order: " + "; ".join(f"{bar.name} {bar.text}" for bar in bars)
    return bar_chart(bars, "nodes of alpha-beta (log axis)", about, width=width)
