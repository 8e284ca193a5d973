"""`zerosum match`: games between two players, sides swapped."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zerosum.answers.match import match
from zerosum.core.files import refuse_existing, refuse_unwritable
from zerosum.faces.cli.options import (
    Files,
    add_common,
    add_conventions,
    add_parameters,
    add_save,
    add_solved,
    analyst_for,
    limit_of,
    load_game,
    positive,
    whole,
)

if TYPE_CHECKING:
    from zerosum.answers.play.game_record import Record
    from zerosum.answers.play.match import Moved
    from zerosum.core.game import Game
    from zerosum.faces.cli.output import Output

EXAMPLE = "zerosum match perfect random tictactoe -n 100"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    who = "perfect, random, level:3, depth:4, mcts:500, alphabeta, uci:COMMAND ..."
    parser.add_argument("first", metavar="PLAYER", help=who)
    parser.add_argument("second", metavar="PLAYER", help="its opponent")
    parser.add_argument("game", metavar="GAME", help="a game: tictactoe, connect4:6x5, my_game.py ...")
    parser.add_argument("-n", type=positive, default=20, metavar="N", dest="games", help="games to play (default: 20)")
    parser.add_argument(
        "--opening", type=whole, default=0, metavar="N", help="random plies before each pair of games (default: 0)"
    )
    parser.add_argument("--show", action="store_true", help="show the board after every move")
    add_save(parser)
    add_parameters(parser, match)
    add_solved(parser)
    add_conventions(parser)
    add_common(parser)


def run(options: argparse.Namespace) -> int:
    """Play the match and print the score, also when it is stopped half-way."""
    from zerosum.answers.play.external_engine import make_any_player
    from zerosum.answers.play.game_file import games_text, notation_of
    from zerosum.answers.play.match import play_match, player_seed, tally
    from zerosum.answers.progress_line import ProgressLine
    from zerosum.faces.cli.interrupted import exit_code, gathered
    from zerosum.faces.cli.output import Output, print_json

    game = load_game(options)
    refuse_unwritable(options.save)
    if not options.overwrite:
        refuse_existing(options.save)
    out = Output(plain=options.plain, to_stderr=options.json)
    played = 0

    def show(effort: object = None) -> None:
        progress.show(f"{played} of {options.games} games")

    def counted_off(games: Iterator[tuple[int, Record]]) -> Iterator[tuple[int, Record]]:
        nonlocal played
        for game_played in games:
            played += 1
            show()
            yield game_played

    def show_move(moved: Moved) -> None:
        progress.wipe()
        if moved.move is not None:
            out.say(f"{moved.who} plays {game.move_text(moved.before, moved.move)}.")
        out.say()
        out.board(game.text.draw(moved.state), (game.side_name(0), game.side_name(1)))
        out.say()

    limit = limit_of(options)
    with ProgressLine(f"playing {game.name}") as progress:
        analysts = [analyst_for(game, options, show) for _ in range(2)]
        names = options.first, options.second
        players = [
            make_any_player(
                spec,
                game,
                seed=player_seed(options.seed, number),
                ties=options.ties,
                limit=limit,
                progress=show,
                analyst=analysts[number],
                tier=options.tier,
            )
            for number, spec in enumerate(names)
        ]
        games = play_match(
            game,
            names,
            (players[0], players[1]),
            options.games,
            opening=options.opening,
            seed=options.seed,
            on_move=show_move if options.show else None,
        )
        results, interrupted = gathered(counted_off(games))
    guesses = sum(analyst.guesses for analyst in analysts)
    total = tally(results)
    as_first = tally(each for each in results if each[0] == 0)
    as_second = tally(each for each in results if each[0] == 1)
    files = Files()
    if results:
        files.write(options.save, lambda: games_text(game, (record for _, record in results), options.save))
    if options.json:
        low, high = total.interval
        print_json(
            {
                "game": game.spec,
                "players": list(names),
                "games": total.games,
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "score": total.share if total.games else None,
                "interval": [low, high],
                "moving_first": vars(as_first),
                "moving_second": vars(as_second),
                "guesses": guesses,
                "complete": not interrupted,
                "records": [record.json() for _, record in results],
            }
        )
    else:
        report(out, game, names, results, guesses)
        for file in files.written:
            # A file in the format of other programs does not say the size of the board in our words.
            of = "" if notation_of(game, file) is None else f" {game.spec}"
            out.say(f"saved: {file} (review them with zerosum review{of} --record)")
        if interrupted:
            out.say(f"Stopped after {len(results)} of {options.games} games.")
    files.settle()
    return exit_code(interrupted)


def report(out: Output, game: Game, names: tuple[str, str], results: list[tuple[int, Record]], guesses: int) -> None:
    """The score in words."""
    from zerosum.answers.play.match import tally, termination_sentences
    from zerosum.engines.draw.amounts import counted

    total = tally(results)
    out.say(f"{game.name}: {names[0]} against {names[1]}, {counted(total.games, 'game', 'games')}", style="bold")
    if not total.games:
        out.say("No game was finished.")
        return
    wins, draws = counted(total.wins, "win", "wins"), counted(total.draws, "draw", "draws")
    out.say(f"{names[0]}: {wins}, {draws}, {counted(total.losses, 'loss', 'losses')}")
    low, high = total.interval
    out.say(f"score {total.share:.1%}, 95 % interval {low:.1%} to {high:.1%}")
    for side, word in enumerate(("first", "second")):
        part = tally(each for each in results if each[0] == side)
        if part.games:
            out.say(f"moving {word}: {part.share:.1%} of {counted(part.games, 'game', 'games')}")
    if guesses:
        out.say(f"{counted(guesses, 'move was a guess', 'moves were guesses')}: the limit did not let them be solved")
    example = results[0][1]
    begin = "" if example.position is None else f" from {example.position}"
    out.say(f"first game{begin}: {' '.join(example.moves)} {example.result}")
    for sentence in termination_sentences(results):
        out.say(sentence)
