"""AIMA's game and state over zerosum's rules, for submissions of the form `player(game, state)`.

This is the one file of the worker that needs `zerosum.core.games`; the rules lie beside it then, and no search does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.host.worker.boards import BoardMaker
from zerosum.answers.grade.host.worker.move_writing import MoveWriter
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import formed_like

MOST_KEPT = 200_000


class GameState(NamedTuple):
    """AIMA's state. The board is in the form of the description, a dict by (x, y) in the book's own code."""

    to_move: Any
    utility: Any
    board: Any
    moves: Any


class AimaState(GameState):
    """A state that knows the state of the rules behind it."""

    rules_state: Any


class AimaGame:
    """AIMA's game: actions, result, utility, terminal_test, to_move, initial. States are made once."""

    def __init__(self, spec: str, maker: BoardMaker, writer: MoveWriter) -> None:
        """Load the rules."""
        self._game: Game = load(spec)
        self._maker = maker
        self._writer = writer
        self._known: dict[Any, tuple[AimaState, dict[Any, int]]] = {}
        self._children: dict[Any, dict[Any, AimaState]] = {}
        self.initial = self.state(self._game.start)

    def state(self, state: Any) -> AimaState:
        """The state of the book's kind for a state of the rules."""
        return self._made(formed_state(self._game.spec, state))[0]

    def actions(self, state: AimaState) -> list[Any]:
        """The legal moves."""
        return list(self._made(state.rules_state)[1])

    def result(self, state: AimaState, move: Any) -> AimaState:
        """The state after a move; an illegal move changes nothing, as in the book's code."""
        inside = state.rules_state
        children = self._children.setdefault(inside, {})
        found = children.get(move)
        if found is None:
            numbers = self._made(inside)[1]
            if move not in numbers:
                return state
            found = children[move] = self._made(self._game.rules.play(inside, numbers[move]))[0]
        return found

    def utility(self, state: AimaState, player: Any) -> Any:
        """What a finished game is worth for a player, by the symbol of that player."""
        value = state.utility
        return value if player == self._maker.symbol(0, 0) else -value

    def terminal_test(self, state: AimaState) -> bool:
        """Whether the game is over."""
        return bool(self._game.rules.is_over(state.rules_state))

    def is_terminal(self, state: AimaState) -> bool:
        """The name of `terminal_test` in the fourth edition."""
        return self.terminal_test(state)

    def to_move(self, state: AimaState) -> Any:
        """The symbol of the side to move."""
        return state.to_move

    def display(self, state: AimaState) -> None:
        """Nothing is shown."""

    def _made(self, state: Any) -> tuple[AimaState, dict[Any, int]]:
        known = self._known.get(state)
        if known is not None:
            return known
        question = question_for(self._game, state)
        cells = question.cells_text
        is_over = self._game.is_over(state)
        side = 0 if is_over else question.side
        legal = () if is_over else question.legal
        numbers = {_hashable(self._writer.write(move.json(), cells)): move.number for move in legal}
        board = self._maker.build(cells, side)
        if isinstance(board, dict):  # the book's board has no empty cells
            board = {key: value for key, value in board.items() if value != self._maker.empty}
        utility = self._game.utility(state) if is_over else 0
        mover = self._maker.symbol(side if not is_over else self._game.rules.to_move(state), side)
        made = AimaState(mover, utility, board, list(numbers))
        made.rules_state = state
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
            self._children.clear()
        self._known[state] = (made, numbers)
        return made, numbers


def _hashable(move: Any) -> Any:
    return tuple(move) if isinstance(move, list) else move


@lru_cache(maxsize=4)
def start_of(spec: str) -> Any:
    """The first state of a game."""
    return load(spec).start


def formed_state(spec: str, state: Any) -> Any:
    """The state of the rules out of the lists of JSON."""
    return formed_like(start_of(spec), _tuples(state))


def _tuples(state: Any) -> Any:
    return tuple(map(_tuples, state)) if isinstance(state, Iterable) else state
