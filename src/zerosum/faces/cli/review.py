"""`zerosum review`: a game judged move by move."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, TypeVar

from zerosum.answers.review import Review, review
from zerosum.core.errors import BadRequest
from zerosum.core.files import read_text
from zerosum.faces.cli.options import (
    add_common,
    add_conventions,
    add_position,
    add_solved,
    analyst_for,
    load_checked,
    load_game,
    positive,
)
from zerosum.faces.cli.parameters import add_parameters

if TYPE_CHECKING:
    from zerosum.core.game import Game

Entry = TypeVar("Entry")

EXAMPLE = "zerosum review tictactoe --moves '0 1 2 5 8 4 7 6 3'"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    about = "a game: tictactoe, connect4:6x5, my_game.py ... (a record names its own)"
    parser.add_argument("game", metavar="GAME", nargs="?", help=about)
    add_position(parser)
    parser.add_argument(
        "--record", metavar="FILE", help="review a game that play or match saved, or one of a PGN, PDN, SGF file"
    )
    parser.add_argument("--number", type=positive, default=1, metavar="N", help="which game of the record (default: 1)")
    add_parameters(parser, review)
    add_solved(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Judge the game and print what was found, also when it is stopped half-way."""
    from zerosum.answers.analysis.review import review as judged
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    game, state, moves, note = game_and_moves(options)
    with ProgressLine(f"reviewing {len(moves)} moves of {game.name}") as progress:
        analyst = analyst_for(game, options, progress.update)
        judgements, interrupted = gathered(judged(analyst, moves, state))
    if options.json:
        print_json(
            {
                "game": game.spec,
                "position": game.position_text(state),
                "moves": [judgement.json(game) for judgement in judgements],
                "mistakes": sum(judgement.mistake is not None for judgement in judgements),
                "complete": not interrupted,
                "note": note,
            }
        )
    else:
        out, found = Output(plain=options.plain), Review(game, tuple(judgements))
        out.result(found)
        if note is not None:
            out.say(note)
        if interrupted:
            out.say(f"Stopped after {len(judgements)} of {len(moves)} moves.")
    return exit_code(interrupted)


def game_and_moves(options: argparse.Namespace) -> tuple[Game, Any, list[Any], str | None]:
    """The game, where it begins, its moves, and a note about these: from the options or from a record."""
    from zerosum.answers.play.game_record import ending_of, read_records
    from zerosum.core.games import is_file_spec, split_beginner

    if (options.record is None) == (options.moves is None):
        raise BadRequest("give the moves to review: either --moves '4 0 8' or --record FILE")
    if options.record is None:
        if options.game is None:
            raise BadRequest("say which game the moves are of, as in zerosum review tictactoe --moves '4 0 8'")
        game = load_game(options)
        state = game.start if options.position is None else game.read_position(options.position)
        return game, state, game.read_moves(options.moves, state), None
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
    return game, state, moves, None


def written_game(options: argparse.Namespace, text: str) -> tuple[Game, Any, list[Any], str | None] | None:
    """What `game_and_moves` gives, from a file in PGN, PDN or SGF; None where the file holds records."""
    from zerosum.answers.play.game_file import game_of_file, other_result, read_written_games

    game = game_of_file(options.record) if options.game is None else load_checked(options.game)
    games = None if game is None else read_written_games(game, options.record, text)
    if game is None or games is None:
        return None
    found = numbered(options, games)
    return game, game.start if found.start is None else found.start, list(found.moves), other_result(game, found)


def numbered(options: argparse.Namespace, games: list[Entry]) -> Entry:
    """The game of a file that is asked for."""
    number: int = options.number
    if number > len(games):
        many = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise BadRequest(f"{options.record!r} has {many}, so there is no game {number}")
    return games[number - 1]
