"""Questions about a solved table that are asked often, by name, with their SQL."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.core.errors import BadRequest
from zerosum.core.spelling import did_you_mean
from zerosum.engines.solve.tables.table import SolvedTable

ERRORS = "errors"
"""The one question that needs a player: the SQL gives the positions in which a move can give value away."""


@dataclass(frozen=True)
class TableQuestion:
    """What is asked, and the SQL that answers it; `chance_sql` for a game of chance, None where it does not fit one."""

    about: str
    sql: str
    chance_sql: str | None = None


def _by_layer(**conditions: str) -> str:
    """SQL that counts the positions of each layer that meet a condition, and gives the percentages."""
    sums = ",\n".join(f"    sum(if({condition}, images, 0)) AS {name}" for name, condition in conditions.items())
    shares = ",\n".join(f'  round(100 * {name} / size, 1) AS "{name} %"' for name in conditions)
    return f"""\
WITH counts AS (
  SELECT layer, sum(images) AS size,
{sums}
  FROM positions GROUP BY layer
)
SELECT layer, size AS positions, {", ".join(conditions)},
{shares}
FROM counts
ORDER BY layer"""


ERROR = ":error"
"""Stands in the SQL for games of chance for the number by which a mean may be off."""

_ERRORS = """\
SELECT layer, key, value, moves, optimal_moves
FROM positions
WHERE optimal_moves < moves
ORDER BY layer, key"""

QUESTIONS = {
    "longest-win": TableQuestion(
        "the positions with the longest forced win (in a game of margins, the largest margin)",
        """\
SELECT position, layer, side, distance, margin, moves, optimal_moves
FROM positions
WHERE value = 'win'
  AND coalesce(distance, margin) = (SELECT max(coalesce(distance, margin)) FROM positions WHERE value = 'win')
ORDER BY layer, key""",
    ),
    "only-moves": TableQuestion(
        "positions with exactly one saving move: one of several keeps the win or the draw; the longest wins first",
        """\
SELECT position, layer, side, value, distance, moves
FROM positions
WHERE value <> 'loss' AND moves > 1 AND optimal_moves = 1
ORDER BY distance DESC NULLS LAST, moves DESC, layer, key""",
    ),
    "values-by-layer": TableQuestion(
        "how win, draw and loss spread over the layers, for the side to move, in positions and percent; in a game of "
        "chance ahead, even and behind, by the mean",
        _by_layer(win="value = 'win'", draw="value = 'draw'", loss="value = 'loss'"),
        _by_layer(ahead=f"mean > {ERROR}", even=f"abs(mean) <= {ERROR}", behind=f"mean < -{ERROR}"),
    ),
    ERRORS: TableQuestion(
        "where a given player (--player) errs: its moves that turn a win into a draw or a loss, or a draw into a loss; "
        "in a game of chance those that lower the mean",
        _ERRORS,
        _ERRORS,
    ),
}


def question(name: str) -> TableQuestion:
    """The question of this name; raises `BadRequest`."""
    if name not in QUESTIONS:
        raise BadRequest(
            f"there is no question {name!r}{did_you_mean(name, QUESTIONS)}; zerosum query --list shows them all"
        )
    return QUESTIONS[name]


def ready_sql(name: str, table: SolvedTable) -> str:
    """The SQL of a question for a table; raises `BadRequest` where there is none of this name, or it does not fit."""
    asked, chance = question(name), table.manifest.chance
    if chance is None:
        return asked.sql
    if asked.chance_sql is None:
        fitting = " and ".join(each for each in QUESTIONS if QUESTIONS[each].chance_sql is not None)
        raise BadRequest(
            f"{name} does not fit a game of chance, whose values are means and not win, draw or loss; {fitting} do"
        )
    return asked.chance_sql.replace(ERROR, repr(chance.error))
