"""The interview: an agent is asked all positions once, or several times where it answers at random.

Late positions come first: they are quick, and a limit that ends the interview leaves many answers. What was asked is
kept, so that a check costs no further question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter

from zerosum.answers.grade.ask.agent import Agent
from zerosum.answers.grade.ask.answer import Answer, Failure, FunctionAnswer
from zerosum.answers.grade.ask.question import Questions
from zerosum.answers.grade.checks.verdict import LIMITS, MISTAKES, SLOW, Verdict, verdict_of
from zerosum.answers.grade.settings import GradeSettings
from zerosum.answers.grade.truth.truth import Truth
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import Move, State
from zerosum.engines.draw.amounts import counted

PROBES = 12
"""So many positions are asked again to see whether the agent answers at random."""

PROBED_TIMES = 3

QUICK_ROUNDS = 3
"""So many times each position is asked of an agent that answers at random, and has given no wrong answer."""

SHARE_OF_REPEATS = 0.5
"""What further answers to the same positions may take of the time that is left; its own games need the rest."""

SLOW_ANSWER = 0.3
"""A position that took longer, in seconds, is not asked again only to see whether the agent is random."""


class GaveUp(Exception):
    """No more questions: the time is over, or the agent has failed by its limits too often."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer: the position, the game that reached it, the verdict, and the side that was to move."""

    state: State
    history: tuple[Move, ...]
    answer: Answer
    verdict: Verdict
    side: int


