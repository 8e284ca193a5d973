"""The packed form of a recording: one block of bytes that the page reads without parsing rows.

A line of JSON (the header), padded to a multiple of 8 bytes, then the columns as little-endian arrays, each at a
multiple of 8 bytes. The header's "columns" give each one's name, type, offset and length; a column takes the narrowest
type that keeps all of its values.

    kind, node, place                  one per event: 0 ENTER, 1 LEAVE, 2 CUT, 3 FOUND; its node; its line of source
    parent, move, chance, flags,       one per node: parent or -1; number of the move's text; number of its probability;
    alpha, beta, score, bound, best    flags; window at entry; score returned; what the score claims (see below);
                                       parent's best score after it
    proof, disproof, proven, position, one per node, or empty: what only some searches have, see `recorder`
    stored, stored_depth, stored_move
    pruned_parent, pruned_move,        one per branch that a cut skipped: parent; text; probability; flags; score where
    pruned_chance, pruned_flags,       it is known; number of the CUT event
    pruned_score, pruned_event

`bound`: 0 the true score equals `score`; 1 it is at least that (>=); 2 it is at most that (<=).
`alpha`, `beta`, `score` and `best` are scores on the header's "scale" (see `value`), not values: one number for each of
millions of nodes. The result's "value" in the header has the JSON form of every other value.
`flags`: 1 MIN is to move, 2 the game is over, 4 an estimate had a part in the score, 8 the node itself was estimated,
16 the table answered, 32 moves were cut, 64 chance is to move.
`place` is an index into the header's "places": [file, line, caller's file, caller's line, line of pseudocode], see
`source_map`.
`move` is an index into the header's "texts", `chance` one into its "chances": "" for a move that a side chooses, else
the probability of the outcome, as "1/6". "results" are the least and the greatest score that a game of chance can end
with, null where they are not known. The parent of a pruned branch is a node, or the pruned branch of that number less
the number of nodes.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterator
from itertools import chain
from math import inf, nan
from typing import Any

from zerosum.core.games.tree import WrittenTree, is_written, value_to_show
from zerosum.core.rules import CHANCE, SECOND, listed
from zerosum.core.value import MARGIN, POINTS, WIN
from zerosum.engines.recording.recorder import IS_CHANCE, MIN, OVER, Recording
from zerosum.engines.search import Result

SCORES = ("alpha", "beta", "score", "best", "pruned_score")
"""The columns of scores; on the scale POINTS they are written as margins, which is what a reader expects."""

TYPES = {"u1": "B", "u2": "H", "u4": "I", "i4": "i", "f4": "f", "f8": "d"}
"""The names of column types, and Python's."""


def packed(recording: Recording, result: Result) -> bytes:
    """A recording as bytes; a written tree is shown whole, with what was pruned."""
    pruned = list(zip(*pruned_branches(recording), strict=True)) or [(), (), (), (), (), ()]
    columns: dict[str, array[Any]] = {
        "kind": recording.kind,
        "node": recording.node,
        "place": recording.place,
        "parent": recording.parent,
        "move": recording.text,
        "chance": recording.chance,
        "flags": array("B", recording.flags),
        "alpha": recording.alpha,
        "beta": recording.beta,
        "score": recording.score,
        "bound": array("B", recording.bound),
        "best": recording.best,
        "proof": recording.proof,
        "disproof": recording.disproof,
        "proven": recording.proven,
        "position": recording.position,
        "stored": recording.stored,
        "stored_depth": recording.stored_depth,
        "stored_move": recording.stored_move,
        "pruned_parent": array("i", pruned[0]),
        "pruned_move": array("I", pruned[1]),
        "pruned_chance": array("I", pruned[2]),
        "pruned_flags": array("B", pruned[3]),
        "pruned_score": array("d", pruned[4]),
        "pruned_event": array("I", pruned[5]),
    }
    for name in SCORES if recording.scale is POINTS else ():
        columns[name] = array("d", (score / WIN for score in columns[name]))
    blocks: list[bytes] = []
    described = []
    offset = 0
    for name, column in columns.items():
        kind, block = column_bytes(column)
        described.append({"name": name, "type": kind, "offset": offset, "length": len(column)})
        blocks.append(block + bytes(-len(block) % 8))
        offset += len(blocks[-1])
    about = {
        **header(recording, result),
        "texts": list(recording.texts),
        "chances": list(recording.chances),
        "places": recording.places,
        "columns": described,
    }
    line = json.dumps(about, ensure_ascii=False, allow_nan=False).encode()
    return b"".join(chain([line, b" " * (-(len(line) + 1) % 8), b"\n"], blocks))


