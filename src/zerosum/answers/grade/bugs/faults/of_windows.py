"""Faults of alpha-beta: cuts, bounds and tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from zerosum.answers.grade.bugs.faults.alphabeta import (
    Window,
    alphabeta,
    bounds_as_values,
    common_window,
    negamax,
    right_other_cut,
    right_own_cut,
)
from zerosum.answers.grade.bugs.faults.fault import Answers, Variant
from zerosum.answers.grade.bugs.faults.minimax import Order
from zerosum.answers.grade.bugs.faults.orders import orders
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants, plain
from zerosum.core.rules import State


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
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            window = Window(by_distance=by_distance, **switches)  # type: ignore[arg-type]
            yield plain(words, partial(alphabeta, positions, order, window))


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
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            for words, passed in (
                ("negamax passed the window down without changing its signs", lambda alpha, beta: (alpha, beta)),
                ("negamax passed the window down without swapping its ends", lambda alpha, beta: (-alpha, -beta)),
            ):
                yield plain(words, partial(negamax, positions, order, passed, by_distance=by_distance))
            for is_reset in (True, False):
                yield plain(
                    "all nodes shared one window",
                    partial(common_window, positions, order, is_reset=is_reset, by_distance=by_distance),
                )


def root_bounds(positions: Positions) -> Variants:
    """Bounds of later moves at the root that are taken for their values."""
    words = "a bound from the search of an earlier move was taken for the value of a later one at the root"
    for is_fail_hard in (True, False):
        yield from _windows(positions, words, root_narrows=True, is_fail_hard=is_fail_hard)


def stored_bounds(positions: Positions) -> Variants:
    """Bounds in a transposition table that are read as exact values."""
    for order in orders(positions).values():
        for by_distance in (False, True) if positions.has_lines else (False,):
            for is_kept in (False, True):
                for root_narrows in (False, True):

                    def make(
                        asked: Sequence[State],
                        order: Order = order,
                        by_distance: bool = by_distance,
                        is_kept: bool = is_kept,
                        root_narrows: bool = root_narrows,
                    ) -> Answers:
                        return bounds_as_values(
                            positions,
                            order,
                            asked,
                            is_kept=is_kept,
                            by_distance=by_distance,
                            root_narrows=root_narrows,
                        )

                    words = "bounds were stored in the table and read as exact values"
                    yield Variant(words, make, is_slow=is_kept)
