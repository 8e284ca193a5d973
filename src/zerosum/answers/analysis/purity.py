"""Whether rules are pure: each function gives the same answer for a state whatever was called before."""

from __future__ import annotations

import dis
from random import Random
from types import CodeType
from typing import Any

from zerosum.answers.analysis.wrong_rules import Fault
from zerosum.core.rules import Move, Rules, State, listed

MOST_AGAIN = 300
"""So many positions are asked again, in another order, after all were tried."""


class Purity:
    """Asks a game's rules about the same positions again, with one call of `play` between, and in another order."""

    def __init__(self, rules: Rules) -> None:
        """Nothing has been asked yet."""
        self.rules = rules
        self.answers: dict[State, tuple[Any, ...]] = {}
        self.order: list[State] = []

    def try_position(self, state: State) -> None:
        """Ask, play one move, and ask again: rules that change a global there and back differ after an odd number."""
        first = self.answers.setdefault(state, self._ask(state))
        if not self.rules.is_over(state):
            moves = listed(self.rules.moves(state))
            for move in {moves[0]: None, moves[-1]: None}:
                child = self._same_child(state, move, None)
                self._compare(first, self._ask(state))
                self._same_child(state, move, child)
        self._compare(first, self._ask(state))

    def in_another_order(self, random: Random) -> list[State]:
        """Some of the positions that were tried, in another order."""
        self.order = random.sample(list(self.answers), min(MOST_AGAIN, len(self.answers)))
        return self.order

    def try_again(self, state: State, random: Random) -> None:
        """Ask about a position after a move that was made somewhere else."""
        elsewhere = random.choice(self.order)
        if not self.rules.is_over(elsewhere):
            self.rules.play(elsewhere, random.choice(listed(self.rules.moves(elsewhere))))
        self._compare(self.answers[state], self._ask(state))

    def _same_child(self, state: State, move: Move, before: State | None) -> State:
        child = self.rules.play(state, move)
        if before is not None and child != before:
            raise Fault(
                f"play gives another state after other calls: it depends on more than its state{self._writes()}"
            )
        return child

    def _ask(self, state: State) -> tuple[Any, ...]:
        """Whose turn it is, whether the game is over, and the moves or the utility."""
        rules = self.rules
        side, is_over = rules.to_move(state), bool(rules.is_over(state))
        return side, is_over, rules.utility(state) if is_over else listed(rules.moves(state))

    def _compare(self, first: tuple[Any, ...], again: tuple[Any, ...]) -> None:
        names = ("to_move", "is_over", "utility" if first[1] else "moves")
        for name, one, other in zip(names, first, again, strict=True):
            if one != other:
                raise Fault(
                    f"{name} gives {one!r}, and then {other!r} for the same state after other calls: "
                    f"it depends on more than its state{self._writes()}"
                )

    def _writes(self) -> str:
        """Which global a rule writes, with its line; "" where none is seen."""
        for name in ("play", "moves", "is_over", "to_move", "utility"):
            code = getattr(getattr(self.rules, name), "__code__", None)
            if code is not None and (found := global_written(code)):
                return f"; {name} writes the global {found[0]!r} in {code.co_filename}, line {found[1]}"
        return ""


def global_written(code: CodeType) -> tuple[str, int] | None:
    """The first global that a function stores, and the line; None for none."""
    line = code.co_firstlineno
    for each in dis.get_instructions(code):
        line = each.starts_line or line
        if each.opname == "STORE_GLOBAL":
            return str(each.argval), line
    return None
