"""The value of every move of a position, and the best move: from whatever answers soonest.

What was computed before answers first: a solved table, then a book. A game that repeats positions is listed whole where
it is small. Everything else is searched: depth by depth in plain Python, then by compiled code, which also solves. A
game that cannot be solved as a whole has a search of its own (`Game.best_search`); where the solver can take it, near
the end for example, the two take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from zerosum.answers.analysis.best_moves import BestMoves
from zerosum.answers.analysis.book import Book, shipped
from zerosum.answers.analysis.book_lookup import moves_in
from zerosum.answers.analysis.chance_values import ChanceValues
from zerosum.answers.analysis.conclusion import analysis_of, moves_without_search
from zerosum.answers.analysis.graph_values import GraphValues
from zerosum.answers.analysis.machine_code import MachineCode, TierSwitch
from zerosum.answers.analysis.plain_deepening import ENDLESS_NODES, PlainDeepening
from zerosum.answers.analysis.results import BOOK, NATIVE, PORTABLE, REFERENCE, TABLE, Analysis, MoveValue, result_of
from zerosum.answers.analysis.table_lookup import chance_in_table, moves_in_table
from zerosum.answers.analysis.written_values import refuse_form, written_as
from zerosum.core.errors import BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.progress import Count, Progress, ProgressCallback
from zerosum.core.rules import CHANCE, State
from zerosum.core.value import Estimate, scale_for, value_of
from zerosum.engines.native import has_numba, refuse_unknown_tier
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import NO_LIMIT, Effort, KnownMove, Limit, Result, Stopped, refuse_unsearchable
from zerosum.engines.solve.tables.table import SolvedTable
from zerosum.engines.solve.tables.user_folder import EndingTables, found_table

if TYPE_CHECKING:
    from zerosum.engines.native.solver.move_values import MoveSearch

SOLVING_SHARE = 0.25
"""The part of the time in which a game with a best search is solved, where the solver can take it."""

FIRST_TURN = 1.0
"""The seconds of the first turn of solving where there is no limit; each turn is twice as long as the one before."""

COMPILED = (NATIVE, PORTABLE)

DEEPENING_KERNEL = "transposition_table"
"""The portable kernel without which moves are not searched; where there is one for the solver, it solves too."""

Better = TypeVar("Better")


class Analyst:
    """Analyzes positions of one game, and keeps its transposition tables from one to the next.

    `tier` is "reference", "native", or "auto", which searches what is small in plain Python, and what is not by
    compiled code if that is possible. The native tier uses `threads`, all cores unless told otherwise, and tables of
    `memory` megabytes together; the table of the reference tier takes about as much. Where the tier is "auto" and there
    is no limit of depth, a solved `table` answers first: True is the one in the user's folder of tables, or those of
    the game's endings there. Then a `book` answers for the positions it holds: True is the one of the package.
    `history` are the states before the one that is asked about, where they are known: best searches avoid to repeat
    them. `values` says how wins are written (`written_as`). `last` is the analysis that was asked for last, and
    `guesses` counts the answers that may be wrong.

    An analyst can be pickled; its tables and its progress callback do not come with it.
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
        table: SolvedTable | bool = True,
        seed: int = 0,
        values: str = "distance",
    ) -> None:
        """Begin with empty tables; the limit is for each position, the seed for a search that is random."""
        refuse_other_types(game, limit, threads, memory, book)
        if values != "distance":
            refuse_form(values)
        refuse_other_table(game, table)
        refuse_unknown_tier(tier)
        self.game = game
        self.limit = limit
        self.progress = progress
        self.tier = tier
        self.book = (shipped(game) if book else None) if isinstance(book, bool) else book
        self._table_setting = table
        self.threads = threads
        self.memory = memory
        self.seed = seed
        self.values = values
        self.history: Sequence[State] = ()
        self.last: Analysis | None = None
        self.guesses = 0
        self._code = MachineCode(game, tier, small=SMALL_SEARCH_NODES)
        self._move_searches: dict[str, MoveSearch] = {}
        self._best = (
            None if game.best_search is None else BestMoves(game, tier, threads=threads, memory=memory, seed=seed)
        )
        self._known: dict[State, Analysis] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings alone."""
        book = self.book if self.book is None or self.book is not shipped(self.game) else True
        settings: dict[str, Any] = {
            "limit": self.limit,
            "tier": self.tier,
            "threads": self.threads,
            "memory": self.memory,
            "book": book or False,
            "table": self._table_setting,
            "seed": self.seed,
            "values": self.values,
        }
        return partial(Analyst, self.game, **settings), ()

    @cached_property
    def table(self) -> SolvedTable | None:
        """The solved table that answers first."""
        given = self._table_setting
        return (found_table(self.game) if given else None) if isinstance(given, bool) else given

    @cached_property
    def _endings(self) -> EndingTables | None:
        return EndingTables(self.game) if self._table_setting is True else None

    @cached_property
    def _plain(self) -> PlainDeepening:
        return PlainDeepening(self.game, self.memory)

    @cached_property
    def _graph(self) -> GraphValues:
        return GraphValues(self.game)

    @cached_property
    def _chance(self) -> ChanceValues:
        return ChanceValues(self.game)

    def prepare(self, seconds: float | None = None) -> None:
        """Compile or load what the native tier needs now, so that no analysis has to wait for it.

        After so many seconds, if they are given, the compile goes on in the background; at once where a portable kernel
        answers meanwhile.
        """
        if self._best is not None:
            self._best.code.prepare(0.0 if self._best.switch.has_portable else seconds)
        if self._best is None or self._can_solve():
            self._code.prepare(0.0 if self._switch.has_portable else seconds)
            if self.tier in (NATIVE, "auto") and self._code.is_ready():
                self._move_search(NATIVE)

    @cached_property
    def _switch(self) -> TierSwitch:
        """The switch between tiers of deepening and solving, made when it is needed: most answers of a book are not."""
        return TierSwitch(self.game, self.tier, ((DEEPENING_KERNEL, False),), self._code)

    def _move_search(self, tier: str) -> MoveSearch:
        from zerosum.engines.native.solver.move_values import MoveSearch

        if tier not in self._move_searches:
            self._move_searches[tier] = MoveSearch(self.game, memory=self.memory, threads=self.threads, tier=tier)
        return self._move_searches[tier]

    def __call__(self, state: State) -> Analysis:
        """The best analysis that the limit allows."""
        *_, self.last = self.analyses(state)
        self.guesses += self.last.is_guess
        return self.last

    def keep(self, analysis: Analysis) -> None:
        """Answer with this exact analysis when its position is asked for again."""
        self._known[analysis.state] = analysis

    @contextmanager
    def limited(self, limit: Limit) -> Iterator[None]:
        """Work with another limit for a while."""
        before, self.limit = self.limit, limit
        try:
            yield
        finally:
            self.limit = before

    @contextmanager
    def telling(self, count: Count) -> Iterator[None]:
        """Tell the progress callback this count for a while, whatever is searched."""
        before = self.progress
        if before is not None:
            self.progress = lambda so_far: before(count)
        try:
            yield
        finally:
            self.progress = before

    def best(self, state: State) -> Iterator[Result]:
        """Yield better and better results of one search for the best move, at least one.

        What is known without a search, from a table or a book, is the only one. In a game without a `best_search`, the
        moves are those of `analyses`. When a limit stops the search, the last result comes once more, with the counters
        of all the work.
        """
        if self._best is None or self.game.rules.is_over(state) or state in self._known:
            for analysis in self._analyses(state):
                yield result_of(analysis)
            return
        effort = Effort(self.limit, self.progress)
        found = self._looked_up(state, effort)
        if found is not None:
            yield result_of(found)
            return
        search, result = self._best, None
        try:
            for better in self._in_turns(state, effort, lambda: search.best(state, effort, self.history)):
                if isinstance(better, Analysis):
                    if not better.best_known:
                        continue
                    better = result_of(better)
                # Without time for a single depth, a search may give no move.
                if better.move is not None:
                    result = better
                    yield result
        except Stopped:
            pass
        if result is None:
            result = result_of(self._without_search(state, effort))
        self.guesses += not result.exact
        yield replace(result, nodes=effort.nodes, seconds=effort.seconds, stopped=effort.is_spent)

    def analyses(self, state: State) -> Iterator[Analysis]:
        """Yield better and better analyses, at least one; the last is exact unless a limit stops it.

        When it does, or the game turns out to go on for ever, the last finished one comes once more, with the counters
        of all the work and a note that says why. So it does after Ctrl-C, which is raised again after that.
        """
        for analysis in self._analyses(state):
            yield analysis if self.values == "distance" else written_as(analysis, self.values)

    def _analyses(self, state: State) -> Iterator[Analysis]:
        if state in self._known:
            yield self._known[state]
            return
        if self.game.rules.odds is None:
            refuse_unsearchable(self.game, state, "this analysis")
        elif self.tier in COMPILED and self._best is None:
            raise BadRequest(f"{self.game.name} has chance in it, which is analyzed on the reference tier only")
        shown, progress = 0, self.progress

        def show(so_far: Progress) -> None:
            nonlocal shown
            shown = so_far.done
            if progress is not None:
                progress(so_far)

        effort = Effort(self.limit, None if progress is None else show)
        if self.game.rules.is_over(state):
            yield self._finished(state, effort)
            return
        analysis = self._without_search(state, effort)
        yield analysis
        note = None
        try:
            for better in self._better(state, analysis, effort):
                analysis = better
                if analysis.exact:
                    self.keep(analysis)
                yield analysis
            return
        except Stopped:
            code = self._code if self._best is None else self._best.code
            if self.tier == NATIVE and not code.start().is_done:
                note = f"{self.game.name} was still being compiled when the limit was reached"
            elif analysis.tier == REFERENCE and code.is_compiling:
                note = f"{self.game.name} is still being compiled for this machine; ask again in a few seconds"
            elif analysis.tier == REFERENCE and self.tier == "auto" and not has_numba() and self.limit.nodes is None:
                note = f"{self.game.name} was searched in plain Python; pip install 'zerosum[native]' compiles it"
        except EndlessGame as error:
            note = str(error)
        except KeyboardInterrupt:
            # The part that was interrupted has not added its nodes yet, but the caller has been shown them.
            nodes = max(effort.nodes, shown)
            yield replace(analysis, nodes=nodes, table_hits=effort.table_hits, seconds=effort.seconds)
            raise
        yield replace(analysis, nodes=effort.nodes, table_hits=effort.table_hits, seconds=effort.seconds, note=note)

    def _better(self, state: State, first: Analysis, effort: Effort) -> Iterator[Analysis]:
        """Better analyses than the first one, from wherever they come soonest; raises `Stopped` or `EndlessGame`."""
        found = self._looked_up(state, effort)
        is_chance = self.game.rules.odds is not None and self.game.rules.to_move(state) == CHANCE
        if found is not None:
            yield found
        elif self._best is not None and (not is_chance or self.game.best_search == "rolls"):
            yield from self._in_turns(state, effort, lambda: self._valued(state, effort))
        elif self.game.rules.odds is not None:
            yield from self._chance.analyses(state, self.limit, effort)
        else:
            yield from self._searched(state, first, effort)

    def _looked_up(self, state: State, effort: Effort) -> Analysis | None:
        """The exact analysis from a table, a book or a list of all positions; None where there is none."""
        may_look_up = self._may_look_up()
        if self.game.rules.odds is not None:
            return chance_in_table(self.table, state, effort) if may_look_up and self.table is not None else None
        table = self._table_for(state) if may_look_up else None
        in_table = None if table is None else moves_in_table(table, state)
        if in_table is not None:
            return replace(self._concluded(state, in_table, 1, effort), tier=TABLE)
        in_book = moves_in(self.book, state) if may_look_up and self.book is not None else None
        if in_book is not None:
            return replace(self._concluded(state, in_book, 1, effort), tier=BOOK)
        listed_moves = self._listed(state, effort)
        return None if listed_moves is None else self._concluded(state, listed_moves, 1, effort)

    def _table_for(self, state: State) -> SolvedTable | None:
        """The table of the game, or else one of its endings that has this position."""
        if self.table is not None or self._endings is None:
            return self.table
        return self._endings.table_with(state)

    @property
    def lacks_table(self) -> bool:
        """Whether a table of the game would answer first, and there is none."""
        return self._table_setting is True and self.table is None and self._may_look_up()

    def _may_look_up(self) -> bool:
        """Whether a table or book may answer: nobody asked for one of the tiers, or for a depth."""
        return self.tier == "auto" and self.limit.depth is None

    def _listed(self, state: State, effort: Effort) -> list[MoveValue] | None:
        """The exact values in a game that can repeat positions, where they are few enough to list; else None."""
        is_applicable = self._best is None and self.tier not in COMPILED and self.limit.depth is None
        if not is_applicable or self.game.rules.repetition is not None or not can_repeat(self.game.rules):
            return None
        return self._graph.moves(state, effort)

    def _in_turns(
        self, state: State, effort: Effort, search: Callable[[], Iterator[Better]]
    ) -> Iterator[Analysis | Better]:
        """Solve the position and search it in turns, where the solver can take the game; raises `Stopped`.

        Without a limit, the turns become longer and longer.
        """
        if not self._can_solve():
            yield from search()
            return
        whole, turn = effort.limit, FIRST_TURN
        first = self._without_search(state, effort)
        while True:
            effort.limit = turn_of(whole, effort, turn)
            try:
                yield from self._searched(state, first, effort)
                return
            except Stopped:
                effort.limit = whole
            if effort.is_spent:
                raise Stopped
            if whole == NO_LIMIT:
                effort.limit = Limit(seconds=effort.seconds + turn / SOLVING_SHARE)
            try:
                yield from search()
            except Stopped:
                if whole != NO_LIMIT:
                    raise
            if whole != NO_LIMIT or not effort.is_spent:
                return
            effort.limit, turn = whole, 2 * turn

    def _can_solve(self) -> bool:
        """Whether the solver can take a game that has a best search: the moves are a bit set and nothing repeats.

        Nodes, and plies, are for the best search alone: levels are made by them.
        """
        rules = self.game.rules
        if rules.odds is not None or self.limit.depth is not None or self.limit.nodes is not None:
            return False
        return isinstance(rules.moves(rules.start), int) and not can_repeat(rules)

    def _valued(self, state: State, effort: Effort) -> Iterator[Analysis]:
        """Analyses by the best search of the game; raises `Stopped`."""
        assert self._best is not None
        for found in self._best.values(state, effort, self.history):
            moves = [MoveValue(move, each.value, each.exact, False, each.line) for move, each in found.items()]
            if self.game.rules.odds is not None:
                analysis = self._chance.concluded(state, moves, effort)
            else:
                depth = max((each.value.depth for each in moves if isinstance(each.value, Estimate)), default=0)
                analysis = analysis_of(self.game, state, moves, depth, effort, is_selective=True)
            yield replace(analysis, tier=self._best.answered_on)

    def _searched(self, state: State, first: Analysis, effort: Effort) -> Iterator[Analysis]:
        """Analyses by deepening and solving, on the tier that is asked for; raises `Stopped` or `EndlessGame`."""
        known: Analysis | None = None

        def ask(tier: str) -> Iterator[Analysis]:
            if tier == REFERENCE:
                return self._deepened(state, effort, known)
            return self._compiled(state, first if known is None else known, effort, tier)

        for _, analysis in self._switch.answers(ask, effort, moves=len(first.moves)):
            known = analysis
            yield analysis

    def _deepened(self, state: State, effort: Effort, known: Analysis | None) -> Iterator[Analysis]:
        """One analysis for each depth, in plain Python; raises `Stopped` or `EndlessGame`."""
        found = {} if known is None else {each.move: each for each in known.moves}
        known_depth = 0 if known is None else depth_of(known)
        for depth, moves in self._plain.values(state, effort, found, known_depth):
            yield self._concluded(state, moves, depth, effort)

    def _compiled(self, state: State, first: Analysis, effort: Effort, tier: str) -> Iterator[Analysis]:
        """Analyses by a compiled tier, from what is known already; raises `Stopped` or `EndlessGame`."""
        search = self._move_search(tier)
        found = {each.move: KnownMove(each.value, each.exact, each.line) for each in first.moves}
        for depth in search.values(state, found, effort, depth_of(first), ENDLESS_NODES):
            moves = [MoveValue(move, each.value, each.exact, False, each.line) for move, each in found.items()]
            yield replace(self._concluded(state, moves, depth, effort), tier=tier)

    def _without_search(self, state: State, effort: Effort) -> Analysis:
        """What the positions after the moves say without any search."""
        if self.game.rules.odds is not None:
            return self._chance.by_one_ply(state, effort)
        analysis = self._concluded(state, moves_without_search(self.game, state), 1, effort)
        return replace(analysis, tier=self.tier if self.tier in COMPILED else REFERENCE)

    def _concluded(self, state: State, found: list[MoveValue], depth: int, effort: Effort) -> Analysis:
        """What these moves, searched to this depth, and the book's value of the position say together."""
        is_exact = all(each.exact for each in found)
        known = None if is_exact or self.book is None or not self._may_look_up() else self.book.value(state)
        return analysis_of(self.game, state, found, depth, effort, known)

    def _finished(self, state: State, effort: Effort) -> Analysis:
        scale = scale_for(self.game)
        score = scale.end(self.game.rules.utility(state))
        value = value_of(scale, score, self.game.rules.to_move(state), draw_distance=0)
        return Analysis(self.game, state, value, True, (), (), effort.nodes, 0, effort.seconds)


