"""Mirror images of chess positions: left and right without castling, and all eight of the square without pawns too."""

from __future__ import annotations

from zerosum.core.games.chess_boards import (
    BLACK_LONG,
    BLACK_SHORT,
    EN_PASSANT,
    NOT_H8,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    boards_of,
    state_of,
)

RIGHTS = WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG
BELOW_CORNER = 0xFFFF
"""The flags of a state without the corner h8."""


def flipped(board: int) -> int:
    """The board with its ranks in the opposite order."""
    board = board >> 8 & 0x00FF00FF00FF00FF | (board & 0x00FF00FF00FF00FF) << 8
    board = board >> 16 & 0x0000FFFF0000FFFF | (board & 0x0000FFFF0000FFFF) << 16
    return board >> 32 & 0xFFFFFFFF | (board & 0xFFFFFFFF) << 32


def mirrored(board: int) -> int:
    """The board with its files in the opposite order."""
    board = board >> 1 & 0x5555555555555555 | (board & 0x5555555555555555) << 1
    board = board >> 2 & 0x3333333333333333 | (board & 0x3333333333333333) << 2
    return board >> 4 & 0x0F0F0F0F0F0F0F0F | (board & 0x0F0F0F0F0F0F0F0F) << 4


def transposed(board: int) -> int:
    """The board with ranks for files: parts of it change places across the diagonal, then parts of these."""
    change = 0x0F0F0F0F00000000 & (board ^ board << 28)
    board ^= change ^ change >> 28
    change = 0x3333000033330000 & (board ^ board << 14)
    board ^= change ^ change >> 14
    change = 0x5500550055005500 & (board ^ board << 7)
    return board ^ change ^ change >> 7


def images(state: State) -> int:
    """How many ways there are to turn and mirror a position, the one that leaves it alone included: 1, 2 or 8."""
    if state[4] & RIGHTS != 0:
        return 1
    straight, diagonal, other, _ = boards_of(state)
    return 2 if other & ~straight & ~diagonal != 0 else 8


def turned(board: int, number: int) -> int:
    """An image of a board: bit 0 of the number mirrors the files, bit 1 the ranks, bit 2 exchanges the two."""
    if number & 1 != 0:
        board = mirrored(board)
    if number & 2 != 0:
        board = flipped(board)
    return transposed(board) if number & 4 != 0 else board


def image(state: State, number: int) -> State:
    """The image of a position by this number."""
    straight, diagonal, other, black = boards_of(state)
    flags = state[4] & BELOW_CORNER
    file = flags >> EN_PASSANT & 15
    if number & 1 != 0 and file != 0:
        flags ^= (file ^ 9 - file) << EN_PASSANT
    boards = turned(straight, number), turned(diagonal, number), turned(other, number), turned(black, number)
    return state_of(boards, flags)


def canonical(state: State) -> State:
    """The least image of a position; most are out of question by their first word."""
    straight = boards_of(state)[0]
    ways = images(state)
    lowest = state[0]
    for number in range(1, ways):
        lowest = min(lowest, turned(straight, number) & NOT_H8)
    least = state
    for number in range(1, ways):
        if turned(straight, number) & NOT_H8 == lowest:
            least = min(least, image(state, number))
    return least


def class_size(state: State) -> int:
    """How many different images a position has: all ways to turn it, divided by those that leave it alone."""
    ways = images(state)
    same = 0
    for number in range(ways):
        if image(state, number) == state:
            same += 1
    return ways // same
