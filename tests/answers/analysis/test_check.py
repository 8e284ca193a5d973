"""Seeded faults: each must be found, and shown by a shortest game."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zerosum
from tests.conftest import EXAMPLE, Cli
from zerosum.answers.analysis.soundness import Checker, Report
from zerosum.core.errors import BadPosition
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text
from zerosum.core.rules import Rules

hidden: list[int] = []


def race(**changes: Any) -> Game:
    """A sound little game, the first to reach 7 by adding 1 or 2, with changes to break it."""
    text = changes.pop("text", {})
    margin = changes.pop("margin", False)
    sound: dict[str, Any] = {
        "start": (0, 0),
        "to_move": lambda state: state[1],
        "moves": lambda state: 0b110,
        "play": lambda state, move: (state[0] + move, 1 - state[1]),
        "is_over": lambda state: state[0] >= 7,
        "utility": lambda state: 1 if state[1] else -1,
    }
    rules = Rules(**(sound | changes))
    return Game(
        name="Race", spec="race", rules=rules, text=replace(plain_text(rules), **text), margin=margin, source=__file__
    )


def forgetful(state: Any, move: int) -> Any:
    hidden.append(move)
    return state[0] + move + len(hidden) % 2, 1 - state[1]


hidden_side = [0]


def toggle(state: Any, move: int) -> Any:
    """Impure, and back where it was after an even number of calls."""
    hidden_side[0] = 1 - hidden_side[0]
    return state[0] + move, 1 - state[1]


def crash(state: Any, move: int) -> Any:
    return (state[0] + move, [0, 1][state[0]])


def refuse(text: str) -> Any:
    raise BadPosition("never")


def leave(state: Any, move: int) -> Any:
    raise SystemExit(3)


def eval_pair(text: str) -> Any:
    first, second = text.split(",")
    return int(first), int(second)


def only_whole_pairs(text: str) -> Any:
    if "," not in text:
        raise BadPosition("a position is two numbers with a comma")
    return eval_pair(text)


def dice(odds: Any, **changes: Any) -> dict[str, Any]:
    """Chance moves where the count is odd, with these odds."""
    return {"to_move": lambda state: 2 if state[0] % 2 else state[1], "odds": odds, **changes}


# The states 1 and 2 lead to the same ends, with other odds.
OTHER_ODDS: dict[str, Any] = {
    "to_move": lambda state: 2 if 0 < state[0] < 7 else 0,
    "play": lambda state, move: (7 + move if state[0] else move, 1),
    "odds": lambda state, move: move + state[0],
    "canonical": lambda state: (1, 1) if state[0] == 2 else state,
}
coin = cycle([6, 6, 2])
weight = cycle([1, 2, 3])
sign = cycle([1, -1])

FAULTS = [
    ({"start": [0, 0]}, "cannot be hashed", 0),
    ({"to_move": lambda state: state[1] + 1}, "to_move gives 2, not 0 for the first player or 1 for", 1),
    ({"to_move": lambda state: 1 - 2 * state[1]}, "to_move gives -1, not 0 for", 1),
    ({"to_move": lambda state: None}, "to_move gives None, not 0 for", 0),
    ({"to_move": lambda state: (0, 1)}, "zerosum has no games of simultaneous moves", 0),
    (dice(lambda state, move: 0), "odds gives 0 for the outcome 1 in 1,1, not a whole number from 1", 1),
    (dice(lambda state, move: 0.5), "odds gives 0.5 for the outcome 1", 1),
    (dice(lambda state, move: next(weight)), "odds gives [(1, Fraction(", 1),
    (dice(lambda state: 1), "TypeError", 1),
    (dice(lambda state, move: 1, canonical=lambda state: (1, 1)), "which has another side to move", 0),
    (OTHER_ODDS, "whose outcomes have other odds", 1),
    ({"repetition": lambda state: 3}, "repetition gives 3, not -1, 0 or 1", 0),
    ({"repetition": lambda state: None}, "repetition gives None, which is not an int", 0),
    ({"moves": lambda state: 0 if state[0] == 3 else 0b110}, "moves gives no move in a position that is not over", 2),
    ({"moves": lambda state: () if state[0] == 3 else (1, 2)}, "moves gives no move in a position that is not over", 2),
    ({"moves": lambda state: None}, "moves gives None, which is neither a bit set nor a collection", 0),
    ({"moves": lambda state: -1}, "moves gives -1, which is not a set of moves", 0),
    ({"play": lambda state, move: (state[0] + move,)}, "IndexError", 1),
    ({"play": lambda state, move: [state[0] + move, 1 - state[1]]}, "which cannot be hashed", 0),
    ({"play": forgetful}, "gives another state the second time", 0),
    ({"play": toggle, "to_move": lambda state: hidden_side[0]}, "for the same state after other calls", 0),
    ({"play": lambda state, move: state}, "changes nothing", 0),
    ({"play": lambda state, move: None}, "play of move 1 gives None, which is no state; return the next state", 0),
    ({"moves": lambda state: (1, 2, 1)}, "moves gives 1 twice", 0),
    ({"play": crash}, "in crash: IndexError", 1),
    ({"utility": lambda state: 3}, "utility gives 3, not -1, 0 or 1", 4),
    ({"utility": lambda state: 0.5}, "utility gives 0.5, which is not an int", 4),
    ({"estimate": lambda state: 0.5}, "estimate gives 0.5, which is not an int", 0),
    ({"key": lambda state: state[0] // 2}, "which is another position", 1),
    (
        {"key": lambda state: state[0] << 1 | state[1], "from_key": lambda number: (number >> 1, 0)},
        "from_key gives another state than this one for its key",
        1,
    ),
    ({"order": (2,)}, "order lacks the move 1", 0),
    ({"canonical": lambda state: (state[0], 0)}, "another side to move", 1),
    ({"canonical": lambda state: state, "class_size": lambda state: 1 + (state[0] == 5)}, "class_size gives 2, but", 3),
    ({"canonical": lambda state: state, "class_size": lambda state: 2 * (state[0] == 0)}, "class_size gives 0, but", 1),
    ({"canonical": lambda state: (state[0] + 1, state[1]) if state[0] < 5 else state}, "should be itself", 0),
    ({"canonical": lambda state: (3, state[1]) if state[0] == 5 else state}, "whose moves lead elsewhere", 3),
    ({"canonical": lambda state: (8, 1) if state[0] == 6 else state}, "another end", 3),
    ({"moves": lambda state: next(coin)}, "moves gives 6, and then 2 for the same state", 0),
    ({"utility": lambda state: -next(sign)}, "and then", 4),
    ({"text": {"draw": lambda state: 3}}, "draw gives 3, which is not text", 0),
    ({"text": {"draw": lambda state: 1 // 0}}, "ZeroDivisionError", 0),
    ({"text": {"write_move": lambda state, move: f"take {move}"}}, "not one word without blanks", 0),
    ({"text": {"read_move": lambda state, word: int(word)}}, "read_move of '' stops with ValueError", 0),
    ({"text": {"read_position": eval_pair}}, "read_position of '' stops with", 0),
    ({"text": {"read_position": only_whole_pairs}}, "read_position of '0,' stops with ValueError", 0),
    ({"start": (9, 0)}, "the game is over before it begins", 0),
    ({"is_over": lambda state: "no" if state[0] else False}, "is_over gives 'no', which is neither", 1),
    ({"text": {"write_move": lambda state, move: "quit"}}, "means something else in a game or a record", 0),
    ({"text": {"write_move": lambda state, move: f"[{move}]"}}, "means something else in a game or a record", 0),
    ({"play": leave}, "the rules stop with an error: ", 0),
    ({"text": {"write_position": lambda state: "a b"}}, "not one line of URL-safe characters", 0),
    ({"text": {"read_position": lambda text: (0, 0)}}, "reads back as another position", 1),
    ({"text": {"read_position": refuse}}, "is refused: never", 0),
    (
        {"text": {"write_move": lambda state, move: "go", "read_move": lambda state, word: 1}},
        "two moves are both written 'go'",
        0,
    ),
    ({"text": {"write_move": lambda state, move: str(move + 2)}}, "is refused", 0),
    ({"text": {"read_move": lambda state, word: 1}}, "reads back as another move", 0),
]


@pytest.mark.parametrize(("file", "is_sound"), [(EXAMPLE, True), ("wrong.py", False)])
def test_a_report_is_true_where_no_fault_was_found(file: str, is_sound: bool, tmp_path: Path) -> None:
    wrong = (
        Path(EXAMPLE)
        .read_text()
        .replace("def utility(state):", "def utility(state):\n    return 7\n\ndef other(state):")
    )
    (tmp_path / "wrong.py").write_text(wrong)
    assert bool(zerosum.check(file if is_sound else tmp_path / file)) is is_sound


HANDS: dict[str, Any] = {
    "start": (0, 0),
    "to_move": lambda state: 1 if state[0] else 0,
    "moves": lambda state: 0b1110,
    "play": lambda state, move: (state[0], move) if state[0] else (move, 0),
    "is_over": lambda state: state[1] > 0,
    "utility": lambda state: (0, 1, -1)[(state[0] - state[1]) % 3],
}


@pytest.mark.parametrize(
    ("changes", "told"),
    [({}, ""), ({"utility": lambda state: -1}, "utility speaks for the first player"), (HANDS, "at the same time")],
    ids=["sound", "mover", "at once"],
)
def test_warnings(changes: dict[str, Any], told: str) -> None:
    report = Checker(race(**changes)).run()
    assert report.sound
    assert [told in warning for warning in report.warnings] == [True] * bool(told)


@pytest.mark.parametrize(("gains_images", "is_sound"), [(True, True), (False, False)])
def test_images_that_cannot_be_reached(gains_images: bool, is_sound: bool) -> None:
    def class_size(state: Any) -> int:
        return 2 if state[0] == 5 else 1

    game = race(canonical=lambda state: state, class_size=class_size, gains_images=gains_images)
    assert Checker(game).run().sound is is_sound


def test_the_race_is_sound() -> None:
    report = Checker(race()).run()
    assert report.sound
    assert report.complete
    assert report.positions == 16
    assert report.longest <= 7


class Pile(NamedTuple):
    taken: int
    turn: int


def take(state: Pile, move: int) -> Pile:
    return Pile(state.taken + move, 1 - state.turn)


def reach(state: Any, move: int) -> Any:
    """The race, with the count as a string."""
    return str(int(state[0]) + move), 1 - state[1]


WORDS: dict[str, Any] = {"start": ("0", 0), "play": reach, "is_over": lambda state: int(state[0]) >= 7}
LONG = 1 << 80
FAR: dict[str, Any] = {"start": (LONG, 0), "is_over": lambda state: state[0] >= LONG + 7}

PLAYABLE: list[tuple[dict[str, Any], str | None]] = [
    ({"start": Pile(0, 0), "play": take, "to_move": lambda state: state.turn}, None),
    ({"moves": lambda state: iter((1, 2))}, None),
    (FAR, f"start gives {LONG}, which does not fit into 63 bits"),
    (WORDS, "start gives '0', which is not an int"),
    ({"start": (0.0, 0)}, "start gives 0.0, which is not an int"),
    ({"moves": lambda state: LONG, "play": lambda state, move: (state[0] + move - 79, 1 - state[1])}, "above 62"),
    (
        {
            "start": "",
            "to_move": lambda state: len(state) % 2,
            "play": lambda state, move: state + "x" * (2 * move - 1),
            "is_over": lambda state: len(state) >= 7,
            "utility": lambda state: 1,
            "text": {"write_position": lambda state: state or "empty"},
        },
        "start gives '', which is not a tuple",
    ),
    (
        {
            "start": (0,),
            "to_move": lambda state: len(state) % 2,
            "play": lambda state, move: (*state, move),
            "is_over": lambda state: sum(state) >= 7,
            "utility": lambda state: 1,
            "text": {"read_position": lambda text: tuple(map(int, re.findall(r"\d+", text)))},
        },
        "play of move 1 gives 2 numbers, but start has 1",
    ),
]


@pytest.mark.parametrize(("changes", "because"), PLAYABLE)
def test_playable_games_are_sound_whether_they_compile_or_not(changes: dict[str, Any], because: str | None) -> None:
    report = Checker(race(**changes)).run()
    assert report.finding is None
    assert (report.sound, report.complete) == (True, True)
    assert (report.plain_python_because is None) == (because is None)
    assert (because or "") in (report.plain_python_because or "")


def test_a_check_that_is_not_finished_does_not_call_a_game_sound() -> None:
    checker = Checker(race())
    assert checker.report().sound is None
    next(checker.steps())
    assert (checker.report().sound, checker.report().complete) == (None, False)
    assert Checker(race(), breadth=5, games=3).run().sound is None


@pytest.mark.parametrize(("changes", "message", "plies"), FAULTS)
def test_seeded_faults_are_found(changes: dict[str, Any], message: str, plies: int) -> None:
    hidden.clear()
    report: Report = Checker(race(**changes)).run()
    assert report.finding is not None
    assert message in report.finding.what
    assert report.finding.moves is not None
    assert len(report.finding.moves) == plies


def test_utility_under_symmetry() -> None:
    broken = race(
        canonical=lambda state: (7, state[1]) if state[0] == 8 else state,
        utility=lambda state: 1 if state[0] == 7 else -1,
    )
    finding = Checker(broken).run().finding
    assert finding is not None
    assert "another utility" in finding.what


def test_a_margin_may_be_any_number() -> None:
    assert Checker(race(utility=lambda state: state[0], margin=True)).run().sound


def repetition(game: Game, **settings: Any) -> tuple[str, ...]:
    """The moves that repeat a position in a game that is sound all the same."""
    report = Checker(game, **settings).run()
    assert (report.finding, report.can_repeat) == (None, True)
    assert report.repetition is not None
    return report.repetition


@pytest.mark.parametrize("changes", [{}, {"repetition": lambda state: 1}], ids=["draw", "own rule"])
@pytest.mark.parametrize("games", [0, 20])
def test_a_position_that_can_come_up_again(changes: dict[str, Any], games: int) -> None:
    around = race(play=lambda state, move: ((state[0] + move) % 6, 1 - state[1]), **changes)
    assert len(repetition(around, games=games)) == 4  # 2 + 2 + 1 + 1 is the shortest way around, by the same side


@pytest.mark.parametrize(
    ("game", "breadth", "can_repeat"),
    [(race(), 20_000, False), (race(), 5, None), (race(**dice(lambda s, m: m)), 99, False)],
)
def test_games_in_which_no_position_comes_up_again(game: Game, breadth: int, can_repeat: bool | None) -> None:
    report = Checker(game, breadth=breadth).run()
    assert (report.finding, report.can_repeat, report.repetition) == (None, can_repeat, None)


def test_random_games_roll_by_the_odds() -> None:
    """A roll of 1 ends the game; its odds are 1 in 1,000, and 40 games of 20 rolls are very likely to be long."""
    game = race(
        to_move=lambda state: 2,
        odds=lambda state, move: 1 if move == 1 else 999,
        play=lambda state, move: (99 if move == 1 else state[0] + 1, 0),
        is_over=lambda state: state[0] >= 20,
        utility=lambda state: 0,
    )
    checker = Checker(game, games=40)
    checker.run()
    rolls = sum(len(list(game.random_game(game.start, checker.random))) - 1 for _ in range(10))
    assert checker.longest == 20
    assert rolls > 100


CYCLE = """
name = "Ring"
start = (0, 0)
def to_move(state): return state[1]
def moves(state): return 0b11
def play(state, move): return ((state[0] + (1, 5)[move]) % 6, 1 - state[1])
def is_over(state): return state[0] == 3
def utility(state): return 1
"""


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("", "Searches score that as a draw, and so does play when a position comes for the third time."),
        ("def repetition(state): return -1\n", "The game ends there, with the utility that repetition gives."),
        ("def odds(state, move): return 1\n", "The game goes on: chance decides how."),
    ],
)
def test_check_says_that_a_position_can_come_up_again(cli: Cli, tmp_path: Path, more: str, sentence: str) -> None:
    file = tmp_path / "ring.py"
    file.write_text(CYCLE + more)
    shown = cli("check", str(file), "--games", "5")
    assert shown.code == 0
    assert "Ring is sound" in shown.out
    assert f"A position can come up again: 0 1. {sentence}" in shown.out
    told = cli("check", str(file), "--games", "5", "--json").json
    assert (told["sound"], told["can_repeat"], told["repetition"]) == (True, True, ["0", "1"])


def test_a_cycle_that_random_games_would_hardly_find() -> None:
    def play(state: Any, move: int) -> Any:
        if state[0] >= 8:
            return (8 if state[0] == 9 else 9, 1 - state[1])
        return (state[0] + 1 if move == 5 else 100, 1 - state[1])

    hidden_cycle = race(
        play=play,
        moves=lambda state: 0b111111 if state[0] < 8 else 1,
        is_over=lambda state: state[0] == 100,
        utility=lambda state: 1,
    )
    assert repetition(hidden_cycle, games=0) == ("5",) * 8 + ("0", "0")


def test_a_long_path_into_a_cycle() -> None:
    chain = race(
        start=(0, 0),
        moves=lambda state: 1,
        to_move=lambda state: 0,
        play=lambda state, move: (state[0] + 1, 0) if state[0] < 3000 else (2998, 0),
        is_over=lambda state: False,
    )
    assert len(repetition(chain, games=0)) == 3001


def test_the_shortest_of_several_cycles() -> None:
    def play(state: Any, move: int) -> Any:
        place = state[0]
        if place == 0:
            return (1, 0) if move == 0 else (100, 0)
        if place < 100:
            return (place % 60 + 1, 0)
        return ({100: 101, 101: 102, 102: 101}[place], 0)

    cycles = race(
        moves=lambda state: 0b11 if state[0] == 0 else 1,
        to_move=lambda state: 0,
        play=play,
        is_over=lambda state: False,
    )
    assert repetition(cycles, games=0) == ("1", "0", "0", "0")


def test_an_end_that_is_worth_something_else_each_time() -> None:
    ends = cycle([1, 1, 1, -1])
    finding = Checker(race(utility=lambda state: next(ends))).run().finding
    assert finding is not None
    assert "utility gives" in finding.what


def test_finished_positions_are_counted_once() -> None:
    masked = race(is_over=lambda state: (state[0] >= 7) * 8)
    assert Checker(masked).run().finished == 4


@pytest.mark.parametrize(
    ("seconds", "complete", "out_of_time"),
    [(None, True, False), (5_000, True, False), (60, True, True), (10, False, True), (1, False, True)],
)
def test_a_time_limit(
    seconds: float | None, complete: bool, out_of_time: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that goes on by a second each time somebody looks at it."""
    monkeypatch.setattr("zerosum.answers.analysis.soundness.perf_counter", count().__next__)
    checker = Checker(race(), seconds=seconds)
    report = checker.run()
    assert (report.complete, report.out_of_time) == (complete, out_of_time)
    assert report.sound is (True if complete else None)
    assert (report.games == checker.wanted_games) != out_of_time
    assert report.positions > 0


