"""Rules compiled are the same rules: agreement on random games, refusals with a place, and code kept on disk."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from dataclasses import replace
from enum import Enum, IntEnum
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from numba import types

from tests.conftest import DOMINOES, EXAMPLE
from tests.countdown import countdown
from zerosum.answers.analysis.machine_code import why_not_compiled
from zerosum.core.errors import BadRequest, Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import Knowledge, listed
from zerosum.engines.native import require_numba
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.agreement import refuse_far_places, refuse_unsound
from zerosum.engines.native.compile.compile_control import heard_by
from zerosum.engines.native.compile.fingerprint import fingerprint
from zerosum.engines.native.compile.knowledge import native_knowledge
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rewrite import rewritten
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.solver.mtd_driver import quick_ends_first

SPECS = (
    "tictactoe",
    "connect4",
    "kalah:6x4",
    EXAMPLE,
    *(
        pytest.param(spec, marks=pytest.mark.proof)
        for spec in (
            "othello:4",
            "mnk:9x7x5",
            "connect4:1x1",
            "connect4:9x6",
            "nim:20,20,23,misere",
            DOMINOES,
            "mnk:2x3x3",
            "connect4:4x2",
            "nim:3,4,5",
            "hexapawn:3x3",
            "kalah:1x4",
            "hexapawn:7x3",
            "othello",
            f"{DOMINOES}:small",
            "breakthrough",
            "hex",
            "dots:5x5",
            "ultimate",
            "checkers",
            "checkers:6",
            "backgammon",
        )
    ),
)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: Path(spec).name)
def test_compiled_rules_agree(spec: str) -> None:
    """With another seed than the compiler's own check uses, and by other entries."""
    game = load(spec)
    native = native_rules(game)
    words = native.state_type
    to_move, each_move, play, is_over = native.to_move, native.each_move, native.play, native.is_over
    utility, estimate = native.utility, native.estimate

    def about(state: Any) -> Any:
        number = places = 0
        for move in each_move(state):
            number += 1
            places += number * move  # other moves, or the same in another order, give another sum
        return to_move(state), number, places, is_over(state), utility(state), estimate(state)

    def after(state: Any, move: Any) -> Any:
        return play(state, move)

    ask, go_on = cache.build(about, (words,)), cache.build(after, (words, types.int64))
    random = Random(spec)
    rules = game.rules
    for _ in range(8):
        for state in game.random_game(game.start, random):
            estimated = 0 if rules.estimate is None else rules.estimate(state)
            moves = listed(rules.moves(state))
            places = sum(number * move for number, move in enumerate(moves, start=1))
            ends = rules.is_over(state), rules.utility(state)
            assert ask(state) == (rules.to_move(state), len(moves), places, *ends, estimated), game.position_text(state)
            if not rules.is_over(state):
                for move in listed(rules.moves(state)):
                    assert go_on(state, move) == rules.play(state, move)


def test_rules_are_made_once() -> None:
    game = load("tictactoe")
    assert native_rules(game) is native_rules(game)
    assert native_rules(game).fingerprint == native_rules(load("tictactoe")).fingerprint
    assert native_rules(game).fingerprint != native_rules(load("mnk:2x3x3")).fingerprint


MOST = 3


def most(state: Any) -> int:
    return MOST


