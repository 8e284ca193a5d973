"""What stands for rules and hooks that a game does not define, in compiled code; needs neither numba nor numpy."""

from __future__ import annotations

from zerosum.core.rules import State

NO_COUNTER = 1 << 40
"""What `plies_to_draw` gives in a game without a counter: more plies than any game has."""

NOT_A_SET = -1
"""What `NativeRules.moves` gives where a move is yielded that is not a number from 0 to 62."""


def nothing(state: State) -> int:
    """The constant 0: replaces an estimate or a hook that a game does not define."""
    return 0


def unchanged(state: State) -> State:
    """The state itself: its own position, or what a null move leads to that proves nothing."""
    return state


def no_odds(state: State, move: int) -> int:
    """The constant 1: the weight of a move where nothing is left to chance."""
    return 1


def never(state: State, move: int) -> bool:
    """The constant False: no move is noisy in a game that does not say which are."""
    return False


def always(state: State, move: int) -> bool:
    """The constant True: playouts may choose every move in a game that does not say which make sense."""
    return True


def no_counter(state: State) -> int:
    """No number of plies leads to a draw in a game without a counter."""
    return NO_COUNTER
