"""Compiled look-ups in the mapped files of a solved table: find the layer, the block, the key and its score.

`solve/format/layer_file.py` has the layout of the files. Compiled code is given the addresses of all of them in one
block of words, a row for each layer, and after the rows the different scores of all layers:

    | LAYERS, FIRST_LEVEL | row of layer 0 | row of layer 1 | ... | scores of layer 0 | scores of layer 1 | ...
                            KEYS_AT, ...                            from the index in its row's SCORE_LIST on

A page of a file is used only where its flag says that it was checked. Where it was not, the answer names the page, and
the caller checks it and asks again: checksums stay in one place, and a look-up in a large table reads few pages.

    answer:  a score  |  NOT_THERE  |  NOT_THERE - 1 - (file << FILE_SHIFT | page); a layer has files 2 n and 2 n + 1

A game of chance has means in place of scores. There the answer is the place of the position in its layer.

A file with the right checksums may still be forged, so each place and each number of a score is checked before it is
used. For one outside of the file, the answer names `NO_PAGE`, which no file has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from numba import types

from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import Layout, load, load_byte, load_unaligned
from zerosum.engines.native.machine.shapes import members, written
from zerosum.engines.native.tables.control import LOWEST
from zerosum.engines.native.tables.state_functions import KeyFunctions, canonical_form, popcount_level

NOT_THERE = LOWEST
"""The answer for a position that is not in the table."""

FILE_SHIFT = 40

NO_PAGE = (1 << FILE_SHIFT) - 1
"""A page beyond the end of every file."""

PLACES = -1
"""The WIDTH of a layer without scores: the answer is a place."""

_header = Layout()
LAYERS = _header.field()
FIRST_LEVEL = _header.field()
"""The level of the states in layer 0."""
HEADER_WORDS = _header.words

_row = Layout()
KEYS_AT = _row.field()
"""The address of the layer's file of keys; all other places in files are offsets in bytes."""
KEYS_CHECKED = _row.field()
"""The address of a byte for each page of that file: 1 where the page was checked."""
FIRSTS = _row.field()
OFFSETS = _row.field()
BLOCKS = _row.field()
BLOCK = _row.field()
COUNT = _row.field()
SCORES_AT = _row.field()
SCORES_CHECKED = _row.field()
WIDTH = _row.field()
SCORE_LIST = _row.field()
"""Where the scores of the layer begin: one for each number of WIDTH bits, `forged(file)` where there is no score."""
ROW_WORDS = _row.words

PAGE = 4096
"""As in `zerosum.engines.solve.format.checked_file`."""


class BatchProbe(NamedTuple):
    """Compiled look-ups of many positions in a table; `table` is the address of its block.

    `of_states(words, first, table, scores)`, with a state in each row of an array, and
    `of_keys(keys, first, table, scores)` write the scores, beginning at `first`. They give how many are done, and 0 or
    the answer that names a page to check before the next one.
    """

    of_states: Callable[..., Any]
    of_keys: Callable[..., Any]


def forged(file: int) -> int:
    """The answer for a file that names a place outside of it."""
    return NOT_THERE - 1 - (file << FILE_SHIFT | NO_PAGE)


