"""The size of a game's state space, counted as far as there is time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import monotonic

from zerosum.answers.lab.compare import MOST_POSITIONS, reachable_states
from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import State

EVERY = 512
"""How many states pass between two looks at the clock."""


@dataclass(frozen=True)
class StateSpace:
    """How many states can be reached, how many of them are finished with which utility, and whether that is all.

    `classes` counts states that are mirror images of each other once; None where the game does not say which are.
    """

    states: int
    finished: dict[int, int]
    classes: int | None
    is_complete: bool

    @property
    def ends(self) -> int:
        """How many of the states are finished games."""
        return sum(self.finished.values())


def count_states(
    game: Game, start: State, seconds: float, most: int = MOST_POSITIONS, progress: ProgressCallback = None
) -> StateSpace:
    """Count the states that can be reached from one, up to `most` of them.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> space = count_states(game, game.start, seconds=60)
    >>> space.states, space.ends, space.classes
    (5478, 958, 765)
    """
    rules = game.rules
    until = monotonic() + seconds
    finished: Counter[int] = Counter()
    classes = set()
    states = 0
    is_complete = True
    for state in reachable_states(game, start):
        states += 1
        if rules.is_over(state):
            finished[rules.utility(state)] += 1
        if rules.canonical is not None:
            classes.add(rules.canonical(state))
        if states % EVERY == 0 and progress is not None:
            progress(Count(states, "states"))
        if states == most or (states % EVERY == 0 and monotonic() > until):
            is_complete = False
            break
    return StateSpace(states, dict(finished), None if rules.canonical is None else len(classes), is_complete)
