"""The signature that all searches share, and the decorator that builds the run of a search from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, signature
from typing import Any, Concatenate, Protocol, TypeAlias, TypedDict, TypeVar, Unpack

from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.search.result import NO_LIMIT, Effort, Limit, Result, Watch

Answer = TypeVar("Answer")
Answer_co = TypeVar("Answer_co", covariant=True)
Run = TypeVar("Run")


class SearchOptions(TypedDict, total=False):
    """The options of every search: how far, on which scale, and who is told of it."""

    limit: Limit
    plain: bool
    watch: Watch | None
    progress: ProgressCallback


def effort_of(options: SearchOptions) -> Effort:
    """The counters of a search with these options, at 0, and its limits; refuses other options, as a call does."""
    for name in options.keys() - SearchOptions.__annotations__.keys():
        raise TypeError(f"a search has no option {name!r}")
    return Effort(options.get("limit", NO_LIMIT), options.get("progress"))


class SearchFor(Protocol[Answer_co]):
    """What every search is: a function of a game, a state and the same four options."""

    def __call__(self, game: Game, state: State, **options: Unpack[SearchOptions]) -> Answer_co:
        """Search a position."""


Search: TypeAlias = SearchFor[Result]


def search_with(
    make_run: Callable[..., Run], algorithm: str, *, always_plain: bool = False
) -> Callable[[Callable[Concatenate[Run, ...], Answer]], SearchFor[Answer]]:
    """Decorate a function of a run: it becomes a search, which makes the run from its own arguments.

    `always_plain` says that the search knows plain scores only, whatever it is asked for.

    Keyword arguments that the function takes beside the run are settings of the search. Type checkers do not see them
    behind this decorator, so that a public search with settings writes its parameters out instead.
    """

    def decorate(body: Callable[Concatenate[Run, ...], Answer]) -> SearchFor[Answer]:
        def search(
            game: Game,
            state: State,
            *,
            limit: Limit = NO_LIMIT,
            plain: bool = False,
            watch: Watch | None = None,
            progress: ProgressCallback = None,
            **settings: Any,
        ) -> Answer:
            is_plain = plain or always_plain
            run = make_run(algorithm, game, state, limit=limit, plain=is_plain, watch=watch, progress=progress)
            return body(run, **settings)

        # What `help` shows: the shared options, then the settings in place of `**settings`.
        shared = [each for each in signature(search).parameters.values() if each.kind != Parameter.VAR_KEYWORD]
        settings = list(signature(body).parameters.values())[1:]
        shown = signature(body).replace(parameters=[*shared, *settings])
        update_wrapper(search, body, ("__module__", "__name__", "__qualname__", "__doc__"), ())
        search.__signature__ = shown  # type: ignore[attr-defined]
        return search

    return decorate
