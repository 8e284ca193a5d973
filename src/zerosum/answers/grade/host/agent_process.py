"""The process of an agent, seen from the grader: it is started, asked within limits, and started anew when it dies."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any, Final

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.sandbox import SandboxProcess

END_SECONDS: Final = 0.5
QUICK_SECONDS: Final = 0.25
LEAST_SHARE: Final = 0.02
MOST_STRETCH: Final = 8
"""A limit is processor time where the system tells it: on a busy machine the agent may take up to so many times as
long, while it gets at least this share of a processor. One that merely waits gets no more than its limit."""


Read = Callable[[bytes, str, str], dict[str, Any] | None]
"""Reads the reply on a line to a request with this key and operation; None where it is none that the host writes."""


class NoReply(Exception):
    """No reply came that can be read; the kind of failure, and its text is a sentence."""

    def __init__(self, failure: Failure, reason: str) -> None:
        """Say why."""
        super().__init__(reason)
        self.failure = failure


class AgentProcess:
    """One process in a sandbox that answers a JSON object with another one, each on a line of the private pipe.

    The agent could write to the pipe too. A reply repeats the key of its request, so that what was written before the
    request answers nothing; but the agent can find the key in its process, so `read` checks every part of a reply.
    While there is a `time_limit`, `CannotAsk` is raised when it is over.
    """

    def __init__(self, launch: Callable[[], SandboxProcess], read: Read, time_limit: TimeLimit | None = None) -> None:
        """Start nothing yet."""
        self.time_limit = time_limit
        self.not_isolated: tuple[str, ...] = ()
        self.used_seconds = 0.0
        self.process: SandboxProcess | None = None
        self._launch = launch
        self._read = read

    def start(self) -> SandboxProcess:
        """Start it unless it runs already."""
        if self.process is None:
            self.process = self._launch()
            self.not_isolated = self.process.not_isolated
        return self.process

    def ask(self, request: Mapping[str, Any], seconds: float, most: float | None = None) -> dict[str, Any]:
        """Send a request and wait for its reply; the process is ended, and `NoReply` raised, where none comes.

        It has `seconds` of processor time, and `most` seconds by the clock.
        """
        most = MOST_STRETCH * seconds if most is None else most
        if self.time_limit is not None:
            try:
                seconds = self.time_limit.cut(seconds)
            except CannotAsk:
                self.close()
                raise
            most = min(most, self.time_limit.left)
        process = self.start()
        key = token_hex(8)
        began = time.perf_counter()
        line, used = b"", None
        if process.send(json.dumps({**request, "key": key}).encode() + b"\n"):
            line = process.receive_line(min(QUICK_SECONDS, seconds))
            if not line and process.is_running:
                line, used = _slow_line(process, began, seconds, most)
        elapsed = time.perf_counter() - began
        self.used_seconds += elapsed if used is None else used
        reply = self._read(line, key, str(request["op"]))
        if reply is None:
            ended = process.wait(0.0) if elapsed >= seconds else process.wait(END_SECONDS)
            self.close()
            if elapsed >= seconds and (ended is None or ended[0] is not Failure.OUTPUT):
                raise NoReply(Failure.TIMEOUT, f"it did not answer within {seconds:.3g} s")
            raise NoReply(*(ended or (Failure.CRASH, "it wrote something else into the grader's pipe")))
        return reply

    def close(self) -> None:
        """End the process and delete its folder; the next request starts a fresh one."""
        if self.process is not None:
            self.process.close()
            self.process = None


def read_parts(line: bytes, key: str, parts: Mapping[str, Any]) -> dict[str, Any] | None:
    """The reply on a line with this key and these parts; None where there is no such thing. "" is any key.

    The parts are of these types, and numbers are finite and not negative.

    >>> read_parts(b'{"key": "k", "seconds": 0.5}', "k", {"seconds": float})
    {'key': 'k', 'seconds': 0.5}
    >>> read_parts(b'{"key": "k", "seconds": NaN}', "k", {"seconds": float})
    """
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):  # nothing came, or the agent has found the pipe and wrote to it
        return None
    if not isinstance(reply, dict) or (key and reply.get("key") != key):
        return None
    if not all(isinstance(reply.get(name), kind) for name, kind in parts.items()):
        return None
    return reply if all(0 <= reply[name] < math.inf for name in parts if isinstance(reply[name], float)) else None


def _slow_line(process: SandboxProcess, began: float, seconds: float, most: float) -> tuple[bytes, float | None]:
    """The line of a slow answer, and the processor time that it took, None where the system does not tell."""
    before = process.cpu_seconds()
    waited = time.perf_counter() - began

    def used() -> float | None:
        now = process.cpu_seconds()
        return None if before is None or now is None else waited + now - before

    end = began + seconds + END_SECONDS
    while True:
        line = process.receive_line(end - time.perf_counter())
        elapsed = time.perf_counter() - began
        busy = used()
        if line or busy is None or not process.is_running:
            return line, busy
        is_starved = busy < seconds and busy - waited > LEAST_SHARE * elapsed
        if not is_starved or elapsed >= most:
            return line, busy
        end = time.perf_counter() + max(0.1, seconds - busy)
