"""An agent that only plays by prompts: its program is played with from the start, move by move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.answer import DEVIATES, Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.description import SIDES, Description
from zerosum.answers.grade.ask.question import LegalMove, Place, Question, Questions
from zerosum.answers.grade.ask.terminal.boards import Marks, Seen, read_boards
from zerosum.answers.grade.ask.terminal.console import Console, Shown
from zerosum.answers.grade.ask.terminal.programs import terminal_program
from zerosum.answers.grade.ask.terminal.typed_moves import (
    bad_groups,
    move_in_sentence,
    moves_by_place,
    refuse_bad_template,
    typed_lines,
    unreadable_group,
)
from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import Move

MOST_SETUP_LINES = 20
MOST_EXTRA_LINES = 6
MOST_TRIES = 40
"""So often a program that tosses a coin for who starts is begun anew."""

LONGEST_SAID = 80


@dataclass
class _Turn:
    """One question of the running game: the moves until there, how many lines were typed, and what was answered."""

    history: tuple[Move, ...]
    depth: int
    answer: Answer


@dataclass
class _Running:
    """The running game."""

    side: int
    setup_depth: int
    opening: list[Shown]
    turns: list[_Turn] = field(default_factory=list)


class _OtherSide(Exception):
    """The program began with the other side than it should; its text says so."""


class _Failed(Exception):
    """The program cannot be brought to the question."""

    def __init__(self, failure: Failure, reason: str) -> None:
        super().__init__(reason)
        self.failure = failure
        self.reason = reason


class TerminalAgent:
    """A program that is typed to. It has a memory: it is asked with games in which its moves are its own."""

    has_memory = True
    functions: tuple[str, ...] = ()

    def __init__(
        self,
        file: Path,
        description: Description,
        game: Game,
        found: Sequence[str] = (),
        console: Console | None = None,
    ) -> None:
        """Get ready; the program is started by the first question, unless it runs in a `console` already."""
        self._questions = Questions(game)
        question = self._questions.about(game.start)
        self._start = question
        if not question.cells:
            raise CannotAsk(f"terminal programs are graded in games on a grid of cells, and {game.name} is none")
        _check(description)
        self._name = file.name
        self._terminal = description.terminal
        self._game = game
        self._sides = SIDES[description.turn.sides]
        self._found = tuple(found) or (f"it is played with through its terminal: {_summary(description)}",)
        self._marks = Marks(tuple(description.terminal.symbols), tuple(description.terminal.empty))
        self._console = console or Console(terminal_program(file, description), description.limits)
        self._running: _Running | None = None

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._name

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that it plays."""
        return self._sides

    @property
    def found(self) -> Sequence[str]:
        """How it is asked."""
        return self._found

    @property
    def not_isolated(self) -> Sequence[str]:
        """What it could not be kept from."""
        return self._console.not_isolated

    @property
    def console(self) -> Console:
        """The program."""
        return self._console

    def close(self) -> None:
        """End its process and delete its folder."""
        self._console.close()

    def call(self, role: str, question: Question, move: Move | None = None) -> FunctionAnswer:
        """A terminal offers no functions."""
        return FunctionAnswer(failure=Failure.NO_ANSWER, reason=f"a terminal program has no function for {role}")

    def ask(self, question: Question) -> Answer:
        """Play the game of the question, and read its next move."""
        history = tuple(move.number for move in question.history)
        why = ""
        for _ in range(MOST_TRIES):
            try:
                return self._play(question, history)
            except _OtherSide as error:
                why, self._running = str(error), None
            except _Failed as error:
                self._running = None
                return Answer(failure=error.failure, reason=error.reason)
        return Answer(failure=Failure.NOT_ASKED, reason=f"{why} in {MOST_TRIES} games")

    def _play(self, question: Question, history: tuple[Move, ...]) -> Answer:
        """Go on from the last common point with the running game; raises `_Failed`."""
        running = self._continued(question.side, history)
        if running is None:
            running = self._begin(question.side)
        self._running = running
        for length in range(question.side, len(history) + 1, 2):
            if any(len(turn.history) == length for turn in running.turns):
                continue
            at = self._questions.about(self._game.after(history[:length]), history[:length])
            answer = self._turn(running, at)
            running.turns.append(_Turn(history[:length], self._console.depth, answer))
            if length < len(history) and answer.move != history[length]:
                raise _Failed(Failure.NOT_ASKED, DEVIATES)
        return running.turns[-1].answer

    def _continued(self, side: int, history: tuple[Move, ...]) -> _Running | None:
        """The running game, taken back to where it agrees with the history; None where it must begin anew.

        A question that was asked before is asked anew: the program may answer at random.
        """
        running = self._running
        if running is None or running.side != side:
            return None
        kept = [
            turn
            for turn in running.turns
            if len(turn.history) < len(history)
            and (*turn.history, turn.answer.move) == history[: len(turn.history) + 1]
        ]
        depth = kept[-1].depth if kept else running.setup_depth
        is_opening = not history and side == 0
        if depth != self._console.depth or not self._console.shown[-1].waits or is_opening:
            if not self._console.can_go_back or is_opening:
                return None
            if not self._console.back(depth).waits:
                return None
        running.turns = kept
        return running

    def _begin(self, side: int) -> _Running:
        """Start the program and answer its questions until it asks for a move, or has to."""
        pairs = list((self._terminal.first, self._terminal.second)[side])
        shown = self._console.start()
        opening = [shown]
        at = 0
        for _ in range(MOST_SETUP_LINES):
            if not shown.waits:
                failure, reason = shown.failure or (Failure.NO_ANSWER, "its program ended before the first move")
                raise _Failed(failure, reason)
            answer, at = self._setup_answer(shown, pairs, at)
            if answer is None:
                self._check_opening(side, opening)
                return _Running(side, self._console.depth, opening)
            shown = self._console.type(answer)
            opening.append(shown)
        raise _Failed(Failure.UNREADABLE, f"it asks more than {MOST_SETUP_LINES} questions before the first move")

    def _setup_answer(self, shown: Shown, pairs: Sequence[tuple[str, str]], at: int) -> tuple[str | None, int]:
        """What to answer, None where it asks for a move; and how many of the answers in order were given."""
        for number in range(at, len(pairs)):
            prompt, answer = pairs[number]
            if not prompt or _finds(prompt, shown):
                return answer, number + 1
        if self._terminal.prompt and _finds(self._terminal.prompt, shown):
            return None, at
        for prompt, answer in pairs:
            if prompt and _finds(prompt, shown):
                return answer, at
        return None, at

    def _check_opening(self, side: int, opening: Sequence[Shown]) -> None:
        """Whether the side that is to begin has begun; some programs toss a coin."""
        boards = self._boards(opening)
        most = max((len(board.taken) for board in boards), default=0)
        if self._terminal.move:
            text = "\n".join(each.text for each in opening)
            said = move_in_sentence(self._terminal.move, text, self._start, self._terminal.base, self._terminal.cells)
            boards, most = [], int(isinstance(said, LegalMove))
        if most and side == 1:
            raise _OtherSide("it wanted to play first")
        if boards and not most and side == 0:
            raise _OtherSide("it did not begin")

    def _turn(self, running: _Running, at: Question) -> Answer:
        """Type the move that led to this question, and read the answer."""
        if not at.history:
            seconds = sum(shown.seconds for shown in running.opening)
            return self._answer(at, running.opening, seconds)
        last = at.history[-1]
        before = self._questions.about(self._game.after([move.number for move in at.history[:-1]]))
        shown = [self._console.shown[-1]]
        for line in self._lines(before, last):
            if not shown[-1].waits:
                break
            shown.append(self._console.type(line))
        shown = shown[1:]
        answer = self._answer(at, shown, sum(each.seconds for each in shown))
        pairs = [pair for pair in (self._terminal.first, self._terminal.second)[running.side] if pair[0]]
        for _ in range(MOST_EXTRA_LINES):
            if not shown or not shown[-1].waits or (self._terminal.prompt and _finds(self._terminal.prompt, shown[-1])):
                break
            reply = next((line for prompt, line in pairs if _finds(prompt, shown[-1])), None)
            if reply is None or (
                answer.move is not None and self._game.is_over(self._game.play(at.state, answer.move))
            ):
                break
            shown.append(self._console.type(reply))
            if answer.move is None:
                answer = self._answer(at, shown, sum(each.seconds for each in shown))
        return answer

    def _lines(self, before: Question, move: LegalMove) -> list[str]:
        places = moves_by_place(before)
        place = next((place for place, each in places.items() if each.number == move.number), None)
        if place is None:
            raise _Failed(Failure.UNREADABLE, f"the move {move.text} cannot be typed")
        rows, columns = len(before.cells), len(before.cells[0])
        terminal = self._terminal
        free = sum(each < place for each in places)
        return typed_lines(
            terminal.type, terminal.cells, place, rows, columns, terminal.base, move.text, before.falls, free
        )

    def _boards(self, shown: Sequence[Shown]) -> list[Seen]:
        rows, columns = len(self._start.cells), len(self._start.cells[0])
        return [
            board for each in shown for page in each.pages for board in read_boards(page, rows, columns, self._marks)
        ]

    def _answer(self, at: Question, shown: Sequence[Shown], seconds: float) -> Answer:
        """The move in what it printed."""
        text = "\n".join(each.text for each in shown)
        said = " ".join(text.split())[-LONGEST_SAID:]
        last = shown[-1] if shown else Shown("ended", ("",))
        boards = [] if self._terminal.move else self._boards(shown)
        read = self._move_said(at, text) if self._terminal.move else self._move_on_boards(at, boards)
        if read is None:
            read = last.failure or self._only_ending(at, last, said)
        if isinstance(read, LegalMove):
            return Answer(move=read.number, said=read.text, seconds=seconds)
        failure, reason = read or self._no_move(at, last, boards)
        return Answer(failure=failure, reason=reason, said=said, seconds=seconds)

    def _move_said(self, at: Question, text: str) -> LegalMove | tuple[Failure, str] | None:
        """The move in its last sentence about one; what is wrong with that; None where there is no such sentence."""
        terminal = self._terminal
        read = move_in_sentence(terminal.move, text, at, terminal.base, terminal.cells)
        if not isinstance(read, str):
            return read
        unreadable = unreadable_group(terminal.move, text, terminal.cells)
        if unreadable:
            return Failure.UNREADABLE, unreadable
        return Failure.ILLEGAL, f"it said {read!r}, which is no legal move here"

    def _no_move(self, at: Question, last: Shown, boards: Sequence[Seen]) -> tuple[Failure, str]:
        """Why there is no move: its own fault only where its board shows the typed move, and the game goes on."""
        what = "it waits for the next line" if last.waits else "its program has ended"
        played = f"after {at.history[-1].text}" if at.history else "at the start"
        has_landed = any(_expected(at).keys() <= board.taken.keys() for board in boards)
        can_end = any(self._game.is_over(self._game.play(at.state, move.number)) for move in at.legal)
        is_asking = last.waits and (not self._terminal.prompt or _finds(self._terminal.prompt, last))
        is_sure = has_landed and (is_asking or not can_end)
        failure = Failure.NO_ANSWER if is_sure else Failure.NOT_ASKED
        return failure, f"{played} it made no move that can be seen; {what}"

    def _move_on_boards(self, at: Question, boards: Sequence[Seen]) -> LegalMove | tuple[Failure, str] | None:
        """The cell that was taken beside those of the question; what it did wrong instead; None where none was."""
        expected = _expected(at)
        legal = moves_by_place(at)
        for board in reversed(boards):
            if not expected.keys() <= board.taken.keys():
                continue
            extra = [place for place in board.taken if place not in expected]
            own = {board.taken[place].casefold() for place, owner in expected.items() if owner == at.side}
            others = {board.taken[place].casefold() for place, owner in expected.items() if owner != at.side}
            if len(others) > 1 and own & others:
                return Failure.ILLEGAL, "it took a cell that was taken already"
            if len(extra) == 1:
                move = legal.get(extra[0])
                return move or (Failure.ILLEGAL, f"it played {_cell(extra[0])}, which is no legal move here")
            if len(extra) > 1:
                marks = {board.taken[place].casefold() for place in extra}
                return self._one_of(at, board, extra, own or (marks - others if others else set()))
        return None

    def _one_of(
        self, at: Question, board: Seen, extra: Sequence[Place], own: set[str]
    ) -> LegalMove | tuple[Failure, str]:
        """The program's move where several cells were taken, as by a program that fills in the last free cell."""
        legal = moves_by_place(at)
        mine = [place for place in extra if board.taken[place].casefold() in own]
        reason = f"it made {len(extra)} moves at once: {', '.join(map(_cell, extra))}"
        if len(mine) == 1 and mine[0] in legal:
            return legal[mine[0]]
        is_sure = len(mine) == len(extra) and len(extra) < len(legal)
        return Failure.ILLEGAL if is_sure else Failure.NOT_ASKED, reason

    def _only_ending(self, at: Question, last: Shown, said: str) -> LegalMove | None:
        """The move that ends the game, where the program ended it without showing the board again.

        Where several moves end it, the one that the program said as a person would type it.
        """
        is_asking = last.waits and (not self._terminal.prompt or _finds(self._terminal.prompt, last))
        if is_asking:
            return None
        ending = [move for move in at.legal if self._game.is_over(self._game.play(at.state, move.number))]
        if len(ending) > 1:
            ending = [move for move in ending if _says(said, self._lines(at, move))]
        return ending[0] if len(ending) == 1 else None


