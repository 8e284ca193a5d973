"""Compile a game in the background, while plain Python answers.

    compile = prepare(game, when_done=wake_up)    # returns at once, and imports neither numba nor numpy
    ...
    if compile.is_ready:                          # all that an analysis needs is loaded into this process
        search = MoveSearch(game)                 # compiles nothing, and takes milliseconds
    compile.error                                 # why it failed (`Uncompilable`), else None
    compile.wait(0.5)                             # True when it has ended: ready, failed or cancelled
    compile.cancel()                              # ends it soon, without waiting

numba compiles mostly in Python. In a thread of this process that takes turns with the search over the GIL: measured on
Othello, both ran at half speed, and the main thread stood still for up to 0.17 s at a time. So the work is done by
another process, which fills the cache on disk (`cache.py`); a thread of this one waits for it and then loads the
machine code, a fraction of a second.

    this process    | try to load | wait for the child ..................... | load  | ready
    child process                 | load the game, compile, write the cache  |

The child reads its task from standard input and exits when that is closed, so that it never outlives this process,
however that ends. Cache entries are renamed into place when they are complete: killing the child damages nothing.

Where a child cannot do it (a game made by Python code rather than loaded by its spec, no cache folder, no second
process), the thread compiles, and gives up when cancelled before the next pass of the compiler.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

from zerosum.game import BadRequest, BadRules, Game, Uncompilable, ZerosumError
from zerosum.games import GAMES, load
from zerosum.games.user import describe
from zerosum.native import require_numba
from zerosum.native.compile import compile_control

ANALYSIS = "zerosum.native.solver.move_values:compile_searches"
"""Compiles what an analysis needs. Any function that takes a game can be named in this way."""

CHILD = (
    "import json, sys; task = json.loads(sys.stdin.readline()); sys.path[:] = task['path']; "
    "from zerosum.native.compile.background import child; child(task)"
)

FAILURES = {kind.__name__: kind for kind in (Uncompilable, BadRequest)}
"""What a child may report in place of success, by the name of its type."""

_running: set[BackgroundCompile] = set()
_preparing = threading.Lock()


def prepare(
    game: Game,
    make: str = ANALYSIS,
    arguments: tuple[str | bool, ...] = (),
    *,
    when_done: Callable[[], None] | None = None,
) -> BackgroundCompile:
    """Start to compile what a function, named as `module:function`, compiles for a game and more arguments.

    Whoever asks for what is being compiled already is given the same compile. `when_done` is called in another thread
    when it has ended, unless it was cancelled.

    Raises `BadRequest` when numba is not installed.
    """
    require_numba()
    with _preparing:
        for each in tuple(_running):
            if (each.game, each.make, each.arguments) == (game, make, arguments) and each.is_joined_by(when_done):
                return each
        return BackgroundCompile(game, make, arguments, when_done)


class BackgroundCompile:
    """A compile in the background; `prepare` starts it. All methods may be called from any thread."""

    def __init__(
        self, game: Game, make: str, arguments: tuple[str | bool, ...], when_done: Callable[[], None] | None
    ) -> None:
        """Start the thread that looks after it."""
        self.game = game
        self.make = make
        self.arguments = arguments
        self.error: Exception | None = None
        self._when_done = [] if when_done is None else [when_done]
        self._is_importing = True
        self._child: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="zerosum compile", daemon=True)
        _running.add(self)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether it has ended: ready, failed or cancelled."""
        return self._ended.is_set()

    @property
    def is_ready(self) -> bool:
        """Whether everything is compiled and loaded into this process."""
        return self.is_done and self.error is None and not self._cancelled.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has ended, at most so long; whether it has."""
        return self._ended.wait(seconds)

    def cancel(self) -> None:
        """End it soon; does not wait, and does nothing when it has ended."""
        if self.is_done:
            return
        with self._lock:
            self._cancelled.set()
            if self._child is not None:
                self._child.kill()

    def is_joined_by(self, when_done: Callable[[], None] | None) -> bool:
        """Call one more function when it has ended; False when it has ended already, or was cancelled."""
        with self._lock:
            if self.is_done or self._cancelled.is_set():
                return False
            if when_done is not None:
                self._when_done.append(when_done)
            return True

    def _work(self) -> None:
        try:
            with compile_control.cancelled_by(self._cancelled):
                self._import()
                if not self._is_loaded() and not (self._is_compiled_by_child() and self._is_loaded()):
                    self._compile_here()
        except compile_control.CompileCancelled:
            pass
        except Exception as error:
            self.error = error
        except BaseException as error:  # rules may raise SystemExit, which would end this thread without a word
            self.error = BadRules(describe(error))
        with self._lock:
            self._ended.set()
        _running.discard(self)
        if not self._cancelled.is_set():
            for call_back in self._when_done:
                call_back()

    def _import(self) -> None:
        """Import numba and what compiles. Python may end during this (`_cancel_all`), but not after it."""
        import_module("numba")
        function_of(self.make)
        with self._lock:
            self._is_importing = False
            compile_control.check_cancelled()

    def _is_loaded(self) -> bool:
        """Load everything from the cache, without compiling anything."""
        compile_control.check_cancelled()
        try:
            with compile_control.only_loading():
                call(self.make, self.game, self.arguments)
        except compile_control.NotCached:
            return False
        return True

    def _is_compiled_by_child(self) -> bool:
        """Let another process fill the cache; False when it cannot. Raises what it says is wrong with the game."""
        if not can_be_loaded_again(self.game) or not sys.executable:
            return False
        # Python itself leaves out what is not a string.
        path = [each for each in sys.path if isinstance(each, str)]
        task = {"path": path, "game": self.game.spec, "make": self.make, "arguments": self.arguments}
        with self._lock:
            compile_control.check_cancelled()
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
                return False
            self._child = child
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(json.dumps(task) + "\n")
            child.stdin.flush()
            answer = child.stdout.read()
        except OSError:  # the child is gone
            answer = ""
        finally:
            child.kill()
            child.wait()
            _close(child.stdin)
            _close(child.stdout)
        compile_control.check_cancelled()
        if not answer:
            return False
        kind, message = json.loads(answer)
        if kind in FAILURES:
            raise FAILURES[kind](message)
        return bool(kind == "done")

    def _compile_here(self) -> None:
        from zerosum.native.compile.numba_internals import before_every_pass

        with before_every_pass(compile_control.check_cancelled):
            call(self.make, self.game, self.arguments)


def function_of(make: str) -> Callable[..., None]:
    """Import the function that is named as `module:function`."""
    module, _, name = make.partition(":")
    function: Callable[..., None] = getattr(import_module(module), name)
    return function


def call(make: str, game: Game, arguments: Sequence[str | bool]) -> None:
    """Import the function of this name and call it."""
    function_of(make)(game, *arguments)


def can_be_loaded_again(game: Game) -> bool:
    """Whether `load(game.spec)` makes this game, or at least tries to: the fingerprints of the rules decide."""
    return game.source is not None or game.spec.partition(":")[0].partition("@")[0] in GAMES


def child(task: dict[str, Any]) -> None:
    """What the child process does: compile, and report success or what is wrong with the game."""
    # Loading a user's file may print; the parent reads only what is written here.
    report = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    try:
        call(task["make"], load(task["game"]), task["arguments"])
        answer = ["done", ""]
    except ZerosumError as error:
        answer = [type(error).__name__, str(error)]
    report.write(json.dumps(answer))
    report.flush()
    # Nothing is worth tidying up in this process.
    os._exit(0)


def _exit_with_parent() -> None:
    """End this process when the parent closes its end of the pipe, or dies."""
    sys.stdin.read()
    os._exit(1)


def _close(file: IO[str]) -> None:
    with suppress(OSError):  # something was still to be written to a child that is gone
        file.close()


@atexit.register
def _cancel_all() -> None:
    """End what still runs when Python exits: a thread that is inside the compiler then would crash it.

    A thread that is still importing numba, which can take a second, never gets there once it is cancelled.
    """
    for each in tuple(_running):
        each.cancel()
        if not each._is_importing:
            each._thread.join()
