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

from zerosum.core.errors import BadRequest, BadRules, Uncompilable
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.engines.native.compile import background, cache, cache_files, compile_control
from zerosum.engines.native.compile.background import is_prepared, prepare
from zerosum.engines.native.compile.cache_files import get
from zerosum.engines.native.compile.child_process import mark_of, set_mark

TRIPLE, FOREVER = f"{__name__}:compile_triple", f"{__name__}:compile_forever"
CHILD_STARTED = "zerosum.engines.native.compile.child_process.subprocess.Popen"


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
    """An empty cache, as in a new process, which child processes fill."""
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZEROSUM_COMPILE", "attached")
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
    game = load("nim:2,2")
    assert not is_prepared(game, TRIPLE)
    assert prepare(game, TRIPLE).wait(120)
    assert is_prepared(game, TRIPLE)
    assert not is_prepared(load("nim:2,3"), TRIPLE)
    monkeypatch.setattr(cache, "_ready", {})
    monkeypatch.setattr(CHILD_STARTED, no_child)
    compile = prepare(game, TRIPLE)
    assert compile.wait(120)
    assert (compile.is_ready, compile.error) == (True, None)
    assert counts == {"loaded": 2}


def test_what_has_gone_from_the_cache_is_compiled_again(folder: Path, counts: Any) -> None:
    game = load("nim:2,2")
    set_mark(mark_of(game, TRIPLE, ()))
    compile = prepare(game, TRIPLE)
    assert compile.wait(120)
    assert (compile.is_ready, compile.is_loading, compile.error) == (True, False, None)
    assert counts == {"loaded": 1}


