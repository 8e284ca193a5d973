"""Our own contenders: compiled searches and the solver, warm, by the calls that a user makes.

Compiling, and touching a table's memory for the first time, are never timed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import numpy as np
from tests.retrograde import layers

from bench.measure import Contender, seconds_of
from bench.published import published_score, read_set, refuse_score
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import scale_for
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.search_layout import NODES, SMALLEST, new_control, new_rows
from zerosum.engines.native.search import perft
from zerosum.engines.native.search.alphabeta import compiled
from zerosum.engines.native.solver.solver import Solver
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search.result import NO_LIMIT, Limit, Watch
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.tables.table import SolvedTable

US = "zerosum"

MEMORY = 64
"""The megabytes of the solver's table on the published sets; BitBully's has 96."""

EMPTY_BOARD_MEMORY = 1024

LOOK_UP_GAMES = 150
"""Random games whose positions are looked up: few enough that plain Python is not replaced by compiled code."""

LONG = 0.2
"""A search is repeated until the repeats take so many seconds: a millisecond cannot be timed alone."""


def search(spec: str, name: str, tier: str, limit: Limit = NO_LIMIT, *, plain: bool = False) -> Contender:
    """Nodes of a search from the start of a game, with a constant estimate: the whole call."""
    game = without_estimate(load(spec))
    ask = search_on(name, tier)

    def once() -> int:
        return ask(game, game.start, limit=limit, plain=plain).nodes

    return _often(once, "node", once())


def entry(spec: str, limit: Limit) -> Contender:
    """Nodes of the same by alpha-beta, but only the compiled entry: no thread, no clock, no result."""
    game = without_estimate(load(spec))
    search = compiled(native_rules(game), scale_for(game))
    rows = new_rows(SMALLEST)

    def once() -> int:
        control = new_control(SMALLEST, limit)
        search(game.start, control, rows)
        return int(control[NODES])

    return _often(once, "node", once())


def sequences(game: Game, depth: int) -> Contender:
    """The move sequences of so many moves from the start of a game, counted by compiled code alone."""
    count = perft.compiled(native_rules(game))

    def once() -> int:
        return int(count(game.start, new_control(SMALLEST, Limit(depth=depth))))

    return _often(once, "sequence", once())


def yielding_connect4(*, checked: bool) -> Game:
    """Connect Four with yielded moves: compiled with the checks of a user's rules, or without, as the game itself."""
    game = load("connect4")

    def moves(state: Any) -> Iterator[int]:
        discs = state[0] | state[1]
        for column in range(7):
            if discs >> (7 * column + 5) & 1 == 0:
                yield column

    as_ours = FunctionType(moves.__code__, {"__name__": "zerosum"}, "moves")
    return replace(game, rules=replace(game.rules, moves=moves if checked else as_ours))


def checked_connect4() -> Game:
    """Connect Four with its bit sets, compiled with the checks of a user's rules."""
    game = load("connect4")
    bit_set = game.rules.moves
    return replace(game, rules=replace(game.rules, moves=lambda state: bit_set(state)))


def answer(spec: str, moves: str, name: str, tier: str, watch: Callable[[], Watch] | None = None) -> Contender:
    """A search of a position to its end, with a new watcher each time, or without one."""
    game = load(spec)
    state = game.after(game.read_moves(moves))
    ask = search_on(name, tier)
    return _often(lambda: ask(game, state, watch=watch() if watch is not None else None), "run", 1)


def slow_answer(spec: str, name: str) -> Contender:
    """A search of a game from its start on the reference tier, which takes too long for a warm-up."""
    game = load(spec)
    ask = search_on(name, "reference")
    return Contender(US, "run", 1, lambda: seconds_of(lambda: ask(game, game.start)))


def solved(spec: str) -> Contender:
    """A game solved from its start in one thread and an empty table."""
    game = load(spec)
    solver = Solver(game, memory=MEMORY, threads=1)

    def once() -> None:
        solver.forget()
        solver.score(game.start)

    return _often(once, "run", 1)


def without_estimate(game: Game) -> Game:
    """The same game with a constant estimate."""
    return replace(game, rules=replace(game.rules, estimate=None))


def _often(once: Callable[[], object], unit: str, units: int) -> Contender:
    """A contender that repeats this until it takes long enough to be timed, after a warm-up."""
    once()
    times = max(1, int(LONG / seconds_of(once)))

    def work() -> None:
        for _ in range(times):
            once()

    return Contender(US, unit, units * times, lambda: seconds_of(work))


