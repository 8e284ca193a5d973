"""Verify a solved table: derive every value anew from the stored values of the successors, by the compiled rules.

That is enough to prove win, draw, loss and distance, by induction on the distance: a win in d needs a successor that is
lost in d - 1 and none that is lost sooner, a loss needs that all successors are won, and a draw needs a drawn successor
and none that is lost. Which draws must end is found anew, beginning with the finished games. The counts in the manifest
are counted again.

Margins have no distance. Where positions repeat, each of them could say that the next one is won by so much, and none
of them would be right: such a table is compared with what the game's graph gives anew.

The mean of a position in a game of chance and the one that its successors give may each be off by the error of the
table. So they may differ by twice that error, and by the rounding of one step. Where positions repeat, that proves only
that the means agree with each other. So lower and upper bounds are computed anew (`chance_kernels.py`), which the means
must fit.

All of that holds for stored positions. Where the game has symmetries, a stored position stands for its images too. So
positions of random games, which are images mostly, are valued from their own successors.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from copy import copy
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from zerosum.core.errors import BadRules
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import CHANCE, SECOND, State, listed
from zerosum.core.value import Expected, Margin, Outcome, error_text
from zerosum.engines.native import require_numba
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, score_of, score_of_end, shift_for, value_of
from zerosum.engines.native.tables.control import LOWEST
from zerosum.engines.solve.format.layer_arrays import key_parts, read_draws, read_keys, read_scores, read_values
from zerosum.engines.solve.format.layer_file import TOO_LONG, LayerScores, has_too_long
from zerosum.engines.solve.format.manifest import MANIFEST
from zerosum.engines.solve.levels import sample
from zerosum.engines.solve.local.chance_graph import derived_means, favours, means_of
from zerosum.engines.solve.local.graph import GraphInMemory
from zerosum.engines.solve.local.layered import Layered
from zerosum.engines.solve.local.threaded_kernels import ThreadedKernels
from zerosum.engines.solve.solving import CYCLES, IMAGES_TRIED, default_threads, memory_limit
from zerosum.engines.solve.stages import VERIFYING, Stage
from zerosum.engines.solve.tables.table import SolvedTable, advice_on_damage, without_counter

ROUNDING = 1e-9
"""What the sum of a few hundred weighted means may be off by."""


@dataclass(frozen=True)
class TableFault:
    """What is wrong, and the position where it is; None where it is no single position."""

    position: str | None
    what: str

    def __str__(self) -> str:
        """Both, as one sentence."""
        return self.what if self.position is None else f"{self.position}: {self.what}"


def verify(
    table: SolvedTable, *, memory: int | None = None, threads: int | None = None, progress: ProgressCallback = None
) -> TableFault | None:
    """The first fault of a table, from its last layer backward; None where every value is right.

    `memory` is in megabytes. Raises `DamagedTable` where the files are not those that were written.
    """
    require_numba()
    with advice_on_damage(table.folder):
        for file in table.files:
            file.check_all()
    return next(filter(None, _checks(table, memory_limit(memory), default_threads(threads), progress)), None)


def _checks(table: SolvedTable, limit: int, threads: int, progress: ProgressCallback) -> Iterator[TableFault | None]:
    """Make one check after the other: first the values, then what is said of them."""
    manifest, numbers = table.manifest, range(len(table.key_layers))
    made_of = table.folded, table.layout
    if manifest.chance is not None or (manifest.margin and manifest.method == CYCLES):
        with closing(GraphInMemory(*made_of, limit, threads, progress)) as graph:
            yield (_graph_fault if manifest.chance is None else _chance_fault)(table, graph)
    else:
        counted = (0,) if manifest.counted is None else tuple(manifest.counted)
        with closing(Layered(*made_of, counted, limit, threads, None)) as layered:
            for number in reversed(numbers):
                layered.progress = _stage(table, number, progress)
                yield _layer_fault(table, layered, number)
    with closing(ThreadedKernels(*made_of, threads, None)) as kernels:
        for number in numbers:
            yield _count_fault(table, kernels, number)
    if manifest.method == CYCLES:
        with closing(GraphInMemory(*made_of, limit, threads, progress)) as graph:
            yield _endless_fault(table, graph)
    if manifest.chance is None:
        yield _start_fault(table)
    if manifest.symmetry:
        yield image_fault(table)


def image_fault(table: SolvedTable) -> TableFault | None:
    """The first position of random games whose value is not the one that its own successors give.

    The games are played without a counter towards a draw, as tables hold positions without it.
    """
    begun = [table.start] if table.manifest.starts is None else _named(table)
    for state in islice(dict.fromkeys(chain(*sample(without_counter(table.game), begun))), IMAGES_TRIED):
        stored, derived = table.find(state), _derived(table, state)
        if stored is None or derived is None:
            return _fault_at(table, state, "it can be reached, but the table lacks it or a successor")
        allowed = 0.0 if table.manifest.chance is None else 2 * table.manifest.chance.error + ROUNDING
        if abs(_rank(stored) - derived) > allowed:
            canonical = table.folded.rules.canonical
            image = table.game.position_text(state if canonical is None else canonical(state))
            what = f"the table says {stored}, the value of {image}, but its own moves give another: canonical is wrong"
            return _fault_at(table, state, what)
    return None


def _fault_at(table: SolvedTable, state: State, what: str) -> TableFault:
    return TableFault(table.game.position_text(state), what)


def _rank(value: Outcome | Margin | Expected) -> float:
    """A value as a number: the mean, or the score with all draws alike."""
    return value.rank if isinstance(value, Expected) else score_of(value)


def _derived(table: SolvedTable, state: State) -> float | None:
    """What the successors of a state itself give, as `_rank` has it; None where one of them is missing."""
    game = without_counter(table.game)
    rules = game.rules
    side = rules.to_move(state)
    if rules.is_over(state):
        utility = rules.utility(state)
        if table.manifest.chance is not None:
            return float(-utility if side == SECOND else utility)
        return score_of_end(utility, game.margin, side)
    farther = shift_for(game.margin or table.manifest.chance is not None).farther
    ranks = {}
    for move in listed(rules.moves(state)):
        child = rules.play(state, move)
        value = table.find(child)
        if value is None:
            return None
        rank = farther(_rank(value))  # type: ignore[arg-type]
        ranks[move] = -rank if (rules.to_move(child) == SECOND) != (side == SECOND) else rank
    if side == CHANCE:
        return sum(float(share) * ranks[move] for move, share in game.chances(state))
    return max(ranks.values())


def _named(table: SolvedTable) -> list[State]:
    assert table.manifest.starts is not None
    return [table.game.read_position(text) for text in table.manifest.starts.named]


def _stage(table: SolvedTable, number: int, progress: ProgressCallback) -> Stage:
    stored = [keys.count for keys in table.key_layers]
    return Stage(
        progress,
        VERIFYING,
        number,
        size=stored[number],
        before=sum(stored[number + 1 :]),
        layers=len(stored),
        total=sum(stored),
    )


def _layer_fault(table: SolvedTable, layered: Layered, number: int) -> TableFault | None:
    keys = table.layers[number][0]
    following = number if table.manifest.counted is None else number + 1
    next_keys, next_scores = table.layers[following] if following < len(table.layers) else (None, None)
    try:
        derived = layered.scores(keys, next_keys, None if next_scores is None else _as_draws(next_scores))
    except BadRules:
        return _incomplete(table, number)
    return _difference(table, number, derived)


def _graph_fault(table: SolvedTable, graph: GraphInMemory) -> TableFault | None:
    try:
        derived, _ = graph.scores(read_keys(table.layers[0][0]))
    except BadRules:
        return _incomplete(table, 0)
    derived[derived == ENDLESS_DRAW] = 0
    return _difference(table, 0, derived)


def _count_fault(table: SolvedTable, kernels: ThreadedKernels, number: int) -> TableFault | None:
    """Whether the manifest counts other values in a layer than its file has."""
    chance = table.manifest.chance
    if chance is None:
        scores = read_scores(table.layers[number][1])
    else:
        scores = favours(read_values(table.value_layers[number]), chance.error)
    entry, tally = table.manifest.layers[number], kernels.tally(table.key_layers[number], scores)
    draws = tally.draws + tally.endless
    if (entry.wins, entry.draws, entry.losses, entry.endless) != (tally.wins, draws, tally.losses, tally.endless):
        return TableFault(
            None, f"{MANIFEST} has other counts of wins, draws and losses in layer {number} than its files"
        )
    if tally.endless and table.manifest.method != CYCLES:
        return TableFault(None, f"layer {number} has endless draws, but {MANIFEST} says that no position repeats")
    return None


def _endless_fault(table: SolvedTable, graph: GraphInMemory) -> TableFault | None:
    """The first draw that is said to end and can go on for ever, or the other way round."""
    keys, stored = table.layers[0]
    scores = read_scores(stored)
    is_endless = scores == ENDLESS_DRAW
    is_draw = is_endless | (scores == 0)
    if not is_draw.any():
        return None
    wrong = np.flatnonzero(is_draw & (graph.must_end(read_keys(keys), is_draw) == is_endless))
    if len(wrong) == 0:
        return None
    place = int(wrong[0])
    says, truth = ("can go on for ever", "must end") if is_endless[place] else ("must end", "can go on for ever")
    state = table.unpack(_key(keys, place))
    return _fault_at(table, state, f"the table says that the draw {says}, but it {truth}")


def _chance_fault(table: SolvedTable, graph: GraphInMemory) -> TableFault | None:
    chance = table.manifest.chance
    assert chance is not None
    graph.progress = _stage(table, 0, graph.progress)
    keys, values = read_keys(table.key_layers[0]), read_values(table.value_layers[0])
    try:
        derived, rounding = derived_means(graph, keys, values)
    except BadRules:
        return _incomplete(table, 0)
    fault = _mean_fault(table, values, derived, 2 * chance.error + rounding)
    if fault is not None:
        return fault
    anew = means_of(graph, keys, graph.progress)
    if anew.error > chance.error:
        shown = f"an error of {error_text(chance.error)}, but {error_text(anew.error)} can be proven"
        return TableFault(None, f"{MANIFEST} says {shown}")
    fault = _mean_fault(table, values, anew.values, chance.error + anew.error)
    if fault is not None:
        return fault
    draws, allowed = read_draws(table.value_layers[0]), (chance.draw_error or 0.0) + anew.draw_error
    if draws is None or anew.draws is None:
        are_right = draws is anew.draws
    else:
        are_right = bool(np.all(np.abs(draws - anew.draws) <= allowed))
    if not are_right:
        return TableFault(None, "the probabilities of a draw are not those of best play")
    first = table.find(table.start)
    if first is None:
        return TableFault(table.manifest.start, "the first position is missing")
    if first.rank != chance.mean:
        return TableFault(table.manifest.start, f"{MANIFEST} has another value than the files")
    return None


def _mean_fault(table: SolvedTable, values: Any, derived: Any, tolerance: float) -> TableFault | None:
    """The first position whose mean differs from the derived one by more than the tolerance, or is no number."""
    wrong = np.flatnonzero(~(np.abs(derived - values) <= tolerance))
    if len(wrong) == 0:
        return None
    place = int(wrong[0])
    state = table.unpack(_key(table.key_layers[0], place))
    why = "the rules" if table.game.is_over(state) else "its moves"
    said = f"the table says {values[place]:+.12f}, but {why} give {derived[place]:+.12f}"
    return _fault_at(table, state, f"{said}, a difference of more than {error_text(tolerance)}")


def _difference(table: SolvedTable, number: int, derived: Any) -> TableFault | None:
    """The first position of a layer whose stored score is not the derived one."""
    keys, stored = table.layers[number]
    if has_too_long(stored.scores, table.manifest.margin):
        return TableFault(None, f"layer {number} has {TOO_LONG}")
    wrong = np.flatnonzero(derived != read_scores(_as_draws(stored)))
    if len(wrong):
        place = int(wrong[0])
        return _wrong(table, _key(keys, place), stored.score(place), int(derived[place]))
    return None


def _as_draws(scores: LayerScores) -> LayerScores:
    """The same scores, with endless draws as draws."""
    plain = copy(scores)
    plain.scores = [0 if score == ENDLESS_DRAW else score for score in scores.scores]
    return plain


def _key(keys: Any, place: int) -> int:
    for part in key_parts(keys):
        if place < len(part):
            return int(part[place])
        place -= len(part)
    raise IndexError(place)


def _wrong(table: SolvedTable, key: int, stored: int, derived: int) -> TableFault:
    state, margin = table.unpack(key), table.manifest.margin
    why = "the rules" if table.game.is_over(state) else "its moves"
    found = "nothing" if derived == LOWEST else str(value_of(derived, margin))
    return _fault_at(table, state, f"the table says {value_of(stored, margin)}, but {why} give {found}")


def _incomplete(table: SolvedTable, number: int) -> TableFault:
    """The first position of a layer with a successor that the table does not have."""
    rules = table.game.rules
    for state in table.states(number):
        if not rules.is_over(state):
            for move in listed(rules.moves(state)):
                if table.find(rules.play(state, move)) is None:
                    moved = table.game.move_text(state, move)
                    return _fault_at(table, state, f"the position after {moved} is missing")
    return TableFault(None, f"layer {number} has a position without its successors")


def _start_fault(table: SolvedTable) -> TableFault | None:
    score = table.score(table.start)
    if score is None:
        return TableFault(table.manifest.start, "the first position is missing")
    if score != table.manifest.score:
        return TableFault(table.manifest.start, f"{MANIFEST} has another value than the files")
    for text in () if table.manifest.starts is None else table.manifest.starts.named:
        if table.score(table.game.read_position(text)) is None:
            return TableFault(text, "the table begins here, but does not have it")
    return None
