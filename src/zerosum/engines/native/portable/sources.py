"""Whether a kernel is still made of today's sources: a digest of the rules of its game and of its search.

What counts is what the code does. The functions that a game's rules consist of are followed through their closures
and globals, with the constants that they see; the search is followed by name from the function that makes it, through
the modules of `FOLLOWED`. Each definition counts as its syntax tree without docstrings, comments, annotations and line
numbers, so that moving or describing it changes nothing.

Reading all that takes a tenth of a second. So a kernel also knows the files that were read: where these are the same to
the byte, nothing else is asked. That is so wherever the package was installed and not changed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import zerosum
from zerosum.core.game import Game
from zerosum.core.rules import Knowledge
from zerosum.engines.native.portable.manifest import Kernel, NoKernel, manifest

ROOT = Path(zerosum.__file__).parent

RULES = (
    "to_move", "moves", "play", "is_over", "utility", "estimate", "key", "repetition", "odds", "plies_to_draw",
    "null_move", "position", "noisy", "playout",
)  # fmt: skip
"""The functions of a game's rules that are compiled."""

NATIVE = "zerosum.engines.native"

BITBOARD = "core/games/bitboard.py"
"""The file that writes the functions of boards of several words."""

FOLLOWED = (
    f"{NATIVE}.machine.", f"{NATIVE}.search.", f"{NATIVE}.solver.", "zerosum.engines.search.", "zerosum.core.",
    f"{NATIVE}.compile.rules", f"{NATIVE}.compile.knowledge", f"{NATIVE}.compile.missing_hooks",
    f"{NATIVE}.compile.bit_sets", f"{NATIVE}.compile.wasm_math",
)  # fmt: skip
"""The modules whose definitions count; a name that ends in a dot stands for all in it."""

SHARED = {
    f"{NATIVE}.compile.rules": (
        "_word", "_weight", "_verdict", "_each_bit", "_gathered", "_truth", "_words", "_after", "_flat", "taking_words",
    ),
    f"{NATIVE}.compile.knowledge": ("own_place", "_within", "_ranked", "_key"),
    f"{NATIVE}.machine.instructions": ("_words",),
    f"{NATIVE}.compile.bit_sets": ("_begin", "_next"),
    f"{NATIVE}.compile.wasm_math": ("MATH",),
    "zerosum.core.value": ("DISTANCE", "PLAIN", "MARGIN", "MEAN", "POINTS"),
}  # fmt: skip
"""What every kernel is made of."""


class Sources(NamedTuple):
    """The digest of what a kernel is made of, and the files that it stands in with their own digests."""

    digest: str
    files: dict[str, str]


@lru_cache(maxsize=256)
def refuse_stale(kernel: Kernel, game: Game) -> None:
    """Raise `NoKernel` if the rules or the search have changed since the kernel was built; asked once for each."""
    known = manifest().files
    if kernel.files and all(file_digest(known[index][0]) == known[index][1] for index in kernel.files):
        return
    if sources_of(game, kernel.name.partition(".")[0]).digest != kernel.sources:
        raise NoKernel(f"{kernel} is stale: its rules or its search have changed; `make kernels` builds it again")


@cache
def file_digest(name: str) -> str:
    """The digest of a file of the package, by its name relative to it; empty where there is none."""
    try:
        return sha256((ROOT / name).read_bytes()).hexdigest()[:32]
    except OSError:
        return ""


def sources_of(game: Game, search: str) -> Sources:
    """What a kernel of this game and search is made of today."""
    files: set[str] = set()
    rules, seen = game.rules, _Seen(files)
    texts = [repr((rules.start, rules.order, game.margin))]
    for name in RULES:
        texts += [name, *seen.described(getattr(rules, name))]
    for field in fields(Knowledge):
        texts += [field.name, *seen.described(getattr(game.knowledge, field.name))]
    module = "solver.mtd_driver" if search == "solver" else f"search.{search}"
    roots = [*SHARED.items(), (f"{NATIVE}.{module}", ("_compiled",) if search == "solver" else ("compiled",))]
    texts += _followed([(place, name) for place, names in roots for name in names], files)
    files |= _imported_games(game.rules.play.__module__)
    digest = sha256("\n".join(texts).encode()).hexdigest()[:32]
    return Sources(digest, {file: file_digest(file) for file in sorted(files)})


