"""What a lab report is about, and everything that was measured of it so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from zerosum.answers.lab.compare import Fit, Point, Row, Setting, whole_tree_fit
from zerosum.answers.lab.cutoffs import Ranks
from zerosum.answers.lab.move_orders import OrderRow
from zerosum.answers.lab.report.distance_example import DistanceExample
from zerosum.answers.lab.report.example_tree import Example, ExampleTree
from zerosum.answers.lab.report.sample_games import Explored, SampleGame
from zerosum.answers.lab.report.state_space import StateSpace
from zerosum.core.errors import BadPosition, BadRequest
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State
from zerosum.core.setting_names import REPORT_SECONDS
from zerosum.engines.search import MONTE_CARLO, Limit, algorithm, rung
from zerosum.engines.search.cycles import can_repeat

TRACED_NODES = 20_000
"""Memory is measured at each depth with no more nodes than this: tracing slows a search down several times."""


@dataclass(frozen=True)
class MemoryPoint:
    """The peak memory of an algorithm at a depth, in bytes."""

    algorithm: str
    depth: int
    peak_bytes: int


@dataclass
class Known:
    """Measurements of the same position with the same settings that were made before, for a comparison."""

    rows: list[Row] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    ranks: list[Ranks] = field(default_factory=list)
    orders: list[OrderRow] = field(default_factory=list)


@dataclass
class Measurements:
    """What a report is about, and what was measured of it so far.

    `depth` limits the searches of `rows`, `ranks` and `orders`; `is_depth_chosen` says that nobody asked for it: the
    game was too large without. `explored` are all games against each search, `shallow` those against one that looks a
    few plies ahead, `exact` is a search to `exact_depth` that knows the value where `rows` do not, `further` searches
    that improve on those of the report. `unfinished` says what had no time.
    """

    game: Game
    start: State
    names: list[str]
    plain: bool = True
    asked_depth: int | None = None
    seconds: float | None = REPORT_SECONDS
    seed: int = 0
    depth: int | None = None
    is_depth_chosen: bool = False
    space: StateSpace | None = None
    mean_moves: float | None = None
    points: list[Point] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    exact: Row | None = None
    exact_depth: int | None = None
    ranks: list[Ranks] = field(default_factory=list)
    orders: list[OrderRow] = field(default_factory=list)
    memory: list[MemoryPoint] = field(default_factory=list)
    example: Example | None = None
    trees: list[ExampleTree] = field(default_factory=list)
    distance: DistanceExample | None = None
    games: list[SampleGame] = field(default_factory=list)
    explored: list[Explored] = field(default_factory=list)
    shallow: list[Explored] = field(default_factory=list)
    further: list[Row] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    known: Known = field(default_factory=Known)

    def __post_init__(self) -> None:
        """Refuse a finished position and algorithms that do not exist or cannot search this game."""
        if not self.names:
            raise BadRequest("a report needs an algorithm at least")
        if self.game.is_over(self.start):
            raise BadPosition(f"{self.game.position_text(self.start)} is finished, so there is nothing to search")
        self.names = list(dict.fromkeys(self.names))
        for name in self.names:
            # A search of one node refuses what it cannot search.
            algorithm(name, self.seed)(self.game, self.start, limit=Limit(nodes=1))
        self.depth = self.asked_depth

    @property
    def by_depth(self) -> list[str]:
        """The algorithms whose nodes depend on the depth."""
        return [name for name in self.names if goes_by_depth(name)]

    @property
    def whole_tree(self) -> str | None:
        """The algorithm that visits the whole tree, if the growth of one was measured."""
        fit = whole_tree_fit(self.fits)
        return None if fit is None else fit.algorithm

    @property
    def breadth(self) -> float:
        """The b of b^d: the growth of the whole tree where it was measured, else the mean number of moves."""
        fit = whole_tree_fit(self.fits)
        return (self.mean_moves or 1.0) if fit is None else fit.branching

    @property
    def fitted_points(self) -> list[Point]:
        """The points that growth is fitted to: no deeper than those of the first algorithm.

        The tree of a short game grows more slowly near its end, and exponents can be compared only on the same depths.
        """
        last = max((point.plies for point in self.points if point.algorithm == self.points[0].algorithm), default=0)
        return [point for point in self.points if point.plies <= last]

    def limit_of(self, name: str) -> Limit:
        """The depth limit of an algorithm; none where it does not go by depth."""
        return Limit(depth=self.depth if goes_by_depth(name) else None)

    def setting(self, name: str, progress: ProgressCallback = None) -> Setting:
        """How an algorithm is run."""
        return Setting(plain=self.plain, limit=self.limit_of(name), seed=self.seed, progress=progress)

    def known_row(self, name: str) -> Row | None:
        """The row of an algorithm that needs no new search: a finished one, in plain Python and with the same limit."""
        if self.limit_of(name).depth != self.asked_depth:
            return None
        rows = (row for row in self.known.rows if row.algorithm == name)
        return next((row for row in rows if row.tier == "reference" and not row.stopped and row.note is None), None)

    @property
    def growing(self) -> list[str]:
        """The algorithms whose growth was measured."""
        return list(dict.fromkeys(point.algorithm for point in self.points))

    @property
    def has_searches(self) -> bool:
        """Whether a search has ended, so that there is something to report."""
        return bool(self.rows or self.points)

    @property
    def is_complete(self) -> bool:
        """Whether everything was measured."""
        return not self.unfinished


def default_names(game: Game) -> list[str]:
    """The algorithms of a report unless told: the first rungs of the ladder, and the one for cycles or chance."""
    # A rule of its own for repetition makes a value depend on the path, which these two cannot follow.
    values_positions = game.rules.repetition is None
    if game.rules.odds is not None:
        return ["expectimax", "star1", "star2", *["value_iteration"] * values_positions]
    cycles = can_repeat(game.rules) and values_positions
    return ["minimax", "alphabeta", "ordering", "table", *["retrograde"] * cycles]


def goes_by_depth(name: str) -> bool:
    """Whether a depth limit makes an algorithm's work smaller ply by ply.

    >>> goes_by_depth("alphabeta"), goes_by_depth("mcts:100"), goes_by_depth("retrograde")
    (True, False, False)
    """
    return rung(name).has_tree and name.partition(":")[0] not in MONTE_CARLO


def limited(seconds: float) -> float | None:
    """The budget of a comparison: None is no limit."""
    return None if seconds == inf else seconds
