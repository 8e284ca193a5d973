"""A search step by step, packed for a page: what happened, where in the tree, and at which line of the source.

One row per index, as in `trace`, and three tables again:

    events   kind, node, place             entered, left, cut, found in the table, in order
    nodes    parent, move, flags, alpha, beta, score, best
    pruned   pruned_parent, pruned_move, pruned_flags, pruned_score, pruned_event

`place` is an index into the header's list of [file, line, the caller's file, the caller's line]. `move` is an index
into its list of move texts. `best` is the best score that the parent had once this child was left, which gives the
parent's window at any moment; it is not a number for searches that keep no best score. A pruned branch lies below
the node `pruned_parent`, or below the pruned branch of that number less the number of nodes.

Packed, this is a line of JSON, padded to a multiple of 8 bytes, and then the columns as little-endian arrays, each
at a multiple of 8 bytes. A number takes as few bytes as keep every value of its column.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from inspect import getsource, getsourcelines
from itertools import chain
from math import inf, nan
from pathlib import Path
from typing import Any

from zerosum.game import FIRST, SECOND, BadRequest, Game, Move, State, listed
from zerosum.progress import ProgressCallback
from zerosum.recording.trace import CUT, ENTER, FOUND, LEAVE, NO_PARENT
from zerosum.search import ALGORITHMS, Limit, Result, algorithm
from zerosum.search.result import NO_LIMIT
from zerosum.search.transposition_table import TableSearch
from zerosum.value import Scale, Score, Value, as_number, scale_for

MIN, OVER, ESTIMATED, GUESSED, REMEMBERED, HAS_CUT = 1, 2, 4, 8, 16, 32
"""The flags of a node: MIN is to move, the game is over, an estimate had a part in its score, it is itself an
estimate, the table answered, moves were cut."""

MOST_NODES = 600_000
"""So many visits are recorded; the full minimax tree of Tic-Tac-Toe has 549,946."""

MOST_SKIPPED = 2_000_000
"""So many moves that cuts skipped: on a large board they are many more than the visits."""

BEST_FIRST = ("pns", "mcts")
"""Searches that grow a tree and keep no best score for each visit."""

TYPES = {"u1": "B", "u2": "H", "u4": "I", "i4": "i", "f4": "f", "f8": "d"}
"""The names of column types, and Python's."""


def too_many(what: str) -> BadRequest:
    """The refusal of a search that does too much of this."""
    return BadRequest(f"the search {what}, too many to step through; take less depth or a later position")


