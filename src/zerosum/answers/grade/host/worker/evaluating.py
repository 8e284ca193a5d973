"""Evaluate expressions of a submission in its loaded module, and say what the values are: boards, marks, objects."""

from __future__ import annotations

import enum
from collections import Counter
from typing import Any

from zerosum.answers.grade.host.worker.loading import Alarm, Late, Submission
from zerosum.answers.grade.host.worker.output import StopLoading
from zerosum.answers.grade.host.worker.plain import plain

SECONDS = 1.0
MOST_LEAVES = 100
MOST_ATTRIBUTES = 60
USUAL_EMPTIES = (None, " ", "", "-", "_", ".", 0, "   ", "*", "#", "?", "N", "E", "e", "n", -1, "⬜", "⚪", "0", "b")
NUMPY = {"nested": "numpy", "flat": "numpy_flat"}


def evaluated(submission: Submission, owner: str, text: str, rows: int, columns: int) -> dict[str, Any] | None:
    """What an expression of the submission is; None where it raises or takes too long.

    `owner` is the class in whose methods it stands, which is `self` there. {"value": plain, "mark": how a description
    writes it, "form": the form of the board that it is, "class": its class, "attributes": {path: the same of each}}
    """
    module = submission.module
    names = dict(module.__dict__)
    if owner:
        names["self"] = names["cls"] = getattr(module, owner, None)
    try:
        with Alarm(SECONDS):
            value = eval(compile(text, "<expression>", "eval"), names)  # of the submission, in its own process
            return seen(value, {each.__name__ for each in submission.modules}, rows, columns)
    except (Exception, StopLoading, SystemExit, Late):
        return None


def seen(value: Any, own: set[str], rows: int, columns: int, depth: int = 2) -> dict[str, Any]:
    """What a value is."""
    found: dict[str, Any] = {"value": plain(value, MOST_LEAVES), "mark": mark(value), "class": "", "attributes": {}}
    found["form"] = board_form(value, rows, columns)
    found["type"] = type(value).__name__
    kind = type(value)
    if kind.__module__ in own and not isinstance(value, (type, enum.Enum)):
        found["class"] = kind.__name__
        fields = getattr(kind, "_fields", None) or getattr(kind, "__slots__", None) or ()
        attributes = {name: getattr(value, name) for name in fields if isinstance(name, str) and hasattr(value, name)}
        attributes |= getattr(value, "__dict__", {})
    elif isinstance(value, dict) and value and all(isinstance(key, str) for key in value):
        attributes = value
    else:
        return found
    if depth > 0:
        for name, each in list(attributes.items())[:MOST_ATTRIBUTES]:
            inner = seen(each, own, rows, columns, depth - 1)
            found["attributes"] |= {f"{name}.{path}": part for path, part in inner.pop("attributes").items()}
            found["attributes"][name] = inner
    return found


def mark(value: Any) -> Any:
    """A mark in a cell as a description writes it; None where it is none.

    >>> mark("X"), mark(None), mark(1.0), mark("=")
    ('X', '=None', 1, "='='")
    """
    if isinstance(value, enum.Enum):
        return f"={type(value).__name__}.{value.name}"
    tolist = getattr(value, "tolist", None)
    if tolist is not None and not getattr(value, "shape", None):
        value = tolist()
    if isinstance(value, bool) or value is None:
        return f"={value!r}"
    if isinstance(value, float) and abs(value) < 100 and value == int(value):
        return int(value)
    if isinstance(value, int):
        return value if -100 < value < 100 else None
    if isinstance(value, str) and len(value) <= 3:
        return f"={value!r}" if value.startswith("=") else value
    return None


def board_form(value: Any, rows: int, columns: int) -> dict[str, Any] | None:
    """The form of a board of this size, as in `BoardForm`; None where the value is none.

    >>> board_form([["_"] * 3] * 3, 3, 3)
    {'form': 'nested', 'empty': '_'}
    """
    size = rows * columns
    is_array = type(value).__module__.partition(".")[0] == "numpy" and hasattr(value, "tolist")
    if is_array:
        value = value.tolist()
    if isinstance(value, dict):
        return _dict_form(value, rows, columns)
    if isinstance(value, str):
        return _with_cells({"form": "string"}, list(value)) if len(value) == size > 1 else None
    if not isinstance(value, (list, tuple)) or not value or hasattr(value, "_fields"):
        return None
    items = list(value)
    inner = [each for each in items if isinstance(each, (list, tuple))]
    form = "tuple" if isinstance(value, tuple) else "flat"
    if len(inner) == len(items):
        lengths, cells = {len(each) for each in inner}, [cell for line in inner for cell in line]
        form = "nested_tuple" if form == "tuple" and isinstance(items[0], tuple) else "nested"
        form = NUMPY.get(form, form) if is_array else form
        if len(items) == rows and lengths == {columns}:
            return _with_cells({"form": form}, cells)
        if len(items) == columns and lengths == {rows}:
            return _with_cells({"form": form, "is_by_column": True}, cells)
        return None
    if inner:
        return None
    if len(items) == rows and columns > 1 and all(isinstance(each, str) and len(each) == columns for each in items):
        return _with_cells({"form": "rows"}, list("".join(items)))
    if len(items) == size:
        return _with_cells({"form": NUMPY.get(form, form) if is_array else form}, items)
    if len(items) == size + 1 and form == "flat" and not is_array:
        return _with_cells({"form": "flat_from_1", "base": 1}, items[1:])
    return None


def _dict_form(value: dict[Any, Any], rows: int, columns: int) -> dict[str, Any] | None:
    keys, cells = list(value), list(value.values())
    if len(keys) != rows * columns:
        return None
    pad = [row * columns + column + 1 for row in range(rows - 1, -1, -1) for column in range(columns)]
    if keys == pad:  # 7 8 9 is the upper row
        return _with_cells({"form": "dict", "keys": "index", "base": 1, "is_bottom_first": True}, cells)
    for base in (0, 1):
        numbers = list(range(base, base + len(keys)))
        pairs = [(row + base, column + base) for row in range(rows) for column in range(columns)]
        letters = [f"{chr(65 + column)}{row + base}" for row in range(rows) for column in range(columns)]
        known = {"index": numbers, "index_text": [str(each) for each in numbers], "letters": letters}
        for name, each in known.items():
            if keys == each:
                return _with_cells({"form": "dict", "keys": name, "base": base}, cells)
        if set(keys) == set(pairs):
            cells = [value[each] for each in pairs]
            return _with_cells({"form": "dict", "keys": "row_column", "base": base}, cells)
    if all(isinstance(each, str) and each and " " not in each for each in keys):
        return _with_cells({"form": "dict", "keys": " ".join(keys)}, cells)
    return None


def _with_cells(form: dict[str, Any], cells: list[Any]) -> dict[str, Any] | None:
    """The form with what stands in empty cells, as far as the cells tell."""
    try:
        counts = Counter(cells)
    except TypeError:
        return None
    if any(mark(each) is None for each in counts):
        return None
    if len(counts) == 1:
        return {**form, "empty": mark(cells[0])}
    for base in (0, 1):
        numbers = list(range(base, base + len(cells)))
        if cells == numbers:
            return {**form, "empty": "number", "base": base}
        if cells == [str(each) for each in numbers]:
            return {**form, "empty": "number_text", "base": base}
    if len(counts) <= 3:
        for empty in USUAL_EMPTIES:
            if any(type(each) is type(empty) and each == empty for each in counts):
                return {**form, "empty": mark(empty)}
    return None
