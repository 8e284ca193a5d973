"""Rewrite how Python makes new tuples from old ones, so that numba knows how long they are.

| written | becomes |
| --- | --- |
| `state[:m] + (x,) + state[m + 1:]` | the tuple with member m exchanged; `(x, y)` and `state[m + 2:9]` work too |
| `(*state[:m], x, *state[m + 1:])` | the same |
| `state[:width * height]` | a slice with its value as its bound, if that is a constant |
| `state._replace(turn=1)` | the NamedTuple with this field exchanged |
| `*cells, turn = state` | `cells = list(state[:-1])`, `turn = state[-1]` |
| `cells = list(state)`, `cells[m] = x`, `tuple(cells)` | a tuple, which is replaced by another at each assignment |
| `cells[a], cells[b] = cells[b], cells[a]` | one assignment after the other, from a tuple of both values |
| `State._make(cells)` | `State(*cells)` |
| `zip(a, b, strict=True)`, `enumerate(a, start=1)` | the same without names of arguments |
| `reversed(state)` | a function for tuples and ranges |
| `yield from moves` | a loop |

A list is only rewritten where it is made a tuple in the end and nobody could tell that it is one all the time: it gets
no other name, and no method of lists is called on it.
"""

from __future__ import annotations

import ast
from typing import Any

from zerosum.engines.native.compile.tuple_functions import REVERSED, WITH_FIELD, WITH_ITEM, WITH_PART


