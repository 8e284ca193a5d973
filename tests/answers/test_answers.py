"""The front door: what a user guesses first works, whatever form game, position, moves and limits come in."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zerosum
from tests.conftest import Cli
from tests.faces.cli.test_cli_engine import REPEATING
from tests.places import EXAMPLES
from zerosum import Analyst
from zerosum.answers.play.players import ComputerPlayer
from zerosum.core.errors import BadMove, BadPosition, BadRequest, BadSpec
from zerosum.core.game import Game
from zerosum.core.games.plain_text import plain_text
from zerosum.core.games.tree import read_tree
from zerosum.core.rules import Rules
from zerosum.core.value import DISTANCE, MARGIN, PLAIN, Scale
from zerosum.engines.draw.tree_text import tree_lines
from zerosum.engines.recording.packed import packed
from zerosum.engines.recording.tree import rebuild
from zerosum.faces.cli import build_parser

SQUARES = EXAMPLES / "subtract_a_square.py"

WAYS: list[tuple[str, Any, dict[str, Any]]] = [
    ("text", "X-O/-O-/X--", {}),
    ("moves as text", None, {"moves": "0 2 6 4"}),
    ("moves without blanks", None, {"moves": "0264"}),
    ("moves as numbers", None, {"moves": [0, 2, 6, 4]}),
    ("moves as texts", None, {"moves": ["0", "2", "6", "4"]}),
    ("moves by position", "0 2 6 4", {}),
    ("a list by position", [0, 2, 6, 4], {}),
    ("a position and moves", "X-O/---/X--", {"moves": "4"}),
    ("a state", zerosum.load("tictactoe").read_position("X-O/-O-/X--"), {}),
    ("a Position", zerosum.position("tictactoe", "X-O/-O-/X--"), {}),
]


@pytest.mark.parametrize(("position", "more"), [way[1:] for way in WAYS], ids=[way[0] for way in WAYS])
def test_a_position_comes_in_any_form(position: Any, more: dict[str, Any]) -> None:
    for game in ("tictactoe", zerosum.load("tictactoe")):
        analysis = zerosum.analyze(game, position, **more)
        assert (analysis.best, str(analysis.value)) == ((3,), "win in 1")


@pytest.mark.parametrize("game", [SQUARES, str(SQUARES), zerosum.load(SQUARES)], ids=["Path", "text", "Game"])
def test_a_game_comes_in_any_form(game: Any) -> None:
    assert zerosum.analyze(game).exact
    assert zerosum.check(game, positions=50, games=2).sound
    assert zerosum.make_player("perfect", game)(zerosum.position(game).state) in zerosum.position(game).moves
    assert zerosum.Engine(game).analyze().exact


@pytest.mark.parametrize(("position", "more"), [way[1:] for way in WAYS if way[0] in ("text", "a state", "a Position")])
@pytest.mark.parametrize("player", ["perfect", "random", "alphabeta", "mcts:50", "level:3", "depth:2"])
def test_a_player_takes_a_position_in_any_form(player: str, position: Any, more: dict[str, Any]) -> None:
    assert zerosum.make_player(player, "tictactoe")(position, **more) in (1, 3, 5, 7, 8)


def test_a_player_refuses_a_position_of_another_game() -> None:
    player = zerosum.make_player("perfect", "tictactoe")
    for position, sentence in (
        (zerosum.position("nim"), "is one of Nim.*, not of Tic-Tac-Toe"),
        ("----O----", '; load that game as "tictactoe@O"'),
        ((7, 7, 7), "is not a state of Tic-Tac-Toe"),
    ):
        with pytest.raises(zerosum.ZerosumError, match=sentence):
            player(position)


def test_a_position_is_a_game_too() -> None:
    here = zerosum.position("tictactoe", moves="0 2 6 4")
    assert zerosum.analyze(here) == here.analyze()
    assert zerosum.analyze(here, moves="3").value == zerosum.Outcome(-1, 0)


@pytest.mark.parametrize("limits", [{"seconds": 1}, {"nodes": 500}, {"depth": 2}, {"limit": zerosum.Limit(depth=2)}])
def test_limits_are_keywords(limits: dict[str, Any]) -> None:
    analysis = zerosum.analyze("connect4", moves="4 4", book=False, **limits)
    assert len(analysis) == 7
    assert not analysis.exact


def told(call: Any, *given: Any, **settings: Any) -> list[tuple[int, str]]:
    """What a progress callback is called with."""
    calls: list[tuple[int, str]] = []
    call(*given, progress=lambda progress: calls.append((progress.done, progress.unit)), **settings)
    return calls


@pytest.mark.parametrize(
    ("call", "given", "unit"),
    [
        (zerosum.analyze, ("connect4:4x4",), "nodes"),
        (zerosum.position("connect4:4x4").analyze, (), "nodes"),
        (zerosum.compare, ("tictactoe", ["alphabeta"]), "nodes"),
        (zerosum.review, ("tictactoe", "4 0"), "moves"),
        (partial(zerosum.tree, seconds=300), ("tictactoe", None), "nodes"),
        (zerosum.match, ("nim:1,2", "random", "random"), "games"),
        (zerosum.check, ("tictactoe",), "positions"),
    ],
)
def test_a_call_reports_its_progress(call: Any, given: tuple[Any, ...], unit: str) -> None:
    calls = told(call, *given)
    assert calls
    assert {each for _, each in calls} == {unit}
    assert max(done for done, _ in calls) > 1


DEFAULT_SECONDS = {"analyze": 10, "compare": 10, "review": 10, "tree": 10, "match": 5, "make_player": 5}


@pytest.mark.parametrize(("name", "seconds"), DEFAULT_SECONDS.items())
def test_a_call_has_the_time_limit_of_its_command(name: str, seconds: float) -> None:
    assert signature(getattr(zerosum, name)).parameters["seconds"].default == seconds
    command = {"make_player": "play"}.get(name, name)
    target = ["random", "random", "nim"] if command == "match" else ["nim"]
    # `compare` chooses by --depth: tests/faces/cli/test_cli_compare.py.
    assert build_parser(command).parse_args([command, *target]).time == (None if command == "compare" else seconds)


def test_without_seconds_there_is_no_time_limit() -> None:
    for seconds, limit in ((None, zerosum.Limit()), (5.0, zerosum.Limit(seconds=5))):
        player = zerosum.make_player("perfect", "nim:1,2", seconds=seconds)
        assert isinstance(player, ComputerPlayer)
        assert player._settings["limit"] == limit


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("progress", "shown"), [(True, True), (False, False), (None, False)])
def test_a_long_call_shows_a_line_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, progress: bool | None, shown: bool
) -> None:
    monkeypatch.setattr("zerosum.answers.progress_line.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    zerosum.analyze("connect4:4x4", nodes=5_000, tier="reference", progress=progress)
    assert ("analyzing Connect Four 4x4: " in terminal.getvalue()) == shown


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: zerosum.load("conect4"), BadSpec, r"no game 'conect4' \(did you mean connect4\?\); there are: "),
        (lambda: zerosum.load("TicTacTo"), BadSpec, "did you mean tictactoe"),
        (lambda: zerosum.load("xyzzy"), BadSpec, "there is no game 'xyzzy'; there are: "),
        (lambda: zerosum.compare("nim", "alphbeta"), BadRequest, "did you mean alphabeta"),
        (lambda: zerosum.make_player("perfct", "nim"), BadRequest, "did you mean perfect"),
        (lambda: zerosum.make_player("levl:3", "nim"), BadRequest, "did you mean level"),
        (lambda: zerosum.make_player("perfect", "nim", ties="fist"), BadRequest, "did you mean first"),
        (lambda: zerosum.analyze("nim", tier="natve"), BadRequest, "did you mean native"),
        (lambda: zerosum.analyze("nim", second=1), TypeError, r"no keyword argument 'second' \(did you mean seconds\?"),  # type: ignore[call-arg]
        (lambda: zerosum.position("nim").analyze(dept=1), TypeError, "did you mean depth"),  # type: ignore[call-arg]
    ],
)
def test_a_misspelt_name_gets_a_suggestion(call: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        call()


TREE = "((3,5),(2,9))"


def test_a_written_tree_is_a_game_everywhere() -> None:
    assert (zerosum.analyze(TREE).best, str(zerosum.analyze(TREE).value)) == ((0,), "win by 3")
    assert str(zerosum.analyze(f"{TREE}@MIN").value) == "loss by 5"
    assert [row.nodes for row in zerosum.compare(TREE, "minimax alphabeta")] == [7, 6]
    assert zerosum.position(TREE, moves="1").play(0).result == 2
    assert zerosum.review(TREE, "1 1")[1].cost.name == "7 less"
    assert zerosum.check(TREE).sound
    assert zerosum.Engine(TREE).best_move() == 0
    assert zerosum.load(zerosum.load(f"{TREE}@min").spec) == read_tree(TREE, root_is_max=False)
    with pytest.raises(BadSpec, match="begun by MAX or MIN, not by 'X'"):
        zerosum.load(f"{TREE}@X")


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        ("connect4", 7, "^7 is not a legal move here; legal: 0 1 2 3 4 5 6, or as texts '1' '2' '3' '4' '5' '6' '7'"),
        ("connect4", "0", "'0' is not a column"),
        ("tictactoe", 9, "^'9' is not a legal move here; legal: 0 1 2 3 4 5 6 7 8"),
        ("nim:1,2", 9, r"^9 is not a legal move here; legal: .*, or as texts '1:1' '2:1' '2:2'"),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_those_that_can(game: str, move: Any, sentence: str) -> None:
    with pytest.raises(BadMove, match=sentence):
        zerosum.position(game).push(move)
    with pytest.raises(BadMove, match=sentence):
        zerosum.analyze(game, depth=1)[move]


def test_other_calls() -> None:
    rows = zerosum.compare("tictactoe", ["minimax", "alphabeta"], seconds=300)
    assert [(row.algorithm, row.nodes) for row in rows] == [("minimax", 549946), ("alphabeta", 18297)]
    assert zerosum.compare("nim:1,2", "minimax, alphabeta", depth=1)[1].algorithm == "alphabeta"
    played = zerosum.match("tictactoe", "perfect", lambda state: zerosum.position("tictactoe", state).moves[0], games=2)
    assert (len(played), played.losses, played.players[1]) == (2, 0, "<lambda>")
    assert [each.mistake for each in zerosum.review("tictactoe", "4 1 0")] == [None, "D→L", None]
    assert zerosum.review(zerosum.position("tictactoe", moves="4 1 0")).mistakes[0].number == 2
    assert zerosum.tree("((3,5),(2,9))").result.cutoffs == 1
    assert "MAX" in str(zerosum.tree("tictactoe", "X-O/-O-/X--", depth=1))


REFUSED: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    (
        7,
        {},
        BadRequest,
        "a game is a name, a file, a Game, Rules, a module, a dict of functions, or a class in a known style, not 7",
    ),
    ("nosuch", {}, BadSpec, "there is no game 'nosuch'"),
    ("tictactoe", {"position": (4, 0)}, BadPosition, r"\(4, 0\) is not a state .* moves go in a list"),
    ("tictactoe", {"position": "X-X------"}, BadPosition, "2 X and 0 O cannot be"),
    ("tictactoe", {"moves": [4, 4]}, BadMove, "'4' is not a legal move here"),
    ("tictactoe", {"moves": "4 4"}, BadMove, "move 2: cell 4 is taken"),
    ("tictactoe", {"position": zerosum.position("nim")}, BadRequest, "is one of Nim.*, not of Tic-Tac-Toe"),
    ("tictactoe", {"depth": 1, "limit": zerosum.Limit(nodes=1)}, BadRequest, "either a limit or its seconds"),
    ("tictactoe", {"depth": -1}, BadRequest, "a limit is a depth"),
]


@pytest.mark.parametrize(("game", "given", "error", "sentence"), REFUSED)
def test_what_cannot_be_is_refused(game: Any, given: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        zerosum.analyze(game, **given)


NAMED = """
from typing import NamedTuple

