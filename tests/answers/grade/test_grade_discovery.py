"""How a Python submission is asked is found out by whole patterns, and accepted on evidence or not at all."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.answers.grade.test_grade_agents import FOLDER, index
from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun, NotSure
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.description import Description, Limits, MoveForm, read_description
from zerosum.answers.grade.ask.evidence import Evidence
from zerosum.answers.grade.ask.finding import Finder
from zerosum.answers.grade.ask.patterns.marks import Marks
from zerosum.answers.grade.ask.patterns.names import word_for
from zerosum.answers.grade.ask.patterns.pairs import says_column_first
from zerosum.answers.grade.ask.source.source import Source
from zerosum.answers.grade.ask.which_game import game_of
from zerosum.answers.grade.grading import grade_agent, truth_for
from zerosum.answers.grade.host.worker.evaluating import board_form
from zerosum.answers.grade.host.worker_process import PythonWorker
from zerosum.answers.grade.settings import USUAL_CHECKS, GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import BadRequest
from zerosum.core.games import load

FOUND: dict[str, tuple[str, tuple[str, ...], str, Any, tuple[Any, ...], bool, str, int]] = {
    # function, arguments, board, empty, symbols, whether those are of the side to move, move, base
    "flat_best_move": ("best_move", ("board", "player"), "flat", " ", ("X", "O"), False, "index", 0),
    "nested_find_best": ("findBestMove", ("board",), "nested", "_", ("x", "o"), True, "row_column", 0),
    "cs50_right": ("minimax", ("board",), "nested", "=None", ("X", "O"), False, "row_column", 0),
    "class_player_object": ("GeniusComputerPlayer.get_move", ("board",), "flat", " ", ("X", "O"), False, "index", 0),
    "flat_ten_rules": ("getComputerMove", ("board", "player"), "flat_from_1", " ", ("X", "O"), False, "index", 1),
    "column_row": ("computer_turn", ("board", "player"), "nested", " ", ("X", "O"), False, "column_row", 0),
    "o_starts": ("get_ai_move", ("board",), "flat", ".", ("O", "X"), False, "index", 0),
    "flat_global_numbers": ("computer_move", (), "flat", "number", ("O", "X"), True, "index", 0),
    "kaggle_helper_last": ("act", ("observation", "configuration"), "nested", " ", ("X", "O"), False, "column", 0),
    "exit_after_move": ("compMove", (), "dict", " ", ("X", "O"), True, "index", 0),
    "polish_loop": ("ruch_komputera", (), "nested", ".", ("O", "X"), True, "index", 0),
    "dict_state": ("ai_choose", ("board",), "flat", " ", ("X", "O"), False, "index", 0),
    "connect4_numpy_script": ("pick_best_move", ("board", "player"), "numpy", 0, (2, 1), True, "column", 0),
    "window_not_updated": (
        "alpha_beta", ("board", "=0", "alpha", "beta", "is_first"), "flat", ".", ("x", "o"), False, "index", 0,
    ),
    "parameters_any_order": (
        "alpha_beta", ("=True", "=0", "alpha", "beta", "board", "player", "opponent"),
        "flat", "_", ("X", "O"), False, "index", 0,
    ),
    "bool_role": ("Bot.choose", ("board",), "nested", ".", ("x", "o"), False, "row_column", 0),
    "trap_flag": ("choose", ("board", "is_first"), "flat", ".", ("x", "o"), False, "index", 0),
    "trap_move_number": ("ai_move", ("board", "ply"), "flat", " ", ("X", "O"), False, "index", 0),
    "trap_spaced_cells": ("Computer.choose", ("board",), "flat", "   ", (" X ", " O "), False, "index", 0),
    "trap_optional_side": ("Bot.pick", ("board",), "flat", "-", ("X", "O"), False, "index", 0),
    "trap_default_player": ("computer_move", ("board",), "flat", 0, (2, 1), True, "index", 0),
    "trap_own_game": ("minimax_decision", ("state", "game"), "flat", " ", ("X", "O"), False, "row_column", 1),
}  # fmt: skip


BY_TERMINAL = ("terminal_main", "terminal_polish_forks", "terminal_grid_only")


def asks(name: str) -> bool:
    """Whether a person must say how an agent is asked."""
    return bool(index()[name].get("asks"))


def finder(name: str) -> Finder:
    return Finder(FOLDER / f"{name}.py", load(index()[name]["game"]), Limits())


@pytest.mark.parametrize("name", FOUND)
def test_how_an_agent_is_asked_is_found(name: str) -> None:
    found = finder(name).find().description
    board, move = found.board, found.move
    seen = (found.call.function, found.call.arguments, board.form, board.empty, board.symbols, board.is_relative)
    assert (*seen, move.form, move.base) == FOUND[name]


@pytest.mark.parametrize("name", [name for name in index() if asks(name)])
def test_a_person_is_asked_where_nothing_shows_that_the_question_is_right(name: str) -> None:
    """No score and no bug's name, but the description to confirm; one that a person gives is taken as it is."""
    with pytest.raises(CannotAsk) as raised:
        finder(name).find()
    if isinstance(raised.value, NotSure):
        assert "may be asked wrongly" in str(raised.value)
        assert raised.value.description.call.function
    description = described(name)
    assert description is not None
    assert description.call.function


