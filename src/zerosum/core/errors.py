"""What can go wrong and a person can put right: a small tree of errors, and the sentences for wrong rules."""

from __future__ import annotations

MAX_PLIES = 10_000
"""A game that lasts longer than this is taken to be endless."""

MOST_MOVE = (1 << 31) - 1
"""No move that is yielded is greater, so that a compiler can store it in half a machine word."""


class ZerosumError(Exception):
    """Anything a person can put right; the message is one sentence."""


class BadSpec(ZerosumError):
    """A game was asked for by a name or size that does not exist."""


class BadPosition(ZerosumError):
    """A text is not a position of this game."""


class BadMove(ZerosumError):
    """A text is not a move, or the move is not legal here."""


class BadRules(ZerosumError):
    """A game's own file cannot be loaded, or its rules went wrong."""


def bad_moves(moves: int, position: str = "") -> BadRules:
    """The error for a set without moves, or a negative number, where a position (as a text) is not over."""
    what = "no move in a position that is not over" if moves == 0 else f"{moves}, which is not a set of moves"
    return BadRules(f"moves gives {what}{position and f': {position}'}")


def bad_move(move: int) -> BadRules:
    """The error for a number that `moves` yields to the native tier, where it is no move."""
    return BadRules(f"moves yields {move}, which is not a number from 0 to {MOST_MOVE}")


def bad_odds(weight: object, where: str = "") -> BadRules:
    """The error for odds of an outcome (as a text) that are no weight."""
    return BadRules(f"odds gives {weight!r}{where and f' for {where}'}, not a whole number from 1")


NOT_A_SIDE = "not 0 for the first player or 1 for the second"
"""A game of chance may give `CHANCE` too."""


def bad_side(side: object, position: str = "") -> BadRules:
    """The error for a `to_move` that gives this in a position (as a text)."""
    if isinstance(side, tuple | list | set | frozenset):
        return BadRules(f"to_move gives {side!r}, {NOT_A_SIDE}; zerosum has no games of simultaneous moves")
    return BadRules(f"to_move gives {side!r}{position and f' in {position}'}, {NOT_A_SIDE}")


class Uncompilable(ZerosumError):
    """A game's rules cannot run on the native tier; the message says where and what to change."""


class Unsolvable(Uncompilable):
    """The solver cannot take a game, though compiled searches can."""


class MovesBeyondBitSet(Unsolvable):
    """A game yields a move that has no place in a bit set, which the solver needs."""

    def __init__(self, game: str) -> None:
        """The sentence, with the name of the game."""
        super().__init__(f"{game} has moves beyond 62, and the solver takes moves from 0 to 62 only")


class NumberTooLong(Uncompilable):
    """A rule computed a number that does not fit into a machine word, in the middle of a search."""


class BadRequest(ZerosumError):
    """A player, an algorithm, a limit or another option is not as it should be."""


class EndlessGame(ZerosumError):
    """A line of play went on for more than `MAX_PLIES` plies."""


def refuse_endless(plies: int, most: int = MAX_PLIES) -> None:
    """Raise `EndlessGame` when a game has gone on for too long."""
    if plies > most:
        raise EndlessGame(f"a game went on for more than {MAX_PLIES:,} plies, so it may never end")
