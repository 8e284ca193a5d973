"""A game that can go on for ever: every call ends with its last good answer, and says that it is unfinished."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.countdown import counting
from tests.thinned import in_proof
from zerosum import Engine, load, match
from zerosum.answers.analysis.analyst import Analyst
from zerosum.answers.analysis.results import Analysis
from zerosum.answers.analysis.review import review
from zerosum.answers.play.game_record import read_records
from zerosum.answers.play.match import play_match, tally
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import MAX_PLIES
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Estimate, Outcome, Value
from zerosum.engines.search import ALGORITHMS
from zerosum.engines.search.cycles import can_repeat
from zerosum.engines.search.result import CHANCE_SEARCHES, Limit

RING = """
\"\"\"A token on a ring of eight places: who moves it to place 4 wins. Nobody has to let that happen.\"\"\"
start = (0, 0)

def to_move(state):
    return state[1]

def moves(state):
    return 0b11

def play(state, move):
    return (state[0] + (1 if move == 1 else 7)) % 8, 1 - state[1]

def is_over(state):
    return state[0] == 4

def utility(state):
    return 1 if state[1] == 1 else -1
"""

START, NEXT_TO_GOAL, TWO_AWAY = (0, 0), (3, 0), (2, 0)
LIMITS = [Limit(), Limit(seconds=0.3), Limit(nodes=30_000), Limit(depth=9)]
PLAYERS = ["random", "perfect", "level:1", "level:5", "level:8", "depth:4", "mcts:50"]
SEARCHES = ["minimax", "alphabeta", "ordering", "table", "deepening", "pvs", "mtdf", "pns", "minimax:plain"]


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("games") / "ring.py"
    file.write_text(RING)
    return load(str(file))


def check(analysis: Analysis, *, is_whole: bool = True) -> None:
    """A forced end is always found; that the rest is a draw only where the depth is not limited."""
    assert analysis.candidates
    assert analysis.exact or not is_whole
    if analysis.state == NEXT_TO_GOAL:
        assert (analysis.value, analysis.best, analysis.best_known) == (Outcome(1, 1), (1,), True)
    elif analysis.state == TWO_AWAY:
        assert analysis[1].value == Outcome(-1, 2)
        assert is_draw(analysis[0].value, is_whole)
        assert analysis.candidates == (0,)
    else:
        assert is_draw(analysis.value, is_whole)


def is_draw(value: Value, is_whole: bool) -> bool:
    return value == Outcome(0) if is_whole else isinstance(value, Estimate) or value.result == 0


@pytest.mark.parametrize("tier", ["reference", "native", "auto"])
@pytest.mark.parametrize("limit", LIMITS, ids=str)
@pytest.mark.parametrize(
    "state", [NEXT_TO_GOAL, *(pytest.param(s, marks=pytest.mark.proof) for s in (START, TWO_AWAY))], ids=str
)
def test_every_analysis_ends_with_its_last_good_answer(ring: Game, state: State, limit: Limit, tier: str) -> None:
    analyst = Analyst(ring, tier=tier, limit=limit, memory=16)
    if limit.seconds is not None:
        analyst.prepare()
    *_, last = analyst.analyses(state)
    check(last, is_whole=limit.depth is None)
    assert last.note is None


def test_a_compiled_analysis_without_a_limit_ends_with_its_last_good_answer(
    ring: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zerosum.answers.analysis.analyst.ENDLESS_NODES", 12)
    *_, before_last, last = Analyst(ring, tier="native", memory=16).analyses(START)
    check(last, is_whole=False)
    assert not last.exact
    assert last.moves == before_last.moves
    assert "so it may never end" in (last.note or "")


@pytest.mark.parametrize("tier", ["reference", "native", "auto"])
def test_an_engine_answers(ring: Game, tier: str) -> None:
    engine = Engine(ring, tier=tier, memory=16)
    for state in (START, NEXT_TO_GOAL, TWO_AWAY):
        check(engine.analyze(state, nodes=30_000))
        check(engine.analyze(state))
        assert list(engine.stream(state, nodes=30_000))
        check(engine.think(state, nodes=30_000).result(60))
    assert engine.best_move(NEXT_TO_GOAL) == 1
    assert engine.best_move(TWO_AWAY) == 0


@pytest.mark.parametrize("limit", [Limit(), Limit(nodes=2_000)], ids=str)
@pytest.mark.parametrize("spec", [*PLAYERS, *SEARCHES])
def test_every_player_moves(ring: Game, spec: str, limit: Limit) -> None:
    player = ComputerPlayer(spec, ring, limit=limit, tier="reference")
    for state in (START, NEXT_TO_GOAL, TWO_AWAY):
        assert player(state) in (0, 1)
        assert player.last is not None
    if spec in SEARCHES:
        assert player(NEXT_TO_GOAL) == 1, "a win at once is seen also where the rest does not end"
        last = player.last
        assert last is not None
        assert last.exact or last.stopped


@pytest.mark.parametrize("spec", in_proof("alphabeta", "minimax", "table", "deepening", "mcts:50"))
def test_compiled_players_move(ring: Game, spec: str) -> None:
    player = ComputerPlayer(spec, ring, limit=Limit(nodes=2_000), tier="native")
    assert player(START) in (0, 1)
    assert player(NEXT_TO_GOAL) == 1


@pytest.mark.parametrize("first", ["random", "perfect", "depth:4", "alphabeta", "mcts:50"])
def test_a_match_ends(ring: Game, first: str) -> None:
    limit = Limit(nodes=1_000)
    names = (first, "depth:3")
    players = [ComputerPlayer(name, ring, limit=limit, tier="reference") for name in names]
    results = list(play_match(ring, names, (players[0], players[1]), 4))
    assert tally(results).games == 4
    for _, record in results:
        ended = record.termination == "a draw: the same position came for the third time"
        assert ended == (record.utility is None)
        assert read_records(record.text()) == [record]
    assert first == "random" or any(record.termination for _, record in results)


def test_a_game_that_never_repeats_ends_at_the_most_plies() -> None:
    def only_move(state: State) -> Move:
        return 0

    ((_, record),) = play_match(counting(), ("a", "b"), (only_move, only_move), 1)
    assert len(record.moves) == MAX_PLIES
    assert record.termination == "a draw: the game went on for 10,000 plies"


def test_a_review_judges_every_move(ring: Game) -> None:
    moves = [1, 1, 1, 1]
    judgements = list(review(Analyst(ring, limit=Limit(nodes=2_000), tier="reference"), moves))
    assert [each.move for each in judgements] == moves
    assert judgements[-1].after == Outcome(1, 1)


@pytest.mark.parametrize(("spec", "expected"), [("tictactoe", False), ("connect4", False), ("nim:3,4,5", False)])
def test_games_that_cannot_repeat(spec: str, expected: bool) -> None:
    game = load(spec)
    assert can_repeat(game.rules) == expected


def test_a_ring_can_repeat(ring: Game) -> None:
    assert can_repeat(ring.rules)


def test_the_command_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "ring.py"
    file.write_text(RING)
    for arguments in (
        ["analyze", str(file), "--tier", "reference", "--time", "0"],
        ["match", "depth:3", "perfect", str(file), "-n", "2", "--tier", "reference", "--nodes", "1000"],
        ["review", str(file), "--moves", "1 1 1 1", "--tier", "reference", "--nodes", "1000"],
    ):
        ran = cli(*arguments)
        assert ran.code == 0, ran
    assert "draw" in cli("analyze", str(file), "--tier", "reference", "--time", "0").out


def test_a_comparison_has_a_row_for_every_algorithm(cli: Cli, ring: Game) -> None:
    """None of them goes round for ever: a position that repeats on the path is a draw."""
    names = ",".join(name for name in ALGORITHMS if name not in CHANCE_SEARCHES or name == "mcts")
    rows = cli("compare", ring.spec, "-a", names, "--nodes", "20000", "--json").json["rows"]
    assert [row["value"]["text"] for row in rows if row["exact"]] == ["draw"] * len(rows)


def test_a_match_explains_the_results_of_games_that_never_end(cli: Cli, ring: Game) -> None:
    ran = cli("match", "depth:3", "depth:3", ring.spec, "-n", "2", "--tier", "reference", "--nodes", "1000")
    assert "* marks 2 games that the rules did not end: a draw: the same position came for the third time." in ran.out
    played = match(ring, "depth:3", "depth:3", 2, tier="reference", nodes=1000)
    assert "* marks 2 games that the rules did not end" in str(played)