def _finds(expression: str, shown: Shown) -> bool:
    return (
        re.search(expression, shown.pages[-1].rstrip() if shown.pages else "", re.IGNORECASE | re.MULTILINE) is not None
    )


def _says(text: str, typed: Sequence[str]) -> bool:
    """Whether a line of the text has these words, in this order and not as parts of longer ones."""
    words = re.findall(r"\w+", " ".join(typed))
    return re.search(r"\b" + r"\b[^\w\n]+(?:[^\W\d]+[^\w\n]+)*\b".join(words) + r"\b", text, re.IGNORECASE) is not None


def _expected(at: Question) -> dict[Place, int]:
    """The taken cells of a question, with their sides."""
    return {
        (row, column): side
        for row, cells in enumerate(at.cells)
        for column, side in enumerate(cells)
        if side is not None
    }


def _cell(place: Place) -> str:
    return f"row {place[0] + 1} column {place[1] + 1}"


def _expressions(description: Description) -> Iterator[tuple[str, str]]:
    terminal = description.terminal
    yield "terminal.prompt", terminal.prompt
    yield "terminal.move", terminal.move
    for name, pairs in (("terminal.first", terminal.first), ("terminal.second", terminal.second)):
        for pair in pairs:
            if len(pair) != 2:
                raise BadRequest(f"{name} has pairs of a prompt and an answer, not {list(pair)!r}")
            yield name, pair[0]


def _check(description: Description) -> None:
    """Refuse a description that cannot work, in one sentence."""
    for name, expression in _expressions(description):
        try:
            re.compile(expression)
        except re.error as error:
            raise BadRequest(f"{name}: {expression!r} is no regular expression: {error}") from None
    unknown = bad_groups(description.terminal.move)
    if unknown:
        raise BadRequest(f"terminal.move has a group {unknown[0]!r}, which names no part of a move")
    if "cell" in re.compile(description.terminal.move).groupindex and not description.terminal.cells:
        raise BadRequest("terminal.move has a group 'cell', but terminal.cells does not list the cells")
    refuse_bad_template(description.terminal.type)


def _summary(description: Description) -> str:
    terminal = description.terminal
    typed = "as listed for each cell" if terminal.cells else f"as {terminal.type!r}, counted from {terminal.base}"
    read = f"from sentences like {terminal.move!r}" if terminal.move else "from the printed board"
    return f"moves are typed {typed}, and its own are read {read}"
