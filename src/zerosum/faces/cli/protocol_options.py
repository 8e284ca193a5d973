"""The options of an engine protocol: how one is announced, read and passed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean

Setting: TypeAlias = int | str | bool

ENGINE, SESSION = "engine", "session"
"""What an option configures: the engine, or the session."""


class Option(NamedTuple):
    """An option: its name in the protocol, the keyword of `Engine` that it sets, and its legal values."""

    name: str
    argument: str
    target: str
    default: Setting
    low: int = 0
    high: int = 0
    choices: Sequence[str] = ()

    def line(self) -> str:
        """The line that announces the option."""
        if self.choices:
            return f"option name {self.name} type combo default {self.default} var {' var '.join(self.choices)}"
        if isinstance(self.default, bool):
            return f"option name {self.name} type check default {str(self.default).lower()}"
        return f"option name {self.name} type spin default {self.default} min {self.low} max {self.high}"

    def read(self, text: str) -> Setting:
        """The setting that a text stands for; raises `BadRequest`.

        >>> Option("Level", "level", ENGINE, 8, 1, 8).read("3")
        3
        """
        if self.choices:
            if text.lower() not in self.choices:
                raise BadRequest(f"{self.name} is one of {', '.join(self.choices)}, not {text!r}")
            return text.lower()
        if isinstance(self.default, bool):
            if text.lower() not in ("true", "false"):
                raise BadRequest(f"{self.name} is true or false, not {text!r}")
            return text.lower() == "true"
        if not (text.isascii() and text.isdigit() and len(text) <= 15 and self.low <= int(text) <= self.high):
            raise BadRequest(f"{self.name} is a whole number from {self.low} to {self.high}, not {text!r}")
        return int(text)


def option_named(options: Sequence[Option], name: str) -> Option:
    """The option of this name, upper or lower case; raises `BadRequest`."""
    for option in options:
        if option.name.lower() == name.lower():
            return option
    names = [option.name for option in options]
    raise BadRequest(f"there is no option {name!r}{did_you_mean(name, names)}; there are: {', '.join(names)}")
