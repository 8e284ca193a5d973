"""Compiled rules against the rules themselves, on random games.

Compiled integers have 64 bits and wrap without a word, so a game that compiles may still not be the same
game. Every function is asked about every position of a few games, and every move there is played.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from numba import types

from zerosum.game import Game, State, Uncompilable, listed
from zerosum.native.complaints import place
from zerosum.native.rebuild import rebuild

if TYPE_CHECKING:
    from zerosum.native.compiler import NativeRules

GAMES = 40
PLIES = 200
POSITIONS = 400


def refuse_differences(game: Game, native: NativeRules) -> None:
    """Raise `Uncompilable` when any function gives something else compiled than it does as it is written."""
    ask, play = _entries(native)
    random = Random(0)
    asked: set[State] = set()
    for _ in range(GAMES):
        state = game.start
        for _ in range(PLIES):
            if state not in asked:
                asked.add(state)
                _compare(game, native, state, ask, play)
            moves = () if game.rules.is_over(state) else listed(game.rules.moves(state))
            if not moves:
                break
            state = game.rules.play(state, random.choice(moves))
        if len(asked) >= POSITIONS:
            return


def _entries(native: NativeRules) -> tuple[Callable[..., Any], Callable[..., Any]]:
    to_move, moves, play, is_over = native.to_move, native.moves, native.play, native.is_over
    utility, estimate = native.utility, native.estimate
    key = native.key if native.key is not None else to_move
    canonical = native.canonical if native.canonical is not None else native.itself

    def ask(state: Any) -> Any:
        if is_over(state):
            return (True, to_move(state), 0, utility(state), 0, key(state)), canonical(state)
        return (False, to_move(state), moves(state), 0, estimate(state), key(state)), canonical(state)

    def after(state: Any, move: Any) -> Any:
        return play(state, move)

    entries = rebuild(ask, is_entry=True), rebuild(after, is_entry=True)
    if hasattr(entries[0], "compile"):
        entries[0].compile((native.state_type,))
        entries[1].compile((native.state_type, types.int64))
    return entries


def _compare(game: Game, native: NativeRules, state: State, ask: Callable[..., Any], play: Callable[..., Any]) -> None:
    rules = game.rules
    over = bool(rules.is_over(state))
    legal = 0 if over else rules.moves(state)
    estimate = rules.estimate(state) if rules.estimate is not None and not over else 0
    expected = {
        "is_over": over,
        "to_move": rules.to_move(state),
        "moves": legal,
        "utility": rules.utility(state) if over else 0,
        "estimate": estimate,
        "key": rules.to_move(state) if rules.key is None else rules.key(state),
        "canonical": state if rules.canonical is None else rules.canonical(state),
    }
    try:
        scalars, canonical = ask(state)
        got = dict(zip(expected, (*scalars, canonical), strict=True))
    except Exception as error:
        raise _different(game, state, "is_over", f"raises {type(error).__name__}") from None
    for name, answer in expected.items():
        if got[name] != answer:
            raise _different(game, state, name, f"gives {got[name]} instead of {answer}")
    for move in listed(legal):
        answer = rules.play(state, move)
        try:
            found = play(state, move)
        except Exception as error:
            raise _different(game, state, "play", f"raises {type(error).__name__}") from None
        if found != answer:
            raise _different(game, state, "play", f"gives {found} instead of {answer}")


def _different(game: Game, state: State, name: str, what: str) -> Uncompilable:
    return Uncompilable(
        f"{place(getattr(game.rules, name))}: {name} compiled {what} in {game.position_text(state)}; "
        "the likely reason is a number of more than 63 bits"
    )
