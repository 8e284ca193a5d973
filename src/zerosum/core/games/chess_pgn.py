"""Games of chess as PGN, the Portable Game Notation: tags in brackets, then numbered moves and the result.

Reference: Edwards, "Portable Game Notation Specification and Implementation Guide" (1994). Comments (`{...}`, `; ...`
and lines that begin with `%`), variations in round brackets, move numbers, `$3`, `!?` and `e.p.` are skipped when a
game is read. Variations are not checked: other programs write `--` for a null move there, and signs such as `+-`. The
tags FEN and SetUp say where a game begins if that is not the usual start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap

from zerosum.core.errors import BadMove, BadPosition, BadRequest
from zerosum.core.games.chess_boards import State
from zerosum.core.games.chess_text import read_fen, write_fen
from zerosum.core.games.tagged_games import escaped, numbered
from zerosum.core.rules import Notation, Rules, Text, WrittenGame

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The tags that every game has, in this order, and what stands there if nothing is known; Result is the seventh."""

MADE = ("Result", "SetUp", "FEN")
"""The tags that are made from the game itself."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

TOKEN = re.compile(
    r"""(?P<blank>\s+)
    |(?P<comment>\{[^}]*\}|;[^\n]*|(?m:^)%[^\n]*)
    |(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    |(?P<result>1-0|0-1|1/2-1/2|\*)
    |(?P<open>\()|(?P<close>\))
    |(?P<skipped>\$\d+|\d+\s*\.*(?![\w-])|\.+|[!?]+|e\.p\.[+#]?)
    |(?P<move>[KQRBNa-hO0](?:(?!e\.p\.)[\w=+#-])*[!?]*)
    |(?P<other>[^\s(){}]+)""",
    re.VERBOSE,
)


@dataclass
class _Read:
    """One game while it is read."""

    state: State
    start: State | None = None
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    result: str | None = None

    @property
    def is_empty(self) -> bool:
        return not self.tags and not self.moves

    def written(self) -> WrittenGame:
        tagged = self.tags.get("Result", "*")
        result = self.result or (tagged if tagged in RESULTS else "*")
        tags = {name: value for name, value in self.tags.items() if name not in MADE}
        return WrittenGame(moves=tuple(self.moves), start=self.start, result=result, tags=tags)


def notation(rules: Rules, text: Text) -> Notation:
    """PGN of chess with these rules and texts."""

    def write(game: WrittenGame) -> str:
        start = rules.start if game.start is None else game.start
        known = {name: value for name, value in game.tags.items() if name not in MADE}
        tags = ROSTER | {name: known[name] for name in ROSTER if name in known} | {"Result": game.result} | known
        if start != rules.start:
            tags |= {"SetUp": "1", "FEN": write_fen(start)}  # type: ignore[arg-type]
        lines = [f'[{name} "{escaped(value)}"]' for name, value in tags.items()]
        words = [*numbered(rules, text, start, game.moves), game.result]
        return "\n".join([*lines, "", *wrap(" ".join(words), 79, break_on_hyphens=False)]) + "\n"

    def read(content: str) -> list[WrittenGame]:
        return list(_games_in(content.removeprefix("\ufeff").replace("\r\n", "\n")))

    def _games_in(content: str) -> Iterator[WrittenGame]:
        game = _Read(rules.start)  # type: ignore[arg-type]
        at = depth = 0
        while at < len(content):
            token = TOKEN.match(content, at)
            if token is None or (token["other"] and depth == 0):
                raise _wrong(content, at, f"{content[at : at + 20].split()[0]!r} is not PGN")
            if token["open"]:
                depth += 1
            elif token["close"]:
                depth -= 1
                if depth < 0:
                    raise _wrong(content, at, "a variation is closed that was not opened")
            elif token["tag"] and depth == 0:
                if game.moves or token["name"] in game.tags:  # the game before has no result at its end
                    yield game.written()
                    game = _Read(rules.start)  # type: ignore[arg-type]
                _add_tag(game, token["name"], re.sub(r"\\(.)", r"\1", token["value"]), content, at)
            elif token["result"] and depth == 0:
                game.result = token["result"]
                yield game.written()
                game = _Read(rules.start)  # type: ignore[arg-type]
            elif token["move"] and depth == 0:
                try:
                    game.moves.append(_legal_move(game.state, token["move"]))
                except BadMove as error:
                    raise _wrong(content, at, error) from None
                game.state = rules.play(game.state, game.moves[-1])  # type: ignore[assignment]
            at = token.end()
        if depth:
            raise _wrong(content, at, "a variation is not closed")
        if not game.is_empty:
            yield game.written()

    def _add_tag(game: _Read, name: str, value: str, content: str, at: int) -> None:
        game.tags[name] = value
        if name == "FEN":
            try:
                game.state = read_fen(value)
            except BadPosition as error:
                raise _wrong(content, at, error) from None
            game.start = None if game.state == rules.start else game.state

    def _legal_move(state: State, word: str) -> int:
        if rules.is_over(state):
            raise BadMove(f"{word!r} cannot be played: the game is over")
        return text.read_move(state, word)

    return Notation(name="PGN", suffix=".pgn", write=write, read=read)


def _wrong(content: str, at: int, sentence: object) -> BadRequest:
    return BadRequest(f"line {content.count(chr(10), 0, at) + 1}: {sentence}")
