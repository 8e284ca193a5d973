"""What commands print: tables, boards, JSON; colour and symbols only where there is a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from zerosum.answers.items import Items
from zerosum.core.value import Estimate, Expected, Value
from zerosum.engines.draw.table_text import STAR, Table, all_numbers, cell_text

SHAPES = {"W": "▲", "D": "●", "L": "▼"}
HOLLOW = {1: "△", 0: "○", -1: "▽"}
STYLES = {"W": "bold #56B4E9", "D": "bold", "L": "bold #D55E00"}
SIDE_STYLES = ("bold #56B4E9", "bold #D55E00")
ASCII = str.maketrans({"→": "->", "∞": "inf", "█": "#", "├": "|", "└": "`", "│": "|", "─": "-", "★": "*", "…": "..."})
PIPE_WIDTH = 500
GAP = 2
WRAP_WIDTH = 16


class RaisingConsole(Console):
    """A console that raises `BrokenPipeError` instead of ending the program."""

    def on_broken_pipe(self) -> None:
        """Raise instead of ending the program."""
        raise BrokenPipeError


class Output:
    """Text output for people. Symbols and colour are off in a pipe and with --plain."""

    def __init__(self, *, plain: bool = False, to_stderr: bool = False) -> None:
        """Detect terminal, encoding and width."""
        stream = sys.stderr if to_stderr else sys.stdout
        self.is_terminal = stream.isatty()
        has_unicode = (stream.encoding or "").lower().startswith("utf")
        self.ascii_only = plain or not has_unicode
        self.symbols = self.is_terminal and not self.ascii_only and os.environ.get("TERM") != "dumb"
        self.console = RaisingConsole(
            file=stream,
            markup=False,
            highlight=False,
            emoji=False,
            color_system=None if plain else "auto",
            # Lines in a pipe are not wrapped.
            width=None if self.is_terminal else PIPE_WIDTH,
        )

    def say(self, text: str = "", style: str | None = None) -> None:
        """Print a line, or several."""
        # Rich wraps between words on a terminal; lines in a pipe are not wrapped.
        self.console.print(Text(self.as_ascii(text), style=style or ""), soft_wrap=not self.is_terminal)

    def copyable(self, text: str) -> None:
        """Print a line that only the terminal wraps, so that a command or an address is copied in one piece."""
        self.console.print(Text(self.as_ascii(text)), soft_wrap=True)

    def as_ascii(self, text: str) -> str:
        """The text with ASCII replacements for symbols, where symbols are off."""
        return text.translate(ASCII) if self.ascii_only else text

    def board(
        self, drawing: str, labels: tuple[str, str], before: str = "", won: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Print a board, with the two sides in two colours.

        What is other than in the drawing before is reversed, and so is what has `won`, from one character to another.
        """
        text = Text(self.as_ascii(str(drawing)))
        if len(before) == len(drawing):
            for at, (old, new) in enumerate(zip(before, drawing, strict=True)):
                if old != new:
                    text.stylize("reverse", at, at + 1)
        for first, last in won:
            text.stylize("reverse", first, last)
        for label, style in zip(labels, SIDE_STYLES, strict=True):
            text.highlight_regex(rf"(?<![A-Za-z]){re.escape(label)}(?![A-Za-z])", style)
        text.highlight_regex(r"(?<![\w])\d+(?![\w])", "dim")
        self.console.print(text, soft_wrap=True)

    def value(self, value: Value) -> Text:
        """A value as letter, shape and number."""
        if isinstance(value, Estimate):
            shape = HOLLOW[(value.score > 0) - (value.score < 0)]
            return Text(f"{shape} {value.short()}" if self.symbols else value.short(), style="dim")
        letter = "DWL"[value.result] if isinstance(value, Expected) else value.letter
        shown = f"{SHAPES[letter]} {value.short()}" if self.symbols else value.short()
        return Text(shown, style=STYLES[letter])

    def star(self, best: bool) -> str:
        """The mark of a best move."""
        return (STAR if self.symbols else "*") if best else ""

    def result(self, found: Items[Any]) -> None:
        """Print a result: its table, and what there is to say below it."""
        self.show(found.table())
        self.say()
        for sentence in found.sentences():
            self.say(sentence)

    def show(self, table: Table) -> None:
        """Print the table of a result, without its caption; columns of numbers are set to the right."""
        columns = zip(*table.rows, strict=True)
        numbers = [each for each, cells in zip(table.headings, columns, strict=False) if all_numbers(cells)]
        self.table(table.headings, table.rows, [*table.right, *numbers])

    def _cell(self, cell: object) -> Text:
        """A cell as it is printed: a value with its shape and colour, the star of a best move, numbers and texts."""
        if isinstance(cell, Text):
            return cell
        if isinstance(cell, Value):
            return self.value(cell)
        return Text(self.star(True) if cell == STAR else self.as_ascii(cell_text(cell)))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[str] = ()) -> None:
        """Print a table; the columns named in `right` hold numbers and are never shortened.

        Where the terminal is too narrow for all columns, the rest follow in a second table, after the first column.
        """
        cells = [list(map(self._cell, row)) for row in rows]
        needs = [
            least_width(heading, [row[index] for row in cells], heading in right)
            for index, heading in enumerate(headings)
        ]
        for part, chosen in enumerate(columns_that_fit(needs, self.console.width)):
            if part:
                self.say()
            table = Grid(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
            for index in chosen:
                is_number = headings[index] in right
                table.add_column(
                    headings[index], justify="right" if is_number else "left", no_wrap=is_number, overflow="fold"
                )
            for row in cells:
                table.add_row(*(row[index] for index in chosen))
            with self.console.capture() as capture:
                self.console.print(table)
            for line in capture.get().splitlines():
                self.console.file.write(line.rstrip() + "\n")


def least_width(heading: str, cells: Sequence[Text], is_number: bool) -> int:
    """The least width of a column: that of its longest number, or `WRAP_WIDTH` for text, which can be wrapped."""
    full = max(len(heading), *(len(cell) for cell in cells), 0)
    return full if is_number else min(full, max(len(heading), WRAP_WIDTH))


def columns_that_fit(needs: Sequence[int], width: int) -> list[list[int]]:
    """Columns in groups that fit the width, each beginning with the first column.

    >>> columns_that_fit([5, 10, 10, 10], 30), columns_that_fit([5, 10], 8)
    ([[0, 1, 2], [0, 3]], [[0, 1]])
    """
    groups = [[0]]
    used = needs[0]
    for index, need in enumerate(needs[1:], start=1):
        if used + GAP + need > width and len(groups[-1]) > 1:
            groups.append([0])
            used = needs[0]
        groups[-1].append(index)
        used += GAP + need
    return groups


@contextmanager
def stdout_for_json() -> Iterator[None]:
    """Reserve standard output for `print_json`; what a user's rules print goes to standard error meanwhile."""
    _reserved.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _reserved.pop()


_reserved: list[TextIO] = []


def print_json(data: Any) -> None:
    """Print JSON for other programs."""
    print_text(json.dumps(data, indent=2) + "\n")


def print_text(text: str) -> None:
    """Print a file's text for other programs as it is."""
    (_reserved[-1] if _reserved else sys.stdout).write(text)
