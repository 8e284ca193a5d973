"""Selective search, compiled: the twin of `zerosum.search.selective`, with threads and a table that is kept.

With one thread it visits the same nodes as the reference for as long as no entry of either table is lost, and the same
nodes each time. More threads search the same position with the same table (lazy SMP): each deepens by itself, every
second one a ply ahead, and profits from what the others have stored. The first thread's results are the answer.

One body serves all settings: the ideas are a bit set in the control, and quiescence is the same loop as the search,
with the noisy moves alone. So a game is compiled once.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from numba import types

from zerosum.game import FIRST, SECOND, Game, Move, State, listed, positions_of
from zerosum.native.compile import cache
from zerosum.native.compile.rules import NativeRules, native_rules
from zerosum.native.machine.intrinsics import as_word
from zerosum.native.machine.memory import LINE, address_of, load, load_int32, store, store_int32
from zerosum.native.machine.resources import MEGABYTE, default_memory, refuse_too_much
from zerosum.native.machine.search_layout import (
    AGE,
    BAD_MOVES,
    CUTOFFS,
    DEEPEST,
    EARLIER,
    ESTIMATES,
    IDEAS,
    INFINITY,
    KEYS,
    KILLERS,
    LEAVES,
    LENGTHS,
    LOOK_AT,
    LOWEST,
    MASK,
    MOVES,
    NO_MOVE,
    NODE_LIMIT,
    NODES,
    ORDER,
    PATH,
    PLIES,
    ROOT_DEPTH,
    ROOT_SCORE,
    RUNNING,
    STATUS,
    STOP,
    STOPPED,
    STRIDE,
    TABLE_HITS,
    TOO_DEEP,
    TOO_WIDE,
    WIDTH,
    WINDOW_HIGH,
    WINDOW_LOW,
    Capacity,
    count,
    end_line,
    enter,
    is_move,
    keep_line,
    new_control,
    new_rows,
    publish,
    refuse,
)
from zerosum.native.machine.shapes import words_of
from zerosum.native.search.compile_in_time import wait_for_compile
from zerosum.native.search.path import path_of, path_width
from zerosum.native.search.runner import ARRAYS, POLL_SECONDS, finish, native, start
from zerosum.native.search.scores import scores_of
from zerosum.native.search.selective_table import (
    AGES,
    SCORE_OFFSET,
    bound_in,
    buckets_of,
    depth_in,
    new_table,
    packed,
    score_in,
    table_of,
)
from zerosum.progress import ProgressCallback
from zerosum.search.deepening import static_answer
from zerosum.search.ordering import HISTORY
from zerosum.search.result import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_LIMIT,
    Effort,
    Limit,
    Result,
    Stopped,
    Watch,
    refuse_unsearchable,
    report,
    room_for_recursion,
)
from zerosum.search.run import NONE_REPEATED
from zerosum.search.selective import (
    ALL_IDEAS,
    ANY_DEPTH,
    LMR_DEPTH,
    LMR_MOVES,
    MOST_DEPTH,
    NAME,
    NO_IDEAS,
    NULL_DEPTH,
    PROOF_NODES,
    Ideas,
    concluded,
    deepen_by,
    pass_depth,
    reduction,
    refuse_watch,
)
from zerosum.value import DISTANCE, MARGIN, SURE, WIN, Scale, Score, Value, scale_for

CAPACITY = Capacity(128, 256)
"""So many plies and moves at first: no position of chess has more than 218 moves."""

MOST_EARLIER = 200
"""So many positions before the root are looked at for repetitions."""

_, USES_KILLERS, USES_HISTORY, REDUCES, PASSES, IS_QUIESCENT, EXTENDS, IS_PROOF = (1 << bit for bit in range(8))
"""The bits of `IDEAS` in the control, in the order of `Ideas`; the last one marks a search of full width."""

CLASS_AT, HISTORY_AT, RANK_AT = 58, 24, 14
"""The bits of a sort key: class, history, the game's own rank, and from bit 0 the number of the move."""

MOST_HISTORY, MOST_RANK = (1 << 30) - 1, (1 << 10) - 1

QUIET_FIRST, NOISY_FIRST, NOISY, KILLER, SECOND_KILLER, OTHER = range(6)
"""The classes of moves, in the order in which they are tried; the table's move is quiet or noisy."""

