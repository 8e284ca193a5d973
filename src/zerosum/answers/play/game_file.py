"""Files of games: our own records, or the format in which players of a game keep theirs (PGN, PDN, SGF).

The suffix of a file decides: `.pgn` is PGN where the game is chess. Any other file holds records (`game_record.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from zerosum.answers.analysis.sentences import ending
from zerosum.answers.play.game_record import OPEN, RESULTS, Record
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.games import GAMES, load
from zerosum.core.rules import FIRST, SECOND, Notation, WrittenGame


def notation_of(game: Game, file: str | None) -> Notation | None:
    """The format of a game that the suffix of a file names; None for our own."""
    is_named = file is not None and game.notation is not None and PurePath(file).suffix.lower() == game.notation.suffix
    return game.notation if is_named else None


def game_of_file(file: str) -> Game | None:
    """The game whose format the suffix of a file names; None for our own."""
    suffix = PurePath(file).suffix.lower()
    if not suffix:
        return None
    return next((game for game in map(load, GAMES) if notation_of(game, file) is not None), None)


def games_text(game: Game, records: Iterable[Record], file: str | None) -> str:
    """The games as they are written into a file."""
    notation = notation_of(game, file)
    texts = [record.text() if notation is None else notation.write(written_game(game, record)) for record in records]
    return "\n".join(texts)


def written_game(game: Game, record: Record) -> WrittenGame:
    """A record as a game of the game's own format; a game that went on for ever was a draw."""
    start = None if record.position is None else game.read_position(record.position)
    result = RESULTS[0] if record.result == OPEN and record.termination is not None else record.result
    names = game.colours or game.sides
    return WrittenGame(
        moves=tuple(game.read_moves(" ".join(record.moves), start)),
        start=start,
        result=result,
        tags={names[side]: record.players[side] for side in (FIRST, SECOND)},
    )


def read_written_games(game: Game, file: str, text: str) -> list[WrittenGame] | None:
    """The games of a file in the game's own format; None for a file of records. Raises `BadRequest` with the line."""
    notation = notation_of(game, file)
    if notation is None:
        return None
    try:
        return notation.read(text)
    except BadRequest as error:
        raise BadRequest(f"{file}: {error}") from None


def other_result(game: Game, written: WrittenGame) -> str | None:
    """A sentence where a file states another result than the rules do; None where the rules do not end the game."""
    state = game.after(written.moves, written.start)
    if written.result == OPEN or not game.is_over(state):
        return None
    utility = game.utility(state)
    result = RESULTS[(utility > 0) - (utility < 0)]
    if written.result == result:
        return None
    return f"The file says {written.result}, but its moves end {result}: {ending(game, state)}."
