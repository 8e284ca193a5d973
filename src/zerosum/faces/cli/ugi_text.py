"""The words of the Universal Game Interface: its options, and the info lines of a search."""

from __future__ import annotations

import os
from collections.abc import Iterator

from zerosum.answers.analysis.results import Analysis
from zerosum.answers.play.levels import LEVELS
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.setting_names import TIES
from zerosum.core.value import WIN, Estimate, Expected, Margin, Value
from zerosum.engines.native.machine.resources import default_memory, free_megabytes
from zerosum.faces.cli.protocol_options import ENGINE, SESSION, Option
from zerosum.faces.cli.vocabulary import Latest, Vocabulary, depth_of, effort_text

CENTIPOINTS = 100


def options(game: Game) -> tuple[Option, ...]:
    """All options; MultiPV 0 means all moves, and Memory is limited by what is free now.

    Where a game has levels of its own, one more stands for the whole strength.
    """
    whole = LEVELS + bool(game.levels)
    return (
        Option("Level", "level", ENGINE, whole, 1, whole),
        Option("Seed", "seed", ENGINE, 0, 0, 2**31 - 1),
        Option("Ties", "ties", ENGINE, "random", choices=TIES),
        Option("MultiPV", "multipv", SESSION, 0 if game.best_search is None else 1, 0, 500),
        Option("Ponder", "ponder", SESSION, False),
        Option("Threads", "threads", ENGINE, os.cpu_count() or 1, 1, 1024),
        Option("Memory", "memory", ENGINE, default_memory(), 1, max(1, free_megabytes())),
    )


def score_text(game: Game, value: Value) -> str:
    """The score of UCI for the side to move, followed by the exact value.

    >>> from zerosum.core.games import load
    >>> from zerosum.core.value import Outcome
    >>> score_text(load("tictactoe"), Outcome(-1, 4)), score_text(load("othello"), Margin(3))
    ('score mate -4 value loss distance 4', 'score cp 300 value win margin 3')
    """
    if isinstance(value, Estimate):
        return f"score cp {centipoints(game, value)} value estimate"
    if isinstance(value, Margin):
        return f"score cp {value.margin * CENTIPOINTS} value {value.word} margin {value.margin}"
    if isinstance(value, Expected):
        return f"score cp {round(CENTIPOINTS * value.rank)} value expected mean {float(value.mean):.6f}"
    distance = "" if value.distance is None else f" distance {value.distance}"
    if value.result and value.distance is not None:
        return f"score mate {value.result * value.distance} value {value.word}{distance}"
    return f"score cp {value.rank} value {value.word}{distance}"


def centipoints(game: Game, value: Estimate) -> int:
    """An estimate in hundredths of a point in a game of margins; any other is in units of the game's own."""
    if not game.margin:
        return value.score
    return round(value.score * CENTIPOINTS / WIN) if value.is_mean else value.score * CENTIPOINTS


def info_lines(game: Game, state: State, latest: Latest, seconds: float, most: int) -> Iterator[str]:
    """One line for the position, then one for each move that was valued, best first, at most `most` (0: all)."""
    depth = depth_of(latest)
    line = "".join(f" {word}" for word in game.line_text(state, latest.line))
    score = f"{score_text(game, latest.value)} exact {latest.exact:d}"
    yield f"info depth {depth} {score} {effort_text(latest, seconds)} pv{line}"
    if not isinstance(latest, Analysis):
        return
    ranked = sorted(latest.moves, key=lambda each: -each.value.rank)
    for number, each in enumerate(ranked[: most or None], start=1):
        words = game.line_text(state, each.line)
        score = f"{score_text(game, each.value)} exact {each.exact:d} best {each.best:d}"
        yield f"info depth {depth} multipv {number} move {words[0]} {score} pv {' '.join(words)}"


def move_text(game: Game, state: State, move: Move) -> str:
    """A move as people write it."""
    return game.move_text(state, move)


ARGUMENTS = ("p1time", "p2time", "p1inc", "p2inc", "movestogo", "movetime", "depth", "nodes", "infinite", "ponder")

UGI = Vocabulary(
    name="ugi",
    arguments={word: word for word in ARGUMENTS},
    no_move="0000",
    has_reply=False,
    options=options,
    move_text=move_text,
    info_lines=info_lines,
)
