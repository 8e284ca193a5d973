"""The commands as people and programs use them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Cli


def test_help_lists_the_commands(cli: Cli) -> None:
    run = cli("--help")
    assert run.code == 0
    for command in (
        "play",
        "analyze",
        "review",
        "compare",
        "report",
        "tree",
        "match",
        "engine",
        "games",
        "check",
        "perft",
        "book",
        "solve",
        "probe",
        "stats",
    ):
        assert command in run.out
        assert cli(command, "--help").code == 0


def test_help_needs_nothing_heavy() -> None:
    """What `zerosum --help` imports is what makes it quick: no terminal library, no search, no games."""
    code = (
        "import sys; from zerosum.faces.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "slow = ('rich', 'zerosum.engines.search', 'zerosum.core.game', 'resvg_py')\n"
        "print([m for m in sys.modules if m.startswith(slow)])\n"
        "print(sorted(m for m in sys.modules if m.startswith('zerosum.faces.cli.')))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    heavy, own = out.splitlines()[-2:]
    assert heavy == "[]"
    assert own == "['zerosum.faces.cli.commands', 'zerosum.faces.cli.faults', 'zerosum.faces.cli.options']"


def test_version(cli: Cli) -> None:
    assert re.fullmatch(r"zerosum \d+\.\d+\.\d+\n", cli("--version").out)


def test_the_front_door(cli: Cli) -> None:
    run = cli(stdin="4\nquit\n")
    assert run.code == 0
    assert "zerosum: a laboratory for two-player games" in run.out
    assert "connect4:WxH" in run.out
    assert "Tic-Tac-Toe. You are X, the computer (perfect) is O; you move first." in run.out
    assert "The computer (O) plays" in run.out
    assert run.out.endswith("Goodbye.\n")


def test_python_m_zerosum() -> None:
    words = [sys.executable, "-m", "zerosum", "games", "--json"]
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert json.loads(out)[0]["name"] == "tictactoe"


def test_output_to_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m zerosum compare tictactoe -a minimax --no-memory | true; echo ${{PIPESTATUS[0]}}"
    out = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert out.stdout == "0\n"
    assert out.stderr == ""


def test_the_welcome_names_a_command_that_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from zerosum.faces.cli.welcome import command_name

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(tmp_path / "bin" / "zerosum")])
    assert command_name() == "bin/zerosum"
    monkeypatch.setattr("sys.argv", ["/usr/lib/python/zerosum/__main__.py"])
    assert command_name() == "zerosum"
    program = tmp_path / "zerosum"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    assert command_name() == "zerosum"
