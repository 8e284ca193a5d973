"""The manifest of a solved table: what was solved, by which rules, into which files.

`manifest.json` is written last, so that a folder with one holds a whole table. While a game is being solved,
`unfinished.json` has the same form, and names the files that are finished; a solve that was killed goes on from there.
Neither holds a time or a place, so that the same game always gives the same bytes.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any
from zlib import crc32

from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text, write_file
from zerosum.core.game import Game
from zerosum.core.rules import State, listed, plain_state
from zerosum.core.typed_data import dataclass_from
from zerosum.engines.native.machine.shapes import members, shape_of
from zerosum.engines.solve.format.checked_file import DamagedTable
from zerosum.engines.solve.format.key_layout import MOST_BITS, Field, KeyLayout, Layout, game_keys
from zerosum.engines.solve.levels import sample

FORMAT = "zerosum solved table, version 1"
MANIFEST = "manifest.json"
UNFINISHED = "unfinished.json"


@dataclass
class LayerEntry:
    """A layer: how many positions are stored, the checksums of its files, and the values for the side to move.

    `scores` is the checksum of the means in a game of chance, where a win is a mean above 0, and a loss one below.
    `wins`, `draws` and `losses` count all positions, those included that are images of stored ones. `endless` are those
    of the draws in which a side can avoid the end of the game for ever.
    """

    stored: int
    keys: int
    scores: int | None = None
    wins: int = 0
    draws: int = 0
    endless: int = 0

    losses: int = 0

    @property
    def positions(self) -> int:
        """How many positions the layer has."""
        return self.wins + self.draws + self.losses

    @property
    def is_possible(self) -> bool:
        """Whether a layer can have these counts and checksums."""
        counts = (self.stored, self.wins, self.draws, self.losses, self.endless)
        checksums = (self.keys, self.scores or 0)
        return all(0 <= each < 1 << 63 for each in counts) and all(0 <= each < 1 << 32 for each in checksums)


@dataclass
class StartSet:
    """Many positions where a table begins: how many, a hash of all of them, and the texts of up to a hundred."""

    count: int
    checksum: str
    named: list[str]


@dataclass
class ChanceEntry:
    """Of a game of chance: the mean of the start, by how much a mean is off at most, and the results of the game.

    `results` are the utilities that the game can end with, where the table tells how likely each is: two, for which the
    mean tells it, or 1, 0 and -1, for which the table has the probability of a draw, off by `draw_error` at most.
    """

    mean: float
    error: float
    results: list[int] | None
    draw_error: float | None = None

    @property
    def is_possible(self) -> bool:
        """Whether a game of chance can have these numbers."""
        errors = (self.error, self.draw_error or 0.0)
        has_results = self.results is None or (len(self.results) > 1 and self.results == sorted(set(self.results)))
        return isfinite(self.mean) and all(isfinite(each) and each >= 0 for each in errors) and has_results


@dataclass
class Manifest:
    """All that a reader must know of a table besides its files.

    `start` is the position where it begins; where `starts` tells of a set of them, the first one. `fields` are what the
    words of a state hold, by which it is packed into a key, None where the game gives the keys itself
    (`key_layout.py`); `counted` are the words whose set bits tell the layer of a state, None where the table has one
    layer for all. A game of chance has `chance`, and no `score`.
    """

    game: str
    name: str
    start: str
    rules: str
    margin: bool
    symmetry: bool
    method: str
    fields: list[list[int]] | None
    counted: list[int] | None
    starts: StartSet | None = None
    score: int | None = None
    chance: ChanceEntry | None = None
    layers: list[LayerEntry] = field(default_factory=list)

    @property
    def positions(self) -> int:
        """How many positions the game has."""
        return sum(layer.positions for layer in self.layers)

    @property
    def stored(self) -> int:
        """How many positions are stored: one of those that are images of each other."""
        return sum(layer.stored for layer in self.layers)

    @property
    def beginning(self) -> str:
        """Where the table begins, in words."""
        return self.start if self.starts is None else f"its {self.starts.count:,} first positions"

    def layout(self, game: Game, start: State) -> Layout:
        """How states are packed; raises `BadRequest` where the game does not give the keys of the table any more."""
        shape = shape_of(plain_state(start))  # type: ignore[arg-type]
        words = len(members(shape, ""))
        if not all(word < words for word in self.counted or ()):
            raise DamagedTable(
                f"the manifest counts bits of word {max(self.counted or ())}, and a state has {words} words"
            )
        if self.fields is not None:
            found = KeyLayout(shape, tuple(Field(*each) for each in self.fields))
            if len(self.fields) != words or found.bits > MOST_BITS:
                raise DamagedTable(f"the manifest has {len(self.fields)} fields, which are no layout of {words} words")
            return found
        own = game_keys(game.rules, start)
        if own is None:
            raise BadRequest(f"the table has the keys that {game.spec} gave, but from_key does not give its start back")
        return own

    def refuse_impossible(self, file: Path) -> None:
        """Raise `DamagedTable` where a number cannot be that of a table, though it has the right type."""
        for name, is_possible in (
            ("game", self.game.isprintable() and self.name.isprintable()),
            ("fields", all(map(_is_possible_field, self.fields or ()))),
            ("counted", sorted(set(self.counted or ())) == (self.counted or []) and min(self.counted or [0]) >= 0),
            ("starts", self.starts is None or 0 < len(self.starts.named) <= self.starts.count < 1 << 63),
            ("score", self.score is None or -1 << 15 <= self.score < 1 << 15),
            ("chance", self.chance is None or self.chance.is_possible),
            ("layers", all(layer.is_possible for layer in self.layers)),
        ):
            if not is_possible:
                raise DamagedTable(f"{file} is no manifest of a table: its {name} cannot be right")

    def write(self, file: Path) -> None:
        """Write it with a checksum, atomically."""
        content = json.dumps({"format": FORMAT, **asdict(self)}, indent=1)
        checksum = f"{crc32(content.encode()):08x}"
        write_file(str(file), f'{content[:-2]},\n "checksum": "{checksum}"\n}}\n')


def read_manifest(file: Path) -> Manifest:
    """Read a manifest; raises `DamagedTable` where a byte of it was changed, `BadRequest` for another version.

    A manifest may have been made by somebody else, checksum included: every value is checked, and none names code that
    is run.
    """
    try:
        text = read_text(str(file))
    except BadRequest as error:
        raise DamagedTable(str(error)) from None
    content, mark, rest = text.rpartition(',\n "checksum": "')
    if not mark or rest != f'{crc32((content + chr(10) + "}").encode()):08x}"\n}}\n':
        raise DamagedTable(f"{file} is damaged: its content is not what was written")
    try:
        found: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedTable(f"{file} is damaged: it is not JSON") from None
    del found["checksum"]
    if found.pop("format", None) != FORMAT:
        raise BadRequest(f"{file} is of another version than this program reads ({FORMAT})")
    try:
        manifest = dataclass_from(Manifest, found, "the manifest")
    except BadRequest as error:
        raise BadRequest(f"{file} is of another version than this program reads ({FORMAT}): {error}") from None
    manifest.refuse_impossible(file)
    return manifest


def _is_possible_field(numbers: list[int]) -> bool:
    """Whether these can be the least number, the greatest one and the used bits of a `Field`.

    The used bits of numbers that are not negative are at least as great as the greatest number that a position has,
    which is in the upper half of the range (`Field.filled`).
    """
    if len(numbers) != 3 or not all(-1 << 63 <= each < 1 << 63 for each in numbers):
        return False
    least, greatest, used = numbers
    return least <= greatest and (least < 0 or used >= least + (1 << (greatest - least).bit_length() >> 1))


def manifest_spec(game: Game) -> str:
    """The spec of a game as a manifest has it: of a user's own file its name, not where it is.

    >>> from zerosum.core.games import load
    >>> manifest_spec(load("connect4:5x4"))
    'connect4:5x4'
    """
    if game.source is None:
        return game.spec
    file, rest = split_file_spec(game.spec)
    return Path(file).name + rest


def split_file_spec(spec: str) -> tuple[str, str]:
    """The file in the spec of a user's own game, and what follows it.

    >>> split_file_spec("./games/hunt.py:small(4)@B"), split_file_spec("hunt.py")
    (('./games/hunt.py', ':small(4)@B'), ('hunt.py', ''))
    """
    found = re.fullmatch(r"(.+?\.py)([:@].*)?", spec, re.DOTALL)
    return (spec, "") if found is None else (found[1], found[2] or "")


@lru_cache(maxsize=32)
def rules_fingerprint(game: Game, *starts: State) -> str:
    """A hash of what the rules do in some hundred random games: the same on every machine and in every version.

    Rules of the package that are written in another way but do the same keep their hash. Random games do not meet every
    rule, so the hash of a game in a user's file also tells what the file says (`syntax_hash`).
    """
    told = sha256(repr((game.margin, *starts)).encode())
    if game.syntax is not None:
        told.update(game.syntax.encode())
    rules = game.rules
    for path in sample(game, starts):
        for state in path:
            if rules.is_over(state):
                told.update(repr((state, rules.utility(state))).encode())
                continue
            moves = listed(rules.moves(state))
            odds = None if rules.odds is None else [rules.odds(state, move) for move in moves]
            shown = (state, rules.to_move(state), moves, odds)
            told.update(repr((*shown, None if rules.canonical is None else rules.canonical(state))).encode())
    return told.hexdigest()
