"""Find a way into a game against the program: the set-up answers, and a first move that it answers.

Nothing is known about the language of its prompts. What prompts and menus offer is typed, or else usual answers, and
the boards are watched. A line after which the board has two marks more was a move: the typed one, and the program's
reply. One mark more, and again one by the next line, is a game of two persons: other answers are tried.
"""

from __future__ import annotations

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.question import Place
from zerosum.answers.grade.ask.terminal.console import Shown
from zerosum.answers.grade.ask.terminal.exploration import MOST_SETUP, Entry, Exploration, Lines, Spent
from zerosum.answers.grade.ask.terminal.prompts import MOST_ANSWERS, normal, offered, plausible
from zerosum.answers.grade.ask.terminal.schemes import likely_lines

SECOND_LINES = ("1", "2", "3", "0", "A", "a")
"""Typed where a program asks for the second part of a move."""

LAST_LINES = 4
"""So many lines tell whether a program asks the same as before."""

MOST_WITHOUT_BOARD = 250
"""After so many lines without any board, none is expected any more."""


class Entering:
    """The search for a way into the game by watching the boards."""

    def __init__(self, exploration: Exploration) -> None:
        """Nothing was tried yet."""
        self._exploration = exploration
        self._extra: dict[str, str] = {}
        self.two_players = False

    def find(self) -> tuple[Entry, Lines] | None:
        """A way into the game, and the lines of a first move; None where none is found."""
        try:
            found = self._search((), 0)
        except Spent:
            return None
        return None if found is None else self._divided(found)

    def why_not(self) -> str:
        """Why there is no way into the game."""
        exploration = self._exploration
        if exploration.broken_limits:
            what = f"it broke its limits when lines were typed: {exploration.broken_limits[-1]}"
        elif self.two_players:
            what = "it seems to be a game of two persons, without a player of its own"
        elif not exploration.saw_board:
            what = f"no board of {exploration.rows} x {exploration.columns} cells was printed"
        else:
            what = "none of the lines that were tried was answered by a move on its board"
        last = " ".join(exploration.last_shown.prompt.split())[:80]
        return f"{what} (its last words: {last!r})"

    def _search(self, lines: Lines, depth: int) -> Lines | None:
        """Lines that end with a move that was answered by a move."""
        exploration = self._exploration
        shown = exploration.at(lines)
        if not shown.waits or depth > MOST_SETUP + 2:
            return None
        before = exploration.known()
        prompt = normal(shown.prompt)
        for line in self._candidates(shown, before):
            if not exploration.saw_board and exploration.console.typed > MOST_WITHOUT_BOARD:
                raise Spent
            now = exploration.at((*lines, line))
            if now.state != "waits":
                continue
            after = exploration.known()
            grown = len(after) - len(before)
            if grown == 2 and len(after) <= 3 and before.keys() <= after.keys():
                return (*lines, line)
            if grown == 1:
                child = self._after_one_mark((*lines, line), before)
            elif (normal(now.prompt) == prompt and not self._is_news(shown, now)) or self._is_back(now, len(lines)):
                continue
            else:
                child = self._search((*lines, line), depth + 1)
            if child is not None:
                return child
        return None

    def _after_one_mark(self, lines: Lines, before: dict[Place, str]) -> Lines | None:
        """One mark came: it was the program's first move, or the typed one, and the program wants to hear more."""
        exploration = self._exploration
        shown = exploration.at(lines)
        after = exploration.known()
        if before:
            enter = exploration.at((*lines, ""))
            if enter.waits and len(exploration.known()) > len(after):
                self._extra[shown.prompt] = ""
                return (*lines, "")
            return None
        for line in ("", *likely_lines(exploration, shown.prompt, after)):
            now = exploration.at((*lines, line))
            if not now.waits:
                continue
            grown = len(exploration.known()) - len(after)
            if grown >= 2:
                return (*lines, line)
            if grown == 1 and line == "":
                self._extra[shown.prompt] = ""
                return (*lines, line)
            if grown == 1:
                self.two_players = True
                return None
            if grown == 0 and normal(now.prompt) != normal(shown.prompt):
                for second in SECOND_LINES:
                    further = exploration.at((*lines, line, second))
                    grown = len(exploration.known()) - len(after)
                    if further.waits and grown >= 2:
                        return (*lines, line, second)
                    if grown == 1:
                        self.two_players = True
                        return None
        return None

    def _is_news(self, shown: Shown, now: Shown) -> bool:
        """Whether a program that asks in the same words shows a board or a menu that it has not shown before."""
        boards = self._exploration.boards
        return bool(boards(now)) and not boards(shown) and now.pages[-1] != shown.pages[-1]

    def _is_back(self, now: Shown, depth: int) -> bool:
        """Whether the program is back where it was before an earlier line: it asks in the same words."""
        return not self._exploration.known() and _last_words(now) in map(
            _last_words, self._exploration.console.shown[:depth]
        )

    def _candidates(self, shown: Shown, before: dict[Place, str]) -> list[str]:
        """What to type, the most plausible first."""
        if not shown.text.strip():
            return list(SECOND_LINES)  # it waits for the rest of what it asked for
        has_board = bool(self._exploration.boards(shown))
        moves = likely_lines(self._exploration, shown.prompt, before)
        texts = [*offered(shown.prompt)]
        if has_board:
            texts += moves
        texts += [*offered(shown.pages[-1][-1500:]), *plausible(shown.prompt)]
        if not has_board:
            texts += moves[:8]
        return list(dict.fromkeys(texts))[: MOST_ANSWERS + len(moves) * has_board]

    def _divided(self, lines: Lines) -> tuple[Entry, Lines]:
        """Divide lines into the set-up and the first move: the move begins where the last prompt came first."""
        exploration = self._exploration
        last = exploration.at(lines)
        prompts = [shown.prompt for shown in exploration.console.shown]
        counts = exploration.counts()
        unanswered = [at for at in range(len(lines)) if counts[at] == counts[-1] - 2]
        if not unanswered:
            raise CannotAsk(self.why_not())
        begins = [at for at in unanswered if normal(prompts[at]) == normal(last.prompt)]
        # Where the prompt names the turn, the move is the shortest end that brought two marks.
        at = begins[-1] if begins else max(unanswered)
        setup, first = lines[:at], lines[at:]
        if begins and begins[0] < at and self._is_answered(lines[: begins[0]], first):
            setup = lines[: begins[0]]  # what was typed at the same prompt before was refused
        elif begins and begins[0] < at and counts[begins[0]]:
            setup, first = lines[: begins[0]], lines[begins[0] :]
        first = self._without_pause(setup, first)
        shown = exploration.shown_at(setup)
        is_first = len(exploration.known()) == 1
        asked = tuple(each.prompt for each in shown)
        return Entry(setup, asked[:-1], asked[-1], is_first, tuple(self._extra.items())), first

    def _is_answered(self, setup: Lines, first: Lines) -> bool:
        """Whether these lines are a move that the program answers."""
        exploration = self._exploration
        exploration.at(setup)
        before = len(exploration.known())
        shown = exploration.at((*setup, *first))
        return shown.waits and len(exploration.known()) - before == 2

    def _without_pause(self, setup: Lines, first: Lines) -> Lines:
        """A move whose last line is empty where the program only waits for Enter before it replies."""
        exploration = self._exploration
        if len(first) > 1 and first[-1] and self._is_answered(setup, (*first[:-1], "")):
            pause = exploration.shown_at((*setup, *first[:-1]))[-1].prompt
            self._extra[pause] = ""
            return (*first[:-1], "")
        return first


def _last_words(shown: Shown) -> tuple[str, ...]:
    """The end of what it showed, without numbers."""
    return tuple(normal(line) for line in shown.pages[-1].split("\n") if line.strip())[-LAST_LINES:]
