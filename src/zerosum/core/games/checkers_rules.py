"""The rules of checkers (English draughts) on 8x8, 6x6 or 4x4: men and kings move diagonally and jump to capture.

A state is (Black's pieces, White's pieces, the men among both, side to move), each but the last a set of squares in one
word; pieces that are no men are kings. Only the dark squares count. Two rows of the board and one bit that stays empty
make a group, so that a step in a direction is the same shift from every square, and a step over the side edge arrives
at an empty bit (`.`); on 8x8:

       0   1   2   3         1   2   3   4     Black begins at the top and moves down
     4   5   6   7  .      5   6   7   8
       9  10  11  12         9  10  11  12
    13  14  15  16  .     13  14  15  16
       18  19 ...            17  18 ...
     bits                  numbers of the squares, as people write them

A direction is a number from 0: down to the left, down to the right, up to the left, up to the right. A move says where
it begins, how many pieces it jumps (none for a step), and every direction, the last one in the lowest bits:

    | directions, 2 bits each | jumps, 4 bits | first square, 6 bits |

A chain of jumps is one move and goes on as long as it can. It never jumps a piece twice, and jumped pieces lie on
squares off the edge whose rows are an odd number away from the first: on 8x8 there are 9 of those, which is also the
length of the longest chain. Two ways to jump the same pieces are two moves.

A side that cannot move has lost. There is no count of moves without a capture; a position that occurs again is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from zerosum.core.rules import NO_KEY, Rules

State = tuple[int, int, int, int]

CELL_BITS, JUMP_BITS = 6, 4
"""The bits of the first square and of the number of jumps in a move."""


def bit_of_square(size: int, square: int) -> int:
    """The bit of a dark square, both counted from 0.

    >>> [bit_of_square(8, square) for square in (0, 7, 8, 31)]
    [0, 7, 9, 34]
    """
    return square + square // size


MOST_PIECES = 8
"""The pieces that a key of 8x8 holds; on smaller boards, solved tables pack the words of all states."""


def jumps_of(move: int) -> int:
    """How many pieces a move jumps."""
    return move >> CELL_BITS & (1 << JUMP_BITS) - 1


def path_of(size: int, move: int) -> list[int]:
    """The squares that a piece stands on in the course of a move, the first included; a dark square is its bit."""
    cells, jumps, ways = [move & (1 << CELL_BITS) - 1], jumps_of(move), move >> CELL_BITS + JUMP_BITS
    steps = (size // 2, size // 2 + 1, -(size // 2) - 1, -(size // 2))
    for i in reversed(range(max(1, jumps))):
        cells.append(cells[-1] + steps[ways >> 2 * i & 3] * (2 if jumps else 1))
    return cells


def symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """Where each bit of a set of squares goes: as it is, half a turn, and along both diagonals."""
    places = {}
    for square in range(size * size // 2):
        row = 2 * square // size
        places[row, 2 * square % size + 1 - row % 2] = bit_of_square(size, square)
    last, found = size - 1, []
    for half_turn in (False, True):
        for diagonal in (False, True):
            goes = list(range(max(places.values()) + 1))
            for (row, column), bit in places.items():
                y, x = (column, row) if diagonal else (row, column)
                goes[bit] = places[(last - y, last - x) if half_turn else (y, x)]
            found.append(tuple(goes))
    return tuple(found)


def kings_alone(size: int, one: int, other: int) -> Iterator[State]:
    """The positions of kings alone, `one` of a side and `other` of the other, whoever is to move."""
    bits = [1 << bit_of_square(size, square) for square in range(size * size // 2)]
    for black_count, white_count in {(one, other), (other, one)}:
        for white in combinations(bits, white_count):
            for black in combinations([bit for bit in bits if bit not in white], black_count):
                for side in (0, 1):
                    yield sum(black), sum(white), 0, side


def few_pieces(size: int, most: int) -> Iterator[State]:
    """The positions with at most `most` pieces, at least one for each side, whoever is to move."""
    squares = range(size * size // 2)
    half = size // 2
    for count in range(2, most + 1):
        for places in combinations(squares, count):
            # A man cannot stand on the row where it would be a king.
            choices = ["BW" + "w" * (square >= half) + "b" * (square < len(squares) - half) for square in places]
            for pieces in product(*choices):
                black = white = men = 0
                for square, piece in zip(places, pieces, strict=True):
                    bit = 1 << bit_of_square(size, square)
                    black |= bit * (piece in "bB")
                    white |= bit * (piece in "wW")
                    men |= bit * (piece in "bw")
                if black and white:
                    yield black, white, men, 0
                    yield black, white, men, 1


def rules(size: int) -> Rules:
    """Who moves, what is jumped, and when it ends."""
    half = size // 2
    squares = size * half
    near, far = half, half + 1  # how far the two steps downward go, in bits
    board = sum(1 << bit_of_square(size, square) for square in range(squares))
    most = half * (half - 1)
    top = (1 << half) - 1
    bottom = sum(1 << bit_of_square(size, square) for square in range(squares - half, squares))
    black_men = sum(1 << bit_of_square(size, square) for square in range(most))
    white_men = sum(1 << bit_of_square(size, square) for square in range(squares - most, squares))

    def shifted(cells: int, way: int) -> int:
        """All cells one step on in a direction; the bits beyond the board are still there."""
        if way == 0:
            return cells << near
        if way == 1:
            return cells << far
        return cells >> far if way == 2 else cells >> near

    def to_move(state: State) -> int:
        return state[3]

    def jumpers(state: State) -> int:
        """The pieces of the side to move that can jump."""
        black, white, men, side = state
        empty = board & ~(black | white)
        if side == 0:
            found = black & (white >> near & empty >> 2 * near | white >> far & empty >> 2 * far)
            return found | black & ~men & (white << near & empty << 2 * near | white << far & empty << 2 * far)
        found = white & (black << near & empty << 2 * near | black << far & empty << 2 * far)
        return found | white & ~men & (black >> near & empty >> 2 * near | black >> far & empty >> 2 * far)

    def steppers(state: State) -> int:
        """The pieces of the side to move that have an empty square before them."""
        black, white, men, side = state
        empty = board & ~(black | white)
        down, up = empty >> near | empty >> far, empty << near | empty << far
        return black & (down | ~men & up) if side == 0 else white & (up | ~men & down)

    def ways_to_jump(at: int, theirs: int, free: int, ways: int) -> int:
        """The directions, as a bit set, in which a piece on this square can jump."""
        found = 0
        for way in range(4):
            if ways >> way & 1 and shifted(shifted(at, way) & theirs, way) & free:
                found |= 1 << way
        return found

    def moves(state: State) -> Iterator[int]:
        black, white, men, side = state
        mine, theirs = (black, white) if side == 0 else (white, black)
        forward = 0b0011 if side == 0 else 0b1100
        empty = board & ~(black | white)
        left = jumpers(state)
        if left == 0:
            for way in range(4):
                left = shifted(empty, 3 - way) & (mine if forward >> way & 1 else mine & ~men)
                while left != 0:
                    cell = (left & -left).bit_length() - 1
                    left &= left - 1
                    yield cell | way << CELL_BITS + JUMP_BITS
        while left != 0:
            at = left & -left
            left ^= at
            cell = at.bit_length() - 1
            free = empty | at  # the piece itself does not stand in its own way
            ways = forward if men & at else 0b1111
            path = count = taken = 0
            # The directions that are still to be tried after each jump of the path, four bits each, the last lowest.
            untried = ways_to_jump(at, theirs, free, ways)
            while untried != 0:
                here = untried & 0b1111
                if here == 0:
                    way = path & 3
                    over = shifted(at, 3 - way)
                    at = shifted(over, 3 - way)
                    taken ^= over
                    path >>= 2
                    count -= 1
                    untried >>= 4
                    continue
                lowest = here & -here
                way = lowest.bit_length() - 1
                over = shifted(at, way)
                at = shifted(over, way)
                taken |= over
                path = path << 2 | way
                count += 1
                # A man that arrives at the far row has no way on.
                more = ways_to_jump(at, theirs & ~taken, free, ways)
                if more == 0:
                    yield cell | count << CELL_BITS | path << CELL_BITS + JUMP_BITS
                untried = (untried ^ lowest) << 4 | more

    def play(state: State, move: int) -> State:
        black, white, men, side = state
        first = at = 1 << (move & (1 << CELL_BITS) - 1)
        count = jumps_of(move)
        path = move >> CELL_BITS + JUMP_BITS
        taken = 0
        if count == 0:
            at = shifted(at, path)
        for i in range(count):
            way = path >> 2 * (count - 1 - i) & 3
            over = shifted(at, way)
            taken |= over
            at = shifted(over, way)
        if men & first:
            men |= at & ~(bottom if side == 0 else top)
        men &= ~(first | taken)
        if side == 0:
            return black & ~first | at, white & ~taken, men, 1
        return black & ~taken, white & ~first | at, men, 0

    def is_over(state: State) -> bool:
        return steppers(state) == 0 and jumpers(state) == 0

    def utility(state: State) -> int:
        return 2 * state[3] - 1

    def moved(cells: int, image: tuple[int, ...]) -> int:
        """Squares under a symmetry of the board."""
        found = 0
        while cells != 0:
            found |= 1 << image[(cells & -cells).bit_length() - 1]
            cells &= cells - 1
        return found

    # Men know where is forward. A board of kings alone looks the same after half a turn and along both diagonals.
    images = symmetries(size)

    def canonical(state: State) -> State:
        black, white, men, side = state
        if men != 0:
            return state
        least = white, black
        for image in images:
            least = min(least, (moved(white, image), moved(black, image)))
        return least[1], least[0], 0, side

    def class_size(state: State) -> int:
        unchanged = 0
        for image in images:
            if moved(state[0], image) == state[0] and moved(state[1], image) == state[1]:
                unchanged += 1
        return 1 if state[2] != 0 else len(images) // unchanged

    # A key holds up to eight pieces, each by its square, colour and kind, and then the side to move:
    # | 1 | ... | square, 5 bits | 1 for White | 1 for a man | side |
    def key(state: State) -> int:
        black, white, men, side = state
        left = black | white
        if left.bit_count() > MOST_PIECES:
            return NO_KEY
        number = 1
        while left != 0:
            piece = left & -left
            left ^= piece
            bit = piece.bit_length() - 1
            number = number << 7 | (bit - bit // (size + 1)) << 2
            if white & piece:
                number |= 2
            if men & piece:
                number |= 1
        return number << 1 | side

    def from_key(number: int) -> State:
        black, white, men, side = 0, 0, 0, number & 1
        number >>= 1
        while number > 1:
            square = number >> 2 & 31
            piece = 1 << square + square // size
            if number & 2:
                white |= piece
            else:
                black |= piece
            if number & 1:
                men |= piece
            number >>= 7
        return black, white, men, side

    # What a square adds to the worth of a man of Black's: rows towards the far edge, the row that keeps others from
    # getting a king, and the middle columns. A man of White's counts on the square opposite.
    rows = tuple(sum(1 << bit_of_square(size, half * row + i) for i in range(half)) for row in range(size))
    middle = sum(
        1 << bit_of_square(size, half * row + i)
        for row in range(1, size - 1)
        for i in range(half)
        if size // 4 <= 2 * i + 1 - row % 2 < size - size // 4
    )

    def men_worth(black_men: int, white_men: int) -> int:
        """What the squares of the men are worth, Black's less White's."""
        worth = 0
        for row in range(size):
            worth += 3 * row * ((black_men & rows[row]).bit_count() - (white_men & rows[size - 1 - row]).bit_count())
        worth += 12 * ((black_men & rows[0]).bit_count() - (white_men & rows[size - 1]).bit_count())
        return worth + 4 * ((black_men & middle).bit_count() - (white_men & middle).bit_count())

    def estimate(state: State) -> int:
        black, white, men, _ = state
        empty = board & ~(black | white)
        material = 100 * (black.bit_count() - white.bit_count())
        material += 40 * ((black & ~men).bit_count() - (white & ~men).bit_count())
        # Exchanges help the side that is ahead: the same difference counts more between fewer pieces.
        material += material * (2 * most - (black | white).bit_count()) // (4 * most)
        choice = 0
        for way in range(4):
            near_empty = shifted(empty, 3 - way)
            choice += (near_empty & (black if way < 2 else black & ~men)).bit_count()
            choice -= (near_empty & (white if way >= 2 else white & ~men)).bit_count()
        centre = (black & ~men & middle).bit_count() - (white & ~men & middle).bit_count()
        return material + men_worth(black & men, white & men) + 2 * choice + 8 * centre

    def noisy(state: State, move: int) -> bool:
        return jumps_of(move) > 0

    return Rules(
        start=(black_men, white_men, black_men | white_men, 0),
        to_move=to_move,
        moves=moves,
        play=play,
        is_over=is_over,
        utility=utility,
        estimate=estimate,
        canonical=canonical,
        class_size=class_size,
        gains_images=True,
        key=key if size == 8 else None,
        from_key=from_key if size == 8 else None,
        noisy=noisy,
        repeats=True,
    )
