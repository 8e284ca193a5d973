"""What all functions of the Python namespace do: suggest keywords, and raise `BadRules` for rules that were stopped."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from zerosum.core.errors import BadRules
from zerosum.core.games.user_files.blaming import blamed_on_a_file
from zerosum.core.games.user_files.rule_frames import RuleStopped
from zerosum.core.spelling import suggests_keywords

P = ParamSpec("P")
R = TypeVar("R")


def python_call(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function that users of Python call; `RuleStopped` is no `Exception`, which they would not expect."""
    checked = suggests_keywords(function)

    @wraps(function)
    def call(*given: P.args, **keywords: P.kwargs) -> R:
        try:
            return checked(*given, **keywords)
        except RuleStopped as error:
            raise BadRules(blamed_on_a_file(error)) from None

    return call
