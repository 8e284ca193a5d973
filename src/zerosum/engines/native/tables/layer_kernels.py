"""The kernels that solve a layer: value its positions from a hash map of the next layer, and count the values.

The positions of a layer are sorted keys (`key_layout.py`). As in `expansion.py`, children are collected first, with a
prefetch for the slot of each, and looked up later, when the cache lines have arrived.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba import types

from zerosum.core.game import Game
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, atomic_add, atomic_store, load, prefetch
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, is_end_score, score_of_end, shift_for
from zerosum.engines.native.tables.control import (
    BAD_UTILITY,
    BITS,
    BUFFER,
    DRAWS,
    ENDLESS_DRAWS,
    HIGH,
    LOSSES,
    LOW,
    MISSING,
    PIECE,
    STATUS,
    WINS,
    pieces,
)
from zerosum.engines.native.tables.hash_slots import find, home
from zerosum.engines.native.tables.state_functions import KeyFunctions, canonical_form, images_of


@lru_cache(maxsize=16)
def compiled_tally(game: Game, keys: KeyFunctions) -> Callable[..., Any]:
    """The kernel `tally(keys, scores, control)`, which counts the positions of each value."""
    unpack, images = rebuild(keys.unpack), images_of(game)

    def tally(keys: Any, scores: Any, control: Any) -> None:
        control_at = address_of(control)
        wins, draws, losses, endless = 0, 0, 0, 0
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                size, score = as_word(images(unpack(keys[at]))), as_word(scores[at])
                if score == ENDLESS_DRAW:
                    endless += size
                elif score > 0:
                    wins += size
                elif score < 0:
                    losses += size
                else:
                    draws += size
        atomic_add(control_at, WINS, wins)
        atomic_add(control_at, DRAWS, draws)
        atomic_add(control_at, LOSSES, losses)
        atomic_add(control_at, ENDLESS_DRAWS, endless)

    words = types.int64[::1]
    return cache.build(tally, (words, types.int16[::1], words))


@lru_cache(maxsize=16)
def compiled_layer_values(game: Game, keys: KeyFunctions) -> Callable[..., Any]:
    """The kernel `value(keys, scores, control, slots, pending, parents)`, compiled or loaded from the cache.

    It raises the scores of positions, which begin at LOWEST, to those of their successors in a map.
    """
    rules = native_rules(game, repeats=False)
    each_move, play, is_over, to_move = rules.each_move, rules.play, rules.is_over, rules.to_move
    utility = rules.utility
    canonical = canonical_form(game)
    pack, unpack = rebuild(keys.pack), rebuild(keys.unpack)
    farther, margin = shift_for(game.margin).farther, game.margin

    def look_up(slots: Any, bits: int, control: Any, scores: Any, pending: Any, parents: Any, count: int) -> None:
        """Raise the score of each parent to that of its child; a negative parent number says that the side stays."""
        for at in range(count):
            slot = find(slots, bits, 2, pending[at])
            if slot < 0:
                atomic_store(control, STATUS, MISSING)
                return
            score = farther(load(slots, slot * 2 + 1))
            parent = parents[at]
            if parent < 0:
                parent = -1 - parent
            else:
                score = -score
            if score > scores[parent]:
                scores[parent] = score

    def value(keys: Any, scores: Any, control: Any, slots: Any, pending: Any, parents: Any) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits = load(control_at, BITS)
        low, high = load(control_at, LOW), load(control_at, HIGH)
        count = 0
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                side = to_move(state)
                if is_over(state):
                    score = score_of_end(utility(state), margin, side)
                    if not is_end_score(score, margin):
                        atomic_store(control_at, STATUS, BAD_UTILITY)
                    scores[at] = score
                    continue
                for given in each_move(state):
                    child = play(state, as_word(given))
                    key = pack(canonical(child))
                    if key < low or key >= high:
                        continue
                    prefetch(slots_at, home(key, bits) * 2)
                    pending[count] = key
                    parents[count] = at if to_move(child) != side else -1 - at
                    count += 1
                    if count == BUFFER:
                        look_up(slots_at, bits, control_at, scores, pending, parents, count)
                        count = 0
        look_up(slots_at, bits, control_at, scores, pending, parents, count)

    words, halves = types.int64[::1], types.int16[::1]
    return cache.build(value, (words, halves, words, words, words, words))
