"""A game from a file that `play` or `match` has saved, or from one in PGN, PDN or SGF."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text
from zerosum.faces.cli.options import load_checked

if TYPE_CHECKING:
    from zerosum.core.game import Game
    from zerosum.core.rules import Move, State

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class RecordedGame:
    """A game of a file: where it begins, its moves, and between whom it was played, as far as the file says.

    `note` is a sentence where the file states another result than the rules do.
    """

    game: Game
    start: State
    moves: list[Move]
    players: tuple[str, str] | None = None
    note: str | None = None


def recorded_game(options: argparse.Namespace) -> RecordedGame:
    """The game of `options.record` with the number `options.number`, the last one where there is no number."""
    from zerosum.answers.play.game_record import ending_of, read_records
    from zerosum.core.games import is_file_spec, split_beginner

    if not (options.position is None and options.count_from is None and options.begins is None):
        raise BadRequest(
            "a record has its own start, beginner and numbering; leave out --position, --begins and --count-from"
        )
    text = read_text(options.record)
    written = written_game(options, text)
    if written is not None:
        return written
    try:
        records = read_records(text)
    except BadRequest as error:
        raise BadRequest(f"{options.record}: {error}") from None
    record = numbered(options, records)
    recorded, beginner = split_beginner(record.game)
    if options.game not in (None, record.game, recorded) and not is_file_spec(record.game):
        raise BadRequest(f"this is a record of {record.game}, not of {options.game}")
    game = load_checked(options.game or recorded, record.count_from, beginner)
    state = game.start if record.position is None else game.read_position(record.position)
    moves = game.read_moves(" ".join(record.moves), state)
    if record.utility is not None and ending_of(game, moves, state)[0] != record.utility:
        raise BadRequest(f"the record says {record.result}, but its moves do not end so")
    return RecordedGame(game, state, moves, record.players)


def written_game(options: argparse.Namespace, text: str) -> RecordedGame | None:
    """The game of a file in PGN, PDN or SGF; None where the file holds records."""
    from zerosum.answers.play.game_file import game_of_file, other_result, read_written_games

    game = game_of_file(options.record) if options.game is None else load_checked(options.game)
    games = None if game is None else read_written_games(game, options.record, text)
    if game is None or games is None:
        return None
    found = numbered(options, games)
    start = game.start if found.start is None else found.start
    return RecordedGame(game, start, list(found.moves), note=other_result(game, found))


def numbered(options: argparse.Namespace, games: list[Entry]) -> Entry:
    """The game of a file that is asked for; the last one where none is."""
    number: int = options.number or len(games)
    if number > len(games):
        many = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise BadRequest(f"{options.record!r} has {many}, so there is no game {number}")
    return games[number - 1]
