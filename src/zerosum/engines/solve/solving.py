"""Solve a game into a folder: find out which way to take, go it layer by layer, keep what is finished."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from zerosum.core.errors import BadRequest, BadRules, ZerosumError
from zerosum.core.game import Game
from zerosum.core.games.tree import is_written
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State, is_users_own, plain_state
from zerosum.core.symmetry import symmetry_fault
from zerosum.engines.native import require_numba
from zerosum.engines.native.machine.resources import MEGABYTE, free_megabytes
from zerosum.engines.solve.backends import (
    LOCAL,
    Backend,
    LayerRunner,
    LocalBackend,
    Runner,
    SolveJob,
    backend_named,
    extra_for,
)
from zerosum.engines.solve.format.checked_file import DamagedTable
from zerosum.engines.solve.format.key_layout import Layout
from zerosum.engines.solve.format.layer_arrays import (
    Coder,
    HostCoder,
    read_keys,
    write_keys,
    write_scores,
    write_values,
)
from zerosum.engines.solve.format.layer_file import (
    TOO_LONG,
    LayerKeys,
    LayerScores,
    has_too_long,
    keys_path,
    scores_path,
    values_path,
)
from zerosum.engines.solve.format.manifest import (
    MANIFEST,
    UNFINISHED,
    ChanceEntry,
    LayerEntry,
    Manifest,
    manifest_spec,
    read_manifest,
    rules_fingerprint,
)
from zerosum.engines.solve.format.table_folder import folder_lock, refuse_other_files, remove_leftovers
from zerosum.engines.solve.levels import level_of
from zerosum.engines.solve.local.chance_graph import favours, means_of
from zerosum.engines.solve.local.graph import GraphInMemory
from zerosum.engines.solve.local.worker_threads import NotInLayers, WiderKeys
from zerosum.engines.solve.partitioned.scratch import DamagedScratch
from zerosum.engines.solve.stages import FINDING, VALUING, Stage
from zerosum.engines.solve.starts import Starts, with_starts
from zerosum.engines.solve.tables.table import (
    SolvedTable,
    advice_on_damage,
    opened_at,
    rules_have_changed,
    without_counter,
    without_symmetries,
)

LAYERS, GRAPH, CYCLES = "layers", "graph", "graph with cycles"
"""Which way a game was solved: layer by layer; as one graph without cycles; or as one with cycles, backward."""

INDUCTION, ITERATION = "backward induction", "value iteration"
"""Which way a game of chance was solved: every position once, or again and again where positions can repeat."""

MOST_DAMAGES = 10
"""Damaged intermediate files of one solve that are made anew; after more of them the disk is not to be trusted."""

SEGMENT = 1 << 19
"""Keys of a graph that are written at once."""

IMAGES_TRIED = 2_000
"""The positions of random games in which a user's own `canonical` is checked before a solve."""


def solve(
    game: Game,
    folder: Path,
    *,
    start: State | None = None,
    starts: Iterable[State] | None = None,
    memory: int | None = None,
    threads: int | None = None,
    on: str | Backend = LOCAL,
    scratch: str | None = None,
    progress: ProgressCallback = None,
) -> SolvedTable:
    """Value every position that can be reached, and store the table in a folder.

    That is from the start of the game, from another state, or from any of a set of `starts`.
    `memory` is in megabytes, half of what is free by default. `on` is a backend or names one, and `scratch` is where
    it keeps intermediate files, below the folder by default (`backends.py`). A solve that was
    stopped goes on where it was: the finished files of its folder are kept. A finished table of the same game is opened
    as it is. A folder with other files and no table is refused.
    """
    require_numba(extra_for(on))
    refuse_kind(game)
    begin = Starts(game, [game.start if start is None else start] if starts is None else starts)
    backend = backend_named(on, default_threads(threads), folder, scratch, memory) if isinstance(on, str) else on
    was_there = folder.exists()
    try:
        refuse_other_files(folder)
        with folder_lock(folder):
            if not (folder / MANIFEST).exists():
                limit = memory_limit(memory)
                remove_leftovers(folder)
                run = _Solve(game, folder, begin, limit, backend, progress)
                try:
                    run.run()
                except ZerosumError:
                    run.remove_empty_record()
                    raise
            backend.forget()
            (folder / UNFINISHED).unlink(missing_ok=True)
    except OSError as error:
        raise BadRequest(
            f"{str(folder)!r} cannot be written: {error.strerror or error}; "
            "finished files are kept, solve again to go on"
        ) from None
    finally:
        backend.close()
        if not was_there:
            with suppress(OSError):  # it is not empty: something was done
                folder.rmdir()
    return opened_at(SolvedTable(folder, game), begin.first, begin.record)