def test_rules_are_made_again_when_a_value_they_use_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a cell of a notebook is run again: the functions are the same."""
    monkeypatch.setattr("numba.config.DISABLE_JIT", True)
    monkeypatch.setattr("zerosum.engines.native.compile.rules._known", {})
    monkeypatch.setattr("zerosum.engines.native.compile.knowledge._known", {})
    game = replace(countdown(utility=most), margin=True, knowledge=Knowledge(floor=most))
    before = native_rules(game), native_knowledge(game, native_rules(game))
    monkeypatch.setitem(most.__globals__, "MOST", 2)
    after = native_rules(game), native_knowledge(game, native_rules(game))
    assert before[0].fingerprint != after[0].fingerprint
    assert (before[1].floor((0,)), after[1].floor((0,))) == (3, 2)
    monkeypatch.setitem(most.__globals__, "MOST", 3)
    assert native_rules(game) is before[0]
    assert native_knowledge(game, before[0]) is before[1]


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
    ({"start": "[5, 0]"}, "my_game.py: its states are lists; six functions over a tuple of ints compile"),
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
    ({"moves": "return 'a'"}, "my_game.py:7: moves gives a text; give a bit set, a whole number with bit m set"),
    ({"moves": "return [0.5]"}, "my_game.py:7: moves gives a float; give a bit set"),
    ({"moves": "yield 0, 1"}, "my_game.py:7: moves gives a tuple; give a bit set, a whole number with bit m set for"),
    ({"moves": "yield -1"}, "my_game.py:7: moves gives -1 in 5,0; compiled searches take moves from 0 to 2147483647"),
    ({"moves": "yield 1 << 31"}, "my_game.py:7: moves gives 2147483648 in 5,0; compiled searches take moves from 0 to"),
    ({"moves": "yield state[0] << 62 >> 64"}, "my_game.py:7: moves computes a number of more than 63 bits in 5,0; s"),
    (
        {"moves": "yield 0", "extra": "order = [1 << 20]"},
        "order has a move that is not a whole number from 0 to 1048575",
    ),
    *(({"moves": moves}, "") for moves in ("yield 0", "return [0]", "return range(1)")),
    ({"moves": "yield 70", "extra": "order = [70]"}, ""),
    ({"utility": "return 0.5"}, "my_game.py: its utility is a float; six functions over a tuple of ints compile"),
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
        {"utility": "return max(*state, **{})"},
        "my_game.py:17: utility is written in a way that the compiler does not know; write it with plain loops",
    ),
    (
        {"extra": "SEEN = 0", "utility": "global SEEN\n    SEEN += 1\n    return 1"},
        "my_game.py:18: utility changes a global name; what changes belongs in the state",
    ),
    (
        {"utility": "for first, *rest in (state, state): return rest[0]\n    return 1"},
        "my_game.py:17: utility unpacks with a star; name every part, or take a slice",
    ),
    ({"utility": "import math\n    return 1"}, "my_game.py:17: utility imports something; do that at the top"),
    ({"utility": "class Odd: pass\n    return 1"}, "my_game.py:17: utility makes a class; use tuples of whole numbers"),
    ({"utility": "with open('x') as x:\n        return 1"}, "utility uses a with block; leave it out"),
    (
        {"extra": "WORTHS = [1, -1]", "utility": "return WORTHS[state[1]]"},
        "my_game.py:17: utility uses WORTHS, which can be changed; make it a tuple of whole numbers",
    ),
    (
        {"extra": "def less(n, *, by=1): return n - by", "utility": "return less(state[0], by=1)"},
        "my_game.py:17: utility hands over an argument by its name alone; give arguments in their order",
    ),
    (
        {"utility": "return (n := state[0]) and 1"},
        "utility has a value whose kind the compiler cannot tell; write x if c else y in place of and, or",
    ),
    ({"utility": "x = [1]\n    del x[0]\n    return 1"}, "utility is written in a way that the compiler does not know"),
    (
        {"utility": "return 1 if state[1] + 3 << 62 > 0 else -1"},
        "my_game.py:16: utility computes a number of more than 63 bits in 0,1; split it into two",
    ),
    (
        {"utility": "return 1 + 1 // (2 + state[0] << 63)"},
        "my_game.py:16: utility computes a number of more than 63 bits in 0,1; split it into two",
    ),
    ({"extra": "def canonical(state): return tuple(list(state))"}, ""),
    (
        {"play": "return state[0] - 1, (state[1] + 1) * 3 ** 30 % 3 ** 20"},
        "",
    ),
    (
        {"play": "return state[0] - 1, (state[1] + 1) * 3 ** 39 * 9 % 13 % 2"},
        "my_game.py:10: play computes a number of more than 63 bits in 5,0; split it into two",
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


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"odds": lambda state, move: (1,)}, "odds gives a tuple; give a whole number"),
        ({"start": ""}, "start is ''"),
        ({"start": ()}, r"start is \(\)"),
        ({"utility": partial(int, 1)}, "utility is a partial, but only a plain Python function can be compiled"),
    ],
)
def test_refusals_of_what_is_no_plain_function(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Uncompilable, match=sentence):
        native_rules(countdown(**changes))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, ""),
        ({"to_move": lambda state: 1 - 2 * state[1]}, r"py:\d+: to_move gives -1 in 2,1, not 0 for the first"),
        ({"to_move": lambda state: state[0]}, r"to_move gives 3 in 3,0, not 0 for the first"),
        ({"to_move": lambda state: 0 if state[0] else 2}, r"to_move gives 2 in 0,1, not 0 for the first"),
        ({"key": lambda state: state[0]}, ""),
        ({"key": lambda state: state[1]}, r"py:\d+: key gives 0 for both 3,0 and 1,0; give each its own"),
    ],
)
def test_what_compiled_code_relies_on_is_refused(changes: dict[str, Any], sentence: str) -> None:
    """A wrong side reaches memory that is not its own, and a key for two positions gives one's value to the other."""
    pairs = {"start": (3, 0), "to_move": lambda state: state[1], "play": lambda s, move: (s[0] - 1, 1 - s[1])}
    game = countdown(**{**pairs, **changes})
    if not sentence:
        refuse_unsound(game)
        return
    with pytest.raises(Uncompilable, match=sentence):
        refuse_unsound(game)


