"""Learn the weights of backgammon's estimate by temporal differences, in games of the estimate against itself.

    python bench/backgammon_weights.py 10000 --steps 0.01,0.003,0.001,0.0003 --out weights.npy
    python bench/backgammon_weights.py 40000 --begin weights.npy --out weights.npy

Prints the tables of `src/zerosum/core/games/backgammon_estimate.py`. The features are those of that file, which
`tests/core/games/test_backgammon.py` compares; the rules are the game's own, compiled.

    weights   | contact: 26 points x 8 counts, 16 for off | 14 for checkers behind points | 2 for shots | roll |
              | race:    26 points x 8 counts, 16 for off | roll |
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from zerosum.core.games import load
from zerosum.core.games.backgammon_estimate import ON_BOARD, shots
from zerosum.core.games.backgammon_rules import BAR, CHECKERS, HOME, State, count_at, held, made, mirrored
from zerosum.core.rules import CHANCE
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rules import native_rules

COUNTS = 8
SIDE = 26 * COUNTS + 16
BEHIND, SHOT, TO_ROLL, RACE = SIDE, SIDE + 14, SIDE + 16, SIDE + 17
WEIGHTS = RACE + SIDE + 1
TRACE = 0.7
"""Lambda of TD(lambda): how much of a correction goes on to the position before."""


def add_side(row: Any, first: int, sign: float, low: int, high: int) -> None:
    """The checkers of one side, by point and number."""
    off = CHECKERS
    for point in range(1, BAR + 1):
        count = count_at(low, high, point)
        off -= count
        if count:
            row[first + point * COUNTS + min(count, 7)] += sign
    row[first + 26 * COUNTS + off] += sign


def add_against(row: Any, sign: float, low: int, high: int, other_low: int, other_high: int) -> None:
    """The blots of a side that can be hit, and the checkers of the other one that have to pass it."""
    blots = held(low, high) & ~made(low, high) & ON_BOARD
    own_made = made(low, high) & ON_BOARD
    others = mirrored(held(other_low, other_high))
    home = (made(other_low, other_high) & (1 << HOME + 1) - 2).bit_count()
    for point in range(1, BAR):
        if blots >> point & 1:
            rolls = shots(others, point)
            row[SHOT] += sign * rolls * (BAR - point) / 360
            row[SHOT + 1] += sign * rolls * home / 108
    for point in range(19):
        if others >> point & 1:
            ahead = (own_made >> (point + 1) & 63).bit_count()
            count = min(3, count_at(other_low, other_high, BAR - point))
            row[BEHIND + ahead + (0 if point <= HOME else 7)] += sign * count


def write_features(row: Any, state: State) -> None:
    """What the weights of a position are multiplied by."""
    first_low, first_high, second_low, second_high, side, _ = state
    for i in range(WEIGHTS):
        row[i] = 0.0
    farthest = held(first_low, first_high).bit_length() - 1
    nearest = BAR + 1 - held(second_low, second_high).bit_length()
    is_race = farthest < nearest
    add_side(row, RACE if is_race else 0, 1.0, first_low, first_high)
    add_side(row, RACE if is_race else 0, -1.0, second_low, second_high)
    row[RACE + SIDE if is_race else TO_ROLL] = 1.0 if side == 0 else -1.0
    if not is_race:
        add_against(row, 1.0, first_low, first_high, second_low, second_high)
        add_against(row, -1.0, second_low, second_high, first_low, first_high)


def worth(row: Any, weights: Any) -> float:
    """The sum before it is squashed."""
    total = 0.0
    for i in range(WEIGHTS):
        if row[i] != 0.0:
            total += row[i] * weights[i]
    return total


def compiled() -> Any:
    """A function that plays and learns: (seed, games, step, weights, two rows, trace) to the next seed."""
    rules = native_rules(load("backgammon"))
    start: Any = rules.start
    play: Any = rules.play
    to_move, each_move = rules.to_move, rules.each_move
    is_over, utility = rules.is_over, rules.utility

    def value(state: State, weights: Any, row: Any) -> float:
        if is_over(state):
            return float(utility(state))
        write_features(row, state)
        found = worth(row, weights)
        return 3.0 * found / (2.0 + abs(found))

    def best(state: State, side: int, weights: Any, row: Any) -> float:
        """The best value at the end of the turn for the side to move."""
        if is_over(state) or to_move(state) != side:
            return value(state, weights, row)
        found = -9.0 if side == 0 else 9.0
        for move in each_move(state):
            score = best(play(state, move), side, weights, row)
            found = max(found, score) if side == 0 else min(found, score)
        return found

    def learn(seed: int, games: int, step: float, weights: Any, row: Any, before: Any, trace: Any) -> int:
        for _ in range(games):
            state = start
            write_features(before, state)
            for i in range(WEIGHTS):
                trace[i] = 0.0
            while not is_over(state):
                side = to_move(state)
                if side != CHANCE:
                    top, chosen = -99.0, 0
                    for move in each_move(state):
                        score = best(play(state, move), side, weights, row)
                        score = score if side == 0 else -score
                        if score > top:
                            top, chosen = score, move
                    state = play(state, chosen)
                    if not is_over(state) and to_move(state) != CHANCE:
                        continue
                    found = worth(before, weights)
                    target = value(state, weights, row)
                    slope = 6.0 / (2.0 + abs(found)) ** 2
                    error = target - 3.0 * found / (2.0 + abs(found))
                    for i in range(WEIGHTS):
                        trace[i] = TRACE * trace[i] + slope * before[i]
                        weights[i] += step * error * trace[i]
                        before[i] = row[i]
                    continue
                # Two dice by a generator of Lehmer; the first roll of a game is never a double.
                great = small = 0
                while great == 0 or (great == small and state[5] != 0):
                    seed = seed * 48271 % 2147483647
                    great = seed % 6 + 1
                    seed = seed * 48271 % 2147483647
                    small = seed % 6 + 1
                great, small = max(great, small), min(great, small)
                state = play(state, 6 * (great - 1) + small - 1)
        return seed

    reals = types.float64[::1]
    return cache.build(learn, (types.int64, types.int64, types.float64, reals, reals, reals, reals))


def pips() -> Any:
    """Weights that count pips, to begin with."""
    weights = np.zeros(WEIGHTS)
    for first in (0, RACE):
        for point in range(1, BAR + 1):
            for count in range(1, COUNTS):
                weights[first + point * COUNTS + count] = -0.01 * point * count
    return weights


def table(weights: Any, first: int) -> str:
    """The weights of the points as rows of whole thousandths, and those of the checkers off."""
    rows = [[round(1000 * float(each)) for each in weights[first + 8 * p : first + 8 * p + 8]] for p in range(BAR + 1)]
    off = [round(1000 * float(each)) for each in weights[first + 26 * COUNTS : first + SIDE]]
    return "\n".join(f"    {tuple(row)}," for row in rows) + f"\noff {tuple(off)}"


def main() -> None:
    """Learn, print the weights and save them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, help="how many games, the same number with each step")
    parser.add_argument("--steps", default="0.003,0.001,0.0003", help="the sizes of steps, one after the other")
    parser.add_argument("--begin", help="weights to begin with; without them, they count pips")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="weights.npy")
    given = parser.parse_args()
    weights = pips() if given.begin is None else np.load(given.begin)
    learn, seed, steps = compiled(), given.seed, [float(step) for step in given.steps.split(",")]
    for step in steps:
        rows = [np.zeros(WEIGHTS) for _ in range(3)]
        seed = learn(seed, given.games // len(steps), step, weights, *rows)
        print(f"step {step}: {given.games // len(steps):,} games", flush=True)
        np.save(given.out, weights)
    named = {"contact": table(weights, 0), "race": table(weights, RACE)}
    thousandths = [round(1000 * float(each)) for each in weights]
    named["behind"] = f"{thousandths[BEHIND:SHOT]}"
    named["shots"] = f"{thousandths[SHOT:TO_ROLL]}"
    named["to roll"] = f"{thousandths[TO_ROLL]}, in a race {thousandths[RACE + SIDE]}"
    for name, words in named.items():
        print(f"{name}\n{words}")


if __name__ == "__main__":
    main()
