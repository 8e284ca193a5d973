"""`zerosum play`: a game in the terminal, line by line, in a pipe and with a screen reader too."""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

from zerosum.answers.analyze import analyze
from zerosum.answers.player import make_player
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_unwritable
from zerosum.core.rules import FIRST
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    Files,
    add_common,
    add_conventions,
    add_game,
    add_position,
    add_solved,
    analyst_for,
    limit_of,
    load_checked,
    load_game,
    moves_of,
)
from zerosum.faces.cli.parameters import add_parameters

if TYPE_CHECKING:
    from zerosum.answers.play.players import Choice, Player, Report
    from zerosum.answers.play.session import Session
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.core.game import Game

EXAMPLE = "zerosum play tictactoe --first computer --as O --opponent level:3"
OPPONENT_HELP = "perfect (default), level:1 to level:8, random, depth:N, mcts:N, alphabeta ..., human, uci:COMMAND"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser)
    parser.add_argument("--opponent", default="perfect", metavar="PLAYER", help=OPPONENT_HELP)
    parser.add_argument("--first", choices=("human", "computer"), help="who moves first (default: human)")
    parser.add_argument("--as", dest="mark", metavar="MARK", help="your mark, X or O; either may start")
    add_position(parser)
    parser.add_argument(
        "--roll", choices=("program", "hand"), default="program", help="who rolls the dice: with hand, type the outcome"
    )
    parser.add_argument("--save", metavar="FILE", help="write the games, as PGN, PDN or SGF or as records (by suffix)")
    parser.add_argument("--show-nodes", action="store_true", help="show the nodes searched for each move")
    add_parameters(parser, make_player, seed=None)
    add_parameters(parser, analyze, "threads", "memory", "book")
    add_solved(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Play game after game; whatever ends it, the games played are saved and printed."""
    from zerosum.answers.play.game_file import games_text
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.dialogue import Dialogue, Leave
    from zerosum.faces.cli.interrupted import exit_code
    from zerosum.faces.cli.output import Output, print_json

    refuse_unwritable(options.save)
    with ProgressLine("thinking", ctrl_c="ends the game") as progress:
        choices: list[Choice] = []
        session = new_session(options, progress, choices.append)
        # With --json, standard output is for the record alone.
        out = Output(plain=options.plain, to_stderr=options.json)
        dialogue = Dialogue(session, out, progress, choices, options.show_nodes)
        ended_by: BaseException | None = None
        try:
            dialogue.run()
        except BaseException as error:
            ended_by = None if isinstance(error, Leave) else error
            progress.wipe()
    files = Files()
    records = [record for record in dialogue.all_records() if record.moves]
    text = games_text(session.game, records, options.save)
    if records:
        files.write(options.save, lambda: text)
    if not dialogue.said_goodbye and (ended_by is None or is_ctrl_c(ended_by)):
        out.say()
        out.say("Goodbye.")
    if options.json:
        games = [record.json() for record in records]
        end = session.game.position_text(session.state)
        print_json({**session.record().json(), "end": end, "games": games})
    for file in files.written:
        out.say(f"saved: {file} (review it with zerosum review --record)")
    if files.problem is not None:
        out.say(text)
    files.settle()
    return exit_code(ended_by)


def new_session(options: argparse.Namespace, progress: ProgressLine, report: Report) -> Session:
    """Seat the players and set the board up; `report` is told what each move of the computer cost."""
    from zerosum.answers.play.external_engine import make_any_player
    from zerosum.answers.play.session import Session

    human_side, game = seats(options)
    limit = limit_of(options)
    seed = Random().getrandbits(32) if options.seed is None else options.seed
    analyst = analyst_for(game, options, progress.update)
    players: tuple[Player | None, Player | None] = (None, None)
    names = ("human", "human")
    if options.opponent != "human":
        try:
            player = make_any_player(
                options.opponent,
                game,
                seed=seed,
                ties=options.ties,
                limit=limit,
                progress=progress.update,
                analyst=analyst,
                tier=options.tier,
                report=report,
            )
        except BadRequest as error:
            is_unknown = str(error).startswith("there is no player")
            raise BadRequest(f"{error}, human" if is_unknown else str(error)) from None
        players = (None, player) if human_side == FIRST else (player, None)
        names = ("human", options.opponent) if human_side == FIRST else (options.opponent, "human")
    if options.tier == "native":
        # What cannot be compiled is said now, and not after the first move.
        analyst.prepare()
    # Its own stream: a random player with the same seed must not choose what the dice show.
    dice = None if options.roll == "hand" else Random(f"dice {seed}")
    session = Session(game, analyst, names, players, game.start, dice=dice)
    if options.position is not None:
        session.start = game.read_position(options.position)
    session.moves = moves_of(game, options, session.start)
    return session


def seats(options: argparse.Namespace) -> tuple[int, Game]:
    """The person's side, and the game with the side that begins: by --begins, --first and --as, or the position."""
    from zerosum.answers.play.session import seat

    if options.first is None or options.mark is None:
        return seat(load_game(options), options.first, options.mark)
    game = load_checked(options.game, options.count_from, options.begins)
    side, seated = seat(game, options.first, options.mark)
    if options.begins is not None and seated.sides != game.sides:
        who = f"--first {options.first} --as {options.mark}"
        raise BadRequest(f"{who} lets {seated.sides[0]} begin; leave out --begins")
    return side, seated
