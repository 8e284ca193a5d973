"""RAVE: Monte-Carlo tree search that learns from every move of a playout, not only from the first.

Reference: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go" (2011), for
RAVE and for priors; Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver" (2008), for proven values.

The idea added to `mcts`: in many games a move is worth about as much now as later. So the result of a playout is also
credited to every move that the side to move made later in it ("all moves as first"). This second mean has many samples
when the first has few; with more visits, the first takes over. Two more ideas come with it, each on or off (`Ideas`): a
prior, which looks one ply ahead when a node gets its children, and playouts that choose only moves that make sense.

A finished game is backed up as proven, as in `mcts`, and a value without "~" is the true one. An unproven value is the
mean result: in hundredths of a win, or the mean margin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, log, sqrt
from random import Random
from typing import TypeAlias, Unpack

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State, listed
from zerosum.core.value import (
    MARGIN,
    WIN,
    Estimate,
    Score,
    Value,
    expected_value,
    has_margins,
    is_of_means,
    scale_for,
    unit_of,
    value_of,
)
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import (
    Effort,
    KnownMove,
    Limit,
    Result,
    SearchOptions,
    Stopped,
    estimator,
    refuse_unsearchable,
    report,
    room_for_recursion,
)
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import shows_options

PLAYOUTS = 1000

LONGEST_PLAYOUT = 1024
"""The plies of the longest playout; it ends with the estimate of its position."""

LINE_VISITS = 10
"""A move with fewer visits is not shown as part of the best line."""


@dataclass(frozen=True)
class Ideas:
    """The ideas beyond plain UCT, each on or off, and the numbers that go with them.

    - `rave`: credit a result to later moves too. With `equivalence` visits, both means weigh the same.
    - `prior`: when a node gets its children, look one ply ahead: a finished game is proven at once, and the estimate,
      and what playouts refuse, counts like `prior_weight` playouts. `lean` is how far the estimates reach, in wins.
    - `policy`: playouts choose only moves that the game's `playout` allows.
    - `tries`: with each move of a playout, look at this number of others for a `noisy` one, and prefer that.
    - `to_win`: in a game of margins without chance, a win is worth `win_bonus` points, so that the search plays for the
      win before it plays for the margin.

    `exploration` is the factor of the exploration term. A node gets its children after `expand_after` visits.
    """

    rave: bool = True
    prior: bool = True
    policy: bool = True
    to_win: bool = True
    tries: int = 0
    exploration: float = 0.2
    equivalence: float = 1000.0
    prior_weight: int = 10
    lean: float = 0.3
    expand_after: int = 2
    win_bonus: int = 1024

    def __post_init__(self) -> None:
        """Refuse numbers that no search can use."""
        if self.equivalence <= 0 or self.exploration < 0 or min(self.tries, self.prior_weight, self.expand_after) < 0:
            raise BadRequest(f"equivalence must be greater than 0 and no number less than 0 in {self}")


ALL_IDEAS = Ideas()

PLAIN_UCT = Ideas(rave=False, prior=False, policy=False, to_win=False, exploration=sqrt(2), expand_after=1)
"""All ideas off: UCT with a random order of moves."""


class Node:
    """A position in the tree by the move that leads to it.

    `score` is the sum of its results for the first player, `margin` the same without the bonus for wins. `rave_score`
    is the sum over the `rave_visits` playouts in which the move was made later, and over those that the prior stands
    for. `proven` is its proven score or None.
    """

    __slots__ = ("children", "margin", "move", "proven", "rave_score", "rave_visits", "score", "visits")

    def __init__(self, move: Move | None) -> None:
        """A position that has not been visited yet."""
        self.move = move
        self.children: list[Node] = []
        self.visits = 0
        self.score = 0
        self.margin = 0
        self.rave_visits = 0
        self.rave_score = 0
        self.proven: Score | None = None


@shows_options
def rave(
    game: Game,
    state: State,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    ideas: Ideas = ALL_IDEAS,
    **options: Unpack[SearchOptions],
) -> Result:
    """Search a position by this number of playouts, or fewer when its value is proven before.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(rave(game, game.read_position("X-O/-O-/X--"), playouts=200).value)
    'win'
    """
    options["plain"] = True
    run = Run("rave", game, state, **options)
    *_, (root, stopped) = grown(run, Random(seed), ideas, playouts)
    return concluded("rave", game, state, root, run.effort, win_bonus(game, ideas), children_of, stopped=stopped)


class MonteCarlo:
    """The search as a player uses it: better and better answers, until the limit.

    In plain Python it has one thread and a new tree for each position; `threads` and `memory` are there because the
    compiled one (`zerosum.engines.native.search.rave`) takes them.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int | None = None,
        memory: int | None = None,
        seed: int = 0,
        ideas: Ideas = ALL_IDEAS,
    ) -> None:
        """A search with these ideas; its random numbers go on from one position to the next."""
        self.game = game
        self.ideas = ideas
        self._random = Random(seed)

    def best(self, state: State, effort: Effort, playouts: int | None = None) -> Iterator[Result]:
        """Yield better and better results, at least one, until the limit, `playouts` of them, or a proven value.

        The limit is the effort's. Without any, this ends only when the value is proven.
        """
        bonus = win_bonus(self.game, self.ideas)
        for root, stopped in self._grown(state, effort, playouts):
            yield concluded("rave", self.game, state, root, effort, bonus, children_of, stopped=stopped)

    def values(self, state: State, effort: Effort, playouts: int | None = None) -> Iterator[dict[Move, KnownMove]]:
        """Yield what is known of each move, better and better; the limits are as in `best`."""
        bonus = win_bonus(self.game, self.ideas)
        for root, _ in self._grown(state, effort, playouts):
            yield known_moves(self.game, state, root, effort.deepest, bonus, children_of)

    def _grown(self, state: State, effort: Effort, playouts: int | None) -> Iterator[tuple[Node, bool]]:
        run = Run("rave", self.game, state, limit=effort.limit, plain=True)
        run.effort = effort
        return grown(run, self._random, self.ideas, most_playouts(effort.limit, playouts))


