"""Rules compiled are the same rules: agreement on random games, refusals with a place, and code kept on disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import DOMINOES, EXAMPLE
from zerosum.game import BadRequest, Game, Rules, Uncompilable, listed
from zerosum.games import load
from zerosum.games.user import plain_text
from zerosum.native import require_numba, store
from zerosum.native.compiler import native_rules
from zerosum.native.rebuild import rebuild

SPECS = (
    "tictactoe",
    "mnk:2x3x3",
    "mnk:9x7x5",
    "connect4:1x1",
    "connect4",
    "connect4:4x2",
    "connect4:9x6",
    "nim:3,4,5",
    "nim:20,20,23,misere",
    "kalah:6x4",
    "kalah:1x4",
    "hexapawn:3x3",
    "hexapawn:7x3",
    "othello:4",
    "othello",
    EXAMPLE,
    DOMINOES,
    f"{DOMINOES}:small",
)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: Path(spec).name)
def test_compiled_rules_agree(spec: str) -> None:
    """With another seed than the compiler's own check uses, and by other entries."""
    from numba import types

    game = load(spec)
    native = native_rules(game)
    words = native.state_type
    to_move, moves, play, is_over = native.to_move, native.moves, native.play, native.is_over
    utility, estimate = native.utility, native.estimate

    def about(state: Any) -> Any:
        return to_move(state), moves(state), is_over(state), utility(state), estimate(state)

    def after(state: Any, move: Any) -> Any:
        return play(state, move)

    ask, go_on = store.build(about, (words,)), store.build(after, (words, types.int64))
    random = Random(spec)
    rules = game.rules
    for _ in range(8):
        for state in game.random_game(game.start, random):
            estimated = 0 if rules.estimate is None else rules.estimate(state)
            expected = rules.to_move(state), rules.moves(state), rules.is_over(state), rules.utility(state), estimated
            assert ask(state) == expected, game.position_text(state)
            if not rules.is_over(state):
                for move in listed(rules.moves(state)):
                    assert go_on(state, move) == rules.play(state, move)


def test_rules_are_made_once() -> None:
    game = load("tictactoe")
    assert native_rules(game) is native_rules(game)
    assert native_rules(game).fingerprint == native_rules(load("tictactoe")).fingerprint
    assert native_rules(game).fingerprint != native_rules(load("mnk:2x3x3")).fingerprint


FILE = """start = ({start})
{extra}

def to_move(state):
    return state[1]

def moves(state):
    {moves}

def play(state, move):
    {play}

def is_over(state):
    return state[0] == 0

def utility(state):
    {utility}
"""
USUAL = {
    "start": "5, 0",
    "extra": "",
    "moves": "return 1",
    "play": "return state[0] - 1, 1 - state[1]",
    "utility": "return 1",
}


def written(folder: Path, **changes: str) -> Game:
    file = folder / "my_game.py"
    file.write_text(FILE.format(**{**USUAL, **changes}))
    return load(str(file))


