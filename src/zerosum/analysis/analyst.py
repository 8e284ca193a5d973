"""The exact value of every move of a position, and the best line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

from zerosum.analysis.book import Book, shipped
from zerosum.analysis.results import BOOK, NATIVE, REFERENCE, Analysis, MoveValue, value_among
from zerosum.game import BadRequest, Game, Move, State, Uncompilable, listed
from zerosum.native import require_numba
from zerosum.native.tiers import SMALL, refuse_unknown_tier
from zerosum.progress import ProgressCallback
from zerosum.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Stopped,
    first_glance,
    flat,
    refuse_chance,
    room_for_recursion,
)
from zerosum.search.transposition_table import ENTRIES, TableSearch
from zerosum.value import Estimate, Margin, Outcome, judged, scale_for, value_of

if TYPE_CHECKING:
    from zerosum.native.solver.move_values import MoveSearch

ENTRIES_A_MEGABYTE = 1_000
"""The entries of a generation of the reference tier's table that fit into a megabyte, with those of the other one."""


class Analyst:
    """Analyzes positions of one game, and remembers what it has learnt from one to the next.

    `tier` says where: on the "reference" tier, the "native" one, or "auto": in plain Python what is small, and
    compiled what is not, if the game can be. There, `threads` work at once, all cores unless told otherwise, on
    tables of `memory` megabytes together, which is also about what the reference tier remembers. A game's `book`, by
    default the one that comes with the package, answers at once. `last` is the analysis that was asked for last, and
    `guesses` counts those whose value is an estimate.
    """

    def __init__(
        self,
        game: Game,
        *,
        limit: Limit = NO_LIMIT,
        progress: ProgressCallback = None,
        tier: str = "auto",
        threads: int | None = None,
        memory: int | None = None,
        book: Book | bool = True,
    ) -> None:
        """Begin with nothing learnt; the limit is for each position."""
        refuse_unknown_tier(tier)
        self.game = game
        self.limit = limit
        self.progress = progress
        self.tier = tier
        self.book = (shipped(game) if book else None) if isinstance(book, bool) else book
        self._settings = {"threads": threads, "memory": memory}
        self._native: MoveSearch | None = None
        self.last: Analysis | None = None
        self.guesses = 0
        entries = ENTRIES if memory is None else min(ENTRIES, memory * ENTRIES_A_MEGABYTE)
        self._search = TableSearch(game, Effort(limit), entries=entries)
        self._known: dict[State, Analysis] = {}

    def prepare(self) -> None:
        """Compile or load what the native tier needs now, so that no analysis has to wait for it."""
        if self.tier == NATIVE or (self.tier == "auto" and compiles(self.game)):
            self._move_search()

    def _move_search(self) -> MoveSearch:
        from zerosum.native.solver.move_values import MoveSearch

        if self._native is None:
            self._native = MoveSearch(self.game, **self._settings)
        return self._native

    def __call__(self, state: State) -> Analysis:
        """The best analysis that the limit allows."""
        *_, self.last = self.analyses(state)
        self.guesses += isinstance(self.last.value, Estimate)
        return self.last

    def analyses(self, state: State) -> Iterator[Analysis]:
        """Yield better and better analyses, at least one; the last is exact unless a limit stops it.

        When it does, the last finished one comes once more, with the counters of all the work.
        """
        if state in self._known:
            yield self._known[state]
            return
        refuse_chance(self.game, state)
        effort = Effort(self.limit, self.progress)
        if self.game.rules.is_over(state):
            yield self._finished(state, effort)
            return
        analysis = self._first_glance(state, effort)
        yield analysis
        try:
            for better in self._better(state, analysis, effort):
                analysis = better
                if analysis.exact:
                    self._known[state] = analysis
                yield analysis
        except Stopped:
            yield replace(analysis, nodes=effort.nodes, table_hits=effort.table_hits, seconds=effort.seconds)

    def _better(self, state: State, first: Analysis, effort: Effort) -> Iterator[Analysis]:
        """Better analyses than a first glance, from wherever they come soonest; raises `Stopped`."""
        in_book = self._from_book(state, effort)
        if in_book is not None:
            yield in_book
            return
        if self.tier != NATIVE:
            in_python_first = self.tier == "auto" and (self.limit.nodes is None or self.limit.nodes > SMALL)
            attempt = Effort(replace(self.limit, nodes=SMALL), self.progress, started=effort.started)
            try:
                for analysis in self._by_depth(state, attempt if in_python_first else effort):
                    first = analysis
                    yield analysis
                return
            except Stopped:
                if not in_python_first:
                    raise
                effort.nodes, effort.table_hits = attempt.nodes, attempt.table_hits
                # It may also be the progress, and whoever cancels does not want a compiler to be started.
                if attempt.nodes < SMALL or effort.is_spent:
                    raise
            if not compiles(self.game):
                yield from self._by_depth(state, effort)
                return
        yield from self._compiled(state, first, effort)

    def _by_depth(self, state: State, effort: Effort) -> Iterator[Analysis]:
        """One analysis for each depth, in plain Python, until exact or the limit's depth; raises `Stopped`."""
        self._search.effort = effort
        found: dict[Move, MoveValue] = {}
        for depth in range(1, self.limit.horizon + 1):
            with room_for_recursion():
                for move in listed(self.game.rules.moves(state)):
                    if move not in found or not found[move].exact:
                        found[move] = self._look(state, move, depth, effort)
            analysis = self._summed_up(state, list(found.values()), depth, effort)
            yield analysis
            if analysis.exact:
                return

    def _compiled(self, state: State, first: Analysis, effort: Effort) -> Iterator[Analysis]:
        """Analyses by the native tier, from what is known already; raises `Stopped`."""
        from zerosum.native.solver.move_values import Found

        # Compiling, which happens once for each game on a machine, is not counted against the limit.
        began = time.perf_counter()
        search = self._move_search()
        effort.started += time.perf_counter() - began
        known_depth = max((each.value.depth for each in first.moves if isinstance(each.value, Estimate)), default=0)
        found = {each.move: Found(each.value, each.exact, each.line) for each in first.moves}
        for depth in search.values(state, found, effort, known_depth):
            moves = [MoveValue(move, each.value, each.exact, False, each.line) for move, each in found.items()]
            yield replace(self._summed_up(state, moves, depth, effort), tier=NATIVE)

    def _from_book(self, state: State, effort: Effort) -> Analysis | None:
        """An analysis by the book alone, if it knows the position after every move."""
        if not self._may_look_up():
            return None
        found = []
        for move in listed(self.game.rules.moves(state)):
            value = self._book_value(state, move)
            if value is None:
                return None
            found.append(MoveValue(move, value, True, False, (move, *self._book_line(state, move))))
        return replace(self._summed_up(state, found, 1, effort), tier=BOOK)

    def _in_book(self, state: State) -> Outcome | Margin | None:
        """What a position is worth by the book, if that may be looked at."""
        return self.book.value(state) if self.book is not None and self._may_look_up() else None

    def _may_look_up(self) -> bool:
        """Whether there is a book, and nobody asked for plain Python or for a depth."""
        return self.book is not None and self.tier != REFERENCE and self.limit.depth is None

    def _book_value(self, state: State, move: Move) -> Outcome | Margin | None:
        """What a move is worth to the side that makes it, by the book."""
        assert self.book is not None
        rules = self.game.rules
        child = rules.play(state, move)
        side = rules.to_move(state)
        if rules.is_over(child):
            return self._ended(child, side)
        value = self.book.value(child)
        if value is None:
            return None
        mine = value if rules.to_move(child) == side else -value
        return replace(mine, distance=mine.distance + 1) if isinstance(mine, Outcome) and mine.distance else mine

    def _book_line(self, state: State, move: Move) -> tuple[Move, ...]:
        """Best play after a move as far as the book goes, of equal moves the first."""
        line: list[Move] = []
        state = self.game.rules.play(state, move)
        while not self.game.rules.is_over(state):
            worth = {each: self._book_value(state, each) for each in listed(self.game.rules.moves(state))}
            known = {each: value.rank for each, value in worth.items() if value is not None}
            if len(known) < len(worth):
                break
            line.append(max(known, key=lambda each: known[each]))
            state = self.game.rules.play(state, line[-1])
        return tuple(line)

    def _look(self, state: State, move: Move, depth: int, effort: Effort) -> MoveValue:
        """Search one move to a depth with an open window."""
        self._search.horizon = depth
        estimates_before = effort.estimates
        child = self.game.rules.play(state, move)
        score, rest = self._search.score_of(child, move, -inf, inf, 1)
        line = (move, *flat(rest))
        value, exact = judged(
            self._search.scale,
            self._search.scale.farther(score),
            self.game.rules.to_move(state),
            depth=depth,
            estimated=effort.estimates > estimates_before,
            line_length=len(line),
        )
        return MoveValue(move, value, exact, False, line)

    def _first_glance(self, state: State, effort: Effort) -> Analysis:
        """The positions that the moves lead to without any search: how they ended, or their estimates."""
        rules = self.game.rules
        side = rules.to_move(state)
        found = []
        for move in listed(rules.moves(state)):
            child = rules.play(state, move)
            if rules.is_over(child):
                found.append(MoveValue(move, self._ended(child, side), True, False, (move,)))
                continue
            guess = first_glance(self.game, child, self._search.scale)
            mine = guess if rules.to_move(child) == side else -guess
            found.append(MoveValue(move, mine, False, False, (move,)))
        glance = self._summed_up(state, found, 1, effort)
        return replace(glance, tier=NATIVE) if self.tier == NATIVE else glance

    def _ended(self, child: State, side: int) -> Outcome | Margin:
        """What a move that ended the game was worth to the side that made it."""
        scale = self._search.scale
        return value_of(scale, scale.farther(scale.end(self.game.rules.utility(child))), side, draw_distance=1)

    def _summed_up(self, state: State, found: list[MoveValue], depth: int, effort: Effort) -> Analysis:
        known = None if all(each.exact for each in found) else self._in_book(state)
        able = found
        if known is not None:
            # The best of all moves gets just this: one that is known to, or else one of which nothing is known yet.
            able = [each for each in found if each.exact and each.value.rank == known.rank]
            able = able or [each for each in found if not each.exact] or found
        top = max(each.value.rank for each in able)
        moves = tuple(replace(each, best=each in able and each.value.rank == top) for each in found)
        return Analysis(
            game=self.game,
            state=state,
            value=value_among(moves, depth) if known is None else known,
            exact=all(each.exact for each in moves),
            best=tuple(each.move for each in moves if each.best),
            moves=moves,
            nodes=effort.nodes,
            table_hits=effort.table_hits,
            seconds=effort.seconds,
        )

    def _finished(self, state: State, effort: Effort) -> Analysis:
        scale = scale_for(self.game)
        score = scale.end(self.game.rules.utility(state))
        value = value_of(scale, score, self.game.rules.to_move(state), draw_distance=0)
        return Analysis(self.game, state, value, True, (), (), effort.nodes, 0, effort.seconds)


@lru_cache(maxsize=64)
def compiles(game: Game) -> bool:
    """Whether the native tier can take a game: it is installed, and rules and knowledge can be compiled."""
    return why_not_compiled(game) is None


def why_not_compiled(game: Game) -> str | None:
    """Why the native tier cannot take a game; None when it can."""
    try:
        require_numba()
        from zerosum.native.compile.knowledge import native_knowledge
        from zerosum.native.compile.rules import native_rules

        native_knowledge(game, native_rules(game))
    except (BadRequest, Uncompilable) as error:
        return str(error)
    return None


def analyze(
    game: Game, state: State, *, limit: Limit = NO_LIMIT, progress: ProgressCallback = None, **settings: Any
) -> Analysis:
    """The value of every move of a position; other settings are those of the `Analyst`.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> analysis = analyze(game, game.read_position("X-O/-O-/X--"))
    >>> str(analysis.value), analysis.best, str(analysis[8].value)
    ('win in 1', (3,), 'win in 3')
    """
    return Analyst(game, limit=limit, progress=progress, **settings)(state)
