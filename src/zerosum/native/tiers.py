"""Choose the tier of a search: reference, native, or automatic."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from zerosum.game import BadRequest, Game, State, Uncompilable
from zerosum.native import has_numba, require_numba
from zerosum.progress import ProgressCallback
from zerosum.search import ALGORITHMS, Result, Search, algorithm
from zerosum.search.result import NO_LIMIT, Limit, Watch
from zerosum.setting_names import TIERS

TWINS = ("minimax", "alphabeta", "ordering", "table", "deepening", "mcts")
"""The algorithms that have a compiled twin, in a file named like the module of the reference (`table` is in
`transposition_table.py`)."""

SMALL = 20_000
"""A search of so many nodes ends on the reference tier before machine code could be loaded."""


def refuse_unknown_tier(tier: str) -> None:
    """Refuse a tier that does not exist."""
    if tier not in TIERS:
        raise BadRequest(f"a tier is {', '.join(TIERS[:-1])} or {TIERS[-1]}, not {tier!r}")


def search_on(name: str, tier: str = "auto", seed: int = 0) -> Search:
    """The search of this name on a tier; "auto" takes the one that answers sooner, and the result says which.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> search_on("alphabeta", "native")(game, game.start, plain=True).nodes
    18297
    """
    refuse_unknown_tier(tier)
    reference = algorithm(name, seed)
    base = name.partition(":")[0]
    if tier == "reference":
        return reference
    if base not in TWINS:
        if tier == "auto":
            return reference
        raise BadRequest(f"{base} runs on the reference tier only; the native one has {', '.join(TWINS)}")
    if tier == "native":
        require_numba()
        return _twin(base, reference)
    return partial(_sooner, base, reference) if has_numba() else reference


def _twin(base: str, reference: Search) -> Search:
    """The compiled twin, imported when it is needed, with the settings that the reference was given."""
    name = ALGORITHMS[base].search.__module__.rpartition(".")[2]
    twin: Search = getattr(import_module(f"zerosum.native.search.{name}"), name)
    return partial(twin, **reference.keywords) if isinstance(reference, partial) else twin


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
    """A small search on the reference tier, and if that does not end it, the twin from the start."""
    options: dict[str, Any] = {"plain": plain, "progress": progress}
    if watch is not None:
        return reference(game, state, limit=limit, watch=watch, **options)
    small = SMALL if limit.nodes is None else min(SMALL, limit.nodes)
    result = reference(game, state, limit=replace(limit, nodes=small), **options)
    if not result.stopped or small == limit.nodes or _is_late(result, limit):
        return result
    left = limit if limit.seconds is None else replace(limit, seconds=max(0.0, limit.seconds - result.seconds))
    try:
        return _twin(base, reference)(game, state, limit=left, **options)
    except Uncompilable:
        return reference(game, state, limit=left, **options)


def _is_late(result: Result, limit: Limit) -> bool:
    return limit.seconds is not None and result.seconds >= limit.seconds
