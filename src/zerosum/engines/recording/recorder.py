"""The recorder: everything a search does, as flat columns of events and nodes.

Two tables, one row per index:

    events   kind, node, place                                          ENTER, LEAVE, CUT, FOUND, in order
    nodes    parent, move, text, chance, flags,                         one per visit, numbered as they were entered
             alpha, beta, score, bound, best
             proof, disproof                                            only of proof-number search
             proven                                                     only of Monte-Carlo tree search
             position, stored, stored_depth, stored_move                only of searches with a transposition table

A position that is visited twice has two nodes. A search that starts again (deepening, MTD(f)) has several roots.
Scores and windows are for the first player, on the scale that the search used.

`bound` says what the score of a node claims about the true score v of its position: EXACT (v == score), AT_LEAST
(v >= score) or AT_MOST (v <= score). It is derived from the children, as an interval [low, high] that must hold v:

    a finished game, an estimate      low == high == score
    an answer from the table          as the entry says
    MAX at the horizon (quiescence)   as below, with its estimate as one more move
    MAX, all moves searched           low and high are the greatest low and the greatest high of the moves
    MAX, the rest of the moves cut    the same low; high is infinite, because a move not searched may be better
    MIN                               the same, exchanged
    chance, all outcomes searched     low and high are the means of the outcomes' lows and highs
    chance, the rest cut              by its window: outside of it the mean is a bound

so that a score that rests on a bound is itself shown as a bound. With a depth limit, v is the score of the tree that
ends at that depth; the flag ESTIMATED says so. A proof-number search answers a question, and its claims follow from
its window; a playout of Monte-Carlo tree search claims nothing, and its `bound` is EXACT for the result of the playout.

`chance` is the number of a text such as 1/6, the probability of an outcome; 0 for a move that a side chooses.
`proof` and `disproof` are a node's numbers when the visit ends. `proven` is its proven score then, else not a number.
`position` numbers the states: two ways to the same one have the same number. `stored` is 1 plus the bound of the entry
that the visit put into the table with its score, 0 where it put none; `stored_depth` is 1 plus the entry's depth, 0 for
any depth; `stored_move` is the number of its best move's text.
`best` is the best score of the parent once this child was left, which gives the parent's window at any moment; it is
not a number for best-first searches, which keep no best score, and for outcomes of chance.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, nan
from typing import Any

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.pickled_states import PickledStates
from zerosum.core.progress import ProgressCallback
from zerosum.core.rules import CHANCE, SECOND, Move, State
from zerosum.core.value import Scale, Score
from zerosum.engines.recording.source_map import Place, Places, names_of
from zerosum.engines.search import Limit, Result, algorithm, rung
from zerosum.engines.search.proof_number import INFINITE
from zerosum.engines.search.result import AT_LEAST, AT_MOST, EXACT, NO_LIMIT
from zerosum.engines.search.star1 import results_between
from zerosum.engines.search.transposition_table import ANY_DEPTH

ENTER, LEAVE, CUT, FOUND = range(4)
NO_PARENT = -1

MIN, OVER, ESTIMATED, GUESSED, REMEMBERED, HAS_CUT, IS_CHANCE = 1, 2, 4, 8, 16, 32, 64
"""The flags of a node: MIN is to move, the game is over, an estimate had a part in its score, it is itself an
estimate, the table answered, moves were cut, chance is to move."""

MOST_NODES = 600_000
"""The most visits that are recorded; the full minimax tree of Tic-Tac-Toe has 549,946."""

MOST_SKIPPED = 2_000_000
"""The most moves skipped by cuts: on a large board they are many more than the visits."""


def too_many(what: str) -> BadRequest:
    """The refusal of a search that does too much of this."""
    return BadRequest(f"the search {what}, too many to step through; take less depth or a later position")


@dataclass(frozen=True)
class Cut:
    """The moves that a node skipped, the node's state, and the number of the event."""

    node: int
    event: int
    state: State
    skipped: tuple[Move, ...]


