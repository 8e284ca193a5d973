"""The words of an argument template (`ARGUMENT_WORDS` of the description), and what each gives for one question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zerosum.answers.grade.host.worker.objects import Observation, kaggle_configuration, kaggle_observation
from zerosum.answers.grade.host.worker.paths import NOTHING

if TYPE_CHECKING:
    from zerosum.answers.grade.host.worker.calling import Plan


class Context:
    """One question on its way through a submission."""

    def __init__(self, plan: Plan, question: dict[str, Any]) -> None:
        """Begin with the question."""
        self.plan = plan
        self.question = question
        self.side: int = question["side"]
        self.object: Any = None
        self.is_swapped = False  # while the object of the opponent is constructed
        self.called: list[Any] = []
        self._board: Any = NOTHING
        self.cells_board: Any = NOTHING  # what holds the cells, where `board` is an object around them

    @property
    def board(self) -> Any:
        """The board of this question, made when it is first asked for."""
        if self._board is NOTHING:
            self._board = self.plan.new_board(self)
        return self._board

    @property
    def has_board(self) -> bool:
        """Whether the board was made."""
        return self._board is not NOTHING

    def use_board(self, board: Any) -> None:
        """The submission's own list holds the cells now; the argument is that list too."""
        self._board = self.cells_board = board

    @property
    def mover(self) -> int:
        """The side whose symbol is the player's."""
        return 1 - self.side if self.is_swapped else self.side

    def callback(self, *values: Any, **named: Any) -> None:
        """The function that a submission calls with its move."""
        values = (*values, *named.values())
        self.called.append(values[0] if len(values) == 1 else values)


Word = Callable[[Context], Any]


def _moves(context: Context) -> list[Any]:
    return [context.plan.writer.write(move, context.question["cells"]) for move in context.question["legal"]]


def _history(context: Context) -> list[Any]:
    return [context.plan.writer.write(move) for move in context.question["history"]]


def _history_text(context: Context) -> str:
    return "".join(map(str, _history(context)))


def _last_move(context: Context) -> Any:
    history = context.question["history"]
    return context.plan.writer.write(history[-1]) if history else None


def _observation(context: Context) -> Observation:
    return kaggle_observation(context.question)


def _configuration(context: Context) -> Observation:
    plan = context.plan
    return kaggle_configuration(plan.rows, plan.columns, plan.line, plan.seconds)


WORDS: dict[str, Word] = {
    "board": lambda context: context.board,
    "player": lambda context: context.plan.maker.name(context.mover, context.side),
    "opponent": lambda context: context.plan.maker.name(1 - context.mover, context.side),
    "depth": lambda context: context.question["cells"].count(".") or context.question.get("left", 0),
    "ply": lambda context: context.question["ply"],
    "alpha": lambda context: float("-inf"),
    "beta": lambda context: float("inf"),
    "is_max": lambda context: True,
    "is_min": lambda context: False,
    "is_first": lambda context: context.side == 0,
    "moves": _moves,
    "last_move": _last_move,
    "history": _history,
    "history_text": _history_text,
    "observation": _observation,
    "configuration": _configuration,
    "game": lambda context: context.plan.aima_game(),
    "state": lambda context: context.plan.aima_state(context.question),
    "callback": lambda context: context.callback,
    "object": lambda context: context.object,
    "rival": lambda context: context.plan.rival(context),
    "seconds": lambda context: context.plan.seconds,
    "move": lambda context: context.plan.writer.write(context.question["move"], context.question["cells"]),
}
