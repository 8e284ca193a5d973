"""What an analysis found: the value of every move of a position, and the value of the position among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from zerosum.answers.analysis.data_frame import Rows
from zerosum.core.board import board_of
from zerosum.core.errors import BadMove
from zerosum.core.game import Game
from zerosum.core.pickled_states import PickledStates
from zerosum.core.rules import CHANCE, Move, State
from zerosum.core.value import Estimate, Expected, Margin, Outcome, Value
from zerosum.engines.draw.table_html import table_html
from zerosum.engines.draw.table_text import STAR, Table, table_text
from zerosum.engines.search.result import Result

REFERENCE, PORTABLE, NATIVE, BOOK, TABLE = "reference", "portable", "native", "book", "table"
"""Who has answered: plain Python, compiled code, or values that were computed before: a book or a solved table."""


class Cost(NamedTuple):
    """What a move cost, by name, and whether it is a mistake: a change among win, draw and loss."""

    name: str
    is_mistake: bool = False


KEPT = Cost("kept")

BLUNDER = 0.1
"""What a move must cost at least to be a mistake in a game of chance, in units of the mean result."""


WORSE = Cost("~ worse")
CLEARLY_WORSE = Cost("~ mistake")

CLEAR_FALL = 3
"""An estimate that falls by so many times the noise is a mistake by estimate: in chess, a pawn and a half."""

ALLOWED_WIN = Cost("~→L", is_mistake=True)
MISSED_WIN = Cost("W→~", is_mistake=True)

HOPELESS = 10
"""An estimate below so many times the noise is that of a lost position, where a proven loss is no mistake."""


def cost_of(before: Value, after: Value, *, noise: float = 0.0, is_solvable: bool = True) -> Cost:
    """Kept, W→D, D→L, W→L, slower win, faster loss, or points of margin.

    An estimate is worse when it is lower by more than the `noise`, and a mistake by estimate by `CLEAR_FALL` times the
    noise. Where the game cannot be solved, nobody will ever know more than an estimate: a proven loss beside it, and it
    beside a proven win, are mistakes there.
    """
    if isinstance(before, Estimate) or isinstance(after, Estimate):
        if before.rank - after.rank <= noise:
            return KEPT
        if not is_solvable and isinstance(after, Outcome) and after.result < 0 and before.rank >= -HOPELESS * noise:
            return ALLOWED_WIN
        if not is_solvable and isinstance(before, Outcome) and before.result > 0:
            return MISSED_WIN
        are_estimates = isinstance(before, Estimate) and isinstance(after, Estimate)
        return CLEARLY_WORSE if are_estimates and 0 < CLEAR_FALL * noise <= before.rank - after.rank else WORSE
    if isinstance(before, Expected) or isinstance(after, Expected):
        less = before.rank - after.rank
        return Cost(f"{less:.3f} less", is_mistake=less >= BLUNDER) if less > _error_of(before, after) else KEPT
    if before.result != after.result:
        return Cost(f"{before.letter}→{after.letter}", is_mistake=True)
    if isinstance(before, Margin) and isinstance(after, Margin):
        return KEPT if before == after else Cost(f"{before.margin - after.margin} less")
    unknown = isinstance(before, Outcome) and isinstance(after, Outcome) and None in (before.distance, after.distance)
    if unknown or after.rank == before.rank:
        return KEPT
    return Cost("slower win" if before.result > 0 else "faster loss")


def _error_of(*values: Value) -> float:
    """By how much the difference of values may be wrong."""
    return sum(value.error for value in values if isinstance(value, Expected))


@dataclass(frozen=True)
class MoveValue:
    """One legal move: its value for the side that makes it, whether that is exact, and its line.

    From the ply `guessed_from` on, the moves of the line are a guess; None where all are as good as the value is.
    """

    move: Move
    value: Value
    exact: bool
    best: bool
    line: tuple[Move, ...]
    guessed_from: int | None = None

    def line_text(self, game: Game, state: State) -> str:
        """The line as people type it; what is a guess comes after "~"."""
        words = game.line_text(state, self.line)
        if self.guessed_from is not None:
            words.insert(self.guessed_from, "~")
        return " ".join(words)


@dataclass(frozen=True)
class Analysis(Rows, PickledStates):
    """A position with the value of every move, for the side to move.

    `exact` says that every value is the true one, distance included; `best` holds all optimal moves then. Before that,
    `best_known` says whether those in `best` are proven to be optimal. If not, they are the moves that look best, or
    none: a book knows what the position is worth, and no move is proven to reach it yet. `note` says in a sentence why
    an analysis ended before it was exact, where that was not its limit alone. It iterates over its
    moves, and `analysis[move]` finds one by the move or by its text. Two analyses are equal when they say the same,
    however long that took.
    """

    game: Game
    state: State
    value: Value
    exact: bool
    best: tuple[Move, ...]
    moves: tuple[MoveValue, ...]
    nodes: int = field(compare=False)
    table_hits: int = field(compare=False)
    seconds: float = field(compare=False)
    tier: str = field(default=REFERENCE, compare=False)
    best_known: bool = True
    note: str | None = field(default=None, compare=False)

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        return {"state": change(self.state)}

    def __getitem__(self, move: Move | str) -> MoveValue:
        """What is known of one legal move, given as the rules know it or as a person types it; else `BadMove`.

        `analysis[0]` is the move 0 and not the first one, which is `analysis.moves[0]`.
        """
        for each in self.moves:
            if each.move == move:
                return each
        if isinstance(move, str):
            return self[self.game.read_move(self.state, move)]
        why = self.game.why_illegal(self.state, move)
        raise BadMove(f"{why} (an analysis is indexed by move; analysis.moves is a tuple)")

    def __iter__(self) -> Iterator[MoveValue]:
        """What is known of each legal move, in the order of the rules."""
        return iter(self.moves)

    def __len__(self) -> int:
        """How many legal moves there are."""
        return len(self.moves)

    def __bool__(self) -> bool:
        """Always true; an analysis of a finished game has no moves, but it is an answer."""
        return True

    def __contains__(self, move: object) -> bool:
        """Whether this is a legal move, its text, or one of the values."""
        return any(
            move == each.move or move == each or move == self.game.move_text(self.state, each.move)
            for each in self.moves
        )

    @property
    def candidates(self) -> tuple[Move, ...]:
        """The moves to choose from: the best ones, or while none is known, those that may turn out to be."""
        open_moves = [each for each in self.moves if not each.exact]
        if self.best or not open_moves:
            return self.best
        top = max(each.value.rank for each in open_moves)
        return tuple(each.move for each in open_moves if each.value.rank == top)

    @property
    def best_move(self) -> Move | None:
        """The first of the best moves, or of those that look best; None in a finished game."""
        return next(iter(self.candidates), None)

    @property
    def is_guess(self) -> bool:
        """Whether a move that is chosen by this may be wrong: by an estimate, or while no move is proven to be best.

        The latter is so where a book knows what the position is worth, and nobody yet which move reaches that.
        """
        return isinstance(self.value, Estimate) or (bool(self.moves) and not self.best)

    @property
    def line(self) -> tuple[Move, ...]:
        """A best line."""
        return self[self.best[0]].line if self.best else ()

    @property
    def chances(self) -> dict[Move, Fraction]:
        """The probability of each outcome, where chance is to move; empty elsewhere."""
        is_chance = not self.game.is_over(self.state) and self.game.to_move(self.state) == CHANCE
        return dict(self.game.chances(self.state)) if is_chance else {}

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each move, for a data frame or a CSV file; an outcome of chance has its probability."""
        game, state, chances = self.game, self.state, self.chances
        return [
            {
                "move": game.move_text(state, each.move),
                **({"chance": float(chances[each.move])} if chances else {}),
                "value": str(each.value),
                "rank": each.value.rank,
                "exact": each.exact,
                "best": each.best,
                "line": " ".join(game.line_text(state, each.line)),
            }
            for each in self.moves
        ]

    def _repr_html_(self) -> str:
        """Board and table, for a notebook."""
        from zerosum.engines.draw.board_svg import MoveMark, board_svg

        game, state = self.game, self.state
        marks = {
            each.move: MoveMark.of(game.move_text(state, each.move), each.value, each.exact, each.best)
            for each in self.moves
        }
        picture = board_svg(board_of(game, state), game.sides, values=marks, title=game.position_text(state))
        return f"<div>{picture}{table_html(*self.table())}</div>"

    def table(self) -> Table:
        """Headings, rows and a caption, the best moves first."""
        game, state = self.game, self.state
        chances = self.chances
        rows = [
            [
                STAR if each.best else "",
                game.move_text(state, each.move),
                *([f"{100 * float(chances[each.move]):.1f} %"] if chances else []),
                each.value,
                each.line_text(game, state),
            ]
            for each in sorted(self.moves, key=lambda each: -each.value.rank)
        ]
        side = game.side_name(game.to_move(state))
        told = f"{game.name}: {'the game is over' if game.is_over(state) else f'{side} to move'}, {self.value}"
        headings = ["", "outcome", "chance", "value", "line"] if chances else ["", "move", "value", "line"]
        return Table(headings, rows, told)

    def __str__(self) -> str:
        """A table of the moves as lines of text."""
        return table_text(*self.table())

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<Analysis {self.game.spec} {self.game.position_text(self.state)}: {self.value}>"

    def json(self) -> dict[str, Any]:
        """The form that other programs read: the moves best first."""
        game, state = self.game, self.state
        ranked = sorted(self.moves, key=lambda each: -each.value.rank)
        chances = self.chances
        return {
            "game": game.spec,
            "position": game.position_text(state),
            "to_move": game.side_name(game.to_move(state)),
            "side": game.to_move(state),
            "over": game.is_over(state),
            "value": self.value.json(),
            "exact": self.exact,
            "best": [game.move_text(state, move) for move in self.best],
            "best_known": self.best_known,
            "moves": [
                {
                    "move": game.move_text(state, each.move),
                    "chance": float(chances[each.move]) if chances else None,
                    "value": each.value.json(),
                    "exact": each.exact,
                    "best": each.best,
                    "cost": cost_of(self.value, each.value).name if self.exact and not chances else None,
                    "line": game.line_text(state, each.line),
                    "guessed_from": each.guessed_from,
                }
                for each in ranked
            ],
            "tier": self.tier,
            "note": self.note,
            "nodes": self.nodes,
            "table_hits": self.table_hits,
            "seconds": self.seconds,
        }

    to_dict = json


def result_of(analysis: Analysis, move: Move | None = None) -> Result:
    """An analysis of all moves as the result of a search that has chosen this move, or the first of the best ones."""
    move = next(iter(analysis.candidates), None) if move is None else move
    best = None if move is None else analysis[move]
    return Result(
        algorithm="analysis",
        value=analysis.value if best is None else best.value,
        bound="estimate" if analysis.is_guess else "exact",
        move=move,
        line=() if best is None else best.line,
        nodes=analysis.nodes,
        leaves=0,
        cutoffs=0,
        table_hits=analysis.table_hits,
        deepest=0 if best is None else len(best.line),
        seconds=analysis.seconds,
        tier=analysis.tier,
    )
