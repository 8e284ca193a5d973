"""The compiled steps that solve a layer: expand its positions into a hash set, value them from a hash map.

The positions of a layer are sorted keys (`key_layout.py`). Several threads work on one layer: each takes the next
piece of positions from a shared counter, until none is left or something stops all of them (`STATUS`).

Memory is random and slow, so the children of many positions are collected first, with a prefetch for the slot of each,
and looked up later, when the cache lines have arrived:

    positions --play, canonical, pack--> | child | child | child | ...   buffer --> slots of the next layer

`grade` proves that no position is in two layers: it is a number of each state that every move increases by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from zerosum.game import Game
from zerosum.native.compile import cache
from zerosum.native.compile.rebuild import rebuild
from zerosum.native.compile.rules import native_rules, taking_words
from zerosum.native.machine.intrinsics import as_word, popcount
from zerosum.native.machine.memory import (
    LINE,
    Layout,
    address_of,
    atomic_add,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_store,
    load,
    prefetch,
    relaxed_load,
    store,
    zeros,
)
from zerosum.native.machine.shapes import members
from zerosum.native.machine.shapes import written as written_state
from zerosum.native.solver.scores import ENDLESS_DRAW, is_end_score, score_of_end, shift_for
from zerosum.native.tables.hash_slots import find, home, insert, slot_functions
from zerosum.rules import State

PIECE = 256
"""The positions that a thread takes at once."""

BUFFER = 256
"""The children that are collected before their slots are looked up."""

RUNNING, STOP, UNGRADED, BAD_MOVES, MISSING, BAD_UTILITY, BAD_ODDS = range(7)
"""What `STATUS` says: go on; asked to stop; a move does not raise the grade by one; a position without moves before
the end; a successor that is not in the next layer; a finished game whose utility is no result; an
outcome without a positive weight."""

EVERY_KEY = (1 << 63) - 1
"""Above all keys."""

LOWEST = -(1 << 15)
"""Below every score: a position whose successors have not been seen."""

WORDS = 64
"""The most words of a state."""

_block = Layout()
STATUS = _block.field()
END = _block.field()
LIMIT = _block.field()
BITS = _block.field()
GRADE = _block.field()
LOW = _block.field()
HIGH = _block.field()
"""Only children with keys from LOW to below HIGH count, so that a part of the next layer fits into memory."""
OUTSIDE = _block.field()
"""1 where a state does not fit into a key; LEAST, GREATEST and USED (every bit that is set) are those of all such."""
LEAST = _block.field(WORDS)
GREATEST = _block.field(WORDS)
USED = _block.field(WORDS)
_block.align(LINE)
NEXT = _block.field()
"""Written by every thread, so they have cache lines of their own."""
_block.align(LINE)
WINS, DRAWS, LOSSES, ENDLESS_DRAWS = (_block.field() for _ in range(4))
"""The positions of each value, those included that are images of stored ones."""
_block.align(LINE)
COUNT = _block.field()
_block.align(LINE)
CONTROL_WORDS = _block.words


class KeyFunctions(NamedTuple):
    """`pack(state)` into a key, `unpack(key)`, and whether a state `fits(state)` into one."""

    pack: Any
    unpack: Any
    fits: Any


@dataclass(frozen=True)
class Steps:
    """The compiled steps for one game and layout of keys.

    `expand(keys, control, slots, pending, left)` inserts the children of positions into a set, until it is as full as
    LIMIT says; `left` is then the range of positions that this thread took and did not expand.
    `fill(keys, scores, control, slots)` makes a map of positions and their scores.
    `value(keys, scores, control, slots, pending, parents)` raises the scores of positions to those of their successors
    in such a map, from LOWEST on. `gather` and `rehash` are those of `hash_slots`.
    """

    expand: Callable[..., Any]
    fill: Callable[..., Any]
    value: Callable[..., Any]
    gather: Callable[..., Any]
    rehash: Callable[..., Any]


def canonical_form(game: Game) -> Any:
    """The compiled representative of a state's symmetry class; the state itself in a game without `canonical`."""
    rule = game.rules.canonical
    native = native_rules(game)
    if rule is None:
        return rebuild(itself)
    shape = native.shape
    state = written_state(shape, (f"as_word({member})" for member in members(shape, "answer")))
    namespace: dict[str, Any] = {"rule": taking_words("canonical", rebuild(rule), native.own), "as_word": as_word}
    exec(f"def canonical(state):\n answer = rule(state)\n return {state}", namespace)
    return rebuild(namespace["canonical"])


def images_of(game: Game) -> Any:
    """The compiled number of states in a state's symmetry class; 1 where the game does not tell."""
    rule = game.rules.class_size
    if rule is None or game.rules.canonical is None:
        return rebuild(one)
    return taking_words("class_size", rebuild(rule), native_rules(game).own)


def one(state: State) -> int:
    """One."""
    return 1


@lru_cache(maxsize=16)
def compiled_tally(game: Game, keys: KeyFunctions) -> Callable[..., Any]:
    """The step `tally(keys, scores, control)`, which counts the positions of each value."""
    unpack, images = rebuild(keys.unpack), images_of(game)

    def tally(keys: Any, scores: Any, control: Any) -> None:
        control_at = address_of(control)
        end = load(control_at, END)
        wins, draws, losses, endless = 0, 0, 0, 0
        while relaxed_load(control_at, STATUS) == RUNNING:
            first = atomic_add(control_at, NEXT, PIECE)
            if first >= end:
                break
            for at in range(first, min(first + PIECE, end)):
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


def itself(state: State) -> State:
    """The state."""
    return state


