"""Selective search, compiled: the twin of `zerosum.engines.search.selective`, with threads and a table that is kept.

With one thread it visits the same nodes as the reference for as long as no entry of either table is lost, and the same
nodes each time. More threads search the same position with the same table (lazy SMP): each deepens by itself, every
second one a ply ahead, and profits from what the others have stored. The first thread's results are the answer.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from zerosum.core.game import Game
from zerosum.core.rules import Move, State, listed, positions_of
from zerosum.core.value import scale_for
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE, CompiledRules, rules_on
from zerosum.engines.native.machine.resources import MEGABYTE, default_memory, refuse_too_much
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.runner import NODES_IN_CALLER, on_tier
from zerosum.engines.native.search.selective_body import compiled
from zerosum.engines.native.search.selective_table import (
    AGES,
    new_table,
)
from zerosum.engines.native.search.selective_workers import MOST_EARLIER, SHORT_SECONDS, Room, Threads, Worker
from zerosum.engines.search.deepening import static_answer
from zerosum.engines.search.result import (
    Effort,
    KnownMove,
    Result,
    SearchOptions,
    Stopped,
    effort_of,
    refuse_unsearchable,
    report,
)
from zerosum.engines.search.selective import deepen_by, known_move, refuse_watch
from zerosum.engines.search.selective_tree import ALL_IDEAS, MOST_DEPTH, NAME, Ideas
from zerosum.engines.search.signature import shows_options


class SelectiveSearch:
    """Selective searches of one game, move after move, with a table that is kept between them.

    `memory` is the size of the table in megabytes, `threads` is how many search a position; with one, the same calls
    give the same results. One position at a time.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> *_, last = SelectiveSearch(game, memory=1, threads=1).best(game.read_position("X-O/-O-/X--"))
    >>> str(last.value), last.exact
    ('win in 1', True)
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int | None = None,
        threads: int | None = None,
        plain: bool = False,
        ideas: Ideas = ALL_IDEAS,
        tier: str = NATIVE,
    ) -> None:
        """Begin with an empty table. Nothing is compiled before the first search."""
        refuse_too_much(memory, threads)
        self.game = game
        self.plain = plain
        self.ideas = ideas
        self.scale = scale_for(game, plain)
        self.threads = (os.cpu_count() or 1) if threads is None else threads
        self.tier = tier
        self.age = 0
        self._bytes = (default_memory() if memory is None else memory) * MEGABYTE
        self._rooms: list[Room] = []

    def forget(self) -> None:
        """Empty the table."""
        self._rooms = []

    def _begin(self, state: State, effort: Effort) -> None:
        """Compile within the limit (raises `Stopped`), and begin a new age of entries."""
        refuse_unsearchable(self.game, state, NAME)
        if not self._rooms:
            # Once for all moves: to look for machine code takes some 20 ms for a game like chess.
            wait_for_compile(self.game, NAME, self.plain, effort, self.tier)
            rules = rules_on(self.tier, self.game)
            # Modules of the portable tier do not share memory: each thread has a table, and the first one more of it.
            shares = self.threads if self.tier == PORTABLE else 1
            self._rooms.append(self._room(rules, self._bytes // min(shares, 2)))
            for _ in range(1, self.threads):
                self._rooms.append(
                    self._room(rules.apart(), self._bytes // 2 // (shares - 1)) if shares > 1 else self._rooms[0]
                )
        self.age = (self.age + 1) % AGES

    def _room(self, rules: CompiledRules, bytes_: int) -> Room:
        return Room(rules, rules.entry(NAME, compiled, self.scale), new_table(bytes_, rules.words))

    def best(self, state: State, effort: Effort | None = None, history: Sequence[State] = ()) -> Iterator[Result]:
        """Yield a result for each finished depth, as `deepen` does, while the search goes on in its threads.

        `history` are the states of the game before this one, in order: a position of theirs that comes again counts
        as a draw, as an estimate. Leave the iterator to stop the search.
        """
        effort = Effort() if effort is None else effort
        try:
            self._begin(state, effort)
        except Stopped:
            value, line = static_answer(self.game, state, self.scale)
            yield on_tier(report(self.ideas.name, effort, value, "estimate", line, stopped=True), self.tier)
            return
        # Threads help each other through the table alone.
        count = 1 if self.tier == PORTABLE else self.threads
        workers = self._workers(state, 0, effort, self._earlier(state, history), count)
        if count == 1 and self._is_short(effort):
            # On a busy machine it takes milliseconds until a new thread runs, as long as a search of a few nodes.
            with Threads(workers, (), effort) as threads:
                (worker,) = workers
                for result in deepen_by(worker, self.game, state, self.scale, worker.effort, self.ideas):
                    threads.publish()
                    yield on_tier(result, self.tier)
            return
        results: queue.SimpleQueue[Result | None] = queue.SimpleQueue()

        def work(number: int, worker: Worker) -> None:
            first_depth = 1 + number % 2
            for result in deepen_by(worker, self.game, state, self.scale, worker.effort, self.ideas, first_depth):
                if number == 0:
                    results.put(on_tier(result, self.tier))
            if number == 0:
                results.put(None)

        with Threads(workers, [partial(work, *each) for each in enumerate(workers)], effort) as threads:
            while True:
                result = threads.wait_for(results)
                if result is None:
                    return
                yield result if count == 1 else replace(result, nodes=effort.nodes)

    def values(
        self, state: State, effort: Effort | None = None, history: Sequence[State] = ()
    ) -> Iterator[dict[Move, KnownMove]]:
        """Yield, for each finished depth, the value of every move, whether it is exact, and its line.

        Every move is searched with an open window, so that its value is not only a bound; the threads share them out.
        The values are for the side to move. When a limit comes before depth 1 is finished, nothing is yielded.
        """
        effort = Effort() if effort is None else effort
        try:
            self._begin(state, effort)
        except Stopped:
            return
        workers = self._workers(state, 1, effort, self._earlier(state, history), self.threads)
        found: dict[Move, KnownMove] = {}
        for depth in range(1, min(effort.limit.horizon, MOST_DEPTH) + 1):
            left = [move for move in listed(self.game.moves(state)) if move not in found or not found[move].exact]
            todo: queue.SimpleQueue[Move] = queue.SimpleQueue()
            for move in left:
                todo.put(move)
            done: queue.SimpleQueue[tuple[Move, KnownMove] | None] = queue.SimpleQueue()

            def work(worker: Worker, depth: int = depth, todo: Any = todo, done: Any = done) -> None:
                try:
                    while True:
                        move = todo.get_nowait()
                        worker.state = self.game.rules.play(state, move)
                        done.put((move, known_move(worker, self.game, state, self.scale, move, depth)))
                except queue.Empty:
                    return
                except Stopped:  # the limit may end a search before it begins, which leaves no mark in the control
                    done.put(None)

            deeper: dict[Move, KnownMove] = {}
            with Threads(workers, [partial(work, worker) for worker in workers], effort) as threads:
                while len(deeper) < len(left):
                    answer = threads.wait_for(done)
                    if answer is None:
                        return
                    deeper[answer[0]] = answer[1]
            found = {move: deeper.get(move) or found[move] for move in listed(self.game.moves(state))}
            yield dict(found)
            if all(each.exact for each in found.values()):
                return

    def _is_short(self, effort: Effort) -> bool:
        """Whether a search ends soon, and nobody wants progress: the calling thread may do it by itself."""
        limit = effort.limit
        ends_soon = limit.seconds is not None and limit.seconds <= SHORT_SECONDS
        ends_soon |= limit.nodes is not None and limit.nodes <= NODES_IN_CALLER
        return effort.progress is None and ends_soon

    def _workers(self, state: State, ply: int, effort: Effort, earlier: Sequence[State], threads: int) -> list[Worker]:
        """One for each thread; the nodes of a limit are shared out."""
        nodes = None if effort.limit.nodes is None else max(1, effort.limit.nodes // threads)
        limit = replace(effort.limit, nodes=nodes)
        return [
            Worker(self, room, state, ply, Effort(limit, started=effort.started), earlier)
            for room in self._rooms[:threads]
        ]

    def _earlier(self, state: State, history: Sequence[State]) -> list[State]:
        """The other positions before this one that can come again; a counter tells where such positions begin."""
        position, left = positions_of(self.game.rules), self.game.rules.plies_to_draw
        root = position(state)
        earlier: list[State] = []
        for before in reversed(history[-MOST_EARLIER:]):
            if left is not None and left(before) <= left(state):
                break
            earlier.insert(0, position(before))
            state = before
        return [before for before in earlier if before != root]


@shows_options
def selective(
    game: Game,
    state: State,
    *,
    ideas: Ideas = ALL_IDEAS,
    memory: int = 64,
    threads: int = 1,
    tier: str = NATIVE,
    **options: Unpack[SearchOptions],
) -> Result:
    """Search a position by compiled selective search, with one thread unless told, so that it can be repeated.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(selective(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    refuse_watch(options.get("watch"))
    is_plain = options.get("plain", False)
    search = SelectiveSearch(game, memory=memory, threads=threads, plain=is_plain, ideas=ideas, tier=tier)
    *_, last = search.best(state, effort_of(options))
    return last
