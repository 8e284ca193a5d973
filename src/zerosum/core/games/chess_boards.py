"""The state of a chess game as boards of 64 bits, and what pieces attack on them.

Squares are numbered from a1 = 0 along the ranks to h8 = 63, and bit s of a board is square s. Four boards say what
stands where (a "quad bitboard"), three of them the kind and one the colour:

                 pawn  knight  bishop  rook  queen  king
    straight            x              x      x             moves along ranks and files, or is a knight
    diagonal                    x             x      x      moves along diagonals, or is a king
    other         x     x                            x      is no bishop, rook or queen
    black                                                   whose it is; a square of none of the three is empty

A state is (straight, diagonal, other, black, flags). Its words have 63 bits, so that the bits of h8 are in the flags:

      19 .. 16     15 .. 9       8 .. 5               4 .. 1      0
    | h8         | fifty-move  | en passant         | castling  | side    |
    | b, o, d, s | counter     | file + 1, or 0     | q, k, Q, K | to move |

The counter counts the plies since the last capture or pawn move. The file of an en passant capture is there only where
such a capture is legal, so that two states that differ in nothing but the counter are the same position (FIDE Laws of
Chess, 9.2).

A board has 64 bits: it is not negative in Python, and a word with a sign in machine code. Everything here is right for
both: before a shift to the left, or after one to the right, a mask takes away what would be lost or would be copies of
the sign; boards are only compared with 0; and no constant has bit 63.
"""

from __future__ import annotations

State = tuple[int, int, int, int, int]
Boards = tuple[int, int, int, int]

A_FILE = 0x0101010101010101
RANK_1, RANK_3, RANK_6 = 0xFF, 0xFF << 16, 0xFF << 40
NOT_H = 0x7F7F7F7F7F7F7F7F
"""All files but h; shifted by one, all but a."""
NOT_RANK_8 = 0x00FFFFFFFFFFFFFF
NOT_H8 = 0x7FFFFFFFFFFFFFFF
H8 = 63

SIDE, CASTLING, EN_PASSANT, COUNTER, CORNER = 0, 1, 5, 9, 16
"""Where the flags begin."""

WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 2, 4, 8, 16
"""The flags of castling."""

NORTH, EAST = 8, 1
NORTH_EAST, NORTH_WEST = 9, 7
INNER_NORTH_EAST = NOT_H & NOT_RANK_8
"""Where a step to the north-east stays on the board; where a step to the south-west ends."""
INNER_NORTH_WEST = NOT_RANK_8 & ~A_FILE
"""The same for north-west and south-east."""


def boards_of(state: State) -> Boards:
    """The four boards of a state, with the corner h8."""
    straight, diagonal, other, black, flags = state
    return (
        straight | (flags >> CORNER & 1) << H8,
        diagonal | (flags >> CORNER + 1 & 1) << H8,
        other | (flags >> CORNER + 2 & 1) << H8,
        black | (flags >> CORNER + 3 & 1) << H8,
    )


def state_of(boards: Boards, flags: int) -> State:
    """The state with these boards; the flags are those below the corner."""
    straight, diagonal, other, black = boards
    corner = straight >> H8 & 1 | (diagonal >> H8 & 1) << 1 | (other >> H8 & 1) << 2 | (black >> H8 & 1) << 3
    return straight & NOT_H8, diagonal & NOT_H8, other & NOT_H8, black & NOT_H8, flags | corner << CORNER


def full() -> int:
    """All squares: no constant, since it has bit 63."""
    return A_FILE | NOT_H << 1


def count(board: int) -> int:
    """How many squares are set."""
    return (board & NOT_H8).bit_count() + (board >> H8 & 1)


def lowest(board: int) -> int:
    """The number of the lowest square that is set."""
    return (board & -board).bit_length() - 1


