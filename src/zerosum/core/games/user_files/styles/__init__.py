"""The styles in which people write games as classes, one file for each, recognised by the names of their methods.

A style translates: its functions take the author's own states and return them. `border.py` freezes and thaws those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

from zerosum.core.games.user_files.styles import (
    aima,
    boards,
    easyai,
    openspiel,
    pettingzoo,
    python_chess,
    rules_object,
)
from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import SIX, Names, Style, instance_of
from zerosum.core.games.user_files.styles.undo_records import undo_records

STYLES: tuple[Style, ...] = (
    openspiel.GAME,
    openspiel.STYLE,
    pettingzoo.STYLE,
    rules_object.STYLE,
    aima.STYLE,
    easyai.STYLE,
    python_chess.STYLE,
    boards.STYLE,
)
"""The styles, the most particular names first."""


@dataclass(frozen=True)
class Recognised:
    """A game in one of the styles: the six functions over the author's states, and by which names they were found.

    `left_out` are attributes of a state that are no part of it.
    """

    style: Style
    names: Names
    roles: Mapping[str, str]
    sides: Sides
    left_out: tuple[str, ...] = ()

    def described(self) -> str:
        """The style, and what each of the six functions was found as.

        A state in the style of OpenSpiel (to_move: current_player, ...)
        """
        found = ", ".join(f"{role}: {self.roles[role]}" for role in SIX if self.roles.get(role, role) != role)
        return f"{self.style.title}{found and f' ({found})'}"


def recognised(thing: Any) -> Recognised | None:
    """The game that a class, an instance, a module or names stand for; None where they are in none of the styles.

    Raises `BadRules` for a game in one of them that cannot be taken.
    """
    if isinstance(thing, (ModuleType, dict)):
        names = thing if isinstance(thing, dict) else vars(thing)
        functions = SimpleNamespace(**{key: each for key, each in names.items() if isinstance(key, str)})
        return _as(aima.STYLE, functions) if aima.STYLE.fits_class(functions) else None
    for style in STYLES:
        if style.fits_class(thing):
            instance = instance_of(thing, style.create) if isinstance(thing, type) else thing
            found = _as(style, instance)
            if found is not None:
                return found
    return None


def _as(style: Style, instance: Any) -> Recognised | None:
    roles = style.roles(instance)
    if roles is None:
        return None
    sides = Sides()
    names = style.make(instance, roles, sides)
    left_out = tuple(names.pop("constant", ()))
    if style in (boards.STYLE, python_chess.STYLE, easyai.STYLE):
        left_out += tuple(undo_records(names["start"]))
    return Recognised(style, names, roles, sides, left_out)


def is_recognised(kind: type) -> bool:
    """Whether a class has the methods of a style; what is an attribute of its instances is not known yet."""
    return any(style.fits_class(kind) for style in STYLES)


def nearly_recognised(thing: Any) -> str:
    """What a class or an object lacks to be in the style that it is nearest to; "" where it is near to none."""
    kind = thing if isinstance(thing, type) else type(thing)
    if kind.__module__ == "builtins":
        return ""
    try:
        thing = instance_of(kind) if thing is kind else thing
    except Exception:  # the constructor is the author's
        return ""
    lacked = {style: style.missing(thing) for style in STYLES if style is not openspiel.GAME}
    style = min(lacked, key=lambda style: len(lacked[style]))
    wanted = len(style.methods) + len(style.values)
    if len(lacked[style]) * 2 > wanted:
        return ""
    return f"class {kind.__name__} is nearly {style.title}, but it lacks {', '.join(lacked[style])}"


__all__ = ["STYLES", "Recognised", "is_recognised", "nearly_recognised", "recognised"]
