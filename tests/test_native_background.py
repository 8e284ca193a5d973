"""Compiling in the background: in a child process or a thread, cancelled or not, and at the end of Python."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from numba import types

from zerosum.game import BadRequest, BadRules, Game, Uncompilable
from zerosum.games import load
from zerosum.native.compile import cache, compile_control
from zerosum.native.compile.background import prepare
from zerosum.native.compile.cache_files import get

TRIPLE, FOREVER = f"{__name__}:compile_triple", f"{__name__}:compile_forever"
CHILD_STARTED = "zerosum.native.compile.background.subprocess.Popen"


def triple(number: int) -> int:
    return number * 3


def compile_triple(game: Game) -> None:
    cache.build(triple, (types.int64,))


def compile_forever(game: Game) -> None:
    """Functions that are all different, without end."""
    number = 0
    while True:
        number += 1

        def times(given: int, number: int = number) -> int:
            return given * number

        cache.build(times, (types.int64,))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, as in a new process."""
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_ready", {})
    return tmp_path / "cache"


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(cache, "COUNTS", cache.COUNTS.__class__())
    return cache.COUNTS


def made_by_code() -> Game:
    """A game that no spec leads to."""
    return replace(load("nim:2,2"), spec="made")


def no_child(*_: Any, **__: Any) -> Any:
    raise AssertionError("no child process was to be started")


def test_a_child_compiles_and_this_process_loads(folder: Path, counts: Any) -> None:
    done = threading.Event()
    compile = prepare(load("nim:2,2"), TRIPLE, when_done=done.set)
    assert compile.wait(120)
    assert done.wait(10)
    assert (compile.is_ready, compile.error) == (True, None)
    assert counts == {"loaded": 1}


def test_what_is_cached_needs_no_child(folder: Path, counts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_triple(load("nim:2,2"))
    monkeypatch.setattr(cache, "_ready", {})
    monkeypatch.setattr(CHILD_STARTED, no_child)
    compile = prepare(load("nim:2,2"), TRIPLE)
    assert compile.wait(120)
    assert compile.is_ready
    assert counts == {"compiled": 1, "loaded": 1}


def refuse_child(*_: Any, **__: Any) -> Any:
    raise OSError("no more processes")


@pytest.mark.parametrize(
    ("game", "popen"), [(made_by_code(), no_child), (load("nim:2,2"), refuse_child)], ids=["made by code", "no child"]
)
def test_where_no_child_can_do_it_a_thread_compiles(
    game: Game, popen: Callable[..., Any], folder: Path, counts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CHILD_STARTED, popen)
    told: list[bool] = []
    with compile_control.heard_by(told.append):
        compile = prepare(game, TRIPLE)
        assert compile.wait(120)
    assert compile.is_ready
    assert counts == {"compiled": 1}
    assert told == []


def test_without_a_cache_folder_a_thread_compiles(tmp_path: Path, folder: Path, counts: Any) -> None:
    folder.write_text("not a folder")
    compile = prepare(load("nim:2,2"), TRIPLE)
    assert compile.wait(120)
    assert compile.is_ready
    assert counts == {"compiled": 1}


def test_a_path_in_the_module_search_path_is_left_out(
    folder: Path, counts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, folder])
    compile = prepare(load("nim:2,2"), TRIPLE)
    assert compile.wait(120)
    assert (compile.is_ready, compile.error) == (True, None)
    assert counts == {"loaded": 1}


def test_who_asks_for_the_same_shares_one_compile(folder: Path) -> None:
    game, done = load("nim:2,2"), [threading.Event(), threading.Event()]
    first, second = (prepare(game, TRIPLE, when_done=each.set) for each in done)
    other_game, other_make = prepare(made_by_code(), TRIPLE), prepare(game, f"{__name__}:compile_nothing")
    assert second is first
    assert len({first, other_game, other_make}) == 3
    for each in (first, other_game, other_make):
        assert each.wait(120)
        assert each.is_ready
    assert [each.wait(10) for each in done] == [True, True]
    assert prepare(game, TRIPLE) is not first, "one that has ended tells nobody when it is done"


def compile_nothing(game: Game) -> None:
    pass


def leave(game: Game) -> None:
    raise SystemExit("no game today")


@pytest.mark.parametrize("game", [made_by_code(), load("nim:2,2")], ids=["thread", "child"])
def test_rules_that_end_python_are_bad_rules(game: Game, folder: Path) -> None:
    compile = prepare(game, f"{__name__}:leave")
    assert compile.wait(120)
    assert not compile.is_ready
    assert isinstance(compile.error, BadRules)
    assert str(compile.error) == "SystemExit: no game today"


UNCOMPILABLE = """
print("printed while loading")
start = (3,)
def to_move(state): return state[0] % 2
def moves(state): return [0]
def play(state, move): return (state[0] - 1,)
def is_over(state): return state[0] == 0
def utility(state): return 1
"""


def test_a_game_that_cannot_be_compiled(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(UNCOMPILABLE)
    compile = prepare(load(str(file)), "zerosum.native.compile.rules:native_rules")
    assert compile.wait(120)
    assert not compile.is_ready
    assert isinstance(compile.error, Uncompilable)
    assert str(compile.error).startswith("my_game.py:5: moves gives")


@pytest.mark.proof
@pytest.mark.parametrize("game", [made_by_code(), load("nim:2,2")], ids=["thread", "child"])
def test_cancelled_at_any_moment(game: Game, folder: Path, counts: Any) -> None:
    """Nothing is called, nothing is reported, and every entry of the cache is whole."""
    called: list[int] = []
    for number in range(4):
        compile = prepare(game, FOREVER, when_done=lambda: called.append(1))
        compile.wait(0.7 * number)
        assert not compile.is_done
        compile.cancel()
        assert compile.wait(60)
        assert (compile.is_ready, compile.error, called) == (False, None, [])
        compile.cancel()
    entries = [file.name for file in folder.glob("native/*") if not file.name.startswith("unfinished-")]
    assert [name for name in entries if get(name) is None] == []


EXIT = """
import sys, time
from zerosum.games import load
from zerosum.native.compile.background import prepare
from zerosum.native.compile.cache_files import get
if __name__ == "__main__":
    game = load("nim:2,2")
    compile = prepare(game, "zerosum.native.compile.rules:native_rules")
    compile.wait(float(sys.argv[1]))
"""


@pytest.mark.parametrize("seconds", ["0.3", *(pytest.param(s, marks=pytest.mark.proof) for s in ("0", "1", "2"))])
def test_python_ends_in_the_middle_of_it(seconds: str, tmp_path: Path) -> None:
    env = {**os.environ, "ZEROSUM_CACHE": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", EXIT, seconds], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_python_does_not_wait_for_imports(tmp_path: Path) -> None:
    """The module that is imported in the background never ends, but Python does."""
    (tmp_path / "endless.py").write_text("import threading; threading.Event().wait()")
    script = (
        "from zerosum.games import load; from zerosum.native.compile.background import prepare\n"
        "prepare(load('nim:2,2'), 'endless:compile').wait(0)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False, timeout=100
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_missing_numba_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.native.find_spec", lambda name: None)
    with pytest.raises(BadRequest, match=r"pip install 'zerosum\[native\]'"):
        prepare(load("nim:2,2"))


def test_preparing_does_not_import_numba() -> None:
    script = (
        "import sys; from zerosum.games import load; from zerosum.native.compile.background import prepare\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
