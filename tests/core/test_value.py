"""Values: their order, their text, and the arithmetic of distances."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zerosum.core.value import (
    DISTANCE,
    MARGIN,
    PLAIN,
    SURE,
    WIN,
    Estimate,
    Expected,
    Margin,
    Outcome,
    Value,
    farther,
    is_proven,
    nearer,
    value_of,
)

wins = st.integers(SURE + 1, WIN)
scores = st.one_of(wins, wins.map(lambda score: -score), st.integers(1 - SURE, SURE - 1))
bounds = st.one_of(scores, st.integers(-WIN - 50, WIN + 50), st.sampled_from([float("inf"), float("-inf")]))


@given(scores, bounds)
def test_nearer_is_the_inverse_of_farther_for_comparisons(score: int, bound: float) -> None:
    assert (farther(score) > bound) == (score > nearer(bound))
    assert (farther(score) < bound) == (score < nearer(bound))


@given(scores)
def test_farther_keeps_the_sign_and_never_grows(score: int) -> None:
    assert abs(farther(score)) <= abs(score)
    assert farther(-score) == -farther(score)
    assert (farther(score) > 0) == (score > 0)


def test_win_fast_lose_slowly() -> None:
    best_first = [Outcome(1, 1), Outcome(1, 3), Outcome(0, 9), Outcome(-1, 8), Outcome(-1, 2)]
    ranks = [value.rank for value in best_first]
    assert ranks == sorted(ranks, reverse=True)
    assert Outcome(0, 3).rank == Outcome(0, 7).rank


def test_estimates_lie_between_wins_and_losses() -> None:
    best_first: list[Value] = [Outcome(1, 900), Estimate(5, 3), Outcome(0, 4), Estimate(-5, 3), Outcome(-1, 900)]
    ranks = [value.rank for value in best_first]
    assert ranks == sorted(ranks, reverse=True)


def test_text_and_json() -> None:
    table: list[tuple[Value, str, str, tuple[str, str, int]]] = [
        (Outcome(1, 5), "win in 5", "W in 5", ("outcome", "W", 1)),
        (Outcome(0), "draw", "D", ("outcome", "D", 0)),
        (Outcome(-1, 2), "loss in 2", "L in 2", ("outcome", "L", -1)),
        (Margin(4), "win by 4", "W by 4", ("margin", "W", 1)),
        (Margin(0), "draw", "D", ("margin", "D", 0)),
        (Margin(-8), "loss by 8", "L by 8", ("margin", "L", -1)),
        (Estimate(12, 6), "~ +12 at depth 6", "~ +12", ("estimate", "~", 1)),
        (Estimate(-694_444, 10, is_mean=True), "~ -0.694 at depth 10", "~ -0.694", ("estimate", "~", -1)),
        (Estimate(12, 2, is_mean=True), "~ +12 at depth 2", "~ +12", ("estimate", "~", 1)),
    ]
    for value, text, short, shown in table:
        json = value.json()
        assert (str(value), value.short()) == (json["text"], json["short"]) == (text, short)
        assert (json["kind"], json["letter"], json["sign"]) == shown
    assert (Outcome(1, 5).json()["outcome"], Outcome(1, 5).json()["distance"]) == ("win", 5)
    assert Margin(4).json()["margin"] == 4
    assert (Estimate(12, 6).json()["estimate"], Estimate(12, 6).json()["depth"]) == (12, 6)


def test_negation() -> None:
    assert -Outcome(1, 5) == Outcome(-1, 5)
    assert -Margin(3) == Margin(-3)
    assert -Estimate(3, 2) == Estimate(-3, 2)
    chances = Expected(0.25, 0.0, ((1, 0.5), (0, 0.25), (-1, 0.25)))
    assert -chances == Expected(-0.25, 0.0, ((1, 0.25), (0, 0.25), (-1, 0.5)))
    assert -Expected(1.5, 0.1, ((3, 0.5), (0, 0.5))) == Expected(-1.5, 0.1, ((0, 0.5), (-3, 0.5)))
    assert [(-chances).chance(result) for result in (1, 0, -1)] == [0.25, 0.25, 0.5]
    assert -Estimate(3, 2, is_mean=True) == Estimate(-3, 2, is_mean=True)


def test_scores_become_values_for_the_side() -> None:
    assert value_of(DISTANCE, WIN - 5, 0) == Outcome(1, 5)
    assert value_of(DISTANCE, WIN - 5, 1) == Outcome(-1, 5)
    assert value_of(DISTANCE, 0, 1, draw_distance=7) == Outcome(0, 7)
    assert value_of(PLAIN, -WIN, 1) == Outcome(1)
    assert value_of(PLAIN, 0, 0, draw_distance=7) == Outcome(0)
    assert value_of(MARGIN, -8, 1) == Margin(8)


def test_a_score_is_proven_by_a_win_within_the_depth() -> None:
    assert is_proven(DISTANCE, WIN - 3, 3)
    assert not is_proven(DISTANCE, WIN - 4, 3)
    assert not is_proven(DISTANCE, 0, 3)
    assert is_proven(PLAIN, -WIN, 1)
    assert not is_proven(MARGIN, 10**9, 99)
