"""A Python function that is a machine instruction when it is called by compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import config
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled_as(answer: Any, emit: Callable[..., Any], *given: Any) -> Callable[[Function], Function]:
    """Let compiled code use what `emit(context, builder, arguments)` emits, and the function where nothing compiles.

    `given` are the types that the arguments are brought to, `answer` the type of the result.
    """

    def choose(function: Function) -> Function:
        if config.DISABLE_JIT:
            return function

        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(context, builder, arguments)

        signature = answer(*given)
        # An intrinsic is told apart by the names of its arguments, so it is written out for each number of them.
        makers: dict[int, Callable[..., Any]] = {
            1: lambda typing, one: (signature, lower),
            2: lambda typing, one, two: (signature, lower),
            3: lambda typing, one, two, three: (signature, lower),
        }
        maker = makers[len(given)]
        maker.__name__, maker.__qualname__, maker.__doc__ = function.__name__, function.__qualname__, function.__doc__
        made: Function = intrinsic(maker)
        return made

    return choose