REFUSED = (
    ({"start": "[5, 0]"}, "my_game.py:10: start is [5, 0]; a game that compiles starts from a tuple of ints"),
    ({"start": "1 << 63, 0"}, "my_game.py:10: start has a number of more than 63 bits"),
    ({"extra": "order = [0, 70]"}, "my_game.py:10: order has a move that is not a whole number from 0 to 62"),
    ({"extra": "BIG = (0, 1 << 70)", "utility": "return BIG[0]"}, "my_game.py:16: utility uses BIG of more than 63"),
    ({"utility": "return state[1] & 1 << 64"}, "my_game.py:17: utility uses a number of more than 63 bits"),
    ({"play": "return state[0] / 1, 0"}, "my_game.py:10: play gives a float inside the state; use a tuple of whole"),
    ({"play": "return [state[0] - 1], 0"}, "my_game.py:10: play gives a list inside the state; use a tuple of whole"),
    ({"play": "return [state[0] - 1, 0]"}, "my_game.py:10: play gives a list; give a tuple of whole numbers"),
    ({"play": "return 'a', 0"}, "my_game.py:10: play gives a text inside the state"),
    ({"play": "return {1: 0}, 0"}, "my_game.py:10: play gives a set or dict inside the state"),
    ({"play": "if move == 0: return state"}, "my_game.py:10: play gives None; give a tuple of whole numbers"),
    ({"play": "return state[0] - 1, 0, 0"}, "my_game.py:10: play gives a state of 3 numbers, but the start has 2"),
    ({"moves": "return [0]"}, "my_game.py:7: moves gives a list; give a bit set, a whole number with bit m set"),
    ({"moves": "return (0,)"}, "my_game.py:7: moves gives a tuple; give a bit set"),
    ({"moves": "return range(1)"}, "my_game.py:7: moves gives range"),
    ({"utility": "return 0.5"}, "my_game.py:16: utility gives a float; give a whole number"),
    ({"utility": "return nowhere"}, "my_game.py:17: utility uses nowhere, which is not defined"),
    (
        {"extra": "WORTH = {0: 1, 1: -1}", "utility": "return WORTH[state[1]]"},
        "my_game.py:17: utility uses WORTH, which is not a whole number, a tuple of them or a plain function",
    ),
    ({"utility": "return [n for n in (x for x in (1, 2))][0]"}, "my_game.py:17: utility uses a generator expression"),
    (
        {"utility": "x = 1\n    if state[0]: x = (1, 2)\n    return x"},
        "my_game.py:19: utility gives x values of different kinds",
    ),
    (
        {"extra": "ROWS = ((1, 2), (3,))", "utility": "return ROWS[state[0]][0]"},
        "my_game.py:17: utility picks from a tuple whose members are not all alike",
    ),
    (
        {"extra": "NONE = ()", "utility": "for each in NONE: return each\n    return 1"},
        "my_game.py:17: utility goes through an empty tuple; leave that out",
    ),
    (
        {"extra": "ROWS = ((1, 2), (3,))", "utility": "for row in ROWS: return row[0]\n    return 1"},
        "my_game.py:17: utility goes through a tuple whose members are not all alike",
    ),
    (
        {"utility": "try:\n        return 1 // state[0]\n    except ZeroDivisionError:\n        return 1"},
        "utility uses try; say it without exceptions",
    ),
    (
        {"extra": "def inner(x): return x.upper()\ndef outer(x): return inner(x)", "utility": "return outer(1)"},
        "my_game.py:2: inner, which utility calls, uses .upper, which the compiler does not know",
    ),
    (
        {"utility": "return list(zip(state, state, strict=True))[0][0]"},
        "my_game.py:16: utility cannot be compiled: Asser",
    ),
    (
        {"utility": "return 1 if state[1] + 3 << 62 > 0 else -1"},
        "my_game.py:16: utility compiled gives -1 instead of 1 in 0,1; the likely reason is a number of more than 63",
    ),
    (
        {"play": "return state[0] - 1, (state[1] + 1) * 3 ** 30 % 3 ** 20"},
        "",
    ),
    (
        {"play": "return state[0] - 1, (state[1] + 1) * 3 ** 39 * 9 % 1000"},
        "my_game.py:10: play compiled gives (4, ",
    ),
)


@pytest.mark.parametrize(("changes", "sentence"), REFUSED, ids=lambda case: str(case)[:60])
def test_refusals_name_the_place(changes: dict[str, str], sentence: str, tmp_path: Path) -> None:
    game = written(tmp_path, **changes)
    if not sentence:
        assert native_rules(game)
        return
    with pytest.raises(Uncompilable) as refusal:
        native_rules(game)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def small(**changes: Any) -> Game:
    usual = {
        "start": (3,),
        "to_move": lambda state: state[0] % 2,
        "moves": lambda state: 1,
        "play": lambda state, move: (state[0] - 1,),
        "is_over": lambda state: state[0] == 0,
        "utility": lambda state: 1,
    }
    rules = Rules(**{**usual, **changes})
    return Game(name="Small", spec="small", rules=rules, text=plain_text(rules))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"odds": lambda state: (1,)}, "Small has chance in it"),
        ({"start": ""}, "start is ''"),
        ({"start": ()}, r"start is \(\)"),
        ({"utility": partial(int, 1)}, "utility is a partial, but only a plain Python function can be compiled"),
    ],
)
def test_refusals_of_what_is_no_plain_function(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Uncompilable, match=sentence):
        native_rules(small(**changes))


