"""Whether the pair that a function returns is a column and a row: by the names in its author's code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from zerosum.answers.grade.ask.patterns.names import tokens
from zerosum.answers.grade.ask.source.definitions import Function
from zerosum.answers.grade.ask.source.source import Source

ROWS: Final = frozenset(["r", "row", "rows", "fila", "ligne", "riga", "linha", "zeile", "wiersz", "line"])
COLUMNS: Final = frozenset(
    ["c", "col", "cols", "column", "columns", "columna", "colonna", "coluna", "spalte", "kolumna"]
)

Names = tuple[str, str]


def says_column_first(source: Source, function: Function) -> bool:
    """Whether the code that uses the answer says that it is a column and a row, else the function that returns it.

    `col, row = bot(board)` says it. So does `return x, y` where cells are written `board[y][x]`, and never
    `board[x][y]`. A pair called row and column is one, however the cells are looked up.
    """
    used = list(_used(source, function))
    returned = [pair for each in (function, *source.reached(function)) for pair in _returned(each)]
    crossed = {names for _, _, node in source.owned_nodes() for names in _indexed(node)}
    for pairs in (used, returned):
        said = [_is_column_first(pair, crossed) for pair in pairs]
        known = [each for each in said if each is not None]
        if known:
            return all(known)
    return False


def _is_column_first(pair: Names, indexed: set[Names]) -> bool | None:
    """What a pair of names says; None where it says nothing."""
    first, second = (set(tokens(name)) for name in pair)
    if (first & ROWS and second & COLUMNS) or (first & COLUMNS and second & ROWS):
        return bool(first & COLUMNS)
    if pair[0].lower().endswith("x") and pair[1].lower().endswith("y"):
        return pair[::-1] in indexed and pair not in indexed
    return None


def _used(source: Source, function: Function) -> Iterator[Names]:
    """The names to which the author assigns what the function returns."""
    for _, by, node in source.owned_nodes():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and by is not function:
            called = getattr(node.value.func, "id", getattr(node.value.func, "attr", ""))
            if called == function.name:
                yield from (pair for target in node.targets for pair in _pairs(target))


def _returned(function: Function) -> Iterator[Names]:
    """The pairs of names in a function that it may return, or keeps as its best move."""
    for node in ast.walk(function.node):
        if isinstance(node, (ast.Return, ast.Assign)) and node.value is not None:
            yield from (pair for each in ast.walk(node.value) for pair in _pairs(each))


def _pairs(node: ast.AST) -> Iterator[Names]:
    match node:
        case ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second)]):
            yield first, second
        case ast.List(elts=[ast.Name(id=first), ast.Name(id=second)]):
            yield first, second


def _indexed(node: ast.AST) -> Iterator[Names]:
    """The names of a lookup such as board[y][x] or board[y, x]."""
    match node:
        case ast.Subscript(value=ast.Subscript(slice=ast.Name(id=first)), slice=ast.Name(id=second)):
            yield first, second
        case ast.Subscript(slice=ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second)])):
            yield first, second
