"""Endings of chess that are solved whole: a queen, a rook or a pawn beside one of the kings.

A position of at most five pieces is packed into one number, the key of a solved table. From the lowest bit: the flags
(side to move, castling, en passant) and ten bits for each piece, by ascending squares:

     58                19  18      15  14    9  8   0
    | ... | next piece | b o d s     square  | flags |

The four bits above a square are those of the four boards, straight first (`chess_rules.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from zerosum.core.games.chess_boards import (
    COUNTER,
    State,
    boards_of,
    diagonal_attacks,
    full,
    king_attacks,
    lowest,
    pawn_attacks,
    state_of,
    straight_attacks,
)
from zerosum.core.games.chess_text import BITS_OF_KIND
from zerosum.core.rules import NO_KEY
from zerosum.core.rules import State as AnyState

MOST_PIECES = 5
FLAG_BITS, PIECE_BITS = 9, 10

TRIANGLE = (0, 1, 2, 3, 9, 10, 11, 18, 19, 27)
"""a1 to d1, b2 to d2, c3, d3 and d4: every square of the board has its image among them."""

LEFT_HALF = tuple(8 * rank + file for rank in range(1, 7) for file in range(4))
"""Where a pawn can stand, on the files a to d: those on the others are their images."""


def key(state: State) -> int:
    """The number of a position with few pieces; `NO_KEY` for one with more, or where the counter counts."""
    straight, diagonal, other, black = boards_of(state)
    flags = state[4] & (1 << COUNTER + 7) - 1
    if flags >> COUNTER != 0:
        return NO_KEY
    left = straight | diagonal | other
    number, shift = flags, FLAG_BITS
    for _ in range(MOST_PIECES):
        if left != 0:
            square = lowest(left)
            left ^= left & -left
            bits = straight >> square & 1 | (diagonal >> square & 1) << 1
            bits |= (other >> square & 1) << 2 | (black >> square & 1) << 3
            number |= (square | bits << 6) << shift
            shift += PIECE_BITS
    return number if left == 0 else NO_KEY


def from_key(number: int) -> State:
    """The position of a number that `key` gave."""
    straight, diagonal, other, black = 0, 0, 0, 0
    left = number >> FLAG_BITS
    while left != 0:
        square, bits = left & 63, left >> 6 & 15
        straight |= (bits & 1) << square
        diagonal |= (bits >> 1 & 1) << square
        other |= (bits >> 2 & 1) << square
        black |= (bits >> 3) << square
        left >>= PIECE_BITS
    return state_of((straight, diagonal, other, black), number & (1 << FLAG_BITS) - 1)


def against_king(letter: str) -> Iterator[State]:
    """The legal positions of king and one piece against king, for both colours and both sides to move.

    Of those that are mirror images of each other, at least one is there.
    """
    kings, pieces = (range(64), LEFT_HALF) if letter == "p" else (TRIANGLE, tuple(range(64)))
    bits = tuple(BITS_OF_KIND[letter] >> board & 1 for board in range(3))
    for strong in (0, 1):
        for king in kings:
            near = king_attacks(1 << king)
            for piece in pieces:
                if piece == king:
                    continue
                attacked = _attacked(letter, piece, strong, full() ^ 1 << king)
                for lone in range(64):
                    if lone in (king, piece) or near >> lone & 1:
                        continue
                    both = 1 << king | 1 << lone
                    black = 1 << lone if strong == 0 else 1 << king | 1 << piece
                    boards = bits[0] << piece, bits[1] << piece | both, bits[2] << piece | both, black
                    yield state_of(boards, 1 - strong)
                    if not attacked >> lone & 1:
                        yield state_of(boards, strong)


def _attacked(letter: str, square: int, side: int, free: int) -> int:
    """What a piece attacks."""
    piece = 1 << square
    if letter == "p":
        return pawn_attacks(piece, side)
    lines = straight_attacks(piece, free)
    return lines | diagonal_attacks(piece, free) if letter == "q" else lines


ENDINGS: dict[str, Callable[[], Iterable[AnyState]]] = {
    "kqk": lambda: against_king("q"),
    "krk": lambda: against_king("r"),
    "kpk": lambda: against_king("p"),
}
"""King and queen, rook or pawn against king. A pawn becomes any piece, so that `kpk` holds those endings too."""