def test_generator_expressions_become_loops() -> None:
    from numba import types

    table = (3, 1, 2)

    def rule(number: int) -> tuple[int, int, int, bool, bool, int]:
        some = number + 1
        return (
            sum(x * some for x in table if x > 1 if x < 9),
            min(x - y for x in table for y in range(some)),
            max(x for x in table),
            any(x == some for x in table),
            all(sum(y for y in range(x)) < some for x in table),
            sum([x + 1 for x in table]),
        )

    def once(number: int) -> bool:
        return max(x for x in range(number)) > 0

    for function in (rule, once):
        compiled = store.build(function, (types.int64,))
        for number in range(1, 5):
            assert compiled(number) == function(number)
    with pytest.raises(ValueError, match="nothing"):
        store.build(once, (types.int64,))(0)


def test_helpers_may_call_themselves_and_each_other() -> None:
    from numba import types

    def even(number: int) -> bool:
        return True if number == 0 else odd(number - 1)

    def odd(number: int) -> bool:
        return False if number == 0 else even(number - 1)

    def factorial(number: int) -> int:
        return 1 if number < 2 else number * factorial(number - 1)

    def both(number: int) -> tuple[bool, int]:
        return even(number), factorial(number)

    assert store.build(both, (types.int64,))(10) == (True, 3628800)


def test_words_of_bits() -> None:
    from numba import types

    from zerosum.native.bits import as_word, popcount, trailing_zeros

    def about(word: int) -> Any:
        least, most = min((word, 1), (5, 0)), max((word, 1), (5, 0))
        return (
            popcount(word),
            trailing_zeros(word),
            word.bit_count(),
            word.bit_length(),
            as_word(word > 9),
            least + most,
        )

    compiled = store.build(about, (types.int64,))
    for word in (1, 2, 5, 6, 12, (1 << 63) - 1, 1 << 62):
        ones, zeros = word.bit_count(), f"{word:b}"[::-1].index("1")
        pairs = min((word, 1), (5, 0)) + max((word, 1), (5, 0))
        assert compiled(word) == (ones, zeros, ones, word.bit_length(), int(word > 9), pairs)

    def negative(word: int) -> tuple[int, int]:
        return word.bit_count(), word.bit_length()

    assert store.build(negative, (types.int64,))(-6) == negative(-6)


def test_a_missing_numba_is_answered_by_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    require_numba()
    monkeypatch.setattr("zerosum.native.find_spec", lambda name: None)
    with pytest.raises(BadRequest, match=r"pip install 'zerosum\[native\]'"):
        require_numba()


SCRIPT = """
import json
from numba import types
from zerosum.games import load
from zerosum.native import store
from zerosum.native.compiler import native_rules
from zerosum.native.rebuild import rebuild
compilations = []
from numba.core import event
class Listener(event.Listener):
    def on_start(self, event): compilations.append(1)
    def on_end(self, event): pass
event.register("numba:compile", Listener())
native = native_rules(load("nim:2,2"))
play = native.play
def twice(state, left):
    return state if left == 0 else twice(play(state, 0), left - 1)
def both(state, left):
    return twice(state, 2) if left == 2 else state
after = store.build(both, (native.state_type, types.int64))((0b1111, 0), 2)
print(json.dumps({"after": after, "numba": len(compilations), **store.COUNTS}))
"""