@pytest.mark.parametrize("is_done", [True, False])
def test_two_commands_do_not_compile_the_same_at_once(
    is_done: bool, folder: Path, counts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second waits for the first; it compiles when that one has ended without success."""
    game = load("nim:2,2")
    mark, waits, children = mark_of(game, TRIPLE, ()), threading.Event(), []

    def is_locked(key: str) -> bool:
        found = cache_files.is_locked(key)
        if found:
            waits.set()
        return found

    def refuse_and_count(*_: Any, **__: Any) -> Any:
        children.append(1)
        raise OSError("no more processes")

    monkeypatch.setattr(background, "is_locked", is_locked)
    monkeypatch.setattr(CHILD_STARTED, refuse_and_count)
    with cache_files.lock(mark):
        compile = prepare(game, TRIPLE)
        assert waits.wait(60)
        assert (compile.is_done, compile.is_loading, children) == (False, False, [])
        if is_done:
            compile_triple(game)
            monkeypatch.setattr(cache, "_ready", {})
            set_mark(mark)
    assert compile.wait(120)
    assert compile.is_ready
    assert counts == ({"compiled": 1, "loaded": 1} if is_done else {"compiled": 1})
    assert len(children) == (0 if is_done else 1)


def refuse_child(*_: Any, **__: Any) -> Any:
    raise OSError("no more processes")


@pytest.mark.parametrize(
    ("game", "popen", "mode"),
    [
        (made_by_code(), no_child, "attached"),
        (load("nim:2,2"), refuse_child, "attached"),
        (load("nim:2,2"), no_child, "thread"),
    ],
    ids=["made by code", "no child", "switched off"],
)
def test_where_no_child_can_do_it_a_thread_compiles(
    game: Game, popen: Callable[..., Any], mode: str, folder: Path, counts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZEROSUM_COMPILE", mode)
    monkeypatch.setattr(CHILD_STARTED, popen)
    told: list[bool] = []
    with compile_control.heard_by(told.append):
        compile = prepare(game, TRIPLE)
        assert compile.wait(120)
    assert compile.is_ready
    assert counts == {"compiled": 1}
    assert told == []


def test_an_unknown_way_to_compile_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_COMPILE", "yes")
    with pytest.raises(BadRequest, match="ZEROSUM_COMPILE is detached, attached or thread, not 'yes'"):
        prepare(load("nim:2,2"), TRIPLE)


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
def moves(state): return [0.5]
def play(state, move): return (state[0] - 1,)
def is_over(state): return state[0] == 0
def utility(state): return 1
"""


def test_a_game_that_cannot_be_compiled(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(UNCOMPILABLE)
    compile = prepare(load(str(file)), "zerosum.engines.native.compile.rules:native_rules")
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


WAITING_TASK = """
import os, time
def compile(game):
    started = open(os.environ["STARTED"], "w", buffering=1)
    print(os.getpriority(os.PRIO_PROCESS, 0), file=started)
    with open(os.environ["FINISH"]) as finish:
        finish.read()
    until = time.monotonic() + 20
    while os.getpriority(os.PRIO_PROCESS, 0) < 5 and time.monotonic() < until:
        time.sleep(0.01)
    print(os.getpriority(os.PRIO_PROCESS, 0), file=started)
    globals()["kept_open"] = started
"""
"""A task of a child that says when it starts, and goes on when the test says so; its end closes `STARTED`."""

PARENT = """
import sys
from zerosum.core.games import load
from zerosum.engines.native.compile.background import prepare
compile = prepare(load("nim:2,2"), "waiting_task:compile")
if sys.stdin.readline() == "cancel\\n":
    compile.cancel()
    compile.wait()
"""


@pytest.mark.parametrize(
    ("mode", "end", "goes_on"),
    [
        ("detached", "exit", True),
        ("detached", "kill", True),
        ("detached", "cancel", False),
        ("attached", "exit", False),
        ("attached", "kill", False),
    ],
)
def test_a_child_goes_on_without_its_parent(
    mode: str, end: str, goes_on: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With low priority, and the next command finds what it did; not when it is attached, or was cancelled."""
    (tmp_path / "waiting_task.py").write_text(WAITING_TASK)
    for name in ("STARTED", "FINISH"):
        os.mkfifo(tmp_path / name)
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZEROSUM_COMPILE", mode)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    with (
        subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, text=True) as parent,
        open(tmp_path / "STARTED") as child,
    ):
        priority = int(child.readline())
        if end == "kill":
            parent.kill()
        parent.communicate(f"{end}\n")
        if goes_on:
            with open(tmp_path / "FINISH", "w"):
                pass
        assert child.read() == (f"{max(priority, 5)}\n" if goes_on else "")
    assert parent.returncode == (-9 if end == "kill" else 0)
    assert is_prepared(load("nim:2,2"), "waiting_task:compile") == goes_on


EXIT = """
import sys
from zerosum.core.games import load
from zerosum.engines.native.compile.background import prepare
compile = prepare(load("nim:2,2"), "zerosum.engines.native.compile.rules:native_rules")
compile.wait(float(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("seconds", "mode"),
    [
        ("0.3", "attached"),
        *(
            pytest.param(s, mode, marks=pytest.mark.proof)
            for mode in ("thread", "attached")
            for s in ("0", "0.3", "1", "2")
        ),
    ],
)
def test_python_ends_in_the_middle_of_it(seconds: str, mode: str, tmp_path: Path) -> None:
    env = {**os.environ, "ZEROSUM_CACHE": str(tmp_path), "ZEROSUM_COMPILE": mode}
    ran = subprocess.run([sys.executable, "-c", EXIT, seconds], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_python_does_not_wait_for_imports(tmp_path: Path) -> None:
    """The module that is imported in the background never ends, but Python does."""
    (tmp_path / "endless.py").write_text("import threading; threading.Event().wait()")
    script = (
        "from zerosum.core.games import load; from zerosum.engines.native.compile.background import prepare\n"
        "prepare(load('nim:2,2'), 'endless:compile').wait(0)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False, timeout=100
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_missing_numba_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.engines.native.find_spec", lambda name: None)
    with pytest.raises(BadRequest, match=r"pip install 'zerosum\[native\]'"):
        prepare(load("nim:2,2"))


@pytest.mark.parametrize("is_marked", [False, True])
def test_preparing_does_not_import_numba(is_marked: bool, tmp_path: Path) -> None:
    """Nor numpy, neither before the child is started nor while it compiles; only to load what was compiled before."""
    (tmp_path / "endless.py").write_text("import threading; threading.Event().wait()")
    (tmp_path / "script.py").write_text(PREPARE)
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    env = {**os.environ, "PYTHONPATH": path, "ZEROSUM_CACHE": str(tmp_path / "cache"), "ZEROSUM_COMPILE": "attached"}
    marked = ["marked"] if is_marked else []
    ran = subprocess.run([sys.executable, str(tmp_path / "script.py"), *marked], env=env, check=True, stdout=-1)
    assert ran.stdout.decode() == ("loading\n" if is_marked else "a child was started\n")


PREPARE = """
import sys, threading
from zerosum.core.games import load
from zerosum.engines.native.compile import background, child_process
game, task, started, start = load("nim:2,2"), "endless:compile", threading.Event(), child_process.start

def start_and_tell(*task):
    child = start(*task)
    started.set()
    return child

child_process.start = start_and_tell
if sys.argv[1:]:
    child_process.set_mark(child_process.mark_of(game, task, ()))
compile = background.prepare(game, task)
if compile.is_loading:
    print("loading")
else:
    assert started.wait(60)
    assert not compile.is_done
    assert not {"numba", "numpy"} & set(sys.modules)
    print("a child was started")
"""
