"""Words of bits, one machine instruction each when compiled, and plain Python when not.

Importing this module also teaches the compiler what rules use and it does not know: `int.bit_count`,
`int.bit_length`, and `min` and `max` of two tuples.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, overload_method

NOT_A_WORD = "zerosum: not a whole number:"
"""How the refusal of `as_word` begins, for whoever turns it into a sentence."""


def popcount(word: int) -> int:
    """How many bits of a word that is not negative are set."""
    return word.bit_count()


def trailing_zeros(word: int) -> int:
    """The number of the lowest bit that is set; the word must not be 0."""
    return (word & -word).bit_length() - 1


def as_word(number: int) -> int:
    """A whole number or a truth value as a machine word."""
    return int(number)


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typing: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), emit


@intrinsic  # type: ignore[untyped-decorator]
def _ctlz(typing: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), emit


# Not strict: numba would compare type annotations too, which the inner functions do not have.
@overload(popcount, strict=False)  # type: ignore[untyped-decorator]
def _popcount(word: Any) -> Any:
    return lambda word: _ctpop(types.int64(word))


@overload(trailing_zeros, strict=False)  # type: ignore[untyped-decorator]
def _trailing_zeros(word: Any) -> Any:
    return lambda word: _cttz(types.int64(word))


@overload(as_word, strict=False)  # type: ignore[untyped-decorator]
def _as_word(number: Any) -> Any:
    if isinstance(number, (types.Integer, types.Boolean)):
        return lambda number: types.int64(number)
    raise TypingError(f"{NOT_A_WORD} {number}")


# Python counts the bits of the absolute value.
def _bit_count(word: Any) -> Any:
    return lambda word: _ctpop(abs(types.int64(word)))


def _bit_length(word: Any) -> Any:
    return lambda word: 64 - _ctlz(abs(types.int64(word)))


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


KNOWN = (popcount, trailing_zeros, as_word)
"""The functions here that the compiler has its own version of."""
