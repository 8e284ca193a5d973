"""Searches that leave stones on the board: one board is shared by all nodes, and moves are not taken back.

A board is a state whose side to move is of no account: the search keeps the side in its own variable.
"""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.answers.grade.bugs.faults.ends import WIN
from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import Move, State


@dataclass(frozen=True, kw_only=True)
class Undo:
    """At which nodes a move is taken back: at the root, where the own side moves, where the other one does.

    Where `copies`, every move at the root gets a copy of the board. Where `cuts`, the search is alpha-beta, and a move
    that cuts is never taken back: the loop is left before. Where `overwrites`, the empty cells are listed before the
    loop, and a stone that was left on one of them is replaced; else a cell is looked at when its turn comes.
    """

    root: bool = True
    own: bool = True
    other: bool = True
    copies: bool = False
    cuts: bool = False
    overwrites: bool = False


def shared_board(positions: Positions, undo: Undo) -> Answers:
    """The moves that such a search may answer."""
    known: dict[tuple[State, int, bool, int, int], tuple[int, State]] = {}
    start = positions.game.start
    bit_of = {move: positions.stones(child)[0] for move, child in positions.children(start)}

    def with_turn(board: State, side: int) -> State:
        return board if positions.mover(board) == side else positions.turned(board)

    def winner(board: State) -> int | None:
        for state in (board, positions.turned(board)):
            utility = positions.rules.utility(state)
            if utility:
                return 0 if utility > 0 else 1
        return None

    def put(board: State, mover: int, move: Move) -> State | None:
        """The board after a move, None where its cell is taken."""
        state = with_turn(board, mover)
        for other, child in positions.children(state):
            if other == move:
                return child
        if not undo.overwrites:
            return None
        stones = list(positions.stones(board))
        stones[mover] |= bit_of[move]
        stones[1 - mover] &= ~bit_of[move]
        return stones[0], stones[1], 0

    def taken_back(board: State, before: State, after: State, mover: int) -> State:
        """The board without the stone that this move put there; stones that were left stay."""
        own_before = positions.stones(before)[mover]
        stone = positions.stones(after)[mover] & ~own_before
        stones = list(positions.stones(board))
        stones[mover] &= ~stone
        return stones[0], stones[1], 0

    def search(board: State, side: int, is_own: bool, alpha: int, beta: int) -> tuple[int, State]:
        board = with_turn(board, 0)
        key = board, side, is_own, alpha, beta
        if key not in known:
            known[key] = compute(board, side, is_own, alpha, beta)
        return known[key]

    def compute(board: State, side: int, is_own: bool, alpha: int, beta: int) -> tuple[int, State]:
        won = winner(board)
        if won is not None:
            return (WIN if won == side else -WIN), board
        mover = side if is_own else 1 - side
        best: int | None = None
        for move in cells(board, mover):
            after = put(board, mover, move)
            if after is None:
                continue
            found, left = search(after, side, not is_own, alpha, beta)
            before = board
            board = left
            if best is None or (found > best if is_own else found < best):
                best = found
            if undo.cuts:
                alpha, beta = (max(alpha, best), beta) if is_own else (alpha, min(beta, best))
                if alpha >= beta:
                    break
            if undo.own if is_own else undo.other:
                board = taken_back(board, before, after, mover)
        return (0 if best is None else best), board

    def cells(board: State, mover: int) -> list[Move]:
        state = with_turn(board, mover) if undo.overwrites else start
        return [move for move, _ in positions.children(state)]

    def answers(state: State) -> list[Move]:
        side = positions.mover(state)
        board = state
        values: dict[Move, int] = {}
        for move, _ in positions.children(state):
            after = put(board, side, move)
            if after is None:
                continue
            found, left = search(after, side, False, -2 * WIN, 2 * WIN)
            values[move] = found
            if not undo.copies:
                before = board
                board = taken_back(left, before, after, side) if undo.root else left
        best = max(values.values())
        return [move for move, found in values.items() if found == best]

    return answers
