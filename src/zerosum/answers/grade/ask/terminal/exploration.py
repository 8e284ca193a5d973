"""A terminal program as a tree of typed lines, and the boards that it shows in it.

All exploring is bounded by seconds, and each part of it by a number of typed lines (`Spent`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from zerosum.answers.grade.ask.question import Place, Question, question_for
from zerosum.answers.grade.ask.terminal.boards import Marks, Seen, read_boards
from zerosum.answers.grade.ask.terminal.console import Console, Shown
from zerosum.answers.grade.ask.terminal.prompts import expression, normal
from zerosum.answers.grade.ask.terminal.typed_moves import moves_by_place, said_places, typed_lines
from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback

MOST_SECONDS = 120.0
MOST_TYPED = 600
"""So many lines are typed in each part of the exploration."""

MOST_SETUP = 7
"""So many questions before the first move at most."""

Lines = tuple[str, ...]

Scheme = tuple[str, int]
"""How cells are typed: a template (`CELL_NAMES`), and where it counts from."""


MOST_FAILURES = 3
"""A program that has taken too long or printed too much so often is not explored further."""


class Spent(Exception):
    """No more lines or seconds."""


@dataclass(frozen=True)
class Entry:
    """A way into the game: the set-up answers with their prompts, and whether the program moved first.

    `extra` are prompts that come between moves ("press Enter"), and their answers.
    """

    setup: Lines
    prompts: tuple[str, ...]
    move_prompt: str
    is_first: bool
    extra: tuple[tuple[str, str], ...] = ()

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Expressions for the prompts, and their answers; the order counts where a prompt is not unique."""
        names = [normal(prompt) for prompt in self.prompts]
        unique = [names.count(name) == 1 and name != normal(self.move_prompt) for name in names]
        answers = [
            (expression([prompt]) if is_unique else "", line)
            for prompt, line, is_unique in zip(self.prompts, self.setup, unique, strict=True)
        ]
        return (*answers, *((expression([prompt]), line) for prompt, line in self.extra))


class Exploration:
    """One program, its game, and what is left of the lines and seconds.

    `said` finds the program's moves in sentences, where it shows no board: an expression and where it counts from.
    `prompts` are the different prompts that were seen, in order; `entry` is the way into the game, once it is found.
    """

    def __init__(self, console: Console, game: Game, progress: ProgressCallback = None) -> None:
        """Nothing is typed yet."""
        self.console = console
        self.game = game
        self.start: Question = question_for(game, game.start)
        self.places = list(moves_by_place(self.start))
        self.rows, self.columns = len(self.start.cells), len(self.start.cells[0])
        self.falls = self.start.falls
        self.said: tuple[str, int] | None = None
        self.saw_board = False
        self.prompts: dict[str, None] = {}
        self.entry: Entry | None = None
        self.broken_limits: list[str] = []
        self.last_shown = Shown("ended", ("",))
        self._until = time.monotonic() + MOST_SECONDS
        self._most_typed = MOST_TYPED
        self._progress = progress

    @property
    def answered(self) -> int:
        """How many cells more are known when a move was answered by a move: both, or only what the program says."""
        return 2 if self.said is None else 1

    def begin_part(self, most_typed: int = MOST_TYPED) -> None:
        """A further part of the exploration may type so many lines."""
        if len(self.broken_limits) < MOST_FAILURES:
            self._most_typed = self.console.typed + most_typed

    def at(self, lines: Lines) -> Shown:
        """Bring the program to where these lines were typed."""
        console = self.console
        if self._progress is not None:
            self._progress(Count(console.typed, "lines"))
        if console.typed > self._most_typed or time.monotonic() > self._until:
            raise Spent
        common = 0
        for old, new in zip(console.lines, lines, strict=False):
            if old != new:
                break
            common += 1
        if not console.shown:
            shown = console.start()
        elif common == console.depth or console.can_go_back:
            shown = console.back(common)
        else:
            common, shown = 0, console.start()
        for line in lines[common:]:
            if not shown.waits:
                break
            shown = console.type(line)
        self.last_shown = shown
        if shown.waits and shown.prompt.strip() and normal(shown.prompt) not in map(normal, self.prompts):
            self.prompts[shown.prompt] = None
        if shown.state in ("late", "flood"):
            self.broken_limits.append(shown.why)
            if len(self.broken_limits) >= MOST_FAILURES:
                self._most_typed = 0
                raise Spent
        return shown

    def shown_at(self, lines: Lines) -> list[Shown]:
        """What it showed until there."""
        self.at(lines)
        return list(self.console.shown)

    def typed(self, scheme: Scheme, place: Place) -> Lines:
        """The lines for a cell."""
        return tuple(typed_lines(scheme[0], (), place, self.rows, self.columns, scheme[1], "", self.falls))

    def boards(self, shown: Shown) -> list[Seen]:
        """The boards that it showed."""
        found = [board for page in shown.pages for board in read_boards(page, self.rows, self.columns, Marks())]
        self.saw_board = self.saw_board or bool(found)
        return found

    def known(self) -> dict[Place, str]:
        """The marks of the last board that the running game has shown with any; or the cells that the program said."""
        return self._followed()[-1]

    def counts(self) -> list[int]:
        """How many marks were known after each line."""
        return [len(known) for known in self._followed()]

    def _followed(self) -> list[dict[Place, str]]:
        known: dict[Place, str] = {}
        found = []
        for shown in self.console.shown:
            known = self._after(shown, known)
            found.append(known)
        return found

    def _after(self, shown: Shown, known: dict[Place, str]) -> dict[Place, str]:
        if self.said is not None:
            places = said_places(self.said[0], shown.text, self.rows, self.columns, self.said[1], falls=self.falls)
            return known | dict.fromkeys(places, "said")
        for board in self.boards(shown):
            if board.taken.keys() >= known.keys() and board.taken:
                known = board.taken
        return known

    def symbols(self) -> tuple[str, ...]:
        """The marks on the boards of the running game."""
        found: dict[str, None] = {}
        for shown in self.console.shown:
            for board in self.boards(shown):
                found.update(dict.fromkeys(board.taken.values()))
        return tuple(found)