class Heap(NamedTuple):
    left: int
    side: int

start = Heap(4, 0)
def to_move(state): return state.side
def moves(state): return 2 ** min(2, state.left) - 1
def play(state, move): return Heap(state.left - move - 1, 1 - state.side)
def is_over(state): return state.left == 0
def utility(state): return 2 * state.side - 1
"""

GROWING = """
start = ()
def to_move(state): return len(state) % 2
def moves(state): return 3
def play(state, move): return (*state, move)
def is_over(state): return len(state) == 4
def utility(state): return 1 if sum(state) % 2 else -1
"""


@pytest.mark.parametrize(
    ("source", "state", "best"), [(NAMED, (2, 1), (1,)), (GROWING, (1, 0, 1), (0,))], ids=["NamedTuple", "growing"]
)
def test_a_state_may_be_a_plain_tuple(tmp_path: Path, source: str, state: Any, best: Any) -> None:
    file = tmp_path / "own.py"
    file.write_text(source)
    game = zerosum.load(file)
    analysis = zerosum.analyze(game, state)
    assert analysis.best == zerosum.Engine(game).analyze(state).best == best
    assert type(analysis.state) is type(game.start)


STATES_OF: list[tuple[Callable[[Game, Any], Any], Callable[[Any], Iterable[Any]]]] = [
    (zerosum.position, lambda position: [position.state]),
    (zerosum.analyze, lambda analysis: [analysis.state]),
    (lambda game, state: zerosum.compare(game, ["alphabeta"], state), lambda comparison: comparison.states),
    (lambda game, state: zerosum.review(game, "0"), lambda review: [each.state for each in review]),
    (zerosum.tree, lambda tree: [tree.state, *(node.state for node in tree.roots[0].walk())]),
    (
        lambda game, state: zerosum.record(game, game.checked_state(state), "alphabeta")[1],
        lambda recording: [recording.state, *(cut.state for cut in recording.cuts)],
    ),
]


@pytest.mark.parametrize(("source", "state"), [(NAMED, (4, 0)), (GROWING, (1, 0))], ids=["NamedTuple", "growing"])
@pytest.mark.parametrize(
    ("made", "states_of"), STATES_OF, ids=["position", "analysis", "comparison", "review", "tree", "recording"]
)
def test_states_are_pickled_without_the_class_of_a_users_file(
    tmp_path: Path, source: str, state: Any, made: Callable[[Game, Any], Any], states_of: Callable[[Any], Iterable[Any]]
) -> None:
    file = tmp_path / "own.py"
    file.write_text(source)
    game = zerosum.load(file)
    thing = made(game, state)
    for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
        assert list(states_of(again)) == list(states_of(thing)) != []
        assert {type(each) for each in states_of(again)} == {type(game.start)}


IMPOSSIBLE: list[tuple[str, Any, str]] = [
    ("tictactoe", (1, 1, 0), r"\(1, 1, 0\) is not a state of Tic-Tac-Toe"),
    ("tictactoe", ("a", "b", "c"), r"\('a', 'b', 'c'\) is not a state of Tic-Tac-Toe"),
    ("tictactoe", (4, 0), r"is not a state .* moves go in a list"),
    ("tictactoe", 7, r"7 is not a state of Tic-Tac-Toe, which is a tuple of 3"),
    ("nim:1,2", (5, 0, 0), r"\(5, 0, 0\) is not a state of Nim"),
    ("connect4", (-1, 0), "is not a state of Connect Four"),
]


@pytest.mark.parametrize(("game", "state", "sentence"), IMPOSSIBLE)
def test_a_state_that_cannot_be_is_refused(game: str, state: Any, sentence: str) -> None:
    for call in (zerosum.Engine(game).analyze, lambda state: zerosum.analyze(game, state)):
        with pytest.raises(BadPosition, match=sentence):
            call(state)


def test_an_engine_names_the_game_that_the_other_side_begins() -> None:
    with pytest.raises(BadPosition, match=r"'----O----' is a position of .*; load that game as \"tictactoe@O\""):
        zerosum.Engine("tictactoe").analyze("----O----")
    assert zerosum.Engine("tictactoe@O").analyze("----O----") == zerosum.analyze("tictactoe", "----O----")


WRONG_SETTINGS: list[tuple[Any, str]] = [
    (lambda: zerosum.analyze("nim:1,2", seconds="1"), "a limit is a depth or seconds from 0"),  # type: ignore[arg-type]
    (lambda: zerosum.analyze("nim:1,2", nodes=1.5), "a limit is a depth"),  # type: ignore[arg-type]
    (lambda: zerosum.analyze("nim:1,2", depth=True), "a limit is a depth"),
    (lambda: zerosum.match("nim:1,2", "random", "random", games="3"), "games from 1, not '3'"),  # type: ignore[arg-type]
    (lambda: zerosum.match("nim:1,2", "random", "random", games=0), "games from 1, not 0"),
    (lambda: zerosum.match("nim:1,2", "random", "random", opening="2"), "plies from 0, not '2'"),  # type: ignore[arg-type]
    (lambda: zerosum.match("nim:1,2", "random", "random", opening=-1), "plies from 0, not -1"),
    (lambda: zerosum.match("nim:1,2", "random", 7), "a player is a name or a function .*, not 7"),  # type: ignore[arg-type]
    *[
        (lambda given=given: zerosum.review(Analyst(zerosum.load("nim:1,2")), "1:1", **given), f"leave out {name}")
        for name, given in {
            "seconds": {"seconds": 1},
            "nodes": {"nodes": 5},
            "depth": {"depth": 0},
            "limit": {"limit": zerosum.Limit()},
            "tier": {"tier": "reference"},
            "progress": {"progress": print},
        }.items()
    ],
]


@pytest.mark.parametrize(("call", "sentence"), WRONG_SETTINGS)
def test_a_setting_of_the_wrong_kind_is_refused_in_a_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        call()


def test_push_and_pop_change_and_play_does_not() -> None:
    position = zerosum.position("tictactoe")
    position.push("4")
    position.push(0)
    assert (position.text, position.history, position.to_move, position.mover) == ("O--/-X-/---", (4, 0), 0, "X")
    after = position.play("8", 1)
    assert (after.history, position.history) == ((4, 0, 8, 1), (4, 0))
    assert (position.pop(), position.pop(), position.text) == (0, 4, "---/---/---")
    with pytest.raises(BadRequest, match="no move to take back"):
        position.pop()


def test_the_end_of_a_game() -> None:
    position = zerosum.position("tictactoe", moves="0 3 1 4")
    assert (position.is_over, position.result) == (False, None)
    position.push("2")
    assert (position.is_over, position.result, position.moves) == (True, 1, ())
    with pytest.raises(BadMove, match="the game is over"):
        position.push(8)


@pytest.mark.parametrize(("spec", "start", "moves", "result"), REPEATING)
def test_a_game_ends_by_repetition(spec: str, start: str | None, moves: str, result: str) -> None:
    position = zerosum.position(spec, start, moves=moves)
    utility = {"none": None, "draw": 0, "p2win": -2}[result]
    assert (position.is_over, position.result) == (utility is not None, utility)
    assert (position.adjudication is None) == (result == "none")
    assert position.moves, "what would follow can be looked at"


def test_the_loop_that_people_write_ends() -> None:
    position, random = zerosum.position("ponghauki"), Random(1)
    while not position.is_over:
        position.push(random.choice(position.moves))
    assert position.result is not None


def test_positions_are_equal_by_game_and_state() -> None:
    one, other = zerosum.position("tictactoe", moves="0 4 8"), zerosum.position("tictactoe", moves="8 4 0")
    assert one == other
    assert one.history != other.history
    assert one != zerosum.position("tictactoe", moves="0 4")
    assert one != zerosum.position("tictactoe@O", moves="0 4 8")
    assert one != "X---O---X"
    assert hash(one) == hash(other)
    assert str(one) == "X--/-O-/--X"
    assert repr(one) == "Position('tictactoe', 'X--/-O-/--X')"


def test_a_position_text_says_who_began() -> None:
    position = zerosum.position("tictactoe", "----O----")
    assert (position.game.spec, position.mover) == ("tictactoe@O", "X")
    assert zerosum.analyze("tictactoe", "----O----").json()["game"] == "tictactoe@O"


@pytest.mark.parametrize(
    "tree", ["((3,5),(2,9))", "((3,5),(2,((1,7),(8,9))))", "((3,5),(2,((1,(4,6)),(8,9))),(0,(5,6)))"]
)
def test_a_written_tree_shows_each_of_its_nodes_once(tree: str) -> None:
    *shown, empty, found = str(zerosum.tree(tree)).splitlines()
    assert (empty, found.startswith("alphabeta: value")) == ("", True)
    leaves = [line.replace(" (pruned)", "").split()[-1] for line in shown if "M" not in line]
    assert leaves == tree.replace("(", "").replace(")", "").split(",")
    assert len(shown) == len(leaves) + tree.count("(")


SHOWN: list[tuple[Any, str, str]] = [
    (
        zerosum.analyze("tictactoe", "X-O/-O-/X--"),
        "<Analysis tictactoe X-O/-O-/X--: win in 1>",
        "Tic-Tac-Toe: X to move, win in 1\n   move  value      line\n★  3     win in 1   3\n",
    ),
    (
        zerosum.compare("tictactoe", ["alphabeta"], "XOXXOO---"),
        "<Comparison Tic-Tac-Toe: XOX/XOO/--->",
        "Tic-Tac-Toe: XOX/XOO/---\nalgorithm  nodes  of row 1  leaves  cut-offs  table hits  deepest    time  ",
    ),
    (
        zerosum.review("tictactoe", "4 1 0"),
        "<Review Tic-Tac-Toe>",
        "Tic-Tac-Toe\n   side  move  before     after      judgement\n1  X     4     draw in 9  draw in 9\n"
        "2  O     1     draw in 8  loss in 6  mistake: turns a draw into a loss; best: 0 2 6 8; "
        "after 1 6 2 0, X has two threats: 3 and 8\n"
        "3  X     0     win in 5   win in 5\n1 mistake.",
    ),
    (
        zerosum.match("nim:1", "perfect", "perfect"),
        "<Match Nim 1: perfect against perfect, +1 =0 -1>",
        "Nim 1: perfect against perfect, +1 =0 -1\nfirst    second   result  moves\nperfect  perfect  ",
    ),
    (
        zerosum.tree("((3,5),(2,9))"),
        "<SearchTree ((3,5),(2,9)) by alphabeta, 6 nodes>",
        "MAX 3 window [-∞, ∞]\n├─ 0: MIN 3 ",
    ),
]


@pytest.mark.parametrize(("thing", "short", "beginning"), SHOWN, ids=[each[1] for each in SHOWN])
def test_results_are_shown_as_tables_and_named_in_a_line(thing: Any, short: str, beginning: str) -> None:
    assert repr(thing) == short
    assert str(thing)[: len(beginning)] == beginning


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "tictactoe", "-a", "minimax,alphabeta", "-m", "0 1 2", "--no-memory"],
        ["compare", "nim:1,2", "-a", "minimax,alphabeta", "--positions", "all", "--no-memory"],
        ["review", "tictactoe", "-m", "4 1 0"],
    ],
    ids=" ".join,
)
def test_a_notebook_shows_the_columns_of_the_command(cli: Cli, words: list[str]) -> None:
    shown: Any = (
        {
            "tictactoe": lambda: zerosum.compare("tictactoe", "minimax,alphabeta", moves="0 1 2"),
            "nim:1,2": lambda: zerosum.compare("nim:1,2", "minimax,alphabeta", positions="all"),
        }[words[1]]()
        if words[0] == "compare"
        else zerosum.review("tictactoe", "4 1 0")
    )
    html = shown._repr_html_()
    headings = re.findall("<th>(.*?)</th>", html)
    out = cli(*words).out
    heading_line = next(line for line in out.splitlines() if "algorithm" in line or "judgement" in line)
    assert heading_line.split() == " ".join(headings).split()
    cells = [cell for cell in re.findall("<td[^>]*>(.*?)</td>", html) if cell.isdigit() or cell.startswith("mistake")]
    assert cells
    # Two searches may prove a mistake by different lines, so the reason is left out.
    assert all(cell.partition("; after")[0] in out for cell in cells)


def test_peak_memory_on_request() -> None:
    (row,) = zerosum.compare("nim:1,2", "alphabeta", memory=True)
    assert row.peak_bytes is not None
    assert zerosum.compare("nim:1,2", "alphabeta")[0].peak_bytes is None


def test_seconds_do_not_make_results_unequal() -> None:
    assert zerosum.compare("nim:1,2", ["alphabeta"]) == zerosum.compare("nim:1,2", ["alphabeta"])
    assert zerosum.tree("nim:1,2") == zerosum.tree("nim:1,2")
    assert zerosum.compare("nim:1,2", ["alphabeta"]) != zerosum.compare("nim:1,2", ["minimax"])


def test_a_position_takes_a_limit() -> None:
    here = zerosum.position("connect4", moves="4 4")
    assert here.analyze(limit=zerosum.Limit(depth=2), book=False) == here.analyze(depth=2, book=False)
    with pytest.raises(BadRequest, match="either a limit or its seconds"):
        here.analyze(limit=zerosum.Limit(depth=2), nodes=5)


PICKLED: list[Any] = [
    zerosum.load("tictactoe"),
    zerosum.load("mnk:3x3x3"),
    zerosum.load("connect4:5x4@O", count_from=0),
    zerosum.load(SQUARES),
    zerosum.position("tictactoe@O", moves="4 0"),
    zerosum.analyze("tictactoe", "X-O/-O-/X--"),
    zerosum.review("tictactoe", "4 1 0"),
    zerosum.compare("nim:1,2", ["minimax", "alphabeta"]),
    zerosum.match("nim:1,2", "perfect", "random"),
    zerosum.tree("nim:1,2"),
    zerosum.tree("((3,5),(2,((1,7),(8,9))))"),
    read_tree("((3,5),(2,9))", root_is_max=False),
    PLAIN,
    DISTANCE,
    MARGIN,
    zerosum.Outcome(1, 5),
    zerosum.Estimate(3, 2),
]


@pytest.mark.parametrize("thing", PICKLED, ids=lambda thing: repr(thing)[:30])
def test_what_is_pickled_is_equal_again(thing: Any) -> None:
    for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
        assert again == thing
        assert str(again) == str(thing)
        assert getattr(again, "scale", None) is getattr(thing, "scale", None)
        if isinstance(thing, Scale):
            assert again is thing


@pytest.mark.parametrize("game", [zerosum.load("nim:1,2"), read_tree("((3,5),(2,9))")], ids=lambda game: game.spec)
def test_a_pickled_recording_gives_the_same_bytes_and_tree(game: Game) -> None:
    result, recording = zerosum.record(game, game.start, "alphabeta")
    again = pickle.loads(pickle.dumps(recording))
    assert packed(again, result) == packed(recording, result)
    before, after = (list(tree_lines(rebuild(each)[0], game, each.scale)) for each in (recording, again))
    assert after == before


def test_a_pickled_position_keeps_its_history() -> None:
    position = pickle.loads(pickle.dumps(zerosum.position("connect4", moves="4 4")))
    assert (position.history, position.pop(), position.history) == ((3, 3), 3, (3,))


def made_in_memory() -> Game:
    rules = Rules(
        start=(3, 0),
        to_move=lambda state: state[1],
        moves=lambda state: 1,
        play=lambda state, move: (state[0] - 1, 1 - state[1]),
        is_over=lambda state: state[0] == 0,
        utility=lambda state: 1,
    )
    return Game(name="Made", spec="made", rules=rules, text=plain_text(rules))


def test_a_game_made_in_memory_cannot_be_pickled_but_copied() -> None:
    game = made_in_memory()
    with pytest.raises(BadRequest, match="Made cannot be pickled: it was made in memory"):
        pickle.dumps(game)
    assert copy.deepcopy(game) is game
    from dataclasses import replace

    with pytest.raises(BadRequest, match="Tic-Tac-Toe cannot be pickled"):
        pickle.dumps(replace(zerosum.load("tictactoe"), rules=game.rules))


def test_a_file_that_changed_is_not_unpickled(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(SQUARES.read_text())
    pickled = pickle.dumps(zerosum.load(file))
    file.write_text(SQUARES.read_text() + "\n# another\n")
    with pytest.raises(BadSpec, match=r"own.py has changed since"):
        pickle.loads(pickled)


def test_an_analysis_is_a_collection_of_moves() -> None:
    analysis = zerosum.analyze("connect4", moves="4 4 4", depth=2)
    assert [each.move for each in analysis] == list(range(7))
    assert len(analysis) == 7
    assert analysis["4"] == analysis[3] == analysis.moves[3]
    assert 3 in analysis
    assert "4" in analysis
    assert analysis[3] in analysis
    assert 7 not in analysis
    assert "8" not in analysis
    for wrong, sentence in ((7, "7 is not a legal move"), ("8", "'8' is not a column")):
        with pytest.raises(BadMove, match=sentence):
            analysis[wrong]
    assert analysis.rows()[3]["move"] == "4"
    assert analysis == zerosum.analyze("connect4", moves="4 4 4", depth=2)


VALUES = [
    zerosum.Outcome(-1, 2),
    zerosum.Outcome(-1, 8),
    zerosum.Outcome(0),
    zerosum.Outcome(1, 9),
    zerosum.Outcome(1, 3),
]


def test_values_are_ordered() -> None:
    assert sorted(VALUES, reverse=True) == VALUES[::-1]
    assert max(VALUES) == zerosum.Outcome(1, 3)
    assert zerosum.Margin(-2) < zerosum.Margin(3)
    assert zerosum.Estimate(4, 1) >= zerosum.Estimate(4, 2)


@pytest.mark.parametrize("other", [zerosum.Margin(1), zerosum.Estimate(1, 1), 1])
def test_different_kinds_of_value_are_not_compared(other: Any) -> None:
    with pytest.raises(TypeError, match="Outcome win in 3 cannot be compared with"):
        zerosum.Outcome(1, 3) < other  # noqa: B015
    assert zerosum.Outcome(1, 3) != other


def test_a_data_frame_needs_pandas_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = zerosum.analyze("nim:1,2")
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(BadRequest, match="a data frame needs pandas"):
        analysis.to_frame()


def test_a_data_frame_has_a_row_for_each_move() -> None:
    pytest.importorskip("pandas")
    frame = zerosum.analyze("nim:1,2").to_frame()
    assert list(frame["move"]) == ["1:1", "2:1", "2:2"]
    assert list(zerosum.compare("nim:1,2", ["minimax"]).to_frame()["algorithm"]) == ["minimax"]


@pytest.mark.parametrize("name", ["analyze", "compare", "match", "tree", "review", "check", "make_player", "position"])
def test_no_module_hides_a_function(name: str) -> None:
    import importlib.util

    assert importlib.util.find_spec(f"zerosum.{name}") is None


@pytest.mark.parametrize(("algorithm", "passes"), [("alphabeta", 1), ("mtdf", 2), ("pns", 2), ("mcts", 2)])
def test_a_tree_states_the_result_of_the_whole_search(algorithm: str, passes: int) -> None:
    """The numbers of one pass of a search that grows a tree are not its result."""
    tree = zerosum.tree("((3,5),(2,9))", algorithm=algorithm)
    assert f"{algorithm}: value 3 for MAX, best line 0" in str(tree)
    assert len(tree.roots) >= passes
    is_last_of_several = f"This is the last of {len(tree.roots)} passes."
    assert (is_last_of_several in str(tree)) == (is_last_of_several in tree.svg()) == (len(tree.roots) > 1)
