"""Books: the exact value of every position of the first plies of a game, in one small file.

    zerosum book 1
    {"game": ..., "plies": ..., "positions": ..., "sha256": ...}        a line of JSON
    compressed: the steps between the sorted keys of the positions, then one byte for the value of each

A key stands for all positions that are mirror images of each other (`Knowledge.fold`, or `Rules.key` of what
`Rules.canonical` gives). A value is seen by the side to move: the distance of a win, less than 0 for a loss, 0 for a
draw, or a margin. Finished games are not in the book. The checksum is of all the rest, header and content; a file that
is damaged is refused by name.
"""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

from zerosum.core.errors import BadRequest
from zerosum.core.files import read_bytes
from zerosum.core.game import Game
from zerosum.core.rules import NO_KEY, State
from zerosum.core.value import Margin, Outcome

MAGIC = b"zerosum book 1\n"
LONGEST_HEADER = 4_096
"""The most bytes of the header's line."""

MOST_POSITIONS = 1 << 24
"""The most positions of a book that is read: they take some 150 MB of memory."""

MOST_BYTES_A_POSITION = 10
"""A step between keys has at most 63 bits, in groups of seven, and a value one byte."""

SHIPPED = {"connect4": "connect4.book"}
"""The books that come with the package, by the game's spec."""


WITHOUT = "install zerosum again, or go on without its book (--no-book)"
"""What to do about a book of the package that is damaged."""


class BadBook(BadRequest):
    """A file is not a book, is damaged, or belongs to another game."""


class Book:
    """The values of a game's first plies.

    >>> from zerosum.core.games import load
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content of the file."""
        return read_book, (self.game, self.to_bytes(), "the book")

    def __len__(self) -> int:
        """How many positions it holds, mirror images counted once."""
        return len(self._keys)

    def value(self, state: State) -> Outcome | Margin | None:
        """The exact value of an unfinished position for the side to move, None when it is not in the book."""
        number = self.number(self._key_of(state))
        if number is None:
            return None
        if self.game.margin:
            return Margin(number)
        return Outcome((number > 0) - (number < 0), abs(number) if number else None)

    def number(self, key: int) -> int | None:
        """The byte that stands for the value of the position with this key, None when it is not in the book."""
        place = bisect_left(self._keys, key)
        return self._values[place] if place < len(self._keys) and self._keys[place] == key else None

    def to_bytes(self) -> bytes:
        """The file's content; the same book always gives the same bytes."""
        steps = [later - earlier for earlier, later in zip([0, *self._keys], self._keys, strict=False)]
        content = zlib.compress(_varints(steps) + self._values.tobytes(), 9)
        header = {"game": title_of(self.game), "plies": self.plies, "positions": len(self._keys)}
        header["sha256"] = _checksum(header.values(), content)
        return MAGIC + json.dumps(header).encode() + b"\n" + content


def key_of(game: Game) -> Callable[[State], int]:
    """How a game's positions are keyed in a book."""
    fold, key, canonical = game.knowledge.fold, game.rules.key, game.rules.canonical
    if fold is not None:
        return fold
    if key is None or key(game.start) == NO_KEY:
        raise BadRequest(f"{game.name} has no key for its positions, so there can be no book of it")
    return key if canonical is None else lambda state: key(canonical(state))


def title_of(game: Game) -> str:
    """What a book calls its game: its spec, or a user's file with a checksum, as the rules in it may change."""
    spec = (game.original or game).spec
    return spec if game.checksum is None else f"{Path(spec).name} {game.checksum[:12]}"


def _checksum(header: Iterable[object], content: bytes) -> str:
    return sha256(json.dumps(list(header)).encode() + content).hexdigest()


def read_book(game: Game, content: bytes, name: str) -> Book:
    """The book in a file's content; raises `BadBook` with the name of the file."""
    if not content.startswith(MAGIC):
        raise BadBook(f"{name!r} is not a book")
    header_line, _, packed = content[len(MAGIC) :].partition(b"\n")
    try:
        if len(header_line) > LONGEST_HEADER:
            raise ValueError
        header = json.loads(header_line)
        title, plies, count, checksum = (header[each] for each in ("game", "plies", "positions", "sha256"))
        if [type(each) for each in (title, plies, count)] != [str, int, int]:
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadBook(f"{name!r} is damaged: its header cannot be read") from None
    if checksum != _checksum((title, plies, count), packed):
        raise BadBook(f"{name!r} is damaged: its checksum is not right")
    if title != title_of(game):
        raise BadBook(f"{name!r} is a book of {title}, not of {title_of(game)}")
    try:
        # No more is unpacked than so many positions can take, whatever the file holds.
        if not 0 <= count <= MOST_POSITIONS:
            raise ValueError
        unpacking = zlib.decompressobj()
        unpacked = unpacking.decompress(packed, max(1, count * MOST_BYTES_A_POSITION))
        if not unpacking.eof:
            raise ValueError
        split = len(unpacked) - count
        keys, values = array("q", accumulate(_read_varints(unpacked[:split]))), array("b", unpacked[split:])
        if not len(keys) == len(values) == count:
            raise ValueError
    except (ValueError, TypeError, OverflowError, zlib.error):
        raise BadBook(f"{name!r} is damaged: its positions cannot be read") from None
    return Book(game, plies, keys, values)


def load_book(game: Game, file: str) -> Book:
    """The book in a file that the user named."""
    try:
        content = read_bytes(file)
    except BadRequest as error:
        raise BadBook(str(error)) from None
    return read_book(game, content, file)


@lru_cache(maxsize=8)
def _shipped(game: Game, name: str) -> Book:
    try:
        content = (files("zerosum") / "data" / name).read_bytes()
    except OSError as error:
        raise BadBook(
            f"{name!r}, which comes with zerosum, cannot be read: {error.strerror or error}; {WITHOUT}"
        ) from None
    try:
        return read_book(game, content, name)
    except BadBook as error:
        raise BadBook(f"{error}; {WITHOUT}") from None


def shipped(game: Game) -> Book | None:
    """The book of a game that comes with the package, if there is one."""
    name = SHIPPED.get((game.original or game).spec)
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
        if shift > 56:
            raise ValueError("a step of more than 63 bits")
        number |= (byte & 127) << shift
        if byte > 127:
            shift += 7
        else:
            numbers.append(number)
            number = shift = 0
    return numbers