class TupleRewriter(ast.NodeTransformer):
    """Rewrites the body of a function. `constants` are the values of all names that are not local."""

    def __init__(self, body: list[ast.stmt], local_names: set[str], constants: dict[str, Any]) -> None:
        """Rewrite these statements."""
        self.body = body
        self.local_names = local_names
        self.constants = constants
        self.lists: set[str] = set()

    def rewritten(self) -> list[ast.stmt]:
        """The statements as they must be for numba."""
        module = _StatementRewriter().visit(ast.Module(self.body, type_ignores=[]))
        self.lists = _plain_lists(module)
        body: list[ast.stmt] = self.visit(module).body
        return body

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Replace `a[:m] + (x,) + a[m + 1:]`, wherever it stands in a longer sum."""
        terms = _terms(node)
        return self.visit(_sum(terms, node)) if _exchange(terms) else self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """Replace `(*a[:m], x, *a[m + 1:])` likewise."""
        terms = _parts(node.elts)
        return self.visit(_sum(terms, node)) if _exchange(terms) else self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> Any:
        """Compute the bounds of a slice that do not depend on local names: numba wants to see them."""
        self.generic_visit(node)
        for bound in ("lower", "upper", "step"):
            value = getattr(node, bound)
            names = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)} if value is not None else set()
            calls = [each.func for each in ast.walk(value) if isinstance(each, ast.Call)] if value is not None else []
            is_pure = all(isinstance(call, ast.Name) and call.id in ("len", "min", "max") for call in calls)
            if value is not None and is_pure and not names & self.local_names:
                try:
                    found = eval(compile(ast.Expression(value), "<bound>", "eval"), self.constants)
                except Exception:  # whatever is wrong with it, the compiler says so, with its line
                    continue
                if isinstance(found, int):
                    setattr(node, bound, ast.copy_location(ast.Constant(value=int(found)), value))
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        """Replace calls of methods, of functions with arguments by name, and with `*a[:m], x, *a[m + 1:]`."""
        terms = _parts(node.args)
        if _exchange(terms):
            node.args = [ast.Starred(value=_sum(terms, node), ctx=ast.Load())]
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            return _method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self.local_names:
            return node
        name, names = node.func.id, [keyword.arg for keyword in node.keywords]
        if name == "tuple" and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
            return node.args[0] if node.args[0].id in self.lists else node
        if name == "zip" and names == ["strict"]:
            node.keywords = []
        elif name == "enumerate" and names == ["start"] and len(node.args) == 1:
            node.args, node.keywords = [*node.args, node.keywords[0].value], []
        elif name == "reversed" and len(node.args) == 1:
            return _call(REVERSED, node.args, node)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Replace assignments to a list that is rewritten as a tuple, and to its members."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.lists:
            node.value = _listed(node.value) or node.value
        elif _list_of(target) in self.lists:
            assert isinstance(target, ast.Subscript)
            assert isinstance(target.value, ast.Name)
            name = target.value.id
            made = _call(WITH_ITEM, [ast.Name(id=name, ctx=ast.Load()), target.slice, node.value], node)
            node = ast.copy_location(ast.Assign(targets=[ast.Name(id=name, ctx=ast.Store())], value=made), node)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """As `visit_Assign`, for `cells[m] += x`."""
        target = node.target
        if _list_of(target) not in self.lists:
            return self.generic_visit(node)
        assert isinstance(target, ast.Subscript)
        old = ast.Subscript(value=target.value, slice=target.slice, ctx=ast.Load())
        value = ast.copy_location(ast.BinOp(left=old, op=node.op, right=node.value), node)
        plain = ast.Assign(targets=[target], value=value)
        return self.visit_Assign(ast.copy_location(plain, node))


class _StatementRewriter(ast.NodeTransformer):
    """Replaces `*cells, turn = state`, `cells[a], cells[b] = cells[b], cells[a]` and `yield from moves`."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.YieldFrom):
            return node
        each = ast.Expr(value=ast.Yield(value=ast.Name(id="_yielded", ctx=ast.Load())))
        target = ast.Name(id="_yielded", ctx=ast.Store())
        return _placed(ast.For(target=target, iter=node.value.value, body=[each], orelse=[]), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, (ast.Tuple, ast.List)):
            return node
        stars = [index for index, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
        if len(stars) > 1 or not (stars or any(isinstance(each, ast.Subscript) for each in target.elts)):
            return node
        count = len(target.elts)
        star = stars[0] if stars else count
        whole = ast.Name(id="_unpacked", ctx=ast.Load())
        parts = [ast.Assign(targets=[ast.Name(id="_unpacked", ctx=ast.Store())], value=node.value)]
        for index, each in enumerate(target.elts):
            if isinstance(each, ast.Starred):
                after = star + 1 - count
                bounds = ast.Slice(lower=ast.Constant(value=star), upper=ast.Constant(value=after) if after else None)
                value: ast.expr = _call("list", [ast.Subscript(value=whole, slice=bounds, ctx=ast.Load())], node)
                parts.append(ast.Assign(targets=[each.value], value=value))
            else:
                place = ast.Constant(value=index if index < star else index - count)
                value = ast.Subscript(value=whole, slice=place, ctx=ast.Load())
                parts.append(ast.Assign(targets=[each], value=value))
        return [_placed(part, node) for part in parts]


def _method(node: ast.Call, method: ast.Attribute) -> ast.Call:
    """A call of `_replace` or `_make` without the method; any other as it is."""
    if method.attr == "_make" and len(node.args) == 1 and not node.keywords:
        return ast.copy_location(ast.Call(func=method.value, args=[_starred(node.args[0])], keywords=[]), node)
    if method.attr != "_replace" or node.args or None in [keyword.arg for keyword in node.keywords]:
        return node
    made = method.value
    for keyword in node.keywords:
        made = _call(WITH_FIELD, [made, ast.Constant(value=keyword.arg), keyword.value], node)
    return made if isinstance(made, ast.Call) else node


def _starred(value: ast.expr) -> ast.Starred:
    return ast.copy_location(ast.Starred(value=value, ctx=ast.Load()), value)


def _placed(node: Any, place: ast.AST) -> Any:
    """A new node, with the line of an old one for all its parts that have none."""
    return ast.fix_missing_locations(ast.copy_location(node, place))


def _call(function: str, arguments: list[ast.expr], place: ast.AST) -> ast.Call:
    made: ast.Call = _placed(ast.Call(func=ast.Name(id=function, ctx=ast.Load()), args=arguments, keywords=[]), place)
    return made


def _terms(node: ast.expr) -> list[ast.expr]:
    """The terms of a sum, from left to right."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_terms(node.left), *_terms(node.right)]
    return [node]


def _parts(elements: list[ast.expr]) -> list[ast.expr]:
    """The tuples that a list of elements joins: `*a, x, y, *b` are a, (x, y) and b."""
    terms: list[ast.expr] = []
    own: ast.Tuple | None = None
    for each in elements:
        if isinstance(each, ast.Starred):
            terms.append(each.value)
            own = None
        elif own is not None:
            own.elts.append(each)
        else:
            own = ast.copy_location(ast.Tuple(elts=[each], ctx=ast.Load()), each)
            terms.append(own)
    return terms


def _sum(terms: list[ast.expr], place: ast.AST) -> ast.expr:
    made = terms[0]
    for term in terms[1:]:
        made = _placed(ast.BinOp(left=made, op=ast.Add(), right=term), place)
    return made


def _exchange(terms: list[ast.expr]) -> bool:
    """Replace three terms of a sum by one where they are a tuple with members exchanged; whether any were."""
    for first in range(len(terms) - 2):
        exchanged = _exchanged(*terms[first : first + 3])
        if exchanged is not None:
            terms[first : first + 3] = [exchanged]
            return True
    return False


def _exchanged(before: ast.expr, middle: ast.expr, after: ast.expr) -> ast.expr | None:
    """The tuple that three terms give, if they are `a[:m]`, `(x, ...)` and `a[m + 1:]` or `a[m + 1:end]`."""
    if not (isinstance(before, ast.Subscript) and isinstance(after, ast.Subscript) and isinstance(middle, ast.Tuple)):
        return None
    one, other = before.slice, after.slice
    if not (isinstance(one, ast.Slice) and isinstance(other, ast.Slice)) or one.step or other.step:
        return None
    is_from_start = one.lower is None or (isinstance(one.lower, ast.Constant) and one.lower.value == 0)
    if not is_from_start or one.upper is None or other.lower is None or isinstance(one.upper, ast.Constant):
        return None
    if ast.dump(before.value) != ast.dump(after.value) or _distance(one.upper, other.lower) != len(middle.elts):
        return None
    made: ast.expr = before.value
    if other.upper is not None:
        bounds = ast.Slice(lower=None, upper=other.upper)
        made = _placed(ast.Subscript(value=made, slice=bounds, ctx=ast.Load()), after)
    for index, each in enumerate(middle.elts):
        place = one.upper
        if index:
            place = _placed(ast.BinOp(left=place, op=ast.Add(), right=ast.Constant(value=index)), each)
        made = _call(WITH_PART, [made, place, each], each)
    return made


def _distance(low: ast.expr, high: ast.expr) -> int | None:
    """The constant that is added to one expression to give the other, as in m and m + 1 or 1 + m; None if none is."""
    if isinstance(high, ast.BinOp) and isinstance(high.op, ast.Add):
        for same, constant in ((high.left, high.right), (high.right, high.left)):
            if ast.dump(same) == ast.dump(low) and isinstance(constant, ast.Constant):
                return constant.value if isinstance(constant.value, int) else None
    return None


def _listed(value: ast.expr) -> ast.expr | None:
    """The tuple for a new list, which is `list(cells)`, `[*cells, x]` or `[... for ...]`; None for any other value."""
    if isinstance(value, ast.List) and value.elts:
        return ast.copy_location(ast.Tuple(elts=value.elts, ctx=ast.Load()), value)
    source: ast.expr = value
    if isinstance(value, ast.Call):
        is_list = isinstance(value.func, ast.Name) and value.func.id == "list"
        if not is_list or len(value.args) != 1 or value.keywords:
            return None
        source = value.args[0]
        if not isinstance(source, (ast.GeneratorExp, ast.ListComp)):
            return source
    if not isinstance(source, (ast.GeneratorExp, ast.ListComp)) or any(loop.ifs for loop in source.generators):
        return None
    generator = ast.copy_location(ast.GeneratorExp(elt=source.elt, generators=source.generators), source)
    return _call("tuple", [generator], value)


def _list_of(target: ast.expr) -> str | None:
    """The name of a list in `name[index]`; None for anything else."""
    if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
        return target.value.id if isinstance(target.value, ast.Name) else None
    return None


METHODS = {"count", "index"}
"""The methods that lists and tuples have in common."""

READERS = (ast.Call, ast.keyword, ast.Return, ast.Tuple, ast.BinOp, ast.For, ast.comprehension, ast.Starred)
"""Where a list may stand that is a tuple in compiled code. A function that changes it does not compile, and a list that
is returned or part of a state would be wrong in Python too."""


def _plain_lists(module: ast.Module) -> set[str]:
    """The names of lists that are made tuples in the end, and can be tuples all the time."""
    parents = {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}
    used: dict[str, list[ast.Name]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Name):
            used.setdefault(node.id, []).append(node)
    return {name for name, uses in used.items() if _is_plain_list(uses, parents)}


def _is_plain_list(uses: list[ast.Name], parents: dict[ast.AST, ast.AST]) -> bool:
    stores = [use for use in uses if isinstance(use.ctx, ast.Store)]
    is_made = stores and all(
        isinstance(parent := parents[use], ast.Assign) and len(parent.targets) == 1 and _is_list(parent.value, use.id)
        for use in stores
    )
    loads = [use for use in uses if not isinstance(use.ctx, ast.Store)]
    is_needed = any(_is_made_tuple(parents[use]) for use in loads)
    return bool(is_made) and is_needed and all(_is_harmless(use, parents) for use in loads)


def _is_list(value: ast.expr, name: str) -> bool:
    """Whether a value is a new list, or the tuple made of the list of this name."""
    is_tuple = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "tuple"
    is_own = is_tuple and isinstance(value, ast.Call) and [ast.unparse(each) for each in value.args] == [name]
    return is_own or _listed(value) is not None


def _is_made_tuple(parent: ast.AST) -> bool:
    """Whether a list is used as in `tuple(cells)` or `(*cells, x)`."""
    is_call = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "tuple"
    return is_call or isinstance(parent, ast.Starred)


def _is_harmless(use: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a list that is used so can be a tuple."""
    parent = parents[use]
    if isinstance(parent, ast.Subscript):
        is_stored = not isinstance(parent.ctx, ast.Load)
        return (
            parent.value is use
            and not (is_stored and isinstance(parent.slice, ast.Slice))
            and not isinstance(parent.ctx, ast.Del)
        )
    if isinstance(parent, ast.Attribute):
        return parent.attr in METHODS
    is_searched = isinstance(parent, ast.Compare) and isinstance(parent.ops[-1], (ast.In, ast.NotIn))
    return isinstance(parent, READERS) or is_searched
