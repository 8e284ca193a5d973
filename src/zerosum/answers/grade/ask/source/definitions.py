"""What the source of a submission defines: parameters, functions and classes, and what a function does with them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

PLAIN_METHODS = frozenset(
    """copy count index append pop remove insert extend sort reverse join split strip replace find upper lower
        items keys values get update reshape shape tolist flatten ravel any all sum size T dtype astype diagonal
        transpose ndim flat nonzero min max mean format startswith endswith isdigit add discard clear setdefault
        fill""".split()  # noqa: SIM905
)
"""Attributes of lists, texts, dicts and arrays: using them says nothing about a class of the submission."""

REQUIRED: Any = object()


@dataclass
class Parameter:
    """A parameter: its name, the syntax of its default (`REQUIRED` where it has none) and its annotation as source."""

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
    the parameters that are called; `indexed` are those with subscripts and how many of them follow each other, and
    `keys` are the texts among these; `tested` are those that stand alone as a condition, `marking` those that are put
    into a cell or compared with one, `counting` those that are calculated with; `steps` says whether a recursive call
    counts a parameter up or down; `self_reads` and `self_writes` are attributes of the object.
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
    indexed: dict[str, int] = field(default_factory=dict)
    keys: dict[str, set[str]] = field(default_factory=dict)
    tested: set[str] = field(default_factory=set)
    marking: set[str] = field(default_factory=set)
    counting: set[str] = field(default_factory=set)
    local: set[str] = field(default_factory=set)
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
    def signature(self) -> str:
        """Its path and its parameters, for a sentence."""
        return f"{self.path}({', '.join(each.name for each in self.parameters)})"

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
    is_enum: bool = False


class Body:
    """Looks at the statements of one function."""

    def __init__(self, function: Function, this: str) -> None:
        """`this` is the name of the object among the parameters of a method, "" where there is none."""
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
            elif isinstance(each, ast.Subscript):
                self._subscript(each)
            self._use(each)
        function.writes |= declared & local
        function.local |= (local | self._names) - declared

    def _attribute(self, node: ast.Attribute, name: str) -> None:
        if name in self._names and name != self._this:
            self._function.attributes.setdefault(name, set()).add(node.attr)
        if name == self._this and self._this:
            self._function.self_reads.add(node.attr)
            if isinstance(node.ctx, ast.Store):
                self._function.self_writes.add(node.attr)

    def _subscript(self, node: ast.Subscript) -> None:
        depth, value = 1 + isinstance(node.slice, ast.Tuple), node.value
        while isinstance(value, ast.Subscript):
            depth, value = depth + 1 + isinstance(value.slice, ast.Tuple), value.value
        name = getattr(value, "id", "")
        if name in self._names and not isinstance(node.slice, ast.Slice):
            indexed = self._function.indexed
            indexed[name] = max(depth, indexed.get(name, 0))
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                self._function.keys.setdefault(name, set()).add(node.slice.value)

    def _use(self, node: ast.AST) -> None:
        """Whether parameters are conditions, marks or numbers."""
        function = self._function
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            self._test(node.test)
        elif isinstance(node, ast.BoolOp):
            for each in node.values:
                self._test(each)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._test(node.operand)
        elif isinstance(node, ast.Assign) and any(isinstance(each, ast.Subscript) for each in node.targets):
            function.marking |= self._among(node.value)
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for each in sides:
                if not any(self._among(other) or _is_truth(other) for other in sides if other is not each):
                    function.marking |= self._among(each)
                numbers = [one.value for one in sides if isinstance(one, ast.Constant)]
                if any(type(number) is int and number > 2 for number in numbers):
                    function.counting |= self._among(each)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.Add, ast.Sub)):
            is_swap = isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant)
            is_text = isinstance(node.op, ast.Mod) and not isinstance(node.left, ast.Name)
            if not is_swap and not is_text:
                function.counting |= self._among(node.left)

    def _test(self, node: ast.expr) -> None:
        self._function.tested |= self._among(node)

    def _among(self, node: ast.expr) -> set[str]:
        """The parameter that an expression is."""
        return {node.id} & self._names if isinstance(node, ast.Name) else set()

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


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))
