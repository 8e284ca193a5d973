"""The library of seeded faults: what programs get wrong, by name, with the variants in which it is met.

The names are those that a teacher would use. Two faults may answer alike everywhere; then naming gives both names. A
fault that changes no answer is not here, such as a window that is not passed down: it costs time, not games.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from zerosum.answers.grade.bugs.faults.fault import Fault
from zerosum.answers.grade.bugs.faults.of_boards import exchanged, left_stones, never_tried
from zerosum.answers.grade.bugs.faults.of_depth import depth_limits, sibling_depths
from zerosum.answers.grade.bugs.faults.of_lines import bad_lines, empty_lines, full_boards, late_ends
from zerosum.answers.grade.bugs.faults.of_rules import no_forks, shortcuts
from zerosum.answers.grade.bugs.faults.of_turns import wrong_turns
from zerosum.answers.grade.bugs.faults.of_values import (
    best_starts,
    draw_values,
    move_numbers,
    one_child,
    sums,
    swapped,
    wrong_signs,
)
from zerosum.answers.grade.bugs.faults.of_windows import (
    first_child,
    root_bounds,
    stored_bounds,
    wrong_bounds,
    wrong_cuts,
)
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants


def library(positions: Positions) -> tuple[Fault, ...]:
    """All faults that a program for this game can have."""
    makers = GENERAL | (OF_LINES if positions.has_lines else {})
    return tuple(Fault(name, tuple(maker(positions))) for name, maker in makers.items())


GENERAL: dict[str, Callable[[Positions], Variants]] = {
    "depth limit too small": depth_limits,
    "win looked for on the wrong side or sign": wrong_signs,
    "move number returned as value": move_numbers,
    "bounds stored as exact values": stored_bounds,
    "side to move misjudged": wrong_turns,
    "depth decremented per sibling": sibling_depths,
    "first move never beaten": best_starts,
    "min and max swapped": swapped,
    "window updated or passed down wrongly": wrong_bounds,
    "cut on the wrong side": wrong_cuts,
    "stale bound at the root": root_bounds,
    "value of one child returned": lambda positions: chain(one_child(positions), first_child(positions)),
    "values added up": sums,
    "draw scored as a win or a loss": draw_values,
}
"""Faults of searches of any game."""

OF_LINES: dict[str, Callable[[Positions], Variants]] = {
    "rules that do not see forks": no_forks,
    "an empty line counted as a line": empty_lines,
    "full board tested before the win": full_boards,
    "a shortcut that overrides the search": shortcuts,
    "shared or unrestored board": left_stones,
    "a missing or mistyped line": bad_lines,
    "missing terminal test": late_ends,
    "a cell never tried": never_tried,
    "move answered in the wrong coordinates": exchanged,
}
"""Faults in games of lines."""

SEEN_OFTEN = frozenset(
    {*GENERAL, *OF_LINES}
    - {
        "first move never beaten",
        "value of one child returned",
        "values added up",
        "draw scored as a win or a loss",
        "missing terminal test",
        "a cell never tried",
        "move answered in the wrong coordinates",
    }
)
"""Faults that real programs and textbook exercises have often; where others answer alike, these are named first."""
