"""Integer arithmetic that raises in machine code where it would wrap around.

Python's integers grow; machine words have 64 bits and wrap around without a word. A rule that multiplies by 8 on each
ply is right in Python for ever and wrong in machine code after 21 plies. A pass of the compiler therefore turns the
arithmetic of a game's rules into instructions that say whether they overflowed (`llvm.sadd.with.overflow` and its
like), and raises `NumberTooLong` when they did.

Not every overflow is a fault. Sums, products, left shifts and the bitwise operations depend on the lowest bits of
their operands alone, so that

    (word * FACTOR & MASK)        (discs << 8 & discs << 16) & BOARD

are right whatever the factors wrapped to, because the mask, which is not negative, takes the wrong bits away. (That it
is not negative is known of a constant, and checked where it is not.)
So a variable must be exact only if something looks at all of its bits: a comparison, a division, a shift to the right,
a call, a tuple, a return. From there the need spreads to the operands, and stops at such a mask. What need not be
exact is allowed to wrap.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from zerosum.core.errors import NumberTooLong
from zerosum.engines.native.compile.numba_internals import (
    CompilerBase,
    DefaultPassBuilder,
    FunctionPass,
    ReconstructSSA,
    constant_of,
    ir,
    raise_from,
    register_pass,
    unique_name,
)

SENTENCE = (
    "the rules compute a number of more than 63 bits, too long for machine code; "
    "search in plain Python (--tier reference), or split the number into two"
)

MODULAR = {
    operator.add,
    operator.sub,
    operator.mul,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.neg,
    operator.invert,
}
"""The lowest bits of the result depend on the lowest bits of the operands alone. As with `<<`, for its left one."""

Emit = Callable[[Any, Any, Any], tuple[Any, Any]]
"""Emits an operation on two words, and gives its result and whether it overflowed."""


def _split(pair: Any, builder: Any) -> tuple[Any, Any]:
    return builder.extract_value(pair, 0), builder.extract_value(pair, 1)


def _add(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    return _split(builder.sadd_with_overflow(one, other), builder)


def _sub(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    return _split(builder.ssub_with_overflow(one, other), builder)


def _mul(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    return _split(builder.smul_with_overflow(one, other), builder)


def _shift_left(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Lost are bits that do not come back; a count beyond 63, or below 0, has no meaning to the processor."""
    word = one.type
    count = builder.and_(other, word(63))
    shifted = builder.shl(one, count)
    is_lossy = builder.icmp_signed("!=", builder.ashr(shifted, count), one)
    is_far = builder.icmp_unsigned(">", other, word(63))
    return shifted, builder.or_(is_lossy, builder.and_(is_far, builder.icmp_signed("!=", one, word(0))))


