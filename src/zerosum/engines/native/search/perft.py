"""Count the move sequences of a position, compiled: the twin of the counting in `answers.lab.perft`, node for node."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.core.value import Scale
from zerosum.engines.native.compile.entries import NATIVE, WORDS, build, rules_on
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, load, store
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVES,
    DEEPEST,
    HORIZON,
    LOOK_AT,
    NODES,
    RUNNING,
    STATUS,
    STOPPED,
    Capacity,
    enter,
    is_move,
    new_control,
    refuse,
)
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.runner import run
from zerosum.engines.search.result import Effort, Stopped

if TYPE_CHECKING:
    from zerosum.engines.native.compile.rules import NativeRules


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, _: Scale | None = None) -> Callable[..., Any]:
    """The entry for these rules: takes a state and the control, gives the number of sequences to the horizon."""
    each_move, play, is_over, yields = rules.each_move, rules.play, rules.is_over, rules.yields

    def sequences(state: State, ply: int, control: Any) -> int:
        if not enter(control, ply):
            return 0
        if ply == load(control, HORIZON):
            return 1
        if is_over(state):
            return 0
        total = 0
        # One ply before the horizon, moves are counted without being played: each would be entered, counted and left.
        # The counters are as if each had been; where the search may end in between, or goes this deep for the first
        # time, each is.
        if ply + 1 == load(control, HORIZON) and load(control, DEEPEST) > ply:
            for given in each_move(state):
                if not is_move(control, as_word(given), yields):
                    return 0
                total += 1
            nodes = load(control, NODES) + total
            if total > 0 and nodes <= load(control, LOOK_AT):
                store(control, NODES, nodes)
                return total
            total = 0
        is_empty = True
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return 0
            is_empty = False
            total += sequences(play(state, move), ply + 1, control)
            if load(control, STATUS) != RUNNING:
                return 0
        if is_empty:
            refuse(control, BAD_MOVES, 0)
        return total

    def count(state: State, control: Any) -> int:
        return sequences(state, 0, address_of(control))

    return build(count, (rules.state_type, WORDS))


class NativePerft:
    """Counts the sequences of one game by compiled code, to one depth after another; the counters add up."""

    def __init__(self, game: Game, effort: Effort, deepest: int, tier: str = NATIVE) -> None:
        """Compile or load the code; raises `Stopped` when the limit ends before that, and `Uncompilable`."""
        wait_for_compile(game, "perft", True, effort, tier)
        rules = rules_on(tier, game)
        self.entry = rules.entry("perft", compiled)
        self.effort = effort
        self.control = new_control(Capacity(deepest + 1, 0), effort.limit, words=rules.words)

    def count(self, state: State, depth: int) -> int:
        """How many sequences of so many moves there are; raises `Stopped` when a limit ends it."""
        self.control[HORIZON] = depth
        found = int(run(self.entry, (state, self.control), self.control, self.effort))
        if self.control[STATUS] == STOPPED:
            raise Stopped
        return found
