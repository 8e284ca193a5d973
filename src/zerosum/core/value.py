"""What a position is worth: win, draw or loss with its distance, a margin, a mean result, or an estimate.

A search works with plain integers, its scores, always from the first player's side. Five scales say
how a finished game becomes a score and how a score changes when it is seen from one ply further away:

    score            PLAIN, MEAN and DISTANCE              MARGIN                    POINTS
    the first wins   WIN, with DISTANCE less one per ply   the margin itself         the margin times WIN
    a draw           0                                     0                         0
    an estimate      between -SURE and SURE                as the game estimates it  as the game estimates it

MEAN is the scale of games of chance, where a score is a mean of WIN, 0 and -WIN. POINTS is that of games of chance with
margins: an estimate there is in parts of a point, of which WIN make one, since a mean of 1 and 2 lies between them.

Distance is counted from the position and not from the root, so that a stored score is true wherever
the position is met again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from zerosum.core.errors import MAX_PLIES, BadRules
from zerosum.core.game import Game
from zerosum.core.rules import SECOND

Score: TypeAlias = float
"""An int, plus or minus infinity as the open end of a window; in a game of chance a `Fraction`, which is no float to
the type checker and behaves like one."""

WIN = 1_000_000
SURE = WIN - MAX_PLIES
"""Beyond this, a score is a proven win or loss; below it a draw or an estimate."""

LARGEST_ESTIMATE = 1000
"""Scores of games of chance up to this, a thousandth of a win, are written as they are: most are estimates."""


def same(score: Score) -> Score:
    """The score as it is: without distances, a ply changes nothing."""
    return score


def farther(score: Score) -> Score:
    """A child's score seen from its parent: a win or loss lies one ply further away.

    >>> farther(WIN) == WIN - 1, farther(-WIN) == 1 - WIN, farther(0)
    (True, True, 0)
    """
    if score > SURE:
        return score - 1
    if score < -SURE:
        return score + 1
    return score


def nearer(bound: Score) -> Score:
    """A parent's window bound as its child must see it: the inverse of `farther`.

    For every score: farther(score) > bound exactly if score > nearer(bound), and the same with <.
    """
    if bound >= SURE:
        return bound + 1
    if bound <= -SURE:
        return bound - 1
    return bound


class Scale(NamedTuple):
    """How utilities and estimates become scores, and what a ply does to them."""

    name: str
    end: Callable[[int], Score]
    guess: Callable[[int], Score]
    farther: Callable[[Score], Score]
    nearer: Callable[[Score], Score]

    def __reduce__(self) -> str:
        """Pickle the name of the constant, so that there is one object for each scale."""
        return self.name.upper()


def end_score(utility: int) -> int:
    """The score of a finished game that was won, drawn or lost."""
    return utility * WIN


def bad_utility(utility: int) -> BadRules:
    """What is wrong with a utility that is no result."""
    return BadRules(f"utility gives {utility!r}, not 1, 0 or -1 (a game of margins says margin = True)")


def _end(utility: int) -> Score:
    if utility not in (1, 0, -1):
        raise bad_utility(utility)
    return end_score(int(utility))


def _margin(utility: int) -> Score:
    if not isinstance(utility, int):
        raise BadRules(f"utility gives {utility!r}, which is not a whole number")
    return utility


def _points(utility: int) -> Score:
    return _margin(utility) * WIN


def _guess(estimate: int) -> Score:
    return max(1 - SURE, min(SURE - 1, estimate))


PLAIN = Scale("plain", _end, _guess, same, same)
MEAN = Scale("mean", _end, _guess, same, same)
DISTANCE = Scale("distance", _end, _guess, farther, nearer)
MARGIN = Scale("margin", _margin, same, same, same)
POINTS = Scale("points", _points, same, same, same)


def scale_for(game: Game, plain: bool = False) -> Scale:
    """The scale on which a game is searched: margins as they are, wins with distance unless plain.

    In a game of chance a distance would be a mean of distances, which says nothing.
    """
    if game.rules.odds is not None:
        return POINTS if game.margin else MEAN
    if game.margin:
        return MARGIN
    return PLAIN if plain else DISTANCE


def has_margins(scale: Scale) -> bool:
    """Whether a win can be worth more than another one."""
    return scale is MARGIN or scale is POINTS


def is_of_means(scale: Scale) -> bool:
    """Whether scores are means, of which `WIN` is a point or a win."""
    return scale is MEAN or scale is POINTS


def unit_of(scale: Scale) -> int:
    """The score of a win, or of one point."""
    return 1 if scale is MARGIN else WIN


def is_proven(scale: Scale, score: Score, depth: int) -> bool:
    """Whether a score found by a search of this depth is true although some leaves were estimates.

    A win within the depth is: a shorter one would have been seen too, and no estimate outweighs it.
    """
    if has_margins(scale) or abs(score) <= SURE:
        return False
    if scale is MEAN:
        return abs(score) == WIN
    return scale is PLAIN or bool(WIN - abs(score) <= depth)


class _Ordered(ABC):
    """Values of one kind in the order of their rank; values of different kinds cannot be compared."""

    __slots__ = ()

    @property
    @abstractmethod
    def rank(self) -> Score:
        """Greater is better."""

    def _rank_beside(self, other: object) -> Score:
        if not isinstance(other, _Ordered):
            raise TypeError(f"{type(self).__name__} {self} cannot be compared with {other!r}")
        if type(other) is not type(self):
            raise TypeError(
                f"{type(self).__name__} {self} cannot be compared with {type(other).__name__} {other}: "
                "results, margins and estimates are different kinds of value"
            )
        return other.rank

    def __lt__(self, other: object) -> bool:
        """Whether this is worse."""
        return self.rank < self._rank_beside(other)

    def __le__(self, other: object) -> bool:
        """Whether this is no better."""
        return self.rank <= self._rank_beside(other)

    def __gt__(self, other: object) -> bool:
        """Whether this is better."""
        return self.rank > self._rank_beside(other)

    def __ge__(self, other: object) -> bool:
        """Whether this is no worse."""
        return self.rank >= self._rank_beside(other)


class _Decided(_Ordered):
    """The value of a game whose winner is known."""

    __slots__ = ()
    result: int

    @property
    def letter(self) -> str:
        """W, D or L."""
        return "DWL"[self.result]

    @property
    def word(self) -> str:
        """Win, draw or loss, in full."""
        return ("draw", "win", "loss")[self.result]


@dataclass(frozen=True, slots=True)
class Outcome(_Decided):
    """A win (1), draw (0) or loss (-1) for the side to move, and how many plies away the end is.

    `written` is the number that stands for it where a person wants numbers, as in +9.
    """

    result: int
    distance: int | None = None
    written: str = field(default="", repr=False, compare=False)

    @property
    def rank(self) -> int:
        """Greater is better: win fast, lose slowly; all draws are equal.

        A win at an unknown distance ranks below all wins of known distance, and such a loss above all other losses.
        """
        return self.result * (WIN - (MAX_PLIES if self.distance is None else self.distance))

    def __neg__(self) -> Outcome:
        """The same end for the other side."""
        return Outcome(-self.result, self.distance)

    def __str__(self) -> str:
        """As in `win in 5`."""
        if self.written:
            return self.written
        return self.word if self.distance is None else f"{self.word} in {self.distance}"

    def short(self) -> str:
        """As in `W in 5`."""
        if self.written:
            return self.written
        return self.letter if self.distance is None else f"{self.letter} in {self.distance}"

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        written = {"written": self.written} if self.written else {}
        return _json(self, "outcome", self.letter, outcome=self.word, distance=self.distance, **written)


@dataclass(frozen=True, slots=True)
class Margin(_Decided):
    """By how much the side to move wins (positive) or loses (negative)."""

    margin: int

    @property
    def result(self) -> int:  # type: ignore[override]
        """1, 0 or -1: who is ahead."""
        return (self.margin > 0) - (self.margin < 0)

    @property
    def rank(self) -> int:
        """Greater is better."""
        return self.margin

    def __neg__(self) -> Margin:
        """The same end for the other side."""
        return Margin(-self.margin)

    def __str__(self) -> str:
        """As in `win by 4`."""
        return f"{self.word} by {abs(self.margin)}" if self.margin else "draw"

    def short(self) -> str:
        """As in `W by 4`."""
        return f"{self.letter} by {abs(self.margin)}" if self.margin else "D"

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        return _json(self, "margin", self.letter, margin=self.margin)


@dataclass(frozen=True, slots=True)
class Estimate(_Ordered):
    """A guess at an unfinished search: a score for the side to move and the depth it looked to.

    In a game of chance (`is_mean`) the score is a mean, in which a win, or a point, counts `WIN`.
    """

    score: int
    depth: int = 0
    is_mean: bool = False

    @property
    def rank(self) -> int:
        """Greater is better."""
        return self.score

    def __neg__(self) -> Estimate:
        """The same guess for the other side."""
        return Estimate(-self.score, self.depth, self.is_mean)

    def __str__(self) -> str:
        """As in `~ +12 at depth 6`: the mark says that it is not the truth."""
        return f"~ {self.number} at depth {self.depth}"

    def short(self) -> str:
        """As in `~ +12`."""
        return f"~ {self.number}"

    @property
    def number(self) -> str:
        """The score with its sign; a mean as a part of a win, unless it is a mean of the game's own small estimates."""
        return f"{self.score / WIN:+.3f}" if self._is_part_of_a_win else f"{self.score:+d}"

    @property
    def _is_part_of_a_win(self) -> bool:
        return self.is_mean and abs(self.score) > LARGEST_ESTIMATE

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        score = round(self.score / WIN, 3) if self._is_part_of_a_win else self.score
        return _json(self, "estimate", "~", estimate=score, depth=self.depth)


