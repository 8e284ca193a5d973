"""Say whose mark stands where: as the submission says, and where it says nothing, each way that there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zerosum.answers.grade.ask.description import BoardForm, Description, Turn
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.marks import Pair, reads_any
from zerosum.answers.grade.ask.patterns.words import Words
from zerosum.answers.grade.ask.source.definitions import Function

SPACED = (" X ", " O ")
SIDE_WORDS = frozenset(("player", "opponent", "is_first"))


def sided(findings: Findings, function: Function, way: Description, words: Words) -> Iterator[Description]:
    """A way to ask, completed with the marks of the sides."""
    for pair in _pairs(findings, way.board):
        for each in _for_pair(findings, function, way, words, pair):
            names = each.board.symbols
            if findings.marks.is_spaced and all(isinstance(mark, str) and len(mark) == 1 for mark in names):
                spaced = tuple(f" {mark} " for mark in names)
                yield replace(each, board=replace(each.board, symbols=spaced, names=names))
            elif pair == SPACED and findings.marks.counts(("X", "O")):
                stripped = tuple(mark.strip() for mark in names)
                yield replace(each, board=replace(each.board, names=stripped))
                yield each
            else:
                yield each


def _for_pair(
    findings: Findings, function: Function, way: Description, words: Words, pair: Pair
) -> Iterator[Description]:
    call = way.call
    given = {word.rpartition(":")[2] for word in (*call.arguments, *call.construct)}
    names_side = bool(given & SIDE_WORDS)
    sets_turn = "player" in {*call.globals.values(), *call.attributes.values()}
    fixed = findings.marks.fixed
    mine = None
    is_pair = fixed is not None and {repr(fixed.mine), repr(fixed.theirs)} == set(map(repr, pair))
    if fixed is not None and is_pair and (not names_side or words.is_called):
        mine = fixed.mine if reads_any(findings.source, function, fixed.names) else None
    if words.site is not None and words.site in pair:
        mine = words.site
    elif names_side and words.is_called and mine is not None and "player" in given:
        mine = None  # its author calls it for both sides
    if words.flag:
        yield from _flagged(way, words, pair, mine, names_side)
    elif mine is not None:
        theirs = pair[1] if mine == pair[0] else pair[0]
        yield marked(way, (mine, theirs), is_relative=True)
        if not names_side:
            first = findings.starts if findings.starts in pair else pair[0]
            order = pair if first == pair[0] else pair[::-1]
            side = "first" if mine == order[0] else "second"
            yield replace(marked(way, order), turn=Turn(sides=side))
    elif names_side or sets_turn:
        yield marked(way, pair)
    elif findings.starts in pair:
        yield marked(way, pair if findings.starts == pair[0] else pair[::-1])
    else:
        yield marked(way, pair)
        yield marked(way, pair, is_relative=True)
        yield marked(way, pair[::-1], is_relative=True)


def _flagged(way: Description, words: Words, pair: Pair, mine: Any, names_side: bool) -> Iterator[Description]:
    """A search with a flag for the side to move: as its author calls it, or with the flag of each side."""
    constant, first = (
        replace(way, call=replace(way.call, arguments=_with(way.call.arguments, words.flag, word)))
        for word in (words.flagged, "is_first")
    )
    if names_side and mine is None:
        yield marked(constant, pair)  # the flag says that the side that is named is to move
        return
    if mine is not None:
        yield marked(constant, (mine, pair[1] if mine == pair[0] else pair[0]), is_relative=True)
        return
    if words.is_called and constant != first:
        yield marked(constant, pair, is_relative=True)
        yield marked(constant, pair[::-1], is_relative=True)
    yield marked(first, pair)
    yield marked(first, pair[::-1])


def _with(words: tuple[str, ...], flag: str, word: str) -> tuple[str, ...]:
    return tuple(word if each == flag else each for each in words)


def with_truth_for_side(way: Description) -> Iterator[Description]:
    """The way with True for the first side and False for the second where it had the side's mark, in both orders."""
    call = way.call
    given = {word.rpartition(":")[2] for word in (*call.arguments, *call.construct)}
    if "player" in given and "opponent" not in given:
        arguments, construct = (
            tuple(re.sub(r"(^|:)player$", r"\1is_first", word) for word in words)
            for words in (call.arguments, call.construct)
        )
        told = replace(way, call=replace(call, arguments=arguments, construct=construct))
        pair = (way.board.symbols[0], way.board.symbols[1])
        yield marked(told, pair)
        yield marked(told, pair[::-1])


def marked(way: Description, pair: Pair, *, is_relative: bool = False) -> Description:
    """A way with these marks."""
    return replace(way, board=replace(way.board, symbols=pair, is_relative=is_relative))


def _pairs(findings: Findings, board: BoardForm) -> list[Pair]:
    pairs = findings.marks.pairs(board.empty)
    if board.form in ("string", "rows"):
        pairs = [pair for pair in pairs if all(len(str(each)) == 1 for each in pair)]
    return pairs
