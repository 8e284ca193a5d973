"""Backgammon: its rules against OpenSpiel and a search of all plays, its texts, and its endings against other sums."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.answers.analysis.sentences import why_over
from zerosum.core.board import board_of
from zerosum.core.errors import BadMove, BadPosition, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.backgammon_rules import BAR, count_at, mirrored
from zerosum.core.games.backgammon_text import id_of
from zerosum.core.rules import CHANCE, State, listed
from zerosum.engines.search.result import Effort
from zerosum.engines.search.retrograde import reach
from zerosum.engines.search.run import Run
from zerosum.engines.search.value_iteration import means_of

Turn = tuple[tuple[int, ...], tuple[int, ...]]
"""The checkers of both sides on their points 0 (off) to 25 (bar), after a turn."""


def counts(state: Any) -> Turn:
    """The checkers of both sides, each from its own view."""
    on_board = [
        tuple(count_at(low, high, point) for point in range(1, BAR + 1)) for low, high in (state[:2], state[2:4])
    ]
    first, second = ((15 - sum(side), *side) for side in on_board)
    return first, second


def after_turn(game: Game, state: State) -> dict[Turn, State]:
    """What the side to move can make of its dice."""
    side, found = game.to_move(state), {}

    def go(state: State) -> None:
        if game.is_over(state) or game.to_move(state) != side:
            found[counts(state)] = state
            return
        for move in listed(game.moves(state)):
            go(game.play(state, move))

    go(state)
    return found


def plays(
    mine: dict[int, int], theirs: dict[int, int], dice: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Turn]]:
    """All plays of these dice in this order, as far as they go, straight from the words of the rules."""
    moved = False
    for point in sorted(mine) if dice else ():
        die, target = dice[0], point - dice[0]
        if BAR in mine and point != BAR:
            continue
        if target <= 0 and (max(mine) > 6 or (target < 0 and max(mine) > point)):
            continue
        if target > 0 and theirs.get(BAR - target, 0) > 1:
            continue
        moved = True
        mine_after, theirs_after = dict(mine), dict(theirs)
        mine_after[point] -= 1
        if not mine_after[point]:
            del mine_after[point]
        if target > 0:
            mine_after[target] = mine_after.get(target, 0) + 1
            if theirs_after.pop(BAR - target, 0):
                theirs_after[BAR] = theirs_after.get(BAR, 0) + 1
        for played, end in plays(mine_after, theirs_after, dice[1:]):
            yield (die, *played), end
    if not moved:
        sides = [tuple(side.get(point, 0) for point in range(1, BAR + 1)) for side in (mine, theirs)]
        first, second = ((15 - sum(side), *side) for side in sides)
        yield (), (first, second)


def by_the_book(state: Any) -> set[Turn]:
    """The positions after the longest plays, and those of the greater die where only one can be played."""
    sides = [
        {point: n for point in range(1, BAR + 1) if (n := count_at(low, high, point))}
        for low, high in (state[:2], state[2:4])
    ]
    mine, theirs = sides if state[4] == 0 else sides[::-1]
    dice = tuple(map(int, f"{state[5]:o}"))
    found = [play for order in {dice, dice[::-1]} for play in plays(mine, theirs, order)]
    longest = max(len(played) for played, _ in found)
    best = [(played, end) for played, end in found if len(played) == longest]
    if longest == 1:
        greatest = max(played[0] for played, _ in best)
        best = [(played, end) for played, end in best if played[0] == greatest]
    return {end if state[4] == 0 else end[::-1] for _, end in best}


@pytest.mark.parametrize("games", [2, *in_proof(100)])
@pytest.mark.parametrize("spec", ["backgammon", "backgammon:race", "backgammon:bearoff,15"])
def test_turns_are_the_longest_plays(spec: str, games: int) -> None:
    game, random = load(spec), Random(spec)
    for _ in range(games):
        before = CHANCE
        for state in game.random_game(game.start, random):
            if not game.is_over(state) and before == CHANCE != game.to_move(state):
                assert set(after_turn(game, state)) == by_the_book(state), game.position_text(state)
            before = game.to_move(state)


def theirs(other: Any) -> Turn:
    """The position of OpenSpiel, whose player 1 moves as our first side does."""
    sides = []
    for player, letter in ((1, "o"), (0, "x")):
        points = [other.board(player, point) for point in range(24)]
        bar = re.search("Bar:(.*)", str(other))
        off = re.search(f"{letter.upper()}: ([0-9]+)", str(other))
        assert bar is not None
        assert off is not None
        sides.append((int(off[1]), *(points if player == 1 else points[::-1]), bar[1].count(letter)))
    return sides[0], sides[1]


def their_turns(other: Any) -> dict[Turn, Any]:
    """What OpenSpiel's player can make of a roll; a double is played in two halves there."""
    player, found = other.current_player(), {}
    for action in other.legal_actions():
        child = other.child(action)
        if not child.is_terminal() and child.current_player() == player:
            found.update(their_turns(child))
        else:
            found[theirs(child)] = child
    return found


