"""What a person sees of what a program prints: text without escape sequences, one page for each cleared screen.

Most programs only print lines, some with colours, and some clear the screen before each board. A few move the cursor;
for these the screen is kept as rows of characters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_STRINGS = re.compile(r"\x1b[\]PX^_].*?(?:\x07|\x1b\\)", re.DOTALL)
_COLOURS = re.compile(r"\x1b\[[0-9;:]*m|\x1b\[\?[0-9;]*[hl]|\x1b\[[0-9;]*[tq ]|\x1b[()][A-Z0-9]|\x1b[=>78]")
_CLEAR = re.compile(r"(?:\x1b\[(?:1;1)?[Hf])?\x1b\[[23]?J(?:\x1b\[(?:1;1)?[Hf])?|\x1bc|\x0c")
_ERASED_LINE = re.compile(r"\x1b\[1G\x1b\[0?J([^\x1b]*)\x1b\[[0-9]+G")
_SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([@-~])|\x1b.")


def pages(printed: str, before: Sequence[str] = ()) -> list[str]:
    """The pages that a program has printed since the last line was typed.

    `before` is what it printed until then, which matters where it moves the cursor.

    >>> pages("\\x1b[31mX\\x1b[0m wins\\x1b[2J\\x1b[HPlay again?")
    ['X wins', 'Play again?']
    """
    text = _plain(printed)
    if "\x1b[" in _CLEAR.sub("", text):
        screen = _Screen()
        for each in before:
            screen.write(_plain(each))
        screen.shown = []
        screen.write(text)
        return screen.taken()
    found = [_without_overprinting(page) for page in _CLEAR.split(text)]
    return [page for page in found if page.strip()] or [""]


def _plain(printed: str) -> str:
    text = _COLOURS.sub("", _STRINGS.sub("", printed)).replace("\r\n", "\n").replace("\t", "    ").replace("\0", "")
    return _ERASED_LINE.sub(r"\1", text)  # how node's readline writes a prompt


def _without_overprinting(page: str) -> str:
    """A line with carriage returns or backspaces as it looks at the end."""
    if "\r" not in page and "\b" not in page:
        return page
    lines = []
    for line in page.split("\n"):
        shown: list[str] = []
        column = 0
        for mark in line:
            if mark == "\r":
                column = 0
            elif mark == "\b":
                column = max(0, column - 1)
            else:
                shown[column : column + 1] = [mark]
                column += 1
        lines.append("".join(shown))
    return "\n".join(lines)


class _Screen:
    """Rows of characters and a cursor. `shown` are the screens as they were before they were rewritten."""

    MOST_ROWS = 2000

    def __init__(self) -> None:
        self.rows: list[list[str]] = [[]]
        self.row = self.column = 0
        self.shown: list[str] = []

    def write(self, text: str) -> None:
        at = 0
        for found in re.finditer(r"\x1b\[[0-9;?]*[@-~]|\x1b.|[\r\n\b\x0c]", text):
            self._print(text[at : found.start()])
            self._obey(found.group())
            at = found.end()
        self._print(text[at:])

    def taken(self) -> list[str]:
        self._keep()
        return self.shown or [""]

    def _print(self, text: str) -> None:
        while self.row >= len(self.rows):
            self.rows.append([])
        row = self.rows[self.row]
        row.extend(" " * (self.column - len(row)))
        row[self.column : self.column + len(text)] = list(text)
        self.column += len(text)

    def _keep(self) -> None:
        page = "\n".join("".join(row).rstrip() for row in self.rows).rstrip("\n")
        if page.strip() and (not self.shown or self.shown[-1] != page):
            self.shown.append(page)

    def _obey(self, order: str) -> None:
        if order == "\n":
            self.row, self.column = min(self.row + 1, self.MOST_ROWS), 0
        elif order == "\r":
            self.column = 0
        elif order == "\b":
            self.column = max(0, self.column - 1)
        elif order in ("\x0c", "\x1bc"):
            self._clear()
        elif found := _SEQUENCE.fullmatch(order):
            self._move(found.group(2) or "", [int(number) for number in re.findall(r"\d+", found.group(1) or "")])

    def _clear(self) -> None:
        self._keep()
        self.rows, self.row, self.column = [[]], 0, 0

    def _move(self, kind: str, numbers: list[int]) -> None:
        count = max(1, numbers[0]) if numbers else 1
        if kind in "Hf":
            if count == 1:  # a new picture begins at the top
                self._keep()
            self.row = min(count, self.MOST_ROWS) - 1
            self.column = min(numbers[1] if len(numbers) > 1 else 1, 500) - 1
        elif kind in "AF":
            self.row = max(0, self.row - count)
        elif kind in "BE":
            self.row = min(self.row + count, self.MOST_ROWS)
        elif kind == "C":
            self.column = min(self.column + count, 500)
        elif kind == "D":
            self.column = max(0, self.column - count)
        elif kind == "G":
            self.column = min(count, 500) - 1
        elif kind == "d":
            self.row = min(count, self.MOST_ROWS) - 1
        elif kind == "J":
            if numbers and numbers[0] >= 2:
                row, column = self.row, self.column
                self._clear()
                self.row, self.column = row, column
            else:
                del self.rows[self.row + 1 :]
                if self.row < len(self.rows):
                    del self.rows[self.row][self.column :]
        elif kind == "K" and self.row < len(self.rows):
            if numbers and numbers[0] == 2:
                self.rows[self.row] = []
            else:
                del self.rows[self.row][self.column :]
        if kind in "EF":
            self.column = 0
