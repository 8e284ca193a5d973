"""CS50's module: `minimax(board)` above player, actions, result, winner, terminal and utility; X starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from zerosum.answers.grade.ask.description import Call, Description, FunctionCall
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.sides import marked
from zerosum.answers.grade.ask.source.definitions import Function

ROLES: Final[Mapping[str, str]] = {
    "legal_moves": "actions",
    "result": "result",
    "terminal": "terminal",
    "winner": "winner",
    "utility": "utility",
    "player": "player",
}


def roles(findings: Findings) -> dict[str, FunctionCall]:
    """The functions below the agent, where the module has all of them."""
    found = {}
    for role, name in ROLES.items():
        function = findings.source.functions.get(name)
        wanted = 2 if role == "result" else 1
        if function is None or len([each for each in function.parameters if each.is_required]) != wanted:
            return {}
        found[role] = FunctionCall(function=name, arguments=("board", "move") if role == "result" else ("board",))
    return found


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """One way: the course says how its functions are called, and that X starts."""
    functions = roles(findings)
    if function.path != "minimax" or len(function.parameters) != 1 or not functions:
        return
    values = dict(findings.source.globals())
    pair = tuple(values[name].mark if name in values else name for name in ("X", "O"))
    for form in findings.forms(function, function.parameters[0].name)[:1]:
        yield marked(Description(call=Call(function="minimax"), board=form, functions=functions), (pair[0], pair[1]))
