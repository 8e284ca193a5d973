"""The search that plays best in a game that cannot be solved (`Game.best_search`), on whichever tier is ready.

When a faster tier takes over (`machine_code.py`), it begins again, which takes it a moment to where the other one was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar

from zerosum.answers.analysis.machine_code import MachineCode, TierSwitch
from zerosum.answers.analysis.results import REFERENCE
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, positions_of
from zerosum.core.value import Estimate, Value
from zerosum.engines.native.search.compile_in_time import COMPILE_SEARCH
from zerosum.engines.search.result import Effort, KnownMove, Result

NODES_WORTH_A_COMPILE = 2_000
"""After so many nodes of plain Python, a search of one of these games is worth a compile."""

CLASSES = {
    "selective": ("selective", "SelectiveSearch"),
    "mcts": ("rave", "MonteCarlo"),
    "rolls": ("rolls", "RollSearch"),
}
"""The module and the class of each search: in `engines.search`, and its twin in `engines.native.search`."""

Answer = TypeVar("Answer")


class BestSearch(Protocol):
    """A search that is kept from move to move, with its tables. Both methods end, or raise `Stopped`, at the limit."""

    def best(self, state: State, effort: Effort, **more: Any) -> Iterator[Result]:
        """Better and better results of one search for the best move."""

    def values(self, state: State, effort: Effort, **more: Any) -> Iterator[dict[Move, KnownMove]]:
        """Better and better values of all moves."""


class BestMoves:
    """The best search of one game: `best` and `values` as of `BestSearch`, on the tier that is asked for.

    `answered_on` is the tier of the latest answer.
    """

    def __init__(
        self, game: Game, tier: str, *, threads: int | None = None, memory: int | None = None, seed: int = 0
    ) -> None:
        """Make nothing yet; the settings are those of an `Analyst`."""
        assert game.best_search is not None
        self.game, self.name = game, game.best_search
        self.module, self.made_by = CLASSES[self.name]
        self.settings: dict[str, Any] = {"threads": threads, "memory": memory}
        if self.name == "mcts":  # the only one of them that is random
            self.settings["seed"] = seed
        is_plain = self.name == "mcts"
        self.code = MachineCode(game, tier, COMPILE_SEARCH, (self.module, is_plain), small=NODES_WORTH_A_COMPILE)
        self.switch = TierSwitch(game, tier, ((self.module, is_plain),), self.code)
        self._made: dict[str, BestSearch] = {}
        self.answered_on = REFERENCE

    def best(self, state: State, effort: Effort, history: Sequence[State] = ()) -> Iterator[Result]:
        """Better and better results of one search for the best move; raises `Stopped`."""
        more = self._more(state, history)
        return self._on_a_tier(lambda search: search.best(state, effort, **more), lambda each: (each.value,), effort)

    def values(self, state: State, effort: Effort, history: Sequence[State] = ()) -> Iterator[dict[Move, KnownMove]]:
        """Better and better values of all moves; raises `Stopped`."""
        more = self._more(state, history)
        return self._on_a_tier(
            lambda search: search.values(state, effort, **more),
            lambda each: (known.value for known in each.values()),
            effort,
        )

    def _more(self, state: State, history: Sequence[State]) -> dict[str, Any]:
        """The positions before this one, which should not come again, for a search that takes them.

        The position itself may have come before; the game goes on from it all the same.
        """
        if self.name != "selective":
            return {}
        position = positions_of(self.game.rules)
        return {"history": [each for each in history if position(each) != position(state)]}

    def _on_a_tier(
        self,
        ask: Callable[[BestSearch], Iterator[Answer]],
        values_of: Callable[[Answer], Iterator[Value] | tuple[Value, ...]],
        effort: Effort,
    ) -> Iterator[Answer]:
        """What the search answers; after a change of tier nothing that is less deep.

        The depth of Monte-Carlo is that of its longest playout, which says nothing about how good an answer is.
        """
        before, depth, last = "", 0, 0
        for tier, answer in self.switch.answers(lambda tier: ask(self._search(tier)), effort, counts_anew=True):
            if tier != before:
                before, depth = tier, last
            found = depth_of(values_of(answer))
            if self.name == "mcts" or found >= depth:
                last = found
                self.answered_on = tier
                yield answer

    def _search(self, tier: str) -> BestSearch:
        """The search on this tier, which answers next."""
        if tier not in self._made:
            package = "zerosum.engines.search" if tier == REFERENCE else "zerosum.engines.native.search"
            make = getattr(import_module(f"{package}.{self.module}"), self.made_by)
            settings = self.settings if tier == REFERENCE else {**self.settings, "tier": tier}
            self._made[tier] = make(self.game, **settings)
        return self._made[tier]


def depth_of(values: Iterator[Value] | tuple[Value, ...]) -> int:
    """How deep the deepest estimate is; where there is none, nothing is deeper."""
    return max((each.depth for each in values if isinstance(each, Estimate)), default=1 << 30)
