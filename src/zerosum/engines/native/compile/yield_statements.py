"""Rewrite `yield from` and returned generator expressions as loops that yield, which numba compiles.

yield from steps(state)                     for _each in steps(state):
                                                yield _each

return (m for m in range(9) if free(m))     for _m in range(9):
                                                if free(_m):
                                                    yield _m
                                            return
"""

from __future__ import annotations

import ast
from typing import Any

EACH = "_each_yielded"


class YieldRewriter(ast.NodeTransformer):
    """Replaces what yields without a loop; `names` are the local names that this adds."""

    def __init__(self, body: list[ast.stmt]) -> None:
        """Rewrite the body of a function."""
        self.body = body
        self.names: set[str] = set()
        returned = [node.value for node in _own_statements(body) if isinstance(node, ast.Return)]
        # A function that yields in one place cannot return a value in another.
        self.returns_generators = bool(returned) and all(isinstance(each, ast.GeneratorExp) for each in returned)

    def rewritten(self) -> list[ast.stmt]:
        """The body with loops."""
        found: list[ast.stmt] = []
        for statement in self.body:
            made = self.visit(statement)
            found += made if isinstance(made, list) else [made]
        return found

    def visit_Expr(self, node: ast.Expr) -> Any:
        """A statement that is an expression: `yield from ...`."""
        return self._loops(node.value.value, node) if isinstance(node.value, ast.YieldFrom) else node

    def visit_Return(self, node: ast.Return) -> Any:
        """A returned generator expression."""
        if not self.returns_generators:
            return node
        assert node.value is not None
        return [*self._loops(node.value, node), ast.copy_location(ast.Return(value=None), node)]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function inside is another function."""
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """A function inside is another function."""
        return node

    def _loops(self, given: ast.expr, place: ast.stmt) -> list[ast.stmt]:
        """Loops that yield what is given; the variables of a generator expression get names of their own."""
        if not isinstance(given, ast.GeneratorExp):
            self.names.add(EACH)
            each: ast.expr = ast.Name(id=EACH, ctx=ast.Load())
            loops = [ast.comprehension(ast.Name(id=EACH, ctx=ast.Store()), given, [], 0)]
        else:
            targets = (part for loop in given.generators for part in ast.walk(loop.target))
            bound = {part.id for part in targets if isinstance(part, ast.Name)}
            # The first iterable is evaluated outside of the expression.
            first, given.generators[0].iter = given.generators[0].iter, ast.Constant(value=None)
            _Renamer(bound).visit(given)
            given.generators[0].iter = first
            self.names |= {f"_{name}" for name in bound}
            each, loops = given.elt, given.generators
        inner: list[ast.stmt] = [ast.Expr(value=ast.Yield(value=each))]
        for loop in reversed(loops):
            for condition in reversed(loop.ifs):
                inner = [ast.If(test=condition, body=inner, orelse=[])]
            inner = [ast.For(target=loop.target, iter=loop.iter, body=inner, orelse=[])]
        for part in ast.walk(inner[0]):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, place)
        return inner


class _Renamer(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.copy_location(ast.Name(id=f"_{node.id}", ctx=node.ctx), node) if node.id in self.names else node


def _own_statements(body: list[ast.stmt]) -> list[ast.AST]:
    """All nodes of a function's body but those of functions inside it."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            todo.extend(ast.iter_child_nodes(node))
    return found
