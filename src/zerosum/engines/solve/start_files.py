"""Read positions to start from: a file with one on each line, or a set that the game itself gives by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zerosum.core.errors import BadPosition, BadRequest, BadRules
from zerosum.core.files import read_text
from zerosum.core.game import Game
from zerosum.core.rules import State

ENDING = "ending:"


class WithImages:
    """Positions to start from together with all their mirror images, of which one of each class is given."""

    def __init__(self, states: Iterable[State]) -> None:
        """Stand for these states and their images."""
        self.states = states

    def __iter__(self) -> Iterator[State]:
        """The given states."""
        return iter(self.states)


def read_starts(game: Game, where: str) -> Iterable[State]:
    """The positions that `--from` names: `ending:NAME`, or a file; raises `BadRequest`."""
    if where.startswith(ENDING):
        return ending(game, where.removeprefix(ENDING))
    found = list(_positions_in(game, where))
    if not found:
        raise BadRequest(f"{where!r} has no position to start from")
    return found


def ending(game: Game, name: str) -> Iterable[State]:
    """A set of positions that a game gives by name; raises `BadRequest` where it has none of this name.

    Their mirror images belong to the set too.
    """
    if name not in game.endings:
        known = f"; it has {', '.join(game.endings)}" if game.endings else ""
        raise BadRequest(f"{game.name} has no ending {name!r}{known}")
    states = game.endings[name]()
    if not isinstance(states, Iterable):
        raise BadRules(f"the ending {name!r} of {game.name} is {states!r}, which is no list of states")
    return WithImages(states)


def _positions_in(game: Game, file: str) -> Iterator[State]:
    """The positions of a file: `#` begins a comment, at the beginning of a line or after a blank."""
    for number, line in enumerate(read_text(file).splitlines(), 1):
        text = re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()
        if text:
            try:
                yield game.read_position(text)
            except BadPosition as error:
                raise BadPosition(f"{file}, line {number}: {error}") from None