def refuse_kind(game: Game) -> None:
    """Refuse written trees, and games whose positions have no value of their own."""
    if is_written(game):
        raise BadRequest("a written tree is not solved into a table; zerosum analyze and zerosum tree value it")
    if game.rules.repetition is not None:
        raise BadRequest(f"{game.name} has a rule for repeated positions, so that a value depends on the moves before")
    if game.adapted is not None and game.adapted.because:
        raise BadRequest(f"{game.name} has no solved table, because {game.adapted.because}; zerosum analyze values it")


def refuse_wrong_symmetry(folded: Game, states: Iterable[State]) -> None:
    """Refuse a user's own `canonical` that is wrong in one of the first of these states; raises `BadRules`.

    Values of positions that are no images of each other would be mixed up.
    """
    canonical = folded.rules.canonical
    if not isinstance(canonical, FunctionType) or not is_users_own(canonical):
        return
    for state in islice(dict.fromkeys(states), IMAGES_TRIED):
        fault = symmetry_fault(folded, state, folded.position_text)
        if fault is not None:
            where = f"{folded.source}: " if folded.source else ""
            raise BadRules(f"{where}{fault}, for {folded.position_text(state)}; zerosum check tells more")


def folded_game(game: Game, start: State) -> Game:
    """The game without its counter, and without its symmetries where they do not apply to this start."""
    rules = game.rules
    is_symmetric = rules.canonical is not None and (
        rules.class_size is None or (rules.class_size(start) == 1 and not rules.gains_images)
    )
    return without_counter(game if is_symmetric else without_symmetries(game))


def first_stored(folded: Game, start: State) -> State:
    """The stored state that stands for the start."""
    rule = folded.rules.canonical
    return plain_state(start if rule is None else rule(start))


