"""What a style of writing a game is: the names by which it is recognised, and how they become the six functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any

from zerosum.core.errors import BadRules
from zerosum.core.games.user_files.styles.sides import Sides

Names = dict[str, Any]
Roles = Mapping[str, tuple[str, ...]]
"""For each of the six names the author's names for it, the likeliest first."""

SIX = ("start", "to_move", "moves", "play", "is_over", "utility")


@dataclass(frozen=True, kw_only=True, eq=False)
class Style:
    """A style of classes: `methods` are found on a class, `values` on an instance, where they may be attributes.

    `hints` are names of which one must be there, so that similar styles are told apart. `make` gives the six functions
    over the author's own states, from an instance, the author's name of each role, and the sides, which are filled.
    `create` makes the instance of a class that needs arguments. `optional` roles may be missing.
    """

    title: str
    methods: Roles
    values: Roles = field(default_factory=dict)
    optional: Roles = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    make: Callable[[Any, dict[str, str], Sides], Names]
    create: Callable[[type], Any] | None = None
    is_like: Callable[[Any], bool] | None = None

    def fits_class(self, kind: Any) -> bool:
        """Whether a class or an object has the methods."""
        if self.hints and not any(has(kind, name) for name in self.hints):
            return False
        return all(any(has(kind, name) for name in names) for names in self.methods.values())

    def roles(self, thing: Any) -> dict[str, str] | None:
        """The author's name of each role; None where one is missing."""
        found = {}
        for role, names in (*self.methods.items(), *self.values.items(), *self.optional.items()):
            name = next((name for name in names if has(thing, name)), None)
            if name is not None:
                found[role] = name
            elif role not in self.optional:
                return None
        return found if self.is_like is None or self.is_like(thing) else None

    def missing(self, thing: Any) -> list[str]:
        """The names that something lacks to be of this style, one for each role."""
        return [
            names[0]
            for names in (*self.methods.values(), *self.values.values())
            if not any(has(thing, name) for name in names)
        ]


def has(thing: Any, name: str) -> bool:
    """Whether a class or an object has this name; properties are not asked."""
    return name in getattr(thing, "__dict__", {}) or hasattr(thing if isinstance(thing, type) else type(thing), name)


def ask(thing: Any, name: str) -> Any:
    """The value of an attribute, or what the method of this name gives."""
    found = getattr(thing, name)
    return found() if callable(found) else found


def counts_arguments(function: Callable[..., Any]) -> int:
    """How many arguments a function needs."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    variadic = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return sum(each.default is Parameter.empty and each.kind not in variadic for each in parameters)


def instance_of(kind: type, create: Callable[[type], Any] | None = None) -> Any:
    """An instance of an author's class."""
    if create is not None:
        return create(kind)
    try:
        needed = counts_arguments(kind)
    except Exception:
        needed = 0
    if needed:
        raise BadRules(
            f"class {kind.__name__} needs {needed} argument{'s' * (needed > 1)}; "
            f"give them, as in {kind.__name__}(3), or write defaults"
        )
    return kind()
