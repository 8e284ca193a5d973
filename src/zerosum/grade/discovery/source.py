"""Read the source of a submission without running it: functions, classes, constants, and boards that it writes down."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

PLAIN_METHODS = frozenset(
    """copy count index append pop remove insert extend sort reverse join split strip replace find upper lower
        items keys values get update reshape shape tolist flatten ravel any all sum size T dtype astype diagonal
        transpose ndim flat nonzero min max mean format startswith endswith isdigit add discard clear setdefault
        fill""".split()  # noqa: SIM905
)
"""Attributes of lists, texts, dicts and arrays: using them says nothing about a class of the submission."""

MOST_STEPS = 20_000
MISSING: Any = object()
REQUIRED: Any = object()


class Unknown(Exception):
    """An expression whose value cannot be told without running it."""


class Name(str):
    """A value that only the submission knows, such as `Mark.EMPTY`: a dotted name."""

    __slots__ = ()


class Array(list[Any]):
    """A numpy array."""

    __slots__ = ()


@dataclass
class Parameter:
    """A parameter: its name, its default (`REQUIRED` where it has none) and its annotation as source."""

    name: str
    default: Any = REQUIRED
    annotation: str = ""

    @property
    def is_required(self) -> bool:
        """Whether it has no default."""
        return self.default is REQUIRED


@dataclass
class Function:
    """A function or a method.

    `attributes` says which attributes of a parameter are used, here or in functions that it is passed to; `called` are
    the parameters that are called; `depths` are the numbers of subscripts behind a parameter; `steps` says whether a
    recursive call counts a parameter up or down; `self_reads` and `self_writes` are attributes of the object.
    """

    name: str
    owner: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    parameters: list[Parameter]
    is_static: bool = False
    is_bound: bool = False
    calls: set[str] = field(default_factory=set)
    attributes: dict[str, set[str]] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    steps: dict[str, int] = field(default_factory=dict)
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    self_reads: set[str] = field(default_factory=set)
    self_writes: set[str] = field(default_factory=set)
    passes: list[tuple[str, str, int, str]] = field(default_factory=list)
    asks: bool = False
    gives: bool = False

    @property
    def path(self) -> str:
        """How a description calls it."""
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def is_recursive(self) -> bool:
        """Whether it calls itself."""
        return self.name in self.calls


@dataclass
class Class:
    """A class: its bases, its constructor's parameters, what is assigned to its attributes, and its methods."""

    name: str
    bases: list[str]
    parameters: list[Parameter]
    attributes: dict[str, ast.expr]
    methods: dict[str, Function]
    constants: dict[str, Any]
    is_enum: bool = False


class Source:
    """What the source of a submission says."""

    def __init__(self, text: str) -> None:
        """Read the text; raises `SyntaxError`."""
        self.tree = ast.parse(text)
        self.constants: dict[str, Any] = {}
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, Class] = {}
        self.uses_numpy = any(name.partition(".")[0] == "numpy" for name in _imported(self.tree))
        for statement in _statements(self.tree.body):
            self._look_at(statement)
        for _ in range(4):  # what a function does with a parameter that it is given by another one
            self._propagate()

    def all_functions(self) -> Iterator[Function]:
        """Functions and methods."""
        yield from self.functions.values()
        for each in self.classes.values():
            yield from each.methods.values()

    def method_names(self, name: str) -> set[str]:
        """The names of methods and attributes of a class, with those of its bases."""
        found: set[str] = set()
        for each in self.line_of(name):
            found |= set(each.methods) | set(each.attributes) | set(each.constants)
            for method in each.methods.values():
                found |= method.self_writes
        return found

    def line_of(self, name: str) -> list[Class]:
        """A class and its bases, as far as the source defines them."""
        found: list[Class] = []
        waiting = [name]
        while waiting:
            each = self.classes.get(waiting.pop(0))
            if each is not None and each not in found:
                found.append(each)
                waiting.extend(each.bases)
        return found

    def value(self, node: ast.AST, names: Mapping[str, Any] | None = None, owner: str = "") -> Any:
        """The value of an expression; raises `Unknown`."""
        return _Evaluator(self, owner).value(node, dict(names or {}))

    def _look_at(self, statement: ast.stmt) -> None:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions[statement.name] = self._function(statement, "")
        elif isinstance(statement, ast.ClassDef):
            self.classes[statement.name] = self._class(statement)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if statement.value is not None:
                for target in targets:
                    self._assign(target, statement.value)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            try:
                self.constants.setdefault(target.id, self.value(value))
            except Unknown:
                return
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._assign(one, other)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and getattr(value.func, "id", "") == "range":
            for number, one in enumerate(target.elts):
                if isinstance(one, ast.Name):
                    self.constants.setdefault(one.id, number)

    def _class(self, node: ast.ClassDef) -> Class:
        bases = [each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in node.bases]
        is_enum = any(base.endswith("Enum") for base in bases)
        found = Class(node.name, bases, [], {}, {}, {}, is_enum)
        is_data = any("dataclass" in ast.unparse(each) for each in node.decorator_list) or "NamedTuple" in bases
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.methods[statement.name] = self._function(statement, node.name)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if statement.value is not None:
                    found.attributes[statement.target.id] = statement.value
                if is_data:
                    default = MISSING if statement.value is not None else REQUIRED
                    found.parameters.append(Parameter(statement.target.id, default, ast.unparse(statement.annotation)))
            elif isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        found.attributes[target.id] = statement.value
                        try:
                            value = Name(f"{node.name}.{target.id}") if is_enum else self.value(statement.value)
                        except Unknown:
                            continue
                        found.constants[target.id] = value
        init = found.methods.get("__init__")
        if init is not None:
            found.parameters = init.parameters
        for method in found.methods.values():
            for name, value in _self_assignments(method.node):
                if name not in found.attributes or method is init:
                    found.attributes.setdefault(name, value)
        return found

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, owner: str) -> Function:
        decorators = {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list}
        is_static = "staticmethod" in decorators
        arguments = [*node.args.posonlyargs, *node.args.args]
        defaults = [REQUIRED] * (len(arguments) - len(node.args.defaults)) + list(node.args.defaults)
        keywords = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        pairs = [
            *zip(arguments, defaults, strict=True),
            *((each, REQUIRED if d is None else d) for each, d in keywords),
        ]
        is_bound = bool(owner) and not is_static and bool(arguments)
        parameters = []
        for argument, default in pairs[1:] if is_bound else pairs:
            note = "" if argument.annotation is None else ast.unparse(argument.annotation).strip("'\"")
            parameters.append(Parameter(argument.arg, default if default is REQUIRED else self._default(default), note))
        found = Function(node.name, owner, node, parameters, is_static, is_bound)
        _Body(found, arguments[0].arg if is_bound else "").look(node)
        return found

    def _default(self, node: Any) -> Any:
        try:
            return self.value(node)
        except Unknown:
            return MISSING

    def _propagate(self) -> None:
        by_name: dict[str, list[Function]] = {}
        for each in self.all_functions():
            by_name.setdefault(each.name, []).append(each)
        for each in self.all_functions():
            for parameter, callee, place, keyword in each.passes:
                for other in by_name.get(callee, ()):
                    if keyword:
                        goal = keyword
                    elif place < len(other.parameters):
                        goal = other.parameters[place].name
                    else:
                        continue
                    each.attributes.setdefault(parameter, set()).update(other.attributes.get(goal, ()))
                    if goal in other.called:
                        each.called.add(parameter)
            for callee in list(each.calls):
                for other in by_name.get(callee, ()):
                    if other.owner == each.owner and each.owner:
                        each.self_reads |= other.self_reads
                        each.self_writes |= other.self_writes
                    each.reads |= other.reads
                    each.writes |= other.writes


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, with those inside of `if`, `try`, `with` and loops."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "handlers", "finalbody"):
            inner = getattr(statement, part, None)
            if isinstance(inner, list) and not isinstance(
                statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            ):
                yield from _statements([each for each in inner if isinstance(each, ast.stmt)])


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _self_assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for each in ast.walk(node):
        if isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is not None:
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            for target in targets:
                pairs = [(target, each.value)]
                if isinstance(target, ast.Tuple) and isinstance(each.value, ast.Tuple):
                    pairs = list(zip(target.elts, each.value.elts, strict=False))
                for one, value in pairs:
                    if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "self":
                        yield one.attr, value


