"""The usual ways of typing a cell, and finding out by trying which one a program understands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.question import Place
from zerosum.answers.grade.ask.terminal.exploration import Entry, Exploration, Lines, Scheme

SCHEMES: tuple[Scheme, ...] = (
    ("{index}", 1),
    ("{index}", 0),
    ("{row} {column}", 1),
    ("{row} {column}", 0),
    ("{row},{column}", 1),
    ("{row},{column}", 0),
    ("{letter}{number}", 1),
    ("{row_letter}{column}", 1),
    ("{row}\n{column}", 1),
    ("{row}\n{column}", 0),
    ("{numpad}", 1),
    ("{small}{number}", 1),
    ("{row_small}{column}", 1),
    ("{row}{column}", 1),
    ("{row}{column}", 0),
    ("{column} {row}", 1),
    ("{column} {row}", 0),
    ("{column},{row}", 1),
    ("{column},{row}", 0),
    ("{column}\n{row}", 1),
    ("{column}\n{row}", 0),
    ("{by_column}", 1),
    ("{by_column}", 0),
    ("{row}-{column}", 1),
    ("{row}, {column}", 1),
    ("{row}, {column}", 0),
    ("{number}{letter}", 1),
    ("{letter}\n{number}", 1),
    ("{number}\n{letter}", 1),
    ("{row_letter}\n{column}", 1),
    ("{letter} {number}", 1),
    ("{row_letter} {column}", 1),
    ("{letter}{bottom_row}", 1),
    ("{small}{bottom_row}", 1),
    ("{column} {bottom_row}", 1),
    ("{bottom_row} {column}", 1),
    ("{column}\n{bottom_row}", 1),
    ("({row},{column})", 1),
    ("({row},{column})", 0),
    ("({row}, {column})", 1),
    ("({row}, {column})", 0),
    ("{small} {number}", 1),
    ("{row_small} {column}", 1),
)
"""How cells may be typed: templates and where they count from, the usual ones first."""

FALLING_SCHEMES: tuple[Scheme, ...] = (("{column}", 1), ("{column}", 0), ("{letter}", 1), ("{small}", 1))

MOST_CELLS = 5
"""So many cells are typed; no two usual ways of writing agree on all of them."""


def schemes_of(exploration: Exploration) -> Sequence[Scheme]:
    """The ways of typing cells of this game."""
    return FALLING_SCHEMES if exploration.falls else SCHEMES


def likely_lines(exploration: Exploration, prompt: str, taken: Mapping[Place, str]) -> list[str]:
    """First lines of moves to free cells, two for each way of writing; those first that look as the prompt shows it.

    A prompt such as "Your move (e.g. A 1)" has an example of the way of writing.
    """
    places = [place for place in exploration.places if place not in taken]
    corners = [places[0], places[len(places) // 2]] if places else []
    found = [exploration.typed(scheme, place)[0] for scheme in schemes_of(exploration) for place in corners]
    return sorted(dict.fromkeys(found), key=lambda line: not (len(line) > 1 and _is_shown(line, prompt)))


def _is_shown(line: str, prompt: str) -> bool:
    """Whether a prompt has a text with letters and digits at the same places."""
    kinds = (r"\d" if mark.isdigit() else "[A-Za-z]" if mark.isalpha() else re.escape(mark) for mark in line)
    shape = "".join(kinds)
    return re.search(rf"(?<![\w]){shape}(?![\w])", prompt) is not None


@dataclass(frozen=True)
class _Observed:
    """What lines did: the marks that came, in order of the boards, or that the program crashed."""

    marks: tuple[dict[Place, str], ...] = ()
    is_crash: bool = False

    @property
    def all(self) -> dict[Place, str]:
        """All new marks."""
        return self.marks[-1] if self.marks else {}


class TypingSearch:
    """Types moves to many cells as the first move, and watches where they land."""

    def __init__(self, exploration: Exploration, entry: Entry) -> None:
        """From the first move of this way into the game."""
        self._exploration = exploration
        self._entry = entry
        self._observed: dict[Lines, _Observed] = {}
        self._free: Sequence[Place] = exploration.places

    def find(self, first: Lines) -> tuple[str, int, Lines]:
        """The template and base by which cells are typed, or what is typed for each cell; raises `CannotAsk`.

        `first` are the lines of one move that was understood.
        """
        exploration = self._exploration
        count = sum(1 for line in first if line != "")
        self._observe(first[:count])
        exploration.at(self._entry.setup)
        free = [place for place in exploration.places if place not in exploration.known()]
        self._free = free
        schemes = [scheme for scheme in schemes_of(exploration) if scheme[0].count("\n") == count - 1]
        tried = sorted(free, key=lambda place: (place[0] == place[1], place))[:MOST_CELLS]
        for place in tried:
            ranked = sorted(schemes, key=lambda scheme: -self._score(scheme))
            for scheme in ranked[:2] if len(self._observed) > 3 else ranked[:3]:
                self._observe(exploration.typed(scheme, place))
        best = max(schemes, key=self._score, default=None)
        if best is not None and self._score(best) >= len(tried) / 2:
            return best[0], best[1], ()
        cells = self._cells(free) if count == 1 else ()
        if not cells:
            raise CannotAsk("it was not found out how cells are typed; describe [terminal] type by hand")
        return "{index}", 0, cells

    def _observe(self, lines: Lines) -> None:
        """What lines do at the first move."""
        if lines in self._observed:
            return
        exploration, setup = self._exploration, self._entry.setup
        exploration.at(setup)
        before = exploration.known()
        depth = exploration.console.depth
        shown = exploration.at((*setup, *lines))
        extra = dict(self._entry.extra)
        if shown.prompt in extra:
            shown = exploration.at((*setup, *lines, extra[shown.prompt]))
        marks = []
        for each in exploration.console.shown[depth + 1 :]:
            for board in exploration.boards(each):
                new = {place: mark for place, mark in board.taken.items() if place not in before}
                if new and board.taken.keys() >= before.keys():
                    marks.append(new)
        self._observed[lines] = _Observed(tuple(marks), shown.failure is not None)

    def _score(self, scheme: Scheme) -> float:
        """How well a way of writing cells explains what was seen; for the mark that explains it best.

        That a line did nothing which would be a taken cell speaks neither for a way nor against it.
        """
        places = {self._exploration.typed(scheme, place): place for place in self._free}
        best = -99.0
        for symbol in self._symbols() or {""}:
            score = 0.0
            for lines, each in self._observed.items():
                place = places.get(lines)
                if place is None or each.is_crash:
                    continue
                score += 1 if each.all.get(place) == symbol else -2
            best = max(best, score)
        return best

    def _symbols(self) -> set[str]:
        return {mark for each in self._observed.values() for mark in each.all.values()}

    def _cells(self, free: Sequence[Place]) -> Lines:
        """What is typed for each cell, where that follows no rule."""
        exploration = self._exploration
        for number in range(10):
            self._observe((str(number),))
        for symbol in sorted(self._symbols()):
            landed: dict[Place, str] = {}
            for typed, each in self._observed.items():
                own = [place for place, mark in each.all.items() if mark == symbol]
                if len(typed) == 1 and len(own) == 1:
                    landed.setdefault(own[0], typed[0])
            if landed.keys() >= set(free) and len(free) == exploration.rows * exploration.columns:
                return tuple(
                    landed[row, column] for row in range(exploration.rows) for column in range(exploration.columns)
                )
        return ()
