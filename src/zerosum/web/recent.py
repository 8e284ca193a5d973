"""Answers that were given before and are always the same: of the most recent ones, so that memory does not grow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any


class Recent:
    """So many answers by what was asked; the one that was not wanted for longest goes first."""

    def __init__(self, most: int = 4096) -> None:
        """Begin empty."""
        self._most = most
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, asked: Hashable) -> Any:
        """The answer, or None."""
        if asked in self._answers:
            self._answers.move_to_end(asked)
        return self._answers.get(asked)

    def put(self, asked: Hashable, answer: Any) -> None:
        """Remember an answer."""
        self._answers[asked] = answer
        self._answers.move_to_end(asked)
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)
