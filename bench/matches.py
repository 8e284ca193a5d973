"""Matches between two searches of a game that cannot be solved, at equal time, equal nodes or equal depth.

    python bench/matches.py othello selective deepening --seconds 0.05
    python bench/matches.py checkers selective selective/before --nodes 20000 --pairs 50

A player is the name of a search on the native tier. `/before` behind it takes the estimate that the game had before
(`bench/estimates_before.py`). Games come in pairs: both begin from the same random opening, with sides swapped. Each
search is asked once before the first game, so that compiling takes no one's time. The share counts a draw as half, with
its 95 % interval by Wilson's formula.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from bench.estimates_before import with_estimate_before
from zerosum.errors import ZerosumError
from zerosum.game import BadRequest, Game, Move, State
from zerosum.games import load
from zerosum.native.tiers import search_on
from zerosum.play.match import Tally, play_match, tally
from zerosum.search import Limit

BEFORE = "/before"


@dataclass
class Measured:
    """A player that counts what its moves took."""

    name: str
    choose: Callable[[State], tuple[Move, int]]
    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def __call__(self, state: State) -> Move:
        """Its move, counted."""
        began = perf_counter()
        move, nodes = self.choose(state)
        self.seconds += perf_counter() - began
        self.moves += 1
        self.nodes += nodes
        return move


def made(spec: str, game: Game, limit: Limit) -> Measured:
    """The player of this name, compiled."""
    name = spec.removesuffix(BEFORE)
    played = with_estimate_before(game) if spec.endswith(BEFORE) else game
    search = search_on(name, "native")
    search(played, played.start, limit=Limit(depth=1))

    def choose(state: State) -> tuple[Move, int]:
        result = search(played, state, limit=limit)
        if result.move is None:
            raise BadRequest(f"{name} found no move within its limit in {game.position_text(state)}")
        return result.move, result.nodes

    return Measured(spec, choose)


def table(game: Game, players: tuple[Measured, Measured], found: Tally) -> str:
    """What came of a match, as lines."""
    low, high = found.interval
    lines = [
        f"{game.name}, {players[0].name} against {players[1].name}: {found.games} games",
        f"won {found.wins}, drawn {found.draws}, lost {found.losses}; "
        f"share {100 * found.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
    ]
    for player in players:
        count = max(1, player.moves)
        lines.append(
            f"  {player.name}: {player.moves:,} moves, {player.nodes / count:,.0f} nodes "
            f"and {1000 * player.seconds / count:.1f} ms each"
        )
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Play a match and print its table."""
    parser = argparse.ArgumentParser(description="Play a match between two searches.")
    parser.add_argument("game")
    parser.add_argument("one", help="a search on the native tier, as in selective or deepening/before")
    parser.add_argument("two")
    limits = parser.add_mutually_exclusive_group(required=True)
    limits.add_argument("--seconds", type=float, help="for each move")
    limits.add_argument("--nodes", type=int, help="for each move")
    limits.add_argument("--depth", type=int)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--opening", type=int, default=8, help="random plies before each pair")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    try:
        game = load(chosen.game)
        limit = Limit(depth=chosen.depth, nodes=chosen.nodes, seconds=chosen.seconds)
        players = made(chosen.one, game, limit), made(chosen.two, game, limit)
        played = play_match(
            game, (chosen.one, chosen.two), players, 2 * chosen.pairs, opening=chosen.opening, seed=chosen.seed
        )
        print(table(game, players, tally(played)))
    except ZerosumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
