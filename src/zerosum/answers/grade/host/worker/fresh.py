"""Bring a submission back to the state that it had when it was loaded.

Every question is asked as to a program that was just started: a counter, a global board, a default argument that grew
or a memo table of the question before must not answer this one (a memo of values for X is wrong when it plays O). Only
plain values are brought back. A table that was filled while loading stays, and one that is larger than the position
asked for too: the program computed it for the whole game, once.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol

MOST_LEAVES = 400
PLAIN = (int, float, str, bytes, bool, type(None), complex, frozenset)
_CACHED = type(lru_cache(maxsize=1)(len))


class Snapshot:
    """The plain values of modules, their classes and their objects."""

    def __init__(self, modules: list[types.ModuleType]) -> None:
        """Look at the modules."""
        self._names: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._attributes: list[tuple[Any, dict[str, Any]]] = []
        self._containers: list[tuple[Any, Any]] = []
        self._caches: list[_Cache] = []
        self._seen: set[int] = set()
        self._own = {module.__name__ for module in modules}
        self._loaded: list[set[str]] = []
        for module in modules:
            self._names.append((module.__dict__, self._plain_names(module.__dict__)))
            for value in list(module.__dict__.values()):
                self._look_at(value)
            self._loaded.append(set(module.__dict__))

    def add(self, value: Any) -> None:
        """Bring the plain attributes of an object back too."""
        self._look_at(value)

    def settle(self, empties: int) -> None:
        """After a call about a position with so many empty cells: keep the tables that are larger than it needs."""
        most = 3 ** min(empties, 20)
        self._containers = [pair for pair in self._containers if pair[1] or len(pair[0]) <= most]
        self._caches = [cache for cache in self._caches if cache.cache_info().currsize <= most]
        for (names, _), loaded in zip(self._names, self._loaded, strict=True):
            if len(names) > len(loaded):
                for name in names.keys() - loaded:
                    value = names[name]
                    if not (isinstance(value, PLAIN) or _is_plain(value)) or _size(value) > most:
                        loaded.add(name)

    def restore(self) -> None:
        """Bring them back."""
        for (names, saved), loaded in zip(self._names, self._loaded, strict=True):
            names.update(saved)
            if len(names) > len(loaded):
                for name in names.keys() - loaded:
                    del names[name]
        for owner, saved in self._attributes:
            for name, value in saved.items():
                try:
                    setattr(owner, name, value)
                except Exception:  # a property of the submission without a setter
                    continue
        for container, saved in self._containers:
            if container != saved:
                set_in_place(container, copied(saved))
        for cache in self._caches:
            cache.cache_clear()

    def _plain_names(self, names: dict[str, Any]) -> dict[str, Any]:
        """The names with immutable values; containers are brought back in place, and their names with them."""
        saved = {}
        for name, value in list(names.items()):
            if name.startswith("__"):
                continue
            if isinstance(value, PLAIN) or _is_plain(value):
                saved[name] = value
            if isinstance(value, (list, dict, set)):
                self._keep(value)
        return saved

    def _keep(self, container: Any) -> None:
        if id(container) not in self._seen and _is_plain(container):
            self._seen.add(id(container))
            self._containers.append((container, copied(container)))
            inner = container.values() if isinstance(container, dict) else container
            for each in inner:
                if isinstance(each, (list, dict, set)):
                    self._keep(each)

    def _look_at(self, value: Any) -> None:
        if id(value) in self._seen:
            return
        if isinstance(value, _CACHED):
            self._seen.add(id(value))
            if not value.cache_info().currsize:
                self._caches.append(value)
            return
        if isinstance(value, types.FunctionType):
            self._seen.add(id(value))
            for default in (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()):
                if isinstance(default, (list, dict, set)):
                    self._keep(default)
            return
        kind = value if isinstance(value, type) else type(value)
        if kind.__module__ not in self._own or _is_enum(kind):
            return
        self._seen.add(id(value))
        names = getattr(value, "__dict__", None)
        if names is None:
            return
        saved = self._plain_names({key: each for key, each in names.items() if not key.startswith("__")})
        if saved:
            self._attributes.append((value, saved))
        for each in list(names.values()):
            if isinstance(each, (types.FunctionType, _CACHED)):
                self._look_at(each)


class _Cache(Protocol):
    """A function of the submission under `functools.cache`."""

    def cache_clear(self) -> None: ...

    def cache_info(self) -> Any: ...


def _size(value: Any) -> int:
    return len(value) if isinstance(value, (list, dict, set, tuple)) else 0


def _is_enum(kind: type) -> bool:
    return any(base.__module__ == "enum" for base in kind.__mro__)


def _leaves(value: Any) -> Iterator[Any]:
    """The values at the ends of lists, tuples, sets and dicts."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(key)
            yield from _leaves(each)
    elif isinstance(value, (list, tuple, set)):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _is_plain(value: Any) -> bool:
    """Whether it holds only a moderate number of plain values."""
    if not isinstance(value, (list, dict, set, tuple)):
        return False
    if len(value) > MOST_LEAVES:
        return False
    try:
        for count, leaf in enumerate(_leaves(value)):
            if count >= MOST_LEAVES or not isinstance(leaf, PLAIN):
                return False
    except RecursionError:
        return False
    return True


def copied(value: Any) -> Any:
    """A deep copy of lists, dicts and sets; their leaves stay the same objects."""
    if type(value) is list:
        return [copied(each) for each in value]
    if isinstance(value, dict):
        return {key: copied(each) for key, each in value.items()}
    if isinstance(value, set):
        return set(value)
    if isinstance(value, list):
        return list(value)
    return value


def set_in_place(goal: Any, value: Any) -> bool:
    """Give a container the content of another one, so that all who hold it see that; whether that was possible."""
    if goal is value:
        return True
    if isinstance(goal, list) and isinstance(value, list):
        if len(goal) == len(value) and all(isinstance(each, list) for each in (*goal, *value)):
            for old, new in zip(goal, value, strict=True):
                set_in_place(old, new)
        else:
            goal[:] = value
        return True
    if isinstance(goal, dict) and isinstance(value, dict):
        goal.clear()
        goal.update(value)
        return True
    if isinstance(goal, set) and isinstance(value, set):
        goal.clear()
        goal.update(value)
        return True
    if type(goal).__module__.partition(".")[0] == "numpy" and getattr(goal, "shape", None):
        try:
            goal[...] = value
        except Exception:  # another shape or another kind of cells
            return False
        return True
    return False
