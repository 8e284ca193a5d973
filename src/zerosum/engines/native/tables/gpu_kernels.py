"""The CUDA kernels that solve a layer: the same rules, keys and scores as in `layer_kernels.py`, other memory.

A thread takes the position of its number, and then others, as many apart as there are threads. Hash sets and maps are
those of `hash_slots.py`, filled by compare-and-exchange. A GPU has neither generators nor exceptions: `moves` must give
a bit set, and arithmetic is not checked for overflow.

`NUMBA_ENABLE_CUDASIM` and `NUMBA_DISABLE_JIT` run all of this in plain Python, without a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as once
from functools import lru_cache
from typing import Any

from numba import cuda

from zerosum.core.game import Game
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word, trailing_zeros
from zerosum.engines.native.machine.shapes import Shape, members
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, is_end_score, score_of_end, shift_for
from zerosum.engines.native.tables.control import (
    BAD_MOVES,
    BAD_UTILITY,
    COUNT,
    DRAWS,
    ENDLESS_DRAWS,
    GREATEST,
    HIGH,
    LEAST,
    LEVEL,
    LOSSES,
    LOW,
    MISSING,
    NOT_IN_LAYERS,
    OUTSIDE,
    STATUS,
    USED,
    WINS,
)
from zerosum.engines.native.tables.hash_slots import EMPTY
from zerosum.engines.native.tables.hash_slots import home as home_slot
from zerosum.engines.native.tables.state_functions import KeyFunctions, canonical_form, images_of, popcount_level

SLOTS_AT_ONCE = 32
"""The slots that a thread gathers together, so that one counter is not asked for each key."""


@dataclass(frozen=True)
class GpuKernels:
    """The kernels for one game and layout of keys. Arrays are on the device; `control` is that of `control.py`.

    `expand(keys, start, end, control, bits, slots)` inserts the children of positions into a set.
    `value(keys, scores, control, bits, slots)` raises scores to those of the successors in a map.
    `tally(keys, scores, control)` counts the positions of each value.
    """

    expand: Callable[..., Any]
    value: Callable[..., Any]
    tally: Callable[..., Any]


@dataclass(frozen=True)
class SlotKernels:
    """The kernels that are the same for every game.

    `gather(slots, keys, control)` takes the keys out of a set, in no order, `run` slots in a thread; COUNT counts them.
    `insert_all(keys, bits, slots)` inserts keys into a set.
    `fill(keys, scores, bits, slots)` makes a map of keys and their scores.
    """

    gather: Callable[..., Any]
    insert_all: Callable[..., Any]
    fill: Callable[..., Any]
    run: int = SLOTS_AT_ONCE


@once
def slot_kernels() -> SlotKernels:
    """Compile them."""
    insert = _insertion()

    def gather(slots: Any, keys: Any, control: Any) -> None:
        for run in range(cuda.grid(1), (len(slots) + SLOTS_AT_ONCE - 1) // SLOTS_AT_ONCE, cuda.gridsize(1)):
            first, last = run * SLOTS_AT_ONCE, min(run * SLOTS_AT_ONCE + SLOTS_AT_ONCE, len(slots))
            count = 0
            for slot in range(first, last):
                if slots[slot] != EMPTY:
                    count += 1
            at = cuda.atomic.add(control, COUNT, count)
            for slot in range(first, last):
                if slots[slot] != EMPTY:
                    keys[at] = slots[slot] - 1
                    at += 1

    def insert_all(keys: Any, bits: Any, slots: Any) -> None:
        for at in range(cuda.grid(1), len(keys), cuda.gridsize(1)):
            insert(slots, bits, 1, keys[at])

    def fill(keys: Any, scores: Any, bits: Any, slots: Any) -> None:
        for at in range(cuda.grid(1), len(keys), cuda.gridsize(1)):
            slots[insert(slots, bits, 2, keys[at]) * 2 + 1] = scores[at]

    return SlotKernels(*map(cuda.jit, (gather, insert_all, fill)))


@once
def _insertion() -> Any:
    """`insert(slots, bits, stride, key)` gives the key's slot, or -1 - slot where it was there before."""
    home = rebuild(home_slot)

    def insert(slots: Any, bits: Any, stride: Any, key: Any) -> Any:
        mask = (1 << bits) - 1
        slot = home(key, bits)
        while True:
            found = slots[slot * stride]
            if found == EMPTY:
                found = cuda.atomic.cas(slots, slot * stride, EMPTY, key + 1)
                if found == EMPTY:
                    return slot
            if found == key + 1:
                return -1 - slot
            slot = (slot + 1) & mask

    return cuda.jit(device=True)(insert)


