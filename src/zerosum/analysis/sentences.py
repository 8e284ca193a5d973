"""What faces say in words: how a game ended, and why not that move."""

from __future__ import annotations

from zerosum.analysis.review import Contrast
from zerosum.game import Game, Move, State


def ending(game: Game, state: State) -> str:
    """Who has won a finished game."""
    utility = game.utility(state)
    if utility == 0:
        return "a draw"
    winner = game.sides[0] if utility > 0 else game.sides[1]
    return f"{winner} has won" + (f" by {abs(utility)}" if game.margin else "")


def why_sentence(game: Game, state: State, contrast: Contrast, move: Move) -> str:
    """What a move gets beside what the best one gets, and the answer to it."""
    word = game.move_text(state, move)
    if contrast.move.best:
        return f"{word} is as good as any: {contrast.move.value}."
    best = game.move_text(state, contrast.best.move)
    sentence = f"{word} gets {contrast.move.value}; {best} gets {contrast.best.value} ({contrast.cost.name})."
    if contrast.reply_at is not None:
        reply = game.line_text(state, contrast.move.line)[contrast.reply_at]
        sentence += f" The answer to {word} is {reply}."
    return sentence
