"""What `canonical` must give: a state that is played as the one that it stands for is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, State, listed


def symmetry_fault(game: Game, state: State, text: Callable[[State], str]) -> str | None:
    """Why `canonical` is wrong for a state, as a sentence; None where it is right, or the game has none.

    The image must stand for itself. It must have the same side to move, and the same end, or moves that lead to the
    same images. `text` writes a state.
    """
    rules, canonical = game.rules, game.rules.canonical
    if canonical is None:
        return None
    image, over = canonical(state), rules.is_over(state)
    if canonical(image) != image:
        return f"canonical of {text(image)} should be itself, as it stands for others"
    if rules.to_move(image) != rules.to_move(state) or bool(rules.is_over(image)) != bool(over):
        return f"canonical gives {text(image)}, which has another side to move or another end"
    if over:
        is_same = rules.utility(image) == rules.utility(state)
        return None if is_same else f"canonical gives {text(image)}, which has another utility"
    mine = {canonical(rules.play(state, move)) for move in listed(rules.moves(state))}
    theirs = {canonical(rules.play(image, move)) for move in listed(rules.moves(image))}
    if mine != theirs:
        return f"canonical gives {text(image)}, whose moves lead elsewhere"
    if rules.to_move(state) == CHANCE and _odds(game, state, canonical) != _odds(game, image, canonical):
        return f"canonical gives {text(image)}, whose outcomes have other odds"
    return None


def _odds(game: Game, state: State, canonical: Callable[[State], State]) -> dict[State, Fraction]:
    """How likely each image is to follow a chance node."""
    odds: dict[State, Fraction] = {}
    for outcome, chance in game.chances(state):
        child = canonical(game.rules.play(state, outcome))
        odds[child] = odds.get(child, Fraction(0)) + chance
    return odds
