"""Compile what a compiled search needs within the limit of that search: in the background, while the caller waits."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from zerosum.core.game import Game
from zerosum.core.value import scale_for
from zerosum.engines.native.compile import background, compile_control
from zerosum.engines.native.compile.background import BackgroundCompile
from zerosum.engines.native.compile.entries import NATIVE
from zerosum.engines.search.result import Effort, Stopped

POLL_COMPILE = 0.02
"""The seconds between two looks at the limit while a search waits for the compiler."""

LOAD_SECONDS = 1.0
"""About what it takes to import numba and to load machine code; Python code that runs meanwhile doubles it. With less
time than this left, a search in plain Python does not wait for it."""

COMPILE_SEARCH = f"{__name__}:compile_search"


def compile_search(game: Game, module: str, plain: bool) -> None:
    """Compile or load the search of this module of `zerosum.engines.native.search`; raises `Uncompilable`."""
    from zerosum.engines.native.compile.rules import native_rules

    import_module(f"zerosum.engines.native.search.{module}").compiled(native_rules(game), scale_for(game, plain))


def start_compile(game: Game, module: str, plain: bool) -> BackgroundCompile:
    """Start to compile or load this search in the background."""
    return background.prepare(game, COMPILE_SEARCH, (module, plain))


def wait_for_compile(game: Game, module: str, plain: bool, effort: Effort, tier: str = NATIVE) -> None:
    """Wait until this search is compiled; raises `Stopped` when the limit ends before that, or what went wrong.

    Without a time limit and a progress callback this does nothing: the caller then compiles, which is quicker. There is
    nothing to wait for on the portable tier.
    """
    if tier != NATIVE or (effort.limit.seconds is None and effort.progress is None):
        return
    compile = start_compile(game, module, plain)
    if not compile.wait(POLL_COMPILE):
        with compile_control.announced():
            wait_while(lambda: not compile.is_done, compile, effort)
    if compile.error is not None:
        raise compile.error


def wait_while(is_busy: Callable[[], bool], compile: BackgroundCompile, effort: Effort) -> None:
    """Wait for a compile as long as something is true of it; raises `Stopped` when the limit ends before that."""
    while is_busy():
        compile.wait(POLL_COMPILE)
        if effort.progress is not None:
            effort.progress(effort)
        if effort.is_spent:
            raise Stopped


def is_worth_waiting(compile: BackgroundCompile, effort: Effort) -> bool:
    """Whether a search in plain Python had better wait: machine code is being loaded, and there is time for it."""
    seconds = effort.limit.seconds
    return compile.is_loading and (seconds is None or seconds - effort.seconds >= LOAD_SECONDS)
