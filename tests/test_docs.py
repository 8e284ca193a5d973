"""Every example in the README and the docs is run, and prints what the page says.

`python tests/test_docs.py` writes what the commands print now into the pages; `... PAGE` into this one alone.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from zerosum.answers.grade.ask.agent import ROLES
from zerosum.answers.grade.ask.description import (
    ARGUMENT_WORDS,
    BOARD_FORMS,
    DICT_KEYS,
    KINDS,
    MOVE_FORMS,
    MOVE_SOURCES,
    Description,
    FunctionCall,
    read_description,
)
from zerosum.answers.grade.reports.formats import FORMATS
from zerosum.answers.grade.settings import USUAL_CHECKS
from zerosum.core.games import GAMES
from zerosum.engines.search import ALGORITHMS
from zerosum.faces.cli import main

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
    return run_in(ROOT, command)


def run_in(folder: Path, command: str) -> str:
    """What a command line prints in a folder."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.stdout


STORIES = ("grading-students.md", "grading-teachers.md", "grading-descriptions.md")
"""Pages that begin in an empty folder: their commands run in order there, and a block below "`NAME`:" is a file, or a
change of one."""

STEP = re.compile(r"(?:`([\w./-]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def run_story(page: Path) -> list[str]:
    """What the commands of a story print, in order; the files between them are written when it is their turn."""
    outputs = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, language, block in STEP.findall(page.read_text()):
            if language == "console":
                outputs += [run_in(folder, command) for command, _ in commands(block)]
            elif file:
                place = folder / file
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(changed(place.read_text(), block) if language == "diff" else block)
    return outputs


def changed(text: str, difference: str) -> str:
    """A text after a change in the form of a diff without line numbers."""
    lines = difference.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    assert text.count(before) == 1, difference
    return text.replace(before, "".join(line[1:] for line in lines if line[0] != "-"))


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


def output_of(page: Path, number: int, command: str) -> str:
    """What a command of a page prints, the one of this number from 0."""
    if page.name in STORIES:
        return run_story(page)[number]
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


NOT_ISOLATED = re.compile(
    r'^(It can|A process that it starts) .*\.\n|,?\n *"(it can|a process that it starts) .*"', re.MULTILINE
)
"""What a graded agent could not be kept from differs from system to system."""


def trimmed(output: str) -> str:
    """Output without what differs from run to run, and without blanks that pages cannot show."""
    shown = NOT_ISOLATED.sub("", output)
    lines = [re.sub(r" +", " ", MEASURED.sub("#", line)).strip() for line in shown.splitlines()]
    return "\n".join(lines).strip()


LONG = (
    "zerosum analyze connect4:5x4 --tier native --time 60",
    "zerosum compare tictactoe",
    "zerosum compare tictactoe --orders",
    "zerosum compare tictactoe -a minimax,alphabeta,table",
    "zerosum match perfect level:4 tictactoe -n 40",
    "zerosum check examples/chase.py",
)
"""Commands that compile, or measure memory for ten seconds: run by `make proof`, as are stories and gradings."""


def is_long(page: Path, command: str) -> bool:
    """Whether a command of a page is run by `make proof` alone; those of the README on tables are run always."""
    if command in LONG or page.name in STORIES or "mcts:100000" in command:
        return True
    return command.startswith("zerosum grade ") or (uses_table(command) and page.name != "README.md")


EXAMPLES = [
    pytest.param(
        page,
        number,
        command,
        output,
        id=f"{page.relative_to(ROOT)}: {command}",
        marks=pytest.mark.proof if is_long(page, command) else (),
    )
    for page in PAGES
    for number, (command, output) in enumerate(
        each for block in BLOCK.findall(page.read_text()) for each in commands(block)
    )
    if not command.startswith(("make ", "git ", "pip ", "cd "))
]


@pytest.mark.parametrize(("page", "number", "command", "output"), EXAMPLES)
def test_commands_print_what_the_page_says(page: Path, number: int, command: str, output: str) -> None:
    if "openspiel:" in command:
        pytest.importorskip("pyspiel", reason="no OpenSpiel")
    for program, ending in (("node", ".js "), ("g++", ".cpp ")):
        if ending in command and shutil.which(program) is None:
            pytest.skip(f"no {program}")
    assert trimmed(output_of(page, number, command)) == trimmed(output)


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

IN_THE_SANDBOX = ("grade/host/launcher/", "grade/host/inside/terminal/")
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
    if name == "zerosum.faces.bridge.pettingzoo_env":
        pytest.importorskip("pettingzoo", reason="no PettingZoo")
    __import__(name)
    failed, _ = doctest.testmod(sys.modules[name])
    assert failed == 0


def test_the_ladder_in_the_docs_is_the_ladder_in_the_code() -> None:
    page = (ROOT / "docs" / "algorithms" / "README.md").read_text()
    rows = re.findall(r"^\| \[`(\w+)`\]\([\w-]+\.md\) \| ([^|]+) \|", page, re.MULTILINE)
    assert rows == [(name, rung.idea) for name, rung in ALGORITHMS.items()]


def test_the_list_of_games_in_the_docs_is_the_registry() -> None:
    index = (ROOT / "docs" / "games" / "README.md").read_text()
    rows = re.findall(r"^\| \[`(\w+)`\]\(\1\.md\) \|", index, re.MULTILINE)
    assert rows == list(GAMES), "docs/games/README.md has a row for every game of the registry, in its order"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page(name: str) -> None:
    file = ROOT / "docs" / "games" / f"{name}.md"
    assert file.exists(), f"the page of {name}, docs/games/{name}.md, is missing"
    page, module = file.read_text(), f"src/zerosum/core/games/{GAMES[name].module or name}.py"
    assert page.startswith(f"# {GAMES[name].title}\n"), f"the page of {name} must begin with its title"
    assert re.search(rf"^\$ zerosum analyze {name}\b", page, re.MULTILINE), f"the page of {name} shows no position"
    assert module in page, f"the page of {name} must name {module}"
    assert "**Known values" in page, f"the page of {name} must have its known values"


def test_every_key_and_word_of_a_description_is_on_its_page() -> None:
    page = (ROOT / "docs" / "grading-descriptions.md").read_text()
    tables = {each.name: each.default for each in fields(Description)}
    keys = {each.name for table in (*tables.values(), FunctionCall()) if is_dataclass(table) for each in fields(table)}
    words = {*keys, *tables, *ARGUMENT_WORDS, *BOARD_FORMS, *DICT_KEYS, *MOVE_FORMS, *MOVE_SOURCES, *KINDS, *ROLES}
    assert not [word for word in sorted(words) if not re.search(rf"`\[?{word}\b|\[{word}\b", page)]


def test_descriptions_of_the_page_can_be_read() -> None:
    page = (ROOT / "docs" / "grading-descriptions.md").read_text()
    described = [block for file, language, block in STEP.findall(page) if language == "toml" and file]
    assert len(described) > 8
    for block in described:
        read_description(block)


def test_every_check_and_format_is_on_the_page_about_grading() -> None:
    page = (ROOT / "docs" / "grading.md").read_text()
    for name, setting in USUAL_CHECKS.items():
        assert re.search(rf"^\| `{name}` \| .* \| {setting.points:g} \|$", page, re.MULTILINE), name
    for name in FORMATS:
        assert re.search(rf"^\|[^|]*`{name}`[^|]*\|", page, re.MULTILINE), name


def test_the_picture_is_what_the_command_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "tree.svg"
    run(f'zerosum tree "((3,12,8),(2,4,6),(14,5,2))" --svg {drawn}')
    assert drawn.read_text() == (ROOT / "docs" / "images" / "tree.svg").read_text()


def rewrite(page: Path) -> None:
    """Put what the commands print now into a page."""
    numbers = count()

    def renewed(match: re.Match[str]) -> str:
        parts = []
        for (command, output), number in zip(commands(match[1]), numbers, strict=False):
            is_kept = command.startswith(("make ", "git ", "pip ", "cd "))
            shown = output if is_kept else output_of(page, number, command)
            lines = [line.rstrip() for line in shown.splitlines()]
            parts.append("\n".join([f"$ {command}", *lines]).rstrip())
        return "```console\n" + "\n\n".join(parts) + "\n```"

    page.write_text(BLOCK.sub(renewed, page.read_text()))


if __name__ == "__main__":
    for each in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        rewrite(each)
