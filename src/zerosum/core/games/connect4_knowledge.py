"""Knowledge about Connect Four beyond its rules: threats, safe moves, and the follow-up argument.

Cells are numbered as in the rules, column by column from the bottom, with a guard cell on top of each. A
threat is an empty cell that would complete a line. "Playable" is the lowest empty cell of a column.

The follow-up argument (J. D. Allen and V. Allis, 1988, in a wider form): let A be to move, and let B answer
every move in the same column as long as A plays in columns with an even number of empty cells. Then A gets
the cells of one parity there and B the others:

    6  B B .        Columns with an odd number are taken in pairs: when A plays in one, B plays in another, and
    5  A A .        afterwards both are even. So A gets the playable cells of the odd columns at most, and in
    4  B B B .      every column the cells that lie an even number of rows below the top row. A column is
    3  A A A .      unsafe for A when the cell above its playable one is a threat of B: whenever A plays
    2  X B O B      there, B wins on top of it, unless A's move wins itself.
    1  O X X X

If no line of A fits into what A has and can get, A does not win. If, besides, there is an unsafe column or B
gets a line, A loses: at the latest when the columns that A may use are full.
"""

from __future__ import annotations

from collections.abc import Callable

from zerosum.core.rules import NO_WIN, NOTHING_KNOWN, Knowledge

State = tuple[int, int, int]

THREAT, GOOD_THREAT, CENTRE = 8, 2, 1
"""The weights of a threat, of a threat in a row of the right parity, and of a step towards the centre."""


def knowledge(width: int, height: int, key: Callable[[State], int] | None) -> Knowledge:
    """The knowledge for a board of this size; `key` packs a state, with one field of bits for each column."""
    stride = height + 1
    column = (1 << height) - 1
    field = (1 << stride) - 1
    bottom = sum(1 << stride * x for x in range(width))
    board = bottom * column
    rising, falling = stride + 1, stride - 1
    has_sideways = width > 3
    """Whether any line but a vertical one fits. Where none does, a column may be so high that shifts by its height
    exceed a machine word."""
    follower_starts = bottom * sum(1 << y for y in range(height) if (height - y) % 2 == 0)
    """The cells that A gets in columns where B follows: those with an even number of cells from there up."""
    odd_rows = bottom * sum(1 << y for y in range(0, height, 2))
    good_rows = odd_rows, board & ~odd_rows
    """Rows 1, 3, 5 for the first player and 2, 4, 6 for the second: there a threat comes true in zugzwang."""

    def threats(discs: int, empty: int) -> int:
        """The empty cells that would complete a line of these discs."""
        found = discs << 1 & discs << 2 & discs << 3
        if not has_sideways:
            return found & empty
        pair = discs << stride & discs << 2 * stride
        found |= pair & (discs << 3 * stride | discs >> stride)
        pair = discs >> stride & discs >> 2 * stride
        found |= pair & (discs << stride | discs >> 3 * stride)
        pair = discs << rising & discs << 2 * rising
        found |= pair & (discs << 3 * rising | discs >> rising)
        pair = discs >> rising & discs >> 2 * rising
        found |= pair & (discs << rising | discs >> 3 * rising)
        pair = discs << falling & discs << 2 * falling
        found |= pair & (discs << 3 * falling | discs >> falling)
        pair = discs >> falling & discs >> 2 * falling
        found |= pair & (discs << falling | discs >> 3 * falling)
        return found & empty

    def lines(cells: int) -> int:
        """The lowest cell of each line that lies within these cells, in any direction: 0 when there is none."""
        pair = cells & cells >> 1
        found = pair & pair >> 2
        if not has_sideways:
            return found
        pair = cells & cells >> stride
        found |= pair & pair >> 2 * stride
        pair = cells & cells >> rising
        found |= pair & pair >> 2 * rising
        pair = cells & cells >> falling
        return found | pair & pair >> 2 * falling

    def as_moves(cells: int) -> int:
        """The columns of these cells, as a set of moves."""
        found = 0
        for x in range(width):
            found |= (1 if cells & column << stride * x else 0) << x
        return found

    def safe_cells(mover: int, other: int) -> int:
        """The cells where the side to move may play without losing at once."""
        discs = mover | other
        playable = discs + bottom & board
        dangers = threats(other, board & ~discs)
        forced = playable & dangers
        if forced:
            playable = forced if forced & forced - 1 == 0 else 0
        return playable & ~(dangers >> 1)

    def wins(state: State) -> int:
        discs = state[0] | state[1]
        return as_moves(threats(state[0], board & ~discs) & discs + bottom)

    def safe(state: State) -> int:
        return as_moves(safe_cells(state[0], state[1]))

    def plies_left(state: State) -> int:
        return width * height - (state[0] | state[1]).bit_count()

    def ceiling(state: State) -> int:
        mover, other, _ = state
        discs = mover | other
        usable = safe_cells(mover, other)
        odd = usable & ~follower_starts
        if odd.bit_count() & 1:
            return NOTHING_KNOWN
        unsafe = (discs + bottom & board) & ~usable
        empty = board & ~discs
        rest = unsafe
        while rest:
            cell = rest & -rest
            empty &= ~(column << stride * ((cell.bit_length() - 1) // stride))
            rest ^= cell
        if lines(mover | empty & follower_starts | unsafe | odd):
            return NOTHING_KNOWN
        plies = empty.bit_count()
        if lines(other | empty & ~follower_starts & ~odd):
            return -plies
        return -plies - 2 if unsafe else NO_WIN

    def promise(state: State, move: int) -> int:
        mover, other, side = state
        found = threats(other, board & ~(mover | other))
        good = found & good_rows[1 - side]
        off_centre = abs(2 * move - width + 1) // 2
        return THREAT * found.bit_count() + GOOD_THREAT * good.bit_count() - CENTRE * off_centre

    def place(state: State, move: int) -> int:
        discs = (state[0] | state[1]) >> stride * move & column
        return stride * move + discs.bit_count()

    def folding(packed: Callable[[State], int]) -> Callable[[State], int]:
        def fold(state: State) -> int:
            """The smaller of the keys of the position and of its mirror image."""
            own = packed(state)
            image = 0
            for x in range(width):
                image |= (own >> stride * x & field) << stride * (width - 1 - x)
            return min(own, image)

        return fold

    return Knowledge(
        wins=wins,
        safe=safe,
        plies_left=plies_left,
        ceiling=ceiling,
        promise=promise,
        place=place,
        fold=None if key is None else folding(key),
    )
