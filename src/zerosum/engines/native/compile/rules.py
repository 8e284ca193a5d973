"""Compile the rule functions of a game, as written, for states that are tuples of int64."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from inspect import isgeneratorfunction
from types import FunctionType
from typing import Any

import numpy as np
from numba import typeof, types

from zerosum.core.errors import NOT_A_SIDE, BadRules, Uncompilable
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, NO_KEY, SECOND, State, is_users_own
from zerosum.engines.native.compile import cache, compile_control
from zerosum.engines.native.compile.agreement import refuse_differences, refuse_unsound
from zerosum.engines.native.compile.bit_sets import each_bit
from zerosum.engines.native.compile.entries import NATIVE
from zerosum.engines.native.compile.error_messages import complaint, place, refuse_answer, refuse_long_numbers, too_long
from zerosum.engines.native.compile.missing_hooks import NOT_A_SET, no_counter, nothing, unchanged
from zerosum.engines.native.compile.named_tuples import from_words, zeros
from zerosum.engines.native.compile.numba_internals import return_type
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.machine import memory
from zerosum.engines.native.machine.intrinsics import as_word
from zerosum.engines.native.machine.shapes import Shape, members, shape_of
from zerosum.engines.native.machine.shapes import written as written_state
from zerosum.engines.search.cycles import can_repeat

RETURN_INT = ("to_move", "moves", "utility", "estimate", "key", "repetition", "odds", "plies_to_draw")
"""The functions that return one int."""

RETURN_STATE = ("play", "null_move", "position")
"""The functions that return a state. `canonical` is not compiled, because no compiled search calls it."""

RETURN_TRUTH = ("is_over", "noisy", "playout")
"""The functions that return a truth value."""

TAKE_MOVE = ("play", "odds", "noisy", "playout", "promise", "place")
"""The functions that take a state and a move, those of `Knowledge` included."""

MOST_RANKED = (1 << 20) - 1
"""The greatest yielded move that `order` may name: compiled searches have a table of ranks by move."""

BAD_SIDE = f"to_move gives a number in some position that is {NOT_A_SIDE}"
"""A constant message, because compiled code cannot format the number and the position into it."""


@dataclass(frozen=True, kw_only=True)
class NativeRules:
    """A game's rules for compiled code to call: states are plain tuples of one shape, with `width` machine words.

    The functions are as in `Rules`, except that every answer is an int64 (`is_over`: a bool), and that `estimate` is
    always there, if only as a constant 0, and so is `repetition`. `odds` is None in a game without chance, whose
    `to_move` gives 0 or 1; `noisy` and `playout` are None where the game has none. Without hooks of the game's own,
    `null_move` and `position` give the same state, and `plies_to_draw` is `NO_COUNTER`. `repeats` says that searches
    look for repeated positions, `yields` says that the game's own `moves` gives its moves one by one, and not as a bit
    set. `each_move` gives them one by one in either case, as ints of any type; from a negative number, which is no bit
    set, it gives that number. `moves` gives a bit set in either case; where a yielded move has no place in one,
    `NOT_A_SET`. `flat` gives the words of a state in one tuple, the key of a game without `key`. `own` gives a plain
    tuple as the NamedTuple that the author's functions take, where they do. `fingerprint` is different for different
    games.
    """

    start: State
    shape: Shape
    width: int
    margin: bool
    yields: bool
    repeats: bool
    to_move: Callable[[State], int]
    moves: Callable[[State], int]
    each_move: Callable[[State], Iterable[int]]
    play: Callable[[State, int], State]
    is_over: Callable[[State], bool]
    utility: Callable[[State], int]
    estimate: Callable[[State], int]
    repetition: Callable[[State], int]
    has_repetition: bool
    null_move: Callable[[State], State]
    has_null_move: bool
    position: Callable[[State], State]
    has_position: bool
    plies_to_draw: Callable[[State], int]
    odds: Callable[[State, int], int] | None
    noisy: Callable[[State, int], bool] | None
    playout: Callable[[State, int], bool] | None
    key: Callable[[State], int] | None
    flat: Callable[[State], tuple[int, ...]]
    own: Callable[[State], State] | None
    order: tuple[int, ...] | None
    state_type: Any
    own_type: Any
    fingerprint: str

    @property
    def tier(self) -> str:
        """Where the code runs; this and what follows is as in `CompiledRules`."""
        return NATIVE

    def words(self, count: int) -> Any:
        """A block of so many int64, all 0."""
        return memory.zeros(count)

    def halves(self, count: int) -> Any:
        """A block of so many int32, all 0."""
        return memory.zeros_int32(count)

    def reals(self, numbers: Iterable[float]) -> Any:
        """A block of float64."""
        return np.array(tuple(numbers))

    def address(self, block: Any) -> Any:
        """Where a block is, for an entry that takes numbers."""
        return memory.address_for_entry(block)

    def apart(self) -> NativeRules:
        """The same: threads share memory."""
        return self

    def entry(self, name: str, compiled: Callable[..., Any], *settings: Any) -> Callable[..., Any]:
        """The entry of a search, compiled or loaded."""
        made: Callable[..., Any] = compiled(self, *settings)
        return made


_known: dict[tuple[str, bool], NativeRules] = {}
"""The compiled rules of this process by fingerprint and `repeats`, not by game: a global that rules read may change."""


def native_rules(game: Game, *, repeats: bool | None = None) -> NativeRules:
    """The compiled rules of a game; raises `Uncompilable` with file, line and what to change.

    `repeats` says whether searches look for repeated positions; where it is None, `can_repeat` decides. Nothing is
    compiled here when this machine has compiled and checked the same rules before.

    >>> from zerosum.core.games import load
    >>> native_rules(load("tictactoe")).width
    3
    """
    _refuse_shape(game)
    rules = game.rules
    written = {name: getattr(rules, name) for name in (*RETURN_INT, *RETURN_STATE, *RETURN_TRUTH)}
    given: dict[str, Any] = {name: function for name, function in written.items() if function is not None}
    for name, function in given.items():
        refuse_other_than_function(name, function)
    fingerprint = cache.key_of(*given.items(), rules.start, rules.order, game.margin)
    repeats = can_repeat(rules) if repeats is None else repeats
    with compile_control.LOCK:
        if (fingerprint, repeats) not in _known:
            made = _known.get((fingerprint, not repeats)) or _made(game, given, fingerprint)
            _known[fingerprint, repeats] = replace(made, repeats=repeats)
        return _known[fingerprint, repeats]


def _made(game: Game, given: dict[str, Any], fingerprint: str) -> NativeRules:
    rules = game.rules
    assert isinstance(rules.start, tuple)  # every other state was refused before
    shape = shape_of(rules.start)
    make_own = from_words(rules.start)
    for name, function in given.items():
        refuse_long_numbers(name, function)
    made: dict[int, Any] = {}
    # Checking costs a tenth to a third of the time (docs/decisions/0003), and tests prove the games of this package.
    is_checked = any(map(is_users_own, given.values()))
    written = {name: rebuild(function, made, is_checked=is_checked) for name, function in given.items()}
    own = None if make_own is None else rebuild(make_own, made, is_checked=is_checked)
    compiled = {name: taking_words(name, function, own) for name, function in written.items()}
    yields = _yields(game)
    moves = compiled["moves"] if yields else _word(compiled["moves"])
    native = NativeRules(
        start=rules.start,
        shape=shape,
        width=len(members(shape, "")),
        margin=game.margin,
        to_move=_side(compiled["to_move"], is_checked, CHANCE if "odds" in compiled else SECOND),
        yields=yields,
        repeats=False,
        moves=_gathered(moves) if yields else moves,
        each_move=moves if yields else _each_bit(moves),
        play=_after(compiled["play"], shape),
        is_over=_truth(compiled["is_over"]),
        utility=_word(compiled["utility"]),
        estimate=_word(compiled["estimate"]) if "estimate" in compiled else rebuild(nothing),
        repetition=_word(compiled["repetition"]) if "repetition" in compiled else rebuild(nothing),
        has_repetition="repetition" in compiled,
        null_move=_words(compiled["null_move"], shape) if "null_move" in compiled else rebuild(unchanged),
        has_null_move="null_move" in compiled,
        position=_words(compiled["position"], shape) if "position" in compiled else rebuild(unchanged),
        has_position="position" in compiled,
        plies_to_draw=_word(compiled["plies_to_draw"]) if "plies_to_draw" in compiled else rebuild(no_counter),
        odds=_weight(compiled["odds"]) if "odds" in compiled else None,
        noisy=_verdict(compiled["noisy"]) if "noisy" in compiled else None,
        playout=_verdict(compiled["playout"]) if "playout" in compiled else None,
        key=_word(compiled["key"]) if rules.key is not None and rules.key(rules.start) != NO_KEY else None,
        flat=_flat(shape),
        own=own,
        order=rules.order,
        state_type=typeof(shape),
        own_type=typeof(zeros(rules.start)),
        fingerprint=fingerprint,
    )

    def check() -> None:
        refuse_answers(given, written, native)
        refuse_unsound(game)
        refuse_differences(game, native)

    cache.once(f"checked-{fingerprint}", check)
    return native


def taking_words(name: str, rule: Any, own: Any) -> Any:
    """A rule, or a hook of `Knowledge`, as a function of plain tuples; `own` makes the NamedTuple that it takes."""
    if own is None:
        return rule

    def of_state(state: State) -> Any:
        return rule(own(state))

    def of_move(state: State, move: int) -> Any:
        return rule(own(state), move)

    return rebuild(of_move if name in TAKE_MOVE else of_state)


def _word(rule: Any) -> Any:
    def word(state: State) -> int:
        return as_word(rule(state))

    return rebuild(word)


def _weight(rule: Any) -> Any:
    def weight(state: State, move: int) -> int:
        return as_word(rule(state, move))

    return rebuild(weight)


def _verdict(rule: Any) -> Any:
    def verdict(state: State, move: int) -> bool:
        return bool(rule(state, move))

    return rebuild(verdict)


def _yields(game: Game) -> bool:
    """Whether `moves` is a generator function, or gives a tuple or a list, rather than a bit set."""
    rules = game.rules
    if isgeneratorfunction(rules.moves):
        return True
    try:
        return not rules.is_over(rules.start) and not isinstance(rules.moves(rules.start), int)
    except Exception:  # rules that raise are reported when they are compiled and checked, with file and line
        return False


def _each_bit(moves: Any) -> Any:
    def each_move(state: State) -> Iterable[int]:
        return each_bit(moves(state))

    return rebuild(each_move)


def _gathered(each_move: Any) -> Any:
    """The bit set of yielded moves."""

    def gathered(state: State) -> int:
        found = 0
        for given in each_move(state):
            move = as_word(given)
            if move < 0 or move > 62:
                return NOT_A_SET
            found |= 1 << move
        return found

    return rebuild(gathered)


def _side(rule: Any, is_checked: bool, greatest: int) -> Any:
    """Never greater than `greatest`, as searches index memory by it; anything else ends a search of a user's game."""
    if not is_checked:
        return _word(rule)

    def side(state: State) -> int:
        found = as_word(rule(state))
        if found < FIRST or found > greatest:
            raise BadRules(BAD_SIDE)
        return found

    return rebuild(side)


