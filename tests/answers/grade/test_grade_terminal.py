"""Programs that only play by prompts: what they print and ask is understood, and they are graded as they are."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any, cast

import pytest

from tests.places import AGENTS
from tests.plain_agents import PlainAgent
from tests.thinned import in_proof
from zerosum.answers.grade.ask.agent import CannotAsk, NotSure, SaysNothing
from zerosum.answers.grade.ask.agent_opener import find_description, open_agent
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Description, Limits, Terminal, Turn
from zerosum.answers.grade.ask.question import question_for
from zerosum.answers.grade.ask.terminal import TerminalAgent, describe_terminal
from zerosum.answers.grade.ask.terminal.boards import Marks, read_boards
from zerosum.answers.grade.ask.terminal.console import Console, Program
from zerosum.answers.grade.ask.terminal.exploration import Exploration
from zerosum.answers.grade.ask.terminal.prompts import expression, normal, offered, plausible
from zerosum.answers.grade.ask.terminal.schemes import likely_lines
from zerosum.answers.grade.ask.terminal.screen import pages
from zerosum.answers.grade.ask.terminal.sentences import expressions
from zerosum.answers.grade.ask.terminal.typed_moves import move_in_sentence, typed_lines, unreadable_group
from zerosum.answers.grade.checks.explored_games import OwnGames, explore
from zerosum.answers.grade.checks.interview import Interview
from zerosum.answers.grade.grading import grade_agent
from zerosum.answers.grade.host.sandbox import SandboxProcess
from zerosum.answers.grade.settings import GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import BadRequest
from zerosum.core.games import load

PROGRAMS = AGENTS / "terminal"
INDEX: dict[str, Any] = tomllib.loads((PROGRAMS / "index.toml").read_text())
GAME = load("tictactoe")

BOARDS = {
    "bars": " X | 2 | 3\n---+---+---\n 4 | O | 6\n---+---+---\n 7 | 8 | 9",
    "tall cells": "     |     |     \n  X  |  2  |  3\n_____|_____|_____\n     |     |     \n  4  |  O  |  6\n"
    "_____|_____|_____\n     |     |     \n  7  |  8  |  9\n     |     |     ",
    "heavy box": "┏━━━┳━━━┳━━━┓\n┃ X ┃   ┃   ┃\n┣━━━╋━━━╋━━━┫\n┃   ┃ O ┃   ┃\n"
    "┣━━━╋━━━╋━━━┫\n┃   ┃   ┃   ┃\n┗━━━┻━━━┻━━━┛",
    "box with coordinates": "    A   B   C\n  ┌───┬───┬───┐\n1 │ X │   │   │\n  ├───┼───┼───┤\n2 │   │ O │   │\n"
    "  ├───┼───┼───┤\n3 │   │   │   │\n  └───┴───┴───┘",
    "bare rows": "X - -\n- O -\n- - -",
    "no separators": "X..\n.O.\n...",
    "lists": "['X', ' ', ' ']\n[' ', 'O', ' ']\n[' ', ' ', ' ']",
    "list of lists": "[['X', ' ', ' '],\n [' ', 'O', ' '],\n [' ', ' ', ' ']]",
    "brackets": "[X][ ][ ]\n[ ][O][ ]\n[ ][ ][ ]",
    "labels of two characters": "   x0 x1 x2\ny0  X  _  _\ny1  _  O  _\ny2  _  _  _",
    "box of plus signs with labels": "     1   2   3\n   +---+---+---+\n 1 | X |   |   |\n   +---+---+---+\n"
    " 2 |   | O |   |\n   +---+---+---+\n 3 |   |   |   |\n   +---+---+---+",
    "letters for rows": "  1   2   3\nA X |   |  \n  ---------\nB   | O |  \n  ---------\nC   |   |  ",
    "letters for rows and dots": "    1   2   3\n A  X | . | .\n B  . | O | .\n C  . | . | .",
    "letters for rows and bars of blank cells": "   1   2   3\nA  X |   |\nB    | O |\nC    |   |",
    "bars around words": "A | X . . |\nB | . O . |\nC | . . . |",
    "numbers for marks": "1 0 0\n0 2 0\n0 0 0",
    "beside its numbers": " 1 | 2 | 3       X |   |  \n---+---+---     ---+---+---\n 4 | 5 | 6         | O |  \n"
    "---+---+---     ---+---+---\n 7 | 8 | 9         |   |  ",
}


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)
def test_a_printed_board_is_read(text: str) -> None:
    """The first cell and the middle are taken."""
    assert set(read_boards(f"Hello!\n\n{text}\n\nYour move: ", 3, 3, Marks())[-1].taken) == {(0, 0), (1, 1)}


def test_an_empty_printed_board_has_no_marks() -> None:
    for text in BOARDS.values():
        blank = text.replace("X", " ").replace("O", " ") if "'" in text or "[" in text else ""
        for board in read_boards(blank, 3, 3, Marks()):
            assert not board.taken


OFFERED = {
    "Do you want to be X or O? ": ["X", "O"],
    "1. Two players\n2. Against the computer\n3. Quit\nYour choice: ": ["2", "1", "3"],
    "Poziom trudności:\n 1. łatwy\n 2. trudny\nWybierz: ": ["2", "1"],
    "¿Quién empieza? 1 = tú, 2 = la computadora: ": ["2", "1"],
    "Noch ein Spiel? (j/n) ": ["j", "n"],
    "Play again (yes/no)? ": ["yes", "no"],
    "[E]asy, [H]ard: ": ["H", "E"],
}


@pytest.mark.parametrize(("text", "answers"), OFFERED.items())
def test_what_a_prompt_offers(text: str, answers: list[str]) -> None:
    assert offered(text)[: len(answers)] == answers


@pytest.mark.parametrize(
    ("prompt", "first"), [("Enter the search depth: ", "9"), ("Nivel: ", "9"), ("Your name? ", "Ann"), ("Ready? ", "y")]
)
def test_a_prompt_that_offers_nothing_hears_what_is_plausible(prompt: str, first: str) -> None:
    assert plausible(prompt)[0] == first


def test_prompts_that_name_the_turn_or_the_free_cells_are_one_prompt() -> None:
    assert normal("Move 3, free: 1, 2, 5 > ") == normal("Move 5, free: 2 > ")
    assert expression(["Turn 1:", "Turn 3:"]) == "Turn[\\d\\s,;|'\\\"]+:$"
    assert expression(["Your move (1-9)?", "Your move (1-9)?"]) == r"Your move \(1-9\)\?$"


TYPED = {
    ("{index}", 1): ["6"],
    ("{row},{column}", 0): ["1,2"],
    ("{letter}{number}", 1): ["C2"],
    ("{row_letter}{column}", 1): ["B3"],
    ("{column}\n{row}", 1): ["3", "2"],
    ("{numpad}", 1): ["6"],
    ("{by_column}", 0): ["7"],
    ("{letter}{bottom_row}", 1): ["C2"],
    ("{text}", 0): ["b3"],
}


@pytest.mark.parametrize(("template", "base", "lines"), [(*key, lines) for key, lines in TYPED.items()])
def test_a_move_is_typed(template: str, base: int, lines: list[str]) -> None:
    """The last cell of the middle row."""
    assert typed_lines(template, (), (1, 2), 3, 3, base, "b3", False) == lines


SENTENCES = {
    "I play 6.\nYour square? ": ("{index}", 1),
    "La computadora juega en 2,3\nFila y columna: ": ("{row} {column}", 1),
    "Computer chose row 1, column 2!\n> ": ("{row} {column}", 0),
    "Mein Zug: C2\nDein Zug: ": ("{letter}{number}", 1),
    "O goes to b3 (took 0.25 seconds)\nX: ": ("{row_small}{column}", 1),
    "Ruch 2: komputer wybiera pole 5.\nTwój ruch (0-8): ": ("{index}", 0),
}


@pytest.mark.parametrize(("text", "scheme"), SENTENCES.items())
def test_a_sentence_names_a_move(text: str, scheme: tuple[str, int]) -> None:
    """The last cell of the middle row is among the readings."""
    question = question_for(GAME, GAME.start)
    read = [move_in_sentence(each, text, question, scheme[1]) for each in expressions(text, scheme)]
    assert any(not isinstance(move, str) and move is not None and move.places == ((1, 2),) for move in read)


CELLS = tuple(f"{row}{column}" for row in "ABC" for column in "123")

GROUPS = {
    "letters for rows": (r"I go to (?P<row>[A-C])(?P<column>[1-3])", "I go to B3.", "5"),
    "letters for columns": (r"I go to (?P<column>[A-C])(?P<row>[1-3])", "I go to C2.", "5"),
    "a cell of the list": (r"I go to (?P<cell>\w+)", "I go to b3.", "5"),
    "the text of a cell of the list": (r"I go to (?P<text>\w+)", "I go to B3.", "5"),
    "a legal form, but no cell": (r"I go to (?P<row>\w)(?P<column>\w)", "I go to D3.", "I go to D3"),
}


@pytest.mark.parametrize(("expression", "text", "move"), GROUPS.values(), ids=GROUPS)
def test_the_groups_of_a_sentence_are_numbers_letters_or_listed_cells(expression: str, text: str, move: str) -> None:
    read = move_in_sentence(expression, text, question_for(GAME, GAME.start), 1, CELLS)
    assert (read if isinstance(read, str) or read is None else read.text) == move


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        (r"I (?P<row>\w+)", "terminal.move finds 'go' as row, which is no number and no letter"),
        (r"to (?P<row>\w)(?P<column>\w)", ""),
        (r"I (?P<cell>\w+)", "terminal.move finds 'go' as cell, which terminal.cells does not list"),
    ],
)
def test_a_group_that_finds_no_part_of_a_move_is_named(expression: str, sentence: str) -> None:
    assert unreadable_group(expression, "I go to B3.", CELLS) == sentence


SCREENS = {
    "a\r\nb": ["a\nb"],
    "\x1b[31mX\x1b[0m wins\x1b[2J\x1b[HPlay again?": ["X wins", "Play again?"],
    "thinking.\rdone     ": ["done     "],
    "one\x1bctwo": ["one", "two"],
    "ab\x1b[2D\x1b[KX": ["X"],
    "\x1b[2;3HX\x1b[1;1HO": ["\n  X", "O\n  X"],
    "": [""],
}


@pytest.mark.parametrize(("printed", "seen"), SCREENS.items())
def test_what_is_seen_on_the_screen(printed: str, seen: list[str]) -> None:
    assert pages(printed) == seen


SYSTEM_CALLS = {
    "reads its standard input": ("0 0x0 0x1 0x400", True),
    "reads a file": ("0 0x5 0x1 0x400", False),
    "polls for ever": ("281 0xd 0x1 0x400 0xffffffff", True),
    "polls for ever, by all bits": ("232 0xd 0x1 0x400 0xffffffffffffffff", True),
    "polls until the next garbage collection": ("281 0xd 0x1 0x400 0x1fa4", True),
    "polls until a timer of a second": ("281 0xd 0x1 0x400 0x3e8", False),
    "sleeps": ("230 0x0 0x0 0x1 0x0", False),
    "works": ("running", False),
}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")
@pytest.mark.parametrize(("told", "waits"), SYSTEM_CALLS.values(), ids=SYSTEM_CALLS)
def test_the_system_tells_whether_a_program_waits_for_a_line(
    told: str, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zerosum.answers.grade.host.inside.terminal import pty_program

    call, *arguments = told.split()
    monkeypatch.setattr(pty_program, "calls", lambda pid, thread: (call, arguments))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert pty_program.waits_for_input("7", "7") == waits


# ---------------------------------------------------------------------------------------------- whole programs


def program(name: str) -> Path:
    """The file, where it can be run here."""
    needs = INDEX[name].get("needs", "")
    if needs and shutil.which(needs) is None:
        pytest.skip(f"{needs} is not installed")
    return PROGRAMS / name


def test_every_program_is_listed_and_about_half_are_right() -> None:
    files = {file.name for file in PROGRAMS.iterdir() if file.suffix != ".toml"}
    assert set(INDEX) == {name for name in files if not name.startswith("four")}
    right = sum(row["is_right"] for row in INDEX.values())
    assert 0.4 <= right / len(INDEX) <= 0.6


QUICK = ("fila_columna.py", "screen.c")


@pytest.mark.parametrize("name", [*QUICK, *in_proof(*(name for name in INDEX if name not in QUICK))])
def test_a_program_is_understood_by_trying(name: str) -> None:
    found, sentences = describe_terminal(program(name), GAME)
    assert found.turn.sides == INDEX[name]["sides"]
    assert sentences[0].startswith("it plays by prompts: a move is typed as")


@pytest.mark.proof
@pytest.mark.parametrize("name", INDEX)
def test_a_program_is_graded_completely_through_its_terminal(name: str) -> None:
    row = INDEX[name]
    description, _ = describe_terminal(program(name), GAME)
    agent = TerminalAgent(PROGRAMS / name, description, GAME)
    try:
        report = grade_agent(agent, GAME)
    finally:
        agent.close()
    assert report.passed == row["is_right"]
    assert report.checks[0].failed == 0, "every move was legal"


ODD = {
    "never prints": ("while True:\n    input()", "no board of 3 x 3 cells was printed"),
    "exits at once": ("print('Hello')", "its program did not wait for any line"),
    "crashes at once": ("print('Hello')\n1 / 0", "ZeroDivisionError: division by zero (line 2)"),
    "loops": ("print('Hello')\nwhile True:\n    pass", "it took too long"),
    "floods": (
        "input('Go? ')\nwhile True:\n    print('x' * 1000)",
        "it broke its limits when lines were typed: it printed too much",
    ),
    "ignores input": ("while True:\n    input('Your move (1-9): ')", "no board of 3 x 3 cells was printed"),
    "is for two persons": (
        "b = [' '] * 9\nfor turn in range(9):\n    for r in 0, 3, 6:\n        print('|'.join(b[r:r + 3]))\n"
        "    b[int(input('Cell (1-9): ')) - 1] = 'XO'[turn % 2]",
        "it seems to be a game of two persons",
    ),
}


LONG = ("ignores input", "is for two persons")


@pytest.mark.parametrize("name", [*(name for name in ODD if name not in LONG), *in_proof(*LONG)])
def test_a_program_that_nobody_can_play_with_gets_a_sentence(name: str, tmp_path: Path) -> None:
    text, reason = ODD[name]
    file = tmp_path / "agent.py"
    file.write_text(text + "\n")
    with pytest.raises(CannotAsk) as error:
        describe_terminal(file, GAME, Limits(load_seconds=0.5, move_seconds=0.5))
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


PLAYS = """\
b = ["."] * 9
def show():
    for r in 0, 3, 6:
        print(" ".join(b[r:r + 3]))
