"""A function that reads the board of the module: it is set before each call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zerosum.answers.grade.ask.description import Call, Description
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.sides import sided
from zerosum.answers.grade.ask.patterns.words import construct_of, words_of
from zerosum.answers.grade.ask.source.definitions import Function


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """The global, or the attribute of a global object, that holds the board."""
    words = words_of(findings, function)
    construct = construct_of(findings, function)
    if words.object:
        return
    words = replace(words, site=construct.mine or words.site)
    for path, form, beside in findings.global_boards():
        if path.partition(".")[0] in function.reads:
            settings = {path: "board", **beside, **findings.turns(function)}
            call = Call(function=function.path, arguments=words.words, construct=construct.words, globals=settings)
            yield from sided(findings, function, Description(call=call, board=form), words)