class _Seen:
    """Describes values and functions; one that was met before by its number."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.met: dict[int, int] = {}
        self.kept: list[Any] = []

    def described(self, thing: Any, names: frozenset[str] = frozenset()) -> Iterator[str]:
        if isinstance(thing, FunctionType):
            yield from self._function(thing)
        elif isinstance(thing, (tuple, list)):
            yield f"{type(thing).__name__} {len(thing)}"
            if {int}.issuperset(map(type, thing)):
                yield repr(tuple(thing))
            else:
                for each in thing:
                    yield from self.described(each)
        elif isinstance(thing, dict):
            yield from self.described(tuple(thing.items()))
        elif isinstance(thing, (set, frozenset)):
            yield repr(sorted(thing))
        elif isinstance(thing, (int, str, bytes, float, type(None))):
            yield repr(thing)
        elif isinstance(thing, ModuleType):
            for name in sorted(names & vars(thing).keys()):
                yield name
                yield from self.described(vars(thing)[name])
        elif isinstance(thing, type) and hasattr(thing, "_fields"):
            yield f"{thing.__qualname__} {thing._fields}"
            for name, member in sorted(vars(thing).items()):
                function = member.fget if isinstance(member, property) else member
                if isinstance(function, FunctionType) and not name.startswith("_"):
                    yield from self.described(function)
        else:
            yield getattr(thing, "__qualname__", type(thing).__qualname__)

    def _function(self, function: FunctionType) -> Iterator[str]:
        if id(function) in self.met:
            yield f"function {self.met[id(function)]}"
            return
        self.met[id(function)] = len(self.met)
        self.kept.append(function)  # so that no other object gets its id
        code = function.__code__
        yield self._text(code)
        names = _names_in(code)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            yield name
            yield from self.described(value, names)
        for name in sorted(names & function.__globals__.keys()):
            yield name
            yield from self.described(function.__globals__[name], names)

    def _text(self, code: CodeType) -> str:
        file = Path(code.co_filename)
        if code.co_filename.startswith("<bitboard"):  # written by `_source` there; byte code differs between versions
            self.files.add(BITBOARD)
            return f"{code.co_name} {code.co_filename} {_definitions(BITBOARD)['_source'][0]}"
        if not file.is_relative_to(ROOT):
            return f"{code.co_name} {code.co_code.hex()} {code.co_consts!r}"
        name = file.relative_to(ROOT).as_posix()
        self.files.add(name)
        return _functions(name).get((code.co_firstlineno, code.co_name), code.co_name)


def _names_in(code: CodeType) -> frozenset[str]:
    inside = (_names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return frozenset(code.co_names).union(*inside)


class _Bare(ast.NodeTransformer):
    """Takes out docstrings and annotations."""

    def _bare(self, node: Any) -> Any:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            node.body = node.body[1:] or [ast.Pass()]
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        return self._bare(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return self._bare(node)

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.Pass()
        return self.generic_visit(ast.Assign([node.target], node.value))


LEFT_OUT = ("ctx", "kind", "type_comment", "type_params")
"""Fields of the syntax tree that not every version of Python has, or that say nothing."""


def _dumped(node: Any) -> str:
    """A syntax tree as text: the same in every version of Python, unlike `ast.dump`."""
    if isinstance(node, ast.AST):
        fields = ((name, value) for name, value in ast.iter_fields(node) if name not in LEFT_OUT)
        shown = ", ".join(f"{name}={_dumped(value)}" for name, value in fields if value is not None and value != [])
        return f"{type(node).__name__}({shown})"
    if isinstance(node, list):
        return f"[{', '.join(map(_dumped, node))}]"
    return repr(node)


@cache
def _tree(name: str) -> ast.Module:
    tree = ast.parse((ROOT / name).read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.first_line = min([node.lineno, *(each.lineno for each in node.decorator_list)])  # type: ignore[attr-defined]
    bare: ast.Module = _Bare().visit(tree)
    return bare


@cache
def _functions(name: str) -> dict[tuple[int, str], str]:
    """The syntax of all functions of a file, by their first line and name."""
    found: dict[tuple[int, str], str] = {}
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.FunctionDef):
            found[node.first_line, node.name] = _dumped(node)  # type: ignore[attr-defined]
        elif isinstance(node, ast.Lambda):
            found[node.lineno, "<lambda>"] = found.get((node.lineno, "<lambda>"), "") + _dumped(node)
    return found


@cache
def _definitions(name: str) -> dict[str, tuple[str, frozenset[str]]]:
    """What stands at the top of a file by name: its syntax, and the names in it; imports as `module name`."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for node in _tree(name).body:
        inside = frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = _dumped(node), inside
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name):
                        found[each.id] = _dumped(node), inside
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"import {node.module} {alias.name}", frozenset()
    return found


def _followed(roots: list[tuple[str, str]], files: set[str]) -> Iterator[str]:
    """The definitions that can be reached from these names, each once."""
    waiting, met = list(roots), set(roots)
    while waiting:
        module, name = waiting.pop(0)
        file = _file_of(module)
        if file is None:
            continue
        files.add(file)
        text, inside = _definitions(file).get(name, ("", frozenset()))
        found: list[tuple[str, str]]
        if text.startswith("import "):
            _, place, original = text.split(" ")
            found = [(place, original)]
        else:
            yield f"{name} {text}"
            found = [(module, each) for each in sorted(inside) if each != name]
        for each in found:
            if each not in met:
                met.add(each)
                waiting.append(each)


@cache
def _imported_games(module: str) -> set[str]:
    """The files of a game and of all that it imports from the other games: they make the constants of its rules."""
    waiting, found = ["zerosum.core.games", module], set()
    while waiting:
        name = waiting.pop()
        file = _file_of(name) if name.startswith("zerosum.core.games") else None
        if file is not None and file not in found:
            found.add(file)
            imports = (node.module for node in ast.walk(_tree(file)) if isinstance(node, ast.ImportFrom))
            waiting += [each for each in imports if each is not None and name != "zerosum.core.games"]
    return found


@cache
def _file_of(module: str) -> str | None:
    """The file of a module that is followed."""
    if not any(module.startswith(each) if each.endswith(".") else module == each for each in FOLLOWED):
        return None
    found = find_spec(module)
    return None if found is None or found.origin is None else Path(found.origin).relative_to(ROOT).as_posix()