class Steps:
    """A watcher that keeps everything the page shows; hand it to a search as `watch`.

    >>> from zerosum.games import load
    >>> from zerosum.search import alphabeta
    >>> game = load("tictactoe")
    >>> steps = Steps(game, game.start, scale_for(game, plain=True))
    >>> result = alphabeta(game, game.start, plain=True, watch=steps)
    >>> len(steps.parent) == result.nodes, steps.kind.count(CUT) == result.cutoffs
    (True, True)
    """

    def __init__(
        self, game: Game, state: State, scale: Scale, *, keeps_best: bool = True, unfold: bool = False
    ) -> None:
        """Begin empty. `unfold` shows pruned branches down to their leaves, for small trees that are known whole."""
        self.game = game
        self.scale = scale
        self.keeps_best = keeps_best
        self.unfolds = unfold
        self.kind = array("B")
        self.node = array("i")
        self.place = array("H")
        self.parent = array("i")
        self.move = array("I")
        self.flags = bytearray()
        self.alpha = array("d")
        self.beta = array("d")
        self.score = array("d")
        self.best = array("d")
        self.texts: dict[str, int] = {"": 0}
        self.places: list[tuple[str, int, str, int]] = []
        self._cuts: list[tuple[int, int, State, tuple[Move, ...]]] = []
        self._skipped = 0
        self._start = state
        self._path: list[int] = []
        self._states: list[State] = []
        self._best_now: list[Score] = []
        self._place_numbers: dict[tuple[int, int, int, int], int] = {}

    def enter(self, move: Move | None, alpha: Score, beta: Score) -> None:
        """A node is entered."""
        rules, number = self.game.rules, len(self.parent)
        if number == MOST_NODES:
            raise too_many(f"visits more than {MOST_NODES:,} nodes")
        if self._path and move is not None:
            above = self._states[-1]
            state = rules.play(above, move)
            self.parent.append(self._path[-1])
            self.move.append(self._text(above, move))
            if self._path[-1] == number - 1:
                # The first child says that its parent is neither a leaf nor an estimate.
                self.flags[number - 1] &= ~(ESTIMATED | GUESSED)
        else:
            state = self._start
            self.parent.append(NO_PARENT)
            self.move.append(0)
        over = rules.is_over(state)
        side = rules.to_move(state)
        self.flags.append((MIN if side == SECOND else 0) | (OVER if over else ESTIMATED | GUESSED))
        self.alpha.append(alpha)
        self.beta.append(beta)
        self.score.append(nan)
        self.best.append(nan)
        self._path.append(number)
        self._states.append(state)
        self._best_now.append(inf if side == SECOND else -inf)
        self._event(ENTER)

    def found(self, score: Score) -> None:
        """The table answers for the current node."""
        node = self._path[-1]
        self.flags[node] = self.flags[node] & ~(ESTIMATED | GUESSED) | REMEMBERED
        self._event(FOUND)

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """The current node skips the rest of its moves."""
        node = self._path[-1]
        self.flags[node] |= HAS_CUT
        self._cuts.append((node, len(self.kind), self._states[-1], skipped))
        self._skipped += len(skipped)
        if self._skipped > MOST_SKIPPED:
            raise too_many(f"skips more than {MOST_SKIPPED:,} moves")
        self._event(CUT)

    def leave(self, score: Score) -> None:
        """The current node is left."""
        self._event(LEAVE)
        node = self._path.pop()
        self._states.pop()
        self._best_now.pop()
        self.score[node] = score
        if self._path:
            parent = self._path[-1]
            self.flags[parent] |= self.flags[node] & ESTIMATED
            if self.keeps_best:
                self.best[node] = self._best_now[-1] = self._better(parent, node, score)

    def _better(self, parent: int, child: int, score: Score) -> Score:
        """The parent's best score once this child is left."""
        best = self._best_now[-1]
        seen = self.scale.farther(score)
        is_max = not self.flags[parent] & MIN
        low = max(self.alpha[parent], best) if is_max else self.alpha[parent]
        high = self.beta[parent] if is_max else min(self.beta[parent], best)
        nearer = self.scale.nearer
        narrower = self.alpha[child] > nearer(low) or self.beta[child] < nearer(high)
        if narrower and low < seen < high and not self.alpha[child] < score < self.beta[child]:
            # A null window only asked whether this move is better. It is, so it is searched again, and counts then.
            return best
        return max(best, seen) if is_max else min(best, seen)

    def _text(self, state: State, move: Move) -> int:
        return self.texts.setdefault(self.game.move_text(state, move), len(self.texts))

    def _event(self, kind: int) -> None:
        self.kind.append(kind)
        self.node.append(self._path[-1])
        # Two frames up is the line of the search that told us, and three up whoever called that.
        frame = sys._getframe(2)
        caller = frame.f_back
        assert caller is not None
        key = (id(frame.f_code), frame.f_lasti, id(caller.f_code), caller.f_lasti)
        place = self._place_numbers.get(key)
        if place is None:
            place = self._place_numbers[key] = len(self.places)
            self.places.append(
                (
                    Path(frame.f_code.co_filename).name,
                    frame.f_lineno,
                    Path(caller.f_code.co_filename).name,
                    caller.f_lineno,
                )
            )
        self.place.append(place)

    def pruned(self) -> Iterator[tuple[int, int, int, float, int]]:
        """The branches that cuts skipped: parent, move text, flags, score where it is known, event of the cut."""
        numbers = len(self.parent)
        for node, event, state, skipped in self._cuts:
            todo = [(node, state, move) for move in reversed(skipped)]
            while todo:
                parent, above, move = todo.pop()
                rules = self.game.rules
                below = rules.play(above, move)
                over = rules.is_over(below)
                side = rules.to_move(below)
                score = self.scale.end(rules.utility(below)) if over and self.unfolds else nan
                flags = (MIN if side == SECOND else 0) | (OVER if over else 0)
                yield parent, self._text(above, move), flags, score, event
                if self.unfolds and not over:
                    todo.extend((numbers, below, each) for each in reversed(listed(rules.moves(below))))
                numbers += 1

    def packed(self, about: dict[str, Any]) -> bytes:
        """All of it as bytes, with what else the header says."""
        pruned = list(zip(*self.pruned(), strict=True)) or [(), (), (), (), ()]
        columns: dict[str, array[Any]] = {
            "kind": self.kind,
            "node": self.node,
            "place": self.place,
            "parent": self.parent,
            "move": self.move,
            "flags": array("B", self.flags),
            "alpha": self.alpha,
            "beta": self.beta,
            "score": self.score,
            "best": self.best,
            "pruned_parent": array("i", pruned[0]),
            "pruned_move": array("I", pruned[1]),
            "pruned_flags": array("B", pruned[2]),
            "pruned_score": array("d", pruned[3]),
            "pruned_event": array("I", pruned[4]),
        }
        blocks: list[bytes] = []
        described = []
        offset = 0
        for name, column in columns.items():
            kind, block = column_bytes(column)
            described.append({"name": name, "type": kind, "offset": offset, "length": len(column)})
            blocks.append(block + bytes(-len(block) % 8))
            offset += len(blocks[-1])
        about = {**about, "texts": list(self.texts), "places": self.places, "columns": described}
        header = json.dumps(about, ensure_ascii=False, allow_nan=False).encode()
        return b"".join(chain([header, b" " * (-(len(header) + 1) % 8), b"\n"], blocks))


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


