"""The value of every move of a position."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from zerosum.answers.analysis.book import Book
from zerosum.answers.analysis.results import Analysis
from zerosum.answers.parameters import Depth, Memory, Nodes, Parameter, Seconds, Threads, Tier, Values, capability
from zerosum.answers.position import GameLike, MovesLike, Position, PositionLike
from zerosum.answers.progress_line import ProgressSetting
from zerosum.core.setting_names import ANSWER_SECONDS
from zerosum.engines.search import Limit
from zerosum.engines.solve.tables.table import SolvedTable

UseBook: TypeAlias = Annotated[
    Book | bool, Parameter("do not look positions up in a book", option="--no-book", is_switch=True)
]


@capability("the analysis")
def analyze(
    game: GameLike,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    seconds: Seconds = ANSWER_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    tier: Tier = "auto",
    threads: Threads = None,
    memory: Memory = None,
    values: Values = "distance",
    book: UseBook = True,
    table: SolvedTable | bool = True,
    progress: ProgressSetting = True,
) -> Analysis:
    """The value of every move of a position, as well as the limits allow.

    Without limits, it ends after 10 seconds, as the command does; `seconds=None` goes on until every value is exact.
    On a terminal and in a notebook, a line shows the progress of a long analysis; `progress=False` shows nothing, and
    a function is called with each `Progress`.

    >>> analyze("tictactoe", "X-O/-O-/X--").best, analyze("nim:3,4,5", moves=["1:2"]).exact
    ((3,), True)
    """
    return Position(game, position, moves=moves).analyze(
        seconds=seconds,
        nodes=nodes,
        depth=depth,
        limit=limit,
        tier=tier,
        threads=threads,
        memory=memory,
        values=values,
        book=book,
        table=table,
        progress=progress,
    )
