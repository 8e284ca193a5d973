"""Functions on tuples for compiled rules: what `state[:m] + (x,) + state[m + 1:]` and the like are rewritten to.

Rules may use `count` of a tuple, and `any` and `all` of one, because this file teaches them to numba. The functions in
`FUNCTIONS` are for rewritten source alone (`tuple_expressions.py`, `generator_expressions.py`).

A member that is chosen at run time is exchanged without memory: every member is selected anew, old or given. Where the
place turns out to be a constant, as in an unrolled loop, nothing is left of that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import config, types
from numba.extending import intrinsic, overload, overload_method

from zerosum.engines.native.compile.numba_internals import raise_from
from zerosum.engines.native.machine.instructions import words_type

OUTSIDE = "an index lies outside of a tuple"


def with_item(cells: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """A tuple with another member at an index, which counts from the end if it is negative."""
    if not -len(cells) <= index < len(cells):
        raise IndexError(OUTSIDE)
    index %= len(cells)
    return (*cells[:index], value, *cells[index + 1 :])


def with_part(cells: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """As `cells[:index] + (value,) + cells[index + 1:]`, where that is as long as `cells`."""
    if not 0 <= index < len(cells):
        raise IndexError(OUTSIDE)
    return with_item(cells, index, value)


def with_field(state: Any, field: str, value: Any) -> Any:
    """As `state._replace(field=value)`."""
    return state._replace(**{field: value})


def filled(length: int | tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """A tuple of a constant length, or as long as another one, whose members are all the same."""
    return (value,) * (length if isinstance(length, int) else len(length))


def shortest(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """The shorter one of two tuples."""
    return min(one, other, key=len)


def backwards(values: Any) -> Any:
    """As `reversed(values)`, for tuples and ranges."""
    return values[::-1]


@overload(backwards, strict=False)  # type: ignore[untyped-decorator]
def _backwards(values: Any) -> Any:
    if isinstance(values, types.BaseTuple):
        return lambda values: values[::-1]
    if isinstance(values, types.RangeType):
        return lambda values: range(
            values.start + (len(values) - 1) * values.step, values.start - values.step, -values.step
        )
    return None


backwards.known_to_the_compiler = True  # type: ignore[attr-defined]


def _exchanged(is_part: bool) -> Callable[..., Any]:
    def maker(typing: Any, cells: Any, index: Any, value: Any) -> Any:
        # A part of a NamedTuple is a plain tuple, which has the same layout.
        is_named = isinstance(cells, types.NamedUniTuple)
        kind = types.UniTuple(cells.dtype, cells.count) if is_named else words_type(cells)
        if not isinstance(kind, types.UniTuple) or not isinstance(index, types.Integer):
            return None

        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            old, place, given = arguments
            word = place.type
            if not is_part:
                from_end = builder.add(place, word(kind.count))
                place = builder.select(builder.icmp_signed("<", place, word(0)), from_end, place)
            with builder.if_then(builder.icmp_unsigned(">=", place, word(kind.count)), likely=False):
                raise_from(context, builder, IndexError, OUTSIDE)
            new = old
            for i in range(kind.count):
                is_here = builder.icmp_signed("==", place, word(i))
                new = builder.insert_value(new, builder.select(is_here, given, builder.extract_value(old, i)), i)
            return new

        return kind(cells if is_named else kind, types.int64, kind.dtype), lower

    return maker


def _with_field(typing: Any, state: Any, field: Any, value: Any) -> Any:
    if not isinstance(state, types.BaseNamedTuple) or not isinstance(field, types.StringLiteral):
        return None
    if field.literal_value not in state.fields:
        return None
    place = state.fields.index(field.literal_value)

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.insert_value(arguments[0], arguments[2], place)

    return state(state, field, state[place]), lower


def _filled(typing: Any, length: Any, value: Any) -> Any:
    member = words_type(value)
    if isinstance(length, types.IntegerLiteral):
        kind = types.UniTuple(member, length.literal_value)
    elif isinstance(length, types.BaseTuple):
        kind = types.UniTuple(member, len(length))
    else:
        return None

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, kind, [arguments[1]] * kind.count)

    return kind(length, member), lower


def _shortest(typing: Any, one: Any, other: Any) -> Any:
    if not (isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple)):
        return None
    place = 0 if len(one) <= len(other) else 1

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return arguments[place]

    return (one, other)[place](one, other), lower


def _compiled(function: Callable[..., Any], maker: Callable[..., Any]) -> Any:
    if config.DISABLE_JIT:
        return function
    maker.__name__, maker.__qualname__, maker.__doc__ = function.__name__, function.__qualname__, function.__doc__
    return intrinsic(maker)


WITH_ITEM, WITH_PART, WITH_FIELD, FILLED, SHORTEST, REVERSED = (
    f"_zerosum_{name}" for name in ("with_item", "with_part", "with_field", "filled", "shortest", "backwards")
)
"""The names of the functions in rewritten source."""

FUNCTIONS: dict[str, Any] = {
    WITH_ITEM: _compiled(with_item, _exchanged(is_part=False)),
    WITH_PART: _compiled(with_part, _exchanged(is_part=True)),
    WITH_FIELD: _compiled(with_field, _with_field),
    FILLED: _compiled(filled, _filled),
    SHORTEST: _compiled(shortest, _shortest),
    REVERSED: backwards,
}


@overload_method(types.BaseTuple, "count", strict=False)  # type: ignore[untyped-decorator]
def _count(cells: Any, value: Any) -> Any:
    def count(cells: Any, value: Any) -> int:
        found = 0
        for cell in cells:
            if cell == value:
                found += 1
        return found

    return count if words_type(cells) == types.UniTuple(types.int64, len(cells)) else None


@overload(any, strict=False)  # type: ignore[untyped-decorator]
def _any(cells: Any) -> Any:
    def is_any(cells: Any) -> bool:
        for cell in cells:  # noqa: SIM110 - this is what numba compiles
            if cell:
                return True
        return False

    return is_any if isinstance(cells, types.UniTuple) else None


@overload(all, strict=False)  # type: ignore[untyped-decorator]
def _all(cells: Any) -> Any:
    def are_all(cells: Any) -> bool:
        for cell in cells:  # noqa: SIM110 - as above
            if not cell:
                return False
        return True

    return are_all if isinstance(cells, types.UniTuple) else None
