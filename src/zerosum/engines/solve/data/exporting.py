"""Write a solved table as data: one Parquet file with a row for each stored position.

Rows come in row groups, layer by layer in the order of the keys. Memory is bounded: a row group, and as much of the
next layer, in which the moves of its positions are looked up, as the limit allows. The file's name exists only once
everything has been written, so that a stopped export leaves nothing behind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.core.errors import BadRequest
from zerosum.core.files import TEMPORARY, replacing
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import CHANCE
from zerosum.engines.native import require_numba
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, WON
from zerosum.engines.native.tables.control import END, HIGH, LOW, new_control
from zerosum.engines.native.tables.move_counts import compiled_mean_counts, compiled_move_counts
from zerosum.engines.native.tables.state_functions import KeyFunctions
from zerosum.engines.solve.data.exported import (
    ORIGIN,
    Export,
    add_checksum,
    export_file,
    exported,
    is_damaged_export,
    origin_of,
    refuse_replacing,
)
from zerosum.engines.solve.format.layer_arrays import (
    KeyRange,
    key_parts,
    key_ranges,
    read_keys,
    read_scores,
    read_values,
)
from zerosum.engines.solve.format.layer_file import BLOCK, LayerKeys, LayerScores
from zerosum.engines.solve.local.worker_threads import WorkerThreads
from zerosum.engines.solve.solving import default_threads, memory_limit
from zerosum.engines.solve.stages import EXPORTING, SolveProgress
from zerosum.engines.solve.tables.table import SolvedTable

SUFFIX = ".parquet"
"""Of the temporary name of a file that is being written; its writer holds a lock on it."""

GROUP_BLOCKS = 960
"""The blocks of keys in a row group: 122,880 rows, as many as DuckDB gives to a thread at once."""

TEXTS_AT_ONCE = 4096
"""The positions that are written as text between two calls of `progress`."""

BYTES_A_SUCCESSOR = 10
"""The bytes of a position of the next layer in memory: its key and its score."""


def export(
    table: SolvedTable,
    file: Path | None = None,
    *,
    memory: int | None = None,
    threads: int | None = None,
    progress: ProgressCallback = None,
) -> Export:
    """Write a table as a Parquet file, `positions.parquet` in its folder by default.

    `memory` is in megabytes, half of what is free by default. A file that was exported from the same table is kept,
    and one from another table replaced; a file that is no export is refused (`refuse_replacing`).
    """
    target = export_file(table, file)
    found = exported(table, target)
    if found is not None:
        return found
    refuse_replacing(target)
    was_damaged = is_damaged_export(target)
    require_numba()
    try:
        rows = _Rows if table.manifest.chance is None else _MeanRows
        _write(target, table, rows(table, memory, default_threads(threads), progress))
    except OSError as error:
        raise BadRequest(f"{str(target)!r} cannot be written: {error.strerror or error}") from None
    return Export(target, table.manifest.stored, target.stat().st_size, was_there=False, was_damaged=was_damaged)


def _write(target: Path, table: SolvedTable, groups: _Rows) -> None:
    """Write the file. A link that the user names is followed; one inside a table, which may be a stranger's, is not."""
    from pyarrow.parquet import ParquetWriter

    is_in_table = target.parent.resolve() == table.folder.resolve()
    real = target if is_in_table else Path(os.path.realpath(target))
    _remove_leftovers(real.parent)
    with replacing(real, suffix=SUFFIX) as stream:
        flock(stream, LOCK_EX)
        schema = _schema().with_metadata({ORIGIN: origin_of(table)})
        with ParquetWriter(stream, schema, compression="zstd") as writer:
            for group in groups:
                writer.write_table(group.cast(schema))
        add_checksum(stream)


def _remove_leftovers(folder: Path) -> None:
    """Delete what a killed export was writing: the system has given its lock back."""
    for file in folder.glob(f".*{SUFFIX}"):
        if TEMPORARY.fullmatch(file.stem) is None:
            continue
        with suppress(OSError), file.open("rb") as stream:
            flock(stream, LOCK_EX | LOCK_NB)
            file.unlink()