show()
while "." in b:
    cell = int(input("cell 0-8: "))
    b[cell] = "X"
    free = [each for each in range(9) if b[each] == "."]
    {reply}
    show()
"""
REPLIES = {
    "b[free[0]] = 'O'": (None, 0),
    "b[cell] = 'O'": (Failure.NO_ANSWER, "after 4 it made no move that can be seen"),
    "1 / 0": (Failure.CRASH, "ZeroDivisionError: division by zero (line 10)"),
    "while True: pass": (Failure.TIMEOUT, "it took too long"),
    "while True: print('x' * 1000)": (Failure.OUTPUT, "it printed too much"),
    "print('x' * 300000)": (Failure.OUTPUT, "it printed too much"),
    "import os; os._exit(3)": (Failure.CRASH, "it ended at once with exit code 3"),
    "pass": (Failure.NO_ANSWER, "after 4 it made no move that can be seen; it waits for the next line"),
    "b[free[0]] = b[free[1]] = 'O'": (Failure.ILLEGAL, "it made 2 moves at once: row 1 column 1, row 1 column 2"),
}
DESCRIBED = Description(kind="terminal", terminal=Terminal(prompt="cell 0-8:"), turn=Turn(sides="second"))


@pytest.mark.parametrize(("reply", "told"), REPLIES.items())
def test_what_a_program_does_wrong_costs_one_answer(
    reply: str, told: tuple[Failure | None, Any], tmp_path: Path
) -> None:
    file = tmp_path / "agent.py"
    file.write_text(PLAYS.replace("{reply}", reply))
    agent = open_agent(file, GAME, DESCRIBED, Limits(load_seconds=5, move_seconds=0.5))
    try:
        answer = agent.ask(question_for(GAME, GAME.play(GAME.start, 4), [4]))
    finally:
        agent.close()
    failure, words = told
    assert answer.failure == failure
    assert answer.move == words if failure is None else answer.reason.startswith(words)


FILLS_THE_LAST_CELL = PLAYS.replace(
    "{reply}", "b[free[0]] = 'O'; free = free[1:]\n    if len(free) == 1: b[free[0]] = 'X'"
)


def test_a_program_that_fills_in_the_last_cell_is_not_accused(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(FILLS_THE_LAST_CELL)
    agent = open_agent(file, GAME, DESCRIBED)
    try:
        moves = [4, 0, 2, 1, 3, 5, 8]
        answer = agent.ask(question_for(GAME, GAME.after(moves), moves))
    finally:
        agent.close()
    assert (answer.move, answer.failure) == (6, None)


PLAYS_AT_RANDOM = """\
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
char b[10] = ".........";
int main() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    srand(now.tv_nsec);
    for (int turn = 0; turn < 5; turn++) {
        printf("%.3s\\n%.3s\\n%.3s\\n", b, b + 3, b + 6);
        int cell, place;
        printf("cell 0-8: ");
        if (scanf("%d", &cell) != 1) return 0;
        b[cell] = 'X';
        if (turn < 4) {
            do place = rand() % 9; while (b[place] != '.');
            b[place] = 'O';
        }
    }
}
"""


@pytest.mark.proof
def test_a_program_that_plays_at_random_is_led_on_and_not_accused_of_illegal_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zerosum.answers.grade.checks.explored_games.DRY_GAMES", 2)
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    file = tmp_path / "agent.c"
    file.write_text(PLAYS_AT_RANDOM)
    agent = open_agent(file, GAME, DESCRIBED)
    interview = Interview(agent, Truth(GAME), GradeSettings())
    try:
        found = OwnGames(1)
        explore(interview, found)
    finally:
        agent.close()
    assert interview.is_random
    assert {each.answer.failure for each in interview.asked} <= {None}
    assert len(found.positions) > 100


WINS_WITHOUT_A_BOARD = """\
b = ["."] * 9
for reply in 4, 6, 0, 3:
    print(*("".join(b[r:r + 3]) for r in (0, 3, 6)), sep="\\n")
    b[int(input("cell 0-8: "))] = "X"
    b[reply] = "O"
