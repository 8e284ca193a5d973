"""How a game ends that its rules did not end: by repetition, or because it lasts too long.

`play`, `match`, sessions and the random games of `check` agree, because all of them ask here:

- In a game with a `repetition` rule, the second occurrence of a position ends the game with the utility that it gives.
- In any other game without chance, the third occurrence of a position makes it a draw. With chance it does not: the
  players of Pig come back to 0 points each when both roll a 1, and the next roll leads elsewhere.
- After `MAX_PLIES` plies a game is a draw.

Where a game has `position`, states with the same position count as the same: a counter of the fifty-move rule makes no
difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from zerosum.core.errors import MAX_PLIES
from zerosum.core.game import Game
from zerosum.core.rules import State, positions_of

REPETITIONS = 3
"""When a position has occurred so many times, a game without a rule of its own is a draw."""


@dataclass(frozen=True)
class Adjudication:
    """How a game ended: `utility` for the first player, and the reason as a sentence.

    `by_rule` says that the game's own `repetition` rule ended it.
    """

    utility: int
    reason: str
    by_rule: bool = False


class Adjudicator:
    """Counts the positions of a game in progress, and says when it ends although its rules do not end it."""

    def __init__(self, game: Game, start: State) -> None:
        """Begin a game at this state."""
        self.game = game
        self.position = positions_of(game.rules)
        self.times: Counter[State] = Counter([self.position(start)])
        self.plies = 0

    def add(self, state: State) -> Adjudication | None:
        """Note the state after a move; how the game ends here, or None where it goes on or its rules end it."""
        rules = self.game.rules
        position = self.position(state)
        self.times[position] += 1
        self.plies += 1
        if rules.is_over(state):
            return None
        if rules.repetition is not None and self.times[position] > 1:
            utility = rules.repetition(state)
            return Adjudication(utility, f"{_result(self.game, utility)}: the same position came again", by_rule=True)
        if rules.odds is None and self.times[position] >= REPETITIONS:
            return Adjudication(0, "a draw: the same position came for the third time")
        if self.plies >= MAX_PLIES:
            return Adjudication(0, f"a draw: the game went on for {MAX_PLIES:,} plies")
        return None


def adjudicated(game: Game, states: Iterable[State]) -> Adjudication | None:
    """How a game with these states, from its start on, ended without an end by its rules; None where it did not."""
    states = iter(states)
    adjudicator = Adjudicator(game, next(states))
    return next(filter(None, map(adjudicator.add, states)), None)


def _result(game: Game, utility: int) -> str:
    if utility == 0:
        return "a draw"
    return f"a win for {game.side_words(utility < 0)}"
