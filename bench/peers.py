"""Measure peers, each by its own leanest calls: easyAI, OpenSpiel and BitBully.

    python bench/peers.py               every peer that is installed, as a table
    python bench/peers.py --empty       also BitBully on the empty 7x6 board (minutes)
    python bench/peers.py --json FILE   also as JSON

A function returns None when its peer is not installed (pip install easyAI open_spiel bitbully). Nothing of
zerosum runs here. Importing the peer, setting up boards and counting nodes are never inside a timed stretch.

A node is a position that the search was called on, the root included. No peer but BitBully counts them, so
they are counted in a run of their own, with counting boards; the searches are deterministic.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "tests" / "data" / "connect4"
REPEATS = 3
SETS = {
    "Test_L3_R1": (500, REPEATS),
    "Test_L2_R1": (500, REPEATS),
    "Test_L2_R2": (500, REPEATS),
    "Test_L1_R1": (500, REPEATS),
    "Test_L1_R2": (100, REPEATS),
    "Test_L1_R3": (30, 1),
}
"""The published sets from easy to hard: how many of the first positions are measured, and how often."""

ONE_TABLE = {"Test_L3_R1", "Test_L2_R1"}
"""The sets of positions so easy that emptying a table before each decides what is measured."""

EMPTY_BOARD = [("", 1)]
"""The first player wins with the last of its discs: the published score is 1."""


@dataclass(frozen=True)
class Speed:
    """One search of fixed size: how many nodes it visits, and the seconds of each repeat."""

    peer: str
    what: str
    nodes: int
    seconds: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Nodes per second, by the median repeat."""
        return self.nodes / statistics.median(self.seconds)


@dataclass(frozen=True)
class Solved:
    """Positions solved exactly: the mean seconds per position of each pass.

    `seconds` is the solving alone; `with_reset` also has the emptying of the table before each position, and
    is missing where no table was emptied. `nodes` is the peer's own count over the positions of one pass.
    """

    peer: str
    positions: int
    nodes: int
    seconds: tuple[float, ...]
    with_reset: tuple[float, ...] | None


def noise(seconds: Sequence[float]) -> float:
    """How far repeats lie apart, as the longest over the shortest; at least three, or it says nothing.

    >>> noise([2.0, 3.0, 2.5])
    1.5
    """
    if len(seconds) < 3:
        raise ValueError(f"the spread of {len(seconds)} repeats says nothing; take at least 3")
    return max(seconds) / min(seconds)


def timed(work: Callable[[], object], repeats: int = REPEATS) -> tuple[float, ...]:
    """The seconds of each repeat, wall clock."""
    seconds = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return tuple(seconds)


def read_set(name: str, count: int | None = None) -> list[tuple[str, int]]:
    """The first positions of a published set: columns from 1, and the score for the side to move."""
    lines = (DATA / f"{name}.txt").read_text().splitlines()[:count]
    return [(columns, int(score)) for columns, score in map(str.split, lines)]


# easyAI


def _easyai(what: str, board: Callable[[], Any], depth: int, repeats: int) -> Speed:
    """Time `Negamax(depth)(board())`; nodes are the calls of `make_move`, and the root."""
    from easyAI import Negamax

    nodes = 1
    counting = board()
    make_move = type(counting).make_move

    class Counting(type(counting)):  # type: ignore[misc]
        def make_move(self, move: int) -> None:
            nonlocal nodes
            nodes += 1
            make_move(self, move)

    # easyAI copies a board that cannot unmake a move, so the count has to live in the class.
    counting.__class__ = Counting
    Negamax(depth)(counting)
    return Speed("easyAI", what, nodes, timed(lambda: Negamax(depth)(board()), repeats))