def described(name: str) -> Description | None:
    """The description that a person gives for an agent, None where it needs none."""
    return read_description((FOLDER / "described" / f"{name}.toml").read_text()) if asks(name) else None


@pytest.mark.proof
@pytest.mark.parametrize("name", [name for name in index() if name not in BY_TERMINAL and not asks(name)])
def test_every_agent_with_a_function_is_found(name: str) -> None:
    found = finder(name).find()
    if index()[name]["is_right"]:
        assert found.evidence.is_sure


@cache
def truth(spec: str) -> Truth:
    return truth_for(load(spec), SETTINGS)


SETTINGS = GradeSettings(
    is_symmetric=True, drawn=20, checks={name: USUAL_CHECKS[name] for name in ("legal", "optimal", "own_games")}
)


@pytest.mark.proof
@pytest.mark.parametrize("name", index())
def test_every_agent_is_judged_rightly(name: str) -> None:
    row = index()[name]
    agent = open_agent(FOLDER / f"{name}.py", load(row["game"]), described(name))
    try:
        report = grade_agent(agent, load(row["game"]), settings=SETTINGS, truth=truth(row["game"]), names_bug=False)
    finally:
        agent.close()
    if row["game"] == "tictactoe":
        passed = {check.name: check.passed for check in report.checks}
        if row["is_right"]:  # one that plays by rules of thumb may be wrong where it would never get to
            assert passed["legal"]
            assert passed["own_games"]
        else:
            assert not all(passed.values())
    else:  # a few positions do not show every mistake
        assert report.checks[0].passed


