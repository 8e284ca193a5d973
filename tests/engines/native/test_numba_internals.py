"""The private names of numba, each on its own: after an update of numba, the one that fails says what changed.

All of them are used in `engines/native/compile/numba_internals.py` and nowhere else. When a row fails, mend that file;
when all pass, run the whole suite and raise the bound in pyproject.toml.
"""

from __future__ import annotations

import ast
import inspect
import re
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

SOURCE = ROOT / "src" / "zerosum"
ALLOWED = SOURCE / "engines" / "native" / "compile" / "numba_internals.py"

PUBLIC = ("numba", "numba.types", "numba.extending", "numba.cuda", "numba.cuda.extending", "llvmlite", "llvmlite.ir")
"""What numba documents for those who use it and extend it."""


def compiled(number: int = 1) -> Any:
    from numba import int64, njit

    dispatcher = njit(lambda given: given + number)
    dispatcher.compile((int64,))
    return dispatcher


def result() -> Any:
    (found,) = compiled().overloads.values()
    return found


def has_context() -> bool:
    from numba.core.registry import cpu_target

    return callable(cpu_target.target_context.refresh)


def names_the_processor() -> bool:
    from numba.core.registry import cpu_target

    return isinstance(cpu_target.target_context.codegen().magic_tuple(), tuple)


def reduces_and_rebuilds() -> bool:
    import pickle

    from numba.core import serialize
    from numba.core.compiler import CompileResult
    from numba.core.registry import cpu_target

    saved = serialize.dumps(result()._reduce())
    found = CompileResult._rebuild(cpu_target.target_context, *pickle.loads(saved))
    return bool(found.entry_point(41) == 42)


def lists_global_variables() -> bool:
    return all(isinstance(each.name, str) for each in result().library._final_module.global_variables)


def marks_what_is_unresolved() -> bool:
    """A function that calls itself in a circle refers to itself by such a name."""
    from numba.core.codegen import RuntimeLinker

    return isinstance(RuntimeLinker.PREFIX, str) and RuntimeLinker.PREFIX != ""


def makes_dispatchers() -> bool:
    from numba.core.dispatcher import Dispatcher

    dispatcher = compiled()
    return isinstance(dispatcher, Dispatcher) and inspect.isfunction(dispatcher.py_func)


def asks_the_dispatcher_for_a_template() -> bool:
    parameters = list(inspect.signature(compiled().get_call_template).parameters)
    return len(parameters) == 2


def keeps_overloads_by_signature() -> bool:
    from numba import int64

    return bool(compiled().overloads[int64,].signature.return_type == int64)


def names_intrinsics() -> bool:
    from numba.core.extending import _Intrinsic
    from numba.extending import intrinsic

    def maker(typing: Any, one: Any) -> Any:
        return None

    made = intrinsic(maker)
    return isinstance(made, _Intrinsic) and made._name == "maker" and made._defn.__module__ == __name__


def warns_by_its_own_type() -> bool:
    from numba.core.errors import NumbaWarning

    return issubclass(NumbaWarning, Warning)


def tells_of_every_pass() -> bool:
    from zerosum.engines.native.compile.numba_internals import before_every_pass

    heard: list[str] = []
    with before_every_pass(lambda: heard.append(threading.current_thread().name)):
        compiled(2)
    before = len(heard)
    compiled(3)
    return before > 10 and len(heard) == before and set(heard) == {threading.current_thread().name}


def passes_are_named() -> bool:
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.untyped_passes import ReconstructSSA

    methods = (DefaultPassBuilder.define_nopython_pipeline, CompilerBase.define_pipelines, FunctionPass.run_pass)
    return all(map(callable, (*methods, register_pass, ReconstructSSA)))


def seen_by_a_pass() -> Any:
    """The intermediate form of a function as a pass after ReconstructSSA sees it."""
    from numba import int64, njit
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.untyped_passes import ReconstructSSA

    seen = []

    @register_pass(mutates_CFG=False, analysis_only=False)
    class Look(FunctionPass):  # type: ignore[misc]
        _name = "zerosum_test_look"

        def __init__(self) -> None:
            FunctionPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            seen.append(state.func_ir)
            return False

    class Compiler(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(Look, ReconstructSSA)
            passes.finalize()
            return [passes]

    njit(pipeline_class=Compiler)(lambda given: given * 3 & 7).compile((int64,))
    return seen[0]


def expressions_are_as_they_were() -> bool:
    import operator

    from numba.core import ir

    values = [
        statement.value
        for block in seen_by_a_pass().blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Expr)
    ]
    operations = [value.fn for value in values if value.op == "binop"]
    return operations == [operator.mul, operator.and_] and callable(ir.Expr.call) and callable(ir.Global)


