"""Wins written as numbers: every form against its definition, in every position of Tic-Tac-Toe."""

from __future__ import annotations

import pickle

import pytest

import zerosum
from tests.conftest import Cli
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.written_values import written_as
from zerosum.core.errors import BadRequest
from zerosum.core.games import load
from zerosum.core.rules import listed
from zerosum.core.setting_names import VALUE_FORMS
from zerosum.core.value import Outcome


def test_every_form_is_its_definition() -> None:
    game, analyst = load("tictactoe"), Analyst(load("tictactoe"))
    states, checked = [game.start], 0
    seen = set(states)
    while states:
        state = states.pop()
        if game.is_over(state):
            continue
        after = {game.play(state, move) for move in listed(game.moves(state))} - seen
        seen |= after
        states += after
        if len(seen) % 7:
            continue
        analysis = analyst(state)
        by = {form: written_as(analysis, form) for form in VALUE_FORMS}
        assert by["distance"] is analysis
        for move in analysis:
            value = move.value
            assert isinstance(value, Outcome)
            end = game.after(move.line, state)
            at_end = game.position_text(end).count("-")
            sign = value.result
            wanted = {
                "plain": sign,
                "depth": sign * (10 - len(move.line)),
                "cells": sign * (at_end + 1),
            }
            for form, number in wanted.items():
                shown = by[form][move.move].value
                assert str(shown) == shown.short() == (f"{number:+d}" if number else "0")
                assert shown == value  # the same value, written in another way
                assert shown.json()["distance"] == value.distance
            checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("spec", "moves", "form", "value"),
    [
        ("tictactoe", "4 1 0 8", "depth", "+7"),
        ("tictactoe", "4 1 0 8", "cells", "+3"),
        ("tictactoe", "4 1 0 8", "plain", "+1"),
        ("connect4:4x4", "1 2 1 2 1 2", "depth", "+16"),
        ("connect4:4x4", "1 2 1 2 1 2", "cells", "+10"),
        ("nim:1,2", "", "depth", "+997"),
        ("kalah:3x2", "", "depth", None),  # a margin is a number already
        ("dicenim:3x3", "", "plain", None),  # a mean is one too
    ],
)
def test_values_of_positions(spec: str, moves: str, form: str, value: str | None) -> None:
    plain = str(zerosum.analyze(spec, moves=moves).value)
    assert str(zerosum.analyze(spec, moves=moves, values=form).value) == (plain if value is None else value)


def test_what_is_refused() -> None:
    with pytest.raises(
        BadRequest, match="values by cells need a game whose moves fill empty cells, which Nim 3,4 is not"
    ):
        zerosum.analyze("nim:3,4", values="cells")
    with pytest.raises(BadRequest, match="values is one of distance, plain, depth, cells, not 'points'"):
        zerosum.analyze("tictactoe", values="points")


def test_a_pickled_analyst_writes_as_before() -> None:
    analyst = pickle.loads(pickle.dumps(Analyst(load("tictactoe"), values="plain")))
    assert str(analyst(load("tictactoe").after([4, 1])).value) == "+1"


@pytest.mark.parametrize(
    ("words", "stdin", "says"),
    [
        ("analyze tictactoe -p X-O/-O-/X-- --values depth", "", "X to move: +9."),
        ("review tictactoe -m 4,1,0,8,2 --values depth", "", "mistake: turns a win into a draw"),
        ("play tictactoe --moves 4,1,0,8 --values cells --opponent random", "hint\n", "Best: 3 or 6 (+3)."),
    ],
)
def test_commands(cli: Cli, words: str, stdin: str, says: str) -> None:
    run = cli(*words.split(), stdin=stdin)
    assert says in run.out, run
