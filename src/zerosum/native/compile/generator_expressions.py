"""Rewrite generator expressions as loops: `sum(x for ...)` is good Python, but numba does not compile it.

A call of `sum`, `any`, `all`, `min` or `max` on a generator expression becomes a call of a small
function with a loop in it. Nothing else of the function changes, line numbers included.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

LOOPS = {
    "sum": ("_total = 0", "_total += _each", "return _total"),
    "any": ("pass", "if _each: return True", "return False"),
    "all": ("pass", "if not _each: return False", "return True"),
    "min": (
        "_found, _best = False, 0",
        "if not _found or _each < _best: _found, _best = True, _each",
        "if not _found: raise ValueError('min() of nothing')\nreturn _best",
    ),
    "max": (
        "_found, _best = False, 0",
        "if not _found or _each > _best: _found, _best = True, _each",
        "if not _found: raise ValueError('max() of nothing')\nreturn _best",
    ),
}
"""For each call: what stands before the loop, in it for `_each` element, and after it."""


def without_generators(function: FunctionType) -> FunctionType:
    """The same function with loops for its generator expressions.

    It is given back as it is when it has none, and when its file does not hold what it was made from any more.
    """
    if not any(isinstance(each, CodeType) and each.co_name == "<genexpr>" for each in function.__code__.co_consts):
        return function
    written = _source_of(function)
    if written is None:
        return function
    arguments, body = written
    code = function.__code__
    rewriter = _Rewriter(set(code.co_varnames) | set(code.co_cellvars))
    body = [rewriter.visit(statement) for statement in body]
    definition = _define("_rewritten", arguments, body, body[0])
    module = ast.Module([*rewriter.helpers, definition], type_ignores=[])
    ast.fix_missing_locations(module)
    closed = dict(zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True))
    # What the function closed over becomes global to it, so that the helpers see it too.
    namespace = {**function.__globals__, **closed}
    exec(compile(module, code.co_filename, "exec"), namespace)
    made: FunctionType = namespace["_rewritten"]
    made.__name__ = function.__name__
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _source_of(function: FunctionType) -> tuple[ast.arguments, list[ast.stmt]] | None:
    """The arguments and the body of a function as its file has them; None when they are not to be found."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    source = "".join(linecache.getlines(code.co_filename))
    try:
        tree = ast.parse(source)
        if code not in _codes(compile(source, code.co_filename, "exec", dont_inherit=True)):
            return None
    except (SyntaxError, ValueError):
        return None
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            if first == code.co_firstlineno:
                found.append((node.args, node.body))
        elif isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
            found.append((node.args, [ast.copy_location(ast.Return(node.body), node.body)]))
    return found[0] if len(found) == 1 else None


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that are defined inside it; two are equal that stand in the same line and do the same."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _define(name: str, arguments: ast.arguments, body: list[ast.stmt], place: ast.AST) -> ast.FunctionDef:
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        each.annotation = None
    arguments.defaults, arguments.kw_defaults = [], [None for _ in arguments.kwonlyargs]
    made = ast.FunctionDef(name=name, args=arguments, body=body, decorator_list=[], returns=None)
    made.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return ast.copy_location(made, place)


class _Rewriter(ast.NodeTransformer):
    """Replaces each call on a generator expression, and collects the functions that it calls instead."""

    def __init__(self, local_names: set[str]) -> None:
        self.local_names = local_names
        self.helpers: list[ast.FunctionDef] = []

    def visit_Call(self, node: ast.Call) -> Any:
        is_loop = (
            isinstance(node.func, ast.Name)
            and node.func.id in LOOPS
            and len(node.args) == 1
            and not node.keywords
            and isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp))
        )
        if not is_loop:
            return self.generic_visit(node)
        assert isinstance(node.func, ast.Name)
        assert isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp))
        kind, generator = node.func.id, node.args[0]
        bound = {
            each.id for loop in generator.generators for each in ast.walk(loop.target) if isinstance(each, ast.Name)
        }
        outer, self.local_names = self.local_names, self.local_names | bound
        self.generic_visit(generator)
        self.local_names = outer
        used = {each.id for each in ast.walk(generator) if isinstance(each, ast.Name)}
        needed = sorted((used & outer) - bound)
        name = f"_{kind}_{len(self.helpers)}"
        self.helpers.append(self._helper(name, kind, generator, needed))
        call = ast.Call(
            func=ast.Name(id=name, ctx=ast.Load()),
            args=[ast.Name(id=each, ctx=ast.Load()) for each in needed],
            keywords=[],
        )
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _helper(self, name: str, kind: str, generator: ast.GeneratorExp | ast.ListComp, needed: list[str]) -> Any:
        before, inside, after = LOOPS[kind]
        each = ast.Assign(targets=[ast.Name(id="_each", ctx=ast.Store())], value=generator.elt)
        inner: list[ast.stmt] = [each, *_statements(inside)]
        for loop in reversed(generator.generators):
            for condition in reversed(loop.ifs):
                inner = [ast.If(test=condition, body=inner, orelse=[])]
            inner = [ast.For(target=loop.target, iter=loop.iter, body=inner, orelse=[])]
        body = [*_statements(before), *inner, *_statements(after)]
        for statement in body:
            for part in ast.walk(statement):
                if not hasattr(part, "lineno") or part in (each,):
                    ast.copy_location(part, generator)
        arguments = ast.arguments(
            posonlyargs=[], args=[ast.arg(arg=each) for each in needed], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        return _define(name, arguments, body, generator)


def _statements(text: str) -> list[ast.stmt]:
    """Statements that may hold a `return`, which only parses inside a function."""
    wrapped = "def _():\n" + "\n".join(f"    {line}" for line in text.splitlines())
    definition = ast.parse(wrapped).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return definition.body
