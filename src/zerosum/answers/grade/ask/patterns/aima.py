"""AIMA's player: a function of the game and the state, with the student's own game where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zerosum.answers.grade.ask.description import BoardForm, Call, Description, MoveForm
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.source.definitions import Function

METHODS = frozenset(("actions", "result", "terminal_test", "utility", "to_move", "is_terminal", "legal_moves"))
INITIAL = ("initial", "initial_state", "get_initial_state", "start", "start_state")
NEEDED = frozenset(("actions", "result", "utility"))


def is_aima(findings: Findings, function: Function) -> bool:
    """Whether a function is a player of AIMA."""
    names = [each.name for each in function.parameters if each.is_required]
    uses_game = any(len(uses & METHODS) >= 2 for uses in function.attributes.values())
    return not function.is_bound and (names[:2] in (["game", "state"], ["state", "game"]) or uses_game)


def own_games(findings: Findings) -> list[str]:
    """The classes of the submission that are games of AIMA's kind, those that others are derived from last."""
    source = findings.source
    found = [name for name in source.classes if source.method_names(name) >= NEEDED]
    bases = {base for name in found for base in source.classes[name].bases}
    return [name for name in found if name not in bases]


def ways(findings: Findings, function: Function) -> Iterator[Description]:
    """With the student's own game as it is written; with ours where the file has none."""
    if not is_aima(findings, function):
        return
    words = []
    for each in function.parameters:
        if each.is_required:
            is_game = each.name == "game" or len(function.attributes.get(each.name, set()) & METHODS) >= 2
            words.append("game" if is_game and "game" not in words else "state")
    call = Call(function=function.path, arguments=tuple(words))
    games = own_games(findings)
    for name in games:
        yield from _with_own_game(findings, call, name)
    if not games:
        yield Description(call=call, board=BoardForm(form="flat"))


def _with_own_game(findings: Findings, call: Call, name: str) -> Iterator[Description]:
    """The student's own game, if its moves on the empty board are cells or columns that we can name."""
    made = findings.made.get(name, f"{name}()")
    known = findings.source.method_names(name)
    for initial in INITIAL:
        if initial in known:
            first = f"{made}.{initial}" + ("()" if findings.is_method(name, initial) else "")
            move = _move_form(findings, findings.value(f"list({made}.actions({first}))"))
            if move is not None:
                board = BoardForm(form="flat", object=made.removesuffix("()"), path=initial)
                yield Description(call=call, board=board, move=move)


def _move_form(findings: Findings, moves: Any) -> MoveForm | None:
    """The form of all moves on the empty board."""
    rows, columns = findings.rows, findings.columns
    found = sorted(map(str, moves)) if isinstance(moves, list) else []
    for base in (0, 1):
        pairs = [[row + base, column + base] for row in range(rows) for column in range(columns)]
        numbers = range(base, base + (columns if findings.falls else rows * columns))
        if found == sorted(map(str, numbers)):
            return MoveForm(form="column" if findings.falls else "index", base=base)
        if found == sorted(map(str, pairs)) and not findings.falls:
            return MoveForm(form="row_column", base=base)
    return None
