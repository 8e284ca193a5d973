"""Why a move wins or loses, in the words of its game: the first move of its line that the game has a reason for."""

from __future__ import annotations

from zerosum.answers.analysis.results import MoveValue
from zerosum.core.errors import BadRules
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, Reason, State
from zerosum.core.value import Estimate, Expected


def because(game: Game, state: State, of: MoveValue, *, by_answer: bool = True) -> str | None:
    """Why the value of a move is what it is; None where the game gives no reason.

    Where the value is a proven win or loss, the reason is the first along the line that proves the same. Else it is
    what the first answer does, such as a capture, or the move itself: that is true, and proves nothing.

    >>> from zerosum.answers.analysis.analyst import Analyst
    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> state = game.read_position("X--/-O-/--X")
    >>> because(game, state, Analyst(game)(state)["2"])
    'X then plays 6 and has two threats: 3 and 7'
    """
    if game.reasons is None:
        return None
    side = game.to_move(state)
    result = proven_result(game, of)
    words = game.line_text(state, of.line[: of.guessed_from])
    for ply, move in enumerate(of.line[: of.guessed_from]):
        by = game.to_move(state)
        if by == CHANCE:
            return None
        after = game.rules.play(state, move)
        for reason in game.reasons(state, move):
            if not isinstance(reason, Reason):
                raise BadRules(f"reasons gives {reason!r:.60}, which is not a zerosum.Reason")
            proves = None if reason.result is None else reason.result if by == side else -reason.result
            if proves == result and (result is not None or (by != side) == by_answer):
                return _sentence(game, after, by, reason, words[: ply + 1])
        if result is None and (by != side or not by_answer):
            return None
        state = after
    return None


def proven_result(game: Game, of: MoveValue) -> int | None:
    """1, 0 or -1 for a proven result; None for an estimate, and where a margin counts."""
    if game.margin or isinstance(of.value, Estimate | Expected):
        return None
    return of.value.result


def _sentence(game: Game, after: State, side: int, reason: Reason, line: list[str]) -> str:
    """Who does what, with which move or after which moves."""
    names = [game.text.write_move(after, move) for move in reason.moves]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    words = reason.words.format(moves=listed)
    if len(line) == 1:
        return f"it {words}"
    if len(line) == 2:
        return f"{game.side_words(side)} then plays {line[-1]} and {words}"
    return f"after {' '.join(line)}, {game.side_words(side)} {words}"
