"""Value iteration: the mean result of every reachable position of a game of chance, also where it can repeat.

Reference: Bellman, "Dynamic Programming" (1957); Shapley, "Stochastic Games" (1953), for two players; Neller and
Presser, "Optimal Play of the Dice Game Pig" (2004), for the order of the sweeps.

The idea added to expectimax: list the positions once, and let values flow from the ends backward. Where positions
depend on each other in a circle, begin with the least and the greatest result as bounds of all of them, and compute
each again from its children, sweep after sweep, until the two bounds meet:

    greatest  ------\\____
                          \\_______  upper bound
                           =======  the mean lies here
                    ______/         lower bound
    least     _____/

Positions that depend on each other (strongly connected components, Tarjan 1972) are swept together, after everything
that they lead to; all others are computed once.

The mean is an exact fraction where no position repeats and there are no more than `EXACT_POSITIONS`; elsewhere it is a
float with the error that the bounds leave. Where play can go on for ever the bounds need not meet, and the
error says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul
from typing import Any

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State
from zerosum.core.value import Expected
from zerosum.engines.search.result import Effort, Result, Stopped, refuse_unsearchable, report
from zerosum.engines.search.retrograde import Graph, reach
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with

EXACT_POSITIONS = 20_000
"""The most positions that are computed in fractions: these grow longer with every roll."""

TOLERANCE = 1e-12
"""Sweeps end when the bounds of all positions are this close."""

ROUNDING = 1e-13
"""What the rounding of floats adds to the error."""

STATED_ERROR = 1e-9
"""A mean with a greater error than this is an estimate."""

MOST_SWEEPS = 10_000
"""The most sweeps. If the bounds have not met by then, they will not: the error says how far apart they are."""

MOST_RESULTS = 8
"""The distribution of results is computed where there are no more different utilities than this."""


@dataclass
class Means:
    """The bounds of the mean of every position for the first player, and the distribution of its results."""

    low: dict[State, Any] = field(default_factory=dict)
    high: dict[State, Any] = field(default_factory=dict)
    results: dict[State, dict[int, Any]] = field(default_factory=dict)

    def middle(self, state: State) -> Any:
        """The best guess at the mean: exact where the bounds are one number."""
        low, high = self.low[state], self.high[state]
        return low if low == high else (low + high) / 2

    def value(self, state: State, side: int) -> Expected:
        """The mean and the results of a position for a side; the first player's where chance moves."""
        low, high = self.low[state], self.high[state]
        is_exact = isinstance(low, int | Fraction)
        error = 0.0 if is_exact else (high - low) / 2 + ROUNDING
        results = tuple(sorted(self.results.get(state, {}).items(), reverse=True))
        value = Expected(Fraction(low) if is_exact else float(self.middle(state)), error, results)
        return -value if side == SECOND else value


def means_of(game: Game, graph: Graph, effort: Effort) -> Means:
    """The mean of every position of a graph without open ends; raises `Stopped`."""
    means = Means()
    groups = list(components(graph))
    is_exact = len(graph.sides) <= EXACT_POSITIONS and not any(_is_cycle(graph, group) for group in groups)
    chances = _chances(game, graph, is_exact)
    bounds = min(graph.utilities.values(), default=0), max(graph.utilities.values(), default=0)
    # Endless play is worth 0, so the bounds hold that too.
    least, greatest = min(0, bounds[0]), max(0, bounds[1])
    for group in groups:
        if _is_cycle(graph, group):
            for state in group:
                means.low[state], means.high[state] = float(least), float(greatest)
            _sweep(graph, group, chances, means.low, effort)
            _sweep(graph, group, chances, means.high, effort)
        else:
            (state,) = group
            if state in graph.utilities:
                means.low[state] = means.high[state] = graph.utilities[state]
            else:
                means.low[state] = _mean(graph, state, chances, means.low)
                means.high[state] = means.low[state] if is_exact else _mean(graph, state, chances, means.high)
    utilities = sorted(set(graph.utilities.values()))
    if len(utilities) == 2:
        # The mean says it all.
        worse, better = utilities
        for state in graph.sides:
            chance = (means.middle(state) - worse) / Fraction(better - worse)
            means.results[state] = {better: chance, worse: 1 - chance}
    elif len(utilities) <= MOST_RESULTS:
        for group in groups:
            _distribute(graph, group, chances, means, effort)
    return means


def components(graph: Graph) -> Iterator[list[State]]:
    """The strongly connected components, each after all that its positions lead to: Tarjan's algorithm."""
    index: dict[State, int] = {}
    lowest: dict[State, int] = {}
    stack: list[State] = []
    on_stack: set[State] = set()
    work: list[tuple[State, Iterator[tuple[Move, State]]]] = []

    def enter(state: State) -> None:
        index[state] = lowest[state] = len(index)
        stack.append(state)
        on_stack.add(state)
        work.append((state, iter(graph.children.get(state, ()))))

    for root in graph.sides:
        if root in index:
            continue
        enter(root)
        while work:
            state, children = work[-1]
            for _, child in children:
                if child not in index:
                    enter(child)
                    break
                if child in on_stack:
                    lowest[state] = min(lowest[state], index[child])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[state])
                if lowest[state] == index[state]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == state:
                            break
                    yield component


