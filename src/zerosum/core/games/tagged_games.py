"""What PGN and PDN have in common when a game is written: the values of tags, and numbered moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zerosum.core.rules import Move, Rules, State, Text


def escaped(value: str) -> str:
    """The value of a tag as it stands between quotes.

    >>> print(escaped('A "B"'))
    A \\"B\\"
    """
    return re.sub(r'(["\\])', r"\\\1", value.replace("\n", " "))


def numbered(rules: Rules, text: Text, state: State, moves: Iterable[Move]) -> Iterator[str]:
    """The moves from a state, with a number before each of the first side; `1...` where the other side begins."""
    number = 1
    for ply, move in enumerate(moves):
        side = rules.to_move(state)
        if side == 0 or ply == 0:
            yield f"{number}." if side == 0 else f"{number}..."
        yield text.write_move(state, move)
        number += side
        state = rules.play(state, move)
