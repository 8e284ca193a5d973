"""Every example in the README and the docs is run, and prints what the page says.

`python tests/test_docs.py` writes what the commands print now into the pages; `... PAGE` into this one alone.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from zerosum.cli import main
from zerosum.games import GAMES
from zerosum.search import ALGORITHMS

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MEASURED = re.compile(
    r"[\d,]+ nodes in [\d.]+ s(?= on the native)|\d[\d.,]* (ms|s|kB|MB)\b"
    r"|(?<=\"seconds\": )[\d.e-]+|(?<= time )\d+|(?<= nps )\d+"
    r"|[\d.]+ +[\d,-]+(?= +(reference|native)$)"  # the seconds of `perft`, and its rate
)
"""Times and amounts of memory differ from run to run; all else must be the same."""


@cache
def run(command: str) -> str:
    """What a command line prints, in the root of the project; run once, however many pages show it."""
    if re.fullmatch(r"zerosum [^|&;<>()$]* --tier reference", command):
        return run_here(command)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout


@cache
def run_in_order(page: Path) -> dict[str, str]:
    """What the commands of a page print that use a solved table: one after the other, in a folder of their own."""
    shown = [command for block in BLOCK.findall(page.read_text()) for command, _ in commands(block)]
    with TemporaryDirectory() as folder:
        return {
            command: run(command.replace(TABLES, f"{folder}/")).replace(f"{folder}/", TABLES)
            for command in shown
            if uses_table(command)
        }


TABLES = "/tmp/"


def uses_table(command: str) -> bool:
    """Whether a command makes or needs a solved table of an earlier command of its page."""
    return bool(re.search(rf"{TABLES}\w+\.table\b", command))


def output_of(page: Path, command: str) -> str:
    """What a command of a page prints."""
    return run_in_order(page)[command] if uses_table(command) else run(command)


def run_here(command: str) -> str:
    """What a command prints that needs no shell and compiles nothing: in this process, which saves the imports."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(output), redirect_stderr(output), patch("sys.stdin", io.StringIO()):
        main(shlex.split(command)[1:])
    output.seek(0)
    return output.read()


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output that the page shows."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        else:
            command, output = found[-1]
            found[-1] = command, output + line
    return found


def trimmed(output: str) -> str:
    """Output without what differs from run to run, and without blanks that pages cannot show."""
    lines = [re.sub(r" +", " ", MEASURED.sub("#", line)).strip() for line in output.splitlines()]
    return "\n".join(lines).strip()


LONG = (
    "zerosum analyze connect4:5x4 --tier native --time 60",
    "zerosum compare tictactoe",
    "zerosum compare tictactoe --orders",
    "zerosum compare tictactoe -a minimax,alphabeta,table",
    "zerosum match perfect level:4 tictactoe -n 40",
    "zerosum check examples/chase.py",
)
"""Commands that compile, or measure memory for ten seconds: run by `make proof`."""


def is_long(page: Path, command: str) -> bool:
    """Whether a command of a page is run by `make proof` alone; those of the README on tables are run always."""
    return command in LONG or "mcts:100000" in command or (uses_table(command) and page.name != "README.md")


EXAMPLES = [
    pytest.param(
        page,
        command,
        output,
        id=f"{page.relative_to(ROOT)}: {command}",
        marks=pytest.mark.proof if is_long(page, command) else (),
    )
    for page in PAGES
    for block in BLOCK.findall(page.read_text())
    for command, output in commands(block)
    if not command.startswith(("make ", "git ", "pip ", "cd "))
]


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES)
def test_commands_print_what_the_page_says(page: Path, command: str, output: str) -> None:
    if "openspiel:" in command:
        pytest.importorskip("pyspiel", reason="no OpenSpiel")
    assert trimmed(output_of(page, command)) == trimmed(output)


LONG_PAGES = ("native.md", "solving.md")
"""Pages whose Python examples compile: run by `make proof`."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.proof if page.name in LONG_PAGES else ()) for page in PAGES],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_python_examples(page: Path) -> None:
    if page.name == "bridge.md":
        pytest.importorskip("pyspiel", reason="no OpenSpiel")
        pytest.importorskip("pettingzoo", reason="no PettingZoo")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        failed, _ = doctest.testfile(str(page), module_relative=False)
    finally:
        os.chdir(before)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_there_is_something_to_run() -> None:
    assert len(EXAMPLES) > 20


COMPILED_EXAMPLES = ("native/search/selective.py", "native/search/rave.py")
"""Modules whose examples compile a search that no other test of every run compiles."""

IN_THE_SANDBOX = ("grade/launcher/", "grade/terminal/host/")
"""Folders of scripts: they import one another by bare names, since they run where zerosum is not installed."""


def is_script(module: Path) -> bool:
    """Whether a module only imports where its folder is that of the script that runs."""
    return any(folder in module.as_posix() for folder in IN_THE_SANDBOX) and module.stem != "__init__"


MODULES = [
    pytest.param(
        module,
        id=module.stem,
        marks=pytest.mark.proof if module.as_posix().endswith(COMPILED_EXAMPLES) else (),
    )
    for module in sorted((ROOT / "src" / "zerosum").rglob("*.py"))
    if not is_script(module)
]


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: Path) -> None:
    name = ".".join(module.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    if name == "zerosum.__main__":
        return
    if name == "zerosum.bridge.pettingzoo_env":
        pytest.importorskip("pettingzoo", reason="no PettingZoo")
    __import__(name)
    failed, _ = doctest.testmod(sys.modules[name])
    assert failed == 0


def test_the_ladder_in_the_docs_is_the_ladder_in_the_code() -> None:
    page = (ROOT / "docs" / "algorithms" / "README.md").read_text()
    rows = re.findall(r"^\| \[`(\w+)`\]\([\w-]+\.md\) \| ([^|]+) \|", page, re.MULTILINE)
    assert rows == [(name, rung.idea) for name, rung in ALGORITHMS.items()]


def test_every_game_has_a_page() -> None:
    index = (ROOT / "docs" / "games" / "README.md").read_text()
    assert re.findall(r"^\| \[`(\w+)`\]\(\1\.md\) \|", index, re.MULTILINE) == list(GAMES)
    for name in GAMES:
        page = (ROOT / "docs" / "games" / f"{name}.md").read_text()
        assert page.startswith(f"# {GAMES[name].title}\n"), name
        assert re.search(rf"^\$ zerosum analyze {name}\b", page, re.MULTILINE), f"{name} shows no position"
        assert f"src/zerosum/games/{GAMES[name].module}.py" in page, name
        assert "**Known values" in page, name


def test_the_picture_is_what_the_command_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "tree.svg"
    run(f'zerosum tree "((3,12,8),(2,4,6),(14,5,2))" --svg {drawn}')
    assert drawn.read_text() == (ROOT / "docs" / "images" / "tree.svg").read_text()


def rewrite(page: Path) -> None:
    """Put what the commands print now into a page."""

    def renewed(match: re.Match[str]) -> str:
        parts = []
        for command, output in commands(match[1]):
            shown = output if command.startswith(("make ", "git ", "pip ", "cd ")) else output_of(page, command)
            lines = [line.rstrip() for line in shown.splitlines()]
            parts.append("\n".join([f"$ {command}", *lines]).rstrip())
        return "```console\n" + "\n\n".join(parts) + "\n```"

    page.write_text(BLOCK.sub(renewed, page.read_text()))


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else PAGES:
        rewrite(each)
