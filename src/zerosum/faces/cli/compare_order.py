"""The parts of `zerosum compare` about the order of moves: cut-offs by rank, and what other orders would cost."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.faces.cli.compare_end import finish

if TYPE_CHECKING:
    from zerosum.answers.lab.compare import Setting
    from zerosum.answers.lab.cutoffs import Ranks
    from zerosum.answers.lab.move_orders import OrderCount
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.output import Output


def refuse_compiled(options: argparse.Namespace, what: str) -> None:
    """Refuse a tier on which this cannot be measured."""
    if options.tier != "reference":
        raise BadRequest(f"{what} looks into the search, which only the reference tier allows; leave --tier out")


def report_ranks(
    game: Game,
    states: list[State],
    names: list[str],
    setting: Setting,
    options: argparse.Namespace,
    progress: ProgressLine,
) -> int:
    """After how many moves each algorithm cuts."""
    from zerosum.answers.lab.charts import ranks_chart
    from zerosum.answers.lab.cutoffs import cuts_by_rank
    from zerosum.answers.lab.report.tables import ranks_cells, ranks_json
    from zerosum.faces.cli.interrupted import gathered

    found, interrupted = gathered(cuts_by_rank(game, states, names, setting))
    progress.wipe()
    title = title_of(game, states)
    complete = not interrupted and not any(ranks.stopped for ranks in found)
    shown = {"ranks": [ranks_json(ranks) for ranks in found], "complete": complete}
    return finish(
        options,
        interrupted,
        title=title,
        cells=ranks_cells(found),
        chart=lambda: ranks_chart(found, names),
        data={**head(game, states, options), **shown},
        show=lambda out: show_ranks(out, found, title),
    )


def show_ranks(out: Output, found: list[Ranks], title: str) -> None:
    """The table: a column for each algorithm, a row for each rank."""
    out.say(f"Cut-offs by move rank, {title}", style="bold")
    names = [ranks.algorithm for ranks in found]
    most = max((len(ranks.cuts) for ranks in found), default=0)
    lines = [[str(rank), *(cut_text(ranks, rank) for ranks in found)] for rank in range(1, most + 1)]
    lines.append(["all", *(f"{ranks.total:,}" for ranks in found)])
    lines.append(["mean rank", *("-" if ranks.mean is None else f"{ranks.mean:.2f}" for ranks in found)])
    out.table(["cut after move", *names], lines, right=names)
    silent = [ranks.algorithm for ranks in found if not ranks.total]
    if silent:
        out.say(f"({', '.join(silent)}: no cut-offs)")
    if any(ranks.stopped for ranks in found):
        out.say("A search that was stopped had not finished: its cut-offs are those it got to (--time, --nodes).")


def cut_text(ranks: Ranks, rank: int) -> str:
    """The cuts at a rank, and their share."""
    if rank > len(ranks.cuts):
        return "-"
    cuts = ranks.cuts[rank - 1]
    return f"{cuts:,} ({cuts / ranks.total:.1%})"


def report_orders(
    game: Game, states: list[State], setting: Setting, options: argparse.Namespace, progress: ProgressLine
) -> int:
    """What alpha-beta costs with the moves in other orders."""
    from zerosum.answers.lab.charts import orders_chart
    from zerosum.answers.lab.move_orders import order_effect, order_rows
    from zerosum.answers.lab.report.tables import orders_json
    from zerosum.faces.cli.interrupted import gathered

    counts, interrupted = gathered(order_effect(game, states, setting))
    progress.wipe()
    title, cells = title_of(game, states), orders_json(counts)
    complete = not interrupted and len(counts) == len(states)
    shown = {"orders": cells, "finished": len(counts), "complete": complete}
    return finish(
        options,
        interrupted,
        title=title,
        cells=cells,
        chart=lambda: orders_chart(order_rows(counts), ["alphabeta"]),
        data={**head(game, states, options), **shown},
        show=lambda out: show_orders(out, counts, len(states), title),
    )


def show_orders(out: Output, counts: list[OrderCount], asked: int, title: str) -> None:
    """The table and the chart."""
    from zerosum.answers.lab.move_orders import ORDER_WORDS, order_rows
    from zerosum.engines.draw.chart import log_bars

    out.say(f"Alpha-beta with the moves in other orders, {title}", style="bold")
    rows = order_rows(counts)
    if rows:
        headings = ["order", "nodes", "of its own", "luckiest", "unluckiest"]
        out.table(
            headings,
            [
                [
                    ORDER_WORDS[row.order] + (f" ({len(counts[0].random)} seeds)" if row.order == "random" else ""),
                    f"{row.nodes:,.0f}",
                    f"{row.of_own:.1%}",
                    *([f"{row.least:,}", f"{row.most:,}"] if row.order == "random" else ["-", "-"]),
                ]
                for row in rows
            ],
            right=headings[1:],
        )
        out.say()
        for bar in log_bars([("nodes", row.order, round(row.nodes)) for row in rows], out.console.width):
            out.say(bar)
        out.say("(log axis)")
    if len(counts) < asked:
        out.say(f"{len(counts):,} of {asked:,} positions could be finished in all orders (--time, --nodes, --depth).")


def title_of(game: Game, states: list[State]) -> str:
    """The game, and on how many positions."""
    return game.name if len(states) == 1 else f"{game.name}, {len(states):,} positions"


def head(game: Game, states: list[State], options: argparse.Namespace) -> dict[str, Any]:
    """What was measured, for JSON."""
    return {
        "game": game.spec,
        "position": game.position_text(states[0]) if len(states) == 1 else None,
        "positions": len(states),
        "values": options.values,
    }
