"""`zerosum review`: a game judged move by move."""

from __future__ import annotations

import argparse

from zerosum.answers.review import review
from zerosum.core.errors import BadRequest
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    add_common,
    add_conventions,
    add_parameters,
    add_position,
    add_solved,
    given,
    load_game,
    position_of,
    positive,
    solved_setting,
)
from zerosum.faces.cli.recorded_game import RecordedGame, recorded_game

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
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    reviewed = game_and_moves(options)
    game, state, moves, note = reviewed.game, reviewed.start, reviewed.moves, reviewed.note
    with ProgressLine(f"reviewing {len(moves)} moves of {game.name}") as progress:
        settings = {**given(options, review), "table": solved_setting(options, game), "progress": progress.update}
        reviews, interrupted = gathered(review.steps(game, moves, state, **settings))
    found = reviews[-1]
    if interrupted is not None and not found and not is_ctrl_c(interrupted):
        raise interrupted
    if options.json:
        print_json(
            {
                "game": game.spec,
                "position": game.position_text(state),
                "moves": found.rows(),
                "mistakes": len(found.mistakes),
                "complete": not interrupted,
                "note": note,
            }
        )
    else:
        out = Output(plain=options.plain)
        out.result(found)
        if note is not None:
            out.say(note)
        if interrupted:
            out.say(f"Stopped after {len(found)} of {len(moves)} moves.")
    return exit_code(interrupted)


def game_and_moves(options: argparse.Namespace) -> RecordedGame:
    """The game to review: from the options or from a file."""
    if (options.record is None) == (options.moves is None):
        raise BadRequest("give the moves to review: either --moves '4 0 8' or --record FILE")
    if options.record is not None:
        return recorded_game(options)
    if options.game is None:
        raise BadRequest("say which game the moves are of, as in zerosum review tictactoe --moves '4 0 8'")
    game = load_game(options)
    here = position_of(game, options)
    return RecordedGame(game, here.start, list(here.history))
