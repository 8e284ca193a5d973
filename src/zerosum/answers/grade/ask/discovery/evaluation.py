"""Calculate the simple expressions of a submission's source: constants, boards, and what its own functions give.

Nothing of the submission is run: the syntax tree is walked, and only what is known here has a value. This happens in
the grader's own process, so that the steps and the size of every value are limited: a few lines such as `b = a + a`
or `b = [a] * 1000` would fill its memory else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from zerosum.answers.grade.ask.discovery.definitions import MISSING, REQUIRED, Class, Function

MOST_STEPS = 20_000
"""The most steps of one expression; each value that is made costs as many as it has parts."""

LARGEST_INT = 1 << 63


class Unknown(Exception):
    """An expression whose value cannot be told without running it."""


class Name(str):
    """A value that only the submission knows, such as `Mark.EMPTY`: a dotted name."""

    __slots__ = ()


class Array(list[Any]):
    """A numpy array."""

    __slots__ = ()


class Definitions(Protocol):
    """What a source defines, as far as an expression can use it."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """The values of globals."""

    @property
    def functions(self) -> Mapping[str, Function]:
        """The functions of the module."""

    def line_of(self, name: str) -> list[Class]:
        """A class and its bases."""


class Evaluator:
    """Calculates simple expressions."""

    def __init__(self, source: Definitions, owner: str) -> None:
        """`owner` is the class that `self` is an object of."""
        self._source = source
        self._owner = owner
        self._steps = 0
        self._depth = 0

    def value(self, node: ast.AST, names: dict[str, Any]) -> Any:
        """The value of an expression with these local names."""
        self._spend(1)
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise Unknown
        found = method(node, names)
        if not isinstance(node, (ast.Constant, ast.Name)):  # what a name stands for was measured when it was made
            self._spend(_parts(found))
        return found

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise Unknown

    def _Constant(self, node: ast.Constant, names: dict[str, Any]) -> Any:  # noqa: N802 - named after the node
        if isinstance(node.value, int) and abs(node.value) > LARGEST_INT:
            raise Unknown
        return node.value

    def _Name(self, node: ast.Name, names: dict[str, Any]) -> Any:  # noqa: N802
        if node.id in names:
            return names[node.id]
        if node.id in self._source.constants:
            return self._source.constants[node.id]
        raise Unknown

    def _Attribute(self, node: ast.Attribute, names: dict[str, Any]) -> Any:  # noqa: N802
        if isinstance(node.value, ast.Name):
            owner = self._owner if node.value.id in ("self", "cls") else node.value.id
            for each in self._source.line_of(owner):
                if node.attr in each.constants:
                    return each.constants[node.attr]
                if node.attr in each.attributes and self._depth < 3:
                    self._depth += 1
                    try:
                        return self.value(each.attributes[node.attr], {})
                    finally:
                        self._depth -= 1
        elif node.attr == "value":
            return self.value(node.value, names)
        raise Unknown

    def _List(self, node: ast.List, names: dict[str, Any]) -> Any:  # noqa: N802
        return [self.value(each, names) for each in node.elts]

    def _Tuple(self, node: ast.Tuple, names: dict[str, Any]) -> Any:  # noqa: N802
        return tuple(self.value(each, names) for each in node.elts)

    def _Dict(self, node: ast.Dict, names: dict[str, Any]) -> Any:  # noqa: N802
        pairs = zip(node.keys, node.values, strict=True)
        try:
            return {self.value(key, names): self.value(value, names) for key, value in pairs if key is not None}
        except TypeError:
            raise Unknown from None

    def _UnaryOp(self, node: ast.UnaryOp, names: dict[str, Any]) -> Any:  # noqa: N802
        value = self.value(node.operand, names)
        if isinstance(node.op, ast.USub) and isinstance(value, (int, float)):
            return -value
        if isinstance(node.op, ast.UAdd) and isinstance(value, (int, float)):
            return value
        raise Unknown

    def _BinOp(self, node: ast.BinOp, names: dict[str, Any]) -> Any:  # noqa: N802
        left, right = self.value(node.left, names), self.value(node.right, names)
        numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
        try:
            if isinstance(node.op, ast.Mult):
                for one, other in ((left, right), (right, left)):
                    if isinstance(one, (list, tuple, str)) and isinstance(other, int) and len(one) * other <= 1000:
                        return [*one] * other if isinstance(one, list) else one * other
                if numbers and abs(left) < 1000 and abs(right) < 1000:
                    return left * right
            if isinstance(node.op, ast.Add) and (numbers or type(left) is type(right)):
                return left + right
            if isinstance(node.op, ast.Sub) and numbers:
                return left - right
            if isinstance(node.op, (ast.FloorDiv, ast.Mod)) and numbers and right:
                return left // right if isinstance(node.op, ast.FloorDiv) else left % right
        except (TypeError, ValueError):
            pass
        raise Unknown

    def _BoolOp(self, node: ast.BoolOp, names: dict[str, Any]) -> Any:  # noqa: N802
        return self._first(node.values, names)

    def _IfExp(self, node: ast.IfExp, names: dict[str, Any]) -> Any:  # noqa: N802
        return self._first([node.body, node.orelse], names)

    def _first(self, nodes: list[ast.expr], names: dict[str, Any]) -> Any:
        for node in nodes:
            try:
                value = self.value(node, names)
            except Unknown:
                continue
            if value is not None:
                return value
        raise Unknown

    def _ListComp(self, node: ast.ListComp, names: dict[str, Any]) -> Any:  # noqa: N802
        return [self.value(node.elt, inner) for inner in self._loops(node.generators, names)]

    def _GeneratorExp(self, node: ast.GeneratorExp, names: dict[str, Any]) -> Any:  # noqa: N802
        return [self.value(node.elt, inner) for inner in self._loops(node.generators, names)]

    def _DictComp(self, node: ast.DictComp, names: dict[str, Any]) -> Any:  # noqa: N802
        loops = self._loops(node.generators, names)
        try:
            return {self.value(node.key, inner): self.value(node.value, inner) for inner in loops}
        except TypeError:
            raise Unknown from None

    def _loops(self, generators: list[ast.comprehension], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not generators:
            yield names
            return
        first, *rest = generators
        if first.ifs:
            raise Unknown
        items = self.value(first.iter, names)
        if not isinstance(items, (list, tuple, str, range, dict)) or len(items) > 1000:
            raise Unknown
        for item in items:
            inner = dict(names)
            if isinstance(first.target, ast.Name):
                inner[first.target.id] = item
            elif isinstance(first.target, ast.Tuple) and isinstance(item, (tuple, list)):
                inner.update({getattr(t, "id", ""): v for t, v in zip(first.target.elts, item, strict=False)})
            yield from self._loops(rest, inner)

    def _Lambda(self, node: ast.Lambda, names: dict[str, Any]) -> Any:  # noqa: N802
        return self.value(node.body, names)

    def _Call(self, node: ast.Call, names: dict[str, Any]) -> Any:  # noqa: N802
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "field":  # dataclasses.field(default_factory=...)
            for keyword in node.keywords:
                if keyword.arg in ("default_factory", "default"):
                    return self.value(keyword.value, names)
            raise Unknown
        own = self._own_function(node.func, name)
        if own is not None:
            return self._returned(own)
        arguments = [self.value(each, names) for each in node.args]
        if name in ("zeros", "ones", "empty", "zeros_like") and arguments:
            return _filled(arguments[0], {"ones": 1}.get(name, 0))
        if name == "full" and len(arguments) > 1:
            return _filled(arguments[0], arguments[1])
        if name in ("array", "asarray") and arguments and isinstance(arguments[0], (list, tuple)):
            return Array(arguments[0])
        if name == "reshape" and isinstance(node.func, ast.Attribute):
            return self._reshaped(self.value(node.func.value, names), arguments)
        if name in ("range", "list", "tuple", "str", "dict", "copy", "deepcopy", "int", "enumerate", "arange"):
            return _built(name, arguments)
        raise Unknown

    def _own_function(self, func: ast.expr, name: str) -> Function | None:
        if isinstance(func, ast.Name):
            return self._source.functions.get(name)
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
            owner = self._owner if func.value.id in ("self", "cls") else func.value.id
            for each in self._source.line_of(owner):
                if name in each.methods:
                    return each.methods[name]
        return None

    def _returned(self, function: Function) -> Any:
        """What a function such as `initial_state` gives."""
        if self._depth >= 3:
            raise Unknown
        self._depth += 1
        try:
            names: dict[str, Any] = {
                each.name: each.default for each in function.parameters if each.default not in (REQUIRED, MISSING)
            }
            for statement in function.node.body:
                if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                    try:
                        names[statement.targets[0].id] = self.value(statement.value, names)
                    except Unknown:
                        continue
                if isinstance(statement, ast.Return) and statement.value is not None:
                    return self.value(statement.value, names)
            raise Unknown
        finally:
            self._depth -= 1

    def _reshaped(self, value: Any, shape: list[Any]) -> Any:
        sizes = shape[0] if shape and isinstance(shape[0], (tuple, list)) else shape
        if not isinstance(value, list) or len(sizes) != 2 or sizes[0] * sizes[1] != len(value):
            raise Unknown
        return Array([list(value[row * sizes[1] : (row + 1) * sizes[1]]) for row in range(sizes[0])])


def _parts(value: Any) -> int:
    """How many values and characters a value has in all its levels, at most one more than `MOST_STEPS`.

    Parts that are shared count as often as they are met: whoever walks or copies the value meets them so often.
    """
    count, waiting = 0, [iter((value,))]
    while waiting and count <= MOST_STEPS:
        for each in waiting[-1]:
            count += 1 + len(each) if isinstance(each, str) else 1
            if isinstance(each, (list, tuple)):
                waiting.append(iter(each))
                break
            if isinstance(each, dict):
                waiting.append(iter((*each.keys(), *each.values())))
                break
            if count > MOST_STEPS:
                break
        else:
            waiting.pop()
    return count


def _filled(shape: Any, value: Any) -> Array:
    sizes = (shape,) if isinstance(shape, int) else shape
    if not isinstance(sizes, (tuple, list)) or not all(isinstance(each, int) and 0 < each < 100 for each in sizes):
        raise Unknown
    if len(sizes) == 1:
        return Array([value] * sizes[0])
    if len(sizes) == 2:
        return Array([[value] * sizes[1] for _ in range(sizes[0])])
    raise Unknown


def _built(name: str, arguments: list[Any]) -> Any:
    try:
        if name in ("range", "arange"):
            return list(range(*arguments)) if len(range(*arguments)) <= 1000 else None
        if name in ("copy", "deepcopy"):
            return arguments[0] if arguments else MISSING
        if name == "enumerate":
            return list(enumerate(arguments[0]))
        return {"list": list, "tuple": tuple, "str": str, "dict": dict, "int": int}[name](*arguments)
    except (TypeError, ValueError, IndexError):
        raise Unknown from None
