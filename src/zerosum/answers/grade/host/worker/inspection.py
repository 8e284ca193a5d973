"""What a submission defines: functions, classes, constants and names that are missing."""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

from zerosum.answers.grade.host.worker.loading import Submission, missing_names, shortened
from zerosum.answers.grade.host.worker.plain import plain

MOST_LEAVES = 100
"""How much of each value is shown."""


def inspected(submission: Submission) -> dict[str, Any]:
    """A description of the module as JSON.

    {"functions": [function], "classes": [class], "values": {name: value}, "objects": {name: class name},
     "modules": {name: module name}, "missing": [names that functions read and nothing defines],
     "literals": [texts and numbers in the code, the most frequent first]}

    A function has `name`, `parameters` (each `name`, `kind`, `default` where it has one, `annotation`), `line`, `doc`,
    `is_async`, `is_generator`, `reads` and `writes` (global names), `calls`, `asks` (it calls input), `prints`,
    `returns` (kinds of returned expressions: "None", "tuple 2", "list", "number", "text", "name", "call", "other") and
    `is_recursive`. A class has `name`, `bases`, `line`, `parameters` of its constructor, `attributes` that the
    constructor sets (name and what is assigned, as source), `constants` and `methods` (functions with `is_static`).
    """
    module = submission.module
    trees = [submission.trees[each.__name__] for each in submission.modules if each.__name__ in submission.trees]
    nodes = {}
    for tree in reversed(trees):
        nodes.update(_function_nodes(tree))
    functions, classes = [], []
    values: dict[str, Any] = {}
    objects: dict[str, str] = {}
    modules: dict[str, str] = {}
    own = {each.__name__ for each in submission.modules}
    for name, value in list(module.__dict__.items()):
        if name.startswith("__"):
            continue
        if isinstance(value, type):
            if value.__module__ in own:
                classes.append(_class(name, value, nodes))
        elif isinstance(value, types.ModuleType):
            modules[name] = value.__name__
        elif _is_function(value, own):
            functions.append(_function(name, value, nodes.get((name,)) or nodes.get((_inner_name(value),))))
        elif type(value).__module__ in own:
            objects[name] = type(value).__name__
            values[name] = plain(value, MOST_LEAVES)
        elif not callable(value):
            values[name] = plain(value, MOST_LEAVES)
    main = submission.trees.get(module.__name__)
    return {
        "functions": functions,
        "classes": classes,
        "values": values,
        "objects": objects,
        "modules": modules,
        "missing": missing_names(module, main) if main is not None else [],
        "literals": _literals(trees),
    }


def instance_attributes(submission: Submission, names: list[str]) -> dict[str, dict[str, Any]]:
    """The attributes of new objects of these classes, as far as they can be constructed without arguments."""
    found = {}
    for name in names:
        kind = getattr(submission.module, name, None)
        if isinstance(kind, type):
            try:
                attributes = vars(kind())
            except Exception:  # the submission's constructor may raise anything
                continue
            found[name] = {key: plain(value, MOST_LEAVES) for key, value in attributes.items()}
    return found


def _is_function(value: Any, own: set[str]) -> bool:
    if isinstance(value, types.FunctionType):
        return value.__module__ in own
    if isinstance(value, functools.partial) or hasattr(value, "cache_info"):
        return True
    return callable(value) and hasattr(value, "__wrapped__")


def _inner_name(value: Any) -> str:
    """The name of the function inside of a partial, a cache or an alias."""
    if isinstance(value, functools.partial):
        value = value.func
    return str(getattr(value, "__name__", ""))


def _function(name: str, value: Any, node: ast.AST | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": name,
        "parameters": _parameters(value),
        "is_async": inspect.iscoroutinefunction(value),
        "is_generator": inspect.isgeneratorfunction(value),
        "doc": shortened(getattr(value, "__doc__", "") or "", 300),
        "module": str(getattr(value, "__module__", "")),
        "line": getattr(node, "lineno", 0),
    }
    return found | _body(node)


def _parameters(value: Callable[..., Any]) -> list[dict[str, Any]]:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return []
    found = []
    for each in signature.parameters.values():
        one: dict[str, Any] = {"name": each.name, "kind": each.kind.name.lower()}
        if each.default is not each.empty:
            one["default"] = plain(each.default, MOST_LEAVES)
        if each.annotation is not each.empty:
            one["annotation"] = each.annotation if isinstance(each.annotation, str) else _annotation(each.annotation)
        found.append(one)
    return found