@dataclass
class Recording(PickledStates):
    """What one search did; the columns are described above."""

    algorithm: str
    game: Game
    state: State
    scale: Scale
    kind: array[int] = field(default_factory=lambda: array("B"), repr=False)
    node: array[int] = field(default_factory=lambda: array("i"), repr=False)
    place: array[int] = field(default_factory=lambda: array("H"), repr=False)
    parent: array[int] = field(default_factory=lambda: array("i"), repr=False)
    move: list[Move | None] = field(default_factory=list, repr=False)
    text: array[int] = field(default_factory=lambda: array("I"), repr=False)
    chance: array[int] = field(default_factory=lambda: array("I"), repr=False)
    flags: bytearray = field(default_factory=bytearray, repr=False)
    alpha: array[float] = field(default_factory=lambda: array("d"), repr=False)
    beta: array[float] = field(default_factory=lambda: array("d"), repr=False)
    score: array[float] = field(default_factory=lambda: array("d"), repr=False)
    bound: bytearray = field(default_factory=bytearray, repr=False)
    best: array[float] = field(default_factory=lambda: array("d"), repr=False)
    proof: array[float] = field(default_factory=lambda: array("d"), repr=False)
    disproof: array[float] = field(default_factory=lambda: array("d"), repr=False)
    proven: array[float] = field(default_factory=lambda: array("d"), repr=False)
    position: array[int] = field(default_factory=lambda: array("I"), repr=False)
    stored: array[int] = field(default_factory=lambda: array("B"), repr=False)
    stored_depth: array[int] = field(default_factory=lambda: array("I"), repr=False)
    stored_move: array[int] = field(default_factory=lambda: array("I"), repr=False)
    cuts: list[Cut] = field(default_factory=list, repr=False)
    texts: dict[str, int] = field(default_factory=lambda: {"": 0}, repr=False)
    chances: dict[str, int] = field(default_factory=lambda: {"": 0}, repr=False)
    places: list[Place] = field(default_factory=list, repr=False)
    least: Score = -inf
    greatest: Score = inf

    def _with_states(self, change: Callable[[State], State]) -> dict[str, Any]:
        cuts = [replace(cut, state=change(cut.state)) for cut in self.cuts]
        return {"state": change(self.state), "cuts": cuts}

    @property
    def keeps_best(self) -> bool:
        """Whether a visit has a best score of its own; best-first searches pass through a stored tree."""
        return not rung(self.algorithm).is_best_first

    @property
    def has_window(self) -> bool:
        """Whether the search has windows."""
        return rung(self.algorithm).has_window

    @property
    def has_table(self) -> bool:
        """Whether the search has a transposition table."""
        return "table" in names_of(self.algorithm)

    @property
    def move_order(self) -> str | None:
        """By what the search sorts moves: the order of the "game", or the "history" of cuts; None where it does not."""
        if not self.has_table and self.algorithm != "ordering":
            return None
        return "history" if self.game.rules.order is None else "game"

    def path_to(self, node: int) -> list[Move]:
        """The moves from the root to a node, by its number."""
        moves: list[Move] = []
        while self.parent[node] != NO_PARENT:
            move = self.move[node]
            assert move is not None  # only a root has none
            moves.append(move)
            node = self.parent[node]
        return moves[::-1]

    def text_number(self, state: State, move: Move) -> int:
        """The number of a move's text, which is added if it is new."""
        return self.texts.setdefault(self.game.move_text(state, move), len(self.texts))

    def chance_number(self, probability: Fraction) -> int:
        """The number of a probability's text, which is added if it is new."""
        return self.chances.setdefault(str(probability), len(self.chances))


@dataclass
class _Open:
    """A node on the current path: its state, the best score so far, and the interval that the moves so far give."""

    number: int
    state: State
    best: Score
    low: Score
    high: Score
    move: Move | None = None
    move_low: Score = nan
    move_high: Score = nan
    table_bound: int | None = None
    stands: bool = False
    chances: dict[Move, Fraction] = field(default_factory=dict)
    outcomes: dict[Move, tuple[Score, Score]] = field(default_factory=dict)

    def add(self, move: Move | None, low: Score, high: Score, is_max: bool) -> None:
        """Take in what is known about a move. A move that is searched again at once is known by both searches."""
        if move == self.move and self.move is not None:
            self.move_low, self.move_high = max(self.move_low, low), min(self.move_high, high)
        else:
            self.close(is_max)
            self.move, self.move_low, self.move_high = move, low, high

    def close(self, is_max: bool) -> None:
        """Take the last move into the interval."""
        if self.move is not None:
            better = max if is_max else min
            self.low, self.high = better(self.low, self.move_low), better(self.high, self.move_high)


