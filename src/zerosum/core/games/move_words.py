"""Moves of any kind as words, for games that do not write their moves themselves, and the words read again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any


def move_word(move: Any) -> str:
    """A move as one word without blanks and commas.

    >>> move_word(4), move_word((0, 1)), move_word("a 1"), move_word(((0, 1), (2, 3))), move_word(None)
    ('4', '0.1', 'a.1', '(0.1).(2.3)', 'pass')
    """
    if move is None:
        return "pass"
    if isinstance(move, str):
        return as_word(move)
    if hasattr(move, "tolist"):
        return move_word(move.tolist())
    if isinstance(move, (tuple, list)):
        words = [f"({move_word(each)})" if isinstance(each, (tuple, list)) else move_word(each) for each in move]
        return ".".join(words) or "-"
    kind: Any = type(move)
    if kind.__str__ is object.__str__ and kind.__module__ != "builtins":
        has_repr = kind.__repr__ is not object.__repr__ and not hasattr(kind, "__dataclass_fields__")
        values = tuple(each for _, each in attributes_of(move))
        return as_word(repr(move)) if has_repr or not values else move_word(values)
    return as_word(str(move))


def as_word(text: str) -> str:
    """A text without blanks and commas, which separate the moves of a list."""
    return re.sub(r"[\s,]+", ".", text.strip()) or "-"


def same_move(text: str, words: Sequence[str]) -> int | None:
    """Which of these words a text means, however it is written: (0, 1), 0,1 and 0.1 are the same; None for none.

    >>> same_move("(0, 1)", ["0.0", "0.1"]), same_move("a1", ["A1", "B1"]), same_move("2", ["1"])
    (1, 0, None)
    """
    if text in words:
        return list(words).index(text)
    meant = _loose(text)
    alike = [place for place, word in enumerate(words) if _loose(word) == meant]
    return alike[0] if len(alike) == 1 and meant else None


def _loose(text: str) -> str:
    return " ".join(re.findall(r"[^\s,.;:()\[\]'\"]+", text.lower()))


def attributes_of(value: Any) -> Iterator[tuple[str, Any]]:
    """The attributes that an object itself holds, in `__slots__` too; not what it computes once and keeps.

    Those of a dataclass come in the order of its fields.
    """
    kind = type(value)
    held = getattr(value, "__dict__", {})
    in_fields = [name for name in getattr(kind, "__dataclass_fields__", ()) if name in held]
    for name, each in {**{name: held[name] for name in in_fields}, **held}.items():
        if type(getattr(kind, name, None)).__name__ != "cached_property":
            yield name, each
    for name in slots_of(kind):
        if name not in ("__dict__", "__weakref__") and hasattr(value, name):
            yield name, getattr(value, name)


def slots_of(kind: type) -> list[str]:
    """The names in `__slots__` of a class and its bases, as the attributes are called."""
    names = []
    for each in kind.__mro__:
        slots = vars(each).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            is_private = name.startswith("__") and not name.endswith("__")
            names.append(f"_{each.__name__.lstrip('_')}{name}" if is_private else name)
    return names