def header(recording: Recording, result: Result) -> dict[str, Any]:
    """What the header says about the search."""
    game, state = recording.game, recording.state
    return {
        "algorithm": recording.algorithm,
        "game": game.brackets if isinstance(game, WrittenTree) else game.spec,
        "position": game.position_text(state),
        "count_from": game.count_from,
        "written": is_written(game),
        "sides": list(game.sides),
        "side": game.to_move(state),
        "scale": MARGIN.name if recording.scale is POINTS else recording.scale.name,
        "keeps_best": recording.keeps_best,
        "has_window": recording.has_window,
        "has_table": recording.has_table,
        "move_order": recording.move_order,
        "results": results_of(recording),
        "events": len(recording.kind),
        "nodes": len(recording.parent),
        "result": {
            "value": value_to_show(game, game.to_move(state), result.value).json(),
            "exact": result.exact,
            "line": game.line_text(state, result.line),
            "nodes": result.nodes,
            "leaves": result.leaves,
            "cutoffs": result.cutoffs,
            "table_hits": result.table_hits,
            "deepest": result.deepest,
        },
    }


def results_of(recording: Recording) -> list[float] | None:
    """The least and the greatest score that the game can end with, as scores are written; None where not known."""
    if recording.greatest == inf:
        return None
    unit = WIN if recording.scale is POINTS else 1
    return [recording.least / unit, recording.greatest / unit]


def pruned_branches(recording: Recording) -> Iterator[tuple[int, int, int, int, float, int]]:
    """The branches that cuts skipped: parent, numbers of text and probability, flags, score where known, CUT event.

    In a written tree they are followed down to their leaves, since it is small and shown whole.
    """
    unfold = is_written(recording.game)
    rules = recording.game.rules
    number = len(recording.parent)
    for cut in recording.cuts:
        todo = [(cut.node, cut.state, move) for move in reversed(cut.skipped)]
        while todo:
            parent, above, move = todo.pop()
            below = rules.play(above, move)
            over = rules.is_over(below)
            score = recording.scale.end(rules.utility(below)) if over and unfold else nan
            side = rules.to_move(below)
            kind = MIN if side == SECOND else IS_CHANCE if side == CHANCE and not over else 0
            flags = kind | (OVER if over else 0)
            chance = 0
            if rules.to_move(above) == CHANCE:
                chance = recording.chance_number(dict(recording.game.chances(above))[move])
            yield parent, recording.text_number(above, move), chance, flags, score, cut.event
            if unfold and not over:
                todo.extend((number, below, each) for each in reversed(listed(rules.moves(below))))
            number += 1


def column_bytes(column: array[Any]) -> tuple[str, bytes]:
    """A column in the narrowest type that keeps its values, and the name of that type."""
    if column.typecode == "d":
        narrow = array("f", column)
        kept = array("d", narrow).tobytes() == column.tobytes()
        kind, column = ("f4", narrow) if kept else ("f8", column)
    elif column.typecode == "i":
        kind = "i4"
    else:
        most = max(column, default=0)
        kind = "u1" if most < 1 << 8 else "u2" if most < 1 << 16 else "u4"
        column = array(TYPES[kind], column)
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return kind, column.tobytes()