def test_what_is_left_out_is_said(cli: Cli) -> None:
    run = cli("check", EXAMPLE, "--time", "0.000001", "--plain")
    assert run.code == 0
    assert run.out.startswith("No fault found in Subtract a square so far")
    assert "Tried the first 1 position, 0 of them finished, and 0 random games." in run.out
    assert "The rest was left out after 1e-06 seconds; --time S gives it longer." in run.out
    assert cli("check", EXAMPLE, "--time", "0", "--json").json["out_of_time"] is False


def test_a_game_that_goes_on_and_on() -> None:
    on = race(is_over=lambda state: False)
    finding = Checker(on, breadth=50, games=1).run().finding
    assert finding is not None
    assert "more than 10,000 plies" in finding.what
    assert finding.moves is None


def test_deep_faults_are_found_by_random_games() -> None:
    game = load("connect4")
    faulty = replace(game, rules=replace(game.rules, utility=lambda state: 5))
    report = Checker(faulty, breadth=20, games=5).run()
    assert report.finding is not None
    assert "utility gives 5" in report.finding.what
    assert report.finding.moves is not None
    assert len(report.finding.moves) >= 7


def test_mutation_is_noticed() -> None:
    class Box:
        def __init__(self) -> None:
            self.count = 0

        def __repr__(self) -> str:
            return str(self.count)

    def play(state: Any, move: int) -> Any:
        state.count += 1
        return state

    box = race(start=Box(), to_move=lambda state: 0, play=play, is_over=lambda state: False)
    finding = Checker(box, games=0).run().finding
    assert finding is not None
    assert "changes the state it was given" in finding.what