def _truth(rule: Any) -> Any:
    def truth(state: State) -> bool:
        return bool(rule(state))

    return rebuild(truth)


def _words(rule: Any, shape: Shape) -> Any:
    """Give a state as a plain tuple of int64, as `_after` does."""
    state = written_state(shape, (f"as_word({member})" for member in members(shape, "answer")))
    namespace: dict[str, Any] = {"rule": rule, "as_word": as_word}
    exec(f"def words(state):\n answer = rule(state)\n return {state}", namespace)
    return rebuild(namespace["words"])


def _after(rule: Any, shape: Shape) -> Any:
    """Give the new state as a plain tuple of int64: rules may return NamedTuples, bools or narrower ints."""
    state = written_state(shape, (f"as_word({member})" for member in members(shape, "answer")))
    namespace: dict[str, Any] = {"rule": rule, "as_word": as_word}
    exec(f"def after(state, move):\n answer = rule(state, move)\n return {state}", namespace)
    return rebuild(namespace["after"])


def _flat(shape: Shape) -> Any:
    namespace: dict[str, Any] = {}
    exec(f"def flat(state):\n return ({' '.join(f'{member},' for member in members(shape, 'state'))})", namespace)
    return rebuild(namespace["flat"])


def _refuse_shape(game: Game) -> None:
    """Refuse a game that is not made of plain functions over a tuple of whole numbers."""
    rules = game.rules
    start = rules.start
    if game.adapted is not None and game.adapted.because:
        where = game.source or game.name
        raise Uncompilable(f"{where}: {game.adapted.because}; six functions over a tuple of ints compile")
    if not _is_of_ints(start):
        raise Uncompilable(f"{place(rules.play)}: start is {start!r}; a game that compiles starts from a tuple of ints")
    if too_long(start):
        raise Uncompilable(f"{place(rules.play)}: start has a number of more than 63 bits; split it into two")
    order = rules.order or ()
    most = MOST_RANKED if _yields(game) else 62
    if not all(isinstance(move, int) and 0 <= move <= most for move in order):
        raise Uncompilable(f"{place(rules.play)}: order has a move that is not a whole number from 0 to {most}")


def _is_of_ints(state: Any) -> bool:
    """Whether a state is made of ints, in tuples that may lie within each other."""
    return (
        isinstance(state, tuple) and state != () and all(isinstance(each, int) or _is_of_ints(each) for each in state)
    )


def refuse_other_than_function(name: str, function: Any) -> None:
    """Refuse what is callable but has no bytecode to compile."""
    if not isinstance(function, FunctionType):
        raise Uncompilable(f"{name} is a {type(function).__name__}, but only a plain Python function can be compiled")


def refuse_answers(given: dict[str, Any], compiled: dict[str, Any], native: NativeRules) -> None:
    """Compile each function separately, so that an error message names its file and line, and check its return type."""
    for name, function in compiled.items():
        signature = (native.own_type, types.int64) if name in TAKE_MOVE else (native.own_type,)
        try:
            function.compile(signature)
        except Exception as error:
            # Numba rejects most unsupported code with its own errors, but some of it with an arbitrary exception.
            raise complaint(name, given[name], error) from None
        answer = return_type(function, signature)
        if name not in RETURN_TRUTH:
            refuse_answer(name, given[name], answer, native.shape if name in RETURN_STATE else None)
