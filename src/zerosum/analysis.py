"""The exact value of every move, the best line, why not that move, and the review of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

from zerosum.game import Game, Move, State, listed
from zerosum.search.result import (
    NO_LIMIT,
    Effort,
    Limit,
    Pulse,
    Stopped,
    first_glance,
    flat,
    refuse_chance,
    room_for_recursion,
)
from zerosum.search.table import TableSearch
from zerosum.value import Estimate, Margin, Outcome, Value, judged, scale_for, value_of


@dataclass(frozen=True)
class MoveValue:
    """One legal move: its value for the side that makes it, whether that is exact, and its line."""

    move: Move
    value: Value
    exact: bool
    best: bool
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """A position with the value of every move, for the side to move.

    `exact` says that every value is the true one, distance included; `best` holds all optimal moves.
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

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        game, state = self.game, self.state
        return {
            "game": game.spec,
            "position": game.position_text(state),
            "to_move": game.sides[game.to_move(state)],
            "side": game.to_move(state),
            "over": game.is_over(state),
            "value": self.value.json(),
            "exact": self.exact,
            "best": [game.move_text(state, move) for move in self.best],
            "moves": [
                {
                    "move": game.move_text(state, each.move),
                    "value": each.value.json(),
                    "exact": each.exact,
                    "best": each.best,
                    "line": game.line_text(state, each.line),
                }
                for each in self.moves
            ],
            "stats": {"nodes": self.nodes, "table_hits": self.table_hits, "seconds": self.seconds},
        }