def constants_are_found() -> bool:
    from numba.core import ir
    from numba.core.ir_utils import find_const, guard

    function = seen_by_a_pass()
    found = [
        guard(find_const, function, statement.value.rhs)
        for block in function.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign) and getattr(statement.value, "op", "") == "binop"
    ]
    return found == [3, 7] and isinstance(function._definitions, dict)


def names_are_unique() -> bool:
    from numba.core.ir_utils import mk_unique_var

    return bool(mk_unique_var("$a") != mk_unique_var("$a"))


def inlines_generators() -> bool:
    """The steps of a generator are to be inlined where its function is, and only there."""
    from numba import int64, njit

    import zerosum.engines.native.compile.numba_internals  # noqa: F401

    def numbers(most: int) -> Iterator[int]:
        yield most

    def is_inlined(generator: Any) -> bool:
        generator.compile((int64,))
        (made,) = generator.overloads.values()
        functions = made.library._final_module.functions
        (step,) = (each for each in functions if re.match(r"_ZN(?!7cpython).*numbers4next", each.name))
        return any(b"alwaysinline" in each for each in step.attributes)

    return [is_inlined(njit(forceinline=inline)(numbers)) for inline in (True, False)] == [True, False]


def raises_from_machine_code() -> bool:
    from zerosum.core.errors import NumberTooLong
    from zerosum.engines.native.compile.rebuild import rebuild

    def double(number: int) -> int:
        return number * 2

    machine = rebuild(double, is_entry=True, is_checked=True)
    try:
        machine(1 << 62)
    except NumberTooLong:
        return bool(machine(21) == 42)
    return False


def leaves_helpers_to_their_entry() -> bool:
    """A helper is no machine code of its own, the entry that calls it runs, and numba is as before afterwards."""
    from numba import int64
    from numba.core.codegen import JITCodeLibrary
    from numba.core.registry import cpu_target

    from zerosum.engines.native.compile.numba_internals import only_entries_to_machine_code
    from zerosum.engines.native.compile.rebuild import rebuild

    def helper(number: int) -> int:
        return number - 17

    codegen = cpu_target.target_context.codegen()
    machine = rebuild(lambda number: helper(number) * 3, is_entry=True)
    with only_entries_to_machine_code():
        machine.compile((int64,))
        kinds = {library.name[:6]: library for library in libraries_of(machine)}
    is_compiled = {name: codegen._engine.is_symbol_defined(symbol_of(library)) for name, library in kinds.items()}
    is_restored = codegen._library_class is JITCodeLibrary and codegen.set_env == type(codegen).set_env.__get__(codegen)
    return is_compiled == {"entry_": True, "helper": False} and machine(20) == 9 and is_restored


def libraries_of(dispatcher: Any) -> list[Any]:
    """The libraries of our functions, without the runtime of numba."""
    (found,) = dispatcher.overloads.values()
    return [each for each in (found.library, *found.library._linking_libraries) if each.name != "nrt"]


def symbol_of(library: Any) -> str:
    """The name of the function that a library was made for."""
    return str(next(each.name for each in library.get_defined_functions() if library.name in each.name))


def finds_environments() -> bool:
    """Where a function keeps its constant objects, by the name of a variable of its module."""
    from numba.core.environment import lookup_environment

    names = [each.name for each in result().library._final_module.global_variables]
    return any(lookup_environment(name) is not None for name in names) and lookup_environment("other") is None


def knows_its_runtime() -> bool:
    from llvmlite import binding
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys

    rtsys.initialize(cpu_target.target_context)
    known = [binding.address_of_symbol(name) for name in ("NRT_Free", "numba_unpickle", "no_such_function")]
    return [address is not None for address in known] == [True, True, False]


def leaves_code_unfinished() -> bool:
    """What the builder of portable kernels takes over: LLVM code before any optimization, and its function's name."""
    from numba import types

    from zerosum.engines.native.compile.numba_internals import intermediate_code
    from zerosum.engines.native.compile.rebuild import rebuild

    code, name, result = intermediate_code(rebuild(lambda x: x + 1, is_entry=True), (types.int64,))
    return name in code and "define" in code and result == types.int64


