"""Games of chess as PGN, the Portable Game Notation: tags in brackets, then numbered moves and the result.

Reference: Edwards, "Portable Game Notation Specification and Implementation Guide" (1994). Comments (`{...}`, `; ...`
and lines that begin with `%`), variations in round brackets, move numbers, `$3`, `!?` and `e.p.` are skipped when a
game is read. Variations are not checked: other programs write `--` for a null move there, and signs such as `+-`. The
tags FEN and SetUp say where a game begins if that is not the usual start.
"""

from __future__ import annotations

import re

from zerosum.core.games.chess_text import read_fen, write_fen
from zerosum.core.games.tagged_games import TaggedFormat, numbered, written
from zerosum.core.rules import Notation, Rules, State, Text, WrittenGame

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


def read_tag(name: str, value: str) -> State | None:
    """Where a game begins, if a tag says so."""
    return read_fen(value) if name == "FEN" else None


def notation(rules: Rules, text: Text) -> Notation:
    """PGN of chess with these rules and texts."""
    form = TaggedFormat("PGN", TOKEN, MADE, {each: each for each in RESULTS}, "variation", read_tag)

    def write(game: WrittenGame) -> str:
        start = rules.start if game.start is None else game.start
        known = {name: value for name, value in game.tags.items() if name not in MADE}
        tags = ROSTER | {name: known[name] for name in ROSTER if name in known} | {"Result": game.result} | known
        if start != rules.start:
            tags |= {"SetUp": "1", "FEN": write_fen(start)}  # type: ignore[arg-type]
        return written(tags, numbered(rules, text, start, game.moves), game.result)

    def read(content: str) -> list[WrittenGame]:
        return form.read(content, rules, text)

    return Notation(name="PGN", suffix=".pgn", write=write, read=read)
