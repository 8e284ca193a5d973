"""Exchange the names of two sides in texts, for a game that the other side begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zerosum.core.errors import BadPosition
from zerosum.core.rules import State, Text


def exchanger(sides: tuple[str, str]) -> Callable[[str], str]:
    """A function that exchanges the names of two sides in a text.

    A name counts where it stands alone, or in a row of names (`XXO`); `X` in `Xa` or `x2` is no side. A line of
    successive letters (`a b c`) names the columns of a board and stays.

    >>> exchanger(("X", "O"))("XO- Xa: X begins")
    'OX- Xa: O begins'
    """
    first, second = sides
    name = "|".join(map(re.escape, sides))
    run = re.compile(rf"(?<![^\W_])(?:{name})+(?![^\W_])")
    one = re.compile(name)

    def exchange(text: str) -> str:
        return run.sub(lambda found: one.sub(lambda side: second if side[0] == first else first, found[0]), text)

    def by_line(text: str) -> str:
        return "\n".join(line if _names_columns(line) else exchange(line) for line in text.split("\n"))

    return by_line


def _names_columns(line: str) -> bool:
    words = line.split()
    if len(words) < 2 or any(len(word) != 1 for word in words):
        return False
    return words[0].isalpha() and all(ord(word) == ord(words[0]) + index for index, word in enumerate(words))


def exchanged_text(text: Text, sides: tuple[str, str], colours: tuple[str, str] | None = None) -> Text:
    """The text forms of a game with the names of its sides exchanged wherever they are read, written or drawn.

    The names of cells may call the sides by their colours.
    """
    exchange = exchanger(sides)
    exchange_name = exchanger(colours or sides)
    board = text.board

    def read_position(position: str) -> State:
        try:
            return text.read_position(exchange(position))
        except BadPosition as error:
            raise BadPosition(exchange(str(error))) from None

    def exchanged_board(state: State) -> Any:
        assert board is not None
        shown = board(state)
        cells = (
            replace(
                cell,
                name=exchange_name(cell.name),
                label=exchange(cell.label),
                piece=exchange(cell.piece),
                owner=exchange(cell.owner),
            )
            for cell in shown.cells
        )
        return replace(shown, cells=tuple(cells), pieces=tuple(map(exchange, shown.pieces)))

    return replace(
        text,
        write_position=lambda state: exchange(text.write_position(state)),
        read_position=read_position,
        draw=lambda state: exchange(text.draw(state)),
        board=None if board is None else exchanged_board,
    )
