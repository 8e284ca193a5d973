"""The hardest positions of a solved table: the longest wins, and those in which one move alone keeps the value.

In a game of chance, those in which the best move is better than the next by least, and by most.

A large table is not read as a whole: of each layer, so many blocks of keys that lie evenly apart. The first layers,
where the longest wins are, are small and read whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

from zerosum.answers.analysis.book_lookup import value_after
from zerosum.answers.analysis.table_lookup import TableValues
from zerosum.core.progress import Count, ProgressCallback
from zerosum.core.rules import CHANCE, SECOND, State, listed
from zerosum.core.value import Expected, Margin, Outcome
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, value_of
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.tables.table import SolvedTable

MOST_READ = 200_000
"""The positions that are read."""

MOST_CHOICES = 15_000
"""The positions of a game of chance that are read; all moves of each are looked up."""

MOST_TRIED = 1_000
"""The positions of each kind whose moves are looked up."""

SHOWN = 6
"""The positions of each kind."""


@dataclass(frozen=True)
class HardPosition:
    """A position, its value for the side to move, and how many of its moves keep it.

    `lead` is how much better the mean of the best move is than that of the next, in a game of chance.
    """

    state: State
    layer: int
    value: Outcome | Margin | Expected
    moves: int
    optimal: int
    lead: float | None = None


@dataclass(frozen=True)
class HardPositions:
    """The longest wins (in a game of margins, the largest), and others in which one move alone wins, or draws.

    In a game of chance the closest choices, and those with most at stake. `read` positions of the table were looked at.
    """

    longest: tuple[HardPosition, ...]
    only_wins: tuple[HardPosition, ...]
    only_draws: tuple[HardPosition, ...]
    read: int
    closest: tuple[HardPosition, ...] = ()
    most_at_stake: tuple[HardPosition, ...] = ()


@dataclass(frozen=True)
class _Stored:
    layer: int
    key: int
    score: int


def hard_positions(
    table: SolvedTable, *, most_read: int = MOST_READ, progress: ProgressCallback = None
) -> HardPositions:
    """The hardest positions among those that are read, at most so many.

    A longer win comes first; of the draws, those with more moves that lose.
    """
    if table.manifest.chance is not None:
        return _choices(table, min(most_read, MOST_CHOICES), progress)
    margin = table.manifest.margin
    wins, draws, read = _candidates(table, most_read, progress)
    by_length = sorted(wins, key=lambda each: -each.score if margin else each.score)
    looked_at = _looked_at(table, by_length[:MOST_TRIED], progress)
    only_draws = [each for each in _looked_at(table, draws, progress) if each.optimal == 1 < each.moves]
    longest = list(islice(looked_at, SHOWN))
    only_wins = (each for each in looked_at if each.optimal == 1 < each.moves)
    return HardPositions(
        tuple(longest),
        tuple(islice(only_wins, SHOWN)),
        tuple(sorted(only_draws, key=lambda each: (-each.moves, each.layer))[:SHOWN]),
        read,
    )


def _choices(table: SolvedTable, most: int, progress: ProgressCallback) -> HardPositions:
    """The hardest positions of a game of chance, which is one layer: those in which a player has one best move."""
    keys, rules = table.key_layers[0], table.game.rules
    found: list[HardPosition] = []
    read = 0
    for block in _blocks(keys, most):
        for state in map(table.unpack, keys.keys_of(block)):
            read += 1
            if not rules.is_over(state) and rules.to_move(state) != CHANCE:
                found += _choice(table, state)
        if progress is not None:
            progress(Count(read, "positions"))
    by_lead = sorted(found, key=lambda each: each.lead or 0.0)
    return HardPositions((), (), (), read, tuple(by_lead[:SHOWN]), tuple(by_lead[: -SHOWN - 1 : -1]))


def _choice(table: SolvedTable, state: State) -> Iterator[HardPosition]:
    """A position whose best move is better than all others, by more than the error; nothing for other positions."""
    rules, value = table.game.rules, table.value(state)
    assert isinstance(value, Expected)
    means: list[float] = []
    for move in listed(rules.moves(state)):
        child = rules.play(state, move)
        mean = table.value(child).rank
        means.append(-mean if (rules.to_move(child) == SECOND) != (rules.to_move(state) == SECOND) else mean)
    means.sort(reverse=True)
    if len(means) > 1 and means[0] - means[1] > 2 * value.error:
        yield HardPosition(state, 0, value, len(means), 1, means[0] - means[1])


def _candidates(table: SolvedTable, most: int, progress: ProgressCallback) -> tuple[list[_Stored], list[_Stored], int]:
    """The longest wins and some draws of each layer, and how many positions were read."""
    margin = table.manifest.margin
    wins: list[_Stored] = []
    draws: list[_Stored] = []
    read = 0
    share = most if table.manifest.stored <= most else most // len(table.layers)
    for number in range(len(table.layers)):
        here = list(_read(table, number, share))
        read += len(here)
        wins += nsmallest(
            MOST_TRIED,
            (each for each in here if each.score > 0),
            key=lambda each: -each.score if margin else each.score,
        )
        drawn = [each for each in here if each.score in (0, ENDLESS_DRAW)]
        draws += drawn[:: max(1, len(drawn) * len(table.layers) // MOST_TRIED)]
        if progress is not None:
            progress(Count(read, "positions"))
    return wins, draws[:MOST_TRIED], read


def _read(table: SolvedTable, number: int, most: int) -> Iterator[_Stored]:
    """The positions of a layer, or of blocks of it that lie evenly apart."""
    keys, scores = table.layers[number]
    for block in _blocks(keys, most):
        for place, key in enumerate(keys.keys_of(block), start=block * keys.block):
            yield _Stored(number, key, scores.score(place))


def _blocks(keys: LayerKeys, most: int) -> Iterator[int]:
    """All blocks of a layer, or so many as have about `most` positions."""
    count = min(keys.blocks, max(1, most // keys.block))
    return (keys.blocks * index // count for index in range(count))


def _looked_at(table: SolvedTable, stored: Iterable[_Stored], progress: ProgressCallback) -> Iterator[HardPosition]:
    """Unfinished positions with the number of their moves, and of those that keep the value."""
    rules, values, margin = table.game.rules, TableValues(table), table.manifest.margin
    for tried, each in enumerate(stored):
        state = table.unpack(each.key)
        if rules.is_over(state):
            continue
        value = value_of(each.score, margin)
        after = [value_after(values, state, move) for move in listed(rules.moves(state))]
        kept = sum(_is_kept(value, found) for found in after if found is not None)
        yield HardPosition(state, each.layer, value, len(after), kept)
        if progress is not None:
            progress(Count(tried, "positions"))


def _is_kept(value: Outcome | Margin, after: Outcome | Margin) -> bool:
    return value == after if isinstance(value, Margin) else value.result == after.result
