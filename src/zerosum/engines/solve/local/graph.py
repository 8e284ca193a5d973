"""Solve a game as one graph in memory: all positions, the links between them, and their scores from the ends backward.

For games whose positions do not lie in layers (`layered.py` has those). About 60 bytes a position and 8 bytes a move
are needed; a game that is too large for the memory allowed is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.engines.native.tables.control import BITS, BUFFER, COUNT, END, LIMIT, LOWEST, new_control
from zerosum.engines.native.tables.ending_draws import DECIDED, ENDS, OPEN, compiled_mark_ends
from zerosum.engines.native.tables.expansion import compiled_expansion, fewest_bits
from zerosum.engines.native.tables.graph_kernels import compiled_graph_kernels
from zerosum.engines.native.tables.hash_slots import slot_functions
from zerosum.engines.solve.format.key_layout import Layout
from zerosum.engines.solve.local.threaded_kernels import ThreadedKernels
from zerosum.engines.solve.local.worker_threads import refuse_wider

BYTES_A_POSITION = 60
BYTES_A_MOVE = 8


class TooLarge(BadRequest):
    """A graph does not fit into the memory allowed."""


class GraphInMemory(ThreadedKernels):
    """The graph of one game."""

    def __init__(self, game: Game, layout: Layout, memory: int, threads: int, progress: ProgressCallback) -> None:
        """Compile the kernel that finds positions. `memory` is in bytes."""
        super().__init__(game, layout, threads, progress)
        self.memory = memory
        self._expansion = compiled_expansion(game, self.keys, None)
        self._slots = slot_functions()

    def positions(self, starts: Any) -> Any:
        """The keys of all positions that can be reached from those with these keys, ascending; raises `WiderKeys`."""
        bits = max(16, fewest_bits(self.workers.count), (2 * len(starts)).bit_length())
        slots = np.zeros(1 << bits, np.int64)
        self._slots.rehash(starts + 1, bits, slots)
        found = [starts]
        known = len(starts)
        while len(found[-1]):
            fresh, slots = self.beyond(found[-1], slots, known)
            found.append(fresh)
            known += len(fresh)
            self.refuse_more(known * BYTES_A_POSITION, f"{known:,} positions and more")
        keys = np.concatenate(found)
        keys.sort()
        return keys

    def refuse_more(self, needed: int, what: str) -> None:
        """Refuse what needs more bytes than are allowed."""
        if needed > self.memory:
            raise TooLarge(f"{what} do not fit into {self.memory >> 20:,} MB; allow more memory")

    def beyond(self, frontier: Any, slots: Any, known: int) -> tuple[Any, Any]:
        """The children of positions that were not known before, and the set of all known ones."""
        found = []
        bits = len(slots).bit_length() - 1
        control = new_control(bits)
        todo = [(0, len(frontier))]
        while todo:
            room = (1 << bits) * 6 // 10 - known
            if room < 1 << bits - 2:
                bits += 1
                larger = np.zeros(1 << bits, np.int64)
                self._slots.rehash(slots, bits, larger)
                slots = larger
                continue
            fresh = np.empty(room + 2 * BUFFER * self.workers.count, np.int64)
            control[BITS], control[COUNT], control[LIMIT] = bits, 0, room
            self.expand(self._expansion, frontier, todo, control, slots, fresh)
            found.append(fresh[: int(control[COUNT])].copy())
            known += len(found[-1])
        refuse_wider(control, self.layout.shape)
        return np.concatenate(found), slots

    def scores(self, keys: Any) -> tuple[Any, bool]:
        """The score of every position, and whether the game can repeat."""
        kernels = compiled_graph_kernels(self.game, self.keys)
        count = len(keys)
        bits, slots = self.numbered(keys)
        links_to, moves = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.run(kernels.count, keys, bits, slots, links_to, moves)
        offsets = np.zeros(count + 1, np.int64)
        np.cumsum(links_to, out=offsets[1:])
        self.refuse_more(count * BYTES_A_POSITION + int(offsets[-1]) * BYTES_A_MOVE, f"{int(offsets[-1]):,} moves")
        links = np.empty(int(offsets[-1]), np.int64)
        self.run(kernels.link, keys, bits, slots, offsets[:-1].copy(), links)
        del slots, links_to
        queue = np.empty(count, np.int64)
        scores = self.ends(keys)
        if kernels.settle(offsets, links, moves.copy(), scores, queue) == count:
            return scores, False
        scores = self.ends(keys)
        decided = np.flatnonzero((moves == 0) & (scores != 0))
        decided = decided[np.argsort(-np.abs(scores[decided].astype(np.int64)), kind="stable")]
        kernels.retrograde(offsets, links, moves, scores, queue, decided)
        return scores, True

    def must_end(self, keys: Any, is_draw: Any) -> Any:
        """Which of the draws must end (`ending_draws.py`); in the others a side can avoid the end for ever."""
        self.refuse_more(len(keys) * BYTES_A_POSITION, f"{len(keys):,} positions")
        mark_ends = compiled_mark_ends(self.game, self.keys)
        bits, slots = self.numbered(keys)
        marks = np.where(is_draw, OPEN, DECIDED).astype(np.uint8)
        while self.run(mark_ends, keys, bits, slots, marks):
            pass
        return marks == ENDS

    def numbered(self, keys: Any) -> tuple[int, Any]:
        """A hash map of positions and their numbers, which are their places among the keys; its bits, and its slots."""
        bits = (len(keys) * 3 // 2).bit_length()
        slots = np.zeros(2 << bits, np.int64)
        control = new_control(bits)
        control[END] = len(keys)
        self.workers.run(control, self._slots.fill_numbers, keys, np.arange(len(keys)), control, slots)
        return bits, slots

    def ends(self, keys: Any) -> Any:
        """The scores of finished games, LOWEST for other positions."""
        scores = np.full(len(keys), LOWEST, np.int16)
        control = new_control(1)
        control[END] = len(keys)
        self.workers.run(control, compiled_graph_kernels(self.game, self.keys).ends, keys, control, scores)
        return scores

    def run(self, kernel: Any, keys: Any, bits: int, slots: Any, *arrays: Any) -> int:
        """Run a kernel over all positions in all threads, with a hash map of 2 ** bits slots; gives its COUNT."""
        control = new_control(bits)
        control[END] = len(keys)
        self.workers.run(control, kernel, keys, control, slots, *arrays)
        return int(control[COUNT])