@pytest.mark.parametrize("wrong", [-1, 64])
def test_a_place_that_is_none_is_refused(wrong: int) -> None:
    game = countdown(moves=lambda state: 3)
    refuse_far_places(replace(game, knowledge=Knowledge(place=lambda state, move: 63 * move)))
    knowledge = Knowledge(place=lambda state, move: wrong * move)
    with pytest.raises(
        Uncompilable, match=rf"py:\d+: place gives {wrong} for the move 1 in 3, not a number from 0 to 63"
    ):
        refuse_far_places(replace(game, knowledge=knowledge))


SCORES = {0: 1}


def by_score(state: Any, move: int) -> int:
    return SCORES[move]


@pytest.mark.parametrize(
    ("hooks", "sentence"),
    [
        ({"promise": by_score}, r"py:\d+: by_score, which promise calls, uses SCORES, which is not a whole number"),
        ({"floor": partial(int, 1)}, "floor is a partial, but only a plain Python function can be compiled"),
        ({"fold": lambda state: state[0] | 1 << 64}, r"py:\d+: fold uses a number of more than 63 bits"),
        ({"floor": lambda state: 0.5}, r"py:\d+: floor gives a float; give a whole number"),
        (
            {"wins": lambda state: [0], "safe": lambda state: 1, "plies_left": lambda state: state[0]},
            r"py:\d+: wins gives a list; give a bit set, a whole number with bit m set for move m",
        ),
        (
            {"promise": lambda state, move: state[0] << 62 >> 62},
            r"py:\d+: promise computes a number of more than 63 bits in 2; split it into two",
        ),
        ({"place": lambda state, move: 64 + move}, r"py:\d+: place gives 64 for the move 0 in 3"),
    ],
    ids=lambda case: ",".join(case) if isinstance(case, dict) else "",
)
def test_hooks_are_refused_as_rules_are(hooks: dict[str, Any], sentence: str) -> None:
    game = replace(countdown(), margin="floor" in hooks, knowledge=Knowledge(**hooks))
    with pytest.raises(Uncompilable, match=sentence):
        native_knowledge(game, native_rules(game))


def test_a_solver_is_not_asked_for_hooks_that_cannot_be_compiled() -> None:
    assert why_not_compiled(countdown()) is None
    assert why_not_compiled(replace(countdown(), knowledge=Knowledge(promise=by_score)))


def test_unsound_rules_are_not_compiled(tmp_path: Path) -> None:
    with pytest.raises(Uncompilable, match="key gives 0 for both"):
        native_rules(written(tmp_path, extra="def key(state): return state[1]"))


def test_generator_expressions_become_loops() -> None:
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
        compiled = cache.build(function, (types.int64,))
        for number in range(1, 5):
            assert compiled(number) == function(number)
    with pytest.raises(ValueError, match="nothing"):
        cache.build(once, (types.int64,))(0)


def test_functions_that_are_known_by_their_id_live_as_long_as_it_is_known() -> None:
    """The loops for generator expressions are functions that nobody else keeps, so that ids could be given again."""

    def rule(number: int) -> int:
        return sum(max(x for x in range(each + 1)) for each in range(number))

    made: dict[int, Any] = {}
    rebuild(rule, made, is_checked=True)
    assert len(made) == 3
    assert all(id(each.zerosum_written) == known for known, each in made.items())


def test_loops_are_made_from_the_file_as_it_was_loaded(tmp_path: Path) -> None:
    """Not from one that was read before, and not from one that was changed since."""
    file = tmp_path / "my_game.py"

    def rule(most: int) -> Any:
        file.write_text(f"def rule(number):\n    return sum(each for each in range({most}))\n")
        return runpy.run_path(str(file))["rule"]

    assert rewritten(rule(3))(0) == 3
    now = rule(123)
    assert rewritten(now)(0) == now(0) == sum(range(123))
    rule(45678)
    assert rewritten(now) is now
    file.unlink()
    assert rewritten(now) is now