def popcount_grade(shape: Any, counted: tuple[int, ...]) -> Any:
    """The number of bits that are set in these words of a state."""
    places = members(shape, "state")
    namespace: dict[str, Any] = {"popcount": popcount}
    exec(f"def grade(state):\n return {' + '.join(f'popcount({places[word]})' for word in counted)}", namespace)
    return rebuild(namespace["grade"])


def noting(shape: Any) -> Any:
    """Note in a control block what the words of a state hold."""
    lines = [
        f" atomic_min(control, {LEAST + i}, {member})\n"
        f" atomic_max(control, {GREATEST + i}, {member})\n"
        f" atomic_or(control, {USED + i}, {member})"
        for i, member in enumerate(members(shape, "state"))
    ]
    namespace: dict[str, Any] = {"atomic_min": atomic_min, "atomic_max": atomic_max, "atomic_or": atomic_or}
    exec("def note(control, state):\n" + "\n".join(lines), namespace)
    return namespace["note"]


def fewest_bits(threads: int) -> int:
    """The bits of the smallest set: beyond LIMIT, every thread may insert what it has collected twice."""
    return (5 * BUFFER * threads).bit_length()


def new_control(bits: int, grade: int = 0) -> Any:
    """A control block for one layer, with a hash table of 2 ** bits slots."""
    control = zeros(CONTROL_WORDS)
    control[BITS], control[GRADE], control[HIGH] = bits, grade, EVERY_KEY
    control[LIMIT] = (1 << bits) * 6 // 10
    control[LEAST : LEAST + WORDS] = np.iinfo(np.int64).max
    control[GREATEST : GREATEST + WORDS] = np.iinfo(np.int64).min
    return control


@lru_cache(maxsize=16)
def compiled_steps(game: Game, keys: KeyFunctions, counted: tuple[int, ...]) -> Steps:
    """Compile the steps, or load them from the cache; `counted` are the words whose bits are a state's grade."""
    rules = native_rules(game)
    each_move, play, is_over, to_move, utility = (
        rules.each_move,
        rules.play,
        rules.is_over,
        rules.to_move,
        rules.utility,
    )
    canonical = canonical_form(game)
    grade = popcount_grade(rules.shape, counted)
    pack, unpack, fits = map(rebuild, keys)
    note = noting(rules.shape)
    farther = shift_for(game.margin).farther
    margin = game.margin

    def flush(slots: Any, bits: int, pending: Any, count: int) -> int:
        """Insert the collected children; gives how many were new."""
        new = 0
        for at in range(count):
            if insert(slots, bits, 1, pending[at]) >= 0:
                new += 1
        return new

    def expand(keys: Any, control: Any, slots: Any, pending: Any, left: Any) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits, target = load(control_at, BITS), load(control_at, GRADE) + 1
        end, limit = load(control_at, END), load(control_at, LIMIT)
        low, high = load(control_at, LOW), load(control_at, HIGH)
        count = 0
        left[0], left[1] = 0, 0
        while relaxed_load(control_at, STATUS) == RUNNING and relaxed_load(control_at, COUNT) < limit:
            first = atomic_add(control_at, NEXT, PIECE)
            if first >= end:
                break
            last = min(first + PIECE, end)
            for at in range(first, last):
                state = unpack(keys[at])
                if is_over(state):
                    continue
                is_empty = True
                for given in each_move(state):
                    is_empty = False
                    child = canonical(play(state, as_word(given)))
                    if not fits(child):
                        # All such states of the layer are noted, so that the next layout does not depend on chance.
                        note(control_at, child)
                        atomic_store(control_at, OUTSIDE, 1)
                        continue
                    if grade(child) != target:
                        atomic_store(control_at, STATUS, UNGRADED)
                    key = pack(child)
                    if key < low or key >= high:
                        continue
                    prefetch(slots_at, home(key, bits))
                    pending[count] = key
                    count += 1
                    if count == BUFFER:
                        atomic_add(control_at, COUNT, flush(slots_at, bits, pending, count))
                        count = 0
                        if relaxed_load(control_at, COUNT) >= limit:
                            # This position is expanded again: a child that is there already does no harm.
                            left[0], left[1] = at, last
                            return
                if is_empty:
                    atomic_store(control_at, STATUS, BAD_MOVES)
        atomic_add(control_at, COUNT, flush(slots_at, bits, pending, count))

    def fill(keys: Any, scores: Any, control: Any, slots: Any) -> None:
        control_at, slots_at = address_of(control), address_of(slots)
        bits, end = load(control_at, BITS), load(control_at, END)
        while relaxed_load(control_at, STATUS) == RUNNING:
            first = atomic_add(control_at, NEXT, BUFFER)
            if first >= end:
                break
            last = min(first + BUFFER, end)
            for at in range(first, last):
                prefetch(slots_at, home(keys[at], bits) * 2)
            for at in range(first, last):
                store(slots_at, insert(slots_at, bits, 2, keys[at]) * 2 + 1, as_word(scores[at]))

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
        bits, end = load(control_at, BITS), load(control_at, END)
        low, high = load(control_at, LOW), load(control_at, HIGH)
        count = 0
        while relaxed_load(control_at, STATUS) == RUNNING:
            first = atomic_add(control_at, NEXT, PIECE)
            if first >= end:
                break
            for at in range(first, min(first + PIECE, end)):
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
    return Steps(
        expand=cache.build(expand, (words, words, words, words, words)),
        fill=cache.build(fill, (words, halves, words, words)),
        value=cache.build(value, (words, halves, words, words, words, words)),
        gather=slot_functions().gather,
        rehash=slot_functions().rehash,
    )
