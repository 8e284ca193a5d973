"""The value of every move of a position, better and better: estimates at once, then the truth, move by move.

Two compiled searches take turns, for longer and longer: one deepens and gives estimates, which a game too large to
solve needs; the other solves (`solver.py`). Both keep what they found, so that a turn goes on where the last one
was broken off. Solving takes several moves at once, one for each thread, as long as there are enough of them.
A game that the solver cannot take (its moves do not fit into a bit set, or positions can repeat) is deepened only.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from zerosum.core.errors import MAX_PLIES, EndlessGame, MovesBeyondBitSet, Unsolvable, refuse_endless
from zerosum.core.game import Game
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.core.rules import Move, State
from zerosum.core.value import Outcome, Value, judged, scale_for
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE, rules_on
from zerosum.engines.native.machine.resources import MEGABYTE, default_memory
from zerosum.engines.native.machine.search_layout import ESTIMATES, RUNNING, STATUS, STOP, limit_nodes
from zerosum.engines.native.search.transposition_table import NativeTableSearch, compiled, entry_words, plies_to_win
from zerosum.engines.native.solver.mtd_driver import entries_for
from zerosum.engines.native.solver.scores import score_of, shift_for, value_of
from zerosum.engines.native.solver.solver import Solution, Solver
from zerosum.engines.native.solver.solver_pool import SolverPool
from zerosum.engines.native.solver.transposition_table import new_table
from zerosum.engines.search.result import NO_LIMIT, Effort, KnownMove, Limit, Stopped

FIRST_TURN = 0.15
"""The seconds of the first turn of deepening."""

DEEP_ENTRIES = 1 << 20
"""The most entries of the table of the search that deepens, which is used for as long as a game is analyzed."""

DEEP_SHARE = 8
"""That table has the eighth part of the memory at most; the solver has the rest."""

LEAST_SHARE = 0.05
"""The seconds that solving a move has at least in its turn."""

DEEPENING = 1 / 16
"""How long the next turn of deepening is, as a part of the seconds so far."""

LINE_NODES = 200_000
"""The nodes that the line of a solved move may cost: it is shown as far as that."""


@dataclass
class Turn:
    """A share of the limit for one search, which adds what it cost to the whole effort."""

    effort: Effort
    until: float | None

    def rest(self) -> Limit:
        """What may still be spent: raises `Stopped` when nothing may."""
        limit, effort = self.effort.limit, self.effort
        ends = [each for each in (limit.seconds, self.until) if each is not None]
        seconds = min(ends) - effort.seconds if ends else None
        nodes = None if limit.nodes is None else limit.nodes - effort.nodes
        if (limit.seconds is not None and effort.seconds >= limit.seconds) or (nodes is not None and nodes <= 0):
            raise Stopped
        return Limit(seconds=None if seconds is None else max(0.001, seconds), nodes=nodes)

    @property
    def over(self) -> bool:
        """Whether the share is spent."""
        return self.until is not None and self.effort.seconds >= self.until


class _Solving(NamedTuple):
    """The solver of a game, its threads, and a solver that shares its table and reads lines from it."""

    solver: Solver
    pool: SolverPool
    reader: Solver
    workers: int

    def reader_of(self, state: State) -> Solver | None:
        """The solver whose table knows a solved position; None while it works on another one."""
        if not self.pool.has_own_tables:
            return self.reader
        return None if self.pool.is_running else self.pool.owner(state)

    @staticmethod
    def of(game: Game, memory: int, deep_share: int, threads: int | None, tier: str) -> _Solving | None:
        """With the memory that deepening leaves; None where the solver cannot take the game."""
        rules = rules_on(tier, game)
        try:
            words = entries_for(game, rules).words
        except Unsolvable:
            return None
        left = memory * MEGABYTE - deep_share
        workers = (os.cpu_count() or 1) if threads is None else threads
        if tier == PORTABLE and workers > 1:
            left //= workers  # each thread of the pool has a table of its own
        table = new_table(left, words, rules.words) if memory > 0 else None
        solver = Solver(game, memory=memory, threads=threads, table=table, rules=rules)
        return _Solving(solver, SolverPool(solver, workers), solver.sharing_table(), workers)


class MoveSearch:
    """Finds the values of all moves of positions of one game, and remembers what it has learnt."""

    def __init__(
        self, game: Game, *, memory: int | None = None, threads: int | None = None, tier: str = NATIVE
    ) -> None:
        """Begin with nothing learnt, and with tables of so many megabytes together; raises `Uncompilable`."""
        self.game = game
        memory = default_memory() if memory is None else memory
        share = memory * MEGABYTE // DEEP_SHARE
        self._solving = _Solving.of(game, memory, share, threads, tier)
        self._deep = NativeTableSearch(game, Effort(), entries=entries_in(share, game, tier), tier=tier)

    def values(
        self, state: State, found: dict[Move, KnownMove], effort: Effort, known_depth: int = 0, endless_nodes: int = 0
    ) -> Iterator[int]:
        """Improve `found`, whose estimates are of a known depth, and yield their depth each time something is new.

        It ends when every move is exact, when the depth of the limit is reached, or by raising `Stopped`. Where the
        game can go on for ever, which the solver finds out, it only deepens from then on, without any limit for
        `endless_nodes` more nodes, and raises `EndlessGame` instead of `Stopped`. It does the same without any limit
        where positions can repeat.
        """
        depth = 0
        if effort.limit.depth is not None:
            yield from self._deepen(state, found, Turn(effort, None), depth, known_depth)
            return
        if self._deep.rules.repeats and effort.limit == NO_LIMIT:
            yield from self._deepen_endless(state, found, effort, depth, known_depth, endless_nodes)
            return
        began = effort.seconds
        until: float | None = began + FIRST_TURN
        while True:
            until = None if self._solving is None else until
            depth = yield from self._deepen(state, found, Turn(effort, until), depth, known_depth)
            open_moves = [move for move, each in found.items() if not each.exact]
            if not open_moves:
                return
            if self._solving is None:
                refuse_endless(depth + 1)
                continue
            share = (effort.seconds - began) / len(open_moves) + LEAST_SHARE
            try:
                for move, solution in self._solutions(state, open_moves, effort, share):
                    if self._noted(state, move, solution, found, effort):
                        yield max(depth, known_depth)
            except EndlessGame:
                yield from self._deepen_endless(state, found, effort, depth, known_depth, endless_nodes)
                return
            except MovesBeyondBitSet:
                self._solving = None
            until = effort.seconds + (effort.seconds - began) * DEEPENING

    def _deepen_endless(
        self,
        state: State,
        found: dict[Move, KnownMove],
        effort: Effort,
        depth: int,
        known_depth: int,
        endless_nodes: int,
    ) -> Iterator[int]:
        """Deepen in a game that can go on for ever; raises `EndlessGame` when a limit ends it."""
        if effort.limit == NO_LIMIT:
            effort.limit = Limit(nodes=effort.nodes + endless_nodes)
        with suppress(Stopped):
            yield from self._deepen(state, found, Turn(effort, None), depth, known_depth)
        if not all(each.exact for each in found.values()):
            refuse_endless(MAX_PLIES + 1)

    def _deepen(
        self, state: State, found: dict[Move, KnownMove], turn: Turn, depth: int, known_depth: int
    ) -> Generator[int, None, int]:
        """Search one depth after the other until the turn ends or all is exact; return the last one that was finished.

        Yields as `values` does.
        """
        horizon = min(turn.effort.limit.horizon, MAX_PLIES)
        while depth < horizon and not turn.over and not all(each.exact for each in found.values()):
            is_new = self._deepened(state, depth + 1, found, turn, known_depth)
            if is_new is None:
                break
            depth += 1
            if is_new:
                yield max(depth, known_depth)
        return depth

    def _deepened(
        self, state: State, depth: int, found: dict[Move, KnownMove], turn: Turn, known_depth: int
    ) -> bool | None:
        """Search the open moves to a depth, and tell whether that changed `found`; None when the turn ended before."""
        rules, deep = self.game.rules, self._deep
        side = rules.to_move(state)
        new: dict[Move, KnownMove] = {}
        for move, known in found.items():
            if known.exact:
                continue
            child = rules.play(state, move)
            nodes_before = deep.effort.nodes
            limit = turn.rest()
            deep.effort = Effort(limit, part_progress(turn.effort, nodes_before))
            deep.control[STATUS], deep.control[STOP] = RUNNING, 0
            limit_nodes(deep.control, nodes_before + (limit.nodes or 1 << 60))
            estimates_before = int(deep.control[ESTIMATES])
            score, rest = deep.score_of(child, depth - 1, before=state)
            turn.effort.nodes += deep.effort.nodes - nodes_before
            if deep.stopped:
                turn.rest()
                return None
            line = (move, *rest)
            value, exact = judged(
                deep.scale,
                deep.scale.farther(score),
                side,
                depth=depth,
                estimated=int(deep.control[ESTIMATES]) > estimates_before,
                line_length=len(line),
            )
            new[move] = KnownMove(value, exact, line)
        is_new = False
        for move, each in new.items():
            # The table may know the exact value from an earlier position at any depth, also one that is known already.
            if each.exact:
                found[move] = self._completed(state, move, each, turn.effort)
            # A winner without a distance, which the solver has found, is worth more than an estimate of any depth.
            elif depth > known_depth and not isinstance(found[move].value, Outcome):
                found[move] = each
            else:
                continue
            is_new = True
        return is_new

    def _completed(self, state: State, move: Move, found: KnownMove, effort: Effort) -> KnownMove:
        """An exact value with its whole line: deepening keeps only what its table still holds of it."""
        rules, margin = self.game.rules, self.game.margin
        child = rules.play(state, move)
        if rules.is_over(child):
            return found
        score = shift_for(margin).nearer(score_of(found.value))
        is_same_side = rules.to_move(child) == rules.to_move(state)
        rest = self._line(child, score if is_same_side else -score, effort)
        if self._solving is None:
            plies = plies_to_win(found.value)
            rest = self._completed_line(child, found.line[1:], None if plies is None else plies - 1, effort)
        return self._with_line(state, move, found.value, rest or found.line[1:])

    def _completed_line(
        self, state: State, line: tuple[Move, ...], plies: int | None, effort: Effort
    ) -> tuple[Move, ...]:
        """A best line to the end of the game in so many plies, as far as it is cheap; its nodes are not counted."""
        deep = self._deep
        before = deep.effort
        deep.effort = Effort(self._line_limit(effort), part_progress(effort, before.nodes), nodes=before.nodes)
        deep.control[STATUS], deep.control[STOP] = RUNNING, 0
        limit_nodes(deep.control, before.nodes + LINE_NODES)
        return deep.complete(state, line, plies) or line

    def _solutions(
        self, state: State, moves: list[Move], effort: Effort, share: float
    ) -> Iterator[tuple[Move, Solution]]:
        """Go on solving these moves for a share of seconds each, and yield what is found; raises `Stopped`."""
        assert self._solving is not None
        solver, pool, _, threads = self._solving
        play = self.game.rules.play
        if 1 < threads <= len(moves) or (threads > 1 and pool.has_own_tables):
            limit = Turn(effort, effort.seconds + share).rest()
            if limit.nodes is not None:
                limit = replace(limit, nodes=max(1, limit.nodes // len(moves)))
            tasks = [(move, play(state, move)) for move in moves]
            seconds = effort.limit.seconds
            solved = []
            for move, solution in pool.solve(
                tasks,
                limit=limit,
                deadline=None if seconds is None else effort.started + seconds,
                progress=part_progress(effort),
                stop_when_idle=not pool.has_own_tables,
            ):
                effort.nodes += solution.nodes
                if pool.has_own_tables and solution.exact:
                    solved.append((move, solution))
                yield move, solution
            yield from solved  # once more: their lines can be read now
            if effort.is_spent:
                raise Stopped
            return
        for move in moves:
            turn = Turn(effort, effort.seconds + share)
            solution = solver.solve(play(state, move), limit=turn.rest(), progress=part_progress(effort))
            effort.nodes += solution.nodes
            yield move, solution

    def _noted(
        self, state: State, move: Move, solution: Solution, found: dict[Move, KnownMove], effort: Effort
    ) -> bool:
        """Write down what was found of a move; False when that is nothing new."""
        rules, margin = self.game.rules, self.game.margin
        child = rules.play(state, move)
        sign = 1 if rules.to_move(child) == rules.to_move(state) else -1
        if solution.exact:
            value = value_of(shift_for(margin).farther(sign * solution.low), margin)
            found[move] = self._with_line(state, move, value, self._line(child, solution.low, effort))
            return True
        outcome = solution.value
        if outcome is not None and not isinstance(found[move].value, Outcome):
            found[move] = found[move]._replace(value=outcome if sign > 0 else -outcome)
            return True
        return False

    def _with_line(self, state: State, move: Move, value: Value, rest: tuple[Move, ...]) -> KnownMove:
        """An exact value; how long a draw lasts is read from its line, when that goes on to the end."""
        line = (move, *rest)
        if isinstance(value, Outcome) and value.result == 0:
            end = state
            for step in line:
                end = self.game.rules.play(end, step)
            value = Outcome(0, len(line) if self.game.rules.is_over(end) else None)
        return KnownMove(value, True, line)

    def _line_limit(self, effort: Effort) -> Limit:
        seconds = effort.limit.seconds
        return Limit(nodes=LINE_NODES, seconds=None if seconds is None else max(0.0, seconds - effort.seconds))

    def _line(self, state: State, score: int, effort: Effort) -> tuple[Move, ...]:
        """A best line as far as it is cheap and there is time for it; its nodes are not counted."""
        reader = None if self._solving is None else self._solving.reader_of(state)
        if reader is None:
            return ()
        limit = self._line_limit(effort)
        try:
            return reader.line(state, score, limit=limit, progress=part_progress(effort))
        except EndlessGame:
            # Proving that a move keeps the value may lead into endless lines, where the value itself did not.
            return ()
        except MovesBeyondBitSet:
            self._solving = None
            return ()


def compile_searches(game: Game) -> None:
    """Compile or load what a `MoveSearch` of this game needs; raises `Uncompilable`."""
    with suppress(Unsolvable):
        entries_for(game)
    compiled(rules_on(NATIVE, game), scale_for(game))


def entries_in(size: int, game: Game, tier: str) -> int:
    """How many entries of the table of the search that deepens take so many bytes, within reason."""
    return max(2, min(DEEP_ENTRIES, size // (8 * entry_words(rules_on(tier, game), scale_for(game)))))


def part_progress(whole: Effort, since: int = 0) -> ProgressCallback:
    """The progress callback of a part of a search, whose nodes count from `since`: it reports those of the whole.

    What it raises ends the part before it adds its nodes, so that they stay counted then.
    """
    show = whole.progress
    if show is None:
        return None

    def progress(part: Progress) -> None:
        before = whole.nodes
        whole.nodes = before + part.done - since
        show(whole)
        whole.nodes = before

    return progress
