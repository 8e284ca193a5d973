"""The published Connect Four positions (tests/data/connect4): six sets with scores, from easy to hard."""

from __future__ import annotations

from pathlib import Path

from zerosum.native.solver.codes import WON

DATA = Path(__file__).parent.parent / "tests" / "data" / "connect4"
SETS = ("L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3")

EMPTY_BOARD = [("", 1)]
"""The first player wins with the last of its discs: the published score is 1."""

CELLS = 42


def read_set(name: str, count: int | None = None) -> list[tuple[str, int]]:
    """The first positions of a set: columns from 1, and the score for the side to move."""
    lines = (DATA / f"Test_{name}.txt").read_text().splitlines()[:count]
    return [(columns, int(score)) for columns, score in map(str.split, lines)]


def score_of(code: int, plies: int) -> int:
    """The published score of a solver's code after so many plies.

    It counts the discs that the winner has left: one more than it would have after winning with its last.

    >>> score_of(WON - 1, 0), score_of(1 - WON, 0), score_of(0, 3)
    (21, -21, 0)
    """
    if code == 0:
        return 0
    score = (CELLS + 2 - plies - (WON - abs(code))) // 2
    return score if code > 0 else -score


def refuse_score(who: str, columns: str, score: int, published: int) -> None:
    """Raise unless the score is the published one."""
    if score != published:
        raise RuntimeError(f"{who} scores {columns or 'the empty board'} {score}, published is {published}")
