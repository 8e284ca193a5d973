"""Games in files of one's own: sizes, functions that make games, states of other kinds, and files that print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zerosum
from tests.conftest import Cli, refused
from zerosum.core.errors import BadMove, BadPosition, BadRules, BadSpec, ZerosumError
from zerosum.core.games import load
from zerosum.core.games.plain_text import plain_text

MAKER = """
from zerosum import Game, Rules

def subtract(heap=5, most=2, name="subtract"):
    return Rules(
        start=(heap, 0),
        to_move=lambda state: state[1],
        moves=lambda state: 2 ** min(most, state[0]) - 1,
        play=lambda state, move: (state[0] - move - 1, 1 - state[1]),
        is_over=lambda state: state[0] == 0,
        utility=lambda state: 2 * state[1] - 1,
    )
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(MAKER)
    return file


SIZES = [
    ("", (5, 0), 2),
    (":subtract", (5, 0), 2),
    (":subtract(7)", (7, 0), 2),
    (":subtract(7, 3)", (7, 0), 3),
    (":subtract(most=4, heap=9)", (9, 0), 4),
    (":subtract(7, name='a@b/c.py')", (7, 0), 2),
]


@pytest.mark.parametrize(("call", "start", "moves"), SIZES)
def test_a_function_makes_the_game(own: Path, call: str, start: tuple[int, int], moves: int) -> None:
    game = load(f"{own}{call}")
    assert game.start == start
    assert len(game.moves(game.start)) == moves
    assert game.spec == f"{own}{call}"
    assert load(game.spec) == game
    assert zerosum.analyze(game).exact


def test_a_size_and_who_begins(own: Path) -> None:
    assert load(f"{own}:subtract(7)@B").sides == ("B", "A")


def test_a_size_on_the_command_line(own: Path, cli: Cli) -> None:
    found = json.loads(cli("analyze", f"{own}:subtract(4)", "--json").out)
    assert found["position"] == "4,0"
    assert found["best"] == ["0"]


REFUSED = [
    (":nosuch", BadRules, "has no 'nosuch'"),
    (":subtract(", BadSpec, "write a name, or a call with numbers"),
    (":subtract(1.5)", BadSpec, "write a name, or a call with numbers"),
    (":subtract([1])", BadSpec, "write a name, or a call with numbers"),
    (":subtract(__import__('os'))", BadSpec, "write a name, or a call with numbers"),
    (":subtract(*[1])", BadSpec, "write a name, or a call with numbers"),
    (":subtract(**{})", BadSpec, "write a name, or a call with numbers"),
    (":os.system(1)", BadSpec, "write a name, or a call with numbers"),
    (":subtract(1)(2)", BadSpec, "write a name, or a call with numbers"),
    (":subtract(1, 2, 3, 4)", BadRules, "takes from 0 to 3 positional arguments but 4 were given"),
    (":Rules", BadRules, "missing 6 required positional arguments"),
    (":__name__(3)", BadRules, "is not a function, so it takes no arguments"),
]


