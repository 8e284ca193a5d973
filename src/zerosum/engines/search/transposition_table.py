"""Transposition table: ordered alpha-beta that remembers the positions it has searched.

Reference: Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program" (1967); Marsland, "A Review
of Game-Tree Pruning" (1986), for what an entry must say.

The idea added to move ordering: different orders of the same moves lead to the same position. Its
score is stored with what it means (exact, at least, at most), and answers when the position comes up
again; when it does not suffice, the best move found then is tried first now.

What the returned score means is as in alpha-beta. With a depth limit, an entry answers only for the
depth it was searched to, unless no estimate had a part in it: then it is true at any depth. Where positions
can repeat, a score that depends on the path is not stored (`zerosum.engines.search.cycles`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from zerosum.core.rules import FIRST, SECOND, Move, State
from zerosum.core.value import MARGIN, SURE, Score, is_proven
from zerosum.engines.search.ordering import Ordering
from zerosum.engines.search.result import AT_LEAST, AT_MOST, EXACT, NO_LINE, Found, Line, Result
from zerosum.engines.search.run import NONE_REPEATED, Run
from zerosum.engines.search.signature import search_with

ANY_DEPTH = -1
ENTRIES = 500_000
"""How many entries one generation of the table holds; two are kept, together about half a GB."""


class Entry(NamedTuple):
    """A searched position: its score, what the score means (EXACT, AT_LEAST, AT_MOST), its depth and its best line."""

    score: Score
    bound: int
    depth: int
    line: Line


class Table:
    """Entries by position, in two generations: when the young one is full, the old one is dropped."""

    def __init__(self, entries: int = ENTRIES, callback: Callable[[int, int, Move | None], None] | None = None) -> None:
        """Begin empty; each generation holds `entries`. The callback gets bound, depth and move of each one."""
        self._entries = entries
        self._callback = callback
        self._young: dict[State, Entry] = {}
        self._old: dict[State, Entry] = {}

    def get(self, state: State) -> Entry | None:
        """The entry of a position, if there is one."""
        return self._young.get(state) or self._old.get(state)

    def put(self, state: State, entry: Entry) -> None:
        """Store an entry, in place of an older one of the same position."""
        if len(self._young) >= self._entries:
            self._old, self._young = self._young, {}
        self._young[state] = entry
        if self._callback is not None:
            self._callback(entry.bound, entry.depth, entry.line[0] if entry.line else None)


class TableSearch:
    """Alpha-beta with ordering and a table, which are kept between calls of `value`."""

    def __init__(self, run: Run, entries: int = ENTRIES) -> None:
        """Begin with an empty table and no move order learnt."""
        self.run = run
        self.rules = run.game.rules
        self.farther, self.nearer = run.scale.farther, run.scale.nearer
        self.table = Table(entries, run.store_callback)
        # Where a repetition is worth what the game says, every score depends on the path, also one that was found
        # without a repetition: on another path there may be one. Entries then only say which move to try first.
        self.trusts_entries = self.rules.repetition is None
        self.order = Ordering(self.rules.order)

    def value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """The score of a position within a window, and the best line."""
        # A decorated method would be a reference cycle, and keep the table in memory until the garbage collector runs.
        return self.run.search_node(self._value, state, alpha, beta, ply)

    def _value(self, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        if self.rules.is_over(state):
            return self.run.end(state)
        if ply >= self.run.horizon:
            return self.run.guess(state)

        depth = self.run.horizon - ply
        entry = self.table.get(state)
        has_depth = entry is not None and entry.depth in (depth, ANY_DEPTH)
        if entry is not None and has_depth and self.trusts_entries and answers(entry, alpha, beta):
            self.run.table_hit(entry.score, entry.bound, estimated=entry.depth != ANY_DEPTH)
            return entry.score, entry.line

        estimates_before, lowest_before = self.run.effort.estimates, self.run.lowest
        self.run.lowest = NONE_REPEATED
        first = entry.line[0] if entry is not None and entry.line else None
        side = self.rules.to_move(state)
        if side == FIRST:
            score, line = self.max_value(state, first, alpha, beta, ply)
        elif side == SECOND:
            score, line = self.min_value(state, first, alpha, beta, ply)
        else:
            raise self.run.bad_side(state, side)

        bound = AT_MOST if score <= alpha else AT_LEAST if score >= beta else EXACT
        is_true = self.run.effort.estimates == estimates_before or is_proven(self.run.scale, score, depth)
        if not self.run.depends_on_path(ply, lowest_before):
            self.table.put(state, Entry(score, bound, ANY_DEPTH if is_true else depth, line))
        elif is_true and self.holds_on_any_path(score, bound):
            self.table.put(state, Entry(score, AT_LEAST if score > 0 else AT_MOST, ANY_DEPTH, line))
        return score, line

    def holds_on_any_path(self, score: Score, bound: int) -> bool:
        """Whether this is a proven win or loss: where repetition is a draw, it has no part in the proof."""
        if self.run.scale is MARGIN or self.rules.repetition is not None:
            return False
        return (score > SURE and bound != AT_MOST) or (score < -SURE and bound != AT_LEAST)

    def max_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> Found:
        """The greatest score among the moves; `first` is tried before the others."""
        best, line = -inf, NO_LINE
        moves = self.run.moves(state, self.order.key(FIRST, first))
        for move in moves:
            child = self.rules.play(state, move)
            score, rest = self.value(child, self.nearer(alpha), self.nearer(beta), ply + 1)
            score = self.farther(score)
            if score > best:
                best, line = score, (move, rest)
                alpha = max(alpha, best)
            if best >= beta:
                self.order.credit(FIRST, move)
                self.run.cut(moves)
                return best, line
        return best, line

    def min_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> Found:
        """The least score among the moves; `first` is tried before the others."""
        best, line = inf, NO_LINE
        moves = self.run.moves(state, self.order.key(SECOND, first))
        for move in moves:
            child = self.rules.play(state, move)
            score, rest = self.value(child, self.nearer(alpha), self.nearer(beta), ply + 1)
            score = self.farther(score)
            if score < best:
                best, line = score, (move, rest)
                beta = min(beta, best)
            if best <= alpha:
                self.order.credit(SECOND, move)
                self.run.cut(moves)
                return best, line
        return best, line


def answers(entry: Entry, alpha: Score, beta: Score) -> bool:
    """Whether an entry settles a search with this window."""
    if entry.bound == AT_LEAST:
        return bool(entry.score >= beta)
    if entry.bound == AT_MOST:
        return bool(entry.score <= alpha)
    return True


@search_with(Run, "table")
def transposition_table(run: Run) -> Result:
    """Search a position by alpha-beta with ordering and a transposition table.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> result = transposition_table(game, game.start)
    >>> str(result.value), result.nodes < 5478
    ('draw in 9', True)
    """
    search = TableSearch(run)
    return run.answer(lambda: search.value(run.state, -inf, inf, 0))
