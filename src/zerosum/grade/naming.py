"""Name the bug: which fault of the library explains an agent's answers, if one does and no other.

Every fault predicts for a position the moves that a program with it may answer. The likelihood of the agent's answers
under this prediction is compared with that under all other faults and under perfect play. A name is given where one
fault explains nearly all answers, the wrong ones included, and every other fault explains them clearly less well;
faults that answer alike are named together. Otherwise nothing is said: a wrong name is worse than none.

The thresholds were chosen by measurement (docs/decisions/0008-naming-bugs.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from time import monotonic
from typing import Protocol

from zerosum.game import Game, Move, State
from zerosum.grade.faults.fault import Answers, Fault, Variant
from zerosum.grade.faults.library import library, orders
from zerosum.grade.faults.positions import Positions
from zerosum.grade.report import Bug

SLIP = 0.01
"""The share of answers that a program gives against its own fault, such as a second, rarer mistake."""

WRONG_EXPLAINED = 0.95
"""A name needs so large a share of the wrong answers among the moves that its fault predicts."""

ALL_EXPLAINED = 0.97
"""The same for all answers."""

CLEARLY_BETTER = 12.0
"""A fault is told from another by so much more log-likelihood."""

MOST_NAMES = 2
"""More faults than these that cannot be told apart are no name."""

SAMPLE = 24
"""So many wrong answers, those nearest to the end of the game, are tried before all are."""

FINALISTS = 12
"""So many variants are compared with every way to choose among equal moves."""

SECONDS = 10.0
"""Naming stops after this time, and says nothing."""


class Known(Protocol):
    """What naming needs to know about the game: perfect play."""

    @property
    def game(self) -> Game:
        """The game."""

    def best(self, state: State) -> frozenset[Move]:
        """All moves that keep the value."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A variant of a fault with the likelihood of the answers under it, and what it explains."""

    fault: str
    words: str
    likelihood: float
    explained: float
    wrong_explained: float
    style: str


def name_bug(
    truth: Known,
    answers: Mapping[State, Move],
    unanswered: Collection[State] = (),
    *,
    faults: Sequence[Fault] | None = None,
    seconds: float = SECONDS,
) -> Bug | None:
    """The bug that explains these answers, None where there is none or no single one.

    `unanswered` are positions in which the agent gave no legal move. `faults` are those to compare with, in place of
    the whole library.
    """
    wrong = [state for state, move in answers.items() if move not in truth.best(state)]
    if not wrong:
        return None
    naming = Naming(truth, answers, wrong, monotonic() + seconds)
    ranked = naming.ranked(library(naming.positions) if faults is None else faults)
    return _chosen(ranked, naming)


def _chosen(ranked: Sequence[Candidate], naming: Naming) -> Bug | None:
    """The name, where the best candidate is good enough and alone."""
    if naming.is_late or not ranked:
        return None
    best = ranked[0]
    if best.wrong_explained < WRONG_EXPLAINED or best.explained < ALL_EXPLAINED:
        return None
    alike = {best.fault: best}
    for other in ranked[1:]:
        if best.likelihood - other.likelihood < CLEARLY_BETTER:
            alike.setdefault(other.fault, other)
    if len(alike) > MOST_NAMES or best.likelihood - naming.likelihood_of_right < CLEARLY_BETTER:
        return None
    count = len(naming.answers)
    wrong = len(naming.wrong)
    evidence = (
        f"{round(best.explained * count)} of {count} answers are moves that it would give, "
        f"among them {round(best.wrong_explained * wrong)} of the {wrong} wrong ones."
    )
    sentence = " or ".join(candidate.words for candidate in alike.values())
    return Bug(name=" or ".join(alike), sentence=f"This behaves as if {sentence}.", evidence=evidence)