def _wrapping_shift_left(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """As in Python, the lowest 64 bits: none of the number's own after a shift by more than 63."""
    word = one.type
    is_far = builder.icmp_unsigned(">", other, word(63))
    shifted = builder.select(is_far, word(0), builder.shl(one, builder.and_(other, word(63))))
    return shifted, builder.icmp_signed("<", other, word(0))


def _shift_right(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """By 64 or more as by 63, which leaves the sign alone, as in Python; a negative count is an error there too."""
    word = one.type
    is_far = builder.icmp_unsigned(">", other, word(63))
    return builder.ashr(one, builder.select(is_far, word(63), other)), builder.icmp_signed("<", other, word(0))


def checked(plain: Callable[..., Any], emit: Emit) -> Any:
    """An intrinsic that does what an operator does, and for ints raises when the result is too long."""

    def maker(typing: Any, one: Any, other: Any) -> Any:
        if is_int(one) and is_int(other):

            def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                found, overflowed = emit(builder, *arguments)
                with builder.if_then(overflowed, likely=False):
                    raise_from(context, builder, NumberTooLong, SENTENCE)
                return found

            return types.int64(types.int64, types.int64), lower
        signature = typing.resolve_function_type(plain, (one, other), {})

        def lower_plain(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.get_function(plain, signature)(builder, arguments)

        return signature, lower_plain

    maker.__name__ = maker.__qualname__ = f"checked_{plain.__name__.strip('_')}"
    return intrinsic(maker)


def is_int(kind: Any) -> bool:
    """Whether a numba type is that of a signed integer or a truth value."""
    return isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind.signed)


checked_add, checked_sub, checked_mul = (
    checked(operator.add, _add),
    checked(operator.sub, _sub),
    checked(operator.mul, _mul),
)


def _and_mask(builder: Any, one: Any, mask: Any) -> tuple[Any, Any]:
    """The lowest bits of a number that may have wrapped around; a negative mask would let wrong bits through."""
    return builder.and_(one, mask), builder.icmp_signed("<", mask, mask.type(0))


checked_mask = checked(operator.and_, _and_mask)


def checked_power(base: Any, exponent: Any) -> Any:
    """As `base ** exponent`."""
    return base**exponent


@overload(checked_power, strict=False)  # type: ignore[untyped-decorator]
def _checked_power(base: Any, exponent: Any) -> Any:
    if not (is_int(base) and is_int(exponent)):
        return lambda base, exponent: base**exponent

    def power(base: Any, exponent: Any) -> Any:
        if exponent < 0:
            raise NumberTooLong(SENTENCE)  # not an integer at all
        found = 1
        for _ in range(exponent):
            found = checked_mul(found, base)
        return found

    return power


def checked_sum(numbers: Any, start: Any = 0) -> Any:
    """As `sum(numbers, start)`."""
    return sum(numbers, start)


@overload(checked_sum, strict=False)  # type: ignore[untyped-decorator]
def _checked_sum(numbers: Any, start: Any = 0) -> Any:
    def total(numbers: Any, start: Any = 0) -> Any:
        found = start
        for number in numbers:
            found = checked_add(found, number)
        return found

    return total


def checked_abs(number: Any) -> Any:
    """As `abs(number)`."""
    return abs(number)


@overload(checked_abs, strict=False)  # type: ignore[untyped-decorator]
def _checked_abs(number: Any) -> Any:
    return lambda number: checked_sub(0, number) if number < 0 else number


def checked_negation(number: Any) -> Any:
    """As `-number`."""
    return -number


@overload(checked_negation, strict=False)  # type: ignore[untyped-decorator]
def _checked_negation(number: Any) -> Any:
    return (lambda number: checked_sub(0, number)) if is_int(number) else (lambda number: -number)


EXACT: dict[Any, Any] = {
    operator.add: checked_add,
    operator.sub: checked_sub,
    operator.mul: checked_mul,
    operator.lshift: checked(operator.lshift, _shift_left),
    operator.rshift: checked(operator.rshift, _shift_right),
    operator.pow: checked_power,
    operator.neg: checked_negation,
}

WRAPPING: dict[Any, Any] = {
    operator.lshift: checked(operator.lshift, _wrapping_shift_left),
    operator.rshift: EXACT[operator.rshift],
    operator.pow: checked_power,
}
"""What stands in for operators whose result need not be exact: the processor's shifts mean something else beyond 63."""

BUILTINS: dict[Any, Any] = {abs: checked_abs, sum: checked_sum, pow: checked_power}


@register_pass(mutates_CFG=False, analysis_only=False)
class CheckArithmetic(FunctionPass):  # type: ignore[misc]
    """Puts checked operations in place of those whose results must be exact."""

    _name = "zerosum_check_arithmetic"

    def __init__(self) -> None:
        """As every pass."""
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Rewrite the function; whether anything was changed."""
        function = state.func_ir
        masked = masked_statements(function)
        exact = needed_exactly(function, masked)
        is_changed = False
        for block in function.blocks.values():
            body = []
            for statement in block.body:
                call = _call_for(function, statement, exact, masked) if isinstance(statement, ir.Assign) else None
                if call is not None:
                    callee, arguments = call
                    name = ir.Var(block.scope, unique_name("$checked"), statement.loc)
                    value = ir.Global(name.name, callee, statement.loc)
                    body.append(ir.Assign(value, name, statement.loc))
                    function._definitions[name.name].append(value)
                    old = statement.value
                    statement.value = ir.Expr.call(name, arguments, (), statement.loc)
                    definitions = function._definitions[statement.target.name]
                    definitions[:] = [statement.value if each is old else each for each in definitions]
                    is_changed = True
                body.append(statement)
            block.body = body
        return is_changed


Masked = dict[int, tuple[Any, Any]]
"""The number that may have wrapped around and the mask, by the id of the `&` that is their result."""


def _call_for(function: Any, statement: Any, exact: set[str], masked: Masked) -> tuple[Any, list[Any]] | None:
    """The checked function, and its arguments, that replaces the right side of an assignment; None to leave it."""
    value = statement.value
    if isinstance(value, ir.Global) and any(value.value is each for each in BUILTINS):
        value.value = BUILTINS[value.value]
        return None
    if not isinstance(value, ir.Expr):
        return None
    is_exact = statement.target.name in exact
    if is_exact and id(value) in masked:
        number, mask = masked[id(value)]
        return None if constant_of(function, mask) is not None else (checked_mask, [number, mask])
    operation, operands = _operation(value)
    functions = EXACT if is_exact else WRAPPING
    return (functions[operation], operands) if operation in functions else None


def _operation(value: Any) -> tuple[Any, list[Any]]:
    """The operator of an expression and its operands; None when it is no arithmetic."""
    if value.op == "binop":
        return value.fn, [value.lhs, value.rhs]
    if value.op == "inplace_binop":
        return value.immutable_fn, [value.lhs, value.rhs]
    if value.op == "unary":
        return value.fn, [value.value]
    return None, []


def needed_exactly(function: Any, masked: Masked) -> set[str]:
    """The names of the variables whose values must be exact, not only in their lowest bits."""
    exact: set[str] = set()
    needs: dict[str, set[str]] = {}
    for block in function.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                modular = set(_modular_operands(statement.value))
                exact.update(_variables(statement.value) - modular)
                if id(statement.value) in masked:
                    modular = {masked[id(statement.value)][1].name}
                needs.setdefault(statement.target.name, set()).update(modular)
            else:
                exact.update(each.name for each in statement.list_vars())
    waiting = list(exact)
    while waiting:
        for name in needs.get(waiting.pop(), ()):
            if name not in exact:
                exact.add(name)
                waiting.append(name)
    return exact


def _variables(value: Any) -> set[str]:
    if isinstance(value, ir.Var):
        return {value.name}
    return {each.name for each in value.list_vars()} if isinstance(value, ir.Expr) else set()


def _modular_operands(value: Any) -> Iterator[str]:
    """The operands that need only as many of their lowest bits as are needed of the result."""
    if isinstance(value, ir.Var):
        yield value.name
    elif isinstance(value, ir.Expr):
        operation, operands = _operation(value)
        if operation in MODULAR:
            yield from (each.name for each in operands)
        elif operation is operator.lshift:
            yield operands[0].name
        elif value.op == "phi":
            yield from (each.name for each in value.incoming_values if each is not ir.UNDEFINED)
        elif value.op == "cast":
            yield value.value.name


MASK, SIGNED, WRAPS = range(3)
"""What a variable is, as far as can be told: a word that should not be negative, one that is likely to be negative on
purpose, such as `~discs`, or the result of arithmetic, which may have wrapped around."""


def masked_statements(function: Any) -> Masked:
    """The expressions in which a mask takes the wrong bits of a number away."""
    values = [
        (statement.target, statement.value)
        for block in function.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign)
    ]
    constants = {target.name: constant_of(function, target) for target, _ in values}
    kinds: dict[str, int] = {}
    is_new = True
    while is_new:  # kinds only grow, round loops too
        is_new = False
        for target, value in values:
            found = max(kinds.get(target.name, MASK), _kind(value, constants[target.name], kinds))
            is_new |= kinds.get(target.name) != found
            kinds[target.name] = found
    masked: Masked = {}
    for _, value in values:
        if isinstance(value, ir.Expr) and _operation(value)[0] is operator.and_:
            one, other = _operation(value)[1]
            both = kinds.get(one.name, MASK), kinds.get(other.name, MASK)
            if both == (WRAPS, MASK):
                masked[id(value)] = one, other
            elif both == (MASK, WRAPS):
                masked[id(value)] = other, one
    return masked


def _kind(value: Any, constant: Any, kinds: dict[str, int]) -> int:
    """The kind of an expression; what arithmetic did not make (a state's member, an argument) is taken for a mask."""
    if isinstance(constant, int):
        return MASK if constant >= 0 else SIGNED
    if isinstance(value, ir.Var):
        return kinds.get(value.name, MASK)
    if not isinstance(value, ir.Expr):
        return MASK
    if value.op == "phi":
        return max(kinds.get(each.name, MASK) for each in value.incoming_values if each is not ir.UNDEFINED)
    operation, operands = _operation(value)
    found = [kinds.get(each.name, MASK) for each in operands]
    if operation is operator.and_:
        return min(found) if MASK in found else max(found)
    if operation in (operator.or_, operator.xor):
        return max(found)
    if operation is operator.invert:
        return WRAPS if found == [WRAPS] else SIGNED
    return WRAPS if operation in MODULAR or operation is operator.lshift else MASK


class CheckedCompiler(CompilerBase):  # type: ignore[misc]
    """numba's usual compiler with this pass in it."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes, and this one after every variable has one definition."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(CheckArithmetic, ReconstructSSA)
        passes.finalize()
        return [passes]
