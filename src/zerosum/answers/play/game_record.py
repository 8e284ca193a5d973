"""A finished game as text that can be read back: tags, moves, result, as chess players know it.

[Game "tictactoe"]
[First "perfect"]
[Second "random"]
[Result "1-0"]

4 0 8 1 6 2 7 1-0
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from zerosum.answers.analysis.adjudication import adjudicated
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import Move, State

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
OPEN = "*"


@dataclass(frozen=True)
class Record:
    """One game: which, between whom, from where, by which moves, and how it ended.

    `utility` is the first player's, None for a game that was broken off; `position` is the start, None for
    the game's own. `count_from` is how cells were numbered, where that was not as usual. `termination` says how a
    game ended that the rules did not end.
    """

    game: str
    players: tuple[str, str]
    moves: tuple[str, ...]
    utility: int | None
    position: str | None = None
    count_from: int | None = None
    termination: str | None = None

    @property
    def result(self) -> str:
        """As in 1-0, 1/2-1/2, 0-1, or * for a game that the rules did not end: broken off, or see `termination`."""
        if self.utility is None:
            return OPEN
        return RESULTS[(self.utility > 0) - (self.utility < 0)]

    def text(self) -> str:
        """The record as it is written to a file."""
        tags = [("Game", self.game), ("First", self.players[0]), ("Second", self.players[1])]
        if self.position is not None:
            tags.append(("Position", self.position))
        if self.count_from is not None:
            tags.append(("CountFrom", str(self.count_from)))
        if self.termination is not None:
            tags.append(("Termination", self.termination))
        tags.append(("Result", self.result))
        if self.utility is not None and abs(self.utility) > 1:
            tags.append(("Margin", str(self.utility)))
        lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags]
        return "\n".join([*lines, "", " ".join([*self.moves, self.result]), ""])

    def json(self) -> dict[str, object]:
        """The form that other programs read."""
        return {
            "game": self.game,
            "first": self.players[0],
            "second": self.players[1],
            "position": self.position,
            "count_from": self.count_from,
            "moves": list(self.moves),
            "result": self.result,
            "utility": self.utility,
            "termination": self.termination,
        }


def record_of(
    game: Game,
    players: tuple[str, str],
    moves: list[Move],
    start: State | None = None,
) -> Record:
    """The record of these moves."""
    begin = game.start if start is None else start
    utility, termination = ending_of(game, moves, begin)
    return Record(
        game=game.spec,
        players=players,
        moves=tuple(game.line_text(begin, moves)),
        utility=utility,
        position=None if begin == game.start else game.position_text(begin),
        count_from=game.count_from,
        termination=termination,
    )


def ending_of(game: Game, moves: list[Move], start: State) -> tuple[int | None, str | None]:
    """Utility and termination for the record of a game: None and None while it goes on.

    A draw by the third occurrence of a position is not in the rules of the game, so it has no utility.
    """
    end = game.after(moves, start)
    if game.is_over(end):
        return game.utility(end), None
    found = adjudicated(game, game.states_along(start, moves))
    if found is None:
        return None, None
    return found.utility if found.by_rule else None, found.reason


def read_records(text: str) -> list[Record]:
    """All games in a text; raises `BadRequest` with the line that is wrong."""
    records: list[Record] = []
    tags: dict[str, str] = {}
    words: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        tag = re.fullmatch(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]', line)
        if tag:
            if words:
                raise BadRequest(f"line {number}: the game before this tag has no result at its end")
            tags[tag[1]] = unquoted(tag[2], number)
            continue
        if line.startswith("["):
            raise BadRequest(f'line {number}: {line!r} is not a tag like [Game "tictactoe"]')
        words.extend(line.split())
        if words and words[-1] in (*RESULTS.values(), OPEN):
            if "Game" not in tags:
                raise BadRequest(f"line {number}: this game has no [Game ...] tag before it")
            records.append(_record(tags, words, number))
            tags, words = {}, []
    if tags or words:
        raise BadRequest("the last game has no result at its end (1-0, 1/2-1/2, 0-1 or *)")
    return records


def unquoted(value: str, number: int) -> str:
    """The value of a tag, without its quotes."""
    try:
        return str(json.loads(value))
    except ValueError:
        raise BadRequest(f"line {number}: {value} is not a quoted text") from None


def _record(tags: dict[str, str], words: list[str], number: int) -> Record:
    """One game from its tags and words; they must not contradict each other."""
    signs = {result: sign for sign, result in RESULTS.items()}
    margin, result = tags.get("Margin"), words[-1]
    if margin is not None and not re.fullmatch(r"-?[0-9]{1,9}", margin):
        raise BadRequest(f"line {number}: the margin {margin!r} of this game is not a number")
    utility = int(margin) if margin is not None else signs.get(result)
    count_from = tags.get("CountFrom")
    if count_from not in (None, "0", "1"):
        raise BadRequest(f"line {number}: this game counts from 0 or 1, not from {count_from!r}")
    record = Record(
        game=tags["Game"],
        players=(tags.get("First", "?"), tags.get("Second", "?")),
        moves=tuple(words[:-1]),
        utility=utility,
        position=tags.get("Position"),
        count_from=None if count_from is None else int(count_from),
        termination=tags.get("Termination"),
    )
    if not record.result == result == tags.get("Result", result):
        raise BadRequest(f"line {number}: the result {result} at the end of this game is not what its tags say")
    return record