def most_playouts(limit: Limit, playouts: int | None) -> int | None:
    """How many playouts to make at most: a limit of plies alone would never end the search."""
    is_endless = playouts is None and limit.nodes is None and limit.seconds is None and limit.depth is not None
    return PLAYOUTS if is_endless else playouts


def children_of(node: Node) -> list[Node]:
    """The children of a node of this tier."""
    return node.children


def grown(run: Run, random: Random, ideas: Ideas, playouts: int | None) -> Iterator[tuple[Node, bool]]:
    """Grow a tree, and yield its root after 1, 2, 4, 8 ... playouts and at the end, and whether a limit ended it."""
    game = run.game
    refuse_unsearchable(game, run.state, "rave")
    rules, scale, effort = game.rules, run.scale, run.effort
    estimate = estimator(game)
    horizon = min(run.horizon, LONGEST_PLAYOUT)
    path = None if run.goes_on else run.path
    unit = unit_of(scale)
    bonus = win_bonus(game, ideas)
    may_choose = rules.playout if ideas.policy else None
    noisy = rules.noisy if ideas.tries else None
    widest = 1
    """The largest result seen; with the bonus, it scales scores to -1 ... 1."""
    played: list[tuple[int, Move]] = []
    """The side and the move of each ply of this playout, in the tree and below it."""
    firsts: set[tuple[int, Move]] = set()
    """The moves of the current ply and later ones, without those that the other side made before."""

    @run.visit
    def playout(node: Node, state: State, ply: int) -> int:
        """One playout through this node: its result for the first player, credited to every node on the path."""
        if node.proven is None and node is not root and not node.children:
            see_end(node, state)
        may_expand = node.proven is None and ply < horizon and (node is root or node.visits >= ideas.expand_after)
        if may_expand and not node.children:
            expand(node, state)
        if node.proven is not None or ply >= horizon or not node.children:
            effort.enter(ply)
            result = simulate(state, ply) if node.proven is None else proven_result(node.proven)
            for side, move in reversed(played[ply:]):
                note_first(side, move)
        else:
            side = run.to_move(state)
            child = rolled(node, state) if side == CHANCE else select(node, side)
            played.append((side, child.move or 0))
            if path is not None:
                path[run.position(state)] = ply
            result = playout(child, rules.play(state, child.move), ply + 1)
            if path is not None:
                del path[run.position(state)]
            note_first(side, child.move or 0)
            if ideas.rave and side != CHANCE:
                credit_later_moves(node, side, result)
        back_propagate(node, state, result)
        return result

    def see_end(node: Node, state: State) -> None:
        """A finished or repeated position is proven."""
        if rules.is_over(state):
            node.proven = scale.end(rules.utility(state))
        elif path is not None and run.position(state) in path:
            node.proven = run.repetition_score(state)

    def proven_result(proven: Score) -> int:
        effort.leaves += 1
        return int(proven / unit)

    def select(node: Node, side: int) -> Node:
        """The unproven child that looks best to the side to move, or was tried too little."""
        sign, reach = 1 if side == FIRST else -1, bonus + widest
        explore = ideas.exploration * sqrt(log(node.visits + 1))

        def promise(child: Node) -> float:
            visits, later = child.visits, child.rave_visits
            if visits + later == 0:
                return inf
            weight = later / (visits + later + visits * later / ideas.equivalence)
            mean = child.score / visits if visits else 0.0
            later_mean = child.rave_score / later if later else 0.0
            mixed = (1.0 - weight) * mean + weight * later_mean
            return sign * mixed / reach + explore / sqrt(visits + 1)

        return max((child for child in node.children if child.proven is None), key=promise)

    def rolled(node: Node, state: State) -> Node:
        """The child of an outcome that is drawn by its odds."""
        outcome = drawn(state, [child.move or 0 for child in node.children])
        return node.children[outcome]

    def drawn(state: State, outcomes: list[Move]) -> int:
        """The index of an outcome that is drawn by its odds."""
        odds = rules.odds
        if odds is None or any(odds(state, move) < 1 for move in outcomes):
            game.chances(state)  # says what is wrong
        weights = [odds(state, move) for move in outcomes] if odds is not None else []
        number = random.randrange(sum(weights))
        for index, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return index
        raise AssertionError("the weights are positive")

    def expand(node: Node, state: State) -> None:
        """Give a node its children, in random order."""
        moves = list(run.moves(state))
        random.shuffle(moves)
        node.children = [Node(move) for move in moves]
        side = run.to_move(state)
        if ideas.prior and side != CHANCE:
            look_ahead(node, state, side)
            prove(node, state)

    def look_ahead(node: Node, state: State, side: int) -> None:
        """Prove the children that end the game, and give the others what they look like as a prior."""
        reach, guesses = bonus + widest, []
        for child in node.children:
            after = rules.play(state, child.move)
            if rules.is_over(after):
                child.proven = scale.end(rules.utility(after))
            else:
                guesses.append((child, estimate(after)))
        if not guesses:
            return
        middle = sum(guess for _, guess in guesses) / len(guesses)
        spread = max(abs(guess - middle) for _, guess in guesses)
        mean = node.score / node.visits if node.visits else 0.0
        for child, guess in guesses:
            value = mean + (ideas.lean * reach * (guess - middle) / spread if spread > 0.0 else 0.0)
            if may_choose is not None and not may_choose(state, child.move):
                value += -reach if side == FIRST else reach
            child.rave_visits = ideas.prior_weight
            child.rave_score = int(ideas.prior_weight * value)

    def simulate(state: State, ply: int) -> int:
        """Play at random to the end: the result for the first player."""
        candidates: list[Move] = []
        while not rules.is_over(state):
            if ply >= horizon:
                effort.estimates += 1
                return estimate(state) if scale is MARGIN else 0
            side = run.to_move(state)
            if side == CHANCE:
                outcomes = list(run.moves(state))
                move = outcomes[drawn(state, outcomes)]
                candidates.clear()
            else:
                move = random_move(state, candidates)
            played.append((side, move))
            state = rules.play(state, move)
            ply += 1
            effort.enter(ply)
        effort.leaves += 1
        return rules.utility(state)

    def random_move(state: State, candidates: list[Move]) -> Move:
        """A random move that makes sense. The candidates are moves that were legal and not chosen since."""
        last = None
        while True:
            if may_choose is None or not candidates:
                if last is not None:
                    return last
                candidates[:] = run.moves(state)
                last = candidates[-1]
            move = taken(candidates, random.randrange(len(candidates)))
            if may_choose is None or may_choose(state, move):
                return move if noisy is None else noisy_move(state, move, candidates)

    def noisy_move(state: State, move: Move, candidates: list[Move]) -> Move:
        """This move, or a noisy one that a few tries find among the others."""
        assert noisy is not None
        for _ in range(0 if not candidates or noisy(state, move) else ideas.tries):
            index = random.randrange(len(candidates))
            other = candidates[index]
            if (may_choose is None or may_choose(state, other)) and noisy(state, other):
                candidates[index] = move
                return other
        return move

    def note_first(side: int, move: Move) -> None:
        firsts.add((side, move))
        firsts.discard((1 - side, move))

    def credit_later_moves(node: Node, side: int, result: int) -> None:
        """Credit a result to the moves of this node that the side made, now or later, before the other side did."""
        score = scored(result, bonus)
        for child in node.children:
            if (side, child.move) in firsts:
                child.rave_visits += 1
                child.rave_score += score

    def back_propagate(node: Node, state: State, result: int) -> None:
        """Credit a result to a node, and see whether it is proven now."""
        nonlocal widest
        widest = max(widest, abs(result))
        node.visits += 1
        node.score += scored(result, bonus)
        node.margin += result
        if node.proven is None and node.children:
            prove(node, state)

    def prove(node: Node, state: State) -> None:
        """A position is proven by a won child, or when all children are; one of chance when all are worth the same."""
        known = [child.proven for child in node.children if child.proven is not None]
        if not known:
            return
        side, all_known = run.to_move(state), len(known) == len(node.children)
        if side == CHANCE:
            if all_known and min(known) == max(known):
                node.proven = known[0]
            return
        best = max(known) if side == FIRST else min(known)
        won = not has_margins(scale) and best == (WIN if side == FIRST else -WIN)
        if won or all_known:
            node.proven = best

    root = Node(None)
    see_end(root, run.state)
    number = 0
    while root.proven is None and (playouts is None or number < playouts):
        played.clear()
        firsts.clear()
        try:
            with room_for_recursion():
                playout(root, run.state, 0)
        except Stopped:
            yield root, True
            return
        number += 1
        if number & (number - 1) == 0:
            yield root, False
    yield root, False


