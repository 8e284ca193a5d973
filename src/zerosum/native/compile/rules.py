"""Compile the rule functions of a game, as written, for states that are tuples of int64."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from numba import types

from zerosum.game import FIRST, NOT_A_SIDE, SECOND, BadRules, Game, State, Uncompilable
from zerosum.games.user import is_users_own
from zerosum.native.compile import cache, compile_control
from zerosum.native.compile.agreement import refuse_differences, refuse_unsound
from zerosum.native.compile.error_messages import complaint, place, refuse_answer, refuse_long_numbers, too_long
from zerosum.native.compile.numba_internals import return_type
from zerosum.native.compile.rebuild import rebuild
from zerosum.native.machine.intrinsics import as_word

RETURN_INT = ("to_move", "moves", "utility", "estimate", "key")
"""The functions that return one int for a state."""

RETURN_STATE = ("play",)
"""The functions that return a state. `canonical` is not compiled, because no compiled search calls it."""

TAKE_MOVE = ("play", "promise", "place")
"""The functions that take a state and a move, those of `Knowledge` included."""

BAD_SIDE = f"to_move gives a number in some position that is {NOT_A_SIDE}"
"""A constant message, because compiled code cannot format the number and the position into it."""


@dataclass(frozen=True, kw_only=True)
class NativeRules:
    """A game's rules for compiled code to call: states are tuples of `width` machine words.

    The functions are as in `Rules`, except that `moves` is always a bit set, that every answer is an int64
    (`is_over`: a bool), and that `estimate` is always there, if only as a constant 0. `itself` returns the state
    unchanged, the key of a game without `key`. `fingerprint` is different for different games.
    """

    start: State
    width: int
    margin: bool
    to_move: Callable[[State], int]
    moves: Callable[[State], int]
    play: Callable[[State, int], State]
    is_over: Callable[[State], bool]
    utility: Callable[[State], int]
    estimate: Callable[[State], int]
    key: Callable[[State], int] | None
    itself: Callable[[State], State]
    order: tuple[int, ...] | None
    state_type: Any
    fingerprint: str


_known: dict[str, NativeRules] = {}
"""The compiled rules of this process by fingerprint, not by game: a global that rules read may have changed."""


def native_rules(game: Game) -> NativeRules:
    """The compiled rules of a game; raises `Uncompilable` with file, line and what to change.

    Nothing is compiled here when this machine has compiled and checked the same rules before.

    >>> from zerosum.games import load
    >>> native_rules(load("tictactoe")).width
    3
    """
    _refuse_shape(game)
    rules = game.rules
    written = {name: getattr(rules, name) for name in (*RETURN_INT, *RETURN_STATE, "is_over")}
    given: dict[str, Any] = {name: function for name, function in written.items() if function is not None}
    for name, function in given.items():
        refuse_other_than_function(name, function)
    fingerprint = cache.key_of(*given.items(), rules.start, rules.order, game.margin)
    with compile_control.LOCK:
        if fingerprint not in _known:
            _known[fingerprint] = _made(game, given, fingerprint)
        return _known[fingerprint]


def _made(game: Game, given: dict[str, Any], fingerprint: str) -> NativeRules:
    rules = game.rules
    assert isinstance(rules.start, tuple)  # every other state was refused before
    width = len(rules.start)
    for name, function in given.items():
        refuse_long_numbers(name, function)
    made: dict[int, Any] = {}
    # Checking costs a tenth to a third of the time (docs/decisions/0003), and tests prove the games of this package.
    is_checked = any(map(is_users_own, given.values()))
    compiled = {name: rebuild(function, made, is_checked=is_checked) for name, function in given.items()}
    native = NativeRules(
        start=rules.start,
        width=width,
        margin=game.margin,
        to_move=_side(compiled["to_move"], is_checked),
        moves=_word(compiled["moves"]),
        play=_after(compiled["play"], width),
        is_over=_truth(compiled["is_over"]),
        utility=_word(compiled["utility"]),
        estimate=_word(compiled["estimate"]) if "estimate" in compiled else rebuild(nothing),
        key=_word(compiled["key"]) if "key" in compiled else None,
        itself=rebuild(itself),
        order=rules.order,
        state_type=types.UniTuple(types.int64, width),
        fingerprint=fingerprint,
    )

    def check() -> None:
        refuse_answers(given, compiled, native.state_type)
        refuse_unsound(game)
        refuse_differences(game, native)

    cache.once(f"checked-{fingerprint}", check)
    return native


def nothing(state: State) -> int:
    """The constant 0: replaces an estimate or a hook that a game does not define."""
    return 0


def itself(state: State) -> State:
    """The state."""
    return state


def _word(rule: Any) -> Any:
    def word(state: State) -> int:
        return as_word(rule(state))

    return rebuild(word)


def _side(rule: Any, is_checked: bool) -> Any:
    """Always 0 or 1, as searches index memory by it; anything else ends a search of a user's game."""
    if not is_checked:
        return _word(rule)

    def side(state: State) -> int:
        found = as_word(rule(state))
        if found != FIRST and found != SECOND:
            raise BadRules(BAD_SIDE)
        return found

    return rebuild(side)


def _truth(rule: Any) -> Any:
    def truth(state: State) -> bool:
        return bool(rule(state))

    return rebuild(truth)


def _after(rule: Any, width: int) -> Any:
    """Convert every member of the new state to int64: rules may return bools or narrower ints."""
    members = " ".join(f"as_word(answer[{i}])," for i in range(width))
    namespace: dict[str, Any] = {"rule": rule, "as_word": as_word}
    exec(f"def after(state, move):\n answer = rule(state, move)\n return ({members})", namespace)
    return rebuild(namespace["after"])


def _refuse_shape(game: Game) -> None:
    """Refuse a game that is not made of plain functions over a tuple of whole numbers."""
    rules = game.rules
    if rules.odds is not None:
        raise Uncompilable(f"{game.name} has chance in it, which the native tier does not handle yet")
    start = rules.start
    if not (isinstance(start, tuple) and start and all(isinstance(each, int) for each in start)):
        raise Uncompilable(f"{place(rules.play)}: start is {start!r}; a game that compiles starts from a tuple of ints")
    if too_long(start):
        raise Uncompilable(f"{place(rules.play)}: start has a number of more than 63 bits; split it into two")
    order = rules.order or ()
    if not all(isinstance(move, int) and 0 <= move < 63 for move in order):
        raise Uncompilable(f"{place(rules.play)}: order has a move that is not a whole number from 0 to 62")


def refuse_other_than_function(name: str, function: Any) -> None:
    """Refuse what is callable but has no bytecode to compile."""
    if not isinstance(function, FunctionType):
        raise Uncompilable(f"{name} is a {type(function).__name__}, but only a plain Python function can be compiled")


def refuse_answers(given: dict[str, Any], compiled: dict[str, Any], state_type: Any) -> None:
    """Compile each function separately, so that an error message names its file and line, and check its return type."""
    for name, function in compiled.items():
        signature = (state_type, types.int64) if name in TAKE_MOVE else (state_type,)
        try:
            function.compile(signature)
        except Exception as error:
            # Numba rejects most unsupported code with its own errors, but some of it with an arbitrary exception.
            raise complaint(name, given[name], error) from None
        answer = return_type(function, signature)
        if name != "is_over":
            refuse_answer(name, given[name], answer, len(state_type) if name in RETURN_STATE else None)