def _schema() -> Any:
    import pyarrow as pa

    texts = pa.dictionary(pa.int8(), pa.string())
    fields = [
        ("position", pa.string()),
        ("key", pa.int64()),
        ("layer", pa.int16()),
        ("side", pa.int8()),
        ("value", texts),
        ("distance", pa.int16()),
        ("margin", pa.int16()),
        ("mean", pa.float64()),
        ("endless", pa.bool_()),
        ("moves", pa.int16()),
        ("optimal_moves", pa.int16()),
        ("best_moves", pa.int16()),
        ("images", pa.int32()),
    ]
    return pa.schema(fields)


class _Rows:
    """The rows of a table in groups, as tables of pyarrow."""

    def __init__(self, table: SolvedTable, memory: int | None, threads: int, progress: ProgressCallback) -> None:
        self.table = table
        self.count_moves = self._compiled(table.folded, KeyFunctions(*table.layout.functions()))
        self.successor_blocks = max(1, memory_limit(memory) // 2 // BYTES_A_SUCCESSOR // BLOCK)
        self.threads = threads
        self.progress = progress
        self.done = 0
        self._held: tuple[int, list[Any]] = -1, []

    @staticmethod
    def _compiled(game: Game, keys: KeyFunctions) -> Any:
        return compiled_move_counts(game, keys)

    def __iter__(self) -> Iterator[Any]:
        """Small layers share a row group."""
        import pyarrow as pa

        workers = WorkerThreads(self.threads, None)
        waiting: list[Any] = []
        try:
            for number in range(len(self.table.key_layers)):
                for group in self._layer(number, workers):
                    waiting.append(group)
                    if sum(map(len, waiting)) >= GROUP_BLOCKS * BLOCK:
                        yield pa.concat_tables(waiting)
                        waiting.clear()
            if waiting:
                yield pa.concat_tables(waiting)
        finally:
            workers.close()

    def _layer(self, number: int, workers: WorkerThreads) -> Iterator[Any]:
        keys, scores = self.table.layers[number]
        start = 0
        for part in key_parts(keys, GROUP_BLOCKS):
            here = read_scores(scores, start, len(part))
            yield self._group(number, part, here, self._counts(number, part, here, workers))
            start += len(part)

    def _counts(self, number: int, keys: Any, scores: Any, workers: WorkerThreads) -> tuple[Any, ...]:
        """Side, size of the symmetry class, moves, optimal moves and best moves of positions."""
        count = len(keys)
        sides, moves, optimal, best = (np.zeros(count, np.int16) for _ in range(4))
        images = np.zeros(count, np.int64)
        for low, high, next_keys, next_scores in self._successors(number):
            control = new_control(1)
            control[LOW], control[HIGH], control[END] = low, high, count
            arrays = (next_keys, next_scores, sides, images, moves, optimal, best)
            workers.run(control, self.count_moves, keys, scores, control, *arrays)
        return sides, images, moves, optimal, best

    def _successors(self, number: int) -> Iterator[tuple[int, int, Any, Any]]:
        """The keys and scores of the next layer in parts, each with its range of keys; one part is read once."""
        following = number if self.table.manifest.counted is None else number + 1
        layers = self.table.layers
        keys, scores = layers[following] if following < len(layers) else (None, None)
        ranges = key_ranges(keys, self.successor_blocks)
        parts = ((part.low, part.high, *_read_range(keys, scores, part)) for part in ranges)
        if keys is not None and keys.blocks > self.successor_blocks:
            yield from parts
            return
        if self._held[0] != following:
            self._held = -1, []
            self._held = following, list(parts)
        yield from self._held[1]

    def _group(self, number: int, keys: Any, scores: Any, counts: tuple[Any, ...]) -> Any:
        import pyarrow as pa

        sides, images, moves, optimal, best = counts
        endless = scores == ENDLESS_DRAW
        plain = np.where(endless, 0, scores)
        has_margin = self.table.manifest.margin
        # A draw has a distance only where the game is over, and a margin none.
        distance = np.where(plain == 0, 0, WON - np.abs(plain.astype(np.int32))).astype(np.int16)
        no_distance = np.logical_and(plain == 0, moves > 0) | has_margin
        values = pa.DictionaryArray.from_arrays(np.sign(plain).astype(np.int8) + 1, ["loss", "draw", "win"])
        columns = {
            "value": values,
            "distance": pa.array(distance, mask=no_distance),
            "endless": endless,
            "moves": moves,
            "optimal_moves": optimal,
            "best_moves": best,
        }
        if has_margin:
            columns["margin"] = plain
        return self._table(number, keys, sides, images, columns)

    def _table(self, number: int, keys: Any, sides: Any, images: Any, columns: dict[str, Any]) -> Any:
        """A row for each position; a column that is not given is empty."""
        import pyarrow as pa

        columns = {
            "position": pa.array(self._texts(number, keys), pa.string()),
            "key": keys,
            "layer": np.full(len(keys), number, np.int16),
            "side": sides.astype(np.int8),
            "images": images.astype(np.int32),
        } | columns
        return pa.table([columns.get(each.name, pa.nulls(len(keys), each.type)) for each in _schema()], _schema())

    def _texts(self, number: int, keys: Any) -> list[str]:
        text, unpack = self.table.game.position_text, self.table.unpack
        texts: list[str] = []
        for start in range(0, len(keys), TEXTS_AT_ONCE):
            texts += [text(unpack(key)) for key in keys[start : start + TEXTS_AT_ONCE].tolist()]
            if self.progress is not None:
                stored, layers = self.table.manifest.stored, len(self.table.key_layers)
                self.progress(SolveProgress(EXPORTING, number, layers, self.done + len(texts), stored))
        self.done += len(texts)
        return texts


class _MeanRows(_Rows):
    """The rows of a game of chance, whose means are all in memory."""

    @staticmethod
    def _compiled(game: Game, keys: KeyFunctions) -> Any:
        return compiled_mean_counts(game, keys)

    def _layer(self, number: int, workers: WorkerThreads) -> Iterator[Any]:
        keys, means = read_keys(self.table.key_layers[number]), read_values(self.table.value_layers[number])
        for start in range(0, len(keys), GROUP_BLOCKS * BLOCK):
            part = keys[start : start + GROUP_BLOCKS * BLOCK]
            yield self._mean_group(number, part, means[start : start + len(part)], keys, means, workers)

    def _mean_group(self, number: int, keys: Any, here: Any, all_keys: Any, means: Any, workers: WorkerThreads) -> Any:
        import pyarrow as pa

        chance, count = self.table.manifest.chance, len(keys)
        assert chance is not None
        sides, moves, best = (np.zeros(count, np.int16) for _ in range(3))
        images, control = np.zeros(count, np.int64), new_control(1)
        control[END] = count
        arrays = (sides, images, moves, best)
        workers.run(control, self.count_moves, keys, all_keys, means, chance.error, control, *arrays)
        best_moves = pa.array(best, mask=sides == CHANCE)
        columns = {"mean": here, "moves": moves, "optimal_moves": best_moves, "best_moves": best_moves}
        return self._table(number, keys, sides, images, columns)


def _read_range(layer: LayerKeys | None, known: LayerScores | None, part: KeyRange) -> tuple[Any, Any]:
    """The keys and the scores of a range of a layer."""
    if layer is None or known is None or part.first == part.last:
        return np.empty(0, np.int64), np.empty(0, np.int16)
    keys = read_keys(layer, part.first, part.last - part.first)
    return keys, read_scores(known, part.first * layer.block, len(keys))
