"""Play the levels of a game against their neighbours, and find levels that are a fair step apart.

    python bench/levels.py chess -n 200             the score of each level against the one below, with its interval
    python bench/levels.py connect4 --time 0.2      the same in a game without levels of its own
    python bench/levels.py chess --fit -n 40        search for temperatures at which each level scores about 70 %
    python bench/levels.py chess --pairs 7,8        only these pairs, named by the higher level

Games are played in pairs with sides swapped, from random openings. Levels of games that cannot be solved are limited by
nodes, so that the load of the machine changes nothing but the time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from zerosum.answers.play.levels import LEVELS
from zerosum.answers.play.match import Tally, play_match, tally
from zerosum.answers.play.players import ComputerPlayer, Player, chooser_of_level
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import Level, Move, State
from zerosum.engines.search import Limit

OPENING = 4
"""The random plies that both games of a pair begin with."""

LOW, HIGH = 0.6, 0.8
"""What a level should score against the one below."""

WANTED = 0.7
FIRST_TEMPERATURE = 0.05
"""Where the search for a temperature begins, as a part of the largest estimate of a few random positions."""

TRIES = 8
"""So many temperatures are tried for a level."""


def player_of(game: Game, level: Level, seed: int, tier: str) -> Player:
    """A player of a level that may not be the game's own."""
    choose = chooser_of_level(game, level, Random(seed), tier=tier)

    def play(state: State) -> Move:
        return choose(state).move

    return play


def own_player(game: Game, number: int, seed: int, tier: str, limit: Limit) -> Player:
    """A player of one of the game's levels."""
    if game.levels:
        return player_of(game, game.levels[number - 1], seed, tier)
    return ComputerPlayer(f"level:{number}", game, seed=seed, limit=limit, tier=tier)


def score(game: Game, players: tuple[Player, Player], games: int, opening: int, seed: int) -> tuple[Tally, int]:
    """How the first player does against the second, and how many of the games differ from one another."""
    played = list(play_match(game, ("higher", "lower"), players, games, opening=opening, seed=seed))
    return tally(played), len({(record.position, record.moves) for _, record in played})


def row(number: int, result: Tally, different: int, seconds: float) -> str:
    """A line of the table.

    >>> row(2, Tally(4, 2, 1, 1), 4, 2.0)
    '| 2 against 1 | 62.5 % | 21.9 % to 90.8 % | +2 =1 -1 | 4 | 0.50 s |'
    """
    low, high = result.interval
    points = f"+{result.wins} ={result.draws} -{result.losses}"
    interval = f"{low:.1%} to {high:.1%}".replace("%", " %")
    share = f"{result.share:.1%}".replace("%", " %")
    each = f"{seconds / result.games:.2f} s"
    return f"| {number} against {number - 1} | {share} | {interval} | {points} | {different} | {each} |"


def table(game: Game, options: argparse.Namespace) -> Iterator[str]:
    """Each level against the one below, line by line."""
    limit = Limit(seconds=options.time)
    yield "| level | score | 95 % interval | games | different | a game |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for number in options.pairs or range(2, LEVELS + 1):
        players = [own_player(game, each, options.seed + each, options.tier, limit) for each in (number, number - 1)]
        began = perf_counter()
        result, different = score(game, (players[0], players[1]), options.games, options.opening, options.seed)
        yield row(number, result, different, perf_counter() - began)


def fitted(
    upper: Level, nodes: int, scored: Callable[[Level], float], say: Callable[[str], None], first: float
) -> Level:
    """A level of so many nodes against which the upper one scores about what is wanted.

    The temperature is doubled or halved until the score lies on both sides of what is wanted, then the interval is
    halved. A temperature of 0 is taken where fewer nodes are weak enough by themselves.

    >>> fitted(Level(100), 50, lambda level: 0.5 + level.temperature / 100, lambda line: None, 5.0)
    Level(nodes=50, temperature=20.0)
    """
    cold = Level(nodes, upper.temperature)
    share = scored(cold)
    say(f"{cold}: {share:.1%}")
    if share >= LOW + 0.03:
        return cold
    low, high = upper.temperature, max(2 * upper.temperature, first)
    best, best_share = cold, share
    is_bracketed = False
    for _ in range(TRIES):
        level = Level(nodes, round((low + high) / 2, 3) if is_bracketed else high)
        share = scored(level)
        say(f"{level}: {share:.1%}")
        if abs(share - WANTED) < abs(best_share - WANTED):
            best, best_share = level, share
        if abs(share - WANTED) <= 0.05:
            break
        if share > WANTED:
            high, is_bracketed = level.temperature, True
        else:
            low = level.temperature
            high = high if is_bracketed else 2 * high
    return best


def fit(game: Game, options: argparse.Namespace) -> Iterator[str]:
    """Levels from the highest to the lowest: each has a part of the nodes of the one above."""

    def say(line: str) -> None:
        sys.stderr.write(f"  {line}\n")
        sys.stderr.flush()

    levels = [Level(options.nodes)]
    first = FIRST_TEMPERATURE * typical_estimate(game)
    for number in range(LEVELS - 1, 0, -1):
        upper = levels[-1]
        nodes = max(options.least, round(upper.nodes / options.ratio))
        say(f"level {number}")

        def scored(level: Level, upper: Level = upper) -> float:
            players = [
                player_of(game, each, options.seed + place, options.tier) for place, each in enumerate((upper, level))
            ]
            return score(game, (players[0], players[1]), options.games, options.opening, options.seed)[0].share

        levels.append(fitted(upper, nodes, scored, say, first))
    yield "levels=("
    for level in reversed(levels):
        yield f"    Level({level.nodes}, {level.temperature:g}),"
    yield "),"


def typical_estimate(game: Game) -> float:
    """The largest estimate of the positions of ten random games."""
    estimate = game.rules.estimate
    if estimate is None:
        return 100.0
    random = Random(0)
    states = [state for _ in range(10) for state in game.random_game(game.start, random)]
    return max(1.0, max(abs(estimate(state)) for state in states))


def main() -> None:
    """Read the command line, and print line by line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-n", dest="games", type=int, default=100, help="games of each pair (default: 100)")
    parser.add_argument("--opening", type=int, default=OPENING, help="random plies at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tier", default="auto")
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move, in a game without levels of its own")
    parser.add_argument("--pairs", type=lambda text: [int(word) for word in text.split(",")], help="as in 7,8")
    parser.add_argument("--fit", action="store_true", help="find temperatures")
    parser.add_argument("--nodes", type=int, default=20_000, help="of level 8, with --fit")
    parser.add_argument("--ratio", type=float, default=3.0, help="of the nodes of two neighbours, with --fit")
    parser.add_argument("--least", type=int, default=50, help="the fewest nodes of a level, with --fit")
    options = parser.parse_args()
    game = load(options.game)
    for line in fit(game, options) if options.fit else table(game, options):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
