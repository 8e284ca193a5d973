"""Grade many submissions: several at a time, one report each, and nothing that is finished is lost."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from zerosum.answers.grade.ask.agent import CannotAsk
from zerosum.answers.grade.ask.agent_opener import open_agent
from zerosum.answers.grade.ask.description import MOST_BYTES, Description, read_description, write_description
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.assignment.assignment import IMPORTS, Assignment, source_checks
from zerosum.answers.grade.grading import grade_agent, truth_for, unasked_report
from zerosum.answers.grade.host.submission_files import refuse_unusable
from zerosum.answers.grade.host.temporary import temporary_folder
from zerosum.answers.grade.reports.journal import Journal, key_of
from zerosum.answers.grade.reports.report import GradeReport
from zerosum.answers.grade.reports.submissions import Submission
from zerosum.answers.grade.settings import GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import BadRequest, ZerosumError
from zerosum.core.files import read_text
from zerosum.core.game import Game
from zerosum.core.progress import Count, Progress, ProgressCallback

OnReport = Callable[[Sequence[GradeReport]], None]
"""Called with all reports so far, in the order of the submissions, whenever one more is finished."""

WAIT_SECONDS = 0.2


class _Stopped(Exception):
    """Raised inside of a grading to end it."""


@dataclass(frozen=True)
class BatchResult:
    """The reports so far, how many of them were taken from the journal, and whether that is all."""

    reports: tuple[GradeReport, ...]
    kept: int
    is_complete: bool


class Batch:
    """Many submissions, graded in the same way by one truth.

    The agents run in processes of their own; the threads of the grader mostly wait for them.
    """

    def __init__(
        self,
        submissions: Sequence[Submission],
        game: Game,
        *,
        settings: GradeSettings,
        description: Description | None = None,
        journal: Journal | None = None,
        jobs: int | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        """Nothing is graded yet. The checks of the source are those of the assignment; what else it says is given."""
        self.submissions = submissions
        self.game = game
        self.settings = settings
        self.description = description
        self.journal = journal
        self.jobs = jobs or os.cpu_count() or 1
        self.assignment = assignment
        self._stop = threading.Event()

    def run(self, progress: ProgressCallback = None, on_report: OnReport | None = None) -> BatchResult:
        """Grade what the journal does not hold; Ctrl-C ends it, and what is finished stays finished."""
        reports: dict[int, GradeReport] = {}
        waiting: dict[int, str] = {}
        for at, submission in enumerate(self.submissions):
            key = self._key(submission)
            kept = self.journal.get(key) if self.journal is not None else None
            if kept is None:
                waiting[at] = key
            else:
                reports[at] = self._marked(kept)
        kept_count = len(reports)
        count = Count(len(reports), "submissions", len(self.submissions))
        is_complete = True
        if waiting:
            truth = truth_for(self.game, self.settings, progress)
            with ThreadPoolExecutor(self.jobs, thread_name_prefix="grade") as pool:
                futures = {pool.submit(self._graded, self.submissions[at], truth): at for at in waiting}
                try:
                    for at, report in _finished(futures, count, progress):
                        reports[at] = self._marked(report)
                        if self.journal is not None and report.is_complete and report.problem is None:
                            self.journal.add(waiting[at], report)
                        if on_report is not None:
                            on_report([reports[at] for at in sorted(reports)])
                except KeyboardInterrupt:
                    is_complete = False
                finally:
                    self._stop.set()
                    pool.shutdown(wait=True, cancel_futures=True)
        return BatchResult(tuple(reports[at] for at in sorted(reports)), kept_count, is_complete)

    def _marked(self, report: GradeReport) -> GradeReport:
        """The report with the pass mark, which may have changed since a report was kept."""
        return replace(report, pass_points=None if self.assignment is None else self.assignment.pass_points)

    def _key(self, submission: Submission) -> str:
        """The key in the journal; one of its own where the submission cannot be read."""
        if submission.file is None:
            return f"unknown {submission.name}"
        usual = "" if self.description is None else write_description(self.description)
        # Of the assignment only what the settings do not say; not where its file is, which may be called otherwise.
        asked = self.assignment
        sources = "" if asked is None else repr((asked.allowed_imports, asked.checks.get(IMPORTS)))
        try:
            described = "" if submission.description is None else read_text(str(submission.description), MOST_BYTES)
            how = "\n".join([submission.name, self.game.spec, repr(self.settings), usual, described, sources])
            return key_of(submission.file, how, alone=submission.is_alone)
        except (OSError, BadRequest):
            return f"unreadable {submission.name}"

    def _graded(self, submission: Submission, truth: Truth) -> GradeReport:
        """The report about one submission, whatever goes wrong."""
        failed = GradeReport(agent=submission.name, student=submission.student, game=self.game.spec)
        try:
            return replace(self._grade(submission, truth), agent=submission.name, student=submission.student)
        except _Stopped:
            return replace(failed, is_complete=False)
        except (CannotAsk, BadRequest) as error:
            is_described = self.description is not None or submission.description is not None
            report = unasked_report(error, submission.name, self.game, is_described=is_described)
            return replace(report, student=submission.student)
        except ZerosumError as error:
            return replace(failed, problem=f"the grading failed: {error}", is_complete=False)
        except Exception as error:  # one submission must not end the others; it is tried again next time
            return replace(failed, problem=f"the grading failed: {error!r}", is_complete=False)

    def _grade(self, submission: Submission, truth: Truth) -> GradeReport:
        if submission.file is None:
            raise CannotAsk(submission.problem)
        description = self.description
        # That of the homework comes first: a student must not choose how a submission is graded.
        is_free = self.assignment is None or description is None
        if submission.description is not None and is_free:
            text = read_text(str(submission.description), MOST_BYTES)
            description = read_description(text, submission.description.name)
        refuse_unusable(submission.file)
        with _alone(submission) as file:
            self._check_stop()
            limits = self.settings.limits
            time_limit = TimeLimit(limits.total_seconds)
            agent = open_agent(file, self.game, description, limits, self._check_stop, time_limit)
            try:
                report = grade_agent(
                    agent,
                    self.game,
                    settings=self.settings,
                    truth=truth,
                    progress=self._check_stop,
                    time_limit=time_limit,
                )
            finally:
                agent.close()
            return replace(report, checks=(*source_checks(self.assignment, file), *report.checks))

    def _check_stop(self, progress: Progress | None = None) -> None:
        """A progress callback that ends the grading when the batch is stopped."""
        if self._stop.is_set():
            raise _Stopped


def _finished(
    futures: dict[Future[GradeReport], int], count: Count, progress: ProgressCallback
) -> Iterator[tuple[int, GradeReport]]:
    """The reports as they come. The main thread wakes up often, so that Ctrl-C is seen."""
    left = set(futures)
    while left:
        if progress is not None:
            progress(count)
        done, left = wait(left, timeout=WAIT_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            count.done += 1
            yield futures[future], future.result()


@contextmanager
def _alone(submission: Submission) -> Iterator[Path]:
    """The file; where those of other students lie beside it, a copy that lies alone."""
    assert submission.file is not None
    if not submission.is_alone:
        yield submission.file
        return
    with tempfile.TemporaryDirectory(prefix="submission-", dir=temporary_folder()) as folder:
        copy = Path(folder) / submission.file.name
        try:
            shutil.copy(submission.file, copy)
        except OSError as error:
            raise CannotAsk(f"{submission.name} cannot be read: {error.strerror or error}") from None
        yield copy
