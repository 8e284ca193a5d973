"""Compile a game in the background, while plain Python answers.

    compile = prepare(game, when_done=wake_up)    # returns at once, and imports neither numba nor numpy
    ...
    if compile.is_loading:                        # better wait: a search in Python would only slow it down
        compile.wait(0.02)
    if compile.is_ready:                          # all that an analysis needs is loaded into this process
        search = MoveSearch(game)                 # compiles nothing, and takes milliseconds
    compile.error                                 # why it failed (`Uncompilable`), else None
    compile.wait(0.5)                             # True when it has ended: ready, failed or cancelled
    compile.cancel()                              # ends it soon, without waiting

numba compiles mostly in Python. In a thread of this process that takes turns with the search over the GIL: measured on
Othello, both ran at half speed, and the main thread stood still for up to 0.17 s at a time. So the work is done by
another process, which fills the cache on disk (`child_process.py`); a thread of this one waits for it and then loads
the machine code. What was compiled before is loaded at once.

    compiled before    | import numba, load  | ready
    first time         | wait for the child .................. | import numba, load  | ready
                         (searches in Python go on meanwhile)    (searches should wait)

Where a child cannot do it (a game made by Python code rather than loaded by its spec, no cache folder, no second
process), the thread compiles, and gives up when cancelled before the next pass of the compiler.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Callable
from importlib import import_module

from zerosum.core.errors import BadRules
from zerosum.core.game import Game
from zerosum.core.games.user_files.blaming import blamed_on_a_file, describe
from zerosum.engines.native import require_numba
from zerosum.engines.native.compile import child_process, compile_control
from zerosum.engines.native.compile.cache_files import is_locked

ANALYSIS = "zerosum.engines.native.solver.move_values:compile_searches"
"""Compiles what an analysis needs. Any function that takes a game can be named in this way."""

POLL_CHILD = 0.02
"""The seconds between two looks at a child, or at the lock of another process's child."""

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


def is_prepared(game: Game, make: str = ANALYSIS, arguments: tuple[str | bool, ...] = ()) -> bool:
    """Whether this was compiled before, so that it can probably be loaded."""
    return child_process.is_marked(child_process.mark_of(game, make, arguments))


def is_compiling() -> bool:
    """Whether a game is being compiled in the background, for the first time on this machine."""
    return any(not each.is_loading and not each.is_done for each in tuple(_running))


def wait_until_idle() -> None:
    """Wait until every compile in the background has ended: its thread allocates memory, and takes the GIL."""
    for each in tuple(_running):
        each.wait()


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
        self._can_use_child = child_process.can_compile(game)
        self._mark = child_process.mark_of(game, make, arguments)
        # Where numba is imported already, looking for the machine code costs next to nothing.
        is_cheap = "numba" in sys.modules or not self._can_use_child
        self.is_loading = is_cheap or child_process.is_marked(self._mark)
        """Whether machine code is being loaded into this process, which needs the GIL most of the time."""
        self._when_done = [] if when_done is None else [when_done]
        self._is_importing = False
        self._leaves_child = False
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

    def cancel(self, *, leaves_child: bool = False) -> None:
        """End it soon, the child too unless it is to be left; does not wait, and does nothing when it has ended."""
        with self._lock:
            if not self.is_done:
                self._leaves_child = leaves_child
                self._cancelled.set()

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
                if not (self.is_loading and self._is_loaded()) and not (self._is_in_cache() and self._is_loaded()):
                    self._compile_here()
                if self._can_use_child:
                    child_process.set_mark(self._mark)
        except compile_control.CompileCancelled:
            pass
        except Exception as error:
            self.error = error
        except BaseException as error:  # rules may raise SystemExit, which would end this thread without a word
            self.error = BadRules(blamed_on_a_file(error) or describe(error))
        with self._lock:
            self._ended.set()
        _running.discard(self)
        if not self._cancelled.is_set():
            for call_back in self._when_done:
                call_back()

    def _import(self) -> None:
        """Import numba and what compiles. Python may end during this (`_cancel_all`), but not after it."""
        with self._lock:
            compile_control.check_cancelled()
            self._is_importing = True
        import_module("numba")
        child_process.function_of(self.make)
        with self._lock:
            self._is_importing = False
            compile_control.check_cancelled()

    def _is_loaded(self) -> bool:
        """Load everything from the cache, without compiling anything."""
        self.is_loading = True
        try:
            self._import()
            with compile_control.only_loading():
                child_process.call(self.make, self.game, self.arguments)
        except compile_control.NotCached:
            return False
        finally:
            self.is_loading = False
        return True

    def _is_in_cache(self) -> bool:
        """Let another process fill the cache; False when it cannot. Raises what it says is wrong with the game."""
        if not self._can_use_child:
            return False
        if self._is_done_by_another_command():
            return True
        compile_control.check_cancelled()
        child = child_process.start(self.game, self.make, self.arguments, self._mark)
        if child is None:
            return False
        try:
            while child.poll() is None:
                if self._cancelled.wait(POLL_CHILD):
                    raise compile_control.CompileCancelled
            return child_process.is_successful(child)
        finally:
            if not self._leaves_child:
                child.kill()
                child.wait()
            child_process.close(child)

    def _is_done_by_another_command(self) -> bool:
        """Wait for the child of an earlier command, if there is one; whether it has done everything."""
        if not is_locked(self._mark):
            return False
        while is_locked(self._mark):
            if self._cancelled.wait(POLL_CHILD):
                raise compile_control.CompileCancelled
        return child_process.is_marked(self._mark)

    def _compile_here(self) -> None:
        self._import()
        from zerosum.engines.native.compile.numba_internals import before_every_pass

        with before_every_pass(compile_control.check_cancelled):
            child_process.call(self.make, self.game, self.arguments)


@atexit.register
def _cancel_all() -> None:
    """End what still runs when Python exits: a thread that is inside the compiler then would crash it.

    A thread that is still importing numba, which can take a second, never gets there once it is cancelled. A child
    goes on without this process, unless it is attached to it.
    """
    for each in tuple(_running):
        each.cancel(leaves_child=child_process.mode() == child_process.DETACHED)
        if not each._is_importing:
            each._thread.join()
