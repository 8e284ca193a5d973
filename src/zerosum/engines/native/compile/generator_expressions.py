"""Rewrite generator expressions as loops: `sum(x for ...)` is good Python, but numba does not compile it.

A call of `sum`, `any`, `all`, `min`, `max` or `tuple` on a generator expression becomes a call of a small function with
a loop in it. The length of a tuple must be known when it is compiled: it is that of a constant (`for i in range(9)`)
or that of another tuple (`for cell in state`).
"""

from __future__ import annotations

import ast
from functools import reduce
from typing import Any

from zerosum.engines.native.compile.tuple_functions import FILLED, REVERSED, SHORTEST, WITH_ITEM

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
    "tuple": (
        "_at = 0",
        f"if _at == 0: _made = {FILLED}(_length, _each)\nelse: _made = {WITH_ITEM}(_made, _at, _each)\n_at += 1",
        "return _made",
    ),
}
"""For each call: what stands before the loop, in it for `_each` element, and after it."""


class GeneratorRewriter(ast.NodeTransformer):
    """Replaces each call on a generator expression, and collects the functions that it calls instead.

    `constants` are the values of all names that are not local.
    """

    def __init__(self, local_names: set[str], constants: dict[str, Any]) -> None:
        """Rewrite a function with these local names."""
        self.local_names = local_names
        self.constants = constants
        self.helpers: list[ast.FunctionDef] = []

    def visit_Call(self, node: ast.Call) -> Any:
        """Replace a call of one of `LOOPS`."""
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
        length = self._constant_length(generator, bound) if kind == "tuple" else None
        outer, self.local_names = self.local_names, self.local_names | bound
        self.generic_visit(generator)
        self.local_names = outer
        if kind == "tuple" and length is None:
            loops = generator.generators
            length = _length_of(loops[0].iter) if len(loops) == 1 and not loops[0].ifs else None
            if length is None:
                return node
        used = {each.id for each in ast.walk(generator) if isinstance(each, ast.Name)}
        needed = sorted((used & outer) - bound)
        name = f"_{kind}_{len(self.helpers)}"
        self.helpers.append(self._helper(name, kind, generator, needed, length))
        call = ast.Call(
            func=ast.Name(id=name, ctx=ast.Load()),
            args=[ast.Name(id=each, ctx=ast.Load()) for each in needed],
            keywords=[],
        )
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _constant_length(self, generator: ast.GeneratorExp | ast.ListComp, bound: set[str]) -> ast.expr | None:
        """How many values a generator yields, when that does not depend on local names."""
        loops = generator.generators
        used = {each.id for loop in loops for each in ast.walk(loop) if isinstance(each, ast.Name)}
        if used & self.local_names - bound:
            return None
        counted = ast.GeneratorExp(elt=ast.Constant(value=0), generators=loops)
        expression = ast.fix_missing_locations(ast.Expression(ast.copy_location(counted, generator)))
        try:
            found = sum(1 for _ in eval(compile(expression, "<length>", "eval"), self.constants))
        except Exception:  # whatever is wrong with it, the compiler says so, with its line
            return None
        return ast.Constant(value=found) if found else None

    def _helper(
        self,
        name: str,
        kind: str,
        generator: ast.GeneratorExp | ast.ListComp,
        needed: list[str],
        length: ast.expr | None,
    ) -> Any:
        before, inside, after = LOOPS[kind]
        each = ast.Assign(targets=[ast.Name(id="_each", ctx=ast.Store())], value=generator.elt)
        inner: list[ast.stmt] = [each, *_statements(inside, generator)]
        for loop in reversed(generator.generators):
            for condition in reversed(loop.ifs):
                inner = [ast.If(test=condition, body=inner, orelse=[])]
            inner = [ast.For(target=loop.target, iter=loop.iter, body=inner, orelse=[])]
        body = [*_statements(before, generator), *inner, *_statements(after, generator)]
        if length is not None:
            body.insert(0, ast.Assign(targets=[ast.Name(id="_length", ctx=ast.Store())], value=length))
        for statement in body:
            for part in ast.walk(statement):
                if not hasattr(part, "lineno") or part in (each,):
                    ast.copy_location(part, generator)
        arguments = ast.arguments(
            posonlyargs=[], args=[ast.arg(arg=each) for each in needed], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        return define(name, arguments, body, generator)


def _length_of(iterable: ast.expr) -> ast.expr | None:
    """A tuple as long as an iterable: a tuple, `enumerate` or `zip` of tuples, `range(len(a))`; None for any other."""
    if not isinstance(iterable, ast.Call):
        return iterable
    if not isinstance(iterable.func, ast.Name) or not iterable.args:
        return None
    if iterable.func.id in ("enumerate", REVERSED):
        return _length_of(iterable.args[0])
    if iterable.func.id == "zip":
        lengths = [_length_of(each) for each in iterable.args]
        return None if None in lengths else reduce(_shortest, lengths)
    if iterable.func.id == "range":
        count = iterable.args[0]
        is_len = isinstance(count, ast.Call) and isinstance(count.func, ast.Name) and count.func.id == "len"
        return _length_of(count.args[0]) if is_len and isinstance(count, ast.Call) and len(iterable.args) == 1 else None
    return iterable


def _shortest(one: Any, other: Any) -> ast.expr:
    return ast.Call(func=ast.Name(id=SHORTEST, ctx=ast.Load()), args=[one, other], keywords=[])


def define(name: str, arguments: ast.arguments, body: list[ast.stmt], place: ast.AST) -> ast.FunctionDef:
    """The definition of a function, without annotations and default values."""
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        each.annotation = None
    arguments.defaults, arguments.kw_defaults = [], [None for _ in arguments.kwonlyargs]
    made = ast.FunctionDef(name=name, args=arguments, body=body, decorator_list=[], returns=None)
    made.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return ast.copy_location(made, place)


def _statements(text: str, place: ast.AST) -> list[ast.stmt]:
    """Statements in the line of `place`; they may hold a `return`, which only parses inside a function."""
    wrapped = "def _():\n" + "\n".join(f"    {line}" for line in text.splitlines())
    definition = ast.parse(wrapped).body[0]
    assert isinstance(definition, ast.FunctionDef)
    for part in ast.walk(definition):
        ast.copy_location(part, place)
    return definition.body
