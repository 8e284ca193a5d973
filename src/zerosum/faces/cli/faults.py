"""Whose fault an exception is, by `games/user_files/blaming.py`: imported only when asked, to keep `--help` quick."""

from __future__ import annotations

import sys


def is_ctrl_c(error: BaseException) -> bool:
    """Whether an exception is the user's Ctrl-C, and not one that a game's rules raise."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    from zerosum.core.games.user_files import blaming

    return blaming.is_ctrl_c(error)


def blamed_on_a_file(error: BaseException) -> str:
    """Where in a user's file an exception came from, as a sentence; empty when it did not come from one."""
    if "zerosum.core.games.user_files.blaming" not in sys.modules:
        return ""  # no file was loaded
    from zerosum.core.games.user_files import blaming

    return blaming.blamed_on_a_file(error)
