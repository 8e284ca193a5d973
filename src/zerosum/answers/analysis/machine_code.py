"""The one switch between the tiers of an analysis, and the machine code that is compiled or loaded meanwhile.

    auto, a game with portable kernels    plain Python for the first nodes | portable | native, where that is worth it
    auto, any other game                  plain Python | native
    a tier that was asked for             that tier alone

Machine code is compiled or loaded in the background meanwhile. It takes over from plain Python as
soon as it is loaded, and from a portable kernel if there is as much time left as has been spent: it begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeVar

from zerosum.answers.analysis.results import NATIVE, PORTABLE, REFERENCE
from zerosum.core.errors import BadRequest, NumberTooLong, Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import GAMES
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.engines.native import has_numba, require_numba
from zerosum.engines.native.compile import background
from zerosum.engines.native.compile.background import ANALYSIS, BackgroundCompile
from zerosum.engines.native.portable.manifest import NoKernel
from zerosum.engines.native.portable.rules import has_kernel
from zerosum.engines.native.search.compile_in_time import LOAD_SECONDS, is_worth_waiting, wait_while
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES, TakeOver
from zerosum.engines.search.result import Effort

Answer = TypeVar("Answer")

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


FIRST_NODES = 2_000
"""A search of so many nodes ends in plain Python before a portable kernel could be loaded; in small games, which plain
Python searches quickly, and always in the same order, it is `SMALL_SEARCH_NODES`."""


MANY_MOVES = 32
"""With so many moves, plain Python takes seconds for that many nodes: such a position goes to the kernel at once."""


class TierSwitch:
    """Asks a search of one game on one tier after another.

    `kernels` are the portable kernels that it needs, by name and by whether their scale is the plain one; `code` is its
    machine code.
    """

    def __init__(self, game: Game, tier: str, kernels: tuple[tuple[str, bool], ...], code: MachineCode) -> None:
        """Load nothing yet."""
        self.game, self.tier, self.code = game, tier, code
        self._kernels = kernels
        self._has_portable: bool | None = None if tier == "auto" else False
        self.refused: str | None = None
        """Why the portable kernel of this game may not run, once that is known."""

    @property
    def has_portable(self) -> bool:
        """Whether a portable kernel is to search, found out when the first search is long enough for it."""
        if self._has_portable is None:
            self._has_portable = all(has_kernel(self.game, name, plain=is_plain) for name, is_plain in self._kernels)
        return self._has_portable

    @cached_property
    def first_nodes(self) -> int:
        """After so many nodes of plain Python a portable kernel takes over."""
        entry = GAMES.get(self.game.spec.partition(":")[0])
        return SMALL_SEARCH_NODES if entry is not None and entry.is_small else FIRST_NODES

    def answers(
        self, ask: Callable[[str], Iterator[Answer]], effort: Effort, *, counts_anew: bool = False, moves: int = 0
    ) -> Iterator[tuple[str, Answer]]:
        """What `ask(tier)` answers on the tiers in turn, each answer with its tier; raises `Stopped`.

        With `counts_anew` a search sets the counters of the effort and does not add to them. `moves` is how many moves
        the position has.
        """
        progress, limit = effort.progress, effort.limit
        if self.tier == PORTABLE:
            yield from ((PORTABLE, answer) for answer in ask(PORTABLE))
            return
        if self.code.is_required:
            self.code.wait(effort)
        else:
            while not self.code.is_ready():
                is_long = self._is_long(effort, counts_anew or moves >= MANY_MOVES)
                tier = PORTABLE if is_long and self.has_portable else REFERENCE
                effort.progress = self._looking(tier, effort, progress)
                try:
                    for answer in ask(tier):
                        yield tier, answer
                    return
                except TakeOver:
                    effort.progress, effort.limit = progress, limit
                    if counts_anew:
                        effort.restart()
                    if not self.has_portable:
                        self.code.wait_while_loading(effort)
                except NoKernel as error:
                    self._has_portable, self.refused = False, str(error)
                finally:
                    effort.progress = progress
        try:
            for answer in ask(NATIVE):
                yield NATIVE, answer
        except NumberTooLong:
            if self.code.is_required:
                raise
            # From now on in plain Python, whose numbers have no end.
            self.code.give_up()
            yield from ((REFERENCE, answer) for answer in ask(REFERENCE))

    def _is_long(self, effort: Effort, at_once: bool) -> bool:
        """Whether a search is worth a portable kernel."""
        nodes = effort.limit.nodes
        if nodes is not None and nodes <= self.first_nodes:
            return False
        return at_once or effort.nodes >= self.first_nodes

    def _looking(self, tier: str, effort: Effort, progress: ProgressCallback) -> ProgressCallback:
        """The progress callback, which raises `TakeOver` when another tier is to go on."""
        nodes = effort.limit.nodes
        if tier == PORTABLE:
            return self.code.look_during_portable(effort, progress)
        look = progress
        if self.code.may_take_over and (nodes is None or nodes > self.code.small):
            look = self.code.look_while_searching(effort, progress)
        if self._has_portable is False or (nodes is not None and nodes <= self.first_nodes):
            return look
        return self._until_portable(look)

    def _until_portable(self, look: ProgressCallback) -> Callable[[Progress], None]:
        """The same progress callback, until the search is long enough for a portable kernel."""

        def look_at_nodes(so_far: Progress) -> None:
            if so_far.done >= self.first_nodes and self.has_portable:
                raise TakeOver
            if look is not None:
                look(so_far)

        return look_at_nodes


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
