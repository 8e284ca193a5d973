"""A position of a game with its history, and how a game, a position and moves are read from what a caller gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar

from zerosum.answers.analysis.adjudication import Adjudication, adjudicated
from zerosum.answers.analyze import analyze
from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.parameters import python_call
from zerosum.core.board import board_of, touched_by
from zerosum.core.errors import BadMove, BadPosition, BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.user_files.from_names import game_of
from zerosum.core.games.user_files.styles import nearly_recognised
from zerosum.core.rules import CHANCE, Move, State, listed, plain_state

Settings = ParamSpec("Settings")
Answer = TypeVar("Answer")


def as_method(function: Callable[Concatenate[Any, Settings], Answer]) -> Callable[Concatenate[Any, Settings], Answer]:
    """A capability as a method of a position, which is its first argument."""
    return function


class Position:
    """A state together with its game and with the moves that led to it.

    `push` and `pop` change it in place; `play` returns another one. Two positions are equal when game and state are,
    however they came about. The hash is that of game and state, so `push` and `pop` change it: take a `copy` as a key.

    >>> position = Position("tictactoe")
    >>> position.push("4")
    >>> position.play("0").text, position.text, position.moves
    ('O--/-X-/---', '---/-X-/---', (0, 1, 2, 3, 5, 6, 7, 8))
    >>> position.pop(), position.history
    (4, ())
    """

    __slots__ = ("_moves", "_states", "game")

    def __init__(self, game: GameLike, position: PositionLike = None, *, moves: MovesLike = None) -> None:
        """The position after these moves from this one, by default from the start of the game."""
        self.game: Game
        self._states: list[State]
        self._moves: list[Move] = []
        if isinstance(game, Position):
            if position is not None:
                raise BadRequest("a position has its place already; give moves only")
            self.game, self._states, self._moves = game.game, list(game._states), list(game._moves)
        elif isinstance(position, Position):
            self.game, self._states, self._moves = position.game, list(position._states), list(position._moves)
            if game_from(game) not in (self.game, self.game.original):
                raise BadRequest(f"the position is one of {self.game.name}, not of {game_from(game).name}")
        else:
            self.game, start, more = _read(game_from(game), position)
            self._states = [start]
            for move in more:
                self.push(move)
        for move in _words(self.game, self.state, moves):
            self.push(move)

    @property
    def state(self) -> State:
        """The state as the rules of the game know it."""
        return self._states[-1]

    @property
    def start(self) -> State:
        """The state from which the history leads here."""
        return self._states[0]

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves from the start to here."""
        return tuple(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the rules have ended the game.

        A game that repetition has ended still has some, so that one can look at what would follow.
        """
        return listed(self.game.moves(self.state))

    legal_moves = moves

    @property
    def to_move(self) -> int:
        """0 when the first player is to move, 1 when the second is, 2 where chance is."""
        return self.game.to_move(self.state)

    turn = to_move

    @property
    def mover(self) -> str:
        """The name of the side that is to move, or "chance"."""
        return self.game.side_name(self.to_move)

    @property
    def adjudication(self) -> Adjudication | None:
        """How the game ended, if not by its rules: by repetition, or because it lasts too long."""
        return None if self.game.is_over(self.state) else adjudicated(self.game, self._states)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by repetition of a position of this history.

        >>> circle = "a3 a1 b2 a3 a1 b2 "
        >>> Position("ponghauki", moves=circle).is_over, Position("ponghauki", moves=2 * circle).is_over
        (False, True)
        """
        return self.game.is_over(self.state) or self.adjudication is not None

    is_game_over = is_over

    @property
    def result(self) -> int | None:
        """What the finished game is worth to the first player; None while it goes on."""
        if self.game.is_over(self.state):
            return self.game.utility(self.state)
        adjudication = self.adjudication
        return None if adjudication is None else adjudication.utility

    @property
    def text(self) -> str:
        """The position as one line of text, which can be read back."""
        return self.game.position_text(self.state)

    def push(self, move: Move | str) -> None:
        """Make a legal move, given as the rules know it or as a person types it."""
        made = self._read_move(move)
        self._states.append(self.game.play(self.state, made))
        self._moves.append(made)

    def roll(self, random: Random | int | None = None) -> Move:
        """Draw an outcome where chance is to move, make it, and return it; from a seed, it is the same each time."""
        if self.is_over or self.to_move != CHANCE:
            raise BadRequest(f"{'nobody' if self.is_over else self.mover} is to move, so there is nothing to roll")
        outcome = self.game.roll(self.state, random if isinstance(random, Random) else Random(random))
        self.push(outcome)
        return outcome

    def pop(self) -> Move:
        """Take the last move back, and return it."""
        if not self._moves:
            raise BadRequest("there is no move to take back")
        self._states.pop()
        return self._moves.pop()

    def play(self, *moves: Move | str) -> Position:
        """The position after these moves; this one stays as it is."""
        after = self.copy()
        for move in moves:
            after.push(move)
        return after

    def copy(self) -> Position:
        """The same position with a history of its own."""
        return Position(self)

    def move_text(self, move: Move) -> str:
        """A move as a person types it."""
        return self.game.move_text(self.state, move)

    def draw(self) -> str:
        """The board as lines of text."""
        return self.game.text.draw(self.state)

    analyze = as_method(analyze)

    def best_move(self, **settings: Any) -> Move | None:
        """The first of the best moves by `analyze` with these settings; None in a finished game.

        >>> Position("tictactoe", "X-O/-O-/X--").best_move()
        3
        """
        return self.analyze(**settings).best_move

    def _read_move(self, move: Move | str) -> Move:
        """A move from what the rules call it or from its text; in a game whose moves are texts, these come first."""
        if not isinstance(move, str):
            return move
        known: tuple[object, ...] = self.moves
        return self.moves[known.index(move)] if move in known else self.game.read_move(self.state, move)

    def __getstate__(self) -> tuple[Game, list[State], list[Move]]:
        """Pickle states as plain tuples, since their class may be one of a user's file."""
        return self.game, [plain_state(state) for state in self._states], self._moves

    def __setstate__(self, pickled: tuple[Game, list[State], list[Move]]) -> None:
        """Rebuild the states."""
        self.game, states, self._moves = pickled
        self._states = [self.game.own_state(state) for state in states]

    def __eq__(self, other: object) -> bool:
        """Whether game and state are the same; how the position came about does not count."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and bool(self.state == other.state)

    def __hash__(self) -> int:
        """By game and state, as `==`."""
        return hash((self.game.spec, self.state))

    def __str__(self) -> str:
        """The position as one line of text."""
        return self.text

    def __repr__(self) -> str:
        """How to make this position, without its history."""
        return f"Position({self.game.spec!r}, {self.text!r})"

    def _repr_svg_(self) -> str:
        """The board as a picture, for a notebook; the last move is lit up."""
        from zerosum.engines.draw.board_svg import board_svg

        if not self._moves:
            return board_svg(board_of(self.game, self.state), self.game.sides, title=self.text)
        before, move = self._states[-2], self._moves[-1]
        board = board_of(self.game, self.state, before, move)
        return board_svg(board, self.game.sides, title=self.text, last=touched_by(self.game, before, move))


@python_call
def position(game: GameLike, position: PositionLike = None, *, moves: MovesLike = None) -> Position:
    """A position of a game: at its start, by its text or state, or after moves.

    >>> position("connect4", moves="4 4").history
    (3, 3)
    """
    return Position(game, position, moves=moves)


def game_from(game: GameLike) -> Game:
    """The game that a caller means."""
    if isinstance(game, Game):
        return game
    if isinstance(game, Position):
        return game.game
    if isinstance(game, str | PathLike):
        return load(game)
    kind = game if isinstance(game, type) else type(game)
    found = None if isinstance(game, int | float | list | tuple) else game_of(game, kind.__name__)
    if found is None:
        near = nearly_recognised(game)
        what = "a game is a name, a file, a Game, Rules, a module, a dict of functions, or a class in a known style"
        raise BadRequest(f"{what}, not {game!r:.60}{near and f'; {near}'}")
    return found


def _read(game: Game, position: Any) -> tuple[Game, State, list[Any]]:
    """The game, the state and the moves from there that a caller means by one argument."""
    if position is None:
        return game, game.start, []
    if isinstance(position, list) and any(isinstance(each, list | type(None)) for each in position):
        position = repr(position)  # rows, or cells of which some are None: a board, and no moves
    if isinstance(position, list):
        return game, game.start, position
    if isinstance(position, str) and not isinstance(game.start, str):
        try:
            game = game.for_position(position)
            return game, game.read_position(position), []
        except BadPosition as error:
            try:
                return game, game.start, game.read_moves(position)
            except BadMove:
                raise error from None
    return game, game.checked_state(position), []


def _words(game: Game, state: State, moves: MovesLike) -> Iterable[Any]:
    """Moves one by one."""
    if moves is None:
        return ()
    return game.read_moves(moves, state) if isinstance(moves, str) else moves
