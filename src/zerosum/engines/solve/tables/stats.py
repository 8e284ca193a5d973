"""What a solved table holds: counts by layer, the position that takes longest to win, how the means are spread."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zerosum.core.value import Margin, Outcome
from zerosum.engines.native import has_numba
from zerosum.engines.native.solver.scores import value_of
from zerosum.engines.solve.format.layer_file import VALUE, LayerScores
from zerosum.engines.solve.tables.table import SolvedTable

PLAIN_POSITIONS, DECODED_POSITIONS = 200_000, 1 << 22
"""The positions of a layer that are read in plain Python rather than load numba; those that are decoded at once."""


@dataclass(frozen=True)
class Extreme:
    """The longest win, or the largest margin, for the side to move."""

    value: Outcome | Margin
    layer: int
    position: str


def longest_score(table: SolvedTable) -> Outcome | Margin | None:
    """The longest win, or in a game of margins the largest one; None where nobody wins.

    The different scores of a layer stand in its file, so that no position is read.
    """
    found = _longest(table)
    return None if found is None else value_of(found[0], table.manifest.margin)


def _longest(table: SolvedTable) -> tuple[int, int] | None:
    """The score of the longest win or the largest margin, and the first layer that has it."""
    margin = table.manifest.margin
    found: tuple[int, int] | None = None
    for number, (_, scores) in enumerate(table.layers):
        wins = [score for score in scores.scores if score > 0]
        if wins:
            best = max(wins) if margin else min(wins)
            if found is None or (best > found[0] if margin else best < found[0]):
                found = best, number
    return found


def longest_win(table: SolvedTable) -> Extreme | None:
    """The first position with the longest win or the largest margin; one layer is gone through to find it."""
    found = _longest(table)
    if found is None:
        return None
    score, number = found
    keys, scores = table.layers[number]
    place = _first_place(scores, score)
    key = next(islice(keys.keys_of(place // keys.block), place % keys.block, None))
    return Extreme(value_of(score, table.manifest.margin), number, table.game.position_text(table.unpack(key)))


def _first_place(scores: LayerScores, score: int) -> int:
    """The first place with this score, by compiled code in a large layer where numba is installed."""
    if scores.count <= PLAIN_POSITIONS or not has_numba():
        return next(place for place, each in enumerate(scores) if each == score)
    from zerosum.engines.solve.format.layer_arrays import read_scores

    for first in range(0, scores.count, DECODED_POSITIONS):
        places = (read_scores(scores, first, DECODED_POSITIONS) == score).nonzero()[0]
        if len(places):
            return first + int(places[0])
    raise IndexError(score)


BINS = 10


def spread_of_means(table: SolvedTable) -> list[dict[str, Any]] | None:
    """How many stored positions have a mean from one number to another, in bins of one width; None without chance."""
    if table.manifest.chance is None:
        return None
    means = array("d")
    for layer in table.value_layers:
        means.frombytes(layer.file.view(0, VALUE.size * layer.count))
    if sys.byteorder == "big":
        means.byteswap()
    low, high = min(means), max(means)
    width = (high - low) / BINS or 1.0
    counts = Counter(min(BINS - 1, int((mean - low) / width)) for mean in means)
    edges = [round(low + number * width, 12) + 0.0 for number in range(BINS)] + [high]
    return [
        {"from": edges[number], "to": edges[number + 1], "stored": counts[number]}
        for number in range(BINS if high > low else 1)
    ]


def stats_json(table: SolvedTable) -> dict[str, Any]:
    """The counts for other programs, for the side to move, with the position that takes longest to win.

    In a game of chance a win is a mean above 0 by more than the error, and a loss one below; `means` has how they are
    spread, None in other games.
    """
    extreme = longest_win(table)
    return counts_json(table) | {
        "longest_win": None
        if extreme is None
        else {"value": extreme.value.json(), "layer": extreme.layer, "position": extreme.position},
        "means": spread_of_means(table),
    }


def counts_json(table: SolvedTable) -> dict[str, Any]:
    """The counts, for the side to move, from the manifest alone."""
    layers = table.manifest.layers
    return {
        "game": table.game.spec,
        "position": table.manifest.start,
        "positions": table.manifest.positions,
        "stored": table.manifest.stored,
        "method": table.manifest.method,
        "value": table.value(table.start).json(),
        "outcomes": {
            "win": sum(layer.wins for layer in layers),
            "draw": sum(layer.draws for layer in layers),
            "loss": sum(layer.losses for layer in layers),
        },
        "endless": sum(layer.endless for layer in layers),
        "layers": [
            {
                "layer": number,
                "positions": layer.positions,
                "win": layer.wins,
                "draw": layer.draws,
                "loss": layer.losses,
            }
            for number, layer in enumerate(layers)
        ],
        "bytes": table.bytes,
    }
