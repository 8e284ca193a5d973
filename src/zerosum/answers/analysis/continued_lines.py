"""Continue best lines by search where the book that gave them ends.

A book knows the values of the first plies only, so that a line near its edge has one move. The rest is searched: it is
proven where the search ends in time, and a guess where it does not. `MoveValue.guessed_from` tells which moves are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.results import BOOK, Analysis, MoveValue
from zerosum.core.rules import Move
from zerosum.engines.search.result import Limit

LEAST_PLIES = 4
"""A line that is shorter than this, and does not end the game, is worth a search."""

SECONDS = 2.0
"""The time for all lines together, unless told otherwise."""


def continued(
    analyst: Analyst,
    analysis: Analysis,
    moves: tuple[Move, ...] | None = None,
    *,
    seconds: float = SECONDS,
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
