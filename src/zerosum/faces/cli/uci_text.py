"""The words of the Universal Chess Interface, where they are not those of UGI."""

from __future__ import annotations

import os
from collections.abc import Iterator

from zerosum.answers.play.levels import LEVELS
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Estimate, Expected, Margin, Value
from zerosum.engines.native.machine.resources import default_memory, free_megabytes
from zerosum.engines.search.result import Result
from zerosum.faces.cli.protocol_options import ENGINE, SESSION, Option
from zerosum.faces.cli.ugi_text import ARGUMENTS, CENTIPOINTS, centipoints
from zerosum.faces.cli.vocabulary import Latest, Vocabulary, depth_of, effort_text

CERTAIN = 20_000
"""The centipawns of a win that is certain, but not its distance."""


def options(game: Game) -> tuple[Option, ...]:
    """All options, with the names that other engines have; the highest skill level is the whole strength."""
    whole = LEVELS + bool(game.levels)
    return (
        Option("Hash", "memory", ENGINE, default_memory(), 1, max(1, free_megabytes())),
        Option("Threads", "threads", ENGINE, os.cpu_count() or 1, 1, 1024),
        Option("MultiPV", "multipv", SESSION, 1, 1, 500),
        Option("Ponder", "ponder", SESSION, False),
        Option("Skill Level", "level", ENGINE, whole, 1, whole),
        Option("Move Overhead", "overhead", SESSION, 15, 0, 5000),
    )


def score_text(game: Game, value: Value) -> str:
    """The score for the side to move: centipawns, or moves (not plies) to mate.

    >>> from zerosum.core.games import load
    >>> from zerosum.core.value import Outcome
    >>> [score_text(load("tictactoe"), each) for each in (Outcome(1, 5), Outcome(-1, 4), Outcome(-1), Estimate(-35, 6))]
    ['score mate 3', 'score mate -2', 'score cp -20000', 'score cp -35']
    """
    if isinstance(value, Estimate):
        return f"score cp {centipoints(game, value)}"
    if isinstance(value, Margin | Expected):
        return f"score cp {round(CENTIPOINTS * value.rank)}"
    if value.result and value.distance is not None:
        return f"score mate {value.result * ((value.distance + 1) // 2)}"
    return f"score cp {value.result * CERTAIN}"


def move_text(game: Game, state: State, move: Move) -> str:
    """A move as the protocol writes it, as in e2e4, where the game has such a form."""
    write = game.text.engine_move or game.text.write_move
    return write(state, move)


def line_text(game: Game, state: State, line: tuple[Move, ...]) -> str:
    """A line of moves, each as the protocol writes it."""
    states = game.states_along(state, line)
    return " ".join(move_text(game, before, move) for before, move in zip(states, line, strict=False))


def info_lines(game: Game, state: State, latest: Latest, seconds: float, most: int) -> Iterator[str]:
    """One line for the best move, or for each of the best ones."""
    effort = effort_text(latest, seconds)
    if isinstance(latest, Result):
        deepest = max(depth_of(latest), latest.deepest)
        line = line_text(game, state, latest.line)
        yield f"info depth {depth_of(latest)} seldepth {deepest} {score_text(game, latest.value)} {effort} pv {line}"
        return
    ranked = sorted(latest.moves, key=lambda each: (-each.value.rank, not each.best))
    for number, each in enumerate(ranked[:most], start=1):
        score, line = score_text(game, each.value), line_text(game, state, each.line)
        yield f"info depth {depth_of(latest)} multipv {number} {score} {effort} pv {line}"


UCI = Vocabulary(
    name="uci",
    arguments={
        **{word: word for word in ARGUMENTS if word[0] != "p" or word == "ponder"},
        "wtime": "p1time",
        "btime": "p2time",
        "winc": "p1inc",
        "binc": "p2inc",
        "mate": "mate",
    },
    no_move="(none)",
    has_reply=True,
    options=options,
    move_text=move_text,
    info_lines=info_lines,
)
