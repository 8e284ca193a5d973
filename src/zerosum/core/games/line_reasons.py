"""Reasons in games of lines: a finished line, forks, and in Connect Four threats above each other and zugzwang.

States are (stones of the side to move, stones of the other side, side to move). The game's own rules and knowledge
answer every question; nothing here knows what a line is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zerosum.core.rules import NO_WIN, Knowledge, Move, Reason, Rules, bits

State = tuple[int, int, int]

COUNTS = {2: "two", 3: "three", 4: "four"}


def line_reasons(
    rules: Rules, knowledge: Knowledge, line: str, drops: bool, state: State, move: Move
) -> Iterator[Reason]:
    """What a move does in a game with tactics; `line` names its line, and `drops` says that stones fall in columns."""
    wins, safe, ceiling = knowledge.wins, knowledge.safe, knowledge.ceiling
    assert wins is not None
    assert safe is not None
    after: Any = rules.play(state, move)
    if rules.is_over(after):
        if rules.utility(after):
            yield Reason(f"completes {line}", result=1)
        return
    mover, other, side = after
    if wins(after):
        # The other side wins before any threat counts.
        yield Reason("leaves the other side a win at {moves}", bits(wins(after)), result=-1)
        return
    threats = bits(wins((other, mover, 1 - side)))
    if len(threats) > 1:
        yield Reason(f"has {COUNTS.get(len(threats), len(threats))} threats: {{moves}}", threats, result=1)
    elif drops and not safe(after):
        if threats:
            yield Reason("has two threats, one above the other, in column {moves}", threats, result=1)
        else:
            yield Reason("leaves no move that is safe: each one lets it win above", result=1)
    elif threats:
        yield Reason("threatens {moves}", threats)
    elif drops and ceiling is not None and safe(after).bit_count() > 1 and ceiling(after) < NO_WIN:
        yield Reason("wins by zugzwang: it answers in the same column until the other side must give way", result=1)
