"""The rules of backgammon: who moves, which steps are legal, and what the end is worth.

Each side counts the points from its own end: its checkers go from 24 to 1, and from there off the board. 25 is its bar.
Point p of one side is point 25 - p of the other.

A state is (low, high of the first side, low, high of the second side, side, dice). `low` and `high` hold the number of
checkers on each point in binary, one bit set for each binary digit, so that a question about all points is one
operation ("bit-sliced" counters):

    low   bits 0-25  ones of the points 0-25     bits 32-57  twos
    high  bits 0-25  fours                       bits 32-57  eights

`dice` are the dice that are left to play, one octal digit each, the greater one first: 0o31, or 0o6666 after a double
six. 0 stands for dice that are about to be rolled, and `OPENING` for the first roll of a game. It is never a double: in
a real game each side rolls one die, and again if they are equal; the side with the greater one plays both. Here that
side is always the first one.

One move is one checker by one die: its point, and 26 more if it moves by the smaller of two different dice. Only steps
that belong to a longest play are legal, and steps by the greater die where only one of the dice can be played. `PASS`
is the only move where no step is. A turn ends as soon as no die that is left can be played.
"""

from __future__ import annotations

from collections.abc import Callable

from zerosum.core.rules import CHANCE, Rules

State = tuple[int, int, int, int, int, int]
Checkers = tuple[int, int]
"""The checkers of one side: low and high."""

CHECKERS = 15
BAR = 25
HOME = 6
PASS = 0
SMALLER = 26
"""What a move by the smaller of two dice adds to the point."""

OPENING = 7
"""Stands for the dice before the first roll: no die has this face."""

EACH = (1 << 26) - 1
"""One bit set: all points."""

TWOS = 32
"""Where the second bit set of `low` and `high` begins."""

OUTSIDE = EACH ^ ((1 << HOME + 1) - 1)
"""The points outside of a side's home board, and the bar."""

ROLLS = sum(1 << 6 * (high - 1) + low - 1 for high in range(1, 7) for low in range(1, high + 1))
"""The outcomes of a roll: bit 6 (high - 1) + low - 1."""

DOUBLES = sum(1 << 7 * face for face in range(6))


def held(low: int, high: int) -> int:
    """The points on which a side has a checker, the bar included."""
    every = low | high
    return (every | every >> TWOS) & EACH


def made(low: int, high: int) -> int:
    """The points on which a side has two checkers at least."""
    return (low >> TWOS | high | high >> TWOS) & EACH


def count_at(low: int, high: int, point: int) -> int:
    """How many checkers a side has on a point."""
    return (low >> point & 1) + 2 * (low >> TWOS + point & 1) + 4 * (high >> point & 1) + 8 * (high >> TWOS + point & 1)


def changed(low: int, high: int, point: int, by: int) -> Checkers:
    """The checkers of a side with `by` more on a point."""
    count = count_at(low, high, point)
    flips = count ^ (count + by)
    return (
        low ^ ((flips & 1) << point | (flips >> 1 & 1) << TWOS + point),
        high ^ ((flips >> 2 & 1) << point | (flips >> 3 & 1) << TWOS + point),
    )


def mirrored(points: int) -> int:
    """A set of points as the other side counts them: bit p becomes bit 25 - p. Reverses 32 bits by halves."""
    points = (points & 0xFFFF) << 16 | points >> 16
    points = (points & 0x00FF00FF) << 8 | points >> 8 & 0x00FF00FF
    points = (points & 0x0F0F0F0F) << 4 | points >> 4 & 0x0F0F0F0F
    points = (points & 0x33333333) << 2 | points >> 2 & 0x33333333
    points = (points & 0x55555555) << 1 | points >> 1 & 0x55555555
    return points >> 6


def sources(low: int, high: int, blocked: int, die: int) -> int:
    """The points from which a checker can move by this die; `blocked` are the points that the other side has made."""
    points = held(low, high)
    if points >> BAR:
        return 0 if blocked >> (BAR - die) & 1 else 1 << BAR
    beyond = EACH ^ ((1 << die + 1) - 1)  # the points from which this die does not lead off the board
    steps = points & beyond & ~(blocked << die)
    if points & OUTSIDE:
        return steps
    if points & beyond:
        return steps | points & 1 << die
    # Nothing is as far as the die goes, or farther: the farthest checker may go off.
    point = die
    while not points >> point & 1:
        point -= 1
    return 1 << point


def blocked_by(low: int, high: int) -> int:
    """The points on which the other side cannot land, as that one counts them; nobody can block a bar."""
    return mirrored(made(low, high) & ~(1 << BAR))


def stepped(low: int, high: int, other_low: int, other_high: int, point: int, die: int) -> tuple[int, int, int, int]:
    """The checkers of the side that moves one of them, and those of the other side, which may be hit."""
    low, high = changed(low, high, point, -1)
    target = point - die
    if target > 0:
        low, high = changed(low, high, target, 1)
        if held(other_low, other_high) >> (BAR - target) & 1:
            other_low, other_high = changed(other_low, other_high, BAR - target, -1)
            other_low, other_high = changed(other_low, other_high, BAR, 1)
    return low, high, other_low, other_high


