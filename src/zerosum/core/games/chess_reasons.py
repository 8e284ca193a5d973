"""What a chess move does, in words: mate, promotion, capture, check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zerosum.core.games.chess_boards import State, boards_of, is_check
from zerosum.core.games.chess_text import NAMES, PROMOTIONS, letters_of
from zerosum.core.rules import Reason, Rules


def reasons(rules: Rules) -> Callable[[State, int], Iterator[Reason]]:
    """The reasons of chess with these rules."""

    def of_move(state: State, move: int) -> Iterator[Reason]:
        letters = letters_of(boards_of(state))
        start, end = move & 63, move >> 6 & 63
        after: Any = rules.play(state, move)
        if is_check(boards_of(after), after[4] & 1) and rules.is_over(after) and rules.utility(after):
            yield Reason("mates", result=1)
            return
        if move >> 12:
            yield Reason(f"promotes a pawn to a {NAMES[PROMOTIONS[move >> 12].lower()]}")
        if letters[end]:
            yield Reason(f"captures a {NAMES[letters[end].lower()]}")
        elif letters[start].lower() == "p" and (start ^ end) & 7:
            yield Reason("captures a pawn en passant")
        if is_check(boards_of(after), after[4] & 1):
            yield Reason("gives check")

    return of_move
