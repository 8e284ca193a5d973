"""The worker pool and its scheduler: many requests share a few processes, and none of them starves.

A request is a job for one worker. Short jobs are scheduled first. A long job is preempted after its time slice if
other jobs wait, and goes to the end of the queue. It resumes cheaply, because a worker keeps the transposition tables
of the last games. A worker that exceeds its deadline is killed and replaced.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from zerosum.core.errors import ZerosumError
from zerosum.core.games import is_file_spec
from zerosum.faces.web.frames import Frame, packed, receive

TURN = 1.0
"""The time slice of a long job, in seconds, while other jobs wait."""

FIRST_TURN = 0.1
"""The time slice of a long job, in seconds, while a short or a new job waits."""

GRACE = 30.0
"""The seconds that a worker may exceed the limit of its job before it is killed; compiling a game takes some."""

LEAVING = 15.0
"""The seconds that a worker may continue after its client has left, before it is killed. A search polls the stop flag
often, a compiler does not, and rules with an endless loop never do."""

MOST_WAITING = 500
"""The capacity of the queue; more requests are refused."""

LARGEST_LINE = 64 << 20

HEARTBEAT = 1.0
"""How often, in seconds, a waiting client is told its place in the queue."""


class Busy(ZerosumError):
    """The queue is full."""


class Refused(ZerosumError):
    """A worker refused the job; the message is its sentence."""


class Fault(Exception):
    """An internal error: not the client's fault."""


@dataclass(eq=False)
class Request:
    """A job that waits for a worker or runs on one. `resumes` says that it may be preempted and resumed."""

    number: int
    name: str
    arguments: dict[str, Any]
    is_short: bool
    resumes: bool
    seconds: float
    answers: asyncio.Queue[tuple[str, Any, bytes | None]] = field(default_factory=asyncio.Queue)
    spent: float = 0.0
    answered: int = 0
    began: float = 0.0
    is_paused: bool = False
    is_over: bool = False

    @property
    def game(self) -> str:
        """Which game it is about."""
        return str(self.arguments.get("game", ""))

    @property
    def is_users_own(self) -> bool:
        """Whether the game is a user's file, whose rules may never return."""
        return is_file_spec(self.game)

    @property
    def is_first(self) -> bool:
        """Whether it has priority: it is short, or it is resumable and has not run yet."""
        return self.is_short or (self.resumes and self.spent == 0)

    def end(self, kind: str, answer: Any) -> None:
        """Send the last answer."""
        self.is_over = True
        self.answers.put_nowait((kind, answer, None))