class Interview:
    """The questions to one agent and its answers.

    `asked` are all answers in order, `answers` those of each position. `rounds` is how often each posed position was
    asked, and `cut_short` why one that answers at random was asked less. `unasked` counts the posed positions that
    were left out when the interview ended early, for the reason in `ended`. `not_reached` has the positions into which
    the grader could not bring the agent, with the reason.
    """

    def __init__(
        self, agent: Agent, truth: Truth, settings: GradeSettings, progress: ProgressCallback = None, spent: float = 0.0
    ) -> None:
        """Begin without answers; `spent` seconds of the time limit are already used."""
        self.agent = agent
        self.truth = truth
        self.settings = settings
        self.asked: list[Asked] = []
        self.answers: dict[State, list[Asked]] = {}
        self.is_random = False
        self.questions = Questions(truth.game)
        self.ended = ""
        self.unasked = 0
        self.rounds = 1
        self.cut_short: list[str] = []
        self.not_reached: dict[State, str] = {}
        self._progress = progress
        self._began = perf_counter() - spent
        self._failures = 0

    @property
    def not_asked(self) -> str:
        """How many positions could not be put to the agent, and why; "" where all could."""
        reasons = [why for state, why in self.not_reached.items() if state not in self.answers]
        if not reasons:
            return ""
        return f"Not asked: {counted(len(reasons), 'position', 'positions')}, because {reasons[0]}"

    @property
    def posed(self) -> list[State]:
        """The positions that the agent is given, the late ones first; none where it has a memory."""
        if self.agent.has_memory:
            return []
        game = self.truth.game
        chosen = [state for state in self.truth.states if game.to_move(state) in self.agent.sides]
        return chosen[::-1]

    def ask_all(self) -> None:
        """Ask every posed position; raises `GaveUp`."""
        states = self.posed
        for done, state in enumerate(states):
            self.unasked = len(states) - done
            self.ask(state)
            self.tell(done + 1, len(states))
        self.unasked = 0
        self._find_randomness(states)
        if self.is_random:
            self._repeat(states)

    def _repeat(self, states: Sequence[State]) -> None:
        """Ask all positions of a random agent again, in rounds; the last may be cut short to leave time for games."""
        end = self.spent_seconds + SHARE_OF_REPEATS * self.seconds_left
        wrong = (Verdict.NO_MOVE, *MISTAKES, *(SLOW if self.settings.is_fastest else ()))
        for times in range(2, self.settings.repeats + 1):
            is_right = not any(each.verdict in wrong for each in self.asked)
            if times > QUICK_ROUNDS and is_right:
                return
            for done, state in enumerate(states):
                if self.spent_seconds > end:
                    self.cut_short.append(f"the time was short, so not every position was asked {times} times")
                    return
                if len(self.answers.get(state, ())) < times:
                    self.ask(state, again=True)
                self.tell(done + 1, len(states))
            self.rounds = times

    def ask(self, state: State, history: Sequence[Move] | None = None, *, again: bool = False) -> list[Asked]:
        """The answers to a position, asked now unless it has been before; raises `GaveUp`.

        An agent with a memory is asked whenever the history is another one.
        """
        known = self.answers.get(state, [])
        if self.agent.has_memory:
            assert history is not None
            known = [each for each in known if each.history == tuple(history)]
        if known and not again:
            return known
        self.refuse_more()
        moves = self.truth.history(state) if history is None else tuple(history)
        question = self.questions.about(state, moves)
        began = perf_counter()
        answer = self.agent.ask(question)
        if answer.failure in LIMITS and not answer.seconds:  # it was ended before it could say how long it took
            answer = replace(answer, seconds=perf_counter() - began)
        if self._is_cut_off(answer, perf_counter() - began):
            raise GaveUp(self._over)
        if answer.failure is Failure.NOT_ASKED:
            self.not_reached[state] = answer.reason
            return known
        one = self.note(state, moves, answer)
        return [*known, one] if again else [one]

    def ask_again(self, state: State, history: Sequence[Move]) -> Asked | None:
        """A further answer to a position, None where the agent was not brought to it; raises `GaveUp`."""
        before = len(self.asked)
        self.ask(state, history, again=True)
        return self.asked[-1] if len(self.asked) > before else None

    def note(self, state: State, history: tuple[Move, ...], answer: Answer) -> Asked:
        """Keep an answer with its verdict."""
        one = Asked(state, history, answer, verdict_of(self.truth, state, answer), self.truth.game.to_move(state))
        self._failures += answer.failure in LIMITS
        self.asked.append(one)
        self.answers.setdefault(state, []).append(one)
        return one

    def call(self, role: str, state: State, move: Move | None = None) -> FunctionAnswer:
        """What a function below the agent gives for a position; raises `GaveUp`."""
        self.refuse_more()
        began = perf_counter()
        answer = self.agent.call(role, self.questions.about(state, self.truth.history(state)), move)
        if self._is_cut_off(answer, perf_counter() - began):
            raise GaveUp(self._over)
        self._failures += answer.failure in LIMITS
        return answer

    def moves_at(self, state: State, history: Sequence[Move]) -> list[Move | None]:
        """The different moves that the agent has answered here, None for an answer without a legal move."""
        return list(dict.fromkeys(each.answer.move for each in self.ask(state, history)))

    def refuse_more(self) -> None:
        """Raise `GaveUp` where the time is over, the agent broke its limits too often, or the interview has ended."""
        if self.ended:
            raise GaveUp(self.ended)
        if self.is_given_up:
            raise GaveUp(f"it went over a limit {self._failures} times, so it was not asked further")
        if self.seconds_left < 0:
            raise GaveUp(self._over)

    def _is_cut_off(self, answer: Answer | FunctionAnswer, seconds: float) -> bool:
        """Whether the end of the time for all questions, and no limit of its own, kept the agent from an answer."""
        if answer.failure not in (Failure.TIMEOUT, Failure.CRASH, Failure.NO_ANSWER):
            return answer.failure is Failure.OUT_OF_TIME
        return self.seconds_left < 0 and seconds < self.settings.limits.move_seconds

    @property
    def is_given_up(self) -> bool:
        """Whether the agent broke its own limits too often to be asked further."""
        return self._failures >= self.settings.most_timeouts

    @property
    def _over(self) -> str:
        return f"the {self.settings.limits.total_seconds:g} seconds for all questions were over"

    @property
    def spent_seconds(self) -> float:
        """The seconds of the time limit that are used."""
        return perf_counter() - self._began

    @property
    def seconds_left(self) -> float:
        """The seconds of the time limit that are left; below 0 where it is over."""
        return self.settings.limits.total_seconds - self.spent_seconds

    def _find_randomness(self, states: Iterable[State]) -> None:
        """Ask some positions with several good moves again, and compare."""
        quick = [
            state
            for state in states
            if len(self.truth.move_values(state)) > 1
            and state in self.answers
            and self.answers[state][0].answer.seconds < SLOW_ANSWER
        ]
        early = quick[-PROBES // 2 :]
        others = Random(self.settings.seed).sample(quick, min(len(quick), PROBES - len(early)))
        for state in dict.fromkeys([*early, *others]):
            while len(self.answers[state]) < PROBED_TIMES:
                self.ask(state, again=True)
            if len({each.answer.move for each in self.answers[state]}) > 1:
                self.is_random = True
                return

    def tell(self, done: int, total: int, unit: str = "positions") -> None:
        """Call the progress callback."""
        if self._progress is not None:
            self._progress(Count(done, unit, total))
