"""The exact value of every move of a position, and the best line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from zerosum.analysis.book import Book, shipped
from zerosum.analysis.book_lookup import moves_in
from zerosum.analysis.chance_values import ChanceValues
from zerosum.analysis.conclusion import analysis_of
from zerosum.analysis.graph_values import GraphValues
from zerosum.analysis.results import BOOK, NATIVE, REFERENCE, TABLE, Analysis, MoveValue
from zerosum.analysis.table_lookup import chance_in_table, moves_in_table
from zerosum.game import (
    MAX_PLIES,
    BadRequest,
    EndlessGame,
    Game,
    Move,
    NumberTooLong,
    State,
    Uncompilable,
    listed,
    refuse_endless,
)
from zerosum.native import has_numba, require_numba
from zerosum.native.compile import background
from zerosum.native.compile.background import BackgroundCompile
from zerosum.native.search.compile_in_time import LOAD_SECONDS, is_worth_waiting, wait_while
from zerosum.native.tiers import SMALL, TakeOver, refuse_unknown_tier
from zerosum.progress import Progress, ProgressCallback
from zerosum.search.cycles import can_repeat
from zerosum.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Stopped,
    flat,
    refuse_unsearchable,
    room_for_recursion,
    static_estimate,
    without_false_distance,
)
from zerosum.search.run import Run
from zerosum.search.transposition_table import ENTRIES, TableSearch
from zerosum.solve.tables.table import SolvedTable
from zerosum.solve.tables.user_folder import found_table
from zerosum.value import Estimate, judged, scale_for, value_of

if TYPE_CHECKING:
    from zerosum.native.solver.move_values import MoveSearch

ENTRIES_A_MEGABYTE = 1_000
"""The entries of a generation of the reference tier's table that fit into a megabyte, with those of the other one."""

ENDLESS_NODES = 50_000
"""Without any limit, a game that can go on for ever is searched for so many more nodes once that is known."""


LONG = 1.0
"""After so many seconds, or `SMALL` nodes, of plain Python a game is compiled; loading it takes longer than that."""

EARLY = 1 / 20
"""What was compiled before is loaded after this part of the time limit, if that is sooner."""

OBSTACLES = BadRequest, Uncompilable
"""What keeps a game from being compiled: numba is not installed, or the rules cannot be."""