def memory_limit(megabytes: int | None) -> int:
    """The memory allowed, in bytes: half of what is free by default."""
    return MEGABYTE * (free_megabytes() // 2 if megabytes is None else megabytes)


def default_threads(threads: int | None) -> int:
    """This number of threads, or one for each core."""
    return threads or os.cpu_count() or 1


class _Solve:
    """One solve of a game into a folder."""

    def __init__(
        self, game: Game, folder: Path, starts: Starts, memory: int, backend: Backend, progress: ProgressCallback
    ) -> None:
        self.game = game
        self.folded = starts.folded
        self.folder = folder
        self.starts = starts
        self.start = starts.first
        self.memory = memory
        self.backend = backend
        self._opened: dict[int, LayerKeys] = {}
        self.progress = progress

    def run(self) -> None:
        """Solve, or go on with a solve."""
        begun = self._begun()
        if begun is None:
            refuse_wrong_symmetry(self.folded, chain(*self.starts.paths))
            self.backend.forget()
            self.manifest = self._fresh()
            self._keep()
        else:
            self.manifest = begun
            self._drop_damaged()
        is_solved, damages = False, 0
        while not is_solved:
            try:
                if self.game.rules.odds is not None:
                    self._solve_chance()
                elif self.manifest.counted is None:
                    self._solve_graph()
                else:
                    self._solve_layers()
                is_solved = True
            except WiderKeys as found:
                # The keys of a game know its first start alone; a layout of fields holds all of them already.
                both = zip(found.fields, self.starts.fields, strict=True)
                wider = self._layout().widened(one.joined(two) for one, two in both)
                self.manifest.fields = [list(each) for each in wider.fields]
                self._forget_layers()
            except DamagedScratch:
                damages += 1
                if damages == MOST_DAMAGES:
                    raise
            except NotInLayers:
                self.manifest.counted = None
                self._forget_layers()
        remove_leftovers(self.folder, len(self.manifest.layers))
        self.manifest.write(self.folder / MANIFEST)

    def remove_empty_record(self) -> None:
        """Delete the record of a solve that was refused before it had done anything."""
        with suppress(OSError, DamagedTable):
            if not read_manifest(self.folder / UNFINISHED).layers:
                (self.folder / UNFINISHED).unlink()

    def _forget_layers(self) -> None:
        self.manifest.layers = []
        self._opened.clear()  # an open file can be read on after it was deleted
        self._keep()  # first: a solve that is killed here finds no file missing that it was promised
        remove_leftovers(self.folder, 0)

    def _job(self) -> SolveJob:
        counted = tuple(self.manifest.counted or ())
        return SolveJob(self.folded, self._layout(), self.memory, self.progress, self.starts.checksum, counted)

    def _solve_layers(self) -> None:
        layered = self.backend.layers(self._job())
        try:
            self._enumerate(layered)
            self._value(layered)
        finally:
            layered.close()
        self.manifest.method = LAYERS
        self.manifest.layers.pop()

    def _solve_graph(self) -> None:
        self.manifest.layers = []  # a solve that was stopped begins again
        graph = self.backend.graph(self._job())
        try:
            keys = graph.positions(self.starts.keys(self._layout()))
            scores, repeats = graph.scores(keys)
            self.manifest.layers = []  # a solve that was killed between its two files has one already
            segments = (keys[at : at + SEGMENT] for at in range(0, len(keys), SEGMENT))
            self._add(keys_path(self.folder, 0), segments, graph.coder)
            self._add_scores(0, scores, graph)
        finally:
            graph.close()
        self.manifest.score = int(scores[self._start_index(keys)])
        self.manifest.method = CYCLES if repeats else GRAPH

    def _solve_chance(self) -> None:
        """Solve a game of chance as one graph: its means are sums, which must not depend on how layers are divided."""
        if not isinstance(self.backend, LocalBackend):
            raise BadRequest(f"{self.game.name} is a game of chance, which is solved on this machine only (--on local)")
        self.manifest.layers = []
        graph = GraphInMemory(self.folded, self._layout(), self.memory, self.backend.threads, self.progress)
        try:
            keys = graph.positions(self.starts.keys(self._layout()))
            means = means_of(graph, keys, self.progress)
            self._add(keys_path(self.folder, 0), [keys], graph.coder)
            self.manifest.layers[0].scores = write_values(values_path(self.folder, 0), means.values, means.draws)
            self._count(0, favours(means.values, means.error), graph)
        finally:
            graph.close()
        mean = float(means.values[self._start_index(keys)])
        has_draws = means.draws is not None
        results = means.utilities if has_draws or len(means.utilities) == 2 else None
        self.manifest.chance = ChanceEntry(mean, means.error, results, means.draw_error if has_draws else None)
        self.manifest.method = ITERATION if means.repeats else INDUCTION

    def _start_index(self, keys: Any) -> int:
        """The place of the first start among the keys of its layer."""
        first = self._layout().functions()[0](first_stored(self.folded, self.start))
        return int(np.searchsorted(keys, first))

    def _layout(self) -> Layout:
        return self.manifest.layout(self.game, self.start)

    def _begun(self) -> Manifest | None:
        """What an earlier solve of the same game has finished in this folder."""
        file = self.folder / UNFINISHED
        if not file.exists():
            return None
        with advice_on_damage(self.folder):
            found = read_manifest(file)
        has_same_rules = found.rules == rules_fingerprint(self.game, *self.starts.named)
        has_same_start = found.start == self.game.position_text(self.start) and found.starts == self.starts.record
        if not has_same_rules and has_same_start and found.game == manifest_spec(self.game):
            raise BadRequest(rules_have_changed(self.game, self.folder))
        if not has_same_rules or found.starts != self.starts.record:
            raise BadRequest(
                f"{self.folder} has an unfinished table of {found.game} by other rules or from elsewhere; "
                "choose another folder"
            )
        return found

    def _drop_damaged(self) -> None:
        """Forget the files of an earlier solve that are damaged, and those that follow from them: they are made again.

        Keys follow from those of the layer before. Scores follow from those of the layer after.
        """
        layers = self.manifest.layers
        whole = next((number for number in range(len(layers)) if not self._has_whole_keys(number)), len(layers))
        wrong = max((number for number in range(len(layers)) if not self._has_whole_scores(number)), default=-1)
        if whole == len(layers) and wrong < 0:
            return
        for layer in layers if whole < len(layers) else layers[: wrong + 1]:
            layer.scores = None
        del layers[whole:]
        self._opened.clear()
        self.backend.forget()
        self._keep()
        remove_leftovers(self.folder, whole)

    def _has_whole_keys(self, number: int) -> bool:
        try:
            self._keys(number).file.check_all()
        except DamagedTable:
            return False
        return True

    def _has_whole_scores(self, number: int) -> bool:
        if self.manifest.layers[number].scores is None or self.game.rules.odds is not None:
            return True  # a game of chance begins again
        try:
            self._scores(number).file.check_all()
        except DamagedTable:
            return False
        return True

    def _fresh(self) -> Manifest:
        counted = self.starts.counted
        return Manifest(
            game=manifest_spec(self.game),
            name=self.game.name,
            start=self.game.position_text(self.start),
            rules=rules_fingerprint(self.game, *self.starts.named),
            margin=self.game.margin,
            symmetry=self.folded.rules.canonical is not None,
            method=LAYERS,
            fields=None if self.starts.game_keys() else [list(each) for each in self.starts.layout.fields],
            counted=None if counted is None else list(counted),
            starts=self.starts.record,
        )

    def _keep(self) -> None:
        self.manifest.write(self.folder / UNFINISHED)

    def _keys(self, number: int) -> LayerKeys:
        """The keys of a layer; those that were asked for last stay open, because a file is checked when it is read."""
        if number not in self._opened:
            entry = self.manifest.layers[number]
            self._opened = {each: keys for each, keys in self._opened.items() if abs(each - number) == 1}
            self._opened[number] = LayerKeys(keys_path(self.folder, number), entry.keys, entry.stored)
        return self._opened[number]

    def _scores(self, number: int) -> LayerScores:
        entry = self.manifest.layers[number]
        if entry.scores is None:
            raise DamagedTable(f"{scores_path(self.folder, number)} is missing")
        return LayerScores(scores_path(self.folder, number), entry.scores, entry.stored)

    def _enumerate(self, layered: LayerRunner) -> None:
        """Write the keys of every layer, from the first one that is not there."""
        layers = self.manifest.layers
        starts = self.starts.keys_by_layer(self._layout(), tuple(self.manifest.counted or ()))
        if not layers:
            self._add(keys_path(self.folder, 0), [starts[0]], HostCoder())
        # The last layer is empty, which says that all positions have been found.
        while layers[-1].stored or len(layers) <= max(starts):
            number = len(layers)
            size = layers[-1].stored
            before = sum(layer.stored for layer in layers) - size
            layered.progress = Stage(self.progress, FINDING, number - 1, size=size, before=before)
            level = level_of(self.start, self.manifest.counted or ()) + number - 1
            children = layered.children(self._keys(number - 1), level)
            here, coder = starts.get(number), layered.coder
            if here is not None:
                children, coder = with_starts(map(coder.on_host, children), here), HostCoder()
            self._add(keys_path(self.folder, number), children, coder)

    def _add(self, path: Path, segments: Iterable[Any], coder: Coder) -> None:
        count, checksum = write_keys(path, segments, coder)
        self.manifest.layers.append(LayerEntry(count, checksum))
        self._keep()

    def _value(self, layered: LayerRunner) -> None:
        """Write the scores of every layer, from the last one that is not there."""
        layers = self.manifest.layers
        last = len(layers) - 2  # the one after it is empty
        for number in range(last, -1, -1):
            entry = layers[number]
            if entry.scores is not None:
                continue
            is_last = number == last
            layered.progress = Stage(
                self.progress,
                VALUING,
                number,
                size=entry.stored,
                before=sum(layer.stored for layer in layers[number + 1 :]),
                layers=last + 1,
                total=self.manifest.stored,
            )
            following = (None, None) if is_last else (self._keys(number + 1), self._scores(number + 1))
            scores = layered.scores(self._keys(number), *following)
            self._add_scores(number, scores, layered)
            if number == 0:
                self.manifest.score = int(scores[self._start_index(read_keys(self._keys(0)))])
            del scores  # before those of the next layer are found
            self._keep()

    def _add_scores(self, number: int, scores: Any, runner: Runner) -> None:
        entry, different = self.manifest.layers[number], runner.coder.different(scores)
        if has_too_long(different.tolist(), self.manifest.margin):
            raise BadRequest(f"{self.game.name} has {TOO_LONG}")
        entry.scores = write_scores(scores_path(self.folder, number), scores, runner.coder, different)
        self._count(number, scores, runner)

    def _count(self, number: int, scores: Any, runner: Runner) -> None:
        entry = self.manifest.layers[number]
        counted = runner.tally(self._keys(number), scores)
        entry.wins, entry.losses, entry.endless = counted.wins, counted.losses, counted.endless
        entry.draws = counted.draws + counted.endless
