"""The pool: who is next, who has to make room, and what becomes of workers that hang or die."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from zerosum.core.errors import ZerosumError
from zerosum.faces.web import pool as pooling
from zerosum.faces.web.pool import Busy, Fault, Pool, Refused, Request, Worker

PATIENCE = 60
"""The seconds after which a test gives up; none takes a tenth of it."""


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(limited())


class Actor(Worker):
    """A worker without a process: a short job ends at once, a long one after so many turns, which end when asked to."""

    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self.log = log
        self.stop = asyncio.Event()

    async def do(self, request: Request) -> None:
        self.log.append(request.name)
        self.stop.clear()
        if not request.is_short and not request.is_over:
            await self.stop.wait()
        request.arguments["turns"] -= 1
        if request.is_short or request.arguments["turns"] == 0:
            request.end("end", None)

    def ask_to_stop(self) -> None:
        self.stop.set()

    async def kill(self) -> None:
        pass


def staged(size: int) -> tuple[Pool, list[str]]:
    """A pool of actors, and the names of the jobs in the order in which they are begun."""
    log: list[str] = []
    pool = Pool(size)
    pool._workers = [Actor(log) for _ in range(size)]
    return pool, log


@pytest.fixture(autouse=True)
def quick_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooling, "FIRST_TURN", 0.002)
    monkeypatch.setattr(pooling, "TURN", 0.01)


def begin(
    pool: Pool, name: str, *, turns: int = 1, short: bool = False, game: str = "", resumes: bool | None = None
) -> asyncio.Task[Any]:
    async def ask() -> None:
        arguments = {"turns": turns, "game": game or name}
        takes_turns = not short if resumes is None else resumes
        async for _ in pool.stream(name, arguments, seconds=9, short=short, resumes=takes_turns):
            pass

    return asyncio.ensure_future(ask())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


def test_a_long_job_makes_room_for_a_short_one_and_goes_on_after_it() -> None:
    async def test() -> None:
        pool, log = staged(1)
        long = begin(pool, "long", turns=2)
        await until(lambda: log == ["long"])
        await begin(pool, "short", short=True)
        await until(lambda: len(log) == 3)
        assert log == ["long", "short", "long"]
        pool._workers[0].ask_to_stop()
        await long

    run(test)


def test_short_jobs_come_before_long_ones_that_had_a_turn() -> None:
    async def test() -> None:
        pool, log = staged(1)
        one, two = begin(pool, "one", turns=3), begin(pool, "two", turns=3)
        await until(lambda: log == ["one", "two", "one"])
        await asyncio.gather(*(begin(pool, f"short{n}", short=True) for n in range(3)))
        assert log[3:6] == ["short0", "short1", "short2"]
        one.cancel()
        two.cancel()

    run(test)


def test_long_jobs_take_turns() -> None:
    async def test() -> None:
        pool, log = staged(1)
        jobs = [begin(pool, name, turns=3) for name in ("a", "b", "c")]
        await until(lambda: len(log) >= 9)
        assert log[:9] == ["a", "b", "c"] * 3
        for job in jobs:
            job.cancel()

    run(test)


def test_a_worker_is_kept_free_of_long_jobs_that_had_a_turn() -> None:
    async def test() -> None:
        pool, log = staged(2)
        jobs = [begin(pool, name, turns=99) for name in ("a", "b", "c")]
        await until(lambda: len(log) > 9)
        at_once = sum(worker.request is not None for worker in pool._workers)
        assert at_once == 1
        for job in jobs:
            job.cancel()

    run(test)


def test_reports_that_take_no_turns_leave_a_worker_for_what_is_short() -> None:
    async def test() -> None:
        pool, log = staged(3)
        jobs = [begin(pool, f"report{n}", turns=99, resumes=False) for n in range(4)]
        await until(lambda: len(log) >= 2)
        await begin(pool, "short", short=True)
        assert sorted(log) == ["report0", "report1", "short"]
        for job in jobs:
            job.cancel()

    run(test)


def test_one_game_never_takes_all_workers() -> None:
    async def test() -> None:
        pool, log = staged(3)
        jobs = [begin(pool, f"mine{n}", turns=99, game="endless.py") for n in range(6)]
        await until(lambda: len(log) >= 2)
        assert sum(worker.request is not None for worker in pool._workers) == 2
        await begin(pool, "yours", short=True, game="tictactoe")
        assert "yours" in log
        for job in jobs:
            job.cancel()

    run(test)


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(pooling, "MOST_WAITING", 2)
        pool, log = staged(1)
        jobs = [begin(pool, name, turns=99) for name in ("runs", "waits", "waits too")]
        await until(lambda: log != [])
        with pytest.raises(Busy, match="too many requests are waiting already; try again in a moment"):
            await begin(pool, "late")
        for job in jobs:
            job.cancel()

    run(test)


def test_who_waits_is_told_how_many_are_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(pooling, "HEARTBEAT", 0.001)
        monkeypatch.setattr(pooling, "FIRST_TURN", PATIENCE)
        pool, log = staged(1)
        jobs = [begin(pool, name, turns=99) for name in ("runs", "waits")]
        await until(lambda: log != [])
        async for kind, answer, _ in pool.stream("x", {"turns": 1}, seconds=1, resumes=True):
            assert (kind, answer) == ("waiting", {"before": 1})
            break
        for job in jobs:
            job.cancel()

    run(test)


def test_who_leaves_the_queue_is_not_served() -> None:
    async def test() -> None:
        pool, log = staged(1)
        long = begin(pool, "long", turns=99)
        await until(lambda: log == ["long"])
        waiting = begin(pool, "gone", short=True)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert pool._waiting == []
        await begin(pool, "short", short=True)
        assert "gone" not in log
        long.cancel()

    run(test)


GAME = """import os
start = (3,)
def to_move(state): return state[0] % 2
def moves(state):
    {moves}
    return 1
