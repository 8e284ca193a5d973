"""What a move cost: why not that one, and the review of a game, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.analysis.analyst import Analyst
from zerosum.analysis.reasons import because
from zerosum.analysis.results import KEPT, Analysis, Cost, MoveValue, cost_of
from zerosum.game import CHANCE, Game, Move, State
from zerosum.value import Outcome, Value


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

    `exact` says that both values are certain, `reason` why they are so, in the game's own words where it has some.
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
            "missed_win_in_one": None if missed is None else game.move_text(self.state, missed),
        }


def review(analyst: Analyst, moves: list[Move], state: State | None = None) -> Iterator[Judgement]:
    """Judge a game move by move; the outcomes of chance are counted, but nobody is judged by them."""
    game = analyst.game
    state = game.start if state is None else state
    for number, move in enumerate(moves, start=1):
        if game.to_move(state) == CHANCE:
            state = game.play(state, move)
            continue
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
            exact=chosen.exact and analysis.best_known,
            reason=because(game, state, chosen),
        )
        state = game.play(state, move)
