"""The steps of a solve on one partition: expand, merge and value it. Each reads files and writes one file.

A step runs in one thread of any process that sees the files (`scratch.py`): a thread of this program, or a worker of a
Dask cluster on another machine. It takes a `Work`, from which a worker makes the game and compiles its rules.

    keys of a part --expand--> run: its different children, ascending
    runs of all parts, from low to high --merge--> keys of a part of what follows, less those that are known
    runs, a part of what follows and its scores --answer--> the scores of the children in each run
    keys of a part, its run, the answers --value--> scores of the part

No part is read by more than a few steps, however many there are. `link` and `derive` are for games without layers
(`graph_passes.py`).
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from zerosum.core.errors import BadRequest, BadRules, BadSpec, ZerosumError
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.progress import Progress
from zerosum.core.rules import State
from zerosum.engines.native.solver.scores import ENDLESS_DRAW
from zerosum.engines.native.tables.control import EVERY_KEY, LOWEST
from zerosum.engines.native.tables.expansion import fewest_bits
from zerosum.engines.native.tables.graph_kernels import compiled_graph_kernels
from zerosum.engines.native.tables.pass_kernel import compiled_pass
from zerosum.engines.solve.format.key_layout import KeyLayout, Layout, game_keys
from zerosum.engines.solve.format.manifest import rules_fingerprint
from zerosum.engines.solve.local.graph import GraphInMemory
from zerosum.engines.solve.local.layered import Layered
from zerosum.engines.solve.local.worker_threads import NotInLayers, WiderKeys
from zerosum.engines.solve.partitioned.scratch import Scratch
from zerosum.engines.solve.tables.table import without_counter, without_symmetries

BEGUN = "begun"
"""The file that tells a worker that it sees the files of the others."""

SAMPLED_KEYS = 256
"""How many keys of a file are noted, to find out where to cut what follows."""

UNLIMITED = 1 << 62


@dataclass(frozen=True)
class Work:
    """What a worker must know: the game and its rules, how states are packed, where the files are, its memory.

    `source` is the text of the file that a user's own game comes from, whose name is `file`. `keys` is the layout, or
    the first state where the game packs its states itself. `memory` is in bytes, for one step.
    """

    spec: str
    file: str | None
    source: str | None
    symmetry: bool
    margin: bool
    rules: str
    keys: KeyLayout | State
    counted: tuple[int, ...]
    address: str
    memory: int


class AnswerRange(NamedTuple):
    """Which entries of a file are the answers for one run."""

    name: str
    start: int
    size: int


class StepResult(NamedTuple):
    """What a step has to tell: the notes of its file, the seconds that it took and those of computing among them.

    `refused` is what is wrong with the rules, which another try would not change.
    """

    notes: dict[str, Any]
    seconds: float
    computing: float
    refused: Exception | None = None


class StepStopped(BaseException):
    """A step of this process was asked to stop."""


STOPPED: set[str] = set()
"""The addresses of the files of those solves whose steps in this process must stop."""

_games: dict[tuple[str, str | None, bool, str], Game] = {}
"""Those that this process has sent for."""

_folders: list[tempfile.TemporaryDirectory[str]] = []
"""Where the files of users' own games lie, until the process ends."""


def work_for(game: Game, layout: Layout, counted: tuple[int, ...], address: str, memory: int) -> Work:
    """The work on a game, which is at hand in this process."""
    rules = rules_fingerprint(game, game.start)
    file = source = None
    if game.source is not None:
        file, source = game.source, Path(game.source).read_text(encoding="utf-8")
    symmetry = game.rules.canonical is not None
    _games[game.spec, source, symmetry, rules] = game
    keys = layout if isinstance(layout, KeyLayout) else layout.start
    return Work(game.spec, file, source, symmetry, game.margin, rules, keys, counted, address, memory)


@lru_cache(maxsize=16)
def _game(spec: str, file: str | None, source: str | None, symmetry: bool, rules: str) -> Game:
    """The game, from its own file where a user has written it; refuses other rules than those that were sent for."""
    if (known := _games.get((spec, source, symmetry, rules))) is not None:
        return known
    if file is not None and source is not None:
        _folders.append(tempfile.TemporaryDirectory(prefix="zerosum-"))
        path = Path(_folders[-1].name) / Path(file).name
        path.write_text(source, encoding="utf-8")
        spec = str(path) + spec[len(file) :]
    try:
        found = load(spec)
    except BadSpec as error:
        raise BadRequest(f"a worker cannot load the game: {error}") from None
    game = without_counter(found if symmetry else without_symmetries(found))
    if rules_fingerprint(game, game.start) != rules:
        raise BadRequest(
            f"{socket.gethostname()} has other rules of {game.name}: all machines need the same version of zerosum"
        )
    return game


