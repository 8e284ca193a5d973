"""The exact value of every move, the best line, why not that move, and the review of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from zerosum.game import FIRST, Game, Move, State, listed
from zerosum.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Pulse,
    Stopped,
    estimator,
    flat,
    refuse_chance,
    room_for_recursion,
)
from zerosum.search.table import TableSearch
from zerosum.value import Estimate, Margin, Outcome, Value, is_proven, scale_for, value_of


@dataclass(frozen=True)
class MoveValue:
    """One legal move: its value for the side that makes it, and the line that it begins."""

    move: Move
    value: Value
    best: bool
    line: tuple[Move, ...]

    @property
    def exact(self) -> bool:
        """Whether the value is the true one."""
        return not isinstance(self.value, Estimate)


@dataclass(frozen=True)
class Analysis:
    """A position with the value of every move, for the side to move.

    `exact` says that every value is the true one; `best` holds all optimal moves.
    """

    game: Game
    state: State
    value: Value
    exact: bool
    best: tuple[Move, ...]
    moves: tuple[MoveValue, ...]
    nodes: int
    table_hits: int
    seconds: float

    def __getitem__(self, move: Move) -> MoveValue:
        """What is known of one legal move."""
        return next(each for each in self.moves if each.move == move)

    @property
    def line(self) -> tuple[Move, ...]:
        """A best line."""
        return self[self.best[0]].line if self.best else ()


class Analyst:
    """Analyzes positions of one game, and remembers what it has learnt from one to the next."""

    def __init__(self, game: Game, *, limit: Limit = NO_LIMIT, pulse: Pulse = None) -> None:
        """Begin with an empty table; the limit is for each position."""
        self.game = game
        self.limit = limit
        self.pulse = pulse
        self._search = TableSearch(game, Effort(limit))
        self._known: dict[State, Analysis] = {}
        self.last: Analysis | None = None

    def __call__(self, state: State) -> Analysis:
        """The best analysis that the limit allows."""
        for analysis in self.analyses(state):
            self.last = analysis
        assert self.last is not None
        return self.last

    def analyses(self, state: State) -> Iterator[Analysis]:
        """Yield better and better analyses, at least one; the last is exact unless a limit stops it."""
        if state in self._known:
            yield self._known[state]
            return
        refuse_chance(self.game, state)
        effort = Effort(self.limit, self.pulse)
        if self.game.rules.is_over(state):
            yield self._finished(state, effort)
            return
        yield self._first_glance(state, effort)
        self._search.effort = effort
        found: dict[Move, MoveValue] = {}
        for depth in range(1, self.limit.horizon + 1):
            try:
                with room_for_recursion():
                    for move in listed(self.game.rules.moves(state)):
                        if move not in found or not found[move].exact:
                            found[move] = self._look(state, move, depth, effort)
            except Stopped:
                return
            analysis = self._summed_up(state, list(found.values()), depth, effort)
            if analysis.exact:
                self._known[state] = analysis
            yield analysis
            if analysis.exact:
                return

    def _look(self, state: State, move: Move, depth: int, effort: Effort) -> MoveValue:
        """Search one move to a depth with an open window."""
        scale = self._search.scale
        side = self.game.rules.to_move(state)
        self._search.horizon = depth
        estimates_before = effort.estimates
        child = self.game.rules.play(state, move)
        score, rest = self._search.value_of(child, move, -inf, inf, 1)
        estimated = effort.estimates > estimates_before
        score = scale.farther(score)
        line = (move, *flat(rest))
        if estimated and not is_proven(scale, score, depth):
            value: Value = Estimate(int(score if side == FIRST else -score), depth)
        else:
            value = value_of(scale, score, side, draw_distance=len(line))
        return MoveValue(move, value, False, line)

    def _first_glance(self, state: State, effort: Effort) -> Analysis:
        """The estimates of the positions that the moves lead to, without any search."""
        rules, guess = self.game.rules, self._search.scale.guess
        estimate = estimator(self.game)
        sign = 1 if rules.to_move(state) == FIRST else -1
        found = [
            MoveValue(move, Estimate(sign * int(guess(estimate(rules.play(state, move))))), False, (move,))
            for move in listed(rules.moves(state))
        ]
        return self._summed_up(state, found, 0, effort)

    def _summed_up(self, state: State, found: list[MoveValue], depth: int, effort: Effort) -> Analysis:
        top = max(each.value.rank for each in found)
        moves = tuple(MoveValue(each.move, each.value, each.value.rank == top, each.line) for each in found)
        best = tuple(each.move for each in moves if each.best)
        exact = all(each.exact for each in moves)
        value = next(each.value for each in moves if each.best)
        certain = exact or (isinstance(value, Outcome) and value.result > 0)
        return Analysis(
            game=self.game,
            state=state,
            value=value if certain else Estimate(top, depth),
            exact=exact,
            best=best,
            moves=moves,
            nodes=effort.nodes,
            table_hits=effort.table_hits,
            seconds=effort.seconds,
        )

    def _finished(self, state: State, effort: Effort) -> Analysis:
        scale = scale_for(self.game)
        score = scale.end(self.game.rules.utility(state))
        value = value_of(scale, score, self.game.rules.to_move(state), draw_distance=0)
        return Analysis(self.game, state, value, True, (), (), effort.nodes, 0, effort.seconds)


def analyze(game: Game, state: State, *, limit: Limit = NO_LIMIT, pulse: Pulse = None) -> Analysis:
    """The value of every move of a position.

    >>> from zerosum.games import load
    >>> game = load("tictactoe")
    >>> analysis = analyze(game, game.read_position("X-O/-O-/X--"))
    >>> str(analysis.value), analysis.best, str(analysis[8].value)
    ('win in 1', (3,), 'win in 3')
    """
    return Analyst(game, limit=limit, pulse=pulse)(state)


@dataclass(frozen=True)
class Contrast:
    """A move beside the best one: what it costs, and where in its line the opponent first answers."""

    move: MoveValue
    best: MoveValue
    cost: str
    reply_at: int | None

    @property
    def reply(self) -> Move | None:
        """The answer that shows what the move costs, None when the game is over before."""
        return None if self.reply_at is None else self.move.line[self.reply_at]


def why_not(analysis: Analysis, move: Move) -> Contrast:
    """Set a move against the best one, the lines of both included."""
    rules = analysis.game.rules
    chosen, best = analysis[move], analysis[analysis.best[0]]
    side = rules.to_move(analysis.state)
    state, reply_at = analysis.state, None
    for index, step in enumerate(chosen.line):
        if rules.to_move(state) != side:
            reply_at = index
            break
        state = rules.play(state, step)
    if chosen.best:
        return Contrast(chosen, chosen, "kept", reply_at)
    return Contrast(chosen, best, cost_of(best.value, chosen.value), reply_at)


def cost_of(before: Value, after: Value) -> str:
    """What a move cost, named: kept, W→D, D→L, W→L, slower win, faster loss, or points of margin."""
    if isinstance(before, Estimate) or isinstance(after, Estimate):
        return "kept" if after.rank >= before.rank else "~ worse"
    if before.result != after.result:
        return f"{before.letter}→{after.letter}"
    if after.rank == before.rank:
        return "kept"
    if isinstance(before, Margin) and isinstance(after, Margin):
        return f"{before.margin - after.margin} less"
    return "slower win" if before.result > 0 else "faster loss"


@dataclass(frozen=True)
class Judgement:
    """One move of a game: what the position was worth to its mover before and after it.

    `mistake` names a change among win, draw and loss, and is None for every other move.
    """

    number: int
    state: State
    move: Move
    side: int
    before: Value
    after: Value
    cost: str
    mistake: str | None
    best: tuple[Move, ...]
    missed_win_in_one: Move | None


def review(analyst: Analyst, moves: list[Move], state: State | None = None) -> Iterator[Judgement]:
    """Judge a game move by move."""
    game = analyst.game
    state = game.start if state is None else state
    for number, move in enumerate(moves, start=1):
        analysis = analyst(state)
        before, after = analysis.value, analysis[move].value
        cost = cost_of(before, after)
        is_mistake = "→" in cost
        yield Judgement(
            number=number,
            state=state,
            move=move,
            side=game.to_move(state),
            before=before,
            after=after,
            cost=cost,
            mistake=cost if is_mistake else None,
            best=analysis.best,
            missed_win_in_one=analysis.best[0] if is_mistake and before == Outcome(1, 1) else None,
        )
        state = game.play(state, move)
