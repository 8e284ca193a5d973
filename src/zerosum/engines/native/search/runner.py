"""Run compiled code that cannot call Python: in a thread of its own, while the caller watches the clock.

Compiled code releases the GIL, so the calling thread goes on: it watches the seconds, passes the counters to the
progress callback, and sets a flag when the search is to end, which the search looks at every thousand nodes or so.

The flag (`STOP` of the control) cannot be lost: only the caller writes it, the search only reads it, and nobody sets
it back while a search runs. A plain store is enough, since no other word has to be seen together with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Unpack

from zerosum.core.errors import MAX_PLIES, BadRequest, EndlessGame, bad_move, bad_moves, bad_odds, refuse_endless
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.core.value import Scale, Score, bad_utility, scale_for
from zerosum.engines.native.compile.entries import HALVES, NATIVE, WORDS, CompiledRules, rules_on
from zerosum.engines.native.machine.search_layout import (
    BAD_MOVE,
    BAD_MOVES,
    BAD_ODDS,
    BAD_UTILITY,
    ENDLESS,
    RUNNING,
    SMALLEST,
    STATUS,
    STOP,
    STOPPED,
    TOO_DEEP,
    TOO_WIDE,
    WRONG,
    Capacity,
    line_of,
    new_control,
    new_rows,
    publish,
)
from zerosum.engines.native.search.compile_in_time import wait_for_compile
from zerosum.engines.native.search.move_order import key_slots, rank_moves
from zerosum.engines.native.search.path import path_width
from zerosum.engines.search.result import (
    Effort,
    Limit,
    Line,
    Result,
    SearchOptions,
    Stopped,
    conclude,
    effort_of,
    give_up,
    refuse_unsearchable,
    room_for_recursion,
    without_false_distance,
)

POLL_SECONDS = 0.1
"""The seconds between two looks at a search that runs."""

NODES_IN_CALLER = 32_768
"""The nodes searched in the calling thread, without clock or progress callback, before a thread is started."""

FIRST_LOOK = 256
"""The nodes after which the clock says how long the rest takes, with a time limit or a progress callback."""

THREAD_NAME = "zerosum native search"

STACK = 1 << 26
"""The bytes of stack for a search of the longest game."""

ARRAYS = (WORDS, HALVES)
"""The types of the two arrays that every compiled search takes after the state."""

_stack_size = threading.Lock()


def run(entry: Callable[..., Any], arguments: tuple[Any, ...], control: Any, effort: Effort) -> Any:
    """What a compiled entry gives; its counters are in `effort` when it ends, and for `progress` while it runs.

    Raises what `progress` raises, and `KeyboardInterrupt`, after the search has ended.
    """
    answers: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            with room_for_recursion():
                answers.append(entry(*arguments))
        except BaseException as error:
            errors.append(error)

    seconds = effort.limit.seconds
    threads: list[threading.Thread] = []
    try:
        start(work, threads)
        (thread,) = threads
        while True:
            left = POLL_SECONDS if seconds is None else max(0.0, min(POLL_SECONDS, seconds - effort.seconds))
            thread.join(left)
            if not thread.is_alive():
                break
            publish(effort, control)
            if seconds is not None and effort.seconds >= seconds:
                control[STOP] = 1
                thread.join()
                break
            if effort.progress is not None:
                effort.progress(effort)
    except BaseException:
        # Also when Ctrl-C comes while the thread is being started: it sees the flag at its first look.
        control[STOP] = 1
        for thread in threads:
            if thread.is_alive():
                thread.join()
        raise
    if errors:
        raise errors[0]
    finish(control, effort)
    return answers[0]


def start(work: Callable[[], None], threads: list[threading.Thread]) -> None:
    """Start a thread with a stack for the longest game. It is in `threads` before it starts, even if this raises."""
    thread = threading.Thread(target=work, name=THREAD_NAME, daemon=True)
    threads.append(thread)
    with _stack_size:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


def is_quick(effort: Effort, nodes: int, began: float = 0.0) -> bool:
    """Whether so many nodes, at the speed since it began, take less than the time between two looks at the clock."""
    seconds, spent = effort.limit.seconds, effort.seconds
    rest = POLL_SECONDS if seconds is None else min(POLL_SECONDS, seconds - spent)
    return (spent - began) * nodes / FIRST_LOOK < rest


def finish(control: Any, effort: Effort) -> None:
    """Take the last counters; raise what the reference tier raises for rules that went wrong."""
    publish(effort, control)
    status, wrong = int(control[STATUS]), int(control[WRONG])
    if status == ENDLESS:
        refuse_endless(MAX_PLIES + 1)
    if status == BAD_UTILITY:
        raise bad_utility(wrong)
    if status == BAD_MOVES:
        raise bad_moves(wrong)
    if status == BAD_MOVE:
        raise bad_move(wrong)
    if status == BAD_ODDS:
        raise bad_odds(wrong)


Maker = Callable[..., Callable[..., Any]]
Adjust = Callable[[Result, Any], Result]


class NativeRun:
    """One compiled search of one position, from its root to its `Result`, as `zerosum.engines.search.run.Run`."""

    def __init__(
        self, algorithm: str, game: Game, state: State, *, tier: str = NATIVE, **options: Unpack[SearchOptions]
    ) -> None:
        """Compile nothing yet; refuse what no compiled search of this name can do."""
        if options.get("watch") is not None:
            raise BadRequest("a compiled search cannot be watched; take the reference tier")
        refuse_unsearchable(game, state, algorithm)
        self.algorithm = algorithm
        self.tier = tier
        self.game = game
        self.state = state
        self.plain = options.get("plain", False)
        self.scale = scale_for(game, self.plain)
        self.effort = effort_of(options)

    def answer(self, make: Maker, *, sorts: bool = False, adjust: Adjust | None = None) -> Result:
        """Search once, and conclude as the reference tier does.

        `make` gives the entry for rules and a scale, and is called `compiled` in the module of the algorithm's name;
        `sorts` says that it sorts moves. In a game of chance `adjust` completes the result by what the control says.
        """
        try:
            wait_for_compile(self.game, self.algorithm, self.plain, self.effort, self.tier)
        except Stopped:
            return self.give_up()
        rules = rules_on(self.tier, self.game)
        try:
            return self._answer(make, rules, sorts, adjust)
        except EndlessGame:
            if rules.repeats:
                raise
        # A line may have no end because positions repeat, which nobody knew: as in `Run.restart_with_path`.
        return self._answer(make, rules_on(self.tier, self.game, repeats=True), sorts, adjust)

    def give_up(self) -> Result:
        """The result of a search that a limit stopped before it had one: an estimate and no move."""
        return self.found(give_up(self.algorithm, self.game, self.state, self.scale, self.effort))

    def found(self, result: Result) -> Result:
        """The same result, which says on which tier it was found."""
        return on_tier(result, self.tier)

    def _answer(self, make: Maker, rules: CompiledRules, sorts: bool, adjust: Adjust | None) -> Result:
        effort, limit = self.effort, self.effort.limit
        entry = rules.entry(self.algorithm, make, self.scale)
        began = effort.seconds

        def arrays(capacity: Capacity, limit: Limit) -> tuple[Any, Any]:
            slots = key_slots(rules) if sorts else 0
            control = new_control(capacity, limit, slots, path_width(rules), words=rules.words)
            if sorts:
                rank_moves(rules, control)
            return control, new_rows(capacity, rules.halves)

        # Most searches are over before a thread would have started: try that first.
        is_unwatched = limit.seconds is None and effort.progress is None
        for nodes in (NODES_IN_CALLER,) if is_unwatched else (FIRST_LOOK, NODES_IN_CALLER):
            few = limit if limit.nodes is not None and limit.nodes <= nodes else replace(limit, nodes=nodes)
            control, rows = arrays(SMALLEST, few)
            with room_for_recursion():
                score = entry(self.state, control, rows)
            finish(control, effort)
            if control[STATUS] != STOPPED or few is limit or not is_quick(effort, NODES_IN_CALLER, began):
                break
        is_unfinished = control[STATUS] == STOPPED and few is not limit and not effort.is_spent
        capacity = SMALLEST
        while is_unfinished or control[STATUS] in (TOO_DEEP, TOO_WIDE):
            if not is_unfinished:
                capacity = capacity.grown(int(control[STATUS]))
            control, rows = arrays(capacity, limit)
            score = run(entry, (self.state, control, rows), control, effort)
            is_unfinished = False
        if control[STATUS] == STOPPED:
            return self.give_up()
        assert control[STATUS] == RUNNING
        exact: Any = int(score) if self.game.rules.odds is None else Fraction(score)
        found = exact, line_of(control, rows)
        estimated = effort.estimates > 0
        result = concluded(
            self.algorithm, self.game, self.state, self.scale, effort, found,
            depth=limit.horizon, estimated=estimated, repeats=rules.repeats, tier=self.tier,
        )  # fmt: skip
        return result if self.game.rules.odds is None or adjust is None else adjust(result, control)


def concluded(
    algorithm: str,
    game: Game,
    state: State,
    scale: Scale,
    effort: Effort,
    found: tuple[Score, tuple[int, ...]],
    *,
    depth: int,
    estimated: bool,
    repeats: bool,
    tier: str = NATIVE,
) -> Result:
    """The result of a finished search with this score and line, as the reference tier concludes."""
    score, line = found
    result = conclude(algorithm, game, state, scale, effort, (score, linked(line)), depth=depth, estimated=estimated)
    if repeats:
        result = replace(result, value=without_false_distance(game, state, result.value, line))
    return on_tier(result, tier)


def on_tier(result: Result, tier: str) -> Result:
    """The same result, which says on which tier it was found."""
    return replace(result, tier=tier)


def linked(moves: tuple[int, ...]) -> Line:
    """A line as linked pairs, the way the reference tier keeps it."""
    line: Line = ()
    for move in reversed(moves):
        line = (move, line)
    return line
