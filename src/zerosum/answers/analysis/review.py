"""What a move cost: why not that one, and the review of a game, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import pstdev
from time import perf_counter
from typing import Any

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.reasons import because
from zerosum.answers.analysis.results import KEPT, Analysis, Cost, MoveValue, cost_of
from zerosum.core.game import Game
from zerosum.core.progress import Count
from zerosum.core.rules import CHANCE, Move, State
from zerosum.core.value import Estimate, Outcome, Value
from zerosum.engines.search.result import Limit

SPREAD = 0.5
"""Two estimates differ clearly by more than this part of the standard deviation of all moves' estimates."""

ENOUGH = 50_000
"""With fewer nodes, the means of Monte-Carlo search are less sure: their error falls with the root of the playouts."""

LEAST_SECONDS = 0.2
"""The seconds that a move has at least, where all moves share a time."""

FIRST_SHARE, MOVE_SHARE = 0.5, 0.25
"""The parts of the limit for all moves, then for the best and for the played one, where a search compares only two."""


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
    chosen, best = analysis[move], analysis[analysis.candidates[0]]
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


@dataclass(frozen=True)
class Judgement:
    """One move of a game: what the position was worth to its mover before and after it.

    Both values come from one analysis of the position before the move. `exact` says that both are certain, `reason` why
    they are so, in the game's own words where it has some. `noise` is by how much estimates differ that say the same.
    """

    number: int
    state: State
    move: Move
    side: int
    before: Value
    after: Value
    cost: Cost
    best: tuple[Move, ...]
    exact: bool
    reason: str | None = None
    noise: float = 0.0

    @property
    def mistake(self) -> str | None:
        """The name of a change among win, draw and loss; None for every other move."""
        return self.cost.name if self.cost.is_mistake else None

    @property
    def missed_win_in_one(self) -> Move | None:
        """The move that would have won at once, where this one threw the win away."""
        return self.best[0] if self.cost.is_mistake and self.before == Outcome(1, 1) else None

    def json(self, game: Game) -> dict[str, Any]:
        """The form that other programs read; `side` is 0 or 1, `mark` the name that the side goes by."""
        missed = self.missed_win_in_one
        return {
            "number": self.number,
            "position": game.position_text(self.state),
            "move": game.move_text(self.state, self.move),
            "side": self.side,
            "mark": game.side_name(self.side),
            "before": self.before.json(),
            "after": self.after.json(),
            "exact": self.exact,
            "cost": self.cost.name,
            "mistake": self.mistake,
            "best": [game.move_text(self.state, move) for move in self.best],
            "reason": self.reason,
            "noise": self.noise,
            "missed_win_in_one": None if missed is None else game.move_text(self.state, missed),
        }


def review(
    analyst: Analyst, moves: list[Move], state: State | None = None, total: float | None = None
) -> Iterator[Judgement]:
    """Judge a game move by move; the outcomes of chance are counted, but nobody is judged by them.

    `total` is how many seconds all moves have together: each gets an equal share of what is left.
    """
    game = analyst.game
    state = game.start if state is None else state
    began = perf_counter()
    for number, move in enumerate(moves, start=1):
        if game.to_move(state) == CHANCE:
            state = game.play(state, move)
            continue
        limit = analyst.limit
        if total is not None:
            left = max(LEAST_SECONDS, (began + total - perf_counter()) / (len(moves) - number + 1))
            limit = replace(limit, seconds=left if limit.seconds is None else min(left, limit.seconds))
        with analyst.limited(limit), analyst.telling(Count(number - 1, "moves", len(moves))):
            analysis, before, chosen = compared(analyst, state, move)
        if analyst.progress is not None:
            analyst.progress(Count(number, "moves", len(moves)))
        noise = noise_of(analysis)
        yield Judgement(
            number=number,
            state=state,
            move=move,
            side=game.to_move(state),
            before=before,
            after=chosen.value,
            cost=cost_of(before, chosen.value, noise=noise, is_solvable=game.best_search is None),
            best=analysis.best,
            exact=chosen.exact and analysis.best_known,
            reason=because(game, state, chosen),
            noise=noise,
        )
        state = game.play(state, move)


def noise_of(analysis: Analysis) -> float:
    """The largest difference of two estimates that says nothing: the game's own, or by the spread of the estimates."""
    game = analysis.game
    if game.noise is not None:
        return game.noise * (sqrt(max(1.0, ENOUGH / max(1, analysis.nodes))) if game.best_search == "mcts" else 1.0)
    estimates = [each.value.score for each in analysis if isinstance(each.value, Estimate)]
    return SPREAD * pstdev(estimates) if estimates else 0.0


def compared(analyst: Analyst, state: State, move: Move) -> tuple[Analysis, Value, MoveValue]:
    """An analysis, the value of the position by it, and the move; both values by the same effort.

    Monte-Carlo search hardly tries the moves that look bad, so that it knows nothing of most moves. Where the played
    move is one of these, the positions after it and after the best one are searched for as long as each other.
    """
    limit = analyst.limit
    if analyst.game.best_search != "mcts" or (limit.seconds is None and limit.nodes is None):
        analysis = analyst(state)
        return analysis, analysis.value, analysis[move]
    with analyst.limited(part_of(limit, FIRST_SHARE)):
        analysis = analyst(state)
    chosen = analysis[move]
    if chosen.best or chosen.exact or not analysis.candidates or not isinstance(analysis.value, Estimate):
        return analysis, analysis.value, chosen
    with analyst.limited(part_of(limit, MOVE_SHARE)):
        best, value = (value_after(analyst, state, each) for each in (analysis.candidates[0], move))
    return analysis, max(best, value, key=lambda each: each.rank), replace(chosen, value=value)


def value_after(analyst: Analyst, state: State, move: Move) -> Value:
    """What a move is worth to its mover, by an analysis of the position after it."""
    game = analyst.game
    after = game.play(state, move)
    value = analyst(after).value
    if game.to_move(after) == game.to_move(state):
        return value
    if isinstance(value, Outcome) and value.distance is not None:
        return Outcome(-value.result, value.distance + 1)
    return -value


def part_of(limit: Limit, share: float) -> Limit:
    """A part of the seconds and of the nodes of a limit."""
    return replace(
        limit,
        seconds=None if limit.seconds is None else share * limit.seconds,
        nodes=None if limit.nodes is None else max(1, int(share * limit.nodes)),
    )