class Recorder:
    """Records a search; pass it as `watch`, and find the `recording` here.

    >>> from zerosum.core.games import load
    >>> from zerosum.engines.search import alphabeta
    >>> game, recorder = load("tictactoe"), Recorder()
    >>> result = alphabeta(game, game.start, plain=True, watch=recorder)
    >>> recording = recorder.recording
    >>> len(recording.parent) == result.nodes, recording.kind.count(CUT) == result.cutoffs
    (True, True)
    """

    recording: Recording

    def begin(self, algorithm: str, game: Game, state: State, scale: Scale) -> None:
        """A search begins: begin a new recording."""
        self.recording = Recording(algorithm, game, state, scale)
        self._keeps_best = self.recording.keeps_best
        self._path: list[_Open] = []
        self._skipped = 0
        # Star1 and Star2 cut at the least and the greatest result of the game: there is nothing beyond.
        has_chance = game.rules.odds is not None
        if has_chance:
            self.recording.least, self.recording.greatest = results_between(game, state, scale)
        recording = self.recording
        columns = {"pns": [recording.proof, recording.disproof], "mcts": [recording.proven], "rave": [recording.proven]}
        self._numbers = columns.get(algorithm, [])
        self._positions: dict[State, int] | None = {} if self.recording.has_table else None
        self._places = Places(algorithm)
        self.recording.places = self._places.places

    def enter(self, move: Move | None, alpha: Score, beta: Score) -> None:
        """A node is entered."""
        recording = self.recording
        rules, number = recording.game.rules, len(recording.parent)
        if number == MOST_NODES:
            raise too_many(f"visits more than {MOST_NODES:,} nodes")
        if self._path and move is not None:
            above = self._path[-1]
            state = rules.play(above.state, move)
            recording.parent.append(above.number)
            recording.text.append(recording.text_number(above.state, move))
            recording.chance.append(self._chance_of(above, move))
            if above.number == number - 1:
                # The first child shows that its parent is neither a leaf nor an estimate.
                recording.flags[number - 1] &= ~(ESTIMATED | GUESSED)
        else:
            state = recording.state
            recording.parent.append(NO_PARENT)
            recording.text.append(0)
            recording.chance.append(0)
        side = rules.to_move(state)
        is_min = side == SECOND
        over = rules.is_over(state)
        kind = MIN if is_min else IS_CHANCE if side == CHANCE and not over else 0
        worst = inf if is_min else -inf
        recording.move.append(move)
        recording.flags.append(kind | (OVER if over else ESTIMATED | GUESSED))
        recording.alpha.append(alpha)
        recording.beta.append(beta)
        recording.score.append(nan)
        recording.bound.append(EXACT)
        recording.best.append(nan)
        for column in self._numbers:
            column.append(nan)
        if self._positions is not None:
            recording.position.append(self._positions.setdefault(state, len(self._positions)))
            recording.stored.append(0)
            recording.stored_depth.append(0)
            recording.stored_move.append(0)
        self._path.append(_Open(number, state, worst, worst, worst))
        self._event(ENTER, self._places.entered())

    def stood(self, score: Score) -> None:
        """The current node has at least this estimate, for its side."""
        here = self._path[-1]
        here.best = here.low = here.high = score
        here.stands = True
        self._places.stood()

    def found(self, score: Score, bound: int, estimated: bool) -> None:
        """The table answers for the current node."""
        here, flags = self._path[-1], self.recording.flags
        here.table_bound = bound
        kept = flags[here.number] & ~(ESTIMATED | GUESSED)
        flags[here.number] = kept | REMEMBERED | (ESTIMATED if estimated else 0)
        self._event(FOUND, self._places.decided())

    def stored(self, bound: int, depth: int, move: Move | None) -> None:
        """The table gets an entry of the current node."""
        here, recording = self._path[-1], self.recording
        recording.stored[here.number] = bound + 1
        recording.stored_depth[here.number] = 0 if depth == ANY_DEPTH else depth + 1
        recording.stored_move[here.number] = 0 if move is None else recording.text_number(here.state, move)

    def passed(self, node: Any) -> None:
        """The current node has these numbers now."""
        number, recording = self._path[-1].number, self.recording
        if recording.algorithm == "pns":
            recording.proof[number] = inf if node.proof >= INFINITE else node.proof
            recording.disproof[number] = inf if node.disproof >= INFINITE else node.disproof
        elif node.proven is not None:
            recording.proven[number] = float(node.proven)

    def cut(self, skipped: tuple[Move, ...]) -> None:
        """The current node skips the rest of its moves."""
        here, recording = self._path[-1], self.recording
        flags = recording.flags[here.number]
        # Without a child so far the node looked like an estimate, which it is not: all of its moves are cut.
        recording.flags[here.number] = (flags & ~(ESTIMATED | GUESSED) if flags & GUESSED else flags) | HAS_CUT
        recording.cuts.append(Cut(here.number, len(recording.kind), here.state, skipped))
        self._skipped += len(skipped)
        if self._skipped > MOST_SKIPPED:
            raise too_many(f"skips more than {MOST_SKIPPED:,} moves")
        self._event(CUT, self._places.decided())

    def leave(self, score: Score) -> None:
        """The current node returns this score."""
        here, recording = self._path[-1], self.recording
        if here.stands:
            recording.flags[here.number] |= ESTIMATED
        flags = recording.flags[here.number]
        self._event(LEAVE, self._places.left(is_over=bool(flags & OVER)))
        self._path.pop()
        bound, low, high = self._claim(here, score)
        recording.score[here.number] = score
        recording.bound[here.number] = bound
        if not self._path:
            return
        parent = self._path[-1]
        recording.flags[parent.number] |= flags & ESTIMATED
        if recording.flags[parent.number] & IS_CHANCE:
            move = recording.move[here.number]
            assert move is not None  # only a root has none
            parent.outcomes[move] = low, high
        elif self._keeps_best:
            farther = recording.scale.farther
            is_max = not recording.flags[parent.number] & MIN
            parent.add(recording.move[here.number], farther(low), farther(high), is_max)
            recording.best[here.number] = parent.best = self._better(parent, here.number, score, is_max)

    def _chance_of(self, above: _Open, move: Move) -> int:
        """The number of the probability of an outcome, 0 for a move that a side chooses."""
        recording = self.recording
        if not recording.flags[above.number] & IS_CHANCE:
            return 0
        if not above.chances:
            above.chances = dict(recording.game.chances(above.state))
        return recording.chance_number(above.chances[move])

    def _claim(self, here: _Open, score: Score) -> tuple[int, Score, Score]:
        """What a node's score claims, and the interval that holds the true score."""
        recording = self.recording
        flags = recording.flags[here.number]
        low = high = score
        if here.table_bound is not None:
            return self._interval(here.table_bound, score)
        if here.outcomes and len(here.outcomes) == len(here.chances) and not flags & HAS_CUT:
            chances: Any = here.chances  # fractions and scores do not have the same type
            low = sum(chances[move] * low for move, (low, _) in here.outcomes.items())
            high = sum(chances[move] * high for move, (_, high) in here.outcomes.items())
            return (EXACT if low == high else AT_LEAST if low == score else AT_MOST), low, high
        if self._keeps_best and not flags & (OVER | GUESSED | IS_CHANCE):
            is_max = not flags & MIN
            here.close(is_max)
            low = recording.least if flags & HAS_CUT and not is_max else here.low
            high = recording.greatest if flags & HAS_CUT and is_max else here.high
            if low == score or high == score:
                return (EXACT if low == high else AT_LEAST if low == score else AT_MOST), low, high
        if self._keeps_best and flags & (OVER | GUESSED):
            return EXACT, score, score
        # By the window: proof-number search, and tables that know more than the depth limit.
        if score == recording.greatest:
            return self._interval(AT_MOST, score)  # the claim that always holds, where alpha and beta are the same
        if score >= recording.beta[here.number]:
            return self._interval(AT_LEAST, score)
        return self._interval(AT_MOST if score <= recording.alpha[here.number] else EXACT, score)

    def _better(self, parent: _Open, child: int, score: Score, is_max: bool) -> Score:
        """The parent's best score once this child is left."""
        recording, best = self.recording, parent.best
        seen = recording.scale.farther(score)
        alpha, beta = recording.alpha[parent.number], recording.beta[parent.number]
        low = max(alpha, best) if is_max else alpha
        high = beta if is_max else min(beta, best)
        nearer = recording.scale.nearer
        narrower = recording.alpha[child] > nearer(low) or recording.beta[child] < nearer(high)
        if narrower and low < seen < high and not recording.alpha[child] < score < recording.beta[child]:
            # A null window asked only whether this move is better. It is: the search that follows gives its score.
            return best
        return max(best, seen) if is_max else min(best, seen)

    def _interval(self, bound: int, score: Score) -> tuple[int, Score, Score]:
        """A claim, and the interval that it means."""
        recording = self.recording
        return bound, recording.least if bound == AT_MOST else score, recording.greatest if bound == AT_LEAST else score

    def _event(self, kind: int, place: int) -> None:
        self.recording.kind.append(kind)
        self.recording.node.append(self._path[-1].number)
        self.recording.place.append(place)


def record(
    game: Game,
    state: State,
    name: str,
    *,
    plain: bool = True,
    seed: int = 0,
    limit: Limit = NO_LIMIT,
    progress: ProgressCallback = None,
) -> tuple[Result, Recording]:
    """Search a position and record it.

    Raises `BadRequest` where a limit of nodes or seconds stopped the search: half a search explains nothing.
    """
    recorder = Recorder()
    result = algorithm(name, seed=seed)(game, state, plain=plain, watch=recorder, limit=limit, progress=progress)
    if result.stopped:
        raise BadRequest(
            f"the search was stopped after {result.nodes:,} nodes; take less depth, more time or a later position"
        )
    recorder.recording.algorithm = name
    return result, recorder.recording