def steps(low: int, high: int, other_low: int, other_high: int, dice: int) -> int:
    """The legal moves of a side with these dice: its steps, or `PASS`."""
    blocked = blocked_by(other_low, other_high)
    if not is_mixed(dice):
        # Steps by one face can be made in any order, so that all of them belong to a longest play.
        return sources(low, high, blocked, dice & 7) or 1 << PASS
    great, small = dice >> 3, dice & 7
    by_great, by_small = sources(low, high, blocked, great), sources(low, high, blocked, small)
    # The farthest checker bears off by either die, and the next one by the other: only one of them is a move.
    by_small &= ~(by_great & ((1 << small + 1) - 1))
    first_great = followed(low, high, other_low, other_high, by_great, great, by_small, small)
    first_small = followed(low, high, other_low, other_high, by_small, small, by_great, great)
    if first_great | first_small:
        return first_great | first_small << SMALLER
    return by_great or by_small << SMALLER or 1 << PASS


def followed(
    low: int, high: int, other_low: int, other_high: int, firsts: int, die: int, others: int, next_die: int
) -> int:
    """Those of the first steps by a die after which the other die can be played too."""
    kept = 0
    for point in range(1, BAR + 1):
        if firsts >> point & 1:
            if others & ~(1 << point):
                # Another checker can move by the other die, and still can after this step.
                kept |= 1 << point
            else:
                low_1, high_1, low_2, high_2 = stepped(low, high, other_low, other_high, point, die)
                if sources_or_none(low_1, high_1, blocked_by(low_2, high_2), next_die):
                    kept |= 1 << point
    return kept


def sources_or_none(low: int, high: int, blocked: int, die: int) -> int:
    """As `sources`; nothing where all checkers are off."""
    return sources(low, high, blocked, die) if low | high else 0


def is_mixed(dice: int) -> bool:
    """Whether two different dice are left."""
    return dice > 7 and dice & 7 != dice >> 3 & 7


def dice_left(dice: int, move: int) -> int:
    """The dice that are left after this step."""
    return dice & 7 if is_mixed(dice) and move < SMALLER else dice >> 3


def die_of(dice: int, move: int) -> int:
    """The die by which this step moves."""
    return dice >> 3 if is_mixed(dice) and move < SMALLER else dice & 7


def rules(start: State, estimate: Callable[[State], int], *, counts_gammons: bool) -> Rules:
    """Who moves, which steps are legal, and what the end is worth."""

    def to_move(state: State) -> int:
        return CHANCE if state[5] == 0 or state[5] == OPENING else state[4]

    def moves(state: State) -> int:
        low, high, other_low, other_high, side, dice = state
        if dice == 0:
            return ROLLS
        if dice == OPENING:
            return ROLLS & ~DOUBLES
        if side == 0:
            return steps(low, high, other_low, other_high, dice)
        return steps(other_low, other_high, low, high, dice)

    def odds(state: State, move: int) -> int:
        return 1 if move % 7 == 0 else 2

    def play(state: State, move: int) -> State:
        low, high, other_low, other_high, side, dice = state
        if dice == 0 or dice == OPENING:
            great, small = move // 6 + 1, move % 6 + 1
            rolled = great << 3 | small
            return low, high, other_low, other_high, side, rolled << 6 | rolled if great == small else rolled
        if move == PASS:
            return low, high, other_low, other_high, 1 - side, 0
        point = move - SMALLER if move >= SMALLER else move
        die, left = die_of(dice, move), dice_left(dice, move)
        if side == 0:
            low, high, other_low, other_high = stepped(low, high, other_low, other_high, point, die)
            if left and not sources_or_none(low, high, blocked_by(other_low, other_high), left & 7):
                left = 0
        else:
            other_low, other_high, low, high = stepped(other_low, other_high, low, high, point, die)
            if left and not sources_or_none(other_low, other_high, blocked_by(low, high), left & 7):
                left = 0
        return low, high, other_low, other_high, side if left else 1 - side, left

    def is_over(state: State) -> bool:
        return state[0] | state[1] == 0 or state[2] | state[3] == 0

    def utility(state: State) -> int:
        low, high, other_low, other_high, _, _ = state
        if low | high == 0:
            return worth(other_low, other_high)
        return -worth(low, high)

    def worth(low: int, high: int) -> int:
        """What a loss with these checkers left costs: 2 if none is off, 3 if one is even in the winner's home."""
        if not counts_gammons or number_of(low, high) < CHECKERS:
            return 1
        return 3 if held(low, high) >> 25 - HOME else 2

    return Rules(start, to_move, moves, play, is_over, utility, odds=odds, estimate=estimate)


def number_of(low: int, high: int) -> int:
    """How many checkers a side has on the board and the bar."""
    total = 0
    for point in range(1, BAR + 1):
        total += count_at(low, high, point)
    return total
