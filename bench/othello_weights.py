"""Learn the weights of Othello's estimate: fit the final margins of games that the search plays against itself.

    python bench/othello_weights.py --games 4000 --rounds 2

Each round plays games from random openings with the weights so far, counts what the estimate counts in every position
of them, and fits the margins by least squares. The last round's weights are printed as they stand in
`src/zerosum/core/games/othello_estimate.py`, where the counts themselves are defined.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from zerosum.core.games import othello_estimate
from zerosum.core.games.bitboard import bitboard
from zerosum.core.games.othello import cell_of_move, othello, rules
from zerosum.core.rules import listed
from zerosum.engines.native.search.selective import SelectiveSearch
from zerosum.engines.search import Limit
from zerosum.engines.search.result import Effort

OPENING = (6, 20)
"""Games begin after so many random plies, so that all parts of a game are seen with unequal positions."""

RIDGE = 50.0
"""Keeps weights small of what is seldom seen."""

Weights = tuple[tuple[int, ...], ...]


def phases(placed: int, total: int) -> tuple[float, float, float]:
    """How much of the early, the middle and the late weight counts after so many discs.

    >>> phases(0, 60), phases(30, 60), phases(45, 60)
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.5, 0.5))
    """
    half = total // 2
    if placed < half:
        return 1 - placed / half, placed / half, 0.0
    return 0.0, (total - placed) / half, (placed - half) / half


def played(weights: Weights, games: int, nodes: int, seed: int) -> tuple[Any, Any]:
    """The counts of the positions of so many games, by phase, and the final margin for the side to move of each."""
    othello_estimate.WEIGHTS = weights
    game, random = othello(8), Random(seed)
    sets = bitboard(64)
    counts = othello_estimate.counter(8, sets, placeable_of(sets))
    search = SelectiveSearch(game, threads=1, memory=16)
    rows: list[list[float]] = []
    margins: list[int] = []
    for _ in range(games):
        state: Any = game.start
        plies = random.randint(*OPENING)
        line: list[Any] = []
        while not game.is_over(state):
            if len(line) < plies:
                move = random.choice(listed(game.rules.moves(state)))
            else:
                *_, last = search.best(state, Effort(Limit(nodes=nodes)))
                assert last.move is not None
                move = last.move
            state = game.rules.play(state, move)
            line.append(state)
        margin = game.rules.utility(state)
        for mine, other, side in line[plies - 1 : -1]:
            found = counts(mine, other)
            early, middle, late = phases(sets.count(mine) + sets.count(other) - 4, 60)
            rows.append([each * part for part in (early, middle, late) for each in found])
            margins.append(margin if side == 0 else -margin)
    return np.array(rows, dtype=np.float32), np.array(margins, dtype=np.float32)


def placeable_of(sets: Any) -> Any:
    """The cells that a side can place a disc on, by the rules of the game."""
    moves_of, passing = rules(8).moves, 60

    def placeable(mine: Any, other: Any) -> Any:
        moves = listed(moves_of((mine, other, 0)))
        return sets.of(cell_of_move(8, move) for move in moves if move != passing)

    return placeable


def fitted(rows: Any, margins: Any) -> tuple[Weights, float]:
    """Weights in hundredths of a disc by ridge regression, and the part of the variance that they explain."""
    rows, margins = rows.astype(np.float64), margins.astype(np.float64)
    found = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ margins)
    explained = 1 - np.var(margins - rows @ found) / np.var(margins)
    by_phase = np.round(100 * found.reshape(3, -1)).astype(int)
    return tuple(tuple(int(each) for each in column) for column in by_phase.T), float(explained)


def main(words: list[str] | None = None) -> int:
    """Play, fit and print, round by round."""
    parser = argparse.ArgumentParser(description="Learn the weights of Othello's estimate.")
    parser.add_argument("--games", type=int, default=4000, help="of each round")
    parser.add_argument("--nodes", type=int, default=2000, help="for each move")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    weights: Weights = othello_estimate.WEIGHTS
    for number in range(chosen.rounds):
        share = -(-chosen.games // chosen.workers)
        played(weights, 1, 100, 0)  # compiles once, for all workers
        with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
            seeds = [chosen.seed + number * chosen.workers + worker for worker in range(chosen.workers)]
            parts = list(pool.map(played, *zip(*((weights, share, chosen.nodes, seed) for seed in seeds), strict=True)))
        rows, margins = (np.concatenate(each) for each in zip(*parts, strict=True))
        weights, explained = fitted(rows, margins)
        print(f"round {number + 1}: {len(rows):,} positions, {100 * explained:.1f} % of the variance")
        for name, row in zip(othello_estimate.COUNTS, weights, strict=True):
            print(f"    {row},  # {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
