"""How a Python submission is asked is found out: from its source, then by trying it."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.answers.grade.test_grade_agents import FOLDER, index
from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.description import BoardForm, Limits, MoveForm
from zerosum.answers.grade.ask.discovery.boards import form_of, is_bottom_first
from zerosum.answers.grade.ask.discovery.candidates import Candidates
from zerosum.answers.grade.ask.discovery.evaluation import MOST_STEPS, Array, Name, Unknown
from zerosum.answers.grade.ask.discovery.finding import MOST_WAYS, Finder, Tried
from zerosum.answers.grade.ask.discovery.names import word_for
from zerosum.answers.grade.ask.discovery.readings import Reading
from zerosum.answers.grade.ask.discovery.source import Source
from zerosum.answers.grade.ask.discovery.symbols import fixed_sides, symbol_pairs
from zerosum.answers.grade.grading import grade_agent, truth_for
from zerosum.answers.grade.settings import USUAL_CHECKS, GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.games import load

FOUND: dict[str, tuple[str, tuple[str, ...], str, Any, tuple[Any, ...], bool, str, int]] = {
    # function, arguments, board, empty, symbols, whether those are of the side to move, move, base
    "flat_best_move": ("best_move", ("board", "player"), "flat", " ", ("X", "O"), False, "index", 0),
    "nested_find_best": ("findBestMove", ("board",), "nested", "_", ("x", "o"), True, "row_column", 0),
    "cs50_right": ("minimax", ("board",), "nested", "=None", ("X", "O"), False, "row_column", 0),
    "class_player_object": ("GeniusComputerPlayer.get_move", ("board",), "flat", " ", ("X", "O"), False, "index", 0),
    "flat_ten_rules": ("getComputerMove", ("board", "player"), "flat_from_1", " ", ("X", "O"), False, "index", 1),
    "numpad_answer": ("suggest", ("board", "player"), "flat", ".", ("x", "o"), False, "numpad", 1),
    "column_row": ("computer_turn", ("board", "player"), "nested", " ", ("X", "O"), False, "column_row", 0),
    "o_starts": ("get_ai_move", ("board",), "flat", ".", ("O", "X"), False, "index", 0),
    "flat_global_numbers": ("computer_move", (), "flat", "number", ("O", "X"), True, "index", 0),
    "kaggle_helper_last": ("act", ("observation", "configuration"), "nested", " ", ("X", "O"), False, "column", 0),
    "kth_empty": ("choose_action", ("board", "player"), "nested", 0, (1, 2), False, "nth_empty", 0),
    "letters_shortcut": ("computer_choice", ("board", "player"), "nested", " ", ("X", "O"), False, "letters", 1),
    "spanish_side_misjudged": ("mejor_jugada", ("board", "player"), "flat", " ", ("X", "O"), False, "index", 0),
    "mixed_inside": ("getBestMove", ("board", "player"), "nested", " ", ("X", "O"), False, "row_column", 0),
    "swapped_min_max": ("decide", ("board",), "flat", -1, (0, 1), False, "index", 0),
    "callback_value": ("think", ("board", "player", "callback"), "nested", " ", ("X", "O"), False, "row_column", 0),
}
QUICK = ("class_player_object", "flat_global_numbers", "column_row")


WAYS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    # function, what its call has and what its board has; no process is needed to make these
    "exit_after_move": (
        "compMove",
        {"arguments": (), "globals": {"theBoard": "board"}},
        {"form": "dict", "base": 1, "symbols": ("X", "O"), "is_relative": True},
    ),
    "two_sets_from_1": ("choose", {"arguments": ("board[0]", "board[1]")}, {"form": "two_sets", "base": 1}),
    "xy_from_bottom": ("hard_move", {"arguments": ("board", "player")}, {"form": "nested", "empty": " "}),
    "polish_loop": (
        "ruch_komputera",
        {"arguments": (), "globals": {"tablica": "board"}},
        {"form": "nested", "empty": ".", "symbols": ("O", "X"), "is_relative": True},
    ),
    "dict_state": (
        "ai_choose",
        {"arguments": ("board",), "attributes": {"player": "player"}},
        {"form": "flat", "object": "new_game", "path": "board"},
    ),
    "numpy_maps": ("decide", {"arguments": ("board[0]", "board[1]")}, {"form": "numpy_maps"}),
    "parameters_any_order": (
        "alpha_beta",
        {"arguments": ("is_max", "=0", "alpha", "beta", "board", "player", "opponent")},
        {"form": "flat", "empty": "_", "is_relative": True},
    ),
    "needs_rival": (
        "ComputerPlayer.make_move",
        {"construct": ("='name'", "player"), "attributes": {"opponent": "rival"}},
        {"form": "flat", "empty": ""},
    ),
    "classmethod_bits": ("Bot.get_move", {"arguments": ("board", "player")}, {"form": "flat", "empty": "-"}),
    "bool_shortcut": ("suggest", {"arguments": ("board", "player")}, {"form": "flat", "empty": "=None"}),
    "connect4_stacks": ("computer_column", {"arguments": ("board", "me:player", "opp:opponent")}, {"form": "stacks"}),
}


@pytest.mark.parametrize("name", WAYS)
def test_the_right_way_is_among_the_first(name: str) -> None:
    function, call, board = WAYS[name]
    rows, columns, falls = (6, 7, True) if index()[name]["game"] == "connect4" else (3, 3, False)
    source = Source((FOLDER / f"{name}.py").read_text())
    candidates = Candidates(source, index()[name]["game"], rows, columns, falls, {})
    chosen = next(each for _, each in candidates.functions()[:2] if each.path == function)
    for found in islice(candidates.ways(chosen), MOST_WAYS):
        seen = [getattr(found.call, key) for key in call] + [getattr(found.board, key) for key in board]
        if seen == [*call.values(), *board.values()]:
            return
    pytest.fail("no such way")


def finder(name: str) -> Finder:
    return Finder(FOLDER / f"{name}.py", load(index()[name]["game"]), Limits())


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.proof) for name in FOUND]
)
def test_how_an_agent_is_asked_is_found(name: str) -> None:
    found = finder(name).find().description
    board, move = found.board, found.move
    seen = (found.call.function, found.call.arguments, board.form, board.empty, board.symbols, board.is_relative)
    assert (*seen, move.form, move.base) == FOUND[name]


@pytest.mark.proof
@pytest.mark.parametrize("name", [name for name in index() if not name.startswith("terminal")])
def test_every_agent_with_a_function_is_found(name: str) -> None:
    found = finder(name).find()
    assert found.legal >= 0.9
    if index()[name]["is_right"]:
        assert found.wins >= 0.85


@cache
def truth(spec: str) -> Truth:
    return truth_for(load(spec), SETTINGS)


SETTINGS = GradeSettings(
    is_symmetric=True, drawn=20, checks={name: USUAL_CHECKS[name] for name in ("legal", "optimal", "own_games")}
)


@pytest.mark.proof
@pytest.mark.parametrize("name", index())
def test_every_agent_is_judged_rightly_without_a_description(name: str) -> None:
    row = index()[name]
    agent = open_agent(FOLDER / f"{name}.py", load(row["game"]), None)
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


BOARDS: list[tuple[Any, BoardForm | None]] = [
    ([" "] * 9, BoardForm(form="flat", empty=" ")),
    (["_"] * 10, BoardForm(form="flat_from_1", empty="_", base=1)),
    ([[None] * 3] * 3, BoardForm(form="nested", empty="=None")),
    (Array([[0.0] * 3] * 3), BoardForm(form="numpy", empty=0)),
    (((0,) * 3,) * 3, BoardForm(form="nested_tuple", empty=0)),
    ("." * 9, BoardForm(form="string", empty=".")),
    (["..."] * 3, BoardForm(form="rows", empty=".")),
    (list(range(9)), BoardForm(form="flat", empty="number")),
    ([str(n) for n in range(1, 10)], BoardForm(form="flat", empty="number_text", base=1)),
    (dict.fromkeys(range(1, 10), " "), BoardForm(form="dict", keys="index", base=1)),
    ({(r, c): "" for r in range(3) for c in range(3)}, BoardForm(form="dict", keys="row_column", empty="")),
    (
        {f"{row}{column}": " " for row in "abc" for column in "123"},
        BoardForm(form="dict", keys="a1 a2 a3 b1 b2 b3 c1 c2 c3"),
    ),
    ([Name("Mark.EMPTY")] * 9, BoardForm(form="flat", empty="=Mark.EMPTY")),
    ([["x", "o", "x"], ["o", "o", "x"], ["_", "_", "_"]], BoardForm(form="nested", empty="_")),
    ([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6]], None),
    ([1, 2, 3], None),
    ("noughts!!", None),
]


@pytest.mark.parametrize(("value", "form"), BOARDS)
def test_boards_in_the_source_are_known_by_their_shape(value: Any, form: BoardForm | None) -> None:
    assert form_of(value, 3, 3) == form


EXPRESSIONS: list[tuple[str, Any]] = [
    ("[' '] * 9", [" "] * 9),
    ("[['.' for _ in range(3)] for _ in range(3)]", [["."] * 3] * 3),
    ("[[EMPTY] * SIZE for _ in range(SIZE)]", [["-"] * 3] * 3),
    ("np.zeros((SIZE, 3))", [[0] * 3] * 3),
    ("{i: ' ' for i in range(1, 10)}", dict.fromkeys(range(1, 10), " ")),
    ("make()", ["-"] * 9),
    ("cells or [0] * 9", [0] * 9),
    ("[Mark.NONE] * 2", ["Mark.NONE"] * 2),
    ("open('secret').read()", None),
    ("[0] * 10 ** 9", None),
    ("[[0] * 999] * 999 * 999", None),
    ("[[[0] * 999] * 999] * 9", None),
    ("{((0,) * 999,) * 999: 1}", None),
    ("str([['.' * 99] * 99] * 99)", None),
    ("0x" + "f" * 5000, None),
    ("(1.5 + " + "9" * 18 + ") // 0.0", None),
    ("np.zeros(9).reshape('3', '3')", None),
    ("-" * 500 + "1", None),
]


@pytest.mark.parametrize(("expression", "value"), EXPRESSIONS)
def test_expressions_are_calculated_without_running_them(expression: str, value: Any) -> None:
    source = Source(
        "import enum\nimport numpy as np\nEMPTY = '-'\nSIZE = 3\nclass Mark(enum.Enum):\n    NONE = 0\n"
        f"def make():\n    b = [EMPTY] * 9\n    return b\nx = ({expression})\n"
    )
    if value is None:
        assert "x" not in source.constants
        with pytest.raises(Unknown):
            source.value(source.tree.body[-1].value)  # type: ignore[attr-defined]
    else:
        assert source.constants["x"] == value


def test_values_that_double_in_every_line_do_not_fill_the_memory() -> None:
    source = Source("a0 = 'x' * 1000\n" + "".join(f"a{n + 1} = a{n} + a{n}\n" for n in range(60)))
    assert max(map(len, source.constants.values())) <= MOST_STEPS


SYMBOLS: list[tuple[str, Any, tuple[Any, Any]]] = [
    ("def f(b, p):\n    return 'O' if p == 'X' else 'X'\n", " ", ("X", "O")),
    ("def f(b, player):\n    b[0] = player\n    return f(b, 3 - player)\n", 0, (1, 2)),
    ("def f(b, player):\n    b[0] = player\n    return f(b, -player)\n", 0, (1, -1)),
    ("RED = 'R'\nYELLOW = 'Y'\ndef f(b, i):\n    if b[i] == RED or b[i] == YELLOW: return 1\n", ".", ("R", "Y")),
    ("class Game:\n    def play(self, c):\n        self.now = 3 - self.now\n        return -1\n", 0, (1, 2)),
    ("class Game:\n    def play(self, c):\n        self.now = -self.now\n        return 2\n", 0, (1, -1)),
    ("def f(b, s):\n    v = f(b, 'X' if s == 'O' else 'O')\n    v = -v\n    return v\n", "-", ("X", "O")),
    ("def f(b, p):\n    v = f(b, p)\n    v = -v\n    return v\n", "-", ("X", "O")),
    ("def f(b):\n    return b\n", " ", ("X", "O")),
    ("def f(b):\n    return b\n", 0, (1, 2)),
]


@pytest.mark.parametrize(("text", "empty", "pair"), SYMBOLS)
def test_symbols_are_found_in_the_source(text: str, empty: Any, pair: tuple[Any, Any]) -> None:
    assert symbol_pairs(Source(text), empty, False)[0] == pair


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("ROWS = 6\ndef can(g, c):\n    return g[ROWS - 1][c] == 0\n", True),
        ("class Game:\n    ROWS = 6\n    def can(self, c):\n        return self.g[self.ROWS - 1][c] == 0\n", True),
        ("class Game:\n    ROWS = 6\n    def can(self, c):\n        return self.g[0][c] == 0\n", False),
    ],
)
def test_the_row_that_is_looked_at_says_where_rows_begin(text: str, is_so: bool) -> None:
    assert is_bottom_first(Source(text), 6) is is_so


NAMED_TUPLE = """
from typing import NamedTuple
class State(NamedTuple):
    cells: tuple
    turn: int
