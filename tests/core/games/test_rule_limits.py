"""Rules of a user's file that do not return, start a process or end this one are stopped, and named with their line."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import zerosum
from tests.conftest import Cli, refused
from zerosum import load
from zerosum.answers.lab.compare import Setting, peak_memory
from zerosum.core.errors import BadRules
from zerosum.core.game import Game
from zerosum.core.games.user_files import rule_timeouts
from zerosum.core.games.user_files.rule_frames import PACKAGE, RuleStopped
from zerosum.core.games.user_files.rule_timeouts import PAUSE_SECONDS, WATCHDOG, Watchdog
from zerosum.engines.search import Result
from zerosum.engines.search.alphabeta import alphabeta
from zerosum.faces.web.pool import Pool, Refused

RULES = """
import os
start = (9, 0)
def to_move(state):
    return state[1]
def moves(state):
    return 0b110 if state[0] > 1 else 0b10
def play(state, move):
    return state[0] - move, 1 - state[1]
def is_over(state):
    return state[0] == 0
def utility(state):
    return 1 if state[1] == 1 else -1
def write_position(state):
    return f"{state[0]},{state[1]}"
def read_position(text):
    import zerosum
    if text not in [f"{count},{side}" for count in range(10) for side in (0, 1)]:
        raise zerosum.BadPosition(f"{text!r} is no pile")
    return int(text[0]), int(text[2])
def draw(state):
    return "a pile"