COULD_PASS, HAS_PASSED = 1, 2
"""What the move above a node was: one of a side that could have passed as well, or a null move."""

SEARCH, LOOK = range(2)
"""What the entry does: search, or tell the table's move in a position that is won or lost."""


def history_slots(rules: NativeRules) -> int:
    """How many history counts each side has, and how many ranks there are."""
    return HISTORY if rules.yields else MOVES


@lru_cache(maxsize=64)
def compiled(rules: NativeRules, scale: Scale) -> Callable[..., Any]:
    """The entry for these rules: takes a task, a state, its ply, control, rows and table, gives the score."""
    to_move, each_move, play, is_over = rules.to_move, rules.each_move, rules.play, rules.is_over
    null_move, position, plies_to_draw = rules.null_move, rules.position, rules.plies_to_draw
    noisy = rules.noisy if rules.noisy is not None else never
    estimate, guess = rules.estimate, scale.guess
    yields, slots, has_order = rules.yields, history_slots(rules), rules.order is not None
    has_null_move, is_counted = rules.has_null_move, rules.has_position
    is_margin, has_distance = scale is MARGIN, scale is DISTANCE
    trusts_entries = not rules.has_repetition
    _, is_repeated, begin, depends = path_of(rules)
    _, end, _, repeated, _, farther, nearer = scores_of(rules, scale)
    keys_of, probe, save = table_of(rules)

    def arrange(state: State, side: int, first: int, ply: int, only_noisy: bool, control: Any, rows: Any) -> int:
        """Write the moves into this ply's row and their sort keys beside them; -1 when the search must end."""
        row = ply * load(control, STRIDE) + load(control, PLIES)
        width = load(control, WIDTH)
        keys = load(control, ORDER) + ply * width
        history = load(control, KEYS) + slots * side
        ranks = load(control, ORDER) + (load(control, PLIES) + 1) * width
        killers = load(control, KILLERS) + 2 * ply
        ideas = load(control, IDEAS)
        total = 0
        for given in each_move(state):
            move = as_word(given)
            if not is_move(control, move, yields):
                return -1
            is_noisy = noisy(state, move)
            if only_noisy and not is_noisy:
                continue
            if total == width:
                store(control, STATUS, TOO_WIDE)
                return -1
            key = total
            if not only_noisy:
                kind = NOISY
                if move == first:
                    kind = NOISY_FIRST if is_noisy else QUIET_FIRST
                elif not is_noisy:
                    kind = OTHER
                    if ideas & USES_KILLERS != 0:
                        if move == load(control, killers) - 1:
                            kind = KILLER
                        elif move == load(control, killers + 1) - 1:
                            kind = SECOND_KILLER
                if kind == OTHER:
                    if ideas & USES_HISTORY != 0:
                        cuts = min(load(control, history + (move & slots - 1)), MOST_HISTORY)
                        key += MOST_HISTORY - cuts << HISTORY_AT
                    if has_order:
                        key += load(control, ranks + (move & slots - 1)) << RANK_AT
                key += kind << CLASS_AT
            store_int32(rows, row + total, move)
            store(control, keys + total, key)
            total += 1
        return total

    def pick(ply: int, tried: int, total: int, control: Any, rows: Any) -> int:
        """Bring the move with the least key to the front of those that are left, and give its class."""
        row = ply * load(control, STRIDE) + load(control, PLIES)
        keys = load(control, ORDER) + ply * load(control, WIDTH)
        least, at = load(control, keys + tried), tried
        for other in range(tried + 1, total):
            key = load(control, keys + other)
            if key < least:
                least, at = key, other
        if at != tried:
            move = load_int32(rows, row + at)
            store_int32(rows, row + at, load_int32(rows, row + tried))
            store(control, keys + at, load(control, keys + tried))
            store_int32(rows, row + tried, move)
            store(control, keys + tried, least)
        return least >> CLASS_AT

    def credit(side: int, move: int, depth: int, ply: int, control: Any) -> None:
        killers = load(control, KILLERS) + 2 * ply
        newest = load(control, killers)
        if newest != move + 1 and load(control, killers + 1) != move + 1:
            store(control, killers + 1, newest)
            store(control, killers, move + 1)
        at = load(control, KEYS) + slots * side + (move & slots - 1)
        store(control, at, load(control, at) + depth * depth)

    def score_of(
        state: State,
        alpha: int,
        beta: int,
        depth: int,
        ply: int,
        before: int,
        control: Any,
        rows: Any,
        table: Any,
    ) -> int:
        if not enter(control, ply):
            return 0
        end_line(control, ply)
        if is_over(state):
            return end(state, ply, control)
        if is_repeated(state, ply, control):
            if load(control, LOWEST) < 0:
                count(control, ESTIMATES)  # a position of the game before the root: play may still go on from it
            return repeated(state, ply, control)
        side = to_move(state)
        sign = 1 if side == FIRST else -1
        a, b = (alpha, beta) if side == FIRST else (-beta, -alpha)
        if has_distance:
            if a >= WIN - 1:
                count(control, LEAVES)
                return sign * (WIN - 1)
            if b <= 1 - WIN:
                count(control, LEAVES)
                return sign * (1 - WIN)

        ideas = load(control, IDEAS)
        passed = state
        can_pass, is_forced = 0, 0
        is_near = ply < 2 * load(control, ROOT_DEPTH)
        if has_null_move and depth >= 0:
            passed = null_move(state)
            can_pass = 1 if passed != state else 0
            if ideas & EXTENDS != 0 and is_near and before & COULD_PASS != 0 and not can_pass and ply > 0:
                is_forced = 1
                depth += 1

        is_quiescent = depth <= 0
        is_open = a + 1 < b
        first = NO_MOVE
        key, other, bucket = 0, 0, 0
        best, low = -INFINITY, a
        if not is_quiescent:
            key, other = keys_of(position(state))
            bucket = (key & load(control, MASK)) * LINE
            data, known = probe(table, bucket, key, other)
            if data != 0:
                first = known - 1
                score, bound, searched = score_in(data), bound_in(data), depth_in(data)
                is_enough = bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)
                if searched < (ANY_DEPTH if is_open or ideas & IS_PROOF != 0 else depth):
                    is_enough = False
                if is_enough and is_counted and not is_margin and abs(score) > SURE:
                    is_enough = has_distance and WIN - abs(score) < plies_to_draw(state)
                if is_enough and trusts_entries:
                    count(control, TABLE_HITS)
                    if searched < ANY_DEPTH:
                        count(control, ESTIMATES)
                    if first != NO_MOVE:
                        store_int32(rows, ply * load(control, STRIDE), first)
                        store(control, LENGTHS + ply, 1)
                    return score

        may_leave = (
            ideas & PASSES != 0 and before & HAS_PASSED == 0 and can_pass and not is_open and depth >= NULL_DEPTH
        )
        if may_leave and not is_margin:
            may_leave = -SURE < b < SURE
        if is_quiescent or may_leave:
            static = sign * int(guess(estimate(state)))
            if is_quiescent:
                count(control, ESTIMATES)
                best = static
                low = max(low, best)
                if best >= b or ideas & IS_QUIESCENT == 0:
                    count(control, LEAVES)
                    return sign * best
            elif static >= b:
                shallow = pass_depth(depth)
                lower, upper = nearer(b - 1), nearer(b)
                after = as_word(HAS_PASSED)
                if side == FIRST:
                    score = farther(score_of(passed, lower, upper, shallow, ply + 1, after, control, rows, table))
                else:
                    score = -farther(score_of(passed, -upper, -lower, shallow, ply + 1, after, control, rows, table))
                if load(control, STATUS) != RUNNING:
                    return 0
                if score >= b:
                    count(control, ESTIMATES)
                    end_line(control, ply)
                    bounded: int = score if is_margin else min(score, SURE - 1)
                    return sign * bounded

        estimates_before = load(control, ESTIMATES)
        lowest_before = begin(control)
        total = arrange(state, side, first, ply, is_quiescent, control, rows)
        if total < 0:
            return 0
        if total == 0:
            if not is_quiescent:
                refuse(control, BAD_MOVES, 0)
            count(control, LEAVES)
            depends(ply, lowest_before, control)
            return sign * best
        if ideas & EXTENDS != 0 and total == 1 and is_near and not is_forced and not is_quiescent:
            depth += 1
        place = ply * load(control, STRIDE) + load(control, PLIES)
        onward = as_word(COULD_PASS if can_pass and not is_quiescent else 0)
        choice = NO_MOVE
        for tried in range(total):
            kind = NOISY if is_quiescent else pick(ply, tried, total, control, rows)
            move = load_int32(rows, place + tried)
            child = play(state, move)
            less, high = 0, b
            if tried > 0 and not is_quiescent:
                high = low + 1
                if (
                    ideas & REDUCES != 0
                    and depth >= LMR_DEPTH
                    and tried >= LMR_MOVES
                    and kind == OTHER
                    and not is_forced
                ):
                    less = min(reduction(depth, tried + 1), depth - 2)
            while True:
                lower, upper = nearer(low), nearer(high)
                if side == SECOND:
                    lower, upper = -upper, -lower
                score = farther(score_of(child, lower, upper, depth - 1 - less, ply + 1, onward, control, rows, table))
                if load(control, STATUS) != RUNNING:
                    return 0
                score = sign * score
                if less > 0 and score > low:
                    less = 0
                elif high < b and low < score < b:
                    high = b
                else:
                    break
            if score > best:
                best, choice = score, move
                keep_line(control, rows, ply, move)
                if ply == 0 and best > low:
                    store(control, ROOT_SCORE, sign * best)
                low = max(low, best)
            if best >= b:
                if kind == QUIET_FIRST or kind > NOISY:
                    credit(side, move, depth, ply, control)
                if tried + 1 < total:
                    count(control, CUTOFFS)
                break

        is_dependent = depends(ply, lowest_before, control)
        if is_quiescent:
            return sign * best
        is_true = load(control, ESTIMATES) == estimates_before and not is_dependent
        bound = AT_MOST if best <= a else AT_LEAST if best >= b else EXACT
        if not is_margin and abs(best) > SURE and bound != (AT_MOST if best > 0 else AT_LEAST):
            if not is_true or is_counted:
                bound = AT_LEAST if best > 0 else AT_MOST
            depth = ANY_DEPTH
        elif is_true and not is_counted:
            depth = ANY_DEPTH
        if side == SECOND and bound != EXACT:
            bound = AT_LEAST if bound == AT_MOST else AT_MOST
        if -SCORE_OFFSET < best < SCORE_OFFSET:
            save(table, bucket, key, other, packed(sign * best, bound, depth, load(control, AGE)), choice + 1)
        return sign * best

    def search(task: int, state: State, ply: int, control: Any, rows: Any, table: Any) -> int:
        block, moves, entries = address_of(control), address_of(rows), address_of(table)
        if task == LOOK:
            key, other = keys_of(position(state))
            data, known = probe(entries, (key & load(block, MASK)) * LINE, key, other)
            return known - 1 if depth_in(data) == ANY_DEPTH else NO_MOVE
        low, high = load(block, WINDOW_LOW), load(block, WINDOW_HIGH)
        return score_of(state, low, high, load(block, ROOT_DEPTH), ply, as_word(COULD_PASS), block, moves, entries)

    number = types.int64
    return cache.build(search, (number, rules.state_type, number, *ARRAYS, types.int64[::1]))


