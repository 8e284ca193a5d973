"""Games of OpenSpiel as games of ours: the same values, positions that are equal when they should be, refusals."""

from __future__ import annotations

import pickle
import sys
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

import zerosum
from tests.conftest import Cli, refused
from tests.web import client_of, settings
from zerosum.core.errors import BadMove, BadPosition, BadRequest, BadRules, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import CHANCE, State, listed
from zerosum.core.value import Expected, Outcome
from zerosum.engines.search import algorithm
from zerosum.faces.bridge import openspiel

pyspiel = pytest.importorskip("pyspiel", reason="no OpenSpiel")


def reachable(game: Game) -> set[State]:
    """Every position that can occur."""
    seen = {game.start}
    waiting = [game.start]
    while waiting:
        state = waiting.pop()
        for move in listed(game.moves(state)):
            after = game.rules.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("tic_tac_toe", "tictactoe"),
        ("mnk(m=3,n=3,k=3)", "tictactoe"),
        ("connect_four(rows=3,columns=3,x_in_row=4)", "connect4:3x3"),
        ("hex(board_size=3)", "hex:3"),
        ("breakthrough(rows=4,columns=3)", "breakthrough:3x4"),
        ("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)", "dots:2x1"),
        ("nim(pile_sizes=1;2;3)", "nim:1,2,3,misere"),
        ("nim(pile_sizes=1;2;3,is_misere=False)", "nim:1,2,3"),
        ("nim(pile_sizes=1;2;4,is_misere=False)", "nim:1,2,4"),
    ],
)
def test_the_value_is_that_of_the_same_game_of_ours(theirs: str, ours: str) -> None:
    games = (load(f"openspiel:{theirs}"), load(ours))
    values = [algorithm("table")(game, game.start).value for game in games]
    assert values[0] == values[1]


def test_connect_four_4x4_has_the_value_of_ours() -> None:
    results = []
    for spec in ("openspiel:connect_four(rows=4,columns=4)", "connect4:4x4"):
        game = load(spec)
        results.append(algorithm("mtdf")(game, game.start, plain=True))
    assert results[0].value == results[1].value
    assert (str(results[0].value), results[0].stopped) == (str(Outcome(0)), False)


@pytest.mark.parametrize(("name", "nodes"), [("alphabeta", 18_297), ("table", 3_577)])
def test_tic_tac_toe_takes_as_many_nodes_as_ours(name: str, nodes: int) -> None:
    game = load("openspiel:tic_tac_toe")
    assert algorithm(name)(game, game.start, plain=True).nodes == nodes


@pytest.mark.parametrize(
    ("spec", "positions"),
    [
        ("openspiel:tic_tac_toe", 5_478),
        ("openspiel:nim(pile_sizes=1;2)", 8),
    ],
)
def test_positions_are_equal_however_they_were_reached(spec: str, positions: int) -> None:
    assert len(reachable(load(spec))) == positions


PLAIN = (
    "breakthrough(rows=4,columns=3)",
    "clobber(rows=3,columns=3)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
    "hex(board_size=2)",
    "hex(board_size=3,swap=True)",
    "mancala",
    "mnk(m=3,n=3,k=3)",
    "nim(pile_sizes=2;3;4)",
    "othello",
    "pentago",
    "pig(winscore=6,horizon=14)",
    "tic_tac_toe",
    "ultimate_tic_tac_toe",
)


def test_every_game_with_plain_positions_has_a_row() -> None:
    assert {name.partition("(")[0] for name in PLAIN} == set(openspiel.PLAIN_POSITIONS)


@pytest.mark.parametrize("name", PLAIN)
def test_equal_positions_have_the_same_future(name: str) -> None:
    """Held against random games: moves, results and what follows depend on the key alone."""
    game = load(f"openspiel:{name}")
    random = Random(7)
    known: dict[State, object] = {}
    met_again = 0
    for _ in range(40):
        for state in game.random_game(game.start, random):
            if game.is_over(state):
                future: object = game.utility(state)
            else:
                moves = listed(game.moves(state))
                is_chance = game.to_move(state) == CHANCE
                odds = game.chances(state) if is_chance else None
                future = (game.to_move(state), odds, [(move, game.rules.play(state, move)) for move in moves])
            met_again += state in known
            assert known.setdefault(state, future) == future
    assert met_again >= 40


SMALLER = {"yacht": "yacht(num_dice=3)"}
"""A roll of five dice has 7,776 outcomes."""

ALL = [
    SMALLER.get(kind.short_name, kind.short_name)
    for kind in pyspiel.registered_games()
    if kind.default_loadable
    and kind.min_num_players <= 2 <= kind.max_num_players
    and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    and kind.utility == pyspiel.GameType.Utility.ZERO_SUM
]


def test_there_are_many_games() -> None:
    assert len(ALL) > 30


