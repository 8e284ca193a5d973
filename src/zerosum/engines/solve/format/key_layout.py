"""Pack a state into one number and back: the keys of a solved table.

A game that has `key` and its inverse `from_key` gives the keys itself (`GameKeys`). Otherwise every word of a state
gets a bit field, wide enough for the least and the greatest number that the word has in any position. The first word is
the most significant, so that keys sort as states do:

     63   61                                    0
    | 0 0 | word 0 - least | word 1 - least | ... |

Where that takes more than 62 bits, a word that is a set of bits keeps only those that are set in some position. What
the words hold is found while positions are enumerated (`KeyLayout.widened`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from zerosum.core.errors import BadRequest
from zerosum.core.rules import NO_KEY, Rules, State, is_users_own
from zerosum.engines.native.machine.shapes import Shape, members, shape_of, words_of, written

ABOVE_KEYS = (1 << 63) - 1
"""The end of a range that holds all keys (`native/tables/control.EVERY_KEY`), so that no key may be as large."""

MOST_BITS = 62
"""The bits of a key that is packed here: 63 ones would be `ABOVE_KEYS`."""


class Field(NamedTuple):
    """What a word holds in all positions: from the least to the greatest number, and the bits that are ever set."""

    least: int
    greatest: int
    used: int

    @property
    def range_bits(self) -> int:
        """The bits that tell all numbers of the range apart."""
        return (self.greatest - self.least).bit_length()

    def joined(self, other: Field) -> Field:
        """What one or the other holds."""
        return Field(min(self.least, other.least), max(self.greatest, other.greatest), self.used | other.used)

    def filled(self, before: Field) -> Field:
        """The range that takes the same number of bits, so that a layout changes only where a field gets wider.

        It grows upward; but downward where the least number fell since `before` and the greatest did not rise, down to
        0 where no number is negative. So a counter that falls by one at a time changes the layout once for each bit.
        """
        above, least = (1 << self.range_bits) - 1, self.least
        if self.least < before.least and self.greatest == before.greatest:
            least = self.greatest - above if self.least < 0 else max(0, self.greatest - above)
        return self._replace(least=least, greatest=least + above)


@dataclass(frozen=True)
class KeyLayout:
    """The bit fields of the keys of one game."""

    shape: Shape
    fields: tuple[Field, ...]

    @property
    def masks(self) -> list[int | None]:
        """The bits that are kept of each word; None for a word that is kept as a number of its range."""
        if sum(field.range_bits for field in self.fields) <= MOST_BITS:
            return [None] * len(self.fields)
        return [
            field.used if field.least >= 0 and field.used.bit_count() < field.range_bits else None
            for field in self.fields
        ]

    @property
    def widths(self) -> list[int]:
        """The bits of each field."""
        both = zip(self.fields, self.masks, strict=True)
        return [field.range_bits if mask is None else mask.bit_count() for field, mask in both]

    @property
    def bits(self) -> int:
        """The bits of a key."""
        return sum(self.widths)

    def joined(self, fields: Iterable[Field]) -> KeyLayout:
        """A layout that also holds these fields, however many bits that takes."""
        both = zip(self.fields, fields, strict=True)
        return KeyLayout(self.shape, tuple(one.joined(two).filled(one) for one, two in both))

    def widened(self, fields: Iterable[Field]) -> KeyLayout:
        """The same; refuses what does not fit into a key.

        >>> layout = KeyLayout((0, 0), (Field(0, 3, 3), Field(0, 1, 1)))
        >>> [(field.least, field.greatest) for field in layout.widened((Field(1, 5, 7), Field(-1, 0, -1))).fields]
        [(0, 7), (-2, 1)]
        """
        wider = self.joined(fields)
        if wider.bits > MOST_BITS:
            raise BadRequest(
                f"a position takes {wider.bits} bits, but a solved table holds positions of at most {MOST_BITS}; "
                "a game can pack its states itself, by key and from_key"
            )
        return wider

    def functions(self) -> tuple[Any, Any, Any]:
        """`pack(state)`, `unpack(key)` and `fits(state)`, for plain Python and for the compiler.

        >>> layout = KeyLayout((0, (0, 0)), (Field(0, 3, 3), Field(0, 1, 1), Field(-2, 2, -1)))
        >>> pack, unpack, fits = layout.functions()
        >>> pack((2, (1, -1))), unpack(pack((2, (1, -1)))), fits((4, (0, 0)))
        (41, (2, (1, -1)), False)
        """
        return _functions(self)


@dataclass(frozen=True)
class GameKeys:
    """The keys that a game gives itself, for states that are plain tuples."""

    shape: Shape
    start: State
    game_start: State
    key: Callable[[Any], int]
    from_key: Callable[[int], State]

    @property
    def bits(self) -> int:
        """The bits of the first key, from which the size of a table is estimated."""
        return self.key(self.start).bit_length()

    def joined(self, fields: Iterable[Field]) -> KeyLayout:
        """A layout of bit fields instead, however many bits that takes."""
        return narrowest_layout([self.start]).joined(fields)

    def widened(self, fields: Iterable[Field]) -> KeyLayout:
        """A layout of bit fields instead, where `from_key` does not give every state back."""
        return narrowest_layout([self.start]).widened(fields)

    def functions(self) -> tuple[Any, Any, Any]:
        """`pack(state)`, `unpack(key)` and `fits(state)`; the tests prove that of the games of this package."""
        is_own = any(isinstance(each, FunctionType) and is_users_own(each) for each in (self.key, self.from_key))
        return self.key, self.from_key, self.gives_back if is_own or self.for_endings else _always

    @property
    def for_endings(self) -> bool:
        """Whether some positions have no key."""
        return self.key(self.game_start) == NO_KEY

    @property
    def gives_back(self) -> Callable[[Any], bool]:
        """Whether a state has a key, from which `from_key` gives it back."""
        return _gives_back(self.key, self.from_key)


Layout = KeyLayout | GameKeys


def game_keys(rules: Rules, start: State) -> GameKeys | None:
    """The game's own keys, where they give this state back; not every game tells who moves first by its keys."""
    key, back = rules.key, rules.from_key
    if key is None or back is None or type(start) is not tuple:
        return None
    found = GameKeys(shape_of(start), start, rules.start, key, back)
    return found if found.gives_back(start) else None


