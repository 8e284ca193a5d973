"""The signature that all searches share, and the decorator that builds the run of a search from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any, Concatenate, Protocol, TypeAlias, TypeVar, Unpack

from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.search.result import NO_LIMIT, Limit, Result, SearchOptions, Watch

Answer = TypeVar("Answer")
Answer_co = TypeVar("Answer_co", covariant=True)
Run = TypeVar("Run")
Function = TypeVar("Function", bound=Callable[..., Any])


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
    behind this decorator, so that a public search with settings takes `**options` instead (`shows_options`).
    """

    def decorate(body: Callable[Concatenate[Run, ...], Answer]) -> SearchFor[Answer]:
        def search(game: Game, state: State, **given: Any) -> Answer:
            options = {name: given.pop(name) for name in SearchOptions.__annotations__ if name in given}
            if always_plain:
                options["plain"] = True
            # Runs of compiled searches have a tier; every other setting is the search's own.
            of_run = {"tier": given.pop("tier")} if "tier" in given else {}
            return body(make_run(algorithm, game, state, **options, **of_run), **given)

        update_wrapper(search, body, ("__module__", "__name__", "__qualname__", "__doc__"), ())
        return _with_signature(search, signature(body), list(signature(body).parameters.values())[1:])

    return decorate


def shows_options(search: Function) -> Function:
    """Decorate a search that takes `**options`: `help` then shows them one by one, as those of every other search."""
    own = signature(search)
    settings = [each for each in own.parameters.values() if each.kind == Parameter.KEYWORD_ONLY]
    return _with_signature(search, own, settings)


def _with_signature(search: Function, own: Signature, settings: list[Parameter]) -> Function:
    """The same function, which shows the parameters of every search before its settings."""
    parameters = [*signature(_any_search).parameters.values(), *settings]
    search.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    return search


def _any_search(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> None:
    """What every search shows; only its parameters are of use."""
