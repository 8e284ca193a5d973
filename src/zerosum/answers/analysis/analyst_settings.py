"""Refuse what the settings of an analyst cannot be, each with a sentence."""

from __future__ import annotations

from zerosum.answers.analysis.book import Book
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.engines.search.result import Limit
from zerosum.engines.solve.tables.table import SolvedTable


def refuse_other_types(game: object, limit: object, threads: object, memory: object, book: object) -> None:
    """Refuse what the settings of an analyst cannot be, with a sentence."""
    if not isinstance(game, Game):
        raise BadRequest(f'a game is a Game, as load("connect4") gives, not {game!r}')
    if not isinstance(limit, Limit):
        raise BadRequest(f"a limit is a Limit, as in Limit(seconds=1), not {limit!r}")
    for name, number in (("threads", threads), ("memory", memory)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            raise BadRequest(f"{name} is a whole number from 1, not {number!r}")
    if not isinstance(book, Book | bool):
        raise BadRequest(f"a book is a Book, True or False, not {book!r}")


def refuse_other_table(game: Game, table: object) -> None:
    """Refuse what is no table, and a table of another game."""
    if not isinstance(table, SolvedTable | bool):
        raise BadRequest(f"a table is a SolvedTable, as open_table gives, True or False, not {table!r}")
    if isinstance(table, SolvedTable) and table.game != game:
        raise BadRequest(f"{table.folder} is a table of {table.game.spec}, not of {game.spec}")
