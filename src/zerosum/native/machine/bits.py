"""Words of bits, one machine instruction each when compiled, and plain Python when not.

Importing this module also teaches the compiler what rules use and it does not know: `int.bit_count`,
`int.bit_length`, and `min` and `max` of two tuples.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload, overload_method

from zerosum.native.machine.instruction import compiled_as


def _ctpop(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _cttz(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], context.get_constant(types.boolean, True))


def _ctlz(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))


def _same(context: Any, builder: Any, arguments: Any) -> Any:
    return arguments[0]


@compiled_as(types.int64, _ctpop, types.int64)
def popcount(word: int) -> int:
    """How many bits of a word that is not negative are set."""
    return word.bit_count()


@compiled_as(types.int64, _cttz, types.int64)
def trailing_zeros(word: int) -> int:
    """The number of the lowest bit that is set; the word must not be 0."""
    return (word & -word).bit_length() - 1


@compiled_as(types.int64, _ctlz, types.int64)
def leading_zeros(word: int) -> int:
    """How many of a word's 64 bits lie above the highest that is set."""
    return 64 - word.bit_length()


@compiled_as(types.int64, _same, types.int64)
def as_word(number: int) -> int:
    """A whole number or a truth value as a machine word."""
    return int(number)


# Python counts the bits of the absolute value. Not strict: numba would compare type annotations too.
def _bit_count(word: Any) -> Any:
    return lambda word: popcount(abs(types.int64(word)))


def _bit_length(word: Any) -> Any:
    return lambda word: 64 - leading_zeros(abs(types.int64(word)))


for _kind in (types.Integer, types.Boolean):
    overload_method(_kind, "bit_count", strict=False)(_bit_count)
    overload_method(_kind, "bit_length", strict=False)(_bit_length)


@overload(min, strict=False)  # type: ignore[untyped-decorator]
def _min_of_tuples(one: Any, other: Any) -> Any:
    if isinstance(one, types.UniTuple) and one == other:
        return lambda one, other: other if other < one else one
    return None


@overload(max, strict=False)  # type: ignore[untyped-decorator]
def _max_of_tuples(one: Any, other: Any) -> Any:
    if isinstance(one, types.UniTuple) and one == other:
        return lambda one, other: other if other > one else one
    return None
