"""The solver against exhaustive search, published values, and itself under other conditions."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache, reduce
from operator import xor
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.any_spec import any_spec
from tests.brute import SMALL, reachable, truth
from tests.core.games.test_known_values import KALAH
from tests.places import DATA
from tests.retrograde import layers
from tests.thinned import in_proof
from zerosum.core.errors import BadRequest, BadRules, EndlessGame, NumberTooLong, Uncompilable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.progress import Progress
from zerosum.core.rules import Knowledge, Rules, State
from zerosum.core.value import Margin, Outcome
from zerosum.engines.native.compile.entries import PORTABLE, rules_on
from zerosum.engines.native.machine.resources import MEGABYTE
from zerosum.engines.native.search.runner import FIRST_LOOK, start
from zerosum.engines.native.solver.layout import TABLE_MASK
from zerosum.engines.native.solver.scores import WON, value_of
from zerosum.engines.native.solver.solver import Solution, Solver
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import Limit, algorithm

CONNECT4 = DATA / "connect4"
IN_PYTHON = "NUMBA_DISABLE_JIT" in os.environ
proof = pytest.mark.proof
IN_PROOF = () if IN_PYTHON else proof
"""For what would have to be compiled: every run has it without the compiler, the proof with it."""


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cache
def solver_for(spec: str, *, known: bool = True, threads: int = 1, memory: int = 16) -> Solver:
    game = load(spec)
    return Solver(game if known else replace(game, knowledge=Knowledge()), threads=threads, memory=memory)


def score_of(game: Game, spec: str, state: State) -> int:
    """The truth as a score for the side to move."""
    utility, plies = truth(spec)[state]
    mine = utility if game.rules.to_move(state) == 0 else -utility
    return mine if game.margin else sign(mine) * (WON - plies)


def winner(found: Solution) -> int:
    """Who wins, according to the bounds."""
    assert found.low > 0 or found.high < 0 or found.low == found.high == 0
    if not found.margin:
        assert isinstance(found.value, Outcome)
        assert found.value.result == (found.low > 0) - (found.high < 0)
    return 1 if found.low > 0 else -1 if found.high < 0 else 0


def check_line(game: Game, state: State, score: int, line: tuple[int, ...]) -> None:
    """A line is legal to its end, which comes when the score says and is worth what it says."""
    side = game.to_move(state)
    for move in line:
        state = game.play(state, move)
    assert game.is_over(state)
    utility = game.utility(state) * (1 if side == 0 else -1)
    if game.margin:
        assert utility == score
    else:
        assert utility == sign(score)
        assert score == 0 or len(line) == WON - abs(score)


# Every position of small games.

COMPILED = ("tictactoe",)
"""What is compiled in every run: it takes some seconds each. Without the compiler, and as a proof, all are."""

EVERY = [pytest.param(spec, marks=() if spec in COMPILED else IN_PROOF) for spec in SMALL]
BOTH = [
    ("tictactoe", True, 16),
    *in_proof(("tictactoe", False, 4), ("tictactoe", True, 1), ("tictactoe", False, 1)),
    *(
        pytest.param(spec, known, 1, marks=() if spec in COMPILED and known else IN_PROOF)
        for spec in SMALL[1:]
        for known in (True, False)
    ),
]


@pytest.mark.parametrize(("spec", "known", "one_in"), BOTH)
def test_every_position(spec: str, known: bool, one_in: int) -> None:
    """Value and distance, the winner, and what is asked around the value; also with nothing known but the rules."""
    game, solver = load(spec), solver_for(spec, known=known)
    solver.forget()
    for state in reachable(game)[::one_in]:
        score = score_of(game, spec, state)
        found = solver.solve(state)
        assert (found.low, found.high, found.value) == (score, score, value_of(score, game.margin)), state
        assert not found.stopped
        if not game.is_over(state):
            assert solver.score(state) == score, state
            assert sign(solver.score(state, outcome_only=True)) == sign(score), state
            assert solver.at_least(state, score), state
            assert not solver.at_least(state, score + 1), state


@pytest.mark.parametrize("spec", EVERY)
def test_every_winner_without_the_distances(spec: str) -> None:
    """Each with an empty table, so that no earlier answer helps."""
    game, solver = load(spec), solver_for(spec)
    for state in Random(spec).sample(states := reachable(game), min(100, len(states))):
        solver.forget()
        found = solver.solve(state, outcome_only=True)
        score = score_of(game, spec, state)
        assert found.low <= score <= found.high
        assert winner(found) == sign(score)


@pytest.mark.parametrize("spec", EVERY)
def test_every_line(spec: str) -> None:
    game, solver = load(spec), solver_for(spec)
    for state in Random(spec).sample(states := reachable(game), min(150, len(states))):
        score = score_of(game, spec, state)
        check_line(game, state, score, solver.line(state, score))


@pytest.mark.parametrize("spec", EVERY)
def test_every_bound(spec: str) -> None:
    """Any whole number may be asked about, also one that is no position's value."""
    game, solver = load(spec), solver_for(spec)
    far = (0, 1, 2, 5, 900, 6000, 12000, WON - 9, WON - 4, WON - 3, WON - 2, WON - 1, WON, WON + 1, 20000)
    for state in Random(spec).sample(states := reachable(game), min(15, len(states))):
        if not game.is_over(state):
            score = score_of(game, spec, state)
            for bound in (*far, *(-each for each in far), *range(score - 3, score + 4)):
                assert solver.at_least(state, bound) == (score >= bound), (state, bound)


