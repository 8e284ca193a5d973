"""What people type first: the games, a best move, one search and its recording, each in one call."""

from __future__ import annotations

from typing import Any

from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.parameters import limit_from, python_call
from zerosum.answers.position import Position
from zerosum.core.games import GAMES
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import Move
from zerosum.core.setting_names import ANSWER_SECONDS
from zerosum.engines.recording.recorder import Recording, record
from zerosum.engines.search import Limit, Result
from zerosum.engines.search import algorithm as algorithm_named


def games() -> tuple[str, ...]:
    """The names of the games that come along; `load` takes them, with sizes where they have some.

    >>> "tictactoe" in games()
    True
    """
    return tuple(GAMES)


@python_call
def best_move(
    game: GameLike, position: PositionLike = None, *, moves: MovesLike = None, **settings: Any
) -> Move | None:
    """The first of the best moves, by `analyze` with these settings; None in a finished game.

    >>> best_move("tictactoe", "X-O/-O-/X--")
    3
    """
    return Position(game, position, moves=moves).analyze(**settings).best_move


@python_call
def search(
    game: GameLike,
    algorithm: str,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    seconds: float | None = ANSWER_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    plain: bool = True,
    seed: int = 0,
    progress: ProgressCallback = None,
) -> Result:
    """One search of a position by an algorithm of the ladder, in plain Python: its value, move and counts.

    >>> search("tictactoe", "alphabeta").nodes
    18297
    """
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    return algorithm_named(algorithm, seed=seed)(here.game, here.state, plain=plain, limit=allowed, progress=progress)


@python_call
def watch(
    game: GameLike,
    algorithm: str,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    seconds: float | None = ANSWER_SECONDS,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    plain: bool = True,
    seed: int = 0,
    progress: ProgressCallback = None,
) -> Recording:
    """The recording of one search, step by step; raises `BadRequest` where a limit stops it before its end.

    >>> watch("tictactoe", "minimax", moves="4 0 8 2 1 7").algorithm
    'minimax'
    """
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    return record(here.game, here.state, algorithm, plain=plain, seed=seed, limit=allowed, progress=progress)[1]