def taken(candidates: list[Move], index: int) -> Move:
    """The candidate of this index, which is no candidate any more; the last one takes its place."""
    move = candidates[index]
    candidates[index] = candidates[-1]
    candidates.pop()
    return move


def win_bonus(game: Game, ideas: Ideas) -> int:
    """What a win adds to its margin: nothing where results are not margins, or where chance makes the mean the aim."""
    return ideas.win_bonus if ideas.to_win and game.margin and game.rules.odds is None else 0


def scored(result: float, bonus: int) -> int:
    """What a result counts for: the margin, and the bonus for who wins."""
    return int(result) + (bonus if result > 0 else -bonus if result < 0 else 0)


def chosen(side: int, children: Sequence[Node], unit: int, bonus: int) -> Node | None:
    """The child to play: the most visited unproven one, unless a proven one is worth more."""
    sign = 1 if side == FIRST else -1
    proven = [(sign * scored(child.proven / unit, bonus), child) for child in children if child.proven is not None]
    unproven = [child for child in children if child.proven is None]
    best_proven = max(proven, key=lambda pair: pair[0], default=None)
    favourite = max(unproven, key=lambda child: child.visits, default=None)
    if best_proven is None or favourite is None:
        return favourite if best_proven is None else best_proven[1]
    mean = sign * favourite.score / favourite.visits if favourite.visits else -inf
    return best_proven[1] if best_proven[0] >= mean else favourite


