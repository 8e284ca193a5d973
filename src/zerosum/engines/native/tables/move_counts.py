"""The kernels that count the moves of positions: all, those that keep the value, and the best ones.

    keys of positions --play, canonical, pack--> key of a child --binary search--> its score

The children are looked up in the sorted keys of a part of the next layer (of the same one, in a table without layers),
from LOW to below HIGH. Every child lies in one such part, so that the counts add up over the parts. A game of chance
has one part, and means in place of scores.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Any

from numba import types

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, SECOND, State
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, atomic_store, load
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, shift_for
from zerosum.engines.native.tables.control import HIGH, LOW, MISSING, PIECE, STATUS, pieces
from zerosum.engines.native.tables.state_functions import KeyFunctions, canonical_form, images_of


def place_of(keys: Any, key: int) -> int:
    """The place of a key among sorted ones, -1 where it is not there."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@lru_cache(maxsize=16)
def compiled_move_counts(game: Game, keys: KeyFunctions) -> Callable[..., Any]:
    """The kernel `count_moves(keys, scores, control, next_keys, next_scores, sides, images, moves, optimal, best)`.

    For each position it writes the side to move and the size of its symmetry class, and adds to its number of moves,
    of moves that keep win, draw or loss (in a game of margins, the margin), and of moves that keep the score.
    """
    rules = native_rules(game)
    each_move, play, is_over, to_move = rules.each_move, rules.play, rules.is_over, rules.to_move
    canonical, images = canonical_form(game), images_of(game)
    pack, unpack = rebuild(keys.pack), rebuild(keys.unpack)
    farther = shift_for(game.margin).farther
    margin = game.margin

    def as_draw(score: int) -> int:
        """The score, with an endless draw as a draw."""
        return 0 if score == ENDLESS_DRAW else score

    def count_moves(
        keys: Any,
        scores: Any,
        control: Any,
        next_keys: Any,
        next_scores: Any,
        sides: Any,
        sizes: Any,
        moves: Any,
        optimal: Any,
        best: Any,
    ) -> None:
        control_at = address_of(control)
        low, high = load(control_at, LOW), load(control_at, HIGH)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                side = to_move(state)
                sides[at], sizes[at] = side, as_word(images(state))
                if is_over(state):
                    continue
                mine = as_draw(as_word(scores[at]))
                for given in each_move(state):
                    child = play(state, as_word(given))
                    key = pack(canonical(child))
                    if key < low or key >= high:
                        continue
                    place = place_of(next_keys, key)
                    if place < 0:
                        atomic_store(control_at, STATUS, MISSING)
                        return
                    score = farther(as_draw(as_word(next_scores[place])))
                    if to_move(child) != side:
                        score = -score
                    moves[at] += 1
                    if score == mine:
                        best[at] += 1
                        optimal[at] += 1
                    elif not margin and (score > 0) == (mine > 0) and (score < 0) == (mine < 0):
                        optimal[at] += 1

    words, halves = types.int64[::1], types.int16[::1]
    return cache.build(count_moves, (words, halves, words, words, halves, halves, words, halves, halves, halves))


@lru_cache(maxsize=16)
def compiled_mean_counts(game: Game, keys: KeyFunctions) -> Callable[..., Any]:
    """The kernel `count_moves(keys, all_keys, means, error, control, sides, images, moves, best)` for a game of chance.

    A move is one of the best where it is worth as much as the best one within twice the error; of the outcomes of a
    roll none is.
    """
    rules = native_rules(game)
    each_move, play, is_over, to_move = rules.each_move, rules.play, rules.is_over, rules.to_move
    canonical, images = canonical_form(game), images_of(game)
    pack, unpack = rebuild(keys.pack), rebuild(keys.unpack)

    def mean_after(state: State, move: int, all_keys: Any, means: Any, control: Any) -> float:
        """What a move is worth to the side that makes it."""
        child = play(state, move)
        place = place_of(all_keys, pack(canonical(child)))
        if place < 0:
            atomic_store(control, STATUS, MISSING)
            return 0.0
        mean: float = means[place]
        return -mean if (to_move(child) == SECOND) != (to_move(state) == SECOND) else mean

    def count_moves(
        keys: Any,
        all_keys: Any,
        means: Any,
        error: float,
        control: Any,
        sides: Any,
        sizes: Any,
        moves: Any,
        best: Any,
    ) -> None:
        control_at = address_of(control)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                sides[at], sizes[at] = to_move(state), as_word(images(state))
                if is_over(state):
                    continue
                top = -inf
                for given in each_move(state):
                    top = max(top, mean_after(state, as_word(given), all_keys, means, control_at))
                    moves[at] += 1
                if sides[at] == CHANCE:
                    continue
                for given in each_move(state):
                    if mean_after(state, as_word(given), all_keys, means, control_at) >= top - 2 * error:
                        best[at] += 1

    words, halves, reals = types.int64[::1], types.int16[::1], types.float64[::1]
    return cache.build(count_moves, (words, words, reals, types.float64, words, halves, words, halves, halves))