NIM = [
    pytest.param(heaps + rest, marks=IN_PROOF)
    for heaps in ("1,2,3", "4,4,4", "2,2,2,2", "1,1,1,1,1", "9,5", "30")
    for rest in ("", ",misere")
]


@pytest.mark.proof
@pytest.mark.parametrize(("spec", "known"), [("tictactoe", True), ("tictactoe", False), ("kalah:2x2", True)])
def test_three_threads_from_the_first_node(spec: str, known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every position were hard: what threads find and tell each other is as true as what one finds."""
    monkeypatch.setattr("zerosum.engines.native.solver.solver.ALONE", 1)
    game, solver = load(spec), solver_for(spec, known=known, threads=3)
    for state in Random(spec).sample(states := reachable(game), min(120, len(states))):
        solver.forget()
        score = score_of(game, spec, state)
        found = solver.solve(state)
        assert (found.low, found.high) == (score, score), state
        assert winner(solver.solve(state, outcome_only=True)) == sign(score), state


@pytest.mark.parametrize("heaps", NIM)
def test_every_nim_by_bouton(heaps: str) -> None:
    spec = f"nim:{heaps}"
    game, solver = load(spec), solver_for(spec)
    for state in reachable(game):
        if not game.is_over(state):
            left = [int(heap) for heap in game.position_text(state).split(":")[0].split(",")]
            wins = (reduce(xor, left) != 0) != ("misere" in heaps and max(left) == 1)
            assert sign(solver.score(state)) == (1 if wins else -1), left


@pytest.mark.proof
@pytest.mark.skipif(IN_PYTHON, reason="it starts itself")
def test_without_jit_the_same_code_runs_in_python() -> None:
    here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    ran = subprocess.run(
        [*here, "-k", "every and not late", "-m", "not proof"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "skipped" not in ran.stdout


# Connect Four.


@pytest.mark.proof
@pytest.mark.parametrize(
    ("width", "height", "known"),
    [(4, 4, True), (4, 4, False), (4, 5, True), (5, 4, True), (3, 6, True), (8, 2, True)],
)
def test_connect4_positions_one_and_all(width: int, height: int, known: bool) -> None:
    solver = solver_for(f"connect4:{width}x{height}", known=known)
    solver.forget()
    for ply, layer in enumerate(layers(width, height)):
        unfinished = ~layer.over
        mover, other, score = (part[unfinished].tolist() for part in (layer.mover, layer.other, layer.score))
        side = ply % 2
        found = [solver.score((mine, theirs, side)) for mine, theirs in zip(mover, other, strict=True)]
        assert found == score
        winners = [solver.score((mine, theirs, side), True) for mine, theirs in zip(mover, other, strict=True)]
        assert [sign(winner) for winner in winners] == [sign(each) for each in score]


def published(name: str, count: int) -> list[tuple[State, int, int]]:
    """Positions, the plies played, and the points: how many discs the winner has left, plus one."""
    game = load("connect4")
    rows = []
    for line in (CONNECT4 / f"Test_{name}.txt").read_text().splitlines()[:count]:
        columns, points = line.split()
        rows.append((game.after(game.read_moves(columns)), len(columns), int(points)))
    assert len(rows) == count
    return rows


SETS = [
    ("L3_R1", 500, 1, False),
    ("L3_R1", 500, 1, True),
    ("L2_R1", 500, 1, False),
    ("L2_R1", 500, 2, False),
    ("L2_R1", 500, 1, True),
    ("L1_R1", 500, 1, False),
    ("L1_R1", 500, 2, True),
    ("L2_R2", 500, 1, False),
    ("L2_R2", 500, 1, True),
    ("L1_R2", 12, 1, False),
    ("L1_R2", 20, 2, True),
    ("L1_R3", 2, 1, True),
    *(
        pytest.param(name, 500, threads, outcome_only, marks=proof)
        for name in ("L2_R2", "L1_R2", "L1_R3")
        for threads, outcome_only in ((1, False), (1, True), (2, False))
    ),
    pytest.param("L1_R3", 2, 1, False, marks=proof),
]


@pytest.mark.parametrize(("name", "count", "threads", "outcome_only"), SETS)
def test_connect4_published(name: str, count: int, threads: int, outcome_only: bool) -> None:
    solver = solver_for("connect4", threads=threads, memory=1024 if count == 500 and name in ("L1_R2", "L1_R3") else 64)
    solver.forget()
    for state, plies, points in published(name, count):
        found = solver.solve(state, outcome_only=outcome_only)
        if outcome_only:
            assert winner(found) == sign(points), state
        else:
            assert found.exact
            distance = WON - abs(found.low)
            assert sign(found.low) * ((44 - plies - distance) // 2) == points, state


PORTABLE_SETS = [
    *((name, 500) for name in ("L3_R1", "L2_R1", "L1_R1")),
    ("L2_R2", 100),
    ("L1_R2", 5),
    *(pytest.param(name, count, marks=proof) for name, count in (("L2_R2", 500), ("L1_R2", 500), ("L1_R3", 12))),
]


@pytest.mark.parametrize(("name", "count"), PORTABLE_SETS)
def test_connect4_published_on_the_portable_tier(name: str, count: int) -> None:
    game = load("connect4")
    solver = Solver(game, memory=64, rules=rules_on(PORTABLE, game))
    for state, plies, points in published(name, count):
        found = solver.solve(state)
        assert found.exact
        distance = WON - abs(found.low)
        assert sign(found.low) * ((44 - plies - distance) // 2) == points, state


def test_connect4_lines_do_not_depend_on_the_threads() -> None:
    game = load("connect4")
    one, two = solver_for("connect4", memory=64), solver_for("connect4", threads=2, memory=64)
    for state, _, _ in [*published("L2_R1", 10), *published("L2_R2", 5)]:
        two.forget()
        score = two.solve(state).low
        assert score == one.score(state)
        line = two.line(state, score)
        assert line == one.line(state, score)
        check_line(game, state, score, line)


def test_connect4_positions_after_one_another_with_a_tiny_table() -> None:
    """A table far too small for the positions forgets much, and is never wrong."""
    tiny = solver_for("connect4", memory=1)
    assert tiny.table_bytes <= MEGABYTE
    for state, plies, points in published("L1_R1", 100):
        score = tiny.score(state)
        assert sign(score) * ((44 - plies - WON + abs(score)) // 2) == points, state


@pytest.mark.parametrize("threads", [1, 2])
def test_connect4_positions_while_the_table_grows(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From 512 buckets on, which grow every few thousand nodes at first, in the middle of a search."""
    monkeypatch.setattr("zerosum.engines.native.solver.transposition_table.FIRST_BYTES", 1 << 14)
    solver = Solver(load("connect4"), memory=16, threads=threads)
    sizes = []
    for state, plies, points in published("L1_R2", 3):
        solver.forget()
        sizes.append(int(solver._table[TABLE_MASK]) + 1)
        score = solver.solve(state).low
        sizes.append(int(solver._table[TABLE_MASK]) + 1)
        assert sign(score) * ((44 - plies - WON + abs(score)) // 2) == points, state
    assert set(sizes[::2]) == {512}
    assert max(sizes) > 4096


# Known values.

CONNECT4_SIZES = {  # width, height: who wins and on which move, or a draw
    (4, 4): (0, 0),
    (5, 4): (0, 0),
    (6, 4): (-1, 24),
    (7, 4): (0, 0),
    (8, 4): (-1, 32),
    (4, 5): (0, 0),
    (5, 5): (0, 0),
    (6, 5): (0, 0),
    (7, 5): (0, 0),
    (4, 6): (0, 0),
    (5, 6): (0, 0),
    (6, 6): (-1, 36),
    (4, 7): (0, 0),
    (5, 7): (0, 0),
    (4, 8): (0, 0),
    (5, 8): (0, 0),
    (6, 7): (1, 41),
}


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(*size, marks=() if size == (4, 4) else proof) for size in CONNECT4_SIZES]
)
def test_connect4_sizes(width: int, height: int) -> None:
    winner, plies = CONNECT4_SIZES[width, height]
    spec = f"connect4:{width}x{height}"
    want = Outcome(winner, plies) if winner else Outcome(0)
    assert solver_for(spec, memory=16 if width * height < 21 else 512).solve(load(spec).start).value == want


