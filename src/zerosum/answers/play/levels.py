"""The eight levels of a computer player: how likely each move is, by what it costs.

In a game that can be solved, a level is a temperature: values are exact, and a move that costs c is chosen with weight
exp(-c / temperature). A game that cannot be solved says itself how its levels play (`Game.levels`): how many nodes they
search, and a temperature in units of its estimate. Those were found by matches (`bench/levels.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from zerosum.answers.analysis.results import Analysis, MoveValue
from zerosum.core.errors import MAX_PLIES
from zerosum.core.game import Game
from zerosum.core.rules import Level, Move
from zerosum.core.value import WIN, Estimate, Expected, Margin, Value

LEVELS = 8
TEMPERATURE = {1: 2.0, 2: 1.0, 3: 0.6, 4: 0.4, 5: 0.25, 6: 0.15, 7: 0.08}
"""The temperature of each level below the perfect one, where values are exact."""


def calibrated_level(game: Game, level: int | None) -> Level | None:
    """How a level plays in a game that has levels of its own; None in any other game, and without a level."""
    return game.levels[level - 1] if level is not None and game.levels else None


def by_estimate(analysis: Analysis, temperature: float, random: Random) -> Move:
    """A move chosen by how much its value is below the best one, in units of the estimate."""
    weights = estimate_weights(analysis, temperature)
    return random.choices(list(weights), weights=list(weights.values()))[0]


def estimate_weights(analysis: Analysis, temperature: float) -> dict[Move, float]:
    """How likely each move is at a temperature above 0; a win that was seen is never missed."""
    scores = {each.move: _on_scale_of_estimates(each.value) for each in analysis.moves}
    top = max(scores.values())
    return {move: exp((score - top) / temperature) for move, score in scores.items()}


def _on_scale_of_estimates(value: Value) -> float:
    """A value in the units of the game's estimates: those of a mean result are parts of a point."""
    return value.rank * WIN if isinstance(value, Expected) else value.rank


def by_level(analysis: Analysis, level: int, random: Random) -> Move:
    """A move chosen by what it costs: the lower the level, the readier to pay."""
    chances = level_weights(analysis, level)
    return random.choices(list(chances), weights=list(chances.values()))[0]


def level_weights(analysis: Analysis, level: int) -> dict[Move, float]:
    """How likely each move is at a level below perfect; a win in one is never missed from level 2 up."""
    candidates: Sequence[MoveValue] = analysis.moves
    if level >= 2:
        candidates = [each for each in analysis.moves if wins_at_once(analysis, each)] or candidates
    costs = costs_of([each.value for each in candidates])
    return {each.move: exp(-cost / TEMPERATURE[level]) for each, cost in zip(candidates, costs, strict=True)}


def wins_at_once(analysis: Analysis, each: MoveValue) -> bool:
    """Whether a move ends the game with a win for the side that makes it."""
    game = analysis.game
    state = game.rules.play(analysis.state, each.move)
    if not game.rules.is_over(state):
        return False
    utility = game.rules.utility(state)
    return utility > 0 if game.to_move(analysis.state) == 0 else utility < 0


def costs_of(values: Sequence[Value]) -> list[float]:
    """What each value costs against the best of them: 1 from win to draw or from draw to loss.

    A slower win costs a little, ten points of margin 1. Estimates lie between loss and win, the farther
    apart the more they differ among themselves.
    """
    guesses = [value.score for value in values if isinstance(value, Estimate)]
    spread = max(1.0, (max(guesses) - min(guesses)) / 2) if guesses else 1.0
    worths = [_worth(value, spread) for value in values]
    return [max(worths) - worth for worth in worths]


def _worth(value: Value, spread: float) -> float:
    if isinstance(value, Estimate):
        return max(-0.99, min(0.99, value.score / spread))
    if isinstance(value, Margin):
        return value.result + value.margin / 10
    if isinstance(value, Expected):
        return float(value.mean)
    return value.result * (1 + 0.3 / (1 + (MAX_PLIES if value.distance is None else value.distance)))