class _Partition:
    """One step on one partition: the tools that it needs, and a clock."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.game = _game(work.spec, work.file, work.source, work.symmetry, work.rules)
        keys = work.keys if isinstance(work.keys, KeyLayout) else game_keys(self.game.rules, work.keys)
        assert keys is not None
        self.layout: Layout = keys
        self.scratch = Scratch(work.address)
        self.computing = 0.0

    def _stop(self, _: Progress) -> None:
        if self.work.address in STOPPED:
            raise StepStopped

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Count the seconds of computing."""
        began = perf_counter()
        yield
        self.computing += perf_counter() - began

    @contextmanager
    def layered(self) -> Iterator[Layered]:
        """The steps of a game with layers."""
        work = self.work
        steps = Layered(self.game, self.layout, work.counted, work.memory, 1, self._stop)
        try:
            yield steps
        finally:
            steps.close()

    @contextmanager
    def graph(self) -> Iterator[GraphInMemory]:
        """The steps of a game without layers."""
        steps = GraphInMemory(self.game, self.layout, UNLIMITED, 1, self._stop)
        try:
            yield steps
        finally:
            steps.close()

    def answers(self, found: list[AnswerRange], dtype: Any) -> Any:
        """What the children of a run are said to be, in their order."""
        return np.concatenate([np.empty(0, dtype), *(self.scratch.part(*each) for each in found)])


def expand(step: _Partition, target: str, source: str, level: int | None) -> dict[str, Any]:
    """The different children of a part, ascending; the layer has this level, None where there are no layers.

    Where states do not fit into keys, no file is written, and the notes tell what they hold.
    """
    keys = step.scratch.read(source)
    try:
        if level is not None:
            with step.layered() as layered, step.clock():
                run = np.concatenate(list(layered.children_of(lambda: [keys], len(keys), level)))
        else:
            with step.graph() as graph, step.clock():
                run, _ = graph.beyond(keys, np.zeros(1 << max(16, fewest_bits(1)), np.int64), 0)
                run.sort()
    except WiderKeys as found:
        return {"fields": [list(field) for field in found.fields]}
    return step.scratch.write(target, run, {"sample": sample(run)})


