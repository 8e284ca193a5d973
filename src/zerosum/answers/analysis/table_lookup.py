"""Analyze a position from a solved table alone: every move with its exact value and its best line to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from zerosum.answers.analysis.book_lookup import moves_in
from zerosum.answers.analysis.chance_values import analysis_of_means
from zerosum.answers.analysis.conclusion import analysis_of
from zerosum.answers.analysis.results import TABLE, Analysis, MoveValue
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, SECOND, Move, State, listed
from zerosum.core.value import Expected, Margin, Outcome, Value, scale_for
from zerosum.core.value import value_of as value_of_score
from zerosum.engines.native.solver.scores import value_of
from zerosum.engines.search.result import Effort
from zerosum.engines.search.value_iteration import STATED_ERROR
from zerosum.engines.solve.format.checked_file import DamagedTable
from zerosum.engines.solve.tables.table import SolvedTable


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


def chance_in_table(table: SolvedTable, state: State, effort: Effort) -> Analysis | None:
    """The analysis of an unfinished position of a game of chance; None for a position that is not in the table."""
    rules, value = table.game.rules, table.find(state)
    side = rules.to_move(state)
    found = []
    for move in listed(rules.moves(state)):
        child = rules.play(state, move)
        mean = table.find(child)
        if not isinstance(value, Expected) or not isinstance(mean, Expected):
            return None
        mine = -mean if (rules.to_move(child) == SECOND) != (side == SECOND) else mean
        found.append(MoveValue(move, mine, mean.error <= STATED_ERROR, False, (move, *_until_chance(table, child))))
    assert isinstance(value, Expected)  # there is a move
    return replace(analysis_of_means(table.game, state, found, value, effort), tier=TABLE)


def _until_chance(table: SolvedTable, state: State) -> tuple[Move, ...]:
    """Best play from a position to the next roll, to the end, or until a position repeats; of equal moves the first."""
    rules = table.game.rules
    line: list[Move] = []
    seen: set[State] = set()
    while not rules.is_over(state) and rules.to_move(state) != CHANCE and state not in seen:
        seen.add(state)
        side = rules.to_move(state)
        ranks = {}
        for move in listed(rules.moves(state)):
            child = rules.play(state, move)
            mean = table.find(child)
            if mean is None:
                return tuple(line)
            ranks[move] = -mean.rank if (rules.to_move(child) == SECOND) != (side == SECOND) else mean.rank
        line.append(max(ranks, key=lambda move: ranks[move]))
        state = rules.play(state, line[-1])
    return tuple(line)


def probe(table: SolvedTable, state: State) -> Analysis:
    """The analysis of a position, finished or not; raises `BadPosition` for one that is not in the table."""
    effort, began = Effort(), perf_counter()
    value = table.value(state)
    if table.game.is_over(state):
        return Analysis(table.game, state, _end(table, state), True, (), (), 0, 0, perf_counter() - began, TABLE)
    if isinstance(value, Expected):
        analysis = chance_in_table(table, state, effort)
    else:
        found = moves_in_table(table, state)
        analysis = None if found is None else analysis_of(table.game, state, found, 1, effort)
    if analysis is None:
        raise DamagedTable(f"{table.folder} is damaged: it lacks a position after {table.game.position_text(state)}")
    return replace(analysis, tier=TABLE, seconds=perf_counter() - began)


def _end(table: SolvedTable, state: State) -> Value:
    """How a finished game ended, as the rules tell it."""
    scale, rules = scale_for(table.game), table.game.rules
    return value_of_score(scale, scale.end(rules.utility(state)), rules.to_move(state), draw_distance=0)
