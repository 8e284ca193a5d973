"""The value of every move in plain Python, depth by depth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from zerosum.answers.analysis.results import MoveValue
from zerosum.core.errors import MAX_PLIES, refuse_endless
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, listed
from zerosum.core.value import Estimate, judged
from zerosum.engines.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Stopped,
    flat,
    room_for_recursion,
    without_false_distance,
)
from zerosum.engines.search.run import Run
from zerosum.engines.search.transposition_table import ENTRIES, TableSearch

ENTRIES_A_MEGABYTE = 1_000
"""The entries of a generation of the table that fit into a megabyte, with those of the other one."""

ENDLESS_NODES = 50_000
"""Without any limit, a game that can go on for ever is searched for so many more nodes once that is known."""


class PlainDeepening:
    """Values the moves of positions of one game by the search with a transposition table, which is kept."""

    def __init__(self, game: Game, memory: int | None) -> None:
        """Begin with an empty table of about so many megabytes, unless None."""
        self.game = game
        self._entries = ENTRIES if memory is None else min(ENTRIES, memory * ENTRIES_A_MEGABYTE)
        self._kept: TableSearch | None = None

    @property
    def _search(self) -> TableSearch:
        """Made when it is needed, because it asks the rules whether positions repeat."""
        if self._kept is None:
            self._kept = TableSearch(Run("analysis", self.game, self.game.start), entries=self._entries)
        return self._kept

    def values(
        self, state: State, effort: Effort, known: dict[Move, MoveValue], known_depth: int = 0
    ) -> Iterator[tuple[int, list[MoveValue]]]:
        """Yield each depth and the moves searched to it, until all are exact or the limit's depth is reached.

        Of what is known already, to a depth, only what is better is yielded.

        Raises `Stopped`; where no limit would ever stop it, since the game repeats positions, `EndlessGame`.
        """
        self._search.run.effort = effort
        found = dict(known)
        limit, is_endless = effort.limit, False
        for depth in range(1, min(limit.horizon, MAX_PLIES) + 1):
            try:
                with room_for_recursion():
                    for move in listed(self.game.rules.moves(state)):
                        if move not in found or not found[move].exact:
                            found[move] = self._searched(state, move, depth, found.get(move), effort)
            except Stopped:
                if is_endless:
                    refuse_endless(MAX_PLIES + 1)
                raise
            is_exact = all(each.exact for each in found.values())
            if depth > known_depth or is_exact:
                yield max(depth, known_depth), list(found.values())
            if is_exact:
                return
            if effort.limit == NO_LIMIT and any(self._repeats(state, each.line) for each in found.values()):
                is_endless = True
                effort.limit = Limit(nodes=effort.nodes + ENDLESS_NODES)
        if limit.depth is None:
            refuse_endless(MAX_PLIES + 1)

    def _repeats(self, state: State, line: tuple[Move, ...]) -> bool:
        """Whether some position comes twice in a line."""
        position = self._search.run.position
        return len({position(each) for each in self.game.states_along(state, line)}) <= len(line)

    def _searched(self, state: State, move: Move, depth: int, known: MoveValue | None, effort: Effort) -> MoveValue:
        """Search one move to a depth with an open window."""
        run = self._search.run
        run.horizon = depth
        estimates_before = effort.estimates
        child = self.game.rules.play(state, move)
        with self._on_path(state):
            score, rest = self._search.value(child, -inf, inf, 1)
        line = (move, *flat(rest))
        value, exact = judged(
            run.scale,
            run.scale.farther(score),
            self.game.rules.to_move(state),
            depth=depth,
            estimated=effort.estimates > estimates_before,
            line_length=len(line),
        )
        if run.path is not None:
            value = without_false_distance(self.game, state, value, line)
        if known is None or not isinstance(value, Estimate):
            return MoveValue(move, value, exact, False, line)
        # The winner was known from a table entry that has been dropped since, or a deeper search came before.
        if not isinstance(known.value, Estimate) or known.value.depth > depth:
            return known
        return MoveValue(move, value, exact, False, line)

    @contextmanager
    def _on_path(self, state: State) -> Iterator[None]:
        """Count this position as one that has occurred, where a game says what its repetition is worth."""
        path = self._search.run.path
        if path is None or self.game.rules.repetition is None:
            yield
            return
        position = self._search.run.position(state)
        path[position] = 0
        try:
            yield
        finally:
            del path[position]
