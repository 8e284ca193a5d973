"""Compile what is known of a game beyond its rules, with stand-ins for what is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zerosum.game import Game, State
from zerosum.native.bits import as_word
from zerosum.native.compiler import NativeRules
from zerosum.native.rebuild import rebuild


@dataclass(frozen=True, kw_only=True)
class NativeKnowledge:
    """The hooks of `Knowledge` for compiled code to call; each is there, and `has_...` says which are real.

    `key_of` gives the tuple of `words` words under which a position is remembered.
    """

    has_tactics: bool
    has_floor: bool
    has_ceiling: bool
    words: int
    key_of: Callable[..., Any]
    wins: Callable[..., Any]
    safe: Callable[..., Any]
    plies_left: Callable[..., Any]
    floor: Callable[..., Any]
    ceiling: Callable[..., Any]
    promise: Callable[..., Any]
    place: Callable[..., Any]


def native_knowledge(game: Game, rules: NativeRules) -> NativeKnowledge:
    """What is known of a game, compiled."""
    known = game.knowledge
    made: dict[int, Any] = {}

    def compiled(hook: Any, stand_in: Callable[..., int]) -> Any:
        return rebuild(stand_in if hook is None else hook, made)

    rank = rebuild(_ranked(rules.order), made)
    words, key_of = _key(game, rules)
    return NativeKnowledge(
        has_tactics=known.has_tactics,
        has_floor=known.floor is not None,
        has_ceiling=known.ceiling is not None,
        words=words,
        key_of=key_of,
        wins=compiled(known.wins, nothing),
        safe=compiled(known.safe, nothing),
        plies_left=compiled(known.plies_left, nothing),
        floor=compiled(known.floor, nothing),
        ceiling=compiled(known.ceiling, nothing),
        promise=compiled(known.promise, rank),
        place=compiled(known.place, itself),
    )


def nothing(state: State) -> int:
    """Stands in for a hook that no search will call."""
    return 0


def itself(state: State, move: int) -> int:
    """A move takes place at its own number, unless the game says otherwise."""
    return move


def _ranked(order: tuple[int, ...] | None) -> Callable[..., int]:
    """A promise from the game's order of moves: a little for each place towards the front."""
    if order is None:

        def unknown(state: State, move: int) -> int:
            return 0

        return unknown
    ranks = tuple(len(order) - order.index(move) if move in order else 0 for move in range(64))

    def rank(state: State, move: int) -> int:
        return ranks[move]

    return rank


def _key(game: Game, rules: NativeRules) -> tuple[int, Any]:
    """How many words a position's key has, and the function that makes it."""
    one = game.knowledge.fold or game.rules.key
    if one is not None:
        fold = rebuild(one)

        def folded(state: Any) -> Any:
            return (as_word(fold(state)),)

        return 1, rebuild(folded)
    return rules.width, rules.itself