def unchecked(flags: Any, file: int, start: int, end: int) -> int:
    """The answer that names the first page of these bytes that was not checked; 0 where all were."""
    for page in range(start // PAGE, (end - 1) // PAGE + 1):
        if load_byte(flags, page) == 0:
            return NOT_THERE - 1 - (file << FILE_SHIFT | page)
    return 0


def score_at(table: Any, row: int, file: int, place: int) -> int:
    """The score at a place of a layer, or the page to check; the place itself where there are no scores."""
    width = load(table, row + WIDTH)
    if width == PLACES:
        return place
    number = 0
    if width:
        at = place * width
        start = at >> 3
        missing = unchecked(load(table, row + SCORES_CHECKED), file, start, (at + width + 7) >> 3)
        if missing:
            return missing
        # Eight bytes can be read everywhere: the different scores and the checksums follow.
        number = load_unaligned(load(table, row + SCORES_AT), start) >> (at & 7) & (1 << width) - 1
    return load(table, load(table, row + SCORE_LIST) + number)


def find_key(table: Any, layer: int, key: int) -> int:
    """The score of a key in a layer, `NOT_THERE`, or the page to check."""
    row = HEADER_WORDS + layer * ROW_WORDS
    keys, flags = load(table, row + KEYS_AT), load(table, row + KEYS_CHECKED)
    firsts, offsets = load(table, row + FIRSTS), load(table, row + OFFSETS)
    file = 2 * layer
    low, high = -1, load(table, row + BLOCKS)  # first key of block low <= key < first key of block high
    while high - low > 1:
        middle = low + high >> 1
        at = firsts + 8 * middle
        missing = unchecked(flags, file, at, at + 8)
        if missing:
            return missing
        if load_unaligned(keys, at) <= key:
            low = middle
        else:
            high = middle
    if low < 0:
        return NOT_THERE
    at = offsets + 8 * low
    missing = unchecked(flags, file, at, at + 16)
    if missing:
        return missing
    start, end = load_unaligned(keys, at), load_unaligned(keys, at + 8)
    if start < 0 or start > end or end > firsts:
        return forged(file)
    if end > start:
        missing = unchecked(flags, file, start, end)
        if missing:
            return missing
    left = key - load_unaligned(keys, firsts + 8 * low)
    place = low * load(table, row + BLOCK)
    rest, shift = 0, 0
    while left > 0 and start < end:
        byte = load_byte(keys, start)
        start += 1
        if byte > 127:
            rest |= (byte & 127) << shift
            shift = shift + 7 & 63
        else:
            left -= (byte << shift | rest) + 1
            place += 1
            rest, shift = 0, 0
    if place >= load(table, row + COUNT):
        return forged(file)
    return NOT_THERE if left else score_at(table, row, file + 1, place)


@lru_cache(maxsize=16)
def compiled_probe(game: Game, keys: KeyFunctions, counted: tuple[int, ...] | None) -> Callable[..., Any]:
    """`of_state(state, table)`, which gives the answer for a state; compiled, or loaded from the cache.

    `counted` are the words whose bits are a state's level, None where all positions are in layer 0.
    """
    stored_score, canonical = _stored_score(game, keys, counted), canonical_form(game)

    def of_state(state: State, table: Any) -> Any:
        return stored_score(canonical(state), table)

    return cache.build(of_state, (native_rules(game).state_type, types.int64))


@lru_cache(maxsize=16)
def compiled_batch_probe(game: Game, keys: KeyFunctions, counted: tuple[int, ...] | None) -> BatchProbe:
    """The same for many positions."""
    stored_score, canonical = _stored_score(game, keys, counted), canonical_form(game)
    pack, unpack, fits = map(rebuild, keys)
    state_of = _state_of(native_rules(game).shape)

    def of_states(words: Any, first: int, table: Any, scores: Any) -> tuple[int, int]:
        for at in range(first, len(words)):
            score = stored_score(canonical(state_of(words, at)), table)
            if score < NOT_THERE:
                return at, score
            scores[at] = score
        return len(words), 0

    def of_keys(keys: Any, first: int, table: Any, scores: Any) -> tuple[int, int]:
        for at in range(first, len(keys)):
            key = keys[at]
            score = NOT_THERE
            if key >= 0:
                # A number that is no key may unpack into a state that has another one.
                state = unpack(key)
                if fits(state) and pack(state) == key:
                    score = stored_score(state, table)
            if score < NOT_THERE:
                return at, score
            scores[at] = score
        return len(keys), 0

    number, halves = types.int64, types.int16[::1]
    fixed_words, fixed_keys = (types.Array(types.int64, dimensions, "C", readonly=True) for dimensions in (2, 1))
    return BatchProbe(
        of_states=cache.build(of_states, (fixed_words, number, number, halves)),
        of_keys=cache.build(of_keys, (fixed_keys, number, number, halves)),
    )


def _stored_score(game: Game, keys: KeyFunctions, counted: tuple[int, ...] | None) -> Any:
    """The answer for a state that is the one of its symmetry class that is stored."""
    pack, unpack, fits = map(rebuild, keys)
    level = rebuild(nothing) if counted is None else popcount_level(native_rules(game).shape, counted)

    def stored_score(state: State, table: Any) -> int:
        if not fits(state):
            return NOT_THERE
        layer = level(state) - load(table, FIRST_LEVEL)
        if layer < 0 or layer >= load(table, LAYERS):
            return NOT_THERE
        key = pack(state)
        # A game's own key may be that of another state, where this one cannot be reached.
        return find_key(table, layer, key) if key >= 0 and unpack(key) == state else NOT_THERE

    return stored_score


def nothing(state: State) -> int:
    """The level of all states where there is one layer."""
    return 0


def _state_of(shape: Any) -> Any:
    """`state_of(words, at)`: the state whose words are a row of an array."""
    words = (f"as_word(words[at, {number}])" for number in range(len(members(shape, ""))))
    namespace: dict[str, Any] = {"as_word": as_word}
    exec(f"def state_of(words, at):\n return {written(shape, words)}", namespace)
    return rebuild(namespace["state_of"])
