"""Faults in whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from zerosum.answers.grade.bugs.faults.ends import by_lines
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.minimax import Switches, minimax
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants, both, plain
from zerosum.core.rules import Move, State


def wrong_turns(positions: Positions) -> Variants:
    """Searches that have the wrong side move."""
    marks = positions.game.sides
    for side in (0, 1):
        words = f"it always chose the move that is best for {marks[side]}"
        yield from both(positions, words, maximiser=side)
    if not positions.has_lines:
        return

    def again(state: State, side: int) -> State:
        return state if positions.mover(state) == side else positions.turned(state)

    end = by_lines(positions, positions.all_lines)  # the rules look only for the line of who moved last
    for words, where in (
        ("the agent moved at every ply", (True, True)),
        ("the agent moved at every ply after the first reply", (False, True)),
        ("it was thought to be to move again after its own move", (True, False)),
    ):
        yield from both(positions, words, goes_on=again, goes_on_where=where, end=end)
    for words, chosen in (
        ("it took itself for the other side", (1, 0)),
        (f"it always took {marks[0]} to be to move", (0, 0)),
        (f"it always took {marks[1]} to be to move", (1, 1)),
    ):
        for by_distance in (False, True):
            yield plain(words, partial(_as_side, positions, chosen, by_distance))


def _as_side(positions: Positions, chosen: tuple[int, int], by_distance: bool) -> Answers:
    """Perfect play for the side `chosen[mover]`."""
    search = minimax(positions, Switches(by_distance=by_distance, end=by_lines(positions, positions.all_lines)))

    def answers(state: State) -> Sequence[Move]:
        mover = positions.mover(state)
        return search(state if chosen[mover] == mover else positions.turned(state))

    return answers
