"""How a move is written for a person: as numbers and letters to type, or in a sentence to read.

`fields` gives a cell all the ways in which programs count it; a template such as "{row} {column}" picks some. A move is
known by the cell on which its piece comes to lie, so that columns of Connect Four are no special case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter

from zerosum.answers.grade.ask.description import CELL_NAMES
from zerosum.answers.grade.ask.question import LegalMove, Place, Question, grid_of
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import Move, State

CELL = "cell"
"""A group of `terminal.move` that holds what `terminal.cells` lists for a cell."""


def placed(game: Game, state: State, move: Move) -> Place | None:
    """The cell on which a move puts a piece; None where it changes more than that."""
    before, _ = grid_of(game, state)
    after, _ = grid_of(game, game.rules.play(state, move))
    changed = [
        (row, column)
        for row, cells in enumerate(after)
        for column, cell in enumerate(cells)
        if cell != before[row][column]
    ]
    return changed[0] if len(changed) == 1 else None


def moves_by_place(question: Question) -> dict[Place, LegalMove]:
    """The legal moves by the cells on which their pieces come to lie: the clicked ones, unless pieces fall."""
    found = {}
    for move in question.legal:
        is_click = len(move.places) == 1 and not question.falls
        place = move.places[0] if is_click else placed(question.game, question.state, move.number)
        if place is not None:
            found[place] = move
    return found


def fields(
    place: Place, rows: int, columns: int, base: int, text: str = "", *, falls: bool = False, free: int = 0
) -> dict[str, str]:
    """All ways of writing a cell; `free` says how many free cells there are before it."""
    row, column = place
    letters = {"letter": chr(65 + column), "row_letter": chr(65 + row)}
    numbers = {
        "row": row,
        "column": column,
        "index": column if falls else row * columns + column,
        "number": row,
        "bottom_row": rows - 1 - row,
        "numpad": (rows - 1 - row) * columns + column,
        "by_column": column * rows + row,
        "free": free,
    }
    return {
        **letters,
        "small": letters["letter"].lower(),
        "row_small": letters["row_letter"].lower(),
        "text": text,
        **{name: str(number + base) for name, number in numbers.items()},
    }


def typed_lines(
    template: str,
    cells: Sequence[str],
    place: Place,
    rows: int,
    columns: int,
    base: int,
    text: str,
    falls: bool,
    free: int = 0,
) -> list[str]:
    """The lines to type for a cell: by the template, or from the list of what is typed for each cell.

    >>> typed_lines("{row}\\n{column}", (), (0, 2), 3, 3, 1, "", False)
    ['1', '3']
    """
    if cells:
        at = place[1] if falls else place[0] * columns + place[1]
        if at >= len(cells):
            raise BadRequest(f"terminal.cells has {len(cells)} entries, but there is a cell {at + 1}")
        return cells[at].split("\n")
    return template.format(**fields(place, rows, columns, base, text, falls=falls, free=free)).split("\n")


def refuse_bad_template(template: str) -> None:
    """Refuse a template with anything else than the names of fields in braces."""
    known = ", ".join("{" + name + "}" for name in CELL_NAMES)
    try:
        parts = list(Formatter().parse(template))
    except ValueError as error:
        raise BadRequest(f"terminal.type is {template!r}: {error}; use {known}") from None
    for _, name, width, conversion in parts:
        if name is not None and (name not in CELL_NAMES or width or conversion):
            raise BadRequest(f"terminal.type is {template!r}; use {known}")


def move_in_sentence(
    expression: str, text: str, question: Question, base: int, cells: Sequence[str] = ()
) -> LegalMove | str | None:
    """The legal move that a sentence names, the words where it is not legal, None where there is no such sentence.

    The last match counts. The groups of the expression are named as the fields of a template are; a group `cell` or
    `text` may also hold what is typed for a cell, where `cells` lists that.
    """
    matches = list(re.finditer(expression, text, re.IGNORECASE | re.MULTILINE))
    if not matches:
        return None
    groups = {name: value for name, value in matches[-1].groupdict().items() if value is not None}
    rows, columns = len(question.cells), len(question.cells[0]) if question.cells else 0
    for place, move in moves_by_place(question).items():
        names = fields(place, rows, columns, base, move.text, falls=question.falls)
        listed = _listed(cells, place, columns, falls=question.falls)
        if groups and all(_names(name, value, names, listed) for name, value in groups.items()):
            return move
    return matches[-1].group().strip()


def said_places(expression: str, text: str, rows: int, columns: int, base: int, *, falls: bool) -> list[Place]:
    """The cells that the sentences of a text name, in order; only the column counts where pieces fall."""
    found = []
    for match in re.finditer(expression, text, re.IGNORECASE | re.MULTILINE):
        groups = {name: value for name, value in match.groupdict().items() if value is not None}
        for place in [(row, column) for row in range(rows) for column in range(columns)]:
            names = fields(place, rows, columns, base, falls=falls)
            if groups and all(_names(name, value, names, "") for name, value in groups.items()):
                found.append(place)
                break
    return found


def _names(group: str, value: str, names: Mapping[str, str], listed: str) -> bool:
    """Whether a group of a sentence names a cell: as its field, as a letter for a number, or as it is typed."""
    others = {"row": names["row_letter"], "column": names["letter"], "cell": listed, "text": listed}
    return any(_same(each, value) for each in (names.get(group, ""), others.get(group, "")) if each)


def _listed(cells: Sequence[str], place: Place, columns: int, *, falls: bool) -> str:
    """What `terminal.cells` has for a cell."""
    at = place[1] if falls else place[0] * columns + place[1]
    return cells[at] if at < len(cells) else ""


def unreadable_group(expression: str, text: str, cells: Sequence[str]) -> str:
    """A sentence about a group that finds something that is no part of any move; "" where there is none."""
    found = list(re.finditer(expression, text, re.IGNORECASE | re.MULTILINE))
    groups = found[-1].groupdict() if found else {}
    for name, value in groups.items():
        if value is None or name == "text":
            continue
        if name == CELL and not any(_same(each, value) for each in cells):
            return f"terminal.move finds {value!r} as {name}, which terminal.cells does not list"
        if name != CELL and not re.fullmatch(r"-?\d+|[A-Za-z]", value.strip()):
            return f"terminal.move finds {value!r} as {name}, which is no number and no letter"
    return ""


def _same(expected: str, value: str) -> bool:
    return expected.casefold() == value.strip().casefold()


def bad_groups(expression: str, known: Sequence[str] = (*CELL_NAMES, CELL)) -> list[str]:
    """The groups of an expression that are no fields."""
    return [name for name in re.compile(expression).groupindex if name not in known]
