"""The value of every move of a position, with lines that a search continues where the book that gave them ends.

A book knows the values of the first plies only, so that a line near its edge has one move. The rest is searched: it is
proven where the search ends in time, and a guess where it does not. `MoveValue.guessed_from` tells which moves are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import Annotated, Any, TypeAlias

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.book import Book
from zerosum.answers.analysis.results import BOOK, Analysis, MoveValue
from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.parameters import (
    Depth,
    Memory,
    Nodes,
    Parameter,
    Seconds,
    Threads,
    Tier,
    Values,
    capability,
    last_of,
    limit_from,
)
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import Move
from zerosum.core.setting_names import ANSWER_SECONDS
from zerosum.engines.search import Limit
from zerosum.engines.solve.tables.table import SolvedTable

LEAST_PLIES = 4
"""A line that is shorter than this, and does not end the game, is worth a search."""

LINE_SECONDS = 2.0
"""The time for all lines together, unless told otherwise."""

UseBook: TypeAlias = Annotated[
    Book | bool, Parameter("do not look positions up in a book", option="--no-book", is_switch=True)
]


@capability("the analysis")
@last_of
def analyze(
    game: GameLike,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    seconds: Seconds = ANSWER_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    tier: Tier = "auto",
    threads: Threads = None,
    memory: Memory = None,
    values: Values = "distance",
    book: UseBook = True,
    table: SolvedTable | bool = True,
    progress: ProgressSetting = True,
    estimate: Callable[[Any], int] | None = None,
    analyst: Analyst | None = None,
    line_seconds: float = 0,
) -> Iterator[Analysis]:
    """The value of every move of a position, as well as the limits allow.

    Without limits, it ends after 10 seconds, as the command does; `seconds=None` goes on until every value is exact.
    On a terminal and in a notebook, a line shows the progress of a long analysis; `progress=False` shows nothing, and
    a function is called with each `Progress`. `estimate` is an evaluation of your own, from a state to a whole number
    for the first player; it replaces the game's. An `analyst` brings what it has learnt of the game, its tier, memory,
    book and table. Lines that a book breaks off are continued by searches for `line_seconds`.

    >>> analyze("tictactoe", "X-O/-O-/X--").best, analyze("nim:3,4,5", moves=["1:2"]).exact
    ((3,), True)
    """
    from zerosum.answers.position import Position

    here = Position(game, position, moves=moves)
    if estimate is not None:
        if analyst is not None:
            raise BadRequest("an Analyst has its own game; leave out estimate")
        here = Position(with_estimate(here.game, estimate), here.state)
    allowed = limit_from(limit, seconds, nodes, depth)
    with shown(progress, f"analyzing {here.game.name}") as callback:
        if analyst is None:
            settings: dict[str, Any] = {"tier": tier, "threads": threads, "memory": memory, "values": values}
            analyst = Analyst(here.game, book=book, table=table, progress=callback, **settings)
        found = None
        with analyst.limited(allowed):
            for found in analyst.analyses(here.state):
                yield found
        assert found is not None  # there is always one
        if line_seconds and found.tier == BOOK:
            yield from continued(analyst, found, seconds=line_seconds)


def with_estimate(game: Game, estimate: Callable[[Any], int]) -> Game:
    """The same game with another evaluation of unfinished positions."""
    return replace(game, rules=replace(game.rules, estimate=estimate), reload=None)


def continued(
    analyst: Analyst,
    analysis: Analysis,
    moves: tuple[Move, ...] | None = None,
    *,
    seconds: float = LINE_SECONDS,
    least: int = LEAST_PLIES,
) -> Iterator[Analysis]:
    """Yield the analysis again whenever the line of a move, or of one of these, has become longer; best moves first.

    The values stay the same: a book's values are exact.
    """
    asked = analysis.moves if moves is None else tuple(analysis[move] for move in dict.fromkeys(moves))
    short = [each for each in asked if analysis.tier == BOOK and is_short(analysis, each, least)]
    until = monotonic() + seconds
    for number, each in enumerate(sorted(short, key=lambda each: -each.value.rank)):
        left = until - monotonic()
        if left <= 0:
            return
        longer = _longer(analyst, analysis, each, left / (len(short) - number))
        if longer.line != each.line:
            analysis = replace(
                analysis, moves=tuple(longer if known.move == each.move else known for known in analysis.moves)
            )
            analyst.keep(analysis)
            yield analysis


def has_short_lines(analysis: Analysis) -> bool:
    """Whether `continued` has something to do."""
    return analysis.tier == BOOK and any(is_short(analysis, each, LEAST_PLIES) for each in analysis.moves)


def is_short(analysis: Analysis, move: MoveValue, least: int) -> bool:
    """Whether the line of a move has fewer plies than this and does not end the game."""
    game = analysis.game
    return len(move.line) < least and not game.is_over(game.after(list(move.line), analysis.state))


def _longer(analyst: Analyst, analysis: Analysis, move: MoveValue, seconds: float) -> MoveValue:
    """The same move with a longer line, where the search of the line's end finds one in time."""
    with analyst.limited(Limit(seconds=seconds)):
        rest = analyst(analysis.game.after(list(move.line), analysis.state))
    if not rest.candidates:
        return move
    best = rest[rest.candidates[0]]
    guessed_from = None if best.exact and rest.best_known else len(move.line)
    return replace(move, line=move.line + best.line, guessed_from=guessed_from)
