"""Every form of board, move, argument and answer, each asked of one submission in one process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest

from tests.places import AGENTS
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import (
    ARGUMENT_WORDS,
    BOARD_FORMS,
    DICT_KEYS,
    MOVE_FORMS,
    MOVE_SOURCES,
    BoardForm,
    Call,
    Description,
    FunctionCall,
    MoveForm,
    Turn,
)
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread
from zerosum.answers.grade.ask.python_agent import PythonAgent
from zerosum.answers.grade.ask.question import Question, question_for
from zerosum.answers.grade.host.worker.boards import BoardMaker
from zerosum.answers.grade.host.worker.move_writing import MoveWriter
from zerosum.answers.grade.host.worker_process import PythonWorker
from zerosum.core.games import load

STYLES = AGENTS / "worker" / "styles.py"
CELLS = "1...0...0"
"""X has the centre and the lower right corner, O the upper left one and is to move."""

GAME = load("tictactoe")
CONNECT4 = load("connect4")


def asked(moves: tuple[int, ...] = (4, 0, 8), game: Any = GAME) -> Question:
    state = game.start
    for move in moves:
        state = game.play(state, move)
    return question_for(game, state, moves)


@pytest.fixture(scope="module")
def worker() -> Iterator[PythonWorker]:
    with PythonWorker(STYLES) as process:
        process.load()
        yield process


BOARDS: list[tuple[dict[str, Any], Any]] = [
    ({"form": "flat"}, ["O", " ", " ", " ", "X", " ", " ", " ", "X"]),
    ({"form": "flat_from_1", "empty": "-"}, ["-", "O", "-", "-", "-", "X", "-", "-", "-", "X"]),
    ({"form": "nested"}, [["O", " ", " "], [" ", "X", " "], [" ", " ", "X"]]),
    ({"form": "nested", "is_bottom_first": True}, [[" ", " ", "X"], [" ", "X", " "], ["O", " ", " "]]),
    ({"form": "nested", "is_by_column": True}, [["O", " ", " "], [" ", "X", " "], [" ", " ", "X"]]),
    ({"form": "tuple", "symbols": [1, -1], "empty": 0}, (-1, 0, 0, 0, 1, 0, 0, 0, 1)),
    ({"form": "nested_tuple"}, (("O", " ", " "), (" ", "X", " "), (" ", " ", "X"))),
    ({"form": "string", "empty": "."}, "O...X...X"),
    ({"form": "rows", "empty": "_"}, ["O__", "_X_", "__X"]),
    ({"form": "dict"}, {0: "O", 1: " ", 2: " ", 3: " ", 4: "X", 5: " ", 6: " ", 7: " ", 8: "X"}),
    (
        {"form": "flat", "is_relative": True, "symbols": ["me", "you"]},
        ["me", " ", " ", " ", "you", " ", " ", " ", "you"],
    ),
    ({"form": "flat", "empty": "number", "base": 1}, ["O", 2, 3, 4, "X", 6, 7, 8, "X"]),
    ({"form": "flat", "empty": "number_text"}, ["O", "1", "2", "3", "X", "5", "6", "7", "X"]),
    (
        {"form": "two_maps"},
        [
            [[False, False, False], [False, True, False], [False, False, True]],
            [[True, False, False], [False, False, False], [False, False, False]],
        ],
    ),
    ({"form": "two_sets"}, [{4, 8}, {0}]),
    ({"form": "two_sets", "is_relative": True, "base": 1}, [{1}, {5, 9}]),
    ({"form": "two_bits"}, [1 << 4 | 1 << 8, 1]),
    ({"form": "two_bits", "is_relative": True, "base": 1}, [1 << 1, 1 << 5 | 1 << 9]),
]


def maker_of(form: dict[str, Any]) -> BoardMaker:
    return BoardMaker({**asdict(BoardForm()), **form}, 3, 3, lambda symbol: symbol)


@pytest.mark.parametrize(("form", "board"), BOARDS, ids=lambda value: str(value)[:40])
def test_a_board_is_built_and_read_back(form: dict[str, Any], board: Any) -> None:
    maker = maker_of(form)
    built = maker.build(CELLS, 1)
    assert built == board
    assert type(built) is type(board)
    assert maker.read(built, 1) == CELLS


@pytest.mark.parametrize("bottom", [False, True])
@pytest.mark.parametrize("by_column", [False, True])
@pytest.mark.parametrize("keys", DICT_KEYS)
def test_a_board_of_two_rows_and_three_columns_keeps_its_cells(keys: str, by_column: bool, bottom: bool) -> None:
    form = {**asdict(BoardForm()), "is_bottom_first": bottom, "is_by_column": by_column, "keys": keys}
    for name in sorted(set(BOARD_FORMS) - {"state", "text", "numpy", "numpy_flat", "numpy_maps", "stacks"}):
        maker = BoardMaker({**form, "form": name}, 2, 3, lambda symbol: symbol)
        assert maker.read(maker.build("01..10", 1), 1) == "01..10", name


def test_columns_of_pieces_are_built_and_read_back() -> None:
    maker = BoardMaker({**asdict(BoardForm()), "form": "stacks"}, 2, 3, lambda symbol: symbol)
    assert maker.build("0..1.0", 1) == [["O", "X"], [], ["X"]]
    assert maker.read([["O", "X"], [], ["X"]], 1) == "0..1.0"


def test_rows_of_an_answer_are_counted_from_the_lowest() -> None:
    reader = MoveReader(MoveForm(form="column_row", base=1, is_from_bottom=True), BoardForm(), 3, 3, False)
    assert reader.read(asked(), [2, 3]).number == 1


def test_keys_of_a_dict() -> None:
    keys = {key: list(maker_of({"form": "dict", "keys": key, "base": 1}).build(CELLS, 1))[1] for key in DICT_KEYS}
    assert keys == {"index": 2, "index_text": "2", "row_column": (1, 2), "column_row": (2, 1), "letters": "B1"}
    words = "top-L top-M top-R mid-L mid-M mid-R low-L low-M low-R"
    assert maker_of({"form": "dict", "keys": words}).build(CELLS, 1)["mid-M"] == "X"


@pytest.mark.parametrize(
    "board",
    [None, 5, "X", ["X"] * 8, [["X"] * 3] * 2, {"a": 1}, object(), [["X", "O", "Z"], [1, 2], 3]],
    ids=lambda board: "object" if type(board) is object else repr(board),
)
def test_what_is_no_board_is_not_read(board: Any) -> None:
    assert maker_of({}).read(board, 0) is None


@pytest.mark.parametrize("form", sorted(set(MOVE_FORMS) - {"board"}))
@pytest.mark.parametrize(
    ("moves", "spec"), [((4, 0, 8), "tictactoe"), ((3, 3), "connect4"), ((), "othello"), ((), "hexapawn")]
)
def test_every_legal_move_is_written_and_read_back(form: str, moves: tuple[int, ...], spec: str) -> None:
    game = load(spec)
    question = asked(moves, game)
    if spec == "hexapawn" and form in ("index", "column", "numpad", "nth_empty", "letters"):
        form = "row_column"  # from one cell to another
    for board in (BoardForm(), BoardForm(is_bottom_first=True), BoardForm(is_by_column=True, is_bottom_first=True)):
        for base in (0, 1):
            rows, columns = len(question.cells), len(question.cells[0])
            move = MoveForm(form=form, base=base)
            if form == "column" and not question.falls:
                continue
            if form in ("nth_empty", "numpad") and question.falls:
                continue
            reader = MoveReader(move, board, rows, columns, question.falls)
            writer = MoveWriter(asdict(move), asdict(board), rows, columns, question.falls)
            cells = "".join("." if cell is None else str(cell) for row in question.cells for cell in row)
            for legal in question.legal:
                written = writer.write(legal.json(), cells)
                plain = (
                    [list(each) for each in written]
                    if isinstance(written, tuple) and isinstance(written[0], tuple)
                    else written
                )
                assert reader.read(question, list(plain) if isinstance(plain, tuple) else plain) == legal


MOVES: list[tuple[str, int, Any, int]] = [
    ("index", 0, 1, 1),
    ("index", 1, 2, 1),
    ("index", 0, "1", 1),
    ("index", 0, 1.0, 1),
    ("index", 0, [1], 1),
    ("index", 0, {"dict": [["position", 1], ["score", 0]]}, 1),
    ("index", 0, {"object": "Mark", "fields": {}, "value": 1}, 1),
    ("key", 0, 1, 1),
    ("row_column", 0, [0, 1], 1),
    ("row_column", 1, [1, 2], 1),
    ("row_column", 0, "01", 1),
    ("row_column", 0, "0,1", 1),
    ("row_column", 0, "(0, 1)", 1),
    ("row_column", 0, [["0", "1"]], 1),
    ("row_column", 0, {"dict": [["row", 0], ["col", 1]]}, 1),
    ("row_column", 0, {"object": "Move", "fields": {"x": 1, "y": 0}, "value": None}, 1),
    ("row_column", 0, {"set": [[0, 1]]}, 1),
    ("column_row", 0, [1, 0], 1),
    ("numpad", 0, 8, 1),
    ("numpad", 0, "1", 6),
    ("letters", 1, "B1", 1),
    ("letters", 1, "b 1", 1),
    ("letters", 1, "1B", 1),
    ("letters", 1, ["B", "1"], 1),
    ("letters", 0, "B0", 1),
    ("nth_empty", 0, 0, 1),
    ("nth_empty", 1, 6, 7),
    ("text", 0, "1", 1),
    ("number", 0, 1, 1),
]


@pytest.mark.parametrize(("form", "base", "raw", "move"), MOVES)
def test_a_move_is_read(form: str, base: int, raw: Any, move: int) -> None:
    reader = MoveReader(MoveForm(form=form, base=base), BoardForm(), 3, 3, False)
    assert reader.read(asked(), raw).number == move


NO_MOVES: list[tuple[str, Any, Failure]] = [
    ("index", None, Failure.NO_ANSWER),
    ("index", 4, Failure.ILLEGAL),
    ("index", 9, Failure.ILLEGAL),
    ("index", -1, Failure.ILLEGAL),
    ("index", True, Failure.UNREADABLE),
    ("index", "middle", Failure.UNREADABLE),
    ("index", [0, 1], Failure.UNREADABLE),
    ("index", 0.5, Failure.UNREADABLE),
    ("index", float("nan"), Failure.UNREADABLE),
    ("index", {"cut": True}, Failure.UNREADABLE),
    ("index", {"set": [1, 2]}, Failure.UNREADABLE),
    ("row_column", 3, Failure.UNREADABLE),
    ("row_column", [0, 3], Failure.ILLEGAL),
    ("row_column", [1, 1], Failure.ILLEGAL),
    ("row_column", [-1, 0], Failure.ILLEGAL),
    ("row_column", [0, 1, 2], Failure.UNREADABLE),
    ("row_column", "", Failure.UNREADABLE),
    ("row_column", "9" * 5000 + " 1", Failure.UNREADABLE),
    ("letters", "Z9", Failure.ILLEGAL),
    ("letters", "??", Failure.UNREADABLE),
    ("numpad", 0, Failure.ILLEGAL),
    ("numpad", 10, Failure.ILLEGAL),
    ("nth_empty", 6, Failure.ILLEGAL),
    ("text", "nonsense", Failure.ILLEGAL),
    ("number", 4, Failure.ILLEGAL),
]


@pytest.mark.parametrize(("form", "raw", "failure"), NO_MOVES)
def test_what_is_no_move_is_named(form: str, raw: Any, failure: Failure) -> None:
    reader = MoveReader(MoveForm(form=form), BoardForm(), 3, 3, False)
    with pytest.raises(Unread) as caught:
        reader.read(asked(), raw)
    assert caught.value.failure == failure
    assert str(caught.value)


def test_a_full_column_is_illegal() -> None:
    question = asked((0, 0, 0, 0, 0, 0), CONNECT4)
    reader = MoveReader(MoveForm(form="index"), BoardForm(), 6, 7, True)
    assert reader.read(question, 3).number == 3
    for raw, words in ((0, "full"), (7, "no column")):
        with pytest.raises(Unread, match=words) as caught:
            reader.read(question, raw)
        assert caught.value.failure == Failure.ILLEGAL


def described(function: str, arguments: str = "board", **tables: Any) -> Description:
    """A description in few words: arguments separated by spaces; board, move and call as dicts."""
    board = BoardForm(**{"form": "flat", **tables.get("board", {})})
    call = Call(function=function, arguments=tuple(arguments.split()), **tables.get("call", {}))
    return Description(call=call, board=board, move=MoveForm(**tables.get("move", {})), turn=tables.get("turn", Turn()))


NESTED: dict[str, Any] = {"board": {"form": "nested"}}
PAIR = {"form": "row_column"}
STYLE_ROWS: list[tuple[Description, bool]] = [
    (each, changed)
    for each, changed in [
        (described("first"), False),
        (described("first", board={"form": "tuple"}), False),
        (described("first", board={"form": "string"}), False),
        (described("first", board={"form": "numpy_flat"}), False),
        (described("first_nested", board={"form": "numpy"}, move=PAIR), False),
        (described("first_nested", board={"form": "rows"}, move=PAIR), False),
        (described("first_nested", board={"form": "nested_tuple"}, move=PAIR), False),
        (described("first_from_1", move={"base": 1}), False),
        (described("first", board={"form": "flat_from_1", "empty": " "}, move={"base": 0, "form": "nth_empty"}), False),
        (described("first_nested", **NESTED, move=PAIR), False),
        (described("first_column_row", **NESTED, move={"form": "column_row"}), False),
        (described("first_text", **NESTED, move=PAIR), False),
        (described("first_spaced", **NESTED, move=PAIR), False),
        (described("first_dict", **NESTED, move=PAIR), False),
        (described("first_object", **NESTED, move=PAIR), False),
        (described("first_namedtuple", **NESTED, move=PAIR), False),
        (described("first_letters", **NESTED, move={"form": "letters", "base": 1}), False),
        (described("first_numpad", **NESTED, move={"form": "numpad"}), False),
        (described("first_scored", move={"path": (0,), "value_path": (1,)}), False),
        (described("score_first", move={"path": (1,), "value_path": (0,)}), False),
        (described("deep_scored", move={"path": ("best", "move", 0), "value_path": ("best", "value")}), False),
        (described("nth", move={"form": "nth_empty"}), False),
        (described("float_index"), False),
        (described("text_index"), False),
        (described("own_numbers", board={"empty": "number", "base": 1}, move={"base": 1}), False),
        (described("own_texts", board={"empty": "number_text"}), False),
        (described("by_identity", board={"empty": "   "}), False),
        (described("by_identity", board={"empty": "=EMPTY"}), False),
        (described("none_cells", board={"empty": "=None"}), False),
        (described("with_enum", board={"empty": "=Mark.NONE", "symbols": ("=Mark.CROSS", "=Mark.NOUGHT")}), False),
        (described("new_board", "board player", move={"form": "board"}), False),
        (described("new_nested", "board player", **NESTED, move={"form": "board"}), False),
        (described("new_string", "board player", board={"form": "string"}, move={"form": "board"}), False),
        (described("changes_board", "board player", move={"source": "board"}), True),
        (described("reads_global", "", call={"globals": {"board": "board"}}), False),
        (
            described(
                "changes_global",
                "",
                **NESTED,
                call={"globals": {"grid": "board", "turn": "player"}},
                move={"source": "board"},
            ),
            True,
        ),
        (
            described(
                "changes_global",
                "",
                **NESTED,
                call={"globals": {"grid": "board", "turn": "player"}},
                move={"source": "global", "name": "grid", "form": "board"},
            ),
            True,
        ),
        (described("sets_global", move={"source": "global", "name": "answer"}), False),
        (described("calls_back", "board callback", move={"source": "callback"}), False),
        (described("prints_it", move={"source": "printed", "form": "index"}), False),
        (described("by_dict", board={"form": "dict"}), False),
        (described("by_dict", board={"form": "dict"}, move={"form": "key"}), False),
        (described("by_dict", board={"form": "dict", "keys": "index_text"}), False),
        (described("by_dict", board={"form": "dict", "keys": "row_column"}, move=PAIR), False),
        (
            described(
                "by_dict", board={"form": "dict", "keys": "letters", "base": 1}, move={"form": "letters", "base": 1}
            ),
            False,
        ),
        (described("by_map", board={"form": "two_maps"}, move=PAIR), False),
        (described("by_mine", "board[0] board[1]", board={"form": "two_sets", "is_relative": True}), False),
        (described("by_dataclass", board={"object": "Cells"}), False),
        (described("by_dataclass", board={"object": "Cells", "path": "values"}), False),
        (described("by_dataclass", board={"form": "tuple", "object": "FrozenCells", "path": "values"}), False),
        (described("later"), False),
        (described("yields"), False),
        (described("lambda_first"), False),
        (described("partial_first"), False),
        (described("cached", board={"form": "tuple"}), False),
        (
            described(
                "with_words",
                "board player opponent depth ply alpha beta is_max is_first =[1,2] key:='yes'",
            ),
            False,
        ),
        (described("with_moves", "board moves last_move history"), False),
        (described("with_history_text", "board history_text"), False),
        (
            described(
                "by_state", board={"object": "new_state", "path": "cells"}, call={"attributes": {"turn": "player"}}
            ),
            False,
        ),
        (described("plays_and_exits", "board player", move={"source": "board"}), True),
        (
            described("Rival.move", call={"construct": ("player",), "attributes": {"opponent": "rival"}}),
            False,
        ),
        (described("kaggle", "observation configuration"), False),
        (described("floods"), False),
        (described("sleeps"), False),
        (described("counts", move={"nodes": "calls"}), False),
        (described("fresh_counter"), False),
        (described("fresh_memo", "board player"), False),
        (described("fresh_default"), False),
        (described("deep"), False),
        (described("Game.choose"), False),
        (described("Game.pick"), False),
        (
            described(
                "Game.best", "", **NESTED, call={"attributes": {"board": "board"}}, move={**PAIR, "nodes": "nodes"}
            ),
            False,
        ),
        (
            described(
                "Game.best",
                "",
                **NESTED,
                call={"attributes": {"board": "board"}},
                move={**PAIR, "source": "attribute", "name": "chosen"},
            ),
            False,
        ),
        (
            described(
                "Game.play_best",
                "",
                **NESTED,
                call={"attributes": {"board": "board", "current": "player"}},
                move={"source": "attribute", "name": "board", "form": "board"},
            ),
            True,
        ),
        (described("ai.best", "", **NESTED, call={"attributes": {"board": "board"}}, move=PAIR), False),
        (described("Player.move", call={"construct": ("player",)}), False),
        (described("Player.move", call={"construct": ("symbol:player", "name:='you'")}), False),
        (described("Slow.move"), False),
    ]
]


@pytest.mark.parametrize(
    ("description", "changed"),
    STYLE_ROWS,
    ids=lambda value: str(getattr(getattr(value, "call", value), "function", value)),
)
def test_every_style_answers_the_first_empty_cell(
    description: Description, changed: bool, worker: PythonWorker
) -> None:
    agent = PythonAgent(STYLES, description, GAME, worker)
    for moves, expected in (
        (((4, 0, 8), 1), ((4, 0, 8), 1))
        if "with_" in description.call.function or description.call.function in ("kaggle", "Player.move")
        else (
            ((4, 0, 8), 1),
            ((0, 1), 2),
            ((4, 0, 8), 1),
        )
    ):
        answer = agent.ask(asked(moves))
        assert answer.move == expected, answer
        assert answer.board_changed == changed
    if description.move.value_path is not None:
        assert answer.value in (17, -1)
    if description.move.nodes:
        assert answer.nodes in (5, 7)
    if description.call.function == "floods":
        assert answer.printed > 200_000


FAILURES = [
    ("returns_none", Failure.NO_ANSWER, "no move"),
    ("returns_nonsense", Failure.UNREADABLE, "'the middle' is not the number of a cell"),
    ("returns_taken", Failure.ILLEGAL, "taken"),
    ("returns_twelve", Failure.ILLEGAL, "no cell 12"),
    ("returns_megabyte", Failure.UNREADABLE, "too long"),
    ("returns_true", Failure.UNREADABLE, "True is not"),
    ("raises", Failure.CRASH, "IndexError: list index out of range .line [0-9]+ of styles.py in raises."),
    ("exits", Failure.CRASH, "ended the program"),
    ("asks", Failure.CRASH, "input"),
    ("asks_for_ever", Failure.CRASH, "input.. in a loop"),
    ("changes_board", Failure.CRASH, "TypeError"),
]


@pytest.mark.parametrize(("function", "failure", "reason"), FAILURES)
def test_what_goes_wrong_is_said(function: str, failure: Failure, reason: str, worker: PythonWorker) -> None:
    agent = PythonAgent(STYLES, described(function), GAME, worker)
    answer = agent.ask(asked())
    assert (answer.move, answer.failure) == (None, failure)
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(answer.reason)
    assert PythonAgent(STYLES, described("first"), GAME, worker).ask(asked()).move == 1


def test_random_answers_differ(worker: PythonWorker) -> None:
    agent = PythonAgent(STYLES, described("randomly"), GAME, worker)
    assert len({agent.ask(asked()).move for _ in range(30)}) > 1


def test_an_agent_with_a_memory_is_led_along_its_games(worker: PythonWorker) -> None:
    turn = Turn(has_memory=True)
    agent = PythonAgent(STYLES, described("Remembers.move", "last_move", turn=turn), GAME, worker)
    assert agent.has_memory
    assert agent.ask(asked((5,))).move == 0
    assert agent.ask(asked((5, 0, 1))).move == 2
    assert agent.ask(asked((5, 0, 1, 2, 4))).move == 3
    assert agent.ask(asked((5, 0, 8))).move == 1
    assert agent.ask(asked(())).move == 0
    assert agent.ask(asked((5, 3, 8))).failure == Failure.UNREADABLE  # it does not play 3 there


ROLES = {
    "legal_moves": FunctionCall(function="get_actions"),
    "result": FunctionCall(function="after", arguments=("board", "move")),
    "terminal": FunctionCall(function="is_finished"),
    "winner": FunctionCall(function="who_won"),
    "utility": FunctionCall(function="score"),
    "player": FunctionCall(function="whose"),
}


def test_the_functions_below_the_agent_are_read_as_the_rules_give_them(worker: PythonWorker) -> None:
    description = replace(described("first_nested", **NESTED, move=PAIR), functions=ROLES)
    agent = PythonAgent(STYLES, description, GAME, worker)
    assert set(agent.functions) == set(ROLES)
    question = asked()
    assert agent.call("legal_moves", question).result == frozenset({1, 2, 3, 5, 6, 7})
    assert agent.call("result", question, 1).result == ((1, 1, None), (None, 0, None), (None, None, 0))
    refused = agent.call("result", question, 4)
    assert (refused.failure, refused.raised) == (Failure.CRASH, "ValueError")
    assert agent.call("terminal", question).result is False
    assert agent.call("winner", question).result is None
    assert agent.call("utility", question).result == 0
    assert agent.call("player", question).result == 1
    won = asked((0, 3, 1, 4, 2))
    assert agent.call("winner", won).result == 0
    assert agent.call("terminal", won).result is True
    assert agent.call("utility", won).result == 1
    assert not agent.call("winner", won).board_changed


def test_a_generator_of_moves_and_a_result_in_place(worker: PythonWorker) -> None:
    functions = {
        "legal_moves": FunctionCall(function="actions_generator"),
        "result": FunctionCall(function="after_in_place", arguments=("board", "move")),
        "winner": FunctionCall(function="first_nested"),
    }
    description = replace(described("first_nested", **NESTED, move=PAIR), functions=functions)
    agent = PythonAgent(STYLES, description, GAME, worker)
    assert agent.call("legal_moves", asked()).result == frozenset({1, 2, 3, 5, 6, 7})
    assert agent.call("result", asked(), 1).result == ((1, 1, None), (None, 0, None), (None, None, 0))
    assert agent.call("winner", asked()).failure == Failure.UNREADABLE


def test_the_tables_here_have_every_form_and_word() -> None:
    descriptions = [description for description, _ in STYLE_ROWS]
    assert {each.move.source for each in descriptions} == set(MOVE_SOURCES)
    assert {form["form"] for form, _ in BOARDS} | {
        "numpy",
        "numpy_flat",
        "numpy_maps",
        "stacks",
        "state",
        "text",
    } == set(BOARD_FORMS)
    assert {form for form, _, _, _ in MOVES} | {"column", "board"} == set(MOVE_FORMS)
    words = {word.rpartition(":")[2].partition("[")[0] for each in descriptions for word in each.call.arguments}
    assert set(ARGUMENT_WORDS) - words == {"is_min", "game", "state", "object", "seconds", "rival"}
