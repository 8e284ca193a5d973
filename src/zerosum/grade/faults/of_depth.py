"""Faults in counting the depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zerosum.game import State
from zerosum.grade.faults.ends import WIN
from zerosum.grade.faults.fault import Answers, Variant
from zerosum.grade.faults.minimax import Switches, counted_by_siblings
from zerosum.grade.faults.positions import Positions
from zerosum.grade.faults.variants import Variants, both, searched

DEPTHS = range(1, 9)
"""Limits of a search of a small game."""


def depth_limits(positions: Positions) -> Variants:
    """A search that stops before the end of the game."""
    for depth in DEPTHS:
        words = f"the search stopped after {depth} {'ply' if depth == 1 else 'plies'}"
        yield from both(positions, words, depth=depth)
        estimate = positions.rules.estimate
        if estimate is not None and depth <= 6:
            by_first = estimate

            def horizon(state: State, side: int, estimate: Callable[[State], int] = by_first) -> int:
                found = max(-WIN // 2, min(WIN // 2, estimate(state)))
                return found if side == 0 else -found

            words += " and judged the position there by its open lines"
            yield searched(positions, words, Switches(depth=depth, horizon=horizon))


def sibling_depths(positions: Positions) -> Variants:
    """Depth that is counted down once more for every sibling."""
    words = "the depth left was counted down for every sibling instead of once per ply"
    for depth in (9, *range(2, 9)):
        for stop in (0, None):

            def child_depth(left: int, number: int, stop: int | None = stop) -> int:
                found = left - 1 - number
                # A test for exactly 0 lets a negative depth pass: there is no limit any more.
                return max(found, 0) if stop == 0 else max(found, -1) if left >= 0 else -1

            yield from both(positions, words, depth=depth, child_depth=child_depth)
    for per_win in (10, 100):

        def make(asked: Sequence[State], per_win: int = per_win) -> Answers:
            return counted_by_siblings(positions, per_win=per_win)

        yield Variant("the ply number grew with every sibling instead of once per ply", make, is_slow=True)
