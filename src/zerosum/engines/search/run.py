"""One running search: it counts, holds the limits, scores the leaves and tells the recorder.

The algorithms of the ladder call it where the textbook calls the game, so that their files show the algorithm and
little else. Decorators count and record each node; `moves` tells the recorder which move is tried.

Measured on Tic-Tac-Toe against the same algorithms with all of this written into them (minimax after one move,
alpha-beta from the start, best of many runs): 1.02 and 0.98 times the time. What is written out below instead of
called is there for that: a call for each node costs 2 to 3 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any, TypeAlias, TypeVar, Unpack, cast

from zerosum.core.errors import MAX_PLIES, BadRules, EndlessGame, bad_moves, bad_side
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State, bits, listed, positions_of
from zerosum.core.value import Score, scale_for
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import (
    NO_LINE,
    Found,
    Result,
    SearchOptions,
    Stopped,
    conclude,
    effort_of,
    estimator,
    give_up,
    refuse_unsearchable,
    room_for_recursion,
    without_false_distance,
)

NodeSearch: TypeAlias = Callable[[State, int], Found]
"""Searches a node: state, ply."""

WindowSearch: TypeAlias = Callable[[State, Score, Score, int], Found]
"""Searches a node with a window: state, alpha, beta, ply."""

LONG_LINE_PLIES = 300
"""A search in which no position repeats, as far as is known, looks for repetitions beyond this ply."""

NONE_REPEATED = MAX_PLIES + 2
"""Greater than any ply: no position was repeated."""

Visit = TypeVar("Visit", bound=Callable[..., Score])


class Run:
    """One search of one position, from its root to its `Result`.

    `horizon` is the ply at which positions are estimated. `window` is what a search of a stored tree records at each
    node; the other searches pass their windows from node to node.
    """

    def __init__(self, algorithm: str, game: Game, state: State, **options: Unpack[SearchOptions]) -> None:
        """Begin with all counters at 0."""
        watch = options.get("watch")
        self.algorithm = algorithm
        self.game = game
        self.state = state
        self.scale = scale_for(game, options.get("plain", False))
        self.effort = effort_of(options)
        self.horizon = self.effort.limit.horizon
        self.window: tuple[Score, Score] = (-inf, inf)
        # The positions from the root to the current node with their plies, in a game that can repeat one.
        self.path: dict[State, int] | None = {} if can_repeat(game.rules) else None
        self.lowest = NONE_REPEATED
        self.goes_on = game.rules.odds is not None and game.rules.repetition is None
        self.position = positions_of(game.rules)
        self._moves = game.rules.moves
        self._utility = game.rules.utility
        self._end = self.scale.end
        self._estimate = estimator(game)
        self.watch = watch
        # The move that is tried at each node of the current path; None at a node that has tried none yet.
        self._tried: list[Move | None] = [None]
        # Whether `search_node` only counts, and what makes the decorated functions follow the path.
        self._only_counts = self.path is None and watch is None
        self._follow_path: list[Callable[[], None]] = []
        if watch is not None:
            watch.begin(algorithm, game, state, self.scale)

    def node(self, search: NodeSearch) -> NodeSearch:
        """Decorate the function that searches a node: count it, record its score, and end it where it repeats."""

        def on_path(state: State, ply: int) -> Found:
            return self._on_path(state, ply, lambda: search(state, ply))

        # Exchanged, not tested at each node: a game that does not repeat pays nothing for those that do.
        body = search if self.path is None else on_path

        def follow_path() -> None:
            nonlocal body
            body = on_path

        self._follow_path.append(follow_path)

        def counted(state: State, ply: int) -> Found:
            effort = self.effort  # as in Effort.enter
            if effort.nodes >= effort.check_at:
                effort.check()
            effort.nodes += 1
            if ply > effort.deepest:
                effort.reach(ply)
            return body(state, ply)

        def recorded(state: State, ply: int) -> Found:
            self.effort.enter(ply)
            return self._recorded(-inf, inf, lambda: body(state, ply))

        return counted if self.watch is None else recorded

    def window_node(self, search: WindowSearch) -> WindowSearch:
        """Decorate the function that searches a node with a window: count it, and record its window and score."""

        def on_path(state: State, alpha: Score, beta: Score, ply: int) -> Found:
            return self._on_path(state, ply, lambda: search(state, alpha, beta, ply))

        body = search if self.path is None else on_path  # as in `node`

        def follow_path() -> None:
            nonlocal body
            body = on_path

        self._follow_path.append(follow_path)

        def counted(state: State, alpha: Score, beta: Score, ply: int) -> Found:
            effort = self.effort  # as in Effort.enter
            if effort.nodes >= effort.check_at:
                effort.check()
            effort.nodes += 1
            if ply > effort.deepest:
                effort.reach(ply)
            return body(state, alpha, beta, ply)

        def recorded(state: State, alpha: Score, beta: Score, ply: int) -> Found:
            self.effort.enter(ply)
            return self._recorded(alpha, beta, lambda: body(state, alpha, beta, ply))

        return counted if self.watch is None else recorded

    def search_node(self, search: WindowSearch, state: State, alpha: Score, beta: Score, ply: int) -> Found:
        """Search one node as `window_node` does, for searches that are methods."""
        effort = self.effort  # as in Effort.enter
        if effort.nodes >= effort.check_at:
            effort.check()
        effort.nodes += 1
        if ply > effort.deepest:
            effort.reach(ply)
        if self._only_counts:
            return search(state, alpha, beta, ply)
        if self.watch is None:
            return self._on_path(state, ply, lambda: search(state, alpha, beta, ply))
        return self._recorded(alpha, beta, lambda: self._on_path(state, ply, lambda: search(state, alpha, beta, ply)))

    def _on_path(self, state: State, ply: int, search: Callable[[], Found]) -> Found:
        """Search a node with its position on the path; a position that is there already ends the line."""
        path = self.path
        if path is None:
            return search()
        position = self.position(state)
        if position in path:
            self.lowest = min(self.lowest, path[position])
            return self.repeated(state)
        path[position] = ply
        try:
            return search()
        finally:
            del path[position]

    def repeated(self, state: State) -> Found:
        """The score of a leaf whose position occurs for the second time.

        In a game of chance without a `repetition` rule the game goes on there, so that a draw is only a guess.
        """
        self.effort.leaves += 1
        self.effort.estimates += self.goes_on
        return self.repetition_score(state), NO_LINE

    def repetition_score(self, state: State) -> Score:
        """The score of a position that occurs for the second time: a draw, unless the game says otherwise."""
        repetition = self.game.rules.repetition
        return self._end(0 if repetition is None else repetition(state))

    def depends_on_path(self, ply: int, lowest_before: int) -> bool:
        """Whether the score of a node at this ply rests on a repetition of a position above it.

        `lowest` is the least ply of a repeated position since it was last set to `NONE_REPEATED`; the caller gives
        what it was before the node was searched, which is combined with what the node found.
        """
        depends = self.lowest < ply
        self.lowest = min(lowest_before, self.lowest) if depends else lowest_before
        return depends

    def _recorded(self, alpha: Score, beta: Score, search: Callable[[], Found]) -> Found:
        assert self.watch is not None
        self.watch.enter(self._tried[-1], alpha, beta)
        self._tried.append(None)
        found = search()
        self._tried.pop()
        self.watch.leave(found[0])
        return found

    def visit(self, pass_through: Visit) -> Visit:
        """Decorate the function that passes through a node of a stored tree and returns a score: record both."""
        watch = self.watch
        if watch is None:
            return pass_through

        def recorded(node: Any, *rest: Any) -> Score:
            watch.enter(node.move, *self.window)
            score = pass_through(node, *rest)
            watch.passed(node)
            watch.leave(score)
            return score

        return cast(Visit, recorded)

    def end(self, state: State) -> Found:
        """The score of a finished game."""
        self.effort.leaves += 1
        return self._end(self._utility(state)), NO_LINE

    def guess(self, state: State) -> Found:
        """The score of an unfinished position at the depth limit: the game's estimate."""
        self.effort.leaves += 1
        self.effort.estimates += 1
        return self.scale.guess(self._estimate(state)), NO_LINE

    def stand_pat(self, state: State) -> Score:
        """The estimate of a position at the depth limit, which the side to move may take, or make a noisy move."""
        score, _ = self.guess(state)
        if self.watch is not None:
            self.watch.stood(score)
        return score

    def noisy_moves(self, state: State) -> Iterator[Move]:
        """The noisy moves one by one; there may be none."""
        noisy = self.game.rules.noisy
        assert noisy is not None  # games without it are refused
        moves = tuple(move for move in listed(self._moves(state)) if noisy(state, move))
        return iter(moves) if self.watch is None else self._each_tried(moves)

    def moves(self, state: State, key: Callable[[Move], Any] | None = None) -> Iterator[Move]:
        """The legal moves one by one, sorted by `key` where there is one; raises `BadRules` when there is none."""
        given = self._moves(state)
        moves: Sequence[Move] = bits(given) if isinstance(given, int) else tuple(given)  # as in `listed`
        if not moves:
            raise bad_moves(0, self.game.position_text(state))
        if key is not None:
            moves = sorted(moves, key=key)
        return iter(moves) if self.watch is None else self._each_tried(moves)

    def _each_tried(self, moves: Sequence[Move]) -> Iterator[Move]:
        for move in moves:
            self._tried[-1] = move
            yield move

    def outcomes(self, state: State) -> Iterator[tuple[Move, Any]]:
        """The outcomes of a chance node one by one, each with its probability, which is a `Fraction`."""
        for move, chance in self.game.chances(state):
            self._tried[-1] = move
            yield move, chance

    def to_move(self, state: State) -> int:
        """The side to move, or `CHANCE` where there are odds; raises `BadRules` for anything else."""
        side = self.game.rules.to_move(state)
        if side != FIRST and side != SECOND and (side != CHANCE or self.game.rules.odds is None):
            raise self.bad_side(state, side)
        return side

    def bad_side(self, state: State, side: object) -> BadRules:
        """The error for rules whose `to_move` gives this."""
        return bad_side(side, self.game.position_text(state))

    def cut_outcomes(self, outcomes: Iterator[tuple[Move, Any]]) -> None:
        """Skip the outcomes that are left: they cannot bring the mean back into the window."""
        self.cut(move for move, _ in outcomes)

    def cut(self, moves: Iterator[Move]) -> None:
        """Skip the moves that are left: they cannot matter. Where none is left, nothing is counted."""
        skipped = tuple(moves)
        if skipped:
            self.effort.cutoffs += 1
            if self.watch is not None:
                self.watch.cut(skipped)

    def table_hit(self, score: Score, bound: int, *, estimated: bool) -> None:
        """Count an answer from the transposition table; `estimated` says that an estimate had a part in it."""
        self.effort.table_hits += 1
        self.effort.estimates += estimated
        if self.watch is not None:
            self.watch.found(score, bound, estimated)

    @property
    def store_callback(self) -> Callable[[int, int, Move | None], None] | None:
        """What a transposition table calls when it stores an entry; None where nobody records."""
        return None if self.watch is None else self.watch.stored

    def answer(self, search: Callable[[], Found]) -> Result:
        """The result of this search, or an estimate without a move when a limit stops it."""
        refuse_unsearchable(self.game, self.state, self.algorithm)
        if self.path is None:
            self.effort.most_plies = LONG_LINE_PLIES
        with room_for_recursion():
            try:
                try:
                    found = search()
                except EndlessGame:
                    if self.path is not None:
                        raise
                    self.restart_with_path()
                    found = search()
            except Stopped:
                return self.give_up()
        return self.conclude(found, estimated=self.effort.estimates > 0)

    def give_up(self) -> Result:
        """The result of a search that a limit stopped before it had one: an estimate and no move."""
        return give_up(self.algorithm, self.game, self.state, self.scale, self.effort)

    def restart_with_path(self) -> None:
        """Count from 0 again, and now look for repetitions: a line may have no end."""
        self.path = {}
        self._only_counts = False
        for follow_path in self._follow_path:
            follow_path()
        self.effort.restart()
        self.effort.most_plies = MAX_PLIES
        if self.watch is not None:
            self.watch.begin(self.algorithm, self.game, self.state, self.scale)

    def conclude(self, found: Found, *, estimated: bool) -> Result:
        """The result of a finished search to the current horizon; `estimated` says that some leaf was an estimate."""
        result = conclude(
            self.algorithm,
            self.game,
            self.state,
            self.scale,
            self.effort,
            found,
            depth=self.horizon,
            estimated=estimated,
        )
        if self.path is None:
            return result
        return replace(result, value=without_false_distance(self.game, self.state, result.value, result.line))
