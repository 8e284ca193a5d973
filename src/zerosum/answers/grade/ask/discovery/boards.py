"""Find the boards that a submission writes down, and say in which form they are."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zerosum.answers.grade.ask.description import BoardForm
from zerosum.answers.grade.ask.discovery.definitions import Class
from zerosum.answers.grade.ask.discovery.evaluation import Array, Name, Unknown
from zerosum.answers.grade.ask.discovery.source import Source

USUAL_EMPTIES = (
    None,
    " ",
    "",
    "-",
    "_",
    ".",
    0,
    "   ",
    "*",
    "#",
    "?",
    "N",
    "E",
    "e",
    "n",
    -1,
    "\u2b1c",
    "\u26aa",
    "0",
    "b",
)


@dataclass(frozen=True)
class WrittenBoard:
    """A board in the source: its form, and the global or the attribute that holds it, if any."""

    form: BoardForm
    name: str = ""
    owner: str = ""


def form_of(value: Any, rows: int, columns: int) -> BoardForm | None:
    """The form of a board of this size; None where the value is none.

    >>> found = form_of([["_"] * 3] * 3, 3, 3)
    >>> found.form, found.empty
    ('nested', '_')
    """
    size = rows * columns
    is_array = isinstance(value, Array)
    if isinstance(value, dict):
        return _dict_form(value, rows, columns)
    if isinstance(value, str) and not isinstance(value, Name):
        return _with_cells(BoardForm(form="string"), list(value)) if len(value) == size and size > 1 else None
    if not isinstance(value, (list, tuple)):
        return None
    items = list(value)
    is_tuple = isinstance(value, tuple)
    inner = [each for each in items if isinstance(each, (list, tuple))]
    if len(inner) == len(items) and items:
        lengths = {len(each) for each in inner}
        cells = [cell for line in inner for cell in line]
        if any(isinstance(cell, (list, tuple, dict)) for cell in cells):
            return None
        form = "numpy" if is_array else "nested_tuple" if is_tuple and isinstance(items[0], tuple) else "nested"
        if len(items) == rows and lengths == {columns}:
            return _with_cells(BoardForm(form=form), cells)
        if len(items) == columns and lengths == {rows}:
            return _with_cells(BoardForm(form=form, is_by_column=True), cells)
        return None
    if inner or any(isinstance(each, dict) for each in items):
        return None
    if len(items) == rows and all(isinstance(each, str) and len(each) == columns for each in items) and columns > 1:
        return _with_cells(BoardForm(form="rows"), [cell for line in items for cell in line])
    if len(items) == size:
        return _with_cells(BoardForm(form="numpy_flat" if is_array else "tuple" if is_tuple else "flat"), items)
    if len(items) == size + 1 and not is_tuple:
        return _with_cells(BoardForm(form="flat_from_1", base=1), items[1:])
    return None


def _dict_form(value: dict[Any, Any], rows: int, columns: int) -> BoardForm | None:
    keys = list(value)
    if len(keys) != rows * columns or any(isinstance(each, (list, dict)) for each in value.values()):
        return None
    cells = list(value.values())
    for base in (0, 1):
        if keys == list(range(base, base + len(keys))):
            return _with_cells(BoardForm(form="dict", keys="index", base=base), cells)
        if keys == [str(each) for each in range(base, base + len(keys))]:
            return _with_cells(BoardForm(form="dict", keys="index_text", base=base), cells)
        pairs = [(row + base, column + base) for row in range(rows) for column in range(columns)]
        if set(keys) == set(pairs):
            return _with_cells(BoardForm(form="dict", keys="row_column", base=base), [value[each] for each in pairs])
        letters = [f"{chr(65 + column)}{row + base}" for row in range(rows) for column in range(columns)]
        if keys == letters:
            return _with_cells(BoardForm(form="dict", keys="letters", base=base), cells)
    pad = [row * columns + column + 1 for row in range(rows - 1, -1, -1) for column in range(columns)]
    if keys == pad:  # 7 8 9 is the upper row
        return _with_cells(BoardForm(form="dict", keys="index", base=1, is_bottom_first=True), cells)
    if all(isinstance(each, str) and " " not in each for each in keys):
        return _with_cells(BoardForm(form="dict", keys=" ".join(keys)), cells)
    return None


def _with_cells(form: BoardForm, cells: list[Any]) -> BoardForm | None:
    """The form with what stands in empty cells, as far as the cells tell."""
    try:
        counts = Counter(cells)
    except TypeError:
        return None
    if len(counts) == 1:
        return replace(form, empty=written(cells[0])) if _is_cell(cells[0]) else None
    for base in (0, 1):
        numbers = list(range(base, base + len(cells)))
        if cells == numbers:
            return replace(form, empty="number", base=base)
        if cells == [str(each) for each in numbers]:
            return replace(form, empty="number_text", base=base)
    if len(counts) <= 3 and all(_is_cell(each) for each in counts):
        for empty in USUAL_EMPTIES:
            if any(type(each) is type(empty) and each == empty for each in counts):
                return replace(form, empty=written(empty))
    return None


def _is_cell(value: Any) -> bool:
    if isinstance(value, (str, Name)):
        return len(value) <= 40 if isinstance(value, Name) else len(value) <= 3
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool) and -10 <= value <= 10)


def written(value: Any) -> Any:
    """A value as a description writes it: texts and whole numbers as they are, the others as a literal or a name."""
    if isinstance(value, Name):
        return f"={value}"
    if isinstance(value, float) and value == int(value):
        return int(value)
    if isinstance(value, bool) or value is None or isinstance(value, float):
        return f"={value!r}"
    if isinstance(value, str) and (value.startswith("=") or value in ("number", "number_text")):
        return f"={value!r}"
    return value


def written_boards(source: Source, rows: int, columns: int) -> list[WrittenBoard]:
    """The boards of the source, those of globals and attributes first."""
    found: list[WrittenBoard] = []
    for name, value in source.constants.items():
        form = form_of(value, rows, columns)
        if form is not None:
            found.append(WrittenBoard(form, name=name))
    for each in source.classes.values():
        found.extend(attribute_boards(source, each, rows, columns))
    for function in source.all_functions():
        found.extend(WrittenBoard(form) for form in _inside(source, function.node, function.owner, rows, columns))
    return found


def attribute_boards(source: Source, each: Class, rows: int, columns: int) -> list[WrittenBoard]:
    """The attributes of a class that hold a board, also inside of an object that an attribute holds."""
    found: list[WrittenBoard] = []
    for line in source.line_of(each.name):
        for name, node in line.attributes.items():
            try:
                form = form_of(source.value(node, _sizes(line, rows, columns), each.name), rows, columns)
            except Unknown:
                form = None
            if form is not None:
                found.append(WrittenBoard(form, name=name, owner=each.name))
            else:
                held = source.classes.get(getattr(getattr(node, "func", None), "id", ""))
                if held is not None and held is not each:
                    found.extend(
                        WrittenBoard(inner.form, name=f"{name}.{inner.name}", owner=each.name)
                        for inner in attribute_boards(source, held, rows, columns)
                        if "." not in inner.name
                    )
    return found


def _sizes(kind: Class, rows: int, columns: int) -> dict[str, Any]:
    """What the parameters of a constructor are: their defaults, or the size of the board where they are named so."""
    found: dict[str, Any] = {}
    for each in kind.parameters:
        if not each.is_required and isinstance(each.default, (int, str)):
            found[each.name] = each.default
        elif re.search(r"col|width|^w$", each.name, re.IGNORECASE):
            found[each.name] = columns
        elif re.search(r"row|height|size|dim|^n$|^h$", each.name, re.IGNORECASE):
            found[each.name] = rows
    return found


def _inside(source: Source, node: ast.AST, owner: str, rows: int, columns: int) -> Iterator[BoardForm]:
    for each in ast.walk(node):
        value = each.value if isinstance(each, (ast.Assign, ast.AnnAssign, ast.Return)) else None
        if isinstance(value, (ast.List, ast.ListComp, ast.BinOp, ast.Call, ast.Dict, ast.DictComp, ast.Tuple)):
            try:
                form = form_of(source.value(value, owner=owner), rows, columns)
            except Unknown:
                continue
            if form is not None:
                yield form


def compared_empties(source: Source) -> list[Any]:
    """What cells are compared with where an empty one is looked for, the most frequent first."""
    counts: Counter[Any] = Counter()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                is_in = isinstance(node.ops[0], (ast.In, ast.NotIn)) and one is node.left
                if (
                    not isinstance(other, ast.Subscript)
                    and not is_in
                    and not isinstance(other, (ast.Name, ast.Attribute))
                ):
                    continue
                try:
                    value = source.value(one)
                except Unknown:
                    continue
                if isinstance(value, Name):
                    if re.search(r"empty|none|blank|free|vacio|leer|vide|puste", value, re.IGNORECASE):
                        counts[value] += 3
                elif any(type(value) is type(each) and value == each for each in USUAL_EMPTIES[:16]):
                    counts[value] += 3 if isinstance(other, ast.Subscript) else 1
        if isinstance(node, ast.Compare) and isinstance(node.comparators[0], (ast.Tuple, ast.List, ast.Set)):
            for entry in node.comparators[0].elts:  # cell not in (player, "-")
                if isinstance(entry, ast.Constant) and entry.value in USUAL_EMPTIES[:12] and len(node.ops) == 1:
                    counts[entry.value] += isinstance(node.ops[0], (ast.In, ast.NotIn))
    for name, value in source.constants.items():
        if re.search(r"empty|blank|vacio|puste|leer|vide|vuoto|vazio", name, re.IGNORECASE) and _is_cell(value):
            counts[value] += 20
    for each in source.classes.values():
        for name, value in each.constants.items():
            if re.search(r"empty|blank|none", name, re.IGNORECASE) and _is_cell(value):
                counts[value] += 20
    return [value for value, _ in counts.most_common(4)]


def is_bottom_first(source: Source, rows: int) -> bool:
    """Whether the source of a game in which pieces fall counts rows from the bottom."""
    low = high = 0
    for owner, node in source.owned_nodes():
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("flip", "flipud"):
                high += 2
        if not isinstance(node, ast.Compare):
            continue
        for side in (node.left, *node.comparators):
            row = _row_index(side)
            if row is None:
                continue
            try:
                value = source.value(row, owner=owner)
            except Unknown:
                continue
            low += value == 0 and isinstance(value, int)
            high += value == rows - 1
    return high > low


def _row_index(node: ast.expr) -> ast.expr | None:
    """The row of `board[row][column]` or `board[row, column]` where the column is no constant."""
    if not isinstance(node, ast.Subscript):
        return None
    if isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        return node.slice.elts[0] if not isinstance(node.slice.elts[1], ast.Constant) else None
    if isinstance(node.value, ast.Subscript) and not isinstance(node.slice, ast.Constant):
        return node.value.slice
    return None
