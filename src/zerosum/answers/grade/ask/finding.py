"""Find out how a Python submission is asked: whole patterns, tried in order, and accepted on evidence or not at all."""

from __future__ import annotations

import ast
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

from zerosum.answers.grade.ask.agent import CannotAsk, CannotRun, NotSure
from zerosum.answers.grade.ask.answer import Failure
from zerosum.answers.grade.ask.description import Description, Limits, MoveForm, Turn
from zerosum.answers.grade.ask.evidence import Evidence, Reply, Shapes, readings, sources
from zerosum.answers.grade.ask.found_words import call_text, sentences
from zerosum.answers.grade.ask.patterns import is_whole, ways
from zerosum.answers.grade.ask.patterns.findings import Findings
from zerosum.answers.grade.ask.patterns.main_function import is_weak, main_functions, searches
from zerosum.answers.grade.ask.patterns.pairs import says_column_first
from zerosum.answers.grade.ask.patterns.sides import with_truth_for_side
from zerosum.answers.grade.ask.patterns.words import NotGuessed
from zerosum.answers.grade.ask.probes import Probe, probes
from zerosum.answers.grade.ask.python_agent import PythonAgent
from zerosum.answers.grade.ask.question import grid_of, question_for
from zerosum.answers.grade.ask.source.definitions import Function
from zerosum.answers.grade.ask.source.source import Source, imported
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.host.worker.loading import syntax_problem
from zerosum.answers.grade.host.worker_process import PythonWorker, WorkerError
from zerosum.core.game import Game
from zerosum.core.progress import Count, ProgressCallback

MOST_FUNCTIONS: Final = 5
MOST_WAYS: Final = 36
MOST_TIMEOUTS: Final = 3
MOVE_SECONDS: Final = 3.0
MOST_SECONDS: Final = 60.0
LONGEST_REASON: Final = 90
NAMED_FUNCTIONS: Final = 2


@dataclass
class Found:
    """A description that was accepted, and sentences about it."""

    description: Description
    sentences: tuple[str, ...]
    evidence: Evidence


@dataclass
class Tried:
    """One function: the best way to ask it so far, and why others gave nothing."""

    function: Function
    way: Description | None = None
    evidence: Evidence | None = None
    replies: list[Reply] = field(default_factory=list)
    rival: Description | None = None
    first: Description | None = None
    errors: Counter[str] = field(default_factory=Counter)
    timeouts: int = 0

    @property
    def is_sure(self) -> bool:
        """Whether its answers show that it is asked as its author would."""
        return self.evidence is not None and self.evidence.is_sure and self.rival is None


