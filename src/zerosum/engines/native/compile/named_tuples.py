"""NamedTuples in compiled rules: how they are made, their methods, and states that are NamedTuples.

Searches keep states as plain tuples of words. A rule of a game whose states are NamedTuples is compiled for them all
the same, so that `state.turn` and `State(board, 1 - state.turn)` mean what they say: a wrapper makes the NamedTuple
from the words before it calls the rule. It costs nothing, as both have the same layout in memory. Machine code that is
kept on disk does not mention the class, which could not be imported when the code is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getattr_static
from types import FunctionType
from typing import Any

from numba import types
from numba.extending import overload_attribute, overload_method

from zerosum.core.errors import Uncompilable
from zerosum.engines.native.compile.fingerprint import own_functions
from zerosum.engines.native.machine.instructions import as_member
from zerosum.engines.native.machine.shapes import members

Rebuild = Callable[[Any], Any]

_members: dict[tuple[type, str], Any] = {}
"""The compiled methods and properties of classes, by class and name."""

_known_names: set[tuple[str, bool]] = set()
"""The names that the compiler looks up in `_members`, and whether as a property."""


def constructor(kind: Any) -> FunctionType:
    """A function that makes a NamedTuple of this class in compiled code, with the defaults of its fields.

    Every number becomes a machine word, so that values made in different places have one type.
    """
    parents = [each for each in kind.__mro__ if "__new__" in vars(each)]
    if "_fields" not in vars(parents[0]):
        raise Uncompilable(f"{kind.__name__} has a __new__ of its own, which cannot be compiled; write a function")
    defaults = kind._field_defaults
    parameters = (f"{name}=_defaults[{name!r}]" if name in defaults else name for name in kind._fields)
    # No field can be called _kind: a NamedTuple refuses names that begin with an underscore.
    namespace: dict[str, Any] = {"_kind": kind, "_defaults": defaults, "_as_member": as_member}
    given = ", ".join(f"_as_member({name})" for name in kind._fields)
    exec(f"def {kind.__name__}({', '.join(parameters)}):\n return _kind({given})", namespace)
    made: FunctionType = namespace[kind.__name__]
    return made


def teach_members(kind: Any, rebuild: Rebuild) -> None:
    """Let compiled code use the methods and properties that a class of NamedTuples defines."""
    for name, function in own_functions(kind):
        if (kind, name) not in _members:
            _members[kind, name] = rebuild(function)
            _teach_name(name, isinstance(getattr_static(kind, name), property))


def _teach_name(name: str, is_property: bool) -> None:
    if (name, is_property) in _known_names:
        return
    _known_names.add((name, is_property))

    def find(state: Any, *arguments: Any) -> Any:
        is_named = isinstance(state, types.BaseNamedTuple)
        member = _members.get((state.instance_class, name)) if is_named else None
        if member is None:
            return None
        return (lambda state: member(state)) if is_property else (lambda state, *arguments: member(state, *arguments))

    if is_property:
        overload_attribute(types.BaseNamedTuple, name, strict=False)(lambda state: find(state))
    else:
        overload_method(types.BaseNamedTuple, name, strict=False)(find)


def from_words(start: tuple[Any, ...]) -> FunctionType | None:
    """The function that makes a game's own state from a plain tuple of words; None where that is the state."""
    kinds: list[type] = []
    expression = _own(start, iter(members(start, "state")), kinds)
    if not kinds:
        return None
    namespace: dict[str, Any] = {f"_kind_{index}": kind for index, kind in enumerate(kinds)}
    exec(f"def own(state):\n return {expression}", namespace)
    made: FunctionType = namespace["own"]
    return made


def _own(state: tuple[Any, ...], values: Any, kinds: list[type]) -> str:
    parts = " ".join(f"{_own(each, values, kinds) if isinstance(each, tuple) else next(values)}," for each in state)
    if type(state) is tuple:
        return f"({parts})"
    kinds.append(type(state))
    return f"_kind_{len(kinds) - 1}({parts})"


def zeros(start: tuple[Any, ...]) -> Any:
    """A state of the same form, all numbers of it 0."""
    parts = [zeros(each) if isinstance(each, tuple) else 0 for each in start]
    kind: Any = type(start)
    return tuple(parts) if kind is tuple else kind(*parts)