def layout_of(states: list[State]) -> KeyLayout:
    """The narrowest layout that holds these states; refuses what does not fit into a key."""
    narrowest = narrowest_layout(states)
    return narrowest.widened(narrowest.fields)


def narrowest_layout(states: list[State]) -> KeyLayout:
    """The narrowest layout that holds these states, however many bits that takes."""
    first = states[0]
    assert isinstance(first, tuple)
    shape = tuple(_zeros(each) for each in first)
    fields: list[Field] | None = None
    for state in states:
        here = [Field(word, word, word) for word in words_of(state)]  # type: ignore[arg-type]
        fields = here if fields is None else [one.joined(two) for one, two in zip(fields, here, strict=True)]
    return KeyLayout(shape, tuple(fields or ()))


def _zeros(word: Any) -> Any:
    return tuple(map(_zeros, word)) if isinstance(word, tuple) else 0


@cache
def _gives_back(key: Callable[[Any], int], from_key: Callable[[int], State]) -> Callable[[Any], bool]:
    def gives_back(state: Any) -> bool:
        number = key(state)
        return 0 <= number < ABOVE_KEYS and from_key(number) == state

    return gives_back


def _always(state: Any) -> bool:
    return True


@cache
def _functions(layout: KeyLayout) -> tuple[Any, Any, Any]:
    places = members(layout.shape, "state")
    shift, packs, unpacks, checks = layout.bits, [], [], []
    for place, field, mask, width in zip(places, layout.fields, layout.masks, layout.widths, strict=True):
        shift -= width
        if mask is not None:
            pieces = list(_runs(mask))
            packs += [f"({place} >> {at} & {run}) << {shift + below}" for at, below, run in pieces]
            unpacks.append(" | ".join(f"(key >> {shift + below} & {run}) << {at}" for at, below, run in pieces) or "0")
            checks.append(f"{place} & {~mask} == 0")
            continue
        packs.append(f"({place} - {field.least} << {shift})" if width else "0")
        unpacks.append(f"(key >> {shift} & {(1 << width) - 1}) + {field.least}" if width else str(field.least))
        checks.append(f"{field.least} <= {place} <= {field.greatest}")
    source = (
        f"def pack(state):\n    return {' | '.join(packs) or '0'}\n"
        f"def unpack(key):\n    return {written(layout.shape, iter(unpacks))}\n"
        f"def fits(state):\n    return {' and '.join(checks)}\n"
    )
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    return namespace["pack"], namespace["unpack"], namespace["fits"]


def _runs(mask: int) -> Iterable[tuple[int, int, int]]:
    """Of each run of bits in a mask: where it lies, how many bits of the mask are below it, and its length in ones.

    >>> list(_runs(0b1101100))
    [(2, 0, 3), (5, 2, 3)]
    """
    at, below = 0, 0
    while mask >> at:
        if mask >> at & 1:
            length = 0
            while mask >> at + length & 1:
                length += 1
            yield at, below, (1 << length) - 1
            at += length
            below += length
        else:
            at += 1
