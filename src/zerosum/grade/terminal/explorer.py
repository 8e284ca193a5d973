"""Find out by trying how a terminal program is played with.

Nothing is known about the language of its prompts. The explorer types what prompts and menus offer, or else usual
answers, and watches the boards:

1.  A line after which the board has two marks more was a move: the typed one, and the program's reply. What was typed
    before the prompt of that move came for the first time are the answers of the set-up. One mark more and again one
    by the next line is a game of two persons: other answers are tried.
2.  Typing moves from there, one for each cell, shows where they land, hence how cells are written.
3.  Other answers of the set-up are tried for one by which the program plays the other side.

All of it is bounded by a number of typed lines and by seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from zerosum.game import Game
from zerosum.grade.agent import CannotAsk
from zerosum.grade.description import Description, Limits, Terminal, Turn
from zerosum.grade.question import Place, question_for
from zerosum.grade.terminal.boards import Marks, Seen, read_boards
from zerosum.grade.terminal.console import Console, Shown
from zerosum.grade.terminal.programs import terminal_program
from zerosum.grade.terminal.prompts import MOST_ANSWERS, expression, normal, offered, plausible
from zerosum.grade.terminal.typed_moves import moves_by_place, typed_lines
from zerosum.progress import Count, ProgressCallback

MOST_TYPED = 900
MOST_SECONDS = 90.0
MOST_SETUP = 7
"""So many questions before the first move at most."""

COINS = 6
"""So often a program is begun to see whether it tosses a coin for who starts."""

Lines = tuple[str, ...]

SCHEMES: tuple[tuple[str, int], ...] = (
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
)
"""How cells may be typed: templates and where they count from, the usual ones first."""

FALLING_SCHEMES: tuple[tuple[str, int], ...] = (("{column}", 1), ("{column}", 0), ("{letter}", 1), ("{small}", 1))


class _Spent(Exception):
    """No more lines or seconds."""


@dataclass(frozen=True)
class _Observed:
    """What lines did: the marks that came, in order of the boards, or that it was refused or ended by a crash."""

    lines: Lines
    marks: tuple[dict[Place, str], ...] = ()
    is_crash: bool = False

    @property
    def all(self) -> dict[Place, str]:
        """All new marks."""
        return self.marks[-1] if self.marks else {}


@dataclass(frozen=True)
class _Entry:
    """A way into the game: the set-up answers with their prompts, and whether the program moved first."""

    setup: Lines
    prompts: tuple[str, ...]
    move_prompt: str
    is_first: bool


class Explorer:
    """Explores one program."""

    def __init__(self, console: Console, game: Game, progress: ProgressCallback = None) -> None:
        """Nothing is known yet."""
        self._console = console
        start = question_for(game, game.start)
        self._places = list(moves_by_place(start))
        self._rows, self._columns = len(start.cells), len(start.cells[0])
        self._falls = start.falls
        self._until = time.monotonic() + MOST_SECONDS
        self._progress = progress
        self._extra: dict[str, str] = {}
        self.marks = Marks()
        self.saw_board = False
        self.two_players = False
        self.last_shown = Shown("ended", ("",))

    # ------------------------------------------------------------------ the program as a tree of typed lines

    def at(self, lines: Lines) -> Shown:
        """Bring the program to where these lines were typed."""
        console = self._console
        if self._progress is not None:
            self._progress(Count(console.typed, "lines"))
        if console.typed > MOST_TYPED or time.monotonic() > self._until:
            raise _Spent
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
        return shown

    def _boards(self, shown: Shown) -> list[Seen]:
        found = [board for page in shown.pages for board in read_boards(page, self._rows, self._columns, self.marks)]
        self.saw_board = self.saw_board or bool(found)
        return found

    def _known(self) -> dict[Place, str]:
        """The marks of the last board that the running game has shown with any."""
        known: dict[Place, str] = {}
        for shown in self._console.shown:
            for board in self._boards(shown):
                if board.taken.keys() >= known.keys() and board.taken:
                    known = board.taken
        return known

    # ------------------------------------------------------------------ 1. a way into the game

    def enter(self) -> tuple[_Entry, Lines]:
        """A way into a game against the program, and the lines of a first move; raises `CannotAsk`."""
        shown = self.at(())
        if not shown.waits:
            raise CannotAsk(_ended_at_once(shown))
        try:
            found = self._search((), 0)
        except _Spent:
            found = None
        if found is None:
            raise CannotAsk(self._nothing_found())
        return self._entry(found)

    def _nothing_found(self) -> str:
        """Why there is no way into the game."""
        if self.two_players:
            what = "it seems to be a game of two persons, without a player of its own"
        elif not self.saw_board:
            what = f"no board of {self._rows} x {self._columns} cells was printed"
        else:
            what = "none of the lines that were tried was answered by a move on its board"
        last = " ".join(self.last_shown.prompt.split())[:80]
        return f"{what} (its last words: {last!r}); describe it by hand, see [terminal] in the description"

    def _search(self, lines: Lines, depth: int) -> Lines | None:
        """Lines that end with a move that was answered by a move."""
        shown = self.at(lines)
        if not shown.waits or depth > MOST_SETUP + 2:
            return None
        before = self._known()
        prompt = normal(shown.prompt)
        for line in self._candidates(shown, before):
            now = self.at((*lines, line))
            if now.state != "waits":
                continue
            after = self._known()
            grown = len(after) - len(before)
            if grown >= 2 and len(after) <= 3 and before.keys() <= after.keys():
                return (*lines, line)
            if grown == 1:
                child = self._after_one_mark((*lines, line), before)
            elif normal(now.prompt) == prompt and not self._is_news(shown, now):
                continue
            else:
                child = self._search((*lines, line), depth + 1)
            if child is not None:
                return child
        return None

    def _after_one_mark(self, lines: Lines, before: dict[Place, str]) -> Lines | None:
        """One mark came: it was the program's first move, or the typed one, and the program wants to hear more."""
        shown = self.at(lines)
        after = self._known()
        if before:
            enter = self.at((*lines, ""))
            if enter.waits and len(self._known()) > len(after):
                self._extra[shown.prompt] = ""
                return (*lines, "")
            return None
        for line in ("", *self._move_texts(after)):
            now = self.at((*lines, line))
            if not now.waits:
                continue
            grown = len(self._known()) - len(after)
            if grown >= 2:
                return (*lines, line)
            if grown == 1 and line == "":
                self._extra[shown.prompt] = ""
                return (*lines, line)
            if grown == 1:
                self.two_players = True
                return None
            if grown == 0 and normal(now.prompt) != normal(shown.prompt):
                for second in ("1", "2", "3", "0"):
                    further = self.at((*lines, line, second))
                    grown = len(self._known()) - len(after)
                    if further.waits and grown >= 2:
                        return (*lines, line, second)
                    if grown == 1:
                        self.two_players = True
                        return None
        return None

    def _is_news(self, shown: Shown, now: Shown) -> bool:
        """Whether a program that asks in the same words shows a board or a menu that it has not shown before."""
        return bool(self._boards(now)) and not self._boards(shown) and now.pages[-1] != shown.pages[-1]

    def _candidates(self, shown: Shown, before: dict[Place, str]) -> list[str]:
        """What to type, the most plausible first."""
        prompt = shown.prompt
        has_board = bool(self._boards(shown))
        texts = [*offered(prompt)]
        if has_board:
            texts += self._move_texts(before)[:12]
        texts += [*offered(shown.pages[-1][-1500:]), *plausible(prompt)]
        if not has_board:
            texts += self._move_texts(before)[:8]
        return list(dict.fromkeys(texts))[: MOST_ANSWERS + 12 * has_board]

    def _move_texts(self, taken: dict[Place, str]) -> list[str]:
        """First lines of moves to free cells, two for each way of writing."""
        places = [place for place in self._places if place not in taken]
        corners = [places[0], places[len(places) // 2], places[-1]] if places else []
        found = [self._typed(scheme, place)[0] for scheme in self._schemes() for place in corners[:2]]
        return list(dict.fromkeys(found))

    def _schemes(self) -> Sequence[tuple[str, int]]:
        return FALLING_SCHEMES if self._falls else SCHEMES

    def _typed(self, scheme: tuple[str, int], place: Place) -> Lines:
        return tuple(typed_lines(scheme[0], (), place, self._rows, self._columns, scheme[1], "", self._falls))

    def _entry(self, lines: Lines) -> tuple[_Entry, Lines]:
        """Divide lines into the set-up and the first move: the move begins where the last prompt came first."""
        last = self.at(lines)
        prompts = [shown.prompt for shown in self._console.shown]
        counts = self._counts()
        begins = [
            at
            for at in range(len(lines))
            if normal(prompts[at]) == normal(last.prompt) and counts[at] == counts[-1] - 2
        ]
        if not begins:  # the prompt names the turn: the move is the shortest end that brought two marks
            begins = [max(at for at in range(len(lines)) if counts[at] == counts[-1] - 2)]
        at = begins[0] if counts[begins[0]] else begins[-1] if not self._is_repeated(prompts, begins) else begins[0]
        entry = _Entry(lines[:at], tuple(prompts[:at]), prompts[at], counts[at] == 1)
        return entry, lines[at:]

    def _is_repeated(self, prompts: Sequence[str], begins: Sequence[int]) -> bool:
        """Whether the same prompt came several times before the move, each for another line of it."""
        return False

    def _counts(self) -> list[int]:
        """How many marks were on the board after each line."""
        known: dict[Place, str] = {}
        found = []
        for shown in self._console.shown:
            for board in self._boards(shown):
                if board.taken.keys() >= known.keys() and board.taken:
                    known = board.taken
            found.append(len(known))
        return found

    # ------------------------------------------------------------------ 2. how cells are typed

    def learn_typing(self, entry: _Entry, first: Lines) -> tuple[str, int, Lines]:
        """The template and base by which cells are typed, or what is typed for each cell; raises `CannotAsk`."""
        extra = sum(1 for line in first if line == "")
        count = len(first) - extra
        observed = {first[:count]: self._observe(entry, first[:count])}
        self.at(entry.setup)
        free = [place for place in self._places if place not in self._known()]
        schemes = [scheme for scheme in self._schemes() if scheme[0].count("\n") == count - 1]
        order = sorted(free, key=lambda place: (place[0] == place[1], place))
        for place in order:
            ranked = sorted(schemes, key=lambda scheme: -self._score(scheme, observed))
            for scheme in ranked[:2] if len(observed) > 3 else ranked[:3]:
                lines = self._typed(scheme, place)
                if lines not in observed:
                    observed[lines] = self._observe(entry, lines)
        best = max(schemes, key=lambda scheme: self._score(scheme, observed), default=None)
        if best is not None and self._score(best, observed) >= len(free) / 2:
            return best[0], best[1], ()
        cells = self._learn_cells(entry, observed, free) if count == 1 else ()
        if not cells:
            raise CannotAsk("it was not found out how cells are typed; describe [terminal] type by hand")
        return "{index}", 0, cells

    def _observe(self, entry: _Entry, lines: Lines) -> _Observed:
        """What lines do at the first move."""
        self.at(entry.setup)
        before = self._known()
        depth = self._console.depth
        shown = self.at((*entry.setup, *lines))
        if shown.prompt in self._extra:
            shown = self.at((*entry.setup, *lines, self._extra[shown.prompt]))
        marks = []
        for each in self._console.shown[depth + 1 :]:
            for board in self._boards(each):
                new = {place: mark for place, mark in board.taken.items() if place not in before}
                if new and board.taken.keys() >= before.keys():
                    marks.append(new)
        return _Observed(lines, tuple(marks), shown.failure is not None)

    def _score(self, scheme: tuple[str, int], observed: dict[Lines, _Observed]) -> float:
        """How well a way of writing cells explains what was seen; for the mark that explains it best."""
        places = {self._typed(scheme, place): place for place in self._places}
        symbols = {mark for each in observed.values() for mark in each.all.values()}
        best = -99.0
        for symbol in symbols or {""}:
            score = 0.0
            for lines, each in observed.items():
                place = places.get(lines)
                if place is None or each.is_crash:
                    continue
                score += 1 if each.all.get(place) == symbol else -2
            best = max(best, score)
        return best

    def _learn_cells(self, entry: _Entry, observed: dict[Lines, _Observed], free: Sequence[Place]) -> Lines:
        """What is typed for each cell, where that follows no rule."""
        for number in range(10):
            lines: Lines = (str(number),)
            if lines not in observed:
                observed[lines] = self._observe(entry, lines)
        symbols = {mark for each in observed.values() for mark in each.all.values()}
        for symbol in sorted(symbols):
            landed: dict[Place, str] = {}
            for typed, each in observed.items():
                own = [place for place, mark in each.all.items() if mark == symbol]
                if len(typed) == 1 and len(own) == 1:
                    landed.setdefault(own[0], typed[0])
            if landed.keys() >= set(free) and len(free) == self._rows * self._columns:
                return tuple(landed[row, column] for row in range(self._rows) for column in range(self._columns))
        return ()

    # ------------------------------------------------------------------ 3. the other side

    def other_side(self, entry: _Entry, first: Lines) -> _Entry | None:
        """Set-up answers by which the program plays the other side, None where none are found."""
        try:
            if self._tosses_a_coin(entry):
                return replace(entry, is_first=not entry.is_first)
            for at in reversed(range(len(entry.setup))):
                shown = self.at(entry.setup[:at])
                texts = [*offered(shown.prompt), *offered(shown.pages[-1][-1500:]), *plausible(shown.prompt)]
                for line in list(dict.fromkeys(texts))[:MOST_ANSWERS]:
                    if line != entry.setup[at]:
                        found = self._reach((*entry.setup[:at], line), entry, 0)
                        if found is not None:
                            return found
        except _Spent:
            return None
        return None

    def _tosses_a_coin(self, entry: _Entry) -> bool:
        for _ in range(COINS):
            self._console.start()
            shown = self.at(entry.setup)
            if (
                shown.waits
                and normal(shown.prompt) == normal(entry.move_prompt)
                and bool(self._known()) != entry.is_first
            ):
                return True
        return False

    def _reach(self, lines: Lines, entry: _Entry, depth: int) -> _Entry | None:
        """Go on to the first move by the known answers; whether the other side begins then."""
        shown = self.at(lines)
        if not shown.waits or depth > MOST_SETUP:
            return None
        known = self._known()
        here = normal(shown.prompt)
        answers = {normal(prompt): line for prompt, line in zip(entry.prompts, entry.setup, strict=True)}
        is_move = here == normal(entry.move_prompt) or (here not in answers and bool(known))
        if is_move and bool(known) != entry.is_first and len(known) <= 1 and (known or self._accepts_moves(lines)):
            if known and not self._accepts_moves(lines):
                return None
            prompts = tuple(each.prompt for each in self._shown_at(lines)[:-1])
            return _Entry(lines, prompts, shown.prompt, bool(known))
        if is_move:
            return None
        previous = self._shown_at(lines[:-1])[-1]
        if here == normal(previous.prompt):
            return None  # it was refused
        line = answers.get(here)
        tries = [line] if line is not None and line not in lines[len(entry.setup) :] else offered(shown.prompt)[:4]
        for each in tries:
            found = self._reach((*lines, each), entry, depth + 1)
            if found is not None:
                return found
        return None

    def _shown_at(self, lines: Lines) -> list[Shown]:
        self.at(lines)
        return list(self._console.shown)

    def _accepts_moves(self, lines: Lines) -> bool:
        """Whether a move is answered by a move here."""
        self.at(lines)
        before = self._known()
        for text in self._typing_tries(before):
            for at in range(1, len(text) + 1):
                self.at((*lines, *text[:at]))
            if len(self._known()) - len(before) >= 2:
                return True
        return False

    def _typing_tries(self, taken: dict[Place, str]) -> Iterator[Lines]:
        places = [place for place in self._places if place not in taken]
        for place in places[:3]:
            yield self._typed(self.scheme, place)

    scheme: tuple[str, int] = ("{index}", 1)

    def symbols(self) -> tuple[str, ...]:
        """The marks that the last boards have shown."""
        found: dict[str, None] = {}
        for shown in self._console.shown:
            for board in self._boards(shown):
                found.update(dict.fromkeys(board.taken.values()))
        return tuple(found)

    def pairs(self, entry: _Entry) -> tuple[tuple[str, str], ...]:
        """The prompts and answers of a set-up; a prompt that is not unique is left out, so that the order counts."""
        names = [normal(prompt) for prompt in entry.prompts]
        unique = [names.count(name) == 1 and name != normal(entry.move_prompt) for name in names]
        answers = [
            (expression([prompt]) if is_unique else "", line)
            for prompt, line, is_unique in zip(entry.prompts, entry.setup, unique, strict=True)
        ]
        return (*answers, *((expression([prompt]), line) for prompt, line in self._extra.items()))


def describe_terminal(
    file: Path,
    game: Game,
    limits: Limits | None = None,
    command: Sequence[str] = ("{file}",),
    progress: ProgressCallback = None,
) -> tuple[Description, tuple[str, ...]]:
    """The description of a terminal program, found by trying, and sentences about it; raises `CannotAsk`."""
    start = question_for(game, game.start)
    if not start.cells:
        raise CannotAsk(f"terminal programs are explored in games on a grid of cells, and {game.name} is none")
    limits = limits or Limits()
    description = Description(game=game.spec, kind="terminal", command=tuple(command), limits=limits)
    console = Console(terminal_program(file, description), limits)
    try:
        return _explored(Explorer(console, game, progress), description)
    finally:
        console.close()


def _explored(explorer: Explorer, description: Description) -> tuple[Description, tuple[str, ...]]:
    entry, first = explorer.enter()
    symbols = explorer.symbols()
    try:
        template, base, cells = explorer.learn_typing(entry, first)
    except _Spent:
        raise CannotAsk("the time was over before it was known how cells are typed; describe it by hand") from None
    explorer.scheme = (template, base)
    other = explorer.other_side(entry, first)
    entries = {each.is_first: explorer.pairs(each) for each in (entry, other) if each is not None}
    prompts = [each.move_prompt for each in (entry, other) if each is not None]
    sides = "both" if len(entries) == 2 else "first" if entry.is_first else "second"
    terminal = Terminal(
        first=entries.get(True, ()),
        second=entries.get(False, ()),
        prompt=expression(prompts),
        type=template,
        base=base,
        cells=cells,
        symbols=symbols or ("X", "O"),
    )
    found = replace(description, terminal=terminal, turn=Turn(sides=sides, has_memory=True))
    return found, _sentences(found)


def _sentences(found: Description) -> tuple[str, ...]:
    terminal = found.terminal
    typed = "its own text for each cell" if terminal.cells else f"{terminal.type!r} counted from {terminal.base}"
    sentences = [f"it plays by prompts: a move is typed as {typed}, and read from the printed board"]
    for side, pairs in (("first", terminal.first), ("second", terminal.second)):
        if found.turn.sides in ("both", side):
            answers = ", ".join(repr(line) for _, line in pairs) or "nothing"
            sentences.append(f"to let it play {side}, its questions are answered by {answers}")
    if found.turn.sides != "both":
        sentences.append(f"no answers were found that let it play another side than the {found.turn.sides}")
    return tuple(sentences)


def _ended_at_once(shown: Shown) -> str:
    why = f": {shown.why}" if shown.why else ""
    return f"its program did not wait for any line{why}"
