"""The machine code that an analysis needs: compiled or loaded in the background while plain Python answers."""

from __future__ import annotations

from collections.abc import Callable

from zerosum.core.errors import BadRequest, Uncompilable
from zerosum.core.game import Game
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.engines.native import has_numba, require_numba
from zerosum.engines.native.compile import background
from zerosum.engines.native.compile.background import ANALYSIS, BackgroundCompile
from zerosum.engines.native.search.compile_in_time import LOAD_SECONDS, is_worth_waiting, wait_while
from zerosum.engines.native.tiers import TakeOver
from zerosum.engines.search.result import Effort

LONG_SECONDS = 1.0
"""After so many seconds, or enough nodes, of plain Python a game is compiled; loading it takes longer than that."""

EARLY_SHARE = 1 / 20
"""What was compiled before is loaded after this part of the time limit, if that is sooner."""

OBSTACLES = BadRequest, Uncompilable
"""What keeps a game from being compiled: numba is not installed, or the rules cannot be."""


class MachineCode:
    """What one function, named as `module:function`, compiles for a game, from the first time it is asked for.

    `may_take_over` says that plain Python leaves to the machine code what takes long: the tier is "auto" and numba is
    installed. On the native tier (`is_required`), a game that cannot be compiled is an error.
    """

    def __init__(
        self, game: Game, tier: str, make: str = ANALYSIS, arguments: tuple[str | bool, ...] = (), *, small: int
    ) -> None:
        """Compile nothing yet. After `small` nodes of plain Python, a search is worth a compile."""
        self.game = game
        self.make, self.arguments = make, arguments
        self.small = small
        self.is_required = tier == "native"
        self.may_take_over = tier == "auto" and has_numba()
        self._background: BackgroundCompile | None = None

    def start(self) -> BackgroundCompile:
        """The compile in the background, which is started when it is first asked for; raises `BadRequest`."""
        if self._background is None:
            self._background = background.prepare(self.game, self.make, self.arguments)
        return self._background

    def is_ready(self) -> bool:
        """Whether the machine code is loaded; raises what went wrong, unless the game just cannot be compiled."""
        compile = self._background
        if compile is None or not compile.is_done:
            return False
        if compile.error is not None and (self.is_required or not isinstance(compile.error, OBSTACLES)):
            raise compile.error
        return compile.is_ready

    @property
    def is_compiling(self) -> bool:
        """Whether the game is being compiled, which takes longer than loading it."""
        compile = self._background
        return compile is not None and not compile.is_done and not compile.is_loading

    def give_up(self) -> None:
        """Stay with plain Python from now on."""
        self.may_take_over, self._background = False, None

    def prepare(self, seconds: float | None = None) -> None:
        """Wait until the machine code is there, where it is wanted, or it turns out that there can be none."""
        if self.is_required:
            self.wait(Effort())
        elif self.may_take_over:
            self.start().wait(seconds)

    def wait(self, effort: Effort) -> None:
        """Wait until the machine code is there; raises `Stopped` when the limit ends before that."""
        compile = self.start()
        wait_while(lambda: not compile.is_done, compile, effort)
        self.is_ready()

    def wait_while_loading(self, effort: Effort) -> None:
        """Do nothing while machine code is being loaded, unless that takes too long; raises `Stopped`."""
        compile = self.start()
        wait_while(lambda: is_worth_waiting(compile, effort), compile, effort)

    def look_while_searching(self, effort: Effort, progress: ProgressCallback) -> Callable[[Progress], None]:
        """The same progress callback; it starts to compile when a search is long.

        It raises `TakeOver` when it is time to wait for machine code that is being loaded, or to use it.
        """
        seconds = effort.limit.seconds
        early = LONG_SECONDS
        if seconds is not None and seconds >= 2 * LOAD_SECONDS:
            early = min(LONG_SECONDS, seconds * EARLY_SHARE)
        is_prepared = early < LONG_SECONDS and background.is_prepared(self.game, self.make, self.arguments)
        long = early if is_prepared else LONG_SECONDS

        def look(so_far: Progress) -> None:
            if progress is not None:
                progress(so_far)
            if so_far.done >= self.small or effort.seconds >= long:
                self.start()
            if self.is_ready() or (self._background is not None and is_worth_waiting(self._background, effort)):
                raise TakeOver

        return look

    def look_during_portable(self, effort: Effort, progress: ProgressCallback) -> ProgressCallback:
        """The same progress callback; it starts to compile early, and raises `TakeOver` when machine code is worth it.

        A portable kernel runs without the GIL, so that loading machine code meanwhile does not slow it down.
        """
        if not self.may_take_over:
            return progress
        seconds = effort.limit.seconds
        early = LONG_SECONDS if seconds is None else min(LONG_SECONDS, seconds * EARLY_SHARE)

        def look(so_far: Progress) -> None:
            if progress is not None:
                progress(so_far)
            spent = effort.seconds
            if spent >= early:
                self.start()
            if self.is_ready() and (seconds is None or seconds - spent >= spent):
                raise TakeOver

        return look


def why_not_compiled(game: Game) -> str | None:
    """Why the native tier cannot take a game; None when it can."""
    try:
        require_numba()
        from zerosum.engines.native.compile.knowledge import native_knowledge
        from zerosum.engines.native.compile.rules import native_rules

        native_knowledge(game, native_rules(game))
    except OBSTACLES as error:
        return str(error)
    return None
