"""Chess against a player that looks one ply ahead and counts material: 100 games from random openings.

    python bench/material.py --nodes 5000

The material player takes the move after which its pieces are worth most more than the other side's (1, 3, 3, 5, 9), and
mates where it can; among equals it chooses at random. Sides are swapped in pairs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from bench.matches import Measured, made, table
from zerosum.answers.play.match import play_match, tally
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import FIRST, Move, State, listed
from zerosum.core.value import Estimate
from zerosum.engines.search import Limit
from zerosum.engines.search.result import Effort, Result, report

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


def material(game: Game, state: State) -> int:
    """What White's pieces are worth more than Black's."""
    pieces = [letter for letter in game.position_text(state).partition("_")[0] if letter.isalpha()]
    return sum(VALUES[each.lower()] * (1 if each.isupper() else -1) for each in pieces)


def material_player(game: Game, seed: int) -> Measured:
    """The player that looks one ply ahead."""
    random = Random(seed)

    def worth(state: State, move: Move, side: int) -> tuple[int, int]:
        after = game.rules.play(state, move)
        sign = 1 if side == FIRST else -1
        ended = sign * game.utility(after) if game.is_over(after) else 0
        return ended, sign * material(game, after)

    def choose(state: State, history: list[State]) -> Result:
        side = game.to_move(state)
        worths = {move: worth(state, move, side) for move in listed(game.moves(state))}
        best = max(worths.values())
        move = random.choice([move for move, each in worths.items() if each == best])
        return report("material", Effort(), Estimate(best[1], 1), "estimate", (move,))

    return Measured("material", game, choose)


def main(words: list[str] | None = None) -> int:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description="Play chess against a one-ply material player.")
    parser.add_argument("--nodes", type=int, default=5_000, help="for each move of selective search")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    game = load("chess")
    players = made("selective", game, Limit(nodes=chosen.nodes)), material_player(game, chosen.seed)
    names = ("selective", "material")
    played = play_match(game, names, players, 2 * chosen.pairs, opening=4, seed=chosen.seed)
    print(table(game, players, tally(played)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
