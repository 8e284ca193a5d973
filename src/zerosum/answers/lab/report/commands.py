"""The commands that measure again what a report shows."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from zerosum.answers.lab.report.details import NO_DETAILS, Details
from zerosum.answers.lab.report.measurements import Measurements, goes_by_depth
from zerosum.answers.lab.report.sections import SECTIONS


def report_command(
    measured: Measurements, file: str, details: Details = NO_DETAILS, sections: Sequence[str] = tuple(SECTIONS)
) -> str:
    """The command that writes this report."""
    given = {f"--{name}": text for name, text in vars(details).items()}
    if tuple(sections) != tuple(SECTIONS):
        given["--sections"] = ",".join(sections)
    head = [word for option, text in given.items() if text is not None for word in (option, text)]
    names = ["-a", ",".join(measured.names)]
    depth = [] if measured.asked_depth is None else ["--depth", str(measured.asked_depth)]
    time = ["--time", f"{measured.seconds or 0:g}"]
    limits = [*depth, *_values(measured), *time]
    return shlex.join(["zerosum", "report", *_where(measured), *names, *limits, *head, "-o", file])


def part_commands(measured: Measurements) -> Iterator[tuple[str, str]]:
    """What each other command measures, and the command; without a limit of time, so that the counts are the same."""
    always = [*_values(measured), "--time", "0"]

    def compare(*words: str) -> str:
        return shlex.join(["zerosum", "compare", *_where(measured), *words, *always])

    limited = [name for name in measured.names if goes_by_depth(name)]
    others = [name for name in measured.names if not goes_by_depth(name)]
    depth = [] if measured.depth is None else ["--depth", str(measured.depth)]
    for names, limit in ((limited, depth), (others, [])):
        if names:
            yield "nodes, time and memory", compare("-a", ",".join(names), *limit)
    deepest = {point.algorithm: point.plies for point in measured.points}
    for most in dict.fromkeys(deepest.values()):
        names = [name for name, depth_reached in deepest.items() if depth_reached == most]
        yield "growth", compare("-a", ",".join(names), "--growth", f"1-{most}")
    if measured.ranks:
        names = [ranks.algorithm for ranks in measured.ranks]
        yield "cut-offs by move rank", compare("-a", ",".join(names), "--ranks", *depth)
    if measured.orders:
        yield "other move orders", compare("--orders", *depth)
    if measured.example is not None:
        position = measured.game.position_text(measured.example.state)
        limit = [] if measured.example.depth is None else ["--depth", str(measured.example.depth)]
        for tree in measured.trees:
            words = [measured.game.spec, "-p", position, "-a", tree.algorithm, *limit, *_counting(measured)]
            yield "the tree", shlex.join(["zerosum", "tree", *words])


def _where(measured: Measurements) -> list[str]:
    """The game and the position; the position only where it is not the start."""
    game = measured.game
    position = [] if measured.start == game.start else ["-p", game.position_text(measured.start)]
    return [game.spec, *position, *_counting(measured)]


def _counting(measured: Measurements) -> list[str]:
    count_from = measured.game.count_from
    return [] if count_from is None else ["--count-from", str(count_from)]


def _values(measured: Measurements) -> list[str]:
    """The options that change values and random choices."""
    values = [] if measured.plain else ["--values", "distance"]
    return [*values, *([] if measured.seed == 0 else ["--seed", str(measured.seed)])]