def test_a_program_without_functions_is_refused_in_a_sentence() -> None:
    with pytest.raises(CannotAsk, match=r"terminal_main\.py defines no function that could choose a move"):
        finder("terminal_main").find()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("print 'hello'\n", r"old.py is not a Python 3 file: .* \(line 1\)$"),
        ("x = '\0'\n", "old.py is not a Python 3 file: source code string cannot contain null bytes$"),
    ],
)
def test_a_file_that_is_not_python_is_refused_without_a_hint(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "old.py"
    file.write_text(text)
    with pytest.raises(CannotRun, match=sentence):
        open_agent(file, load("tictactoe"), None)


HELPERS: dict[str, tuple[str, str]] = {
    # a program, and what the sentence says: the main function is the verdict, and no helper is asked instead
    "a main function that crashes beside a search that works": (
        """
        def wins(b, p):
            lines = (0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)
            return any(all(b[i] == p for i in l) for l in lines)
        def minimax(b, p, me):
            other = "O" if p == "X" else "X"
            if wins(b, me): return 1, None
            if wins(b, "O" if me == "X" else "X"): return -1, None
            free = [i for i in range(9) if b[i] == " "]
            if not free: return 0, None
            found = []
            for i in free:
                b[i] = p
                found.append((minimax(b, other, me)[0], i))
                b[i] = " "
            return max(found) if p == me else min(found)
        def best_move(board, player):
            return minimx(board, player, player)[1]
        """,
        "it crashes: NameError: name 'minimx' is not defined",
    ),
    "a random level beside a search that nobody can ask": (
        """
        import random
        def easy_move(board):
            return random.choice([i for i in range(9) if board[i] == " "])
        def search(board, tree):
            return [search(board, each) for each in tree.children]
        def hard_move(board, tree):
            return search(board, tree)
        """,
        "may be asked wrongly",
    ),
}


HELPERS["rules that need a mark of the other side on the board"] = (
    """
    board = [" "] * 9
    player, computer = "X", "O"
    LINES = (0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)
    def two(mark):
        for line in LINES:
            marks = [board[i] for i in line]
            if marks.count(mark) == 2 and " " in marks:
                return line[marks.index(" ")]
    def computer_move():
        first = [i for i in range(9) if board[i] == player][0]
        for mark in (computer, player):
            if two(mark) is not None:
                board[two(mark)] = computer
                return
        board[min((i for i in range(9) if board[i] == " "), key=lambda i: abs(i - first))] = computer
    """,
    "it plays the second side only",
)


@pytest.mark.parametrize("case", HELPERS)
def test_no_helper_is_asked_instead_of_the_main_function(case: str, tmp_path: Path) -> None:
    source, sentence = HELPERS[case]
    file = tmp_path / "agent.py"
    file.write_text(textwrap.dedent(source))
    try:
        said = " ".join(Finder(file, load("tictactoe"), Limits()).find().sentences)
    except CannotAsk as error:
        said = str(error)
    assert sentence in said


BOARDS: list[tuple[Any, dict[str, Any] | None]] = [
    ([" "] * 9, {"form": "flat", "empty": " "}),
    (["_"] * 10, {"form": "flat_from_1", "empty": "_", "base": 1}),
    ([[None] * 3] * 3, {"form": "nested", "empty": "=None"}),
    (((0,) * 3,) * 3, {"form": "nested_tuple", "empty": 0}),
    ("." * 9, {"form": "string", "empty": "."}),
    (["..."] * 3, {"form": "rows", "empty": "."}),
    (list(range(9)), {"form": "flat", "empty": "number", "base": 0}),
    ([str(n) for n in range(1, 10)], {"form": "flat", "empty": "number_text", "base": 1}),
    (dict.fromkeys(range(1, 10), " "), {"form": "dict", "keys": "index", "base": 1, "empty": " "}),
    ({(r, c): "" for r in range(3) for c in range(3)}, {"form": "dict", "keys": "row_column", "base": 0, "empty": ""}),
    (
        {f"{row}{column}": " " for row in "abc" for column in "123"},
        {"form": "dict", "keys": "a1 a2 a3 b1 b2 b3 c1 c2 c3", "empty": " "},
    ),
    ([["x", "o", "x"], ["o", "o", "x"], ["_", "_", "_"]], {"form": "nested", "empty": "_"}),
    ([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6]], None),
    ([1, 2, 3], None),
    ([[]] * 3, None),
    ("noughts!!", None),
]


@pytest.mark.parametrize(("value", "form"), BOARDS)
def test_boards_are_known_by_their_shape(value: Any, form: dict[str, Any] | None) -> None:
    assert board_form(value, 3, 3) == form


SOURCE = """
    import enum
    import numpy as np
    EMPTY, SIZE, HUMAN, AI = "-", 3, "X", "O"
    class Mark(enum.Enum):
        NONE = 0
    class Game:
        ROWS = 6
        def __init__(self):
            self.cells = [EMPTY] * 9
            self.turn = HUMAN
        def top(self):
            return self.cells[self.ROWS - 1]
    def make_board():
        return [[EMPTY] * SIZE for _ in range(SIZE)]
    def main():
        board = np.zeros((SIZE, SIZE))
        mine = [Mark.NONE] * 9
        secret = open("secret").read()
        endless = [0] * 10 ** 12
    """

