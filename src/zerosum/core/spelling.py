"""Suggestions for misspelt names, wherever there is a closed list of them."""

from __future__ import annotations

from collections.abc import Iterable


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
