"""Faults in seeing lines and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.answers.grade.bugs.faults.ends import WIN, by_lines, when_full, with_empty_lines
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.variants import Variants, both
from zerosum.core.rules import bits


def empty_lines(positions: Positions) -> Variants:
    """Three empty cells that are taken for a line."""
    for words, worth in (
        ("an empty line ended the game as a draw", lambda side, mover: 0),
        ("an empty line counted as its own win", lambda side, mover: WIN),
        ("an empty line counted as a win of the other side", lambda side, mover: -WIN),
        ("an empty line counted as a win of who moved last", lambda side, mover: -WIN if mover == side else WIN),
        ("an empty line counted as a win of who is to move", lambda side, mover: WIN if mover == side else -WIN),
        (f"an empty line counted as a win of {positions.game.sides[0]}", lambda side, mover: -WIN if side else WIN),
        (f"an empty line counted as a win of {positions.game.sides[1]}", lambda side, mover: WIN if side else -WIN),
    ):
        for precedence in ("owned", "empty", "order"):
            yield from both(positions, words, end=with_empty_lines(positions, worth, precedence))


def full_boards(positions: Positions) -> Variants:
    """A full board that is a draw whatever stands on it."""
    end = by_lines(positions, positions.all_lines, full_first=True)
    yield from both(positions, "a full board was a draw before anyone looked for a line on it", end=end)


def late_ends(positions: Positions) -> Variants:
    """Wins that do not end the game."""
    words = "the search went on after a win until the board was full"
    for checked_first in (lambda side: 0, lambda side: 1, lambda side: side, lambda side: 1 - side):
        yield from both(positions, words, end=when_full(positions, checked_first))


def bad_lines(positions: Positions) -> Variants:
    """A table of lines in which one is missing or mistyped."""
    for words, table in line_tables(positions):
        yield from both(positions, words, end=by_lines(positions, table))


def line_tables(positions: Positions) -> Iterator[tuple[str, list[int]]]:
    """The tables in which lines are missing, or in small games one is mistyped."""
    lines = positions.all_lines
    for line in lines:
        yield f"the line {positions.line_text(line)} was missing", [each for each in lines if each != line]
    kinds = positions.lines
    for missing in (("rows",), ("columns",), ("falling diagonals", "rising diagonals")):
        rest = [line for name, group in kinds.items() if name not in missing for line in group]
        yield f"the {missing[0].split()[-1]} were missing", rest
    if len(lines) > 8:
        return
    cells = sorted({bit for line in lines for bit in bits(line)})
    for number, line in enumerate(lines):

        def instead(typed: int, number: int = number) -> list[int]:
            return [*lines[:number], typed, *lines[number + 1 :]]

        for wrong in bits(line):
            two = line & ~(1 << wrong)
            yield f"the cells {positions.line_text(two)} were a line without the third", instead(two)
            for typed in (two | 1 << new for new in cells if not line >> new & 1):
                words = f"{positions.line_text(typed)} was a line instead of {positions.line_text(line)}"
                yield words, instead(typed)