class Worker:
    """A process that runs one job at a time. The quick worker prefers short jobs; the others run at lower priority."""

    def __init__(self, is_quick: bool = False) -> None:
        """The process starts when the first job comes."""
        self.is_quick = is_quick
        self._process: asyncio.subprocess.Process | None = None
        self._killed: asyncio.subprocess.Process | None = None
        self.request: Request | None = None
        self.games: dict[str, None] = {}
        self._until = 0.0
        self._starting = asyncio.Lock()

    async def start(self) -> asyncio.subprocess.Process:
        """The process; started if it is not running."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self.games.clear()
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-P",  # a random.py in the folder where the server was started is not Python's own
                    "-m",
                    "zerosum.faces.web.worker",
                    *([] if self.is_quick else ["--patient"]),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LARGEST_LINE,
                    start_new_session=True,  # Ctrl-C is for the server, which ends its workers
                )
            return self._process

    async def do(self, request: Request) -> None:
        """Run a job and forward its answers."""
        process = await self.start()
        assert process.stdin is not None
        self.games[request.game] = None
        arguments = {**request.arguments, "seconds": request.seconds - request.spent, "first": request.spent == 0}
        arguments |= {"resumes": request.resumes, "answered": request.answered}
        process.stdin.write(packed(Frame({"job": request.number, "name": request.name, "arguments": arguments})))
        self._until = time.monotonic() + request.seconds - request.spent + GRACE
        if request.is_over:
            self.give_up()
        while True:
            try:
                frame = await self._next_frame(process)
            except TimeoutError:
                await self.kill()
                request.end("refused", "that took too long, and was given up")
                return
            if frame is None:
                await self.kill()
                request.end("fault", "a worker has died")
                return
            if frame.message["job"] != request.number:
                continue
            kind = frame.message["kind"]
            if kind == "again" or (kind == "end" and request.is_paused):
                return
            if kind in ("end", "refused", "fault"):
                request.end(kind, frame.message["answer"])
                return
            request.answered += kind == "answer"
            request.answers.put_nowait((kind, frame.message["answer"], frame.block))

    async def _next_frame(self, process: asyncio.subprocess.Process) -> Frame | None:
        """The next frame; raises `TimeoutError` at the deadline, which `give_up` may bring forward meanwhile."""
        assert process.stdout is not None
        coming = asyncio.ensure_future(receive(process.stdout))
        try:
            while not coming.done():
                left = self._until - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                await asyncio.wait({coming}, timeout=min(left, HEARTBEAT))
            return coming.result()
        finally:
            coming.cancel()

    def give_up(self) -> None:
        """The client has left: ask the worker to stop, and bring its deadline forward."""
        self._until = min(self._until, time.monotonic() + LEAVING)
        self.ask_to_stop()

    def ask_to_stop(self) -> None:
        """Set the stop flag of the current job."""
        if self.request is not None and self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(packed(Frame({"stop": self.request.number})))

    async def kill(self) -> None:
        """Kill the process; if it is starting, as soon as it has started."""
        async with self._starting:
            process = self._process
        if process is not None and process.returncode is None:
            # A second signal would reap the process before asyncio does, which then complains about that.
            if process is not self._killed:
                self._killed = process
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()


class Pool:
    """The workers and their queue. One worker is reserved for short jobs."""

    def __init__(self, size: int | None = None) -> None:
        """Start with an empty queue; processes start when they are first needed."""
        size = max(3, (os.cpu_count() or 1) + 1) if size is None else size
        self._workers = [Worker(is_quick=number == 0) for number in range(size)]
        self._most_long = max(1, size - 1)
        self._waiting: list[Request] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def warm_up(self) -> None:
        """Start the processes now, so that the first request does not wait for them."""
        for worker in self._workers:
            arguments = {"native": not worker.is_quick}
            worker.request = Request(0, "nothing", arguments, is_short=True, resumes=False, seconds=10)
            self._start(self._serve(worker, worker.request))

    async def stream(
        self, name: str, arguments: dict[str, Any], *, seconds: float, short: bool = False, resumes: bool = False
    ) -> AsyncGenerator[tuple[str, Any, bytes | None]]:
        """Yield the answers of a job, as ("answer", message, bytes), and heartbeats between them.

        Heartbeats are ("progress", how far, None) and ("waiting", place in the queue, None). Raises `ZerosumError`
        for what the client can correct, and `Fault`. Closing the generator stops the job.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise Busy("too many requests are waiting already; try again in a moment")
        request = Request(next(self._numbers), name, arguments, short, resumes, seconds)
        self._waiting.append(request)
        self._assign()
        try:
            while True:
                try:
                    kind, answer, block = await asyncio.wait_for(request.answers.get(), HEARTBEAT)
                except TimeoutError:
                    if request in self._waiting:
                        yield "waiting", {"before": self._waiting.index(request)}, None
                    continue
                if kind == "end":
                    return
                if kind == "refused":
                    raise Refused(answer)
                if kind == "fault":
                    raise Fault(answer)
                yield kind, answer, block
        finally:
            self._leave(request)

    async def ask(self, name: str, arguments: dict[str, Any], *, seconds: float, short: bool = True) -> Any:
        """The last answer of a job."""
        last = None
        async for kind, answer, _ in self.stream(name, arguments, seconds=seconds, short=short):
            if kind == "answer":
                last = answer
        return last

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        for worker in self._workers:
            await worker.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _leave(self, request: Request) -> None:
        """The client has left."""
        request.is_over, request.is_paused = True, False
        if request in self._waiting:
            self._waiting.remove(request)
        for worker in self._workers:
            if worker.request is request:
                worker.give_up()

    def _assign(self) -> None:
        """Assign waiting jobs to idle workers, short jobs first."""
        while not self._is_closed and (request := self._next()) is not None:
            idle = [worker for worker in self._workers if worker.request is None]
            # The quick one for what is short, the others for the rest; then one that knows the game, or nothing yet.
            worker = min(
                idle,
                key=lambda each: (each.is_quick != request.is_first, request.game not in each.games, len(each.games)),
            )
            self._waiting.remove(request)
            worker.request = request
            self._start(self._serve(worker, request))

    def _next(self) -> Request | None:
        """The next job, if a worker is free for it."""
        running = [worker.request for worker in self._workers if worker.request is not None]
        return next(iter(self._able(running)), None)

    def _able(self, running: list[Request]) -> list[Request]:
        """The waiting jobs that could run beside these, in order."""
        if len(running) == len(self._workers):
            return []
        # Never all workers for one user's file, whose rules may never return; and never all for long jobs.
        games = Counter(each.game for each in running)
        able = [each for each in self._waiting if not each.is_users_own or games[each.game] < self._most_long]
        first = [each for each in able if each.is_first]
        if sum(not each.is_short for each in running) >= self._most_long:
            return first
        return first + [each for each in able if not each.is_first]

    def _waits_for(self, request: Request) -> list[Request]:
        """The waiting jobs that could run if this one were preempted."""
        others = [each.request for each in self._workers if each.request is not None and each.request is not request]
        if sum(not each.is_short for each in others) >= self._most_long:
            # More long jobs run than should, each in its first slice: preempting one frees no worker yet.
            return self._waiting
        return self._able(others)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, worker: Worker, request: Request) -> None:
        """Run a job on a worker; append it to the queue again when it was only preempted."""
        request.began, request.is_paused = time.monotonic(), False
        if request.resumes:
            self._start(self._take_turns(worker, request))
        try:
            await worker.do(request)
        except (OSError, ValueError, asyncio.LimitOverrunError) as error:
            request.end("fault", f"a worker cannot be used: {error}")
            await worker.kill()
        finally:
            worker.request = None
        request.spent += time.monotonic() - request.began
        if not request.is_over:
            self._waiting.append(request)
        self._assign()

    async def _take_turns(self, worker: Worker, request: Request) -> None:
        """Preempt a job when its time slice is over and others wait."""
        while worker.request is request and not request.is_over and not request.is_paused:
            await asyncio.sleep(FIRST_TURN / 2)
            ran = time.monotonic() - request.began
            waiting = self._waits_for(request)
            turn = FIRST_TURN if any(each.is_first for each in waiting) else TURN
            # A job that has used up its seconds ends in this slice; the next one would have no time left.
            has_more = request.spent + ran < request.seconds
            if waiting and has_more and ran >= turn and worker.request is request:
                request.is_paused = True
                worker.ask_to_stop()
