"""The machine code of the instructions: what each function of `intrinsics.py` and `memory.py` is for the compiler.

Importing this module also teaches numba what rules may use and it does not know: `int.bit_count`,
`int.bit_length`, and `min` and `max` of two tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, overload, overload_method

from zerosum.engines.native.machine import memory
from zerosum.engines.native.machine.intrinsics import (
    SIXTY_THREE,
    as_word,
    leading_zeros,
    low_product,
    popcount,
    trailing_zeros,
)

Emit = Callable[[Any, Any, Any], Any]
"""Emits an instruction: `emit(context, builder, arguments)`."""


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


WORD, HALF, BYTE, REAL = ir.IntType(64), ir.IntType(32), ir.IntType(8), ir.DoubleType()


def _pointer(builder: Any, arguments: Any, kind: Any) -> Any:
    return builder.gep(builder.inttoptr(arguments[0], kind.as_pointer()), [arguments[1]])


def _load(kind: Any) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        found = builder.load(_pointer(builder, arguments, kind))
        return builder.sext(found, WORD) if kind == HALF else found

    return emit


def _store(kind: Any) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        value = builder.trunc(arguments[2], kind) if kind == HALF else arguments[2]
        builder.store(value, _pointer(builder, arguments, kind))
        return context.get_dummy_value()

    return emit


def _load_byte(context: Any, builder: Any, arguments: Any) -> Any:
    return builder.zext(builder.load(_pointer(builder, arguments, BYTE)), WORD)


def _load_unaligned(context: Any, builder: Any, arguments: Any) -> Any:
    pointer = builder.bitcast(_pointer(builder, arguments, BYTE), WORD.as_pointer())
    return builder.load(pointer, align=1)


def _prefetch(context: Any, builder: Any, arguments: Any) -> Any:
    pointer = builder.bitcast(_pointer(builder, arguments, WORD), BYTE.as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
    name = "llvm.prefetch.p0"
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    # To read, to be kept in all caches, data.
    builder.call(function, [pointer, number(0), number(3), number(1)])
    return context.get_dummy_value()


def _atomic_load(ordering: str) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(builder, arguments, WORD), ordering, 8)

    return emit


def _atomic_store(ordering: str) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _pointer(builder, arguments, WORD), ordering, 8)
        return context.get_dummy_value()

    return emit


def _atomic_change(operation: str) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, arguments: Any) -> Any:
        return builder.atomic_rmw(operation, _pointer(builder, arguments, WORD), arguments[2], "seq_cst")

    return emit


def _compare_exchange(context: Any, builder: Any, arguments: Any) -> Any:
    pointer = _pointer(builder, arguments, WORD)
    return builder.extract_value(builder.cmpxchg(pointer, arguments[2], arguments[3], "seq_cst", "seq_cst"), 0)


NUMBER, NOTHING, FLOAT = types.int64, types.void, types.float64

_words: dict[Callable[..., Any], tuple[Emit, Any, tuple[Any, ...]]] = {
    popcount: (_ctpop, NUMBER, (NUMBER,)),
    trailing_zeros: (_cttz, NUMBER, (NUMBER,)),
    leading_zeros: (_ctlz, NUMBER, (NUMBER,)),
    low_product: (_low_product, NUMBER, (NUMBER,) * 2),
    as_word: (_same, NUMBER, (NUMBER,)),
    memory.load: (_load(WORD), NUMBER, (NUMBER,) * 2),
    memory.store: (_store(WORD), NOTHING, (NUMBER,) * 3),
    memory.load_int32: (_load(HALF), NUMBER, (NUMBER,) * 2),
    memory.store_int32: (_store(HALF), NOTHING, (NUMBER,) * 3),
    memory.load_real: (_load(REAL), FLOAT, (NUMBER,) * 2),
    memory.store_real: (_store(REAL), NOTHING, (NUMBER, NUMBER, FLOAT)),
    memory.load_byte: (_load_byte, NUMBER, (NUMBER,) * 2),
    memory.load_unaligned: (_load_unaligned, NUMBER, (NUMBER,) * 2),
    memory.prefetch: (_prefetch, NOTHING, (NUMBER,) * 2),
    memory.relaxed_load: (_atomic_load("monotonic"), NUMBER, (NUMBER,) * 2),
    memory.relaxed_store: (_atomic_store("monotonic"), NOTHING, (NUMBER,) * 3),
    memory.atomic_load: (_atomic_load("seq_cst"), NUMBER, (NUMBER,) * 2),
    memory.atomic_store: (_atomic_store("seq_cst"), NOTHING, (NUMBER,) * 3),
    memory.atomic_add: (_atomic_change("add"), NUMBER, (NUMBER,) * 3),
    memory.atomic_max: (_atomic_change("max"), NUMBER, (NUMBER,) * 3),
    memory.atomic_min: (_atomic_change("min"), NUMBER, (NUMBER,) * 3),
    memory.atomic_or: (_atomic_change("or"), NUMBER, (NUMBER,) * 3),
    memory.atomic_exchange: (_atomic_change("xchg"), NUMBER, (NUMBER,) * 3),
    memory.atomic_compare_exchange: (_compare_exchange, NUMBER, (NUMBER,) * 4),
}
"""What emits each, the type of its result, and those that its arguments are cast to."""


def add_instruction(function: Callable[..., Any], emit: Emit, result: Any, *arguments: Any) -> None:
    """Give a function decorated with `instruction` its machine code."""
    _words[function] = emit, result, arguments


@cache
def compiled(function: Callable[..., Any]) -> Any:
    """What stands for an instruction in compiled code; with `NUMBA_DISABLE_JIT`, the Python function itself."""
    if config.DISABLE_JIT:
        return function
    emit, result, arguments = _words[function]

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
    return intrinsic(maker)


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


@overload(memory.address_of, strict=False)  # type: ignore[untyped-decorator]
def _address_of(array: Any) -> Any:
    if isinstance(array, types.Integer):
        return lambda array: array
    return lambda array: types.int64(array.ctypes.data)


_popcount, _leading_zeros = compiled(popcount), compiled(leading_zeros)


# Python counts the bits of the absolute value. Not strict: numba would compare type annotations too.
def _bit_count(word: Any) -> Any:
    return lambda word: _popcount(abs(types.int64(word)))


def _bit_length(word: Any) -> Any:
    return lambda word: 64 - _leading_zeros(abs(types.int64(word)))


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
