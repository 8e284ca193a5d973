"""Games of checkers as PDN, the Portable Draughts Notation: tags in brackets, then numbered moves and the result.

Reference: the draft of PDN 2.0 by Murray Cash (2003) and Wikipedia's "Portable Draughts Notation". A position in the
tag FEN is the side to move and the squares of both sides, K for a king: `B:W18,24,K10:B12,K22`. Results name White
first: 1-0 is a win for White, although Black begins. Numbers of moves, comments (`{...}` and `; ...`), variations in
brackets, whatever is in them, and marks such as `!` are skipped when a game is read.
"""

from __future__ import annotations

import re

from zerosum.core.errors import BadPosition
from zerosum.core.games.checkers_rules import State, bit_of_square
from zerosum.core.games.grid import EMPTY, write_rows
from zerosum.core.games.tagged_games import TaggedFormat, numbered, written
from zerosum.core.rules import Notation, Rules, Text, WrittenGame

GAME_TYPE = "21"
"""English draughts among the types of games that PDN knows."""

EXCHANGED = {"1-0": "0-1", "0-1": "1-0"}
"""A result that names the first player first, and the same as PDN has it, White's first."""

TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
    |(?P<skipped>\s+|\{[^}]*\}|;[^\n]*|%[^\n]*|\$\d+|[!?]+|\d+\s*\.(?:\s*\.\.)?)
    |(?P<result>(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0)(?![\dx-])|\*)
    |(?P<open>\()|(?P<close>\))
    |(?P<move>\d{1,2}(?:\s?[-x:]\s?\d{1,2})+)
    |(?P<other>[^\s(){}]+)""",
    re.VERBOSE | re.IGNORECASE,
)
RESULTS = {
    **{result: result for result in ("1-0", "0-1", "1/2-1/2")},
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "0-0": "1/2-1/2",
}
"""Results, and other ways to write them, with two points for a win; what is not among them says nothing."""


def fen_of(size: int, state: State) -> str:
    """A position as PDN writes it.

    >>> fen_of(4, (0b11, 0b11 << 7, 0b11 << 7 | 0b01, 1))
    'W:W7,8:B1,K2'
    """
    black, white, men, side = state
    bits = [bit_of_square(size, square) for square in range(size * size // 2)]

    def squares(pieces: int) -> str:
        return ",".join(
            "K" * (~men >> bit & 1) + str(square) for square, bit in enumerate(bits, start=1) if pieces >> bit & 1
        )

    return f"{'BW'[side]}:W{squares(white)}:B{squares(black)}"


def rows_of_fen(size: int, fen: str) -> str:
    """The rows of a position that is written as PDN writes it; the reader of rows then checks what stands there.

    >>> rows_of_fen(4, "W:W7,8:B1,K2")
    'bB/--/--/ww:W'
    """
    found = re.fullmatch(r"([BW]):([BW])([K\d,-]*):([BW])([K\d,-]*)\.?", re.sub(r"\s", "", fen).upper())
    if found is None or found[2] == found[4]:
        raise BadPosition(f"{fen!r} is not a position like B:W18,24,K10:B12,K22")
    squares = [EMPTY] * (size * size // 2)
    for colour, listed in ((found[2], found[3]), (found[4], found[5])):
        for word in filter(None, listed.split(",")):
            piece = re.fullmatch(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", word)
            if piece is None:
                raise BadPosition(f"{word!r} in {fen!r} is not a square like 18 or K10")
            first, last = int(piece[2]), int(piece[3] or piece[2])
            if last < first:
                raise BadPosition(f"{word!r} in {fen!r} goes from a greater square to a smaller one")
            for square in range(first, last + 1):
                if not 1 <= square <= len(squares):
                    raise BadPosition(f"there is no square {square}; the squares are 1 to {len(squares)}")
                if squares[square - 1] != EMPTY:
                    raise BadPosition(f"two pieces stand on square {square}")
                squares[square - 1] = colour if piece[1] else colour.lower()
    return f"{write_rows(squares, size // 2)}:{found[1]}"


def notation(size: int, rules: Rules, text: Text) -> Notation:
    """PDN of checkers on a board of this size."""
    made = ("Result", "GameType", "SetUp", "FEN")
    board_type = GAME_TYPE if size == 8 else f"{GAME_TYPE},B,{size},{size},N2,0"

    def read_tag(name: str, value: str) -> State | None:
        if name == "GameType":
            refuse_other_type(value, board_type)
        return text.read_position(rows_of_fen(size, value)) if name == "FEN" else None  # type: ignore[return-value]

    results = {word: EXCHANGED.get(result, result) for word, result in RESULTS.items()}
    form = TaggedFormat("PDN", TOKEN, made, results, "bracket", read_tag)

    def write(game: WrittenGame) -> str:
        start = rules.start if game.start is None else game.start
        result = EXCHANGED.get(game.result, game.result)
        tags = {name: value for name, value in game.tags.items() if name not in made}
        tags |= {"Result": result, "GameType": board_type}
        if start != rules.start:
            tags |= {"SetUp": "1", "FEN": fen_of(size, start)}  # type: ignore[arg-type]
        return written(tags, numbered(rules, text, start, game.moves), result)

    def read(content: str) -> list[WrittenGame]:
        return form.read(content, rules, text)

    return Notation(name="PDN", suffix=".pdn", write=write, read=read)


def refuse_other_type(given: str, expected: str) -> None:
    """Refuse a game of another kind of draughts, such as 20 for the international game on 10x10."""
    if given.split(",")[0] != GAME_TYPE or ("," in given and given.split(",")[2:4] != board_of(expected)):
        raise BadPosition(f"GameType {given!r} is not {expected!r}, English draughts on this board")


def board_of(game_type: str) -> list[str]:
    """Width and height of the board that a type of game says, 8 by 8 where it says none."""
    return game_type.split(",")[2:4] or ["8", "8"]