@pytest.mark.parametrize("games", [1, *in_proof(60)])
def test_random_games_of_openspiel(games: int) -> None:
    """The same positions after every turn, and the same results; OpenSpiel's opening roll also says who begins."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    game, random = load("backgammon"), Random(5)
    other_game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    for _ in range(games):
        state, other = game.start, other_game.new_initial_state()
        while not game.is_over(state):
            roll = game.roll(state, random)
            word = game.move_text(state, roll)
            state = game.play(state, roll)
            for action, _ in other.chance_outcomes():
                child = other.child(action)
                faces = re.search("Dice: ([0-9]+)", str(child))
                assert faces is not None
                if sorted(faces[1]) == sorted(word) and child.current_player() == 1 - game.to_move(state):
                    other = child
                    break
            ours, others = after_turn(game, state), their_turns(other)
            assert set(ours) == set(others), game.position_text(state)
            chosen = random.choice(sorted(ours))
            state, other = ours[chosen], others[chosen]
            assert game.is_over(state) == other.is_terminal()
        assert game.utility(state) == other.returns()[1]


def test_mirrored() -> None:
    assert [mirrored(1 << point) for point in range(26)] == [1 << 25 - point for point in range(26)]


def placed(tail: str = "", **pieces: str) -> str:
    """The text of a position with these pieces: p6="X2", bar="X1,-"."""
    words = [pieces.get(f"p{point}", "-") for point in range(1, 25)]
    quarters = [",".join(words[first : first + 6]) for first in range(0, 24, 6)]
    return "/".join([*quarters, pieces.get("bar", "-,-")]) + tail


@pytest.mark.parametrize(
    ("spec", "position", "words"),
    [
        ("backgammon", "X15", "is not four quarters of six points"),
        ("backgammon", "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-", "is not four quarters of six points"),
        ("backgammon", placed(p1="X0"), "'X0' is not a side and its number of checkers, as in X3"),
        ("backgammon", placed(p1="X16", p2="O1"), "a side has 15 checkers, so that X16 cannot stand on a point"),
        ("backgammon", placed(p1="X9", p2="O1", p3="X7"), "X has 16 checkers, and a side has 15"),
        ("backgammon", placed(p1="X9", bar="O1,-"), "the bar is written X's first, then O's, so that O1"),
        ("backgammon", placed(":A", p1="X9", p2="O1"), "stand the side to move, X or O, and its dice"),
        ("backgammon", placed(":X:7", p1="X9", p2="O1"), "are one or two faces, or up to four equal ones, not '7'"),
        ("backgammon", placed(":X:221", p1="X9", p2="O1"), "or up to four equal ones, not '221'"),
        ("backgammon", placed(":X:11111", p1="X9", p2="O1"), "or up to four equal ones, not '11111'"),
        ("backgammon", placed(":O", p1="X9"), "O has won, so that X is to move and has no dice"),
        ("backgammon", placed(":X:1", p1="X9"), "O has won, so that X is to move and has no dice"),
        ("backgammon", placed(), "one side at least has a checker left"),
        ("backgammon", placed(":X:opening", p1="X9", p2="O1"), "the first roll is made by X and with all checkers"),
        (
            "backgammon",
            placed(":X:6", p7="X1", p1="O2"),
            "X has no step by the 6 that is left, so that its turn is over",
        ),
        ("backgammon", placed(":X:666", p7="X1", p1="O2"), "X has no step by the 6 that is left"),
        ("backgammon", "//////////////", "is a Position ID of more checkers or points than there are"),
        ("backgammon", "AQAABAAAEAAAAA", "is a Position ID of more checkers or points than there are"),
        ("backgammon:race", placed(p6="X1", p3="O1"), "the sides have passed each other, and here they still meet"),
        ("backgammon:race", placed(":X:opening", p3="X1", p6="O1"), "only the whole game has an opening roll"),
        ("backgammon:bearoff", placed(p7="X1", p20="O1"), "all checkers are at home, and X has one outside"),
        ("backgammon:bearoff,2", placed(p1="X3", p20="O1"), "X has 3 checkers, and this bear-off begins with 2"),
    ],
)
def test_positions_that_are_refused(spec: str, position: str, words: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(words)):
        load(spec).read_position(position)


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        # Both dice must be played: 4/2 first would leave no 5.
        (placed(":X:52", p12="X1", p4="X1", p7="O2"), "12/10"),
        # Either die can be played, not both: the greater one.
        (placed(":X:52", p12="X1", p5="O2"), "12/7"),
        # Only the smaller one can be played.
        (placed(":X:52", p12="X1", p7="O2", p5="O2", p8="O2"), "12/10"),
        # From the bar first, and from nowhere else while it is not empty.
        (placed(":X:31", p13="X3", p24="O1", p22="O2", bar="X2,-"), "bar/24"),
        (placed(":X:6666", p13="X3", p19="O2", bar="X1,-"), "pass"),
        (placed(":O:64", p13="X3", p19="O2", bar="-,O1"), "bar/21 bar/19"),
        # The farthest checker bears off by either die: one move.
        (placed(":X:65", p4="X2", p24="O1"), "4/off"),
        # A checker that is farther than the die forbids bearing off nearer ones by it.
        (placed(":X:4", p6="X1", p3="X2", p24="O1"), "6/2"),
        (placed(":X:54", p6="X1", p3="X2", p24="O1"), "6/1 6/2"),
        # No bearing off while one checker is outside; after it has come home, yes.
        (placed(":X:61", p7="X1", p6="X1", p24="O1"), "7/1 7/6 6/5"),
        (placed(":X:2222", p4="X1", p3="X1", p24="O1"), "3/1 4/2"),
    ],
)
def test_legal_steps(position: str, moves: str) -> None:
    game = load("backgammon")
    state = game.read_position(position)
    assert {game.move_text(state, move) for move in listed(game.moves(state))} == set(moves.split())


@pytest.mark.parametrize(
    ("position", "line", "after"),
    [
        ("", "31 8/5 6/5", "sGfwATDgc/ABMA:O"),
        (
            placed(":X:21", p13="X2", p11="O1", p24="O1"),
            "13/11",
            placed(":X:1", p13="X1", p11="X1", p24="O1", bar="-,O1"),
        ),
        (placed(":O:21", p13="X1", p11="O1", p24="O1"), "14/12*", placed(":O:1", p13="O1", p24="O1", bar="X1,-")),
        # A turn ends as soon as nothing can be played with what is left.
        (placed(":X:6666", p13="X1", p1="O2"), "13/7", placed(":O", p7="X1", p1="O2")),
        (placed(":X:61", p7="X1", p1="O2", p6="O2"), "pass", placed(":O", p7="X1", p1="O2", p6="O2")),
    ],
)
def test_steps(position: str, line: str, after: str) -> None:
    game = load("backgammon")
    state = game.read_position(position) if position else game.start
    assert game.after(game.read_moves(line, state), state) == game.read_position(after)


@pytest.mark.parametrize(
    ("position", "move", "utility"),
    [
        (placed(":X:1", p1="X1", p20="O14"), "1/off", 1),
        (placed(":X:1", p1="X1", p20="O15"), "1/off", 2),
        (placed(":X:1", p1="X1", p20="O14", bar="-,O1"), "1/off", 3),
        (placed(":X:1", p1="X1", p20="O14", p6="O1"), "1/off", 3),
        (placed(":O:1", p24="O1", p7="X15"), "1/off", -2),
        (placed(":O:1", p24="O1", p7="X14", p19="X1"), "1/off", -3),
        (placed(":O:1", p24="O1", p7="X1", p18="X1"), "1/off", -1),
    ],
)
def test_what_the_end_is_worth(position: str, move: str, utility: int) -> None:
    game = load("backgammon")
    state = game.read_position(position)
    end = game.play(state, game.read_move(state, move))
    assert game.utility(end) == utility
    assert why_over(game, end) == {1: "", 2: "a gammon", 3: "a backgammon"}[abs(utility)]


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("", "66", "the first roll of a game is never a double"),
        ("", "7", "'7' is not a roll of two dice, as in 31"),
        (placed(":X:31", p8="X1", p24="O1"), "8", "'8' is not a step of one checker, as in 13/8, bar/20 or 6/off"),
        (placed(":X:31", p8="X1", p24="O1"), "8/6", "8/6 is no step by a die that is left, 3 and 1"),
        (placed(":X:3333", p8="X1", p24="O1"), "8/7", "8/7 is no step by a die that is left, 3"),
        (placed(":X:31", p8="X1", p24="O1"), "7/4", "'7/4' is not a legal move here; legal: 8/5 8/7"),
    ],
)
def test_moves_that_are_refused(position: str, move: str, words: str) -> None:
    game = load("backgammon")
    state = game.read_position(position) if position else game.start
    with pytest.raises(BadMove, match=re.escape(words)):
        game.read_move(state, move)


def test_kinds_that_are_refused() -> None:
    for spec, words in (
        ("backgammon:20", "no kind of backgammon"),
        ("backgammon:bearoff,16", "1 to 15 checkers a side"),
    ):
        with pytest.raises(BadSpec, match=words):
            load(spec)


FIRST_PLAYS = {
    "21": 15, "31": 16, "32": 17, "41": 14, "42": 18, "43": 17, "51": 8, "52": 8, "53": 9, "54": 9, "61": 10, "62": 14,
    "63": 14, "64": 14, "65": 7, "11": 42, "22": 75, "33": 73, "44": 52, "55": 4, "66": 11,
}  # fmt: skip
"""The positions that each roll leads to from the start: as OpenSpiel finds them too, which has no doubles there."""


def test_the_first_roll() -> None:
    game = load("backgammon")
    assert {chance for _, chance in game.chances(game.start)} == {Fraction(1, 15)}
    rolls = {game.move_text(game.start, move) for move, _ in game.chances(game.start)}
    assert rolls == {roll for roll in FIRST_PLAYS if roll[0] != roll[1]}
    for roll, count in FIRST_PLAYS.items():
        dice = roll if roll in rolls else 2 * roll
        state = game.read_position(f"4HPwATDgc/ABMA:X:{dice}")
        assert len(after_turn(game, state)) == count, roll


def test_a_roll_has_21_outcomes() -> None:
    game = load("backgammon")
    chances = game.chances(game.read_position("4HPwATDgc/ABMA:O"))
    assert len(chances) == 21
    assert [chance for _, chance in chances].count(Fraction(1, 36)) == 6


@pytest.mark.parametrize("seed", range(3))
def test_position_ids_read_back(seed: int) -> None:
    game = load("backgammon")
    own: Any
    for own in game.random_game(game.start, Random(seed)):
        if not game.is_over(own) and game.to_move(own) == CHANCE and own != game.start:
            assert game.read_position(f"{id_of(own)}:{game.sides[own[4]]}") == own


def test_the_board_is_clicked_from_and_to() -> None:
    game = load("backgammon")
    state = game.read_position(placed(":O:64", p13="X3", p19="O2", bar="-,O1"))
    board = board_of(game, state)
    for move, (source, target) in board.moves.items():
        assert game.move_text(state, move) == f"bar/{board.cells[target].label}"
        assert board.cells[source].piece == "O1"
    assert [cell.piece for cell in board.cells if cell.kind == "die"] == ["6", "4"]


@pytest.mark.parametrize(("spec", "lower"), [("backgammon", "Black"), ("backgammon@O", "White")])
def test_cells_are_named_by_the_colours_of_the_sides(spec: str, lower: str) -> None:
    game = load(spec)
    bar = next(cell for cell in board_of(game, game.start).cells if cell.kind == "bar")
    assert (bar.name, bar.owner) == (f"bar of {lower}", game.sides[0])


ONE_ROLL = {
    (6, 6): 4, (6, 5): 6, (6, 4): 8, (6, 3): 10, (6, 2): 13, (6, 1): 15, (5, 5): 6, (5, 4): 10, (5, 3): 14, (5, 2): 19,
    (5, 1): 23, (4, 4): 11, (4, 3): 17, (4, 2): 23, (4, 1): 29, (3, 3): 17, (3, 2): 25, (3, 1): 34, (2, 2): 26,
    (2, 1): 36, (1, 1): 36, (6,): 27, (5,): 31, (4,): 34, (3,): 36, (2,): 36, (1,): 36,
}  # fmt: skip
"""By how many of 36 rolls one or two checkers are off at once, counted by hand as in the tables that players use."""


@pytest.mark.parametrize("points", ONE_ROLL, ids=str)
def test_the_last_checkers(points: tuple[int, ...]) -> None:
    game = load("backgammon:bearoff,2")
    pieces = {f"p{point}": f"X{points.count(point)}" for point in points}
    state = game.read_position(placed(p20="O1", **pieces))
    found = Fraction(0)
    for roll, chance in game.chances(state):
        if any(game.is_over(end) for end in after_turn(game, game.play(state, roll)).values()):
            found += 36 * chance
    assert found == ONE_ROLL[points]


Home = tuple[int, ...]
"""The points of the checkers of one side, in order."""


@cache
def homes_after(home: Home, dice: tuple[int, ...]) -> frozenset[Home]:
    """What the longest plays of a bear-off leave, by the generator of plays above."""
    mine = {point: home.count(point) for point in home}
    found = [play for order in {dice, dice[::-1]} for play in plays(mine, {}, order)]
    longest = max(len(played) for played, _ in found)
    ends = [mine for played, (mine, _) in found if len(played) == longest]
    return frozenset(tuple(p for p in range(1, 7) for _ in range(counts[p])) for counts in ends)


ALL_DICE = [(a, b) if a != b else (a,) * 4 for a in range(1, 7) for b in range(1, 7)]


@cache
def wins(mine: Home, other: Home) -> Fraction:
    """The probability that the side which is about to roll wins, if both play for that."""
    total = Fraction(0)
    for dice in ALL_DICE:
        total += max(1 - wins(other, after) if after else Fraction(1) for after in homes_after(mine, dice))
    return total / 36


@cache
def rolls_needed(home: Home) -> Fraction:
    """The expected number of rolls until all checkers are off, if they are played for that."""
    if not home:
        return Fraction(0)
    return 1 + sum((min(map(rolls_needed, homes_after(home, dice))) for dice in ALL_DICE), Fraction(0)) / 36


@pytest.mark.parametrize(
    ("home", "rolls"),
    [
        ((1,), 1),
        ((3,), 1),
        ((6,), Fraction(45, 36)),
        ((1, 1), 1),
        ((2, 2), Fraction(46, 36)),
        ((1, 1, 1), Fraction(66, 36)),
    ],
)
def test_the_other_sums_by_hand(home: Home, rolls: Fraction | int) -> None:
    """Of three checkers on the ace point a double takes all, any other roll two."""
    assert rolls_needed(home) == rolls


@pytest.mark.parametrize("number", [1, *in_proof(2)])
def test_every_bear_off(number: int) -> None:
    """The mean of every position before a roll, against the other sums."""
    game = load(f"backgammon:bearoff,{number}")
    run = Run("value_iteration", game, game.start)
    means = means_of(game, reach(run, game.start), Effort())
    states: list[Any] = [state for state in game.endings["all"]() if state in means.low]
    assert len(states) > 10
    for state in states:
        first, second = (
            tuple(p for p in range(1, 7) for _ in range(count_at(low, high, p)))
            for low, high in (state[:2], state[2:4])
        )
        chance = wins(first, second) if state[4] == 0 else 1 - wins(second, first)
        assert means.value(state, 0).mean == pytest.approx(float(2 * chance - 1), abs=1e-12)


@pytest.mark.proof
def test_the_program_that_learns_has_the_features_of_the_estimate() -> None:
    """The weights of the estimate, multiplied by its features; whole numbers round the shots a little."""
    from bench import backgammon_weights as bench

    from zerosum.core.games import backgammon_estimate as own

    weights = [0.0] * bench.WEIGHTS
    for first, points, off in ((0, own.CONTACT, own.CONTACT_OFF), (bench.RACE, own.RACE, own.RACE_OFF)):
        weights[first : first + bench.SIDE] = [*(each for row in points for each in row), *off]
    weights[bench.BEHIND : bench.SHOT] = [*own.BEHIND_HOME, *own.BEHIND]
    weights[bench.SHOT : bench.TO_ROLL] = [own.SHOT_PIPS, own.SHOT_HOME]
    weights[bench.TO_ROLL], weights[-1] = own.TO_ROLL, own.RACE_TO_ROLL
    game, row = load("backgammon"), [0.0] * bench.WEIGHTS
    for state in game.random_game(game.start, Random(2)):
        if not game.is_over(state):
            own_state: Any = state
            bench.write_features(row, own_state)
            worth = bench.worth(row, weights)
            assert own.estimate(own_state) == pytest.approx(3e6 * worth / (2000 + abs(worth)), abs=30_000)
