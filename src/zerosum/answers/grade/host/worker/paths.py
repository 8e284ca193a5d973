"""Follow paths: dotted names through modules, objects and dicts, and steps into what a call gave."""

from __future__ import annotations

import types
from collections.abc import Iterable, Sequence
from typing import Any

MOST_YIELDED = 10_000
NOTHING: Any = object()


class Unfit(Exception):
    """The description does not fit the submission; its text is a sentence."""


def by_path(owner: Any, path: Sequence[str], name: str) -> Any:
    """What a dotted path leads to: attributes, or keys of dicts; raises `Unfit`, which says `name`."""
    for part in path:
        if isinstance(owner, dict) and part in owner:
            owner = owner[part]
            continue
        found = getattr(owner, part, NOTHING)
        if found is NOTHING:
            raise Unfit(f"the submission has no {name}")
        owner = found
    return owner


def part_of(holder: Any, name: str) -> Any:
    """An attribute, or what a dict has under that key; None where there is none."""
    return holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)


def set_part(holder: Any, name: str, value: Any) -> None:
    """Set an attribute, or a key of a dict."""
    if isinstance(holder, dict):
        holder[name] = value
    else:
        setattr(holder, name, value)


def finished(result: Any, *, as_list: bool = False) -> Any:
    """The value of a result that is not ready yet: a coroutine is run, a generator is run to its end."""
    if isinstance(result, types.CoroutineType):
        import asyncio

        return asyncio.run(result)
    if isinstance(result, types.GeneratorType) and not as_list:
        last = None
        for _ in range(MOST_YIELDED):
            try:
                last = next(result)
            except StopIteration as end:
                return end.value if end.value is not None else last
        return last
    if isinstance(result, Iterable) and hasattr(result, "__next__"):
        return [each for each, _ in zip(result, range(MOST_YIELDED), strict=False)]
    return result


def step_into(value: Any, path: Iterable[Any]) -> Any:
    """What a path leads to: an index, a key, or an attribute; None where there is no such thing."""
    for step in path:
        if value is None:
            return None
        try:
            value = value[_slice(step)] if isinstance(step, str) and ":" in step else value[step]
        except (TypeError, KeyError, IndexError, ValueError):
            value = getattr(value, step, None) if isinstance(step, str) else None
    return value


def _slice(step: str) -> slice:
    """The part of a list that "0:2" stands for."""
    start, _, stop = step.partition(":")
    return slice(int(start or 0), int(stop) if stop else None)