def test_cycles_in_games_too_large_to_try_completely() -> None:
    around = race(
        moves=lambda state: 0b11 if state[0] < 1000 else 1,
        play=lambda state, move: (state[0] + move * 1000 + 1, 0) if state[0] < 1000 else (state[0] % 7 + 2000, 0),
        to_move=lambda state: 0,
        is_over=lambda state: state[0] == 1000,
        utility=lambda state: 1,
    )
    assert len(repetition(around, breadth=20, games=20)) > 7


def test_an_end_that_changes_between_games() -> None:
    calls = 0

    def utility(state: Any) -> int:
        nonlocal calls
        calls += 1
        return 1 if calls < 20 else -1

    finding = Checker(race(utility=utility)).run().finding
    assert finding is not None
    assert "utility gives 1, and then -1" in finding.what


def test_text_forms_that_fail_do_not_hide_the_fault() -> None:
    def fail(*anything: Any) -> str:
        raise RuntimeError("no text")

    finding = Checker(race(text={"write_move": fail, "write_position": fail}, utility=lambda state: 3)).run().finding
    assert finding is not None
    assert "RuntimeError: no text" in finding.what
    only_moves = Checker(race(text={"write_move": fail})).run().finding
    assert only_moves is not None
    assert "RuntimeError: no text" in only_moves.what


