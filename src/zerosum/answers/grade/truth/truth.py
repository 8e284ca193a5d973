"""The truth about a game: its positions, and the value of each move in them.

A game with few positions is listed whole and valued backward from its ends. Of a larger one, positions are drawn with a
seed, and each is solved by the analyst: by a solved table, a book or the solver. A position that cannot be solved in
its time is not used: nobody is graded by an estimate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random

from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import BadRequest, EndlessGame
from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import CHANCE, Move, State, listed
from zerosum.core.value import Expected, Margin, Outcome, Score, Value, scale_for, value_of
from zerosum.engines.search.result import Effort, Limit, Stopped
from zerosum.engines.search.retrograde import Graph, reach, scores
from zerosum.engines.search.run import Run
from zerosum.engines.search.value_iteration import Means, means_of

MOST_LISTED = 50_000
"""The most positions that are listed to value a whole game."""

SOLVING_SECONDS = 10.0
"""The longest that a drawn position may take the solver."""

LATE = 16
"""Positions are drawn from the last so many plies of their games."""

WINS_AT_ONCE = 5
"""At most one in so many drawn positions, and one more, is won by a single move."""

LONGEST_GAME = 400
"""A random game that goes on is cut after so many plies."""

TRIES = 10
"""For each position that is wanted, so many random games are tried at most."""

MOST_UNSOLVED = 5
"""After so many positions in a row that could not be solved in their time, no more are drawn."""


class Truth:
    """The positions of a game that are asked, and what each move in them is worth.

    `states` are unfinished positions in which a side is to move, the shortest games first. `is_exhaustive` says that
    they are all that can be reached, or one of each symmetry class where `is_symmetric`.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        most_positions: int = 10_000,
        drawn: int = 200,
        is_symmetric: bool = False,
        given: Iterable[Sequence[Move]] = (),
        most_listed: int = MOST_LISTED,
        progress: ProgressCallback = None,
    ) -> None:
        """List the game, or draw positions of it; `given` are games from the start to take positions from instead."""
        self.game = game
        self.seed = seed
        self.is_symmetric = is_symmetric
        self._scale = scale_for(game)
        self._progress = progress
        self._histories: dict[State, tuple[Move, ...]] = {}
        self._moves: dict[State, dict[Move, Value]] = {}
        games = [tuple(moves) for moves in given]
        self._graph = None if games else self._listed(most_listed)
        if games:
            self.states, self.is_exhaustive = self._given(games), False
            self._refuse_nothing("none of the given positions")
            return
        if self._graph is not None:
            unfinished = [state for state in self._graph.children if self._graph.sides[state] != CHANCE]
            chosen = self._one_per_class(unfinished) if is_symmetric else unfinished
            if len(chosen) <= most_positions:
                self.states, self.is_exhaustive = tuple(chosen), True
                return
        self.states, self.is_exhaustive = self._drawn(drawn), False
        if drawn:  # none are drawn for an agent with a memory
            self._refuse_nothing(f"no position of {game.name} that was drawn")

    def _refuse_nothing(self, which: str) -> None:
        """Raise `BadRequest` where there is nothing to judge an agent by."""
        if not self.states:
            raise BadRequest(
                f"{which} could be solved in {SOLVING_SECONDS:g} seconds, so no move can be judged; "
                "give positions near the end of the game by --positions FILE"
            )

    @property
    def is_listed(self) -> bool:
        """Whether every position of the game has been listed and valued."""
        return self._graph is not None

    @property
    def all_states(self) -> tuple[State, ...]:
        """Every position, the finished ones included; where the game is not listed, those that are asked."""
        return self.states if self._graph is None else tuple(self._graph.sides)

    def knows(self, state: State) -> bool:
        """Whether the values of a position are known; a position that is not listed is solved for that."""
        return bool(self._graph is not None and state in self._graph.children) or self._solved(state) is not None

    def history(self, state: State) -> tuple[Move, ...]:
        """The moves of a shortest game that reaches a position."""
        if state in self._histories or self._graph is None:
            return self._histories[state]
        moves: list[Move] = []
        while state != self.game.start:
            # The first parent is the one from which the breadth-first search has found the position.
            before = self._graph.parents[state][0]
            moves.append(next(move for move, child in self._graph.children[before] if child == state))
            state = before
        return tuple(reversed(moves))

    def move_values(self, state: State) -> dict[Move, Value]:
        """The value of each legal move for the side to move."""
        if state not in self._moves:
            if self._graph is not None:
                self._moves[state] = self._from_graph(self._graph, state)
            elif self._solved(state) is None:
                raise KeyError(state)
        return self._moves[state]

    def value(self, state: State) -> Value:
        """What an unfinished position is worth to the side to move."""
        return max(self.move_values(state).values(), key=lambda value: value.rank)

    def best(self, state: State) -> frozenset[Move]:
        """All moves that keep the value: win, draw or loss, whatever the distance; or the margin, or the mean."""
        values = self.move_values(state)
        top = self.value(state)
        return frozenset(move for move, value in values.items() if _keeps(top, value))

    def fastest(self, state: State) -> frozenset[Move]:
        """The moves that keep the value and win as fast, or lose as slowly, as possible."""
        top, best = self.value(state), self.best(state)
        return frozenset(
            move
            for move, value in self.move_values(state).items()
            if move in best and (not isinstance(value, Outcome) or value.rank == top.rank)
        )

    def is_lost(self, state: State) -> bool:
        """Whether every move loses."""
        value = self.value(state)
        return isinstance(value, Outcome | Margin) and value.result < 0

    def is_open(self, state: State) -> bool:
        """Whether some move is wrong here."""
        return len(self.best(state)) < len(self.move_values(state))

    def minimax_nodes(self, state: State) -> int | None:
        """How many nodes minimax visits from a position to the ends; None where the game is not listed or repeats."""
        return None if self._tree_sizes is None else self._tree_sizes[state][0]

    def inner_nodes(self, state: State) -> int | None:
        """How many of these nodes are unfinished: no search without pruning or a table can count fewer."""
        return None if self._tree_sizes is None else self._tree_sizes[state][1]

    @cached_property
    def _tree_sizes(self) -> dict[State, tuple[int, int]] | None:
        """The nodes of the tree below every position, and the unfinished among them; None where a cycle has no end."""
        graph = self._graph
        if graph is None:
            return None
        open_moves = {state: len(moves) for state, moves in graph.children.items()}
        sizes = dict.fromkeys(graph.utilities, (1, 0))
        ready = list(graph.utilities)
        while ready:
            for parent in graph.parents[ready.pop()]:
                open_moves[parent] -= 1
                if open_moves[parent] == 0:
                    below = [sizes[child] for _, child in graph.children[parent]]
                    sizes[parent] = 1 + sum(nodes for nodes, _ in below), 1 + sum(inner for _, inner in below)
                    ready.append(parent)
        return sizes if len(sizes) == len(graph.sides) else None

    def _listed(self, most: int) -> Graph | None:
        """All positions of the game with their values; None where there are too many."""
        if self.game.rules.repetition is not None:
            return None  # the value of a position depends on how it was reached
        run = Run("retrograde", self.game, self.game.start, limit=Limit(nodes=most), progress=self._progress)
        try:
            graph = reach(run, self.game.start)
            self._means = None if self.game.rules.odds is None else means_of(self.game, graph, Effort())
        except (Stopped, EndlessGame):
            return None
        self._scores: dict[State, Score] = {} if self._means is not None else scores(graph, self._scale)
        return graph

    _means: Means | None = None

    def _from_graph(self, graph: Graph, state: State) -> dict[Move, Value]:
        side = graph.sides[state]
        if self._means is not None:
            return {move: self._means.value(child, side) for move, child in graph.children[state]}
        farther = self._scale.farther
        return {
            move: value_of(self._scale, farther(self._scores.get(child, 0)), side)
            for move, child in graph.children[state]
        }

    def _one_per_class(self, states: list[State]) -> list[State]:
        canonical = self.game.rules.canonical
        if canonical is None:
            return states
        first: dict[State, State] = {}
        for state in states:
            first.setdefault(canonical(state), state)
        return list(first.values())

    def _given(self, games: list[tuple[Move, ...]]) -> tuple[State, ...]:
        """The last positions of games, as far as they can be solved."""
        found: dict[State, None] = {}
        for done, moves in enumerate(games):
            state = self.game.after(moves)
            self._histories.setdefault(state, moves)
            if not self.game.is_over(state) and self.knows(state):
                found[state] = None
            self._tell(done + 1, len(games))
        return tuple(found)

    def _drawn(self, wanted: int) -> tuple[State, ...]:
        """Positions of random games in which some move is wrong, each solved.

        They lie near the ends of their games, where the solver answers at once.
        """
        random = Random(self.seed)
        found: dict[State, None] = {}
        easy = unsolved = 0
        for _ in range(TRIES * wanted):
            if len(found) == wanted or unsolved == MOST_UNSOLVED:
                break
            line = self._random_line(random)
            places = [each for each in line if self.game.to_move(each[0]) != CHANCE]
            chosen = random.randrange(max(0, len(places) - LATE), len(places)) if places else 0
            for state, history in places[chosen:]:
                is_known = self.knows(state)
                unsolved = 0 if is_known else unsolved + 1
                if unsolved == MOST_UNSOLVED:
                    break
                if is_known:
                    is_easy = self._wins_at_once(state)
                    if is_easy and WINS_AT_ONCE * easy > len(found):
                        break
                    if self.is_open(state) and state not in found:
                        easy += is_easy
                        found[state] = None
                        self._histories.setdefault(state, history)
                        self._tell(len(found), wanted)
                    break
        return tuple(found)

    def _wins_at_once(self, state: State) -> bool:
        value = self.value(state)
        return isinstance(value, Outcome) and value.result > 0 and value.distance == 1

    def _random_line(self, random: Random) -> list[tuple[State, tuple[Move, ...]]]:
        """The unfinished positions of a random game, each with the moves that lead there.

        No side ends the game, or lets the other side end it, while there is another move: of games without such
        mistakes, more positions are worth asking.
        """
        game, state, moves = self.game, self.game.start, list[Move]()
        line: list[tuple[State, tuple[Move, ...]]] = []
        while not game.is_over(state) and len(line) < LONGEST_GAME:
            line.append((state, tuple(moves)))
            is_chance = game.to_move(state) == CHANCE
            moves.append(game.roll(state, random) if is_chance else self.quiet_move(state, random))
            state = game.rules.play(state, moves[-1])
        return line

    def quiet_move(self, state: State, random: Random) -> Move:
        """A random move after which the game goes on for two plies, if there is one."""
        game = self.game
        moves = list(game.playout_moves(state))
        random.shuffle(moves)
        after = {move: game.rules.play(state, move) for move in moves}
        going_on = [move for move in moves if not game.is_over(after[move])]
        quiet = (move for move in going_on if not self._can_end(after[move]))
        return next(quiet, next(iter(going_on), moves[0]))

    def _can_end(self, state: State) -> bool:
        rules = self.game.rules
        return any(rules.is_over(rules.play(state, move)) for move in listed(rules.moves(state)))

    def _tell(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(Count(done, "positions", total))

    @cached_property
    def _analyst(self) -> Analyst:
        return Analyst(self.game, limit=Limit(seconds=SOLVING_SECONDS))

    def _solved(self, state: State) -> dict[Move, Value] | None:
        """The values of a position by the analyst, kept; None where it cannot be solved."""
        if state not in self._moves:
            analysis = self._analyst(state)
            if not analysis.exact or not analysis.moves:
                return None
            self._moves[state] = {each.move: each.value for each in analysis.moves}
        return self._moves[state]


def _keeps(top: Value, value: Value) -> bool:
    """Whether a move of this value is as good as the best one, whatever the distance."""
    if isinstance(top, Outcome) and isinstance(value, Outcome):
        return top.result == value.result
    if isinstance(top, Expected) and isinstance(value, Expected):
        return top.rank - value.rank <= top.error + value.error
    return top.rank == value.rank