print("I take", reply, "and win!")
"""


def test_a_winning_move_is_read_from_a_sentence_where_no_board_is_printed_any_more(tmp_path: Path) -> None:
    """Two moves win: the sentence says which one it was."""
    file = tmp_path / "agent.py"
    file.write_text(WINS_WITHOUT_A_BOARD)
    moves = [1, 4, 5, 6, 2, 0, 7]
    agent = open_agent(file, GAME, DESCRIBED)
    try:
        answer = agent.ask(question_for(GAME, GAME.after(moves), moves))
    finally:
        agent.close()
    assert (answer.move, answer.reason) == (3, "")


TWISTS = {
    "an example in the prompt": ("Your move (e.g. 1-3): ", "{row}-{column}"),
    "letters with a space": ("Hamleniz (A 1): ", "{row_letter} {column}"),
}


@pytest.mark.parametrize(("prompt", "template"), TWISTS.values(), ids=TWISTS)
def test_an_example_in_a_prompt_is_tried_first(prompt: str, template: str) -> None:
    console = Console(Program("python", ("agent.py",), {}), Limits())
    lines = likely_lines(Exploration(console, GAME), prompt, {})
    expected = {
        typed_lines(template, (), place, 3, 3, base, "", False)[0] for place in ((0, 0), (1, 1)) for base in (0, 1)
    }
    assert lines[0] in expected


COMPUTER_STARTS = """\
b = list("123456789")
while True:
    b[next(k for k in range(9) if b[k].isdigit())] = "X"
    print(*("|".join(b[r:r + 3]) for r in (0, 3, 6)), sep="\\n")
    text = input("Enter a number (1-9): ")
    while text not in b:
        text = input("Enter a number (1-9): ")
    b[int(text) - 1] = "O"
