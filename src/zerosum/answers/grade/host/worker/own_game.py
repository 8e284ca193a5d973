"""A submission's own game of AIMA's kind: its states are reached by its own moves, as its author wrote them."""

from __future__ import annotations

from typing import Any

from zerosum.answers.grade.host.worker.move_writing import MoveWriter
from zerosum.answers.grade.host.worker.paths import Unfit


class OwnGame:
    """An object of the submission's game. `initial` is the attribute or the method that gives its first state."""

    def __init__(self, game: Any, initial: str, writer: MoveWriter) -> None:
        """Take the object."""
        self.game = game
        self._initial = initial
        self._writer = writer

    def state(self, question: dict[str, Any]) -> Any:
        """The state that the moves of a question lead to."""
        first = getattr(self.game, self._initial)
        state = first() if callable(first) else first
        for move in question["history"]:
            wanted = _plain(self._writer.write(move))
            chosen = [each for each in self.game.actions(state) if _plain(each) == wanted]
            if not chosen:
                raise Unfit(f"its game does not offer the move {wanted} where it is legal")
            state = self.game.result(state, chosen[0])
        return state


def _plain(move: Any) -> Any:
    return tuple(move) if isinstance(move, list) else move
