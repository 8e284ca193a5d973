"""Whose fault an exception is: asked of `games/user.py`, which is imported only then, so that `--help` stays quick."""

from __future__ import annotations

import sys


def is_ctrl_c(error: BaseException) -> bool:
    """Whether an exception is the user's Ctrl-C, and not one that a game's rules raise."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    from zerosum.games import user

    return user.is_ctrl_c(error)


def blamed_on_a_file(error: BaseException) -> str:
    """Where in a user's file an exception came from, as a sentence; empty when it did not come from one."""
    if "zerosum.games.user" not in sys.modules:
        return ""  # no file was loaded
    from zerosum.games import user

    return user.blamed_on_a_file(error)