"""


def test_a_taken_cell_that_is_refused_speaks_against_no_way_of_typing(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(COMPUTER_STARTS)
    found, _ = describe_terminal(file, GAME)
    assert (found.terminal.type, found.terminal.base, found.turn.sides) == ("{index}", 1, "first")


@pytest.mark.parametrize(("mode", "seconds"), [("python", 80), ("pty", 20)])
def test_a_python_program_has_processor_time_and_more_by_the_clock(mode: str, seconds: int) -> None:
    console = Console(Program(mode, ("program",), {}), Limits(move_seconds=20))
    sent: list[bytes] = []
    answer = b'{"state": "waits", "printed": "", "why": "", "seconds": 0.1}'
    console._process.process = cast(SandboxProcess, Writes(answer, sent))
    console.type("5")
    order = json.loads(sent[0])
    assert (order["seconds"], order["clock_seconds"]) == (20, seconds)


COUNTS_FREE_CELLS = """\
b = ["."] * 9
while "." in b:
    print(*("".join(b[r:r + 3]) for r in (0, 3, 6)), sep="\\n")
    free = [each for each in range(9) if b[each] == "."]
    text = input(f"Which of the {len(free)} free cells? ")
    if text.isdigit() and 0 < int(text) <= len(free):
        b[free[int(text) - 1]] = "X"
        if "." in b:
            b[b.index(".")] = "O"
