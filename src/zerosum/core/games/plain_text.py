"""Text forms of a game that has none of its own: the numbers of the state and of the moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from zerosum.core.errors import BadMove, BadPosition, bad_side
from zerosum.core.games.move_words import move_word, same_move
from zerosum.core.rules import CHANCE, FIRST, SECOND, Rules, State, Text, formed_like, listed


def plain_text(rules: Rules) -> Text:
    """Text forms for a game without its own: the numbers of the state and of the moves."""

    forms = numbers_in(rules.start)

    def write_position(state: State) -> str:
        return ",".join(map(str, numbers_in(state)))

    def read_position(text: str) -> State:
        if not isinstance(rules.start, tuple):
            raise BadPosition("this game has no text for positions (read_position); give the moves instead")
        words = text.split(",")
        if len(words) != len(forms):
            what = "words" if any(isinstance(each, str) for each in forms) else "numbers"
            raise BadPosition(f"a position has {len(forms)} {what}, but {text!r} has {len(words)}")
        if not all(
            isinstance(each, str) or re.fullmatch(r"-?[0-9]{1,40}", word)
            for word, each in zip(words, forms, strict=True)
        ):
            raise BadPosition(f"{text!r} is not a position; write its numbers with commas between")
        values = iter([word if isinstance(each, str) else int(word) for word, each in zip(words, forms, strict=True)])
        # A NamedTuple is made of its fields one by one; its rules may use their names.
        state = formed_like(rules.start, nested_like(rules.start, values))
        if (side := rules.to_move(state)) not in (FIRST, SECOND, CHANCE):
            raise BadPosition(f"{text!r} is not a position of this game: {bad_side(side)}")
        return state

    def write_move(state: State, move: Any) -> str:
        return move_word(move)

    def read_move(state: State, word: str) -> Any:
        moves = listed(rules.moves(state))
        words = list(map(move_word, moves))
        found = same_move(word, words)
        if found is None:
            raise BadMove(f"{word!r} is not a move here; legal: {' '.join(words)}")
        return moves[found]

    def draw(state: State) -> str:
        shown = " " + " ".join(map(str, numbers_in(state)))
        if rules.is_over(state):
            return shown
        return f"{shown}\n moves: {' '.join(write_move(state, move) for move in listed(rules.moves(state)))}"

    return Text(write_position, read_position, write_move, read_move, draw, what_to_type="one of the moves shown")


def numbers_in(state: State) -> list[Any]:
    """What a state is made of, in the tuples within it too; truth values as 0 and 1.

    >>> numbers_in(((0, 1), 2))
    [0, 1, 2]
    """
    if isinstance(state, tuple):
        return [number for each in state for number in numbers_in(each)]
    return [int(state) if isinstance(state, bool) else state]


def nested_like(example: State, values: Iterator[Any]) -> Any:
    """A tuple of these values, with tuples within it where an example has them."""
    return tuple(nested_like(each, values) for each in example) if isinstance(example, tuple) else next(values)