Children: TypeAlias = Callable[[Node], Sequence[Node]]
"""Gives the children of a node, wherever the tree is kept."""


def best_line(game: Game, state: State, node: Node, bonus: int, children: Children) -> tuple[Move, ...]:
    """The moves that the search thinks best, as far as they were visited often; at least one where there is any."""
    line: list[Move] = []
    unit = unit_of(scale_for(game, plain=True))
    while not game.rules.is_over(state) and game.rules.to_move(state) != CHANCE:
        child = chosen(game.rules.to_move(state), children(node), unit, bonus)
        if child is None or child.move is None:
            break
        if line and child.visits < LINE_VISITS and child.proven is None:
            break
        line.append(child.move)
        state, node = game.rules.play(state, child.move), child
    return tuple(line)


def value_of_node(game: Game, node: Node, side: int, depth: int) -> Value:
    """The value of a node for a side; for the first player where that is `CHANCE`."""
    scale = scale_for(game, plain=True)
    if node.proven is not None:
        return (value_of if game.rules.odds is None else expected_value)(scale, node.proven, side)
    mean = (node.margin if scale is MARGIN else node.score) / node.visits if node.visits else 0.0
    score = round(mean if scale is MARGIN else (WIN if is_of_means(scale) else 100) * mean)
    return Estimate(-score if side == SECOND else score, depth, is_of_means(scale))


