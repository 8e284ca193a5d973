"""Freeze states that cannot be hashed, or compare by identity, as plain tuples; thaw them for their author's rules.

A frozen value is made of tuples, numbers, texts, truth values and None, so that it can be hashed, compared, pickled and
written as text. A tuple whose first member is a tag stands for something else:

    (LIST, *items)   (SET, *items)   (FROZEN_SET, *items)   (DICT, *(key, value))   (BYTES, *numbers)
    (ARRAY, dtype, shape, *numbers)                 a numpy array
    (NAMED, class, *fields)                         a NamedTuple
    (MEMBER, class, name)                           a member of an Enum
    (OBJECT, class, *(attribute, value))            anything else with attributes
    (SHARED, number)                                a function, a module, a generator of random numbers: not copied

Classes and shared things are numbers in the tables of a `Freezer`, in the order in which it met them.
"""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Hashable, Iterable
from enum import Enum
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.games.move_words import attributes_of, slots_of

LIST, SET, FROZEN_SET, DICT, BYTES = "\0list", "\0set", "\0frozenset", "\0dict", "\0bytes"
ARRAY, NAMED, MEMBER, OBJECT, SHARED = "\0array", "\0named", "\0member", "\0object", "\0shared"

ATOMS = (int, str, float, bool, type(None))
"""What is frozen already: these very types."""

NOT_COPIED = (FunctionType, BuiltinFunctionType, MethodType, ModuleType, GeneratorType, type, random.Random)
"""What an object may refer to without it being a part of the state."""

DEEPEST = 50
"""How many values may lie within each other; an object that refers to itself is deeper."""


