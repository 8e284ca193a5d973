"""Files of positions: one game from the start in each line, and perhaps a published score of its last position."""

from __future__ import annotations

from typing import Final

from zerosum.answers.grade.ask.question import grid_of
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import BadMove, BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Margin, Outcome

MOST_BYTES: Final = 4 << 20
"""No file of positions is longer; published ones have some hundred thousand bytes."""

Given = tuple[tuple[tuple[Move, ...], int | None], ...]


def read_positions(game: Game, text: str, file: str = "the file") -> Given:
    """The games of a file, as the public benchmark of Connect Four writes them: moves, then perhaps a score.

    >>> from zerosum.core.games import load
    >>> read_positions(load("connect4"), "2252576253462244111563365343671351441 -1")[0][1]
    -1
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].replace(",", " ").split()
        if not words:
            continue
        try:
            found.append(_read(game, words))
        except BadMove as error:
            raise BadRequest(f"{file}, line {number}: {error}") from None
    if not found:
        raise BadRequest(f"{file} has no positions: each line holds the moves of a game, and perhaps a score")
    return tuple(found)


def _read(game: Game, words: list[str]) -> tuple[tuple[Move, ...], int | None]:
    """Two words of which the first is several moves are moves and a score; so is a last word with a sign."""
    is_scored = len(words) > 1 and (words[-1][0] in "+-" or (len(words) == 2 and len(words[0]) > 1))
    if not is_scored or not words[-1].lstrip("+-").isdigit():
        return tuple(game.read_moves(" ".join(words))), None
    return tuple(game.read_moves(" ".join(words[:-1]))), int(words[-1])


def published_score(truth: Truth, state: State) -> int | None:
    """The score of a position by our values, in the unit of published lists; None where there is none for this game.

    In a game of margins that is the margin. In one that fills a grid, it is how many of its own pieces the winner has
    left at the end, plus one, negative for a loss.
    """
    value = truth.value(state)
    if isinstance(value, Margin):
        return value.margin
    cells, _ = grid_of(truth.game, state)
    if not isinstance(value, Outcome) or not cells:
        return None
    if value.result == 0:
        return 0
    if value.distance is None:
        return None
    size = sum(map(len, cells))
    played = size - sum(cell is None for row in cells for cell in row)
    return value.result * ((size + 2 - played - value.distance) // 2)


def refuse_wrong_scores(truth: Truth, given: Given) -> None:
    """Raise `BadRequest` where a published score contradicts the solver: one of the two is wrong."""
    for moves, score in given:
        state = truth.game.after(moves)
        if score is None or state not in truth.states:
            continue
        ours = published_score(truth, state)
        if ours is not None and ours != score:
            words = "".join(truth.game.line_text(truth.game.start, moves))
            raise BadRequest(f"the score of {words} is given as {score}, but the solver finds {ours}")
