"""Compiled code as a search meets it, on either compiled tier; this module needs neither numba nor numpy.

A search is a Python function that `build` compiles. On the native tier numba makes machine code of it, on this machine
and when it is first needed. On the portable tier a module of WebAssembly has been made of the same function before
(`make kernels`). Drivers, which prepare memory, watch limits and read results, are the same for both: they ask
`rules_on` for the rules of a game on a tier, and these for memory and entries.

    rules = rules_on("portable", game)
    control = rules.words(8)                              # a block of memory, all 0
    entry = rules.entry("perft", compiled)                # `compiled(rules)` on the native tier
    entry(game.start, control)                            # a state and blocks in, a number out
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from zerosum.core.game import Game

NATIVE, PORTABLE = "native", "portable"

NUMBER, WORDS, HALVES, REALS = "int64", "int64 block", "int32 block", "float64 block"
"""What an entry takes beside a state: a number, or a block of memory."""


class CompiledRules(Protocol):
    """What a driver asks of a game's rules; the fields are those of `NativeRules`."""

    @property
    def tier(self) -> str:
        """Where the code runs."""

    @property
    def width(self) -> int:
        """How many machine words a state has."""

    @property
    def yields(self) -> bool:
        """Whether the game gives its moves one by one."""

    @property
    def repeats(self) -> bool:
        """Whether searches look for repeated positions."""

    @property
    def has_repetition(self) -> bool:
        """Whether the game says what a repeated position is worth."""

    @property
    def order(self) -> tuple[int, ...] | None:
        """The game's own order of moves."""

    def words(self, count: int) -> Any:
        """A block of so many int64, all 0."""

    def halves(self, count: int) -> Any:
        """A block of so many int32, all 0."""

    def reals(self, numbers: Iterable[float]) -> Any:
        """A block of float64."""

    def address(self, block: Any) -> Any:
        """Where a block is, for an entry that takes numbers."""

    def apart(self) -> CompiledRules:
        """The same rules for another thread: with memory of their own where threads cannot share it."""

    def entry(self, name: str, compiled: Callable[..., Any], *settings: Any) -> Callable[..., Any]:
        """The entry of a search that is called so, which `compiled(rules, *settings)` compiles."""


def rules_on(tier: str, game: Game, *, repeats: bool | None = None) -> Any:
    """The rules of a game on a tier: `NativeRules`, or `PortableRules` with memory of their own.

    `repeats` is as in `native_rules`. Raises `Uncompilable`, on the portable tier `NoKernel`.
    """
    if tier == PORTABLE:
        from zerosum.engines.native.portable.rules import portable_rules

        return portable_rules(game, repeats=repeats)
    from zerosum.engines.native.compile.rules import native_rules

    return native_rules(game, repeats=repeats)


def fill(block: Any, number: int) -> None:
    """Set all words of a small block."""
    for index in range(len(block)):
        block[index] = number


def write(block: Any, at: int, numbers: Iterable[int]) -> None:
    """Write words into a block."""
    for index, number in enumerate(numbers, start=at):
        block[index] = number


_collecting: list[tuple[Callable[..., Any], tuple[Any, ...]]] | None = None


def build(entry: Callable[..., Any], signature: tuple[Any, ...]) -> Callable[..., Any]:
    """The compiled form of an entry for these arguments, from disk when it is there (`cache.build`)."""
    if _collecting is not None:
        _collecting.append((entry, signature))
        return entry
    from zerosum.engines.native.compile import cache

    return cache.build(entry, signature)


@contextmanager
def collected() -> Iterator[list[tuple[Callable[..., Any], tuple[Any, ...]]]]:
    """Compile nothing inside the context; the entries that would be, with their signatures, are in the list."""
    global _collecting
    found: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
    _collecting = found
    try:
        yield found
    finally:
        _collecting = None