def _noting(shape: Shape) -> Any:
    """Note in a control block what the words of a state hold, as `control.noting` does."""
    lines = [
        f" cuda.atomic.min(control, {LEAST + i}, {member})\n"
        f" cuda.atomic.max(control, {GREATEST + i}, {member})\n"
        f" cuda.atomic.or_(control, {USED + i}, {member})"
        for i, member in enumerate(members(shape, "state"))
    ]
    namespace: dict[str, Any] = {"cuda": cuda}
    exec("def note(control, state):\n" + "\n".join(lines), namespace)
    return cuda.jit(device=True)(namespace["note"])


@lru_cache(maxsize=4)
def gpu_kernels(game: Game, keys: KeyFunctions, counted: tuple[int, ...]) -> GpuKernels:
    """Compile the kernels; `counted` are the words whose bits are a state's level."""
    rules = native_rules(game)
    moves_of, play, is_over, to_move, utility = rules.moves, rules.play, rules.is_over, rules.to_move, rules.utility
    canonical, images = canonical_form(game), images_of(game)
    level = popcount_level(rules.shape, counted)
    pack, unpack, fits = map(rebuild, keys)
    home, end_score, is_sound = rebuild(home_slot), rebuild(score_of_end), rebuild(is_end_score)
    farther, margin = rebuild(shift_for(game.margin).farther), game.margin
    note, insert = _noting(rules.shape), _insertion()

    def expand(keys: Any, start: Any, end: Any, control: Any, bits: Any, slots: Any) -> None:
        target, low, high = control[LEVEL] + 1, control[LOW], control[HIGH]
        new = 0
        for at in range(start + cuda.grid(1), end, cuda.gridsize(1)):
            state = unpack(keys[at])
            if is_over(state):
                continue
            moves = moves_of(state)
            if moves == 0:
                control[STATUS] = BAD_MOVES
            while moves != 0:
                move = trailing_zeros(moves)
                moves &= moves - 1
                child = canonical(play(state, move))
                if not fits(child):
                    note(control, child)
                    control[OUTSIDE] = 1
                    continue
                if level(child) != target:
                    control[STATUS] = NOT_IN_LAYERS
                key = as_word(pack(child))
                if key >= low and key < high and insert(slots, bits, 1, key) >= 0:
                    new += 1
        if new:
            cuda.atomic.add(control, COUNT, new)

    def value(keys: Any, scores: Any, control: Any, bits: Any, slots: Any) -> None:
        low, high, mask = control[LOW], control[HIGH], (1 << bits) - 1
        for at in range(cuda.grid(1), len(keys), cuda.gridsize(1)):
            state = unpack(keys[at])
            side = to_move(state)
            if is_over(state):
                score = end_score(utility(state), margin, side)
                if not is_sound(score, margin):
                    control[STATUS] = BAD_UTILITY
                scores[at] = score
                continue
            best = as_word(scores[at])
            moves = moves_of(state)
            while moves != 0:
                move = trailing_zeros(moves)
                moves &= moves - 1
                child = play(state, move)
                key = as_word(pack(canonical(child)))
                if key < low or key >= high:
                    continue
                slot = home(key, bits)
                while slots[slot * 2] != key + 1 and slots[slot * 2] != EMPTY:
                    slot = (slot + 1) & mask
                if slots[slot * 2] == EMPTY:
                    control[STATUS] = MISSING
                    continue
                score = farther(slots[slot * 2 + 1])
                if to_move(child) != side:
                    score = -score
                best = max(best, score)
            scores[at] = best

    def tally(keys: Any, scores: Any, control: Any) -> None:
        wins, draws, losses, endless = 0, 0, 0, 0
        for at in range(cuda.grid(1), len(keys), cuda.gridsize(1)):
            size, score = as_word(images(unpack(keys[at]))), as_word(scores[at])
            if score == ENDLESS_DRAW:
                endless += size
            elif score > 0:
                wins += size
            elif score < 0:
                losses += size
            else:
                draws += size
        cuda.atomic.add(control, WINS, wins)
        cuda.atomic.add(control, DRAWS, draws)
        cuda.atomic.add(control, LOSSES, losses)
        cuda.atomic.add(control, ENDLESS_DRAWS, endless)

    return GpuKernels(*map(cuda.jit, (expand, value, tally)))
