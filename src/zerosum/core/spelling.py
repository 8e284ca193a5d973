"""Suggestions for misspelt names, wherever there is a closed list of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name that a misspelt word is nearest to, in brackets with a blank before; empty where none is near.

    `cutoff` is how near, from 0 for anything to 1 for the same word.

    >>> "there is no game 'conect4'" + did_you_mean("conect4", ["tictactoe", "connect4"])
    "there is no game 'conect4' (did you mean connect4?)"
    >>> did_you_mean("xyz", ["tictactoe", "connect4"])
    ''
    """
    from difflib import get_close_matches  # only in an error: commands start sooner without it

    names = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), names, n=1, cutoff=cutoff)
    return f" (did you mean {names[near[0]]}?)" if near else ""


def suggests_keywords(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function: a misspelt keyword gets a suggestion, which Python itself gives from 3.13 on."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*given: P.args, **keywords: P.kwargs) -> R:
        for keyword in keywords:
            if keyword not in names:
                raise TypeError(
                    f"{function.__name__}() has no keyword argument {keyword!r}{did_you_mean(keyword, names)}"
                )
        return function(*given, **keywords)

    return call
