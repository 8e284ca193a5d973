"""Stops from other threads at any moment: none is lost, none outlives its call, and later answers are exact."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from tests.places import DATA
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.engines.native.solver.scores import WON
from zerosum.engines.native.solver.solver import ALONE, Solver
from zerosum.engines.native.solver.solver_pool import SolverPool
from zerosum.engines.search.result import Limit, Stopped

proof = pytest.mark.proof

POSITIONS = (DATA / "connect4" / "Test_L2_R1.txt").read_text().splitlines()[:20]

FAR = 20_000_000
"""A limit of nodes that a search only reaches when it does not see a stop."""

NODES_AFTER_A_STOP = 1000
"""A thread looks at every node; what is counted beyond that was under way when the counters were read."""


@cache
def solver_for(threads: int) -> Solver:
    return Solver(load("connect4"), memory=16, threads=threads)


@cache
def easy(number: int) -> tuple[State, int]:
    """A published position that takes some thousand nodes, and its score by a solver that is never stopped."""
    game = load("connect4")
    state = game.after(game.read_moves(POSITIONS[number % len(POSITIONS)].split()[0]))
    return state, Solver(game, memory=16, threads=1).score(state)


def stop_after(solver: Solver, nodes: int, began: threading.Event, stopped_at: list[int]) -> None:
    """Stop a search once it has so many nodes; note how many it had when `stop` returned."""
    began.wait()
    while solver.nodes < nodes and not stopped_at:
        pass
    solver.stop()
    stopped_at.append(solver.nodes)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("rounds", [40, pytest.param(2000, marks=proof)])
def test_random_stops(threads: int, rounds: int) -> None:
    """Before the call, in its first nodes, while threads start, and later; from one thread or from two at once."""
    solver, start, random = solver_for(threads), load("connect4").start, Random(threads)
    for number in range(rounds):
        solver.forget()
        moment = random.choice((0, 1, random.randrange(ALONE), ALONE, random.randrange(ALONE, 6 * ALONE)))
        began, stopped_at = threading.Event(), list[int]()
        stoppers = [
            threading.Thread(target=stop_after, args=(solver, moment, began, stopped_at))
            for _ in range(random.choice((1, 2)))
        ]
        for stopper in stoppers:
            stopper.start()
        began.set()
        found = solver.solve(start, limit=Limit(nodes=FAR))
        for stopper in stoppers:
            stopper.join()
        assert found.stopped
        assert found.low <= WON - 41 <= found.high
        assert found.nodes <= max(stopped_at) + NODES_AFTER_A_STOP * threads
        solver.clear_stop()
        state, score = easy(number % 20)
        answer = solver.solve(state)
        assert (answer.low, answer.high) == (score, score)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_stop_before_a_call_ends_that_call_only(threads: int) -> None:
    solver, start = solver_for(threads), load("connect4").start
    state, score = easy(0)
    solver.forget()
    calls: dict[str, Callable[[], bool]] = {
        "solve": lambda: solver.solve(start, limit=Limit(nodes=FAR)).stopped,
        "at_least": lambda: solver.at_least(start, 1, limit=Limit(nodes=FAR)) is None,
        "line": lambda: solver.line(start, WON - 41, limit=Limit(nodes=FAR)) == (),
    }
    for call in calls.values():
        solver.stop()
        assert call()
        assert solver.nodes == 0
        assert solver.solve(state).low == score
    solver.stop()
    with pytest.raises(Stopped):
        solver.score(start)
    assert solver.score(state) == score


def test_a_call_that_needs_no_search_takes_a_stop() -> None:
    game, solver = load("connect4"), solver_for(1)
    over, won = game.after(game.read_moves("1122334")), game.after(game.read_moves("112233"))
    for state in (over, won):
        solver.stop()
        assert solver.solve(state).exact
        assert not solver.solve(easy(0)[0]).stopped


def test_a_stop_that_is_cleared_ends_nothing() -> None:
    solver = solver_for(2)
    solver.stop()
    solver.clear_stop()
    state, score = easy(1)
    assert solver.solve(state).low == score


@pytest.mark.parametrize("rounds", [20, pytest.param(500, marks=proof)])
def test_a_team_that_is_left_at_random_can_be_used_again(rounds: int) -> None:
    game, random = load("connect4"), Random(0)
    pool = SolverPool(solver_for(1), 2)
    state, score = easy(2)
    for _ in range(rounds):
        tasks = [(number, game.start if number % 3 == 2 else state) for number in range(8)]
        solutions = pool.solve(tasks, limit=Limit(nodes=FAR))
        for _ in range(random.randrange(3)):
            name, solution = next(solutions)
            assert solution.low <= score <= solution.high or name % 3 == 2
        solutions.close()
        found = dict(pool.solve([(0, state), (1, state), (2, state)]))
        assert [(each.low, each.high) for each in found.values()] == [(score, score)] * 3
