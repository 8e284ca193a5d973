"""Many people at once: `python bench/load.py` starts the server and lets 50 clients play and analyze.

It prints how long answers took, whether any failed or starved, and whether memory grew from the first minute on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import httpx

STARVED = 30.0
"""A client that waits so many seconds for an answer is starved."""


def start() -> tuple[subprocess.Popen[str], str, str]:
    """The real server in a process of its own, its address and its token."""
    environment = {**os.environ, "ZEROSUM_STATE": tempfile.mkdtemp()}
    command = [sys.executable, "-m", "zerosum", "web", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    address, _, token = server.stdout.readline().split()[-1].partition("/?token=")
    return server, address, token


def memory_of(pid: int) -> int:
    """The bytes that a process and its children hold in memory of their own."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(memory_of(int(child)) for child in children)


class Client:
    """A client that plays Tic-Tac-Toe or analyzes Connect Four, again and again."""

    def __init__(self, number: int, http: httpx.AsyncClient, times: dict[str, list[float]], errors: list[str]) -> None:
        """Every second one analyzes."""
        self.random = random.Random(number)
        self.http = http
        self.times = times
        self.errors = errors
        self.analyzes = number % 2 == 1

    async def live(self, until: float) -> None:
        """Ask until the time is over, with the pauses that a person makes."""
        while time.monotonic() < until:
            if self.analyzes:
                await self.analyze()
            else:
                await self.play(until)
            await asyncio.sleep(self.random.random())

    async def get(self, what: str, path: str, **parameters: str | float) -> dict[str, object] | None:
        """One answer, timed."""
        began = time.monotonic()
        try:
            response = await self.http.get(path, params=parameters)
        except httpx.HTTPError as error:
            self.errors.append(f"{what}: {error!r}")
            return None
        self.times[what].append(time.monotonic() - began)
        if response.status_code != 200:
            self.errors.append(f"{what}: {response.status_code} {response.text[:200]}")
            return None
        found: dict[str, object] = response.json()
        return found

    async def play(self, until: float) -> None:
        """A game of Tic-Tac-Toe at random against a level."""
        moves: list[str] = []
        while time.monotonic() < until:
            position = await self.get("position", "/api/position", game="tictactoe", moves=" ".join(moves))
            if position is None or position["over"]:
                return
            legal = position["legal"]
            assert isinstance(legal, list)
            moves.append(self.random.choice(legal))
            level = f"level:{self.random.randint(1, 8)}"
            position = await self.get("position", "/api/position", game="tictactoe", moves=" ".join(moves))
            if position is None or position["over"]:
                return
            reply = await self.get("reply", "/api/reply", game="tictactoe", moves=" ".join(moves), player=level)
            if reply is None:
                return
            moves.append(str(reply["move"]))
            await asyncio.sleep(0.3 + self.random.random())

    async def analyze(self) -> None:
        """A random position of Connect Four, followed for a few seconds as the page does, then left."""
        moves = " ".join(str(self.random.randint(1, 7)) for _ in range(self.random.randint(0, 9)))
        began = time.monotonic()
        until = began + 1 + 3 * self.random.random()
        seen = 0
        try:
            parameters = {"game": "connect4", "moves": moves}
            async with self.http.stream("GET", "/api/analysis/stream", params=parameters) as response:
                if response.status_code == 400:
                    return  # a move that is not legal: a person makes those too
                async for line in response.aiter_lines():
                    if line.startswith("event: answer"):
                        seen += 1
                        if seen == 1:
                            self.times["first estimate"].append(time.monotonic() - began)
                    if line.startswith('data: {"detail"'):
                        self.errors.append(f"analysis: {line}")
                    if line.startswith("event: end") or time.monotonic() > until:
                        break
        except httpx.HTTPError as error:
            self.errors.append(f"analysis: {error!r}")
        if not seen and not self.errors:
            self.times["first estimate"].append(STARVED)


async def load(
    address: str, token: str, numbers: range, minutes: float, pid: int
) -> tuple[dict[str, list[float]], list[str], list[int]]:
    """Let these clients live for so many minutes: the seconds of their answers, errors, and memory."""
    times: dict[str, list[float]] = defaultdict(list)
    errors: list[str] = []
    memory: list[int] = []
    limits = httpx.Limits(max_connections=2 * len(numbers))
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60, limits=limits) as http:
        until = time.monotonic() + 60 * minutes
        people = [asyncio.create_task(Client(number, http, times, errors).live(until)) for number in numbers]
        while not all(person.done() for person in people):
            await asyncio.wait(people, timeout=min(60.0, 30 * minutes))
            memory.append(memory_of(pid))
    return dict(times), errors, memory


def live(address: str, token: str, numbers: range, minutes: float, pid: int) -> Any:
    """The same in a process of its own: who analyzes must not slow down who plays by what it reads."""
    return asyncio.run(load(address, token, numbers, minutes, pid))


def measured(address: str, token: str, clients: int, minutes: float, pid: int) -> dict[str, object]:
    """Players and analysts at once, each kind in a process; what came of it."""
    times: dict[str, list[float]] = {}
    errors: list[str] = []
    memory: list[int] = []
    with ProcessPoolExecutor(2) as processes:
        kinds = [processes.submit(live, address, token, range(first, clients, 2), minutes, pid) for first in (0, 1)]
        for kind in kinds:
            found, wrong, memory = kind.result()
            times |= found
            errors += wrong
    return {
        "clients": clients,
        "minutes": minutes,
        "errors": len(errors),
        "first errors": errors[:5],
        "answers": {
            what: {
                "count": len(seconds),
                "median ms": round(1000 * statistics.median(seconds), 1),
                "99 % ms": round(1000 * sorted(seconds)[int(len(seconds) * 0.99)], 1),
                "worst ms": round(1000 * max(seconds), 1),
            }
            for what, seconds in sorted(times.items())
        },
        "starved": sum(second >= STARVED for seconds in times.values() for second in seconds),
        "memory MB": [round(each / 1e6) for each in memory],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Many clients at once.")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=1)
    options = parser.parse_args()
    server, address, token = start()
    try:
        print(json.dumps(measured(address, token, options.clients, options.minutes, server.pid), indent=2))
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
