"""What a function means, as a short text: its bytecode and all that it refers to, but not where it stands."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from numba.core.dispatcher import Dispatcher
from numba.core.types import Type


def fingerprint(*things: Any) -> str:
    """A hash that is the same for the same code with the same constants, in this process and the next.

    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 1) != fingerprint(lambda x: x + 2)
    True
    """
    seen: dict[int, int] = {}
    return sha256("\n".join(text for thing in things for text in described(thing, seen)).encode()).hexdigest()


def plain_function(thing: Any) -> FunctionType | None:
    """The Python function that a function or a compiled one was written as; None for anything else."""
    if isinstance(thing, Dispatcher):
        thing = thing.py_func
    return thing if isinstance(thing, FunctionType) else None


def described(thing: Any, seen: dict[int, int]) -> Iterator[str]:
    """A value, piece by piece; a function that was met before (recursion!) by its number alone."""
    function = plain_function(thing)
    if function is not None:
        if id(function) in seen:
            yield f"function {seen[id(function)]}"
            return
        seen[id(function)] = len(seen)
        yield f"function {function.__defaults__!r} {function.__kwdefaults__!r}"
        yield from described(function.__code__, seen)
        for name, value in references(function):
            yield name
            yield from described(value, seen)
    elif isinstance(thing, CodeType):
        names = thing.co_names, thing.co_varnames, thing.co_freevars, thing.co_cellvars
        yield f"code {thing.co_code.hex()} {thing.co_exceptiontable.hex()} {thing.co_argcount} {thing.co_flags} {names}"
        for constant in thing.co_consts:
            yield from described(constant, seen)
    elif isinstance(thing, tuple):
        yield f"tuple {len(thing)}"
        for each in thing:
            yield from described(each, seen)
    elif thing is None or isinstance(thing, (bool, int, float, str, bytes, list, dict, set, frozenset, Type)):
        yield f"{type(thing).__name__} {thing!r}"
    elif hasattr(thing, "tobytes"):
        yield f"array {thing.dtype} {thing.shape} {thing.tobytes().hex()}"
    elif isinstance(thing, (ModuleType, BuiltinFunctionType, type)):
        yield f"{type(thing).__name__} {getattr(thing, '__module__', '')}.{thing.__name__}"
    else:
        # The text of other objects holds their address, which is another one in the next process.
        yield f"{type(thing).__module__}.{type(thing).__qualname__} {getattr(thing, '__qualname__', '')}"


def references(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The names that a function takes from around it, with what they stand for; built-in names are left out."""
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        yield name, contents(cell)
    for name in global_names(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def contents(cell: Any) -> Any:
    """What a closure's cell holds; nothing yet, for a function that is still being defined."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def global_names(code: CodeType) -> list[str]:
    """The global names that a piece of code reads, the functions inside it included."""
    found: dict[str, None] = {}
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            found[instruction.argval] = None
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.update(dict.fromkeys(global_names(constant)))
    return list(found)