@dataclass(frozen=True, slots=True)
class Expected(_Ordered):
    """The mean result of a game of chance for the side to move, if both sides play for the best mean.

    The mean is an exact fraction, or a float that is wrong by no more than `error`. `results` are the utilities that
    the game can end with, from the side's view and in descending order, each with its probability; they are empty
    where only the mean is known. In a game without margins the mean lies between -1 and 1.
    """

    mean: Fraction | float
    error: float = 0.0
    results: tuple[tuple[int, Fraction | float], ...] = ()

    @property
    def rank(self) -> Score:
        """Greater is better."""
        return float(self.mean)

    @property
    def result(self) -> int:
        """1, 0 or -1: whom the mean favours."""
        return (self.mean > self.error) - (self.mean < -self.error)

    @property
    def letter(self) -> str:
        """E, as a mean is none of win, draw and loss."""
        return "E"

    @property
    def word(self) -> str:
        """How the mean is named in a sentence."""
        return "expected"

    @property
    def distance(self) -> None:
        """None: how long a game of chance lasts depends on the dice."""

    def chance(self, result: int) -> float:
        """The probability of a win (1), a draw (0) or a loss (-1)."""
        return float(sum(chance for utility, chance in self.results if (utility > 0) - (utility < 0) == result))

    def __neg__(self) -> Expected:
        """The same for the other side."""
        return Expected(-self.mean, self.error, tuple((-utility, chance) for utility, chance in reversed(self.results)))

    def __str__(self) -> str:
        """As in `expected +0.061, wins 53.1 %`."""
        return f"expected {self.short()}" + (f", wins {100 * self.chance(1):.1f} %" if self.results else "")

    def short(self) -> str:
        """As in `+0.061`, or with its error where it is not exact."""
        return f"{float(self.mean):+.3f}" + (f" ± {error_text(self.error)}" if self.error else "")

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        exact = str(self.mean) if isinstance(self.mean, int | Fraction) else None
        results = [{"utility": utility, "chance": float(chance)} for utility, chance in self.results]
        chances = {name: self.chance(result) if self.results else None for name, result in RESULTS.items()}
        numbers = {"expected": float(self.mean), "fraction": exact, "error": self.error, "results": results}
        return _json(self, "expected", self.letter, **numbers, **chances)


