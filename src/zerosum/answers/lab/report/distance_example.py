"""A position with a quick and a slow win, which shows what a value without distances does not tell apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import monotonic
from typing import Any

from zerosum.answers.lab.report.sample_games import LONGEST
from zerosum.core.board import pieces_of
from zerosum.core.game import Game
from zerosum.core.rules import FIRST, Move, State, listed
from zerosum.core.value import DISTANCE, Outcome, scale_for
from zerosum.engines.search import Limit, algorithm
from zerosum.engines.search.cycles import can_repeat


@dataclass(frozen=True)
class DistanceExample:
    """A position with a quick and a slow win, each with the plies to the end, and how many cells are empty there.

    `cells` is the number of cells of a board that fills one by one, with the empty ones after each of the two wins.
    """

    state: State
    quick: Move
    quick_plies: int
    slow: Move
    slow_plies: int
    cells: int | None = None
    quick_empty: int | None = None
    slow_empty: int | None = None


def find_distance_example(game: Game, start: State, seed: int, seconds: float) -> DistanceExample | None:
    """The position of random games with the widest gap between the quickest and the slowest win of the side to move."""
    if scale_for(game) is not DISTANCE or can_repeat(game.rules):
        return None
    until = monotonic() + seconds
    search, random = algorithm("table"), Random(seed)
    found: list[tuple[int, DistanceExample]] = []
    seen = set()
    for _ in range(200):
        if monotonic() > until or len(found) >= 20:
            break
        played = list(islice(game.random_game(start, random), LONGEST))
        for state in played[-6:]:
            if state in seen or game.is_over(state) or monotonic() > until:
                continue
            seen.add(state)
            wins = _wins(game, state, search, until)
            if len(wins) > 1 and wins[0][0] < wins[-1][0]:
                gap = wins[-1][0] - wins[0][0]
                found.append((gap, _example(game, start, state, wins[0], wins[-1])))
    return max(found, key=lambda pair: pair[0])[1] if found else None


Win = tuple[int, Move, tuple[Move, ...]]
"""The plies to the end, the move, and the line that follows it."""


def _wins(game: Game, state: State, search: Callable[..., Any], until: float) -> list[Win]:
    """The moves that win, the quickest first."""
    side = game.to_move(state)
    wins: list[Win] = []
    for move in listed(game.moves(state)):
        child = game.play(state, move)
        if game.is_over(child):
            if game.utility(child) * (1 if side == FIRST else -1) > 0:
                wins.append((1, move, ()))
            continue
        result = search(game, child, limit=Limit(seconds=max(0.0, until - monotonic())))
        value = result.value
        if result.stopped or not isinstance(value, Outcome) or value.distance is None:
            return []
        mine = value if game.to_move(child) == side else -value
        if mine.result > 0 and mine.distance is not None:
            wins.append((mine.distance + 1, move, result.line))
    return sorted(wins, key=lambda win: win[0])


def _example(game: Game, start: State, state: State, quick: Win, slow: Win) -> DistanceExample:
    cells = cells_to_fill(game)
    empty = [_empty(game, game.after(win[2], game.play(state, win[1]))) if cells else None for win in (quick, slow)]
    return DistanceExample(state, quick[1], quick[0], slow[1], slow[0], cells, empty[0], empty[1])


def _empty(game: Game, state: State) -> int:
    return sum(not piece for piece in pieces_of(game, state))


def cells_to_fill(game: Game) -> int | None:
    """The cells of a board that is empty at first and gets one more piece with every move; None for other games.

    >>> from zerosum.core.games import load
    >>> [cells_to_fill(load(spec)) for spec in ("tictactoe", "connect4", "nim")]
    [9, 42, None]
    """
    played = list(islice(game.random_game(game.start, Random(0)), LONGEST))
    empty = [_empty(game, state) for state in played]
    is_filled = all(empty[0] - ply == left for ply, left in enumerate(empty))
    return empty[0] if is_filled and empty[0] == len(pieces_of(game, game.start)) else None
