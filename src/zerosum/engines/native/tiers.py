"""Choose the tier of a search: reference, portable, native, or automatic."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from time import perf_counter

from zerosum.core.errors import BadRequest, Uncompilable
from zerosum.core.game import Game
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.native import has_numba, has_wasmtime, refuse_unknown_tier, require_numba
from zerosum.engines.native.compile.background import BackgroundCompile
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE
from zerosum.engines.native.portable.manifest import NoKernel
from zerosum.engines.native.portable.rules import has_kernel
from zerosum.engines.native.search.compile_in_time import is_worth_waiting, start_compile, wait_while
from zerosum.engines.search import ALGORITHMS, MONTE_CARLO, Result, Search, algorithm
from zerosum.engines.search.pseudocode import base_name
from zerosum.engines.search.result import NO_LIMIT, Effort, Limit, Stopped, Watch

TWINS = (
    "minimax", "alphabeta", "ordering", "table", "deepening", "pvs", "mcts", "rave", "quiescence", "selective",
    "expectimax",
)  # fmt: skip
"""The algorithms that have a compiled twin, in a file named like the module of the reference (`table` is in
`transposition_table.py`)."""

CHANCE_TWINS = ("rave", "expectimax")
"""The twins that search games of chance."""

SMALL_SEARCH_NODES = 20_000
"""A search of so many nodes ends on the reference tier before machine code could be loaded."""


class TakeOver(Exception):
    """Raised inside a search in plain Python when the compiled one is ready to go on."""


def search_on(name: str, tier: str = "auto", seed: int = 0) -> Search:
    """The search of this name on a tier; "auto" takes the one that answers sooner, and the result says which.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> search_on("alphabeta", "native")(game, game.start, plain=True).nodes
    18297
    """
    refuse_unknown_tier(tier)
    reference = algorithm(name, seed)
    base = base_name(name)
    if tier == "reference":
        return reference
    if base not in TWINS:
        if tier == "auto":
            return reference
        raise BadRequest(f"{base} runs on the reference tier only; the {tier} one has {', '.join(TWINS)}")
    if tier == PORTABLE:
        return _twin(base, reference, tier)
    if tier == "native":
        require_numba()
        return _twin(base, reference)
    return partial(_sooner, base, reference) if has_numba() or has_wasmtime() else reference


def has_twin(base: str, game: Game) -> bool:
    """Whether this algorithm has a compiled twin that can search this game."""
    return base in (TWINS if game.rules.odds is None else CHANCE_TWINS)


def _twin(base: str, reference: Search, tier: str = NATIVE) -> Search:
    """The compiled twin, imported when it is needed, with the settings that the reference was given."""
    name = ALGORITHMS[base].search.__module__.rpartition(".")[2]
    twin: Search = getattr(import_module(f"zerosum.engines.native.search.{name}"), name)
    settings = dict(reference.keywords) if isinstance(reference, partial) else {}
    if tier != NATIVE:
        settings["tier"] = tier
    return partial(twin, **settings) if settings else twin


def _twin_module(base: str) -> str:
    """The module of `zerosum.engines.native.search` whose `compiled` makes the entry of this twin."""
    return "transposition_table" if base in ("table", "deepening") else base


def _sooner(
    base: str,
    reference: Search,
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """A small search on the reference tier, and if that does not end it, the twin from the start: as a portable kernel
    where there is one, else as machine code.

    With a time limit or a progress callback the reference tier searches for as long as the twin is being compiled,
    but not while it is only being loaded.
    """
    began = perf_counter()
    if watch is not None or not has_twin(base, game):
        return reference(game, state, limit=limit, plain=plain, watch=watch, progress=progress)

    def left() -> Limit:
        seconds = None if limit.seconds is None else max(0.0, limit.seconds - (perf_counter() - began))
        return replace(limit, seconds=seconds)

    small = SMALL_SEARCH_NODES if limit.nodes is None else min(SMALL_SEARCH_NODES, limit.nodes)
    result = reference(game, state, limit=replace(limit, nodes=small), plain=plain, progress=progress)
    if not result.stopped or small == limit.nodes or left().seconds == 0:
        return result
    if has_kernel(game, _twin_module(base), plain=plain or base in MONTE_CARLO):
        with suppress(NoKernel):
            return _twin(base, reference, PORTABLE)(game, state, limit=left(), plain=plain, progress=progress)
    if not has_numba():
        return reference(game, state, limit=left(), plain=plain, progress=progress)
    if limit.seconds is not None or progress is not None:
        compile = start_compile(game, _twin_module(base), plain or base in MONTE_CARLO)
        effort = Effort(left(), progress, nodes=result.nodes)
        while not compile.is_ready:
            if is_worth_waiting(compile, effort):
                try:
                    wait_while(lambda: is_worth_waiting(compile, effort), compile, effort)
                except Stopped:
                    return replace(result, seconds=perf_counter() - began)
            else:
                with suppress(TakeOver):
                    look = _until_ready(compile, effort, progress)
                    return reference(game, state, limit=left(), plain=plain, progress=look)
    try:
        return _twin(base, reference)(game, state, limit=left(), plain=plain, progress=progress)
    except Uncompilable:
        return reference(game, state, limit=left(), plain=plain, progress=progress)


def _until_ready(compile: BackgroundCompile, effort: Effort, progress: ProgressCallback) -> Callable[[Progress], None]:
    """The same progress callback, which raises `TakeOver` when it is time to wait for the compile or to use it.

    It also raises what went wrong with the compile, unless the game just cannot be compiled.
    """

    def look(so_far: Progress) -> None:
        if progress is not None:
            progress(so_far)
        if compile.is_ready or is_worth_waiting(compile, effort):
            raise TakeOver
        if compile.is_done and compile.error is not None and not isinstance(compile.error, Uncompilable):
            raise compile.error

    return look
