"""A class whose constructor gets the board, as a list or as an object of the author's class: `AI(board).move()`."""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.answers.grade.ask.description import Call, Description
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.object_argument import holding
from zerosum.answers.grade.ask.patterns.sides import sided
from zerosum.answers.grade.ask.patterns.words import construct_of, words_of
from zerosum.answers.grade.ask.source.definitions import Function


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """The object is constructed for every question."""
    if not function.is_bound:
        return
    construct = construct_of(findings, function)
    words = words_of(findings, function)
    if construct.object:
        yield from holding(findings, function, words, construct.object, construct)
    elif "board" in construct.words:
        parameters = [each for each in findings.source.parameters_of(function.owner) if each.is_required]
        place = construct.words.index("board")
        call = Call(function=function.path, arguments=words.words, construct=construct.words)
        if place < len(parameters):
            for form in findings.forms(function, parameters[place].name):
                yield from sided(findings, function, Description(call=call, board=form), words)
