"""The positions where a table begins: one, or a set that a file, a call or the game itself gives.

A set is kept as the sorted words of its states, so that it does not matter in which order they were given:

    | word 0 | word 1 | ... |     state 0, the least
    | word 0 | word 1 | ... |     state 1
    ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from itertools import chain, islice
from typing import Any

import numpy as np

from zerosum.core.errors import BadPosition, BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import State, formed_like, plain_state
from zerosum.engines.native.machine.shapes import members, shape_of, words_of, written
from zerosum.engines.solve.format.key_layout import Field, GameKeys, KeyLayout, Layout, game_keys, narrowest_layout
from zerosum.engines.solve.format.manifest import StartSet
from zerosum.engines.solve.levels import counted_words, sample
from zerosum.engines.solve.local.worker_threads import WiderKeys
from zerosum.engines.solve.start_files import WithImages
from zerosum.engines.solve.tables.table import without_counter, without_symmetries

STATES_AT_ONCE = 1 << 16
"""The states that are packed, and the keys that starts are put among, at once."""

MOST_NAMED = 100
"""The manifest names all starts up to this number, and of more of them this number, evenly spaced."""


BITS_SET = np.array([number.bit_count() for number in range(1 << 16)], np.uint8)
"""How many bits are set in each number of 16 bits."""


class Starts:
    """The different positions where a table of a game begins, without the counter where the game has one."""

    def __init__(self, game: Game, states: Iterable[State]) -> None:
        """Collect them; raises `BadRequest` where there is none, or one that is no state of the game."""
        self.game = without_counter(game)
        self._with_images = isinstance(states, WithImages)
        if not isinstance(game.start, tuple):
            raise BadRequest(f"{game.name} has states that are no tuples of whole numbers, which no table holds")
        self._state_of = _state_from_words(shape_of(game.start))
        position = game.rules.position
        self.words = np.unique(_words(game, states if position is None else map(position, states)), axis=0)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.words)

    def __iter__(self) -> Iterator[State]:
        """The states, ascending."""
        return self._states(self.words)

    def _states(self, words: Any) -> Iterator[State]:
        for row in words.tolist():
            yield formed_like(self.game.start, self._state_of(row))

    @cached_property
    def named(self) -> tuple[State, ...]:
        """Some of them, evenly spaced: all where they are few."""
        return tuple(self._states(self.words[:: -(-len(self) // MOST_NAMED)]))

    @cached_property
    def paths(self) -> list[list[State]]:
        """Random games from them."""
        return sample(self.game, self.named)

    @cached_property
    def counted(self) -> tuple[int, ...] | None:
        """The words whose bits seem to tell the layer of a state (`levels.py`); a game of chance is one graph."""
        return None if self.game.rules.odds is not None else counted_words(self.paths)

    @cached_property
    def first(self) -> State:
        """The least of those in layer 0, which stands for all where one position is asked for."""
        place = np.argmin(_levels(self.words, self.counted or ())) if len(self) > 1 else 0
        return next(self._states(self.words[place : place + 1]))

    @cached_property
    def folded(self) -> Game:
        """The game, without its symmetries where they do not apply to these starts.

        Where an image of a start is no start, positions would be counted that nobody can reach.
        """
        size = self.game.rules.class_size
        if self.game.rules.canonical is None or size is None or self._with_images:
            return self.game
        if self.game.rules.gains_images:
            return without_symmetries(self.game)
        representatives, counts = self._images
        both = zip(self._states(representatives), counts.tolist(), strict=True)
        return self.game if all(count == size(state) for state, count in both) else without_symmetries(self.game)

    @cached_property
    def _images(self) -> tuple[Any, Any]:
        """The words of the states that stand for them, where symmetries apply, and for how many each does."""
        canonical = self.game.rules.canonical
        assert canonical is not None
        return np.unique(_words(self.game, map(canonical, self)), axis=0, return_counts=True)

    def game_keys(self) -> GameKeys | None:
        """The game's own keys, where they give all starts back."""
        found = game_keys(self.game.rules, self.first)
        if found is None or not all(map(found.gives_back, self)):
            return None
        return found

    def keys(self, layout: Layout) -> Any:
        """The keys of the stored states that stand for them, ascending."""
        return np.sort(self._packed(layout))

    def keys_by_layer(self, layout: Layout, counted: tuple[int, ...]) -> dict[int, Any]:
        """The same for each layer that has any; the first one is layer 0."""
        keys, levels = self._packed(layout), _levels(self._stored, counted)
        lowest = levels.min()
        return {int(level - lowest): np.sort(keys[levels == level]) for level in np.unique(levels)}

    @property
    def _stored(self) -> Any:
        """The words of the states that stand for them in the table."""
        return self.words if self.folded.rules.canonical is None else self._images[0]

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What their words hold, and those of the states that stand for them."""
        return _fields(np.concatenate((self.words, self._stored)))

    @property
    def layout(self) -> KeyLayout:
        """The narrowest layout that holds them and random games from them; refuses what does not fit into a key."""
        met = narrowest_layout([plain_state(state) for state in chain(*self.paths)])
        fields = tuple(one.joined(two) for one, two in zip(met.fields, self.fields, strict=True))
        return KeyLayout(met.shape, fields).widened(fields)

    def _packed(self, layout: Layout) -> Any:
        """The key of each stored state; raises `WiderKeys` where one does not fit into a key."""
        pack, _, fits = layout.functions()
        states = [self._state_of(row) for row in self._stored.tolist()]
        if not all(map(fits, states)):
            raise WiderKeys(self.fields)
        return np.fromiter(map(pack, states), np.int64)

    @cached_property
    def checksum(self) -> str:
        """A hash of their words."""
        return sha256(self.words.astype("<i8").tobytes()).hexdigest()

    @cached_property
    def record(self) -> StartSet | None:
        """What the manifest keeps; None for one start, which stands there by name."""
        if len(self) == 1:
            return None
        texts = [self.game.position_text(state) for state in self.named]
        for state, text in zip(self.named, texts, strict=True):
            try:
                is_read = plain_state(self.game.read_position(text)) == plain_state(state)
            except BadPosition:
                is_read = False
            if not is_read:
                raise BadRequest(f"{text} cannot be a position to start from: {self.game.name} does not read it back")
        return StartSet(count=len(self), checksum=self.checksum, named=texts)


def with_starts(segments: Iterator[Any], starts: Any) -> Iterator[Any]:
    """Sorted arrays of keys, one after the other, and sorted starts among them."""
    done = 0
    for keys in segments:
        for start in range(0, len(keys), STATES_AT_ONCE):
            some = slice(start, start + STATES_AT_ONCE)
            end = int(np.searchsorted(starts, keys[some][-1], side="right"))
            yield np.union1d(keys[some], starts[done:end]) if done < end else keys[some]
            done = end
        del keys  # before the next ones are found
    if done < len(starts):
        yield starts[done:]


def _words(game: Game, states: Iterable[State]) -> Any:
    """A row of words for each state; raises `BadRequest` where there is none, or one that is no state of the game."""
    shape = shape_of(game.start)  # type: ignore[arg-type]
    given, chunks = iter(states), []
    while some := list(islice(given, STATES_AT_ONCE)):
        plain = list(map(plain_state, some))
        if not all(isinstance(state, tuple) and shape_of(state) == shape for state in plain):
            raise BadRequest(f"a position to start from is no state of {game.name}")
        try:
            chunks.append(np.array([words_of(state) for state in plain], np.int64))  # type: ignore[arg-type]
        except (OverflowError, TypeError, ValueError):
            raise BadRequest("a position to start from has a number of more than 63 bits") from None
    if not chunks:
        raise BadRequest("there is no position to start from")
    return np.concatenate(chunks)


def _fields(words: Any) -> tuple[Field, ...]:
    """What each column of some rows of words holds."""
    each = (words.min(axis=0), words.max(axis=0), np.bitwise_or.reduce(words, axis=0))
    return tuple(Field(*column) for column in zip(*(found.tolist() for found in each), strict=True))


def _levels(words: Any, counted: tuple[int, ...]) -> Any:
    """The bits that are set in these columns of each row (`levels.level_of`)."""
    quarters = np.ascontiguousarray(words[:, list(counted)]).view(np.uint16)
    return BITS_SET[quarters].sum(axis=1, dtype=np.int64)


def _state_from_words(shape: Any) -> Any:
    """A function that makes a state of its words."""
    words = (f"words[{number}]" for number in range(len(members(shape, ""))))
    namespace: dict[str, Any] = {}
    exec(f"def state_of(words):\n return {written(shape, words)}", namespace)
    return namespace["state_of"]
