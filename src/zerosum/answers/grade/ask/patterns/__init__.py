"""The whole patterns in which students write agents in Python, in the order in which they are tried.

A pattern gives a few ways to ask a function, complete but for how the answer is read. Forms that are rare (letters,
number pads, maps, masks, stacks, call-backs, printed moves) are said by a description and never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from zerosum.answers.grade.ask.description import Description
from zerosum.answers.grade.ask.patterns import (
    aima,
    board_argument,
    board_given_to_class,
    cs50,
    global_board,
    kaggle,
    object_argument,
    own_board,
)
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.source.definitions import Function

Pattern = Callable[[Findings, Function], Iterator[Description]]

WHOLE: Final[tuple[Pattern, ...]] = (cs50.ways, kaggle.ways, aima.ways)
"""Patterns that say all by themselves: where one fits, no other is tried."""

PATTERNS: Final[tuple[Pattern, ...]] = (
    object_argument.ways,
    board_argument.ways,
    board_given_to_class.ways,
    own_board.ways,
    global_board.ways,
)


def is_whole(findings: Findings, function: Function) -> bool:
    """Whether a course or a contest says how the function is asked."""
    return any(any(True for _ in pattern(findings, function)) for pattern in WHOLE)


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """The ways to ask a function, the likely ones first; raises `NotGuessed` for a call that is too rare."""
    for pattern in WHOLE:
        found = list(pattern(findings, function))
        if found:
            yield from found
            return
    for pattern in PATTERNS:
        yield from pattern(findings, function)