def never(state: State, move: int) -> bool:
    """No move is noisy in a game that does not say which are."""
    return False


class _Worker:
    """The arrays of one thread, and its searches of one position. It is what `deepen_by` deepens."""

    def __init__(self, of: NativeSelective, root: State, ply: int, effort: Effort, earlier: Sequence[State]) -> None:
        self.of, self.root, self.ply, self.effort = of, root, ply, effort
        self.state = root
        self.earlier = earlier
        self.capacity = CAPACITY
        self.is_ended = False
        self._make_arrays()

    def _make_arrays(self) -> None:
        """New arrays, with everything at its beginning."""
        rules, (plies, width) = self.of.rules, self.capacity
        slots, words = history_slots(rules), path_width(rules)
        killers, order = 2 * (plies + 2), (plies + 1) * width + slots
        limit = self.effort.limit
        control = new_control(self.capacity, limit, slots, words, len(self.earlier) + 1, killers + order)
        control[KILLERS], control[ORDER] = len(control) - killers - order, len(control) - order
        control[MASK], control[AGE] = buckets_of(self.of.table) - 1, self.of.age
        ranks = control[len(control) - slots :]
        if rules.order is not None:
            ranks.fill(min(len(rules.order), MOST_RANK))
            for rank, move in reversed(list(enumerate(rules.order))):
                ranks[move & slots - 1] = min(rank, MOST_RANK)
        if words:
            control[EARLIER] = len(self.earlier)
            root = int(control[PATH])
            for back, state in enumerate(reversed(self.earlier), start=1):
                control[root - back * words : root - (back - 1) * words] = words_of(state)  # type: ignore[arg-type]
            if self.ply:
                root_position: Any = positions_of(self.of.game.rules)(self.root)
                control[root : root + words] = words_of(root_position)
        self.control, self.rows = control, new_rows(self.capacity)

    @property
    def is_spent(self) -> bool:
        """Whether a limit or the caller has ended its searches."""
        return self.is_ended or bool(self.control[STATUS] == STOPPED)

    def end(self) -> None:
        """Stop, from any thread, what runs now and what would come."""
        self.is_ended = True
        self.control[STOP] = 1

    def search(self, low: Score, high: Score, depth: int) -> tuple[Score, tuple[Move, ...], bool]:
        before = int(self.control[ESTIMATES])
        score = self._run(low, high, depth, self.of.ideas.bits)
        return score, self._line(), int(self.control[ESTIMATES]) == before

    def _run(self, low: Score, high: Score, depth: int, ideas: int) -> int:
        while True:
            control = self.control
            control[IDEAS], control[ROOT_DEPTH] = ideas, depth
            control[WINDOW_LOW] = -INFINITY if low < -INFINITY else int(low)
            control[WINDOW_HIGH] = INFINITY if high > INFINITY else int(high)
            control[STATUS], control[LOWEST], control[ROOT_SCORE] = RUNNING, NONE_REPEATED, INFINITY
            control[LENGTHS + self.ply] = 0
            with room_for_recursion():
                score = self.of.entry(SEARCH, self.state, self.ply, control, self.rows, self.of.table)
            publish(self.effort, control)
            status = int(control[STATUS])
            if status == STOPPED or self.is_ended:
                raise Stopped
            if status not in (TOO_DEEP, TOO_WIDE):
                finish(control, self.effort)
                return int(score)
            self.capacity = self.capacity.grown(status)
            self._make_arrays()
            self.control[NODES : NODES + 6] = control[NODES : NODES + 6]
            self.control[NODE_LIMIT] = control[NODE_LIMIT]
            if self.is_ended:
                raise Stopped

    def no_quicker_end(self, score: Score) -> bool:
        if self.of.scale is not DISTANCE:
            return False
        control, limit = self.control, int(self.control[NODE_LIMIT])
        most = 2 * int(control[NODES]) + PROOF_NODES
        control[NODE_LIMIT] = min(most, limit)
        control[LOOK_AT] = min(int(control[LOOK_AT]), int(control[NODE_LIMIT]))
        low, high = (score, score + 1) if score > 0 else (score - 1, score)
        try:
            found = self._run(low, high, int(WIN - abs(score)) - 1, NO_IDEAS.bits | IS_PROOF)
            return bool(found <= low if score > 0 else found >= high)
        except Stopped:
            if self.is_ended or most >= limit:
                raise
            return False
        finally:
            self.control[NODE_LIMIT] = limit
            self.control[STATUS] = RUNNING

    def line_on(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        rules, state, moves = self.of.game.rules, self.state, list(line)
        for move in line:
            state = rules.play(state, move)
        seen = {state}
        while not rules.is_over(state):
            move = int(self.of.entry(LOOK, state, 0, self.control, self.rows, self.of.table))
            if move == NO_MOVE:
                break
            moves.append(move)
            state = rules.play(state, move)
            if state in seen:
                return line
            seen.add(state)
        return tuple(moves)

    def best_so_far(self) -> tuple[Score, tuple[Move, ...]] | None:
        line, score = self._line(), int(self.control[ROOT_SCORE])
        return None if score == INFINITY else (score, line)

    def _line(self) -> tuple[Move, ...]:
        row = self.ply * int(self.control[STRIDE])
        return tuple(map(int, self.rows[row : row + int(self.control[LENGTHS + self.ply])]))


class NativeSelective:
    """Selective searches of one game, move after move, with a table that is kept between them.

    `memory` is the size of the table in megabytes, `threads` is how many search a position; with one, the same calls
    give the same results. One position at a time.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> *_, last = NativeSelective(game, memory=1, threads=1).best(game.read_position("X-O/-O-/X--"))
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
    ) -> None:
        """Begin with an empty table. Nothing is compiled before the first search."""
        refuse_too_much(memory, threads)
        self.game = game
        self.plain = plain
        self.ideas = ideas
        self.scale = scale_for(game, plain)
        self.threads = (os.cpu_count() or 1) if threads is None else threads
        self.table = new_table((default_memory() if memory is None else memory) * MEGABYTE)
        self.age = 0
        self.rules: NativeRules
        self.entry: Callable[..., Any]

    def forget(self) -> None:
        """Empty the table."""
        self.table[:] = 0

    def _begin(self, state: State, effort: Effort) -> None:
        """Compile within the limit (raises `Stopped`), and begin a new age of entries."""
        refuse_unsearchable(self.game, state, NAME)
        wait_for_compile(self.game, NAME, self.plain, effort)
        self.rules = native_rules(self.game)
        self.entry = compiled(self.rules, self.scale)
        self.age = (self.age + 1) % AGES

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
            yield native(report(self.ideas.name, effort, value, "estimate", line, stopped=True))
            return
        workers = self._workers(state, 0, effort, self._earlier(state, history))
        results: queue.SimpleQueue[Result | None] = queue.SimpleQueue()

        def work(number: int, worker: _Worker) -> None:
            first_depth = 1 + number % 2
            for result in deepen_by(worker, self.game, state, self.scale, worker.effort, self.ideas, first_depth):
                if number == 0:
                    results.put(native(result))
            if number == 0:
                results.put(None)

        with _Threads(workers, [partial(work, *each) for each in enumerate(workers)], effort) as threads:
            while True:
                result = threads.wait_for(results)
                if result is None:
                    return
                yield result if self.threads == 1 else replace(result, nodes=effort.nodes)

    def values(
        self, state: State, effort: Effort | None = None, history: Sequence[State] = ()
    ) -> Iterator[dict[Move, tuple[Value, bool, tuple[Move, ...]]]]:
        """Yield, for each finished depth, the value of every move, whether it is exact, and its line.

        Every move is searched with an open window, so that its value is not only a bound; the threads share them out.
        The values are for the side to move. When a limit comes before depth 1 is finished, nothing is yielded.
        """
        effort = Effort() if effort is None else effort
        try:
            self._begin(state, effort)
        except Stopped:
            return
        workers = self._workers(state, 1, effort, self._earlier(state, history))
        found: dict[Move, tuple[Value, bool, tuple[Move, ...]]] = {}
        for depth in range(1, min(effort.limit.horizon, MOST_DEPTH) + 1):
            left = [move for move in listed(self.game.moves(state)) if move not in found or not found[move][1]]
            todo: queue.SimpleQueue[Move] = queue.SimpleQueue()
            for move in left:
                todo.put(move)
            done: queue.SimpleQueue[tuple[Move, tuple[Value, bool, tuple[Move, ...]]] | None] = queue.SimpleQueue()

            def work(worker: _Worker, depth: int = depth, todo: Any = todo, done: Any = done) -> None:
                with suppress(queue.Empty, Stopped):
                    while True:
                        move = todo.get_nowait()
                        done.put((move, self._value_of(worker, state, move, depth)))
                if worker.is_spent:
                    done.put(None)

            deeper: dict[Move, tuple[Value, bool, tuple[Move, ...]]] = {}
            with _Threads(workers, [partial(work, worker) for worker in workers], effort) as threads:
                while len(deeper) < len(left):
                    answer = threads.wait_for(done)
                    if answer is None:
                        return
                    deeper[answer[0]] = answer[1]
            found = {move: deeper.get(move) or found[move] for move in listed(self.game.moves(state))}
            yield dict(found)
            if all(exact for _, exact, _ in found.values()):
                return

    def _value_of(self, worker: _Worker, state: State, move: Move, depth: int) -> tuple[Value, bool, tuple[Move, ...]]:
        """The value of one move, searched to a depth with an open window."""
        worker.state = self.game.rules.play(state, move)
        score, line, true = worker.search(-INFINITY, INFINITY, depth - 1)
        is_win = self.scale is not MARGIN and abs(score) > SURE
        proven = is_win and not true and worker.no_quicker_end(score)
        line = (move, *(worker.line_on(line) if true or is_win else line))
        value, exact = concluded(
            self.game, state, self.scale, self.scale.farther(score), line, depth, true=true, proven=proven
        )
        return value, exact, line

    def _workers(self, state: State, ply: int, effort: Effort, earlier: Sequence[State]) -> list[_Worker]:
        """One for each thread; the nodes of a limit are shared out."""
        nodes = None if effort.limit.nodes is None else max(1, effort.limit.nodes // self.threads)
        limit = replace(effort.limit, nodes=nodes)
        return [_Worker(self, state, ply, Effort(limit, started=effort.started), earlier) for _ in range(self.threads)]

    def _earlier(self, state: State, history: Sequence[State]) -> list[State]:
        """The positions before this one that can come again; a counter tells where such positions begin."""
        position, left = positions_of(self.game.rules), self.game.rules.plies_to_draw
        earlier: list[State] = []
        for before in reversed(history[-MOST_EARLIER:]):
            if left is not None and left(before) <= left(state):
                break
            earlier.insert(0, position(before))
            state = before
        return earlier


class _Threads:
    """Threads that search, each with a worker's arrays: they end when the block ends, with its limit, or with an error.

    The calling thread waits for what they find, shows progress, and raises what any of them has raised. A timer ends
    them in time also while the caller is busy with a result.
    """

    def __init__(self, workers: Sequence[_Worker], works: Sequence[Callable[[], None]], effort: Effort) -> None:
        self._workers, self._works, self._effort = workers, works, effort
        self._threads: list[threading.Thread] = []
        self._errors: list[BaseException] = []
        seconds = effort.limit.seconds
        self._timer = None if seconds is None else threading.Timer(max(0.0, seconds - effort.seconds), self._end)

    def __enter__(self) -> _Threads:
        try:
            if self._timer is not None:
                self._timer.daemon = True
                self._timer.start()
            for work in self._works:
                start(partial(self._guarded, work), self._threads)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        if self._timer is not None:
            self._timer.cancel()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self._publish()

    def _end(self) -> None:
        for worker in self._workers:
            worker.end()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            self._errors.append(error)

    def wait_for(self, results: queue.SimpleQueue[Any]) -> Any:
        """The next result; `progress` is called while there is none."""
        while True:
            with suppress(queue.Empty):
                result = results.get(timeout=POLL_SECONDS)
                self._publish()
                return result
            if self._errors:
                raise self._errors[0]
            self._publish()
            if self._effort.progress is not None:
                self._effort.progress(self._effort)

    def _publish(self) -> None:
        """The counters of all workers together."""
        counts = [worker.control[: DEEPEST + 1].tolist() for worker in self._workers]
        effort = self._effort
        effort.nodes, effort.leaves = (sum(each[field] for each in counts) for field in (NODES, LEAVES))
        effort.cutoffs, effort.table_hits = (sum(each[field] for each in counts) for field in (CUTOFFS, TABLE_HITS))
        effort.estimates = sum(each[ESTIMATES] for each in counts)
        effort.deepest = max(each[DEEPEST] for each in counts)


def selective(
    game: Game,
    state: State,
    *,
    limit: Limit = NO_LIMIT,
    plain: bool = False,
    watch: Watch | None = None,
    progress: ProgressCallback = None,
    ideas: Ideas = ALL_IDEAS,
    memory: int = 64,
    threads: int = 1,
) -> Result:
    """Search a position by compiled selective search, with one thread unless told, so that it can be repeated.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> str(selective(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    refuse_watch(watch)
    search = NativeSelective(game, memory=memory, threads=threads, plain=plain, ideas=ideas)
    *_, last = search.best(state, Effort(limit, progress))
    return last
