"""The commands as people and programs use them."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.conftest import Cli, refused
from zerosum.search.result import Effort

ROOT = Path(__file__).parent.parent
EXAMPLE = str(ROOT / "examples" / "subtract_a_square.py")
DOMINOES = str(ROOT / "examples" / "domineering.py")


def test_help_lists_the_commands(cli: Cli) -> None:
    run = cli("--help")
    assert run.code == 0
    for command in ("play", "analyze", "review", "compare", "tree", "match", "games", "check"):
        assert command in run.out
        assert cli(command, "--help").code == 0


def test_help_needs_nothing_heavy() -> None:
    """What `zerosum --help` imports is what makes it quick: no terminal library, no search, no games."""
    code = (
        "import sys; from zerosum.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith(('rich', 'zerosum.search', 'zerosum.games', 'matplotlib'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


def test_version(cli: Cli) -> None:
    assert re.fullmatch(r"zerosum \d+\.\d+\.\d+\n", cli("--version").out)


def test_the_front_door(cli: Cli) -> None:
    run = cli(stdin="4\nquit\n")
    assert run.code == 0
    assert "zerosum: a laboratory for two-player games" in run.out
    assert "connect4:WxH" in run.out
    assert "Tic-Tac-Toe. You are X, the computer (perfect) is O; you move first." in run.out
    assert "The computer (O) plays" in run.out
    assert run.out.endswith("Goodbye.\n")


def test_python_m_zerosum() -> None:
    words = [sys.executable, "-m", "zerosum", "games", "--json"]
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert json.loads(out)[0]["name"] == "tictactoe"


def test_output_to_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m zerosum compare tictactoe -a minimax --no-memory | true; echo ${{PIPESTATUS[0]}}"
    out = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert out.stdout == "0\n"
    assert out.stderr == ""


# play


def computer_moves(out: str) -> list[str]:
    return re.findall(r"The computer \(.\) plays (\S+)\.", out)


@pytest.mark.parametrize(
    ("options", "typed", "answers", "end"),
    [
        (["--first", "human", "--as", "O"], "4 2 3 1 8", "0 6 5 7", "Draw."),
        (["--first", "computer", "--as", "O"], "5 7", "0 2 1", "The computer wins."),
        (["--first", "computer", "--as", "O"], "3 2 7", "0 1 4 8", "The computer wins."),
    ],
)
def test_published_games(cli: Cli, options: list[str], typed: str, answers: str, end: str) -> None:
    run = cli("play", "tictactoe", "--ties", "first", *options, stdin="\n".join(typed.split()) + "\n")
    assert run.code == 0
    assert computer_moves(run.out) == answers.split()
    assert end in run.out


def test_the_centre_at_once(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--first", "computer", "--ties", "promising", stdin="quit\n")
    assert computer_moves(run.out) == ["4"]


@pytest.mark.parametrize(
    ("entry", "answer"),
    [
        ("9", "'9' is not a cell number from 0 to 8."),
        ("x", "'x' is not a cell number from 0 to 8."),
        ("4", "'4' is not a legal move here; legal: 0 1 2 3 5 6 7 8."),
        ("", "Nothing typed; type the number of an empty cell, or help."),
        ("why", "Say which move, as in: why 0."),
        ("why 4", "'4' is not a legal move here"),
        ("hint", "Best: 0 or 2 or 6 (draw in 8)."),
        ("values", "*  0     D in 8"),
        ("why 1", "1 gets loss in 6; 0 gets draw in 8 (D→L). The answer to 1 is"),
        ("why 0", "0 is as good as any: draw in 8."),
        ("review", "1  X     4     D in 9  D in 9"),
        ("help", "why MOVE"),
        ("?", "why MOVE"),
        ("board", " 3 | X | 5"),
        ("undo", "There is no move of yours to take back."),
        ("exit", "Goodbye."),
        ("quit", "Goodbye."),
    ],
)
def test_in_the_game(cli: Cli, entry: str, answer: str) -> None:
    words = ["play", "tictactoe", "--first", "computer", "--ties", "promising"]
    run = cli(*words, stdin=f"{entry}\n")
    assert run.code == 0
    assert answer in run.out
    assert run.out.rstrip().endswith("Goodbye.")


def test_undo_takes_back_to_my_last_turn(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--ties", "first", stdin="4\n8\nundo\nundo\nquit\n")
    assert run.out.count("2 moves taken back.") == 2


def test_review_before_any_move(cli: Cli) -> None:
    assert "Nothing has been played yet." in cli("play", "tictactoe", stdin="review\n").out


def test_play_again_review_and_undo_at_the_end(cli: Cli) -> None:
    typed = "5\n7\nreview\nmaybe\nundo\n1\n4\nquit\n"
    run = cli("play", "tictactoe", "--first", "computer", "--ties", "first", stdin=typed)
    assert "mistake: turns a draw into a loss; best: 4" in run.out
    assert "Please type yes, no, review or undo." in run.out
    again = cli("play", "tictactoe", "--first", "computer", "--ties", "first", stdin="5\n7\nyes\n5\n7\nno\n")
    assert again.out.count("The computer wins.") == 2
    assert again.out.endswith("Goodbye.\n")


def test_you_can_win(cli: Cli) -> None:
    run = cli("play", "nim:1,2,3", "--first", "computer", "--ties", "first", "--opponent", "perfect", stdin="")
    assert run.code == 0
    won = cli("play", "tictactoe", "--moves", "0 3 1 4", stdin="2\n")
    assert "You win." in won.out


def test_two_humans(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--opponent", "human", stdin="0\n3\n1\n4\n2\n")
    assert "X and O are both moved by hand" in run.out
    assert "Your move (O): 3" in run.out
    assert "X wins." in run.out
    assert "Moves: 0 3 1 4 2" in run.out


def test_margins_are_told(cli: Cli) -> None:
    run = cli("play", "kalah:1x1", stdin="1\n")
    assert re.search(r"(You win by|The computer wins by|Draw)", run.out)


def test_marks_change_places(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--first", "human", "--as", "O", "--position", "O--/---/---", stdin="quit\n")
    assert "You are O, the computer (perfect) is X; you move first." in run.out
    assert "The computer (X) plays 4." in run.out


@pytest.mark.parametrize(
    ("options", "intro"),
    [
        ([], "You are X, the computer (perfect) is O; you move first."),
        (["--as", "O"], "You are O, the computer (perfect) is X; the computer moves first."),
        (["--as", "x"], "You are X, the computer (perfect) is O; you move first."),
        (["--first", "computer"], "You are O, the computer (perfect) is X; the computer moves first."),
        (["--first", "computer", "--as", "X"], "You are X, the computer (perfect) is O; the computer moves first."),
        (["--opponent", "level:3"], "the computer (level:3) is O"),
    ],
)
def test_who_is_who(cli: Cli, options: list[str], intro: str) -> None:
    assert intro in cli("play", "tictactoe", *options, stdin="quit\n").out


def test_count_from_one(cli: Cli) -> None:
    run = cli("play", "tictactoe", "--count-from", "1", "--ties", "first", stdin="5\nquit\n")
    assert " 7 | 8 | 9" in run.out
    assert computer_moves(run.out) == ["1"]


def test_a_perfect_move_that_was_not_to_be_had_is_called_a_guess(cli: Cli) -> None:
    run = cli("play", "connect4", "--first", "computer", "--nodes", "2000", stdin="quit\n")
    assert "(Too large to solve here: its best guess, ~" in run.out


def test_play_as_json_and_as_a_record(cli: Cli, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    words = ["play", "tictactoe", "--first", "computer", "--ties", "first", "--json", "--save", str(saved)]
    run = cli(*words, stdin="5\n7\n")
    assert run.json["moves"] == ["0", "5", "2", "7", "1"]
    assert run.json["result"] == "1-0"
    assert run.json["position"] == "XXX/--O/-O-"
    assert "The computer (X) plays 1." in run.err
    review = cli("review", "--record", str(saved), "--json")
    assert [move["mistake"] for move in review.json["moves"]] == [None, "D→L", None, None, None]


def test_moves_and_position_together(cli: Cli) -> None:
    run = cli("play", "tictactoe", "-p", "X--/---/---", "-m", "4 8", stdin="quit\n")
    assert " X | 1 | 2" in run.out
    assert " 6 | 7 | X" in run.out


# analyze


def test_analyze_as_json(cli: Cli) -> None:
    data = cli("analyze", "tictactoe", "--position", "X-O/-O-/X--", "--json").json
    assert data["game"] == "tictactoe"
    assert data["position"] == "X-O/-O-/X--"
    assert data["to_move"] == "X"
    assert data["value"] == {"outcome": "win", "distance": 1}
    assert data["exact"] is True
    assert data["best"] == ["3"]
    assert {move["move"]: (move["value"]["outcome"], move["best"]) for move in data["moves"]} == {
        "1": ("draw", False),
        "3": ("win", True),
        "5": ("draw", False),
        "7": ("win", False),
        "8": ("win", False),
    }
    assert data["moves"][1]["line"] == ["3"]
    assert data["stats"]["nodes"] > 0


def test_analyze_margins(cli: Cli) -> None:
    assert cli("analyze", "othello:4", "--json").json["value"] == {"margin": -8}


def test_analyze_in_words(cli: Cli) -> None:
    run = cli("analyze", "tictactoe", "--moves", "0 4", "--why", "1")
    assert "X to move: draw in 7." in run.out
    assert "1 is as good as any: draw in 7." in run.out


def test_analyze_takes_positions_that_begin_with_a_dash(cli: Cli) -> None:
    for option in ("-p", "--position"):
        assert cli("analyze", "tictactoe", option, "-X-/---/---", "--json").json["to_move"] == "O"
    assert cli("analyze", "tictactoe", "--position=-X-/---/---", "--json").json["to_move"] == "O"


def test_analyze_a_finished_game(cli: Cli) -> None:
    run = cli("analyze", "tictactoe", "-p", "XXX/OO-/---")
    assert "The game is over: loss in 0 for O." in run.out
    data = cli("analyze", "tictactoe", "-p", "XXX/OO-/---", "--json").json
    assert (data["moves"], data["best"], data["value"]) == ([], [], {"outcome": "loss", "distance": 0})


def test_analyze_marks_estimates(cli: Cli) -> None:
    run = cli("analyze", "connect4", "--nodes", "3000")
    assert "A value marked ~ is an estimate" in run.out
    data = cli("analyze", "connect4", "--nodes", "3000", "--json").json
    assert data["exact"] is False
    assert set(data["value"]) == {"estimate", "depth"}


# review


def test_review_as_json(cli: Cli) -> None:
    data = cli("review", "tictactoe", "--moves", "0 1 2 5 8 4 7 6 3", "--json").json
    assert data["mistakes"] == 5
    mistakes = [move for move in data["moves"] if move["mistake"]]
    assert [(move["number"], move["side"]) for move in mistakes] == [(2, "O"), (3, "X"), (4, "O"), (5, "X"), (8, "O")]
    changes = [(move["before"]["outcome"], move["after"]["outcome"]) for move in mistakes]
    assert changes == [("draw", "loss"), ("win", "draw"), ("draw", "loss"), ("win", "loss"), ("win", "draw")]
    assert mistakes[-1]["missed_win_in_one"] == "3"


def test_review_in_words(cli: Cli) -> None:
    run = cli("review", "tictactoe", "--moves", "0 1 2 5 8 4 7 6 3")
    assert "2  O     1     D in 8  L in 6  mistake: turns a draw into a loss; best: 4" in run.out
    assert "misses a win in one: turns a win into a draw; best: 3" in run.out
    assert run.out.endswith("5 mistakes.\n")
    assert cli("review", "tictactoe", "--moves", "4 0").out.endswith("No mistakes.\n")
    assert cli("review", "tictactoe", "--moves", "4 1").out.endswith("1 mistake.\n")


# compare


def test_compare_prints_the_golden_numbers(cli: Cli) -> None:
    run = cli("compare", "tictactoe", "-a", "minimax,alphabeta", "--no-memory")
    assert re.search(r"minimax +549,946 +100\.0% +255,168 ", run.out)
    assert re.search(r"alphabeta +18,297 +3\.3% ", run.out)


def test_compare_as_json(cli: Cli) -> None:
    data = cli("compare", "tictactoe", "-a", "alphabeta,table,pns,mcts:100", "--json").json
    assert data["position"] == "---/---/---"
    row = data["rows"][0]
    assert (row["algorithm"], row["value"], row["move"], row["nodes"]) == ("alphabeta", 0, "0", 18297)
    for key in ("leaves", "cutoffs", "table_hits", "deepest"):
        assert isinstance(row[key], int)
    assert row["seconds"] > 0
    assert row["peak_bytes"] > 0
    assert data["rows"][3]["exact"] is False


def test_compare_with_distances(cli: Cli) -> None:
    data = cli("compare", "hexapawn:3x3", "-a", "table", "--values", "distance", "--json", "--no-memory").json
    assert data["rows"][0]["value"] == {"outcome": "loss", "distance": 6}
    assert data["rows"][0]["peak_bytes"] is None


def test_compare_on_many_positions(cli: Cli, tmp_path: Path) -> None:
    every = cli("compare", "nim:1,2,3", "-a", "minimax,table", "--positions", "all", "--no-memory")
    assert "All that finished agree" in every.out
    some = cli("compare", "tictactoe", "-a", "table", "--positions", "random:7", "--json", "--no-memory").json
    assert some["positions"] == 7
    assert some["position"] is None
    file = tmp_path / "positions.txt"
    file.write_text("X-O/-O-/X--  # one\n\n---/---/---\n")
    listed = cli("compare", "tictactoe", "-a", "table", "--positions", str(file), "--json", "--no-memory").json
    assert listed["positions"] == 2


def test_compare_says_what_was_stopped(cli: Cli) -> None:
    run = cli("compare", "connect4", "-a", "minimax", "--nodes", "2000", "--no-memory")
    assert "(stopped)" in run.out


def test_growth(cli: Cli, tmp_path: Path) -> None:
    table, plot = tmp_path / "growth.csv", tmp_path / "growth.svg"
    words = ["compare", "tictactoe", "-a", "minimax,alphabeta", "--growth", "1-5"]
    run = cli(*words, "--csv", str(table), "--plot", str(plot))
    assert re.search(r"    5 +18,730 +2,907", run.out)
    assert "The whole tree grows like b^d with b = 6.59" in run.out
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [int(row["nodes"]) for row in rows[:5]] == [10, 82, 586, 3610, 18730]
    assert ET.parse(plot).getroot().tag.endswith("svg")
    data = cli(*words, "--json").json
    assert data["fits"][0]["exponent"] == pytest.approx(1)
    assert 0.5 < data["fits"][1]["exponent"] < 1


def test_growth_over_boards(cli: Cli) -> None:
    run = cli("compare", "mnk:3x3x3", "-a", "alphabeta", "--growth", "mnk:3x2x2 mnk:3x3x3")
    assert re.search(r"tictactoe +18,297", run.out)


def test_csv_and_png(cli: Cli, tmp_path: Path) -> None:
    table, plot = tmp_path / "rows.csv", tmp_path / "rows.png"
    run = cli("compare", "tictactoe", "-a", "alphabeta,table", "--csv", str(table), "--plot", str(plot))
    assert run.code == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    first = [rows[0][key] for key in ("algorithm", "nodes", "value", "move")]
    assert first == ["alphabeta", "18297", "0", "0"]
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_plots_without_their_package(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = refused(cli("compare", "tictactoe", "--plot", "x.svg"))
    assert "pip install 'zerosum[plot]'" in said


# tree


def test_tree_as_json(cli: Cli) -> None:
    data = cli("tree", "((3,5),(2,9))", "-a", "alphabeta", "--json").json
    want = {"value": 3, "move": 0, "line": [0, 0], "nodes": 6, "leaves": 3, "pruned": 1, "pruned_paths": [[1, 1]]}
    assert {key: data[key] for key in want} == want
    whole = cli("tree", "((3,5),(2,9))", "-a", "minimax", "--json").json
    assert (whole["value"], whole["nodes"], whole["leaves"], whole["pruned"]) == (3, 7, 4, 0)


def test_tree_of_leaves(cli: Cli) -> None:
    data = cli("tree", "3 5 6 9 1 2 0 -1", "--branching", "2", "--json").json
    assert (data["value"], data["line"], data["pruned"]) == (5, [0, 0, 1], 3)


def test_tree_with_min_at_the_root(cli: Cli) -> None:
    assert cli("tree", "((3,5),(2,9))", "--root", "min", "--json").json["value"] == 5
    assert "value 5 for MAX" in cli("tree", "((3,5),(2,9))", "--root", "min").out


def test_tree_in_words(cli: Cli) -> None:
    out = cli("tree", "((3,5),(2,9))").out
    assert "└─ 1: MIN 2 window [3, ∞] cut: 2 <= alpha 3" in out
    assert "└─ 1: 9 (pruned)" in out
    assert "6 nodes, 3 leaves, 1 cut, 1 leaf never looked at" in out


def test_tree_of_a_leaf(cli: Cli) -> None:
    assert cli("tree", "5", "--json").json["move"] is None
    assert "no move to choose" in cli("tree", "-5").out


def test_tree_of_a_position(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    words = ["tree", "tictactoe", "--position", "XOX/OXO/-X-", "--svg", str(picture)]
    run = cli(*words[:3], "XOX/OO-/X--", "--svg", str(picture))
    assert run.code == 0
    assert "for X, best line" in run.out
    assert ET.parse(picture).getroot().tag.endswith("svg")
    data = cli("tree", "tictactoe", "--position", "XOX/OO-/X--", "--json").json
    assert data["value"] in (-1, 0, 1)
    assert isinstance(data["move"], str)
    far = cli("tree", "tictactoe", "--position", "XOX/OO-/X--", "--values", "distance", "--json").json
    assert set(far["value"]) == {"outcome", "distance"}


def test_large_trees_are_cut_short(cli: Cli) -> None:
    run = cli("tree", "tictactoe", "--depth", "3")
    assert "... the first 200 lines of" in run.out
    top = cli("tree", "tictactoe", "--depth", "3", "--levels", "1")
    assert "more" in top.out
    assert top.out.count("\n") < 30
    assert "Pass 2:" in cli("tree", "((3,5),(2,9))", "-a", "mtdf").out


# match, games, check


def test_match_as_json_and_as_records(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    data = cli("match", "perfect", "random", "tictactoe", "-n", "10", "--json", "--save", str(file)).json
    assert data["games"] == data["wins"] + data["draws"] + data["losses"] == 10
    assert data["losses"] == 0
    assert data["interval"][0] < data["score"] <= data["interval"][1] + 1e-9
    review = cli("review", "--record", str(file), "--number", "10", "--json")
    assert review.code == 0
    assert [move["move"] for move in review.json["moves"]] == data["records"][9]["moves"]


def test_match_in_words(cli: Cli) -> None:
    run = cli("match", "level:8", "random", "nim:1,2,3", "-n", "3", "--ties", "first")
    assert "level:8 against random, 3 games" in run.out
    assert "95 % interval" in run.out


def test_match_repeats_with_its_seed(cli: Cli) -> None:
    words = ["match", "random", "random", "tictactoe", "-n", "4", "--json", "--seed"]
    one, same, other = (cli(*words, seed).json["records"] for seed in ("1", "1", "2"))
    assert one == same
    assert one != other


def test_games(cli: Cli) -> None:
    assert "mnk:WxHxK" in cli("games").out
    out = cli("games", "othello:6").out
    assert "Othello 6x6 (othello:6)" in out
    assert "as in d3, or pass" in out
    data = cli("games", "nim:1,2", "--json").json
    assert data["moves"] == ["1:1", "2:1", "2:2"]
    assert cli("games", EXAMPLE).code == 0


def test_check(cli: Cli, tmp_path: Path) -> None:
    run = cli("check", EXAMPLE)
    assert run.code == 0
    assert "Subtract a square is sound.\nTried all 38 positions, 2 of them finished, and 200 random games." in run.out
    assert cli("check", DOMINOES).code == 0
    assert cli("check", "tictactoe", "--json", "--games", "3").json["sound"] is True
    text = Path(EXAMPLE).read_text()
    broken = tmp_path / "broken.py"
    broken.write_text(text.replace("return state[0] == 0", "return state[0] == 1"))
    run = cli("check", str(broken))
    assert run.code == 1
    assert "is not sound: the game is not over, but there is no move." in run.out
    assert "The moves that lead there: 2 4." in run.out
    data = cli("check", str(broken), "--json").json
    assert data["finding"]["moves"] == ["2", "4"]


# a user's own game


@pytest.mark.parametrize("game", [EXAMPLE, f"{DOMINOES}:small", DOMINOES])
def test_a_users_own_game_gets_everything(cli: Cli, game: str) -> None:
    limits = ["--nodes", "3000"]
    assert cli("analyze", game, *limits, "--json").json["game"] == game
    assert cli("compare", game, "-a", "table,alphabeta", *limits, "--no-memory", "--json").code == 0
    assert cli("match", "level:2", "random", game, "-n", "2", *limits, "--json").json["games"] == 2
    assert cli("tree", game, "--depth", "2").code == 0
    played = cli("play", game, "--opponent", "random", *limits, stdin="hint\nvalues\nquit\n")
    assert played.code == 0
    assert "Best: " in played.out


FILES = {
    "syntax.py": ("def moves(state)\n    return 0\n", "syntax.py, line 1: expected ':'"),
    "raises.py": ("x = 1\n\ny = x / 0\n", "raises.py, line 3: ZeroDivisionError: division by zero"),
    "empty.py": ("", "empty.py has no game: it lacks start, to_move, moves, play, is_over, utility"),
    "half.py": ("start = (0,)\ndef moves(state): return 0\n", "it lacks to_move, play, is_over, utility"),
    "exits.py": ("raise SystemExit(3)\n", "exits.py ends the program while it is being loaded"),
    "imports.py": ("import no_such_module\n", "imports.py, line 1: ModuleNotFoundError: No module named"),
    "value.py": ("raise ValueError('odd')\n", "value.py, line 1: ValueError: odd"),
    "number.py": (
        "start = (0,)\nto_move = moves = play = is_over = utility = 3\n",
        "number.py: 'to_move' must be a function",
    ),
    "sides.py": (
        Path(EXAMPLE).read_text() + "\nsides = ('A', 'A')\n",
        "sides.py: 'sides' must be two different names",
    ),
    "two.py": (
        "from zerosum import load\nfirst, second = load('tictactoe'), load('nim')\n",
        "two.py has several games; name one, as in",
    ),
    "makers.py": (
        "from zerosum import Game, load\ndef a() -> Game: ...\ndef b() -> Game: ...\n",
        "makers.py makes several games; name one, as in",
    ),
    "maker.py": ("from zerosum import Game\ndef make() -> Game:\n    return 1 / 0\n", "maker.py, line 3 in make: Zero"),
    "nothing.py": ("from zerosum import Game\ndef make() -> Game: ...\n", "'make' is not a Game, nor does it make one"),
}


@pytest.mark.parametrize("name", list(FILES))
def test_faulty_files(cli: Cli, tmp_path: Path, name: str) -> None:
    text, message = FILES[name]
    (tmp_path / name).write_text(text)
    for command in ("check", "analyze", "play"):
        assert message in refused(cli(command, str(tmp_path / name)))


def test_files_that_are_no_text(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bytes.py").write_bytes(b"\x00\xff\xfe")
    assert "bytes.py" in refused(cli("analyze", str(tmp_path / "bytes.py")))
    assert "has no 'nobody'" in refused(cli("analyze", f"{EXAMPLE}:nobody"))
    assert "is not a Game" in refused(cli("analyze", f"{EXAMPLE}:start"))


def test_an_error_in_the_rules_is_reported_with_its_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "crash.py"
    text = Path(EXAMPLE).read_text().replace("return state[0] - move * move", "return [7][state[0] - 20]")
    file.write_text(text)
    line = next(number for number, row in enumerate(text.splitlines(), start=1) if "[7]" in row)
    said = refused(cli("analyze", str(file)))
    assert f"crash.py, line {line} in play: IndexError: list index out of range" in said


def test_a_single_game_in_a_file_is_found(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from zerosum import load\nmine = load('nim:1,2')\n")
    assert cli("analyze", str(tmp_path / "one.py"), "--json").json["value"]["outcome"] == "win"


# bad input


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nonsense", "invalid choice: 'nonsense'"),
        ("play", "the following arguments are required: GAME"),
        ("play chess", "there is no game 'chess'"),
        ("play tictactoe --first nobody", "invalid choice: 'nobody'"),
        ("play tictactoe --as Z", "--as takes X or O in Tic-Tac-Toe, not 'Z'"),
        ("play kalah --first human --as North", "South always moves first"),
        ("play tictactoe --opponent grandma", "there is no player 'grandma'"),
        ("play tictactoe --opponent level:9", "there is no player 'level:9'"),
        ("play tictactoe --position XXX", "a position has 9 cells"),
        ("play tictactoe --moves 9", "move 1: '9' is not a cell number"),
        ("play othello --count-from 1", "nothing to choose"),
        ("play tictactoe --count-from 2", "invalid choice: 2"),
        ("play tictactoe --save no/such/folder", "cannot be written"),
        ("play tictactoe --seed -1", "'-1' is not a whole number"),
        ("analyze tictactoe --why 9", "'9' is not a cell number"),
        ("analyze tictactoe --time soon", "'soon' is not a number of seconds"),
        ("analyze tictactoe --time nan", "'nan' is not a number of seconds"),
        ("analyze tictactoe --nodes 0", "it must be at least 1"),
        ("analyze tictactoe --depth x", "'x' is not a whole number"),
        ("analyze tictactoe --posit X", "unrecognized arguments"),
        ("review tictactoe", "give the moves to review"),
        ("review --moves 4", "say which game the moves are of"),
        ("review tictactoe --moves 4 --record x", "give the moves to review"),
        ("review --record no_such_file", "'no_such_file' cannot be read: No such file or directory"),
        ("compare tictactoe -a minmax", "there is no algorithm 'minmax'"),
        ("compare tictactoe -a", "expected one argument"),
        ("compare tictactoe --positions most", "there is no file 'most'"),
        ("compare tictactoe --positions random:0", "needs a number of positions"),
        ("compare connect4 --positions all", "more than 200,000 positions"),
        ("compare tictactoe --positions all -p XXX/OO-/---", "there is no position to compare on"),
        ("compare tictactoe --growth 5-1", "--growth takes the smaller depth first, not 5-1"),
        ("compare tictactoe --growth deep", "--growth takes depths such as 1-6"),
        ("compare tictactoe --growth -p XXX/OO-/---", "nothing that could grow"),
        ("compare tictactoe --growth --positions all", "goes without --positions"),
        ("compare tictactoe --growth nim -m 4", "goes without --position and --moves"),
        ("compare tictactoe --plot x.pdf", "a plot is a .svg or .png file"),
        ("compare tictactoe --plot no/such/x.svg", "the folder of 'no/such/x.svg' does not exist"),
        ("compare tictactoe --csv no/such/x.csv", "cannot be written"),
        ("tree (3,5", "not closed"),
        ("tree nonsense", "there is no game 'nonsense'"),
        ("tree (3,5) -p 1", "--position and --moves are for a game"),
        ("tree tictactoe --root min", "--root is for a written tree"),
        ("tree tictactoe -a minimax --nodes 100", "the tree is too large"),
        ("tree 1,2,3 --branching 2", "3 leaves do not fill"),
        ("tree (3,5) --svg no/such/x.svg", "cannot be written"),
        ("tree tictactoe --depth 5 --svg x.svg", "show fewer with --levels"),
        ("match perfect tictactoe", "the following arguments are required: GAME"),
        ("match perfect nobody tictactoe", "there is no player 'nobody'"),
        ("match perfect human tictactoe", "there is no player 'human'"),
        ("match perfect random tictactoe -n 0", "it must be at least 1"),
        ("games chess", "there is no game 'chess'"),
        ("check no_such.py", "there is no file 'no_such.py'"),
        ("check tictactoe --positions 0", "it must be at least 1"),
    ],
)
def test_bad_input(cli: Cli, words: str, message: str) -> None:
    assert message in refused(cli(*words.split(" ")))


def test_growth_over_nothing(cli: Cli) -> None:
    assert "or games with blanks between" in refused(cli("compare", "tictactoe", "--growth", " "))


def test_bad_positions_in_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("---/---/---\nXXX\n")
    assert "positions.txt, line 2: a position has 9 cells" in refused(
        cli("compare", "tictactoe", "--positions", str(file))
    )


def test_bad_records(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "tictactoe"]\n4 0 *\n')
    assert "holds 1 games, so there is no game 2" in refused(cli("review", "--record", str(file), "--number", "2"))
    file.write_text("4 0 *\n")
    assert "games.txt: line 1: this game has no" in refused(cli("review", "--record", str(file)))
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in refused(cli("review", "--record", str(file)))


def test_unwritable_files_lose_nothing(cli: Cli, tmp_path: Path) -> None:
    assert "cannot be written" in refused(cli("tree", "(3,5)", "--svg", str(tmp_path)))


# Ctrl-C and faults of our own


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C at the second look at the clock of any search."""
    looks = 0

    def look(self: Effort) -> None:
        nonlocal looks
        looks += 1
        if looks > 1:
            raise KeyboardInterrupt
        self._plan()

    monkeypatch.setattr(Effort, "_look", look)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_ends_with_what_is_known(cli: Cli) -> None:
    run = cli("analyze", "connect4", "--json")
    assert run.code == 130
    assert run.json["exact"] is False
    assert len(run.json["moves"]) == 7


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("review connect4 --moves 4455", "moves"),
        ("compare connect4 -a minimax,alphabeta", "rows"),
        ("compare connect4 -a minimax --growth", "points"),
        ("match perfect random connect4", "records"),
    ],
)
def test_ctrl_c_keeps_finished_rows(cli: Cli, words: str, key: str) -> None:
    run = cli(*words.split(), "--json")
    assert run.code == 130
    assert run.json["complete"] is False
    assert isinstance(run.json[key], list)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_in_a_game_says_goodbye(cli: Cli) -> None:
    run = cli("play", "connect4", "--first", "computer")
    assert run.code == 0
    assert run.out.endswith("Goodbye.\n")


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_without_anything_to_show(cli: Cli) -> None:
    run = cli("tree", "connect4", "--depth", "9")
    assert (run.code, run.err) == (130, "zerosum: stopped\n")