START = State((0,) * 9, 1)
def children(st):
    for k, v in enumerate(st.cells):
        if not v:
            yield k, State(st.cells[:k] + (st.turn,) + st.cells[k + 1:], -st.turn)
def best_action(st: State):
    return max(children(st), key=lambda pair: st.turn * value(pair[1]))[0]
def value(st):
    return max(value(s) for _, s in children(st))
"""


def test_a_constructor_gets_the_cells_and_the_side_to_move() -> None:
    candidates = Candidates(Source(NAMED_TUPLE), "tictactoe", 3, 3, False, {})
    way = next(candidates.ways(candidates.functions()[0][1]))
    board = way.board
    assert (board.object, board.form, board.empty, board.symbols) == ("State(player)", "tuple", 0, (1, -1))


def test_two_integers_with_bits_are_tried_first_where_bits_are_shifted() -> None:
    text = "def best_move(mine, theirs):\n    return [k for k in range(9) if not (mine | theirs) & 1 << k][0]\n"
    candidates = Candidates(Source(text), "tictactoe", 3, 3, False, {})
    way = next(candidates.ways(candidates.functions()[0][1]))
    assert (way.call.arguments, way.board.form) == (("board[0]", "board[1]"), "two_bits")


UNLIKELY: list[tuple[str, bool, float, int, bool]] = [
    # source, whether it is called by the search, share of wins, different moves, whether it is used
    ("def best(b):\n    return 0\n", False, 0.4, 5, True),
    ("def best(b):\n    return 0\n", True, 0.4, 5, False),
    ("def best(b):\n    return 0\n", True, 0.9, 5, True),
    ("def best(b):\n    return -best(b)\n", False, 0.5, 1, False),
]


@pytest.mark.parametrize(("text", "is_called", "wins", "moves", "is_used"), UNLIKELY)
def test_a_helper_is_not_taken_for_the_agent(
    text: str, is_called: bool, wins: float, moves: int, is_used: bool
) -> None:
    tried = Tried(Source(text).functions["best"], -4.0 if is_called else 3.0)
    tried.reading = Reading(MoveForm(), 1.0, 0.0, wins, moves)
    assert (tried.rank >= 0) is is_used


def test_constants_say_whose_symbol_the_program_plays() -> None:
    assert fixed_sides(Source("human = 'X'\ncomputer = 'O'\n")) == ("O", "X")
    assert fixed_sides(Source("X = 'X'\nO = 'O'\n")) is None


WORDS = "board:board b:board tablero:board computerLetter:player playerLetter:player opponent:opponent depth:depth"
WORDS += " isMax:is_max maximizingPlayer:is_max alpha:alpha beta:beta obs:observation available_moves:moves zzz:"


@pytest.mark.parametrize("pair", WORDS.split())
def test_names_of_parameters_have_usual_meanings(pair: str) -> None:
    name, _, word = pair.partition(":")
    assert word_for(name) == word