def error_text(error: float) -> str:
    """An error with one digit, which is rounded up: it is a bound.

    >>> error_text(8.3e-14), error_text(1e-9), error_text(9.7e-5), error_text(0.0)
    ('9e-14', '1e-09', '1e-04', '0e+00')
    """
    exact = Decimal(repr(error))
    return f"{float(exact.quantize(Decimal((0, (1,), exact.adjusted())), ROUND_CEILING)):.0e}"


RESULTS = {"win": 1, "draw": 0, "loss": -1}

Value: TypeAlias = Outcome | Margin | Estimate | Expected


def _json(value: Value, kind: str, letter: str, **numbers: Any) -> dict[str, Any]:
    """The one JSON form of a value: its kind and numbers, and everything that a mark on a screen shows of it."""
    sign = (value.rank > 0) - (value.rank < 0)
    shown = {"letter": letter, "sign": sign, "rank": value.rank, "text": str(value), "short": value.short()}
    return {"kind": kind, **numbers, **shown}


def textbook(value: Value) -> str:
    """The text of a value as in a textbook: a plain number where there is no distance and no depth.

    >>> textbook(Outcome(-1)), textbook(Margin(4)), textbook(Outcome(1, 5)), textbook(Estimate(12, 6))
    ('-1', '4', 'win in 5', '~ +12 at depth 6')
    """
    if isinstance(value, Margin):
        return str(value.margin)
    if isinstance(value, Outcome) and value.distance is None:
        return str(value.result)
    return str(value)


def expected_value(scale: Scale, score: Score, side: int) -> Expected:
    """The mean result behind a score of a game of chance, for the given side; the first player's where chance moves."""
    mean = Fraction(score) if scale is MARGIN else Fraction(score) / WIN
    return Expected(-mean if side == SECOND else mean)


def value_of(scale: Scale, score: Score, side: int, *, draw_distance: int | None = None) -> Outcome | Margin:
    """The true value behind a score, for the given side.

    A draw's score carries no distance: all draws are equal. The caller may know how long the line is.
    """
    mine = int(-score if side == SECOND else score)
    if scale is MARGIN:
        return Margin(mine)
    if abs(mine) <= SURE:
        return Outcome(0, draw_distance if scale is DISTANCE else None)
    result = 1 if mine > 0 else -1
    return Outcome(result, WIN - abs(mine) if scale is DISTANCE else None)


def judged(
    scale: Scale, score: Score, side: int, *, depth: int, estimated: bool, line_length: int
) -> tuple[Value, bool]:
    """The value behind the score of a search to this depth, for the given side, and whether it is exact.

    `estimated` says that some leaf was an estimate. A win or loss is certain even so; only its distance
    may be open, since a shorter one may lie beyond the depth.
    """
    if not estimated or is_proven(scale, score, depth):
        return value_of(scale, score, side, draw_distance=line_length), True
    mine = int(-score if side == SECOND else score)
    if scale is not MARGIN and abs(mine) > SURE:
        return Outcome(1 if mine > 0 else -1), False
    return Estimate(mine, depth), False
