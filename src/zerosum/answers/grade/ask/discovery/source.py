"""Read the source of a submission without running it: functions, classes, constants, and boards that it writes down."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from zerosum.answers.grade.ask.discovery.definitions import MISSING, REQUIRED, Body, Class, Function, Parameter
from zerosum.answers.grade.ask.discovery.evaluation import Evaluator, Name, Unknown


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

    def owned_nodes(self) -> Iterator[tuple[str, ast.AST]]:
        """All nodes of the tree, each with the class of the file that it stands in, "" outside of classes."""
        for statement in self.tree.body:
            owner = statement.name if isinstance(statement, ast.ClassDef) else ""
            for node in ast.walk(statement):
                yield owner, node

    def value(self, node: ast.AST, names: Mapping[str, Any] | None = None, owner: str = "") -> Any:
        """The value of an expression; raises `Unknown`, also where the expression would raise something when run."""
        try:
            return Evaluator(self, owner).value(node, dict(names or {}))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            raise Unknown from None

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
        Body(found, arguments[0].arg if is_bound else "").look(node)
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
                    each.keys.setdefault(parameter, set()).update(other.keys.get(goal, ()))
                    if goal in other.called:
                        each.called.add(parameter)
                    if goal in other.indexed:
                        each.indexed.add(parameter)
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
