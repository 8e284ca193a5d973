"""The source map: for each event of a recording, the line of source that does the work, and that of the pseudocode.

    ENTER    the call that searches the node
    CUT      the comparison that decides to cut
    FOUND    the comparison that decides that the table's entry is enough
    LEAVE    the return of the score

The search reports events through `Run`. Python's stack gives the line of the report and its function; the syntax tree
of the file then gives the `if` around that line, or the `return` after it. These answers are cached: to walk the syntax
tree for every recording took three quarters of the time of a small one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import import_module
from inspect import getsource, getsourcelines
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeAlias

from zerosum.engines.recording.pseudocode_map import is_in_pseudocode, joined_pseudocode, pseudocode_line
from zerosum.engines.search import run as run_module
from zerosum.engines.search import rung
from zerosum.engines.search.pseudocode import base_name
from zerosum.engines.search.star1 import StarSearch
from zerosum.engines.search.transposition_table import TableSearch

Line: TypeAlias = tuple[str, int]
"""A file by its path, and a line from 1."""


class Place(NamedTuple):
    """The line that does the work, where its function was called, and the line of pseudocode; files by their names."""

    file: str
    line: int
    caller_file: str
    caller_line: int
    pseudocode: int


class Site(NamedTuple):
    """Where a frame of the stack stands: file, line, and the first line of its function."""

    file: str
    line: int
    function: int


@dataclass
class _Node:
    """A node on the current path: the numbers of the sites that are needed once it is left."""

    entered: int
    loop: int = -1
    stop: int = -1


class Places:
    """Follows the calls of one search on Python's stack, and numbers the places of its events."""

    def __init__(self, algorithm: str) -> None:
        """Begin with no place."""
        self.places: list[Place] = []
        self._best_first = rung(algorithm).is_best_first
        self._files = tuple(str(import_module(each.__module__).__file__) for each in parts_of(algorithm))
        self._names = names_of(algorithm)
        self._path: list[_Node] = []
        self._sites: list[Site] = []
        self._site_numbers: dict[tuple[int, int], int] = {}
        self._place_numbers: dict[tuple[int, ...], int] = {}

    def entered(self) -> int:
        """The place of ENTER: the call that searches the node."""
        frame = _search_frame(sys._getframe(2))
        if self._path and not self._best_first:
            self._path[-1].loop = self._site(_with_loop(frame))
        site, caller = self._site(frame), self._site(_search_frame(frame.f_back))
        self._path.append(_Node(site))
        return self._place(
            (0, site, caller),
            lambda: (_line(self._sites[site]), _line(self._sites[caller]), self._says(site, caller)),
        )

    def stood(self) -> None:
        """The current node may stand pat: it returns from this function, with or without children."""
        self._path[-1].loop = self._site(_search_frame(sys._getframe(2)))

    def decided(self) -> int:
        """The place of CUT and FOUND: the comparison before the report."""
        frame = _search_frame(sys._getframe(2))
        site, caller = self._site(frame), self._site(_search_frame(frame.f_back))
        self._path[-1].stop = site
        return self._place(
            (1, site, caller),
            lambda: (decision(self._sites[site]), _line(self._sites[caller]), decision(self._sites[site])),
        )

    def left(self, *, is_over: bool) -> int:
        """The place of LEAVE: the return of the score. The caller is the call that entered the node."""
        node = self._path.pop()
        return self._place(
            (2, node.entered, node.stop, self._sites[node.loop].function if node.loop >= 0 else -1, is_over),
            lambda: (
                self._return(node, is_over),
                _line(self._sites[node.entered]),
                # After a cut or an answer of the table, the return belongs to the comparison before it.
                decision(self._sites[node.stop]) if node.stop >= 0 else self._return(node, is_over),
            ),
        )

    def _says(self, site: int, caller: int) -> Line:
        """The line of a call that the pseudocode has too: a method that only hands on a window is not in it."""
        line = _line(self._sites[site])
        return line if is_in_pseudocode(self._part(line[0]), keys_of(line)) else _line(self._sites[caller])

    def _part(self, file: str) -> str:
        """The algorithm that is written in a file."""
        return self._names[self._files.index(file)]

    def _return(self, node: _Node, is_over: bool) -> Line:
        if self._best_first:
            return return_of_callee(self._sites[node.entered])
        if node.stop >= 0:
            return return_after(self._sites[node.stop])
        if node.loop >= 0:
            return last_return(self._sites[node.loop])
        return leaf_return(self._files, "end" if is_over else "guess")

    def _site(self, frame: FrameType) -> int:
        key = id(frame.f_code), frame.f_lasti
        number = self._site_numbers.get(key)
        if number is None:
            number = self._site_numbers[key] = len(self._sites)
            self._sites.append(Site(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_firstlineno))
        return number

    def _place(self, key: tuple[int, ...], resolve: Callable[[], tuple[Line, Line, Line]]) -> int:
        number = self._place_numbers.get(key)
        if number is None:
            number = self._place_numbers[key] = len(self.places)
            (file, line), (caller_file, caller_line), said = resolve()
            if caller_file not in self._files:
                caller_file, caller_line = file, line
            says = pseudocode_line(self._names, self._part(said[0]), keys_of(said))
            self.places.append(Place(Path(file).name, line, Path(caller_file).name, caller_line, says))
        return number


def _search_frame(frame: FrameType | None) -> FrameType:
    """The first frame, from here up, of a search's own file; a method that only hands on to `Run` is skipped."""
    while frame is not None and (_is_ours(frame.f_code.co_filename) or "search_node" in frame.f_code.co_names):
        frame = frame.f_back
    assert frame is not None
    return frame