class Naming:
    """One agent's answers, and how likely they are under a fault."""

    def __init__(self, truth: Known, answers: Mapping[State, Move], wrong: list[State], deadline: float) -> None:
        """Compare these answers, of which some are wrong, until the deadline."""
        self.truth = truth
        self.answers = answers
        self.wrong = wrong
        self.positions = Positions(truth.game)
        self.deadline = deadline
        self.states = list(answers)
        self.choices = {state: len(self.positions.children(state)) for state in self.states}
        self.ranks = self._ranks()
        # Perfect play chooses among equal moves too, with or without an eye on the distance.
        self.likelihood_of_right = max(
            self._likelihood("", "", {state: sorted(truth.best(state)) for state in self.states}, styles).likelihood
            for styles in [("any", *self.ranks)]
        )

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self.deadline

    def _ranks(self) -> dict[str, dict[Move, int]]:
        """For each way to choose one of several equal moves, the rank of each move."""
        start = self.truth.game.start
        found = {}
        for name, order in orders(self.positions).items():
            rank = {move: number for number, (move, _) in enumerate(order(start))}
            found[f"first, {name}"] = rank
            if name not in ("ascending", "descending"):
                found[f"last, {name}"] = {move: -number for move, number in rank.items()}
        return found

    def ranked(self, faults: Iterable[Fault]) -> list[Candidate]:
        """The most likely variant of each fault that is not ruled out, the most likely fault first."""
        sample = self._sample()
        survivors: list[tuple[float, Fault, Variant, dict[State, Sequence[Move]]]] = []
        for fault in faults:
            for variant in fault.variants:
                if self.is_late:
                    return []
                found = self._predicted(variant, sample)
                if found is not None:
                    rough = self._likelihood(fault.name, variant.words, found, ("any",)).likelihood
                    survivors.append((rough, fault, variant, found))
        survivors.sort(key=lambda each: -each[0])
        best: dict[str, Candidate] = {}
        for _, fault, variant, found in survivors[:FINALISTS]:
            candidate = self._likelihood(fault.name, variant.words, found, ("any", *self.ranks))
            if fault.name not in best or candidate.likelihood > best[fault.name].likelihood:
                best[fault.name] = candidate
        return sorted(best.values(), key=lambda each: -each.likelihood)

    def _sample(self) -> list[State]:
        """Wrong answers near the end of the game, where a search is cheap."""
        return sorted(self.wrong, key=lambda state: self.choices[state])[:SAMPLE]

    def _predicted(self, variant: Variant, sample: Sequence[State]) -> dict[State, Sequence[Move]] | None:
        """What a variant predicts for all positions, None where the sample or then the rest rules it out."""
        predict: Answers = variant.make(self.states)
        if sum(self.answers[state] in predict(state) for state in sample) < WRONG_EXPLAINED * len(sample) - 1:
            return None
        missed, allowed = 0, (1 - ALL_EXPLAINED) * len(self.states)
        found: dict[State, Sequence[Move]] = {}
        for state in sorted(self.states, key=self.choices.__getitem__):
            found[state] = moves = predict(state)
            if moves and self.answers[state] not in moves:
                missed += 1
                if missed > allowed:
                    return None
        return found

    def _likelihood(
        self, fault: str, words: str, found: Mapping[State, Sequence[Move]], styles: Iterable[str]
    ) -> Candidate:
        """The likelihood of the answers, with the way to choose among equal moves that fits them best."""
        best_style, best = "", -float("inf")
        for style in styles:
            rank = self.ranks.get(style)
            total = 0.0
            for state, moves in found.items():
                slip = SLIP / self.choices[state]
                move = self.answers[state]
                if not moves:
                    total += log(1 / self.choices[state])
                elif rank is None:
                    total += log((1 - SLIP) / len(moves) + slip if move in moves else slip)
                else:
                    total += log(1 - SLIP + slip if move == min(moves, key=rank.__getitem__) else slip)
            if total > best:
                best_style, best = style, total
        hits = {state for state, moves in found.items() if not moves or self.answers[state] in moves}
        return Candidate(
            fault=fault,
            words=words,
            likelihood=best,
            explained=len(hits) / len(self.answers),
            wrong_explained=sum(state in hits for state in self.wrong) / max(len(self.wrong), 1),
            style=best_style,
        )
