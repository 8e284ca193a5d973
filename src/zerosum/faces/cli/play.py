"""`zerosum play`: a game in the terminal, line by line, in a pipe and with a screen reader too."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from zerosum.answers.analyze import analyze
from zerosum.answers.player import make_player
from zerosum.core.errors import BadRequest
from zerosum.core.files import refuse_existing, refuse_unwritable
from zerosum.core.rules import FIRST, SECOND
from zerosum.faces.cli.faults import is_ctrl_c
from zerosum.faces.cli.options import (
    Files,
    add_common,
    add_conventions,
    add_game,
    add_parameters,
    add_position,
    add_save,
    add_solved,
    analyst_for,
    limit_of,
    load_checked,
    load_game,
    moves_of,
    positive,
)
from zerosum.faces.cli.recorded_game import RecordedGame, recorded_game

if TYPE_CHECKING:
    from zerosum.answers.play.players import Choice, Player, Report
    from zerosum.answers.play.session import Session
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.core.game import Game

EXAMPLE = "zerosum play tictactoe --first computer --as O --opponent level:3"
HUMAN = "human"
OPPONENT_HELP = "perfect (default), level:1 to level:8, random, depth:N, mcts:N, alphabeta ..., human, uci:COMMAND"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    add_game(parser, "?")
    parser.add_argument("--opponent", metavar="PLAYER", help=OPPONENT_HELP)
    for mark in ("X", "O"):
        who = f"who plays {mark}, where that is a side: a PLAYER as above, or human"
        parser.add_argument(f"--{mark.lower()}", metavar="PLAYER", help=who)
    about_first = "who moves first, or ask before each game (default: human)"
    parser.add_argument("--first", choices=("human", "computer", "ask"), help=about_first)
    parser.add_argument("--as", dest="mark", metavar="MARK", help="your mark, X or O; either may start")
    add_position(parser)
    parser.add_argument(
        "--roll", choices=("program", "hand"), default="program", help="who rolls the dice: with hand, type the outcome"
    )
    add_save(parser)
    about_load = "go on with a game that was saved; --number says with which, the last one unless told"
    parser.add_argument("--load", "--resume", "--continue", "--record", dest="record", metavar="FILE", help=about_load)
    parser.add_argument("--number", type=positive, metavar="N", help="which game of the file of --load")
    parser.add_argument("--show-nodes", action="store_true", help="show the nodes searched for each move")
    add_parameters(parser, make_player, seed=None)
    add_parameters(parser, analyze, "threads", "memory", "values", "book")
    add_solved(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Play game after game; whatever ends it, the games played are saved and printed."""
    from zerosum.answers.play.game_file import games_text
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.dialogue import Dialogue, Leave, ask_who_begins
    from zerosum.faces.cli.interrupted import exit_code
    from zerosum.faces.cli.output import Output, print_json

    refuse_unsaveable(options)
    # With --json, standard output is for the record alone.
    out = Output(plain=options.plain, to_stderr=options.json)
    asks_first = options.first == "ask"
    if asks_first:
        options.first = ask_who_begins(out)
    with ProgressLine("thinking", ctrl_c="ends the game") as progress:
        choices: list[Choice] = []
        session = new_session(options, progress, choices.append)
        dialogue = Dialogue(session, out, progress, choices, show_nodes=options.show_nodes, asks_first=asks_first)
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

    recorded = None if options.record is None else recorded_game(refuse_moves_beside_record(options))
    game, names = seated(options, recorded)
    limit = limit_of(options)
    seed = Random().getrandbits(32) if options.seed is None else options.seed
    analyst = analyst_for(game, options, progress.update)
    players: list[Player | None] = []
    for name in names:
        if name == HUMAN:
            players.append(None)
            continue
        try:
            players.append(
                make_any_player(
                    name,
                    game,
                    seed=seed + sum(player is not None for player in players),
                    ties=options.ties,
                    limit=limit,
                    progress=progress.update,
                    analyst=analyst,
                    tier=options.tier,
                    report=report,
                )
            )
        except BadRequest as error:
            is_unknown = str(error).startswith("there is no player")
            raise BadRequest(f"{error}, {HUMAN}" if is_unknown else str(error)) from None
    if options.tier == "native":
        # What cannot be compiled is said now, and not after the first move.
        analyst.prepare()
    # Its own stream: a random player with the same seed must not choose what the dice show.
    dice = None if options.roll == "hand" else Random(f"dice {seed}")
    session = Session(game, analyst, names, (players[FIRST], players[SECOND]), game.start, dice=dice)
    if recorded is not None:
        session.start, session.moves = recorded.start, recorded.moves
        return session
    if options.position is not None:
        session.start = game.read_position(options.position)
    session.moves = moves_of(game, options, session.start)
    return session


def refuse_unsaveable(options: argparse.Namespace) -> None:
    """Refuse a file that cannot be written, or that would be replaced without a word; the loaded one may be."""
    refuse_unwritable(options.save)
    if not options.overwrite and options.save != options.record:
        refuse_existing(options.save)


def refuse_moves_beside_record(options: argparse.Namespace) -> argparse.Namespace:
    """Refuse moves where a saved game is loaded."""
    if options.moves is not None:
        raise BadRequest("a saved game has its own moves; leave out --moves")
    return options


def seated(options: argparse.Namespace, recorded: RecordedGame | None) -> tuple[Game, tuple[str, str]]:
    """The game with the side that begins, and who plays each side: by the options, the position or the record."""
    from zerosum.answers.play.session import seat

    if options.game is None and recorded is None:
        raise BadRequest("say which game, as in zerosum play tictactoe, or load one with --load FILE")
    by_mark = {"X": options.x, "O": options.o}
    if any(by_mark.values()):
        return seated_by_marks(options, recorded, by_mark)
    if recorded is not None:
        names = players_of(recorded)
        side, game = seat(recorded.game, options.first, options.mark)
        if options.first is None and options.mark is None and HUMAN in names:
            side = names.index(HUMAN)
        opponent = options.opponent or next((name for name in names if name != HUMAN), "perfect")
    else:
        side, game = seats(options)
        opponent = options.opponent or "perfect"
    return game, (HUMAN, opponent) if side == FIRST else (opponent, HUMAN)


def players_of(recorded: RecordedGame) -> tuple[str, ...]:
    """Who played, where the computer can play them again."""
    return () if recorded.players is None or HUMAN not in recorded.players else recorded.players


def seated_by_marks(
    options: argparse.Namespace, recorded: RecordedGame | None, by_mark: Mapping[str, str | None]
) -> tuple[Game, tuple[str, str]]:
    """The same where --x and --o say who plays which mark; the side without one is played by hand."""
    if options.opponent is not None or options.first is not None or options.mark is not None:
        raise BadRequest("--x and --o say who plays; leave out --opponent, --first and --as")
    game = load_game(options) if recorded is None else recorded.game
    if set(game.sides) != set(by_mark):
        first, second = game.sides
        watch = f"zerosum match perfect random {game.spec} --show"
        raise BadRequest(f"the sides of {game.name} are {first} and {second}, not X and O; to watch players: {watch}")
    first, second = (by_mark[side] or HUMAN for side in game.sides)
    return game, (first, second)


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