VALUES: list[tuple[str, str, Any]] = [
    ("", "make_board()", {"form": "nested", "empty": "-"}),
    ("", "np.zeros((SIZE, SIZE))", {"form": "numpy", "empty": 0}),
    ("", "[Mark.NONE] * 9", {"form": "flat", "empty": "=Mark.NONE"}),
    ("Game", "self.ROWS - 1", 5),
    ("", "AI", "O"),
    ("", "open('secret').read()", None),
    ("", "[0] * 10 ** 12", None),
]


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    """A source with the values of its living module."""
    file = tmp_path_factory.mktemp("learnt") / "game.py"
    file.write_text(textwrap.dedent(SOURCE))
    with PythonWorker(file, Limits()) as worker:
        worker.load()
        source = Source(file.read_text())
        source.learn(worker, 3, 3)
        source.learn(worker, 3, 3, [("", "Game()")])
        yield source


@pytest.mark.parametrize(("owner", "text", "value"), VALUES)
def test_values_are_those_of_the_living_module(owner: str, text: str, value: Any, learnt: Source) -> None:
    seen = learnt.values.get((owner, text))
    if value is None:
        assert seen is None
    elif isinstance(value, dict):
        assert seen is not None
        assert seen.form is not None
        assert {key: getattr(seen.form, key) for key in value} == value
    else:
        assert seen is not None
        assert seen.value == value


def test_an_object_has_the_attributes_that_its_constructor_sets(learnt: Source) -> None:
    made = learnt.values["", "Game()"]
    assert made.kind == "Game"
    assert made.attributes["turn"].mark == "X"
    form = made.attributes["cells"].form
    assert form is not None
    assert form.form == "flat"


def test_constants_say_whose_symbol_the_program_plays(learnt: Source) -> None:
    fixed = Marks(learnt).fixed
    assert fixed is not None
    assert (fixed.mine, fixed.theirs) == ("O", "X")


SYMBOLS: list[tuple[str, Any, tuple[Any, Any]]] = [
    ("def f(b, p):\n    return 'O' if p == 'X' else 'X'\n", " ", ("X", "O")),
    ("def f(b, player):\n    b[0] = player\n    return f(b, 3 - player)\n", 0, (1, 2)),
    ("def f(b, player):\n    b[0] = player\n    return f(b, -player)\n", 0, (1, -1)),
    ("class Game:\n    def play(self, c):\n        self.now = 3 - self.now\n        return -1\n", 0, (1, 2)),
    ("class Game:\n    def play(self, c):\n        self.now = -self.now\n        return 2\n", 0, (1, -1)),
    ("def f(b, s):\n    v = f(b, 'X' if s == 'O' else 'O')\n    v = -v\n    return v\n", "-", ("X", "O")),
    ("def f(b, p):\n    v = f(b, p)\n    v = -v\n    return v\n", "-", ("X", "O")),
    ("def f(b):\n    return b\n", " ", ("X", "O")),
    ("def f(b):\n    return b\n", 0, (1, 2)),
]


@pytest.mark.parametrize(("text", "empty", "pair"), SYMBOLS)
def test_symbols_are_found_in_the_source(text: str, empty: Any, pair: tuple[Any, Any]) -> None:
    assert Marks(Source(text)).pairs(empty)[0] == pair


FLAGS: list[tuple[str, set[str], set[str], set[str]]] = [
    # the body of a function of (b, p, n), and its parameters that are conditions, marks and numbers
    ("return 'x' if p else 'o'", {"p"}, set(), set()),
    ("b[0] = p", set(), {"p"}, set()),
    ("return b[0] == p", set(), {"p"}, set()),
    ("return p == n", set(), set(), set()),
    ("return n % 2", set(), set(), {"n"}),
    ("return n == 9", set(), {"n"}, {"n"}),
    ("return 3 - p", set(), set(), set()),
]


@pytest.mark.parametrize(("body", "tested", "marking", "counting"), FLAGS)
def test_what_is_done_with_a_parameter_says_what_it_is(
    body: str, tested: set[str], marking: set[str], counting: set[str]
) -> None:
    function = Source(f"def f(b, p, n):\n    {body}\n").functions["f"]
    assert (function.tested, function.marking, function.counting) == (tested, marking, counting)