def fresh(cache: Path | str, *, script: str = SCRIPT, **more: str) -> Any:
    ran = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", script],
        env={**os.environ, "ZEROSUM_CACHE": str(cache), **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def test_a_second_start_does_not_compile(tmp_path: Path) -> None:
    first = fresh(tmp_path)
    assert (first["after"], first["compiled"]) == ([0b1100, 0], 1)
    assert first["numba"] > 0
    assert fresh(tmp_path) == {"after": [0b1100, 0], "numba": 0, "loaded": 1}
    for file in (tmp_path / "native").iterdir():
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2] if file.name.startswith("checked") else content[:-1] + b"?")
    assert fresh(tmp_path) == first
    for file in (tmp_path / "native").iterdir():
        file.write_bytes(b"something else")
    assert fresh(tmp_path) == first
    assert fresh(tmp_path)["numba"] == 0
    for file in (tmp_path / "native").iterdir():
        file.unlink()
    assert fresh(tmp_path) == first
    assert not [file for file in (tmp_path / "native").iterdir() if file.name.startswith("unfinished")]


MUTUAL = """
import json
from numba import types
from zerosum.native import store
def even(number):
    return True if number == 0 else odd(number - 1)
def odd(number):
    return False if number == 0 else even(number - 1)
print(json.dumps({"after": store.build(even, (types.int64,))(7), **store.COUNTS}))
"""


def test_functions_that_call_each_other_are_not_kept(tmp_path: Path) -> None:
    """Loaded from disk they would not find each other."""
    for _ in range(2):
        assert fresh(tmp_path, script=MUTUAL) == {"after": False, "compiled": 1}


TWINS = """
import json
from zerosum.games import load
from zerosum.native import store
from zerosum.native.tiers import TWINS, search_on
game = load("nim:2,2")
found = [search_on(name, "native")(game, game.start) for name in TWINS]
print(json.dumps({"found": [[str(each.value), each.nodes, each.line] for each in found], **store.COUNTS}))
"""


def test_a_second_start_of_every_search_does_not_compile(tmp_path: Path) -> None:
    first, second = fresh(tmp_path, script=TWINS), fresh(tmp_path, script=TWINS)
    assert second["found"] == first["found"]
    assert (first["compiled"], second["loaded"]) == (5, 5)
    assert "compiled" not in second


def test_a_folder_that_cannot_be_written_to_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert fresh(tmp_path / "file")["compiled"] == 1


def test_a_full_disk_leaves_no_half_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    monkeypatch.setattr("os.replace", fail)
    store.put("key", b"content")
    assert store.get("key") is None
    assert not list((tmp_path / "native").iterdir())


def test_two_processes_at_once(tmp_path: Path) -> None:
    env = {**os.environ, "ZEROSUM_CACHE": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    answers = [json.loads(process.communicate()[0]) for process in both]
    assert [answer["after"] for answer in answers] == [[0b1100, 0]] * 2
    assert fresh(tmp_path)["numba"] == 0


@pytest.mark.parametrize(
    ("platform", "variables", "end"),
    [
        ("linux", {"ZEROSUM_CACHE": "/somewhere"}, "/somewhere/native"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/zerosum/native"),
        ("linux", {"HOME": "/me"}, "/me/.cache/zerosum/native"),
        ("darwin", {"HOME": "/me"}, "/me/Library/Caches/zerosum/native"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/zerosum/native"),
        ("win32", {}, None),
    ],
)
def test_where_code_is_kept(
    platform: str, variables: dict[str, str], end: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ZEROSUM_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    found = store.folder()
    assert found == (None if end is None else Path(end))


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("ZEROSUM_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("pathlib.Path.home", homeless)
    store.put("key", b"content")
    assert store.get("key") is None


def test_rebuilt_functions_are_kept_as_they_are() -> None:
    def function(number: int) -> int:
        return number

    once = rebuild(function)
    assert rebuild(once) is once


def test_without_jit_everything_is_python(tmp_path: Path) -> None:
    answer = fresh(tmp_path, NUMBA_DISABLE_JIT="1")
    assert answer == {"after": [0b1100, 0], "numba": 0}
    assert not (tmp_path / "native").exists()
