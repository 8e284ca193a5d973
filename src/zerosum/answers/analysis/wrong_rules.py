"""A quick check of a user's rules before every command: answers that would make every value wrong."""

from __future__ import annotations

from zerosum.core.errors import BadRules, bad_moves, bad_side
from zerosum.core.game import Game
from zerosum.core.games.user_files.blaming import is_ctrl_c
from zerosum.core.games.user_files.rule_frames import RuleStopped
from zerosum.core.rules import CHANCE, FIRST, SECOND, State, listed

FIRST_POSITIONS = 64
"""How many positions every command checks before it trusts a user's own rules."""


class Fault(Exception):
    """A fault in the rules of a game, as a sentence."""


def refuse_wrong_rules(game: Game) -> None:
    """Raise `BadRules` where the first positions already show an answer that cannot be right.

    A quick look, breadth first, at what would make every value wrong: who is to move, which moves there are, and the
    odds of chance. Rules that raise an exception are left to the command, which reports it with file and line when it
    happens; what was stopped (`RuleStopped`) is not tried again.
    """
    where = f"{game.source}: " if game.source else ""
    try:
        seen = [game.start]
        for state in seen:
            refuse_wrong_answers(game, state)
            if not game.rules.is_over(state):
                moves = listed(game.rules.moves(state))[: FIRST_POSITIONS - len(seen)]
                seen.extend(game.rules.play(state, move) for move in moves)
    except Fault as fault:
        raise BadRules(f"{where}{fault}") from None
    except BaseException as error:  # rules may raise SystemExit and the like
        if is_ctrl_c(error) or isinstance(error, RuleStopped):
            raise


def refuse_wrong_answers(game: Game, state: State) -> None:
    """Raise `Fault` where a position's answers cannot be right: its side to move, its moves, or their odds."""
    side = game.rules.to_move(state)
    if side not in (FIRST, SECOND, CHANCE):
        raise Fault(str(bad_side(side)))
    if side == CHANCE and game.rules.odds is None:
        raise Fault(
            f"{bad_side(side)}: zerosum has no games of three players ({CHANCE} is for chance, which needs odds)"
        )
    if game.rules.is_over(state):
        return
    moves = game.rules.moves(state)
    if isinstance(moves, int) and moves <= 0:
        raise Fault(str(bad_moves(moves)))
    try:
        some = bool(listed(moves))
    except TypeError:
        raise Fault(f"moves gives {moves!r}, which is neither a bit set nor a collection of moves") from None
    if not some:
        raise Fault(str(bad_moves(0)))
    if side == CHANCE:
        try:
            game.chances(state)
        except BadRules as error:
            raise Fault(str(error)) from None
