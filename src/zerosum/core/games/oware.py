"""Oware with a given number of houses for each side and of seeds in each: sow, capture twos and threes, feed the other.

The variant (abapa): sowing goes counter-clockwise through all houses but the one it began in. When the last seed makes
two or three in a house of the other side, these are captured, and so are the twos and threes right before it; a move
that would capture all seeds of the other side captures none. A side that can must leave the other side a seed to move
with. When the side to move has no move, each side takes the seeds in its own houses. A game that comes back to a
position it was in ends in the same way.

A state is (mover's word, other's word, side to move), laid out as in `kalah.py`: houses from the own left to the right,
then the captured seeds.
"""

from __future__ import annotations

from zerosum.core.game import Game
from zerosum.core.games.kalah import SIDES, State, field_bits, refuse_bad_size, text
from zerosum.core.rules import Example, Rules

EXAMPLES = (
    Example("Sow counter-clockwise: one seed into each pit that follows.", "oware:6x4", "", "4"),
    Example(
        "A last seed that makes two or three captures them, and the twos and threes right before.",
        "oware:6x4",
        "1,0,5,0,4,3,10/1,2,1,5,4,4,8:S",
        "6",
    ),
    Example("If your opponent has no seeds, you must give some.", "oware:6x4", "1,0,0,0,3,0,20/0,0,0,0,0,0,24:S", "5"),
)
"""What the rules allow, move by move."""


def oware(houses: int = 6, seeds: int = 4, *, count_from: int = 1) -> Game:
    """Oware with this number of houses on each side and of seeds in each house."""
    refuse_bad_size("Oware", houses, seeds)
    return Game(
        name=f"Oware {houses}x{seeds}",
        spec=f"oware:{houses}x{seeds}",
        rules=rules(houses, seeds),
        text=text(houses, seeds, count_from, goes_on_when_empty=True, sows_stores=False),
        sides=SIDES,
        margin=True,
        unit="seeds",
        examples=EXAMPLES,
        about="Take all seeds of one of your pits and sow them counter-clockwise, one in each other pit. A last seed\n"
        "that makes two or three in a pit of your opponent captures them, and the twos and threes right before,\n"
        "but never all of them. If your opponent has no seeds, you must give some. When you cannot move, or a\n"
        "position comes up again, each takes the seeds in their own pits; most seeds win.",
    )


def rules(houses: int, seeds: int) -> Rules:
    """Who moves, how seeds travel, and when it ends."""
    bits = field_bits(houses, seeds)
    field = (1 << bits) - 1
    store = bits * houses
    all_houses = (1 << store) - 1
    start_word = sum(seeds << bits * house for house in range(houses))

    def to_move(state: State) -> int:
        return state[2]

    def moves(state: State) -> int:
        must_feed = state[1] & all_houses == 0
        found = 0
        for house in range(houses):
            sown = state[0] >> bits * house & field
            if sown >= (houses - house if must_feed else 1):
                found |= 1 << house
        return found

    def gathered(word: int) -> int:
        """All seeds of a side, in its houses and captured."""
        total = word >> store
        for house in range(houses):
            total += word >> bits * house & field
        return total

    def play(state: State, move: int) -> State:
        mine, theirs, side = state
        sown = mine >> bits * move & field
        mine -= sown << bits * move
        place = move
        for _ in range(sown):
            # Places 0 to houses - 1 are mine, the others are the other side's; a round leaves out where it began.
            place = (place + 1) % (2 * houses)
            if place == move:
                place = (place + 1) % (2 * houses)
            if place < houses:
                mine += 1 << bits * place
            else:
                theirs += 1 << bits * (place - houses)
        left, captured = theirs, 0
        while place >= houses:
            found = left >> bits * (place - houses) & field
            if found < 2 or found > 3:
                break
            captured += found
            left -= found << bits * (place - houses)
            place -= 1
        if left & all_houses != 0:
            theirs = left
            mine += captured << store
        if moves((theirs, mine, 1 - side)) == 0:
            return gathered(theirs) << store, gathered(mine) << store, 1 - side
        return theirs, mine, 1 - side

    def is_over(state: State) -> bool:
        return (state[0] | state[1]) & all_houses == 0

    def margin(state: State) -> int:
        """By how many seeds the first side is ahead if each takes those in its own houses."""
        ahead = gathered(state[0]) - gathered(state[1])
        return ahead if state[2] == 0 else -ahead

    def estimate(state: State) -> int:
        ahead = (state[0] >> store) - (state[1] >> store)
        return ahead if state[2] == 0 else -ahead

    return Rules(
        (start_word, start_word, 0), to_move, moves, play, is_over, margin, estimate=estimate, repetition=margin
    )
