"""Solvers side by side: every position is answered, and whoever leaves, fails or is idle ends the work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from zerosum.answers.analysis.book_builder import positions_by_ply
from zerosum.core.errors import BadRules
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import State
from zerosum.engines.native.compile.entries import PORTABLE, rules_on
from zerosum.engines.native.solver.solver import Solution, Solver
from zerosum.engines.native.solver.solver_pool import SolverPool
from zerosum.engines.search.result import Limit


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_all_positions_are_answered_as_by_one(workers: int) -> None:
    game = load("connect4:4x4")
    tasks = positions_by_ply(game, 3)[3]
    alone = Solver(game, memory=4, threads=1)
    found = dict(SolverPool(Solver(game, memory=4, threads=1), workers).solve(tasks.items()))
    assert {key: solution.low for key, solution in found.items()} == {
        key: alone.score(state) for key, state in tasks.items()
    }


def portable_pool(workers: int) -> SolverPool:
    game = load("connect4")
    return SolverPool(Solver(game, memory=16, rules=rules_on(PORTABLE, game)), workers)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_solvers_with_own_tables_answer_as_one(workers: int) -> None:
    game = load("connect4")
    state = game.after(game.read_moves("4444415525152"))
    tasks = [(move, game.play(state, move)) for move in game.moves(state)]
    alone = Solver(game, memory=16, rules=rules_on(PORTABLE, game))
    pool = portable_pool(workers)
    for limit in (Limit(nodes=50), Limit()):
        found = dict(pool.solve(tasks, limit=limit))
    assert {move: found[move].low for move, _ in tasks} == {move: alone.solve(child).low for move, child in tasks}


def test_a_position_belongs_to_the_solver_whose_table_knows_it() -> None:
    game = load("connect4")
    pool = portable_pool(2)
    tasks = [(text, game.after(game.read_moves(text))) for text in ("1", "2", "3", "4", "5", "6")]
    lists = {"123456": ["135", "246"], "2345": ["35", "24"], "35": ["3", "5"], "5": ["", "5"], "456": ["46", "5"]}
    found = {}
    for asked in lists:
        queues = pool._queues([tasks[int(number) - 1] for number in asked])
        found[asked] = ["".join(name for name, _ in queue) for queue in queues]
    assert found == lists


def test_nothing_to_do() -> None:
    assert list(SolverPool(Solver(load("connect4:4x4"), memory=1, threads=1), 2).solve([])) == []


def hard_task() -> tuple[str, State]:
    return "the empty board", load("connect4").start


def test_whoever_leaves_stops_the_work() -> None:
    game = load("connect4")
    pool = SolverPool(Solver(game, memory=4, threads=1), 2)
    easy = game.after(game.read_moves("121212"))
    solutions = pool.solve([("easy", easy), hard_task()])
    assert next(solutions)[0] == "easy"
    solutions.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "zerosum solver pool"]


def test_all_stop_when_one_is_idle() -> None:
    game = load("connect4")
    pool = SolverPool(Solver(game, memory=4, threads=1), 2)
    easy = game.after(game.read_moves("121212"))
    found = dict(pool.solve([("easy", easy), hard_task()], stop_when_idle=True))
    assert found["easy"].exact
    assert not found["the empty board"].exact


def test_a_progress_callback_can_end_it() -> None:
    pool = SolverPool(Solver(load("connect4"), memory=4, threads=1), 2)

    def progress(so_far: Progress) -> None:
        if so_far.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(pool.solve([hard_task()], progress=progress))


def test_a_progress_callback_hears_of_the_positions_in_work_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.engines.native.solver.solver_pool.POLL_SECONDS", 0.0)
    game = load("connect4:4x4")
    heard: list[int] = []
    answered, beaten = threading.Event(), threading.Event()

    def tasks() -> Iterator[tuple[str, State]]:
        yield "start", game.start
        beaten.wait(20)

    def progress(so_far: Progress) -> None:
        if answered.is_set():
            heard.append(so_far.done)
            beaten.set()

    for _, solution in SolverPool(Solver(game, memory=1, threads=1), 1).solve(tasks(), progress=progress):
        assert solution.nodes > 0
        answered.set()
    assert heard[0] == 0


def test_a_worker_that_cannot_be_started_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    start, begun = threading.Thread.start, []

    def only_one(thread: threading.Thread) -> None:
        if thread.name == "zerosum solver pool":
            begun.append(thread)
        if len(begun) > 1:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", only_one)
    pool = SolverPool(Solver(load("connect4"), memory=4, threads=1), 2)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        list(pool.solve([hard_task()], limit=Limit(nodes=10**7)))
    assert not begun[0].is_alive()


def test_a_limit_is_for_each_position() -> None:
    pool = SolverPool(Solver(load("connect4"), memory=4, threads=1), 2)
    name, state = hard_task()
    found = list(pool.solve([(name, state), ("again", state)], limit=Limit(nodes=1000)))
    assert sorted(each for each, _ in found) == ["again", "the empty board"]
    assert all(solution.stopped and solution.nodes <= 1000 for _, solution in found)


@pytest.mark.parametrize(
    ("limit", "deadline", "expected"),
    [
        (Limit(seconds=1.0), None, [1.0, 1.0, 1.0, 1.0]),
        (Limit(seconds=1.0), 2.5, [1.0, 1.0, 0.5]),
        (Limit(seconds=4.0), 2.5, [2.5]),
        (Limit(nodes=7), 2.5, [2.5]),
        (Limit(seconds=1.0), 0.0, []),
    ],
)
def test_no_search_goes_beyond_the_deadline(
    limit: Limit, deadline: float | None, expected: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each search takes all the seconds that it is given, by a clock that only the searches move on."""
    now, handed = 0.0, list[Limit]()

    def solve(solver: Solver, state: State, *, limit: Limit) -> Solution:
        nonlocal now
        handed.append(limit)
        now += limit.seconds or 0.0
        return Solution(0, 0, False, 0, 0.0, True)

    monkeypatch.setattr(Solver, "solve", solve)
    monkeypatch.setattr("zerosum.engines.native.solver.solver_pool.time", SimpleNamespace(perf_counter=lambda: now))
    game = load("connect4:4x4")
    pool = SolverPool(Solver(game, memory=1, threads=1), 1)
    found = list(pool.solve([(number, game.start) for number in range(4)], limit=limit, deadline=deadline))
    assert [each.seconds for each in handed] == expected
    assert {each.nodes for each in handed} <= {limit.nodes}
    assert len(found) == len(expected)


@pytest.mark.proof
def test_bad_rules_are_named() -> None:
    game = load("connect4:4x4")
    broken = replace(
        game,
        rules=replace(game.rules, utility=lambda state: 7),
        knowledge=replace(game.knowledge, wins=None, safe=None, plies_left=None, ceiling=None),
    )
    with pytest.raises(BadRules, match="utility gives 7"):
        list(SolverPool(Solver(broken, memory=1, threads=1), 2).solve([("start", broken.start)]))
