"""Compare compiled rules with the Python functions that they were made from, on random games.

A game that compiles may still not be the same game: numba's types and integers are not Python's.
Every function is asked about every position of a few games, and every move there is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from zerosum.core.errors import MOST_MOVE, NumberTooLong, Uncompilable, bad_side
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, NO_KEY, SECOND, State, listed, plain_state
from zerosum.engines.native.compile.error_messages import place
from zerosum.engines.native.compile.rebuild import rebuild
from zerosum.engines.native.machine.intrinsics import as_word

if TYPE_CHECKING:
    from zerosum.engines.native.compile.knowledge import NativeKnowledge
    from zerosum.engines.native.compile.rules import NativeRules

GAMES = 40
PLIES = 200
POSITIONS = 400

HOOKS = ("wins", "safe", "plies_left", "floor", "ceiling", "promise", "place", "fold")
"""By which number a compiled entry is asked for each."""


def refuse_unsound(game: Game) -> None:
    """Raise `Uncompilable` for what compiled code relies on and does not look at: who moves, and the key of a state."""
    rules = game.rules
    keys: dict[int, State] = {}
    for state in positions(game):
        side = rules.to_move(state)
        if side not in (FIRST, SECOND) and (side != CHANCE or rules.odds is None):
            raise Uncompilable(f"{place(rules.to_move)}: {bad_side(side, game.position_text(state))}")
        if rules.key is not None:
            key = rules.key(state)
            other = keys.setdefault(key, state)
            if other != state and key != NO_KEY:
                both = f"{game.position_text(other)} and {game.position_text(state)}"
                raise Uncompilable(f"{place(rules.key)}: key gives {key} for both {both}; give each its own")


def refuse_far_places(game: Game) -> None:
    """Raise `Uncompilable` for a place that is not a number below 64, by which compiled code reaches memory."""
    rules, where = game.rules, game.knowledge.place
    if where is None:
        return
    for state in positions(game):
        for move in () if rules.is_over(state) else listed(rules.moves(state)):
            if not 0 <= where(state, move) < 64:
                told = f"{where(state, move)} for the move {game.move_text(state, move)} in {game.position_text(state)}"
                raise Uncompilable(f"{place(where)}: place gives {told}, not a number from 0 to 63")


def refuse_differences(game: Game, native: NativeRules) -> None:
    """Raise `Uncompilable` when any function gives something else compiled than it does as it is written."""
    ask, play = _entries(native)
    for state in positions(game):
        _compare(game, native, state, ask, play)
    for name in ("odds", "noisy", "playout"):
        if getattr(native, name) is not None:
            _refuse_other_answers_to_moves(game, native, name)
    if native.has_null_move or native.has_position:
        _refuse_other_hooks(game, native)


def _refuse_other_hooks(game: Game, native: NativeRules) -> None:
    """Raise `Uncompilable` when a hook of the search for games that cannot be solved gives something else compiled."""
    rules = game.rules
    null_move, position, plies_to_draw = native.null_move, native.position, native.plies_to_draw

    def ask(state: Any) -> Any:
        return null_move(state), position(state), plies_to_draw(state)

    compiled = rebuild(ask, is_entry=True)
    if hasattr(compiled, "compile"):
        compiled.compile((native.state_type,))
    written = {name: getattr(rules, name) for name in ("null_move", "position", "plies_to_draw")}
    for state in positions(game):
        if rules.is_over(state):
            continue
        try:
            found = dict(zip(written, compiled(plain_state(state)), strict=True))
        except Exception as error:
            name = _who_raises(native, state, [name for name, hook in written.items() if hook is not None])
            raise _failed(game, state, name, written[name], error) from None
        for name, hook in written.items():
            if hook is not None and found[name] != (expected := plain_state(hook(state))):
                raise _different(game, state, name, hook, f"gives {found[name]} instead of {expected}")


def _refuse_other_answers_to_moves(game: Game, native: NativeRules, name: str) -> None:
    """Raise `Uncompilable` when a function of a state and a move gives something else compiled."""
    rules = game.rules
    written, answer = getattr(rules, name), getattr(native, name)

    def ask(state: Any, move: Any) -> Any:
        return answer(state, move)

    compiled = rebuild(ask, is_entry=True)
    if hasattr(compiled, "compile"):
        compiled.compile((native.state_type, types.int64))
    for state in positions(game):
        # Odds are asked where chance moves, the others where a player does.
        if rules.is_over(state) or (rules.to_move(state) == CHANCE) != (name == "odds"):
            continue
        for move in listed(rules.moves(state)):
            try:
                found = compiled(plain_state(state), move)
            except Exception as error:
                raise _failed(game, state, name, written, error) from None
            if found != written(state, move):
                told = f"gives {found} instead of {written(state, move)}"
                raise _different(game, state, name, written, told)


def refuse_other_answers(game: Game, native: NativeRules, known: NativeKnowledge) -> None:
    """Raise `Uncompilable` when a hook of `Knowledge` gives something else compiled where a solver would ask it."""
    wins, safe, plies_left, floor, ceiling = known.wins, known.safe, known.plies_left, known.floor, known.ceiling
    promise, place_of, key_of = known.promise, known.place, known.key_of

    def ask(hook: int, state: Any, move: int) -> int:
        if hook == 0:
            return as_word(wins(state))
        if hook == 1:
            return as_word(safe(state))
        if hook == 2:
            return as_word(plies_left(state))
        if hook == 3:
            return as_word(floor(state))
        if hook == 4:
            return as_word(ceiling(state))
        if hook == 5:
            return as_word(promise(state, move))
        return as_word(place_of(state, move)) if hook == 6 else as_word(key_of(state)[0])

    compiled = rebuild(ask, is_entry=True)
    compiled.compile((types.int64, native.state_type, types.int64))
    for state in positions(game):
        for name, asked, move in () if game.rules.is_over(state) else _questions(game, state):
            hook = getattr(game.knowledge, name)
            answer = hook(asked, move) if name in ("promise", "place") else hook(asked)
            try:
                found = compiled(HOOKS.index(name), plain_state(asked), move)
            except Exception as error:
                raise _failed(game, asked, name, hook, error) from None
            if found != answer:
                raise _different(game, asked, name, hook, f"gives {found} instead of {answer}")


def _questions(game: Game, state: State) -> Iterator[tuple[str, State, int]]:
    """What a solver may ask the hooks about an unfinished position: which, about which state, and which move."""
    rules, known = game.rules, game.knowledge
    names = ["wins", "plies_left"] if known.has_tactics else ["floor", "ceiling"]
    if known.wins is not None and known.safe is not None and not known.wins(state):
        names += ["safe", "ceiling"] if known.safe(state).bit_count() > 1 else ["safe"]
    for name in (*names, "fold"):
        if getattr(known, name) is not None:
            yield name, state, 0
    for move in listed(rules.moves(state)):
        if known.place is not None:
            yield "place", state, move
        child = rules.play(state, move)
        if known.promise is not None and not rules.is_over(child):
            yield "promise", child, move


def positions(game: Game) -> Iterator[State]:
    """The different positions of a few random games, always the same ones."""
    random = Random(0)
    met: set[State] = set()
    for _ in range(GAMES):
        state = game.start
        for _ in range(PLIES):
            if state not in met:
                met.add(state)
                yield state
            moves = () if game.rules.is_over(state) else listed(game.rules.moves(state))
            if not moves:
                break
            state = game.rules.play(state, random.choice(moves))
        if len(met) >= POSITIONS:
            return


def _entries(native: NativeRules) -> tuple[Callable[..., Any], Callable[..., Any]]:
    to_move, each_move, play, is_over = native.to_move, native.each_move, native.play, native.is_over
    utility, estimate, repetition = native.utility, native.estimate, native.repetition
    key = native.key if native.key is not None else to_move

    def ask(state: Any, room: Any) -> Any:
        """What each rule gives; the moves in `room`, as far as it goes, and their number."""
        if is_over(state):
            return True, to_move(state), 0, utility(state), 0, key(state), 0
        total = 0
        for move in each_move(state):
            if total < len(room):
                room[total] = as_word(move)
                total += 1
        return False, to_move(state), total, 0, estimate(state), key(state), repetition(state)

    def after(state: Any, move: Any) -> Any:
        return play(state, move)

    entries = rebuild(ask, is_entry=True), rebuild(after, is_entry=True)
    if hasattr(entries[0], "compile"):
        entries[0].compile((native.state_type, types.int64[::1]))
        entries[1].compile((native.state_type, types.int64))
    return entries


def _compare(game: Game, native: NativeRules, state: State, ask: Callable[..., Any], play: Callable[..., Any]) -> None:
    rules = game.rules
    over = bool(rules.is_over(state))
    legal = () if over else listed(rules.moves(state))
    _refuse_moves_beyond(game, state, legal)
    estimate = rules.estimate(state) if rules.estimate is not None and not over else 0
    expected = {
        "is_over": over,
        "to_move": rules.to_move(state),
        "moves": legal,
        "utility": rules.utility(state) if over else 0,
        "estimate": estimate,
        "key": rules.to_move(state) if rules.key is None or native.key is None else rules.key(state),
        "repetition": rules.repetition(state) if rules.repetition is not None and not over else 0,
    }
    try:
        room = np.zeros(len(legal) + 1, np.int64)
        is_over, side, total, *rest = ask(plain_state(state), room)
        got = dict(zip(expected, (is_over, side, tuple(room[:total].tolist()), *rest), strict=True))
    except Exception as error:
        name = _who_raises(native, state, expected)
        raise _failed(game, state, name, getattr(rules, name), error) from None
    for name, answer in expected.items():
        if got[name] != answer:
            raise _different(game, state, name, getattr(rules, name), f"gives {got[name]} instead of {answer}")
    for move in legal:
        child = rules.play(state, move)
        try:
            found = play(plain_state(state), move)
        except Exception as error:
            raise _failed(game, state, "play", rules.play, error) from None
        if found != child:
            raise _different(game, state, "play", rules.play, f"gives {found} instead of {child}")


def _refuse_moves_beyond(game: Game, state: State, legal: tuple[int, ...]) -> None:
    for move in legal:
        if not 0 <= move <= MOST_MOVE:
            raise Uncompilable(
                f"{place(game.rules.moves)}: moves gives {move} in {game.position_text(state)}; "
                f"compiled searches take moves from 0 to {MOST_MOVE}"
            )


def _who_raises(native: NativeRules, state: State, names: Iterable[str]) -> str:
    """Which of these functions raises an exception when it is compiled by itself; if none does, the first."""
    for name in names:
        function = getattr(native, name)
        try:
            if function is not None:
                rebuild(function, is_entry=True)(plain_state(state))
        except Exception:
            return name
    return next(iter(names))


def _failed(game: Game, state: State, name: str, function: Callable[..., Any], error: Exception) -> Uncompilable:
    if isinstance(error, NumberTooLong):
        where = f"{place(function)}: {name} computes a number of more than 63 bits in {game.position_text(state)}"
        return Uncompilable(f"{where}; split it into two")
    return _different(game, state, name, function, f"raises {type(error).__name__}")


def _different(game: Game, state: State, name: str, function: Callable[..., Any], what: str) -> Uncompilable:
    return Uncompilable(
        f"{place(function)}: {name} compiled {what} in {game.position_text(state)}; "
        "the likely reason is a number of more than 63 bits, or a shift by so many"
    )
