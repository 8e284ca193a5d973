"""Say with which words a function of a submission is called: as its author calls it, else by the names and the use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from zerosum.answers.grade.ask.patterns.findings import COLUMN_SIZES, ROW_SIZES, Findings
from zerosum.answers.grade.ask.patterns.names import tokens, word_for
from zerosum.answers.grade.ask.source.definitions import REQUIRED, Function, Parameter
from zerosum.answers.grade.ask.source.source import Seen, Unknown

LABELS: Final = frozenset(
    ["name", "nombre", "nazwa", "nom", "nome", "title", "root", "master", "window", "screen", "parent", "canvas"]
)
"""Parameters of constructors that no move depends on."""

IN_SEARCH: Final = ("depth", "alpha", "beta", "ply")

MOST_PASSED_ON: Final = 3
"""A parameter is followed through so many functions that pass it on."""


class NotGuessed(Exception):
    """A call that is too rare to be guessed: a description can say it."""


@dataclass(frozen=True)
class Words:
    """The words of a call; `object` is the class of the argument that holds the board.

    `site` is the mark that the author always gives for the side, None where it varies; `flag` is the word of a flag
    for whose turn it is, and `flagged` what the author gives for it.
    """

    words: tuple[str, ...]
    object: str = ""
    site: Any = None
    is_called: bool = False
    flag: str = ""
    flagged: str = ""

    @property
    def has_board(self) -> bool:
        """Whether an argument holds the board."""
        return any(word.rpartition(":")[2] in ("board", "state") for word in self.words)


def words_of(findings: Findings, function: Function) -> Words:
    """The words for the arguments of a function; raises `NotGuessed`."""
    return _Caller(findings, function).words()


@dataclass(frozen=True)
class Construct:
    """The words for a constructor, the class of the board object among them, and the side that a default decides."""

    words: tuple[str, ...] = ()
    object: str = ""
    mine: Any = None


def construct_of(findings: Findings, function: Function) -> Construct:
    """How the object of a method is constructed; nothing for a function."""
    if not function.is_bound:
        return Construct()
    owner = function.owner
    words: list[str] = []
    built, mine = "", None
    for place, each in enumerate(findings.source.parameters_of(owner)):
        word = word_for(each.name)
        if not each.is_required:
            default = _value(findings, each)
            if word in ("player", "opponent") and not isinstance(default, bool):
                if default is None or default is REQUIRED or _is_passed(findings, owner, place, each.name):
                    words.append(f"{each.name}:{word}")
                elif word == "player":  # nobody says another side than the default
                    mine = findings.source.mark(each.default)
            continue
        held = findings.class_for(set(), each.annotation) or findings.held_by(owner, each.name)
        if held and word in ("board", "game", "state", ""):
            built = held
            words.append("board")
        elif word in ("board", "state") and each.annotation != "int":
            words.append("board")
        elif word == "depth":
            words.append("=9" if not findings.falls else "=4")
        elif word in ("player", "opponent") and each.annotation not in ("bool",):
            words.append(word)
        elif word in ("", "game", "configuration"):
            is_size = set(tokens(each.name)) & (ROW_SIZES | COLUMN_SIZES)
            is_side = not words and len(tokens(each.name)) == 1 and each.annotation != "bool" and not is_size
            words.append("player" if is_side and each.name not in LABELS else f"={findings.literal(each)}")
        else:
            words.append(word)
    return Construct(tuple(words), built, mine)


def _is_passed(findings: Findings, owner: str, place: int, name: str) -> bool:
    """Whether the author gives an argument that has a default where an object of this class is made."""
    kinds = {owner, *(each.name for each in findings.source.classes.values() if owner in each.bases)}
    return any(
        len(node.args) > place or any(each.arg == name for each in node.keywords)
        for _, _, node in findings.source.owned_nodes()
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in kinds
    )


def _value(findings: Findings, parameter: Parameter) -> Any:
    """The default of a parameter; `REQUIRED` where it is not known."""
    if parameter.is_required:
        return REQUIRED
    try:
        return findings.source.seen(parameter.default).value
    except Unknown:
        return REQUIRED


class _Caller:
    def __init__(self, findings: Findings, function: Function) -> None:
        self._findings = findings
        self._function = function
        self._sites = findings.source.sites(function)
        self._object = ""
        self._site: Any = None
        self._flag = self._flagged = ""

    def words(self) -> Words:
        words: list[str] = []
        for place, each in enumerate(self._function.parameters):
            if each.name in self._function.called:
                raise NotGuessed(f"{each.name} is called")
            if each.is_required:
                word = self._word(each, place, words)
                words.append(word)
            else:
                word = word_for(each.name)
                default = _value(self._findings, each)
                known = {one.rpartition(":")[2] for one in words}
                is_side = word in ("player", "opponent", "board") and not isinstance(default, bool)
                if word == "player" and is_side and self._never_given(each, place):
                    self._site = self._findings.source.mark(each.default)  # nobody says another side than the default
                    continue
                is_other = self._is_flag(each, []) or each.name in self._function.counting
                if is_side and not is_other and word not in known:
                    words.append(f"{each.name}:{word}")
        return Words(tuple(words), self._object, self._site, bool(self._sites), self._flag, self._flagged)

    def _word(self, parameter: Parameter, place: int, before: list[str]) -> str:
        function, findings, name = self._function, self._findings, parameter.name
        word, uses = word_for(name), function.attributes.get(name, set())
        given = [self._given(site.by, site.arguments, site.named, place, name) for site in self._sites]
        constants = [each for each in given if each is not None]
        is_constant = 0 < len(constants) == len(given) and len({repr(each.value) for each in constants}) == 1
        if "board" not in before:
            held = findings.class_for(uses, parameter.annotation) or findings.dict_for(function.keys.get(name, set()))
            if held and word in ("board", "game", "state", "", "player") and findings.places(held):
                self._object = held
                return "board"
            is_list = name in function.indexed and word not in ("moves", "history", "alpha", "beta")
            is_last = all(each.name not in function.indexed for each in function.parameters) and place == 0
            if is_list or word == "board" or (is_last and word in ("", "state", "game", "moves")):
                return "board"
        if self._is_flag(parameter, constants):
            self._flag = "is_min" if word == "is_min" else "is_max"
            unknown = f"={word != 'is_min'}" if word in ("is_max", "is_min") else "is_first"
            self._flagged = f"={constants[0].value!r}" if is_constant else unknown
            return self._flag
        if is_constant and self._is_number(constants[0], word, name):
            value = constants[0].value
            return f"={value!r}" if word != "depth" or self._steps(name) != 0 or value else "depth"
        if word == "depth":
            return self._depth(name)
        is_counted = name in function.counting and name not in function.marking
        has_texts = not any(isinstance(mark, int) for mark in findings.marks.pairs(" ")[0])
        if is_counted and has_texts and word not in ("alpha", "beta", "opponent"):
            return "ply"
        if word == "board":
            return "beta" if name == "b" and "alpha" in before else "player"
        if word == "player" and "player" in before:
            return (
                "player" if set(tokens(name)) & {"turn", "current", "mover", "active", "now", "turno"} else "opponent"
            )
        if word == "opponent" and "player" not in before and name.lower() in ("human", "user"):
            return word
        if word in ("", "game", "state", "configuration", "callback"):
            word = "player" if "player" not in before else "opponent" if "opponent" not in before else "depth"
        if word == "player" and is_constant and constants[0].mark is not None:
            self._site = constants[0].mark
        return word

    def _never_given(self, parameter: Parameter, place: int) -> bool:
        """Whether its default is the mark of a side, and its author gives no other."""
        mark = self._findings.source.mark(parameter.default)
        is_given = any(len(site.arguments) > place or parameter.name in site.named for site in self._sites)
        return mark not in (None, "=None") and not is_given

    def _given(
        self, by: Function | None, arguments: tuple[ast.expr, ...], named: dict[str, ast.expr], place: int, name: str
    ) -> Seen | None:
        """What the author gives for a parameter, where that is a constant."""
        node = named.get(name, arguments[place] if place < len(arguments) else None)
        if node is None or (isinstance(node, ast.Name) and by is not None and node.id in by.local):
            return None
        try:
            return self._findings.source.seen(node, "" if by is None else by.owner)
        except Unknown:
            return None

    def _is_flag(self, parameter: Parameter, constants: list[Seen]) -> bool:
        """Whether a parameter is true or false."""
        name, function = parameter.name, self._function
        if parameter.annotation == "bool" or any(isinstance(each.value, bool) for each in constants):
            return True
        if isinstance(_value(self._findings, parameter), bool):
            return True
        if word_for(name) in ("is_max", "is_min", "is_first"):
            return name not in function.marking
        return word_for(name) in ("player", "opponent", "") and self._is_condition(name, function)

    def _is_condition(self, name: str, function: Function, seen: int = 0) -> bool:
        """Whether a parameter is only tested for truth: in this function, or in one that it is passed on to."""
        if name in function.marking:
            return False
        passed_on = (self._is_condition(goal, other, seen + 1) for goal, other in self._passed_on(name, function))
        return name in function.tested or (seen < MOST_PASSED_ON and any(passed_on))

    def _passed_on(self, name: str, function: Function) -> Iterator[tuple[str, Function]]:
        """The parameters of other functions that get a parameter of this one as it is."""
        for parameter, callee, place, keyword in function.passes:
            for other in self._findings.source.all_functions():
                if parameter == name and other.name == callee and (keyword or place < len(other.parameters)):
                    goal = keyword or other.parameters[place].name
                    if other is not function and goal in {each.name for each in other.parameters}:
                        yield goal, other

    def _is_number(self, given: Seen, word: str, name: str) -> bool:
        """Whether a constant is a number of the search, and no mark of a side."""
        if isinstance(given.value, bool) or not isinstance(given.value, int | float):
            return False
        return word in IN_SEARCH or (word not in ("player", "opponent") and name not in self._function.marking)

    def _depth(self, name: str) -> str:
        """What a depth begins with: 0 where it is counted up, the number of empty cells where it is counted down."""
        if self._steps(name) == 1:
            return "=0"
        return "=4" if self._findings.falls else "depth"

    def _steps(self, name: str, function: Function | None = None, seen: int = 0) -> int:
        function = function or self._function
        step = function.steps.get(name)
        if step is not None or seen >= MOST_PASSED_ON:
            return step or 0
        for goal, other in self._passed_on(name, function):
            return self._steps(goal, other, seen + 1)
        return 0
