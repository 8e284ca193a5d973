"""Grade an agent: ask it, check its answers, and find the smallest counterexample and the bug by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from time import perf_counter

from zerosum.answers.grade.ask.agent import Agent, CannotAsk, CannotRun
from zerosum.answers.grade.ask.time_limit import TimeLimit
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.answers.grade.bugs.functions import name_by_functions
from zerosum.answers.grade.bugs.naming import SECONDS as NAMING_SECONDS
from zerosum.answers.grade.bugs.naming import name_bug
from zerosum.answers.grade.checks.counterexample import smallest_counterexample
from zerosum.answers.grade.checks.evidence import Check, Evidence
from zerosum.answers.grade.checks.explored_games import OwnGames, explore
from zerosum.answers.grade.checks.interview import Asked, GaveUp, Interview
from zerosum.answers.grade.checks.legal import legal
from zerosum.answers.grade.checks.marks import SENTENCE
from zerosum.answers.grade.checks.optimal import optimal
from zerosum.answers.grade.checks.own_games import own_games
from zerosum.answers.grade.checks.pruning import pruning
from zerosum.answers.grade.checks.rules import rules
from zerosum.answers.grade.checks.time import time
from zerosum.answers.grade.checks.unbeatable import unbeatable
from zerosum.answers.grade.checks.values import values
from zerosum.answers.grade.checks.verdict import MISREAD, MISTAKES, Verdict, cost_sentence
from zerosum.answers.grade.reports.report import Bug, CheckResult, GradeReport, PositionRow
from zerosum.answers.grade.settings import GradeSettings, check_settings
from zerosum.answers.grade.truth.position_file import refuse_wrong_scores
from zerosum.answers.grade.truth.sampled_games import play_sampled
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.engines.draw.amounts import counted

CHECKS: Mapping[str, Check] = {
    "legal": legal,
    "optimal": optimal,
    "own_games": own_games,
    "unbeatable": unbeatable,
    "time": time,
    "rules": rules,
    "values": values,
    "pruning": pruning,
}
"""Every check by name."""

STOPPED = "The grading was stopped before its end."

NAMING_SECONDS_OF_LARGE_GAMES = 10.0
"""Where positions are drawn, the searches of the faults are long and their answers few."""

FEW_MOVES = 0.05
"""Where no larger share of the answers are legal moves, the agent may be asked in a wrong way."""

OnReport = Callable[[GradeReport], None]
"""Called with the report so far after each check, so that a file of it can be rewritten."""


def grade_agent(
    agent: Agent,
    game: Game,
    *,
    settings: GradeSettings | None = None,
    truth: Truth | None = None,
    progress: ProgressCallback = None,
    on_report: OnReport | None = None,
    names_bug: bool = True,
    time_limit: TimeLimit | None = None,
) -> GradeReport:
    """The report about an agent; whatever the agent does, there is one.

    Ctrl-C ends the questions, and the report is about those so far. A `truth` of this game and these settings can be
    given, so that many agents share one. What is spent of the `time_limit` counts as used by questions. To name the bug
    takes longer than all checks; it can be left out.
    """
    settings = settings or GradeSettings()
    spent = 0.0 if time_limit is None else time_limit.spent
    # An agent with a memory cannot be given positions, so that none are drawn for it.
    truth = truth or truth_for(game, replace(settings, drawn=0) if agent.has_memory else settings, progress)
    refuse_wrong_scores(truth, settings.given)
    grading = _Grading(agent, game, settings, truth, progress, spent, names_bug=names_bug)
    for report in grading.steps():
        if on_report is not None:
            on_report(report)
    return report


def truth_for(game: Game, settings: GradeSettings, progress: ProgressCallback = None) -> Truth:
    """The truth that these settings ask for."""
    return Truth(
        game,
        seed=settings.seed,
        most_positions=settings.most_positions,
        drawn=settings.drawn,
        is_symmetric=settings.is_symmetric,
        given=[moves for moves, _ in settings.given],
        progress=progress,
    )


def unasked_report(error: ZerosumError, agent: str, game: Game, *, is_described: bool = False) -> GradeReport:
    """The report about an agent that could not be asked; of one that runs, a person may say how, or has said it."""
    asks_person = isinstance(error, CannotAsk) and not isinstance(error, CannotRun) and not is_described
    return GradeReport(agent=agent, game=game.spec, problem=str(error), asks_person=asks_person)


class _Grading:
    """One grading: its evidence and its report so far."""

    def __init__(
        self,
        agent: Agent,
        game: Game,
        settings: GradeSettings,
        truth: Truth,
        progress: ProgressCallback,
        spent: float,
        *,
        names_bug: bool,
    ) -> None:
        self.agent = agent
        self.names_bug = names_bug
        self.game = game
        self.settings = settings
        self.interview = Interview(agent, truth, settings, progress, spent)
        self.evidence = Evidence(self.interview)
        self.checks: list[CheckResult] = []
        self.notes: list[str] = []
        self.sampled = 0
        self._began = perf_counter()

    def steps(self) -> Iterator[GradeReport]:
        """The report after each check; the last one is complete."""
        is_stopped = False
        try:
            self._ask()
        except KeyboardInterrupt:
            self._end("the grading was stopped")
            is_stopped = True
        if not self.interview.asked and self.interview.not_asked:
            why = next(iter(self.interview.not_reached.values()))
            problem = CannotAsk(f"it could not be asked in any position: {why}")
            yield unasked_report(problem, self.agent.name, self.game)
            return
        for name, setting in check_settings(self.settings.checks).items():
            check = CHECKS[name]
            result = check(self.evidence, setting)
            if result is not None:
                self.checks.append(result)
                yield self._report(is_complete=False)
        yield self._report(is_complete=not is_stopped, is_last=True)

    def _ask(self) -> None:
        """Ask all positions, then explore the agent's own games."""
        interview, evidence, truth = self.interview, self.evidence, self.interview.truth
        if truth.is_listed:
            evidence.games = [OwnGames(side) for side in self.agent.sides]
        else:
            why = "only the given positions were asked" if self.settings.given else "the game has too many positions"
            self.notes.append(f"Its own games were not explored: {why}.")
        try:
            interview.ask_all()
            if self.agent.has_memory and not truth.is_listed:
                self.sampled = play_sampled(interview, self.settings.drawn)
            for games in evidence.games:
                explore(interview, games)
        except GaveUp as reason:
            self._end(str(reason))

    def _end(self, reason: str) -> None:
        """End the questions. No check may take what was asked so far for all there is."""
        self.interview.ended = self.interview.ended or reason
        self.evidence.games_left_out = f"not all of its games were explored: {self.interview.ended}"

    def _report(self, *, is_complete: bool, is_last: bool = False) -> GradeReport:
        return GradeReport(
            agent=self.agent.name,
            game=self.game.spec,
            checks=tuple(self.checks),
            counterexample=smallest_counterexample(self.evidence, self.checks) if is_last else None,
            bug=self._bug() if is_last and self.names_bug else None,
            found=tuple(self.agent.found),
            notes=(*self._notes(), *([STOPPED] if is_last and not is_complete else [])),
            not_isolated=tuple(self.agent.not_isolated),
            is_complete=is_complete,
            left_out=self.interview.ended,
            not_asked=self.interview.not_asked,
            seconds=perf_counter() - self._began,
            rows=tuple(map(self._row, self.interview.asked)) if is_last else (),
        )

    def _bug(self) -> Bug | None:
        """The fault that explains the first answer to every position; None where nothing failed."""
        if not any(check.is_failed for check in self.checks) or self._misread_note():
            return None
        first = {state: asked[0].answer.move for state, asked in self.interview.answers.items() if asked}
        answers = {state: move for state, move in first.items() if move is not None}
        unanswered = [state for state, move in first.items() if move is None]
        truth = self.interview.truth
        seconds = NAMING_SECONDS if truth.is_listed else NAMING_SECONDS_OF_LARGE_GAMES
        positions = Positions(self.game)
        if self.evidence.calls and any(each.verdict in MISTAKES for each in self.interview.asked):
            by_functions = name_by_functions(positions, self.evidence.calls)
            if by_functions is not None:
                return by_functions
        return name_bug(truth, answers, unanswered, is_random=self.interview.is_random, seconds=seconds)

    def _misread_note(self) -> list[str]:
        """What to do where hardly any answer is a legal move; nothing where enough are."""
        asked = self.interview.asked
        misread = sum(each.answer.failure in MISREAD for each in asked)
        if not asked or misread < (1 - FEW_MOVES) * len(asked):
            return []
        moves = sum(each.answer.move is not None for each in asked)
        only = f"Only {moves:,} of {counted(len(asked), 'answer', 'answers')}" if moves else "No answer"
        return [f"{only} could be read as a legal move: check how it is asked (--describe)."]

    def _notes(self) -> list[str]:
        """Which positions were asked."""
        truth, sides = self.interview.truth, self.agent.sides
        asked = counted(len(self.interview.answers), "position", "positions")
        if self.agent.has_memory and not truth.is_listed:
            games = counted(self.sampled, "game", "games")
            how = (
                f"It remembers the moves so far, so it played {games} against moves drawn with the seed "
                f"{self.settings.seed}; {asked} near their ends were solved and judged"
            )
        elif self.agent.has_memory:
            how = "It is played with from the start, so it was led to all positions that its own moves reach"
        elif truth.is_exhaustive:
            what = "one of each symmetry class and those of its own games" if truth.is_symmetric else "all"
            left = self.interview.unasked
            posed = counted(len(self.interview.answers) + left, "position", "positions")
            how = f"Asked {len(self.interview.answers):,} of {posed}" if left else f"Asked {what}: {asked}"
        elif self.settings.given:
            how = f"Asked the positions that were given: {asked}"
        else:
            how = f"Asked {asked} drawn with the seed {truth.seed}, each solved"
        side = "" if len(sides) != 1 else f" Only {self.game.side_words(sides[0])} was graded."
        partial = [f"{SENTENCE}."] if any(0 < check.points < check.out_of for check in self.checks) else []
        not_asked = [f"{self.interview.not_asked}."] if self.interview.not_asked else []
        unfinished = [check for check in self.checks if check.is_unfinished]
        points = sum(check.out_of for check in unfinished)
        undecided = [f"{points:g} points are neither given nor taken: {', '.join(check.name for check in unfinished)}."]
        undecided = undecided if unfinished else []
        return [f"{how}.{side}", *self.notes, *not_asked, *undecided, *partial, *self._misread_note()]

    def _row(self, asked: Asked) -> PositionRow:
        game, truth, answer = self.game, self.interview.truth, asked.answer
        cost = ""
        if answer.move is None:
            cost = answer.reason
        elif asked.verdict is not Verdict.RIGHT:
            cost = cost_sentence(truth.value(asked.state), truth.move_values(asked.state)[answer.move])
        return PositionRow(
            position=game.position_text(asked.state),
            side=game.side_name(asked.side),
            move=answer.said if answer.move is None else game.move_text(asked.state, answer.move),
            verdict=str(asked.verdict),
            cost=cost,
            failure="" if answer.failure is None else str(answer.failure),
        )
