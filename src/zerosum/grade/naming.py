"""Name the bug: which fault of the library explains an agent's answers, if one does and no other.

Every fault predicts for a position the moves that a program with it may answer. The likelihood of the agent's answers
under this prediction is compared with that under all other faults and under perfect play. A name is given where one
fault explains nearly all answers, the wrong ones included, and every other fault explains them clearly less well; two
faults that answer alike are named together. Otherwise nothing is said: a wrong name is worse than none.

The thresholds were chosen by measurement (docs/decisions/0008-naming-bugs.md).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log
from time import process_time
from typing import Protocol

from zerosum.game import Game, Move, State
from zerosum.grade.faults.fault import Answers, Fault, Variant
from zerosum.grade.faults.library import library
from zerosum.grade.faults.orders import orders_of
from zerosum.grade.faults.positions import Positions
from zerosum.grade.report import Bug
from zerosum.value import Value

SLIP = 0.01
"""The share of answers that a program gives against its own fault, such as by a second, rarer mistake."""

WRONG_EXPLAINED = 0.95
"""A name needs so large a share of the wrong answers among the moves that its fault predicts."""

ALL_EXPLAINED = 0.98
"""The same for all answers."""

CLEARLY_BETTER = 12.0
"""A fault is told from another, and from perfect play, by so much more log-likelihood."""

FEWEST_WRONG = 4
"""Fewer wrong answers than these are no evidence."""

MOST_NAMES = 2
"""More faults than these that cannot be told apart are no name."""

WRONG_SAMPLE = 24
"""So many wrong answers, those nearest to the end of the game, are tried before all are."""

ALL_SAMPLE = 150
"""About so many answers decide which variants are compared on all answers."""

FINALISTS, FINALISTS_PER_FAULT = 10, 2
"""So many variants are compared on all answers."""

SECONDS = 60.0
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
    """A variant of a fault with the log-likelihood of the answers under it, and the shares that it explains."""

    fault: str
    words: str
    likelihood: float
    explained: float
    wrong_explained: float

    @property
    def is_good(self) -> bool:
        """Whether it explains the answers well enough for a name."""
        return self.wrong_explained >= WRONG_EXPLAINED and self.explained >= ALL_EXPLAINED


def name_bug(
    truth: Known,
    answers: Mapping[State, Move],
    unanswered: Collection[State] = (),
    *,
    faults: Sequence[Fault] | None = None,
    seconds: float = SECONDS,
) -> Bug | None:
    """The bug that explains these answers, None where there is none or no single one.

    `answers` are in the order in which the agent gave them; `unanswered` are the positions where it gave no legal move.
    `faults` are those to compare with, in place of the whole library.
    """
    wrong = {state for state, move in answers.items() if move not in truth.best(state)}
    if not wrong and unanswered:
        return _never_noted(truth, answers, unanswered)
    if len(wrong) < FEWEST_WRONG:
        return None
    naming = Naming(truth, answers, wrong, process_time() + seconds)
    ranked = naming.ranked(library(naming.positions) if faults is None else faults)
    return None if naming.is_late else naming.chosen(ranked)


def _never_noted(truth: Known, answers: Mapping[State, Move], unanswered: Collection[State]) -> Bug | None:
    """The bug of a program that finds no move where none beats the value that it starts from."""
    for start, words in ((-1, "the value of a loss, so that no move was found where all moves lose"), (0, "0")):
        expected = {state for state in (*answers, *unanswered) if truth.value(state).rank <= start}
        if set(unanswered) <= expected and len(unanswered) >= max(WRONG_EXPLAINED * len(expected), FEWEST_WRONG):
            return Bug(
                name="first move never beaten",
                sentence=f"This behaves as if the best value so far started at {words}.",
                evidence=(
                    f"It gives no move in {len(unanswered)} of the {len(expected)} positions where no move is worth "
                    "more, and a right one in all others."
                ),
            )
    return None


class Naming:
    """One agent's answers, and how likely they are under a fault."""

    def __init__(self, truth: Known, answers: Mapping[State, Move], wrong: set[State], deadline: float) -> None:
        """Compare these answers, of which some are wrong, until the deadline."""
        self.truth = truth
        self.answers = answers
        self.wrong = wrong
        self.deadline = deadline
        self.positions = Positions(truth.game)
        self.choices = {state: len(self.positions.children(state)) for state in answers}
        self.ranks = self._ranks()
        sides = {self.positions.mover(state) for state in wrong}
        self.wrong_side = sides.pop() if len(sides) == 1 else None
        self.right = {state: sorted(truth.best(state)) for state in answers}

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
        if not ranked or not ranked[0].is_good:
            return None
        best = ranked[0]
        if best.likelihood - self.candidate("", "", self.right).likelihood < CLEARLY_BETTER:
            return None
        alike = [each for each in ranked if best.likelihood - each.likelihood < CLEARLY_BETTER]
        if len(alike) > MOST_NAMES:
            return None
        count, wrong = len(self.answers), len(self.wrong)
        return Bug(
            name=" or ".join(each.fault for each in alike),
            sentence=f"This behaves as if {', or as if '.join(each.words for each in alike)}.",
            evidence=(
                f"{round(best.explained * count)} of {count} answers are moves that such a program would give, "
                f"among them {round(best.wrong_explained * wrong)} of the {wrong} wrong ones."
            ),
        )

    def ranked(self, faults: Sequence[Fault]) -> list[Candidate]:
        """The most likely variant of each fault that is not ruled out, the most likely fault first.

        Variants that take long are tried only where no other explains the answers.
        """
        ranked: list[Candidate] = []
        for is_slow in (False, True):
            best: dict[str, Candidate] = {}
            for fault, variant, predict in self._finalists(faults, is_slow=is_slow):
                for candidate in self._candidates(fault, variant, predict):
                    if fault.name not in best or candidate.likelihood > best[fault.name].likelihood:
                        best[fault.name] = candidate
            ranked = sorted(best.values(), key=lambda each: -each.likelihood)
            if self.is_late or (ranked and ranked[0].is_good):
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
        survivors: list[tuple[float, Fault, Variant, Answers]] = []
        for fault in faults:
            for variant in fault.variants:
                if self.is_late:
                    return []
                if variant.is_slow == is_slow:
                    predict = variant.make(list(self.answers))
                    if sum(self.answers[state] in predict(state) for state in wrong) >= WRONG_EXPLAINED * len(wrong):
                        found = {state: predict(state) for state in sample}
                        rough = self.candidate(fault.name, variant.words, found).likelihood
                        survivors.append((rough, fault, variant, predict))
        survivors.sort(key=lambda each: -each[0])
        finalists: list[tuple[Fault, Variant, Answers]] = []
        for _, fault, variant, predict in survivors:
            if sum(other is fault for other, _, _ in finalists) < FINALISTS_PER_FAULT and len(finalists) < FINALISTS:
                finalists.append((fault, variant, predict))
        return finalists

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
        common = 0.0
        totals = [0.0] * len(self.ranks)
        at_random = 0.0
        hits = wrong_hits = wrong = 0
        for state, moves in found.items():
            move, choices = self.answers[state], self.choices[state]
            is_hit = not moves or move in moves
            hits += is_hit
            if state in self.wrong:
                wrong += 1
                wrong_hits += is_hit
            slip = SLIP / choices
            if not moves:
                common -= log(choices)
            elif not is_hit:
                common += log(slip)
            elif len(moves) == 1:
                common += log(1 - SLIP + slip)
            else:
                at_random += log((1 - SLIP) / len(moves) + slip)
                expected, unexpected = log(1 - SLIP + slip), log(slip)
                for number, rank in enumerate(self.ranks):
                    totals[number] += expected if move == min(moves, key=rank.__getitem__) else unexpected
        return Candidate(
            fault=fault,
            words=words,
            likelihood=common + max(at_random, *totals),
            explained=hits / len(found),
            wrong_explained=wrong_hits / max(wrong, 1),
        )