@pytest.mark.parametrize("name", ALL)
def test_a_random_game_ends_with_a_result(name: str) -> None:
    """Texts of positions and moves read back on the way, and the result is OpenSpiel's own."""
    game = load(f"openspiel:{name}")
    theirs = pyspiel.load_game(name).new_initial_state()
    random = Random(3)
    state = game.start
    plies = 0
    while not game.is_over(state):
        legal = listed(game.moves(state))
        assert list(legal) == theirs.legal_actions()
        move = game.roll(state, random) if game.to_move(state) == CHANCE else random.choice(legal)
        if plies % 40 == 0:
            assert game.read_position(game.position_text(state)) == state
            for each in legal[:10]:
                text = game.move_text(state, each)
                assert game.read_move(state, text) == each
                assert not set(text) & set(" ,")
        state = game.rules.play(state, move)
        theirs.apply_action(move)
        plies += 1
    assert game.utility(state) == theirs.returns()[0]
    assert game.text.draw(state)


def test_the_odds_of_a_die() -> None:
    game = load("openspiel:pig")
    state = game.after([0])
    assert game.to_move(state) == CHANCE
    assert [str(chance) for _, chance in game.chances(state)] == ["1/6"] * 6


def test_a_roll_of_one_player_is_none_of_the_other() -> None:
    """Though OpenSpiel may write both in the same way."""
    rolling = Mock(is_chance_node=lambda: True, move_number=lambda: 3, __str__=lambda _: "0 0, rolling")
    first, second, again = (openspiel.SpielState("pig", rolling, True, player) for player in (0, 1, 0))
    assert first != second
    assert first == again


def test_the_expected_value_of_a_short_pig() -> None:
    """Held against the plain recursion over OpenSpiel's own states."""

    def expected(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return sum((chance * expected(state.child(action)) for action, chance in state.chance_outcomes()), 0.0)
        best = max if state.current_player() == 0 else min
        return best(expected(state.child(action)) for action in state.legal_actions())

    name = "pig(winscore=3,horizon=5,diceoutcomes=3)"
    game = load(f"openspiel:{name}")
    found = algorithm("expectimax")(game, game.start, plain=True).value
    assert isinstance(found, Expected)
    assert float(found.mean) == pytest.approx(expected(pyspiel.load_game(name).new_initial_state()))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", "it has hidden information"),
        ("liars_dice", "it has hidden information"),
        ("phantom_ttt", "it has hidden information"),
        ("matrix_mp", "its players move simultaneously"),
        ("matrix_pd", "its players move simultaneously"),
        ("oshi_zumo", "its players move simultaneously"),
        ("2048", "it is for 1 player"),
        ("pig(players=3)", "it is for 3 players"),
        ("tic_tac_too", "OpenSpiel has no game 'tic_tac_too' (did you mean tic_tac_toe?)"),
        ("tic_tac_toe(", "'tic_tac_toe(' is not a game of OpenSpiel"),
        ("tic_tac_toe()x", "'tic_tac_toe()x' is not a game of OpenSpiel"),
        ("", "'' is not a game of OpenSpiel"),
        ("tic_tac_toe(size=4)", "Unknown parameter 'size'"),
        ("connect_four(rows=x)", "Wrong type for parameter rows"),
        ("connect_four(rows=0)", "rows of connect_four is a number from 1 to 100, not 0"),
        ("misere(game=connect_four(rows=0))", "is a number from 1 to 100, not 0"),
        ("y(board_size=1001)", "board_size of y is a number from 1 to 100, not 1001"),
        ("y(board_size=40)", "OpenSpiel cannot write the states"),
        ("breakthrough(columns=1)", "OpenSpiel refuses 'breakthrough(columns=1)': cols_ > 1"),
        ("efg_game(filename=/etc/hostname)", "names a file"),
    ],
)
def test_refusals(name: str, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSpec) as caught:
        load(f"openspiel:{name}")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    # OpenSpiel's C++ code writes its errors to standard error by itself.
    assert capfd.readouterr().err == ""


def test_a_command_refuses_in_one_sentence(cli: Cli) -> None:
    assert "hidden information" in refused(cli("analyze", "openspiel:kuhn_poker"))


