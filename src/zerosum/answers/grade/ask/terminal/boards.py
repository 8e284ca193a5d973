"""Printed boards as cells that are empty or taken: which texts are marks of a side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from zerosum.answers.grade.ask.question import Place
from zerosum.answers.grade.ask.terminal.grids import Grid, grids
from zerosum.answers.grade.ask.terminal.typed_moves import fields

EMPTIES = frozenset("_-.·•*#?~+=,:'\"`|/\\⬜⬛◻◼▫▪□■➖▢🔲🔳⚪⚫") | {"", "__", "--", "..", "[]", "()"}
USUAL_MARKS = frozenset("XOxo×✕✖✗✘❌⭕○◯●")


@dataclass(frozen=True, slots=True)
class Marks:
    """The texts of the marks and of empty cells; where there are no marks given, the usual ones are found."""

    symbols: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()

    def is_taken(self, text: str) -> bool:
        """Whether a cell with this text is taken."""
        return text not in self.empty and text.casefold() in {symbol.strip().casefold() for symbol in self.symbols}


@dataclass(frozen=True, slots=True)
class Seen:
    """A printed board: the mark on each taken cell."""

    taken: dict[Place, str]
    grid: Grid


def read_boards(text: str, rows: int, columns: int, marks: Marks) -> list[Seen]:
    """All boards in a text, in order."""
    found = []
    for grid in grids(text, rows, columns):
        symbols = marks if marks.symbols else Marks(usual_marks(grid), marks.empty)
        taken = {
            (row, column): text
            for row, cells in enumerate(grid)
            for column, text in enumerate(cells)
            if symbols.is_taken(text)
        }
        found.append(Seen(taken, grid))
    return found


def usual_marks(grid: Grid) -> tuple[str, ...]:
    """The marks of a board whose marks are not known: not what is drawn in empty cells, and not the cells' own numbers.

    >>> usual_marks((("X", "2", "3"), ("4", "0", "6"), ("7", "8", "9")))
    ('X', '0')
    >>> usual_marks((("0", "1", "0"), ("0", "2", "0"), ("0", "0", "0")))
    ('1', '2')
    """
    texts = [text for row in grid for text in row]
    numbers = {at: int(text) for at, text in enumerate(texts) if text.lstrip("-").isdigit()}
    own = _own_numbers(numbers, len(grid), len(grid[0]))
    counts = Counter(texts)
    found = []
    for at, text in enumerate(texts):
        if text in EMPTIES or text in found:
            continue
        if at in numbers:
            is_mark = at not in own and (text != "0" or bool(own) or not _is_blank_zero(counts))
        else:
            is_mark = text in USUAL_MARKS or counts[text] < len(texts)
        if is_mark:
            found.append(text)
    return tuple(found) if len(found) <= 2 else tuple(text for text in found if text in USUAL_MARKS)


def _is_blank_zero(counts: Counter[str]) -> bool:
    """Whether 0 stands for an empty cell: nothing else does."""
    return not any(text in EMPTIES for text in counts)


def _own_numbers(numbers: dict[int, int], rows: int, columns: int) -> set[int]:
    """The cells that hold their own number, in the count that explains most of them."""
    best: set[int] = set()
    for base in (0, 1):
        for name in ("index", "numpad", "by_column"):
            own = {
                at
                for at, number in numbers.items()
                if str(number) == fields(divmod(at, columns), rows, columns, base)[name]
            }
            best = max(best, own, key=len)
    return best if 2 * len(best) > len(numbers) else set()
