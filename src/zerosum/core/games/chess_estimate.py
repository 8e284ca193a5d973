"""What a chess position looks like before the moves are searched: hundredths of a pawn, for White.

Both sides are valued by the same function, Black on a board turned upside down. There are two sums, one for the
middlegame and one for the endgame, mixed by how many pieces are left ("tapered evaluation"). Where pieces stand counts
by sets of squares, each with a weight, so that there is no loop over pieces.
"""

from __future__ import annotations

from zerosum.core.games.chess_boards import (
    EAST,
    INNER_NORTH_EAST,
    INNER_NORTH_WEST,
    NORTH,
    NOT_H,
    NOT_RANK_8,
    RANK_1,
    State,
    boards_of,
    count,
    diagonal_attacks,
    down,
    full,
    king_attacks,
    knight_attacks,
    pawn_attacks,
    straight_attacks,
    up,
)
from zerosum.core.games.chess_symmetry import flipped

# The values of a pawn, a knight, a bishop, a rook and a queen; they and the bonuses are pairs (middlegame, endgame).
PAWN, KNIGHT, BISHOP, ROOK, QUEEN = (90, 110), (325, 300), (335, 315), (480, 530), (960, 980)

ADVANCED = ((0, 0), (2, 4), (8, 10), (16, 24), (28, 45), (45, 80))
"""For pawns on the second to the seventh rank."""
PASSED = ((4, 10), (4, 14), (10, 28), (22, 50), (45, 85), (70, 130))
"""The same for pawns that no pawn of the other side can stop any more."""

CENTRE = 0x0000001818000000
"""The four squares in the middle; then those around them, and then those around these."""
MIDDLE = 0x00003C3C3C3C0000
INNER = 0x007E7E7E7E7E7E00

MOST_PIECES = 24
"""The phase of a full board: one for each knight and bishop, two for a rook, four for a queen."""


def beside(board: int) -> int:
    """The squares to the left and to the right."""
    return (board & NOT_H) << 1 | board >> 1 & NOT_H


