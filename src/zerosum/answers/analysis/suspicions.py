"""Rules that are sound and yet hardly what their author means: what `check` warns of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from zerosum.core.rules import FIRST, SECOND, Move, Rules, State

Onward = Mapping[State, Sequence[tuple[Move, State]]]
"""The moves of a state, and where they lead."""


def suspicions(
    rules: Rules, onward: Mapping[State, Sequence[tuple[Move, State]]], ends: Mapping[State, int]
) -> tuple[str, ...]:
    """Warnings, as sentences, from the positions that were tried, with their moves, and the ends."""
    return tuple(_utility_of_the_mover(rules, ends)) + tuple(_moves_at_once(rules, onward, ends))


def _utility_of_the_mover(rules: Rules, ends: Mapping[State, int]) -> Iterator[str]:
    """Every decided game is worth the same, whoever was to move at its end."""
    decided = {state: utility for state, utility in ends.items() if utility != 0}
    sides = {rules.to_move(state) for state in decided}
    worths = set(decided.values())
    if len(worths) == 1 and sides >= {FIRST, SECOND}:
        draws = " or a draw" if len(decided) < len(ends) else ""
        yield (
            f"every finished game is worth {worths.pop()}{draws}, whichever side was to move at its end: utility "
            "speaks for the first player, and not for the side to move"
        )


def _moves_at_once(rules: Rules, onward: Onward, ends: Mapping[State, int]) -> Iterator[str]:
    """Whatever the first side does, the second wins with its reply."""
    begun = [state for state in onward if rules.to_move(state) == FIRST]
    replies = [child for state in begun for _, child in onward[state]]
    if len(replies) < 2:
        return
    if all(
        child in onward
        and rules.to_move(child) == SECOND
        and len(onward[child]) > 1
        and any(ends.get(after, 0) < 0 for _, after in onward[child])
        and any(ends.get(after, -1) >= 0 for _, after in onward[child])
        for child in replies
    ):
        yield (
            "whatever the first side does, the second wins with its reply: if both move at the same time in your game, "
            "as in rock, paper, scissors, no search on positions can play it"
        )
