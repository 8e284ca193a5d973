"""The texts of the Universal Game Interface: options, and the info lines of an analysis."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from zerosum.analysis.results import Analysis
from zerosum.game import BadRequest, Game
from zerosum.native.machine.resources import default_memory, free_megabytes
from zerosum.play.levels import LEVELS
from zerosum.setting_names import TIES
from zerosum.spelling import did_you_mean
from zerosum.value import Estimate, Expected, Margin, Outcome, Value

Setting: TypeAlias = int | str | bool

ENGINE, SESSION = "engine", "session"
"""What an option configures: the engine, or the session."""

CENTIPOINTS = 100


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

        >>> OPTIONS[0].read("3")
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


OPTIONS = (
    Option("Level", "level", ENGINE, LEVELS, 1, LEVELS),
    Option("Seed", "seed", ENGINE, 0, 0, 2**31 - 1),
    Option("Ties", "ties", ENGINE, "random", choices=TIES),
    Option("MultiPV", "multipv", SESSION, 0, 0, 500),
    Option("Ponder", "ponder", SESSION, False),
    Option("Threads", "threads", ENGINE, os.cpu_count() or 1, 1, 1024),
    Option("Memory", "memory", ENGINE, default_memory(), 1, max(1, free_megabytes())),
)
"""All options; MultiPV 0 means all moves, and Memory is limited by what is free now."""


def option_named(name: str) -> Option:
    """The option of this name, upper or lower case; raises `BadRequest`."""
    for option in OPTIONS:
        if option.name.lower() == name.lower():
            return option
    names = [option.name for option in OPTIONS]
    raise BadRequest(f"there is no option {name!r}{did_you_mean(name, names)}; there are: {', '.join(names)}")


def depth_of(analysis: Analysis) -> int:
    """How many plies an analysis has searched."""
    guesses = [each.value.depth for each in analysis.moves if isinstance(each.value, Estimate)]
    return max(guesses or [len(each.line) for each in analysis.moves], default=0)


def score_text(game: Game, value: Value) -> str:
    """The score of UCI for the side to move, followed by the exact value.

    >>> from zerosum.games import load
    >>> score_text(load("tictactoe"), Outcome(-1, 4)), score_text(load("othello"), Margin(3))
    ('score mate -4 value loss distance 4', 'score cp 300 value win margin 3')
    """
    if isinstance(value, Estimate):
        # The estimate of a game of margins is in points; any other is in units of the game's own.
        return f"score cp {value.score * (CENTIPOINTS if game.margin else 1)} value estimate"
    if isinstance(value, Margin):
        return f"score cp {value.margin * CENTIPOINTS} value {value.word} margin {value.margin}"
    if isinstance(value, Expected):
        return f"score cp {round(CENTIPOINTS * value.rank)} value expected mean {float(value.mean):.6f}"
    distance = "" if value.distance is None else f" distance {value.distance}"
    if value.result and value.distance is not None:
        return f"score mate {value.result * value.distance} value {value.word}{distance}"
    return f"score cp {value.rank} value {value.word}{distance}"


def effort_text(analysis: Analysis, seconds: float) -> str:
    """The effort: nodes, milliseconds since `go`, nodes per second."""
    speed = round(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else 0
    return f"nodes {analysis.nodes} time {round(seconds * 1000)} nps {speed}"


def info_lines(analysis: Analysis, seconds: float, most: int) -> Iterator[str]:
    """One line for the position, then one for each move, best first, at most `most` of them (0: all)."""
    game, state, depth = analysis.game, analysis.state, depth_of(analysis)
    line = "".join(f" {word}" for word in game.line_text(state, analysis.line))
    score = f"{score_text(game, analysis.value)} exact {analysis.exact:d}"
    yield f"info depth {depth} {score} {effort_text(analysis, seconds)} pv{line}"
    ranked = sorted(analysis.moves, key=lambda each: -each.value.rank)
    for number, each in enumerate(ranked[: most or None], start=1):
        words = game.line_text(state, each.line)
        score = f"{score_text(game, each.value)} exact {each.exact:d} best {each.best:d}"
        yield f"info depth {depth} multipv {number} move {words[0]} {score} pv {' '.join(words)}"


def is_settled(analysis: Analysis) -> bool:
    """Whether more search cannot change the choice: the only move, or the quickest win."""
    value = analysis.value
    return len(analysis.moves) == 1 or (isinstance(value, Outcome) and value.result > 0 and value.distance is not None)
