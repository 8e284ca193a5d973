"""Data from a file as dataclasses: every key is a field, and a value of a wrong type is named in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean

Data = TypeVar("Data")

WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}

GREATEST = 1 << 63
"""No whole number is farther from 0; Python refuses to write one of more than 4,300 digits."""


def dataclass_from(kind: type[Data], data: Any, file: str, where: str = "") -> Data:
    """A dataclass from a table of the same keys; raises `BadRequest`, whose sentence names the file and the key."""
    if not isinstance(data, dict):
        raise BadRequest(f"{file}: {where or 'it'} must be a table")
    hints = get_type_hints(kind)
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    values = {}
    for key, value in data.items():
        place = f"{where}.{key}" if where else key
        if key not in known:
            raise BadRequest(f"{file}: there is no {place}{did_you_mean(key, known)}; use {', '.join(sorted(known))}")
        values[key] = _value(hints[key], value, file, place)
    for name, each in known.items():
        if name not in values and each.default is MISSING and each.default_factory is MISSING:
            raise BadRequest(f"{file}: {where + '.' if where else ''}{name} is missing")
    return kind(**values)


def _value(hint: Any, value: Any, file: str, place: str) -> Any:
    if isinstance(value, int) and abs(value) > GREATEST:
        raise BadRequest(f"{file}: {place} is too large a number")
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and NoneType in inner:
        (rest,) = (each for each in inner if each is not NoneType)
        return None if value is None else _value(rest, value, file, place)
    if is_dataclass(hint):
        return dataclass_from(hint, value, file, place)  # type: ignore[arg-type]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, dict):
            raise BadRequest(f"{file}: {place} must be a table")
        return {key: _value(inner[1], each, file, f"{place}.{key}") for key, each in value.items()}
    if origin in (tuple, list):
        if not isinstance(value, list):
            raise BadRequest(f"{file}: {place} must be a list")
        return origin(_value(inner[0], each, file, place) for each in value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint is Any and isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            _value(Any, each, file, place)
    if hint is not Any and not (isinstance(value, hint) and isinstance(value, bool) == (hint is bool)):
        raise BadRequest(f"{file}: {place} must be {WORDS[hint]}, not {_short(value)}")
    return value


def _short(value: Any) -> str:
    """A value as a few characters of a sentence."""
    try:
        text = repr(value)
    except ValueError:
        return "a long number"
    return text if len(text) <= 60 else f"{text[:57]}..."
