"""Lines that a book gives go on by search where the book ends."""

from __future__ import annotations

from array import array

import pytest

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.book import Book
from zerosum.answers.analysis.book_builder import positions_by_ply
from zerosum.answers.analysis.review import why_not
from zerosum.answers.analysis.sentences import why_sentence
from zerosum.answers.analyze import continued
from zerosum.core.games import load
from zerosum.core.value import Outcome
from zerosum.engines.search import alphabeta


def book_of(spec: str, plies: int) -> Book:
    """A small book, made by alpha-beta in plain Python."""
    game = load(spec)
    states = {key: state for layer in positions_by_ply(game, plies) for key, state in layer.items()}
    keys = sorted(states)

    def number(key: int) -> int:
        value = alphabeta(game, states[key]).value
        assert isinstance(value, Outcome)
        return value.result * (value.distance or 0)

    return Book(game, plies, array("q", keys), array("b", map(number, keys)))


@pytest.mark.parametrize(("spec", "moves"), [("hexapawn", ""), ("nim:3,2,2", ""), ("nim:3,2,2", "1:1")])
def test_lines_reach_the_end_of_the_game(spec: str, moves: str) -> None:
    book = book_of(spec, 1 + len(moves.split()))
    game = book.game
    analyst = Analyst(game, book=book, tier="auto")
    state = game.after(game.read_moves(moves, game.start), game.start)
    before = analyst(state)
    assert before.tier == "book"
    assert {len(each.line) for each in before.moves} == {1}
    *_, after = continued(analyst, before)
    assert [each.value for each in after.moves] == [each.value for each in before.moves]
    for each in after.moves:
        assert game.is_over(game.after(list(each.line), state))
        assert isinstance(each.value, Outcome)
        assert each.value.distance in (None, len(each.line)), "both sides play their best"
        assert each.guessed_from is None
    assert analyst(state) == after, "it is remembered"
    assert not list(continued(analyst, after)), "nothing is left to do"


def test_what_is_not_searched_in_time_is_a_guess() -> None:
    game = load("connect4")
    analyst = Analyst(game, tier="auto")
    state = game.after(game.read_moves("4 4 4 4", game.start), game.start)
    before = analyst(state)
    assert [len(each.line) for each in before.moves] == [1] * 7
    *_, after = continued(analyst, before, (0, 3), seconds=1)
    assert [len(each.line) > 1 for each in after.moves] == [move in (0, 3) for move in range(7)]
    assert after[0].guessed_from == 1
    assert after[0].line_text(game, state).startswith("1 ~ ")
    assert " A likely answer to 1 is " in why_sentence(game, state, why_not(after, 0), 0)
    assert not list(continued(analyst, before, seconds=0)), "no time, no search"
