"""Partial points: all for nothing given away, none for as much as moves at random give away."""

from __future__ import annotations

from collections.abc import Iterable

from zerosum.answers.grade.checks.evidence import Evidence
from zerosum.answers.grade.checks.explored_games import OwnGames, explore_all
from zerosum.answers.grade.checks.interview import Asked
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.rules import Move, State
from zerosum.core.value import Outcome, Value

SENTENCE = (
    "Partial points: moves at random get none, and nothing given away gets all; a win that becomes a loss counts twice "
    "as much as one that becomes a draw"
)
"""The scale in one sentence of the report."""

SLOWER = 0.5
"""What a slower win or a faster loss counts where the fastest are asked for; a draw for a win counts 1."""


def share_of_positions(evidence: Evidence, worst: Iterable[Asked]) -> float:
    """1 where nothing is given away, 0 where as much as moves at random give away in the same positions."""
    truth, is_fastest = evidence.interview.truth, evidence.interview.settings.is_fastest
    given = at_random = 0.0
    for each in worst:
        costs = {move: _cost(truth, each.state, move, is_fastest) for move in truth.move_values(each.state)}
        at_random += sum(costs.values()) / len(costs)
        move = each.answer.move
        given += _cost_of_no_move(truth, each.state) if move is None else costs[move]
    return _share(given, at_random)


def share_of_games(evidence: Evidence, games: Iterable[OwnGames]) -> float:
    """1 where no game is lost, 0 where as large a share as of all games that the rules allow."""
    lost = at_random = 0.0
    for each in games:
        every = OwnGames(each.side)
        explore_all(evidence.interview.truth.game, every)
        lost += (each.lost + each.failed) / max(1, each.played)
        at_random += every.lost / max(1, every.played)
    return _share(lost, at_random)


def _share(given: float, at_random: float) -> float:
    return max(0.0, 1 - given / at_random) if at_random else float(not given)


def _cost(truth: Truth, state: State, move: Move, is_fastest: bool) -> float:
    """What a move gives away: a draw for a win is 1, a loss for a win 2; of margins and means the difference."""
    if move not in truth.best(state):
        return _worth(truth.value(state)) - _worth(truth.move_values(state)[move])
    return SLOWER if is_fastest and move not in truth.fastest(state) else 0.0


def _cost_of_no_move(truth: Truth, state: State) -> float:
    """No legal move counts as a loss, and as a mistake where the position is lost already."""
    values = truth.move_values(state).values()
    lowest = min(map(_worth, values)) if truth.game.margin else -1.0
    return max(1.0, _worth(truth.value(state)) - lowest)


def _worth(value: Value) -> float:
    """A value as a number: 1, 0 or -1, the margin, or the mean."""
    return float(value.result if isinstance(value, Outcome) else value.rank)
