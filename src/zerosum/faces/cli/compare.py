"""`zerosum compare`: the lab report on search algorithms in one command."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from zerosum.answers.compare import compare
from zerosum.core.errors import BadPosition, BadRequest, BadSpec
from zerosum.core.files import read_text, refuse_unwritable
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State
from zerosum.core.setting_names import ANSWER_SECONDS, DEPTH_SECONDS
from zerosum.faces.cli.compare_end import finish
from zerosum.faces.cli.compare_order import head, refuse_compiled, report_orders, report_ranks, title_of
from zerosum.faces.cli.options import (
    add_common,
    add_conventions,
    add_game,
    add_parameters,
    add_position,
    limit_of,
    load_checked,
    load_game,
    where_to_begin,
)

if TYPE_CHECKING:
    from zerosum.answers.lab.compare import Fit, Point, Row, Setting, Trial
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.output import Output

EXAMPLE = "zerosum compare tictactoe -a minimax,alphabeta"
DEEPEST = 12


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--growth", nargs="?", const=f"1-{DEEPEST}", metavar="OVER", help=GROWTH_HELP)
    parser.add_argument("--ranks", action="store_true", help="show instead after how many moves they cut")
    parser.add_argument("--orders", action="store_true", help="show instead what alpha-beta costs in other move orders")
    parser.add_argument("--no-memory", action="store_true", help="skip the second run that measures memory")
    parser.add_argument("--csv", metavar="FILE", help="also write the table as CSV")
    parser.add_argument("--plot", metavar="FILE", help="also draw it, as .svg or .png")
    add_parameters(parser, compare, seconds=None, positions=None)
    add_conventions(parser)
    add_common(parser)


GROWTH_HELP = "repeat over depths, as in --growth 1-6, or over boards, as in --growth 'mnk:3x2x2 mnk:3x3x3'"


def run(options: argparse.Namespace) -> int:
    """Measure, and print the report, also when it is stopped half-way."""
    from zerosum.answers.lab.compare import Setting
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.engines.native.tiers import has_twin, search_on
    from zerosum.engines.search import ladder_for

    if options.time is None:
        options.time = ANSWER_SECONDS if options.depth is None else DEPTH_SECONDS
    if sum((options.growth is not None, options.ranks, options.orders)) > 1:
        raise BadRequest("--growth, --ranks and --orders are reports of their own; ask for one at a time")
    if options.orders and options.algorithms is not None:
        raise BadRequest("--orders is about alphabeta alone, so it goes without --algorithms")
    if options.ranks or options.orders:
        refuse_compiled(options, "--ranks" if options.ranks else "--orders")
    game = load_game(options)
    ladder = [name for name in ladder_for(game, options.depth) if options.tier != "native" or has_twin(name, game)]
    names = [name.strip() for name in options.algorithms.split(",")] if options.algorithms is not None else ladder
    for name in names:
        search_on(name, options.tier)
    refuse_unwritable(options.csv)
    if options.plot is not None:
        from zerosum.answers.lab.chart_file import refuse_unplottable

        refuse_unplottable(options.plot)
    with ProgressLine(f"comparing on {game.name}") as progress:
        setting = Setting(
            plain=options.values == "plain",
            limit=limit_of(options),
            seed=options.seed,
            progress=progress.update,
            tier=options.tier,
        )
        if options.growth is not None:
            return report_growth(game, names, setting, options, progress)
        if options.ranks or options.orders:
            states = positions_of(game, options, progress.update)
            if options.orders:
                return report_orders(game, states, setting, options, progress)
            return report_ranks(game, states, names, setting, options, progress)
        return report_rows(game, names, setting, options, progress)


def report_rows(
    game: Game, names: list[str], setting: Setting, options: argparse.Namespace, progress: ProgressLine
) -> int:
    """A row for each algorithm."""
    from zerosum.answers.lab.charts import nodes_chart
    from zerosum.answers.lab.compare import compare as compared
    from zerosum.answers.lab.compare import measure_memory, refuse_endless_rows
    from zerosum.answers.lab.report.tables import row_cells, row_json
    from zerosum.faces.cli.interrupted import gathered

    states = positions_of(game, options, progress.update)
    rows, interrupted = gathered(compared(game, states, names, setting))
    refuse_endless_rows(rows)
    if not interrupted and not options.no_memory:
        progress.wipe()
        progress.what = f"measuring memory on {game.name}"
        _, interrupted = gathered(measure_memory(game, states, rows, setting))
    progress.wipe()
    shown = {"rows": [row_json(game, states, row) for row in rows], "complete": not interrupted}
    return finish(
        options,
        interrupted,
        title=title_of(game, states),
        cells=[row_cells(game, states, row) for row in rows],
        chart=lambda: nodes_chart(rows, len(states), names),
        data={**head(game, states, options), **shown},
        show=lambda out: show_rows(out, game, states, rows),
    )


def positions_of(game: Game, options: argparse.Namespace, progress: ProgressCallback) -> list[State]:
    """The positions that the options ask for."""
    from zerosum.answers.lab.compare import chosen_positions

    start = where_to_begin(game, options)
    which = "one" if options.positions is None else options.positions
    if which in ("one", "all") or which.startswith("random:"):
        return chosen_positions(game, start, which, options.seed, progress)
    try:
        text_of_file = read_text(which)
    except BadRequest as error:
        raise BadRequest(f"--positions is all, random:N or a file, and {error}") from None
    states = []
    for number, line in enumerate(text_of_file.splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                states.append(game.read_position(text))
            except BadPosition as error:
                raise BadPosition(f"{which}, line {number}: {error}") from None
    if not states:
        raise BadRequest("there is no position to compare on")
    return states


def show_rows(out: Output, game: Game, states: list[State], rows: list[Row]) -> None:
    """The table of the report, a chart, and what there is to say."""
    from zerosum.answers.lab.report.tables import rows_sentences, rows_table
    from zerosum.engines.draw.chart import log_bars

    table = rows_table(game, states, rows)
    out.say(table.caption, style="bold")
    out.table(table.headings, [list(map(str, line)) for line in table.rows], right=table.right)
    tell_tiers(out, {row.algorithm: row.tier for row in rows})
    drawn = [("nodes", row.algorithm, row.nodes) for row in rows if row.note is None]
    if len(drawn) > 1:
        out.say()
        for bar in log_bars(drawn, out.console.width):
            out.say(bar)
        out.say("(log axis)")
    for sentence in rows_sentences(states, rows):
        out.say(sentence)


def tell_tiers(out: Output, tiers: dict[str, str]) -> None:
    """Say which algorithms ran compiled; nothing where none did."""
    for tier, where in (("native", "on the native tier"), ("both", "on both tiers")):
        names = [name for name, ran_on in tiers.items() if ran_on == tier]
        if names:
            out.say(f"({where}: {', '.join(names)})")


def trials_of(game: Game, options: argparse.Namespace) -> list[Trial]:
    """What to measure growth on: one position at several depths, or several boards."""
    from zerosum.answers.lab.compare import Trial, depth_trials

    if re.fullmatch(r"[0-9]+-[0-9]+", options.growth):
        return depth_trials(game, where_to_begin(game, options), options.growth)
    if options.position is not None or options.moves is not None:
        raise BadRequest("growth over boards begins at their start, so it goes without --position and --moves")
    try:
        boards = [load_checked(spec, begins=options.begins) for spec in options.growth.split()]
    except BadSpec as error:
        raise BadRequest(f"--growth takes depths such as 1-6 or games with blanks between: {error}") from None
    if not boards:
        raise BadRequest("--growth takes depths such as 1-6, or games with blanks between")
    return [Trial(board.spec, board, board.start) for board in boards]


def report_growth(
    game: Game, names: list[str], setting: Setting, options: argparse.Namespace, progress: ProgressLine
) -> int:
    """Nodes by depth or by board, a chart, and how fast they grow."""
    from zerosum.answers.lab.charts import growth_chart
    from zerosum.answers.lab.compare import breadth_of, fit_growth, growth, same_plies
    from zerosum.answers.lab.report.tables import fit_json
    from zerosum.faces.cli.interrupted import gathered

    if options.positions is not None:
        raise BadRequest("--growth looks at one position, so it goes without --positions")
    trials = trials_of(game, options)
    points, interrupted = gathered(growth(trials, names, setting, options.time or float("inf")))
    progress.wipe()
    by_size = trials[0].depth is None
    points = same_plies(points) if by_size else points
    fits = fit_growth(points)
    breadth, measured = breadth_of(game, trials[0].state, fits, options.seed)
    # Of several boards there is no common breadth, unless minimax has shown one.
    guide = breadth if measured or not by_size else None
    unreached = sum(len(trials) > sum(p.algorithm == name for p in points) for name in names) if by_size else 0
    cells = [vars(point) for point in points]

    def show(out: Output) -> None:
        show_growth(out, game, trials, names, points)
        if fits:
            show_fits(out, fits, guide, measured)

    return finish(
        options,
        interrupted,
        title="Nodes by board" if by_size else game.name,
        cells=cells,
        chart=lambda: growth_chart(points, fits, guide, names, "plies" if by_size else "depth"),
        data={
            "game": None if by_size else game.spec,
            "position": None if by_size else game.position_text(trials[0].state),
            "points": cells,
            "breadth": guide,
            "fits": [fit_json(fit, guide) for fit in fits],
            "complete": not interrupted and not unreached,
        },
        show=show,
    )


def show_growth(out: Output, game: Game, trials: list[Trial], names: list[str], points: list[Point]) -> None:
    """The table and the chart."""
    from zerosum.engines.draw.chart import log_bars

    by_size = trials[0].depth is None
    what = "board" if by_size else "depth"
    found = {(point.label, point.algorithm): point for point in points}
    labels = [trial.label for trial in trials if by_size or any(point.label == trial.label for point in points)]
    out.say(f"Nodes by {what}" + ("" if by_size else f", {game.name}"), style="bold")
    out.table(
        [what, *names],
        [
            [label, *(f"{found[label, name].nodes:,}" if (label, name) in found else "-" for name in names)]
            for label in labels
        ],
        right=[*([] if by_size else [what]), *names],
    )
    tell_tiers(out, {point.algorithm: point.tier for point in points})
    if any((label, name) not in found for label in labels for name in names):
        out.say("(- : not reached within the limit, or known from a smaller depth already)")
    out.say()
    for line in log_bars(
        [(label, name, found[label, name].nodes) for label in labels for name in names if (label, name) in found],
        out.console.width,
    ):
        out.say(line)
    out.say("(log axis)")


def show_fits(out: Output, fits: list[Fit], breadth: float | None, measured: bool) -> None:
    """How fast the nodes grow, beside the whole tree and beside perfect cuts."""
    out.say()
    if breadth is not None:
        whole = (
            f"The whole tree grows like b^d with b = {breadth:.2f}"
            if measured
            else f"A position has b = {breadth:.2f} moves on average, so that the whole tree would grow like b^d"
        )
        out.say(f"{whole}; with perfect cuts it would be b^(d/2).")
    rows = []
    for fit in fits:
        share = None if breadth is None else fit.exponent(breadth)
        rows.append([fit.algorithm, f"{fit.branching:.2f}", "-" if share is None else f"b^({share:.2f} d)"])
    out.table(["algorithm", "effective branching factor", "grows like"], rows, right=["effective branching factor"])
