"""Expectimax, compiled: the twin of `engines.search.expectimax`, node for node, with floats in place of fractions.

How far the mean can be off. Let u = 2^-53, the relative error of one operation on floats, and S the greatest absolute
score of a leaf, which no mean exceeds.

- Leaves are whole numbers: exact below 2^53, else wrong by u S at most.
- A player's node takes the greatest or least of its children's scores: it is wrong by no more than the worst of them.
- A chance node with k outcomes computes (w1 s1 + ... + wk sk) / (w1 + ... + wk). Each term is rounded once as a
  product, at most k - 1 times in the sum, and once in the division. That is (k + 1) u S, and less than (k + 2) u S with
  the products of rounding errors. Weights and their sum are exact below 2^53; where the sum is not, the weights (once)
  and their sum (k - 1 times) are rounded too, together less than (2k + 4) u S, as if there were 2k + 2 outcomes. To
  this comes the mean of the children's errors, which is no more than the worst of them.

So an error grows by (k + 2) u S at most at each chance node between a leaf and the root, and there are no more of these
than plies: with the deepest ply d, the most outcomes k, and the roundings of leaves and of the result,

    error <= (d (k + 2) + 2) u S

A win, or a point, is scored WIN, which the value divides by; a game without chance nodes on its lines is exact.
Of moves whose means are equal, rounding may prefer another one than the reference does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import inf, nextafter
from typing import TYPE_CHECKING, Any

from zerosum.core.rules import CHANCE, FIRST, State
from zerosum.core.value import WIN, Expected, Scale
from zerosum.engines.native.compile.entries import build
from zerosum.engines.native.compile.missing_hooks import no_odds
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, load, store
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
    BAD_ODDS,
    HORIZON,
    LARGEST,
    OUTCOMES,
    RUNNING,
    STATUS,
    end_line,
    enter,
    is_move,
    keep_line,
    refuse,
)
from zerosum.engines.native.search.path import path_of
from zerosum.engines.native.search.runner import ARRAYS, NativeRun
from zerosum.engines.native.search.scores import scores_of
from zerosum.engines.search.result import Result
from zerosum.engines.search.signature import search_with

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules

UNIT = Fraction(1, 1 << 53)
"""The relative error of one rounding."""

EXACT = float(1 << 53)
"""Whole numbers up to this are floats without any rounding."""


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The search's entry for these rules: takes a state, control and rows, gives the score as a float."""
    to_move, each_move, play, is_over = rules.to_move, rules.each_move, rules.play, rules.is_over
    yields, has_chance, odds = rules.yields, rules.odds is not None, rules.odds or no_odds
    is_repeated = path_of(rules).is_repeated
    _, end, _, repeated, horizon, farther, _ = scores_of(rules, scale)

    def leaf(score: int, control: Any) -> float:
        if has_chance:
            store(control, LARGEST, max(load(control, LARGEST), abs(score)))
        return float(score)

    def score_of(state: State, ply: int, control: Any, rows: Any) -> float:
        if not enter(control, ply):
            return 0.0
        if is_over(state):
            return leaf(end(state, ply, control), control)
        if is_repeated(state, ply, control):
            return leaf(repeated(state, ply, control), control)
        if ply == load(control, HORIZON):
            return leaf(horizon(state, ply, control), control)
        side = to_move(state)
        is_max, is_chance = side == FIRST, has_chance and side == CHANCE
        best = 0.0 if is_chance else -inf if is_max else inf
        total, weights = 0, 0.0
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return 0.0
            weight = odds(state, move) if is_chance else 1
            if weight < 1:
                refuse(control, BAD_ODDS, weight)
                return 0.0
            total += 1
            score = score_of(play(state, move), ply + 1, control, rows)
            if load(control, STATUS) != RUNNING:
                return 0.0
            if is_chance:
                best += weight * score
                weights += weight
                continue
            score = farther(score)
            if (score > best) if is_max else (score < best):
                best = score
                keep_line(control, rows, ply, move)
        if total == 0:
            refuse(control, BAD_MOVES, 0)
            return 0.0
        if is_chance:
            end_line(control, ply)
            outcomes = total if weights < EXACT else 2 * total + 2
            store(control, OUTCOMES, max(load(control, OUTCOMES), outcomes))
            return best / weights
        return best

    def search(state: State, control: Any, rows: Any) -> float:
        return score_of(state, 0, address_of(control), address_of(rows))

    return build(search, (rules.state_type, *ARRAYS))


def error_of(deepest: int, outcomes: int, largest: int) -> Fraction:
    """By how much a score is wrong at most; the argument is at the top of this file."""
    return (deepest * (outcomes + 2) + 2) * UNIT * largest


@search_with(NativeRun, "expectimax")
def expectimax(run: NativeRun) -> Result:
    """Search a position by compiled expectimax; the mean is a float with a stated error.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(expectimax(game, game.read_position("X-O/-O-/X--"), plain=True).value)
    'win'
    """

    def with_error(result: Result, control: Any) -> Result:
        value, outcomes = result.value, int(control[OUTCOMES])
        if not isinstance(value, Expected) or outcomes == 0:
            return result
        largest = int(control[LARGEST])
        error = error_of(result.deepest, outcomes, largest) / WIN
        stated = nextafter(float(error), inf) if error else 0.0
        return replace(result, value=Expected(float(value.mean), stated))

    return run.answer(compiled, adjust=with_error)
