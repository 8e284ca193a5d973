"""The child process that compiles a game and writes the machine code into the cache.

    parent    | write the task | wait ........................................................ | read the report |
    child     | read the task  | lock | load the game, compile, write the cache, mark as prepared | report, exit |

When the parent ends before the child, the child goes on, so that the next command finds the machine code: repeating a
command of three seconds would otherwise never get past a compile of ten. The child notices by its standard input,
which the system closes with the parent. From then on it has low priority, and at most `DEADLINE` seconds.

The mark `prepared-...` in the cache says that all parts of a task have been compiled once. It is a hint that can be
read without numba; what is loaded is still decided by the key of each entry. The lock of the same name is held by the
child, so that other processes wait for it instead of starting a child of their own.

The environment variable `ZEROSUM_COMPILE` chooses: "detached" is the default; "attached" ends the child with its
parent; "thread" starts no child, so that a thread of this process compiles.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from typing import Any

import zerosum
from zerosum.core.errors import BadRequest, Uncompilable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.engines.native.compile.cache_files import get, lock, put

DETACHED, ATTACHED, THREAD = "detached", "attached", "thread"

DEADLINE = 600.0
"""The seconds that a child may go on without its parent."""

LOW_PRIORITY = 5
"""The nice value of a child without its parent: with 10, it hardly ever ran on a busy machine."""

LONGEST_MESSAGE = 10_000
"""The characters of a report's message: a pipe holds more than that, so that the child never waits for a reader."""

CHILD = (
    "import json, sys; task = json.loads(sys.stdin.readline()); sys.path[:] = task['path']; "
    "from zerosum.engines.native.compile.child_process import run; run(task)"
)

FAILURES = {"Uncompilable": Uncompilable, "BadRequest": BadRequest}
"""What a child may report in place of success, by the name of its type."""


def mode() -> str:
    """How games are compiled in the background: `DETACHED`, `ATTACHED` or `THREAD`."""
    chosen = os.environ.get("ZEROSUM_COMPILE") or DETACHED
    if chosen not in (DETACHED, ATTACHED, THREAD):
        raise BadRequest(f"ZEROSUM_COMPILE is {DETACHED}, {ATTACHED} or {THREAD}, not {chosen!r}")
    return chosen


def can_compile(game: Game) -> bool:
    """Whether a child can compile this game: `load(game.spec)` makes it, or at least the fingerprints decide."""
    is_loadable = game.source is not None or game.spec.partition(":")[0].partition("@")[0] in GAMES
    return is_loadable and bool(sys.executable) and mode() != THREAD


def mark_of(game: Game, make: str, arguments: Sequence[str | bool]) -> str:
    """The key of the mark, and of the lock, for a task."""
    parts = zerosum.__version__, sys.version, make, *arguments, game.spec, game.source, game.checksum
    return f"prepared-{sha256(repr(parts).encode()).hexdigest()}"


def is_marked(mark: str) -> bool:
    """Whether a task has been done before, so that everything is probably in the cache."""
    return get(mark) is not None


def set_mark(mark: str) -> None:
    """Note that a task is done."""
    if not is_marked(mark):
        put(mark, b"")


def start(game: Game, make: str, arguments: Sequence[str | bool], mark: str) -> subprocess.Popen[str] | None:
    """Start a child on a task; None when the system does not allow it."""
    task = {
        # Python itself leaves out what is not a string.
        "path": [each for each in sys.path if isinstance(each, str)],
        "game": game.spec,
        "make": make,
        "arguments": arguments,
        "mark": mark,
        "is_attached": mode() == ATTACHED,
    }
    try:
        # A session of its own: Ctrl-C in a terminal is for the process that decides what to cancel.
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
    except OSError:
        return None
    assert child.stdin is not None
    with suppress(OSError):  # the child is gone already
        child.stdin.write(json.dumps(task) + "\n")
        child.stdin.flush()
    return child


def is_successful(child: subprocess.Popen[str]) -> bool:
    """Whether a child that has ended has compiled everything; raises what it says is wrong with the game."""
    assert child.stdout is not None
    report = child.stdout.read()
    if not report:
        return False
    kind, message = json.loads(report)
    if kind in FAILURES:
        raise FAILURES[kind](message)
    return bool(kind == "done")


def close(child: subprocess.Popen[str]) -> None:
    """Close the pipes to a child."""
    for file in (child.stdin, child.stdout):
        assert file is not None
        with suppress(OSError):  # something was still to be written to a child that is gone
            file.close()


def run(task: dict[str, Any]) -> None:
    """What the child does: compile, and report success or what is wrong with the game."""
    # Loading a user's file may print; the parent reads only what is written here.
    report = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    threading.Thread(target=_notice_end_of_parent, args=(task["is_attached"],), daemon=True).start()
    try:
        with lock(task["mark"]):
            call(task["make"], load(task["game"]), task["arguments"])
            set_mark(task["mark"])
        answer = ["done", ""]
    except ZerosumError as error:
        answer = [type(error).__name__, str(error)[:LONGEST_MESSAGE]]
    with suppress(OSError):  # the parent is gone
        report.write(json.dumps(answer))
        report.flush()
    # Nothing is worth tidying up in this process.
    os._exit(0)


def _notice_end_of_parent(is_attached: bool) -> None:
    """End this process with its parent, or let it go on for a while with low priority."""
    sys.stdin.read()
    if not is_attached:
        if sys.platform != "win32":
            # All threads of this process, which is the only one of its group: `os.nice` is for one thread on Linux.
            os.setpriority(os.PRIO_PGRP, 0, max(LOW_PRIORITY, os.getpriority(os.PRIO_PGRP, 0)))
        time.sleep(DEADLINE)
    os._exit(1)


def function_of(make: str) -> Callable[..., None]:
    """Import the function that is named as `module:function`."""
    module, _, name = make.partition(":")
    function: Callable[..., None] = getattr(import_module(module), name)
    return function


def call(make: str, game: Game, arguments: Sequence[str | bool]) -> None:
    """Import the function of this name and call it."""
    function_of(make)(game, *arguments)