def test_ctrl_c_while_checking(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: object, state: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.cli.progress.Progress.show", stop)
    run = cli("check", "tictactoe")
    assert run.code == 130
    assert "is sound so far" in run.out


def test_a_fault_of_ours_is_owned_up_to(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(options: object) -> int:
        raise RuntimeError("oops")

    monkeypatch.setattr("zerosum.cli.games.run", broken)
    run = cli("games")
    assert run.code == 4
    assert run.err.startswith("zerosum: a fault in zerosum itself: RuntimeError: oops")
    monkeypatch.setenv("ZEROSUM_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli("games")


def test_out_of_memory(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(options: object) -> int:
        raise MemoryError

    monkeypatch.setattr("zerosum.cli.games.run", full)
    run = cli("games")
    assert run.code == 4
    assert "out of memory" in run.err


# terminals


class Terminal:
    """Standard error that is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_progress_shows_after_a_second_and_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    from zerosum.cli import progress

    terminal, now = Terminal(), 0.0
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "perf_counter", lambda: now)
    with progress.Progress("working") as line:
        now = 0.5
        line.show("early")
        assert terminal.text == ""
        now = 1.5
        line.show("half")
        now = 1.55
        line.show("too soon after the last")
        now = 2.5
        line.pulse(Effort(nodes=1234))
    assert "\rworking: half, 2 s (Ctrl-C stops)" in terminal.text
    assert "\rworking: 1,234 nodes, 2 s (Ctrl-C stops)" in terminal.text
    assert "too soon" not in terminal.text
    assert terminal.text.endswith("\r" + " " * len("working: 1,234 nodes, 2 s (Ctrl-C stops)") + "\r")


def test_no_progress_in_a_pipe(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.cli.progress.PATIENCE", 0.0)
    assert cli("analyze", "tictactoe").err == ""
