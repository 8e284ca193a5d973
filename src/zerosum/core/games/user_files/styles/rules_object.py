"""A class or instance with the six names of the protocol, whose methods take a state."""

from __future__ import annotations

from typing import Any

from zerosum.core.games.user_files.styles.sides import Sides
from zerosum.core.games.user_files.styles.style import SIX, Names, Style, counts_arguments


def is_like(thing: Any) -> bool:
    """Whether its methods take a state; otherwise the object is the state itself."""
    return counts_arguments(thing.moves) == 1


def make(thing: Any, roles: dict[str, str], sides: Sides) -> Names:
    """All public names of the object: the six, and the optional ones among them."""
    return {name: getattr(thing, name) for name in dir(thing) if not name.startswith("_")}


STYLE = Style(
    title="a class with the six names of the protocol",
    methods={name: (name,) for name in SIX if name != "start"},
    values={"start": ("start",)},
    make=make,
    is_like=is_like,
)