KNOWN: dict[str, Outcome | Margin] = {
    "tictactoe": Outcome(0),
    "mnk:4x3x3": Outcome(1),
    "mnk:5x3x3": Outcome(1),
    "mnk:4x4x3": Outcome(1),
    "mnk:4x4x4": Outcome(0),
    "mnk:5x4x4": Outcome(0),
    "mnk:6x4x4": Outcome(0),
    "mnk:7x4x4": Outcome(0),
    "mnk:6x5x4": Outcome(1),
    "mnk:5x5x4": Outcome(0),
    "othello:4": Margin(-8),
    "hexapawn:2x3": Outcome(-1, 2),
    "hexapawn:3x3": Outcome(-1, 6),
    "hexapawn:4x3": Outcome(1, 5),
    "hexapawn:5x3": Outcome(1, 7),
    "hexapawn:2x4": Outcome(-1, 6),
    "hexapawn:3x4": Outcome(-1, 8),
    "hexapawn:4x4": Outcome(1, 11),
    "hexapawn:3x5": Outcome(1, 11),
    "hexapawn:5x4": Outcome(-1, 14),
    "hexapawn:4x5": Outcome(-1, 16),
}
"""For the first player, with the distance where a source tells it; a board of hexapawn is given as width x height."""

TOO_SLOW_KALAH = ("kalah:5x5", "kalah:6x4")
"""Not yet within minutes."""

