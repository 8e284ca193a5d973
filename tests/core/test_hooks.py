"""The hooks of the search for games that cannot be solved: noisy, null_move, position, plies_to_draw, best_search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.places import TESTS
from zerosum.answers.analysis.adjudication import adjudicated
from zerosum.answers.analysis.soundness import Checker
from zerosum.core.errors import BadRules, Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.engines.native.compile.missing_hooks import NO_COUNTER
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.search.cycles import can_repeat

SKIRMISH = str(TESTS / "skirmish.py")


def with_rules(**hooks: Any) -> Game:
    game = load(SKIRMISH)
    return replace(game, rules=replace(game.rules, **hooks), reload=None)


def test_a_file_may_have_the_hooks() -> None:
    game = load(SKIRMISH)
    rules = game.rules
    assert None not in (rules.noisy, rules.null_move, rules.position, rules.plies_to_draw)
    assert game.best_search == "selective"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("best_search = 'minimax'", "'best_search' must be 'selective' or 'mcts', not 'minimax'"),
        ("noisy = 1", "'noisy' must be a function"),
        ("plies_to_draw = None", "position and plies_to_draw are of use only together"),
        ("def nosiy(state, move): return 0\ndel noisy", "nothing calls 'nosiy' (did you mean noisy?)"),
    ],
)
def test_wrong_hooks_in_a_file_are_refused(line: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(f"{Path(SKIRMISH).read_text()}\n{line}\n")
    with pytest.raises(BadRules) as refusal:
        load(str(file))
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("hooks", "told"),
    [
        ({"noisy": lambda state, move: None}, "noisy gives None for the move 3, neither True nor False"),
        ({"playout": lambda state, move: None}, "playout gives None for the move 3, neither True nor False"),
        (
            {"null_move": lambda state: (*state[:-1], 5)},
            "in which the other side is not to move",
        ),
        ({"null_move": lambda state: None}, "null_move gives None, which is no state"),
        ({"position": lambda state: (*state[:-1], state[-1] + 1)}, "whose own position is another one"),
        ({"position": lambda state: (*state[:-2], 0, 0)}, "position gives a state in which another side is to move"),
        ({"plies_to_draw": lambda state: -1}, "plies_to_draw gives -1, which is not a number of plies from 0"),
    ],
)
def test_check_finds_wrong_hooks(hooks: dict[str, Any], told: str) -> None:
    finding = Checker(with_rules(**hooks), breadth=500, games=2).run().finding
    assert finding is not None
    assert told in finding.what


def test_a_pass_may_leave_the_other_side_without_a_move() -> None:
    """Black passes, and White is stalemated."""
    chess = load("chess")
    state = chess.read_position("b7/8/8/8/8/r6n/7K/4k3_b_-_-_62_1")
    null_move = chess.rules.null_move
    assert null_move is not None
    assert chess.rules.is_over(null_move(state))
    game = replace(chess, rules=replace(chess.rules, start=state), reload=None)
    assert Checker(game, breadth=1, games=0).run().finding is None


@pytest.mark.parametrize(("has_position", "plies"), [(True, 8), (False, None)])
def test_a_position_repeats_whatever_its_counter(has_position: bool, plies: int | None) -> None:
    """Back and forth with both sides: the counter counts on, and the position comes a third time after 8 plies."""
    game = load(SKIRMISH) if has_position else with_rules(position=None, plies_to_draw=None, repeats=None)
    states = [game.start]
    for move in (3, 127, 36, 94) * 2:
        states.append(game.play(states[-1], move))
    ended = [count for count in range(1, len(states)) if adjudicated(game, states[: count + 1]) is not None]
    assert ended == ([] if plies is None else [plies])
    assert can_repeat(game.rules) is has_position


def test_check_shows_a_position_that_repeats() -> None:
    report = Checker(load(SKIRMISH), games=0, breadth=1000).run()
    assert report.repetition is not None
    assert len(report.repetition) == 4


def test_compiled_rules_have_all_hooks() -> None:
    without = native_rules(load("tictactoe"))
    assert (without.noisy, without.has_null_move, without.has_position) == (None, False, False)
    assert without.plies_to_draw is not None
    assert NO_COUNTER > 10_000


@pytest.mark.proof
@pytest.mark.parametrize(
    ("hooks", "told"),
    [
        ({"noisy": lambda state, move: (1 << 62 + state[12]) > 0}, "noisy computes a number of more than 63 bits"),
        (
            {"plies_to_draw": lambda state: 1 << 40 + 30 * state[12]},
            "plies_to_draw computes a number of more than 63 bits",
        ),
        ({"null_move": lambda state: state[:3]}, "null_move gives a state of 3 numbers, but the start has 14"),
        ({"position": lambda state: state[0]}, "position gives int64; give a tuple of whole numbers"),
    ],
)
def test_hooks_that_compile_to_something_else_are_refused(hooks: dict[str, Any], told: str) -> None:
    with pytest.raises(Uncompilable) as refusal:
        native_rules(with_rules(**hooks))
    assert told in str(refusal.value)
