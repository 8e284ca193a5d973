"""The workers and who is next: many requests share a few processes, and none of them waits for ever.

A request is a job for one worker. Short ones come first. A long one that others wait for is asked to end after its
turn and goes to the end of the queue; since a worker remembers what it has learnt of a game, it goes on where it was.
A worker that does not answer within its time is killed, and another one takes its place.
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

from zerosum.game import ZerosumError
from zerosum.web.frames import Frame, packed, receive

TURN = 1.0
"""The seconds after which a long job makes room, if somebody waits."""

FIRST_TURN = 0.1
"""The seconds after which a long job makes room for one that is short or new."""

GRACE = 30.0
"""The seconds that a worker may take longer than its job's limit before it is killed: compiling a game takes some."""

LEAVING = 15.0
"""The seconds that a worker may go on once nobody wants its answer, before it is killed: it looks up between two steps
of a search, but not while it compiles a game, and never in rules that do not end."""

MOST_WAITING = 500
"""So many jobs may wait; more are refused."""

LARGEST_LINE = 64 << 20

SIGN_OF_LIFE = 1.0
"""The seconds after which somebody who waits is told so."""


class Busy(ZerosumError):
    """Too many wait already."""


class Refused(ZerosumError):
    """What a worker refused, with the sentence that it gave."""


class Fault(Exception):
    """Something went wrong that is not the asker's fault."""


@dataclass(eq=False)
class Request:
    """A job that waits for a worker or has one. `resumes` says that it may be broken off and begun again."""

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
        """Whether it is about a game in a file, of which nobody knows how long its rules take."""
        return ".py" in self.game

    @property
    def is_first(self) -> bool:
        """Whether it goes before others: it is short, or it takes turns and nothing has been said to who asks yet."""
        return self.is_short or (self.resumes and self.spent == 0)

    def end(self, kind: str, answer: Any) -> None:
        """Say how it ended."""
        self.is_over = True
        self.answers.put_nowait((kind, answer, None))


class Worker:
    """A process that does one job at a time; a quick one is for short jobs first, the others let it go first."""

    def __init__(self, is_quick: bool = False) -> None:
        """Not started yet: it is when it is first needed."""
        self.is_quick = is_quick
        self._process: asyncio.subprocess.Process | None = None
        self.request: Request | None = None
        self.games: dict[str, None] = {}
        self._until = 0.0
        self._starting = asyncio.Lock()

    async def start(self) -> asyncio.subprocess.Process:
        """Its process, which is started if there is none."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self.games.clear()
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-P",  # a random.py in the folder where the server was started is not Python's own
                    "-m",
                    "zerosum.web.worker",
                    *([] if self.is_quick else ["--patient"]),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=LARGEST_LINE,
                    start_new_session=True,  # Ctrl-C is for the server, which ends its workers
                )
            return self._process

    async def do(self, request: Request) -> None:
        """Do a job and pass its answers on, whatever comes."""
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
        """What it says next; raises `TimeoutError` when that does not come in time, which may get shorter meanwhile."""
        assert process.stdout is not None
        coming = asyncio.ensure_future(receive(process.stdout))
        try:
            while not coming.done():
                left = self._until - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                await asyncio.wait({coming}, timeout=min(left, SIGN_OF_LIFE))
            return coming.result()
        finally:
            coming.cancel()

    def give_up(self) -> None:
        """Nobody wants its answer any more: ask it to stop, and do not wait for ever."""
        self._until = min(self._until, time.monotonic() + LEAVING)
        self.ask_to_stop()

    def ask_to_stop(self) -> None:
        """Ask it to end its job soon."""
        if self.request is not None and self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(packed(Frame({"stop": self.request.number})))

    async def kill(self) -> None:
        """End the process at once; one that is being started, as soon as it is."""
        async with self._starting:
            process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """So many workers, and the queue before them. One worker is kept free of long jobs."""

    def __init__(self, size: int | None = None) -> None:
        """Begin with nothing to do; processes start when they are first needed."""
        size = max(3, (os.cpu_count() or 1) + 1) if size is None else size
        self._workers = [Worker(is_quick=number == 0) for number in range(size)]
        self._most_long = max(1, size - 1)
        self._waiting: list[Request] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def warm_up(self) -> None:
        """Start the processes now, so that nobody has to wait for that."""
        for worker in self._workers:
            arguments = {"native": not worker.is_quick}
            worker.request = Request(0, "nothing", arguments, is_short=True, resumes=False, seconds=10)
            self._start(self._serve(worker, worker.request))

    async def stream(
        self, name: str, arguments: dict[str, Any], *, seconds: float, short: bool = False, resumes: bool = False
    ) -> AsyncGenerator[tuple[str, Any, bytes | None]]:
        """Yield what a job answers, as ("answer", message, bytes), and between answers signs of life.

        Those are ("progress", how far, None) and ("waiting", how many are before it, None). Raises `ZerosumError` for
        what the asker can put right, and `Fault`. Whoever stops listening stops the job.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise Busy("too many requests are waiting already; try again in a moment")
        request = Request(next(self._numbers), name, arguments, short, resumes, seconds)
        self._waiting.append(request)
        self._assign()
        try:
            while True:
                try:
                    kind, answer, block = await asyncio.wait_for(request.answers.get(), SIGN_OF_LIFE)
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
        """Nobody wants this any more."""
        request.is_over, request.is_paused = True, False
        if request in self._waiting:
            self._waiting.remove(request)
        for worker in self._workers:
            if worker.request is request:
                worker.give_up()

    def _assign(self) -> None:
        """Give idle workers what waits, short jobs first."""
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
        """Whose turn it is, if a worker is free for it."""
        running = [worker.request for worker in self._workers if worker.request is not None]
        return next(iter(self._able(running)), None)

    def _able(self, running: list[Request]) -> list[Request]:
        """Who waits and could be served beside these, in turn."""
        if len(running) == len(self._workers):
            return []
        # One worker is kept for other games, so that a user's rules that never end stop nobody else; and one free of
        # long jobs.
        games = Counter(each.game for each in running)
        able = [each for each in self._waiting if not each.is_users_own or games[each.game] < self._most_long]
        first = [each for each in able if each.is_first]
        if sum(not each.is_short for each in running) >= self._most_long:
            return first
        return first + [each for each in able if not each.is_first]

    def _waits_for(self, request: Request) -> list[Request]:
        """Who could be served if this one made room."""
        others = [each.request for each in self._workers if each.request is not None and each.request is not request]
        if sum(not each.is_short for each in others) >= self._most_long:
            # More long jobs run than should, each for its first turn: whoever ends it serves nobody yet.
            return self._waiting
        return self._able(others)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, worker: Worker, request: Request) -> None:
        """Let a worker do a job; put it back at the end of the queue when it was only paused."""
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
        """Pause a job when its turn is over and somebody waits."""
        while worker.request is request and not request.is_over and not request.is_paused:
            await asyncio.sleep(FIRST_TURN / 2)
            ran = time.monotonic() - request.began
            waiting = self._waits_for(request)
            turn = FIRST_TURN if any(each.is_first for each in waiting) else TURN
            # Who has used up the seconds ends in this turn: another would find nothing left.
            has_more = request.spent + ran < request.seconds
            if waiting and has_more and ran >= turn and worker.request is request:
                request.is_paused = True
                worker.ask_to_stop()
