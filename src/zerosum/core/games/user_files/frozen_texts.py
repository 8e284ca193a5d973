"""Texts of frozen states: a position is its values with commas between, or all of it in brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from zerosum.core.errors import BadPosition
from zerosum.core.games.user_files.freezing import ARRAY, BYTES, DICT, MEMBER, NAMED, OBJECT, SHARED

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
CONSTANTS = {"None": None, "True": True, "False": False}
Signs = dict[str, str]
"""Texts of one sign that are written without quotes, by how they are written."""

TAG = "$"
"""What a tag, which begins with a NUL, begins with in a text."""


def write_frozen(start: Any, state: Any) -> str:
    """A frozen state as URL-safe text: the values alone where it has the same structure as the start.

    >>> write_frozen((0, (" ", None)), (1, ("O", " "))), write_frozen((), (1, (2,)))
    ('1,O,-', '(1,(2,))')
    """
    signs = signs_of(start)
    values = [write_value(each, signs) for each in leaves(state)] if structure(state) == structure(start) else []
    return ",".join(values) if values else write_value(state, signs)


def read_frozen(start: Any, text: str) -> Any:
    """The frozen state of a text; raises `BadPosition`.

    >>> read_frozen((0, (" ", None)), "1,O,-"), read_frozen((), "(1,(2,))")
    ((1, ('O', ' ')), (1, (2,)))
    """
    words, signs = _split(text), signs_of(start)
    if not words:
        raise BadPosition("a position is not empty")
    count = len(leaves(start))
    if len(words) == count and not (count == 1 and type(start) is tuple and text.startswith("(")):
        values = iter([_value(word, signs) for word in words])
        return with_values(start, lambda _: next(values))
    if len(words) != 1:
        raise BadPosition(f"a position has {count} values, but {text!r:.80} has {len(words)}")
    return _value(text, signs)


def signs_of(start: Any) -> Signs:
    """A dot stands for itself; a hyphen for a blank, in a game that begins with blanks, and else for itself."""
    return {".": ".", "-": " " if " " in leaves(start) else "-"}


def structure(state: Any) -> Any:
    """A frozen state with 0 for each of its values: its tags and names, and where the values are."""
    return with_values(state, lambda value: 0)


def leaves(state: Any) -> list[Any]:
    """The values of a frozen state, without tags and names."""
    found: list[Any] = []
    with_values(state, found.append)
    return found


FIXED = {ARRAY: 3, OBJECT: 2, NAMED: 2, MEMBER: 2, BYTES: 2, SHARED: 2}
"""How many members of a tagged tuple are no values: the tag, the class, the form of an array."""


def with_values(state: Any, change: Callable[[Any], Any]) -> Any:
    """A frozen state with its values changed: no tags, no names of attributes, no keys of dicts."""
    if type(state) is not tuple:
        return change(state)
    tag = state[0] if state and type(state[0]) is str and state[0].startswith("\0") else ""
    first = FIXED.get(tag, 1 if tag else 0)
    if tag in (OBJECT, DICT):
        return (*state[:first], *[(name, with_values(value, change)) for name, value in state[first:]])
    return (*state[:first], *[with_values(each, change) for each in state[first:]])


def write_value(value: Any, signs: Signs) -> str:
    """One value, or a tuple in brackets, as URL-safe text.

    >>> write_value((1, "X", "a b", None, -2.5), {})
    "(1,X,'a~20b',None,-2.5)"
    """
    if type(value) is tuple:
        words = [write_value(each, signs) for each in value]
        return f"({words[0]},)" if len(words) == 1 else f"({','.join(words)})"
    if type(value) is not str:
        return str(value)
    if value in signs.values():
        return next(sign for sign, meant in signs.items() if meant == value)
    if value.startswith("\0"):
        return TAG + value[1:]
    if WORD.fullmatch(value) and value not in CONSTANTS:
        return value
    return (
        "'"
        + re.sub(r"[^A-Za-z0-9_.]", lambda found: f"~{ord(found[0]):02x}" + "~" * (ord(found[0]) > 255), value)
        + "'"
    )


def _value(text: str, signs: Signs) -> Any:
    """The value that a text stands for; raises `BadPosition`."""
    if text.startswith("(") and text.endswith(")"):
        return tuple(_value(each, signs) for each in _split(text[1:-1].removesuffix(",")))
    if text in signs:
        return signs[text]
    if text in CONSTANTS:
        return CONSTANTS[text]
    if WORD.fullmatch(text):
        return text
    if text.startswith(TAG) and WORD.fullmatch(text[1:]):
        return "\0" + text[1:]
    if re.fullmatch(r"-?[0-9]{1,40}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]+\.[0-9]+(e[+-]?[0-9]{1,3})?", text):
        return float(text)
    if re.fullmatch(r"'(?:[A-Za-z0-9_.]|~[0-9a-f]{2}(?:[0-9a-f]{1,4}~)?)*'", text):
        return re.sub(r"~([0-9a-f]{3,6})~|~([0-9a-f]{2})", lambda found: chr(int(found[1] or found[2], 16)), text[1:-1])
    raise BadPosition(f"{text!r:.80} is not a value; a position is numbers and words with commas between")


def _split(text: str) -> list[str]:
    """The parts of a text between commas that stand in no brackets; raises `BadPosition`."""
    parts, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or depth > 100:
            break
        if sign == "," and depth == 0:
            parts.append(text[begin:place])
            begin = place + 1
    if depth != 0:
        raise BadPosition(f"the brackets of {text!r:.80} do not match")
    return [*parts, text[begin:]] if text else []
