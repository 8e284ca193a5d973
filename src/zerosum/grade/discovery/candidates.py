"""Make descriptions of a submission in the order in which they are likely, from what its source says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zerosum.grade.description import BoardForm, Call, Description, FunctionCall, MoveForm
from zerosum.grade.discovery.boards import (
    attribute_boards,
    compared_empties,
    is_bottom_first,
    written,
    written_boards,
)
from zerosum.grade.discovery.names import TURN_ATTRIBUTES, function_score, tokens, word_for
from zerosum.grade.discovery.source import PLAIN_METHODS, Class, Function, Parameter, Source
from zerosum.grade.discovery.symbols import fixed_sides, symbol_pairs

AIMA_METHODS = frozenset(("actions", "result", "terminal_test", "utility", "to_move", "is_terminal", "legal_moves"))
CS50_ROLES = {
    "legal_moves": "actions",
    "result": "result",
    "terminal": "terminal",
    "winner": "winner",
    "utility": "utility",
    "player": "player",
}
MOST_BOARDS = 9
LOOPS = ("main", "play", "run", "game", "start", "loop", "start_game", "play_game", "main_loop", "game_loop")


@dataclass(frozen=True)
class Way:
    """A way to ask one function: a description whose move is not read yet, and what it passes of the side to move."""

    description: Description
    names_side: bool
    has_flag: bool = False


@dataclass(frozen=True)
class _Template:
    """Arguments, and the class of the object among them that holds the board."""

    words: tuple[str, ...]
    object: str = ""
    has_board: bool = False


class Candidates:
    """The candidates of one submission for a game with a grid of this size."""

    def __init__(self, source: Source, game: str, rows: int, columns: int, falls: bool, values: dict[str, Any]) -> None:
        """`values` are the values of globals after loading, as far as they are known."""
        self._source = source
        self._game = game
        self._rows, self._columns, self._falls = rows, columns, falls
        for name, value in values.items():
            source.constants.setdefault(name, value)
        self._written = written_boards(source, rows, columns)
        self._empties = compared_empties(source)
        self._bottom_first = falls and is_bottom_first(source, rows)
        self.fixed = fixed_sides(source)

    def functions(self) -> list[tuple[float, Function]]:
        """The functions that may choose the move with their scores, the most likely first."""
        source = self._source
        recursive = {each.name for each in source.all_functions() if each.is_recursive}
        reaching = self._reaching(recursive)
        callers: dict[str, set[str]] = {}
        for each in source.all_functions():
            for name in each.calls - {each.name}:
                callers.setdefault(name, set()).add(each.name)
        asking = self._reaching({each.name for each in source.all_functions() if each.asks})
        scored = []
        for place, each in enumerate(source.all_functions()):
            if each.name.startswith("__") and each.name != "__call__":
                continue
            score = float(function_score(each.name, each.owner))
            if each.name == "__call__":
                score = 5.0 + function_score("", each.owner)
            if (reaching & each.calls) - {each.name}:
                score += 3
            if not each.is_recursive and callers.get(each.name, set()) & recursive:
                score -= 4  # the search calls it
            if each.asks:
                score -= 12
            elif each.calls & asking and each.name not in recursive:
                score -= 6
            if each.is_recursive and any(
                other.gives and not other.asks and not other.is_recursive and each.name in other.calls
                for other in source.all_functions()
            ):
                score -= 4  # the function that calls it is the agent
            if self._is_kaggle(each):
                score += 10
            elif self._is_aima(each):
                score += 6
            if each.name.lower() in LOOPS and not each.gives:
                score -= 4
            if not each.gives and not each.writes and not each.self_writes and not each.called:
                score -= 1
            if len([p for p in each.parameters if p.is_required]) > 7:
                score -= 5
            scored.append((-score, place, each))
        return [(-score, each) for score, _, each in sorted(scored, key=lambda row: row[:2]) if score < 6]

    def _reaching(self, names: set[str]) -> set[str]:
        """The functions that call one of these, themselves or through others."""
        found = set(names)
        for _ in range(6):
            more = {each.name for each in self._source.all_functions() if each.calls & found} - found
            if not more:
                break
            found |= more
        return found

    def ways(self, function: Function) -> Iterator[Way]:
        """The ways to ask a function, the most likely first."""
        if self._is_kaggle(function):
            yield self._way(
                function, ("observation", "configuration")[: len(function.parameters)], BoardForm(), names_side=True
            )
            return
        for template in self._templates(function):
            if "state" in template.words and "game" in template.words:
                for board in (BoardForm(form="flat", empty=" "),):
                    yield self._way(function, template.words, board, names_side=True)
                continue
            yield from self._with_boards(function, template)

    def _with_boards(self, function: Function, template: _Template) -> Iterator[Way]:
        """Complete a template with the forms of the board and the places where it is set."""
        settings = list(self._settings(function, template))
        for call, where, obj, path in settings:
            own = [
                each.form for each in self._written if where and each.name == where[-1] and each.owner in (where[0], "")
            ]
            if obj and path:
                kind = self._source.classes[obj.partition("(")[0]]
                own = [
                    e.form for e in attribute_boards(self._source, kind, self._rows, self._columns) if e.name == path
                ]
            for board in self._boards(own):
                shaped = replace(board, object=obj, path=path)
                words = template.words
                if board.form in ("two_maps", "two_sets"):
                    if len(words) < 2 or obj:
                        continue
                    words = ("board[0]", "board[1]", *words[2:])
                for symbols in self._pairs(board):
                    yield from self._sided(function, call, words, replace(shaped, symbols=symbols))

    def _sided(self, function: Function, call: Call, words: tuple[str, ...], board: BoardForm) -> Iterator[Way]:
        """Complete with the sides: whose symbol stands where."""
        all_words = {*words, *call.construct, *call.globals.values(), *call.attributes.values()}
        plain_words = {word.rpartition(":")[2] for word in all_words}
        names_side = "player" in plain_words or "opponent" in plain_words or "is_first" in plain_words
        flag = next((word for word in words if word.rpartition(":")[2] in ("is_max", "is_min")), "")
        turned = replace(board, symbols=board.symbols[::-1])
        if board.form in ("two_maps", "two_sets"):
            for is_relative in (True, False):
                yield self._way(function, words, replace(board, is_relative=is_relative), names_side=True, call=call)
            return
        if flag:
            name = flag.rpartition(":")[0]
            first = tuple((f"{name}:" if name else "") + "is_first" if word == flag else word for word in words)
            yield self._way(function, first, board, names_side=True, call=call)
            yield self._way(function, first, turned, names_side=True, call=call)
        elif names_side:
            yield self._way(function, words, board, names_side=True, call=call)
            return
        else:
            yield self._way(function, words, board, names_side=False, call=call)
            yield self._way(function, words, turned, names_side=False, call=call)
        pairs = [board.symbols, board.symbols[::-1]]
        if self.fixed is not None and set(map(repr, self.fixed)) == set(map(repr, board.symbols)):
            pairs = [self.fixed]
        for pair in pairs:
            yield self._way(
                function, words, replace(board, symbols=pair, is_relative=True), names_side=False, call=call
            )

    def _way(
        self,
        function: Function,
        words: tuple[str, ...],
        board: BoardForm,
        *,
        names_side: bool,
        call: Call | None = None,
    ) -> Way:
        call = replace(call or Call(), function=function.path, arguments=tuple(words))
        source = "callback" if any(word.rpartition(":")[2] == "callback" for word in words) else "result"
        return Way(
            Description(game=self._game, call=call, board=board, move=MoveForm(source=source), functions=self.roles()),
            names_side,
        )

    def roles(self) -> dict[str, FunctionCall]:
        """The functions below the agent, where the module is the one of CS50's course."""
        functions = self._source.functions
        if not all(name in functions for name in CS50_ROLES.values()):
            return {}
        found = {}
        for role, name in CS50_ROLES.items():
            required = [each for each in functions[name].parameters if each.is_required]
            if len(required) != (2 if role == "result" else 1):
                return {}
            found[role] = FunctionCall(function=name, arguments=("board", "move") if role == "result" else ("board",))
        return found

    # --- where the board is -------------------------------------------------------------------------------------------

    def _settings(self, function: Function, template: _Template) -> Iterator[tuple[Call, tuple[str, str], str, str]]:
        """The call with its constructor, globals and attributes; the place of the board; the board's class and path."""
        if template.object:
            yield from self._object_settings(function, template.object)
            return
        for construct, built in self._constructs(function):
            yield from self._constructed(function, template, construct, built)

    def _constructed(
        self, function: Function, template: _Template, construct: tuple[str, ...], built: str
    ) -> Iterator[tuple[Call, tuple[str, str], str, str]]:
        call = Call(construct=construct)
        if built:
            for one, where, obj, path in self._object_settings(function, built):
                yield replace(one, construct=construct), where, obj, path
            return
        held = [
            (replace(call, globals=globals_, attributes=attributes), where, "", "")
            for globals_, attributes, where in self._held(function)
        ]
        # A board that is all empty is the board in play: it is set even where the function gets one: helpers read it.
        in_play = [each for each in held if self._is_in_play(*each[1])]
        yield from in_play
        if template.has_board or "board" in construct:
            yield replace(call, globals=self._turns(function)), ("", ""), "", ""
        yield from (each for each in held if each not in in_play)

    def _is_in_play(self, owner: str, name: str) -> bool:
        """Whether a board is named as one."""
        return word_for(name.rpartition(".")[2]) == "board"

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
            if (
                name.lower() in TURN_ATTRIBUTES.split()
                and isinstance(value, (str, int))
                and name not in self._fixed_names()
            ):
                is_set = any(name in each.writes for each in self._source.all_functions())
                if is_set or name.lower() not in ("player", "symbol", "letter", "mark", "piece", "side"):
                    found[name] = "player"
        return found

    def _fixed_names(self) -> set[str]:
        return set() if self.fixed is None else {"player"}

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

    def _object_settings(self, function: Function, name: str) -> Iterator[tuple[Call, tuple[str, str], str, str]]:
        """The board inside of an object of a class of the submission."""
        kind = self._source.classes[name]
        constructs = [words for words, _ in self._constructs(function)]
        literals = self._literals(kind)
        spec = f"{name}({literals})" if literals else name
        for each in attribute_boards(self._source, kind, self._rows, self._columns):
            turns = self._turn_attributes(name, each.name)
            is_method = bool(function.owner) and not function.is_static and function.owner != name
            prefix = "{board}." if is_method else ""
            attributes = {f"{prefix}{key}": word for key, word in turns.items()}
            for construct in constructs:
                yield Call(construct=construct, attributes=attributes), (name, each.name), spec, each.name
                if attributes:
                    yield Call(construct=construct), (name, each.name), spec, each.name
        if kind.parameters and word_for(kind.parameters[0].name) in ("board", "state", ""):
            for construct in constructs:
                yield Call(construct=construct), (name, ""), name, ""

    def _literals(self, kind: Class) -> str:
        """Literals for the required parameters of a board's constructor."""
        found = []
        for each in kind.parameters:
            if not each.is_required:
                break
            found.append(self._literal(each))
        return ", ".join(found)

    def _literal(self, parameter: Parameter) -> str:
        parts = tokens(parameter.name)
        if any(part in ("row", "rows", "height", "h") for part in parts):
            return str(self._rows)
        if any(part in ("col", "cols", "column", "columns", "width", "w") for part in parts):
            return str(self._columns)
        if any(part in ("size", "n", "dim", "dimension", "length") for part in parts):
            return str(self._rows)
        if parameter.annotation == "bool":
            return "False"
        return repr(parameter.name) if parameter.annotation in ("", "str") else "None"

    def _constructs(self, function: Function) -> list[tuple[tuple[str, ...], str]]:
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
            held = self._class_for(uses.get(each.name, set()), each.annotation)
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
            else:
                words.append(f"={self._literal(each)}" if word in ("", "game", "configuration") else word)
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

    def _class_for(self, attributes: set[str], annotation: str) -> str:
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

    # --- arguments ----------------------------------------------------------------------------------------------------

    def _is_kaggle(self, function: Function) -> bool:
        names = [each.name.lower() for each in function.parameters]
        if not names or len(names) > 3 or function.is_bound:
            return False
        uses = function.attributes.get(function.parameters[0].name, set())
        if names[0] in ("observation", "obs") or ("mark" in uses and "board" in uses and len(names) == 2):
            return True
        return len(names) == 2 and names[1] in ("configuration", "config", "conf") and "agent" in tokens(function.name)

    def _is_aima(self, function: Function) -> bool:
        return any(
            len(uses & AIMA_METHODS) >= 2 and not self._class_for(uses, "") for uses in function.attributes.values()
        ) or [each.name for each in function.parameters if each.is_required][:2] in (
            ["game", "state"],
            ["state", "game"],
        )

    def _templates(self, function: Function) -> Iterator[_Template]:
        """Argument templates of a function, the most likely first."""
        required = [each for each in function.parameters if each.is_required]
        words: list[str] = []
        obj = ""
        is_aima = self._is_aima(function)
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
        yield _Template(tuple(words), obj, has_board)
        plain = [word for word in words if ":" not in word or word.startswith("=")]
        if len(required) == len(words) and "is_max" in words:
            yield _Template(tuple("player" if word == "is_max" else word for word in words), obj, has_board)
        if len(plain) < len(words):
            yield _Template(tuple(plain), obj, any(word in ("board", "state") for word in plain))
        if not has_board and not is_aima and len(required) >= 1 and not self._owns_board(function):
            yield _Template(("board", *words[1:]), obj, True)
        if not has_board and required and word_for(required[0].name) in ("", "player", "opponent", "game"):
            rest = [
                self._word(function, each, place + 1, ["board"], False)[0] for place, each in enumerate(required[1:])
            ]
            yield _Template(("board", *rest), obj, True)
        if has_board and len(required) == 2 and words[1:] == ["player"]:
            yield _Template(("player", "board"), obj, True)

    def _owns_board(self, function: Function) -> bool:
        return any(True for _ in self._held(function))

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
        held = self._class_for(uses, parameter.annotation)
        if held and word in ("board", "game", "state", "") and "board" not in before:
            return "board", held
        if word == "depth":
            return self._depth(function, name), ""
        if word == "board" and "board" in before:
            return ("beta" if name == "b" and "alpha" in before else "player"), ""
        if word == "player" and "player" in before:
            return "opponent", ""
        if word == "opponent" and "player" not in before and name.lower() in ("human", "user"):
            return word, ""
        if word in ("", "game", "state", "configuration", "callback"):
            if parameter.annotation == "bool":
                return "is_max", ""
            if place == 0 or ("board" not in before and "player" in before):
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

    # --- how the board is written -------------------------------------------------------------------------------------

    def _boards(self, own: list[BoardForm]) -> list[BoardForm]:
        """Forms of the board, those that the source writes down first."""
        found: list[BoardForm] = []

        def add(form: BoardForm) -> None:
            form = replace(form, is_bottom_first=form.is_bottom_first or self._bottom_first)
            if form not in found:
                found.append(form)

        for form in own:
            add(form)
        if own:
            return found
        for each in self._written:
            add(each.form)
        empties = [written(each) for each in self._empties] or [" "]
        for form in found[:]:
            if form.form == "numpy" or form.form == "numpy_flat":
                add(replace(form, form={"numpy": "nested", "numpy_flat": "flat"}[form.form]))
            elif self._source.uses_numpy and form.form in ("nested", "flat"):
                add(replace(form, form={"nested": "numpy", "flat": "numpy_flat"}[form.form]))
        forms = ["nested", "flat", "string", "tuple", "nested_tuple", "two_maps", "flat_from_1", "rows"]
        if not self._uses_two_subscripts():
            forms = ["flat", "string", "nested", "tuple", "flat_from_1", "rows", "nested_tuple", "two_maps", "two_sets"]
        if self._source.uses_numpy:
            forms = ["numpy", "numpy_flat", *forms]
        for empty in empties[:2]:
            for name in forms:
                if name in ("string", "rows") and not (isinstance(empty, str) and len(empty) == 1):
                    continue
                base = 1 if name == "flat_from_1" else 0
                add(BoardForm(form=name, empty=empty, base=base))
        return found[: MOST_BOARDS + len(forms)]

    def _uses_two_subscripts(self) -> bool:
        return any(
            isinstance(node, ast.Subscript)
            and (isinstance(node.value, ast.Subscript) or isinstance(node.slice, ast.Tuple))
            for node in ast.walk(self._source.tree)
        )

    def _pairs(self, board: BoardForm) -> list[tuple[Any, Any]]:
        empty = board.empty
        if isinstance(empty, str) and empty == "=None":
            empty = None
        if board.form in ("two_maps", "two_sets"):
            return [("X", "O")]
        pairs = symbol_pairs(self._source, empty, self._falls)
        if board.form in ("string", "rows"):
            pairs = [pair for pair in pairs if all(len(str(each)) == 1 for each in pair)]
        return [(written(first), written(second)) for first, second in pairs] or [("X", "O")]
