"""Call a submission as a description says: build the arguments, call, and find the answer in what came back."""

from __future__ import annotations

import ast
from copy import deepcopy
from time import perf_counter
from typing import Any

from zerosum.answers.grade.host.worker.argument_words import WORDS, Context, Word
from zerosum.answers.grade.host.worker.boards import BoardMaker
from zerosum.answers.grade.host.worker.fresh import Snapshot, set_in_place
from zerosum.answers.grade.host.worker.loading import Submission
from zerosum.answers.grade.host.worker.move_writing import MoveWriter
from zerosum.answers.grade.host.worker.objects import constructor_template
from zerosum.answers.grade.host.worker.own_game import OwnGame
from zerosum.answers.grade.host.worker.paths import NOTHING, Unfit, by_path, finished, part_of, set_part, step_into
from zerosum.answers.grade.host.worker.plain import plain, same

SLOW_SECONDS = 0.05
"""An object that takes longer to construct has computed a table for the whole game: it is kept."""


class Plan:
    """A description made ready for a loaded submission."""

    def __init__(self, submission: Submission, order: dict[str, Any], snapshot: Snapshot) -> None:
        """Prepare the templates, and look for the functions."""
        self._snapshot = snapshot
        self.module = submission.module
        self._constants = submission.constants
        self.rows: int = order["rows"]
        self.columns: int = order["columns"]
        self.spec: str = order["spec"]
        self.line: int = order["line"]
        self._form: dict[str, Any] = order["board"]
        self._move: dict[str, Any] = order["move"]
        self._call: dict[str, Any] = order["call"]
        self.seconds: float = order["seconds"]
        self.is_text = self._form["form"] in ("state", "text")
        self.maker: BoardMaker = BoardMaker(
            {**self._form, "form": "flat"} if self.is_text else self._form, self.rows, self.columns, self.value
        )
        self.writer: MoveWriter = MoveWriter(self._move, self._form, self.rows, self.columns, order["falls"])
        self._arguments = [self._argument(each) for each in self._call["arguments"]]
        self._construct = [self._argument(each) for each in self._call["construct"]]
        self._globals = [(path.split("."), self._word(word)) for path, word in self._call["globals"].items()]
        self._attributes = [(path.split("."), self._word(word)) for path, word in self._call["attributes"].items()]
        self._functions = {
            role: (each["function"], [self._argument(word) for word in each["arguments"]])
            for role, each in order["functions"].items()
        }
        self._kept_object: Any = NOTHING
        self._keeps_object: bool = order["has_memory"] or not self._call["is_fresh"]
        self._aima: Any = None
        self._own: OwnGame | None = None
        if {"game", "state"} & set(self._call["arguments"]):
            if self._form["object"]:
                kind, template = self._object_class(self._form["object"])
                arguments, named = self._built(template, Context(self, {"side": 0}))
                self._own = OwnGame(kind(*arguments, **named), self._form["path"] or "initial", self.writer)
            else:
                self.aima_game()  # what goes wrong in our rules is no crash of the submission
        if self._form["form"] == "state":
            from zerosum.answers.grade.host.worker.aima import start_of

            start_of(self.spec)
        self.resolve(self._call["function"])
        for name, _ in self._functions.values():
            self.resolve(name)

    def aima_state(self, question: dict[str, Any]) -> Any:
        """AIMA's state for a question: of the submission's own game where the description names it, else of ours."""
        return self._own.state(question) if self._own is not None else self.aima_game().state(question["state"])

    def aima_game(self) -> Any:
        """AIMA's game: the submission's own one, or ours, which needs the rules."""
        if self._own is not None:
            return self._own.game
        if self._aima is None:
            from zerosum.answers.grade.host.worker.aima import AimaGame

            self._aima = AimaGame(self.spec, self.maker, self.writer)
        return self._aima

    def value(self, spec: Any) -> Any:
        """An object for what the description writes: =None and =9 are literals, =Mark.X a name of the submission."""
        if not isinstance(spec, str):
            return spec
        if not spec.startswith("="):
            return self._constants.one(spec)
        try:
            return self._constants.one(ast.literal_eval(spec[1:]))
        except (ValueError, SyntaxError, TypeError):
            pass
        if spec[1:] in ("inf", "-inf", "nan"):
            return float(spec[1:])
        return by_path(self.module, spec[1:].split("."), spec)

    def resolve(self, name: str) -> tuple[Any, str]:
        """What a function is called on: the module, a class or an object of it, and the last part of the name."""
        if not name:
            raise Unfit("the description names no function")
        *path, last = name.split(".")
        owner = by_path(self.module, path, name)
        if getattr(owner, last, NOTHING) is NOTHING:
            raise Unfit(f"the submission has no {name}")
        return owner, last

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Call the agent's function and give what is found."""
        context = Context(self, question)
        function = self._ready(context)
        arguments, named = self._built(self._arguments, context)
        nodes = self._nodes(context)
        start = perf_counter()
        try:
            result = finished(function(*arguments, **named))
        except SystemExit:
            if not self._is_changed(context):
                raise
            result = None  # it ended the program after its move: the game is over
        seconds = perf_counter() - start
        reply: dict[str, Any] = {"seconds": seconds}
        answer = step_into(self._answer_in(result, context), self._move["path"])
        if "board" in (self._move["form"], self._move["source"]):
            answer = self._board_inside(answer)
            reply["cells"] = self.maker.read(answer, context.side)
            reply["answer"] = None if answer is None else plain(answer)
        else:
            reply["answer"] = plain(answer)
        if result is not answer:
            reply["result"] = plain(result)
        if self._move["value_path"] is not None:
            reply["value"] = plain(step_into(result, self._move["value_path"]))
        if nodes is not None:
            after = self._nodes(context)
            if isinstance(after, int) and isinstance(nodes, int):
                reply["nodes"] = after - nodes if after >= nodes else after
        if self._is_changed(context):
            reply["changed"] = True
        return reply

    def _answer_in(self, result: Any, context: Context) -> Any:
        """What is at the place where the description says that the answer is."""
        name = self._move["name"]
        match self._move["source"]:
            case "result":
                return result
            case "board":
                return context.cells_board if context.cells_board is not NOTHING else context.board
            case "global":
                return by_path(self.module, name.split("."), name)
            case "attribute":
                return by_path(context.object, name.split("."), name)
            case "callback":
                return context.called[-1] if context.called else None
        return None  # printed: the grader reads it

    def call(self, role: str, question: dict[str, Any]) -> dict[str, Any]:
        """Call the function of a role."""
        name, template = self._functions[role]
        context = Context(self, question)
        function = self._method(name, context)
        for path, word in self._globals:
            self._set_path(self.module, path, word(context), context)
        arguments, named = self._built(template, context)
        start = perf_counter()
        result = finished(function(*arguments, **named), as_list=True)
        reply: dict[str, Any] = {"seconds": perf_counter() - start}
        if role == "result":
            board = result if result is not None else context.board
            reply["cells"] = self.maker.read(self._board_inside(board), context.side)
        reply["answer"] = plain(result)
        if role in ("winner", "player"):
            reply["side"] = self.maker.side_of(result, context.side)
        if self._is_changed(context) and not (role == "result" and result is None):
            reply["changed"] = True
        return reply

    def new_board(self, context: Context) -> Any:
        """The board for a question, inside of the submission's object where it wants one."""
        cells = self._new_cells(context)
        context.cells_board = cells
        name = self._form["object"]
        if not name:
            return cells
        kind, template = self._object_class(name)
        arguments, named = self._built(template, context)
        if not self._form["path"]:
            return kind(cells, *arguments, **named)
        path = self._form["path"].split(".")
        try:
            made = kind(*arguments, **named) if callable(kind) else deepcopy(kind)
            holder = by_path(made, path[:-1], self._form["path"])
            if not set_in_place(part_of(holder, path[-1]), cells):
                set_part(holder, path[-1], cells)
        except (TypeError, AttributeError):  # a frozen dataclass, or a constructor that wants the cells
            made = kind(*arguments, **named, **{path[0]: cells})
            holder = by_path(made, path[:-1], self._form["path"])
        context.cells_board = part_of(holder, path[-1])
        return made

    def _new_cells(self, context: Context) -> Any:
        question = context.question
        if self._form["form"] == "text":
            return question["position"]
        if self._form["form"] == "state":
            return self._state(question["state"])
        return self.maker.build(question["cells"], context.side)

    def _state(self, state: Any) -> Any:
        from zerosum.answers.grade.host.worker.aima import formed_state

        return formed_state(self.spec, state)

    def _object_class(self, text: str) -> tuple[Any, list[tuple[str, Word]]]:
        """The class of `Board`, `Board(3, 3)` or `State(player)`, and the template of the other arguments."""
        name = text.partition("(")[0]
        try:
            template = [self._argument(each) for each in constructor_template(text)]
        except (ValueError, SyntaxError):
            raise Unfit(f"the arguments of {text} are neither literals nor words") from None
        return by_path(self.module, name.split("."), name), template

    def _ready(self, context: Context) -> Any:
        """Set the globals, make the object and set its attributes; gives the function to call."""
        for path, word in self._globals:
            self._set_path(self.module, path, word(context), context, self._call["globals"][".".join(path)])
        function = self._method(self._call["function"], context)
        if self._attributes:
            for path, word in self._attributes:
                template = self._call["attributes"][".".join(path)]
                if path[0] == "{board}":  # on the object that holds the board, where the call is on another one
                    self._set_path(context.board, path[1:], word(context), context, template)
                else:
                    holder = context.object if context.object is not None else context.board
                    self._set_path(holder, path, word(context), context, template)
        return function

    def _method(self, name: str, context: Context) -> Any:
        owner, last = self.resolve(name)
        if isinstance(owner, type):
            kind = next((each.__dict__[last] for each in owner.__mro__ if last in each.__dict__), None)
            if not isinstance(kind, (staticmethod, classmethod, type)):
                owner = self._made(owner, context)
        if owner is not self.module:
            context.object = owner
        return getattr(owner, last)

    def _made(self, kind: type, context: Context) -> Any:
        """The object on which a method is called."""
        if self._keeps_object and self._kept_object is not NOTHING:
            return self._kept_object
        if self._form["object"] and self._object_class(self._form["object"])[0] is kind:
            return context.board
        arguments, named = self._built(self._construct, context)
        start = perf_counter()
        made = kind(*arguments, **named)
        if not self._keeps_object and not self._construct and perf_counter() - start > SLOW_SECONDS:
            # It computes a table for the whole game: make it once, and bring its other attributes back.
            self._keeps_object = True
            self._snapshot.add(made)
        self._kept_object = made
        return made

    def rival(self, context: Context) -> Any:
        """An object of the same class as the context's, for the other side; each knows the other."""
        context.is_swapped = True
        try:
            arguments, named = self._built(self._construct, context)
            made = type(context.object)(*arguments, **named)
        finally:
            context.is_swapped = False
        for path, _ in self._attributes:
            if self._call["attributes"][".".join(path)] == "rival":
                set_part(made, path[-1], context.object)
        return made

    def forget_object(self) -> None:
        """Make a new object for the next question."""
        self._kept_object = NOTHING

    def _set_path(self, owner: Any, path: list[str], value: Any, context: Context, word: str = "") -> None:
        holder = by_path(owner, path[:-1], ".".join(path))
        old = part_of(holder, path[-1])
        if word == "board" and not self._form["object"]:
            if set_in_place(old, value):
                value = old
            context.use_board(value)
        if value is not old:
            set_part(holder, path[-1], value)

    def _board_inside(self, value: Any) -> Any:
        """The cells inside of the submission's own board object."""
        if self._form["path"] and value is not None and not isinstance(value, (list, tuple, dict, str)):
            path = self._form["path"].split(".")
            if getattr(value, path[0], NOTHING) is not NOTHING:
                return by_path(value, path, self._form["path"])
        return value

    def _nodes(self, context: Context) -> Any:
        name = self._move["nodes"]
        if not name:
            return None
        path = name.split(".")
        for owner in (context.object, self.module):
            try:
                return by_path(owner, path, name)
            except Unfit:
                continue
        raise Unfit(f"the submission has no {name}, which should count nodes")

    def _is_changed(self, context: Context) -> bool:
        """Whether the board that the submission got is not as it was."""
        if not context.has_board or self.is_text:
            return False
        return not same(context.cells_board, self._new_cells(context))

    def _built(self, template: list[tuple[str, Word]], context: Context) -> tuple[list[Any], dict[str, Any]]:
        arguments, named = [], {}
        for name, word in template:
            if name:
                named[name] = word(context)
            else:
                arguments.append(word(context))
        return arguments, named

    def _argument(self, template: str) -> tuple[str, Word]:
        """A name, "" for an argument by position, and what makes its value."""
        if template.startswith("="):
            return "", self._word(template)
        name, colon, word = template.partition(":")
        return (name, self._word(word)) if colon else ("", self._word(template))

    def _word(self, word: str) -> Word:
        if word.startswith("="):
            if word[1:].strip()[:1] in ("[", "{", "("):  # a new one for every call
                return lambda _: self.value(word) if word[1:].strip()[0] == "(" else ast.literal_eval(word[1:])
            value = self.value(word)
            return lambda _: value
        word, bracket, index = word.partition("[")
        if word not in WORDS:
            raise Unfit(f"{word!r} is no word for an argument")
        make = WORDS[word]
        if bracket:
            number = int(index.rstrip("]"))
            return lambda context: make(context)[number]
        return make