@pytest.mark.parametrize(
    ("text", "reason"), [("x", "a position is 'start' or"), ("4.4", "action 2 of '4.4', 4, is not legal there")]
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        load("openspiel:tic_tac_toe").read_position(text)


@pytest.mark.parametrize("text", ["4", "x(1,1)", "x(1.1)", "X(1.1)"])
def test_a_move_is_read_as_openspiel_writes_it_or_by_its_number(text: str) -> None:
    game = load("openspiel:tic_tac_toe")
    assert game.read_move(game.start, text) == 4


def test_bad_move() -> None:
    game = load("openspiel:tic_tac_toe")
    with pytest.raises(BadMove, match=r"'x\(1,1\)' is not a legal move here; legal: o\(0.0\)"):
        game.read_move(game.after([4]), "x(1,1)")


def test_moves_that_differ_in_case_are_different() -> None:
    """Chess has a pawn's bxa6 and a bishop's Bxa6 in one position."""
    moves = "f3 f5 a4 d6 g3 e6 e3 g6 h3 c5 Bg2 Bg7 Bf1 Qh4 Ba6 d5 Na3 d4 Ne2 Bd7 Ng1 e5 d3 Bb5 b3"
    game = load("openspiel:chess")
    state = game.after(game.read_moves(moves))
    assert game.read_move(state, "bxa6") != game.read_move(state, "Bxa6")


def test_a_return_that_is_not_whole_is_refused() -> None:
    class Half:
        def returns(self) -> list[float]:
            return [0.5, -0.5]

        def history(self) -> list[int]:
            return [1]

    state = openspiel.SpielState("openspiel:half", Half(), has_plain_positions=False)
    with pytest.raises(BadRules, match=r"OpenSpiel's return in 1 is 0.5, which is not a whole number"):
        openspiel.utility(state)


def test_chances_that_are_no_fractions_are_refused() -> None:
    class Odd:
        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(0, 0.3), (1, 0.6)]

        def history(self) -> list[int]:
            return []

    state = openspiel.SpielState("openspiel:odd", Odd(), has_plain_positions=False)
    with pytest.raises(BadRules, match="no fractions that add up to 1"):
        state.weights  # noqa: B018


def test_games_and_states_can_be_pickled() -> None:
    game = load("openspiel:pig( winscore = 20 )")
    assert game.spec == "openspiel:pig(winscore=20)"
    assert pickle.loads(pickle.dumps(game)) is game
    state = game.after([0, 3, 0])
    assert pickle.loads(pickle.dumps(state)) == state


def test_who_begins_cannot_be_chosen() -> None:
    chess = load("openspiel:chess")
    assert chess.to_move(chess.start) == 1
    with pytest.raises(BadSpec, match="the rules of OpenSpiel's Tic Tac Toe say which player begins"):
        load("openspiel:tic_tac_toe@P1")


def test_its_own_python_games() -> None:
    assert len(listed(load("openspiel:python_tic_tac_toe").moves(load("openspiel:python_tic_tac_toe").start))) == 9


def test_without_openspiel_one_line_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(BadRequest, match=r"pip install 'zerosum\[openspiel\]'"):
        load("openspiel:tic_tac_toe")


TTT = "openspiel:tic_tac_toe"


@pytest.mark.parametrize(
    ("words", "stdin", "shown"),
    [
        (("analyze", TTT, "-m", "4 1"), "", "P0 to move: win in 5."),
        (("analyze", TTT, "-p", "4.1"), "", "P0 to move: win in 5."),
        (("check", TTT), "", "Tried all 5,478 positions"),
        (("compare", TTT, "--algorithms", "alphabeta"), "", "18,297"),
        (("match", "perfect", "random", TTT, "-n", "2"), "", "perfect"),
        (("match", "random", "random", "openspiel:pig(winscore=10)", "-n", "2"), "", "random"),
        (("games", TTT), "", "Sides: P0 moves first, then P1."),
        (("games", "openspiel:chess"), "", "Sides: P1 moves first, then P0."),
        (("games", "openspiel:backgammon"), "", "Sides: P0 and P1; the first move is one of chance."),
        (("perft", TTT, "--depth", "3"), "", "504"),
        (("play", TTT), "4\nquit\n", "The computer (P1) plays"),
        (("tree", TTT, "-m", "4 1 0 8 6"), "", "o(0.2)"),
    ],
)
def test_commands(words: tuple[str, ...], stdin: str, shown: str, cli: Cli) -> None:
    run = cli(*words, stdin=stdin)
    assert run.code == 0, run
    assert shown in run.out


def test_the_server() -> None:
    with client_of(settings(workers=1)) as client:
        analysis = client.get("/api/analysis", {"game": TTT, "moves": "4 1", "seconds": 5})
        assert (analysis.status_code, analysis.json()["value"]["text"]) == (200, "win in 5")
        rolling = client.get("/api/position", {"game": "openspiel:pig", "moves": "roll"})
        assert rolling.json()["legal"] == [f"Roll.{number}" for number in range(1, 7)]
        hidden = client.get("/api/position", {"game": "openspiel:kuhn_poker"})
        assert (hidden.status_code, "hidden information" in hidden.json()["detail"]) == (400, True)


def test_the_front_door() -> None:
    assert zerosum.analyze(TTT, moves="4 1", progress=False).best == (0, 2, 3, 5, 6, 8)
    here = zerosum.position(TTT)
    here.push("x(1,1)")
    assert here.game.position_text(here.state) == "4"
