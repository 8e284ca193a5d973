"""Plots of a report with matplotlib (the extra `plot`), as the bytes of an SVG or PNG file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from zerosum.errors import BadRequest
from zerosum.files import refuse_unwritable
from zerosum.lab.compare import Fit, Point, Row
from zerosum.lab.cutoffs import Ranks
from zerosum.lab.move_orders import OrderRow

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#767676", "#000000", "#F0E442")
MARKERS = "os^Dv<>PX"
HATCHES = ("", "//", "..", "xx", "\\\\\\\\", "++", "--", "oo", "**")


def refuse_unplottable(file: str) -> None:
    """Refuse a plot that could not be written, before anything slow begins."""
    if Path(file).suffix not in (".svg", ".png"):
        raise BadRequest(f"a plot is a .svg or .png file, not {file!r}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadRequest("plots need one more package: pip install 'zerosum[plot]'") from None
    refuse_unwritable(file)


def _figure() -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("Agg")
    # Reproducible files: no random ids inside the SVG.
    matplotlib.rcParams["svg.hashsalt"] = "zerosum"
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    return figure, figure.subplots()


def _saved(figure: Any, file: str) -> bytes:
    """The picture in the format of the file's suffix."""
    form = Path(file).suffix.removeprefix(".")
    content = BytesIO()
    figure.savefig(content, format=form, dpi=150, metadata={"Date": None} if form == "svg" else {})
    return content.getvalue()


def plot_growth(points: list[Point], fits: list[Fit], breadth: float | None, title: str, file: str) -> bytes:
    """Nodes by plies on a log axis, with guides for b^d and b^(d/2) through the first fit's beginning."""
    figure, axes = _figure()
    for index, name in enumerate(dict.fromkeys(point.algorithm for point in points)):
        mine = [point for point in points if point.algorithm == name]
        axes.plot(
            [point.plies for point in mine],
            [point.nodes for point in mine],
            marker=MARKERS[index % len(MARKERS)],
            color=COLOURS[index % len(COLOURS)],
            label=name,
        )
    plies = sorted({point.plies for point in points})
    if fits and breadth is not None and len(plies) > 1:
        start = fits[0].factor * fits[0].branching ** plies[0]
        for share, style, label in ((1, "--", f"$b^d$, b = {breadth:.2f}"), (0.5, ":", "$b^{d/2}$")):
            guide = [start * breadth ** (share * (ply - plies[0])) for ply in plies]
            axes.plot(plies, guide, style, color="#767676", label=label)
    axes.set_yscale("log")
    axes.set_xlabel("plies")
    axes.set_ylabel("nodes")
    axes.set_title(title)
    axes.grid(True, alpha=0.3)
    axes.legend()
    return _saved(figure, file)


def plot_rows(rows: list[Row], title: str, file: str) -> bytes:
    """Nodes of each algorithm as bars on a log axis."""
    figure, axes = _figure()
    names = [row.algorithm for row in rows]
    bars = axes.barh(names, [max(1, row.nodes) for row in rows], color=COLOURS[0])
    axes.bar_label(bars, labels=[f"{row.nodes:,}" for row in rows], padding=3)
    axes.set_xscale("log")
    axes.set_xlim(left=1, right=30 * max(row.nodes for row in rows))
    axes.invert_yaxis()
    axes.set_xlabel("nodes")
    axes.set_title(title)
    return _saved(figure, file)


def plot_ranks(found: list[Ranks], title: str, file: str) -> bytes:
    """The share of cut-offs at each move rank, the algorithms side by side."""
    figure, axes = _figure()
    cutting = [ranks for ranks in found if ranks.total]
    width = 0.8 / max(1, len(cutting))
    for index, ranks in enumerate(cutting):
        axes.bar(
            [rank + (index - (len(cutting) - 1) / 2) * width for rank in range(1, len(ranks.cuts) + 1)],
            [100 * cuts / ranks.total for cuts in ranks.cuts],
            width,
            color=COLOURS[index % len(COLOURS)],
            hatch=HATCHES[index % len(HATCHES)],
            edgecolor="white",
            label=ranks.algorithm,
        )
    axes.set_xticks(range(1, 1 + max((len(ranks.cuts) for ranks in cutting), default=1)))
    axes.set_xlabel("cut after so many moves")
    axes.set_ylabel("share of cut-offs, %")
    axes.set_title(title)
    axes.legend()
    return _saved(figure, file)


def plot_orders(rows: list[OrderRow], title: str, file: str) -> bytes:
    """Alpha-beta's nodes in each order of moves as bars on a log axis, with the spread over random orders."""
    figure, axes = _figure()
    reach = [[row.nodes - row.least for row in rows], [row.most - row.nodes for row in rows]]
    bars = axes.barh([row.order for row in rows], [row.nodes for row in rows], color=COLOURS[0], xerr=reach, capsize=3)
    axes.bar_label(bars, labels=[f"{row.nodes:,.0f}" for row in rows], padding=8)
    axes.set_xscale("log")
    axes.set_xlim(left=1, right=30 * max(row.nodes for row in rows))
    axes.invert_yaxis()
    axes.set_xlabel("nodes of alpha-beta")
    axes.set_title(title)
    return _saved(figure, file)