CHECKS: dict[str, Callable[[], bool]] = {
    "numba.core.registry.cpu_target.target_context.refresh()": has_context,
    "target_context.codegen().magic_tuple() names the processor": names_the_processor,
    "CompileResult._reduce() and ._rebuild(context, ...), numba.core.serialize.dumps": reduces_and_rebuilds,
    "library._final_module.global_variables of a CompileResult": lists_global_variables,
    "numba.core.codegen.RuntimeLinker.PREFIX": marks_what_is_unresolved,
    "numba.core.codegen.JITCodeLibrary, codegen()._library_class, .set_env, ._engine": leaves_helpers_to_their_entry,
    "numba.core.compiler.compile_extra and Flags, numba.core.sigutils, Dispatcher.targetdescr": leaves_code_unfinished,
    "numba.core.environment.lookup_environment": finds_environments,
    "numba.core.runtime.rtsys.initialize(context); llvmlite.binding.address_of_symbol": knows_its_runtime,
    "numba.core.dispatcher.Dispatcher, with the Python function as .py_func": makes_dispatchers,
    "Dispatcher.get_call_template(arguments, keywords)": asks_the_dispatcher_for_a_template,
    "Dispatcher.overloads[signature].signature.return_type": keeps_overloads_by_signature,
    "numba.core.extending._Intrinsic, with ._name and ._defn": names_intrinsics,
    "numba.core.errors.NumbaWarning": warns_by_its_own_type,
    "CompilerBase, DefaultPassBuilder, FunctionPass, register_pass, ReconstructSSA": passes_are_named,
    "numba.core.ir: Assign, Expr (binop with .fn, .lhs, .rhs), Global, Var": expressions_are_as_they_were,
    "numba.core.ir_utils.find_const and guard; _definitions of the intermediate form": constants_are_found,
    "numba.core.ir_utils.mk_unique_var": names_are_unique,
    "numba.core.generators.GeneratorDescriptor.from_generator_fndesc, and .inline": inlines_generators,
    "call_conv.return_user_exc(builder, exception, arguments)": raises_from_machine_code,
    "numba.core.event: install_listener('numba:run_pass'), told before every pass": tells_of_every_pass,
}


@pytest.mark.parametrize("what", CHECKS)
def test_a_private_name_is_as_it_was(what: str) -> None:
    import numba

    sentence = f"numba {numba.__version__} has changed {what}; mend zerosum/engines/native/compile/numba_internals.py"
    try:
        as_it_was = CHECKS[what]()
    except Exception as error:
        pytest.fail(f"{sentence} ({type(error).__name__}: {error})")
    assert as_it_was, sentence


def private_imports(file: Path) -> list[str]:
    """What a file imports of numba and llvmlite that they do not document."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            for alias in node.names:
                name = f"{module}.{alias.name}"
                is_public = module in PUBLIC and not alias.name.startswith("_") and name != "numba.core"
                found += [] if is_public else [name]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name not in PUBLIC]
    return [name for name in found if name.partition(".")[0] in ("numba", "llvmlite")]


def test_only_one_file_imports_private_names() -> None:
    for file in sorted(SOURCE.rglob("*.py")):
        if file != ALLOWED:
            assert private_imports(file) == [], file
    assert private_imports(ALLOWED)


def test_every_private_name_is_checked() -> None:
    """What `numba_internals.py` imports stands in some row of the table."""
    table = " ".join(CHECKS)
    for name in private_imports(ALLOWED):
        assert name.rpartition(".")[2] in table, name


def test_the_installed_version_is_within_the_bounds() -> None:
    """The bounds of pyproject.toml are the versions that these tests have passed with."""
    numba = import_module("numba")
    project = (SOURCE.parent.parent / "pyproject.toml").read_text()
    bounds = re.search(r'"numba>=([\d.]+),<([\d.]+)"', project)
    assert bounds is not None
    least, most = (tuple(map(int, bound.split("."))) for bound in bounds.groups())
    installed = tuple(map(int, re.findall(r"\d+", numba.__version__)[:2]))
    assert least <= installed < most, "after an update, run the whole suite and raise the bound"
