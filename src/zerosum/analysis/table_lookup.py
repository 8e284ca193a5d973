"""Analyze a position from a solved table alone: every move with its exact value and its best line to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from zerosum.analysis.book_lookup import moves_in
from zerosum.analysis.conclusion import analysis_of
from zerosum.analysis.results import TABLE, Analysis, MoveValue
from zerosum.game import Game, Move, State
from zerosum.native.solver.scores import value_of
from zerosum.search.result import Effort
from zerosum.solve.checked_file import DamagedTable
from zerosum.solve.table import SolvedTable
from zerosum.value import Margin, Outcome


@dataclass(frozen=True)
class TableValues:
    """The values of a table as a book gives them: None for a position that is not there."""

    table: SolvedTable

    @property
    def game(self) -> Game:
        """The game of the table."""
        return self.table.game

    def value(self, state: State) -> Outcome | Margin | None:
        """The exact value of a position for the side to move."""
        score = self.table.score(state)
        return None if score is None else value_of(score, self.table.manifest.margin)


def moves_in_table(table: SolvedTable, state: State) -> list[MoveValue] | None:
    """All moves of an unfinished position with their exact values; None for a position that is not in the table."""
    found = None if table.score(state) is None else moves_in(TableValues(table), state)
    return None if found is None else [_with_distance(table.game, state, each) for each in found]


def _with_distance(game: Game, state: State, move: MoveValue) -> MoveValue:
    """A draw has the length of its line as its distance, where the line ends the game."""
    if not isinstance(move.value, Outcome) or move.value.result != 0:
        return move
    is_end = game.is_over(_after(game, state, move.line))
    return replace(move, value=Outcome(0, len(move.line) if is_end else None))


def _after(game: Game, state: State, line: tuple[Move, ...]) -> State:
    for move in line:
        state = game.rules.play(state, move)
    return state


def probe(table: SolvedTable, state: State) -> Analysis:
    """The analysis of a position, finished or not; raises `BadPosition` for one that is not in the table."""
    effort, began = Effort(), perf_counter()
    value = table.value(state)
    if table.game.is_over(state):
        value = Outcome(0, 0) if value == Outcome(0) else value
        return Analysis(table.game, state, value, True, (), (), 0, 0, perf_counter() - began, TABLE)
    found = moves_in_table(table, state)
    if found is None:
        raise DamagedTable(f"{table.folder} is damaged: it lacks a position after {table.game.position_text(state)}")
    analysis = analysis_of(table.game, state, found, 1, effort)
    return replace(analysis, tier=TABLE, seconds=perf_counter() - began)
