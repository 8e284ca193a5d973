"""What a report measures beyond its comparison: sample games, all games against a search, and further searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from zerosum.answers.lab.budget import Budget
from zerosum.answers.lab.compare import Row, compare
from zerosum.answers.lab.report.distance_example import find_distance_example
from zerosum.answers.lab.report.measurements import Measurements, goes_by_depth, limited
from zerosum.answers.lab.report.sample_games import (
    AT_RANDOM,
    Chooser,
    Explored,
    OutOfTime,
    at_random,
    explore,
    play_game,
    searching,
)
from zerosum.core.errors import EndlessGame
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import FIRST, SECOND
from zerosum.engines.search import MONTE_CARLO
from zerosum.engines.search.cycles import can_repeat

GAMES, EXPLORED, SHALLOW, FURTHER = 0.4, 0.5, 0.5, 0.8
"""The part of the seconds left that each measurement may use, in this order."""

MOVES_TO_THE_END, MOVES = 4, 80
"""How many searches of the first position a game is taken to cost: one to the end of the game, and one to a depth."""

SHALLOW_DEPTHS = (1, 2, 3, 4)
"""The depths at which a limited search is tried against all replies."""

MOST_STATES = 50_000
"""In a game with more states the replies are not explored."""

FURTHER_NAMES = ("ordering", "table", "deepening", "pvs", "mtdf", "mcts:1000")
FURTHER_OF_CHANCE = ("star1", "star2", "mcts:1000")
"""The searches that improve on those of a report, tried where they are not among them."""


def measure_examples(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """A position with a quick and a slow win."""
    yield "a quick and a slow win"
    measured.distance = find_distance_example(measured.game, measured.start, measured.seed, min(2.0, budget.share(0.1)))


def measure_games(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """A game of the program against a player who draws moves, and one between the first search and the program."""
    program = program_of(measured)
    if program is None:
        return
    yield "sample games"
    first = next(row.algorithm for row in measured.rows if plays(row))
    for pair in ((AT_RANDOM, program), (first, program)):
        seconds = budget.share(GAMES)
        one, two = (None if name == AT_RANDOM else play_depth(measured, name, seconds) for name in pair)
        players = chooser(measured, pair[0], one, seconds), chooser(measured, pair[1], two, seconds)
        try:
            played = play_game(measured.game, measured.start, pair, players, measured.seed)
            measured.games.append(replace(played, depths=(one, two)))
        except (OutOfTime, EndlessGame):
            measured.unfinished.append(f"the sample game of {pair[0]} against {pair[1]}")


def plays(row: Row) -> bool:
    """Whether the search of a row ended with a move, so that it can play."""
    return not row.stopped and row.note is None and row.move is not None


def program_of(measured: Measurements) -> str | None:
    """The search that plays as the program: of those that go by depth, the one that visited the fewest nodes."""
    able = [row for row in measured.rows if plays(row)]
    by_depth = [row for row in able if goes_by_depth(row.algorithm)]
    return min(by_depth or able, key=lambda row: row.nodes).algorithm if able else None


def chooser(measured: Measurements, name: str, depth: int | None, seconds: float) -> Chooser:
    """A player of a sample game, who has so many seconds for all moves."""
    if name == AT_RANDOM:
        return at_random(measured.game, measured.seed)
    return searching(measured.game, name, depth, measured.seed, plain=measured.plain, until=monotonic() + seconds)


def play_depth(measured: Measurements, name: str, seconds: float) -> int | None:
    """How deep a search looks for each move of a game: as in the measurements, or less where that takes too long.

    A search to the end of the game takes less with every move, one to a depth about the same each time.
    """
    if not goes_by_depth(name):
        return None
    row = next((row for row in measured.rows if row.algorithm == name and plays(row)), None)
    searches = MOVES if measured.depth is not None else MOVES_TO_THE_END
    if row is not None and searches * row.seconds <= seconds:
        return measured.depth
    points = [point for point in measured.points if point.algorithm == name]
    return max((point.plies for point in points if MOVES * point.seconds <= seconds), default=1)


def can_be_explored(measured: Measurements) -> bool:
    """Whether all replies can be followed: no chance, no repetition, and few states."""
    rules, space = measured.game.rules, measured.space
    is_small = space is not None and space.is_complete and space.states <= MOST_STATES
    return is_small and rules.odds is None and not can_repeat(rules)


def measure_replies(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """All games against each search, for each side; then against the program with small depths."""
    program = program_of(measured)
    if program is None or not can_be_explored(measured):
        return
    names = [row.algorithm for row in measured.rows if plays(row) and not row.algorithm.startswith(MONTE_CARLO)]
    # The program last: it takes least, and what the others leave of the time is its own.
    for name, seconds in budget.turns(EXPLORED, [*(name for name in names if name != program), program]):
        yield f"{name}, all replies"
        until = monotonic() + seconds
        depth = play_depth(measured, name, seconds)
        measured.explored += [replies(measured, name, side, depth, until, progress) for side in (FIRST, SECOND)]
    if measured.depth is not None or not goes_by_depth(program):
        return
    until = monotonic() + budget.share(SHALLOW)
    for depth in SHALLOW_DEPTHS:
        yield f"{program}, all replies at depth {depth}"
        measured.shallow += [replies(measured, program, side, depth, until, progress) for side in (FIRST, SECOND)]


def replies(
    measured: Measurements, name: str, side: int, depth: int | None, until: float, progress: ProgressCallback
) -> Explored:
    """All games against a search that plays one side."""
    return explore(
        measured.game,
        measured.start,
        name,
        side,
        depth,
        plain=measured.plain,
        until=until,
        seed=measured.seed,
        progress=progress,
    )


def measure_further(measured: Measurements, budget: Budget, progress: ProgressCallback) -> Iterator[str]:
    """Searches that improve on those of the report, with the same limit; one that is stopped is left out."""
    names = FURTHER_NAMES if measured.game.rules.odds is None else FURTHER_OF_CHANCE
    for name, seconds in budget.turns(FURTHER, [name for name in names if name not in measured.names]):
        yield f"{name}, for comparison"
        (row,) = compare(
            measured.game, [measured.start], [name], measured.setting(name, progress), limited(min(seconds, 10.0))
        )
        if not row.stopped and row.note is None:
            measured.further.append(replace(row, peak_bytes=None))