class Freezer:
    """Freezes and thaws the states of one game.

    `constant` are attributes of the outermost object that are no part of a state: they are frozen once.
    """

    def __init__(self) -> None:
        """Nothing has been met yet."""
        self._classes: list[Any] = []
        self._shared: list[Any] = []
        self.constant: dict[str, Any] = {}

    def know(self, classes: Iterable[type]) -> None:
        """Number these classes now, so that their numbers are the same in another process."""
        for each in classes:
            _number_of(each, self._classes)

    def leave_out(self, name: str, value: Any) -> None:
        """From now on this attribute of the outermost object is no part of a state: a thawed one has this value.

        Only a list is copied each time, since the rules may append to it.
        """
        is_list = isinstance(value, (list, deque))
        self.constant[name] = self.freeze_value(value, 0) if is_list else (SHARED, _number_of(value, self._shared))

    def freeze(self, state: Any) -> Hashable:
        """The frozen form of a state."""
        if type(state) in ATOMS:
            return state  # type: ignore[no-any-return]
        frozen: Hashable = self.freeze_value(state, 0, self.constant)
        return frozen

    def freeze_value(self, value: Any, depth: int, left_out: Iterable[str] = ()) -> Any:
        """The frozen form of a value within a state."""
        kind = type(value)
        if kind in ATOMS:
            return value
        if depth > DEEPEST:
            raise BadRules(f"a state holds {_named(kind)} that refers to itself, so it cannot be compared")
        depth += 1
        freeze = self.freeze_value
        if kind is tuple:
            return tuple([each if type(each) in ATOMS else freeze(each, depth) for each in value])
        if kind is list:
            return (LIST, *[each if type(each) in ATOMS else freeze(each, depth) for each in value])
        if kind is dict:
            return (DICT, *in_order([(freeze(key, depth), freeze(each, depth)) for key, each in value.items()]))
        if kind is set or kind is frozenset:
            return (SET if kind is set else FROZEN_SET, *in_order([freeze(each, depth) for each in value]))
        if kind is bytes or kind is bytearray:
            return (BYTES, kind is bytes, *value)
        if isinstance(value, NOT_COPIED):
            return SHARED, _number_of(value, self._shared)
        if isinstance(value, Enum):
            return MEMBER, _number_of(kind, self._classes), value.name
        if kind.__module__.partition(".")[0] == "numpy":
            return self._freeze_numpy(value)
        if isinstance(value, tuple):
            return (NAMED, _number_of(kind, self._classes), *[freeze(each, depth) for each in value])
        return self._freeze_object(value, depth, left_out)

    def _freeze_numpy(self, value: Any) -> Any:
        """An array, or a number of numpy; anything else is shared."""
        if hasattr(value, "tolist") and hasattr(value, "dtype"):
            if not getattr(value, "shape", ()):
                return value.item()
            if value.dtype.kind == "O":
                raise BadRules("a state holds a numpy array of objects; make it an array of numbers")
            return (ARRAY, value.dtype.str, value.shape, *value.ravel().tolist())
        return SHARED, _number_of(value, self._shared)

    def _freeze_object(self, value: Any, depth: int, left_out: Iterable[str]) -> Any:
        """An object by its attributes, and its items where it is a list or a dict too."""
        kind = type(value)
        given = dict(attributes_of(value))
        if isinstance(value, (list, deque)):
            given["\0items"] = list(value)
        elif isinstance(value, dict):
            given["\0items"] = dict(value)
        elif not given and not hasattr(value, "__dict__") and not slots_of(kind):
            # An object of C code, whose content cannot be seen: a Decimal has a hash that says it, a lock has not.
            return (SHARED, _number_of(value, self._shared)) if has_identity(kind) else value
        number = _number_of(kind, self._classes)
        return (
            OBJECT,
            number,
            *[(name, self.freeze_value(given[name], depth)) for name in sorted(given) if name not in left_out],
        )

    def thaw(self, frozen: Any) -> Any:
        """A new value as the author's functions know it; whatever they do to it, the frozen one stays as it is."""
        if type(frozen) is not tuple:
            return frozen
        if frozen and frozen[0] == OBJECT and self.constant:
            frozen = (*frozen, *self.constant.items())
        return self._thaw_value(frozen)

    def _thaw_value(self, frozen: Any) -> Any:
        if type(frozen) is not tuple or not frozen:
            return frozen
        thaw, tag = self._thaw_value, frozen[0]
        if type(tag) is not str or not tag.startswith("\0"):
            return tuple([thaw(each) if type(each) is tuple else each for each in frozen])
        if tag == LIST:
            return [thaw(each) if type(each) is tuple else each for each in frozen[1:]]
        if tag == OBJECT:
            return self._thaw_object(frozen)
        if tag == DICT:
            return {thaw(key): thaw(each) for key, each in frozen[1:]}
        if tag in (SET, FROZEN_SET):
            return (set if tag == SET else frozenset)(map(thaw, frozen[1:]))
        if tag == BYTES:
            return (bytes if frozen[1] else bytearray)(frozen[2:])
        if tag == SHARED:
            return self._shared[frozen[1]]
        if tag == MEMBER:
            return self._classes[frozen[1]][frozen[2]]
        if tag == NAMED:
            return tuple.__new__(self._classes[frozen[1]], map(thaw, frozen[2:]))
        numpy = sys.modules["numpy"]  # which the author's file has imported
        return numpy.array(frozen[3:], dtype=frozen[1]).reshape(frozen[2])

    def _thaw_object(self, frozen: Any) -> Any:
        kind = self._classes[frozen[1]]
        made = kind.__new__(kind)
        for name, each in frozen[2:]:
            value = self._thaw_value(each) if type(each) is tuple else each
            if name == "\0items":
                made.update(value) if isinstance(made, dict) else made.extend(value)
            else:
                object.__setattr__(made, name, value)
        return made


def needs_freezing(state: Any) -> bool:
    """Whether a state cannot be hashed, or holds an object that is equal to nothing but itself.

    >>> needs_freezing((0, (1, "X"))), needs_freezing(([0], 1)), needs_freezing(object())
    (False, True, True)
    """
    if isinstance(state, tuple):
        return any(map(needs_freezing, state))
    kind = type(state)
    if kind in ATOMS or isinstance(state, (*NOT_COPIED, Enum)):
        return False
    if has_identity(kind):
        return True
    try:
        hash(state)
    except Exception:  # a frozen dataclass with a list, or a method that fails
        return True
    return any(needs_freezing(each) for _, each in attributes_of(state))


def has_identity(kind: Any) -> bool:
    """Whether instances of a class have no hash, or that of `object`: then each is equal to itself alone."""
    return kind.__hash__ is None or kind.__hash__ is object.__hash__


def in_order(values: list[Any]) -> list[Any]:
    """Values in an order that does not depend on how a set or dict came about."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def _number_of(thing: Any, met: list[Any]) -> int:
    """The place of a thing in the table of those that were met, where it is added if it is new."""
    for number, each in enumerate(met):
        if each is thing:
            return number
    met.append(thing)
    return len(met) - 1


def _named(kind: type) -> str:
    return f"an object of class {kind.__name__}"
