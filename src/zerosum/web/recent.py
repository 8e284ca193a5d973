"""Answers that were given before and are always the same: of the most recent ones, so that memory does not grow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Recent:
    """Answers by what was asked, of so many characters together; the one that was not wanted for longest goes first."""

    def __init__(self, most: int = 16_000_000) -> None:
        """Begin empty."""
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, asked: Hashable) -> str | None:
        """The answer, or None."""
        if asked in self._answers:
            self._answers.move_to_end(asked)
        return self._answers.get(asked)

    def put(self, asked: Hashable, answer: str) -> None:
        """Remember an answer."""
        self._size += len(answer) - len(self._answers.pop(asked, ""))
        self._answers[asked] = answer
        while self._size > self._most:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)
