"""Look positions up in a solved table by compiled code: a few microseconds each, or many at once in arrays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.engines.native.machine.memory import address_for_entry
from zerosum.engines.native.machine.shapes import words_of
from zerosum.engines.native.tables import probing
from zerosum.engines.native.tables.probing import (
    FILE_SHIFT,
    HEADER_WORDS,
    NOT_THERE,
    PLACES,
    ROW_WORDS,
    BatchProbe,
    compiled_batch_probe,
    compiled_probe,
    forged,
)
from zerosum.engines.native.tables.state_functions import KeyFunctions
from zerosum.engines.solve.format.checked_file import PAGE, CheckedFile

if TYPE_CHECKING:
    from zerosum.engines.solve.tables.table import SolvedTable

assert PAGE == probing.PAGE


def compile_for(game: Game, folder: str) -> None:
    """Compile the look-ups of the table in a folder: what a child process does for `SolvedTable`."""
    from zerosum.engines.solve.tables.table import SolvedTable

    CompiledProbe(SolvedTable(Path(folder), game))


class CompiledProbe:
    """The compiled look-ups of one table."""

    def __init__(self, table: SolvedTable) -> None:
        """Compile them, or load them from the cache."""
        values = [layer.file for layer in table.value_layers] or [scores.file for _, scores in table.layers]
        keys = [layer.file for layer in table.key_layers]
        self._files = [file for both in zip(keys, values, strict=True) for file in both]
        self._shape = table.layout.shape
        self._maps = [
            (np.frombuffer(file.raw, np.uint8), np.frombuffer(file.checked, np.uint8)) for file in self._files
        ]
        self._block = self._made_block(table)
        self._address = address_for_entry(self._block)
        counted = None if table.manifest.counted is None else tuple(table.manifest.counted)
        self._made_from = table.folded, KeyFunctions(*table.layout.functions()), counted
        self._of_state = compiled_probe(*self._made_from)

    @cached_property
    def _batch(self) -> BatchProbe:
        return compiled_batch_probe(*self._made_from)

    def _made_block(self, table: SolvedTable) -> Any:
        """The block that `probing.py` describes."""
        header = np.zeros(HEADER_WORDS, np.int64)
        header[probing.LAYERS], header[probing.FIRST_LEVEL] = len(table.key_layers), table.first_level
        rows = np.zeros((len(table.key_layers), ROW_WORDS), np.int64)
        lists: list[int] = []
        for number, keys in enumerate(table.key_layers):
            row = rows[number]
            row[probing.KEYS_AT], row[probing.KEYS_CHECKED] = (each.ctypes.data for each in self._maps[2 * number])
            row[probing.SCORES_AT], row[probing.SCORES_CHECKED] = (
                each.ctypes.data for each in self._maps[2 * number + 1]
            )
            row[probing.FIRSTS], row[probing.OFFSETS] = keys.firsts_at, keys.offsets_at
            row[probing.BLOCKS], row[probing.BLOCK], row[probing.COUNT] = keys.blocks, keys.block, keys.count
            row[probing.WIDTH] = PLACES
            if table.layers:
                scores = table.layers[number][1]
                row[probing.WIDTH], row[probing.SCORE_LIST] = scores.width, len(header) + rows.size + len(lists)
                no_score = forged(2 * number + 1)
                lists += scores.scores + [no_score] * ((1 << scores.width) - len(scores.scores))
        return np.concatenate((header, rows.ravel(), np.array(lists, np.int64)))

    def score(self, state: State) -> int | None:
        """As `SolvedTable.score`; the place in its layer where there are means and no scores."""
        try:
            score: int = self._of_state(state, self._address)
            while score < NOT_THERE:
                self._check(score)
                score = self._of_state(state, self._address)
        except OverflowError:  # a number of more than 63 bits, which no stored state has
            return None
        return None if score == NOT_THERE else score

    def scores(self, states: Iterable[Any]) -> Any:
        """As `SolvedTable.scores`."""
        width = len(words_of(self._shape))
        if not isinstance(states, np.ndarray):
            is_flat = len(self._shape) == width
            states = [state if is_flat else words_of(state) for state in states] or np.empty((0, width))
        try:
            words = np.ascontiguousarray(states, np.int64)
        except (OverflowError, ValueError):
            words = np.empty(0, np.int64)
        if words.ndim != 2 or words.shape[1] != width:
            raise BadRequest(f"each state must have {width} numbers of at most 63 bits")
        return self._all(self._batch.of_states, words)

    def scores_of_keys(self, keys: Any) -> Any:
        """As `SolvedTable.scores_of_keys`."""
        return self._all(self._batch.of_keys, np.ascontiguousarray(keys, np.int64).ravel())

    def _all(self, step: Any, asked: Any) -> Any:
        asked = asked.view()
        asked.setflags(write=False)  # the compiled steps take arrays that nobody may write
        scores = np.empty(len(asked), np.int16)
        done, page = step(asked, 0, self._address, scores)
        while page:
            self._check(page)
            done, page = step(asked, done, self._address, scores)
        return scores

    def _check(self, answer: int) -> None:
        """Check the page that an answer names."""
        file, page = divmod(NOT_THERE - 1 - answer, 1 << FILE_SHIFT)
        checked: CheckedFile = self._files[file]
        checked.check(page)
