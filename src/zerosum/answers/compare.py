"""What search algorithms do on the same positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from zerosum.answers.arguments import GameLike, MovesLike, PositionLike
from zerosum.answers.items import Items
from zerosum.answers.lab.compare import Row, Setting, chosen_positions, measure_memory, refuse_endless_rows
from zerosum.answers.lab.compare import compare as compare_rows
from zerosum.answers.lab.report.tables import row_cells, rows_sentences, rows_table
from zerosum.answers.parameters import Depth, Nodes, Parameter, Plain, Seed, Tier, capability, limit_from
from zerosum.answers.position import Position
from zerosum.answers.progress_line import ProgressSetting, shown
from zerosum.core.game import Game
from zerosum.core.pickled_states import PickledStates
from zerosum.core.rules import State
from zerosum.core.setting_names import ANSWER_SECONDS, DEPTH_SECONDS
from zerosum.engines.draw.table_text import Table
from zerosum.engines.search import Limit, ladder_for


@dataclass(frozen=True, repr=False)
class Comparison(Items[Row], PickledStates):
    """What each algorithm did on the same positions."""

    game: Game
    states: tuple[State, ...]
    _rows: tuple[Row, ...]

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        return {"states": tuple(map(change, self.states))}

    @property
    def _items(self) -> tuple[Row, ...]:
        return self._rows

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary for each algorithm, for a data frame or a CSV file."""
        return [row_cells(self.game, list(self.states), row) for row in self._rows]

    def table(self) -> Table:
        """The table that text, HTML and the command line show."""
        return rows_table(self.game, self.states, self._rows)

    def sentences(self) -> list[str]:
        """What there is to say below the table."""
        return rows_sentences(self.states, self._rows)


@capability("each search (with --growth, each algorithm)")
def compare(
    game: GameLike,
    algorithms: Annotated[
        str | Iterable[str] | None,
        Parameter("algorithms, with commas between (default: the whole ladder)", option="-a --algorithms", unit="A,B"),
    ] = None,
    position: PositionLike = None,
    *,
    moves: MovesLike = None,
    positions: Annotated[str, Parameter("all, random:N, or a file with a position a line", unit="WHICH")] = "one",
    plain: Plain = True,
    seconds: Annotated[
        float | None,
        Parameter(
            f"seconds for {{what}}, 0: no limit (default: {ANSWER_SECONDS:g}, and {DEPTH_SECONDS:g} with --depth)",
            option="--time",
            unit="S",
            least=0,
        ),
    ] = ANSWER_SECONDS,
    nodes: Nodes = None,
    depth: Depth = None,
    limit: Limit | None = None,
    seed: Seed = 0,
    tier: Tier = "reference",
    memory: bool = False,
    progress: ProgressSetting = True,
) -> Comparison:
    """What each algorithm does on the same positions; the limits are for each search, 10 seconds unless told.

    `positions` is "one" for the position itself, "all" that can follow, or "random:N". Without algorithms, all of
    the ladder are compared. `plain` counts wins as +1 and -1 whatever their distance, as the textbook does.
    `memory` measures the peak memory of each search too, in a second run.

    >>> for row in compare("tictactoe", ["minimax", "alphabeta"]):
    ...     print(row.algorithm, row.nodes)
    minimax 549946
    alphabeta 18297
    """
    here = Position(game, position, moves=moves)
    allowed = limit_from(limit, seconds, nodes, depth)
    names = list(ladder_for(here.game, allowed.depth)) if algorithms is None else names_of(algorithms)
    with shown(progress, f"comparing on {here.game.name}") as callback:
        setting = Setting(plain=plain, limit=allowed, seed=seed, progress=callback, tier=tier)
        states = chosen_positions(here.game, here.state, positions, seed, callback)
        rows = list(compare_rows(here.game, states, names, setting))
        refuse_endless_rows(rows)
        if memory:
            rows = list(measure_memory(here.game, states, rows, setting))
    return Comparison(here.game, tuple(states), tuple(rows))


def names_of(algorithms: str | Iterable[str]) -> list[str]:
    """The names of algorithms, from a list or one text."""
    return algorithms.replace(",", " ").split() if isinstance(algorithms, str) else list(algorithms)
