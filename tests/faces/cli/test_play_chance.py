"""Play with dice, and games that come back to a position: in a session, at the terminal, in matches and records."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zerosum
from tests.conftest import Cli
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.play.game_record import read_records
from zerosum.answers.play.levels import costs_of
from zerosum.answers.play.match import play_match, random_opening
from zerosum.answers.play.players import ComputerPlayer
from zerosum.answers.play.session import Session
from zerosum.core.errors import BadPosition, BadRequest
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import CHANCE
from zerosum.core.value import Expected
from zerosum.faces.web.jobs import job
from zerosum.faces.web.models import PositionView, ReplyView, ValueView

DICE = '''
"""Roll 1, 2 or 3 (a 3 as often as the others together), then add the roll (1) or not (0); 5 points win."""
from zerosum import CHANCE
name = "Dice race"
start = (0, 0, 0, 0)  # points of both, whose turn, what was rolled
def to_move(state): return state[2] if state[3] else CHANCE
def moves(state): return 0b11 if state[3] else 0b1110
def odds(state, move): return 2 if move == 3 else 1
def play(state, move):
    first, second, side, rolled = state
    if not rolled:
        return first, second, side, move
    return (first + rolled * move * (1 - side), second + rolled * move * side, 1 - side, 0)
def is_over(state): return max(state[0], state[1]) >= 5
def utility(state): return 1 if state[0] >= 5 else -1
'''

PAIR = """
name = "Pair"
start = (0,)
def to_move(state): return state[0]
def moves(state): return 1
def play(state, move): return (1 - state[0],)
def is_over(state): return False
def utility(state): return 0
"""


@pytest.fixture
def dice(tmp_path: Path) -> str:
    (tmp_path / "dice.py").write_text(DICE)
    return str(tmp_path / "dice.py")


def pair(folder: Path, rule: str) -> str:
    (folder / "pair.py").write_text(PAIR + rule)
    return str(folder / "pair.py")


def session(game: Game, **settings: Any) -> Session:
    """A person against a player that always adds what was rolled."""
    return Session(game, Analyst(game), ("human", "adder"), (None, lambda state: 1), game.start, **settings)


def test_dice_are_rolled_and_taken_back_with_the_move(dice: str) -> None:
    game = session(load(dice), dice=Random(1))
    assert game.side == CHANCE
    assert game.label(CHANCE) == "chance"
    rolled = game.reply()
    assert game.state == (0, 0, 0, rolled)
    game.play(1)
    game.reply()  # the roll of the other side
    game.reply()  # and its move
    assert game.undo() == 3
    assert game.state == (0, 0, 0, rolled)
    with pytest.raises(BadRequest, match="no move of yours"):
        game.undo()


def test_a_person_may_roll(dice: str) -> None:
    game = session(load(dice), dice=None)
    assert [game.is_by_hand(side) for side in (0, 1, CHANCE)] == [True, False, True]
    game.play(3)
    game.play(1)
    game.play(2)
    game.reply()
    assert game.state == (3, 2, 0, 0)
    assert game.undo() == 2  # the last roll by hand
    assert game.moves == [3, 1]


def test_the_program_rolls_and_says_so(cli: Cli, dice: str) -> None:
    ran = [cli("play", dice, "--opponent", "random", "--seed", "3", stdin="1\n" * 9 + "no\n") for _ in range(2)]
    assert ran[0].out == ran[1].out
    assert "chance moves first." in ran[0].out
    assert ran[0].out.count("Rolled ") > 3
    assert "Your move (A): 1" in ran[0].out
    assert "You win." in ran[0].out
    moves = ran[0].out.split("Moves: ")[1].split("\n")[0].split()
    assert load(dice).is_over(load(dice).after(map(int, moves)))


def test_an_outcome_is_typed(cli: Cli, dice: str, tmp_path: Path) -> None:
    typed = "hint\nwhy 1\n4\n3\nundo\n2\n1\n3\n0\n3\n1\n"
    ran = cli("play", dice, "--opponent", "human", "--roll", "hand", "--save", str(tmp_path / "saved"), stdin=typed)
    assert ran.code == 0
    assert ran.out.count("Chance is to move, so there is nothing to choose; type what was rolled.") == 2
    assert "Your roll: 4\n'4' is not a move here; legal: 1 2 3." in ran.out
    assert "1 move taken back." in ran.out
    assert "A wins.\nMoves: 2 1 3 0 3 1" in ran.out
    (record,) = read_records((tmp_path / "saved").read_text())
    assert (record.moves, record.result) == (tuple("213031"), "1-0")


def test_nobody_chooses_for_chance(dice: str) -> None:
    game = load(dice)
    for spec in ("random", "perfect", "expectimax"):
        with pytest.raises(BadPosition, match="chance is to move in 0,0,0,0, and no player"):
            ComputerPlayer(spec, game)(game.start)
    position = zerosum.position(game)
    assert (position.mover, position.to_move) == ("chance", CHANCE)
    assert position.roll(5) == position.history[0] == zerosum.position(game).roll(5)
    with pytest.raises(BadRequest, match="A is to move, so there is nothing to roll"):
        position.roll()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("spec", ["expectimax", "star1", "star2"])
def test_a_search_takes_what_wins(dice: str, spec: str, side: int) -> None:
    game = load(dice)
    assert ComputerPlayer(spec, game, tier="reference")((3, 3, side, 2)) == 1


def test_a_match_rolls_by_its_seed(dice: str) -> None:
    game = load(dice)
    runs = []
    for _ in range(2):
        players = ComputerPlayer("random", game, seed=1), ComputerPlayer("random", game, seed=2)
        runs.append([record for _, record in play_match(game, ("a", "b"), players, 4, seed=9)])
    assert runs[0] == runs[1]
    assert all(record.utility in (1, -1) for record in runs[0])
    openings = [random_opening(game, 1, Random(seed)) for seed in range(400)]
    assert 150 < sum(state[3] == 3 for state in openings) < 250  # type: ignore[index]


def test_costs_of_means() -> None:
    assert costs_of([Expected(0.5), Expected(-0.25), Expected(0.5)]) == [0, 0.75, 0]


@pytest.mark.parametrize(
    ("rule", "plies", "utility", "reason"),
    [
        ("", 4, None, "a draw: the same position came for the third time"),
        ("def repetition(state): return 0", 2, 0, "a draw: the same position came again"),
        ("def repetition(state): return 1", 2, 1, "a win for A: the same position came again"),
        ("def repetition(state): return -1", 2, -1, "a win for B: the same position came again"),
    ],
)
def test_repetition_ends_a_game_everywhere(
    cli: Cli, tmp_path: Path, rule: str, plies: int, utility: int | None, reason: str
) -> None:
    file = pair(tmp_path, rule)
    game = load(file)
    by_hand = Session(game, Analyst(game), ("a", "b"), (None, None), game.start)
    while not by_hand.over:
        by_hand.play(0)
    record = by_hand.record()
    assert (len(record.moves), record.utility, record.termination) == (plies, utility, reason)
    assert by_hand.utility == (utility or 0)
    ((_, played),) = play_match(game, ("a", "b"), (lambda state: 0, lambda state: 0), 1)
    assert played == record
    saved = str(tmp_path / "saved")
    ran = cli("play", file, "--opponent", "human", "--save", saved, stdin="0\n" * plies + "no\n")
    assert f"{reason[0].upper()}{reason[1:]}.\nMoves: {' '.join('0' * plies)}" in ran.out
    (read,) = read_records(Path(saved).read_text())
    assert (read.moves, read.utility, read.termination) == (record.moves, utility, reason)
    assert cli("review", "--record", saved, "--tier", "reference").code == 0
    ran = cli("match", "random", "random", file, "-n", "2")
    assert f"2 games {'that the rules did not end' if utility is None else 'ended by repetition'}: {reason}." in ran.out


def test_a_wrong_result_of_a_repetition_is_refused(cli: Cli, tmp_path: Path) -> None:
    file = pair(tmp_path, "def repetition(state): return 1")
    (tmp_path / "saved").write_text(f'[Game "{file}"]\n\n0 0 0-1\n')
    ran = cli("review", "--record", str(tmp_path / "saved"))
    assert (ran.code, ran.err) == (2, "zerosum: the record says 0-1, but its moves do not end so\n")


def test_positions_may_repeat_where_dice_lead_on(dice: str) -> None:
    game = session(load(dice), dice=None)
    game.players = None, lambda state: 0
    for roll in (1, 2, 3, 1):
        game.play(roll)
        game.play(0)
        game.play(roll)
        game.reply()
    assert game.state == game.start
    assert not game.over


def test_the_engine_interface_rolls_by_query(cli: Cli, dice: str) -> None:
    commands = "query chance\nquery roll\ngo\nposition startpos moves 3\nquery chance\nquery roll\n"
    first, second = (cli("engine", dice, stdin=f"setoption name Seed value {seed}\n{commands}").out for seed in (1, 1))
    assert first == second
    chance, roll, go, after, no_roll = first.splitlines()
    assert (chance, after) == ("response true", "response false")
    assert roll in ("response 1", "response 2", "response 3")
    assert go.startswith("info string chance is to move in 0,0,0,0")
    assert no_roll == "info string query roll: chance is not to move"


class NoTask:
    """A job that nobody stops."""

    is_stopped = False

    def progress(self, progress: Progress) -> None:
        """Nobody looks."""


def test_the_page_lets_the_server_roll(dice: str) -> None:
    about = {"game": dice, "moves": "", "player": "dice", "ties": "random", "seconds": 1}
    found = [ReplyView.model_validate(next(job("reply")({**about, "seed": 4}, NoTask()))) for _ in range(2)]
    assert found[0] == found[1]
    before = PositionView.model_validate(next(job("position")(about, NoTask())))
    assert (before.side, before.mover, before.legal) == (CHANCE, "chance", ["1", "2", "3"])
    assert found[0].after.moves == [found[0].move]
    assert (found[0].after.side, found[0].after.mover, found[0].after.movers) == (0, "A", [CHANCE])


@pytest.mark.parametrize(("plies", "reason"), [(3, None), (4, "a draw: the same position came for the third time")])
def test_the_page_is_told_of_repetition(tmp_path: Path, plies: int, reason: str | None) -> None:
    about = {"game": pair(tmp_path, ""), "moves": " ".join("0" * plies)}
    found = PositionView.model_validate(next(job("position")(about, NoTask())))
    assert (found.adjudication, found.over, found.legal) == (reason, False, ["0"])


@pytest.mark.parametrize(
    "value", [Expected(Fraction(1, 3), 0, ((1, Fraction(2, 3)), (-1, Fraction(1, 3)))), Expected(0.5, 1e-6)]
)
def test_the_page_is_told_of_means(value: Expected) -> None:
    shown = ValueView.model_validate(value.json())
    assert (shown.kind, shown.letter, shown.expected) == ("expected", "E", float(value.mean))
    assert shown.win == (value.chance(1) if value.results else None)
    assert shown.model_dump(exclude_unset=True) == value.json()


def test_an_analysis_shows_outcomes_with_their_probability(cli: Cli, dice: str) -> None:
    shown = cli("analyze", dice).out
    assert "chance to move, for A: expected +0.4" in shown
    assert re.search(r"wins [\d.]+ %, draws 0\.0 %, loses [\d.]+ %\.\n", shown)
    assert re.search(r"outcome +chance +value +line\n +3 +50\.0 % ", shown)
    assert "not known yet" not in shown
    told = cli("analyze", dice, "--json").json
    assert (told["to_move"], told["side"]) == ("chance", CHANCE)
    assert [(each["move"], each["chance"], each["cost"]) for each in told["moves"]] == [
        ("3", 0.5, None),
        ("2", 0.25, None),
        ("1", 0.25, None),
    ]
    analysis = zerosum.analyze(dice)
    assert [row["chance"] for row in analysis.rows()] == [0.25, 0.25, 0.5]
    assert "outcome" in str(analysis)
    assert "50.0 %" in analysis._repr_html_()
    assert all(each["chance"] is None for each in cli("analyze", dice, "-m", "3", "--json").json["moves"])


def test_a_review_judges_players_and_not_the_dice(cli: Cli, dice: str) -> None:
    shown = cli("review", dice, "-m", "3 1 2 1 3 0")
    assert [line.split()[:3] for line in shown.out.splitlines()[1:4]] == [
        ["2", "A", "1"],
        ["4", "B", "1"],
        ["6", "A", "0"],
    ]
    assert re.search(r"6 +A +0 .*mistake: [\d.]+ less; best: 1\n", shown.out)
    assert "1 mistake." in shown.out
    assert [row["mark"] for row in zerosum.review(dice, "3 1 2 1 3 0").rows()] == ["A", "B", "A"]


COMMANDS = {
    "games FILE": "Value: the expected result, since dice decide too.",
    "match expectimax level:3 FILE -n 2": "expectimax against level:3, 2 games",
    "compare FILE -a expectimax,star1,value_iteration --position 3,3,0,2 --no-memory --nodes 2000": "value_iteration",
    "compare FILE -a alphabeta": "which alphabeta cannot search; expectimax, star1",
    "compare FILE --orders": "has chance in it, which this comparison cannot search",
    "analyze FILE --tier native": "Dice race has chance in it",
    "analyze FILE -m 3 --why 0": "0 gets expected",
    "book FILE --plies 1": "Dice race has no key for its positions",
    "check FILE": "A position can come up again: 1 0 1 0. The game goes on: chance decides how.",
    "tree FILE --position 4,4,0,1 -a expectimax --levels 2 --depth 2": "CHANCE",
}


@pytest.mark.parametrize(("command", "said"), COMMANDS.items())
def test_every_command_knows_chance(cli: Cli, dice: str, command: str, said: str) -> None:
    ran = cli(*command.replace("FILE", dice).split())
    assert said in ran.out + ran.err
    assert ran.code in (0, 2)
    assert (ran.code == 2) == (ran.err.startswith("zerosum: ") and ran.err.count("\n") == 1)
