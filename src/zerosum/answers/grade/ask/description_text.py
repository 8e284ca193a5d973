"""A description as TOML to edit: every key that a person may want to change, with a comment on what it may be."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from zerosum.answers.grade.ask.description import (
    ARGUMENT_WORDS,
    BOARD_FORMS,
    CELL_NAMES,
    DICT_KEYS,
    MOVE_FORMS,
    MOVE_SOURCES,
    Description,
    write_description,
)
from zerosum.answers.grade.ask.toml_tables import toml

WIDTH: Final = 100

COMMENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "call": {
        "function": "a function, or Class.method",
        "arguments": f'words: {", ".join(ARGUMENT_WORDS)}. "=9" is a literal, "name:word" a keyword argument',
        "construct": "the same words for the constructor, where the function is a method",
        "globals": 'what is set in the module before each call, as in {"turn" = "player", "game.board" = "board"}',
        "attributes": "the same on the object of the method",
        "is_fresh": "whether each question gets a new object",
    },
    "board": {
        "form": ", ".join(BOARD_FORMS),
        "empty": 'a text or a number; "=None" is a literal, "=Mark.EMPTY" a name of the file, "number" the cell\'s own'
        ' number and "number_text" the same as text, counted from base',
        "symbols": "of the first and the second side; with is_relative, of the side to move and of the other one",
        "is_relative": "whether the program has the same symbol on both sides, as one that always plays O",
        "names": "how arguments name the sides, where that differs from the symbols in the cells",
        "keys": f"of a dict: {', '.join(DICT_KEYS)}, or all keys row by row with spaces between",
        "base": "0 or 1: where numbers of cells and keys begin",
        "is_bottom_first": "whether the lowest row comes first",
        "is_by_column": "whether it lists columns instead of rows",
        "object": 'the class of an object that holds the board, as in "Board" or "Board(3, 3)", or what makes a dict',
        "path": "the attribute of that object, or the key of that dict; empty where its constructor takes the cells",
    },
    "move": {
        "form": ", ".join(MOVE_FORMS),
        "base": "0 or 1: where numbers of cells, rows and columns begin",
        "source": f"where the move is: {', '.join(MOVE_SOURCES)}",
        "name": "the global or the attribute, or a regular expression for what is printed",
        "path": 'the way into it: [1] for (score, move), ["position"] for a dict, ["0:2"] for [row, column, score]',
        "nodes": "the global or the attribute that counts nodes",
        "is_from_bottom": "whether the rows of the answer are counted from the lowest one",
    },
    "terminal": {
        "first": "the answers to its set-up questions when it is to play first: pairs of a regular expression for the"
        ' prompt and a line to type, as in [["your name", "Ann"], ["go first", "n"]]',
        "second": "the same when it is to play second",
        "prompt": "a regular expression for its question for a move",
        "type": f"how a move is typed: {', '.join('{' + name + '}' for name in CELL_NAMES)}; \\n between lines",
        "base": "0 or 1: where numbers of cells, rows and columns begin",
        "cells": 'what is typed for each cell, row by row, where that follows no rule, as in ["A1", "A2", ...]',
        "move": 'finds its move in what it prints, as in "I go to (?P<row>[A-C])(?P<column>[1-3])"; empty: its printed'
        " board is read",
        "empty": "texts in a printed board that are no marks",
        "symbols": "the marks in a printed board, in any order",
    },
    "turn": {
        "sides": "both, first or second: the sides that it can play",
        "has_memory": "whether it remembers the game, so that it must be walked along whole games",
    },
}
"""What each key may be."""

TABLES: Final[Mapping[str, Sequence[str]]] = {
    "python": ("call", "board", "move", "turn"),
    "terminal": ("terminal", "turn"),
}
"""The tables that say how an agent of each kind is asked."""


def commented_description(description: Description) -> str:
    """The TOML of a description. It names every key of the tables that say how a Python file or a terminal is asked."""
    if description.kind not in TABLES:
        return write_description(description)
    head = [
        f"game = {toml(description.game)}",
        f"kind = {toml(description.kind)}  # python, javascript, terminal or program",
    ]
    if description.kind == "terminal":
        head.append(f"command = {toml(description.command)}")
    tables = ["\n".join(head)]
    for name in TABLES[description.kind]:
        comments = COMMENTS[name]
        table = getattr(description, name)
        lines = [f"[{name}]"]
        for key, comment in comments.items():
            lines += [*_comment(comment), f"{key} = {toml(getattr(table, key))}"]
        lines += [f"{key} = {toml(value)}" for key, value in _others(table, comments)]
        tables.append("\n".join(lines))
    for role, function in description.functions.items():
        arguments = toml(function.arguments)
        tables.append(f"[functions.{role}]\nfunction = {toml(function.function)}\narguments = {arguments}")
    return "\n\n".join(tables) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, WIDTH - 2)]


def _others(table: Any, known: Mapping[str, str]) -> list[tuple[str, Any]]:
    """The keys without a comment that were set."""
    values = [(each.name, getattr(table, each.name)) for each in fields(table) if each.name not in known]
    return [(name, value) for name, value in values if value is not None]
