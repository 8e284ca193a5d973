"""Whether a game can come back to a position it was in, and what that means for its searches.

In such a game a line of play need not end. Three rules make every search of it end all the same:

- A position that occurs again on the path from the root is scored as a draw, or as the game's `repetition` says. With
  best play this is the same as to call endless play a draw: a side that can win can do so without repeating a
  position, and a side that can draw can do so by repeating one.
- A score that rests on such a repetition is true on this path only. The transposition table keeps it out, unless the
  repeated position lies in the subtree itself (`Run.depends_on_path`). Wins and losses hold on any path, as no
  repetition has a part in their proof; they are kept as bounds, because a shorter win may lead through the path.
- In a game with a `repetition` rule no score of the table is used: even one that rests on no repetition may change on a
  path that has a position of its subtree.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from time import perf_counter

from zerosum.core.rules import Rules, State, listed, positions_of

WALK_POSITIONS = 1_000
"""The most positions of the depth-first walk."""

RANDOM_PLIES = 2_000
"""The most plies of all random games together."""

LOOK_SECONDS = 0.5
"""The seconds after which the walk ends, and after which the random games end: a user's rules may be slow."""


@lru_cache(maxsize=256)
def can_repeat(rules: Rules) -> bool:
    """Whether some position can occur twice in a game, as far as a short walk and a few random games show.

    A search that meets a line without end all the same starts again with this set to True (`Run.answer`).

    >>> from zerosum.core.games import load
    >>> can_repeat(load("tictactoe").rules)
    False
    """
    if rules.repeats is not None:
        return rules.repeats
    if rules.repetition is not None:
        return True
    try:
        return _repeats_on_a_walk(rules) or _repeats_at_random(rules)
    except Exception:  # rules that raise an error are reported by the search, with the position
        return False


def _repeats_on_a_walk(rules: Rules) -> bool:
    """Whether a depth-first walk from the start comes back to a position of its path."""
    start, position = rules.start, positions_of(rules)
    if rules.is_over(start):
        return False
    path = [(start, iter(listed(rules.moves(start))))]
    on_path, seen = {position(start)}, {position(start)}
    end = perf_counter() + LOOK_SECONDS
    while path and perf_counter() < end:
        here, moves = path[-1]
        move = next(moves, None)
        if move is None:
            on_path.discard(position(here))
            path.pop()
            continue
        child = rules.play(here, move)
        place = position(child)
        if place in on_path:
            return True
        if place not in seen and not rules.is_over(child):
            if len(seen) >= WALK_POSITIONS:
                return False
            seen.add(place)
            on_path.add(place)
            path.append((child, iter(listed(rules.moves(child)))))
    return False


def _repeats_at_random(rules: Rules) -> bool:
    """Whether a game played at random comes back to a position."""
    random = Random(0)
    position = positions_of(rules)
    plies = 0
    end = perf_counter() + LOOK_SECONDS
    while plies < RANDOM_PLIES and perf_counter() < end:
        state = rules.start
        met: set[State] = {position(state)}
        plies += 1
        while plies < RANDOM_PLIES and perf_counter() < end and not rules.is_over(state):
            plies += 1
            state = rules.play(state, random.choice(listed(rules.moves(state))))
            if position(state) in met:
                return True
            met.add(position(state))
    return False
