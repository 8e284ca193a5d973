"""Peers as contenders, each by its own leanest calls: easyAI, OpenSpiel, python-chess and BitBully.

A function returns None when its peer is not installed (pip install easyAI open_spiel chess bitbully). Importing the
peer, setting up boards and counting nodes are never inside a timed stretch.

A node is a position that the search was called on, the root included. No peer but BitBully counts them, so
they are counted in a run of their own, with counting boards; the searches are deterministic.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.measure import Contender, seconds_of
from bench.published import refuse_score

# easyAI


def _easyai(board: Callable[[], Any], depth: int) -> Contender:
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
    return Contender("easyAI", "node", nodes, lambda: seconds_of(lambda: Negamax(depth)(board())))


def easyai_tictactoe() -> Contender | None:
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

    return _easyai(Board, 9)


def easyai_connect4(depth: int = 8) -> Contender | None:
    """Connect Four 7x6 from the empty board by easyAI's `Negamax(depth)`, with the game that easyAI ships.

    Timed: setting up the board and the search. Alpha-beta from a full window, no table, columns from the
    left; easyAI's own scoring, -100 for a loss and 0 otherwise. Its game cannot unmake a move, so that each
    node is a deep copy.
    """
    try:
        from easyAI.games.ConnectFour import ConnectFour
    except ImportError:
        return None
    return _easyai(lambda: ConnectFour([None, None]), depth)


def easyai_connect4_lean(depth: int = 8) -> Contender | None:
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

    return _easyai(Board, depth)


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


def openspiel_alphabeta(name: str, depth: int) -> Contender | None:
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
    return Contender("OpenSpiel", "node", clones[0], lambda: seconds_of(lambda: search(start)))


def openspiel_minimax(name: str, depth: int) -> Contender | None:
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
    return Contender("OpenSpiel", "node", clones[0], lambda: seconds_of(lambda: search(start)))


# python-chess


def python_chess_sequences(depth: int, *, bulk: bool) -> Contender | None:
    """The move sequences of so many moves from the start of chess by python-chess: push, count, pop.

    Timed: the count on a new board. With `bulk`, the last moves are counted by `legal_moves.count()` and not made.
    """
    try:
        import chess
    except ImportError:
        return None

    def sequences(board: Any, left: int) -> int:
        if left == 0:
            return 1
        if left == 1 and bulk:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += sequences(board, left - 1)
            board.pop()
        return total

    units = sequences(chess.Board(), depth)
    return Contender("python-chess", "sequence", units, lambda: seconds_of(lambda: sequences(chess.Board(), depth)))


# BitBully


def _bitbully_board(columns: str) -> Any:
    """BitBully's board after columns from 1; its own columns start from 0."""
    from bitbully.bitbully_core import BoardCore

    board = BoardCore()
    if not board.play("".join(str(int(column) - 1) for column in columns)):
        raise ValueError(f"BitBully refuses the moves {columns}")
    return board


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


def bitbully(positions: Sequence[tuple[str, int]]) -> Contender | None:
    """Solve Connect Four 7x6 positions by BitBully without a book, one thread, each from an empty table.

    Timed: `core.mtdf(board, 0)` alone. Not timed: setting up the boards, and `core.resetTranspositionTable()`
    before each position, which clears 96 MiB and so leaves cold caches to an easy one; `bitbully_one_table` shows
    what that costs. BitBully's score of a position is the published one, unchanged; anything else raises.
    """
    return _bitbully(positions, is_emptied=True)


def bitbully_one_table(positions: Sequence[tuple[str, int]]) -> Contender | None:
    """The same positions in order on one table, empty at the start of a pass and never emptied within it."""
    return _bitbully(positions, is_emptied=False)


def _bitbully(positions: Sequence[tuple[str, int]], is_emptied: bool) -> Contender | None:
    try:
        from bitbully.bitbully_core import BitBullyCore
    except ImportError:
        return None

    core = BitBullyCore()
    if core.isBookLoaded():
        raise RuntimeError("BitBully has loaded a book")
    _bitbully_starts_empty(core)
    boards = [(_bitbully_board(columns), columns, published) for columns, published in positions]

    def once() -> float:
        solving = 0.0
        core.resetTranspositionTable()
        for board, columns, published in boards:
            if is_emptied:
                core.resetTranspositionTable()
            began = time.perf_counter()
            score = core.mtdf(board, 0)
            solving += time.perf_counter() - began
            refuse_score("BitBully", columns, score, published)
        return solving

    # Passes that empty nothing are over too soon to be timed alone.
    passes = 1 if is_emptied else 10
    return Contender("BitBully", "position", passes * len(boards), lambda: sum(once() for _ in range(passes)))
