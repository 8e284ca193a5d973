"""The border between the rules as an author wrote them and the rest: states frozen, numbers whole, moves listed.

The author's functions get thawed states and moves, which are new each time; everything else sees frozen ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from zerosum.core.errors import BadMove, BadPosition
from zerosum.core.games.move_words import move_word, same_move
from zerosum.core.games.user_files.drawing import drawn
from zerosum.core.games.user_files.freezing import Freezer
from zerosum.core.games.user_files.frozen_texts import read_frozen, write_frozen
from zerosum.core.rules import listed

GIVES_STATE = ("play", "canonical", "null_move", "position")
GIVES_NUMBER = ("to_move", "utility", "estimate", "class_size", "key", "repetition", "plies_to_draw")
TAKES_MOVE = ("play", "odds", "noisy", "playout", "write_move", "engine_move", "reasons")
TAKES_STATE = (
    *GIVES_STATE,
    *GIVES_NUMBER,
    *TAKES_MOVE,
    "moves",
    "is_over",
    "write_position",
    "draw",
    "board",
    "why_over",
)

Names = dict[str, Any]


def frozen_names(names: Names, freezer: Freezer) -> Names:
    """The names of a game whose states are frozen, with text forms for what has none."""
    made = dict(names)
    made["start"] = freezer.freeze(names["start"])
    for name in TAKES_STATE:
        if callable(names.get(name)):
            made[name] = _wrapped(name, names[name], freezer)
    if callable(function := names.get("from_key")):
        made["from_key"] = lambda key: freezer.freeze(function(key))
    if isinstance(names.get("order"), (list, tuple, range)):
        made["order"] = tuple(map(freezer.freeze, names["order"]))
    for name, ending in (names.get("endings") or {}).items() if isinstance(names.get("endings"), dict) else ():
        made["endings"] = {**made["endings"], name: _frozen_states(ending, freezer)}
    return {**made_texts(made, freezer, is_frozen=True), **made, **_own_readers(names, freezer)}


def _frozen_states(ending: Callable[[], Iterable[Any]], freezer: Freezer) -> Callable[[], Iterable[Hashable]]:
    return lambda: map(freezer.freeze, ending())


def _own_readers(names: Names, freezer: Freezer) -> Names:
    """What reads texts of the author's own."""
    read_position, read_move = names.get("read_position"), names.get("read_move")
    made: Names = {}
    if callable(read_position):
        made["read_position"] = lambda text: freezer.freeze(read_position(text))
    if callable(read_move):
        made["read_move"] = lambda state, text: freezer.freeze(read_move(freezer.thaw(state), text))
    return made


def _wrapped(name: str, function: Callable[..., Any], freezer: Freezer) -> Callable[..., Any]:
    """A function of the author's as the rest of the program calls it."""
    freeze, thaw = freezer.freeze, freezer.thaw
    if name == "moves":

        def moves(state: Hashable) -> Any:
            return listed_moves(function(thaw(state)), freeze)

        return moves
    if name == "play":

        def play(state: Hashable, move: Any) -> Hashable:
            return freeze(function(thaw(state), thaw(move)))

        return play
    if name in GIVES_STATE:
        return lambda state: freeze(function(thaw(state)))
    if name in GIVES_NUMBER:
        return lambda state: whole(function(thaw(state)))
    if name == "odds":
        return lambda state, move: whole(function(thaw(state), thaw(move)))
    if name in TAKES_MOVE:
        return lambda state, move: function(thaw(state), thaw(move))
    if name == "is_over":
        return lambda state: bool(function(thaw(state)))
    return lambda state: function(thaw(state))


def listed_moves(moves: Any, freeze: Callable[[Any], Hashable]) -> Any:
    """Moves as the rest of the program takes them: a bit set as it is, others frozen, those of a set in order."""
    if type(moves) is int:
        return moves
    try:
        found = tuple([freeze(move) for move in moves])
    except TypeError:
        return moves  # what it is, is said where moves are checked
    if not isinstance(moves, (set, frozenset)):
        return found
    try:
        return tuple(sorted(found))
    except TypeError:
        return tuple(sorted(found, key=repr))


def whole(number: Any) -> Any:
    """A number as an int where it is one: 1.0 is 1, and so is a number of numpy; others stay as they are.

    >>> whole(1.0), whole(True), whole(0.5)
    (1, 1, 0.5)
    """
    try:
        return int(number) if number == int(number) else number
    except (TypeError, ValueError, OverflowError):
        return number


def whole_utility(utility: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A utility that gives floats, as whole numbers where they are."""
    return lambda state: whole(utility(state))


def made_texts(rules: Names, freezer: Freezer, *, is_frozen: bool) -> Names:
    """Text forms of a game that has none, for states and moves of any kind. `rules` are already at the border.

    States that can be hashed are not frozen, except to write them.
    """
    start: Any = rules["start"]
    frozen_start = freezer.freeze(start)
    own: Callable[[Any], Any] = (lambda state: state) if is_frozen else freezer.thaw

    def write_position(state: Hashable) -> str:
        return write_frozen(frozen_start, freezer.freeze(state))

    def read_position(text: str) -> Hashable:
        found = read_frozen(frozen_start, text)
        try:
            state: Hashable = own(found)
            is_state = type(state) is type(start) and rules["to_move"](state) in (0, 1, 2)
            if is_state and (rules["is_over"](state) or listed(rules["moves"](state))):
                return state
        except Exception:  # rules may fail in any way on what is no state
            pass
        raise BadPosition(f"{text!r:.80} is not a position of this game; give the moves instead")

    def write_move(state: Hashable, move: Any) -> str:
        return move_word(freezer.thaw(move))

    def read_move(state: Hashable, word: str) -> Any:
        moves = listed(rules["moves"](state))
        words = [write_move(state, move) for move in moves]
        found = same_move(word, words)
        if found is None:
            raise BadMove(f"{word!r} is not a move here; legal: {' '.join(words)}")
        return moves[found]

    def draw(state: Hashable) -> str:
        moves = () if rules["is_over"](state) else listed(rules["moves"](state))
        return drawn(freezer.thaw(state), [freezer.thaw(move) for move in moves])

    return {
        "write_position": write_position,
        "read_position": read_position,
        "write_move": write_move,
        "read_move": read_move,
        "draw": draw,
        "what_to_type": "one of the moves shown",
    }
