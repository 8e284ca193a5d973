"""The published Connect Four positions (tests/data/connect4): six sets with scores, from easy to hard."""

from __future__ import annotations

from pathlib import Path

from zerosum.engines.native.solver.scores import WON

DATA = Path(__file__).parent.parent / "tests" / "data" / "connect4"
SETS = ("L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3")

EMPTY_BOARD = [("", 1)]
"""The first player wins with the last of its discs: the published score is 1."""

CELLS = 42


def read_set(name: str, count: int | None = None) -> list[tuple[str, int]]:
    """The first positions of a set: columns from 1, and the score for the side to move."""
    lines = (DATA / f"Test_{name}.txt").read_text().splitlines()[:count]
    return [(columns, int(score)) for columns, score in map(str.split, lines)]


def published_score(score: int, plies: int) -> int:
    """A solver's score after so many plies as the published sets count it.

    It counts the discs that the winner has left: one more than it would have after winning with its last.

    >>> published_score(WON - 1, 0), published_score(1 - WON, 0), published_score(0, 3)
    (21, -21, 0)
    """
    if score == 0:
        return 0
    discs = (CELLS + 2 - plies - (WON - abs(score))) // 2
    return discs if score > 0 else -discs


def refuse_score(who: str, columns: str, score: int, published: int) -> None:
    """Raise unless the score is the published one."""
    if score != published:
        raise RuntimeError(f"{who} scores {columns or 'the empty board'} {score}, published is {published}")
