"""What kernels ask of a state: which one of its symmetry class is stored, how large that is, its level, and its key."""

from __future__ import annotations

from typing import Any, NamedTuple

from zerosum.core.game import Game
from zerosum.core.rules import State
from zerosum.engines.native.compile.missing_hooks import unchanged
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.compile.rules import native_rules, taking_words
from zerosum.engines.native.machine.intrinsics import as_word, popcount
from zerosum.engines.native.machine.shapes import members
from zerosum.engines.native.machine.shapes import written as written_state


class KeyFunctions(NamedTuple):
    """`pack(state)` into a key, `unpack(key)`, and whether a state `fits(state)` into one."""

    pack: Any
    unpack: Any
    fits: Any


def canonical_form(game: Game) -> Any:
    """The compiled representative of a state's symmetry class; the state itself in a game without `canonical`."""
    rule = game.rules.canonical
    native = native_rules(game)
    if rule is None:
        return rebuild(unchanged)
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


def popcount_level(shape: Any, counted: tuple[int, ...]) -> Any:
    """The number of bits that are set in these words of a state."""
    words = members(shape, "state")
    namespace: dict[str, Any] = {"popcount": popcount}
    exec(f"def level(state):\n return {' + '.join(f'popcount({words[word]})' for word in counted) or 0}", namespace)
    return rebuild(namespace["level"])
