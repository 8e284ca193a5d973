"""A hash of what a function does: its bytecode and everything that it refers to, but not its file and line."""

from __future__ import annotations

import dis
from collections.abc import Iterator, Mapping
from enum import Enum, EnumType
from functools import lru_cache
from hashlib import sha256
from inspect import getattr_static
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.types import Type

from zerosum.core.errors import Uncompilable
from zerosum.engines.native.compile.numba_internals import Dispatcher, intrinsic_name, is_intrinsic
from zerosum.engines.native.machine.intrinsics import is_instruction

PLAIN = (bool, int, float, complex, str, bytes, list, dict, set, frozenset, type(None), Type)
"""Two values of these types are the same if their `repr` is."""


def fingerprint(*things: Any) -> str:
    """A hash that is the same for the same code with the same constants, in this process and the next.

    Whatever compiled code may have taken over is in it. Raises `Uncompilable` for what cannot be told apart from
    others of its kind.

    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 1) != fingerprint(lambda x: x + 2)
    True
    """
    seen: dict[Any, int] = {}
    return sha256("\n".join(text for thing in things for text in described(thing, seen)).encode()).hexdigest()


def plain_function(thing: Any) -> FunctionType | None:
    """The Python function that a function or a compiled one was written as; None for anything else."""
    if isinstance(thing, Dispatcher):
        thing = thing.py_func
    return thing if isinstance(thing, FunctionType) else None


def described(thing: Any, seen: dict[Any, int], attributes: frozenset[str] = frozenset()) -> Iterator[str]:
    """A value, piece by piece; a function that was met before (recursion!) by its number alone.

    Of a module only these attributes count: the compiler makes constants of those that a function reads.
    """
    function = plain_function(thing)
    if is_instruction(function):
        yield f"instruction {thing.__module__}.{thing.__name__}"
    elif function is not None:
        if id(function) in seen:
            yield f"function {seen[id(function)]}"
            return
        seen[id(function)] = len(seen)
        yield f"function {function.__kwdefaults__!r}{' checked' if hasattr(function, 'zerosum_checked') else ''}"
        yield from described(function.__defaults__, seen)
        yield from described(function.__code__, seen)
        names = attribute_names(function.__code__)
        for name, value in references(function):
            yield name
            if not is_describable(value):
                raise Uncompilable(_unknown(function, name))
            yield from described(value, seen, names)
    elif isinstance(thing, CodeType):
        yield _code_text(thing)
        for constant in thing.co_consts:
            yield from described(constant, seen)
    elif isinstance(thing, tuple):
        yield f"{type(thing).__name__} {len(thing)}"
        if type(thing) is not tuple:
            yield from described(type(thing), seen)
        if {int}.issuperset(map(type, thing)):
            yield repr(tuple(thing))
        else:
            for each in thing:
                yield from described(each, seen)
    elif isinstance(thing, EnumType):
        yield f"enum {thing.__module__}.{thing.__qualname__} {thing.__mro__[1].__name__}"
        members: Mapping[str, Enum] = thing.__members__
        yield from (f"{name} {member.value!r}" for name, member in members.items())
    elif isinstance(thing, Enum):
        yield thing.name
        yield from described(type(thing), seen)
    elif isinstance(thing, PLAIN):
        yield f"{type(thing).__name__} {thing!r}"
    elif isinstance(thing, (np.ndarray, np.generic)):
        yield f"array {thing.dtype} {thing.shape} {thing.tobytes().hex()}"
    elif isinstance(thing, ModuleType):
        yield f"module {thing.__name__}"
        if (id(thing), attributes) not in seen:
            seen[id(thing), attributes] = len(seen)
            for name in sorted(attributes & vars(thing).keys()):
                yield name
                yield from described(vars(thing)[name], seen, attributes)
    elif is_named_tuple(thing):
        # Compiled code reads fields by their places: exchanged names are another class, and so are other methods.
        yield f"NamedTuple {thing.__module__}.{thing.__qualname__} {thing._fields} {thing._field_defaults}"
        if id(thing) not in seen:
            seen[id(thing)] = len(seen)
            for name, function in own_functions(thing):
                yield name
                yield from described(function, seen)
    elif isinstance(thing, (BuiltinFunctionType, type)):
        yield f"{type(thing).__name__} {thing.__module__}.{thing.__qualname__}"
    elif is_intrinsic(thing):
        yield f"instruction {intrinsic_name(thing)}"
    else:
        raise Uncompilable(f"a {type(thing).__name__} cannot be compiled")


def is_named_tuple(thing: Any) -> bool:
    """Whether this is a class of NamedTuples."""
    return isinstance(thing, type) and issubclass(thing, tuple) and getattr(thing, "_fields", None) is not None


def own_functions(kind: type) -> Iterator[tuple[str, FunctionType]]:
    """The methods and the functions of properties that a class of NamedTuples defines itself, by name."""
    for name in dir(kind):
        member = getattr_static(kind, name)
        function = member.fget if isinstance(member, property) else member
        if isinstance(function, FunctionType) and not name.startswith("_"):
            yield name, function


def is_describable(thing: Any) -> bool:
    """Whether two values of this kind can be told apart, in this process and the next."""
    kinds = (FunctionType, Dispatcher, CodeType, tuple, Enum, *PLAIN, np.ndarray, np.generic)
    return isinstance(thing, (*kinds, ModuleType, BuiltinFunctionType, type)) or is_intrinsic(thing)


def _unknown(function: FunctionType, name: str) -> str:
    code = function.__code__
    where = f"{Path(code.co_filename).name}:{code.co_firstlineno}"
    return f"{where}: {code.co_name} uses {name}, which is not a whole number, a tuple of them or a plain function"


@lru_cache(maxsize=1024)
def _code_text(code: CodeType) -> str:
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return f"code {code.co_code.hex()} {code.co_exceptiontable.hex()} {code.co_argcount} {code.co_flags} {names}"


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


@lru_cache(maxsize=1024)
def global_names(code: CodeType) -> tuple[str, ...]:
    """The global names that a piece of code reads, the functions inside it included."""
    found: dict[str, None] = {}
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            found[instruction.argval] = None
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.update(dict.fromkeys(global_names(constant)))
    return tuple(found)


@lru_cache(maxsize=1024)
def attribute_names(code: CodeType) -> frozenset[str]:
    """The names among which are the attributes that a piece of code reads, the functions inside it included."""
    inside = (attribute_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return frozenset(code.co_names).union(*inside)
