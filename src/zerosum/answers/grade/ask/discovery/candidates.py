"""Make descriptions of a submission in the order in which they are likely, from what its source says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zerosum.answers.grade.ask.description import BoardForm, Call, Description, FunctionCall, MoveForm
from zerosum.answers.grade.ask.discovery.arguments import Arguments, Template
from zerosum.answers.grade.ask.discovery.boards import compared_empties, is_bottom_first, written, written_boards
from zerosum.answers.grade.ask.discovery.definitions import Function
from zerosum.answers.grade.ask.discovery.names import function_score
from zerosum.answers.grade.ask.discovery.places import Places
from zerosum.answers.grade.ask.discovery.source import Source
from zerosum.answers.grade.ask.discovery.symbols import fixed_sides, symbol_pairs

CS50_ROLES = {
    "legal_moves": "actions",
    "result": "result",
    "terminal": "terminal",
    "winner": "winner",
    "utility": "utility",
    "player": "player",
}
MOST_BOARDS = 9
PAIRED_FORMS = ("two_maps", "two_sets", "two_bits", "numpy_maps")
"""Forms that are two arguments, one for each side."""

LOOPS = ("main", "play", "run", "game", "start", "loop", "start_game", "play_game", "main_loop", "game_loop")


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
        self._arguments = Arguments(source, rows, columns, falls)
        self._places = Places(source, self._arguments, rows, columns, self._written)

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
            if self._arguments.is_kaggle(each):
                score += 10
            elif self._arguments.is_aima(each):
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

    def ways(self, function: Function) -> Iterator[Description]:
        """Ways to ask a function, the most likely first; how its move is read is left open."""
        if self._arguments.is_kaggle(function):
            yield self._way(function, ("observation", "configuration")[: len(function.parameters)], BoardForm())
            return
        for template in self._arguments.templates(function, self._places.owns_board(function)):
            if "state" in template.words and "game" in template.words:
                yield self._way(function, template.words, BoardForm(form="flat", empty=" "))
                continue
            yield from self._with_boards(function, template)

    def _with_boards(self, function: Function, template: Template) -> Iterator[Description]:
        """Complete a template with the forms of the board and the places where it is set."""
        for place in self._places.settings(function, template):
            for board in self._boards(self._places.forms(place)):
                shaped = replace(board, object=place.object, path=place.path)
                words = template.words
                if board.form in PAIRED_FORMS:
                    if len(words) < 2 or place.object:
                        continue
                    words = ("board[0]", "board[1]", *words[2:])
                for symbols in self._pairs(board):
                    yield from self._sided(function, place.call, words, replace(shaped, symbols=symbols))

    def _sided(self, function: Function, call: Call, words: tuple[str, ...], board: BoardForm) -> Iterator[Description]:
        """Complete with the sides: whose symbol stands where."""
        plain_words = {word.rpartition(":")[2] for word in (*words, *call.construct)}
        names_side = bool(plain_words & {"player", "opponent", "is_first"})
        # A global or an attribute for the turn may be there and yet the program plays one symbol only.
        sets_turn = "player" in {*call.globals.values(), *call.attributes.values()}
        flag = next((word for word in words if word.rpartition(":")[2] in ("is_max", "is_min")), "")
        turned = replace(board, symbols=board.symbols[::-1])
        if board.form in PAIRED_FORMS:
            for is_relative in (True, False):
                yield self._way(function, words, replace(board, is_relative=is_relative), call=call)
            return
        if flag:
            name = flag.rpartition(":")[0]
            first = tuple((f"{name}:" if name else "") + "is_first" if word == flag else word for word in words)
            yield self._way(function, first, board, call=call)
            yield self._way(function, first, turned, call=call)
        elif names_side:
            yield self._way(function, words, board, call=call)
            return
        elif sets_turn:
            yield self._way(function, words, board, call=call)
        else:
            yield self._way(function, words, board, call=call)
            yield self._way(function, words, turned, call=call)
        pairs = [board.symbols, board.symbols[::-1]]
        if self.fixed is not None and set(map(repr, self.fixed)) == set(map(repr, board.symbols)):
            pairs = [self.fixed]
        for pair in pairs:
            yield self._way(function, words, replace(board, symbols=pair, is_relative=True), call=call)

    def _way(
        self,
        function: Function,
        words: tuple[str, ...],
        board: BoardForm,
        call: Call | None = None,
    ) -> Description:
        call = replace(call or Call(), function=function.path, arguments=tuple(words))
        source = "callback" if any(word.rpartition(":")[2] == "callback" for word in words) else "result"
        move = MoveForm(source=source)
        return Description(game=self._game, call=call, board=board, move=move, functions=self.roles())

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
        for form in found[:]:
            if form.form == "numpy" or form.form == "numpy_flat":
                add(replace(form, form={"numpy": "nested", "numpy_flat": "flat"}[form.form]))
            elif self._source.uses_numpy and form.form in ("nested", "flat"):
                add(replace(form, form={"nested": "numpy", "flat": "numpy_flat"}[form.form]))
        forms = ["nested", "flat", "string", "tuple", "nested_tuple", "two_maps", "flat_from_1", "rows"]
        if not self._uses_two_subscripts():
            forms = ["flat", "string", "nested", "tuple", "flat_from_1", "rows", "nested_tuple", "two_maps", "two_sets"]
        if self._source.uses_numpy:
            forms = ["numpy", "numpy_flat", *forms, "numpy_maps"]
        if self._falls:
            forms = [*forms, "stacks"]
        elif self._shifts_bits():
            forms = ["two_bits", *forms]
        empties = [written(each) for each in self._empties]
        for empty in empties[:2] or [" "]:
            for name in forms:
                if name in ("string", "rows") and not (isinstance(empty, str) and len(empty) == 1):
                    continue
                for base in (0, 1) if name == "two_sets" else (1 if name == "flat_from_1" else 0,):
                    add(BoardForm(form=name, empty=empty, base=base))
        if not self._written and len(empties) < 2:  # the source hardly says what stands in an empty cell
            for other in (" ", "=None", 0, "-", "_", ".", ""):
                add(BoardForm(form=forms[0], empty=other))
        return found[: MOST_BOARDS + len(forms) + 8]

    def _shifts_bits(self) -> bool:
        return any(
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) for node in ast.walk(self._source.tree)
        )

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
        if board.form in PAIRED_FORMS:
            return [("X", "O")]
        pairs = symbol_pairs(self._source, empty, self._falls)
        if board.form in ("string", "rows"):
            pairs = [pair for pair in pairs if all(len(str(each)) == 1 for each in pair)]
        return [(written(first), written(second)) for first, second in pairs] or [("X", "O")]
