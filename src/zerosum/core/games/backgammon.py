"""Backgammon: roll two dice, bring fifteen checkers home and bear them off; and its endings, a race and a bear-off.

The rules are in `backgammon_rules.py`, which also draws the layout of a state, and the texts in `backgammon_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from zerosum.core.errors import BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.backgammon_estimate import estimate
from zerosum.core.games.backgammon_rules import (
    BAR,
    CHECKERS,
    HOME,
    OPENING,
    OUTSIDE,
    Checkers,
    State,
    held,
    number_of,
    rules,
)
from zerosum.core.games.backgammon_text import COLOURS, SIDES, checkers, text
from zerosum.core.rules import Example, Level

START = checkers({24: 2, 13: 5, 8: 3, 6: 5})
"""The checkers of each side at the start of a game."""

RACE = checkers({10: 2, 8: 3, 7: 2, 6: 3, 5: 2, 4: 2, 3: 1})
"""The same past contact; 97 pips."""

FEWEST = 3
"""The checkers of a side in a bear-off, unless told otherwise."""

LISTED = 3
"""The most checkers a side with which all positions of a bear-off are listed and valued."""

LONG_START = "O2,-,-,-,-,X5/-,X3,-,-,-,O5/X5,-,-,-,O3,-/O5,-,-,-,-,X2"
EXAMPLES = (
    Example("A roll is played one checker and one die at a time: here a 3, then a 1.", "backgammon", "", "31 8/5 6/5"),
    Example("A double is played four times.", "backgammon", f"{LONG_START}:X:5555", "13/8 13/8 8/3 8/3"),
    Example(
        "A single checker is hit, and goes to the bar.",
        "backgammon",
        "-,-,-,-,O1,X4/-,X3,-,-,-,O5/X5,-,-,-,O3,-/O5,-,O1,-,-,X3:X:31",
        "8/5",
    ),
    Example(
        "It enters the other side's home board by a die, before anything else moves.",
        "backgammon",
        "-,-,-,-,X2,X4/-,X2,-,-,-,O5/X5,-,-,-,O3,-/O5,-,O1,-,-,X2/-,O1:O:42",
        "bar/23",
    ),
    Example(
        "With all checkers in the home board, they go off; a die that is too great takes the farthest.",
        "backgammon",
        "-,X2,X1,X2,-,-/-,-,-,-,-,-/-,-,-,-,-,-/O2,-,O2,-,-,-:X:63",
        "4/off 3/off",
    ),
    Example(
        "The first side to bear off all its checkers wins.",
        "backgammon:bearoff",
        "X1,X1,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,O1:X:21",
        "2/off 1/off",
    ),
)
"""What the rules allow, move by move."""

KINDS_OF_WIN = ("", "a gammon", "a backgammon")
"""What a win by 1, 2 and 3 points is called."""

ABOUT = (
    "Roll two dice and move a checker by each, four times after a double, towards your own home board:\n"
    "Black (X) from 24 to 1, White (O) the other way. No checker lands where the other side has two or more;\n"
    "a single one is hit, and must enter again from the bar. As much of a roll as possible is played. With\n"
    "all checkers at home they are borne off."
)

STEPS = (1_000_000, 500_000, 300_000, 200_000, 140_000, 100_000, 70_000, 0)
LEVELS = tuple(Level(2000, temperature) for temperature in STEPS)
"""The eight levels, found by matches (`docs/levels.md`): nodes for the estimates at the end of the turn, which err."""


def backgammon(kind: str = "", number: int = FEWEST) -> Game:
    """The whole game, a `race` past contact, or a `bearoff` with this number of checkers a side."""
    if kind == "race":
        return _ending("race", RACE, CHECKERS, "Backgammon race", "backgammon:race")
    if kind == "bearoff":
        if not 1 <= number <= CHECKERS:
            raise BadSpec(f"a bear-off has 1 to {CHECKERS} checkers a side, not {number}")
        spec = "backgammon:bearoff" if number == FEWEST else f"backgammon:bearoff,{number}"
        return _ending("bearoff", checkers({HOME: number}), number, f"Backgammon bear-off of {number}", spec)

    def refuse(state: State) -> None:
        if state[5] == OPENING and state != start:
            raise BadPosition(f"the first roll is made by {SIDES[0]} and with all checkers where a game begins")

    start: State = (*START, *START, 0, OPENING)
    game_rules = rules(start, estimate, counts_gammons=True)
    return Game(
        name="Backgammon",
        spec="backgammon",
        rules=game_rules,
        text=replace(text(refuse), why_over=lambda state: KINDS_OF_WIN[abs(game_rules.utility(state)) - 1]),
        sides=SIDES,
        colours=COLOURS,
        margin=True,
        best_search="rolls",
        unit="points",
        levels=LEVELS,
        examples=EXAMPLES,
        about=f"{ABOUT} The first side to do so wins 1 point; 2 if the other side has borne off\n"
        "none (a gammon), 3 if it even has a checker on the bar or in the winner's home board (a backgammon).",
    )


def _ending(kind: str, each: Checkers, most: int, name: str, spec: str) -> Game:
    """A game that begins with these checkers on each side; it is won or lost, and gammons do not count."""

    def refuse(state: State) -> None:
        if state[5] == OPENING:
            raise BadPosition("only the whole game has an opening roll")
        if kind == "race":
            first, second = (held(*side).bit_length() - 1 for side in (state[:2], state[2:4]))
            if first + second >= BAR:
                raise BadPosition("in a race the sides have passed each other, and here they still meet")
            return
        for side, own in zip(SIDES, (state[:2], state[2:4]), strict=True):
            if held(*own) & OUTSIDE:
                raise BadPosition(f"in a bear-off all checkers are at home, and {side} has one outside")
            if number_of(*own) > most:
                raise BadPosition(f"{side} has {number_of(*own)} checkers, and this bear-off begins with {most}")

    def all_positions() -> Iterator[State]:
        homes = [
            checkers({point: chosen.count(point) for point in chosen})
            for count in range(1, most + 1)
            for chosen in combinations_with_replacement(range(1, HOME + 1), count)
        ]
        return ((*first, *second, side, 0) for first in homes for second in homes for side in (0, 1))

    return Game(
        name=name,
        spec=spec,
        rules=rules((*each, *each, 0, 0), estimate, counts_gammons=False),
        text=text(refuse),
        sides=SIDES,
        colours=COLOURS,
        endings={"all": all_positions} if kind == "bearoff" else {},
        best_search="rolls" if most > LISTED else None,
        examples=EXAMPLES,
        about=f"{ABOUT} The first side to do so wins.",
    )