"""


def test_a_program_that_counts_the_free_cells_is_told_from_one_that_counts_all(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(COUNTS_FREE_CELLS)
    found, _ = describe_terminal(file, GAME)
    assert (found.terminal.type, found.terminal.base) == ("{free}", 1)


def test_interactive_and_reading_programs_are_told_apart(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    reads = tmp_path / "reads.sh"
    reads.write_text(
        "read board\nboard=${board//\\//}\nfor i in 0 1 2 3 4 5 6 7 8; do\n"
        '[ "${board:$i:1}" = "-" ] && { echo $i; exit; }\ndone\n'
    )
    with pytest.raises(NotSure, match="may be asked wrongly: the program is started for every position") as error:
        find_description(reads, GAME)
    assert error.value.description.kind == "program"
    with pytest.raises(SaysNothing):
        describe_terminal(reads, GAME, must_talk=True)


REFUSED = {
    "type": (Terminal(type="{line}"), "terminal.type is '{line}'; use {row}"),
    "width": (Terminal(type="{row:>9}"), "terminal.type is '{row:>9}'; use {row}"),
    "attribute": (Terminal(type="{row.real}"), "terminal.type is '{row.real}'; use {row}"),
    "brace": (Terminal(type="{row"), "terminal.type is '{row': expected '}' before end of string; use {row}"),
    "prompt": (Terminal(prompt="("), "terminal.prompt: '(' is no regular expression"),
    "group": (
        Terminal(move="(?P<cell>.)"),
        "terminal.move has a group 'cell', but terminal.cells does not list the cells",
    ),
    "unknown group": (Terminal(move="(?P<line>.)"), "terminal.move has a group 'line', which names no part of a move"),
    "pair": (Terminal(first=(("a",),)), "terminal.first has pairs of a prompt and an answer"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("terminal", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_description_that_cannot_work_is_refused(terminal: Terminal, sentence: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(sentence)):
        open_agent(PROGRAMS / "python_en.py", GAME, Description(kind="terminal", terminal=terminal))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"7",
        b"[" * 100_000,
        b'{"state": "waits", "printed": "", "why": "", "seconds": "soon"}',
        b'{"state": "waits", "printed": 7, "why": "", "seconds": 0.1}',
        b'{"state": "wins", "printed": "", "why": "", "seconds": 0.1}',
        b'{"state": "waits", "printed": "", "why": "", "seconds": NaN}',
    ],
)
def test_what_a_program_writes_into_the_pipe_of_its_host_is_a_failure_of_its_own(line: bytes) -> None:
    console = Console(Program("pty", ("program",), {}), Limits())
    console._process.process = cast(SandboxProcess, Writes(line))
    shown = console.start()
    assert (shown.state, shown.failure) == ("ended", (Failure.CRASH, "it has ended"))


class Writes:
    """A sandbox in which something writes a line into the pipe."""

    def __init__(self, line: bytes, sent: list[bytes] | None = None) -> None:
        self._line = line
        self._sent = [] if sent is None else sent

    def send(self, data: bytes) -> bool:
        self._sent.append(data)
        return True

    def receive_line(self, seconds: float) -> bytes:
        return self._line

    def wait(self, seconds: float) -> tuple[Failure, str]:
        return Failure.CRASH, "it has ended"

    @property
    def is_running(self) -> bool:
        return False

    def close(self) -> None:
        pass


def test_an_agent_with_a_memory_plays_sampled_games_where_not_all_can_be_explored() -> None:
    agent = PlainAgent(lambda question: question.legal[0].number, has_memory=True)
    truth = Truth(GAME, most_listed=10, drawn=0)
    report = grade_agent(agent, GAME, settings=GradeSettings(drawn=6), truth=truth, names_bug=False)
    legal = next(check for check in report.checks if check.name == "legal")
    assert legal.passed
    assert legal.tried >= 6
    assert "against moves drawn with the seed 0" in report.notes[0]


def test_after_a_slow_position_only_much_later_ones_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here each one is slow, and no further game lasts four plies longer than the first."""
    monkeypatch.setattr("zerosum.answers.grade.truth.sampled_games.SLOW_SECONDS", -1.0)
    agent = PlainAgent(lambda question: question.legal[0].number, has_memory=True)
    truth = Truth(GAME, most_listed=10, drawn=0)
    report = grade_agent(agent, GAME, settings=GradeSettings(drawn=6), truth=truth, names_bug=False)
    assert "it played 30 games" in report.notes[0]
    assert "; 1 position near" in report.notes[0]
