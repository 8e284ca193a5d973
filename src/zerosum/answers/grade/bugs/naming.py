"""Name the bug: which fault of the library explains an agent's answers, if one does and no other.

Every fault predicts for a position the moves that a program with it may answer. The likelihood of the agent's answers
under this prediction is compared with that under all other faults and under perfect play. A name is given where one
fault explains nearly all answers, the wrong ones included, and every other fault explains them clearly less well; up
to three faults that answer alike are named together. Otherwise nothing is said: a wrong name is worse than none.

The thresholds were chosen by measurement (docs/decisions/0008-naming-bugs.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log
from time import process_time
from typing import Protocol

from zerosum.answers.grade.bugs.faults.fault import Answers, Fault, Variant
from zerosum.answers.grade.bugs.faults.library import SEEN_OFTEN, library
from zerosum.answers.grade.bugs.faults.orders import orders_of
from zerosum.answers.grade.bugs.faults.positions import OutOfTime, Positions
from zerosum.answers.grade.reports.report import Bug
from zerosum.core.game import Game
from zerosum.core.rules import Move, State
from zerosum.core.value import Value

SLIP = 0.01
"""The share of answers that a program gives against its own fault, such as by a second, rarer mistake."""

WRONG_EXPLAINED = 0.98
"""A name needs so large a share of the wrong answers among the moves that its fault predicts."""

ALL_EXPLAINED = 0.995
"""The same for all answers."""

FORETOLD = 0.94
"""Where an agent is not random, a fault and an order of equal moves foretell so large a share of its answers."""

CHANCE_WRONG = 0.8, 1.25
"""An agent that is random has so many wrong answers, as shares of those that its fault leads to by chance."""

CLEARLY_BETTER = 12.0
"""A fault is told from another, and from perfect play, by so much more log-likelihood."""

CLEARLY_SHARE = 0.05
"""Where the best fault does not fit exactly, the same by so large a share of its own log-likelihood."""

FEWEST_WRONG = 4
"""Fewer wrong answers than these are no evidence."""

MOST_NAMES = 3
"""More faults than these that cannot be told apart are no name; if there are more, those seen often are taken first."""

ALL_ALIKE = "every move valued alike"
"""The name for a program that takes its first or its last legal move everywhere."""

WRONG_SAMPLE = 24
"""So many wrong answers, those nearest to the end of the game, are tried before all are."""

ALL_SAMPLE = 150
"""About so many answers decide which variants are compared on all answers."""

FINALISTS, PER_FAULT = 8, 6
"""So many faults are compared on all answers, each by so many likeliest variants and those that explain the most."""

SECONDS = 30.0
"""After so much computing time naming stops, and says nothing."""


class Known(Protocol):
    """What naming needs to know about the game: perfect play."""

    @property
    def game(self) -> Game:
        """The game."""

    def best(self, state: State) -> frozenset[Move]:
        """All moves that keep the value."""

    def value(self, state: State) -> Value:
        """The value for the side to move."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A variant of a fault with the log-likelihood of the answers under it, and the shares that it explains.

    `foretold` is the share of answers that are the first of the predicted moves, in the order that fits best.
    `expected_wrong` is the number of wrong answers of a program that chooses at random among the predicted moves.
    `is_random` says that the agent does so.
    """

    fault: str
    words: str
    likelihood: float
    explained: float
    wrong_explained: float
    wrong: int
    foretold: float
    expected_wrong: float
    is_random: bool

    @property
    def is_good(self) -> bool:
        """Whether it explains the answers well enough for a name.

        A fault that allows nearly every move explains nearly every answer. A program with it would be wrong more often.
        """
        least, most = (share * self.expected_wrong for share in CHANCE_WRONG)
        is_like_it = least <= self.wrong <= most if self.is_random else self.foretold >= FORETOLD
        return is_like_it and self.wrong_explained >= WRONG_EXPLAINED and self.explained >= ALL_EXPLAINED

    @property
    def share(self) -> float:
        """The share of the answers that it explains, the wrong ones counted as much as all."""
        return self.explained + self.wrong_explained

    @property
    def rank(self) -> tuple[bool, float]:
        """Those that explain enough come first, by their likelihood."""
        return self.is_good, self.likelihood


def name_bug(
    truth: Known,
    answers: Mapping[State, Move],
    unanswered: Collection[State] = (),
    *,
    is_random: bool = False,
    faults: Sequence[Fault] | None = None,
    seconds: float = SECONDS,
) -> Bug | None:
    """The bug that explains these answers, None where there is none or no single one.

    `answers` are in the order in which the agent gave them; `unanswered` are the positions where it gave no legal move.
    `is_random` says that the agent does not always answer a position with the same move. `faults` are those to compare
    with, in place of the whole library.
    """
    wrong = {state for state, move in answers.items() if move not in truth.best(state)}
    if not wrong and unanswered:
        return _never_noted(truth, answers, unanswered)
    if len(wrong) < FEWEST_WRONG:
        return None
    try:
        naming = Naming(truth, answers, wrong, process_time() + seconds, is_random=is_random)
        if naming.is_blind:
            return naming.chosen([naming.blind])
        ranked = naming.ranked(library(naming.positions) if faults is None else faults)
    except OutOfTime:  # the faults search without a table
        return None
    return None if naming.is_late else naming.chosen(ranked)


def _never_noted(truth: Known, answers: Mapping[State, Move], unanswered: Collection[State]) -> Bug | None:
    """The bug of a program that finds no move where none beats the value that it starts from.

    Where it finds nearly none at all, nothing tells this from a program whose moves cannot be read.
    """
    if len(answers) < FEWEST_WRONG:
        return None
    for start, words in ((-1, "the value of a loss, so that no move was found where all moves lose"), (0, "0")):
        expected = {state for state in (*answers, *unanswered) if truth.value(state).rank <= start}
        if set(unanswered) <= expected and len(unanswered) >= max(WRONG_EXPLAINED * len(expected), FEWEST_WRONG):
            return Bug(
                name="first move never beaten",
                sentence=f"This behaves as if the best value so far started at {words}.",
                evidence=(
                    f"It gives no move in {len(unanswered):,} of the {len(expected):,} positions where no move is "
                    "worth more, and a right one in all others."
                ),
            )
    return None


class Naming:
    """One agent's answers, and how likely they are under a fault."""

    def __init__(
        self, truth: Known, answers: Mapping[State, Move], wrong: set[State], deadline: float, *, is_random: bool
    ) -> None:
        """Compare these answers, of which some are wrong, until the deadline."""
        self.truth = truth
        self.answers = answers
        self.wrong = wrong
        self.deadline = deadline
        self.is_random = is_random
        self.positions = Positions(truth.game, deadline)
        self.choices = {state: len(self.positions.children(state)) for state in answers}
        self.ranks = self._ranks()
        sides = {self.positions.mover(state) for state in wrong}
        self.wrong_side = sides.pop() if len(sides) == 1 else None
        self.right = {state: sorted(truth.best(state)) for state in answers}
        self.perfect = self.candidate("", "", self.right)
        legal = {state: [move for move, _ in self.positions.children(state)] for state in answers}
        words = "every move had the same value, so that it took the first or the last one"
        self.blind = self.candidate(ALL_ALIKE, words, legal)

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return process_time() > self.deadline

    def _ranks(self) -> list[dict[Move, int]]:
        """The orders of which a program may take the first or the last of several equal moves."""
        every = sorted({move for state in self.answers for move, _ in self.positions.children(state)})
        first = [{move: number for number, move in enumerate(order(every))} for order in orders_of(self.positions)]
        return [*first, *({move: -number for move, number in rank.items()} for rank in first)]

    def chosen(self, ranked: Sequence[Candidate]) -> Bug | None:
        """The name, where the most likely fault explains enough, and no other is nearly as likely."""
        if not ranked or not self._is_good(ranked[0]):
            return None
        best = ranked[0]
        margin = _margin(best.likelihood)
        alike = [each for each in ranked if each.is_good and best.likelihood - each.likelihood < margin]
        alike.sort(key=lambda each: each.fault not in SEEN_OFTEN)
        if len(alike) > MOST_NAMES:
            alike = [each for each in alike if each.fault in SEEN_OFTEN]
        if not 0 < len(alike) <= MOST_NAMES:
            return None
        count, wrong = len(self.answers), len(self.wrong)
        return Bug(
            name="; or ".join(each.fault for each in alike),
            sentence=f"This behaves as if {', or as if '.join(each.words for each in alike)}.",
            evidence=(
                f"{round(best.explained * count):,} of {count:,} answers are moves that such a program would give, "
                f"among them {round(best.wrong_explained * wrong):,} of the {wrong:,} wrong ones."
            ),
        )

    @property
    def is_blind(self) -> bool:
        """Whether the answers are nearly always the first or the last legal move in some order."""
        return self.blind.likelihood > len(self.answers) * log(1 - SLIP) - CLEARLY_BETTER

    def _is_good(self, candidate: Candidate) -> bool:
        """Whether a fault explains enough, and more than perfect play and than moves without a search do."""
        other = self.perfect.likelihood
        if candidate is not self.blind:
            other = max(other, self.blind.likelihood)
        return candidate.is_good and candidate.likelihood - other >= _margin(other)

    def ranked(self, faults: Sequence[Fault]) -> list[Candidate]:
        """The most likely variant of each fault that is not ruled out, the most likely fault first.

        Variants that take long are tried only where no other explains the answers.
        """
        ranked: list[Candidate] = []
        best: dict[str, Candidate] = {}
        for is_slow in (False, True):
            for fault, variant, predict in self._finalists(faults, is_slow=is_slow):
                for candidate in self._candidates(fault, variant, predict):
                    if fault.name not in best or candidate.rank > best[fault.name].rank:
                        best[fault.name] = candidate
            ranked = sorted(best.values(), key=lambda each: each.rank, reverse=True)
            if self.is_late or (ranked and self._is_good(ranked[0])):
                break
        return ranked

    def _candidates(self, fault: Fault, variant: Variant, predict: Answers) -> list[Candidate]:
        """The variant on all answers; and, where only one side is played wrongly, with perfect play of the other."""
        found = {state: predict(state) for state in self.answers}
        whole = self.candidate(fault.name, variant.words, found)
        if self.wrong_side is None:
            return [whole]
        for state in self.answers:
            if self.positions.mover(state) != self.wrong_side:
                found[state] = self.right[state]
        words = f"{variant.words}, when it plays {self.truth.game.sides[self.wrong_side]}"
        half = self.candidate(fault.name, words, found)
        return [whole] if half.likelihood - whole.likelihood < CLEARLY_BETTER else [half]

    def _finalists(self, faults: Sequence[Fault], *, is_slow: bool) -> list[tuple[Fault, Variant, Answers]]:
        """The variants that explain a sample of the answers best, at most a few of each fault."""
        wrong, sample = self._samples()
        survivors: list[tuple[Candidate, Fault, Variant, Answers]] = []
        for fault in faults:
            for variant in fault.variants:
                if self.is_late:
                    return []
                if variant.is_slow == is_slow:
                    predict = variant.make(list(self.answers))
                    if self._explains(predict, wrong):
                        found = {state: predict(state) for state in sample}
                        rough = self.candidate(fault.name, variant.words, found)
                        survivors.append((rough, fault, variant, predict))
        by_likelihood = sorted(survivors, key=lambda each: each[0].rank, reverse=True)
        by_share = sorted(survivors, key=lambda each: (each[0].share, each[0].likelihood), reverse=True)
        finalists: dict[Variant, tuple[Fault, Variant, Answers]] = {}
        for ordered in (by_likelihood, by_share):
            chosen = Counter[str]()
            for _, fault, variant, predict in ordered:
                if chosen[fault.name] < PER_FAULT and (chosen[fault.name] or len(chosen) < FINALISTS):
                    chosen[fault.name] += 1
                    finalists[variant] = fault, variant, predict
        return list(finalists.values())

    def _explains(self, predict: Answers, wrong: Sequence[State]) -> bool:
        """Whether a variant predicts enough of these answers; it is asked no further once it does not."""
        missed = 0
        for state in wrong:
            missed += self.answers[state] not in predict(state)
            if missed > (1 - WRONG_EXPLAINED) * len(wrong):
                return False
        return True

    def _samples(self) -> tuple[list[State], list[State]]:
        """Wrong answers near the end of the game, where a search is cheap, and these with others of all kinds."""
        by_cost = sorted(self.answers, key=self.choices.__getitem__)
        wrong = [state for state in by_cost if state in self.wrong][:WRONG_SAMPLE]
        cheap = by_cost[: len(by_cost) * 2 // 3 + 1]
        if self.wrong_side is not None:
            cheap = [state for state in cheap if self.positions.mover(state) == self.wrong_side]
        return wrong, wrong + cheap[:: max(1, len(cheap) // ALL_SAMPLE)]

    def candidate(self, fault: str, words: str, found: Mapping[State, Sequence[Move]]) -> Candidate:
        """The likelihood of the answers to these positions.

        Where several moves are predicted, a program takes any of them, or always the first or the last in some order:
        the way that fits best counts.
        """
        common = at_random = expected_wrong = 0.0
        hits = wrong_hits = wrong = single = 0
        equal: list[tuple[Move, Sequence[Move], int]] = []
        for state, moves in found.items():
            move, choices = self.answers[state], self.choices[state]
            is_hit = not moves or move in moves
            hits += is_hit
            if state in self.wrong:
                wrong += 1
                wrong_hits += is_hit
            slip = SLIP / choices
            if moves and self.is_random:
                expected_wrong += sum(each not in self.right[state] for each in moves) / len(moves)
            if not moves:
                common -= log(choices)
            elif not is_hit:
                common += log(slip)
            elif len(moves) == 1:
                single += 1
                common += log(1 - SLIP + slip)
            else:
                at_random += log((1 - SLIP) / len(moves) + slip)
                equal.append((move, moves, choices))
        taken, in_order = 0, at_random
        if not self.is_random:
            taken, in_order = max(_taken_in_order(equal, rank) for rank in (*self.ranks, _learnt_rank(equal)))
        return Candidate(
            fault=fault,
            words=words,
            likelihood=common + in_order,
            explained=hits / len(found),
            wrong_explained=wrong_hits / max(wrong, 1),
            wrong=wrong,
            foretold=(single + taken) / len(found),
            expected_wrong=expected_wrong,
            is_random=self.is_random,
        )


def _taken_in_order(equal: Sequence[tuple[Move, Sequence[Move], int]], rank: Mapping[Move, int]) -> tuple[int, float]:
    """How many answers are the first of equal moves in this order, and the log-likelihood of all under it."""
    taken, likelihood = 0, 0.0
    for move, moves, choices in equal:
        is_first = move == min(moves, key=rank.__getitem__)
        taken += is_first
        likelihood += log(1 - SLIP + SLIP / choices) if is_first else log(SLIP / choices)
    return taken, likelihood


def _learnt_rank(equal: Sequence[tuple[Move, Sequence[Move], int]]) -> dict[Move, int]:
    """The order of moves in which an agent takes the first of equal ones, from its answers themselves."""
    preferred = Counter((move, other) for move, moves, _ in equal for other in moves if other != move)
    every = {move for _, moves, _ in equal for move in moves}
    beaten = {move: sum(preferred[move, other] > preferred[other, move] for other in every) for move in every}
    return {move: -count for move, count in beaten.items()}


def _margin(likelihood: float) -> float:
    """How much likelier one explanation is than another of this log-likelihood where the two are told apart."""
    return max(CLEARLY_BETTER, -CLEARLY_SHARE * likelihood)