def known_moves(
    game: Game, state: State, root: Node, depth: int, bonus: int, children: Children
) -> dict[Move, KnownMove]:
    """What the tree says of each move.

    A move that was tried less often than the chosen one counts less than that: its mean is less sure. A proven draw or
    margin may rest on a repetition of the root, which counts as a draw; it is exact only if the root is one.
    """
    if game.rules.is_over(state):
        return {}
    side, known = game.rules.to_move(state), children(root)
    best = chosen(side, known, unit_of(scale_for(game, plain=True)), bonus)
    most = None if best is None else value_of_node(game, best, side, depth)
    may_rest = root.proven != 0 and game.rules.repetition is None and can_repeat(game.rules)
    found: dict[Move, KnownMove] = {}
    for child in known:
        assert child.move is not None
        value = value_of_node(game, child, side, depth)
        if child is not best and child.proven is None and isinstance(most, Estimate) and value.rank >= most.rank:
            value = replace(most, score=most.score - 1)
        after = game.rules.play(state, child.move)
        line = child.move, *best_line(game, after, child, bonus, children)
        exact = child.proven is not None and (not may_rest or not (game.margin or child.proven == 0))
        if child.proven is not None and not exact:
            value = Estimate(int(value.rank), depth)
        found[child.move] = KnownMove(value, exact, line)
    return found


def concluded(
    algorithm: str,
    game: Game,
    state: State,
    root: Node,
    effort: Effort,
    bonus: int,
    children: Children,
    *,
    stopped: bool,
) -> Result:
    """The result of a search with this tree."""
    side = game.rules.to_move(state)
    line = best_line(game, state, root, bonus, children)
    if not line and side != CHANCE and not game.rules.is_over(state):
        line = listed(game.rules.moves(state))[:1]  # stopped before the first playout
    best = next((child for child in children(root) if line and child.move == line[0]), root)
    is_open = root.proven is None
    value = value_of_node(game, root, side, effort.deepest)
    if is_open and best.visits and best.proven is None:
        value = value_of_node(game, best, side, effort.deepest)
    return report(algorithm, effort, value, "estimate" if is_open else "exact", line, stopped=stopped)
