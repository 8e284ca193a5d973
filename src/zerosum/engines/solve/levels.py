"""Find out whether every move raises some number of the state by one: then the positions lie in layers.

In Tic-Tac-Toe that number, the level, is the count of stones. It is guessed here from random games, as the number of
bits that are set in some of a state's words. The kernels check the guess at every move that they play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, islice, pairwise
from random import Random

from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.engines.native.machine.shapes import words_of

RANDOM_GAMES = 200
MOST_PLIES = 200
MOST_TRIED = 10
"""States of more words than this are tried with all words, and with all but one."""


def sample(game: Game, starts: Sequence[State], games: int = RANDOM_GAMES) -> list[list[State]]:
    """The first positions of random games from these states in turn, always the same ones."""
    random = Random(0)
    return [
        list(islice(game.random_game(starts[number % len(starts)], random), MOST_PLIES))
        for number in range(max(games, len(starts)))
    ]


def counted_words(paths: list[list[State]]) -> tuple[int, ...] | None:
    """The words whose bits are counted, as few as possible; None where no choice of words will do."""
    counts = [[[word.bit_count() for word in words_of(state)] for state in path] for path in paths]  # type: ignore[arg-type]
    if any(word < 0 for path in paths for state in path for word in words_of(state)):  # type: ignore[arg-type]
        return None
    words = len(counts[0][0])
    for chosen in _choices(words):
        if all(
            sum(after[word] - before[word] for word in chosen) == 1
            for path in counts
            for before, after in pairwise(path)
        ):
            return chosen
    return None


def level_of(state: State, counted: Iterable[int]) -> int:
    """The bits that are set in these words of a state."""
    words = words_of(state)  # type: ignore[arg-type]
    return sum(words[word].bit_count() for word in counted)


def _choices(words: int) -> list[tuple[int, ...]]:
    every = tuple(range(words))
    if words > MOST_TRIED:
        return [every, *(every[:word] + every[word + 1 :] for word in every)]
    return [chosen for size in range(1, words + 1) for chosen in combinations(every, size)]
