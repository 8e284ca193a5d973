"""Solve a game layer by layer in partitions: which step runs on which partition (`partition_steps.py` has the steps).

The steps run in an executor, by default threads of this program, or the workers of a Dask cluster (`dask_backend.py`).
Layer n has a folder of intermediate files, which is removed once the layer before it is valued:

    n/plan           the keys at which the layer is cut into parts
    n/keys-P         the keys of a part
    n/run-P          its different children
    n/answers/Q-P    what part P of layer n + 1 says about the children in all runs
    n/scores-P       the scores of a part

The keys and scores of a layer are those of its parts one after the other, so that the table has the same bytes however
the layer was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from zerosum.core.progress import Count, ProgressCallback
from zerosum.engines.native.tables.control import EVERY_KEY
from zerosum.engines.solve.backends import ValueCounts
from zerosum.engines.solve.format.key_layout import Field, Layout
from zerosum.engines.solve.format.layer_arrays import Coder, HostCoder, read_keys, read_scores
from zerosum.engines.solve.format.layer_file import LayerKeys, LayerScores, layer_number
from zerosum.engines.solve.levels import level_of
from zerosum.engines.solve.local.worker_threads import POLL_SECONDS, WiderKeys
from zerosum.engines.solve.partitioned.partition_steps import BEGUN, STOPPED, AnswerRange, StepResult, Work, run_step
from zerosum.engines.solve.partitioned.scratch import DamagedScratch, Scratch

BYTES_A_POSITION = 256
"""What a step needs for each position of its part: the children and a hash map of them."""

FEWEST = 1 << 15
"""The positions of the smallest part."""

NOTHING = np.empty(0, np.int64)


@dataclass
class StepSeconds:
    """Seconds of all steps, and those of computing among them: the rest went into files."""

    steps: int = 0
    seconds: float = 0.0
    computing: float = 0.0


@dataclass
class Team:
    """An executor, and how many steps it runs at a time.

    `explain` turns what went wrong with it into an error with a sentence. `is_local`: steps run in this process.
    """

    executor: Executor
    size: Callable[[], int]
    explain: Callable[[BaseException], BaseException] = lambda error: error
    spent: StepSeconds = field(default_factory=StepSeconds)
    fewest: int = FEWEST
    is_local: bool = False


class Part(NamedTuple):
    """A part of all keys: those from `low` to below `high`."""

    name: str
    low: int
    high: int
    size: int


class Partitions:
    """Runs steps on partitions, and cuts what follows into parts."""

    coder: Coder = HostCoder()

    def __init__(self, work: Work, layout: Layout, team: Team, progress: ProgressCallback) -> None:
        """Tell the workers where the files are."""
        self.work = work
        self.layout = layout
        self.team = team
        self.progress = progress
        self._tally = ValueCounts(0, 0, 0, 0)
        self.scratch = Scratch(work.address)
        if self.scratch.notes(BEGUN) is None:
            self.begin()
        STOPPED.discard(work.address)

    def begin(self) -> None:
        """Remove what an earlier solve has left at the address, and tell the workers that they see it."""
        self.scratch.clear()
        self.scratch.write(BEGUN, NOTHING)

    def run(self, calls: list[tuple[Any, ...]], progress: Callable[[int], None]) -> list[dict[str, Any]]:
        """Run steps, each with its arguments; gives the notes of their files. `progress` is told how many are done."""
        futures: list[Future[StepResult]] = [self.team.executor.submit(run_step, self.work, *call) for call in calls]
        try:
            progress(0)
            while waiting := wait(futures, POLL_SECONDS).not_done:
                progress(len(futures) - len(waiting))
            outcomes = [each.result() for each in futures]
        except BaseException as error:
            self._stop(futures)
            explained = self.team.explain(error)
            if isinstance(error, FileNotFoundError):  # another step has found it damaged
                explained = DamagedScratch(f"{error.filename or self.work.address} is missing")
            if explained is error:
                raise
            raise explained from error
        return self._checked(outcomes)

    def _stop(self, futures: list[Future[StepResult]]) -> None:
        """Cancel steps; those that run in this process end soon, those elsewhere when they have written their file."""
        STOPPED.add(self.work.address)
        for each in futures:
            each.cancel()
        if self.team.is_local:
            wait(futures)
        STOPPED.discard(self.work.address)

    def _checked(self, outcomes: list[StepResult]) -> list[dict[str, Any]]:
        """The notes; raises what is wrong with the rules, and `WiderKeys` for the states of all partitions together."""
        for outcome in outcomes:
            self.team.spent.steps += 1
            self.team.spent.seconds += outcome.seconds
            self.team.spent.computing += outcome.computing
        for outcome in outcomes:
            if outcome.refused is not None:
                raise outcome.refused
        wider = [outcome.notes["fields"] for outcome in outcomes if "fields" in outcome.notes]
        if wider:
            words = zip(*wider, strict=True)
            raise WiderKeys(tuple(reduce(Field.joined, (Field(*each) for each in word)) for word in words))
        return [outcome.notes for outcome in outcomes]

    def add_tallies(self, notes: list[dict[str, Any]]) -> None:
        """Take over how many positions have each value, from the notes about all scores."""
        self._tally = ValueCounts(*(sum(counts) for counts in zip(*(each["tally"] for each in notes), strict=True)))

    def tally(self, layer: LayerKeys, scores: Any) -> ValueCounts:
        """How many positions have each value among those whose scores were found last."""
        return self._tally

    def close(self) -> None:
        """The executor belongs to the backend."""

    def counted(self, sizes: list[int]) -> Callable[[int], None]:
        """Tell the progress callback about steps on partitions of these sizes."""
        total = sum(sizes)

        def tell(done: int) -> None:
            if self.progress is not None:
                self.progress(Count(total * done // max(1, len(sizes)), "positions", total))

        return tell

    def quietly(self, done: int) -> None:
        """Tell nothing new, but let the progress callback stop the steps."""
        if self.progress is not None:
            self.progress(Count(0, "positions", 0))

    def size_for(self, count: int) -> int:
        """How large the parts of `count` positions should be: within memory, and enough parts for all workers."""
        most = self.work.memory // BYTES_A_POSITION
        return max(self.team.fewest, min(most, -(-count // (2 * self.team.size()))))

    def cuts(self, samples: list[dict[str, Any]]) -> list[int]:
        """Keys at which to cut the keys of some files into parts of about the same size; given are the files' notes."""
        total = sum(each["count"] for each in samples)
        parts = -(-total // self.size_for(total))
        if parts < 2:
            return []
        keys = np.concatenate([np.array(each["sample"], np.int64) for each in samples])
        weights = np.concatenate(
            [np.full(len(each["sample"]), each["count"] / max(1, len(each["sample"]))) for each in samples]
        )
        order = np.argsort(keys, kind="stable")
        places = np.searchsorted(np.cumsum(weights[order]), np.arange(1, parts) * (total / parts))
        chosen: list[int] = np.unique(keys[order][np.minimum(places, len(keys) - 1)]).tolist()
        return chosen


def bounds(cuts: list[int]) -> list[tuple[int, int]]:
    """The ranges of keys between cuts."""
    return list(zip([0, *cuts], [*cuts, EVERY_KEY], strict=True))


def sections(answers: list[tuple[str, list[int]]]) -> list[list[AnswerRange]]:
    """For each run, which entries of each file are its answers; the files come with their counts for each run."""
    found: list[list[AnswerRange]] = [[] for _ in answers[0][1]]
    for name, counts in answers:
        start = 0
        for run, count in enumerate(counts):
            found[run].append(AnswerRange(name, start, count))
            start += count
    return found


class LayersInParts(Partitions):
    """The steps of a game whose positions lie in layers, on partitions."""

    def children(self, layer: LayerKeys, level: int) -> Iterator[Any]:
        """The keys of the next layer in sorted arrays, one after the other; raises `WiderKeys` and `NotInLayers`."""
        if layer.count == 0:
            return
        number = layer_number(layer.file.path)
        runs = self._runs(number, layer)
        notes = self.scratch.notes(f"{number + 1}/plan")
        if notes is None:
            samples = [self.scratch.notes(run) or {} for run in runs]
            notes = self.scratch.write(f"{number + 1}/plan", NOTHING, {"cuts": self.cuts(samples)})
        ranges = bounds(notes["cuts"])
        names = [f"{number + 1}/keys-{part}" for part in range(len(ranges))]
        calls: list[tuple[Any, ...]] = [
            ("merge", name, runs, *between, []) for name, between in zip(names, ranges, strict=True)
        ]
        self.run(calls, self.quietly)
        for name in names:
            yield self.scratch.read(name)

    def _parts(self, layer: LayerKeys) -> list[Part]:
        """The parts of a layer; it is cut anew where they are not there, or where starts have been added to it."""
        number = layer_number(layer.file.path)
        plan = self.scratch.notes(f"{number}/plan")
        if plan is not None:
            ranges = bounds(plan["cuts"])
            notes = [self.scratch.notes(f"{number}/keys-{part}") for part in range(len(ranges))]
            counts = [each["count"] for each in notes if each is not None]
            if len(counts) == len(ranges) and sum(counts) == layer.count:
                both = zip(ranges, counts, strict=True)
                return [Part(f"{number}/keys-{part}", *each, count) for part, (each, count) in enumerate(both)]
        self.scratch.remove(str(number), f"{number - 1}/answers")
        blocks = max(1, self.size_for(layer.count) // layer.block)
        firsts = range(0, layer.blocks, blocks)
        ranges = bounds([layer.first(first) for first in firsts[1:]])
        found = []
        for part, (first, between) in enumerate(zip(firsts, ranges, strict=True)):
            keys = read_keys(layer, first, blocks)
            found.append(Part(f"{number}/keys-{part}", *between, len(keys)))
            self.scratch.write(found[-1].name, keys)
        self.scratch.write(f"{number}/plan", NOTHING, {"cuts": [low for low, _ in ranges[1:]]})
        return found

    def _runs(self, number: int, layer: LayerKeys) -> list[str]:
        """The files of the children of a layer."""
        parts = self._parts(layer)
        level = level_of(self.layout.functions()[1](layer.first(0)), self.work.counted)
        runs = [f"{number}/run-{place}" for place in range(len(parts))]
        missing = [place for place, run in enumerate(runs) if self.scratch.notes(run) is None]
        calls = [("expand", runs[place], parts[place].name, level) for place in missing]
        self.run(calls, self.counted([parts[place].size for place in missing]))
        return runs

    def scores(self, layer: LayerKeys, following: LayerKeys | None, known: LayerScores | None) -> Any:
        """The scores of a layer from those of the next one, None where there is none."""
        self._tally = ValueCounts(0, 0, 0, 0)
        if layer.count == 0:
            return np.empty(0, np.int16)
        number = layer_number(layer.file.path)
        self.scratch.remove(str(number + 2))
        parts = self._parts(layer)
        runs: list[str] = []
        answers: list[list[AnswerRange]] = [[] for _ in parts]
        if following is not None and known is not None and following.count:
            runs = self._runs(number, layer)
            answers = self._answers(number, runs, following, known)
        names = [f"{number}/scores-{place}" for place in range(len(parts))]
        calls = [
            ("value", name, part.name, runs[place] if runs else None, answers[place])
            for place, (name, part) in enumerate(zip(names, parts, strict=True))
        ]
        notes = self.run(calls, self.counted([part.size for part in parts]))
        self.scratch.remove(f"{number}/answers")
        self.add_tallies(notes)
        return np.concatenate([self.scratch.read(name) for name in names])

    def _answers(
        self, number: int, runs: list[str], following: LayerKeys, known: LayerScores
    ) -> list[list[AnswerRange]]:
        """Which entries of which files are the scores of the children in each run."""
        parts = self._parts(following)
        start = 0
        names = []
        for place, part in enumerate(parts):
            names.append(f"{number + 1}/scores-{place}")
            if self.scratch.notes(names[-1]) is None:
                self.scratch.write(names[-1], read_part(known, start, part.size))
            start += part.size
        found = [f"{number}/answers/{place}" for place in range(len(parts))]
        calls = [
            ("answer", target, part.name, scores, 0, runs, part.low, part.high)
            for target, part, scores in zip(found, parts, names, strict=True)
        ]
        notes = self.run(calls, self.quietly)
        return sections([(name, each["counts"]) for name, each in zip(found, notes, strict=True)])


def read_part(known: LayerScores, start: int, count: int) -> Any:
    """Read `count` scores of a layer from `start`; reads of the file are byte-aligned."""
    before = start % 8
    return read_scores(known, start - before, count + before)[before:]
