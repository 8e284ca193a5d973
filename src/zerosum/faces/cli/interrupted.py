"""What Ctrl-C leaves of a command: the results so far, and the exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import INTERRUPTED, OK

T = TypeVar("T")


def gathered(steps: Iterable[T]) -> tuple[list[T], BaseException | None]:
    """All results up to the end, and what ended them early: Ctrl-C, an error in a game's rules, or None.

    Show the results, then end with `exit_code`.
    """
    found: list[T] = []
    try:
        for step in steps:
            found.append(step)  # noqa: PERF402 - list() would lose what came before the end
    except BaseException as error:
        if is_ctrl_c(error):
            below_the_ctrl_c()
        elif not found:
            raise
        return found, error
    return found, None


def below_the_ctrl_c() -> None:
    """Begin a new line where the terminal has shown ^C on the progress line."""
    if sys.stderr.isatty():
        sys.stderr.write("\n")


def exit_code(ended_by: BaseException | None) -> int:
    """0, or 130 after Ctrl-C; any other error is raised, now that the results have been shown."""
    if ended_by is None:
        return OK
    if is_ctrl_c(ended_by):
        return INTERRUPTED
    raise ended_by
