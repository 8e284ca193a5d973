"""What each idea of selective search saves: the nodes to an equal depth, with all ideas and without each of them.

    python bench/ideas.py chess --depth 8
    python bench/ideas.py othello checkers --depth 9

The positions are those after so many random plies, from one seed, where the estimate is not far from even. One thread,
an empty table for each search.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import perf_counter

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.engines.native.search.selective import SelectiveSearch
from zerosum.engines.search import Limit
from zerosum.engines.search.result import Effort
from zerosum.engines.search.selective_tree import ALL_IDEAS, IDEAS, Ideas, ideas_of

POSITIONS = 12
PLIES = (4, 20)


def positions(game: Game, count: int = POSITIONS, seed: int = 1) -> list[State]:
    """Unfinished positions after a few random plies, always the same ones."""
    random = Random(seed)
    found: list[State] = []
    while len(found) < count:
        path = list(game.random_game(game.start, random))
        state = path[min(random.randint(*PLIES), len(path) - 1)]
        if not game.is_over(state):
            found.append(state)
    return found


def settings(game: Game) -> list[Ideas]:
    """All ideas, then without each that can matter in this game."""
    useless = {"null"} if game.rules.null_move is None else set()
    useless |= {"quiescence"} if game.rules.noisy is None else set()
    return [ALL_IDEAS, *(ideas_of(f"selective-{idea}") for idea in IDEAS if idea not in useless)]


def main(words: list[str] | None = None) -> int:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description="Count nodes to an equal depth, without each idea.")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    chosen = parser.parse_args(words)
    for spec in chosen.games:
        game = load(spec)
        states = positions(game, chosen.positions)
        all_nodes = 0
        print(f"{game.name}: {len(states)} positions to depth {chosen.depth}")
        for ideas in settings(game):
            search = SelectiveSearch(game, memory=64, threads=1, ideas=ideas)
            began, nodes = perf_counter(), 0
            for state in states:
                search.forget()
                *_, last = search.best(state, Effort(Limit(depth=chosen.depth)))
                nodes += last.nodes
            all_nodes = all_nodes or nodes
            seconds = perf_counter() - began
            print(f"  {ideas.name:24} {nodes:12,} nodes  {nodes / all_nodes:5.2f}  {seconds:6.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
