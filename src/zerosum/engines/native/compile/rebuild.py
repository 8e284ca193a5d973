"""Compile a Python function together with the Python functions that it calls.

A game's rules are closures that call helpers, through their closure cells and their globals:

    play.__code__        the bytecode, taken over as it is
    play.__closure__     cells: width = 7, has_line = <function>
    play.__globals__     WIN = 1, helper = <function>

numba compiles a function but not the plain functions that it calls. So each is copied: same bytecode, new cells and
new globals, in which the compiled helpers stand in place of the plain ones. Constants become constants of the machine
code. A function is put into `made` before its cells are filled, so that functions which call themselves or each other
find themselves there.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any

from numba import config, njit

from zerosum.core.rules import is_users_own
from zerosum.engines.native.compile.checked_arithmetic import CheckedCompiler
from zerosum.engines.native.compile.fingerprint import (
    contents,
    fingerprint,
    global_names,
    is_named_tuple,
    plain_function,
)
from zerosum.engines.native.compile.named_tuples import constructor, teach_members
from zerosum.engines.native.compile.numba_internals import NumbaWarning, one_type_for_all_ints
from zerosum.engines.native.compile.rewrite import rewritten
from zerosum.engines.native.machine import instructions
from zerosum.engines.native.machine.intrinsics import is_instruction

MODULE = "zerosum.engines.native"
"""Where compiled functions say they come from: a saved one is loaded by importing that, whereas the file
of a user's game cannot be imported."""

_shared: dict[tuple[Any, ...], Any] = {}
"""Compiled functions of this package, by fingerprint, file and line (which error messages name): the searches of
different games have many of them in common. Functions of a user's file are not shared: when the file is loaded again,
its classes are different objects, though the fingerprint is the same."""


def rebuild(
    function: Any, made: dict[int, Any] | None = None, *, is_entry: bool = False, is_checked: bool = False
) -> Any:
    """A compiled version, not yet typed, of a function and of all it calls; recursion is fine.

    Only an entry can be called from Python; the others are to be called by compiled code. Functions made
    before stay as they are, so that two entries can share them; `made` holds those of one game. With `is_checked`,
    arithmetic that overflows raises `NumberTooLong` (`checked_arithmetic.py`).
    """
    fresh: dict[tuple[Any, ...], Any] = {}
    compiled = _rebuild(function, {} if made is None else made, fresh, is_entry, is_checked)
    # Shared only when all cells are filled: an interrupt must not leave half-made functions behind.
    _shared.update(fresh)
    return compiled


def _rebuild(
    function: Any, made: dict[int, Any], fresh: dict[tuple[Any, ...], Any], is_entry: bool, is_checked: bool
) -> Any:
    if getattr(function, "zerosum_native", False) and not is_entry:
        return function
    if is_instruction(function):
        return instructions.compiled(function)
    written = plain_function(function)
    assert written is not None
    if id(written) in made:
        return made[id(written)]
    meaning, code = fingerprint(written), written.__code__
    key = meaning, code.co_filename, code.co_firstlineno, is_checked, bool(config.DISABLE_JIT)
    if not is_entry and key in _shared:
        return _shared[key]
    source = rewritten(written)
    cells = tuple(CellType() for _ in source.__code__.co_freevars)
    namespace: dict[str, Any] = {"__name__": MODULE, "__builtins__": __builtins__}
    copy = FunctionType(source.__code__, namespace, source.__name__, source.__defaults__, cells)
    copy.__kwdefaults__ = source.__kwdefaults__
    copy.__module__ = MODULE
    # The linker tells functions apart by this name alone, across everything that is loaded into a process:
    # two games' `play` must not be taken for each other.
    name = f"{source.__name__.strip('<>')}_{meaning[:20]}{'_checked' if is_checked else ''}"
    copy.__qualname__ = f"entry_{name}" if is_entry else name
    if is_checked:
        copy.zerosum_checked = True  # type: ignore[attr-defined]
    # Inlined, functions of the same position share what they compute: worth a sixth of the solver's time. What
    # calls itself cannot be inlined into itself, and an entry is called from Python.
    calls_itself = written.__name__ in written.__code__.co_freevars
    wrappers = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not is_entry}
    options: dict[str, Any] = {"nogil": True, "forceinline": not is_entry and not calls_itself, **wrappers}
    if is_checked:
        options["pipeline_class"] = CheckedCompiler
    compiled: Any = copy if config.DISABLE_JIT else one_type_for_all_ints(njit(**options)(copy))
    compiled.zerosum_native = True
    # Functions in `made` are known by their id, so each must live as long: rewriting makes some that nobody else keeps.
    compiled.zerosum_written = written
    made[id(written)] = compiled
    if not is_entry and not is_users_own(written):
        fresh[key] = compiled
    for cell, original in zip(cells, source.__closure__ or (), strict=True):
        cell.cell_contents = _converted(contents(original), made, fresh, is_checked)
    for name in global_names(source.__code__):
        if name in source.__globals__:
            namespace[name] = _converted(source.__globals__[name], made, fresh, is_checked)
    return compiled


@contextmanager
def quietly() -> Iterator[None]:
    """Compile without numba's hints on style, which are for its own users."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        yield


def _converted(value: Any, made: dict[int, Any], fresh: dict[tuple[Any, ...], Any], is_checked: bool) -> Any:
    if is_named_tuple(value):
        if id(value) not in made:
            made[id(value)] = value  # in its own constructor, the class stands for itself
            made[id(value)] = _rebuild(constructor(value), made, fresh, False, is_checked)
            teach_members(value, lambda function: _rebuild(function, made, fresh, False, is_checked))
        return made[id(value)]
    if isinstance(value, tuple) and any(plain_function(each) is not None for each in value):
        members = (_converted(each, made, fresh, is_checked) for each in value)
        return tuple(members) if type(value) is tuple else type(value)(*members)
    if is_instruction(value):
        return instructions.compiled(value)
    if plain_function(value) is None or getattr(value, "known_to_the_compiler", False):
        return value
    return _rebuild(value, made, fresh, False, is_checked)
