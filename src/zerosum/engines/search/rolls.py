"""Expectimax by rolls: a search of games of chance whose depth is counted in rolls of the dice, not in plies.

Reference: Hauk, Buro and Schaeffer, "*-Minimax Performance in Backgammon" (2004), for depth in turns and for estimates
at the end of a turn; Michie (1966) for expectimax.

The idea added to `expectimax`: a side may make several moves between two rolls, as in backgammon, where a turn has up
to four steps. An estimate in the middle of a turn says little, and a depth in plies ends there. So a line is followed
until the dice are rolled again, and only then estimated. Moves of a turn can be made in many orders, which lead to the
same position: a table holds the score of each position and number of rolls to come.

Below the root, moves that look bad without another roll are left out: those that are worse than the best one by more
than `FILTER`, by the estimates at the end of this turn (a "move filter", as GNU Backgammon has it). The score is the
mean result if both sides play for the best mean in the game that is cut off at the last roll, and so made narrower. It
is exact, and true, where every line ends before that and nothing was left out because of an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zerosum.core.errors import MAX_PLIES, bad_side
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, SECOND, Move, State, listed
from zerosum.core.value import WIN, Estimate, Scale, Score, Value, expected_value, scale_for
from zerosum.engines.search.result import Effort, KnownMove, Result, estimator, report, room_for_recursion


class Scored(NamedTuple):
    """The score of a position; whether an estimate had a part in it, and whether a move was left out by an estimate."""

    score: Score
    estimated: bool = False
    narrowed: bool = False


FILTER = WIN // 10
"""Moves that look worse than the best one by more than this, a tenth of a win or of a point, are not looked into."""

GROWTH_A_ROLL = 100
"""How many times as long the next roll takes, at least. It is not begun with less time left."""

ENTRIES = 200_000
"""The most positions in the table; it is emptied when it is full."""


class RollSearch:
    """Values the moves of a position by looking 0, 1, 2 ... rolls ahead, until the limit.

    `threads` and `memory` are there because every search of this kind takes them; this one uses one thread.
    """

    def __init__(self, game: Game, *, threads: int | None = None, memory: int | None = None) -> None:
        """Begin with an empty table."""
        self.game = game
        self.scale = scale_for(game)
        self._table: dict[tuple[State, int], Scored] = {}

    def best(self, state: State, effort: Effort) -> Iterator[Result]:
        """Yield a result for each number of rolls; raises `Stopped` at the limit."""
        for found in self.values(state, effort):
            yield concluded(self.game, state, found, effort)

    def values(self, state: State, effort: Effort) -> Iterator[dict[Move, KnownMove]]:
        """Yield the values of all moves, or outcomes, for each number of rolls; raises `Stopped` at the limit."""
        for rolls in rolls_to_try(effort):
            scores = {}
            with room_for_recursion():
                for move in listed(self.game.moves(state)):
                    scores[move] = self._score(self.game.rules.play(state, move), rolls, 1, effort)
            yield known_moves(self.game, state, scores, rolls, self.scale)
            if not any(each.estimated for each in scores.values()):
                return  # no line is longer: one roll more would change nothing

    def _score(self, state: State, rolls: int, ply: int, effort: Effort) -> Scored:
        """The score of a position for the first player, with this number of rolls looked ahead."""
        effort.enter(ply)
        rules = self.game.rules
        if rules.is_over(state):
            effort.leaves += 1
            return Scored(self.scale.end(rules.utility(state)))
        key = state, rolls
        if key in self._table:
            effort.table_hits += 1
            return self._table[key]
        side = rules.to_move(state)
        if side == CHANCE and rolls == 0:
            effort.leaves += 1
            effort.estimates += 1
            found = Scored(self.scale.guess(estimator(self.game)(state)), estimated=True)
        elif side == CHANCE:
            chances = self.game.chances(state)
            below = [self._score(rules.play(state, outcome), rolls - 1, ply + 1, effort) for outcome, _ in chances]
            mean = sum(chance * each.score for (_, chance), each in zip(chances, below, strict=True))
            found = Scored(mean, *flags_of(below))
        elif side in (FIRST, SECOND):
            children = [rules.play(state, move) for move in listed(self.game.moves(state))]
            found = self._best_of(children, 1 if side == FIRST else -1, rolls, ply, effort)
        else:
            raise bad_side(side, self.game.position_text(state))
        if len(self._table) >= ENTRIES:
            self._table.clear()
        self._table[key] = found
        return found

    def _best_of(self, children: list[State], sign: int, rolls: int, ply: int, effort: Effort) -> Scored:
        """The best score of these positions for a side: 1 the first, -1 the second."""
        at_once = [self._score(child, 0, ply + 1, effort) for child in children]
        top = max(sign * each.score for each in at_once)
        if rolls == 0:
            return Scored(sign * top, *flags_of(at_once))
        kept = [sign * each.score >= top - FILTER for each in at_once]
        looked_into = [
            self._score(child, rolls, ply + 1, effort) for child, is_kept in zip(children, kept, strict=True) if is_kept
        ]
        estimated, narrowed = flags_of(looked_into)
        # A move that is left out by its exact value is left out rightly.
        narrowed |= any(any(flags_of([each])) for each, is_kept in zip(at_once, kept, strict=True) if not is_kept)
        return Scored(sign * max(sign * each.score for each in looked_into), estimated, narrowed)


def flags_of(scored: list[Scored]) -> tuple[bool, bool]:
    """Whether an estimate had a part in any of these scores, and whether a move was left out for any."""
    return any(each.estimated for each in scored), any(each.narrowed for each in scored)


def rolls_to_try(effort: Effort) -> Iterator[int]:
    """0, 1, 2 ... as far as the limit goes: its depth counts turns, of which the first is the one that is played."""
    for rolls in range(min(effort.limit.horizon, MAX_PLIES)):
        began = effort.seconds
        yield rolls
        seconds = effort.limit.seconds
        if seconds is not None and rolls > 0 and GROWTH_A_ROLL * (effort.seconds - began) > seconds - effort.seconds:
            return


def known_moves(
    game: Game, state: State, scores: dict[Move, Scored], rolls: int, scale: Scale
) -> dict[Move, KnownMove]:
    """What is known of each move, for the side to move; for the first player where chance is.

    A mean among estimates is put on their scale, so that moves can be compared.
    """
    side, is_exact = game.rules.to_move(state), not any(flags_of(list(scores.values())))
    found: dict[Move, KnownMove] = {}
    for move, (score, _, _) in scores.items():
        value: Value = expected_value(scale, score, side)
        if not is_exact:
            value = Estimate(round(-score if side == SECOND else score), rolls + 1, True)
        found[move] = KnownMove(value, is_exact, (move,))
    return found


def concluded(game: Game, state: State, found: dict[Move, KnownMove], effort: Effort) -> Result:
    """The result of a search that found these values: the first of the best moves."""
    move = max(found, key=lambda each: found[each][0].rank)
    value, is_exact, line = found[move]
    return report("rolls", effort, value, "exact" if is_exact else "estimate", line)
