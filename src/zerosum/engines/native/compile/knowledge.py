"""Compile the hooks of a game's `Knowledge`, with constants in place of those it does not have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from zerosum.core.game import Game
from zerosum.core.rules import Knowledge, State, is_users_own
from zerosum.engines.native.compile import cache, compile_control
from zerosum.engines.native.compile.agreement import refuse_far_places, refuse_other_answers
from zerosum.engines.native.compile.error_messages import refuse_long_numbers
from zerosum.engines.native.compile.missing_hooks import nothing
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import (
    NativeRules,
    refuse_answers,
    refuse_other_than_function,
    taking_words,
)
from zerosum.engines.native.machine.intrinsics import as_word


@dataclass(frozen=True, kw_only=True)
class NativeKnowledge:
    """The hooks of `Knowledge` for compiled code to call; each is there, and `has_...` says which are real.

    `key_of` gives the tuple of `words` words under which a position is remembered.
    """

    has_tactics: bool
    has_floor: bool
    has_ceiling: bool
    words: int
    key_of: Callable[[State], tuple[int, ...]]
    wins: Callable[[State], int]
    safe: Callable[[State], int]
    plies_left: Callable[[State], int]
    floor: Callable[[State], int]
    ceiling: Callable[[State], int]
    promise: Callable[[State, int], int]
    place: Callable[[State, int], int]


_known: dict[str, NativeKnowledge] = {}
"""The compiled hooks of this process, by the fingerprint of hooks and rules."""


def native_knowledge(game: Game, rules: NativeRules) -> NativeKnowledge:
    """The compiled knowledge of a game; raises `Uncompilable` as for the rules."""
    hooks = {field.name: getattr(game.knowledge, field.name) for field in fields(Knowledge)}
    given: dict[str, Any] = {name: hook for name, hook in hooks.items() if hook is not None}
    for name, hook in given.items():
        refuse_other_than_function(name, hook)
    fingerprint = cache.key_of(*given.items(), rules.fingerprint)
    with compile_control.LOCK:
        if fingerprint not in _known:
            _known[fingerprint] = _made(game, rules, given, fingerprint)
        return _known[fingerprint]


def _made(game: Game, rules: NativeRules, given: dict[str, Any], fingerprint: str) -> NativeKnowledge:
    for name, hook in given.items():
        refuse_long_numbers(name, hook)
    made: dict[int, Any] = {}
    written = {name: rebuild(hook, made, is_checked=is_users_own(hook)) for name, hook in given.items()}
    compiled = {name: taking_words(name, hook, rules.own) for name, hook in written.items()}
    words, key_of = _key(compiled.get("fold"), rules)
    known = NativeKnowledge(
        has_tactics=game.knowledge.has_tactics,
        has_floor="floor" in given,
        has_ceiling="ceiling" in given,
        words=words,
        key_of=key_of,
        wins=compiled.get("wins") or rebuild(nothing),
        safe=compiled.get("safe") or rebuild(nothing),
        plies_left=compiled.get("plies_left") or rebuild(nothing),
        floor=compiled.get("floor") or rebuild(nothing),
        ceiling=compiled.get("ceiling") or rebuild(nothing),
        promise=compiled.get("promise") or rebuild(_ranked(rules.order)),
        place=_within(compiled.get("place") or rebuild(own_place)),
    )

    def check() -> None:
        refuse_answers(given, written, rules)
        refuse_far_places(game)
        refuse_other_answers(game, rules, known)

    if given:
        cache.once(f"checked-{fingerprint}", check)
    return known


def own_place(state: State, move: int) -> int:
    """A move takes place at its own number, unless the game says otherwise."""
    return move


def _within(place: Any) -> Any:
    """Always a number below 64, as searches index memory by it; other numbers were refused on the sampled positions."""

    def within(state: State, move: int) -> int:
        return as_word(place(state, move)) & 63

    return rebuild(within)


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


def _key(fold: Any, rules: NativeRules) -> tuple[int, Any]:
    """How many words a position's key has, and the function that makes it."""
    one = fold or rules.key
    if one is not None:

        def folded(state: Any) -> Any:
            return (as_word(one(state)),)

        return 1, rebuild(folded)
    return rules.width, rules.flat
