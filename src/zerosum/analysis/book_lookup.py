"""Look up moves in a book: what each is worth to the side that makes it, and its best line as far as the book goes."""

from __future__ import annotations

from dataclasses import replace

from zerosum.analysis.book import Book
from zerosum.analysis.results import MoveValue
from zerosum.game import Move, State, listed
from zerosum.value import Margin, Outcome, scale_for, value_of


def moves_in(book: Book, state: State) -> list[MoveValue] | None:
    """All moves of an unfinished position with their exact values; None unless the book knows every one of them."""
    found = []
    for move in listed(book.game.rules.moves(state)):
        value = value_after(book, state, move)
        if value is None:
            return None
        found.append(MoveValue(move, value, True, False, (move, *line_from(book, book.game.rules.play(state, move)))))
    return found


def value_after(book: Book, state: State, move: Move) -> Outcome | Margin | None:
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


def line_from(book: Book, state: State) -> tuple[Move, ...]:
    """Best play from a position as far as the book goes; of equal moves the first."""
    rules = book.game.rules
    line: list[Move] = []
    while not rules.is_over(state):
        values = {move: value_after(book, state, move) for move in listed(rules.moves(state))}
        ranks = {move: value.rank for move, value in values.items() if value is not None}
        if len(ranks) < len(values):
            break
        line.append(max(ranks, key=lambda move: ranks[move]))
        state = rules.play(state, line[-1])
    return tuple(line)
