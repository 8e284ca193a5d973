"""What an engine protocol calls things: UGI and UCI are one conversation in two vocabularies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from zerosum.answers.analysis.results import Analysis
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Estimate, Outcome, Value
from zerosum.engines.search.result import Result
from zerosum.faces.cli.protocol_options import Option

Latest: TypeAlias = Analysis | Result
"""What a search has found so far: the values of all moves, or one best move."""


class Vocabulary(NamedTuple):
    """The words of one protocol.

    `name` begins a conversation, and with "ok" at its end answers; with "newgame" it begins a game. `arguments` are
    those of `go`, by the names that UGI gives them. `no_move` answers where there is none. `has_reply` says that a
    `bestmove` line always names the expected answer, and not only after the option Ponder.
    """

    name: str
    arguments: Mapping[str, str]
    no_move: str
    has_reply: bool
    options: Callable[[Game], tuple[Option, ...]]
    move_text: Callable[[Game, State, Move], str]
    info_lines: Callable[[Game, State, Latest, float, int], Iterator[str]]


def depth_of(latest: Latest) -> int:
    """How many plies were searched."""
    if isinstance(latest, Result):
        return latest.value.depth if isinstance(latest.value, Estimate) else len(latest.line)
    guesses = [each.value.depth for each in latest.moves if isinstance(each.value, Estimate)]
    return max(guesses or [len(each.line) for each in latest.moves], default=0)


def effort_text(latest: Latest, seconds: float) -> str:
    """The effort: nodes, milliseconds since `go`, nodes per second."""
    speed = round(latest.nodes / latest.seconds) if latest.seconds > 0 else 0
    return f"nodes {latest.nodes} time {round(seconds * 1000)} nps {speed}"


def is_settled(game: Game, state: State, latest: Latest) -> bool:
    """Whether more search cannot change the choice: the only move, or the quickest win."""
    value: Value = latest.value
    is_won = isinstance(value, Outcome) and value.result > 0 and value.distance is not None
    return (not game.is_over(state) and len(tuple(game.moves(state))) == 1) or is_won
