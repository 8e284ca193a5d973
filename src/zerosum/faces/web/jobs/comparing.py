"""The lab report, a piece at a time: rows, where they differ, growth, cut-offs by rank, the effect of ordering.

Each piece is a message with its `event`. The whole takes its seconds and no longer: each part may use a share of what
is left, and what could not be finished is said in the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import inf
from typing import Any

from zerosum.answers.lab.budget import Budget
from zerosum.answers.lab.charts import MOST_DOTS, growth_chart, nodes_chart, orders_chart, ranks_chart, spread_chart
from zerosum.answers.lab.compare import (
    Fit,
    Point,
    Row,
    Setting,
    breadth_of,
    chosen_positions,
    compare,
    depth_trials,
    fit_growth,
    growth,
    measure_memory,
    spread_of,
)
from zerosum.answers.lab.cutoffs import Ranks, cuts_by_rank
from zerosum.answers.lab.defaults import comparison_defaults
from zerosum.answers.lab.move_orders import SEEDS, OrderCount, order_effect, order_rows
from zerosum.answers.lab.report.measurements import Known
from zerosum.answers.lab.report.tables import differences_json, fit_json, orders_json, ranks_json, row_json, spread_json
from zerosum.core.errors import BadPosition, EndlessGame
from zerosum.core.game import Game
from zerosum.core.progress import Progress
from zerosum.core.rules import State
from zerosum.engines.draw.chart_svg import Chart
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search.result import Limit, Result, Stopped
from zerosum.faces.web.charts import chart_pictures
from zerosum.faces.web.jobs import Answer, Task
from zerosum.faces.web.jobs.cached_measurements import cached_text
from zerosum.faces.web.jobs.positions import begin

DIFFERENCES = 6
"""So many positions are listed for each pair of algorithms."""

ROWS, GROWTH, RANKS, ORDERS = 0.4, 0.5, 0.5, 0.8
"""The share of the seconds left that each part may use."""

REDRAWN_AFTER = 1.0
"""The seconds after which a part that is still being measured is shown again."""

FIRST_TRY, LONGEST_TRY = 0.05, 2.0
"""The share of the rows' seconds in which each algorithm is tried first, and the most seconds of that."""


@dataclass
class Bench:
    """What a report is about, how long it may still take, and what it could not finish."""

    game: Game
    start: State
    states: list[State]
    names: list[str]
    setting: Setting
    budget: Budget
    unfinished: list[str] = field(default_factory=list)
    known: Known = field(default_factory=Known)

    def turns(self, part: float) -> Iterator[tuple[str, float]]:
        """The algorithms, each with its seconds."""
        return self.budget.turns(part, self.names)

    def is_complete(self, row: Row) -> bool:
        """Whether an algorithm has finished every position."""
        return row.note is None and row.stopped == 0 and row.positions == len(self.states)

    def finished(self, name: str) -> Row | None:
        """The row of an algorithm that has finished every position."""
        return next((row for row in self.known.rows if row.algorithm == name and self.is_complete(row)), None)

    def at_depth(self, name: str, depth: int | None) -> Result | None:
        """The search of the start to this depth, where a row has it."""
        row = self.finished(name) if self.states == [self.start] and depth == self.setting.limit.depth else None
        return None if row is None else row.results[0]

    def kept(self) -> Answer:
        """What the server keeps for a report about the same: growth, and the rest where it is about the start alone."""
        about = self.known if self.states == [self.start] else Known(points=self.known.points)
        return {"event": "kept", "text": cached_text(self.game, self.start, about)}


