"""Which Python frames and functions are rules of a user's file, and the exception that stops such rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import zerosum

RUN_NAME = "zerosum_user_game"
"""The name a file runs under: not its own, because a game in random.py would then hide the module of that name."""

FILES: set[str] = set()
"""The files that hold rules, as their frames name them: game files, and the modules beside them that they import."""

PACKAGE = os.path.dirname(zerosum.__file__) + os.sep
"""Where the code of this package lies. Not asked by `__name__`, which a file may change."""

MOST_FRAMES = 200
"""How many frames of libraries that a rule calls are searched for the rule."""


class RuleStopped(BaseException):
    """Rules of a user's file were stopped: they did not return, or tried to start or end a process.

    It is no `Exception`, so that `except Exception` in the rules does not catch it. `where` is the file and line.
    """

    where = ""


@contextmanager
def own_modules_noted(folder: Path) -> Iterator[None]:
    """Add the modules of this folder that the block imports to `FILES`."""
    before = set(sys.modules)
    try:
        yield
    finally:
        for name in set(sys.modules) - before:
            file = getattr(sys.modules.get(name), "__file__", None)
            if isinstance(file, str) and Path(file).parent == folder:
                FILES.add(file)


def is_loaded_game(frame: FrameType) -> bool:
    """Whether a frame runs code that `run_file` loaded, or that such code generated."""
    return frame.f_globals.get("__name__") is RUN_NAME


def is_rule(frame: FrameType) -> bool:
    """Whether a frame runs code of a user's file."""
    return is_loaded_game(frame) or frame.f_code.co_filename in FILES


def is_ours(frame: FrameType) -> bool:
    """Whether a frame runs code of this package."""
    return frame.f_code.co_filename.startswith(PACKAGE)


def running_rule(frame: FrameType | None) -> tuple[FrameType, FrameType] | None:
    """The innermost frame of the rule that a thread runs, and the frame in which its call began; None without one.

    The frame is the thread's innermost one. Rules are near the top of the stack: a deep search is not walked through.
    """
    for _ in range(MOST_FRAMES):
        if frame is None:
            return None
        if is_rule(frame):
            entry = _entry(frame)
            return None if entry is None else (frame, entry)
        frame = frame.f_back
    return None


def is_called_by_rules(frame: FrameType | None) -> bool:
    """Whether rules made this call themselves, without code of this package between."""
    return _entry(frame) is not None


def _entry(frame: FrameType | None) -> FrameType | None:
    """The frame in which the call of a rule began; None if there is none before the first frame of this package.

    The user's own program may call a module that a game file imports too, or be the game file itself, run as a script.
    Then no frame of this package called it, and it is no rule.
    """
    entry, is_loaded = None, False
    while frame is not None and not is_ours(frame):
        if is_rule(frame):
            entry = frame
            is_loaded = is_loaded or is_loaded_game(frame)
        frame = frame.f_back
    return entry if frame is not None or is_loaded else None


def place_of(frame: FrameType) -> str:
    """File, line and function of a frame, as in `my_game.py, line 3 in moves`."""
    function = frame.f_code.co_name
    inside = "" if function == "<module>" else f" in {function}"
    return f"{frame.f_code.co_filename}, line {frame.f_lineno}{inside}"
