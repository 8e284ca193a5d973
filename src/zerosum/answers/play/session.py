"""A game in progress, for any face: who plays which side, what has been played, what can be asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from zerosum.answers.analysis.adjudication import Adjudication, adjudicated
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.play.game_record import Record, record_of
from zerosum.answers.play.players import Player
from zerosum.core.errors import BadRequest, refuse_endless
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State


@dataclass
class Session:
    """A game between people and players. A side without a player is moved by hand.

    `dice` draws the outcomes of chance; without it, a person rolls dice and enters the outcome.
    """

    game: Game
    analyst: Analyst
    names: tuple[str, str]
    players: tuple[Player | None, Player | None]
    start: State
    moves: list[Move] = field(default_factory=list)
    dice: Random | None = field(default_factory=lambda: Random(0))

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.after(self.moves, self.start)

    @property
    def side(self) -> int:
        """Who is to move now; `CHANCE` where dice are rolled."""
        return self.game.to_move(self.state)

    @property
    def states(self) -> Iterator[State]:
        """Every position of the game, the first and the present one included."""
        return self.game.states_along(self.start, self.moves)

    @property
    def adjudication(self) -> Adjudication | None:
        """How the game ended, if not by its rules: by repetition, or because it lasts too long."""
        return None if self.game.is_over(self.state) else adjudicated(self.game, self.states)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.state) or self.adjudication is not None

    @property
    def utility(self) -> int:
        """What the finished game is worth to the first player."""
        adjudication = self.adjudication
        return self.game.utility(self.state) if adjudication is None else adjudication.utility

    def is_by_hand(self, side: int) -> bool:
        """Whether a person enters the moves of this side, or the outcomes of chance."""
        return (self.dice if side == CHANCE else self.players[side]) is None

    def label(self, side: int) -> str:
        """The mark or name under which a side appears."""
        return self.game.side_name(side)

    def board(self) -> str:
        """The board as it is shown."""
        return self.game.text.draw(self.state)

    def play(self, move: Move) -> None:
        """Make a legal move."""
        refuse_endless(len(self.moves))
        self.game.play(self.state, move)
        self.moves.append(move)

    def reply(self) -> Move:
        """Let the player of the side to move choose, or roll the dice, and make that move."""
        side = self.side
        if side == CHANCE:
            assert self.dice is not None
            move = self.game.roll(self.state, self.dice)
        else:
            player = self.players[side]
            assert player is not None
            move = player(self.state)
        self.play(move)
        return move

    def exchange_sides(self) -> None:
        """Let whoever plays the first side play the second, and the other way round."""
        self.players = self.players[::-1]
        self.names = self.names[::-1]

    def undo(self) -> int:
        """Take back to the last position in which a person was to move; say how many moves and rolls that was."""
        for count in range(1, len(self.moves) + 1):
            before = self.game.after(self.moves[:-count], self.start)
            if self.is_by_hand(self.game.to_move(before)):
                del self.moves[-count:]
                return count
        raise BadRequest("there is no move of yours to take back")

    def record(self) -> Record:
        """The game so far, as a record."""
        return record_of(self.game, self.names, self.moves, self.start)


def seat(game: Game, first: str | None, mark: str | None) -> tuple[int, Game]:
    """Which side a person plays who wants to be first or second and have a mark, either of them optional.

    The game is begun by the other side if need be (`Game.begun_by`), so that either mark may start.
    """
    if mark is None:
        return (SECOND if first == "computer" else FIRST), game
    labels = [side.lower() for side in game.sides]
    if mark.lower() not in labels:
        raise BadRequest(f"--as takes {game.sides[0]} or {game.sides[1]} in {game.name}, not {mark!r}")
    named = labels.index(mark.lower())
    if first is None:
        return named, game
    side = FIRST if first == "human" else SECOND
    return side, game if named == side else game.begun_by(game.sides[SECOND])
