"""What a submission defines: its functions and classes by their syntax, and their values as its loaded module has them.

The syntax says who calls whom and with what; every value is learnt from the living module, in the sandbox.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from zerosum.answers.grade.ask.description import BoardForm
from zerosum.answers.grade.ask.source.definitions import REQUIRED, Body, Class, Function, Parameter
from zerosum.answers.grade.host.worker_process import PythonWorker

MOST_EXPRESSIONS: Final = 1500
LONGEST: Final = 300
VALUES: Final = (ast.Name, ast.Attribute, ast.UnaryOp, ast.BinOp, ast.List, ast.ListComp, ast.Dict, ast.DictComp)
SAFE_CALLS: Final = frozenset(
    ("list", "dict", "tuple", "range", "str", "float", "int", "len", "zeros", "full", "array")
)
MADE_AS: Final = frozenset(("init", "initial", "create", "make", "new", "empty", "start", "reset", "blank", "generate"))
MADE: Final = frozenset(("board", "grid", "state", "game", "tablero", "plansza", "tabuleiro", "brett"))


class Unknown(Exception):
    """A value that is not known."""


@dataclass(frozen=True)
class Seen:
    """A value of the living module: plain, as a mark in a cell, as a board, and its class where it is an object."""

    value: Any = None
    mark: Any = None
    form: BoardForm | None = None
    kind: str = ""
    type: str = ""
    attributes: dict[str, Seen] = field(default_factory=dict)


@dataclass(frozen=True)
class Site:
    """A call of a function: the function that contains it, None for the main code, and its arguments."""

    by: Function | None
    arguments: tuple[ast.expr, ...]
    named: dict[str, ast.expr]


class Source:
    """One submission. Nothing has a value before `learn`."""

    def __init__(self, text: str) -> None:
        """Read the text; raises `SyntaxError`."""
        self.trees = [ast.parse(text)]
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, Class] = {}
        self.names: set[str] = set()
        self.values: dict[tuple[str, str], Seen] = {}
        self.uses_numpy = any(name.partition(".")[0] == "numpy" for name in imported(self.trees[0]))
        for statement in _statements(self.trees[0].body):
            self._look_at(statement)
        self._settle()

    def add(self, text: str) -> None:
        """Add a file that the submission imports from its folder."""
        other = Source(text)
        self.trees += other.trees
        self.functions = {**other.functions, **self.functions}
        self.classes = {**other.classes, **self.classes}
        self.names |= other.names
        self._settle()

    def learn(self, worker: PythonWorker, rows: int, columns: int, more: Sequence[tuple[str, str]] = ()) -> None:
        """Ask the living module for the values of its expressions, or for those of `more` expressions."""
        wanted = list(more)
        if not more:
            wanted = [("", name) for name in sorted(self.names)]
            wanted += [("", f"{name}()") for name in self.functions if self._is_maker(name)]
            wanted += self._expressions()
        wanted = [pair for pair in dict.fromkeys(wanted) if pair not in self.values][:MOST_EXPRESSIONS]
        for pair, found in zip(wanted, worker.evaluate(wanted, rows, columns), strict=True):
            if found is not None:
                self.values[pair] = _seen(found)

    def seen(self, node: ast.AST, owner: str = "") -> Seen:
        """What an expression is; raises `Unknown`."""
        if isinstance(node, ast.Constant):
            text = node.value if not isinstance(node.value, str) or len(node.value) <= 3 else None
            return Seen(
                node.value, text if type(text) in (int, str) else f"={node.value!r}", type=type(node.value).__name__
            )
        try:
            return self.values[owner, ast.unparse(node)]
        except (KeyError, RecursionError):
            raise Unknown from None

    def mark(self, node: ast.AST, owner: str = "") -> Any:
        """An expression as a mark in a cell; None where it is none."""
        try:
            return self.seen(node, owner).mark
        except Unknown:
            return None

    def globals(self) -> Iterator[tuple[str, Seen]]:
        """The globals whose values are known."""
        for name in sorted(self.names):
            if ("", name) in self.values:
                yield name, self.values["", name]

    def all_functions(self) -> Iterator[Function]:
        """Functions and methods; an inherited method is one of its subclass too."""
        yield from self.functions.values()
        for each in self.classes.values():
            yield from each.methods.values()

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

    def method_names(self, name: str) -> set[str]:
        """The names of methods and attributes of a class, with those of its bases."""
        found: set[str] = set()
        for each in self.line_of(name):
            found |= set(each.methods) | set(each.attributes)
            for method in each.methods.values():
                found |= method.self_writes
        return found

    def parameters_of(self, name: str) -> list[Parameter]:
        """The parameters of the constructor of a class."""
        return next((each.parameters for each in self.line_of(name) if each.parameters), [])

    def sites(self, function: Function) -> list[Site]:
        """Where it is called, except by itself and by what it calls itself."""
        below = self.reached(function)
        found = []
        for by, call in self._calls:
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if name == function.name and (by is None or (by is not function and by not in below)):
                named = {each.arg: each.value for each in call.keywords if each.arg}
                found.append(Site(by, tuple(call.args), named))
        return found

    def reached(self, function: Function) -> list[Function]:
        """The functions that it calls, themselves or through others; it is among them where it calls itself."""
        found: list[Function] = []
        waiting = [function]
        while waiting:
            for other in self._callees(waiting.pop()):
                if other not in found:
                    found.append(other)
                    waiting.append(other)
        return found

    def owned_nodes(self) -> Iterator[tuple[str, Function | None, ast.AST]]:
        """All nodes, each with the class and the function that it stands in."""
        for tree in self.trees:
            for statement in tree.body:
                owner = statement.name if isinstance(statement, ast.ClassDef) else ""
                yield from self._within(statement, owner, None)

    def _within(
        self, node: ast.AST, owner: str, function: Function | None
    ) -> Iterator[tuple[str, Function | None, ast.AST]]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node in self._by_node:
            function = self._by_node[node]
        yield owner, function, node
        for each in ast.iter_child_nodes(node):
            yield from self._within(each, owner, function)

    def _settle(self) -> None:
        self._by_node = {each.node: each for each in self.all_functions()}
        self._calls = [(by, node) for _, by, node in self.owned_nodes() if isinstance(node, ast.Call)]
        for _ in range(4):  # what a function does with a parameter that it is given by another one
            self._propagate()

    def _callees(self, function: Function) -> list[Function]:
        return [
            each
            for each in self.all_functions()
            if each.name in function.calls | function.reads and (not each.owner or not each.name.startswith("__"))
        ]

    def _expressions(self) -> Iterator[tuple[str, str]]:
        """The expressions that can be evaluated by themselves, each with the class that it stands in."""
        for owner, function, node in self.owned_nodes():
            is_value = isinstance(node, VALUES) or (isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load))
            if not is_value and not (isinstance(node, ast.Call) and self._is_safe(node)):
                continue
            if isinstance(getattr(node, "ctx", None), ast.Store):
                continue
            if self._stands_alone(node, function):
                text = ast.unparse(node)
                if len(text) <= LONGEST:
                    yield owner, text

    def _stands_alone(self, node: ast.AST, function: Function | None) -> bool:
        """Whether an expression needs no local names, and calls nothing that may do something."""
        bound = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        local = set() if function is None else function.local - ({"self"} if function.is_bound else set())
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                if each.id not in bound and (each.id in local or not self._is_global(each.id)):
                    return False
            elif isinstance(each, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)) or (
                isinstance(each, ast.Call) and not self._is_safe(each)
            ):
                return False
        return True

    def _is_global(self, name: str) -> bool:
        return (
            name in self.names
            or name in self.functions
            or name in self.classes
            or name in ("self", "cls", "np", "numpy", "math")
            or hasattr(builtins, name)
        )

    def _is_safe(self, node: ast.Call) -> bool:
        """Whether a call makes a board or a number, and does nothing else."""
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return name in SAFE_CALLS or (not node.args and not node.keywords and self._is_maker(name))

    def _is_maker(self, name: str) -> bool:
        """Whether a function without arguments makes a board by its name."""
        function = self.functions.get(name)
        if function is None or function.asks or not function.gives:
            return False
        from zerosum.answers.grade.ask.patterns.names import tokens

        words = set(tokens(name))
        is_made = bool(words & MADE_AS) or (len(words) == 1 and bool(words & MADE))
        return is_made and not any(each.is_required for each in function.parameters)

    def _look_at(self, statement: ast.stmt) -> None:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions[statement.name] = _function(statement, "")
            self.names |= self.functions[statement.name].writes
        elif isinstance(statement, ast.ClassDef):
            self.classes[statement.name] = _class(statement)
        else:
            self.names |= {
                node.id
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                self.names |= {alias.asname or alias.name.partition(".")[0] for alias in statement.names}

    def _propagate(self) -> None:
        by_name: dict[str, list[Function]] = {}
        for each in self.all_functions():
            by_name.setdefault(each.name, []).append(each)
        for each in self.all_functions():
            for parameter, callee, place, keyword in each.passes:
                for other in by_name.get(callee, ()):
                    if not keyword and place >= len(other.parameters):
                        continue
                    goal = keyword or other.parameters[place].name
                    each.attributes.setdefault(parameter, set()).update(other.attributes.get(goal, ()))
                    each.keys.setdefault(parameter, set()).update(other.keys.get(goal, ()))
                    for mine, theirs in ((each.called, other.called), (each.marking, other.marking)):
                        mine |= {parameter} if goal in theirs else set()
                    if goal in other.indexed:
                        each.indexed[parameter] = max(other.indexed[goal], each.indexed.get(parameter, 0))
            for callee in list(each.calls):
                for other in by_name.get(callee, ()):
                    if other.owner == each.owner and each.owner:
                        each.self_reads |= other.self_reads
                        each.self_writes |= other.self_writes
                    each.reads |= other.reads
                    each.writes |= other.writes


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _seen(found: dict[str, Any]) -> Seen:
    form = found.get("form")
    try:
        board = None if form is None else BoardForm(**form)
    except TypeError:
        board = None
    attributes = {str(name): _seen(each) for name, each in found.get("attributes", {}).items()}
    return Seen(found.get("value"), found.get("mark"), board, found.get("class", ""), found.get("type", ""), attributes)


def _class(node: ast.ClassDef) -> Class:
    bases = [each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in node.bases]
    found = Class(node.name, bases, [], {}, {}, any(base.endswith("Enum") for base in bases))
    is_data = any("dataclass" in ast.unparse(each) for each in node.decorator_list) or "NamedTuple" in bases
    for statement in node.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.methods[statement.name] = _function(statement, node.name)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if statement.value is not None:
                found.attributes[statement.target.id] = statement.value
            if is_data:
                default = REQUIRED if statement.value is None else statement.value
                found.parameters.append(Parameter(statement.target.id, default, ast.unparse(statement.annotation)))
        elif isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            found.attributes |= dict.fromkeys(names, statement.value)
    init = found.methods.get("__init__")
    if init is not None:
        found.parameters = init.parameters
    for method in sorted(found.methods.values(), key=lambda each: each is not init):
        for name, value in _self_assignments(method.node):
            found.attributes.setdefault(name, value)
    return found


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, owner: str) -> Function:
    decorators = {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list}
    is_static = "staticmethod" in decorators
    arguments = [*node.args.posonlyargs, *node.args.args]
    defaults = [REQUIRED] * (len(arguments) - len(node.args.defaults)) + list(node.args.defaults)
    keywords = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    pairs = [*zip(arguments, defaults, strict=True), *((each, d or REQUIRED) for each, d in keywords)]
    is_bound = bool(owner) and not is_static and bool(arguments)
    parameters = []
    for argument, default in pairs[1:] if is_bound else pairs:
        note = "" if argument.annotation is None else ast.unparse(argument.annotation).strip("'\"")
        parameters.append(Parameter(argument.arg, default, note))
    found = Function(node.name, owner, node, parameters, is_static, is_bound)
    Body(found, arguments[0].arg if is_bound else "").look(node)
    return found


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, with those inside of `if`, `try`, `with` and loops."""
    for statement in body:
        yield statement
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for part in ("body", "orelse", "handlers", "finalbody"):
                inner = getattr(statement, part, None)
                if isinstance(inner, list):
                    yield from _statements([each for each in inner if isinstance(each, ast.stmt)])


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
