"""The one switch between tiers: what answers at once goes first, what is faster takes over when it is ready.

    auto, a game with portable kernels    plain Python for the first nodes | portable | native, where that is worth it
    auto, any other game                  plain Python | native
    a tier that was asked for             that tier alone

Machine code is compiled or loaded in the background meanwhile (`machine_code.py`). It takes over from plain Python as
soon as it is loaded, and from a portable kernel if there is as much time left as has been spent: it begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from zerosum.answers.analysis.machine_code import MachineCode
from zerosum.answers.analysis.results import NATIVE, PORTABLE, REFERENCE
from zerosum.core.errors import NumberTooLong
from zerosum.core.game import Game
from zerosum.core.games import GAMES
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.engines.native.portable.manifest import NoKernel
from zerosum.engines.native.portable.rules import has_kernel
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES, TakeOver
from zerosum.engines.search.result import Effort

Answer = TypeVar("Answer")

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
        self.has_portable = tier == "auto" and all(has_kernel(game, name, plain=is_plain) for name, is_plain in kernels)
        entry = GAMES.get(game.spec.partition(":")[0])
        self.first_nodes = SMALL_SEARCH_NODES if entry is not None and entry.is_small else FIRST_NODES
        self.refused: str | None = None
        """Why the portable kernel of this game may not run, once that is known."""

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
                tier = (
                    PORTABLE
                    if self.has_portable and self._is_long(effort, counts_anew or moves >= MANY_MOVES)
                    else REFERENCE
                )
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
                    self.has_portable, self.refused = False, str(error)
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
        if self.has_portable:
            return (
                progress
                if nodes is not None and nodes <= self.first_nodes
                else _until_nodes(self.first_nodes, progress)
            )
        if self.code.may_take_over and (nodes is None or nodes > self.code.small):
            return self.code.look_while_searching(effort, progress)
        return progress


def _until_nodes(most: int, progress: ProgressCallback) -> Callable[[Progress], None]:
    def look(so_far: Progress) -> None:
        if progress is not None:
            progress(so_far)
        if so_far.done >= most:
            raise TakeOver

    return look