def _is_cycle(graph: Graph, group: list[State]) -> bool:
    return len(group) > 1 or any(child == group[0] for _, child in graph.children.get(group[0], ()))


def _chances(game: Game, graph: Graph, is_exact: bool) -> dict[State, list[Any]]:
    """The probabilities of the outcomes of each chance node, in the order of its children."""
    return {
        state: [chance if is_exact else float(chance) for _, chance in game.chances(state)]
        for state, side in graph.sides.items()
        if side == CHANCE and state in graph.children
    }


def _mean(graph: Graph, state: State, chances: dict[State, list[Any]], known: dict[State, Any]) -> Any:
    """The mean of a position from those of its children."""
    values = [known[child] for _, child in graph.children[state]]
    side = graph.sides[state]
    if side == CHANCE:
        return sum(chance * value for chance, value in zip(chances[state], values, strict=True))
    return max(values) if side == FIRST else min(values)


def _sweep(
    graph: Graph, group: list[State], chances: dict[State, list[Any]], known: dict[State, Any], effort: Effort
) -> None:
    """Compute the positions of a component again and again, until nothing changes any more.

    The members come first in `values`, by the numbers that the plan uses; what they lead to outside stands behind them.
    """
    number = {state: place for place, state in enumerate(group)}
    values = [known[state] for state in group]
    plan = []
    for state in group:
        for _, child in graph.children[state]:
            if child not in number:
                number[child] = len(values)
                values.append(known[child])
        places = [number[child] for _, child in graph.children[state]]
        plan.append((graph.sides[state], places, chances.get(state, ())))
    for _ in range(MOST_SWEEPS):
        if effort.is_spent:
            raise Stopped
        change = 0.0
        for place, (side, places, weights) in enumerate(plan):
            children = [values[child] for child in places]
            mean = sum(map(mul, weights, children)) if side == CHANCE else (max if side == FIRST else min)(children)
            change = max(change, abs(mean - values[place]))
            values[place] = mean
        if change < TOLERANCE / 10:
            break
    known.update(zip(group, values, strict=False))


def _distribute(
    graph: Graph, group: list[State], chances: dict[State, list[Any]], means: Means, effort: Effort
) -> None:
    """The distribution of results under best play, for the positions of a component."""
    results = means.results
    best = {state: _best(graph, state, means) for state in group if state in graph.children}
    for state in group:
        results[state] = {graph.utilities[state]: 1} if state in graph.utilities else {}
    is_cycle = _is_cycle(graph, group)
    for _ in range(MOST_SWEEPS if is_cycle else 1):
        if effort.is_spent:
            raise Stopped
        change = 0.0
        for state, children in best.items():
            mixed: dict[int, Any] = {}
            weights = chances[state] if graph.sides[state] == CHANCE else (1,)
            for child, weight in zip(children, weights, strict=True):
                for utility, chance in results[child].items():
                    mixed[utility] = mixed.get(utility, 0) + weight * chance
            change = max(change, abs(float(sum(mixed.values()) - sum(results[state].values()))))
            results[state] = mixed
        if change < TOLERANCE:
            return


def _best(graph: Graph, state: State, means: Means) -> list[State]:
    """Where play goes on: to the best child, the first of equals, or to all outcomes of a roll."""
    children = [child for _, child in graph.children[state]]
    side = graph.sides[state]
    if side == CHANCE:
        return children
    choose: Callable[..., Any] = max if side == FIRST else min
    return [choose(children, key=means.middle)]


@search_with(Run, "value_iteration", always_plain=True)
def value_iteration(run: Run) -> Result:
    """Value a position of a game of chance by value iteration over everything that can be reached from it.

    >>> from zerosum.core.games import load
    >>> game = load("dicenim:10x3")
    >>> str(value_iteration(game, game.start).value)
    'expected +0.004, wins 50.2 %'
    """
    game, state, limit = run.game, run.state, run.effort.limit
    if run.watch is not None:
        raise BadRequest("value iteration has no tree to watch: it sweeps over all positions")
    refuse_unsearchable(game, state, "value_iteration")
    if game.rules.odds is None:
        raise BadRequest(f"{game.name} has no chance in it; retrograde values all of its positions")
    if game.rules.repetition is not None:
        raise BadRequest(f"{game.name} has a rule of its own for repetition, which value iteration cannot follow")
    if limit.depth is not None:
        raise BadRequest("value iteration lists every position, so it takes no depth limit")
    try:
        graph = reach(run, state)
        means = means_of(game, graph, run.effort)
    except Stopped:
        return run.give_up()
    side = graph.sides[state]
    line: tuple[Move, ...] = ()
    if side != CHANCE and state in graph.children:
        (best,) = _best(graph, state, means)
        line = (next(move for move, child in graph.children[state] if child == best),)
    value = means.value(state, side)
    bound = "exact" if value.error <= STATED_ERROR else "estimate"
    return report("value_iteration", run.effort, value, bound, line)
