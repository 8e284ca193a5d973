"""The same games with states written in different styles: all of them compile, and all of them are the same game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple, cast

import pytest
from numba import types

from tests.places import EXAMPLES
from tests.thinned import in_proof
from zerosum.answers.analysis.soundness import Checker
from zerosum.core.errors import Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import plain_state
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import ALGORITHMS

LINES = "LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))"

COUNTED = f"""
{LINES}
start = (0,) * 9

def to_move(state):
    return (9 - state.count(0)) % 2

def free(state, row):
    for cell in range(3 * row, 3 * row + 3):
        if not state[cell]:
            yield cell

def moves(state):
    yield from free(state, 0)
    for row in range(1, 3):
        yield from free(state, row)

def play(state, move):
    mark = -1 if to_move(state) else 1
    return tuple(mark if i == move else cell for i, cell in enumerate(state))

def winner(state):
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != 0:
            return state[a]
    return 0

def is_over(state):
    return all(state) or winner(state) != 0

utility = winner
"""

STARRED = f"""
{LINES}
start = (0,) * 10

def to_move(state):
    return state[-1]

def moves(state):
    *cells, _ = state
    return sum(1 << m for m in range(9) if cells[m] == 0)

def play(state, move):
    *cells, turn = state
    cells[move] += turn + 1
    return (*cells, 1 - turn)

def won(state, mark):
    return any(all(state[cell] == mark for cell in line) for line in LINES)

def is_over(state):
    return min(state[0:9]) > 0 or won(state, 1) or won(state, 2)

def utility(state):
    return int(won(state, 1)) - int(won(state, 2))
"""

ROWS = """
start = (((0, 0, 0), (0, 0, 0), (0, 0, 0)), 0)

def to_move(state):
    return state[1]

def moves(state):
    rows, _ = state
    return sum(1 << 3 * y + x for y in range(3) for x in range(3) if rows[y][x] == 0)

def play(state, move):
    rows, turn = state
    y, x = divmod(move, 3)
    row = rows[y][:x] + (turn + 1,) + rows[y][x + 1:]
    return rows[:y] + (row,) + rows[1 + y:], 1 - turn

def won(rows, mark):
    full = (mark, mark, mark)
    columns = tuple(tuple(rows[y][x] for y in range(3)) for x in range(3))
    falling, rising = tuple(rows[i][i] for i in range(3)), tuple(rows[i][2 - i] for i in range(3))
    return full in rows or full in columns or full == falling or full == rising

def is_over(state):
    rows, _ = state
    return not any(0 in row for row in rows) or won(rows, 1) or won(rows, 2)

def utility(state):
    return won(state[0], 1) - won(state[0], 2)
"""

REPLACED = """
from collections import namedtuple

class State(namedtuple("State", "crosses noughts turn", defaults=(0,))):
    @property
    def taken(self):
        return self.crosses | self.noughts

    def with_stone(self, move):
        if self.turn:
            return self._replace(noughts=self.noughts | 1 << move, turn=False)
        return self._replace(turn=1)._replace(crosses=self.crosses | 1 << move)

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
start = State(0, noughts=0)

def to_move(state):
    return state.turn

def moves(state):
    return 0o777 & ~state.taken

def play(state, move):
    return state.with_stone(move)

def won(cells):
    return any(cells & line == line for line in LINES)

def is_over(state):
    return state.taken == 0o777 or won(state.crosses) or won(state.noughts)

def utility(state):
    return won(state.crosses) - won(state.noughts)
"""

HEAPS = """
# Move 5 * heap + n takes n + 1 from a heap.
start = (2, 3, 4, 0)

def to_move(state):
    return state[3]

def moves(state):
    return sum(1 << 5 * heap + n for heap in range(3) for n in range(state[heap]))

def play(state, move):
    heap, taken = divmod(move, 5)
    heaps = list(state[:-1])
    heaps[heap] -= taken + 1
    return tuple(heaps) + (1 - state[-1],)

def is_over(state):
    return sum(state[:3]) == 0

