"""The effect of move order: alpha-beta on the same rules with different orders of moves.

An ordered game has the rules of the game it is made from, except that `moves` gives the moves in another order. Its
states are pairs (state, plies left until the depth limit): with a limit, the score of a move depends on the plies left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, TypeAlias

from zerosum.answers.lab.compare import Setting, within
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import FIRST, Move, State, listed
from zerosum.core.value import Score
from zerosum.engines.search.alphabeta import alphabeta
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import NO_LIMIT, Limit, refuse_unsearchable, room_for_recursion
from zerosum.engines.search.run import Run
from zerosum.engines.search.transposition_table import TableSearch

ORDERS = ("best", "own", "random", "worst")
"""Best moves first, by their true scores; the order in which the rules list them; random; worst moves first."""

ORDER_WORDS = {
    "best": "best moves first",
    "own": "as the rules list them",
    "random": "random",
    "worst": "worst moves first",
}
"""The orders as a table names them."""

SEEDS = 5
"""How many random orders are tried."""

Here: TypeAlias = tuple[State, int | None]
"""A state and the plies left until the depth limit; None without a limit."""

Order: TypeAlias = Callable[[Here, tuple[Move, ...]], list[Move]]


def ordered_game(game: Game, order: Order) -> Game:
    """The game with its moves in this order; its states are pairs (state, plies left)."""
    rules = game.rules
    position, null_move = rules.position, rules.null_move
    return replace(
        game,
        text=replace(game.text, write_position=lambda here: game.text.write_position(here[0])),
        rules=replace(
            rules,
            start=(rules.start, None),
            to_move=lambda here: rules.to_move(here[0]),
            moves=lambda here: order(here, listed(rules.moves(here[0]))),
            play=lambda here, move: child_of(game, here, move),
            is_over=lambda here: rules.is_over(here[0]),
            utility=lambda here: rules.utility(here[0]),
            estimate=_of_state(rules.estimate),
            canonical=None,
            key=None,
            from_key=None,
            odds=_of_state(rules.odds),
            repetition=_of_state(rules.repetition),
            noisy=_of_state(rules.noisy),
            null_move=None if null_move is None else lambda here: (null_move(here[0]), here[1]),
            position=None if position is None else lambda here: (position(here[0]), here[1]),
            plies_to_draw=_of_state(rules.plies_to_draw),
            playout=_of_state(rules.playout),
            # Taken from the game: to find out would ask a random order for moves, and change what it gives later.
            repeats=can_repeat(rules),
        ),
    )


def _of_state(function: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """A function of the rules that takes a pair and looks at its state."""
    return None if function is None else lambda here, *more: function(here[0], *more)


def child_of(game: Game, here: Here, move: Move) -> Here:
    """The state after a move, with one ply less left."""
    state, left = here
    return game.rules.play(state, move), None if left is None else left - 1


class TrueScores:
    """The true scores of positions, by a search that keeps its transposition table; raises `Stopped` at the limit.

    >>> from zerosum.core.games.tree import read_tree
    >>> game = read_tree("((3,5),(2,9))")
    >>> TrueScores(game, plain=True)[game.start, None]
    3
    """

    def __init__(self, game: Game, *, plain: bool, limit: Limit = NO_LIMIT, progress: ProgressCallback = None) -> None:
        """Start with an empty table; the limit is for all positions together."""
        here = game.start, limit.depth
        self.game = game
        self._run = Run("table", ordered_game(game, own), here, limit=limit, plain=plain, progress=progress)
        self._search = TableSearch(self._run)
        self._known: dict[Here, Score] = {}

    def __getitem__(self, here: Here) -> Score:
        """The score of a position for the first player."""
        if here not in self._known:
            left = here[1]
            ply = 0 if left is None else self._run.horizon - left
            with room_for_recursion():
                self._known[here] = self._search.value(here, -inf, inf, ply)[0]
        return self._known[here]


def by_score(scores: TrueScores, *, worst: bool = False) -> Order:
    """Best moves first, or worst; moves of equal score keep the order in which the rules list them."""
    game = scores.game
    known: dict[Here, list[Move]] = {}

    def order(here: Here, moves: tuple[Move, ...]) -> list[Move]:
        if here not in known:
            greatest_first = (game.rules.to_move(here[0]) == FIRST) != worst
            known[here] = sorted(moves, key=lambda move: scores[child_of(game, here, move)], reverse=greatest_first)
        return known[here]

    return order


def own(here: Here, moves: tuple[Move, ...]) -> list[Move]:
    """The order that the rules give."""
    return list(moves)


def shuffled(seed: int) -> Order:
    """A random order, new at every visit; the same sequence for the same seed."""
    random = Random(seed)
    return lambda here, moves: random.sample(moves, len(moves))


@dataclass(frozen=True)
class OrderCount:
    """The nodes of alpha-beta on one position in each order; `random` has one number for each seed."""

    state: State
    best: int
    own: int
    random: tuple[int, ...]
    worst: int

    def nodes(self, order: str) -> float:
        """The nodes in this order; for random orders, the mean over the seeds."""
        counts = self.random if order == "random" else (getattr(self, order),)
        return sum(counts) / len(counts)


def order_effect(
    game: Game, states: list[State], setting: Setting, budget: float | None = None, seeds: int = SEEDS
) -> Iterator[OrderCount]:
    """Yield the counts of each position that all orders finish within the limit.

    `budget` is the seconds for all positions, the setting's limit is for each search.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> next(order_effect(game, [game.start], Setting(), seeds=2))
    OrderCount(state=(0, 0, 0), best=2312, own=18297, random=(14220, 14194), worst=198837)
    """
    for state, limit in within(budget, states, setting):
        refuse_unsearchable(game, state, "this comparison")
        here = state, limit.depth
        scores = TrueScores(game, plain=setting.plain, limit=limit, progress=setting.progress)
        orders = [
            by_score(scores),
            own,
            *(shuffled(setting.seed + number) for number in range(seeds)),
            by_score(scores, worst=True),
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
    """The sum of nodes over all positions in one order; for random orders, the mean of the sums over the seeds.

    `least` and `most` are the sums for the best and the worst seed, `of_own` is `nodes` divided by the nodes in the
    order in which the rules list the moves.
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
    own_nodes = runs["own"][0]
    rows = []
    for order in ORDERS:
        nodes = sum(runs[order]) / len(runs[order])
        rows.append(OrderRow(order, nodes, min(runs[order]), max(runs[order]), nodes / own_nodes))
    return rows
