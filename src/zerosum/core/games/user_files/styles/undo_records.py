"""Which attributes of a board only serve to take moves back, so that they are no part of a state.

Such an attribute is a list to which moves are appended, and that nothing reads except the methods that take a move
back. This is read in the source. Wherever the source leaves a doubt, the attribute stays a part of the state: two
boards that differ in it are then two positions.
"""

from __future__ import annotations

import ast
import sys
from collections import deque
from functools import lru_cache
from inspect import getsourcefile
from typing import Any

from zerosum.core.errors import ZerosumError
from zerosum.core.files import read_bytes
from zerosum.core.games.user_files.rule_frames import FILES

TAKES_BACK = ("pop", "undo", "undo_move", "unmake_move", "unmake", "unpush", "take_back", "undo_last", "unmake_last")
BEGINS = ("__init__", "__post_init__", "reset", "copy", "clone", "__copy__", "__deepcopy__")
DYNAMIC = ("vars", "getattr", "setattr", "__dict__", "__getattribute__", "attrgetter", "deepcopy", "__slots__")
"""Names of what reads attributes without naming them; a copy of all of them does no harm in `BEGINS`."""

MOST_BYTES = 4 << 20


def undo_records(board: Any) -> list[str]:
    """The names of such attributes of a board."""
    held = vars(board) if hasattr(board, "__dict__") else {}
    names = [
        name
        for name, value in held.items()
        if isinstance(value, (list, deque)) and sum(each is value for each in held.values()) == 1
    ]
    kinds = [kind for kind in type(board).__mro__ if kind is not object]
    if not names or not any(hasattr(type(board), method) for method in TAKES_BACK):
        return []
    trees = [_tree_of(file) for kind in kinds for file in files_of(kind)]
    if any(tree is None for tree in trees):
        return []
    readers = {reader for tree in trees for reader in _readers(tree)}
    if any(reader in DYNAMIC for reader in readers):
        return []
    return [name for name in names if name not in readers]


def files_of(kind: type) -> set[str]:
    """The file of a class, and those of the author's modules that it imports; "" where there is none."""
    function = next((each for each in vars(kind).values() if hasattr(each, "__code__")), None)
    if function is None:
        return {getsourcefile(kind) or ""}
    imported = (
        getattr(each, "__module__", None) or getattr(each, "__name__", "") for each in function.__globals__.values()
    )
    modules = {getattr(sys.modules.get(name), "__file__", None) for name in imported if isinstance(name, str)}
    return {function.__code__.co_filename, *(file for file in modules if file in FILES)}


@lru_cache(maxsize=64)
def _tree_of(file: str) -> ast.Module | None:
    """The syntax tree of a file; None where it cannot be read."""
    try:
        return ast.parse(read_bytes(file, MOST_BYTES))
    except (ZerosumError, SyntaxError, ValueError):  # typed into a notebook
        return None


def _readers(node: ast.AST | None) -> list[str]:
    """The names of the attributes and functions that a tree uses, except where it only keeps a record."""
    if node is None:
        return []
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in (*TAKES_BACK, *BEGINS):
        return []
    if _is_append(node):
        return [name for each in node.value.args for name in _readers(each)]  # type: ignore[attr-defined]
    if isinstance(node, ast.Attribute):
        return [node.attr, *_readers(node.value)]
    if isinstance(node, ast.Name):
        return [node.id]
    return [name for child in ast.iter_child_nodes(node) for name in _readers(child)]


def _is_append(node: ast.AST) -> bool:
    """Whether a statement is `self.record.append(...)`."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(call := node.value, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and isinstance(call.func.value, ast.Attribute)
        and isinstance(call.func.value.value, ast.Name)
    )