def up(pieces: int, free: int, step: int, inner: int) -> int:
    """The squares that sliders attack by steps to higher squares: over the free ones, to the first that is not free.

    `inner` are the squares from which a step stays on the board. Kogge-Stone fill: one, two, then four steps at once.
    """
    free &= inner << step
    pieces |= free & pieces << step
    free &= free << step
    pieces |= free & pieces << 2 * step
    free &= free << 2 * step
    pieces |= free & pieces << 4 * step
    return (pieces & inner) << step


def down(pieces: int, free: int, step: int, inner: int) -> int:
    """The same by steps to lower squares; `inner` are the squares on which a step can end."""
    free &= inner
    pieces |= free & pieces >> step
    free &= free >> step
    pieces |= free & pieces >> 2 * step
    free &= free >> 2 * step
    pieces |= free & pieces >> 4 * step
    return pieces >> step & inner


def straight_attacks(pieces: int, free: int) -> int:
    """What rooks attack."""
    return (
        up(pieces, free, NORTH, NOT_RANK_8)
        | down(pieces, free, NORTH, NOT_RANK_8)
        | up(pieces, free, EAST, NOT_H)
        | down(pieces, free, EAST, NOT_H)
    )


def diagonal_attacks(pieces: int, free: int) -> int:
    """What bishops attack."""
    return (
        up(pieces, free, NORTH_EAST, INNER_NORTH_EAST)
        | down(pieces, free, NORTH_EAST, INNER_NORTH_EAST)
        | up(pieces, free, NORTH_WEST, INNER_NORTH_WEST)
        | down(pieces, free, NORTH_WEST, INNER_NORTH_WEST)
    )


def king_attacks(pieces: int) -> int:
    """What kings attack: the three squares of a rank, taken one rank up and one down."""
    sideways = (pieces & NOT_H) << 1 | pieces >> 1 & NOT_H
    row = pieces | sideways
    return sideways | (row & NOT_RANK_8) << 8 | row >> 8 & NOT_RANK_8


def knight_attacks(pieces: int) -> int:
    """What knights attack."""
    one = (pieces & NOT_H) << 1 | pieces >> 1 & NOT_H
    right = ((pieces & NOT_H) << 1 & NOT_H) << 1
    two = right | (pieces >> 1 & NOT_H) >> 1 & NOT_H
    upper = (two & NOT_RANK_8) << 8 | ((one & NOT_RANK_8) << 8 & NOT_RANK_8) << 8
    return upper | two >> 8 & NOT_RANK_8 | (one >> 8 & NOT_RANK_8) >> 8


def pawn_attacks(pawns: int, side: int) -> int:
    """What the pawns of a side attack."""
    if side == 0:
        return (pawns & INNER_NORTH_EAST) << NORTH_EAST | (pawns & INNER_NORTH_WEST) << NORTH_WEST
    return pawns >> NORTH_EAST & INNER_NORTH_EAST | pawns >> NORTH_WEST & INNER_NORTH_WEST


def pawn_steps(pawns: int, side: int) -> int:
    """The squares in front of the pawns of a side."""
    return (pawns & NOT_RANK_8) << 8 if side == 0 else pawns >> 8 & NOT_RANK_8


def attackers(boards: Boards, square: int, by: int) -> int:
    """The pieces of a side that attack a square, given as a board of one bit."""
    straight, diagonal, other, black = boards
    occupied = straight | diagonal | other
    free = full() ^ occupied
    theirs = black if by == 1 else occupied ^ black
    return theirs & (
        straight_attacks(square, free) & straight & ~other
        | diagonal_attacks(square, free) & diagonal & ~other
        | knight_attacks(square) & straight & other
        | king_attacks(square) & diagonal & other
        | pawn_attacks(square, 1 - by) & other & ~straight & ~diagonal
    )


def is_check(boards: Boards, side: int) -> bool:
    """Whether the king of a side is attacked."""
    _, diagonal, other, black = boards
    kings = diagonal & other
    return attackers(boards, kings & black if side == 1 else kings & ~black, 1 - side) != 0