def test_a_path_between_two_cycles_is_on_none() -> None:
    """1-2 and 4-5 are cycles, 3 only leads from one to the other."""
    onward = {0: (1,), 1: (2,), 2: (1, 3), 3: (4,), 4: (5,), 5: (4,)}
    between = race(
        moves=lambda state: (1 << len(onward[state[0]])) - 1,
        to_move=lambda state: 0,
        play=lambda state, move: (onward[state[0]][move], 0),
        is_over=lambda state: False,
    )
    assert repetition(between, games=0) == ("0", "0", "0")


UNCOMPILABLE = """
start = (4, 0)
def to_move(state): return state[1]
def moves(state): return 2 ** min(2, state[0]) - 1
def play(state, move): return (state[0] - move - 1, 1 - state[1])
def is_over(state): return state[0] == 0
results = {0: -1, 1: 1}
def utility(state): return results[state[1]]
"""


@pytest.mark.parametrize("source", [UNCOMPILABLE, Path(EXAMPLE).read_text()], ids=["cannot", "can"])
def test_a_call_says_like_the_command_whether_a_game_compiles(cli: Cli, tmp_path: Path, source: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(source)
    report, told = zerosum.check(file), cli("check", str(file), "--json").json
    assert (report.sound, report.compiles, report.plain_python_because) == (
        told["sound"],
        told["compiles"],
        told["why_not_compiled"],
    )
    assert report.sound
    assert report.compiles == (source != UNCOMPILABLE)
    assert (report.plain_python_because is None) == report.compiles
