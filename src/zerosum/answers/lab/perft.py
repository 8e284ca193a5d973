"""Perft: how many sequences of moves a position has, by their length; the classic test of a game's rules.

A sequence of n moves is counted where n moves can be played; a game that ends before has none of that length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from zerosum.core.errors import MAX_PLIES, BadRequest, Uncompilable, bad_moves
from zerosum.core.game import Game
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import State, listed, plain_state
from zerosum.engines.native import has_numba, refuse_unknown_tier, require_numba
from zerosum.engines.native.compile.entries import NATIVE, PORTABLE
from zerosum.engines.native.tiers import SMALL_SEARCH_NODES
from zerosum.engines.search.result import NO_LIMIT, Effort, Limit, Stopped, room_for_recursion

REFERENCE = "reference"

Counter = Callable[[State, int], int]
"""Counts the sequences of a state to a depth; raises `Stopped`."""


@dataclass(frozen=True)
class Sequences:
    """How many sequences of `depth` moves there are, the seconds of counting (not of compiling), and on which tier."""

    depth: int
    count: int
    seconds: float
    tier: str


def perft(
    game: Game,
    state: State,
    depth: int,
    *,
    tier: str = "auto",
    limit: Limit = NO_LIMIT,
    progress: ProgressCallback = None,
) -> Iterator[Sequences]:
    """Count the sequences of each length up to `depth`, one after the other, to the first length without any.

    A limit ends it early.

    "auto" counts the first depths in plain Python, and goes on in compiled code where the game compiles.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> [found.count for found in perft(game, game.start, 5)]
    [1, 9, 72, 504, 3024, 15120]
    """
    refuse_unknown_tier(tier)
    if not 0 <= depth <= MAX_PLIES:
        raise BadRequest(f"sequences have at most {MAX_PLIES:,} moves, not {depth:,}")
    if tier == "native":
        require_numba()
    effort = Effort(limit, progress)
    count, counted_on = in_python(game, effort), REFERENCE
    tiers = {"auto": [PORTABLE, *([NATIVE] if has_numba() else [])], REFERENCE: []}.get(tier, [tier])
    yield Sequences(0, 1, 0.0, "reference")
    found = nodes = 1
    for length in range(1, depth + 1):
        if not found:
            return
        try:
            if tiers and counted_on == REFERENCE and (tier != "auto" or nodes > SMALL_SEARCH_NODES):
                counted_on, count = _compiled(game, effort, depth, count, tiers, is_required=tier != "auto")
                tiers = []
            began = perf_counter()
            found = count(state, length)
        except Stopped:
            return
        nodes += found
        yield Sequences(length, found, perf_counter() - began, counted_on)


def _compiled(
    game: Game, effort: Effort, depth: int, plain: Counter, tiers: list[str], *, is_required: bool
) -> tuple[str, Counter]:
    """The first of these tiers that can count this game, and what counts on it: the plain counter if none can."""
    from zerosum.engines.native.search.perft import NativePerft

    for tier in tiers:
        try:
            compiled = NativePerft(game, effort, depth, tier)
        except Uncompilable:
            if is_required:
                raise
        else:
            return tier, lambda state, length, of=compiled: of.count(plain_state(state), length)
    return REFERENCE, plain


def in_python(game: Game, effort: Effort) -> Counter:
    """Counts in plain Python, node by node."""
    rules = game.rules

    def sequences(state: State, ply: int, length: int) -> int:
        effort.enter(ply)
        if ply == length:
            return 1
        if rules.is_over(state):
            return 0
        moves = listed(rules.moves(state))
        if not moves:
            raise bad_moves(0, game.position_text(state))
        return sum(sequences(rules.play(state, move), ply + 1, length) for move in moves)

    def count(state: State, length: int) -> int:
        with room_for_recursion():
            return sequences(state, 0, length)

    return count
