"""A game in progress, for any face: who plays which side, what has been played, what can be asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from zerosum.analysis.analyst import Analyst
from zerosum.game import FIRST, SECOND, BadRequest, Game, Move, State, refuse_endless
from zerosum.play.game_record import Record, record_of
from zerosum.play.players import Player


@dataclass
class Session:
    """A game between people and players. A side without a player is moved by hand."""

    game: Game
    analyst: Analyst
    names: tuple[str, str]
    players: tuple[Player | None, Player | None]
    start: State
    moves: list[Move] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.after(self.moves, self.start)

    @property
    def side(self) -> int:
        """Who is to move now."""
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.state)

    def label(self, side: int) -> str:
        """The mark or name under which a side appears."""
        return self.game.sides[side]

    def board(self) -> str:
        """The board as it is shown."""
        return self.game.text.draw(self.state)

    def play(self, move: Move) -> None:
        """Make a legal move."""
        refuse_endless(len(self.moves))
        self.game.play(self.state, move)
        self.moves.append(move)

    def reply(self) -> Move:
        """Let the player of the side to move choose, and make its move."""
        player = self.players[self.side]
        assert player is not None
        move = player(self.state)
        self.play(move)
        return move

    def undo(self) -> int:
        """Take back to the last position in which a person was to move; say how many moves that was."""
        for count in range(1, len(self.moves) + 1):
            before = self.game.after(self.moves[:-count], self.start)
            if self.players[self.game.to_move(before)] is None:
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
