"""How many mates in two and three selective search finds within a second each, on a public set of positions.

    python bench/mates.py
    python bench/mates.py --nodes 100000

The set is `tests/data/chess/mates.csv`, from the Lichess puzzle database. A mate counts as solved when the search says
that the side to move wins, with a line of at most so many moves that ends in mate, within the limit. One thread.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

if not __package__:  # started as a file: its own folder is on the path, the one above is needed
    sys.path[0] = str(Path(__file__).parent.parent)

from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import Outcome
from zerosum.engines.native.search.selective import SelectiveSearch
from zerosum.engines.search.result import Effort, Limit, Result

FILE = Path(__file__).parent.parent / "tests" / "data" / "chess" / "mates.csv"


class Mate(NamedTuple):
    """A position in which the side to move mates in so many moves, by the number of its puzzle."""

    name: str
    state: State
    moves: int


def mates(game: Game) -> Iterator[Mate]:
    """The positions of the set."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, position, move, moves = line.split(",")
            before = game.read_position(position)
            yield Mate(name, game.play(before, game.read_move(before, move)), int(moves))


def is_solved(game: Game, mate: Mate, result: Result) -> bool:
    """Whether the result is a win whose line ends in mate after at most so many moves."""
    is_win = isinstance(result.value, Outcome) and result.value.result == 1
    return is_win and len(result.line) < 2 * mate.moves and game.is_over(game.after(result.line, mate.state))


def first_solution(game: Game, search: SelectiveSearch, mate: Mate, limit: Limit) -> Result | None:
    """The first result within the limit that solves a mate, with what it took."""
    search.forget()
    found = search.best(mate.state, Effort(limit))
    return next((result for result in found if is_solved(game, mate, result)), None)


def main(words: list[str] | None = None) -> int:
    """Print how many are solved, and which are not."""
    parser = argparse.ArgumentParser(description="Count the mates that selective search finds.")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    parser.add_argument("--nodes", type=int)
    chosen = parser.parse_args(words)
    game = load("chess")
    search = SelectiveSearch(game, memory=64, threads=1)
    limit = Limit(nodes=chosen.nodes) if chosen.nodes else Limit(seconds=chosen.seconds)
    list(search.best(game.start, Effort(Limit(depth=1))))  # compiles
    rows = [(mate, first_solution(game, search, mate, limit)) for mate in mates(game)]
    for moves in (2, 3):
        found = [result for mate, result in rows if mate.moves == moves]
        solved = [result for result in found if result is not None]
        print(
            f"mate in {moves}: {len(solved)} of {len(found)} solved; nodes {sum(each.nodes for each in solved):,}, "
            f"slowest {max((each.seconds for each in solved), default=0):.2f} s"
        )
    print("not solved:", ", ".join(mate.name for mate, result in rows if result is None) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
