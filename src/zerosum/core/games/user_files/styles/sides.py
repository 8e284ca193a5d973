"""The two players as an author marks them (X and O, 1 and 2, True and False), as the sides 0 and 1."""

from __future__ import annotations

from typing import Any

from zerosum.core.errors import BadRules

NO_WINNER = (None, 0, -1, "", " ", "-", ".", "_", "draw", "tie", "d", "none", "drawn")
"""What stands for no winner, where it is not the mark of a player."""

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "½-½": 0, "0.5-0.5": 0}
"""How results are written, and what they are worth to the first player."""


class Sides:
    """The marks of the players, the one who begins first; they are noted as they are met."""

    def __init__(self, *marks: Any) -> None:
        """Begin with the marks that are known."""
        self.marks = list(marks)

    def number(self, mark: Any, *, is_over: bool) -> int:
        """The side of a mark; the first one where the game is over and nobody is to move."""
        for side, known in enumerate(self.marks):
            if _is_same(mark, known):
                return side
        if is_over:
            return 0
        if len(self.marks) == 2:
            first, second = self.marks
            raise BadRules(
                f"three players are to move in this game, {first!r}, {second!r} and {mark!r}; zerosum has games of two"
            )
        self.marks.append(mark)
        return len(self.marks) - 1

    def worth(self, winner: Any) -> int:
        """What a finished game is worth to the first player, by its winner or by a result such as 1-0."""
        if isinstance(winner, str) and winner.strip() in RESULTS:
            return RESULTS[winner.strip()]
        for side, known in enumerate(self.marks):
            if _is_same(winner, known):
                return -1 if side else 1
        if winner is False or any(_is_same(_lower(winner), each) for each in NO_WINNER):
            return 0
        marks = " and ".join(map(repr, self.marks))
        raise BadRules(f"the winner is {winner!r}, which is neither of the players {marks}, nor None for a draw")


def _lower(winner: Any) -> Any:
    return winner.lower() if isinstance(winner, str) else winner


def _is_same(one: Any, other: Any) -> bool:
    """Whether two marks are the same; a truth value is no number here."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
