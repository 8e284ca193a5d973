"""A function of the board, with the side, the depth or the window beside it: `f(board, depth, alpha, beta, is_max)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from zerosum.answers.grade.ask.description import Call, Description
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.names import word_for
from zerosum.answers.grade.ask.patterns.sides import sided
from zerosum.answers.grade.ask.patterns.words import construct_of, words_of
from zerosum.answers.grade.ask.source.definitions import Function


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """The board as a list, a text or an array. A method gets an object made for the side that it plays."""
    words = words_of(findings, function)
    if not words.has_board or words.object:
        return
    construct = construct_of(findings, function)
    if construct.object or "board" in construct.words:
        return
    words = replace(words, site=construct.mine or words.site)
    place = next(at for at, word in enumerate(words.words) if word.rpartition(":")[2] in ("board", "state"))
    name = words.words[place].partition(":")[0] if ":" in words.words[place] else function.parameters[place].name
    call = Call(function=function.path, arguments=words.words, construct=construct.words)
    turns, rivals = findings.turns(function), _rivals(findings, function)
    in_play = {
        path: "board" for path, _, _ in findings.global_boards() if path in function.reads and word_for(path) == "board"
    }
    for form in findings.forms(function, name):
        # A board of the module that its helpers read is the board in play: it is set too.
        settings = [{**in_play, **turns}, turns] if in_play else [turns]
        for setting in settings:
            way = Description(call=replace(call, globals=setting, attributes=rivals), board=form)
            yield from sided(findings, function, way, words)


def _rivals(findings: Findings, function: Function) -> dict[str, str]:
    """Attributes of a player's object that hold its opponent, or its mark, and are set after both are constructed."""
    made = findings.object(function.owner) if function.is_bound else None
    found = {}
    for path, seen in () if made is None else made.attributes.items():
        if seen.type == "NoneType" and word_for(path) == "opponent":
            methods = [each.node for line in findings.source.line_of(function.owner) for each in line.methods.values()]
            found[path] = (
                "rival"
                if any(_is_object(node, path) for method in methods for node in ast.walk(method))
                else "opponent"
            )
    return found


def _is_object(node: ast.AST, path: str) -> bool:
    """Whether a node uses an attribute of `self.path`, or passes `self` beside it to a function."""
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Attribute) and node.value.attr == path
    names = [getattr(each, "attr", getattr(each, "id", "")) for each in node.args] if isinstance(node, ast.Call) else []
    return path in names and "self" in names