class Analyst:
    """Analyzes positions of one game, and keeps its transposition tables from one to the next.

    `tier` is "reference", "native", or "auto", which searches what is small in plain Python, and what is not by
    compiled code if that is possible. The native tier uses `threads`, all cores unless told otherwise, and tables of
    `memory` megabytes together; the table of the reference tier takes about as much. Where the tier is "auto" and there
    is no limit of depth, a solved `table` answers first: True is the one in the user's folder of tables. Then a `book`
    answers for the positions it holds: True is the one that comes with the package.
    `last` is the analysis that was asked for last, and `guesses` counts those with `is_guess`.

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
    ) -> None:
        """Begin with empty tables; the limit is for each position."""
        refuse_other_types(game, limit, threads, memory, book)
        refuse_other_table(game, table)
        refuse_unknown_tier(tier)
        self.game = game
        self.limit = limit
        self.progress = progress
        self.tier = tier
        self.book = (shipped(game) if book else None) if isinstance(book, bool) else book
        self._table_setting = table
        self.table = (found_table(game) if table else None) if isinstance(table, bool) else table
        self.threads = threads
        self.memory = memory
        self._may_compile = tier == "auto" and has_numba()
        self._background: BackgroundCompile | None = None
        self._native: MoveSearch | None = None
        self.last: Analysis | None = None
        self.guesses = 0
        entries = ENTRIES if memory is None else min(ENTRIES, memory * ENTRIES_A_MEGABYTE)
        self._entries = entries
        self._table_search: TableSearch | None = None
        self._graph = GraphValues(game)
        self._chance = ChanceValues(game)
        self._known: dict[State, Analysis] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings alone."""
        book = self.book if self.book is None or self.book is not shipped(self.game) else True
        return _made, (
            self.game,
            self.limit,
            self.tier,
            self.threads,
            self.memory,
            book or False,
            self._table_setting,
        )

    @property
    def _search(self) -> TableSearch:
        """The search in plain Python; made when it is needed, because it asks the rules whether positions repeat."""
        if self._table_search is None:
            run = Run("analysis", self.game, self.game.start, limit=self.limit)
            self._table_search = TableSearch(run, entries=self._entries)
        return self._table_search

    def prepare(self) -> None:
        """Compile or load what the native tier needs now, so that no analysis has to wait for it."""
        if self.tier == NATIVE:
            self._wait_for_compile(Effort())
        elif self._may_compile:
            self._compile().wait()
        if self.tier != REFERENCE and self._is_compiled():
            self._move_search()

    def _compile(self) -> BackgroundCompile:
        """The compile in the background, which is started when it is first asked for; raises `BadRequest`."""
        if self._background is None:
            self._background = background.prepare(self.game)
        return self._background

    def _is_compiled(self) -> bool:
        """Whether the native tier can take over; raises what went wrong, unless the game just cannot be compiled."""
        compile = self._background
        if compile is None or not compile.is_done:
            return False
        if compile.error is not None and (self.tier == NATIVE or not isinstance(compile.error, OBSTACLES)):
            raise compile.error
        return compile.is_ready

    def _wait_for_compile(self, effort: Effort) -> None:
        """Let the native tier take over as soon as it can; raises `Stopped` when the limit ends before that."""
        compile = self._compile()
        wait_while(lambda: not compile.is_done, compile, effort)
        self._is_compiled()

    def _move_search(self) -> MoveSearch:
        from zerosum.native.solver.move_values import MoveSearch

        if self._native is None:
            self._native = MoveSearch(self.game, memory=self.memory, threads=self.threads)
        return self._native

    def __call__(self, state: State) -> Analysis:
        """The best analysis that the limit allows."""
        *_, self.last = self.analyses(state)
        self.guesses += self.last.is_guess
        return self.last

    def keep(self, analysis: Analysis) -> None:
        """Answer with this exact analysis when its position is asked for again."""
        self._known[analysis.state] = analysis

    def analyses(self, state: State) -> Iterator[Analysis]:
        """Yield better and better analyses, at least one; the last is exact unless a limit stops it.

        When it does, or the game turns out to go on for ever, the last finished one comes once more, with the counters
        of all the work and a note that says why. So it does after Ctrl-C, which is raised again after that.
        """
        if state in self._known:
            yield self._known[state]
            return
        if self.game.rules.odds is None:
            refuse_unsearchable(self.game, state, "this analysis")
        elif self.tier == NATIVE:
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
        has_chance = self.game.rules.odds is not None
        analysis = self._chance.by_one_ply(state, effort) if has_chance else self._without_search(state, effort)
        yield analysis
        note = None
        try:
            for better in self._by_chance(state, effort) if has_chance else self._better(state, analysis, effort):
                analysis = better
                if analysis.exact:
                    self.keep(analysis)
                yield analysis
            return
        except Stopped:
            if self.tier == NATIVE and not self._compile().is_done:
                note = f"{self.game.name} was still being compiled when the limit was reached"
        except EndlessGame as error:
            note = str(error)
        except KeyboardInterrupt:
            # The part that was interrupted has not added its nodes yet, but the caller has been shown them.
            nodes = max(effort.nodes, shown)
            yield replace(analysis, nodes=nodes, table_hits=effort.table_hits, seconds=effort.seconds)
            raise
        yield replace(analysis, nodes=effort.nodes, table_hits=effort.table_hits, seconds=effort.seconds, note=note)

    def _by_chance(self, state: State, effort: Effort) -> Iterator[Analysis]:
        """Better analyses of a game of chance, from a table or by value iteration or expectimax; raises `Stopped`."""
        table = self.table if self._may_look_up() else None
        in_table = None if table is None else chance_in_table(table, state, effort)
        if in_table is not None:
            yield in_table
        else:
            yield from self._chance.analyses(state, self.limit, effort)

    def _better(self, state: State, first: Analysis, effort: Effort) -> Iterator[Analysis]:
        """Better analyses than the first one, from wherever they come soonest; raises `Stopped` or `EndlessGame`."""
        in_table = None if not self._may_look_up() or self.table is None else moves_in_table(self.table, state)
        if in_table is not None:
            yield replace(self._concluded(state, in_table, 1, effort), tier=TABLE)
            return
        in_book = None if not self._may_look_up() or self.book is None else moves_in(self.book, state)
        if in_book is not None:
            yield replace(self._concluded(state, in_book, 1, effort), tier=BOOK)
            return
        listed_moves = self._listed(state, effort)
        if listed_moves is not None:
            yield self._concluded(state, listed_moves, 1, effort)
            return
        progress = effort.progress
        if self.tier == NATIVE:
            self._wait_for_compile(effort)
        else:
            known = None
            while known is None or not self._is_compiled():
                if self._may_compile and (self.limit.nodes is None or self.limit.nodes > SMALL):
                    effort.progress = self._until_compiled(effort, progress)
                try:
                    for analysis in self._by_depth(state, effort, known):
                        first = analysis
                        yield analysis
                    return
                except TakeOver:
                    known, effort.progress, effort.limit = first, progress, self.limit
                    self._wait_while_loading(effort)
        try:
            for analysis in self._compiled(state, first, effort):
                first = analysis
                yield analysis
        except NumberTooLong:
            if self.tier == NATIVE:
                raise
            # From now on in plain Python, whose numbers have no end.
            self._may_compile, self._background = False, None
            yield from self._by_depth(state, effort, first)

    def _listed(self, state: State, effort: Effort) -> list[MoveValue] | None:
        """The exact values in a game that can repeat positions, where they are few enough to list; else None."""
        is_applicable = self.tier != NATIVE and self.limit.depth is None and self.game.rules.repetition is None
        if not is_applicable or not can_repeat(self.game.rules):
            return None
        return self._graph.moves(state, effort)

    def _wait_while_loading(self, effort: Effort) -> None:
        """Do nothing while machine code is being loaded, unless that takes too long; raises `Stopped`."""
        compile = self._compile()
        wait_while(lambda: is_worth_waiting(compile, effort), compile, effort)

    def _until_compiled(self, effort: Effort, progress: ProgressCallback) -> Callable[[Progress], None]:
        """The same progress callback; it starts to compile when a search is long.

        It raises `TakeOver` when it is time to wait for machine code that is being loaded, or to use it.
        """
        seconds = effort.limit.seconds
        early = LONG if seconds is None or seconds < 2 * LOAD_SECONDS else min(LONG, seconds * EARLY)
        long = early if early < LONG and background.is_prepared(self.game) else LONG

        def look(so_far: Progress) -> None:
            if progress is not None:
                progress(so_far)
            if so_far.done >= SMALL or effort.seconds >= long:
                self._compile()
            if self._is_compiled() or (self._background is not None and is_worth_waiting(self._background, effort)):
                raise TakeOver

        return look

    def _by_depth(self, state: State, effort: Effort, known: Analysis | None = None) -> Iterator[Analysis]:
        """One analysis for each depth, in plain Python, until exact or the limit's depth.

        Where something is known already, only what is better is yielded.

        Raises `Stopped`; where no limit would ever stop it, since the game repeats positions, `EndlessGame`.
        """
        self._search.run.effort = effort
        found = {} if known is None else {each.move: each for each in known.moves}
        known_depth = 0 if known is None else depth_of(known)
        is_endless = False
        for depth in range(1, min(self.limit.horizon, MAX_PLIES) + 1):
            try:
                with room_for_recursion():
                    for move in listed(self.game.rules.moves(state)):
                        if move not in found or not found[move].exact:
                            found[move] = self._searched(state, move, depth, found.get(move), effort)
            except Stopped:
                if is_endless:
                    refuse_endless(MAX_PLIES + 1)
                raise
            analysis = self._concluded(state, list(found.values()), max(depth, known_depth), effort)
            if depth > known_depth or analysis.exact:
                yield analysis
            if analysis.exact:
                return
            if effort.limit == NO_LIMIT and any(self._repeats(state, each.line) for each in analysis.moves):
                is_endless = True
                effort.limit = Limit(nodes=effort.nodes + ENDLESS_NODES)
        if self.limit.depth is None:
            refuse_endless(MAX_PLIES + 1)

    def _repeats(self, state: State, line: tuple[Move, ...]) -> bool:
        """Whether some position comes twice in a line."""
        seen = {state}
        for move in line:
            state = self.game.rules.play(state, move)
            seen.add(state)
        return len(seen) <= len(line)

    def _compiled(self, state: State, first: Analysis, effort: Effort) -> Iterator[Analysis]:
        """Analyses by the native tier, from what is known already; raises `Stopped` or `EndlessGame`."""
        from zerosum.native.solver.move_values import Found

        search = self._move_search()
        found = {each.move: Found(each.value, each.exact, each.line) for each in first.moves}
        for depth in search.values(state, found, effort, depth_of(first), ENDLESS_NODES):
            moves = [MoveValue(move, each.value, each.exact, False, each.line) for move, each in found.items()]
            yield replace(self._concluded(state, moves, depth, effort), tier=NATIVE)

    def _may_look_up(self) -> bool:
        """Whether a table or book may answer: nobody asked for one of the tiers, or for a depth."""
        return self.tier == "auto" and self.limit.depth is None

    def _searched(self, state: State, move: Move, depth: int, known: MoveValue | None, effort: Effort) -> MoveValue:
        """Search one move to a depth with an open window."""
        self._search.run.horizon = depth
        estimates_before = effort.estimates
        child = self.game.rules.play(state, move)
        with self._on_path(state):
            score, rest = self._search.value(child, -inf, inf, 1)
        line = (move, *flat(rest))
        value, exact = judged(
            self._search.run.scale,
            self._search.run.scale.farther(score),
            self.game.rules.to_move(state),
            depth=depth,
            estimated=effort.estimates > estimates_before,
            line_length=len(line),
        )
        if self._search.run.path is not None:
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

    def _without_search(self, state: State, effort: Effort) -> Analysis:
        """The positions that the moves lead to without any search: how they ended, or their estimates."""
        rules, scale = self.game.rules, scale_for(self.game)
        side = rules.to_move(state)
        found = []
        for move in listed(rules.moves(state)):
            child = rules.play(state, move)
            if rules.is_over(child):
                score = scale.farther(scale.end(rules.utility(child)))
                found.append(MoveValue(move, value_of(scale, score, side, draw_distance=1), True, False, (move,)))
                continue
            guess = static_estimate(self.game, child, scale)
            mine = guess if rules.to_move(child) == side else -guess
            found.append(MoveValue(move, mine, False, False, (move,)))
        return replace(self._concluded(state, found, 1, effort), tier=NATIVE if self.tier == NATIVE else REFERENCE)

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


def _made(
    game: Game,
    limit: Limit,
    tier: str,
    threads: int | None,
    memory: int | None,
    book: Book | bool,
    table: SolvedTable | bool,
) -> Analyst:
    """An analyst with these settings, for pickle."""
    return Analyst(game, limit=limit, tier=tier, threads=threads, memory=memory, book=book, table=table)


def depth_of(analysis: Analysis) -> int:
    """How deep the estimates of the moves are, 0 where there are none."""
    return max((each.value.depth for each in analysis.moves if isinstance(each.value, Estimate)), default=0)


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


def why_not_compiled(game: Game) -> str | None:
    """Why the native tier cannot take a game; None when it can."""
    try:
        require_numba()
        from zerosum.native.compile.knowledge import native_knowledge
        from zerosum.native.compile.rules import native_rules

        native_knowledge(game, native_rules(game))
    except OBSTACLES as error:
        return str(error)
    return None