def sample(keys: Any) -> list[int]:
    """Some of the keys, evenly spaced."""
    chosen: list[int] = keys[:: max(1, len(keys) // SAMPLED_KEYS)].tolist()
    return chosen


def merge(step: _Partition, target: str, runs: list[str], low: int, high: int, known: list[str]) -> dict[str, Any]:
    """The keys of some sorted files from `low` to below `high`, each once, less those of other files."""
    parts = [step.scratch.between(run, low, high) for run in runs]
    others = (step.scratch.between(name, low, high) for name in known)
    with step.clock():
        keys = np.concatenate([np.empty(0, np.int64), *parts])
        keys.sort()
        keys = keys[np.concatenate(([True], keys[1:] != keys[:-1]))[: len(keys)]]
    for there in others:
        with step.clock():
            keys = keys[~_is_among(keys, there)[1]]
    return step.scratch.write(target, keys, {"sample": sample(keys)})


def _is_among(asked: Any, keys: Any) -> tuple[Any, Any]:
    """Where each number would stand among sorted keys, and whether it is there."""
    places = np.searchsorted(keys, asked)
    if len(keys) == 0:
        return places, np.zeros(len(asked), bool)
    return places, keys[np.minimum(places, len(keys) - 1)] == asked


def answer(
    step: _Partition, target: str, part: str, scores: str | None, start: int, runs: list[str], low: int, high: int
) -> dict[str, Any]:
    """The scores of those children in each run that lie in this part; without scores, their numbers, from `start` on.

    `counts` in the notes tells how many there are in each run.
    """
    keys = step.scratch.read(part)
    values = None if scores is None else step.scratch.read(scores)
    found, counts = [], []
    for run in runs:
        asked = step.scratch.between(run, low, high)
        with step.clock():
            places, is_there = _is_among(asked, keys)
            if not is_there.all():
                raise BadRules("a position has a successor that was not found before: the rules are not pure functions")
            found.append(places + start if values is None else values[places])
        counts.append(len(asked))
    return step.scratch.write(target, np.concatenate(found), {"counts": counts})


def value(step: _Partition, target: str, source: str, run: str | None, answers: list[AnswerRange]) -> dict[str, Any]:
    """The scores of a part from those of its children, and how many positions have each value."""
    keys = step.scratch.read(source)
    children = np.empty(0, np.int64) if run is None else step.scratch.read(run)
    known = step.answers(answers, np.int16)
    scores = np.full(len(keys), LOWEST, np.int16)
    with step.layered() as layered, step.clock():
        bits = max(1, (len(children) * 3 // 2).bit_length())
        slots = layered.map_of(children, known, bits)
        layered.raise_scores(keys, scores, 0, EVERY_KEY, bits, slots)
        counted = layered.tally_of([keys], scores)
    return step.scratch.write(target, scores, {"tally": list(counted)})


def link(step: _Partition, target: str, source: str, run: str, answers: list[AnswerRange]) -> dict[str, Any]:
    """The links from the children of a part to its positions, in files beside the one of the scores of finished games.

    `touched` in the notes are the places of the answers that are not empty, `ends` the different scores.
    """
    keys, children = step.scratch.read(source), step.scratch.read(run)
    numbers = step.answers(answers, np.int64)
    with step.graph() as graph, step.clock():
        kernels = compiled_graph_kernels(step.game, graph.keys)
        bits, slots = graph.numbered(children)
        links_to, moves = np.zeros(len(children), np.int64), np.zeros(len(keys), np.int64)
        graph.run(kernels.count, keys, bits, slots, links_to, moves)
        offsets = np.cumsum(links_to) - links_to
        links = np.empty(int(links_to.sum()), np.int64)
        graph.run(kernels.link, keys, bits, slots, offsets, links)
        scores = graph.ends(keys)
    step.scratch.write(f"{target}-numbers", numbers)
    step.scratch.write(f"{target}-links", links.astype(np.int32))
    step.scratch.write(f"{target}-links_to", links_to.astype(np.int32))
    ends = [score for score in np.unique(scores).tolist() if score != LOWEST]
    touched = [place for place, each in enumerate(answers) if each.size]
    return step.scratch.write(target, scores, {"touched": touched, "ends": ends, **_left(scores)})


def _left(scores: Any) -> dict[str, Any]:
    return {"left": int(np.count_nonzero(scores == LOWEST))}


def derive(
    step: _Partition, target: str, linked: str, scores: str, known: list[str], starts: list[int], mode: int, least: int
) -> dict[str, Any]:
    """The scores of a part after one more pass (`pass_kernel.py`), `found` of them new and `left` without.

    `known` are the files of the scores of all parts after the pass before, whose first positions have the numbers
    `starts`.
    """
    scratch = step.scratch
    after = scratch.read(scores)
    numbers, links, links_to = (scratch.read(f"{linked}-{name}") for name in ("numbers", "links", "links_to"))
    seen = np.empty(len(numbers), np.int16)
    cuts = [*np.searchsorted(numbers, starts).tolist(), len(numbers)]
    for name, start, first, last in zip(known, starts, cuts[:-1], cuts[1:], strict=True):
        if first < last:
            seen[first:last] = scratch.read(name)[numbers[first:last] - start]
    with step.clock():
        best, waiting = np.full(len(after), LOWEST, np.int16), np.zeros(len(after), np.uint8)
        found = compiled_pass(step.game.margin)(links_to, links, seen, after, best, waiting, mode, least)
    return scratch.write(target, after, {"found": int(found), **_left(after)})


def close(step: _Partition, target: str, source: str, scores: str) -> dict[str, Any]:
    """The scores of a part, those that no pass has found being endless draws; how many positions have each value."""
    keys, after = step.scratch.read(source), step.scratch.read(scores)
    after[after == LOWEST] = ENDLESS_DRAW
    with step.graph() as graph, step.clock():
        counted = graph.tally_of([keys], after)
    return step.scratch.write(target, after, {"tally": list(counted)})


STEPS: dict[str, Callable[..., dict[str, Any]]] = {
    each.__name__: each for each in (expand, merge, answer, value, link, derive, close)
}


def run_step(work: Work, name: str, target: str, *arguments: Any) -> StepResult:
    """Run a step, unless its file is there already."""
    began = perf_counter()
    scratch = Scratch(work.address)
    notes = scratch.notes(target)
    if notes is not None:
        return StepResult(notes, perf_counter() - began, 0.0)
    if scratch.notes(BEGUN) is None:
        why = BadRequest(
            f"{socket.gethostname()} does not see {work.address}: solve into a folder that all workers share, "
            "or name one by --scratch"
        )
        return StepResult({}, perf_counter() - began, 0.0, why)
    try:
        step = _Partition(work)
        notes = STEPS[name](step, target, *arguments)
    except (ZerosumError, NotInLayers) as error:
        return StepResult({}, perf_counter() - began, 0.0, error)
    return StepResult(notes, perf_counter() - began, step.computing)
