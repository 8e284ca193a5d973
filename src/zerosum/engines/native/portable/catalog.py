"""Which kernels come with the package: for every game of the registry, at its usual size and at those it offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.core.rules import listed
from zerosum.core.value import scale_for
from zerosum.engines.native.portable.rules import name_of
from zerosum.engines.search.cycles import can_repeat

BEST = {"selective": "selective", "mcts": "rave", "rolls": "rolls"}
"""The search that plays best in a game that cannot be solved (`Game.best_search`)."""

LADDER = ("minimax", "alphabeta", "ordering", "transposition_table", "pvs", "mcts", "rave", "quiescence")
"""The rungs of the ladder that have kernels, for the games of `WITH_LADDER`."""

WITH_LADDER = ("tictactoe", "connect4", "mnk:4x4x4")
"""The games on which searches are compared, at the sizes at which compiled code is worth it."""


MOST_SOLVED_MOVE = 62


WITH_EXAMPLES = ("connect4", "mnk", "go", "gomoku")


class Wanted(NamedTuple):
    """A kernel: of a search, which is a module of `native/search` or the solver, on one of two scales."""

    search: str
    plain: bool


def shipped_games() -> Iterator[Game]:
    """The games that have kernels: each at its usual size, and those that are played at others at these too."""
    specs = {}
    for name, entry in GAMES.items():
        sizes = entry.examples if name in WITH_EXAMPLES else (entry.shown,) if entry.shown else ()
        for spec in (name, *(f"{name}:{size}" for size in sizes)):
            game = load(spec)
            specs[game.spec] = game
    yield from specs.values()


def has_wide_moves(game: Game) -> bool:
    """Whether the solver cannot take a game because its moves do not fit into a bit set."""
    moves = game.rules.moves(game.start)
    return not isinstance(moves, int) and max(listed(moves)) > MOST_SOLVED_MOVE


def wanted_kernels(game: Game) -> dict[str, Wanted]:
    """The kernels of a game by name: what analysis, players and the ladder need."""
    rules = game.rules
    wanted = []
    if game.best_search is not None:
        best = BEST[game.best_search]
        wanted.append(Wanted(best, best == "rave"))
    is_solved = game.best_search is None or (isinstance(rules.moves(rules.start), int) and not can_repeat(rules))
    if rules.odds is None and is_solved:
        wanted.append(Wanted("transposition_table", False))
        if not can_repeat(rules) and not has_wide_moves(game):
            wanted.append(Wanted("solver", False))
    wanted.append(Wanted("perft", False))
    if game.spec in WITH_LADDER:
        rungs = [rung for rung in LADDER if rung != "quiescence" or rules.noisy is not None]
        wanted += [
            Wanted(rung, plain) for rung in rungs for plain in (True, False) if plain or rung not in ("mcts", "rave")
        ]
    return {name_of(game, each.search, scale_for(game, each.plain)): each for each in wanted}
