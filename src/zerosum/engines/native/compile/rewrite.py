"""Rewrite what is good Python, but nothing that numba compiles: the source of a rule as numba can take it.

Three files say what is rewritten: `tuple_expressions.py` (new tuples from old ones), `generator_expressions.py`
(generator expressions become loops) and `yield_statements.py` (`yield from` becomes a loop). Everything else of a
function stays as it is, line numbers included.
"""

from __future__ import annotations

import ast
import dis
import linecache
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from types import CodeType, FunctionType

from zerosum.engines.native.compile.generator_expressions import GeneratorRewriter, define
from zerosum.engines.native.compile.tuple_expressions import TupleRewriter
from zerosum.engines.native.compile.tuple_functions import FUNCTIONS
from zerosum.engines.native.compile.yield_statements import YieldRewriter

OPERATIONS = {"BUILD_SLICE", "BINARY_SLICE", "UNPACK_EX", "STORE_SUBSCR", "GET_YIELD_FROM_ITER"}
"""The operations of Python's bytecode in functions that may have to be rewritten."""

NAMES = {"_replace", "_make", "tuple", "zip", "enumerate", "reversed"}
"""The global names and attributes that such functions may use instead."""


def rewritten(function: FunctionType) -> FunctionType:
    """The same function as numba can compile it.

    It is given back as it is when nothing has to be rewritten, and when its file does not hold what it was made from
    any more.
    """
    code = function.__code__
    if not _may_need_it(code):
        return function
    source = _source_of(function)
    if source is None:
        return function
    arguments, body = source
    closed = dict(zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True))
    # What the function closed over becomes global to it, so that the helpers see it too.
    namespace = {**function.__globals__, **closed, **FUNCTIONS}
    before = [ast.dump(statement) for statement in body]
    yields = YieldRewriter(body)
    body = yields.rewritten()
    local_names = set(code.co_varnames) | set(code.co_cellvars) | yields.names
    body = TupleRewriter(body, local_names | _stored(body), namespace).rewritten()
    rewriter = GeneratorRewriter(local_names | {"_unpacked", "_yielded"}, namespace)
    body = [rewriter.visit(statement) for statement in body]
    if [ast.dump(statement) for statement in body] == before:
        return function
    definition = define("_rewritten", arguments, body, body[0])
    module = ast.Module([*rewriter.helpers, definition], type_ignores=[])
    ast.fix_missing_locations(module)
    exec(compile(module, code.co_filename, "exec"), namespace)
    made: FunctionType = namespace["_rewritten"]
    made.__name__ = function.__name__
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _stored(body: list[ast.stmt]) -> set[str]:
    """The names that are assigned to, those of generator expressions included."""
    names = (each for part in body for each in ast.walk(part) if isinstance(each, ast.Name))
    return {each.id for each in names if isinstance(each.ctx, ast.Store)}


@lru_cache(maxsize=1024)
def _may_need_it(code: CodeType) -> bool:
    has_generator = any(isinstance(each, CodeType) and each.co_name == "<genexpr>" for each in code.co_consts)
    is_named = not NAMES.isdisjoint(code.co_names)
    return has_generator or is_named or any(each.opname in OPERATIONS for each in dis.get_instructions(code))


def _source_of(function: FunctionType) -> tuple[ast.arguments, list[ast.stmt]] | None:
    """The arguments and the body of a function as its file has them; None when they are not to be found."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    tree, codes = _parsed("".join(linecache.getlines(code.co_filename)), code.co_filename)
    if tree is None or code not in codes:
        return None
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            if first == code.co_firstlineno:
                found.append((node.args, node.body))
        elif isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
            found.append((node.args, [ast.copy_location(ast.Return(node.body), node.body)]))
    return deepcopy(found[0]) if len(found) == 1 else None


@lru_cache(maxsize=8)
def _parsed(source: str, name: str) -> tuple[ast.Module | None, frozenset[CodeType]]:
    """The syntax tree of a file, and all code in it; no tree for what is not Python."""
    try:
        return ast.parse(source), frozenset(_codes(compile(source, name, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return None, frozenset()


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that are defined inside it; two are equal that stand in the same line and do the same."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