def test_helpers_may_call_themselves_and_each_other() -> None:
    def even(number: int) -> bool:
        return True if number == 0 else odd(number - 1)

    def odd(number: int) -> bool:
        return False if number == 0 else even(number - 1)

    def factorial(number: int) -> int:
        return 1 if number < 2 else number * factorial(number - 1)

    def both(number: int) -> tuple[bool, int]:
        return even(number), factorial(number)

    assert cache.build(both, (types.int64,))(10) == (True, 3628800)


def test_words_of_bits() -> None:
    from zerosum.engines.native.machine.intrinsics import as_word, popcount, trailing_zeros

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

    compiled = cache.build(about, (types.int64,))
    for word in (1, 2, 5, 6, 12, (1 << 63) - 1, 1 << 62):
        ones, zeros = word.bit_count(), f"{word:b}"[::-1].index("1")
        pairs = min((word, 1), (5, 0)) + max((word, 1), (5, 0))
        assert compiled(word) == (ones, zeros, ones, word.bit_length(), int(word > 9), pairs)

    def negative(word: int) -> tuple[int, int]:
        return word.bit_count(), word.bit_length()

    assert cache.build(negative, (types.int64,))(-6) == negative(-6)


def module_with(**names: Any) -> ModuleType:
    made = ModuleType("sizes")
    vars(made).update(names)
    return made


class Size(IntEnum):
    MOST = 2


class Pair(NamedTuple):
    one: int
    MOST: int


def reader_of(thing: Any) -> Any:
    """A function as a rule that takes a constant from a class, a module or an object."""

    def rule(state: int) -> Any:
        return max(0, *(thing.MOST for _ in range(state)))

    return rule


TOLD_APART = (
    (Size, IntEnum("Size", {"MOST": 3}, module=__name__)),
    (Size.MOST, IntEnum("Size", {"MOST": 3}, module=__name__).MOST),  # type: ignore[attr-defined]
    (Enum("Kind", {"MOST": 2}), Enum("Kind", {"MOST": 3})),
    (module_with(MOST=2), module_with(MOST=3)),
    (module_with(MOST=module_with(MOST=2)), module_with(MOST=module_with(MOST=3))),
    (module_with(MOST=reader_of(Size)), module_with(MOST=reader_of(2))),
    (Pair, NamedTuple("Pair", [("MOST", int), ("one", int)])),
    (Pair(1, 2), Pair(1, 3)),
    (Pair(1, 2), NamedTuple("Pair", [("MOST", int), ("one", int)])(1, 2)),  # type: ignore[operator]
    (Pair(1, 2), (1, 2)),
    ((1, (2, True)), (1, (2, 1))),
)


@pytest.mark.parametrize(("one", "other"), TOLD_APART, ids=lambda case: str(case)[:40])
def test_a_changed_constant_never_meets_old_code(one: Any, other: Any) -> None:
    assert fingerprint(reader_of(one)) == fingerprint(reader_of(one)) != fingerprint(reader_of(other))


def test_what_a_rule_does_not_read_of_a_module_does_not_matter() -> None:
    assert fingerprint(reader_of(module_with(MOST=2, LEAST=1))) == fingerprint(reader_of(module_with(MOST=2)))


def test_a_module_may_hold_itself() -> None:
    round_trip = module_with()
    round_trip.MOST = round_trip  # type: ignore[attr-defined]
    assert fingerprint(reader_of(round_trip))


def test_what_cannot_be_told_apart_is_refused() -> None:
    sentence = r"test_native_compiler\.py:\d+: rule uses thing, which is not a whole number, a tuple of them"
    with pytest.raises(Uncompilable, match=sentence):
        native_rules(countdown(utility=reader_of(partial(int, 1))))
    with pytest.raises(Uncompilable, match="a partial cannot be compiled"):
        fingerprint((partial(int, 1),))


def test_a_missing_numba_is_answered_by_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    require_numba()
    monkeypatch.setattr("zerosum.engines.native.find_spec", lambda name: None)
    with pytest.raises(BadRequest, match=r"pip install 'zerosum\[native\]'"):
        require_numba()


