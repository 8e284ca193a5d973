"""A function of an object of the author's class, or of a dict, that holds the board: `get_move(game)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zerosum.answers.grade.ask.description import BoardForm, Call, Description
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.names import word_for
from zerosum.answers.grade.ask.patterns.sides import sided
from zerosum.answers.grade.ask.patterns.words import Construct, Words, construct_of, words_of
from zerosum.answers.grade.ask.source.definitions import Function


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """The object is made by its constructor, and its board and its turn are set."""
    words = words_of(findings, function)
    if words.object:
        construct = construct_of(findings, function)
        yield from holding(findings, function, words, words.object, construct)


def holding(
    findings: Findings, function: Function, words: Words, kind: str, construct: Construct
) -> Iterator[Description]:
    """The ways with a board inside of an object of a class."""
    words = replace(words, site=construct.mine or words.site)
    is_dict = kind not in findings.source.classes
    spec = kind if is_dict else findings.made.get(kind, kind).removesuffix("()")
    is_elsewhere = function.is_bound and function.owner != kind
    parameters = findings.source.parameters_of(kind)
    if not is_dict and "(" in spec and parameters and word_for(parameters[0].name) in ("board", "state"):
        yield from _constructed(findings, function, words, kind, construct)
    for place in findings.places(kind):
        attributes = {f"{{board}}.{key}" if is_elsewhere else key: word for key, word in place.beside.items()}
        call = Call(
            function=function.path,
            arguments=words.words,
            construct=construct.words,
            attributes=attributes,
            globals=findings.turns(function),
        )
        if "[" not in spec:
            yield from sided(
                findings, function, Description(call=call, board=_held(place.form, spec, place.path)), words
            )
    if not is_dict and not findings.places(kind) and parameters:
        yield from _constructed(findings, function, words, kind, construct)


def _constructed(
    findings: Findings, function: Function, words: Words, kind: str, construct: Construct
) -> Iterator[Description]:
    """The constructor of the board's class gets the cells, and the side to move where a name says so."""
    parameters = findings.source.parameters_of(kind)
    rest = []
    for each in parameters[1:]:
        word = word_for(each.name)
        if word in ("player", "opponent"):
            rest.append(word if each.is_required else f"{each.name}={word}")
        elif each.is_required:
            rest.append(findings.literal(each))
    spec = f"{kind}({', '.join(rest)})" if rest else kind
    call = Call(function=function.path, arguments=words.words, construct=construct.words)
    for form in findings.forms(function, parameters[0].name):
        yield from sided(findings, function, Description(call=call, board=_held(form, spec, "")), words)


def _held(form: BoardForm, spec: str, path: str) -> BoardForm:
    return replace(form, object=spec, path=path)