KNOWN |= {spec: Margin(margin) for spec, margin in KALAH.items() if spec not in TOO_SLOW_KALAH}


@pytest.mark.parametrize("spec", [pytest.param(spec, marks=() if spec in COMPILED else proof) for spec in KNOWN])
def test_known_values(spec: str) -> None:
    value = solver_for(spec, memory=512 if spec not in COMPILED else 16).solve(load(spec).start).value
    want = KNOWN[spec]
    if isinstance(want, Outcome) and want.distance is None:
        assert isinstance(value, Outcome)
        assert value.result == want.result
    else:
        assert value == want


# Limits.


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [1, 2, 100, 20_000, 20_001, 30_000, 60_000])
def test_nodes_are_limited_and_bounds_true(nodes: int, threads: int) -> None:
    """What is known when it stops holds, and the next attempt goes on from there."""
    solver = solver_for("connect4", threads=threads, memory=64)
    state = published("L1_R2", 1)[0][0]
    score = solver.solve(state).low
    solver.forget()
    found = solver.solve(state, limit=Limit(nodes=nodes))
    assert found.stopped
    assert not found.exact
    assert found.low <= score <= found.high
    assert found.nodes <= nodes
    assert found.nodes == solver.nodes
    assert solver.solve(state).low == score


@pytest.mark.parametrize("threads", [1, 2])
def test_seconds_are_limited(threads: int) -> None:
    solver = solver_for("connect4", threads=threads, memory=64)
    began = time.perf_counter()
    found = solver.solve(load("connect4").start, limit=Limit(seconds=0.2))
    assert time.perf_counter() - began < 3
    assert found.stopped
    assert found.seconds >= 0.2
    assert found.low <= WON - 41 <= found.high
    assert found.value is None


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int) -> None:
    """Asked by the progress, so that the work has surely begun; and the next question is answered."""
    solver = solver_for("connect4", threads=threads, memory=64)
    start = load("connect4").start

    def progress(effort: Progress) -> None:
        assert effort.done > 0
        stopper = threading.Thread(target=solver.stop)
        stopper.start()
        stopper.join()

    before = threading.active_count()
    found = solver.solve(start, progress=progress)
    assert found.stopped
    assert found.low <= WON - 41 <= found.high
    assert threading.active_count() == before
    state, plies, points = published("L2_R1", 1)[0]
    score = solver.solve(state).low
    assert sign(score) * ((44 - plies - WON + abs(score)) // 2) == points


def test_what_a_pulse_raises_ends_the_work() -> None:
    solver = solver_for("connect4", threads=2, memory=64)

    def progress(effort: Progress) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        solver.solve(load("connect4").start, progress=progress)
    assert threading.active_count() == before


def test_a_line_keeps_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("connect4")
    solver = solver_for("connect4", memory=64)
    reaches = solver._reaches
    total = 0

    def counted(*words: Any, **settings: Any) -> bool | None:
        nonlocal total
        reached = reaches(*words, **settings)
        total += solver.nodes
        return reached

    def counted_line(state: State, score: int, limit: Limit) -> tuple[tuple[int, ...], int]:
        nonlocal total
        total = 0
        return solver.line(state, score, limit=limit), total

    monkeypatch.setattr(solver, "_reaches", counted)
    for state, _, _ in published("L2_R2", 4):
        score = solver.solve(state).low
        whole = solver.line(state, score)
        for nodes in (1, 50, 1000, 10**9):
            solver.forget()
            part, spent = counted_line(state, score, Limit(nodes=nodes))
            assert part == whole[: len(part)]
            assert spent <= nodes
            assert len(part) < len(whole) or nodes > 50
        assert part == whole
        check_line(game, state, score, whole)
        assert solver.at_least(state, score, limit=Limit(nodes=1)) in (True, None)


def test_seconds_are_looked_at_from_the_beginning() -> None:
    solver = solver_for("connect4", memory=64)
    solver.forget()
    found = solver.solve(load("connect4").start, limit=Limit(seconds=0))
    assert found.stopped
    assert found.nodes == FIRST_LOOK
    found = solver.solve(load("connect4").start, limit=Limit(seconds=10, nodes=30_000))
    assert found.nodes == 30_000
    game, search = load("tictactoe"), search_on("minimax", "native")
    search(game, game.start, limit=Limit(nodes=1))  # compiled before the clock runs
    assert search(game, game.start, limit=Limit(seconds=0)).nodes == FIRST_LOOK


def test_at_least_says_when_it_does_not_know() -> None:
    solver = solver_for("connect4", memory=64)
    solver.forget()
    start = load("connect4").start
    assert solver.at_least(start, 1, limit=Limit(nodes=100)) is None
    assert solver.at_least(start, 1, limit=Limit(seconds=0.05)) is None
    assert solver.at_least(start, WON - 1) is False


# The table.


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", *in_proof("kalah:2x2")])
@pytest.mark.parametrize("memory", [1, 2, 3, 7, 64])
def test_a_table_keeps_to_its_memory(spec: str, memory: int) -> None:
    solver = Solver(load(spec), memory=memory, threads=1)
    assert memory * MEGABYTE // 4 < solver.table_bytes <= memory * MEGABYTE


def test_what_is_forgotten_costs_again() -> None:
    solver = solver_for("connect4", memory=64)
    state = published("L2_R1", 1)[0][0]
    costs = []
    for forget in (True, True, False):
        if forget:
            solver.forget()
        solver.score(state)
        costs.append(solver.nodes)
    assert costs[0] == costs[1] > costs[2]


def test_nodes_are_those_of_the_last_position() -> None:
    game = load("connect4")
    solver = Solver(game, memory=16, threads=2)
    assert solver.solve(published("L2_R2", 2)[1][0]).nodes == solver.nodes
    won = game.after(game.read_moves("112233"))
    assert (solver.score(won), solver.nodes) == (WON - 1, 0)
    solver.solve(published("L2_R2", 1)[0][0])
    assert solver.at_least(won, 1)
    assert solver.nodes == 0


def test_colleagues_share_what_they_find() -> None:
    solver = solver_for("connect4", memory=64)
    solver.forget()
    state = published("L2_R2", 1)[0][0]
    score = solver.score(state)
    sharing_table = solver.sharing_table()
    assert (sharing_table.table_bytes, sharing_table.score(state)) == (solver.table_bytes, score)
    assert sharing_table.nodes < solver.nodes


# What is refused.


def made(*, margin: bool = False, **changes: Any) -> Game:
    """Rules that go wrong in the way that the first number of the state says, at the end of a countdown."""

    def moves(state: Any) -> int:
        if state[1] == 1 and state[0] == 2:
            return -4
        return 0 if state[1] == 1 and state[0] == 3 else 1

    usual: dict[str, Any] = {
        "start": (4, 9),
        "to_move": lambda state: state[1] % 2,
        "moves": moves,
        "play": lambda state, move: (state[0], state[1] + 1 if state[0] == 0 else state[1] - 1),
        "is_over": lambda state: state[1] == 0,
        "utility": lambda state: 2 if state[0] == 1 else 1,
    }
    rules = Rules(**{**usual, **changes})
    return Game(name="Made", spec="made", rules=rules, text=plain_text(rules), margin=margin)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("state", "error"), [((0, 1), EndlessGame), ((1, 3), BadRules), ((1, 0), BadRules), ((2, 3), BadRules)]
)
def test_wrong_rules_get_the_sentence_of_the_reference(state: State, error: type[ZerosumError]) -> None:
    game = made()
    with pytest.raises(error) as expected:
        algorithm("table")(game, state)
    with pytest.raises(error) as got:
        Solver(game, memory=1, threads=2).solve(state)
    assert str(got.value) == str(expected.value)


