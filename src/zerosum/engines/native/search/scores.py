"""The scores of compiled searches: at a finished game, at the depth limit, and from one ply to the next.

They are those of `zerosum.core.value`, whose functions are compiled as rules are, so that there is one definition.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from zerosum.core.rules import State
from zerosum.core.value import Scale, end_score, has_margins, unit_of
from zerosum.engines.native.machine.memory import store
from zerosum.engines.native.machine.search_layout import (
    BAD_UTILITY,
    ESTIMATES,
    LEAVES,
    STATUS,
    WRONG,
    count,
    end_line,
)

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules


class Scores(NamedTuple):
    """Plain functions for compiled code to call."""

    ended: Callable[[State, Any], int]
    """(state, control): the score of a finished game; a utility that is no result ends the search."""

    end: Callable[[State, int, Any], int]
    """(state, ply, control): the same, counted as a leaf with an empty line."""

    repetition: Callable[[State, Any], int]
    """(state, control): the score of a position that occurs for the second time."""

    repeated: Callable[[State, int, Any], int]
    """(state, ply, control): the same, counted as a leaf with an empty line."""

    horizon: Callable[[State, int, Any], int]
    """(state, ply, control): the estimate at the depth limit, counted as well."""

    farther: Callable[..., Any]
    """A child's score seen from its parent (`zerosum.core.value.farther`)."""

    nearer: Callable[..., Any]
    """A window bound as the child must see it."""


def scores_of(rules: NativeRules, scale: Scale) -> Scores:
    """The scores of searches with these rules on this scale."""
    utility, estimate, utility_of_repetition = rules.utility, rules.estimate, rules.repetition
    guess = scale.guess
    is_margin, unit = has_margins(scale), unit_of(scale)
    # As in `Run.repeated`: where chance decides how a game goes on from there, a draw is only a guess.
    goes_on = rules.odds is not None and not rules.has_repetition

    def score_of(result: int, control: Any) -> int:
        if is_margin:
            return result * unit
        if result < -1 or result > 1:
            store(control, WRONG, result)
            store(control, STATUS, BAD_UTILITY)
        return end_score(result)

    def ended(state: State, control: Any) -> int:
        return score_of(utility(state), control)

    def end(state: State, ply: int, control: Any) -> int:
        count(control, LEAVES)
        end_line(control, ply)
        return ended(state, control)

    def repetition(state: State, control: Any) -> int:
        return score_of(utility_of_repetition(state), control)

    def repeated(state: State, ply: int, control: Any) -> int:
        count(control, LEAVES)
        if goes_on:
            count(control, ESTIMATES)
        end_line(control, ply)
        return repetition(state, control)

    def horizon(state: State, ply: int, control: Any) -> int:
        count(control, LEAVES)
        count(control, ESTIMATES)
        end_line(control, ply)
        return int(guess(estimate(state)))

    return Scores(ended, end, repetition, repeated, horizon, scale.farther, scale.nearer)