SCRIPT = """
import json
from numba import types
from zerosum.core.games import load
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.compile.fingerprint import fingerprint
from zerosum.engines.native.compile.compile_control import heard_by
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rewrite import rewritten
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
after = cache.build(both, (native.state_type, types.int64))((0b1111, 0), 2)
print(json.dumps({"after": after, "numba": len(compilations), **cache.COUNTS}))
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


@pytest.mark.proof
def test_a_second_start_does_not_compile(tmp_path: Path) -> None:
    first = fresh(tmp_path)
    assert (first["after"], first["compiled"]) == ([0b1100, 0], 1)
    assert first["numba"] > 0
    assert fresh(tmp_path) == {"after": [0b1100, 0], "numba": 0, "loaded": 1}
    for file in (tmp_path / "native").iterdir():
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2] if file.name.startswith("checked") else content[:-1] + b"?")
    assert fresh(tmp_path) == first
    assert not [file for file in (tmp_path / "native").iterdir() if file.name.startswith("unfinished")]


def even(number: int) -> bool:
    return True if number == 0 else odd(number - 1)


def odd(number: int) -> bool:
    return False if number == 0 else even(number - 1)


def test_functions_that_call_each_other_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loaded from disk they would not find each other."""
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    compiled = cache.build(even, (types.int64,))
    assert (compiled(7), compiled(8)) == (False, True)
    assert not (tmp_path / "native").exists()


TWINS = """
import json
from zerosum.core.games import load
from zerosum.engines.native.compile import cache
from zerosum.engines.native.tiers import TWINS, search_on
game = load("nim:2,2")
found = [search_on(name, "native")(game, game.start) for name in TWINS if name != "quiescence"]
print(json.dumps({"found": [[str(each.value), each.nodes, each.line] for each in found], **cache.COUNTS}))
"""


@pytest.mark.proof
def test_a_second_start_of_every_search_does_not_compile(tmp_path: Path) -> None:
    first, second = fresh(tmp_path, script=TWINS), fresh(tmp_path, script=TWINS)
    assert second["found"] == first["found"]
    assert (first["compiled"], second["loaded"]) == (9, 9)
    assert "compiled" not in second


def test_a_folder_that_cannot_be_written_to_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def thrice(number: int) -> int:
        return number * 3

    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "file"))
    assert cache.build(thrice, (types.int64,))(7) == 21
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.proof
def test_two_processes_at_once(tmp_path: Path) -> None:
    env = {**os.environ, "ZEROSUM_CACHE": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    answers = [json.loads(process.communicate()[0]) for process in both]
    assert [answer["after"] for answer in answers] == [[0b1100, 0]] * 2
    assert sorted((answer.get("compiled", 0), answer.get("loaded", 0)) for answer in answers) == [(0, 1), (1, 0)]
    assert fresh(tmp_path)["numba"] == 0


def test_who_listens_is_told_of_what_is_compiled_but_not_of_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(number: int) -> int:
        return number * 2

    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    told: list[bool] = []
    for _ in range(2):
        # As in a new process, which finds in the cache what the one before has left.
        monkeypatch.setattr(cache, "_ready", {})
        monkeypatch.setattr("zerosum.engines.native.compile.rules._known", {})
        game = written(tmp_path)
        with heard_by(told.append):
            native_rules(game)
            assert cache.build(twice, (types.int64,))(21) == 42
        assert told == [True, False] * 2
    with heard_by(told.append), pytest.raises(Uncompilable):
        native_rules(written(tmp_path, moves="return [0.5]"))
    assert told == [True, False] * 3
    native_rules(written(tmp_path, utility="return -1"))
    assert len(told) == 6


def test_rebuilt_functions_are_kept_as_they_are() -> None:
    def function(number: int) -> int:
        return number

    once = rebuild(function)
    assert rebuild(once) is once


def test_what_this_package_has_is_rebuilt_once_in_a_process() -> None:
    assert rebuild(quick_ends_first) is rebuild(quick_ends_first)


def test_a_file_that_is_loaded_again_has_classes_of_its_own(tmp_path: Path) -> None:
    """As when an author changes a rule in a notebook: what stayed as it was must not refer to the old class."""
    kinds = "from enum import Enum\nclass Kind(Enum):\n    A = 1\n    B = 2\ndef is_a(kind): return kind == Kind.A"
    kind = "kind = Kind.A if state[1] == 1 else Kind.B"
    for answer in ("1 if is_a(kind) else -1", "-1 if is_a(kind) else 1"):
        assert native_rules(written(tmp_path, extra=kinds, utility=f"{kind}\n    return {answer}"))


def test_nothing_half_made_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.engines.native.compile.rebuild._shared", {})
    with monkeypatch.context() as patched:
        patched.setattr("zerosum.engines.native.compile.rebuild._converted", interrupted)
        with pytest.raises(KeyboardInterrupt):
            rebuild(quick_ends_first)
    rebuild(quick_ends_first).compile((types.int64,) * 3)


def test_without_jit_everything_is_python(tmp_path: Path) -> None:
    answer = fresh(tmp_path, NUMBA_DISABLE_JIT="1")
    assert answer == {"after": [0b1100, 0], "numba": 0}
    assert not (tmp_path / "native").exists()
