"""Functions that compile to one machine instruction each, and run as plain Python where nothing is compiled.

Importing this module also teaches numba what rules may use and it does not know: `int.bit_count`,
`int.bit_length`, and `min` and `max` of two tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import config, types
from numba.extending import intrinsic, overload, overload_method

SIXTY_THREE = (1 << 63) - 1

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled_as(result: Any, emit: Callable[..., Any], *arguments: Any) -> Callable[[Function], Function]:
    """Decorate a Python function whose compiled form is what `emit(context, builder, arguments)` emits.

    `arguments` are the types that the arguments are cast to, `result` is the type of the result. With
    `NUMBA_DISABLE_JIT` set, the Python function itself is called: it must do the same.
    """

    def choose(function: Function) -> Function:
        if config.DISABLE_JIT:
            return function

        def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return emit(context, builder, values)

        signature = result(*arguments)
        # numba looks at the parameter list of an intrinsic, so there is one lambda for each number of arguments.
        makers: dict[int, Callable[..., Any]] = {
            1: lambda typing, one: (signature, lower),
            2: lambda typing, one, two: (signature, lower),
            3: lambda typing, one, two, three: (signature, lower),
            4: lambda typing, one, two, three, four: (signature, lower),
        }
        maker = makers[len(arguments)]
        maker.__name__, maker.__qualname__, maker.__doc__ = function.__name__, function.__qualname__, function.__doc__
        # The cache on disk identifies an intrinsic by its module and name, so the module must be the function's.
        maker.__module__ = function.__module__
        made: Function = intrinsic(maker)
        return made

    return choose


def _ctpop(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _cttz(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], context.get_constant(types.boolean, True))


def _ctlz(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))


def _low_product(context: Any, builder: Any, arguments: Any) -> Any:
    product = builder.mul(arguments[0], arguments[1])
    return builder.and_(product, context.get_constant(types.int64, SIXTY_THREE))


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


@compiled_as(types.int64, _low_product, types.int64, types.int64)
def low_product(one: int, other: int) -> int:
    """The lowest 63 bits of a product.

    numba's own product of words may not overflow: the compiler relies on that (`nsw`), and where it knows both words
    to be positive, it would leave out a mask that follows.
    """
    return int(one) * int(other) & SIXTY_THREE


@compiled_as(types.int64, _same, types.int64)
def as_word(number: int) -> int:
    """An int or a bool as a machine word."""
    return int(number)


def words_type(kind: Any) -> Any:
    """The type of a value in which every number is a machine word: an int, or a tuple of them."""
    if isinstance(kind, (types.Integer, types.Boolean)):
        return types.int64
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return types.Tuple(tuple(map(words_type, kind)))
    return types.unliteral(kind)


def _as_member(typing: Any, value: Any) -> Any:
    kind = words_type(value)
    return kind(kind), lambda context, builder, signature, arguments: arguments[0]


def as_member(value: Any) -> Any:
    """A member of a tuple, with machine words as its numbers."""
    return value


if not config.DISABLE_JIT:
    _as_member.__name__, _as_member.__qualname__ = as_member.__name__, as_member.__qualname__
    as_member = intrinsic(_as_member)


# Python counts the bits of the absolute value. Not strict: numba would compare type annotations too.
def _bit_count(word: Any) -> Any:
    return lambda word: popcount(abs(types.int64(word)))


def _bit_length(word: Any) -> Any:
    return lambda word: 64 - leading_zeros(abs(types.int64(word)))


def _min_of_tuples(one: Any, other: Any) -> Any:
    if isinstance(one, types.UniTuple) and one == other:
        return lambda one, other: other if other < one else one
    return None


def _max_of_tuples(one: Any, other: Any) -> Any:
    if isinstance(one, types.UniTuple) and one == other:
        return lambda one, other: other if other > one else one
    return None


def teach(overload: Any, overload_method: Any) -> None:
    """Teach a compiler what rules may use and it does not know, by its own two decorators."""
    for kind in (types.Integer, types.Boolean):
        overload_method(kind, "bit_count", strict=False)(_bit_count)
        overload_method(kind, "bit_length", strict=False)(_bit_length)
    overload(min, strict=False)(_min_of_tuples)
    overload(max, strict=False)(_max_of_tuples)


teach(overload, overload_method)