"""

ENDLESS = "while True: pass"
CATCHES = "\n    while True:\n        try:\n            while True: pass\n        except Exception: pass"
FUNCTIONS = ("to_move", "moves", "play", "is_over", "utility", "write_position", "draw")


def game_with(folder: Path, function: str, statement: str) -> str:
    """A game's file in which a function begins with a statement; without a function, it is the last of the file."""
    head = f"def {function}("
    lines = RULES.splitlines()
    if function:
        at = next(number for number, line in enumerate(lines) if line.startswith(head))
        lines.insert(at + 1, f"    {statement}")
    else:
        lines.append(statement)
    file = folder / "game.py"
    file.write_text("\n".join(lines) + "\n")
    return str(file)


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CALL_SECONDS", "LEAST_SECONDS", "LOAD_SECONDS", "LEAST_LOAD_SECONDS"):
        monkeypatch.setattr(rule_timeouts, name, 0.3)
    for name in ("LOOK_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(rule_timeouts, name, 0.02)


def test_frames_of_this_package_are_known_by_their_folder() -> None:
    """Every file of the package lies there; a guard that knows only some of them lets endless rules run on."""
    assert str(Path(zerosum.__file__).parent) + os.sep == PACKAGE


def test_no_stack_is_walked_while_memory_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The frames of a walked stack are memory too; after `PAUSE_SECONDS` an endless rule matters more."""
    looks, when = [], ["before"]
    watchdog = Watchdog()
    monkeypatch.setattr(watchdog, "_look", lambda now: looks.append(when[-1]))
    monkeypatch.setattr("zerosum.answers.lab.compare.WATCHDOG", watchdog)
    game = load("tictactoe")
    after_all_limits = time.monotonic() + 2 * PAUSE_SECONDS

    def look_while_it_runs(*_: object, **__: object) -> Result:
        for name, now in (("paused", time.monotonic()), ("too long", after_all_limits)):
            when.append(name)
            watchdog._look_unless_paused(now)
        return alphabeta(game, game.start)

    monkeypatch.setattr("zerosum.answers.lab.compare.search_on", lambda *_, **__: look_while_it_runs)
    watchdog._look_unless_paused(time.monotonic())
    peak_memory(game, game.start, "alphabeta", Setting())
    when.append("after")
    watchdog._look_unless_paused(time.monotonic())
    assert looks == ["before", "too long", "after"]


@pytest.mark.usefixtures("short_limits")
@pytest.mark.parametrize("statement", [ENDLESS, CATCHES], ids=["loop", "catches"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_endless_rule_is_named(cli: Cli, tmp_path: Path, function: str, statement: str) -> None:
    game = game_with(tmp_path, function, statement)
    said = refused(cli("analyze", game, "--time", "1"))
    assert f"{game}, line " in said
    assert f" in {function}: the call has not returned after 0.3 seconds" in said


@pytest.mark.usefixtures("short_limits")
@pytest.mark.parametrize(
    "words",
    [
        "analyze GAME",
        "compare GAME -a alphabeta",
        "match random random GAME -n 1",
        "perft GAME --depth 9",
        "play GAME --opponent random",
        "review GAME --moves 1",
        "solve GAME --out TABLE",
        "tree GAME",
    ],
)
def test_every_command_ends(cli: Cli, tmp_path: Path, words: str) -> None:
    game = game_with(tmp_path, "play", ENDLESS)
    run = cli(*words.replace("GAME", game).replace("TABLE", str(tmp_path / "table")).split(), stdin="1\n")
    assert run.code == 2
    assert "in play: the call has not returned after 0.3 seconds" in run.err
    assert run.err.count("\n") == 1


@pytest.mark.usefixtures("short_limits")
def test_a_file_that_does_not_end_to_load_is_refused(cli: Cli, tmp_path: Path) -> None:
    game = game_with(tmp_path, "", ENDLESS)
    line = len(RULES.splitlines()) + 1
    said = refused(cli("analyze", game, "--time", "1"))
    assert f"{game}, line {line}: loading the file has not ended after 1 seconds" in said


@pytest.mark.usefixtures("short_limits")
def test_check_finds_an_endless_rule(cli: Cli, tmp_path: Path) -> None:
    run = cli("check", game_with(tmp_path, "utility", ENDLESS))
    assert run.code == 1
    assert "in utility: the call has not returned after 0.3 seconds" in run.out


FORBIDDEN = {
    "os._exit(0)": "rules may not end the process",
    "import posix; posix._exit(0)": "rules may not end the process",
    "os.execv('/bin/true', ['true'])": "rules may not end the process",
    "os.abort()": "rules may not end the process",
    "os.kill(os.getpid(), 9)": "rules may not send a signal",
    "os.killpg(0, 9)": "rules may not send a signal",
    "import signal; signal.raise_signal(9)": "rules may not send a signal",
    "import signal; signal.alarm(1)": "rules may not send a signal",
    "import signal; signal.setitimer(signal.ITIMER_REAL, 0.01)": "rules may not send a signal",
    "import signal; signal.pidfd_send_signal(0, 9)": "rules may not send a signal",
    "import _thread; _thread.interrupt_main()": "rules may not send a signal",
    "import faulthandler; faulthandler.dump_traceback_later(0.01, exit=True)": "rules may not end the process",
    "import atexit; atexit.register(os._exit, 0)": "rules may not register what runs at exit",
    "global __name__; __name__ = 'zerosum'; os._exit(0)": "rules may not end the process",
    "exec('import os; os._exit(0)', {'__name__': 'zerosum'})": "rules may not end the process",
    "import ctypes; ctypes.CDLL(None).syscall(0)": "rules may not make system calls",
    "import ctypes; ctypes.CDLL(None).kill(0, 9)": "rules may not send a signal",
    "os.fork()": "rules may not start a process",
    "os.system('true')": "rules may not start a process",
    "import subprocess; subprocess.run(['true'])": "rules may not start a process",
    "import multiprocessing as m; m.Process(target=print).start()": "rules may not start a process",
    "import ctypes; ctypes.CDLL(None).fork()": "rules may not start a process",
    "\n    try: os.fork()\n    except Exception: pass": "rules may not start a process",
}
"""What rules may not do. Run in this process: where the guard fails, the test run itself forks or ends."""


@pytest.mark.parametrize(("statement", "why"), FORBIDDEN.items())
def test_rules_neither_start_nor_end_a_process(cli: Cli, tmp_path: Path, statement: str, why: str) -> None:
    game = game_with(tmp_path, "moves", statement)
    assert f" in moves: {why}" in refused(cli("analyze", game))
    checked = cli("check", game)
    assert (checked.code, why in checked.out) == (1, True)


def test_a_file_neither_starts_nor_ends_a_process_while_it_loads(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match="rules may not end the process"):
        load(game_with(tmp_path, "", "os._exit(0)"))


@pytest.mark.parametrize("statement", ["os._exit(0)", "import atexit; atexit.register(os._exit, 0)"])
def test_an_unsound_game_never_gives_exit_code_zero(tmp_path: Path, statement: str) -> None:
    game = game_with(tmp_path, "utility", statement if "atexit" not in statement else f"{statement}; return 0.5")
    ran = subprocess.run([sys.executable, "-m", "zerosum", "check", game], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "is not sound" in ran.stdout


@pytest.mark.parametrize("name", ["'zerosum'", "[]"])
def test_a_file_that_changes_its_name_is_stopped_too(short_limits: None, cli: Cli, tmp_path: Path, name: str) -> None:
    game = game_with(tmp_path, "moves", ENDLESS)
    with open(game, "a") as file:
        file.write(f"__name__ = {name}\n")
    assert " in moves: the call has not returned after 0.3 seconds" in refused(cli("analyze", game, "--time", "1"))


USERS_PROGRAM = """
import atexit, os, subprocess, sys, time
from zerosum import load
from zerosum.core.games.user_files import rule_timeouts
for name in ("CALL_SECONDS", "LEAST_SECONDS", "LOAD_SECONDS", "LEAST_LOAD_SECONDS"):
    setattr(rule_timeouts, name, 0.3)
game = load("game.py")
import helper
helper.work()
atexit.register(os._exit, 7)
"""


def test_the_users_own_program_is_not_guarded(tmp_path: Path) -> None:
    """It may call a module that the game file imports too, start processes and end itself."""
    game_with(tmp_path, "", "import helper")
    helper = "import subprocess, time\ndef work():\n    subprocess.run(['true'])\n    time.sleep(2)\n"
    (tmp_path / "helper.py").write_text(helper)
    (tmp_path / "program.py").write_text(USERS_PROGRAM)
    ran = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (7, "")


def test_a_game_file_may_be_a_program(tmp_path: Path) -> None:
    game_with(tmp_path, "", "if __name__ == '__main__': import zerosum; zerosum.load('game.py'); os._exit(7)")
    ran = subprocess.run([sys.executable, "game.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (7, "")


@pytest.mark.parametrize(
    ("function", "statement"), [("moves", "import {0}; {0}.leave()"), ("", "from {0} import leave as is_over")]
)
def test_modules_beside_a_game_file_are_rules(cli: Cli, tmp_path: Path, function: str, statement: str) -> None:
    name = f"beside_{function}"
    (tmp_path / f"{name}.py").write_text("import os\ndef leave(*_):\n    os._exit(0)\n")
    game = game_with(tmp_path, function, statement.format(name))
    assert "rules may not end the process" in refused(cli("analyze", game))


def test_a_call_that_blocks_ends_the_program(tmp_path: Path) -> None:
    game = game_with(tmp_path, "moves", "import time; time.sleep(10**6)")
    words = [sys.executable, "-m", "zerosum", "analyze", game, "--time", "1"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "in moves: the call has not returned after 2 seconds" in ran.stderr


def _double(number: int) -> int:
    return 2 * number


def test_others_still_start_and_end_processes(tmp_path: Path) -> None:
    load(game_with(tmp_path, "", "pass"))
    assert subprocess.run(["true"], check=True).returncode == 0
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(_double, [3]) == [6]
    child = multiprocessing.get_context("spawn").Process(target=os._exit, args=(7,))
    child.start()
    child.join()
    assert child.exitcode == 7


@pytest.mark.usefixtures("short_limits")
def test_a_python_call_raises(tmp_path: Path) -> None:
    game = load(game_with(tmp_path, "moves", ENDLESS))
    with pytest.raises(RuleStopped, match=r"has not returned after 0\.3 seconds"):
        game.rules.moves(game.start)


@pytest.mark.usefixtures("short_limits")
@pytest.mark.parametrize(
    "ask",
    [
        zerosum.analyze,
        lambda game: zerosum.match(game, "random", "random", games=1),
        zerosum.tree,
        lambda game: zerosum.position(game, moves=[1]),
        lambda game: zerosum.position(game).analyze(),
    ],
)
def test_a_function_of_python_raises_bad_rules(tmp_path: Path, ask: Callable[[Game], object]) -> None:
    game = load(game_with(tmp_path, "play", ENDLESS))
    with pytest.raises(BadRules, match=r"in play: the call has not returned after 0\.3 seconds"):
        ask(game)


@pytest.mark.parametrize(
    ("seconds", "call", "loading"), [(None, 20, 60), (0.1, 2, 20), (5, 5, 20), (50, 20, 50), (100, 20, 100)]
)
def test_the_time_limit_of_a_command_limits_its_rules(seconds: float | None, call: float, loading: float) -> None:
    with WATCHDOG.limited_to(seconds):
        assert (WATCHDOG.call_seconds(), WATCHDOG.load_seconds()) == (call, loading)


def test_a_worker_of_the_page_goes_on_after_an_endless_rule(tmp_path: Path) -> None:
    game = game_with(tmp_path, "moves", ENDLESS)

    async def ask() -> None:
        pool = Pool(1)
        worker = pool._workers[0]
        with pytest.raises(Refused, match="in moves: the call has not returned after 2 seconds"):
            await pool.ask("position", {"game": game, "moves": []}, seconds=1)
        process = worker._process
        assert process is not None
        await pool.ask("position", {"game": "tictactoe", "moves": []}, seconds=10)
        assert worker._process is process
        assert process.returncode is None
        await pool.close()

    asyncio.run(ask())
