"""Check a book: its positions against those that there are, its values against each other and against the solver.

A value of a lower ply must be what its moves come to. Those of the last ply have nothing below them in the book, so
some positions, of any ply, are solved again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from zerosum.answers.analysis.book import Book
from zerosum.answers.analysis.book_builder import as_score, backed_up, positions_by_ply
from zerosum.core.progress import Progress, ProgressCallback
from zerosum.core.rules import State
from zerosum.engines.native.solver.scores import value_of
from zerosum.engines.native.solver.solver import Solver


@dataclass
class Check:
    """What has been checked so far: positions that were looked up, values backed up from moves, and solved again."""

    listed: int = 0
    found: int = 0
    backed_up: int = 0
    solved: int = 0
    samples: int = 0
    complete: bool = False
    fault: str | None = None
    position: str | None = None

    @property
    def done(self) -> int:
        """The positions that were solved anew, or listed before that begins."""
        return self.solved if self.samples else self.listed

    @property
    def total(self) -> int | None:
        """How many are solved anew, None as long as they are listed."""
        return self.samples or None

    @property
    def unit(self) -> str:
        """What `done` and `total` count."""
        return "positions"


@dataclass
class BookChecker:
    """Checks a book until it is done, finds the first fault, or `progress` raises.

    `samples` positions, chosen by `seed`, are solved again, all of them where there are fewer.
    """

    book: Book
    samples: int
    seed: int = 0
    memory: int | None = None
    threads: int | None = None
    progress: ProgressCallback = None
    check: Check = field(default_factory=Check)

    def run(self) -> Check:
        """Do all of it; `check` knows how far it is, also when something is raised."""
        layers = positions_by_ply(self.book.game, self.book.plies, self._listing)
        states = {key: state for layer in layers for key, state in layer.items()}
        if self._has_all(states) and self._agrees_with_itself(layers, states) and self._agrees_with_the_solver(states):
            self.check.complete = True
        return self.check

    def _listing(self, positions: Progress) -> None:
        self.check.listed = positions.done
        self._beat()

    def _beat(self) -> None:
        if self.progress is not None:
            self.progress(self.check)

    def _has_all(self, states: dict[int, State]) -> bool:
        self.check.listed = len(states)
        for key, state in states.items():
            if self.book.number(key) is None:
                return self._wrong("it is not in the book", state)
            self.check.found += 1
        if len(self.book) != len(states):
            return self._wrong(f"the book holds {len(self.book):,} positions, but there are {len(states):,}")
        return True

    def _agrees_with_itself(self, layers: list[dict[int, State]], states: dict[int, State]) -> bool:
        lower = {key for layer in layers[:-1] for key in layer}
        scores = backed_up(self.book.game, layers, {key: self._score(key) for key in layers[-1]})
        for key in lower:
            if not self._is(scores[key], key, states[key], "its moves come to"):
                return False
            self.check.backed_up += 1
        return True

    def _agrees_with_the_solver(self, states: dict[int, State]) -> bool:
        chosen = Random(self.seed).sample(sorted(states), min(self.samples, len(states)))
        self.check.samples = len(chosen)
        if not chosen:
            return True
        solver = Solver(self.book.game, memory=self.memory, threads=self.threads)
        for key in chosen:
            self._beat()
            solution = solver.solve(states[key], progress=lambda _: self._beat())
            if not self._is(solution.low, key, states[key], "the solver says"):
                return False
            self.check.solved += 1
        return True

    def _score(self, key: int) -> int:
        number = self.book.number(key)
        assert number is not None
        return as_score(number, self.book.game.margin)

    def _is(self, score: int, key: int, state: State, whose: str) -> bool:
        """Whether the book has this value; if not, that is the fault."""
        mine, margin = self._score(key), self.book.game.margin
        if mine == score:
            return True
        return self._wrong(f"the book says {value_of(mine, margin)}, {whose} {value_of(score, margin)}", state)

    def _wrong(self, fault: str, state: State | None = None) -> bool:
        self.check.fault = fault
        self.check.position = None if state is None else self.book.game.position_text(state)
        return False
