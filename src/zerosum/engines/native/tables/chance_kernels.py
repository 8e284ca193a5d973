"""The kernels that value a game of chance as one graph in memory: link all positions, order them, sweep them.

Positions are numbered in the order of their keys. The moves of each, or the outcomes of a roll, follow each other:

    offsets:   | 0 | 2 | 2 | 8 | ...              the moves of position n are children[offsets[n]:offsets[n + 1]]
    children:  | number | number | ...            chances:  | probability | ... |, where chance moves

`components` finds the positions that depend on each other in a circle (strongly connected components, by the algorithm
of Pearce, "An Improved Algorithm for Finding the Strongly Connected Components of a Directed Graph", 2005). A component
gets a level above all that it leads to. Components of one level need nothing of each other, so that several threads can
value them; each is valued by one thread, in an order that does not depend on the threads: the same bytes everywhere.

Of every position a lower and an upper bound of its mean for the first player are kept (value iteration; Bellman 1957,
Shapley 1953). A position without a cycle is computed once. The positions of a cycle are computed again and again, each
bound from the bounds of the successors, until nothing changes any more:

    low  <=  the mean  <=  high        always, also if the sweeps end early

Rounding does not break that. With u = 2^-53, k outcomes and no bound of a successor greater than S, the sum of the
products of probability and bound is wrong by less than (2k + 6) u S: each probability was rounded up to k + 1 times
(weights, their sum, the quotient), each product once, the sum k - 1 times, and the result once more when this slack is
subtracted from a lower bound, or added to an upper one. No mean is below the least or above the greatest successor, so
that the bounds do not go beyond these: where all outcomes are worth the same, they are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as once
from functools import lru_cache
from math import inf
from typing import Any

from numba import types

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.missing_hooks import no_odds
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, atomic_max, atomic_store, load, relaxed_load
from zerosum.engines.native.tables.control import (
    BAD_ODDS,
    BAD_UTILITY,
    BITS,
    COUNT,
    LIMIT,
    NEXT,
    PIECE,
    RUNNING,
    STATUS,
    pieces,
)
from zerosum.engines.native.tables.graph_kernels import numbering
from zerosum.engines.native.tables.state_functions import KeyFunctions

OVER = 4
"""Added to the side of a finished game."""

LARGEST_EXACT = 1 << 53
"""Whole numbers up to this are floats without rounding."""

ROUNDING_UNIT = 1.0 / LARGEST_EXACT
"""The relative error of one rounding."""

MOST_SWEEPS = 100_000
"""If the bounds of a cycle still change after this many sweeps, they are left as they are."""

LARGE_CYCLE = 1 << 16
"""A cycle of more positions than this is swept by all threads together."""

SWEEP_BLOCK = 4096
"""The positions of a large cycle that a thread sweeps at once; of others they see the bounds of the last sweep."""


@dataclass(frozen=True)
class ChanceKernels:
    """The kernels for one game and layout of keys.

    `count(keys, control, offsets)` writes the number of moves of position n to `offsets[n + 1]`.
    `link(keys, control, slots, offsets, children, chances, sides, low)` writes the graph, and the utilities of finished
    games to `low`.
    `derive(keys, control, slots, values, derived)` computes each value anew from those of its successors; all values
    are seen by the side to move, or the first player where chance moves. COUNT is then the most moves of a position.
    """

    count: Callable[..., Any]
    link: Callable[..., Any]
    derive: Callable[..., Any]


@dataclass(frozen=True)
class SweepKernels:
    """The kernels on a graph, the same for every game.

    `components(offsets, children, control, rank, path, cursor, inner, order, starts, levels)` orders the positions by
    components, each after all that it leads to; COUNT says how many there are. Component c is
    order[starts[c]:starts[c + 1]]; `levels[c]` is its level, inverted (~) where it is a cycle.
    Others take the graph as the tuple (offsets, children, chances, sides).
    `sweep(schedule, (order, starts, levels), graph, low, high, control, tolerance)` values these components, NEXT to
    END of the schedule, LIMIT at a time.
    `sweep_block(order, places, graph, low, high, new_low, new_high, control, change)` sweeps a large component once,
    from NEXT to END; `change` is the greatest change of a bound.
    """

    components: Callable[..., Any]
    sweep: Callable[..., Any]
    sweep_block: Callable[..., Any]


@lru_cache(maxsize=16)
def compiled_chance_kernels(game: Game, keys: KeyFunctions) -> ChanceKernels:
    """Compile the kernels, or load them from the cache."""
    rules = native_rules(game, repeats=False)
    each_move, play, is_over, to_move = rules.each_move, rules.play, rules.is_over, rules.to_move
    utility, odds = rules.utility, rules.odds or no_odds
    unpack, number_of = rebuild(keys.unpack), numbering(game, rebuild(keys.pack))
    largest = LARGEST_EXACT if game.margin else 1

    def count(keys: Any, control: Any, offsets: Any) -> None:
        control_at = address_of(control)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                if not is_over(state):
                    for _ in each_move(state):
                        offsets[at + 1] += 1

    def weigh(control: Any, state: Any, move: int) -> float:
        weight = odds(state, move)
        if weight < 1:
            atomic_store(control, STATUS, BAD_ODDS)
            return 1.0
        return float(weight)

    def result(control: Any, state: Any) -> float:
        found = utility(state)
        if found > largest or found < -largest:
            atomic_store(control, STATUS, BAD_UTILITY)
        return float(found)

    def link(
        keys: Any, control: Any, slots: Any, offsets: Any, children: Any, chances: Any, sides: Any, low: Any
    ) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits = load(control_at, BITS)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                side = to_move(state)
                if is_over(state):
                    sides[at] = side + OVER
                    low[at] = result(control_at, state)
                    continue
                sides[at] = side
                place, weights = offsets[at], 0.0
                for given in each_move(state):
                    move = as_word(given)
                    children[place] = number_of(slots_at, control_at, bits, play(state, move))
                    if side == CHANCE:
                        chances[place] = weigh(control_at, state, move)
                        weights += chances[place]
                    place += 1
                if side == CHANCE:
                    for each in range(offsets[at], place):
                        chances[each] /= weights

    def derive(keys: Any, control: Any, slots: Any, values: Any, derived: Any) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits = load(control_at, BITS)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                side = to_move(state)
                if is_over(state):
                    found = result(control_at, state)
                    derived[at] = -found if side == SECOND else found
                    continue
                mean, weights, most, best = 0.0, 0.0, 0, -inf
                for given in each_move(state):
                    move = as_word(given)
                    child = play(state, move)
                    value = values[number_of(slots_at, control_at, bits, child)]
                    if (to_move(child) == SECOND) != (side == SECOND):
                        value = -value
                    if side == CHANCE:
                        weight = weigh(control_at, state, move)
                        mean += weight * value
                        weights += weight
                    best = max(best, value)
                    most += 1
                derived[at] = mean / weights if side == CHANCE else best
                atomic_max(control_at, COUNT, most)

    words, reals = types.int64[::1], types.float64[::1]
    return ChanceKernels(
        count=cache.build(count, (words, words, words)),
        link=cache.build(link, (words, words, words, words, words, reals, types.int8[::1], reals)),
        derive=cache.build(derive, (words, words, words, reals, reals)),
    )


def improved(
    number: int, graph: Any, low: Any, high: Any, places: Any, first: int, at: int, new_low: Any, new_high: Any
) -> tuple[float, float]:
    """The bounds of a position from those of its successors: the new ones of places from `first` to before `at`."""
    offsets, children, chances, sides = graph
    side = sides[number]
    begin, end = offsets[number], offsets[number + 1]
    mean_low, mean_high, size = 0.0, 0.0, 0.0
    least_low, least_high, greatest_low, greatest_high = inf, inf, -inf, -inf
    for link in range(begin, end):
        child = children[link]
        child_low, child_high = low[child], high[child]
        if first < at and first <= places[child] < at:
            child_low, child_high = new_low[places[child]], new_high[places[child]]
        if side == CHANCE:
            mean_low += chances[link] * child_low
            mean_high += chances[link] * child_high
            size = max(size, max(abs(child_low), abs(child_high)))
        least_low, greatest_low = min(least_low, child_low), max(greatest_low, child_low)
        least_high, greatest_high = min(least_high, child_high), max(greatest_high, child_high)
    if side == FIRST:
        return greatest_low, greatest_high
    if side == SECOND:
        return least_low, least_high
    slack = (2 * (end - begin) + 6) * ROUNDING_UNIT * size
    return max(mean_low - slack, least_low), min(mean_high + slack, greatest_high)


def components(
    offsets: Any,
    children: Any,
    control: Any,
    rank: Any,
    path: Any,
    cursor: Any,
    inner: Any,
    order: Any,
    starts: Any,
    levels: Any,
) -> None:
    """Pearce's algorithm with a path in place of recursion; `cursor` begins as the offsets, `rank` as zeros.

    `rank` of a position is 0 before it is met; then the least number, in the order of meeting them, of a position that
    is known to be reached from it, and `inner` is 1 where that is another one. In the end it is len(rank) less the
    number of its component, which is above the ranks of all positions that are not in a component yet.
    """
    control_at = address_of(control)
    size, met, waiting, done, found, steps = len(rank), 1, 0, 0, 0, 0
    for root in range(size):
        if rank[root]:
            continue
        path[0], depth = root, 1
        rank[root] = met
        met += 1
        while depth:
            steps += 1
            if steps % SWEEP_BLOCK == 0:
                atomic_store(control_at, NEXT, done)
                if relaxed_load(control_at, STATUS) != RUNNING:
                    return
            at = path[depth - 1]
            if cursor[at] < offsets[at + 1]:
                child = children[cursor[at]]
                if rank[child] == 0:
                    path[depth] = child
                    depth += 1
                    rank[child] = met
                    met += 1
                else:
                    # After a child has been left, its link is looked at again, which takes over its rank.
                    if rank[child] < rank[at]:
                        rank[at] = rank[child]
                        inner[at] = 1
                    cursor[at] += 1
                continue
            depth -= 1
            if inner[at]:
                order[size - 1 - waiting] = at
                waiting += 1
                continue
            # `at` was met before all others of its component, which wait at the end of `order`, the last one on top.
            # Taking them off never overwrites one that waits, as done and waiting ones are fewer than there are in all.
            mark, first, number = rank[at], done, size - found
            while waiting and rank[order[size - waiting]] >= mark:
                member = order[size - waiting]
                waiting -= 1
                rank[member] = number
                order[done] = member
                done += 1
            # Now as they were left, most of them after their successors: bounds then go far in one sweep.
            left, right = first, done - 1
            while left < right:
                order[left], order[right] = order[right], order[left]
                left += 1
                right -= 1
            rank[at] = number
            order[done] = at
            done += 1
            met -= done - first
            level, is_cycle = 0, done - first > 1
            for place in range(first, done):
                member = order[place]
                for link in range(offsets[member], offsets[member + 1]):
                    child = children[link]
                    if rank[child] == number:
                        is_cycle = True
                    else:
                        below = levels[size - rank[child]]
                        level = max(level, 1 + (~below if below < 0 else below))
            levels[found] = ~level if is_cycle else level
            found += 1
            starts[found] = done
    atomic_store(control_at, COUNT, found)


def sweep(schedule: Any, components: Any, graph: Any, low: Any, high: Any, control: Any, tolerance: float) -> None:
    """Value the components of a schedule: each once, a cycle until no bound changes by more than the tolerance."""
    order, starts, levels = components
    _, _, _, sides = graph
    control_at = address_of(control)
    for begin, end in pieces(control_at, load(control_at, LIMIT)):
        for at in range(begin, end):
            component = schedule[at]
            first, last = starts[component], starts[component + 1]
            for _ in range(MOST_SWEEPS if levels[component] < 0 else 1):
                change = 0.0
                for place in range(first, last):
                    number = order[place]
                    if sides[number] >= OVER:
                        continue
                    found_low, found_high = improved(number, graph, low, high, order, 0, 0, low, high)
                    if found_low > low[number]:
                        change = max(change, found_low - low[number])
                        low[number] = found_low
                    if found_high < high[number]:
                        change = max(change, high[number] - found_high)
                        high[number] = found_high
                if change <= tolerance or relaxed_load(control_at, STATUS) != RUNNING:
                    break


def sweep_block(
    order: Any, places: Any, graph: Any, low: Any, high: Any, new_low: Any, new_high: Any, control: Any, change: Any
) -> None:
    """Sweep a large component once, in blocks; `new_low` and `new_high` are by place in the order."""
    control_at = address_of(control)
    for first, last in pieces(control_at, SWEEP_BLOCK):
        for at in range(first, last):
            number = order[at]
            found_low, found_high = improved(number, graph, low, high, places, first, at, new_low, new_high)
            new_low[at], new_high[at] = max(low[number], found_low), min(high[number], found_high)
            change[0] = max(change[0], max(new_low[at] - low[number], high[number] - new_high[at]))


@once
def sweep_kernels() -> SweepKernels:
    """Compile them, or load them from the cache; they are the same for every game."""
    words, reals, octets = types.int64[::1], types.float64[::1], types.int8[::1]
    graph = types.Tuple((words, words, reals, octets))
    ordered = types.UniTuple(words, 3)
    return SweepKernels(
        components=cache.build(components, (words,) * 10),
        sweep=cache.build(sweep, (words, ordered, graph, reals, reals, words, types.float64)),
        sweep_block=cache.build(sweep_block, (words, words, graph, reals, reals, reals, reals, words, reals)),
    )
