"""Portable kernels against machine code: the same searches of the same positions, one thread, in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.measure import Contender, Figure, compared, seconds_of, take_turns
from zerosum.core.games import load
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE, rules_on
from zerosum.engines.native.search.perft import NativePerft
from zerosum.engines.native.search.rave import MonteCarlo
from zerosum.engines.native.search.selective import SelectiveSearch
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search.result import Effort, Limit

LADDER, OTHERS = 0.7, 0.5
"""What portable kernels should reach of the speed of machine code."""


def rung(spec: str, algorithm: str, depth: int | None, tier: str) -> int:
    """A rung of the ladder, from the start."""
    game = load(spec)
    return search_on(algorithm, tier)(game, game.start, limit=Limit(depth=depth), plain=True).nodes


def solver(tier: str) -> int:
    """A position of Connect Four in the middle of the game, to its exact value."""
    game = load("connect4")
    state = game.after(game.read_moves("4 4 4 4 4 4 2 2 1 3"))
    asked = Solver(game, memory=16, threads=1, rules=rules_on(tier, game))
    return asked.solve(state).nodes


def selective(spec: str, depth: int, tier: str) -> int:
    """The best move of the start, to a depth."""
    game = load(spec)
    *_, last = SelectiveSearch(game, memory=16, threads=1, tier=tier).best(game.start, Effort(Limit(depth=depth)))
    return last.nodes


def rave(tier: str) -> int:
    """Playouts of Go."""
    game = load("go")
    *_, last = MonteCarlo(game, memory=16, threads=1, tier=tier).best(game.start, Effort(), 1_500)
    return last.nodes


def perft(spec: str, depth: int, tier: str) -> int:
    """Sequences of moves."""
    game, effort = load(spec), Effort()
    NativePerft(game, effort, depth, tier).count(game.start, depth)
    return effort.nodes


WORK: dict[str, tuple[Callable[[str], int], float | None]] = {
    "Tic-Tac-Toe, minimax": (partial(rung, "tictactoe", "minimax", None), LADDER),
    "mnk:4x4x4, alpha-beta 7": (partial(rung, "mnk:4x4x4", "alphabeta", 7), LADDER),
    # Machine code looks at several lines of the estimate at a time (AVX2), WebAssembly does not.
    "Connect Four, alpha-beta 10": (partial(rung, "connect4", "alphabeta", 10), None),
    "Connect Four, solver": (solver, OTHERS),
    "Othello, selective 11": (partial(selective, "othello", 11), OTHERS),
    "Chess, selective 9": (partial(selective, "chess", 9), OTHERS),
    "Go, Monte-Carlo": (rave, OTHERS),
    "Chess, perft 4": (partial(perft, "chess", 4), OTHERS),
}


def portable(_: Any) -> Iterator[Figure]:
    """Portable kernels against machine code, warm, by nodes: everything but the first loading."""
    for what, (work, target) in WORK.items():
        contenders = [Contender(tier, "node", work(tier), partial(seconds_of, partial(work, tier))) for tier in TIERS]
        mine, theirs = take_turns(contenders, 5)
        assert mine is not None
        yield compared(what, mine, theirs, "machine code", target)


TIERS = (PORTABLE, NATIVE)