def defaults(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The settings of a comparison that were not chosen."""
    game, start, moves = begin(arguments)
    yield asdict(comparison_defaults(game, game.after(moves, start), arguments["depth"]))


def comparison(arguments: dict[str, Any], task: Task) -> Iterator[Answer]:
    """The whole report; ends early when nobody listens any more."""
    budget = Budget(float(arguments["seconds"]))
    game, start, moves = begin(arguments)
    start = game.after(moves, start)
    if game.is_over(start):
        raise BadPosition(f"{game.position_text(start)} is finished, so there is nothing to compare")
    names = list(dict.fromkeys(arguments["algorithms"] or comparison_defaults(game, start).algorithms))
    for name in names:
        search_on(name, arguments["tier"])
    depths = arguments["depths"]
    trials = depth_trials(game, start, depths) if depths else []

    def between(_: Progress) -> None:
        if task.is_stopped:
            raise Stopped

    states = chosen_positions(game, start, arguments["positions"], arguments["seed"], between)
    setting = Setting(
        plain=arguments["values"] == "plain",
        limit=Limit(depth=arguments["depth"]),
        seed=arguments["seed"],
        progress=task.progress,
        tier=arguments["tier"],
        between=between,
    )
    bench = Bench(game, start, states, names, setting, budget)
    yield {
        "event": "begin",
        "game": game.spec,
        "name": game.name,
        "position": game.position_text(start),
        "positions": len(states),
        "algorithms": names,
    }
    yield bench.kept()
    rows = yield from rows_of(bench)
    if arguments["memory"]:
        yield from memory_of(bench, rows)
    yield bench.kept()
    if trials:
        yield from growth_of(bench, trials)
        yield bench.kept()
    # The orders are those of alpha-beta, which cannot search games of chance.
    for part in (ranks_of, orders_of) if game.rules.odds is None else (ranks_of,):
        try:
            yield from part(bench)
        except EndlessGame as error:
            bench.unfinished.append(str(error))
        yield bench.kept()
    yield {"event": "done", "complete": not bench.unfinished, "unfinished": bench.unfinished}


def doing(what: str) -> Answer:
    """What comes next."""
    return {"event": "doing", "what": what}


def chart(part: str, draw: Callable[[float], Chart]) -> Answer:
    """The chart of a part of the report."""
    return {"event": "chart", "part": part, "pictures": chart_pictures(draw)}


def rows_of(bench: Bench) -> Generator[Answer, None, list[Row]]:
    """A row for each algorithm, and where the first one and the others differ most; returns the rows.

    All are tried for a short time first: minimax would otherwise keep the others waiting that take a moment.
    """
    rows: dict[str, Row] = {}
    seconds = min(LONGEST_TRY, FIRST_TRY * bench.budget.share(ROWS))
    for name in bench.names if len(bench.names) > 1 else []:
        yield doing(f"{name}: nodes")
        (row,) = compare(bench.game, bench.states, [name], bench.setting, seconds)
        if bench.is_complete(row) or row.note is not None:
            rows[name] = row
            yield from row_messages(bench, row)
            yield from row_charts(bench, rows)
    for name, budget in bench.budget.turns(ROWS, [name for name in bench.names if name not in rows]):
        yield doing(f"{name}: nodes")
        (rows[name],) = compare(bench.game, bench.states, [name], bench.setting, budget)
        yield from row_messages(bench, rows[name])
        yield from row_charts(bench, rows)
    bench.known.rows.extend(rows[name] for name in bench.names)
    if len(bench.states) > 1:
        for other in bench.known.rows[1:]:
            yield {
                "event": "differences",
                **differences_json(bench.game, bench.states, bench.known.rows[0], other, DIFFERENCES),
            }
    return bench.known.rows


def row_messages(bench: Bench, row: Row) -> Iterator[Answer]:
    """A row as the page gets it; what it could not finish is noted."""
    name, is_complete = row.algorithm, bench.is_complete(row)
    nodes = [None if result.stopped else result.nodes for result in row.results[:MOST_DOTS]]
    yield {
        "event": "row",
        **row_json(bench.game, bench.states, row),
        "complete": is_complete,
        "spread": spread_json(spread_of(row)),
        "sample": nodes if len(bench.states) > 1 else [],
    }
    if row.note is not None:
        bench.unfinished.append(f"{name}: {row.note}")
    elif not is_complete:
        finished = row.positions - row.stopped
        of = f"{finished:,} of {len(bench.states):,} positions"
        bench.unfinished.append(
            f"{name} finished {of}" if len(bench.states) > 1 else f"{name} was stopped after {row.nodes:,} nodes"
        )


def row_charts(bench: Bench, rows: dict[str, Row]) -> Iterator[Answer]:
    """The nodes of the rows so far, and how they are spread over several positions."""
    drawn = [rows[name] for name in bench.names if name in rows]
    if any(row.note is None for row in drawn):
        yield chart("nodes", lambda width: nodes_chart(drawn, len(bench.states), bench.names, width))
    if len(bench.states) > 1 and any(spread_of(row) for row in drawn):
        yield chart("spread", lambda width: spread_chart(drawn, bench.names, width))


def memory_of(bench: Bench, rows: list[Row]) -> Iterator[Answer]:
    """The peak memory of each algorithm that ran in plain Python, as far as there is time."""
    deadline = bench.budget.deadline(GROWTH, bench.setting.progress)
    for row in rows:
        yield doing(f"{row.algorithm}: memory")
        states = bench.states[: row.positions]
        (measured,) = measure_memory(bench.game, states, [row], replace(bench.setting, progress=deadline))
        if deadline.left < 0:
            bench.unfinished.append(f"the memory of {row.algorithm} was not measured")
        elif measured.peak_bytes is not None:
            yield {"event": "memory", "algorithm": row.algorithm, "peak_bytes": measured.peak_bytes}


def growth_of(bench: Bench, trials: list[Any]) -> Iterator[Answer]:
    """Nodes by depth, and how fast they grow."""
    points: list[Point] = []
    drawn_at = -inf
    for name, budget in bench.turns(GROWTH):
        yield doing(f"{name}: growth with the depth")
        mine = []
        for point in growth(trials, [name], bench.setting, budget, bench.at_depth):
            mine.append(point)
            bench.known.points.append(point)
            yield {"event": "point", **vars(point)}
            if time.monotonic() > drawn_at + REDRAWN_AFTER:
                yield growth_message(bench, [*points, *mine], [], None)
                drawn_at = time.monotonic()
        points += mine
        if len(mine) < len(trials) and not (mine and mine[-1].exact):
            reached = f"depth {mine[-1].plies}" if mine else "no depth"
            bench.unfinished.append(f"{name} reached {reached} of {trials[-1].depth}")
    fits = fit_growth(points)
    breadth, measured = breadth_of(bench.game, bench.start, fits, bench.setting.seed)
    yield {
        "event": "fits",
        "breadth": breadth,
        "measured": measured,
        "fits": [fit_json(fit, breadth) for fit in fits],
    }
    if points:
        yield growth_message(bench, points, fits, breadth)


def growth_message(bench: Bench, points: list[Point], fits: list[Fit], breadth: float | None) -> Answer:
    """The growth so far as a chart."""
    return chart("growth", lambda width: growth_chart(points, fits, breadth, bench.names, width=width))


def ranks_of(bench: Bench) -> Iterator[Answer]:
    """Cut-offs by move rank of each algorithm."""
    for name, budget in bench.turns(RANKS):
        row = bench.finished(name)
        if row is not None and row.cutoffs == 0:
            ranks = Ranks(name, (), row.positions, 0)
        else:
            yield doing(f"{name}: cut-offs by move rank")
            (ranks,) = cuts_by_rank(bench.game, bench.states, [name], bench.setting, budget)
        bench.known.ranks.append(ranks)
        complete = ranks.stopped == 0 and ranks.positions == len(bench.states)
        yield {"event": "ranks", **ranks_json(ranks), "complete": complete}
        if any(each.total for each in bench.known.ranks):
            yield chart("ranks", lambda width: ranks_chart(bench.known.ranks, bench.names, width))
        if not complete:
            bench.unfinished.append(f"the cut-offs of {name} are those of a part of its search")


def orders_of(bench: Bench) -> Iterator[Answer]:
    """Alpha-beta with the moves in other orders, again after each second of positions."""
    yield doing("alphabeta in other move orders")
    counts: list[OrderCount] = []
    shown_at = time.monotonic()
    for count in order_effect(bench.game, bench.states, bench.setting, bench.budget.share(ORDERS)):
        counts.append(count)
        if time.monotonic() > shown_at + REDRAWN_AFTER:
            yield from orders_messages(bench, counts)
            shown_at = time.monotonic()
    yield from orders_messages(bench, counts)
    bench.known.orders = order_rows(counts)
    if len(counts) < len(bench.states):
        bench.unfinished.append(
            f"{len(counts):,} of {len(bench.states):,} positions were finished in all orders of moves"
        )


def orders_messages(bench: Bench, counts: list[OrderCount]) -> Iterator[Answer]:
    """The orders so far."""
    yield {
        "event": "orders",
        "orders": orders_json(counts),
        "finished": len(counts),
        "positions": len(bench.states),
        "seeds": SEEDS,
    }
    if counts:
        yield chart("orders", lambda width: orders_chart(order_rows(counts), bench.names, width))
