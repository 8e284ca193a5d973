"""The kernels that solve a game as one graph, in memory: link all positions, value them backward.

For games whose positions do not lie in layers, because a position can be reached in more than one number of moves, or
again and again. Positions are numbered in the order of their keys. A link goes from a position back to each position
with a move to it, and says whether the same side is to move in both:

    offsets:  | 0 | 2 | 2 | 5 | ...          links:  | 2 * parent + is_same_side | ...
    the links of position n are links[offsets[n]:offsets[n + 1]]

`settle` values the positions whose successors all have values, beginning with the ends of the game: all of them, unless
the game can repeat. `retrograde` then finds wins and losses in the order of their distance (Ströhlein 1970, Thompson
1986), or of their margin: it asks for each margin, the greatest first, where a side can force as much, as
`engines.search.retrograde` does. What it leaves is a draw; `ENDLESS_DRAW` where a side can avoid the end for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from numba import types

from zerosum.core.game import Game
from zerosum.engines.native.compile import cache
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.memory import address_of, atomic_add, atomic_store, load
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, is_end_score, score_of_end, shift_for
from zerosum.engines.native.tables.control import BAD_UTILITY, BITS, LOWEST, MISSING, PIECE, STATUS, pieces
from zerosum.engines.native.tables.hash_slots import find
from zerosum.engines.native.tables.state_functions import KeyFunctions, canonical_form


@dataclass(frozen=True)
class GraphKernels:
    """The kernels that link and value the positions of one game, for one layout of keys.

    `count(keys, control, slots, links, moves)` counts the links to each position and the moves of each, and
    `link(keys, control, slots, cursors, links)` writes the links, beginning at the offsets in `cursors`.
    `ends(keys, control, scores)` sets the scores of finished games.
    `settle(offsets, links, moves, scores, queue)` and `retrograde(offsets, links, moves, scores, queue, decided)` give
    how many positions have values.
    """

    count: Callable[..., Any]
    link: Callable[..., Any]
    ends: Callable[..., Any]
    settle: Callable[..., Any]
    retrograde: Callable[..., Any]


def numbering(game: Game, pack: Any) -> Any:
    """The compiled look-up `number_of(slots, control, bits, child)` in a map of positions and their numbers."""
    canonical = canonical_form(game)

    def number_of(slots: Any, control: Any, bits: int, child: Any) -> int:
        slot = find(slots, bits, 2, pack(canonical(child)))
        if slot < 0:
            atomic_store(control, STATUS, MISSING)
            return 0
        return load(slots, slot * 2 + 1)

    return rebuild(number_of)


@lru_cache(maxsize=16)
def compiled_graph_kernels(game: Game, keys: KeyFunctions) -> GraphKernels:
    """Compile the kernels, or load them from the cache."""
    rules = native_rules(game, repeats=False)
    each_move, play, is_over, to_move = rules.each_move, rules.play, rules.is_over, rules.to_move
    utility = rules.utility
    unpack, number_of = rebuild(keys.unpack), numbering(game, rebuild(keys.pack))
    farther, margin = shift_for(game.margin).farther, game.margin

    def count(keys: Any, control: Any, slots: Any, links: Any, moves: Any) -> None:
        control_at, slots_at, links_at = address_of(control), address_of(slots), address_of(links)
        bits = load(control_at, BITS)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                if is_over(state):
                    continue
                for given in each_move(state):
                    child = play(state, as_word(given))
                    atomic_add(links_at, number_of(slots_at, control_at, bits, child), 1)
                    moves[at] += 1

    def link(keys: Any, control: Any, slots: Any, cursors: Any, links: Any) -> None:
        control_at, slots_at, cursors_at = address_of(control), address_of(slots), address_of(cursors)
        bits = load(control_at, BITS)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                if is_over(state):
                    continue
                side = to_move(state)
                for given in each_move(state):
                    child = play(state, as_word(given))
                    place = atomic_add(cursors_at, number_of(slots_at, control_at, bits, child), 1)
                    links[place] = 2 * at + as_word(to_move(child) == side)

    def ends(keys: Any, control: Any, scores: Any) -> None:
        control_at = address_of(control)
        for first, last in pieces(control_at, PIECE):
            for at in range(first, last):
                state = unpack(keys[at])
                if is_over(state):
                    score = score_of_end(utility(state), margin, to_move(state))
                    if not is_end_score(score, margin):
                        atomic_store(control_at, STATUS, BAD_UTILITY)
                    scores[at] = score

    def settle(offsets: Any, links: Any, moves: Any, scores: Any, queue: Any) -> int:
        """`moves` counts the successors without a value; scores grow from LOWEST with each successor."""
        done, known = 0, 0
        for at in range(len(moves)):
            if moves[at] == 0:
                queue[known] = at
                known += 1
        while done < known:
            child = queue[done]
            done += 1
            score = farther(as_word(scores[child]))
            for place in range(offsets[child], offsets[child + 1]):
                parent = links[place] >> 1
                seen = score if links[place] & 1 else -score
                if seen > scores[parent]:
                    scores[parent] = seen
                moves[parent] -= 1
                if moves[parent] == 0:
                    queue[known] = parent
                    known += 1
        return known

    def retrograde(offsets: Any, links: Any, moves: Any, scores: Any, queue: Any, decided: Any) -> int:
        """`scores` are those of finished games, LOWEST elsewhere; afterwards the values of all positions.

        `decided` are the finished games that somebody has won, the greatest margin first. What a side can force is
        taken before anything less: when the last successor of a position turns out to be won for the other side, it
        is the one by the least margin.
        """
        done, known, taken = 0, 0, 0
        while taken < len(decided):
            margin_won = abs(as_word(scores[decided[taken]]))
            while taken < len(decided) and abs(as_word(scores[decided[taken]])) == margin_won:
                queue[known] = decided[taken]
                known += 1
                taken += 1
            while done < known:
                child = queue[done]
                done += 1
                score = farther(as_word(scores[child]))
                for place in range(offsets[child], offsets[child + 1]):
                    parent = links[place] >> 1
                    if scores[parent] != LOWEST:
                        continue
                    seen = score if links[place] & 1 else -score
                    moves[parent] -= 1
                    if seen > 0 or moves[parent] == 0:
                        scores[parent] = seen
                        queue[known] = parent
                        known += 1
        # Draws that must end: every move that does not lose leads to such a draw.
        for at in range(len(moves)):
            if moves[at] == 0 and scores[at] == 0:
                queue[known] = at
                known += 1
        while done < known:
            child = queue[done]
            done += 1
            for place in range(offsets[child], offsets[child + 1]):
                parent = links[place] >> 1
                if scores[parent] != LOWEST:
                    continue
                moves[parent] -= 1
                if moves[parent] == 0:
                    scores[parent] = 0
                    queue[known] = parent
                    known += 1
        for at in range(len(moves)):
            if scores[at] == LOWEST:
                scores[at] = ENDLESS_DRAW
        return known

    words, halves = types.int64[::1], types.int16[::1]
    values = (words, words, words, halves, words)
    return GraphKernels(
        count=cache.build(count, (words, words, words, words, words)),
        link=cache.build(link, (words, words, words, words, words)),
        ends=cache.build(ends, (words, words, halves)),
        settle=cache.build(settle, values),
        retrograde=cache.build(retrograde, (*values, words)),
    )
