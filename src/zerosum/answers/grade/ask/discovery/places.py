"""Say where a submission keeps its board and whose turn it is: globals, attributes of its objects, an argument."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from zerosum.answers.grade.ask.description import BoardForm, Call
from zerosum.answers.grade.ask.discovery.arguments import Arguments, Template
from zerosum.answers.grade.ask.discovery.boards import WrittenBoard, attribute_boards, form_of
from zerosum.answers.grade.ask.discovery.definitions import Class, Function
from zerosum.answers.grade.ask.discovery.evaluation import Unknown
from zerosum.answers.grade.ask.discovery.names import TURN_ATTRIBUTES, tokens, word_for
from zerosum.answers.grade.ask.discovery.source import Source


@dataclass(frozen=True)
class Place:
    """A call with its constructor, globals and attributes, and where the board is.

    `owner` and `name` are the class ("" for the module) and the attribute or global that holds it; `object` and `path`
    are those of `BoardForm`.
    """

    call: Call
    owner: str = ""
    name: str = ""
    object: str = ""
    path: str = ""


class Places:
    """The places of the board of one submission."""

    def __init__(
        self, source: Source, arguments: Arguments, rows: int, columns: int, written: Sequence[WrittenBoard]
    ) -> None:
        """Take the source, the boards that it writes down, and the size of the board."""
        self._source = source
        self._arguments = arguments
        self._rows, self._columns = rows, columns
        self._written = written

    def settings(self, function: Function, template: Template) -> Iterator[Place]:
        """The places of the board for a call, the most likely first."""
        if template.object in self._source.classes:
            yield from self._object_settings(function, template.object)
            return
        if template.object:
            yield from self._dict_settings(function, template.object)
            return
        for construct, built in self._arguments.constructs(function):
            yield from self._constructed(function, template, construct, built)

    def owns_board(self, function: Function) -> bool:
        """Whether a function finds a board by itself."""
        return any(True for _ in self._held(function))

    def forms(self, place: Place) -> list[BoardForm]:
        """The forms of the board at a place, as far as the source writes it down there."""
        if place.object and place.path:
            name = place.object.partition("(")[0]
            if name in self._source.classes:
                boards = attribute_boards(self._source, self._source.classes[name], self._rows, self._columns)
                return [each.form for each in boards if each.name == place.path]
            form = form_of(self._arguments.dict_of(name).get(place.path), self._rows, self._columns)
            return [] if form is None else [form]
        if place.object:
            return self._constructed_forms(place.object.partition("(")[0])
        if not place.name:
            return []
        return [each.form for each in self._written if each.name == place.name and each.owner in (place.owner, "")]

    def _constructed_forms(self, name: str) -> list[BoardForm]:
        """The forms of the cells with which the source constructs this class, as in `State((0,) * 9, 1)`."""
        found: list[BoardForm] = []
        for owner, node in self._source.owned_nodes():
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != name or not node.args:
                continue
            try:
                form = form_of(self._source.value(node.args[0], owner=owner), self._rows, self._columns)
            except Unknown:
                continue
            if form is not None and form not in found:
                found.append(form)
        return found

    def _constructed(
        self, function: Function, template: Template, construct: tuple[str, ...], built: str
    ) -> Iterator[Place]:
        call = Call(construct=construct)
        if built:
            for each in self._object_settings(function, built):
                yield replace(each, call=replace(each.call, construct=construct))
            return
        held = [
            Place(replace(call, globals=globals_, attributes=attributes), owner, name)
            for globals_, attributes, (owner, name) in self._held(function)
        ]
        # A board that is all empty is the board in play: it is set even where the function gets one: helpers read it.
        in_play = [each for each in held if word_for(each.name.rpartition(".")[2]) == "board"]
        yield from in_play
        if template.has_board or "board" in construct:
            turns = self._turns(function)
            rivals = self._rivals(function)
            if rivals:
                yield Place(replace(call, globals=turns, attributes=rivals))
            yield Place(replace(call, globals=turns))
        yield from (each for each in held if each not in in_play)

    def _rivals(self, function: Function) -> dict[str, str]:
        """Attributes of a player's object that hold the object of its opponent, set after both are constructed."""
        found = {}
        if function.owner and not function.is_static:
            for line in self._source.line_of(function.owner):
                for name, value in line.attributes.items():
                    is_unset = isinstance(value, ast.Constant) and value.value is None
                    if is_unset and word_for(name) == "opponent":
                        found[name] = "rival"
        return found

    def _dict_settings(self, function: Function, name: str) -> Iterator[Place]:
        """The board inside of a dict that describes the game, as a function or a global of the submission makes it."""
        made = self._arguments.dict_of(name)
        turns = {
            key: "player" for key, value in made.items() if key.lower() in TURN_ATTRIBUTES.split() and value is not None
        }
        for key, value in made.items():
            if form_of(value, self._rows, self._columns) is not None:
                yield Place(Call(attributes=turns), name, key, name, key)

    def _held(self, function: Function) -> Iterator[tuple[dict[str, str], dict[str, str], tuple[str, str]]]:
        """Boards that the function finds by itself: globals, attributes of its object, and of objects in globals."""
        turns = self._turns(function)
        if function.owner and not function.is_static:
            kind = self._source.classes[function.owner]
            reads = function.self_reads
            for each in attribute_boards(self._source, kind, self._rows, self._columns):
                head = each.name.partition(".")[0]
                if head in reads:
                    attributes = {each.name: "board", **self._turn_attributes(function.owner, each.name)}
                    yield turns, attributes, (function.owner, each.name)
        for each in self._written:
            if each.name and not each.owner and each.name in function.reads:
                yield {each.name: "board", **turns}, {}, ("", each.name)
        for name, kind_name in self._instances():
            if name not in function.reads:
                continue
            for each in attribute_boards(self._source, self._source.classes[kind_name], self._rows, self._columns):
                attributes = self._turn_attributes(kind_name, each.name)
                yield (
                    {
                        f"{name}.{each.name}": "board",
                        **{f"{name}.{key}": word for key, word in attributes.items()},
                        **turns,
                    },
                    {},
                    (kind_name, each.name),
                )

    def _instances(self) -> Iterator[tuple[str, str]]:
        """Globals that hold an object of a class of the submission."""
        for node in ast.walk(self._source.tree):
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Call)
                and isinstance(node.value.func, ast.Name)
            ):
                for target in node.targets:
                    if isinstance(target, ast.Name) and node.value.func.id in self._source.classes:
                        yield target.id, node.value.func.id

    def _turns(self, function: Function) -> dict[str, str]:
        """Globals that say who is to move."""
        found = {}
        for name in sorted(function.reads):
            value = self._source.constants.get(name)
            if name.lower() in TURN_ATTRIBUTES.split() and isinstance(value, (str, int)) and self._varies(name):
                found[name] = "player"
        return found

    def _varies(self, name: str) -> bool:
        """Whether a global is set more than once, or is named so that it must be; a constant is no turn."""
        if any(part in ("turn", "current", "next", "active", "turno", "to") for part in tokens(name)):
            return True
        if any(name in each.writes for each in self._source.all_functions()):
            return True
        stored = [
            node
            for node in ast.walk(self._source.tree)
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        ]
        return len(stored) > 1 and not name.isupper()

    def _turn_attributes(self, owner: str, board: str) -> dict[str, str]:
        """Attributes of an object that say who is to move, and whose symbols it and its opponent have."""
        found: dict[str, str] = {}
        prefix, _, last = board.rpartition(".")
        names: list[tuple[str, str]] = [("", owner)]
        if prefix:
            held = self._source.classes[owner].attributes.get(prefix)
            kind = getattr(getattr(held, "func", None), "id", "")
            names.append((f"{prefix}.", kind))
        for before, kind_name in names:
            for line in self._source.line_of(kind_name):
                for name in line.attributes:
                    if (
                        name.lower().strip("_") in TURN_ATTRIBUTES.split()
                        and name != last
                        and not self._is_object(line, name)
                    ):
                        found.setdefault(f"{before}{name}", "player")
        return found

    def _is_object(self, kind: Class, name: str) -> bool:
        """Whether an attribute holds an object, so that no symbol can be put there."""
        value = kind.attributes.get(name)
        called = getattr(getattr(value, "func", None), "id", "")
        return called in self._source.classes and not self._source.classes[called].is_enum

    def _object_settings(self, function: Function, name: str) -> Iterator[Place]:
        """The board inside of an object of a class of the submission."""
        kind = self._source.classes[name]
        constructs = [words for words, _ in self._arguments.constructs(function)]
        literals = self._arguments.literals(kind)
        spec = f"{name}({literals})" if literals else name
        for each in attribute_boards(self._source, kind, self._rows, self._columns):
            turns = self._turn_attributes(name, each.name)
            is_method = bool(function.owner) and not function.is_static and function.owner != name
            prefix = "{board}." if is_method else ""
            attributes = {f"{prefix}{key}": word for key, word in turns.items()}
            for construct in constructs:
                yield Place(Call(construct=construct, attributes=attributes), name, each.name, spec, each.name)
                if attributes:
                    yield Place(Call(construct=construct), name, each.name, spec, each.name)
        if kind.parameters and word_for(kind.parameters[0].name) in ("board", "state", ""):
            words = self._arguments.constructor_words(kind)
            for construct in constructs:
                yield Place(Call(construct=construct), name, "", f"{name}({words})" if words else name)