def command(name: str, words: Sequence[str]) -> Contender:
    """A run of Python with these arguments, its output discarded."""
    run = [sys.executable, *words]
    return Contender(
        name, "run", 1, lambda: seconds_of(lambda: subprocess.run(run, stdout=subprocess.DEVNULL, check=True))
    )


def solver(threads: int = 1, memory: int = MEMORY) -> Solver:
    """A solver of Connect Four, compiled, whose table has been in use."""
    made = Solver(load("connect4"), memory=memory, threads=threads)
    for columns, _ in read_set("L1_R2", 20):
        made.score(made.game.after(made.game.read_moves(columns)))
    return made


def exact_scores(solver: Solver, positions: Sequence[tuple[str, int]]) -> Contender:
    """Solve positions exactly in one thread, each from an empty table; emptying it is timed too."""
    return _solving(solver, positions, solver.score, published_score)


def outcomes(solver: Solver, positions: Sequence[tuple[str, int]]) -> Contender:
    """The same positions, but only who wins."""
    winners = [(columns, sign(score)) for columns, score in positions]
    return _solving(solver, winners, lambda state: solver.score(state, True), lambda score, _: sign(score))


def in_threads(solver: Solver, positions: Sequence[tuple[str, int]]) -> Contender:
    """Solve positions exactly in all of a solver's threads, each from an empty table."""
    return _solving(solver, positions, lambda state: solver.solve(state).low, published_score)


def _solving(
    solver: Solver,
    positions: Sequence[tuple[str, int]],
    solve: Callable[[State], int],
    published: Callable[[int, int], int],
) -> Contender:
    """Solve positions, repeatedly if that takes too little time, and compare every score with the published one."""
    ready = [(solver.game.after(solver.game.read_moves(columns)), columns, known) for columns, known in positions]

    def once() -> float:
        scores: list[int] = []

        def work() -> None:
            for state, _, _ in ready:
                solver.forget()
                scores.append(solve(state))

        seconds = seconds_of(work)
        for (_, columns, known), score in zip(ready, scores, strict=True):
            refuse_score(US, columns, published(score, len(columns)), known)
        return seconds

    def go() -> float:
        passes = [once()]
        while sum(passes) < LONG:
            passes.append(once())
        return sum(passes) / len(passes)

    return Contender(US, "position", len(ready), go)


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def whole_table(width: int, height: int, positions: int) -> Contender:
    """Connect Four of this size solved into a table on disk, all threads, compiled before; by all its positions."""
    game = load(f"connect4:{width}x{height}")

    def go() -> float:
        with TemporaryDirectory() as folder:
            began = time.perf_counter()
            table = solve(game, Path(folder) / "table")
            seconds = time.perf_counter() - began
            assert table.manifest.positions == positions
        return seconds

    go()
    return Contender(f"solve {game.spec}", "position", positions, go)


def sort_unique(width: int, height: int, positions: int) -> Contender:
    """The same values by numpy's sort and unique, layer by layer, in memory, with rules of its own."""

    def go() -> float:
        began = time.perf_counter()
        found = layers(width, height)
        seconds = time.perf_counter() - began
        assert sum(len(layer.mover) for layer in found) == positions
        return seconds

    return Contender("numpy sort and unique", "position", positions, go)


def look_ups(width: int, height: int) -> tuple[Contender, Contender, Contender]:
    """Look-ups of positions of random games in a table of Connect Four: plain Python, compiled, in one call."""
    game = load(f"connect4:{width}x{height}")
    random = Random(1)
    states = [state for _ in range(LOOK_UP_GAMES) for state in game.random_game(game.start, random)]
    with TemporaryDirectory() as folder:
        # The files stay mapped after they have been deleted.
        plain = solve(game, Path(folder) / "table")
        compiled = SolvedTable(plain.folder, game).compiled()
    words = np.array(states, np.int64)
    expected = [plain.score(state) for state in states]
    assert [compiled.score(state) for state in states] == compiled.scores(words).tolist() == expected

    def one_by_one(table: SolvedTable) -> Contender:
        return Contender(US, "look-up", len(states), lambda: seconds_of(lambda: [table.score(each) for each in states]))

    return one_by_one(plain), one_by_one(compiled), _often(lambda: compiled.scores(words), "look-up", len(states))