def _annotation(value: Any) -> str:
    return value.__name__ if isinstance(value, type) and not hasattr(value, "__args__") else shortened(value)


def _class(name: str, kind: type, nodes: dict[tuple[str, ...], ast.AST]) -> dict[str, Any]:
    methods = []
    for method, value in list(vars(kind).items()):
        inner = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        if isinstance(inner, types.FunctionType) and (not method.startswith("__") or method == "__call__"):
            one = _function(method, inner, nodes.get((kind.__name__, method)))
            one["is_static"] = isinstance(value, staticmethod)
            one["is_class_method"] = isinstance(value, classmethod)
            if not one["is_static"]:
                one["parameters"] = one["parameters"][1:]
            methods.append(one)
    init = nodes.get((kind.__name__, "__init__"))
    return {
        "name": name,
        "bases": [base.__name__ for base in kind.__bases__ if base is not object],
        "is_enum": any(base.__module__ == "enum" for base in kind.__mro__[1:]),
        "parameters": _parameters(kind),
        "attributes": dict(_self_attributes(init)) if init is not None else {},
        "fields": list(getattr(kind, "__dataclass_fields__", getattr(kind, "_fields", ()))),
        "constants": {
            key: plain(value, MOST_LEAVES)
            for key, value in list(vars(kind).items())
            if not key.startswith("_")
            and not callable(value)
            and not isinstance(value, (staticmethod, classmethod, property))
        },
        "methods": methods,
    }


def _self_attributes(init: ast.AST) -> Iterator[tuple[str, str]]:
    """What a constructor assigns to `self`."""
    for node in ast.walk(init):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        value = getattr(node, "value", None)
        for target in targets:
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                yield target.attr, shortened(ast.unparse(value), 200) if value is not None else ""


def _function_nodes(tree: ast.Module) -> dict[tuple[str, ...], ast.AST]:
    """The definitions of functions by their names, and of methods by class and name."""
    found: dict[tuple[str, ...], ast.AST] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    found[(node.name, each.name)] = each
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[(statement.name,)] = statement
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    found[(target.id,)] = statement.value
    return found


def _body(node: ast.AST | None) -> dict[str, Any]:
    """What the statements of a function read, write, call and return."""
    reads: dict[str, None] = {}
    writes: dict[str, None] = {}
    calls: dict[str, None] = {}
    returns: dict[str, None] = {}
    local: set[str] = set()
    if node is not None:
        arguments = getattr(node, "args", None)
        if arguments is not None:
            local = {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
        declared = {name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names}
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                if isinstance(each.ctx, ast.Store) and each.id in declared:
                    writes[each.id] = None
                elif isinstance(each.ctx, ast.Store):
                    local.add(each.id)
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id not in local:
                reads[each.id] = None
            elif isinstance(each, ast.Call):
                called = each.func
                calls[called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")] = None
            elif isinstance(each, ast.Return):
                returns[_returned(each.value)] = None
        if isinstance(node, ast.Lambda):
            returns[_returned(node.body)] = None
    name = getattr(node, "name", "")
    return {
        "reads": list(reads),
        "writes": list(writes),
        "calls": list(calls),
        "returns": list(returns),
        "asks": "input" in calls,
        "prints": "print" in calls,
        "is_recursive": bool(name) and name in calls,
    }


def _returned(value: ast.expr | None) -> str:
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        return "None"
    if isinstance(value, ast.Tuple):
        return f"tuple {len(value.elts)}"
    if isinstance(value, ast.List):
        return f"list {len(value.elts)}"
    if isinstance(value, ast.Dict):
        return "dict"
    if isinstance(value, ast.UnaryOp):
        return _returned(value.operand)
    if isinstance(value, ast.Constant):
        return "bool" if isinstance(value.value, bool) else "text" if isinstance(value.value, str) else "number"
    if isinstance(value, (ast.Compare, ast.BoolOp)):
        return "bool"
    return "name" if isinstance(value, ast.Name) else "call" if isinstance(value, ast.Call) else "other"


def _literals(trees: list[ast.Module]) -> list[Any]:
    """The short texts and numbers of the code, the most frequent first."""
    counts: dict[tuple[type, Any], int] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, (str, int, float))
                and len(str(node.value)) <= 4
            ):
                key = (type(node.value), node.value)
                counts[key] = counts.get(key, 0) + 1
    return [value for _, value in sorted(counts, key=lambda key: -counts[key])][:60]
