"""TOML as dataclasses: every key is a field, and what does not fit is named in one sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from zerosum.game import BadRequest
from zerosum.spelling import did_you_mean

Data = TypeVar("Data")


def read_tables(kind: type[Data], text: str, file: str) -> Data:
    """The dataclass that a text stands for; `file` is how sentences call it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRequest(f"{file} is not TOML: {error}") from None
    found: Data = _read(kind, data, file, "")
    return found


def refuse_unknown(file: str, what: str, word: str, known: Collection[str]) -> None:
    """Refuse a word that is none of those that are known."""
    if word not in known:
        raise BadRequest(f"{file}: {what} is {word!r}{did_you_mean(word, known)}; use {', '.join(known)}")


def _read(kind: type[Any], data: Any, file: str, where: str) -> Any:
    """A dataclass from a table of the same keys."""
    if not isinstance(data, dict):
        raise BadRequest(f"{file}: {where or 'it'} must be a table")
    hints = get_type_hints(kind)
    names = {each.name for each in fields(kind)}
    values = {}
    for key, value in data.items():
        place = f"{where}.{key}" if where else key
        if key not in names:
            raise BadRequest(f"{file}: there is no {place}{did_you_mean(key, names)}; use {', '.join(sorted(names))}")
        values[key] = _value(hints[key], value, file, place)
    return kind(**values)


def _value(hint: Any, value: Any, file: str, place: str) -> Any:
    if is_dataclass(hint):
        return _read(hint, value, file, place)  # type: ignore[arg-type]
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, dict):
            raise BadRequest(f"{file}: {place} must be a table")
        return {key: _value(inner[1], each, file, f"{place}.{key}") for key, each in value.items()}
    if origin is tuple:
        if not isinstance(value, list):
            raise BadRequest(f"{file}: {place} must be a list")
        return tuple(_value(inner[0], each, file, place) for each in value)
    if tuple in (get_origin(each) for each in inner):  # an optional tuple
        hint = next(each for each in inner if get_origin(each) is tuple)
        return _value(hint, value, file, place)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint is not Any and not (isinstance(value, hint) and isinstance(value, bool) == (hint is bool)):
        words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
        raise BadRequest(f"{file}: {place} must be {words[hint]}, not {value!r}")
    return value


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
