"""Say with which arguments a function of a submission is called, and with which its object is constructed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.answers.grade.ask.discovery.boards import attribute_boards, form_of
from zerosum.answers.grade.ask.discovery.definitions import PLAIN_METHODS, Class, Function, Parameter
from zerosum.answers.grade.ask.discovery.evaluation import Unknown
from zerosum.answers.grade.ask.discovery.names import tokens, word_for
from zerosum.answers.grade.ask.discovery.source import Source

AIMA_METHODS = frozenset(("actions", "result", "terminal_test", "utility", "to_move", "is_terminal", "legal_moves"))


@dataclass(frozen=True)
class Template:
    """Arguments, and the class of the object among them that holds the board."""

    words: tuple[str, ...]
    object: str = ""
    has_board: bool = False


ROW_SIZES = frozenset(("row", "rows", "height", "h", "size", "n", "dim", "dimension", "length"))
COLUMN_SIZES = frozenset(("col", "cols", "column", "columns", "width", "w"))
LABELS = ("name", "nombre", "nazwa", "nom", "nome", "title", "root", "master", "window", "screen", "parent")
"""Parameters of constructors that no move depends on."""


class Arguments:
    """The arguments of the functions of one submission."""

    def __init__(self, source: Source, rows: int, columns: int, falls: bool) -> None:
        """Take the source and the size of the board."""
        self._source = source
        self._rows, self._columns, self._falls = rows, columns, falls

    def is_kaggle(self, function: Function) -> bool:
        """Whether a function is an agent of Kaggle: (observation, configuration)."""
        names = [each.name.lower() for each in function.parameters]
        if not names or len(names) > 3 or function.is_bound:
            return False
        uses = function.attributes.get(function.parameters[0].name, set())
        if names[0] in ("observation", "obs") or ("mark" in uses and "board" in uses and len(names) == 2):
            return True
        return len(names) == 2 and names[1] in ("configuration", "config", "conf") and "agent" in tokens(function.name)

    def is_aima(self, function: Function) -> bool:
        """Whether a function is a player of AIMA: (game, state)."""
        return any(
            len(uses & AIMA_METHODS) >= 2 and not self.class_for(uses, "") for uses in function.attributes.values()
        ) or [each.name for each in function.parameters if each.is_required][:2] in (
            ["game", "state"],
            ["state", "game"],
        )

    def templates(self, function: Function, owns_board: bool) -> Iterator[Template]:
        """Argument templates of a function, the most likely first; `owns_board`: it finds a board by itself."""
        required = [each for each in function.parameters if each.is_required]
        words: list[str] = []
        obj = ""
        is_aima = self.is_aima(function)
        for place, each in enumerate(function.parameters):
            if not each.is_required:
                word = word_for(each.name)
                if word in ("player", "opponent", "board") and word not in words and not isinstance(each.default, bool):
                    words.append(f"{each.name}:{word}")
                continue
            word, held = self._word(function, each, place, words, is_aima)
            if held and not obj:
                obj = held
            words.append(word)
        has_board = any(word.rpartition(":")[2] in ("board", "state") for word in words)
        yield Template(tuple(words), obj, has_board)
        plain = [word for word in words if ":" not in word or word.startswith("=")]
        if len(required) == len(words) and "is_max" in words:
            yield Template(tuple("player" if word == "is_max" else word for word in words), obj, has_board)
        if len(plain) < len(words):
            yield Template(tuple(plain), obj, any(word in ("board", "state") for word in plain))
        if not has_board and not is_aima and len(required) >= 1 and not owns_board:
            yield Template(("board", *words[1:]), obj, True)
        if not has_board and required and word_for(required[0].name) in ("", "player", "opponent", "game"):
            rest = [
                self._word(function, each, place + 1, ["board"], False)[0] for place, each in enumerate(required[1:])
            ]
            yield Template(("board", *rest), obj, True)
        if has_board and len(required) == 2 and words[1:] == ["player"]:
            yield Template(("player", "board"), obj, True)

    def _word(
        self, function: Function, parameter: Parameter, place: int, before: list[str], is_aima: bool
    ) -> tuple[str, str]:
        """The word for a parameter, and the class of the submission that it is an object of."""
        name = parameter.name
        word = word_for(name)
        uses = function.attributes.get(name, set())
        if is_aima:
            if len(uses & AIMA_METHODS) >= 2 or name == "game":
                return "game", ""
            if name == "state" or ("to_move" in uses and "board" in uses):
                return "state", ""
        if name in function.called:
            return "callback", ""
        held = self.class_for(uses, parameter.annotation) or self._dict_for(function.keys.get(name, set()))
        if held and word in ("board", "game", "state", "") and "board" not in before:
            return "board", held
        if word == "depth":
            return self._depth(function, name), ""
        if word == "board" and "board" in before:
            return ("beta" if name == "b" and "alpha" in before else "player"), ""
        if word == "player" and "player" in before:
            return ("player" if _is_turn(name) else "opponent"), ""
        if word == "opponent" and "player" not in before and name.lower() in ("human", "user"):
            return word, ""
        if word in ("", "game", "state", "configuration", "callback"):
            if parameter.annotation == "bool":
                return "is_max", ""
            is_last_hope = not any(
                other.name in function.indexed or word_for(other.name) == "board" for other in function.parameters
            )
            if "board" not in before and (
                name in function.indexed or (is_last_hope and (place == 0 or "player" in before))
            ):
                return "board", ""
            return ("player" if "player" not in before else "opponent" if "opponent" not in before else "depth"), ""
        return word, ""

    def _depth(self, function: Function, name: str, seen: int = 0) -> str:
        """What a depth begins with: 0 where it is counted up, the number of empty cells where it is counted down."""
        step = function.steps.get(name)
        if step is None and seen < 3:
            for parameter, callee, place, keyword in function.passes:
                for other in self._source.all_functions():
                    if parameter == name and other.name == callee and (keyword or place < len(other.parameters)):
                        goal = keyword or other.parameters[place].name
                        if other is not function and goal in {each.name for each in other.parameters}:
                            return self._depth(other, goal, seen + 1)
        if step == 1:
            return "=0"
        return "=4" if self._falls else "depth"

    def literals(self, kind: Class) -> str:
        """Literals for the required parameters of a board's constructor."""
        found = []
        for each in kind.parameters:
            if not each.is_required:
                break
            found.append(self._literal(each))
        return ", ".join(found)

    def constructor_words(self, kind: Class) -> str:
        """What a board's constructor wants behind the cells: the side to move where a name says so, else literals."""
        found = []
        for each in kind.parameters[1:]:
            word = word_for(each.name)
            if word in ("player", "opponent"):
                found.append(word if each.is_required else f"{each.name}={word}")
            elif each.is_required:
                found.append(self._literal(each))
        return ", ".join(found)

    def _literal(self, parameter: Parameter) -> str:
        parts = set(tokens(parameter.name))
        if parts & COLUMN_SIZES:
            return str(self._columns)
        if parts & ROW_SIZES:
            return str(self._rows)
        if parameter.annotation == "bool":
            return "False"
        return repr(parameter.name) if parameter.annotation in ("", "str") else "None"

    def constructs(self, function: Function) -> list[tuple[tuple[str, ...], str]]:
        """The constructor's templates for a method, with and without what has a default, and the board's class."""
        words, built = self._construct(function)
        required = tuple(word for word in words if ":" not in word or word.startswith("="))
        return [(words, built)] if required == words else [(words, built), (required, built)]

    def _construct(self, function: Function) -> tuple[tuple[str, ...], str]:
        """The constructor's template for a method, and the class of the board object among its arguments."""
        if not function.owner or function.is_static or not function.is_bound:
            return (), ""
        kind = next((each for each in self._source.line_of(function.owner) if each.parameters), None)
        if kind is None:
            return (), ""
        uses = self._attribute_uses(kind)
        words: list[str] = []
        built = ""
        for each in kind.parameters:
            word = word_for(each.name)
            held = self.class_for(uses.get(each.name, set()), each.annotation)
            if word in ("player", "opponent") and (each.is_required or not isinstance(each.default, int | type(None))):
                words.append(word if each.is_required else f"{each.name}:{word}")
            elif word in ("player", "opponent") and each.default in (1, 2, -1) and not isinstance(each.default, bool):
                words.append(f"{each.name}:{word}")
            elif not each.is_required:
                continue
            elif held and word in ("board", "game", "state", ""):
                built = held
                words.append("board")
            elif word in ("board", "state"):
                words.append("board")
            elif word == "depth":
                words.append("=9" if not self._falls else "=4")
            elif word in ("", "game", "configuration"):
                is_side = not words and len(tokens(each.name)) == 1 and each.annotation != "bool" and not _is_size(each)
                words.append("player" if is_side and each.name not in LABELS else f"={self._literal(each)}")
            else:
                words.append(word)
        return tuple(words), built

    def _attribute_uses(self, kind: Class) -> dict[str, set[str]]:
        """For each parameter of the constructor the attributes that are used of the attribute that keeps it."""
        kept = {}
        for line in self._source.line_of(kind.name):
            for name, value in line.attributes.items():
                if isinstance(value, ast.Name):
                    kept[name] = value.id
        found: dict[str, set[str]] = {}
        names = {each.name for each in self._source.classes.values() if kind in self._source.line_of(each.name)}
        for owner in sorted(names):
            for method in self._source.classes[owner].methods.values():
                for node in ast.walk(method.node):
                    holder = node.value if isinstance(node, ast.Attribute) else None
                    if isinstance(node, ast.Attribute) and isinstance(holder, ast.Attribute):  # self.board.moves
                        if getattr(holder.value, "id", "") != "self" or holder.attr not in kept:
                            continue
                        found.setdefault(kept[holder.attr], set()).add(node.attr)
        return found

    def _dict_for(self, keys: set[str]) -> str:
        """The function or the global of the submission that makes a dict with these keys, one of which is a board."""
        if not keys:
            return ""
        for name in (*self._source.functions, *self._source.constants):
            made = self.dict_of(name)
            if keys <= made.keys() and any(form_of(each, self._rows, self._columns) for each in made.values()):
                return name
        return ""

    def dict_of(self, name: str) -> dict[str, Any]:
        """The dict that a function without arguments gives, or a global holds; empty where that is none."""
        made = self._source.constants.get(name)
        function = self._source.functions.get(name)
        if function is not None and not any(each.is_required for each in function.parameters):
            try:
                made = self._source.value(ast.Call(ast.Name(name, ast.Load()), [], []))
            except Unknown:
                return {}
        return made if isinstance(made, dict) and all(isinstance(key, str) for key in made) else {}

    def class_for(self, attributes: set[str], annotation: str) -> str:
        """The class of the submission that has these attributes, or that an annotation names."""
        named = annotation.strip("'\"").partition("[")[0].rpartition(".")[2]
        if named in self._source.classes and not self._source.classes[named].is_enum:
            return named
        wanted = attributes - PLAIN_METHODS
        if not wanted:
            return ""
        fitting = [name for name in self._source.classes if wanted <= self._source.method_names(name)]
        holding = [
            name
            for name in fitting
            if attribute_boards(self._source, self._source.classes[name], self._rows, self._columns)
        ]
        return (holding or fitting or [""])[0]


def _is_size(parameter: Parameter) -> bool:
    return bool(set(tokens(parameter.name)) & (ROW_SIZES | COLUMN_SIZES))


def _is_turn(name: str) -> bool:
    """Whether a parameter says who is to move now, beside another one that says whom the search is for."""
    return any(part in ("turn", "current", "mover", "active", "now", "who", "to", "turno") for part in tokens(name))
