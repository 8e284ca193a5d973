"""Questions about a solved table that are asked often, by name, with their SQL."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.errors import BadRequest
from zerosum.spelling import did_you_mean

ERRORS = "errors"
"""The one question that needs a player: the SQL gives the positions in which a move can give value away."""


@dataclass(frozen=True)
class Question:
    """What is asked, and the SQL that answers it."""

    about: str
    sql: str


QUESTIONS = {
    "longest-win": Question(
        "the positions with the longest forced win (in a game of margins, the largest margin)",
        """\
SELECT position, layer, side, distance, margin, moves, optimal_moves
FROM positions
WHERE value = 'win'
  AND coalesce(distance, margin) = (SELECT max(coalesce(distance, margin)) FROM positions WHERE value = 'win')
ORDER BY layer, key""",
    ),
    "only-moves": Question(
        "positions with exactly one saving move: one of several keeps the win or the draw; the longest wins first",
        """\
SELECT position, layer, side, value, distance, moves
FROM positions
WHERE value <> 'loss' AND moves > 1 AND optimal_moves = 1
ORDER BY distance DESC NULLS LAST, moves DESC, layer, key""",
    ),
    "values-by-layer": Question(
        "how win, draw and loss spread over the layers, for the side to move, in positions and percent",
        """\
WITH counts AS (
  SELECT layer, sum(images) AS size,
    sum(if(value = 'win', images, 0)) AS win,
    sum(if(value = 'draw', images, 0)) AS draw,
    sum(if(value = 'loss', images, 0)) AS loss
  FROM positions GROUP BY layer
)
SELECT layer, size AS positions, win, draw, loss,
  round(100 * win / size, 1) AS "win %",
  round(100 * draw / size, 1) AS "draw %",
  round(100 * loss / size, 1) AS "loss %"
FROM counts
ORDER BY layer""",
    ),
    ERRORS: Question(
        "where a given player (--player) errs: its moves that turn a win into a draw or a loss, or a draw into a loss",
        """\
SELECT layer, key, value, moves, optimal_moves
FROM positions
WHERE optimal_moves < moves
ORDER BY layer, key""",
    ),
}


def question(name: str) -> Question:
    """The question of this name; raises `BadRequest`."""
    if name not in QUESTIONS:
        raise BadRequest(
            f"there is no question {name!r}{did_you_mean(name, QUESTIONS)}; zerosum query --list shows them all"
        )
    return QUESTIONS[name]
