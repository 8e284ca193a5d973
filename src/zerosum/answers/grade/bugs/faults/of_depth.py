"""Faults in counting the depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zerosum.answers.grade.bugs.faults.ends import WIN
from zerosum.answers.grade.bugs.faults.fault import Answers, Variant
from zerosum.answers.grade.bugs.faults.minimax import Switches, counted_by_siblings
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants, both, searched
from zerosum.core.rules import State

DEPTHS = range(1, 9)
"""Limits of a search of a small game."""

LINE_WEIGHTS = (
    ((1,), (1,)),
    ((1, 10), (1, 10)),
    ((1, 3), (1, 3)),
    ((0, 1), (0, 1)),
    ((1,), (0,)),
    ((1, 10), (0, 0)),
)
"""What an open line with one stone, two and more of the own and of the other side is worth."""


def depth_limits(positions: Positions) -> Variants:
    """A search that stops before the end of the game."""
    for depth in DEPTHS:
        words = f"the search stopped after {depth} {'ply' if depth == 1 else 'plies'}"
        yield from both(positions, words, depth=depth)
        if depth <= 6:
            for judged, horizon in _horizons(positions):
                yield searched(
                    positions, f"{words} and judged the position there{judged}", Switches(depth=depth, horizon=horizon)
                )


def _horizons(positions: Positions) -> Iterator[tuple[str, Callable[[State, int], int]]]:
    """Estimates of programs that do not take an unknown position for a draw."""
    estimate = positions.rules.estimate
    if estimate is not None:

        def by_rules(state: State, side: int, estimate: Callable[[State], int] = estimate) -> int:
            found = max(-WIN // 2, min(WIN // 2, estimate(state)))
            return found if side == 0 else -found

        yield "", by_rules
    if positions.has_lines:
        for own, other in LINE_WEIGHTS:

            def open_lines(state: State, side: int, own: Sequence[int] = own, other: Sequence[int] = other) -> int:
                return _line_score(positions, state, side, own, other)

            yield " by its open lines", open_lines


def _line_score(positions: Positions, state: State, side: int, own: Sequence[int], other: Sequence[int]) -> int:
    """The worth of the lines in which only one side has stones, by their number."""
    stones = positions.stones(state)
    score = 0
    for line in positions.all_lines:
        mine, theirs = (line & stones[side]).bit_count(), (line & stones[1 - side]).bit_count()
        if theirs == 0 and mine:
            score += own[min(mine, len(own)) - 1]
        elif mine == 0 and theirs:
            score -= other[min(theirs, len(other)) - 1]
    return max(-WIN // 2, min(WIN // 2, score))


def sibling_depths(positions: Positions) -> Variants:
    """Depth that is counted down once more for every sibling."""
    words = "the depth left was counted down for every sibling instead of once per ply"
    for depth in (9, 10, *range(2, 9)):
        for stop in (0, None):

            def child_depth(left: int, number: int, stop: int | None = stop) -> int:
                found = left - 1 - number
                # A test for exactly 0 lets a negative depth pass: there is no limit any more.
                return max(found, 0) if stop == 0 else max(found, -1) if left >= 0 else -1

            # With three plies or fewer, too little is left below the root to tell this from a depth limit.
            for root_depth in (None, lambda left, number: left - 1) if depth > 3 else (None,):
                yield from both(positions, words, depth=depth, child_depth=child_depth, root_depth=root_depth)
    for per_win in (10, 100):

        def make(asked: Sequence[State], per_win: int = per_win) -> Answers:
            return counted_by_siblings(positions, per_win=per_win)

        yield Variant("the ply number grew with every sibling instead of once per ply", make, is_slow=True)