def test_what_is_deep_is_left_to_threads_with_stack_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack of whoever calls may be small, and would overflow."""
    begun = []

    def noted(work: Callable[[], None], threads: list[threading.Thread]) -> None:
        begun.append(work)
        start(work, threads)

    monkeypatch.setattr("zerosum.engines.native.solver.solver.start", noted)
    solver = Solver(made(), memory=1, threads=1)
    for ask in (solver.solve, solver.score):
        with pytest.raises(EndlessGame):
            ask((0, 1))
        assert len(begun) == 1
        begun.clear()
        assert ask((4, 9))
        assert not begun


def test_a_thread_that_cannot_be_started_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[threading.Thread] = []

    def only_one(work: Callable[[], None], threads: list[threading.Thread]) -> None:
        if begun:
            raise RuntimeError("can't start new thread")
        start(work, threads)
        begun.extend(threads)

    monkeypatch.setattr("zerosum.engines.native.solver.solver.start", only_one)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        solver_for("connect4", threads=2, memory=64).solve(load("connect4").start, limit=Limit(nodes=10**7))
    assert not begun[0].is_alive()


def test_a_position_without_moves_gets_the_sentence_of_the_other_compiled_searches() -> None:
    with pytest.raises(BadRules, match="moves gives no move in a position that is not over"):
        Solver(made(), memory=1, threads=1).solve((3, 3))


@pytest.mark.parametrize("utility", [pytest.param(u, marks=IN_PROOF) for u in (40_000, -40_000, 1 << 40)])
def test_every_margin_too_wide_for_the_table_is_refused(utility: int) -> None:
    game = made(utility=lambda state: 32_766 if state[0] == 4 else utility, margin=True)
    solver = Solver(game, memory=1, threads=1)
    assert solver.solve((4, 4)).value == Margin(32_766)
    assert solver.solve((4, 3)).value == Margin(-32_766)
    assert solver.solve((1, 0)).value == Margin(utility)
    with pytest.raises(NumberTooLong, match=f"utility gives {utility}, .* margins up to 32,766 only"):
        solver.solve((1, 3))


def test_a_long_game_is_solved_to_its_end() -> None:
    solver = Solver(made(), memory=16, threads=2)
    assert solver.solve((4, 3000)).value == Outcome(1, 3000)
    assert solver.line((4, 300), WON - 300) == (0,) * 300


def test_what_solvers_refuse() -> None:
    game = load("tictactoe")
    for memory, threads, why in (
        (0, 1, "memory must be from 1 to"),
        (-1, 1, "memory must be from 1 to"),
        (10**9, 1, "the megabytes that are free"),
    ):
        with pytest.raises(BadRequest, match=why):
            Solver(game, memory=memory, threads=threads)
    for threads in (0, 257):
        with pytest.raises(BadRequest, match=f"threads must be from 1 to 256, not {threads}"):
            Solver(game, memory=1, threads=threads)
    with pytest.raises(Uncompilable, match="chance"):
        Solver(replace(game, rules=replace(game.rules, odds=lambda state, move: 1)), memory=1)


# Random positions of random games.

POOL = ("connect4", "connect4:4x4", "tictactoe", "kalah:2x2")


@pytest.mark.proof
@settings(max_examples=60)
@given(data=st.data())
def test_every_late_position(data: st.DataObject) -> None:
    """Against the reference searches: compiled already, or of any size without the compiler and in `make proof`."""
    is_quick = settings.default is not None and settings.default.derandomize and not IN_PYTHON
    spec = data.draw(st.sampled_from(POOL) if is_quick else any_spec(6))
    game = load(spec)
    path = list(game.random_game(game.start, Random(data.draw(st.integers(0, 1 << 32)))))
    state = path[max(0, len(path) - 1 - data.draw(st.integers(0, 8)))]
    want = algorithm(data.draw(st.sampled_from(("mtdf", "table"))))(game, state, limit=Limit(nodes=20_000))
    if not want.exact:
        return
    solver = solver_for(spec, memory=data.draw(st.sampled_from((1, 16))), threads=data.draw(st.sampled_from((1, 2))))
    found: Solution = solver.solve(state)
    if isinstance(want.value, Outcome) and want.value.result == 0:
        assert found.value == Outcome(0)
    else:
        assert found.value == want.value
    check_line(game, state, found.low, solver.line(state, found.low))
