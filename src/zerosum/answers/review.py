"""A game judged move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.review import Judgement
from zerosum.answers.analysis.review import review as review_moves
from zerosum.answers.analysis.sentences import judgement_text, mistakes_sentence
from zerosum.answers.analyze import UseBook
from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.items import Items
from zerosum.answers.parameters import (
    Depth,
    Memory,
    Nodes,
    Parameter,
    Seconds,
    Threads,
    Tier,
    Values,
    capability,
    last_of,
    limit_from,
)
from zerosum.answers.position import Position
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.pickled_states import PickledStates
from zerosum.core.rules import State
from zerosum.core.setting_names import ANSWER_SECONDS
from zerosum.engines.draw.table_text import Table
from zerosum.engines.search import Limit
from zerosum.engines.solve.tables.table import SolvedTable


@dataclass(frozen=True, repr=False)
class Review(Items[Judgement], PickledStates):
    """What each move of a game cost."""

    game: Game
    judgements: tuple[Judgement, ...]

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        return {"judgements": tuple(replace(each, state=change(each.state)) for each in self.judgements)}

    @property
    def _items(self) -> tuple[Judgement, ...]:
        return self.judgements

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The moves that changed win, draw or loss."""
        return tuple(each for each in self.judgements if each.mistake)

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each move, as `zerosum review --json` prints it."""
        return [each.json(self.game) for each in self.judgements]

    def table(self) -> Table:
        """The table that text, HTML and the command line show."""
        game = self.game
        rows = [
            [
                each.number,
                game.side_name(each.side),
                game.move_text(each.state, each.move),
                each.before,
                each.after,
                judgement_text(game, each),
            ]
            for each in self.judgements
        ]
        return Table(["", "side", "move", "before", "after", "judgement"], rows, game.name)

    def sentences(self) -> list[str]:
        """What there is to say below the table."""
        return [mistakes_sentence(self.judgements)]


Total: TypeAlias = Annotated[
    float | None, Parameter("seconds for the whole game, shared among its moves", unit="S", least=0)
]


@capability("each position")
@last_of
def review(
    game: GameLike | Analyst,
    moves: MovesLike = None,
    position: PositionLike = None,
    *,
    seconds: Seconds = ANSWER_SECONDS,
    total: Total = None,
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
) -> Iterator[Review]:
    """What each move of a game cost; the limits are for each position, 10 seconds unless told; `total` is for all.

    The moves begin at the position, by default the start; without moves, the history of a `Position` is reviewed. An
    `Analyst` in place of the game brings what it has learnt, and its own limits.

    >>> [each.mistake for each in review("tictactoe", "4 1 0")]
    [None, 'D→L', None]
    """
    if isinstance(game, Analyst):
        given = {"total": total, "nodes": nodes, "depth": depth, "limit": limit, "threads": threads, "memory": memory}
        refused = [name for name, setting in given.items() if setting is not None] + ["tier"] * (tier != "auto")
        refused += ["values"] * (values != "distance") + ["book"] * (book is not True) + ["table"] * (table is not True)
        refused += ["seconds"] * (seconds != ANSWER_SECONDS) + ["progress"] * (progress is not True)
        if refused:
            own = "limits, tier, memory, values, book, table and progress"
            raise BadRequest(f"an Analyst has its own {own}; leave out {', '.join(refused)}")
        yield from judged(game, Position(game.game, position, moves=moves))
        return
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    with shown(progress, f"reviewing {len(here.history)} moves of {here.game.name}") as callback:
        analyst = Analyst(
            here.game,
            limit=allowed,
            progress=callback,
            tier=tier,
            threads=threads,
            memory=memory,
            values=values,
            book=book,
            table=table,
        )
        yield from judged(analyst, here, total)


def judged(analyst: Analyst, here: Position, total: float | None = None) -> Iterator[Review]:
    """The review of a position's history, from no move to all of them."""
    found = Review(here.game, ())
    yield found
    for judgement in review_moves(analyst, list(here.history), here.start, total):
        found = Review(here.game, (*found.judgements, judgement))
        yield found
