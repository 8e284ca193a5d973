"""The effect of ordering: the same alpha-beta on the same rules, with the moves in another order.

An ordered game has the rules of the game it is made from; only `moves` gives them in another sequence. Its states are
pairs (state, plies left until the depth limit), because with a limit it depends on the plies left what a move is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from zerosum.game import FIRST, Game, Move, State, listed
from zerosum.lab.compare import Setting, within
from zerosum.progress import ProgressCallback
from zerosum.search.alphabeta import alphabeta
from zerosum.search.result import Effort, Limit, Stopped, estimator, refuse_chance, room_for_recursion
from zerosum.value import Score, scale_for

ORDERS = ("best", "own", "random", "worst")
"""Best moves first by their true values; the game's own order; at random; worst moves first."""

SEEDS = 5
"""So many random orders are tried."""

Here: TypeAlias = tuple[State, int | None]
"""A state and the plies left below it; None where nothing limits them."""

Order: TypeAlias = Callable[[Here, tuple[Move, ...]], list[Move]]


def ordered_game(game: Game, order: Order) -> Game:
    """The game with its moves in this order, over states with the plies left."""
    rules = game.rules
    estimate = rules.estimate
    return replace(
        game,
        rules=replace(
            rules,
            start=(rules.start, None),
            to_move=lambda here: rules.to_move(here[0]),
            moves=lambda here: order(here, listed(rules.moves(here[0]))),
            play=lambda here, move: child_of(game, here, move),
            is_over=lambda here: rules.is_over(here[0]),
            utility=lambda here: rules.utility(here[0]),
            estimate=None if estimate is None else lambda here: estimate(here[0]),
            canonical=None,
            key=None,
        ),
    )


def child_of(game: Game, here: Here, move: Move) -> Here:
    """The state after a move, with a ply less."""
    state, left = here
    return game.rules.play(state, move), None if left is None else left - 1


def true_scores(
    game: Game, here: Here, *, plain: bool, limit: Limit, progress: ProgressCallback = None
) -> dict[Here, Score]:
    """The score of every position that can come up, each looked at once; raises `Stopped` when a limit is reached."""
    rules = game.rules
    scale = scale_for(game, plain)
    estimate = estimator(game)
    effort = Effort(limit, progress)
    known: dict[Here, Score] = {}

    def score_of(here: Here, ply: int) -> Score:
        if here not in known:
            effort.enter(ply)
            state, left = here
            if rules.is_over(state):
                known[here] = scale.end(rules.utility(state))
            elif left == 0:
                known[here] = scale.guess(estimate(state))
            else:
                better = max if rules.to_move(state) == FIRST else min
                children = [child_of(game, here, move) for move in listed(rules.moves(state))]
                known[here] = better(scale.farther(score_of(child, ply + 1)) for child in children)
        return known[here]

    with room_for_recursion():
        score_of(here, 0)
    return known


def by_score(game: Game, scores: dict[Here, Score], *, worst: bool = False) -> Order:
    """Best moves first, or worst; moves of one score stay in the game's own order."""
    known: dict[Here, list[Move]] = {}

    def order(here: Here, moves: tuple[Move, ...]) -> list[Move]:
        if here not in known:
            greatest_first = (game.rules.to_move(here[0]) == FIRST) != worst
            known[here] = sorted(moves, key=lambda move: scores[child_of(game, here, move)], reverse=greatest_first)
        return known[here]

    return order


def own(here: Here, moves: tuple[Move, ...]) -> list[Move]:
    """As the rules give them."""
    return list(moves)


def shuffled(seed: int) -> Order:
    """Another order at every visit, the same for the same seed."""
    random = Random(seed)
    return lambda here, moves: random.sample(moves, len(moves))


@dataclass(frozen=True)
class OrderCount:
    """How many nodes alpha-beta took on one position in each order; `random` has one number for each seed."""

    state: State
    best: int
    own: int
    random: tuple[int, ...]
    worst: int

    def nodes(self, order: str) -> float:
        """The nodes in this order, the mean over the seeds where it is random."""
        counts = self.random if order == "random" else (getattr(self, order),)
        return sum(counts) / len(counts)


def order_effect(
    game: Game, states: list[State], setting: Setting, budget: float | None = None, seeds: int = SEEDS
) -> Iterator[OrderCount]:
    """Yield the counts of each position that can be finished in all orders; the others are left out.

    `budget` is the seconds for all positions, the setting's limit is for each search.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> next(order_effect(game, [game.start], Setting(), seeds=2))
    OrderCount(state=(0, 0, 0), best=2312, own=18297, random=(14220, 14194), worst=198837)
    """
    for state, limit in within(budget, states, setting):
        refuse_chance(game, state)
        here = state, limit.depth
        try:
            scores = true_scores(game, here, plain=setting.plain, limit=limit, progress=setting.progress)
        except Stopped:
            continue
        orders = [
            by_score(game, scores),
            own,
            *(shuffled(setting.seed + number) for number in range(seeds)),
            by_score(game, scores, worst=True),
        ]
        counts = []
        for order in orders:
            result = alphabeta(
                ordered_game(game, order), here, limit=limit, plain=setting.plain, progress=setting.progress
            )
            if result.stopped:
                break
            counts.append(result.nodes)
        if len(counts) == len(orders):
            yield OrderCount(state, counts[0], counts[1], tuple(counts[2:-1]), counts[-1])


@dataclass(frozen=True)
class OrderRow:
    """An order on all positions: the sum of nodes, the mean of these sums where there are several random orders.

    `least` and `most` are the sums of the luckiest and the unluckiest seed, and `of_own` is the nodes as a multiple of
    those in the game's own order.
    """

    order: str
    nodes: float
    least: int
    most: int
    of_own: float


def order_rows(counts: list[OrderCount]) -> list[OrderRow]:
    """The orders as rows of a table, from best to worst; none without a position."""
    if not counts:
        return []
    runs = {order: [sum(getattr(count, order) for count in counts)] for order in ORDERS if order != "random"}
    runs["random"] = [sum(each) for each in zip(*(count.random for count in counts), strict=True)]
    mine = runs["own"][0]
    rows = []
    for order in ORDERS:
        nodes = sum(runs[order]) / len(runs[order])
        rows.append(OrderRow(order, nodes, min(runs[order]), max(runs[order]), nodes / mine))
    return rows
