"""A game in progress, for any face: who plays which side, what has been played, what can be asked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from zerosum.analysis.analyst import Analyst
from zerosum.game import FIRST, SECOND, BadPosition, BadRequest, Game, Move, State, refuse_endless
from zerosum.play.game_record import Record, record_of
from zerosum.play.players import Player


@dataclass
class Session:
    """A game between people and players. A side without a player is moved by hand.

    `swapped` exchanges the two marks, so that either may start: the rules still call the side that
    begins the first, it only shows, reads and writes the other mark.
    """

    game: Game
    analyst: Analyst
    names: tuple[str, str]
    players: tuple[Player | None, Player | None]
    start: State
    swapped: bool = False
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
        return self.game.sides[1 - side if self.swapped else side]

    def board(self) -> str:
        """The board as it is shown."""
        return self._exchanged(self.game.text.draw(self.state), r"(?<![A-Za-z])({})(?![A-Za-z])")

    def read_position(self, text: str) -> State:
        """The position of a text that is written with the marks as they are shown."""
        try:
            return self.game.read_position(self._exchanged(text, "({})"))
        except BadPosition as error:
            raise BadPosition(self._exchanged(str(error), "({})")) from None

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
        sides = (self.label(FIRST), self.label(SECOND)) if self.swapped else None
        return record_of(self.game, self.names, self.moves, self.start, sides)

    def _exchanged(self, text: str, pattern: str) -> str:
        if not self.swapped:
            return text
        first, second = self.game.sides
        found = pattern.format("|".join(map(re.escape, self.game.sides)))
        return re.sub(found, lambda match: second if match[1] == first else first, text)


def seat(game: Game, first: str | None, mark: str | None) -> tuple[int, bool]:
    """Which side a person plays who wants to be first or second and have a mark, either of them optional.

    Where the sides are marks on the board, they change places if need be, so that either may start.
    """
    if mark is None:
        return (SECOND if first == "computer" else FIRST), False
    labels = [side.lower() for side in game.sides]
    if mark.lower() not in labels:
        raise BadRequest(f"--as takes {game.sides[0]} or {game.sides[1]} in {game.name}, not {mark!r}")
    named = labels.index(mark.lower())
    if first is None:
        return named, False
    side = FIRST if first == "human" else SECOND
    if named != side and not game.marks:
        raise BadRequest(f"in {game.name}, {game.sides[0]} always moves first; leave out --first or --as")
    return side, named != side
