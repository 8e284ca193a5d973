"""Where a player errs: its move in positions of a solved table, and what the move gives away."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.book_lookup import value_after
from zerosum.answers.analysis.table_lookup import TableValues
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import SECOND, Move, State
from zerosum.core.value import Expected, Margin, Outcome
from zerosum.engines.search import Limit
from zerosum.engines.search.result import NO_LIMIT
from zerosum.engines.solve.data.querying import QueryAnswer, query
from zerosum.engines.solve.data.questions import ERRORS, QUESTIONS
from zerosum.engines.solve.format.checked_file import DamagedTable
from zerosum.engines.solve.tables.table import SolvedTable

SAMPLE = 1000
"""The positions in which a player is asked, unless told."""

COLUMNS = ("position", "layer", "side", "value", "move", "becomes", "moves", "optimal_moves")


@dataclass(frozen=True)
class Errors:
    """The moves that gave value away; `asked` of the `possible` positions in which a move can were asked."""

    answer: QueryAnswer
    asked: int
    possible: int


def player_errors(
    table: SolvedTable,
    file: Path,
    player: str,
    *,
    sample: int | None = SAMPLE,
    seed: int = 0,
    limit: Limit = NO_LIMIT,
    progress: ProgressCallback = None,
) -> Errors:
    """Ask a player once in each stored position in which some move gives value away, or in `sample` of them by chance.

    `file` is the exported table. Players that choose by exact values take them from the table.
    """
    game = table.game

    def playing(_: object) -> None:
        if progress is not None:
            progress(Count(asked, "positions", len(rows)))

    asked, rows = 0, _positions(file, sample, seed)
    chooser = ComputerPlayer(
        player,
        game,
        seed=seed,
        limit=limit,
        progress=playing,
        analyst=Analyst(game, limit=limit, progress=playing, table=table),
    )
    found = []
    for layer, key, moves, optimal, _ in rows:
        state = table.unpack(key)
        move = chooser(state)
        asked += 1
        playing(None)
        value, after = table.value(state), _after(table, state, move)
        if after is None:
            raise DamagedTable(f"{table.folder} is damaged: it lacks a position after {game.position_text(state)}")
        if _gives_away(value, after):
            shown = game.position_text(state), layer, game.to_move(state), str(value), game.move_text(state, move)
            found.append((*shown, str(after), moves, optimal))
    return Errors(QueryAnswer(COLUMNS, tuple(found)), asked, rows[0][-1] if rows else 0)


def _after(table: SolvedTable, state: State, move: Move) -> Outcome | Margin | Expected | None:
    """What a move is worth to the side that makes it; None where the table lacks the position after it."""
    if table.manifest.chance is None:
        return value_after(TableValues(table), state, move)
    rules = table.game.rules
    child = rules.play(state, move)
    mean = table.find(child)
    is_turned = (rules.to_move(child) == SECOND) != (rules.to_move(state) == SECOND)
    return None if mean is None else -mean if is_turned else mean


def _gives_away(before: Outcome | Margin | Expected, after: Outcome | Margin | Expected) -> bool:
    """Whether a move changed win, draw or loss; in a game of margins the margin, of chance the mean."""
    if isinstance(before, Expected) and isinstance(after, Expected):
        return after.mean < before.mean - 2 * before.error
    if isinstance(before, Margin):
        return before != after
    return before.result != after.result


def _positions(file: Path, sample: int | None, seed: int) -> tuple[tuple[int, ...], ...]:
    """Layer, key, moves and optimal moves of positions by chance, in the order of the table; how many there are."""
    numbered = f"""
        SELECT *, count(*) OVER () AS possible, row_number() OVER (ORDER BY layer, key) AS n
        FROM ({QUESTIONS[ERRORS].sql})"""
    chosen = ""
    if sample is not None:
        ((possible,),) = query(file, f"SELECT count(*) FROM ({QUESTIONS[ERRORS].sql})").rows
        if sample < possible:
            numbers = sorted(Random(seed).sample(range(1, possible + 1), sample))
            chosen = f"WHERE n IN ({', '.join(map(str, numbers))})"
    return query(file, f"SELECT layer, key, moves, optimal_moves, possible FROM ({numbered}) {chosen} ORDER BY n").rows
