"""Look up moves in a book or table: what each is worth to the side that makes it, and its best line as far as known."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from zerosum.answers.analysis.results import MoveValue
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, listed
from zerosum.core.value import Margin, Outcome, scale_for, value_of


class KnownValues(Protocol):
    """Exact values that were computed before: a book, or a solved table."""

    @property
    def game(self) -> Game:
        """The game."""

    def value(self, state: State) -> Outcome | Margin | None:
        """The value of an unfinished position for the side to move, None when it is not known."""


def moves_in(book: KnownValues, state: State) -> list[MoveValue] | None:
    """All moves of an unfinished position with their exact values; None unless the book knows every one of them."""
    found = []
    for move in listed(book.game.rules.moves(state)):
        value = value_after(book, state, move)
        if value is None:
            return None
        found.append(MoveValue(move, value, True, False, (move, *line_from(book, book.game.rules.play(state, move)))))
    return found


def value_after(book: KnownValues, state: State, move: Move) -> Outcome | Margin | None:
    """What a move is worth to the side that makes it; None when the book does not know."""
    rules = book.game.rules
    child, side = rules.play(state, move), rules.to_move(state)
    if rules.is_over(child):
        scale = scale_for(book.game)
        return value_of(scale, scale.farther(scale.end(rules.utility(child))), side, draw_distance=1)
    value = book.value(child)
    if value is None:
        return None
    mine = value if rules.to_move(child) == side else -value
    return replace(mine, distance=mine.distance + 1) if isinstance(mine, Outcome) and mine.distance else mine


def line_from(book: KnownValues, state: State) -> tuple[Move, ...]:
    """Best play from a position as far as the book goes, or until a position repeats; of equal moves the first."""
    rules = book.game.rules
    line: list[Move] = []
    seen: set[State] = set()
    while not rules.is_over(state) and state not in seen:
        seen.add(state)
        values = {move: value_after(book, state, move) for move in listed(rules.moves(state))}
        ranks = {move: value.rank for move, value in values.items() if value is not None}
        if len(ranks) < len(values):
            break
        line.append(max(ranks, key=lambda move: ranks[move]))
        state = rules.play(state, line[-1])
    return tuple(line)