@pytest.mark.parametrize(("call", "error", "sentence"), REFUSED)
def test_what_is_no_call_is_refused(own: Path, call: str, error: type[ZerosumError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        load(f"{own}{call}")


def test_of_several_functions_one_must_be_named(own: Path) -> None:
    own.write_text(MAKER + MAKER.replace("def subtract", "def other"))
    with pytest.raises(BadRules, match=r"makes several games; name one, as in .*own.py:subtract"):
        load(own)
    assert load(f"{own}:other").name == "other"


def test_a_helper_that_needs_arguments_is_no_game(own: Path) -> None:
    own.write_text(MAKER + "def helper(state): return state\ndef _hidden(): return 1\ndef number() -> int: return 1\n")
    assert load(own).start == (5, 0)


def test_an_annotated_function_comes_first(own: Path) -> None:
    own.write_text(MAKER.replace("):\n    return Rules", ") -> Rules:\n    return Rules") + "def other(): return 1\n")
    assert load(own).start == (5, 0)


def test_rules_in_a_name(own: Path) -> None:
    own.write_text(MAKER + "rules = subtract(3)\n")
    assert load(own).start == (3, 0)


NAMED = """
from typing import NamedTuple

class Heaps(NamedTuple):
    left: int
    side: int

start = Heaps(4, 0)
def to_move(state): return state.side
def moves(state): return 2 ** min(2, state.left) - 1
def play(state, move): return Heaps(state.left - move - 1, 1 - state.side)
def is_over(state): return state.left == 0
def utility(state): return 2 * state.side - 1
"""

WORDS = """
start = ("-", "-", "X")
def to_move(state): return "XO".index(state[2])
def moves(state): return [place for place in (0, 1) if state[place] == "-"]
def play(state, move):
    cells = list(state)
    cells[move], cells[2] = state[2], "O" if state[2] == "X" else "X"
    return tuple(cells)
def is_over(state): return "-" not in state
def utility(state): return 1 if state[0] == "X" else -1
"""

KINDS = [(NAMED, "3,1", "0", "2,0"), (WORDS, "-,X,O", "0", "O,X,X")]


@pytest.mark.parametrize(("source", "text", "move", "after"), KINDS, ids=["NamedTuple", "words"])
def test_positions_of_other_kinds_are_read(own: Path, cli: Cli, source: str, text: str, move: str, after: str) -> None:
    own.write_text(source)
    position = zerosum.position(own, text)
    assert type(position.state) is type(position.game.start)
    assert position.text == text
    position.push(move)
    assert position.text == after
    found = json.loads(cli("analyze", str(own), "--position", text, "--json").out)
    assert (found["position"], found["exact"]) == (text, True)
    answers = cli("engine", str(own), stdin=f"position fen {text} moves {move}\nquery fen\nquit\n")
    assert f"response {after}" in answers.out


BAD_TEXTS = [(NAMED, "3", "a position has 2 numbers"), (NAMED, "x,1", "not a position"), (WORDS, "-,X", "3 values")]


@pytest.mark.parametrize(("source", "text", "sentence"), BAD_TEXTS)
def test_texts_of_no_position_are_refused(own: Path, source: str, text: str, sentence: str) -> None:
    own.write_text(source)
    with pytest.raises((BadPosition, BadMove), match=sentence):
        zerosum.position(own, text)


def test_a_file_that_prints_does_not_break_json(own: Path, cli: Cli) -> None:
    own.write_text(MAKER.replace("    return Rules", "    print('made')\n    return Rules") + "print('loading')\n")
    found = cli("analyze", str(own), "--json")
    assert json.loads(found.out)["exact"]
    assert "loading" in found.err
    assert "made" in found.err


SIDES: list[Any] = [-1, 3, None, "X"]


@pytest.mark.parametrize("side", SIDES)
def test_a_side_that_does_not_exist_is_refused(side: Any) -> None:
    from dataclasses import replace

    game = load("nim:1,2")
    rules = replace(game.rules, to_move=lambda state: side)
    wrong = replace(game, rules=rules, text=plain_text(rules))
    with pytest.raises(BadRules, match=f"to_move gives {side!r}, not 0 for the first player or 1 for the second"):
        wrong.to_move(wrong.start)


FILE_SPECS = [
    ("my_game.py", True),
    ("a folder/my_game.py", True),
    ("my_game.py:small(4)", True),
    ("my_game.py@B", True),
    ("my_game.py@A@B", True),
    ("my_game.py:small(4)@B@A", True),
    ("my_game.py\n", False),
    ("tictactoe", False),
    ("mnk:4x4x4@O", False),
    ("my_game.pyc", False),
    (".py", False),
]


@pytest.mark.parametrize(("spec", "is_file"), FILE_SPECS)
def test_which_specs_run_a_file(spec: str, is_file: bool) -> None:
    """The web server refuses by this function what `load` would run."""
    from zerosum.core.games import is_file_spec

    assert is_file_spec(spec) == is_file
    sentence = "there is no file" if is_file else "there is no game"
    if spec not in ("tictactoe", "mnk:4x4x4@O"):
        with pytest.raises(BadSpec, match=sentence):
            load(spec)


DICE = """
from zerosum import CHANCE

start = (0, 0)  # the sum so far, 1 when the die has been thrown
def to_move(state): return CHANCE if state[1] == 0 else 0
def moves(state): return 0b1111110 if state[1] == 0 else 0b11
def odds(state, face): return 2 if face == 6 else 1
def play(state, move): return (move, 1) if state[1] == 0 else (state[0] + move, 2)
def is_over(state): return state[1] == 2
def utility(state): return 1 if state[0] > 3 else -1
def repetition(state): return 1
"""
IN_A_FACTORY = (
    "from zerosum import Rules\n\ndef dice(faces=6):\n"
    + "".join(f"    {line}\n" for line in DICE.splitlines() if line)
    + "    return Rules(start=start, to_move=to_move, moves=moves, play=play, is_over=is_over, utility=utility,"
    " odds=odds, repetition=repetition)\n"
)
IN_A_CLASS = (
    "from zerosum import CHANCE, Rules\n\nclass Dice:\n"
    + "".join(
        f"    {line.replace('def ', '@staticmethod' + chr(10) + '    def ')}\n"
        for line in DICE.splitlines()[2:]
        if line
    )
    + "\nrules = Rules(**{key: getattr(Dice, key) for key in vars(Dice) if key[0] != '_'})\n"
)


@pytest.mark.parametrize("source", [DICE, IN_A_FACTORY, IN_A_CLASS], ids=["names", "factory", "class"])
def test_a_file_may_have_chance_and_a_rule_for_repetition(tmp_path: Path, source: str) -> None:
    file = tmp_path / "dice.py"
    file.write_text(source)
    game = load(str(file))
    assert game.to_move(game.start) == zerosum.CHANCE
    assert [str(chance) for _, chance in game.chances(game.start)] == ["1/7"] * 5 + ["2/7"]
    assert game.rules.repetition is not None
    assert zerosum.check(file)


OUT_OF_SCOPE = {
    "def observation(state, side): return 0": "'observation' is a function for hidden information",
    "def information_state(state, side): return 0": "'information_state' is a function for hidden information",
    "def maker():\n    def private(state): return 0\n": "'private' is a function for hidden information",
    "class Poker:\n    def observation(self): return 0\n": "'observation' is a function for hidden information",
    "def simultaneous_moves(state): return 0": "'simultaneous_moves' is a function for simultaneous moves",
}


@pytest.mark.parametrize(("source", "message"), OUT_OF_SCOPE.items())
def test_hidden_information_and_simultaneous_moves_are_refused(
    cli: Cli, tmp_path: Path, source: str, message: str
) -> None:
    file = tmp_path / "poker.py"
    file.write_text(DICE + source)
    for command in ("analyze", "play", "check", "compare", "games"):
        run = cli(command, str(file))
        assert (run.code, run.out, run.err) == (
            2,
            "",
            f"zerosum: {file}: {message}; zerosum has only games without it\n",
        )


def test_names_of_such_functions_may_stand_for_something_else(tmp_path: Path) -> None:
    file = tmp_path / "dice.py"
    file.write_text(DICE + "hidden = 3\nfrom os.path import join as private\n")
    assert load(str(file)).name == "dice"


REASONS = """
from zerosum import Reason
start = (4, 0)
def to_move(state): return state[1]
def moves(state): return range(1, min(2, state[0]) + 1)
def play(state, move): return state[0] - move, 1 - state[1]
def is_over(state): return state[0] == 0
def utility(state): return 2 * state[1] - 1
"""


def test_a_file_gives_reasons(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    body = "    if (state[0] - move) % 3 == 0: yield Reason('leaves a multiple of three', result=1)\n"
    file.write_text(REASONS + "def reasons(state, move):\n" + body)
    said = cli("analyze", str(file), "--why", "2", "--json").json["why"]["reason"]
    assert said == "B then plays 2 and leaves a multiple of three"
    file.write_text(REASONS + "def reasons(state, move): return ['is good']\n")
    assert "reasons gives 'is good', which is not a zerosum.Reason" in refused(
        cli("analyze", str(file), "--why", "2", "--json")
    )
    file.write_text(REASONS + "reasons = 1\n")
    assert "'reasons' must be a function" in refused(cli("analyze", str(file)))


MISSPELT = {
    "def reason(state, move): return ()": "'reason' (did you mean reasons?)",
    "def cannonical(state): return state": "'cannonical' (did you mean canonical?)",
    "def write_postion(state): return ''": "'write_postion' (did you mean write_position?)",
    "def estimates(state): return 0": "'estimates' (did you mean estimate?)",
}


@pytest.mark.parametrize(("source", "message"), MISSPELT.items())
def test_a_misspelt_optional_name_is_refused(cli: Cli, tmp_path: Path, source: str, message: str) -> None:
    file = tmp_path / "dice.py"
    file.write_text(DICE + source)
    sentence = f"{file}: nothing calls {message}; begin its name with _ if it is no part of the game"
    assert refused(cli("check", str(file))) == f"zerosum: {sentence}\n"


@pytest.mark.parametrize(
    "source",
    [
        "def _cannonical(state): return state",
        "def helper(): return 0",
        "def estimates(state): return 0\ndef estimate(state): return estimates(state)",
        "def cannonical(state): return state\ndef canonical(state): return (lambda: cannonical(state))()",
    ],
)
def test_functions_of_ones_own_may_be_named_as_they_like(tmp_path: Path, source: str) -> None:
    file = tmp_path / "dice.py"
    file.write_text(DICE + source)
    assert load(str(file)).name == "dice"
