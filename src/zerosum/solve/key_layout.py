"""Pack a state into one number and back: the keys of a solved table.

Every word of a state gets a bit field, wide enough for the least and the greatest number that the word has in any
position. The first word is the most significant, so that keys sort as states do:

    63 62                                      0
    | 0 | word 0 - least | word 1 - least | ... |

The ranges are found while positions are enumerated (`KeyLayout.widened`). Wider fields change the keys but not their
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from zerosum.game import BadRequest, State
from zerosum.native.machine.shapes import Shape, members, words_of, written

MOST_BITS = 63
"""Keys are not negative, and one number is left to mark an empty slot."""


@dataclass(frozen=True)
class KeyLayout:
    """The bit fields of the keys of one game: the range of each word, least and greatest number included."""

    shape: Shape
    ranges: tuple[tuple[int, int], ...]

    @property
    def widths(self) -> list[int]:
        """The bits of each field."""
        return [(greatest - least).bit_length() for least, greatest in self.ranges]

    @property
    def bits(self) -> int:
        """The bits of a key."""
        return sum(self.widths)

    def widened(self, ranges: tuple[tuple[int, int], ...]) -> KeyLayout:
        """A layout that also holds these ranges; refuses what does not fit into a key.

        Each range then fills its bit field, so that a layout changes only where a field gets wider.

        >>> KeyLayout((0, 0), ((0, 3), (0, 1))).widened(((1, 5), (-1, 0))).ranges
        ((0, 7), (-1, 2))
        """
        both = zip(self.ranges, ranges, strict=True)
        needed = [(min(one[0], two[0]), max(one[1], two[1])) for one, two in both]
        filled = ((least, least + (1 << (greatest - least).bit_length()) - 1) for least, greatest in needed)
        wider = KeyLayout(self.shape, tuple(filled))
        if wider.bits > MOST_BITS:
            raise BadRequest(
                f"a position takes {wider.bits} bits, but a solved table holds positions of at most {MOST_BITS}"
            )
        return wider

    def functions(self) -> tuple[Any, Any, Any]:
        """`pack(state)`, `unpack(key)` and `fits(state)`, for plain Python and for the compiler.

        >>> pack, unpack, fits = KeyLayout((0, (0, 0)), ((0, 3), (0, 1), (-2, 2))).functions()
        >>> pack((2, (1, -1))), unpack(pack((2, (1, -1)))), fits((4, (0, 0)))
        (41, (2, (1, -1)), False)
        """
        return _functions(self)


def layout_of(states: list[State]) -> KeyLayout:
    """The narrowest layout that holds these states; refuses what does not fit into a key."""
    narrowest = narrowest_layout(states)
    return narrowest.widened(narrowest.ranges)


def narrowest_layout(states: list[State]) -> KeyLayout:
    """The narrowest layout that holds these states, however many bits that takes."""
    first = states[0]
    assert isinstance(first, tuple)
    shape = tuple(_zeros(each) for each in first)
    columns = zip(*(words_of(state) for state in states), strict=True)  # type: ignore[arg-type]
    return KeyLayout(shape, tuple((min(column), max(column)) for column in columns))


def _zeros(word: Any) -> Any:
    return tuple(map(_zeros, word)) if isinstance(word, tuple) else 0


@cache
def _functions(layout: KeyLayout) -> tuple[Any, Any, Any]:
    places = members(layout.shape, "state")
    shifts, packs, unpacks, checks = layout.bits, [], [], []
    for place, (least, greatest), width in zip(places, layout.ranges, layout.widths, strict=True):
        shifts -= width
        packs.append(f"({place} - {least} << {shifts})" if width else "0")
        unpacks.append(f"(key >> {shifts} & {(1 << width) - 1}) + {least}" if width else str(least))
        checks.append(f"{least} <= {place} <= {greatest}")
    source = (
        f"def pack(state):\n    return {' | '.join(packs)}\n"
        f"def unpack(key):\n    return {written(layout.shape, iter(unpacks))}\n"
        f"def fits(state):\n    return {' and '.join(checks)}\n"
    )
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    return namespace["pack"], namespace["unpack"], namespace["fits"]
