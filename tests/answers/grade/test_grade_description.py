"""The TOML that says how an agent is asked: what is written is read back, and bad input gets a sentence."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from zerosum.answers.grade.ask.agent import CannotAsk, SoFar
from zerosum.answers.grade.ask.describing import template
from zerosum.answers.grade.ask.description import (
    BoardForm,
    Call,
    Description,
    FunctionCall,
    Limits,
    MoveForm,
    Terminal,
    Turn,
    read_description,
    write_description,
)
from zerosum.answers.grade.ask.description_text import COMMENTS, commented_description
from zerosum.core.errors import BadRequest
from zerosum.core.games import load

DESCRIPTIONS = {
    "defaults": Description(),
    "alpha-beta": Description(
        call=Call(function="minimax", arguments=("board", "depth", "alpha", "beta", "=True", "player:player")),
        board=BoardForm(form="flat", empty="number", base=1, symbols=("x", "o"), is_relative=True),
        move=MoveForm(form="row_column", base=1, path=(1, "move"), value_path=(0,)),
        turn=Turn(sides="second", has_memory=True),
    ),
    "object": Description(
        call=Call(
            function="Game.best",
            construct=("=3",),
            globals={"turn": "player"},
            attributes={"a.board": "board"},
            is_fresh=False,
        ),
        board=BoardForm(empty="=None", symbols=(1, -1)),
        functions={"result": FunctionCall(function="result", arguments=("board", "move"))},
        limits=Limits(move_seconds=2.5, memory_mb=64),
    ),
    "terminal": Description(
        kind="terminal",
        command=("java", "{file}"),
        terminal=Terminal(
            first=(("go first\\?", "n"), ('say "X"', "\\")),
            prompt="ruch: ",
            type="{row}\n{column}",
            move=r"I play (?P<row>\d),(?P<column>\d)",
        ),
    ),
}


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_what_is_written_is_read_back(name: str) -> None:
    assert read_description(write_description(DESCRIPTIONS[name])) == DESCRIPTIONS[name]


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_the_commented_form_says_the_same(name: str) -> None:
    described = replace(DESCRIPTIONS[name], limits=Limits())
    assert read_description(commented_description(described)) == described


def test_every_key_of_the_edited_tables_has_a_comment() -> None:
    for table, comments in COMMENTS.items():
        names = {each.name for each in fields(getattr(Description(), table))}
        assert names - set(comments) <= {"value_path"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = ", "the description is not TOML"),
        ("gmae = 'x'", r"there is no gmae \(did you mean game\?\)"),
        ("[call]\nfuntion = 'f'", r"there is no call.funtion \(did you mean function\?\)"),
        ("call = 3", "call must be a table"),
        ("command = 'x'", "command must be a list"),
        ("[call]\nglobals = 3", "call.globals must be a table"),
        ("[move]\nbase = true", "move.base must be a whole number, not True"),
        ("[move]\nform = 'colum'", r"move.form is 'colum' \(did you mean column\?\)"),
        ("kind = 'ruby'", "kind is 'ruby'; use python, terminal, program"),
        ("[limits]\nmove_seconds = 'x'", "limits.move_seconds must be a number"),
        ("[board]\nsymbols = ['X']", "board.symbols has a symbol for each of two sides, not 1"),
        ("[move]\nsource = 'printed'\nname = '('", r"move.name is '\(', no regular expression"),
        ("[move]\nbase = 0x" + "f" * 9000, "move.base is too large a number"),
        ("[limits]\nmove_seconds = 0x" + "f" * 9000, "limits.move_seconds is too large a number"),
        ("[board]\nempty = [0x" + "f" * 9000 + "]", "board.empty is too large a number"),
        ("[board]\nform = [0x" + "f" * 9000 + "]", "board.form must be a text, not a long number"),
        ("[board]\nempty = " + "9" * 9000, "the description is not TOML: Exceeds the limit"),
        ("[board]\nempty = " + "[" * 5000 + "]" * 5000, "the description is not TOML: maximum recursion depth"),
        ('"$".' * 20_000 + "a = 1", "a line has more than 200 dots"),
        ("a." * 20_000 + "b = 1", "a line has more than 200 dots"),
    ],
)
def test_bad_input_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        read_description(text)


def test_a_long_text_is_no_long_key() -> None:
    words = ".".join(["word"] * 60)
    assert read_description(f"command = ['{words}']  # {words}").command == (words,)


def test_the_template_of_a_program_that_prompts_has_every_key_of_a_terminal(tmp_path: Path) -> None:
    """What was found so far is filled in, and what it asked is named."""
    known = Description(kind="terminal", terminal=Terminal(second=(("your name", "Ann"),), prompt="your move"))
    problem = CannotAsk("it was not found out how cells are typed", SoFar(known, ("Your name?", "Your move:")))
    text = template(tmp_path / "game.cpp", load("tictactoe"), problem)
    assert "It asked 'Your name?', 'Your move:'" in text
    assert all(f"\n{each.name} = " in text for each in fields(Terminal))
    assert read_description(text) == known
