"""Every private name of numba and llvmlite that this package uses; no other file imports one.

numba promises nothing about these, so that a new version may rename or change them.
`tests/test_numba_internals.py` checks each on its own and says which one broke. The bounds of `numba` in
pyproject.toml are the versions tried: the whole suite runs on 0.68; that file, checked arithmetic and the twins' node
counts passed on 0.61 too.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core import event, ir, serialize
from numba.core.codegen import RuntimeLinker
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaWarning
from numba.core.extending import _Intrinsic
from numba.core.ir_utils import find_const, guard, mk_unique_var
from numba.core.registry import cpu_target
from numba.core.untyped_passes import ReconstructSSA

__all__ = [
    "CompilerBase",
    "DefaultPassBuilder",
    "Dispatcher",
    "FunctionPass",
    "NumbaWarning",
    "ReconstructSSA",
    "before_every_pass",
    "constant_of",
    "intrinsic_name",
    "ir",
    "is_intrinsic",
    "load_result",
    "one_type_for_all_ints",
    "processor",
    "raise_from",
    "register_pass",
    "return_type",
    "save_result",
    "unique_name",
]


def processor() -> str:
    """The processor that machine code is made for, with its features."""
    return repr(cpu_target.target_context.codegen().magic_tuple())


def save_result(dispatcher: Dispatcher) -> tuple[Any, bytes | None]:
    """What a dispatcher that was compiled once has compiled, and that as bytes; None when it cannot be saved.

    Functions that call each other find each other through pointers, which numba fills in when it compiles them but not
    when it loads them: such code is not saved.
    """
    (result,) = dispatcher.overloads.values()
    names = (each.name for each in result.library._final_module.global_variables)
    if any(name.startswith(RuntimeLinker.PREFIX) for name in names):
        return result, None
    try:
        return result, serialize.dumps(result._reduce())
    except (pickle.PicklingError, RuntimeError, TypeError):
        return result, None


def load_result(saved: bytes) -> Any:
    """What `save_result` made bytes of; it has an `entry_point` for Python to call."""
    context = cpu_target.target_context
    context.refresh()
    return CompileResult._rebuild(context, *pickle.loads(saved))


def return_type(dispatcher: Dispatcher, signature: tuple[Any, ...]) -> Any:
    """The numba type that a function compiled for these argument types returns."""
    return dispatcher.overloads[signature].signature.return_type


def is_intrinsic(thing: Any) -> bool:
    """Whether this was made by `numba.extending.intrinsic`."""
    return isinstance(thing, _Intrinsic)


def intrinsic_name(thing: Any) -> str:
    """The module and name of an intrinsic."""
    return f"{thing._defn.__module__}.{thing._name}"


def one_type_for_all_ints(dispatcher: Any) -> Any:
    """Let a function be compiled once for all ints, and not again for each constant that it is called with.

    It saves time; and a function that calls itself would otherwise be two functions that call each other, one for the
    constant of the first call and one for the rest, which numba cannot load from disk.
    """
    template = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return template(
            tuple(types.unliteral(each) for each in arguments),
            {name: types.unliteral(each) for name, each in keywords.items()},
        )

    dispatcher.get_call_template = get_call_template
    return dispatcher


def constant_of(function: Any, variable: Any) -> Any:
    """The value of a variable of numba's intermediate form, where it is known when compiling; else None."""
    return guard(find_const, function, variable)


def unique_name(prefix: str) -> str:
    """A name for a variable that no other one has."""
    return str(mk_unique_var(prefix))


def raise_from(context: Any, builder: Any, error: type[Exception], sentence: str) -> None:
    """Emit machine code that raises an exception from the function that is being compiled."""
    context.call_conv.return_user_exc(builder, error, (sentence,))


class _EveryPass(event.Listener):  # type: ignore[misc]
    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call

    def on_start(self, event: Any) -> None:
        self.call()

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def before_every_pass(call: Callable[[], None]) -> Iterator[None]:
    """Call this before each pass of the compiler over a function, in whichever thread compiles; it may raise."""
    with event.install_listener("numba:run_pass", _EveryPass(call)):
        yield
