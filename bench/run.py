"""Measure zerosum: the node signature, and speed as ratios taken in one run.

    make bench                       everything, as a table
    python bench/run.py --json FILE  also as JSON
    python bench/run.py --signature  only the node counts, compared with bench/signature.json

Seconds differ from machine to machine, so every speed is a ratio against something measured in the
same run, with the spread of its repeats. A peer is measured when it is installed (pip install easyAI).
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zerosum.games import load
from zerosum.search import ALGORITHMS, Limit, algorithm, minimax
from zerosum.trace import Trace

SIGNATURE = Path(__file__).with_name("signature.json")
REPEATS = 5

POSITIONS: list[tuple[str, str, int | None]] = [
    ("tictactoe", "", None),
    ("tictactoe", "4 0", None),
    ("mnk:4x3x3", "5 0 6", None),
    ("connect4", "44444", 5),
    ("connect4:5x4", "3 3 3 3 1 2 1 2", None),
    ("nim:2,3,4", "", None),
    ("kalah:3x2", "", None),
    ("kalah:6x4", "3 6", 4),
    ("othello:4", "b1 a1 a2", None),
    ("othello", "d3 c3", 4),
    ("hexapawn:3x4", "", None),
]
"""Game, moves and depth: what the signature is counted on."""


def signature() -> dict[str, int]:
    """The total nodes of each algorithm over the positions; any change of a search changes it."""
    totals = {}
    for name in ALGORITHMS:
        search = algorithm("mcts:300" if name == "mcts" else name)
        total = 0
        for spec, moves, depth in POSITIONS:
            game = load(spec)
            state = game.after(game.read_moves(moves))
            slow = name == "minimax" and depth is None
            total += search(game, state, limit=Limit(depth=6 if slow else depth)).nodes
        totals[name] = total
    return totals


def timed(work: Callable[[], object]) -> list[float]:
    """The seconds of each repeat."""
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return seconds


def ratio(name: str, ours: list[float], theirs: list[float], against: str) -> dict[str, Any]:
    """How many times the other one's time ours takes: medians, and the spread of the repeats."""
    return {
        "what": name,
        "against": against,
        "ratio": statistics.median(ours) / statistics.median(theirs),
        "spread": max(max(ours) / min(ours), max(theirs) / min(theirs)),
    }


def start_up() -> dict[str, Any]:
    """`zerosum --help` against Python doing nothing."""
    help_words = [sys.executable, "-m", "zerosum", "--help"]
    ours = timed(lambda: subprocess.run(help_words, stdout=subprocess.DEVNULL, check=True))
    bare = timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    row = ratio("zerosum --help", ours, bare, "python -c pass")
    row["seconds"] = statistics.median(ours)
    return row


def watching() -> list[dict[str, Any]]:
    """A watched search against one that is not."""
    game = load("mnk:4x3x3")
    state = game.after(game.read_moves("5 0 6 1"))
    alone = timed(lambda: algorithm("alphabeta")(game, state))
    watched = timed(lambda: algorithm("alphabeta")(game, state, watch=Trace()))
    return [ratio("alphabeta, watched", watched, alone, "the same, not watched")]


def ladder() -> list[dict[str, Any]]:
    """Each rung's time against alpha-beta, for the same exact answer."""
    game = load("mnk:4x3x3")
    state = game.after(game.read_moves("5 0 6"))
    base = timed(lambda: algorithm("alphabeta")(game, state))
    names = ["ordering", "table", "deepening", "pvs", "mtdf"]
    return [ratio(name, timed(lambda n=name: algorithm(n)(game, state)), base, "alphabeta") for name in names]  # type: ignore[misc]


def easyai() -> list[dict[str, Any]]:
    """Minimax on Tic-Tac-Toe, time per node, against easyAI's Negamax, where it is installed."""
    try:
        from easyAI import Negamax, TwoPlayerGame
    except ImportError:
        return []

    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    counts = {"nodes": 0}

    class Board(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [cell for cell in range(9) if not self.board[cell]]

        def make_move(self, move: int) -> None:
            counts["nodes"] += 1
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            return any(all(self.board[cell] == self.opponent_index for cell in line) for line in lines)

        def is_over(self) -> bool:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    def theirs() -> None:
        counts["nodes"] = 1
        Negamax(9)(Board())

    game = load("tictactoe")
    their_seconds = [seconds / counts["nodes"] for seconds in timed(theirs)]
    our_seconds = [seconds / 549_946 for seconds in timed(lambda: minimax(game, game.start, plain=True))]
    return [ratio("Tic-Tac-Toe minimax, time per node", our_seconds, their_seconds, "easyAI Negamax")]


def main() -> int:
    """Print the figures; compare the signature with the stored one."""
    parser = argparse.ArgumentParser(description="Measure zerosum.")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--signature", action="store_true", help="only count nodes")
    parser.add_argument("--store", action="store_true", help="store the counted nodes as the new signature")
    options = parser.parse_args()
    counted = signature()
    if options.store:
        SIGNATURE.write_text(json.dumps(counted, indent=2) + "\n")
    stored = json.loads(SIGNATURE.read_text())
    print("node signature", sum(counted.values()), "as stored" if counted == stored else f"CHANGED from {stored}")
    for name, nodes in counted.items():
        print(f"  {name:<10} {nodes:>9,}")
    rows = [] if options.signature else [start_up(), *watching(), *ladder(), *easyai()]
    for row in rows:
        seconds = f" ({row['seconds']:.3f} s)" if "seconds" in row else ""
        print(f"{row['what']}: {row['ratio']:.2f} x {row['against']}{seconds}; repeats differ by {row['spread']:.2f} x")
    if options.json:
        Path(options.json).write_text(json.dumps({"signature": counted, "ratios": rows}, indent=2) + "\n")
    return 0 if counted == stored else 1


if __name__ == "__main__":
    sys.exit(main())
