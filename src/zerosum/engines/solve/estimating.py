"""Estimate how large a solved table will be: list the first layers, and go on from how fast they grow.

A layer has as many positions as its predecessor has moves, divided by how many moves lead to each position:

    positions of layer n + 1  =  positions of layer n  *  moves a position  /  moves to a position

The first layers are listed whole, until the time is up, which gives all of these. Beyond them, the moves a position
come from random games, and the moves to a position grow as they did, less and less (each of the stones of a side may
have been the last one, but not if it lies below another, or if the game was over before).
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from zerosum.core.game import Game
from zerosum.core.progress import Count, Progress, ProgressCallback
from zerosum.core.rules import Rules, State, listed, plain_state
from zerosum.engines.native import require_numba
from zerosum.engines.solve.format.key_layout import MOST_BITS, KeyLayout, Layout, game_keys, narrowest_layout
from zerosum.engines.solve.format.layer_arrays import read_keys, write_keys
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.levels import counted_words, level_of, sample
from zerosum.engines.solve.local.graph import GraphInMemory
from zerosum.engines.solve.local.layered import Layered
from zerosum.engines.solve.local.worker_threads import NotInLayers, WiderKeys
from zerosum.engines.solve.solving import default_threads, first_stored, folded_game, memory_limit, refuse_kind

SECONDS = 2.0
SAMPLED_POSITIONS = 400
"""Positions of a layer whose moves are counted."""

TREND_LAYERS = 5
"""The last layers that show how the moves to a position grow: an odd number, as the layers of the two sides differ."""

GROWTH = 0.1, 0.4
"""The least and the most by which the moves to a position grow from layer to layer. In the first layers they shrink, as
most images under symmetries coincide there. Every second stone is of the side that has moved: half a move at most."""

DAMPING = 0.9
"""The growth of the moves to a position gets smaller by this factor from layer to layer (a damped trend)."""

SCORE_BYTES = 0.6
"""What the score of a position takes: five bits, which tell apart 32 distances."""

MEAN_BYTES = 8
"""What the mean of a position of a game of chance takes."""

GRAPH_RATE = 1_000_000
"""Positions that are linked and valued a second as one graph, about; they take longer than to find them."""

MOST_LAYERS_PER_LISTED = 6
"""If there are more layers than this for each listed one, nobody knows how far the damped trend holds."""

MOST_POWER = 1000
"""No count is taken to be larger than two to the power of this: a float holds not much more."""

CHANCE_RATE = 500_000
"""The same in a game of chance: that of Pig, whose positions are swept some fifty times."""


@dataclass(frozen=True)
class TableSize:
    """About how many positions will be stored, in how many bytes and seconds, and what that is based on.

    `exact` says that all positions were listed; `at_least` that there is no way to tell how many more there are. Where
    few layers were listed, `between` has two guesses at `stored`, which lies half-way in powers of ten. Where no key
    holds a position, there can be no table: `seconds` is None then, and `bits` are those that a key would need.
    """

    stored: int
    bytes: int
    seconds: float | None
    layers: int
    listed_layers: int
    listed: int
    exact: bool
    at_least: bool
    bits: int = 0
    between: tuple[int, int] | None = None


class _TimeUp(Exception):
    """The budget is spent."""


def estimate(
    game: Game,
    *,
    start: State | None = None,
    seconds: float = SECONDS,
    threads: int | None = None,
    progress: ProgressCallback = None,
    most_layers: int = 1 << 30,
) -> TableSize:
    """Estimate the table of a game by listing positions for this many seconds; compiling comes before that."""
    require_numba()
    refuse_kind(game)
    begin = game.start if start is None else start
    paths = sample(game, [begin])
    counted = None if game.rules.odds is not None else counted_words(paths)
    layout: Layout | None = game_keys(game.rules, begin)
    if layout is None:
        met = [plain_state(state) for path in paths for state in path]
        narrowest = narrowest_layout([*met, first_stored(folded_game(game, begin), begin)])
        layout = narrowest.joined(narrowest.fields)
    while True:
        listing = _Listing(game, begin, layout, seconds, default_threads(threads), progress, most_layers)
        if layout.bits > MOST_BITS and isinstance(layout, KeyLayout):
            return listing.graph_in_python() if counted is None else listing.layers_in_python(paths)
        try:
            return listing.graph() if counted is None else listing.layers(counted, paths)
        except WiderKeys as found:
            layout = layout.joined(found.fields)
        except NotInLayers:
            counted = None


class _Listing:
    """Lists positions until the time is up."""

    def __init__(
        self,
        game: Game,
        start: State,
        layout: Layout,
        seconds: float,
        threads: int,
        progress: ProgressCallback,
        most_layers: int,
    ) -> None:
        self.game, self.start, self.layout, self.seconds = game, start, layout, seconds
        self.threads, self.progress, self.most_layers = threads, progress, most_layers
        self.folded = folded_game(game, start)
        self.memory = memory_limit(None)
        self.random = Random(0)
        self.began = perf_counter()
        self.found = 0

    def _look(self, so_far: Progress) -> None:
        if self.progress is not None:
            self.progress(so_far)
        self.found = max(self.found, so_far.done)
        if perf_counter() - self.began > self.seconds:
            raise _TimeUp

    def graph(self) -> TableSize:
        """All positions of a game without layers, or as many as are found in time."""
        graph = GraphInMemory(self.folded, self.layout, self.memory, self.threads, self._look)
        self.began = perf_counter()
        try:
            keys = graph.positions(np.array([self.layout.functions()[0](first_stored(self.folded, self.start))]))
        except _TimeUp:
            known = self.found
        else:
            known = len(keys)
        finally:
            graph.close()
        spent = perf_counter() - self.began
        is_all = spent < self.seconds
        each, rate = (SCORE_BYTES, GRAPH_RATE) if self.game.rules.odds is None else (MEAN_BYTES, CHANCE_RATE)
        size = int(known * (self.layout.bits / 16 + each))
        return TableSize(known, size, spent + known / rate, 1, 1, known, is_all, not is_all)

    def graph_in_python(self) -> TableSize:
        """The same without keys, for positions that are too wide for one."""
        known = {first_stored(self.folded, self.start)}
        layer, is_all = known, False
        try:
            while layer:
                layer = self._children(self.folded.rules, layer) - known
                known |= layer
            is_all = True
        except _TimeUp:
            pass
        each = SCORE_BYTES if self.game.rules.odds is None else MEAN_BYTES
        size = int(len(known) * (self.layout.bits / 16 + each))
        return TableSize(len(known), size, None, 1, 1, len(known), is_all, not is_all, self.layout.bits)

    def layers(self, counted: tuple[int, ...], paths: list[list[State]]) -> TableSize:
        """The layers that can be listed in time, and those beyond."""
        layered = Layered(self.folded, self.layout, counted, self.memory, self.threads, self._look)
        self.began = perf_counter()
        counts, moves, size = [1], [self._moves([first_stored(self.folded, self.start)])], 0
        try:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "keys"
                number, checksum = write_keys(
                    file, [np.array([layered.keys.pack(first_stored(self.folded, self.start))])]
                )
                level = level_of(self.start, counted)
                while len(counts) < self.most_layers:
                    layer = LayerKeys(file, checksum, number)
                    following = Path(folder) / f"keys-{len(counts)}"
                    number, checksum = write_keys(following, layered.children(layer, level + len(counts) - 1))
                    file.unlink()
                    file = following
                    if number == 0:
                        return self._whole(counts, size)
                    counts.append(number)
                    size += file.stat().st_size
                    moves.append(self._moves(self._sampled(layered, LayerKeys(file, checksum, number))))
        except _TimeUp:
            pass
        finally:
            layered.close()
        return self._beyond(counts, moves, size, paths)

    def layers_in_python(self, paths: list[list[State]]) -> TableSize:
        """The same without keys, for positions that are too wide for one."""
        rules, layer = self.folded.rules, {first_stored(self.folded, self.start)}
        counts, moves = [1], [self._moves(list(layer))]
        try:
            while len(counts) < self.most_layers:
                layer = self._children(rules, layer)
                if not layer:
                    break
                counts.append(len(layer))
                moves.append(self._moves(self.random.choices(list(layer), k=SAMPLED_POSITIONS)))
        except _TimeUp:
            pass
        size = sum(counts) * self.layout.bits // 16
        found = self._beyond(counts, moves, size, paths) if layer else self._whole(counts, size)
        return replace(found, seconds=None, bits=self.layout.bits)

    def _children(self, rules: Rules, layer: set[State]) -> set[State]:
        found: set[State] = set()
        for number, state in enumerate(layer):
            if number % 256 == 0:
                self._look(Count(number, "positions", len(layer)))
            if not rules.is_over(state):
                children = (rules.play(state, move) for move in listed(rules.moves(state)))
                found.update(children if rules.canonical is None else map(rules.canonical, children))
        return found

    def _whole(self, counts: list[int], size: int) -> TableSize:
        spent, known = perf_counter() - self.began, sum(counts)
        return TableSize(
            known, int(size + known * SCORE_BYTES), 2 * spent, len(counts), len(counts), known, True, False
        )

    def _sampled(self, layered: Layered, layer: LayerKeys) -> list[State]:
        blocks = [self.random.randrange(layer.blocks) for _ in range(20)]
        keys: Any = np.concatenate([read_keys(layer, block, 1) for block in blocks])
        return [layered.keys.unpack(key) for key in self.random.choices(keys.tolist(), k=SAMPLED_POSITIONS)]

    def _moves(self, states: list[State]) -> float:
        """The mean number of moves; none in a finished game."""
        rules = self.game.rules
        return sum(0 if rules.is_over(state) else len(listed(rules.moves(state))) for state in states) / len(states)

    def _beyond(self, counts: list[int], moves: list[float], size: int, paths: list[list[State]]) -> TableSize:
        spent, known = perf_counter() - self.began, sum(counts)
        listed_layers = len(counts)
        to_each = [one * each / two for one, each, two in zip(counts, moves, counts[1:], strict=False)]
        trend = to_each[-TREND_LAYERS:]
        step = (trend[-1] - trend[0]) / (len(trend) - 1) if len(trend) > 1 else GROWTH[1]
        step = min(max(step, GROWTH[0]), GROWTH[1])
        in_games = self._moves_in_games(paths, max(map(len, paths)))
        # Positions of random games have other numbers of moves than all positions of a layer have.
        last = listed_layers - 1
        ratio = moves[last] / in_games[last] if last < len(in_games) and in_games[last] else 1.0
        onward = [moves[last], *(each * ratio for each in in_games[listed_layers:])]
        leading = trend[-1] if trend else 1.0
        beyond, layers = _sum_of(counts[-1], onward, leading, step, DAMPING)
        total, number = float(known) + beyond, listed_layers + layers
        between = None
        if listed_layers * MOST_LAYERS_PER_LISTED < number:
            # Either that, but not more than there are keys, or each stone of a side may have been the last one.
            most = min(total, 2.0 ** min(self.layout.bits, MOST_POWER))
            least = min(most, known + _sum_of(counts[-1], onward, leading, 0.5, 1.0)[0])
            total = sqrt(least) * sqrt(most)
            between = int(least), int(most)
        bytes_each = (size / known if known > 1 else self.layout.bits / 16) + SCORE_BYTES
        rate = known / max(spent, 1e-3)
        # Valuing takes about as long as listing does.
        spent_in_all = 2 * total / rate
        stored, size = round(total), round(total * bytes_each)
        return TableSize(stored, size, spent_in_all, number, listed_layers, known, False, False, between=between)

    def _moves_in_games(self, paths: list[list[State]], plies: int) -> list[float]:
        """The mean number of moves after each number of plies, of the random games that last so long."""
        return [self._moves([path[ply] for path in paths if len(path) > ply]) for ply in range(plies)]


def _sum_of(count: float, moves: list[float], leading: float, step: float, damping: float) -> tuple[float, int]:
    """The positions of the layers after one with `count` positions, and how many layers there are.

    `moves` are those of a position in each layer. `leading` moves lead to a position; they grow by `step`, which gets
    smaller by `damping`.
    """
    total, layers = 0.0, 0
    for each in moves:
        step *= damping
        leading = max(1.0, leading + step)
        count = min(count * each / leading, 2.0**MOST_POWER)
        if count < 1:
            break
        total += count
        layers += 1
    return total, layers
