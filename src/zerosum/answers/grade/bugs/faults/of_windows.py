"""Faults of alpha-beta: cuts, bounds and tables."""

from __future__ import annotations

from functools import partial

from zerosum.answers.grade.bugs.faults.alphabeta import Cut, Window, alphabeta, right_other_cut, right_own_cut
from zerosum.answers.grade.bugs.faults.fault import Variant
from zerosum.answers.grade.bugs.faults.orders import orders
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants


def wrong_cuts(positions: Positions) -> Variants:
    """Cuts at the wrong bound."""
    always = lambda alpha, beta, best: max(alpha, best) <= beta  # noqa: E731
    own_low = lambda alpha, beta, best: best <= alpha  # noqa: E731
    other_high = lambda alpha, beta, best: best >= beta  # noqa: E731
    own_alpha = lambda alpha, beta, best: best >= alpha  # noqa: E731
    other_beta = lambda alpha, beta, best: best <= beta  # noqa: E731
    at_draw = lambda alpha, beta, best: best == 0  # noqa: E731
    words = "a search cut at the wrong bound"
    for own, other in (
        (always, always),
        (own_low, other_high),
        (own_low, right_other_cut),
        (right_own_cut, other_high),
        (own_alpha, other_beta),
        (own_alpha, right_other_cut),
        (right_own_cut, other_beta),
        (always, right_other_cut),
        (right_own_cut, always),
        (at_draw, at_draw),
    ):
        yield from _windows(positions, words, own_cut=own, other_cut=other)
        yield from _windows(positions, words, own_cut=own, other_cut=other, root_narrows=True)


def _windows(positions: Positions, words: str, **switches: object) -> Variants:
    """The search in each order of moves, and with wins valued by distance where the stones can be counted."""
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            window = Window(by_distance=by_distance, **switches)  # type: ignore[arg-type]
            yield Variant(words, partial(alphabeta, positions, order, window), is_slow=window.remembers)


def first_child(positions: Positions) -> Variants:
    """Nodes that return the value of the child that they try first, as after a return inside the loop."""
    always: Cut = lambda alpha, beta, best: True  # noqa: E731
    yield from _windows(positions, "a node returned the value of its first child", own_cut=always, other_cut=always)


def wrong_bounds(positions: Positions) -> Variants:
    """Windows that are updated or passed down wrongly."""
    for words, updates in (
        ("alpha was updated where the other side moves, and beta where the agent does", ("beta", "alpha")),
        ("alpha was updated where the other side moves too, and beta nowhere", ("alpha", "alpha")),
        ("beta was updated where the agent moves too, and alpha nowhere", ("beta", "beta")),
    ):
        for crosses in (True, False):
            for root_narrows in (False, True):
                yield from _windows(positions, words, updates=updates, crosses=crosses, root_narrows=root_narrows)
    words = "the window started at 0 instead of minus infinity"
    for root_narrows in (False, True):
        yield from _windows(positions, words, start=0, root_narrows=root_narrows)
    # Negamax sees the window from the side to move; here it is the one of the side that maximises.
    for words, passed in (
        ("negamax passed the window down without changing its signs", lambda alpha, beta: (-beta, -alpha)),
        ("negamax passed the window down without swapping its ends", lambda alpha, beta: (beta, alpha)),
    ):
        yield from _windows(positions, words, passed=passed, crosses=True, root_narrows=True)
    for resets in (True, False):
        yield from _windows(positions, "all nodes shared one window", shares=True, resets=resets, crosses=True)


def root_bounds(positions: Positions) -> Variants:
    """Bounds of later moves at the root that are taken for their values."""
    words = "a bound from the search of an earlier move was taken for the value of a later one at the root"
    for is_fail_hard in (True, False):
        yield from _windows(positions, words, root_narrows=True, is_fail_hard=is_fail_hard)


def stored_bounds(positions: Positions) -> Variants:
    """Bounds in a transposition table that are read as exact values."""
    words = "bounds were stored in the table and read as exact values"
    for remembers in (False, True):
        for root_narrows in (False, True):
            yield from _windows(
                positions, words, stores=True, remembers=remembers, root_narrows=root_narrows, crosses=True
            )
