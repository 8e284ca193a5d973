"""A class with its own board, which a method reads: `Game().best_move()`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zerosum.answers.grade.ask.description import Call, Description
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.sides import sided
from zerosum.answers.grade.ask.patterns.words import construct_of, words_of
from zerosum.answers.grade.ask.source.definitions import Function


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """The board of a new object is set, and who is to move."""
    if not function.is_bound:
        return
    words = words_of(findings, function)
    construct = construct_of(findings, function)
    if construct.object or words.object:
        return
    words = replace(words, site=construct.mine or words.site)
    for place in findings.places(function.owner):
        if place.path.partition(".")[0] in function.self_reads:
            attributes = {place.path: "board", **place.beside}
            call = Call(
                function=function.path,
                arguments=words.words,
                construct=construct.words,
                attributes=attributes,
                globals=findings.turns(function),
            )
            yield from sided(findings, function, Description(call=call, board=place.form), words)