class Analyst:
    """Analyzes positions of one game, and remembers what it has learnt from one to the next.

    `last` is the analysis that was asked for last, and `guesses` counts those whose value is an estimate.
    """

    def __init__(self, game: Game, *, limit: Limit = NO_LIMIT, pulse: Pulse = None) -> None:
        """Begin with an empty table; the limit is for each position."""
        self.game = game
        self.limit = limit
        self.pulse = pulse
        self.last: Analysis | None = None
        self.guesses = 0
        self._search = TableSearch(game, Effort(limit))
        self._known: dict[State, Analysis] = {}

    def __call__(self, state: State) -> Analysis:
        """The best analysis that the limit allows."""
        *_, self.last = self.analyses(state)
        self.guesses += isinstance(self.last.value, Estimate)
        return self.last

    def analyses(self, state: State) -> Iterator[Analysis]:
        """Yield better and better analyses, at least one; the last is exact unless a limit stops it.

        When it does, the last finished one comes once more, with the counters of all the work.
        """
        if state in self._known:
            yield self._known[state]
            return
        refuse_chance(self.game, state)
        effort = Effort(self.limit, self.pulse)
        if self.game.rules.is_over(state):
            yield self._finished(state, effort)
            return
        analysis = self._first_glance(state, effort)
        yield analysis
        self._search.effort = effort
        found: dict[Move, MoveValue] = {}
        for depth in range(1, self.limit.horizon + 1):
            try:
                with room_for_recursion():
                    for move in listed(self.game.rules.moves(state)):
                        if move not in found or not found[move].exact:
                            found[move] = self._look(state, move, depth, effort)
            except Stopped:
                yield replace(analysis, nodes=effort.nodes, table_hits=effort.table_hits, seconds=effort.seconds)
                return
            analysis = self._summed_up(state, list(found.values()), depth, effort)
            if analysis.exact:
                self._known[state] = analysis
            yield analysis
            if analysis.exact:
                return

    def _look(self, state: State, move: Move, depth: int, effort: Effort) -> MoveValue:
        """Search one move to a depth with an open window."""
        self._search.horizon = depth
        estimates_before = effort.estimates
        child = self.game.rules.play(state, move)
        score, rest = self._search.score_of(child, move, -inf, inf, 1)
        line = (move, *flat(rest))
        value, exact = judged(
            self._search.scale,
            self._search.scale.farther(score),
            self.game.rules.to_move(state),
            depth=depth,
            estimated=effort.estimates > estimates_before,
            line_length=len(line),
        )
        return MoveValue(move, value, exact, False, line)

    def _first_glance(self, state: State, effort: Effort) -> Analysis:
        """The positions that the moves lead to without any search: how they ended, or their estimates."""
        rules = self.game.rules
        side = rules.to_move(state)
        found = []
        for move in listed(rules.moves(state)):
            child = rules.play(state, move)
            if rules.is_over(child):
                scale = self._search.scale
                score = scale.farther(scale.end(rules.utility(child)))
                value: Value = value_of(scale, score, side, draw_distance=1)
                found.append(MoveValue(move, value, True, False, (move,)))
                continue
            guess = first_glance(self.game, child, self._search.scale)
            mine = guess if rules.to_move(child) == side else -guess
            found.append(MoveValue(move, mine, False, False, (move,)))
        return self._summed_up(state, found, 1, effort)

    def _summed_up(self, state: State, found: list[MoveValue], depth: int, effort: Effort) -> Analysis:
        top = max(each.value.rank for each in found)
        moves = tuple(replace(each, best=each.value.rank == top) for each in found)
        return Analysis(
            game=self.game,
            state=state,
            value=value_among(moves, depth),
            exact=all(each.exact for each in moves),
            best=tuple(each.move for each in moves if each.best),
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


def value_among(moves: tuple[MoveValue, ...], depth: int) -> Value:
    """The value of a position from what is known of its moves after a search to this depth.

    A win is a win whatever the other moves turn out to be, but one of them may win sooner unless the win
    lies within the depth. A draw or loss is certain only when no other move can be better.
    """
    best = next(each for each in moves if each.best)
    if all(each.exact for each in moves):
        return best.value
    if isinstance(best.value, Outcome):
        distance = best.value.distance
        if best.value.result > 0:
            return best.value if distance is not None and distance <= depth else Outcome(1)
        if not any(isinstance(each.value, Estimate) for each in moves):
            return best.value if best.value.result == 0 else Outcome(-1)
    return Estimate(best.value.rank, depth)


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
    cost: Cost
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
        return Contrast(chosen, chosen, KEPT, reply_at)
    return Contrast(chosen, best, cost_of(best.value, chosen.value), reply_at)


class Cost(NamedTuple):
    """What a move cost, by name, and whether it is a mistake: a change among win, draw and loss."""

    name: str
    is_mistake: bool = False


KEPT = Cost("kept")


def cost_of(before: Value, after: Value) -> Cost:
    """Kept, W→D, D→L, W→L, slower win, faster loss, or points of margin."""
    if isinstance(before, Estimate) or isinstance(after, Estimate):
        return KEPT if after.rank >= before.rank else Cost("~ worse")
    if before.result != after.result:
        return Cost(f"{before.letter}→{after.letter}", is_mistake=True)
    if isinstance(before, Margin) and isinstance(after, Margin):
        return KEPT if before == after else Cost(f"{before.margin - after.margin} less")
    unknown = isinstance(before, Outcome) and isinstance(after, Outcome) and None in (before.distance, after.distance)
    if unknown or after.rank == before.rank:
        return KEPT
    return Cost("slower win" if before.result > 0 else "faster loss")


@dataclass(frozen=True)
class Judgement:
    """One move of a game: what the position was worth to its mover before and after it."""

    number: int
    state: State
    move: Move
    side: int
    before: Value
    after: Value
    cost: Cost
    best: tuple[Move, ...]
    exact: bool

    @property
    def mistake(self) -> str | None:
        """The name of a change among win, draw and loss; None for every other move."""
        return self.cost.name if self.cost.is_mistake else None

    @property
    def missed_win_in_one(self) -> Move | None:
        """The move that would have won at once, where this one threw the win away."""
        return self.best[0] if self.cost.is_mistake and self.before == Outcome(1, 1) else None

    def json(self, game: Game, sides: tuple[str, str]) -> dict[str, Any]:
        """The form that other programs read; the sides go by these names."""
        missed = self.missed_win_in_one
        return {
            "number": self.number,
            "position": game.position_text(self.state),
            "move": game.move_text(self.state, self.move),
            "side": sides[self.side],
            "before": self.before.json(),
            "after": self.after.json(),
            "exact": self.exact,
            "cost": self.cost.name,
            "mistake": self.mistake,
            "best": [game.move_text(self.state, move) for move in self.best],
            "missed_win_in_one": None if missed is None else game.move_text(self.state, missed),
        }


def review(analyst: Analyst, moves: list[Move], state: State | None = None) -> Iterator[Judgement]:
    """Judge a game move by move."""
    game = analyst.game
    state = game.start if state is None else state
    for number, move in enumerate(moves, start=1):
        analysis = analyst(state)
        before, chosen = analysis.value, analysis[move]
        yield Judgement(
            number=number,
            state=state,
            move=move,
            side=game.to_move(state),
            before=before,
            after=chosen.value,
            cost=cost_of(before, chosen.value),
            best=analysis.best,
            exact=analysis.exact,
        )
        state = game.play(state, move)
