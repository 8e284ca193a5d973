"""Faults in making moves: on the board of the search, and in the answer."""

from __future__ import annotations

from functools import partial

from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.minimax import right
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.faults.shared_board import Undo, shared_board
from zerosum.answers.grade.bugs.faults.variants import Variants, both, plain
from zerosum.core.rules import Move, State


def left_stones(positions: Positions) -> Variants:
    """Moves that are not taken back."""
    words = "moves of the search stayed on the board"
    for root in (True, False):
        for own in (True, False):
            for other in (True, False):
                for overwrites in (False, True):
                    if not (root and own and other):
                        undo = Undo(root=root, own=own, other=other, overwrites=overwrites)
                        yield plain(words, partial(shared_board, positions, undo))
                    if root and not (own and other):
                        undo = Undo(copies=True, own=own, other=other, overwrites=overwrites)
                        yield plain(words, partial(shared_board, positions, undo))
    words = "a move that caused a cut stayed on the board"
    for copies in (False, True):
        for overwrites in (False, True):
            undo = Undo(cuts=True, copies=copies, overwrites=overwrites)
            yield plain(words, partial(shared_board, positions, undo))


def never_tried(positions: Positions) -> Variants:
    """A cell that no move of the search goes to."""
    for move, _ in positions.children(positions.game.start):
        text = positions.game.move_text(positions.game.start, move)

        def is_tried(other: Move, left_out: Move = move) -> bool:
            return other != left_out

        yield from both(positions, f"move {text} was never tried", is_tried=is_tried)


def exchanged(positions: Positions) -> Variants:
    """Right moves that are answered wrongly."""
    bit_at = positions.bit_at
    if any(bit not in bit_at.values() for bit in range(len(bit_at))) or len({x for x, _ in bit_at}) ** 2 != len(bit_at):
        return
    mirrored = {bit: bit_at[y, x] for (x, y), bit in bit_at.items()}
    for by_distance in (False, True):
        for words, change in (
            ("row and column of its move were exchanged", mirrored),
            ("the number of its move was one too high", {bit: bit + 1 for bit in mirrored}),
            ("the number of its move was one too low", {bit: bit - 1 for bit in mirrored}),
        ):
            yield plain(words, partial(_changed, positions, change, by_distance))


def _changed(positions: Positions, change: dict[Move, Move], by_distance: bool) -> Answers:
    perfect = right(positions, by_distance=by_distance)

    def answers(state: State) -> list[Move]:
        legal = {move for move, _ in positions.children(state)}
        return [change[move] for move in perfect(state) if change[move] in legal]

    return answers
