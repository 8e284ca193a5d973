"""An LRU cache of answers that never change, bounded by their total size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class LruCache:
    """Answers by question, together at most `most` characters; the least recently used one is dropped first."""

    def __init__(self, most: int = 16_000_000) -> None:
        """Start empty."""
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, question: Hashable) -> str | None:
        """The cached answer, or None."""
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def put(self, question: Hashable, answer: str) -> None:
        """Add or replace an answer."""
        self._size += len(answer) - len(self._answers.pop(question, ""))
        self._answers[question] = answer
        while self._size > self._most:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)
