"""Whose fault an exception is: that of a user's file, told with its line, or of this package."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import TracebackType

from zerosum.core.games.user_files.rule_frames import RuleStopped
from zerosum.core.interrupts import CtrlC

LOADED: list[str] = []
"""The files that games were loaded from, to tell an error in one of them from an error in zerosum."""


def describe(error: BaseException) -> str:
    """An exception as a few words."""
    if isinstance(error, RuleStopped):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def blamed_on_a_file(error: BaseException) -> str:
    """The error of a user's game with file and line; "" where the error does not come from one."""
    if is_ctrl_c(error):
        return ""
    sentence = next(filter(None, (blame(error, source) for source in LOADED)), "")
    if not sentence and isinstance(error, RuleStopped):
        # Raised in a thread a moment after its rule had returned, or in a module that the game's file imports.
        return f"{error.where}: {error}" if error.where else str(error)
    return sentence


def is_ctrl_c(error: BaseException) -> bool:
    """Whether this is the user's Ctrl-C, and not a `KeyboardInterrupt` that the rules of a game raise.

    In a program that calls `faces.cli.main` there is no `CtrlC`; there, a `KeyboardInterrupt` that was raised in the
    file of a game is blamed on its rules.
    """
    if isinstance(error, CtrlC):
        return True
    if not isinstance(error, KeyboardInterrupt):
        return False
    frames = traceback.extract_tb(error.__traceback__)
    return not frames or frames[-1].filename not in LOADED


def blame(error: BaseException, source: str) -> str:
    """Where in a user's file an exception came from, as a sentence; "" where it did not."""
    where: tuple[int, str] | None = None
    trace: TracebackType | None = error.__traceback__
    for frame in traceback.extract_tb(trace):
        if Path(frame.filename) == Path(source) or frame.filename == source:
            where = frame.lineno or 0, frame.name
    if where is None:
        return ""
    line, function = where
    inside = "" if function == "<module>" else f" in {function}"
    return f"{source}, line {line}{inside}: {describe(error)}"
