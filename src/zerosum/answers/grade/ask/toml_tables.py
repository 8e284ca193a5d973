"""TOML as dataclasses: every key is a field, and what does not fit is named in one sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean
from zerosum.core.typed_data import Data, dataclass_from

MOST_DOTS = 200
"""How many dots a line has: the time that `tomllib` takes for a dotted key is quadratic in its parts."""


def read_tables(kind: type[Data], text: str, file: str) -> Data:
    """The dataclass that a text stands for; `file` is how sentences call it."""
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise BadRequest(f"{file} is not TOML that is read here: a line has more than {MOST_DOTS} dots")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is a ValueError too
        raise BadRequest(f"{file} is not TOML: {error}") from None
    return dataclass_from(kind, data, file)


def refuse_unknown(file: str, what: str, word: str, known: Collection[str]) -> None:
    """Refuse a word that is none of those that are known."""
    if word not in known:
        raise BadRequest(f"{file}: {what} is {word!r}{did_you_mean(word, known)}; use {', '.join(known)}")


def write_tables(data: Any) -> str:
    """The TOML of a dataclass: what differs from the defaults, a table for each field that is a dataclass itself."""
    plain: list[str] = []
    tables: list[str] = []
    for each in fields(data):
        value = getattr(data, each.name)
        if is_dataclass(value):
            lines = _differing(value)
            if lines:
                tables.append("\n".join([f"[{each.name}]", *lines]))
        elif isinstance(value, Mapping):
            tables.extend("\n".join([f"[{each.name}.{key}]", *_differing(one)]) for key, one in value.items())
        else:
            plain.append(f"{each.name} = {toml(value)}")
    return "\n\n".join(["\n".join(plain), *tables]) + "\n"


def _differing(value: Any) -> list[str]:
    usual = type(value)()
    return [
        f"{each.name} = {toml(getattr(value, each.name))}"
        for each in fields(value)
        if getattr(value, each.name) != getattr(usual, each.name) and getattr(value, each.name) is not None
    ]


def toml(value: Any) -> str:
    """A value as TOML writes it.

    >>> toml(("X", 1, True, {"board": "player"}))
    '["X", 1, true, {"board" = "player"}]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        marks = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
        return '"' + "".join(marks.get(c) or (c if c.isprintable() else f"\\u{ord(c):04x}") for c in value) + '"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(toml(each) for each in value) + "]"
    raise BadRequest(f"{value!r} cannot be written as TOML")