def side_sums(
    pawns: int, knights: int, bishops: int, rooks: int, king: int, their_pawns: int, their_king: int, free: int
) -> tuple[int, int]:
    """The sums for the middlegame and the endgame of a side that plays up the board.

    Bishops and rooks come with the queens in both; the pawns and the king of the other side, and the free squares.
    """
    queens = bishops & rooks
    bishops, rooks = bishops & ~queens, rooks & ~queens
    everywhere = full()
    mid = end = 0
    number = count(pawns)
    mid, end = mid + number * PAWN[0], end + number * PAWN[1]
    number = count(knights)
    mid, end = mid + number * KNIGHT[0], end + number * KNIGHT[1]
    number = count(bishops)
    mid, end = mid + number * BISHOP[0], end + number * BISHOP[1]
    if number >= 2:
        mid, end = mid + 28, end + 45
    number = count(rooks)
    mid, end = mid + number * ROOK[0], end + number * ROOK[1]
    number = count(queens)
    mid, end = mid + number * QUEEN[0], end + number * QUEEN[1]

    # Pawns: how far they are, and whether they are passed, protected, isolated or doubled.
    stopped = down(their_pawns, everywhere, NORTH, NOT_RANK_8)
    passed = pawns & ~(stopped | beside(stopped))
    for step in range(6):
        rank = RANK_1 << 8 * (step + 1)
        number = count(pawns & rank)
        mid, end = mid + number * ADVANCED[step][0], end + number * ADVANCED[step][1]
        number = count(passed & rank)
        mid, end = mid + number * PASSED[step][0], end + number * PASSED[step][1]
    files = pawns | up(pawns, everywhere, NORTH, NOT_RANK_8) | down(pawns, everywhere, NORTH, NOT_RANK_8)
    number = count(pawns & pawn_attacks(pawns, 0))
    mid, end = mid + 8 * number, end + 6 * number
    number = count(pawns & ~beside(files))
    mid, end = mid - 12 * number, end - 14 * number
    number = count(pawns & up(pawns, everywhere, NORTH, NOT_RANK_8))
    mid, end = mid - 8 * number, end - 20 * number
    mid += 12 * count(pawns & CENTRE)

    # Pieces: towards the middle, with many squares to go to; rooks on files without own pawns and on the seventh rank.
    number = count(knights & CENTRE) + 2 * count(knights & MIDDLE) + 2 * count(knights & INNER)
    mid, end = mid + 8 * number, end + 7 * number
    number = count(bishops & MIDDLE) + count(bishops & INNER)
    mid, end = mid + 8 * number, end + 5 * number
    number = count(queens & MIDDLE)
    mid, end = mid + 2 * number, end + 8 * number
    mid -= 14 * count((knights | bishops) & RANK_1)
    number = count(rooks & ~files)
    mid, end = mid + 14 * number, end + 8 * number
    their_files = stopped | up(their_pawns, everywhere, NORTH, NOT_RANK_8) | their_pawns
    number = count(rooks & ~files & ~their_files)
    mid, end = mid + 12 * number, end + 6 * number
    number = count(rooks & RANK_1 << 48)
    mid, end = mid + 14 * number, end + 20 * number

    guarded = down(their_pawns, 0, NORTH + EAST, INNER_NORTH_EAST) | down(
        their_pawns, 0, NORTH - EAST, INNER_NORTH_WEST
    )
    safe = ~(guarded | pawns | king)
    by_knights, by_bishops = knight_attacks(knights), diagonal_attacks(bishops, free)
    by_rooks = straight_attacks(rooks, free)
    by_queens = diagonal_attacks(queens, free) | straight_attacks(queens, free)
    number = count(by_knights & safe)
    mid, end = mid + 4 * number, end + 3 * number
    number = count(by_bishops & safe)
    mid, end = mid + 4 * number, end + 4 * number
    number = count(by_rooks & safe)
    mid, end = mid + 2 * number, end + 4 * number
    number = count(by_queens & safe)
    mid, end = mid + number, end + 2 * number

    # Kings: behind pawns in the middlegame, in the middle of the board in the endgame; and attacks on the other one.
    near = king | king_attacks(king)
    mid += 10 * count(pawns & (near | (near & NOT_RANK_8) << 8))
    mid -= 24 * count(king & ~(RANK_1 | RANK_1 << 8)) + 14 * count(king & 0x3838) + 18 * count(king & ~files)
    end += 10 * count(king & INNER) + 12 * count(king & MIDDLE) + 8 * count(king & CENTRE)
    zone = their_king | king_attacks(their_king)
    mid += 6 * (count(zone & by_knights) + count(zone & by_bishops) + count(zone & by_rooks))
    mid += 8 * count(zone & by_queens)
    return mid, end


def estimate(state: State) -> int:
    """The estimate of a position, in hundredths of a pawn, for White."""
    straight, diagonal, other, black = boards_of(state)
    occupied = straight | diagonal | other
    white = occupied ^ black
    free = full() ^ occupied
    pawns, knights, kings = other & ~straight & ~diagonal, straight & other, diagonal & other
    rooks, bishops = straight & ~other, diagonal & ~other
    ours = side_sums(
        pawns & white,
        knights & white,
        bishops & white,
        rooks & white,
        kings & white,
        pawns & black,
        kings & black,
        free,
    )
    theirs = side_sums(
        flipped(pawns & black),
        flipped(knights & black),
        flipped(bishops & black),
        flipped(rooks & black),
        flipped(kings & black),
        flipped(pawns & white),
        flipped(kings & white),
        flipped(free),
    )
    # A queen is in both sets, so that it counts 1 + 2 and the rest is added.
    phase = count(knights) + count(bishops) + 2 * count(rooks) + count(bishops & rooks)
    phase = min(phase, MOST_PIECES)
    total = (ours[0] - theirs[0]) * phase + (ours[1] - theirs[1]) * (MOST_PIECES - phase)
    return total // MOST_PIECES if total >= 0 else -(-total // MOST_PIECES)