WORDS = "board:board b:board tablero:board computerLetter:player playerLetter:player opponent:opponent depth:depth"
WORDS += " isMax:is_max maximizingPlayer:is_max alpha:alpha beta:beta obs:observation available_moves:moves zzz:"


@pytest.mark.parametrize("pair", WORDS.split())
def test_names_of_parameters_have_usual_meanings(pair: str) -> None:
    name, _, word = pair.partition(":")
    assert word_for(name) == word


GAMES: list[tuple[str, str, str]] = [
    # the file, its text, the game; "" where it asks
    ("a.py", "# my Tic Tac Toe\n", "tictactoe"),
    ("a.py", "def heuristic(static): pass\n# connect four", "connect4"),
    ("connect_four.py", "def f(board): pass", "connect4"),
    ("connect4/agent.py", "def f(board): pass", "connect4"),
    ("a.py", "def drop_piece(b, c): pass\nROWS = 6\nCOLS = 7", "connect4"),
    ("a.py", "board = np.zeros((6, 7))", "connect4"),
    ("a.py", "def act(obs, config):\n    return config.inarow", "connect4"),
    ("a.py", "board = [[0] * 3 for _ in range(3)]", "tictactoe"),
    ("a.py", "def f(x): return x", "tictactoe"),
    ("a.py", "# tic tac toe and connect four", ""),
]


@pytest.mark.parametrize(("name", "text", "game"), GAMES)
def test_which_game_a_file_plays(name: str, text: str, game: str, tmp_path: Path) -> None:
    file = tmp_path / "work" / name
    file.parent.mkdir(parents=True)
    file.write_text(text)
    if game:
        assert game_of(file) == game
    else:
        with pytest.raises(BadRequest, match="--game tictactoe or --game connect4"):
            game_of(file)


PAIRS: dict[str, tuple[str, bool]] = {
    "row and column": ("def f(b):\n    return row, col", False),
    "column and row": ("def f(b):\n    return col, row", True),
    "row and column, looked up the other way": ("def f(b):\n    b[col][row] = 1\n    return row, col", False),
    "x and y of b[y][x]": ("def f(b):\n    b[y][x] = 1\n    return [x, y]", True),
    "x and y of b[x][y]": ("def f(b):\n    b[x][y] = 1\n    return x, y", False),
    "x and y of both": ("def f(b):\n    b[x][y] = b[y][x]\n    return x, y", False),
    "x and y of an array": ("def f(b):\n    b[y, x] = 1\n    best = (3, (x, y))\n    return best[1]", True),
    "the author takes a row first": ("def f(b):\n    return col, row\nrow, col = f(1)", False),
    "the author takes a column first": ("def f(b):\n    return i, j\ncol, row = f(1)", True),
    "letters that say nothing": ("def f(b):\n    b[j][i] = 1\n    return i, j", False),
}


@pytest.mark.parametrize("case", PAIRS)
def test_a_pair_is_a_column_and_a_row_only_where_the_source_says_so(case: str) -> None:
    text, expected = PAIRS[case]
    source = Source(text)
    assert says_column_first(source, source.functions["f"]) == expected


SIDES = {
    # the wins of each side and those that it was given: whether one side may be asked wrongly
    "both": (((10, 10), (9, 10)), False),
    "one fails to answer": (((10, 10), (0, 10)), True),
    "one is somewhat worse": (((10, 10), (6, 10)), False),
    "both are weak": (((3, 10), (4, 10)), False),
    "one has hardly any": (((10, 10), (0, 2)), False),
    "only one is asked": (((9, 10),), False),
}


@pytest.mark.parametrize("case", SIDES)
def test_the_wins_of_each_side_are_counted(case: str) -> None:
    by_side, expected = SIDES[case]
    wins = sum(taken for taken, _ in by_side)
    evidence = Evidence(MoveForm(), (0, 1, 2, 3), 4, 4, wins, wins, by_side)
    assert evidence.is_one_sided == expected
    assert evidence.is_sure == (not expected)
