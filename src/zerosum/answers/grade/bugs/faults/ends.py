"""How a program reads the end of a game: the right way, and the mistakes that are made there.

Every function here makes an `End`: for a state and the side for which the search maximises, the value of the end
(`WIN`, 0, `-WIN`), or None where the program thinks that the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import State

WIN = 1000
"""A win, with room for a number of plies to take off."""

End = Callable[[State, int], int | None]

Worth = Callable[[int | None, int, int], int]
"""What an end is worth for the side that maximises: the winner or None, this side, and the side to move at the end."""


def right_worth(winner: int | None, side: int, _mover: int) -> int:
    """A win for the winner."""
    return 0 if winner is None else WIN if winner == side else -WIN


def by_rules(positions: Positions, worth: Worth = right_worth) -> End:
    """The ends of the rules, valued by `worth`."""

    def end(state: State, side: int) -> int | None:
        utility = positions.end(state)
        if utility is None:
            return None
        return worth(0 if utility > 0 else 1 if utility < 0 else None, side, positions.mover(state))

    return end


def by_lines(
    positions: Positions,
    lines: Sequence[int],
    worth: Worth = right_worth,
    *,
    sees: Callable[[int, int], bool] = lambda winner, side: True,
    full_first: bool = False,
) -> End:
    """The ends of a program with its own table of lines, which plays on where it does not see a win.

    `sees` tells whether it looks for the lines of a side at all, when it maximises for another; `full_first` tests the
    full board before the lines.
    """

    def end(state: State, side: int) -> int | None:
        is_full = not positions.children(state)
        if is_full and full_first:
            return worth(None, side, positions.mover(state))
        for owner, stones in enumerate(positions.stones(state)):
            if sees(owner, side):
                for line in lines:
                    if line & stones == line:
                        return worth(owner, side, positions.mover(state))
        return worth(None, side, positions.mover(state)) if is_full else None

    return end


def with_empty_lines(positions: Positions, empty: Callable[[int, int], int], precedence: str) -> End:
    """The ends of a program that takes three equal cells for a line, also where they are empty.

    `empty(side, mover)` is what such a line is worth to the side that maximises. `precedence` says which line counts
    where there are several: "owned", "empty", or the first in "order".
    """
    lines = positions.all_lines

    def end(state: State, side: int) -> int | None:
        first, second = positions.stones(state)
        taken = first | second
        found: list[int | None] = []
        for line in lines:
            if line & first == line:
                found.append(0)
            elif line & second == line:
                found.append(1)
            elif line & taken == 0:
                found.append(None)
        if not found:
            return None if positions.children(state) else 0
        owners = [owner for owner in found if owner is not None]
        if precedence == "owned":
            owner = owners[0] if owners else None
        elif precedence == "empty":
            owner = None if None in found else found[0]
        else:
            owner = found[0]
        mover = positions.mover(state)
        return empty(side, mover) if owner is None else right_worth(owner, side, mover)

    return end


def when_full(positions: Positions, checked_first: Callable[[int], int]) -> End:
    """The ends of a program that looks for lines only when the board is full; both sides may have one by then."""

    def end(state: State, side: int) -> int | None:
        if positions.children(state):
            return None
        stones = positions.stones(state)
        for owner in (checked_first(side), 1 - checked_first(side)):
            if any(line & stones[owner] == line for line in positions.all_lines):
                return right_worth(owner, side, positions.mover(state))
        return 0

    return end
