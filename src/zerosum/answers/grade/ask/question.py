"""What an agent is asked: a position, in a form that belongs to no program.

An adapter turns a question into the board, the object or the typed lines that a certain program understands, and the
program's answer into one of the legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.core.board import Board, board_of
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, listed

Place = tuple[int, int]
"""A row and a column of the grid, both from 0 at the top left."""


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move: its number in the rules, its text, and the cells to click for it, none where there is no grid."""

    number: Move
    text: str
    places: tuple[Place, ...]

    def json(self) -> dict[str, Any]:
        """For the process of the agent."""
        return {"number": self.number, "text": self.text, "places": [list(place) for place in self.places]}


@dataclass(frozen=True, slots=True)
class Question:
    """A position to answer with a move.

    `cells` are the rows of the grid from the top, with 0 and 1 for the pieces of the first and the second side and
    None for an empty cell; there are no rows where the position is not a grid of such pieces. `history` are the moves
    of a game from the start that leads here. `falls` says that a move is a column, where the piece falls down.
    """

    game: Game
    state: State
    side: int
    cells: tuple[tuple[int | None, ...], ...]
    legal: tuple[LegalMove, ...]
    history: tuple[LegalMove, ...] = ()
    falls: bool = False

    @property
    def cells_text(self) -> str:
        """The cells row by row, a character each: "0", "1", or "." for an empty one."""
        return text_of(self.cells)

    @property
    def position(self) -> str:
        """The position as text."""
        return self.game.position_text(self.state)


def question_for(game: Game, state: State, history: Sequence[Move] = ()) -> Question:
    """The question for a state that these moves lead to from the start.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> question = question_for(game, game.play(game.start, 4), [4])
    >>> question.side, question.cells, question.legal[0].places, question.history[0].places
    (1, ((None, None, None), (None, 0, None), (None, None, None)), ((0, 0),), ((1, 1),))
    """
    return Questions(game).about(state, history)


class Questions:
    """Makes the questions about one game; the grid and the moves of each position are made once."""

    def __init__(self, game: Game) -> None:
        """Begin without positions."""
        self.game = game
        self._known: dict[State, tuple[tuple[tuple[int | None, ...], ...], bool, dict[Move, LegalMove]]] = {}

    def about(self, state: State, history: Sequence[Move] = ()) -> Question:
        """The question for a state that these moves lead to from the start."""
        played, before = [], self.game.start
        for move in history:
            played.append(self._made(before)[2][move])
            before = self.game.rules.play(before, move)
        cells, falls, legal = self._made(state)
        return Question(self.game, state, self.game.to_move(state), cells, tuple(legal.values()), tuple(played), falls)

    def _made(self, state: State) -> tuple[tuple[tuple[int | None, ...], ...], bool, dict[Move, LegalMove]]:
        if state not in self._known:
            game, board = self.game, board_of(self.game, state)
            legal = {
                move: LegalMove(move, game.move_text(state, move), _places(board, move))
                for move in listed(game.moves(state))
            }
            self._known[state] = *_grid(game, board), legal
        return self._known[state]


def grid_of(game: Game, state: State) -> tuple[tuple[tuple[int | None, ...], ...], bool]:
    """The rows of the grid, none where the board has another shape, and whether pieces fall down in it."""
    return _grid(game, board_of(game, state))


def text_of(cells: Sequence[Sequence[int | None]]) -> str:
    """The cells of a grid row by row, a character each: "0", "1", or "." for an empty one.

    >>> text_of([[None, 0], [1, None]])
    '.01.'
    """
    return "".join("." if cell is None else "01"[cell] for row in cells for cell in row)


def _grid(game: Game, board: Board) -> tuple[tuple[tuple[int | None, ...], ...], bool]:
    width, height = int(board.width), int(board.height)
    marks = {"": None, game.sides[0]: 0, game.sides[1]: 1}
    rows: list[list[int | None]] = [[None] * width for _ in range(height)]
    for cell in board.cells:
        fits = cell.x == int(cell.x) and cell.y == int(cell.y) and cell.width == cell.height == 1
        if not fits or cell.piece not in marks or len(board.cells) != width * height:
            return (), False
        rows[int(cell.y)][int(cell.x)] = marks[cell.piece]
    return tuple(tuple(row) for row in rows), board.falls


def _places(board: Board, move: Move) -> tuple[Place, ...]:
    """The cells to click for a move."""
    return tuple((int(board.cells[cell].y), int(board.cells[cell].x)) for cell in board.moves.get(move, ()))