def watched(
    game: Game,
    state: State,
    name: str,
    *,
    plain: bool = True,
    written: bool = False,
    seed: int = 0,
    limit: Limit = NO_LIMIT,
    progress: ProgressCallback = None,
) -> tuple[Result, Steps]:
    """Search a position and record it; `written` says that the game is a tree of which all is known.

    Raises `BadRequest` where a limit of nodes or seconds stopped the search: half a search explains nothing.
    """
    search = algorithm(name, seed=seed)
    grows = name.partition(":")[0] in BEST_FIRST
    steps = Steps(game, state, scale_for(game, plain or grows), keeps_best=not grows, unfold=written)
    result = search(game, state, plain=plain, watch=steps, limit=limit, progress=progress)
    if result.stopped:
        raise BadRequest(
            f"the search was stopped after {result.nodes:,} nodes; take less depth, more time or a later position"
        )
    return result, steps


def header(
    game: Game, state: State, name: str, result: Result, steps: Steps, *, written: bool = False
) -> dict[str, Any]:
    """What the page is told about a recorded search."""
    return {
        "algorithm": name,
        "game": game.spec,
        "position": game.position_text(state),
        "written": written,
        "sides": list(game.sides),
        "side": game.to_move(state),
        "scale": steps.scale.name,
        "keeps_best": steps.keeps_best,
        "events": len(steps.kind),
        "nodes": len(steps.parent),
        "result": {
            "value": as_number(for_first(game, state, result.value)) if written else str(result.value),
            "exact": result.exact,
            "line": game.line_text(state, result.line),
            "nodes": result.nodes,
            "leaves": result.leaves,
            "cutoffs": result.cutoffs,
            "table_hits": result.table_hits,
            "deepest": result.deepest,
        },
    }


def for_first(game: Game, state: State, value: Value) -> Value:
    """A value for the first player, whoever is to move."""
    return value if game.to_move(state) == FIRST else -value


@dataclass(frozen=True)
class SourceFile:
    """A file of the search's source; `first` is the line at which its algorithm begins."""

    name: str
    first: int
    text: str


@dataclass(frozen=True)
class Source:
    """The source of an algorithm: its own file first, then those of the rungs that it runs on."""

    algorithm: str
    idea: str
    files: tuple[SourceFile, ...]

    def json(self) -> dict[str, Any]:
        """The form that other programs read."""
        return asdict(self)


def source_of(name: str) -> Source:
    """The source of the algorithm of this name, as it runs.

    >>> [file.name for file in source_of("pvs").files]
    ['pvs.py', 'transposition_table.py']
    """
    algorithm(name)
    rung = ALGORITHMS[name.partition(":")[0]]
    own = import_module(rung.search.__module__)
    begins: list[Any] = [rung.search]
    if TableSearch in vars(own).values() and own.__name__ != TableSearch.__module__:
        begins.append(TableSearch)
    return Source(name, rung.idea, tuple(map(_file, begins)))


def _file(begins: Any) -> SourceFile:
    module = import_module(begins.__module__)
    return SourceFile(f"{module.__name__.rpartition('.')[2]}.py", getsourcelines(begins)[1], getsource(module))