def play(state, move): return (state[0] - 1,)
def is_over(state): return state[0] == 0
def utility(state): return 1
"""


def written(folder: Path, moves: str) -> str:
    file = folder / "my_game.py"
    file.write_text(GAME.format(moves=moves))
    return str(file)


async def works(pool: Pool) -> None:
    found = await pool.ask("position", {"game": "tictactoe", "moves": "4"}, seconds=PATIENCE)
    assert found["moves"] == ["4"]


def process_of(pool: Pool) -> int:
    process = pool._workers[0]._process
    assert process is not None
    return process.pid


def test_a_dying_worker_is_a_fault_and_the_next_request_works(tmp_path: Path) -> None:
    async def test() -> None:
        pool = Pool(1)
        with pytest.raises(Fault, match="a worker has died"):
            await pool.ask(
                "position", {"game": written(tmp_path, "import ctypes; ctypes.string_at(0)")}, seconds=PATIENCE
            )
        await works(pool)
        await pool.close()

    run(test)


def test_a_worker_that_hangs_is_killed_and_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        pool = Pool(1)
        await works(pool)
        first = process_of(pool)
        monkeypatch.setattr(pooling, "GRACE", 0.1)
        with pytest.raises(Refused, match="that took too long, and was given up"):
            await pool.ask("position", {"game": written(tmp_path, "while True: pass")}, seconds=0.1)
        await works(pool)
        assert process_of(pool) != first
        await pool.close()

    run(test)


def test_a_worker_that_nobody_waits_for_and_that_hangs_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        pool = Pool(1)
        await works(pool)
        first = process_of(pool)
        monkeypatch.setattr(pooling, "LEAVING", 0.1)
        endless = {"game": written(tmp_path, "while True: pass")}
        hanging = asyncio.ensure_future(pool.ask("position", endless, seconds=PATIENCE))
        await until(lambda: pool._workers[0].request is not None)
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
        await works(pool)
        assert process_of(pool) != first
        await pool.close()

    run(test)


def test_an_endless_game_of_ones_own_does_not_block_others(tmp_path: Path) -> None:
    async def test() -> None:
        pool = Pool(2)
        game = written(tmp_path, "while True: pass")
        mine = [asyncio.ensure_future(pool.ask("position", {"game": game}, seconds=PATIENCE)) for _ in range(4)]
        await works(pool)
        await works(pool)
        assert not any(each.done() for each in mine)
        for each in mine:
            each.cancel()
        await asyncio.gather(*mine, return_exceptions=True)
        await pool.close()

    run(test)


def test_what_a_game_prints_does_not_get_among_the_answers(tmp_path: Path) -> None:
    async def test() -> None:
        pool = Pool(1)
        game = written(tmp_path, "print('{}'); os.write(1, b'noise')")
        assert (await pool.ask("position", {"game": game}, seconds=PATIENCE))["legal"] == ["0"]
        await pool.close()

    run(test)


def test_errors_of_a_users_game_are_named(tmp_path: Path) -> None:
    async def test() -> None:
        pool = Pool(1)
        with pytest.raises(ZerosumError, match=r"my_game\.py, line 5 in moves: ZeroDivisionError"):
            await pool.ask("position", {"game": written(tmp_path, "1 / 0")}, seconds=PATIENCE)
        await pool.close()

    run(test)


def test_faults_of_our_own_are_called_so() -> None:
    async def test() -> None:
        pool = Pool(1)
        with pytest.raises(Fault, match="a fault in zerosum itself: KeyError"):
            await pool.ask("position", {}, seconds=PATIENCE)
        await works(pool)
        await pool.close()

    run(test)


def test_a_worker_that_cannot_be_started_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        pool = Pool(1)
        monkeypatch.setattr("sys.executable", "/no/such/python")
        with pytest.raises(Fault, match="a worker cannot be used"):
            await works(pool)
        monkeypatch.undo()
        await works(pool)
        await pool.close()

    run(test)


def test_a_stopped_job_leaves_its_worker_as_it_is() -> None:
    """Whoever leaves after the first answer stops the job, and the worker goes on with the next one."""

    async def test() -> None:
        pool = Pool(1)
        found = pool.stream("analysis", {"game": "connect4:5x5", "tables": []}, seconds=PATIENCE, resumes=True)
        async for kind, _, _ in found:
            assert kind == "answer"
            break
        first = process_of(pool)
        await found.aclose()
        assert pool._waiting == []
        await works(pool)
        assert process_of(pool) == first
        await pool.close()

    run(test)
