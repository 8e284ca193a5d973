"""Programs without a search, and programs whose search is overridden by a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zerosum.answers.grade.bugs.faults.fault import Answers
from zerosum.answers.grade.bugs.faults.positions import Positions
from zerosum.core.rules import Move, State, bits

Rule = Callable[[State], Sequence[Move]]
"""The moves that a rule allows, none where it has nothing to say."""


def first_of(rules: Sequence[Rule], last: Answers) -> Answers:
    """A program that follows the first rule with something to say, and else `last`."""

    def answers(state: State) -> Sequence[Move]:
        for rule in rules:
            found = rule(state)
            if found:
                return found
        return last(state)

    return answers


def any_move(positions: Positions) -> Rule:
    """Every legal move."""
    return lambda state: [move for move, _ in positions.children(state)]


def win(positions: Positions) -> Rule:
    """Complete a line."""
    return lambda state: bits(positions.winning(state))


def block(positions: Positions) -> Rule:
    """Take a cell on which the other side would complete a line."""
    return lambda state: bits(positions.winning(positions.turned(state)))


def fork(positions: Positions) -> Rule:
    """Make two threats at once."""

    def rule(state: State) -> list[Move]:
        return [
            move
            for move, child in positions.children(state)
            if positions.winning(positions.turned(child)).bit_count() > 1
        ]

    return rule


def tiers(positions: Positions) -> Rule:
    """Centre, then corners, then edges: the empty cell with the most lines through it."""
    lines_through = {
        move: sum(line >> bit & 1 for line in positions.all_lines)
        for move, child in positions.children(positions.game.start)
        for bit in bits(positions.stones(child)[0])
    }

    def rule(state: State) -> list[Move]:
        moves = [move for move, _ in positions.children(state)]
        most = max(lines_through[move] for move in moves)
        return [move for move in moves if lines_through[move] == most]

    return rule


def among(positions: Positions, moves: Sequence[Move], *, stones: int | None = None) -> Rule:
    """One of these moves where it is legal, with at most so many stones on the board."""

    def rule(state: State) -> list[Move]:
        if stones is not None and positions.count(state) > stones:
            return []
        return [move for move, _ in positions.children(state) if move in moves]

    return rule


def opposite(positions: Positions, moves: Sequence[Move]) -> Rule:
    """One of these moves where the other side holds the cell opposite to it, the first in ascending order."""
    stone = {move: positions.stones(child)[0] for move, child in positions.children(positions.game.start)}
    place = {1 << bit: at for at, bit in positions.bit_at.items()}
    width, height = (max(at[axis] for at in positions.bit_at) for axis in (0, 1))
    facing: dict[Move, int] = {}
    for move in moves:
        x, y = place[stone[move]]
        facing[move] = 1 << positions.bit_at[width - x, height - y]

    def rule(state: State) -> list[Move]:
        theirs = positions.stones(state)[1 - positions.mover(state)]
        return [move for move, _ in positions.children(state) if facing.get(move, 0) & theirs]

    return rule