def utility(state):
    return 1 if state[3] else -1
"""

NAMED_HEAPS = """
from typing import NamedTuple

class Table(NamedTuple):
    small: int
    middle: int
    large: int

class State(NamedTuple):
    heaps: Table
    turn: int

start = State(Table(2, 3, 4), 0)

def to_move(state):
    return state.turn

def moves(state):
    heaps = state.heaps
    return (1 << heaps.small) - 1 | (1 << heaps.middle) - 1 << 5 | (1 << heaps.large) - 1 << 10

def taken(heaps, heap, number):
    if heap == 0:
        return heaps._replace(small=heaps.small - number)
    return Table(*heaps[:2], heaps.large - number) if heap == 2 else Table(heaps[0], heaps[1] - number, heaps[2])

def play(state, move):
    return State(turn=1 - state.turn, heaps=taken(state.heaps, move // 5, move % 5 + 1))

def is_over(state):
    return state.heaps == (0, 0, 0)

def utility(state):
    return 2 * state.turn - 1
"""

STYLES: dict[str, tuple[str, str]] = {
    "bits": ("tictactoe", (EXAMPLES / "states" / "bits.py").read_text()),
    "cells": ("tictactoe", (EXAMPLES / "states" / "cells.py").read_text()),
    "named": ("tictactoe", (EXAMPLES / "states" / "named.py").read_text()),
    "counted": ("tictactoe", COUNTED),
    "starred": ("tictactoe", STARRED),
    "rows": ("tictactoe", ROWS),
    "replaced": ("tictactoe", REPLACED),
    "heaps": ("nim:2,3,4", HEAPS),
    "named_heaps": ("nim:2,3,4", NAMED_HEAPS),
}
"""By style: our game that is the same, and the rules."""


EVERY_RUN = ("cells", "named_heaps")
"""Each style takes some seconds to compile; the others are for `make proof`."""


@pytest.fixture(params=[*EVERY_RUN, *in_proof(*(style for style in STYLES if style not in EVERY_RUN))])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Game, Game]:
    """A game in some style, and ours."""
    spec, source = STYLES[request.param]
    file = tmp_path / f"{request.param}.py"
    file.write_text(source)
    return load(file), load(spec)


def test_every_style_is_the_same_game(pair: tuple[Game, Game]) -> None:
    """Node for node, in compiled code and in Python."""
    game, ours = pair
    reference = ALGORITHMS["alphabeta"].search
    found = [search(game, game.start, plain=True) for search in (search_on("alphabeta", "native"), reference)]
    expected = reference(ours, ours.start, plain=True)
    for result in found:
        assert (result.value, result.nodes, len(result.line)) == (expected.value, expected.nodes, len(expected.line))
    assert found[0].line == found[1].line


def test_positions_of_every_style_read_back(pair: tuple[Game, Game]) -> None:
    game, _ = pair
    for state in game.random_game(game.start, Random(1)):
        read = game.read_position(game.position_text(state))
        assert (read, type(read)) == (state, type(state))
        assert game.own_state(plain_state(state)) == state
        assert type(game.own_state(plain_state(state))) is type(state)


def test_every_style_is_sound_and_no_reason_to_run_in_python(pair: tuple[Game, Game]) -> None:
    report = Checker(pair[0], breadth=200, games=20).run()
    assert (report.finding, report.plain_python_because) == (None, None)


SECOND_START = """
import json, sys
from zerosum.core.games import load
from zerosum.engines.native.compile import cache
from zerosum.engines.native.tiers import search_on
game = load(sys.argv[1])
found = [search_on(name, "native")(game, game.start) for name in ("minimax",)]
print(json.dumps([[each.nodes for each in found], dict(cache.COUNTS)]))
"""


@pytest.mark.proof
def test_machine_code_of_named_states_is_kept(tmp_path: Path) -> None:
    """The class of a user's file cannot be imported, so no file of the cache may mention it."""
    env = {**os.environ, "ZEROSUM_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", SECOND_START, str(EXAMPLES / "states" / "named.py")]
    first, second = (
        json.loads(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
        for _ in range(2)
    )
    assert first[1] == {"compiled": 1}
    assert second == [first[0], {"loaded": 1}]


class Pair(NamedTuple):
    one: int
    other: int = 7


N = 3


def exchanged(s: Any, m: int) -> Any:
    return (
        s[:m] + (5,) + s[m + 1 :],  # noqa: RUF005 - both ways of writing it must compile
        s[0:m] + (5, m) + s[2 + m :],  # noqa: RUF005
        s[:m] + (True,) + s[m + 1 : 5] + (s[0], 9),  # noqa: RUF005
        (*s[:m], 5, *s[m + 1 :]),
        (*s[:m], 5, m, *s[m + 2 : 5], 0),
        (*s[:2], m, *s[3:]),
    )


def made(s: Any, m: int) -> Any:
    return (
        tuple(m * i for i in range(N)),
        tuple(c + m for c in s),
        tuple(c * i for i, c in enumerate(s[:4])),
        tuple(a - b for a, b in zip(s, s[1:])),  # noqa: B905, RUF007 - numba knows no strict and no pairwise
        tuple(x + y for y in range(2) for x in range(N) if x != y),
        tuple([c == m for c in s]),
        tuple(tuple(x * y + m for x in range(2)) for y in range(N)),
        tuple(sum(d for d in s if d > c) for c in s),
        tuple(s[i] * i for i in range(len(s))),
        tuple(c + m for c in reversed(s)),
        tuple(a * b for a, b in zip(s, s, strict=True)),
        tuple(a * b for a, b in enumerate(s, start=m)),
    )


def doubled(cells: Any) -> Any:
    return 2 * sum(cells)


def listed(s: Any, m: int) -> Any:
    cells = list(s)
    for i in range(m):
        cells[i] = cells[i + 1]
    cells[-1] -= m
    others = [c + 1 for c in s]
    others[m] = len(cells) + cells.count(0)
    free = [c for c in s if c > 0]
    last = [*s[:2], m == 1, 4]
    last[m] = 9
    swapped = list(s)
    swapped[0], swapped[m] = swapped[m], swapped[0]
    swapped = tuple(swapped)  # type: ignore[assignment]
    return (
        (swapped, m),
        doubled(swapped),
        tuple(cells),
        (*others, m),
        sum(others),
        m in cells,
        others[1:3][0],
        free[0] + len(free),
        tuple(last),
    )


def unpacked(s: Any, m: int) -> Any:
    a, *rest = s
    *start, b = s
    c, *middle, d, e = s
    rest[m] = 8
    f, *s = s[1:]
    return a, b, c, d, e, f, tuple(rest), sum(start), tuple(middle), s[m]


def asked(s: Any, m: int) -> Any:
    return s.count(m), s.index(s[m]), m in s, 9 not in s, any(s[:2]), all(s), sum(s), max(s[1:N]), s[N - 1 :], s[::-1]


def named(s: Any, m: int) -> Any:
    pair = Pair(s[0])
    return (
        pair,
        pair._replace(one=m),
        pair._replace(other=m == 1, one=pair.other),
        Pair(other=m, one=2),
        Pair._make(s[1:3]),
        Pair(*pair[: m % 2], 5, *pair[m % 2 + 1 :]),  # type: ignore[call-arg]
        sum(i * s[i] for i in reversed(range(1, 6, 2))),
    )


@pytest.mark.parametrize("rule", [exchanged, made, listed, unpacked, asked, named], ids=lambda rule: rule.__name__)
def test_expressions_on_tuples(rule: Any) -> None:
    compiled = rebuild(rule, is_entry=True, is_checked=True)
    compiled.compile((types.UniTuple(types.int64, 6), types.int64))
    for m in range(4):
        for state in ((1, 2, 3, 0, 5, 6), (0, 0, 1, 4, 1, 1)):
            assert compiled(state, m) == rule(state, m)


CELLS = """
from typing import NamedTuple

class State(NamedTuple):
    a: int
    b: int
    c: int
    turn: int
    BEST = 1

start = State(0, 0, 0, 0)

def to_move(state):
    return state[3]

def moves(state):
    return sum(1 << m for m in range(3) if state[m] == 0)

def play(state, move):
    {play}

def is_over(state):
    return 0 not in state[:3]

def utility(state):
    {utility}
"""
USUAL = {"play": "return State(*state[:move], 1, *state[move + 1:3], 1 - state[3])", "utility": "return 1"}
LENGTH = "makes a tuple whose length the compiler cannot tell; write tuple(... for cell in state)"
SLICE = "takes a slice whose length the compiler cannot tell; write (*state[:m], x, *state[m + 1:]), or a loop"

REFUSED: tuple[tuple[dict[str, str], str], ...] = (
    ({}, ""),
    ({"utility": "return len(state[:state[0]])"}, f"cells.py:26: utility {SLICE}"),
    ({"play": "return state[:move] + (1,) + state[move:]"}, f"cells.py:20: play {SLICE}"),
    (
        {"utility": "return len(tuple(c for c in state if c))"},
        "cells.py:26: utility uses a generator expression in a way",
    ),
    ({"play": "cells = list(state)\n    cells.pop()\n    return tuple(cells)"}, f"cells.py:22: play {LENGTH}"),
    ({"play": "a = b = list(state)\n    b[move] = 1\n    return tuple(a)"}, f"cells.py:22: play {LENGTH}"),
    ({"play": "a = list(state)\n    b = a\n    b[move] = 1\n    return tuple(a)"}, f"cells.py:23: play {LENGTH}"),
    (
        {"play": "return state._replace(d=1)"},
        "cells.py:20: play calls _replace in a way that the compiler does not know",
    ),
    ({"utility": "return state.BEST"}, "cells.py:26: utility uses .BEST, which is no field, method or property"),
    ({"utility": "return State.BEST"}, "cells.py:26: utility uses BEST of a class; put it outside the class"),
    (
        {"utility": "return max(range(3), key=lambda i: state[i])"},
        "cells.py:26: utility uses a function inside a function that looks at its names; hand them over",
    ),
    ({"play": "return State(*state[:3], (1, 1))"}, "cells.py:19: play gives a tuple inside the state"),
)


@pytest.mark.parametrize(("changes", "sentence"), REFUSED, ids=lambda case: str(case)[:60])
def test_refusals_say_what_to_write(changes: dict[str, str], sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "cells.py"
    file.write_text(CELLS.format(**{**USUAL, **changes}))
    if not sentence:
        assert native_rules(load(file))
        return
    with pytest.raises(Uncompilable, match=re.escape(sentence)) as refusal:
        native_rules(load(file))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("rule", [exchanged, listed])
@pytest.mark.parametrize("index", [-1, 6])
def test_an_index_outside_of_a_tuple_raises(rule: Any, index: int) -> None:
    compiled = rebuild(rule, is_entry=True)
    if rule is listed and index == -1:
        assert compiled((1, 2, 3, 4, 5, 6), index) == rule((1, 2, 3, 4, 5, 6), index)
        return
    with pytest.raises(IndexError):
        compiled((1, 2, 3, 4, 5, 6), index)


def test_rewritten_source_runs_without_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with NUMBA_DISABLE_JIT, where compiled searches run in Python."""
    from zerosum.engines.native.compile import rewrite, tuple_functions

    plain = {f"_zerosum_{name}": getattr(tuple_functions, name) for name in ("with_item", "with_part", "with_field")}
    plain |= {f"_zerosum_{name}": getattr(tuple_functions, name) for name in ("filled", "shortest", "backwards")}
    assert plain.keys() == tuple_functions.FUNCTIONS.keys()
    monkeypatch.setattr(rewrite, "FUNCTIONS", plain)
    for rule in (exchanged, made, listed, unpacked, named):
        changed: Any = rewrite.rewritten(cast(FunctionType, rule))
        assert changed is not rule
        assert changed((1, 2, 3, 0, 5, 6), 2) == rule((1, 2, 3, 0, 5, 6), 2)
