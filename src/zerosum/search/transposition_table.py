"""Transposition table: ordered alpha-beta that remembers the positions it has seen.

Reference: Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program" (1967); Marsland, "A Review
of Game-Tree Pruning" (1986), for what an entry must say.

The idea added to move ordering: different orders of the same moves lead to the same position. Its
score is kept with what it means (exact, at least, at most), and answers when it is met again; when it
does not suffice, the move that was best then is tried first now.

What the returned score means is as in alpha-beta. With a depth limit, an entry answers only for the
depth it was searched to, unless no estimate had a part in it: then it is true at any depth.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from zerosum.game import FIRST, SECOND, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.search.ordering import Ordering
from zerosum.search.result import NO_LIMIT, NO_LINE, Effort, Limit, Line, Result, Watch, answer, estimator
from zerosum.value import Score, is_proven, scale_for

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
ANY_DEPTH = -1
ENTRIES = 500_000
"""How many entries one generation of the table holds; two are kept, together about half a GB."""


class Entry(NamedTuple):
    """What is known of a position: its score, what the score means, and the line behind it."""

    score: Score
    bound: int
    depth: int
    line: Line


class Table:
    """Entries by position, in two generations: when the young one is full, the old one is dropped."""

    def __init__(self, entries: int = ENTRIES) -> None:
        """Begin empty; each generation holds so many entries."""
        self._entries = entries
        self._young: dict[State, Entry] = {}
        self._old: dict[State, Entry] = {}

    def get(self, state: State) -> Entry | None:
        """What is known of a position, if anything."""
        return self._young.get(state) or self._old.get(state)

    def put(self, state: State, entry: Entry) -> None:
        """Remember this instead of what was known."""
        if len(self._young) >= self._entries:
            self._old, self._young = self._young, {}
        self._young[state] = entry


class TableSearch:
    """Alpha-beta with ordering and a table, kept between calls, for searches that ask many times."""

    def __init__(
        self,
        game: Game,
        effort: Effort,
        *,
        plain: bool = False,
        watch: Watch | None = None,
        entries: int = ENTRIES,
    ) -> None:
        """Begin with an empty table and nothing learnt."""
        self.rules = game.rules
        self.scale = scale_for(game, plain)
        self.effort = effort
        self.watch = watch
        self.estimate = estimator(game)
        self.horizon = effort.limit.horizon
        self.table = Table(entries)
        self.order = Ordering(game.rules.order)

    def score_of(self, state: State, move: Move | None, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """The score of a position within a window, and the best line."""
        self.effort.enter(ply)
        if self.watch is not None:
            self.watch.enter(move, alpha, beta)
        if self.rules.is_over(state):
            self.effort.leaves += 1
            found = self.scale.end(self.rules.utility(state)), NO_LINE
        elif ply >= self.horizon:
            self.effort.leaves += 1
            self.effort.estimates += 1
            found = self.scale.guess(self.estimate(state)), NO_LINE
        else:
            found = self.remembered(state, alpha, beta, ply)
        if self.watch is not None:
            self.watch.leave(found[0])
        return found

    def remembered(self, state: State, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """Answer from the table, or search the position and remember what came of it."""
        depth = self.horizon - ply
        entry = self.table.get(state)
        if entry is not None and entry.depth in (depth, ANY_DEPTH) and answers(entry, alpha, beta):
            self.effort.table_hits += 1
            self.effort.estimates += entry.depth != ANY_DEPTH
            if self.watch is not None:
                self.watch.found(entry.score)
            return entry.score, entry.line

        first = entry.line[0] if entry is not None and entry.line else None
        estimates_before = self.effort.estimates
        if self.rules.to_move(state) == FIRST:
            score, line = self.max_value(state, first, alpha, beta, ply)
        else:
            score, line = self.min_value(state, first, alpha, beta, ply)

        is_true = self.effort.estimates == estimates_before or is_proven(self.scale, score, depth)
        bound = AT_MOST if score <= alpha else AT_LEAST if score >= beta else EXACT
        self.table.put(state, Entry(score, bound, ANY_DEPTH if is_true else depth, line))
        return score, line

    def max_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """The greatest score among the moves, `first` being tried before the others."""
        farther, nearer = self.scale.farther, self.scale.nearer
        best, line = -inf, NO_LINE
        moves = self.order.ordered(FIRST, listed(self.rules.moves(state)), first)
        for tried, move in enumerate(moves, start=1):
            child = self.rules.play(state, move)
            score, rest = self.score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score > best:
                best, line = score, (move, rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                self.order.credit(FIRST, move)
                self.cut(tuple(moves[tried:]))
                break
        return best, line

    def min_value(self, state: State, first: Move | None, alpha: Score, beta: Score, ply: int) -> tuple[Score, Line]:
        """The least score among the moves, `first` being tried before the others."""
        farther, nearer = self.scale.farther, self.scale.nearer
        best, line = inf, NO_LINE
        moves = self.order.ordered(SECOND, listed(self.rules.moves(state)), first)
        for tried, move in enumerate(moves, start=1):
            child = self.rules.play(state, move)
            score, rest = self.score_of(child, move, nearer(alpha), nearer(beta), ply + 1)
            score = farther(score)
            if score < best:
                best, line = score, (move, rest)
            beta = min(beta, best)
            if alpha >= beta:
                self.order.credit(SECOND, move)
                self.cut(tuple(moves[tried:]))
                break
        return best, line

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """Count a cut, when it skipped anything."""
        if skipped:
            self.effort.cutoffs += 1
            if self.watch is not None:
                self.watch.cut(skipped)


def answers(entry: Entry, alpha: Score, beta: Score) -> bool:
    """Whether an entry settles a search with this window."""
    if entry.bound == AT_LEAST:
        return bool(entry.score >= beta)
    if entry.bound == AT_MOST:
        return bool(entry.score <= alpha)
    return True


def transposition_table(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
) -> Result:
    """Search a position by alpha-beta with ordering and a transposition table.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> result = transposition_table(game, game.start)
    >>> str(result.value), result.nodes < 5478
    ('draw in 9', True)
    """
    effort = Effort(limit, progress)
    search = TableSearch(game, effort, plain=plain, watch=watch)
    return answer("table", game, state, search.scale, effort, lambda: search.score_of(state, None, -inf, inf, 0))
