"""A program of any language as an agent: it reads a position from standard input and writes a move to standard output.

It is started anew for every question. Its input is written as `program_input.py` says. Its move is the last line that
it writes, or what the expression `terminal.move` finds in its output.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.description import SIDES, Description
from zerosum.answers.grade.ask.move_forms import MoveReader, Unread
from zerosum.answers.grade.ask.program_input import WRITTEN, InputWriter
from zerosum.answers.grade.ask.question import LegalMove, Question, grid_of
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.program_host import ProgramHost, RunFailed, telling_line
from zerosum.core.game import Game
from zerosum.core.rules import Move


class ProgramAgent:
    """Asks a program once for each position. It raises `CannotAsk` where it does not compile or start.

    `host` is a program that is made already, shared by several descriptions; the agent closes it only where it started
    it.
    """

    def __init__(
        self,
        file: Path,
        description: Description,
        game: Game,
        host: ProgramHost | None = None,
        time_limit: TimeLimit | None = None,
    ) -> None:
        """Make the program where it has to be made, within the `time_limit`."""
        self.name = file.name
        self.has_memory = False
        self.functions: tuple[str, ...] = ()
        self.sides = SIDES[description.turn.sides]
        self.description = description
        self._owns_host = host is None
        self._host = host or ProgramHost(file, description.command, description.limits, time_limit)
        cells, falls = grid_of(game, game.start)
        rows, columns = len(cells), len(cells[0]) if cells else 0
        self._writer = InputWriter(description, rows, columns, falls)
        self._reader = MoveReader(description.move, description.board, rows, columns, falls)
        self._expression = _compiled(description.terminal.move)
        if self._owns_host:
            self._host.start()
            self._host.process.time_limit = None  # from here on, each question has its own

    @property
    def found(self) -> tuple[str, ...]:
        """How it is asked, in sentences."""
        words = ", ".join(self.description.call.arguments)
        how = WRITTEN.get(self.description.board.form, "JSON")
        return (
            f"the program is started for every position with {' '.join(self._host.program.run)}",
            f"it reads {words} from standard input (the board as {how})",
            f"its move is the last line of its standard output ({self.description.move.form})",
        )

    @property
    def not_isolated(self) -> tuple[str, ...]:
        """What it could not be kept from."""
        return self._host.process.not_isolated

    def ask(self, question: Question) -> Answer:
        """Its move."""
        try:
            reply = self._host.run(self.write(question))
        except RunFailed as error:
            return Answer(failure=error.failure, reason=str(error), seconds=error.seconds)
        output = reply["output"]
        seconds, printed = float(reply["seconds"]), len(output.encode())
        said = output.strip()[-80:]
        try:
            move = self.read(question, reply)
        except Unread as error:
            return Answer(failure=error.failure, reason=str(error), said=said, seconds=seconds, printed=printed)
        return Answer(move=move.number, said=said, seconds=seconds, printed=printed)

    def write(self, question: Question) -> str:
        """What the program gets to read."""
        return self._writer.write(question)

    def read(self, question: Question, reply: Mapping[str, Any]) -> LegalMove:
        """The legal move in a reply of the host; raises `Unread`."""
        return self._reader.read(question, self._raw(reply["output"], reply))

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """A program has no functions that could be called."""
        return FunctionAnswer(failure=Failure.NO_ANSWER, reason="a program has no functions that could be called")

    def close(self) -> None:
        """End its process and delete its folder."""
        if self._owns_host:
            self._host.close()

    def _raw(self, output: str, reply: Mapping[str, Any]) -> str:
        """The words of the output that are the move."""
        if self._expression is not None:
            found = list(self._expression.finditer(output))
            if found:
                return " ".join(found[-1].groups() or (found[-1][0],))
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        if not lines:
            raise Unread(Failure.CRASH if reply["code"] else Failure.NO_ANSWER, _silence(reply))
        if self._expression is not None:
            raise Unread(Failure.UNREADABLE, "its output holds nothing that terminal.move describes")
        return last_words(lines[-1], self.description.move.form)


def last_words(line: str, form: str) -> str:
    """What of the last line is the move: the last number, pair of numbers or word, as the form wants it.

    >>> last_words("I play 1, 2", "row_column"), last_words("best: 4 (score 0)", "index"), last_words("move B2", "text")
    ('1 2', '0', 'B2')
    """
    if form in ("text", "letters", "board"):
        return line.split()[-1]
    wanted = 2 if form in ("row_column", "column_row") else 1
    numbers = re.findall(r"-?[0-9]+", line)
    return " ".join(numbers[-wanted:]) if len(numbers) >= wanted else line


def _compiled(expression: str) -> re.Pattern[str] | None:
    try:
        return re.compile(expression) if expression else None
    except re.error as error:
        raise CannotAsk(f"terminal.move is not a regular expression: {error}") from None


def _silence(reply: Mapping[str, Any]) -> str:
    """Why there is no output."""
    if not reply["code"]:
        return "it wrote nothing to standard output"
    error = telling_line(reply["errors"], last=True)
    return f"it ended with exit code {reply['code']}" + (f": {error}" if error else "")
