"""The rules of a game as the drivers of searches see them on the portable tier: facts, memory, and the entry."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any

from zerosum.core.game import Game
from zerosum.core.value import Scale, scale_for
from zerosum.engines.native import has_wasmtime, require_wasmtime
from zerosum.engines.native.portable.manifest import Facts, NoKernel, kernel_for, manifest
from zerosum.engines.native.portable.sources import refuse_stale
from zerosum.engines.search.cycles import can_repeat

TIER = "portable"

PLAIN = "plain"
"""Behind the name of a search: its scores are those of the textbook, and not of `scale_for(game)`."""


def portable_rules(game: Game, *, repeats: bool | None = None) -> PortableRules:
    """The rules of a game that has portable kernels; raises `NoKernel`."""
    require_wasmtime()
    name = spec_of(game)
    facts = manifest().facts.get(name)
    if facts is None:
        raise NoKernel(f"there are no portable kernels of {game.name}")
    usual = can_repeat(game.rules)
    if repeats is not None and repeats != usual:
        raise NoKernel(f"there is no portable kernel of {game.name} that looks for repeated positions")
    return PortableRules(game, facts, usual)


def has_kernel(game: Game, name: str, *, plain: bool = False) -> bool:
    """Whether there is a kernel of a search of this game; one that may turn out to be refused."""
    if not has_wasmtime():
        return False
    try:
        kernel_for(spec_of(game), name_of(game, name, scale_for(game, plain)))
    except NoKernel:
        return False
    return True


def spec_of(game: Game) -> str:
    """The game by its name in the manifest: it is the same for whichever side begins."""
    return game.spec.partition("@")[0]


def name_of(game: Game, name: str, scale: Scale | None) -> str:
    """The name of a kernel: of a search, on a scale."""
    return name if scale is None or scale is scale_for(game) else f"{name}.{PLAIN}"


class PortableRules:
    """As `CompiledRules`. The memory is that of the one module whose entry was asked for."""

    def __init__(self, game: Game, facts: Facts, repeats: bool) -> None:
        """Load nothing yet."""
        self.game, self.facts, self.repeats = game, facts, repeats
        self.tier = TIER
        self.width, self.yields, self.has_repetition = facts.width, facts.yields, facts.has_repetition
        self.order = game.rules.order
        self._instance: Any = None

    def entry(self, name: str, compiled: Callable[..., Any], *settings: Any) -> Callable[..., Any]:
        """The entry of a search; raises `NoKernel` where there is none, or where it is not of these sources."""
        from zerosum.engines.native.portable.instance import Instance

        scale = next((each for each in settings if isinstance(each, Scale)), None)
        kernel = kernel_for(spec_of(self.game), name_of(self.game, name, scale))
        if self._instance is None:
            refuse_stale(kernel, self.game)
            self._instance = Instance(kernel)
        assert self._instance.kernel == kernel, "one module has the memory"
        entry: Callable[..., Any] = self._instance.call
        return entry

    def words(self, count: int) -> Any:
        """A block of so many int64, all 0."""
        return self._block(8 * count, "q")

    def halves(self, count: int) -> Any:
        """A block of so many int32, all 0."""
        return self._block(4 * count, "i")

    def reals(self, numbers: Iterable[float]) -> Any:
        """A block of float64."""
        given = array("d", numbers)
        block = self._block(8 * len(given), "d")
        block[:] = given
        return block

    def _block(self, size: int, code: str) -> Any:
        return self._instance.block(size, code)

    def address(self, block: Any) -> int:
        """Where a block is in the module's memory."""
        offset: int = self._instance.offset(block)
        return offset

    def apart(self) -> PortableRules:
        """The same rules, for a module with memory of its own."""
        return PortableRules(self.game, self.facts, self.repeats)
