"""Books: the exact value of every position of the first plies of a game, in one small file.

    zerosum book 1
    {"game": ..., "plies": ..., "positions": ..., "sha256": ...}        a line of JSON
    compressed: the steps between the sorted keys of the positions, then one byte for the value of each

A key stands for all positions that are mirror images of each other (`Knowledge.fold`, or `Rules.key`). A value is
seen by the side to move: the distance of a win, less than 0 for a loss, 0 for a draw, or a margin. Finished games
are not in the book. A file that is damaged is refused by name.
"""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate
from pathlib import Path

from zerosum.game import BadRequest, Game, State
from zerosum.value import Margin, Outcome

MAGIC = b"zerosum book 1\n"
SHIPPED = {"connect4": "connect4.book"}
"""The books that come with the package, by the game's spec."""


class BadBook(BadRequest):
    """A file is not a book, is damaged, or belongs to another game."""


class Book:
    """The values of a game's first plies.

    >>> from zerosum.games import load
    >>> game = load("connect4")
    >>> book = shipped(game)
    >>> str(book.value(game.start))
    'win in 41'
    """

    def __init__(self, game: Game, plies: int, keys: array[int], values: array[int]) -> None:
        """The values, -127 to 127, of the positions with these keys in ascending order."""
        self.game = game
        self.plies = plies
        self._keys = keys
        self._values = values
        self._key_of = key_of(game)

    def __len__(self) -> int:
        """How many positions it holds, mirror images counted once."""
        return len(self._keys)

    def value(self, state: State) -> Outcome | Margin | None:
        """The exact value of an unfinished position for the side to move, None when it is not in the book."""
        key = self._key_of(state)
        place = bisect_left(self._keys, key)
        if place == len(self._keys) or self._keys[place] != key:
            return None
        number = self._values[place]
        if self.game.margin:
            return Margin(number)
        return Outcome((number > 0) - (number < 0), abs(number) if number else None)

    def to_bytes(self) -> bytes:
        """The file's content; the same book always gives the same bytes."""
        steps = [later - earlier for earlier, later in zip([0, *self._keys], self._keys, strict=False)]
        content = zlib.compress(_varints(steps) + self._values.tobytes(), 9)
        header = {
            "game": self.game.spec,
            "plies": self.plies,
            "positions": len(self._keys),
            "sha256": sha256(content).hexdigest(),
        }
        return MAGIC + json.dumps(header).encode() + b"\n" + content


def key_of(game: Game) -> Callable[[State], int]:
    """How a game's positions are keyed in a book."""
    key = game.knowledge.fold or game.rules.key
    if key is None:
        raise BadRequest(f"{game.name} has no key for its positions, so there can be no book of it")
    return key


def read_book(game: Game, content: bytes, name: str) -> Book:
    """The book in a file's content; raises `BadBook` with the name of the file."""
    header_line, _, packed = content[len(MAGIC) :].partition(b"\n")
    try:
        if not content.startswith(MAGIC):
            raise ValueError
        header = json.loads(header_line)
        game_spec, plies, count, checksum = (header[each] for each in ("game", "plies", "positions", "sha256"))
    except (ValueError, KeyError, TypeError):
        raise BadBook(f"{name!r} is not a book") from None
    if sha256(packed).hexdigest() != checksum:
        raise BadBook(f"{name!r} is damaged: its checksum is not right")
    if game_spec != game.spec:
        raise BadBook(f"{name!r} is a book of {game_spec}, not of {game.spec}")
    unpacked = zlib.decompress(packed)
    steps = _read_varints(unpacked[: len(unpacked) - count])
    return Book(game, plies, array("q", accumulate(steps)), array("b", unpacked[len(unpacked) - count :]))


def load_book(game: Game, file: str) -> Book:
    """The book in a file that the user named."""
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise BadBook(f"{file!r} cannot be read: {error.strerror or error}") from None
    return read_book(game, content, file)


@lru_cache(maxsize=8)
def _shipped(game: Game, name: str) -> Book:
    return read_book(game, (files("zerosum") / "data" / name).read_bytes(), name)


def shipped(game: Game) -> Book | None:
    """The book of a game that comes with the package, if there is one."""
    name = SHIPPED.get(game.spec)
    return None if name is None or game.source is not None else _shipped(game, name)


def _varints(numbers: list[int]) -> bytes:
    """Numbers in groups of seven bits, lowest first; the high bit says that more follow."""
    found = bytearray()
    for number in numbers:
        while number > 127:
            found.append(number & 127 | 128)
            number >>= 7
        found.append(number)
    return bytes(found)


def _read_varints(packed: bytes) -> list[int]:
    numbers = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        if byte > 127:
            shift += 7
        else:
            numbers.append(number)
            number = shift = 0
    return numbers
