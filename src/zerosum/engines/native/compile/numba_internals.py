"""Every private name of numba and llvmlite that this package uses; no other file imports one.

numba promises nothing about these, so that a new version may rename or change them.
`tests/engines/native/test_numba_internals.py` checks each on its own and says which one broke. The bounds of `numba` in
pyproject.toml are the versions tried: the whole suite runs on 0.68; that file, checked arithmetic and the twins' node
counts passed on 0.61 too.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding
from numba import types
from numba.core import compiler, event, ir, serialize, sigutils
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, compile_extra
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.environment import lookup_environment
from numba.core.errors import NumbaWarning
from numba.core.extending import _Intrinsic
from numba.core.generators import GeneratorDescriptor
from numba.core.ir_utils import find_const, guard, mk_unique_var
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
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
    "intermediate_code",
    "intrinsic_name",
    "ir",
    "is_intrinsic",
    "load_result",
    "one_type_for_all_ints",
    "only_entries_to_machine_code",
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
    """What `save_result` made bytes of; it has an `entry_point` for Python to call.

    numba loads all it knows about Python and numpy before that, which takes longer than all the rest. Machine code
    needs this only for functions of numba that are not there without it; LLVM ends the process if one is missing.
    """
    context = cpu_target.target_context
    rtsys.initialize(context)
    parts = pickle.loads(saved)
    _, _, (_, bitcode) = parts[0]
    called = (each.name for each in binding.parse_bitcode(bitcode).functions if each.is_declaration)
    if any(not name.startswith("llvm.") and binding.address_of_symbol(name) is None for name in called):
        context.refresh()
    return CompileResult._rebuild(context, *parts)


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


_describe_generator = GeneratorDescriptor.from_generator_fndesc.__func__


def _inlined_where_asked(cls: Any, function: Any, description: Any, *rest: Any) -> Any:
    """Inline the steps of a generator where the option `forceinline` asks for it.

    numba inlines only the call that makes the generator. With its steps inlined too, the compiler keeps its variables
    in registers: a perft of Connect Four with yielded moves became twice as fast.
    """
    made = _describe_generator(cls, function, description, *rest)
    made.inline = description.inline
    return made


GeneratorDescriptor.from_generator_fndesc = classmethod(_inlined_where_asked)


def constant_of(function: Any, variable: Any) -> Any:
    """The value of a variable of numba's intermediate form, where it is known when compiling; else None."""
    return guard(find_const, function, variable)


def unique_name(prefix: str) -> str:
    """A name for a variable that no other one has."""
    return str(mk_unique_var(prefix))


def raise_from(context: Any, builder: Any, error: type[Exception], sentence: str) -> None:
    """Emit machine code that raises an exception from the function that is being compiled."""
    context.call_conv.return_user_exc(builder, error, (sentence,))


HELPER = re.compile(r"(?!entry_).*_[0-9a-f]{20}(_checked)?")
"""The names of our functions, except entries (`rebuild.py`)."""


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """What numba makes of one function: its LLVM module, into which the modules of all that it calls are linked.

    numba optimizes every module and makes machine code of it, although all that our helpers are good for is to be
    linked into the module of an entry, where they are inlined and optimized again. Helpers without both: Othello's two
    searches are compiled in 12 seconds instead of 25, and are as fast.

    Functions that call each other reach each other through pointers to machine code, so these need theirs.
    """

    def _is_helper(self) -> bool:
        names = (each.name for each in self._final_module.global_variables)
        return bool(HELPER.fullmatch(self.name)) and not any(name.startswith(RuntimeLinker.PREFIX) for name in names)

    def _optimize_final_module(self) -> None:
        if not self._is_helper():
            # Twice, because the first time inlines helpers that nobody has optimized: minimax of Connect Four takes
            # 0.5 seconds instead of 0.9, and as long to compile.
            super()._optimize_final_module()
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self._is_helper():
            self._finalized = True
            return
        super()._finalize_final_module()
        # Helpers have no place in memory for their environments (constant objects) until they are part of an entry.
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)


@contextmanager
def only_entries_to_machine_code() -> Iterator[None]:
    """Compile helpers only as far as it takes to link them into entries."""
    codegen = cpu_target.target_context.codegen()
    library_before, set_before = codegen._library_class, codegen.set_env

    def set_env(name: str, environment: Any) -> None:
        if codegen._engine.is_symbol_defined(name):
            set_before(name, environment)

    codegen._library_class, codegen.set_env = _Library, set_env
    try:
        yield
    finally:
        codegen._library_class, codegen.set_env = library_before, set_before


class _Unfinished(_Library):
    """What is linked together, and neither optimized nor made machine code of: that is left to another compiler."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


def intermediate_code(dispatcher: Any, signature: tuple[Any, ...]) -> tuple[str, str, Any]:
    """The LLVM code of a function and all it calls, as numba writes it, its name there, and the type of its result.

    The function follows numba's own calling convention: it takes the address of its result, an address for what it
    raises, and its arguments, and gives a status, which is 0 where nothing was raised.
    """
    with only_entries_to_machine_code():
        codegen = cpu_target.target_context.codegen()
        codegen._library_class = _Unfinished
        kind, _ = sigutils.normalize_signature(signature)
        compiled = compile_extra(
            dispatcher.targetdescr.typing_context, dispatcher.targetdescr.target_context, dispatcher.py_func,
            args=kind, return_type=None, flags=_flags(dispatcher), locals={},
        )  # fmt: skip
    return str(compiled.library._final_module), compiled.fndesc.llvm_func_name, compiled.signature.return_type


def _flags(dispatcher: Any) -> Any:
    flags = compiler.Flags()
    dispatcher.targetdescr.options.parse_as_flags(flags, dispatcher.targetoptions)
    return flags


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
