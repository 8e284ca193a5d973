"""What is known of one submission: its boards, the objects that its classes make, and who starts."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from zerosum.answers.grade.ask.description import BoardForm
from zerosum.answers.grade.ask.patterns.marks import Marks, side_named
from zerosum.answers.grade.ask.patterns.names import TURN_ATTRIBUTES, tokens, word_for
from zerosum.answers.grade.ask.source.definitions import PLAIN_METHODS, Function, Parameter
from zerosum.answers.grade.ask.source.source import Seen, Source
from zerosum.answers.grade.host.worker_process import PythonWorker

TURNS: Final = frozenset(TURN_ATTRIBUTES.split())
TURN_WORDS: Final = frozenset(("turn", "player", "turno", "whose", "mover", "current", "next", "kolej", "tour"))
ROW_SIZES: Final = frozenset(("row", "rows", "height", "h", "size", "n", "dim", "dimension", "length"))
COLUMN_SIZES: Final = frozenset(("col", "cols", "column", "columns", "width", "w"))
PLAYED: Final = frozenset(("count", "moves", "turns", "plies", "marked", "filled", "played", "round", "step", "sqrs"))
LEFT: Final = frozenset(("left", "empty", "free", "remaining", "available"))
MOST_FORMS: Final = 4


@dataclass(frozen=True)
class Place:
    """A board inside of an object: its class, the path to it, its form, and what else is set beside it."""

    kind: str
    path: str
    form: BoardForm
    beside: dict[str, str] = field(default_factory=dict)


class Findings:
    """What is known of one submission for a game with a grid of this size."""

    def __init__(self, source: Source, worker: PythonWorker, rows: int, columns: int, falls: bool) -> None:
        """Learn the values of the source from the loaded module."""
        self.source = source
        self.rows, self.columns, self.falls = rows, columns, falls
        source.learn(worker, rows, columns)
        self.marks = Marks(source)
        self._worker = worker
        self._is_bottom_first = falls and self.marks.is_bottom_first(rows)
        self.made: dict[str, str] = {}
        for name in source.classes:
            self._make(name, ())
        texts = [("", text) for text in self.made.values()]
        source.learn(worker, rows, columns, texts or [("", "None")])

    def object(self, name: str) -> Seen | None:
        """An object of a class as its constructor makes it, or a dict that a function or a global gives."""
        for text in (self.made.get(name, name), f"{name}()"):
            if ("", text) in self.source.values:
                return self.source.values["", text]
        return None

    def value(self, text: str) -> Any:
        """What an expression is in the loaded module; None where it raises."""
        self.source.learn(self._worker, self.rows, self.columns, [("", text)])
        seen = self.source.values.get(("", text))
        return None if seen is None else seen.value

    def is_method(self, kind: str, name: str) -> bool:
        """Whether a class of the submission has a method of this name."""
        return any(name in each.methods for each in self.source.line_of(kind))

    def places(self, kind: str) -> list[Place]:
        """The boards inside of an object of a class of the submission, also of objects that its attributes hold."""
        made = self.object(kind)
        if made is None or (made.kind != kind and made.type != "dict"):
            return []
        found = []
        for path, seen in made.attributes.items():
            if seen.form is not None and not path.rpartition(".")[2].startswith("__"):
                form = self._oriented(seen.form)
                found.append(Place(kind, path, form, self.beside(made, path)))
        return sorted(found, key=lambda each: (word_for(each.path.rpartition(".")[2]) != "board", each.path.count(".")))

    def beside(self, made: Seen, board: str) -> dict[str, str]:
        """Attributes that say who is to move and how many moves were played, and the words that they get."""
        found = {}
        prefix = board.rpartition(".")[0]
        for path, seen in made.attributes.items():
            before, _, name = path.rpartition(".")
            if path == board or before not in ("", prefix):
                continue
            words = set(tokens(name))
            is_mark = seen.mark is not None and seen.mark != "=None" and not isinstance(seen.value, bool)
            if name.lower().strip("_") in TURNS and is_mark and seen.form is None:
                found[path] = "player"
            elif seen.type == "NoneType" and side_named(name) and name.lower() not in TURNS:
                found[path] = side_named(name)  # set when a person has chosen a side
            elif seen.value == 0 and type(seen.value) is int and words & PLAYED and not words & {"max", "player"}:
                found[path] = "ply"
            elif seen.value == self.rows * self.columns and type(seen.value) is int and words & LEFT:
                found[path] = "depth"
        return found

    def global_boards(self) -> list[tuple[str, BoardForm, dict[str, str]]]:
        """Globals that hold a board, or an object with one: the path, the form, and what else is set beside it."""
        found: list[tuple[str, BoardForm, dict[str, str]]] = []
        for name, seen in self.source.globals():
            if seen.form is not None:
                found.append((name, self._oriented(seen.form), {}))
            elif seen.kind:
                for path, inner in seen.attributes.items():
                    if inner.form is not None:
                        beside = {f"{name}.{key}": word for key, word in self.beside(seen, path).items()}
                        found.append((f"{name}.{path}", self._oriented(inner.form), beside))
        return found

    def turns(self, function: Function) -> dict[str, str]:
        """Globals that say who is to move, of those that a function reads."""
        found = {}
        for name, seen in self.source.globals():
            if name in function.reads and seen.type == "NoneType" and side_named(name):
                found[name] = side_named(name)
            is_mark = seen.mark is not None and seen.mark != "=None" and not isinstance(seen.value, bool)
            if name in function.reads and name.lower() in TURNS and is_mark and self._varies(name):
                found[name] = "player"
        return found

    def forms(self, function: Function, parameter: str) -> list[BoardForm]:
        """The forms of the board that a parameter gets: those that the submission makes, else what its use says."""
        depth = function.indexed.get(parameter, 0)
        written: list[BoardForm] = []
        for (_, text), seen in self.source.values.items():
            is_numbers = (
                seen.form is not None and seen.form.form == "dict" and str(seen.form.empty).startswith("number")
            )
            if seen.form is not None and not is_numbers and not text.startswith(("'", '"')):
                form = self._oriented(seen.form)
                if form not in written:
                    written.append(form)
        nested = ("nested", "nested_tuple", "numpy")
        if depth:
            written = [each for each in written if (each.form in nested) == (depth > 1) or each.form == "rows"]
        ranks = {"string": 2, "rows": 2, "tuple": 1, "nested_tuple": 1}
        written.sort(key=lambda each: ranks.get(each.form, 0))
        if written:
            return written[:MOST_FORMS]
        names = ["nested"] if depth > 1 else ["flat", "string"] if depth else ["nested", "flat", "string", "tuple"]
        if depth == 1 and self._counts_from_1:
            names = ["flat_from_1", "flat"]
        if self.source.uses_numpy:
            names = [{"nested": "numpy", "flat": "numpy_flat"}.get(each, each) for each in names] + names
        empties = self.marks.empties[:2] or [" ", 0, "=None"]
        found = [
            self._oriented(BoardForm(form=name, empty=empty, base=int(name == "flat_from_1")))
            for empty in empties
            for name in names
            if name != "string" or (isinstance(empty, str) and len(empty) == 1)
        ]
        return found[: 2 * MOST_FORMS]

    @cached_property
    def _counts_from_1(self) -> bool:
        """Whether the code reads a cell behind the last one that is counted from 0, or counts cells from 1."""
        size = self.rows * self.columns
        for _, _, node in self.source.owned_nodes():
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == size:
                return True
            if isinstance(node, ast.Call) and ast.unparse(node) == f"range(1, {size + 1})":
                return True
        return False

    def class_for(self, attributes: set[str], annotation: str = "") -> str:
        """The class of the submission that has these attributes, or that an annotation names."""
        named = annotation.strip("'\"").partition("[")[0].rpartition(".")[2]
        if named in self.source.classes and not self.source.classes[named].is_enum:
            return named
        wanted = attributes - PLAIN_METHODS
        fitting = [name for name in self.source.classes if wanted and wanted <= self.source.method_names(name)]
        return ([name for name in fitting if self.places(name)] or fitting or [""])[0]

    def dict_for(self, keys: set[str]) -> str:
        """The function or the global of the submission that gives a dict with these keys, one of which is a board."""
        for name in (*self.source.functions, *sorted(self.source.names)):
            made = self.object(name) if keys else None
            if made is not None and made.type == "dict" and keys <= made.attributes.keys() and self.places(name):
                return name
        return ""

    @cached_property
    def starts(self) -> Any:
        """The mark of the side that starts, where a function of the submission tells it of the empty board."""
        for function in self.source.functions.values():
            parameters = [each for each in function.parameters if each.is_required]
            is_turn = bool(set(tokens(function.name)) & TURN_WORDS) and function.gives and not function.asks
            if not is_turn or len(parameters) != 1 or function.is_recursive or self.source.reached(function):
                continue
            for form in self.forms(function, parameters[0].name):
                board = self._literal_board(form)
                if board:
                    text = f"{function.name}({board})"
                    self.source.learn(self._worker, self.rows, self.columns, [("", text)])
                    seen = self.source.values.get(("", text))
                    if seen is not None and seen.mark not in (None, "=None", "=True", "=False"):
                        return seen.mark
        return None

    def literal(self, parameter: Parameter) -> str:
        """Python for a parameter of a constructor of which nothing is known but its name."""
        words = set(tokens(parameter.name))
        if words & COLUMN_SIZES:
            return str(self.columns)
        if words & ROW_SIZES:
            return str(self.rows)
        if parameter.annotation == "bool":
            return "False"
        if word_for(parameter.name) in ("player", "opponent"):
            return expression(self.marks.pairs(" ")[0][word_for(parameter.name) == "opponent"])
        if word_for(parameter.name) == "depth":
            return "4"
        return repr(parameter.name) if parameter.annotation in ("", "str") else "None"

    def _make(self, name: str, before: tuple[str, ...]) -> str:
        """Python that makes an object of a class."""
        if name in self.made or name in before or self.source.classes[name].is_enum:
            return self.made.get(name, "None")
        parts = []
        for each in self.source.parameters_of(name):
            if each.is_required:
                kinds = [kind for kind in self.source.classes if kind.lower() == each.name.lower().replace("_", "")]
                if each.annotation in self.source.classes:
                    kinds = [each.annotation]
                held = kinds[0] if kinds else self.held_by(name, each.name)
                parts.append(self._make(held, (*before, name)) if held and held != name else self.literal(each))
        self.made[name] = f"{name}({', '.join(parts)})"
        return self.made[name]

    def held_by(self, owner: str, parameter: str) -> str:
        """The class of the object that a parameter of a constructor is, by the attributes that are used of it."""
        kept = {
            key
            for line in self.source.line_of(owner)
            for key, value in line.attributes.items()
            if isinstance(value, ast.Name) and value.id == parameter
        }
        uses: set[str] = set()
        for line in [*self.source.line_of(owner), *self._below(owner)]:
            for method in line.methods.values():
                uses |= method.attributes.get(parameter, set()) if method.name == "__init__" else set()
                for node in ast.walk(method.node):
                    match node:
                        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=held), attr=used):
                            uses |= {used} if held in kept else set()  # self.board.moves
        wanted = uses - PLAIN_METHODS
        fitting = [name for name in self.source.classes if wanted and wanted <= self.source.method_names(name)]
        return next((each for each in fitting if each != owner), "")

    def _below(self, owner: str) -> list[Any]:
        return [each for each in self.source.classes.values() if owner in each.bases]

    def _oriented(self, form: BoardForm) -> BoardForm:
        return replace(form, is_bottom_first=form.is_bottom_first or self._is_bottom_first)

    def _varies(self, name: str) -> bool:
        """Whether a global is set more than once, or is named so that it must be; a constant is no turn."""
        if set(tokens(name)) & {"turn", "current", "next", "active", "turno"}:
            return True
        return not name.isupper() and any(name in each.writes for each in self.source.all_functions())

    def _literal_board(self, form: BoardForm) -> str:
        """Python for the empty board; "" for forms that are rare."""
        if form.empty in ("number", "number_text"):
            return ""
        empty = expression(form.empty)
        lines = {
            "flat": f"[{empty}] * {self.rows * self.columns}",
            "nested": f"[[{empty}] * {self.columns} for _ in range({self.rows})]",
            "string": f"{empty} * {self.rows * self.columns}",
            "tuple": f"({empty},) * {self.rows * self.columns}",
            "nested_tuple": f"(({empty},) * {self.columns},) * {self.rows}",
        }
        return lines.get(form.form, "")


def expression(mark: Any) -> str:
    """A mark as Python."""
    return mark[1:] if isinstance(mark, str) and mark.startswith("=") else repr(mark)
