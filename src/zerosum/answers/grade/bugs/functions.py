"""Name the bug by the functions below the agent: which fault explains every call of one that is wrong.

A function is asked about every position, the finished ones too. A name is given where one fault predicts all that the
function gave, right or wrong, and where every wrong function has the same name. It is given only for an agent that is
wrong: a helper that is right for its own purpose may have been taken for a function of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zerosum.answers.grade.bugs.faults.ends import WIN, End, by_lines, by_rules, with_empty_lines
from zerosum.answers.grade.bugs.faults.of_lines import line_tables
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.checks.evidence import Called
from zerosum.answers.grade.reports.report import Bug
from zerosum.core.rules import FIRST, SECOND, State

FEWEST_WRONG = 4
"""Fewer wrong calls than these are no evidence."""

NameAndWords = tuple[str, str]


def name_by_functions(positions: Positions, calls: Sequence[Called]) -> Bug | None:
    """The one fault that explains all wrong functions; None where there is none or no single one."""
    if not positions.has_lines:
        return None
    wrong = sorted({call.role for call in calls if call.problem is not None})
    names: dict[str, list[NameAndWords]] = {}
    for role in wrong:
        # The wrong calls come first: most faults fail on one of them.
        of_role = sorted((call for call in calls if call.role == role), key=lambda call: call.problem is None)
        names[role] = list(dict.fromkeys(_explanations(positions, role, of_role)))
    if not names:
        return None
    shared = set.intersection(*(set(found) for found in names.values()))
    if len({name for name, _ in shared}) != 1:
        return None
    role = min(wrong, key=lambda role: len(names[role]))
    name, words = next(each for each in names[role] if each in shared)
    count = sum(call.role == role for call in calls)
    failed = sum(call.role == role and call.problem is not None for call in calls)
    return Bug(
        name=name,
        sentence=f"Its function for {role} behaves as if {words}.",
        evidence=f"It is wrong in {failed:,} of {count:,} calls, and all {count:,} are what such a function gives.",
    )


def _explanations(positions: Positions, role: str, calls: Sequence[Called]) -> Iterator[NameAndWords]:
    """The faults that predict every call of a function."""
    if sum(call.problem is not None for call in calls) < FEWEST_WRONG:
        return
    if role == "player":
        for words, side in (
            ("it were always the first side's turn", FIRST),
            ("it were always the second side's turn", SECOND),
        ):
            if all(call.answer.result == side for call in calls):
                yield "side to move misjudged", words
        if all(call.answer.result == 1 - positions.mover(call.state) for call in calls):
            yield "side to move misjudged", "it were the other side's turn"
    if role in ("terminal", "winner", "utility"):
        for name, words, end in _ends(positions):
            if all(_fits(role, call, end) for call in calls):
                yield name, words


def _fits(role: str, call: Called, end: End) -> bool:
    """Whether a function that reads the end of the game so would have given this."""
    predicted = read_end(role, call.state, end)
    if call.answer.failure is not None:  # such as a blank for the winner: which one it means is not known
        return predicted != call.right
    found = call.answer.result
    if role == "utility" and isinstance(found, int | float):
        return (found > 0) - (found < 0) == predicted
    return bool(found == predicted)


def read_end(role: str, state: State, end: End) -> object:
    """What the function gives for a state by this reading of its end."""
    value = end(state, FIRST)
    if role == "terminal":
        return value is not None
    sign = 0 if not value else 1 if value > 0 else -1
    return sign if role == "utility" else None if sign == 0 else FIRST if sign > 0 else SECOND


def _ends(positions: Positions) -> Iterator[tuple[str, str, End]]:
    """The faults in reading an end."""
    lines = positions.all_lines
    for worth in (0, WIN, -WIN):
        for precedence in ("owned", "empty", "order"):
            end = with_empty_lines(positions, lambda side, mover, worth=worth: worth, precedence)  # type: ignore[misc]
            yield "an empty line counted as a line", "an empty line counted as a line", end
    words = "a full board was a draw before anyone looked for a line on it"
    yield "full board tested before the win", words, by_lines(positions, lines, full_first=True)
    for words, table in line_tables(positions):
        yield "a missing or mistyped line", words, by_lines(positions, table)
    words = "a win of one side counted as one of the other"
    yield "win looked for on the wrong side or sign", words, by_rules(positions, _exchanged)


def _exchanged(winner: int | None, side: int, _mover: int) -> int:
    return 0 if winner is None else -WIN if winner == side else WIN
