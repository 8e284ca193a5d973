"""The positions of a game as a faulty search sees them: the rules of the game, each answer asked once.

All faults of the library ask the same `Positions`, so that a position is generated once for all of them. In a game of
lines (Tic-Tac-Toe, Connect Four, any m,n,k game) a state is (stones of the side to move, stones of the other side, side
to move); only there the turn can be passed, and the complete lines can be named one by one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from random import Random
from time import process_time
from typing import Any

from zerosum.core.board import board_of
from zerosum.core.game import Game
from zerosum.core.rules import Move, State, bits, listed

DIRECTIONS = {"rows": (1, 0), "columns": (0, 1), "falling diagonals": (1, 1), "rising diagonals": (-1, 1)}
"""A step to the right and down along each kind of line."""

WORD_BITS = 63
"""The stones of a side are the bits of one integer."""


class OutOfTime(Exception):
    """A faulty search has asked for a position after the deadline."""


class Positions:
    """The rules of a game, with a cache in front of each question."""

    def __init__(self, game: Game, deadline: float = math.inf) -> None:
        """Take the rules of this game; a new position after the deadline (of `process_time`) raises `OutOfTime`."""
        self.game = game
        self._deadline = deadline
        self.rules = game.rules
        self._children: dict[State, tuple[tuple[Move, State], ...]] = {}
        self._ends: dict[State, int | None] = {}

    def mover(self, state: State) -> int:
        """The side to move."""
        return self.rules.to_move(state)

    def children(self, state: State) -> tuple[tuple[Move, State], ...]:
        """The moves in ascending order with the states that they lead to, past the end of the game too."""
        found = self._children.get(state)
        if found is None:
            if process_time() > self._deadline:
                raise OutOfTime
            play = self.rules.play
            found = tuple((move, play(state, move)) for move in sorted(listed(self.rules.moves(state))))
            self._children[state] = found
        return found

    def end(self, state: State) -> int | None:
        """The utility for the first side where the game is over, else None."""
        if state not in self._ends:
            self._ends[state] = self.rules.utility(state) if self.rules.is_over(state) else None
        return self._ends[state]

    # What only games of lines have.

    @cached_property
    def has_lines(self) -> bool:
        """Whether the states are stones of two sides that take turns, and a move adds one stone."""
        if not self.game.knowledge.has_tactics:
            return False
        for state in self.game.random_game(self.game.start, Random(0)):
            match state:
                case (int(mover), int(other), int(side)) if self.end(state) is None:
                    for _, child in self.children(state):
                        if not isinstance(child, tuple) or child[0] != other or child[2] != 1 - side:
                            return False
                        if child[1] & mover != mover or (child[1] ^ mover).bit_count() != 1:
                            return False
                case (int(), int(), int()):
                    pass
                case _:
                    return False
        return True

    def turned(self, state: Any) -> State:
        """The same stones with the other side to move."""
        return state[1], state[0], 1 - state[2]

    def stones(self, state: Any) -> tuple[int, int]:
        """The stones of the first and the second side, as bit sets."""
        return (state[0], state[1]) if state[2] == 0 else (state[1], state[0])

    def count(self, state: Any) -> int:
        """How many stones there are."""
        return int((state[0] | state[1]).bit_count())

    def winning(self, state: Any) -> int:
        """The moves that complete a line of the side to move."""
        wins = self.game.knowledge.wins
        assert wins is not None
        return wins(state)

    @cached_property
    def cell_bits(self) -> tuple[int, ...]:
        """For each cell of the picture its bit in the stones, found by setting one bit after the other."""
        found = {}
        for bit in range(WORD_BITS):
            cells = board_of(self.game, (1 << bit, 0, 0)).cells
            if [number for number, cell in enumerate(cells) if cell.piece] != []:
                found[next(number for number, cell in enumerate(cells) if cell.piece)] = bit
        return tuple(found[number] for number in range(len(found)))

    @cached_property
    def bit_at(self) -> dict[tuple[int, int], int]:
        """The bit of the cell in each column and row, counted from the top left."""
        cells = board_of(self.game, self.game.start).cells
        return {(int(cell.x), int(cell.y)): bit for cell, bit in zip(cells, self.cell_bits, strict=True)}

    @cached_property
    def lines(self) -> Mapping[str, tuple[int, ...]]:
        """The lines as bit sets by their direction, from the top left: rows, columns, then both kinds of diagonals.

        What a line is, the rules say: cells along a direction are added one by one until the rules see a win.
        """
        found: dict[str, tuple[int, ...]] = {}
        for name, (right, down) in DIRECTIONS.items():
            lines = []
            for y, x in sorted((y, x) for x, y in self.bit_at):
                line, place = 0, (x, y)
                while place in self.bit_at and not self._is_line(line):
                    line |= 1 << self.bit_at[place]
                    place = place[0] + right, place[1] + down
                if self._is_line(line):
                    lines.append(line)
            found[name] = tuple(lines)
        return found

    @cached_property
    def all_lines(self) -> tuple[int, ...]:
        """All lines: rows, columns, then diagonals."""
        return tuple(line for lines in self.lines.values() for line in lines)

    def _is_line(self, stones: int) -> bool:
        return self.rules.utility((0, stones, 1)) != 0

    def line_text(self, line: int) -> str:
        """A line by the labels of its cells, or by column and row where they have none."""
        cells = board_of(self.game, self.game.start).cells
        named = {bit: cell.label or cell.name for cell, bit in zip(cells, self.cell_bits, strict=True)}
        texts = [named[cell] for cell in bits(line)]
        return (" " if all(len(text) < 3 for text in texts) else "; ").join(texts)
