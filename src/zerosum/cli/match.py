"""`zerosum match`: games between two players, sides swapped."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zerosum.cli.options import (
    add_common,
    add_count_from,
    add_limits,
    add_seed,
    limit_of,
    load_game,
    positive,
    refuse_unwritable,
    whole,
    write_text,
)

if TYPE_CHECKING:
    from zerosum.record import Record

HELP = "play games between two players, sides swapped, and give the score"
EXAMPLE = "zerosum match perfect random tictactoe -n 100"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Define the command line."""
    who = "perfect, random, level:3, depth:4, mcts:500, alphabeta ..."
    parser.add_argument("first", metavar="PLAYER", help=who)
    parser.add_argument("second", metavar="PLAYER", help="its opponent")
    parser.add_argument("game", metavar="GAME", help="a game: tictactoe, connect4:6x5, my_game.py ...")
    parser.add_argument("-n", type=positive, default=20, metavar="N", dest="games", help="games to play (default: 20)")
    parser.add_argument(
        "--opening", type=whole, default=0, metavar="N", help="random plies before each pair of games (default: 0)"
    )
    parser.add_argument("--ties", choices=("random", "first", "promising"), default="random", help=TIES_HELP)
    parser.add_argument("--save", metavar="FILE", help="write the games as records, which review reads")
    add_limits(parser, 5, "each move")
    add_seed(parser)
    add_count_from(parser)
    add_common(parser)


TIES_HELP = "which of several best moves to play (default: random)"


def run(options: argparse.Namespace) -> int:
    """Play the match and print the score, also when it is stopped half-way."""
    from zerosum.cli.output import Output, print_json
    from zerosum.cli.progress import Progress, gathered
    from zerosum.match import play_match, score
    from zerosum.players import make_player

    game = load_game(options)
    refuse_unwritable(options.save)
    played = 0

    def show(effort: object = None) -> None:
        progress.show(f"{played} of {options.games} games")

    def counted(games: Iterator[tuple[int, Record]]) -> Iterator[tuple[int, Record]]:
        nonlocal played
        for game_played in games:
            played += 1
            show()
            yield game_played

    with Progress(f"playing {game.name}") as progress:
        players = tuple(
            make_player(
                spec,
                game,
                seed=2 * options.seed + number,
                ties=options.ties,
                limit=limit_of(options),
                pulse=show,
            )
            for number, spec in enumerate((options.first, options.second))
        )
        names = options.first, options.second
        games = play_match(
            game, names, (players[0], players[1]), options.games, opening=options.opening, seed=options.seed
        )
        results, interrupted = gathered(counted(games))
    if options.save is not None:
        write_text(options.save, "\n".join(record.text() for _, record in results))
    total = score(results)
    low, high = total.interval
    if options.json:
        print_json(
            {
                "game": game.spec,
                "players": [options.first, options.second],
                "games": total.games,
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "score": total.share,
                "interval": [low, high],
                "complete": not interrupted,
                "records": [record.json() for _, record in results],
            }
        )
        return 130 if interrupted else 0
    out = Output(plain=options.plain)
    out.say(f"{game.name}: {options.first} against {options.second}, {total.games} games", style="bold")
    out.say(f"{options.first}: {total.wins} wins, {total.draws} draws, {total.losses} losses")
    if total.games:
        out.say(f"score {total.share:.1%}, 95 % interval {low:.1%} to {high:.1%}")
        as_first = score([each for each in results if each[0] == 0])
        as_second = score([each for each in results if each[0] == 1])
        out.say(
            f"moving first {as_first.share:.1%} of {as_first.games}, second {as_second.share:.1%} of {as_second.games}"
        )
        example = results[0][1]
        out.say(f"first game: {' '.join(example.moves)} {example.result}")
    if options.save is not None:
        out.say(f"saved: {options.save} (zerosum review --record {options.save} --number 1)")
    return 130 if interrupted else 0