def depth_of(analysis: Analysis) -> int:
    """How deep the estimates of the moves are, 0 where there are none."""
    return max((each.value.depth for each in analysis.moves if isinstance(each.value, Estimate)), default=0)


def turn_of(limit: Limit, effort: Effort, seconds: float) -> Limit:
    """The limit of a turn of solving: its share of what is left, or so many seconds where there is no limit."""
    left = seconds if limit.seconds is None else SOLVING_SHARE * max(0.0, limit.seconds - effort.seconds)
    return Limit(seconds=effort.seconds + left)


def refuse_other_types(game: object, limit: object, threads: object, memory: object, book: object) -> None:
    """Refuse what the settings of an analyst cannot be, with a sentence."""
    if not isinstance(game, Game):
        raise BadRequest(f'a game is a Game, as load("connect4") gives, not {game!r}')
    if not isinstance(limit, Limit):
        raise BadRequest(f"a limit is a Limit, as in Limit(seconds=1), not {limit!r}")
    for name, number in (("threads", threads), ("memory", memory)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            raise BadRequest(f"{name} is a whole number from 1, not {number!r}")
    if not isinstance(book, Book | bool):
        raise BadRequest(f"a book is a Book, True or False, not {book!r}")


def refuse_other_table(game: Game, table: object) -> None:
    """Refuse what is no table, and a table of another game."""
    if not isinstance(table, SolvedTable | bool):
        raise BadRequest(f"a table is a SolvedTable, as open_table gives, True or False, not {table!r}")
    if isinstance(table, SolvedTable) and table.game != game:
        raise BadRequest(f"{table.folder} is a table of {table.game.spec}, not of {game.spec}")