@lru_cache
def _is_ours(file: str) -> bool:
    """Whether a file is the recorder's or `Run`'s."""
    return file == run_module.__file__ or Path(file).parent == Path(__file__).parent


def _with_loop(frame: FrameType) -> FrameType:
    """The first frame, from here up, whose function goes through the moves, or through the outcomes of chance."""
    while not _has_loop(frame.f_code):
        frame = _search_frame(frame.f_back)
    return frame


@lru_cache(maxsize=1024)
def _has_loop(code: CodeType) -> bool:
    return not {"moves", "outcomes"}.isdisjoint(code.co_names)


def _line(site: Site) -> Line:
    return site.file, site.line


@lru_cache
def _syntax(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _if_around(site: Site) -> ast.If | None:
    """The innermost `if` whose body holds this line; None where a search reports without a condition."""
    around = [
        node
        for node in ast.walk(_syntax(site.file))
        if isinstance(node, ast.If) and node.body[0].lineno <= site.line <= (node.body[-1].end_lineno or 0)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


@lru_cache(maxsize=1024)
def decision(site: Site) -> Line:
    """The comparison that led to this line, or the line itself."""
    around = _if_around(site)
    return site.file, site.line if around is None else around.lineno


@lru_cache(maxsize=1024)
def return_after(site: Site) -> Line:
    """The return that follows this line."""
    around = _if_around(site)
    if around is None:
        return last_return(site)
    after = [node.lineno for node in around.body if isinstance(node, ast.Return) and node.lineno > site.line]
    return site.file, after[0]


@lru_cache(maxsize=1024)
def last_return(site: Site) -> Line:
    """The last return of the function in which this line stands."""
    (function,) = (node for node in _functions(site.file) if _first_line(node) == site.function)
    return site.file, _returns(function)[-1].lineno


@lru_cache(maxsize=1024)
def return_of_callee(site: Site) -> Line:
    """The last return of the decorated function that is called in this line."""
    visits = {node.name: node for node in _functions(site.file) if _is_visit(node)}
    (name,) = (
        node.func.id
        for node in ast.walk(_syntax(site.file))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.lineno == site.line
        and node.func.id in visits
    )
    return site.file, _returns(visits[name])[-1].lineno


@lru_cache(maxsize=1024)
def leaf_return(files: tuple[str, ...], method: str) -> Line:
    """The return of a leaf's score: the one return in these files that calls this method of `Run`."""
    ((file, line),) = (
        (file, node.lineno)
        for file in files
        for node in ast.walk(_syntax(file))
        if isinstance(node, ast.Return)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == method
    )
    return file, line


@lru_cache(maxsize=1024)
def keys_of(line: Line) -> tuple[str, ...]:
    """How the table of pseudocode may name a line: with its function, with the `if` around it, or alone."""
    file, number = line
    rows = _source_lines(file)
    text = rows[number - 1].strip()
    inside = [node for node in _functions(file) if node.lineno <= number <= (node.end_lineno or 0)]
    around = _if_around(Site(file, number, 0))
    keys = [f"{max(inside, key=lambda node: node.lineno).name}: {text}"] if inside else []
    if around is not None:
        keys.append(f"{rows[around.lineno - 1].strip()} {text}")
    return (*keys, text)


@lru_cache
def _source_lines(file: str) -> list[str]:
    return Path(file).read_text(encoding="utf-8").splitlines()


def _functions(file: str) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(_syntax(file)) if isinstance(node, ast.FunctionDef))


def _first_line(function: ast.FunctionDef) -> int:
    """The first line as Python's code objects have it: that of the first decorator."""
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _is_visit(function: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "visit" for each in function.decorator_list)


def _returns(function: ast.FunctionDef) -> list[ast.Return]:
    """The returns of a function, in order, without those of functions inside it."""
    found: list[ast.Return] = []
    todo: list[ast.stmt] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return):
            found.append(node)
        if not isinstance(node, ast.FunctionDef):
            todo.extend(each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt))
    return sorted(found, key=lambda node: node.lineno)


@dataclass(frozen=True)
class SourceFile:
    """A file of the search's source; `first` is the line at which its algorithm begins."""

    name: str
    first: int
    text: str


@dataclass(frozen=True)
class Source:
    """The source of an algorithm: its own file first, then that of the rung that it runs on; the pseudocode of both."""

    algorithm: str
    idea: str
    files: tuple[SourceFile, ...]
    pseudocode: str

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        return asdict(self)


def source_of(name: str) -> Source:
    """The source of the algorithm of this name, as it runs.

    >>> [file.name for file in source_of("pvs").files]
    ['pvs.py', 'transposition_table.py']
    """
    return Source(name, rung(name).idea, tuple(map(_source_file, parts_of(name))), joined_pseudocode(names_of(name)))


def names_of(name: str) -> list[str]:
    """The algorithms whose source runs: the named one, and the rung that it runs on.

    >>> names_of("mtdf")
    ['mtdf', 'table']
    """
    rungs = {TableSearch: "table", StarSearch: "star1"}
    return [base_name(name), *(rungs[base] for base in parts_of(name)[1:])]


def parts_of(name: str) -> list[Any]:
    """The function of an algorithm, and the class of another file that it builds on."""
    search = rung(name).search
    own = import_module(search.__module__)
    bases = [
        base for base in (TableSearch, StarSearch) if base in vars(own).values() and own.__name__ != base.__module__
    ]
    return [search, *bases]


def _source_file(part: Any) -> SourceFile:
    module = import_module(part.__module__)
    return SourceFile(f"{module.__name__.rpartition('.')[2]}.py", getsourcelines(part)[1], getsource(module))