class _Body:
    """Looks at the statements of one function."""

    def __init__(self, function: Function, this: str) -> None:
        self._function = function
        self._this = this
        self._names = {each.name for each in function.parameters}

    def look(self, node: ast.AST) -> None:
        """Collect what the function does."""
        function = self._function
        local = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        declared = {name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names}
        for each in ast.walk(node):
            if isinstance(each, ast.Call):
                self._call(each)
            elif isinstance(each, ast.Return) and each.value is not None:
                function.gives = function.gives or not (
                    isinstance(each.value, ast.Constant) and each.value.value is None
                )
            elif isinstance(each, (ast.Yield, ast.YieldFrom)):
                function.gives = True
            elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                if each.id not in self._names and (each.id not in local or each.id in declared):
                    function.reads.add(each.id)
            elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
                self._attribute(each, each.value.id)
        function.writes |= declared & local

    def _attribute(self, node: ast.Attribute, name: str) -> None:
        if name in self._names and name != self._this:
            self._function.attributes.setdefault(name, set()).add(node.attr)
        if name == self._this and self._this:
            self._function.self_reads.add(node.attr)
            if isinstance(node.ctx, ast.Store):
                self._function.self_writes.add(node.attr)

    def _call(self, node: ast.Call) -> None:
        function = self._function
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        function.calls.add(name)
        if name == "input" or name in ("raw_input", "readline"):
            function.asks = True
        if isinstance(node.func, ast.Name) and name in self._names:
            function.called.add(name)
        for place, argument in enumerate(node.args):
            if isinstance(argument, ast.Name) and argument.id in self._names:
                function.passes.append((argument.id, name, place, ""))
            if name == function.name and place < len(function.parameters):
                self._step(function.parameters[place].name, argument)
        for keyword in node.keywords:
            if isinstance(keyword.value, ast.Name) and keyword.value.id in self._names and keyword.arg:
                function.passes.append((keyword.value.id, name, 0, keyword.arg))
            if name == function.name and keyword.arg:
                self._step(keyword.arg, keyword.value)

    def _step(self, parameter: str, argument: ast.expr) -> None:
        if isinstance(argument, ast.BinOp) and isinstance(argument.left, ast.Name) and argument.left.id == parameter:
            if isinstance(argument.op, ast.Add):
                self._function.steps[parameter] = 1
            elif isinstance(argument.op, ast.Sub):
                self._function.steps[parameter] = -1


class _Evaluator:
    """Calculates simple expressions."""

    def __init__(self, source: Source, owner: str) -> None:
        self._source = source
        self._owner = owner
        self._steps = 0
        self._depth = 0

    def value(self, node: ast.AST, names: dict[str, Any]) -> Any:
        """The value of an expression with these local names."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise Unknown
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise Unknown
        return method(node, names)

    def _Constant(self, node: ast.Constant, names: dict[str, Any]) -> Any:  # noqa: N802 - named after the node
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
