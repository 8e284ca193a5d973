"""Who ended a computation: the user by Ctrl-C, or the rules of the user's own game by an exception."""

from __future__ import annotations

import sys
import traceback


class CtrlC(KeyboardInterrupt):
    """Ctrl-C in the terminal. A plain `KeyboardInterrupt` may also have been raised by a user's rules."""


def is_ctrl_c(error: BaseException) -> bool:
    """Whether the user stopped the program, and not the rules of a game by `raise KeyboardInterrupt`.

    In a program that calls `zerosum.cli.main` there is no `CtrlC`; there, the rules are blamed for an interrupt that
    was raised in their file.
    """
    if isinstance(error, CtrlC):
        return True
    if not isinstance(error, KeyboardInterrupt):
        return False
    frames = traceback.extract_tb(error.__traceback__)
    user = sys.modules.get("zerosum.games.user")
    return user is None or not frames or frames[-1].filename not in user.LOADED


def blamed_on_a_file(error: BaseException) -> str:
    """What a user's own game did wrong, with file and line; "" if the error does not come from there."""
    user = sys.modules.get("zerosum.games.user")
    if user is None or is_ctrl_c(error):
        return ""
    return next(filter(None, (user.blame(error, source) for source in user.LOADED)), "")