def easyai_tictactoe(repeats: int = REPEATS) -> Speed | None:
    """Tic-Tac-Toe to its end by easyAI's `Negamax(9)`: alpha-beta from a full window, no table.

    Timed: setting up the board and the search. The board is ours, a list of nine with `unmake_move`, which
    spares easyAI a deep copy for each move; a loss scores -100, everything else 0. easyAI has no search
    without pruning.
    """
    try:
        from easyAI import TwoPlayerGame
    except ImportError:
        return None

    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    class Board(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [cell for cell in range(9) if not self.board[cell]]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            return any(all(self.board[cell] == self.opponent_index for cell in line) for line in lines)

        def is_over(self) -> bool:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    return _easyai("Tic-Tac-Toe, alpha-beta", Board, 9, repeats)


def easyai_connect4(depth: int = 8, repeats: int = REPEATS) -> Speed | None:
    """Connect Four 7x6 from the empty board by easyAI's `Negamax(depth)`, with the game that easyAI ships.

    Timed: setting up the board and the search. Alpha-beta from a full window, no table, columns from the
    left; easyAI's own scoring, -100 for a loss and 0 otherwise. Its game cannot unmake a move, so that each
    node is a deep copy.
    """
    try:
        from easyAI.games.ConnectFour import ConnectFour
    except ImportError:
        return None
    return _easyai(f"Connect Four depth {depth}, alpha-beta", lambda: ConnectFour([None, None]), depth, repeats)


def easyai_connect4_lean(depth: int = 8, repeats: int = REPEATS) -> Speed | None:
    """The same search as `easyai_connect4`, on the fastest board that we know how to give easyAI.

    Timed: setting up the board and the search. Two bit sets and the column heights, with `unmake_move`; what
    is left is mostly easyAI's own search. The nodes are the same as with the game that easyAI ships.
    """
    try:
        from easyAI import TwoPlayerGame
    except ImportError:
        return None

    class Board(TwoPlayerGame):  # type: ignore[misc]
        # Seven bits a column, the lowest cell first; the seventh stays empty, so that no line wraps.
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.discs = [0, 0, 0]
            self.heights = [0] * 7

        def possible_moves(self) -> list[int]:
            return [column for column in range(7) if self.heights[column] < 6]

        def make_move(self, move: int) -> None:
            self.discs[self.current_player] |= 1 << (7 * move + self.heights[move])
            self.heights[move] += 1

        def unmake_move(self, move: int) -> None:
            self.heights[move] -= 1
            self.discs[self.current_player] &= ~(1 << (7 * move + self.heights[move]))

        def lose(self) -> bool:
            discs = self.discs[3 - self.current_player]
            for step in (1, 6, 7, 8):
                pairs = discs & discs >> step
                if pairs & pairs >> 2 * step:
                    return True
            return False

        def is_over(self) -> bool:
            return sum(self.heights) == 42 or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    return _easyai(f"Connect Four depth {depth}, alpha-beta, our bit board", Board, depth, repeats)


# OpenSpiel


class _Counted:
    """A state of OpenSpiel that counts its clones: its Python searches clone once for each node."""

    def __init__(self, state: Any, clones: list[int]) -> None:
        self._state = state
        self._clones = clones

    def clone(self) -> _Counted:
        self._clones[0] += 1
        return _Counted(self._state.clone(), self._clones)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


def _nothing(_state: object) -> float:
    return 0.0


def openspiel_alphabeta(name: str, depth: int, repeats: int = REPEATS) -> Speed | None:
    """A game of OpenSpiel from its start by its Python `minimax.alpha_beta_search`.

    Timed: the one call, on the C++ game, with a value function that returns 0 at the depth. Alpha-beta from
    a full window, no table, no ordering. Nodes are the clones: one for the root, one for each move made.
    """
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return None

    game = pyspiel.load_game(name)
    clones = [0]

    def search(state: object) -> None:
        minimax.alpha_beta_search(game, state=state, value_function=_nothing, maximum_depth=depth)

    search(_Counted(game.new_initial_state(), clones))
    start = game.new_initial_state()
    seconds = timed(lambda: search(start), repeats)
    return Speed("OpenSpiel", f"{name} depth {depth}, alpha-beta in Python", clones[0], seconds)


def openspiel_minimax(name: str, depth: int, repeats: int = REPEATS) -> Speed | None:
    """A game of OpenSpiel from its start by its Python `minimax.expectiminimax`, which without chance is minimax.

    Timed: the one call, on the C++ game, with a value function that returns 0 at the depth. Nothing is cut
    and there is no table. Nodes are the clones, one for each move made, and the root.
    """
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return None

    game = pyspiel.load_game(name)
    clones = [1]

    def search(state: object) -> None:
        minimax.expectiminimax(state, depth, _nothing, 0)

    search(_Counted(game.new_initial_state(), clones))
    start = game.new_initial_state()
    seconds = timed(lambda: search(start), repeats)
    return Speed("OpenSpiel", f"{name} depth {depth}, minimax in Python", clones[0], seconds)


# BitBully


def _bitbully_board(columns: str) -> Any:
    """BitBully's board after columns from 1; its own columns start from 0."""
    from bitbully.bitbully_core import BoardCore

    board = BoardCore()
    if not board.play("".join(str(int(column) - 1) for column in columns)):
        raise ValueError(f"BitBully refuses the moves {columns}")
    return board


def _bitbully_check(columns: str, score: int, published: int) -> None:
    """Raise unless the score is the published one: BitBully counts as the published sets do."""
    if score != published:
        raise RuntimeError(f"BitBully scores {columns or 'the empty board'} {score}, published is {published}")


def _bitbully_nodes(core: Any, board: Any) -> int:
    core.resetNodeCounter()
    core.mtdf(board, 0)
    return int(core.getNodeCounter())


def _bitbully_starts_empty(core: Any) -> None:
    """Raise unless emptying the table makes a solved position as hard again as it was at first."""
    board = _bitbully_board("274552224131661")
    first, again = _bitbully_nodes(core, board), _bitbully_nodes(core, board)
    core.resetTranspositionTable()
    emptied = _bitbully_nodes(core, board)
    if not again < first == emptied:
        raise RuntimeError(f"BitBully's table is not empty after a reset: {first}, {again}, {emptied} nodes")


def bitbully(positions: Sequence[tuple[str, int]], repeats: int = REPEATS) -> Solved | None:
    """Solve Connect Four 7x6 positions by BitBully without a book, one thread, each from an empty table.

    Timed, summed over the positions and divided by their number: `core.mtdf(board, 0)` alone, and together
    with the `core.resetTranspositionTable()` before it, which clears 96 MiB and so leaves cold caches to an
    easy position; `bitbully_one_table` shows what that costs. The boards are set up before. BitBully's score
    of a position is the published one, unchanged; anything else raises.
    """
    try:
        from bitbully.bitbully_core import BitBullyCore
    except ImportError:
        return None

    core = BitBullyCore()
    if core.isBookLoaded():
        raise RuntimeError("BitBully has loaded a book")
    _bitbully_starts_empty(core)
    boards = [(_bitbully_board(columns), columns, published) for columns, published in positions]
    alone, with_reset, nodes = [], [], 0
    for _ in range(repeats):
        solving = resetting = 0.0
        core.resetNodeCounter()
        for board, columns, published in boards:
            began = time.perf_counter()
            core.resetTranspositionTable()
            emptied = time.perf_counter()
            score = core.mtdf(board, 0)
            done = time.perf_counter()
            resetting += emptied - began
            solving += done - emptied
            _bitbully_check(columns, score, published)
        nodes = core.getNodeCounter()
        alone.append(solving / len(boards))
        with_reset.append((solving + resetting) / len(boards))
    return Solved("BitBully", len(boards), nodes, tuple(alone), tuple(with_reset))


def bitbully_one_table(positions: Sequence[tuple[str, int]], repeats: int = REPEATS) -> Solved | None:
    """The same positions in order on one table, empty at the start of a pass and never emptied within it.

    Timed: `core.mtdf(board, 0)` alone, summed and divided by the number of positions. Where the nodes are
    those of `bitbully`, the table knew nothing of use, and the difference is what a reset does to the caches.
    """
    try:
        from bitbully.bitbully_core import BitBullyCore
    except ImportError:
        return None

    boards = [(_bitbully_board(columns), columns, published) for columns, published in positions]
    alone, nodes = [], 0
    for _ in range(repeats):
        core = BitBullyCore()
        solving = 0.0
        for board, columns, published in boards:
            began = time.perf_counter()
            score = core.mtdf(board, 0)
            solving += time.perf_counter() - began
            _bitbully_check(columns, score, published)
        nodes = core.getNodeCounter()
        alone.append(solving / len(boards))
    return Solved("BitBully", len(boards), nodes, tuple(alone), None)


def bitbully_empty_board() -> Solved | None:
    """The empty 7x6 board, once, as `bitbully` times it. It takes minutes and cannot be interrupted by Ctrl-C."""
    return bitbully(EMPTY_BOARD, repeats=1)


def speeds() -> list[Speed]:
    """Every search of fixed size, of the peers that are installed, one after the other."""
    found = [
        easyai_tictactoe(),
        easyai_connect4(),
        easyai_connect4_lean(),
        openspiel_alphabeta("tic_tac_toe", 9),
        openspiel_minimax("tic_tac_toe", 9),
        openspiel_alphabeta("connect_four", 8),
        openspiel_minimax("connect_four", 6),
    ]
    return [speed for speed in found if speed is not None]


def _spread(seconds: Sequence[float]) -> str:
    return f"repeats differ by {noise(seconds):.2f} x" if len(seconds) >= 3 else "measured once"


def main() -> int:
    """Print the figures of every peer that is installed, each as soon as it is known."""
    parser = argparse.ArgumentParser(description="Measure peers of zerosum.")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--empty", action="store_true", help="also solve the empty Connect Four board (minutes)")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for speed in speeds():
        rows.append(asdict(speed))
        print(f"{speed.peer}: {speed.what}: {speed.nodes:,} nodes, {speed.rate:,.0f} nodes/s; {_spread(speed.seconds)}")
    sets = [(name, read_set(name, count), repeats) for name, (count, repeats) in SETS.items()]
    if options.empty:
        sets.append(("the empty board", EMPTY_BOARD, 1))
    for name, positions, repeats in sets:
        # On the harder sets a reset is a small part, and one table would only double the minutes.
        measures = [bitbully, bitbully_one_table] if name in ONE_TABLE else [bitbully]
        for measure in measures:
            solved = measure(positions, repeats)
            if solved is None:
                continue
            rows.append({"what": name, **asdict(solved)})
            reset = f"{statistics.median(solved.with_reset):.3g} s with the reset" if solved.with_reset else "one table"
            print(
                f"BitBully: {name}, {solved.positions} positions: {statistics.median(solved.seconds):.3g} s each, "
                f"{reset}, {solved.nodes:,} nodes; {_spread(solved.seconds)}",
                flush=True,
            )
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