class Finder:
    """Finds how one file is asked."""

    def __init__(
        self,
        file: Path,
        game: Game,
        limits: Limits,
        progress: ProgressCallback = None,
        time_limit: TimeLimit | None = None,
    ) -> None:
        """Nothing is started before `find`."""
        self._file = file
        self._game = game
        self._limits = replace(limits, move_seconds=min(MOVE_SECONDS, limits.move_seconds))
        self._progress = progress
        cells, falls = grid_of(game, game.start)
        self._shapes = Shapes(len(cells), len(cells[0]) if cells else 0, falls)
        self._probes = probes(game)
        self._begin = time.monotonic()
        self._time_limit = time_limit or TimeLimit(limits.total_seconds)
        self._worker = PythonWorker(file, self._limits, time_limit=self._time_limit)
        self.tried: list[Tried] = []

    def find(self) -> Found:
        """The description; raises `NotSure` with the best one, or `CannotAsk` with what was tried."""
        with self._worker:
            try:
                source = Source(_text(self._file))
            except (SyntaxError, ValueError) as error:
                raise CannotRun(f"{self._file.name} is not a Python 3 file: {syntax_problem(error)}") from None
            except RecursionError as error:
                raise CannotAsk(f"{self._file.name} cannot be read as Python: {error}") from None
            self._add_beside(source)
            self._worker.load()
            shapes = self._shapes
            findings = Findings(source, self._worker, shapes.rows, shapes.columns, shapes.falls)
            for function in main_functions(findings):
                if len(self.tried) == MOST_FUNCTIONS or self._is_late:
                    break
                if any(
                    function in source.reached(each.function) for each in self.tried if each.evidence or each.errors
                ):
                    continue  # a helper is not asked instead of the function that calls it
                if self._progress is not None:
                    self._progress(Count(len(self.tried), "functions tried"))
                tried = self._try(findings, function)
                self.tried.append(tried)
                if tried.is_sure and self._is_main(findings, tried):
                    return self._found(findings, tried)
                if self._is_weak(findings, tried):
                    return self._found(findings, tried)
                if self._always_crashes(findings, tried):
                    return self._crashing(tried)
            raise self._problem()

    @property
    def _is_late(self) -> bool:
        """Whether trying has taken long enough: by what the submission used, or by the clock on a busy machine."""
        is_slow = self._worker.used_seconds > MOST_SECONDS or time.monotonic() - self._begin > 4 * MOST_SECONDS
        return is_slow or self._time_limit.is_over

    def _add_beside(self, source: Source) -> None:
        """Read the files that the submission imports from its folder, too."""
        for name in dict.fromkeys(imported(source.trees[0])):
            file = self._file.parent / f"{name}.py"
            if file.is_file() and file != self._file:
                try:
                    source.add(_text(file))
                except (SyntaxError, ValueError, RecursionError):
                    continue

    def _is_weak(self, findings: Findings, tried: Tried) -> bool:
        """Whether it is asked rightly though it takes few wins: its course says how, or it plainly plays at random."""
        evidence = tried.evidence
        if evidence is None or tried.rival is not None or not (evidence.are_moves and evidence.is_said):
            return False
        if is_whole(findings, tried.function):
            return True
        is_alone = len(self.tried) == 1 and not searches(findings) and not evidence.is_one_sided
        return (
            is_alone and evidence.legal == 1 and evidence.given == evidence.asked and is_weak(findings, tried.function)
        )

    def _is_main(self, findings: Findings, tried: Tried) -> bool:
        """Whether it is no easier level beside a search of the same file that could not be asked."""
        found = searches(findings)
        return (
            not found
            or is_whole(findings, tried.function)
            or any(each is tried.function or each in findings.source.reached(tried.function) for each in found)
        )

    def _can_start(self, findings: Findings, tried: Tried) -> bool:
        """Whether a program with one mark for itself, which need not be made for the first move, can make it.

        A search can, and takes long for it, so that it is not asked.
        """
        way = tried.way
        reached = [tried.function, *findings.source.reached(tried.function)]
        if way is None or not way.board.is_relative or way.turn.sides != "both":
            return True
        if any(each in reached for each in searches(findings)):
            return True
        start = Probe(question_for(self._game, self._game.start), frozenset())
        replies = self._ask(way, [start], Tried(tried.function))
        return replies is None or bool(readings(replies, replace(way, move=way.move), self._shapes))

    def _always_crashes(self, findings: Findings, tried: Tried) -> bool:
        """Whether its author's main function uses a name that the file never defines, however it is called."""
        source = findings.source
        names = [re.match(r"(?:NameError: name|UnboundLocalError: .* variable) '(\w+)'", each) for each in tried.errors]
        known = {*source.names, *source.functions, *source.classes}
        local = {name for each in source.all_functions() for name in each.local}
        is_missing = all(each is not None and each[1] not in known | local for each in names)
        is_called = bool(source.sites(tried.function)) or len(self.tried) == 1
        return bool(names) and is_missing and is_called and tried.evidence is None and tried.first is not None

    def _crashing(self, tried: Tried) -> Found:
        assert tried.first is not None
        evidence = Evidence(tried.first.move, (), 0, 0, 0, 0)
        found = (f"the move comes from {call_text(tried.first)}", f"it crashes: {max(tried.errors)}")
        return Found(replace(tried.first, game=self._game.spec, limits=Limits()), found, evidence)

    def _found(self, findings: Findings, tried: Tried) -> Found:
        assert tried.way is not None
        assert tried.evidence is not None
        if not self._can_start(findings, tried):
            tried.way = replace(tried.way, turn=Turn(sides="second"))
        found = sentences(tried.way, self._shapes)
        if not tried.evidence.is_sure:
            why = "its course says how it is asked" if is_whole(findings, tried.function) else "it plays at random"
            found += (f"{why}, and {tried.evidence.words}",)
        return Found(replace(tried.way, game=self._game.spec, limits=Limits()), found, tried.evidence)

    # --- trying one function ------------------------------------------------------------------------------------------

    def _try(self, findings: Findings, function: Function) -> Tried:
        tried = Tried(function)
        seen: list[Description] = []
        is_column_first = says_column_first(findings.source, function)
        try:
            for way in islice(ways(findings, function), MOST_WAYS):
                if way in seen:
                    continue
                seen.append(way)
                self._ask_way(way, tried, is_column_first=is_column_first)
                if tried.is_sure or tried.timeouts >= MOST_TIMEOUTS or self._is_late:
                    break
            for way in () if tried.is_sure or tried.way is None else with_truth_for_side(tried.way):
                self._ask_way(way, tried, is_column_first=is_column_first)
        except NotGuessed as error:
            tried.errors[str(error)] += 1
        return tried

    def _ask_way(self, way: Description, tried: Tried, *, is_column_first: bool) -> None:
        """Ask all probes where the answers to the first ones are moves, and keep the way if it is the best so far."""
        tried.first = tried.first or way
        quick = self._ask(way, self._probes[:2] + self._probes[-1:], tried)
        if quick is None or all(reply.error for reply in quick):
            return
        function = tried.function
        for usual in sources(quick, way, sorted(function.writes), sorted(function.self_writes)):
            placed = replace(way, move=usual)
            few = quick
            if usual != MoveForm():
                few = self._ask(placed, self._probes[:3], tried) or []
            if not readings(few, placed, self._shapes):
                continue
            replies = self._ask(placed, self._probes, tried)
            if replies is None:
                return
            found = readings(replies, placed, self._shapes, is_column_first=is_column_first)
            sure = [each for each in found if each.is_sure]
            best = max(sure or found, key=lambda each: (each.legal, each.taken), default=None)
            if best is None or not _replaces(best, tried.evidence):
                continue
            tried.evidence, tried.way, tried.replies = best, replace(placed, move=best.move), replies
            others = [each for each in sure if each.moves != best.moves]
            tried.rival = replace(placed, move=others[0].move) if others else None
            if best.is_sure:
                return

    def _ask(self, way: Description, asked: Sequence[Probe], tried: Tried) -> list[Reply] | None:
        """The replies to probes; None where the way does not fit the file or the time is over."""
        try:
            agent = PythonAgent(self._file, way, self._game, self._worker)
        except CannotAsk as error:
            tried.errors[str(error)] += 1
            return None
        replies: list[Reply] = []
        for probe in asked:
            try:
                reply = agent.raw(probe.question)
            except WorkerError as error:
                tried.errors[str(error)] += 1
                replies.append(Reply(probe, error=str(error)))
                if error.failure is Failure.TIMEOUT:
                    tried.timeouts += 1
                    return None
                if len(replies) == 2 and all(each.error for each in replies):
                    return replies
                continue
            raw, seconds = reply.get("answer"), float(reply["seconds"])
            replies.append(Reply(probe, raw, reply.get("cells"), bool(reply.get("changed")), seconds=seconds))
        return replies

    # --- words --------------------------------------------------------------------------------------------------------

    def _problem(self) -> CannotAsk:
        """The question to the person where something was answered, else what was tried and why it gave no moves."""
        answering = [each for each in self.tried if each.evidence is not None and each.way is not None]
        if answering:
            best = max(answering, key=lambda each: _rank(each.evidence) if each.evidence else (0.0, 0.0))
            assert best.way is not None
            assert best.evidence is not None
            way = replace(best.way, game=self._game.spec, limits=Limits())
            what = best.evidence.words + self._missed(best)
            if not best.evidence.is_said:
                what = "its answers fit only as a column and a row, which nothing in the file says"
            if best.rival is not None:
                what = "its answers can be read as moves in two ways that both fit"
            return NotSure(f"{self._file.name} may be asked wrongly: {call_text(way)} was tried, and {what}", way)
        if not self.tried:
            return CannotAsk(f"{self._file.name} defines no function that could choose a move")
        parts = []
        for each in self.tried[:NAMED_FUNCTIONS]:
            reason = max(each.errors, key=each.errors.__getitem__, default="it gave nothing that is a move")
            shortened = reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 3] + "..."
            parts.append(f"{each.function.signature} ({shortened})")
        others = [each.function.signature for each in self.tried[NAMED_FUNCTIONS:]]
        tried = "; ".join(parts) + (f", and also {', '.join(others)}" if others else "")
        return CannotAsk(
            f"no function of {self._file.name} answers positions of {self._game.spec} with moves; tried {tried}"
        )

    def _missed(self, tried: Tried) -> str:
        """An example of a win that was not taken."""
        assert tried.evidence is not None
        for reply, move in zip(tried.replies, tried.evidence.moves, strict=False):
            question = reply.probe.question
            if reply.probe.wins and move is not None and move not in reply.probe.wins:
                texts = {legal.number: legal.text for legal in question.legal}
                better = next(iter(sorted(reply.probe.wins)))
                return f": on {question.position} it was read as playing {texts[move]}, and {texts[better]} wins"
        return ""


def _replaces(new: Evidence, old: Evidence | None) -> bool:
    """Whether a way is so much better than an earlier one that it replaces that."""
    if old is None or new.is_sure:
        return True
    return not old.are_moves and (new.are_moves or new.legal > old.legal)


def _rank(evidence: Evidence) -> tuple[float, float]:
    """Which of two ways is closer to what its author would do."""
    return (evidence.are_moves + min(evidence.taken, 1.0), evidence.legal)


def _text(file: Path) -> str:
    data = file.read_bytes()
    ast.parse(data)  # a declared encoding, or a null byte
    return data.decode("utf-8-sig", "replace")
