"""Selective search: for games that cannot be solved, look deeper where it matters and less deep where it does not.

Reference: Marsland, "A Review of Game-Tree Pruning" (1986), for principal variation search with aspiration windows,
the history heuristic and killer moves; Donninger, "Null Move and Deep Search" (1993); Beal, "A Generalised Quiescence
Search Algorithm" (1990); Heinz, "Scalable Search in Computer Chess" (2000), for reductions and extensions.

The idea added to deepening and principal variation search: not every line deserves the same depth. Each idea has a
name, and can be switched off (`Ideas`; `selective-lmr` is the search without late move reductions):

    aspiration   begin with a narrow window around the last depth's score, and widen it when the score falls outside
    killers      try early the quiet moves that cut at the same ply
    history      order the other quiet moves by the depths of the searches in which they have cut
    lmr          late move reductions: search the late quiet moves less deep, and again in full if they surprise
    null         null move: where the other side cannot even profit from a pass, leave the position
    quiescence   at the horizon, go on with noisy moves (`zerosum.engines.search.quiescence`)
    extension    look one ply deeper after a forced move, and where a side is in check

What is true and what is an estimate. Reductions and null moves decide what to look at, and estimates what it is worth:
only an end of the game proves anything. A score beyond `SURE` is a win that was seen to its end against every reply
(a null move never returns one), but not always the quickest. A value counts as exact where no estimate had a part in
it, or where a search of full width has shown that no quicker win exists. In a game with a counter towards a draw
(`position`), an entry of the table holds for every count; a win from the table counts only if it comes in time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Protocol, Unpack

from zerosum.core.errors import BadRequest
from zerosum.core.game import Game
from zerosum.core.rules import FIRST, Move, State, listed
from zerosum.core.value import MARGIN, SURE, WIN, Estimate, Outcome, Scale, Score, Value, value_of
from zerosum.engines.search.deepening import static_answer
from zerosum.engines.search.result import (
    Effort,
    KnownMove,
    Result,
    SearchOptions,
    Stopped,
    Watch,
    effort_of,
    flat,
    refuse_unsearchable,
    report,
    room_for_recursion,
    without_false_distance,
)
from zerosum.engines.search.run import Run
from zerosum.engines.search.selective_tree import (
    ALL_IDEAS,
    MOST_DEPTH,
    NAME,
    Ideas,
    SelectiveTree,
    sides_that_could_pass,
)
from zerosum.engines.search.signature import shows_options

NARROW_FROM = 4
"""The first depth with an aspiration window: shallow scores jump."""


class Aspiration:
    """The windows of one depth after the other, in units of how much the score changed with the last one.

    >>> window = Aspiration(True)
    >>> window.begin(1), window.is_inside(10), window.begin(4), window.is_inside(30), window.window
    ((-inf, inf), True, (-1, 21), False, (-1, 74))
    """

    def __init__(self, is_on: bool) -> None:
        """Begin without a score."""
        self.is_on = is_on
        self.score: Score = 0
        self.change: Score = 0
        self.window: tuple[Score, Score] = (-inf, inf)
        self.fails = 0

    def begin(self, depth: int) -> tuple[Score, Score]:
        """The first window of a depth."""
        self.fails = 0
        self.window = (-inf, inf)
        if self.is_on and depth >= NARROW_FROM and abs(self.score) < SURE:
            self.window = (self.score - self.change - 1, self.score + self.change + 1)
        return self.window

    def is_inside(self, score: Score) -> bool:
        """Take the score of a search with the last window; where it lies outside, widen that side."""
        low, high = self.window
        if low < score < high:
            self.change, self.score = abs(score - self.score), score
            return True
        self.fails += 1
        wider = (self.change + 1) * 4**self.fails
        if score <= low:
            self.window = (-inf if self.fails > 2 else score - wider, high)
        else:
            self.window = (low, inf if self.fails > 2 else score + wider)
        return False


def concluded(
    game: Game,
    state: State,
    scale: Scale,
    score: Score,
    line: tuple[Move, ...],
    depth: int,
    *,
    true: bool,
    proven: bool,
) -> tuple[Value, bool]:
    """The value behind a score for the side to move, and whether it is exact.

    `true` says that no estimate had a part in it, `proven` that no quicker win exists.
    """
    side = game.rules.to_move(state)
    if true or proven:
        value = value_of(scale, score, side, draw_distance=len(line))
        return without_false_distance(game, state, value, line), True
    mine = int(score if side == FIRST else -score)
    if scale is not MARGIN and abs(mine) > SURE:
        return Outcome(1 if mine > 0 else -1), False
    return Estimate(mine, depth), False


def is_settled(scale: Scale, score: Score, depth: int) -> bool:
    """Whether to deepen no further: a win was found, and the depth is well beyond its end."""
    return scale is not MARGIN and abs(score) > SURE and depth >= WIN - abs(score) + 4


class Deepened(Protocol):
    """What `deepen_by` deepens: searches of one position, on either tier. Scores are for the first player."""

    def search(self, low: Score, high: Score, depth: int) -> tuple[Score, tuple[Move, ...], bool]:
        """The score within a window, the line, and whether no estimate had a part in it; raises `Stopped`."""

    def no_quicker_end(self, score: Score) -> bool:
        """Whether no win or loss in fewer plies than this score's exists, as far as that is cheap to prove."""

    def line_on(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """The line of a win, continued by the table's moves as far as they go."""

    def best_so_far(self) -> tuple[Score, tuple[Move, ...]] | None:
        """What a depth that was stopped has found: a score and line, None where no move was better than the window."""


def deepen_by(
    search: Deepened, game: Game, state: State, scale: Scale, effort: Effort, ideas: Ideas, first_depth: int = 1
) -> Iterator[Result]:
    """Yield one result for each finished depth; the last is repeated, as stopped, when a limit comes first."""
    name = ideas.name
    aspiration = Aspiration(ideas.aspiration)
    last: Result | None = None
    depth, found = first_depth, None
    try:
        for depth in range(first_depth, min(effort.limit.horizon, MOST_DEPTH) + 1):
            aspiration.begin(depth)
            found = None
            while True:
                score, line, true = search.search(*aspiration.window, depth)
                if aspiration.is_inside(score):
                    break
            found = score, line
            is_win = scale is not MARGIN and abs(score) > SURE
            proven = is_win and not true and search.no_quicker_end(score)
            moves = search.line_on(line) if true or is_win else line
            value, exact = concluded(game, state, scale, score, moves, depth, true=true, proven=proven)
            last = report(name, effort, value, "exact" if exact else "estimate", moves)
            yield last
            if exact or is_settled(scale, score, depth):
                return
        if last is not None:
            return
    except Stopped:
        found = found or best_so_far(search, game, state, scale)
        if found is not None:
            value, _ = concluded(game, state, scale, *found, depth, true=False, proven=False)
            last = report(name, effort, value, "estimate", found[1])
    value, line = (last.value, last.line) if last is not None else static_answer(game, state, scale)
    yield report(name, effort, value, "estimate", line, stopped=True)


def best_so_far(search: Deepened, game: Game, state: State, scale: Scale) -> tuple[Score, tuple[Move, ...]] | None:
    """What a stopped depth has found, unless that is a loss: the moves that were not tried yet may be better."""
    found = search.best_so_far()
    if found is None or scale is MARGIN:
        return found
    mine = found[0] if game.rules.to_move(state) == FIRST else -found[0]
    return None if mine < -SURE else found


class _Root:
    """The reference tier's searches of one position, as `deepen_by` calls them, at this ply."""

    def __init__(self, tree: SelectiveTree, state: State, ply: int = 0) -> None:
        self._tree, self._state, self._ply = tree, state, ply
        self._could_pass = sides_that_could_pass(tree.rules, state)

    def search(self, low: Score, high: Score, depth: int) -> tuple[Score, tuple[Move, ...], bool]:
        tree, effort = self._tree, self._tree.run.effort
        estimates_before = effort.estimates
        tree.root_depth, tree.root_found = depth, None
        with room_for_recursion():
            score, line = tree.value(self._state, low, high, depth, self._ply, could_pass=self._could_pass)
        return score, flat(line), effort.estimates == estimates_before

    def no_quicker_end(self, score: Score) -> bool:
        with room_for_recursion():
            return self._tree.no_quicker_end(self._state, score)

    def line_on(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        return self._tree.line_on(self._state, line)

    def best_so_far(self) -> tuple[Score, tuple[Move, ...]] | None:
        found = self._tree.root_found
        return None if found is None else (found[0], flat(found[1]))


def known_move(root: Deepened, game: Game, state: State, scale: Scale, move: Move, depth: int) -> KnownMove:
    """The value of a move, which leads to this root, searched to a depth with an open window."""
    score, line, true = root.search(-inf, inf, depth - 1)
    is_win = scale is not MARGIN and abs(score) > SURE
    proven = is_win and not true and root.no_quicker_end(score)
    line = (move, *(root.line_on(line) if true or is_win else line))
    value, exact = concluded(game, state, scale, scale.farther(score), line, depth, true=true, proven=proven)
    return KnownMove(value, exact, line)


class SelectiveSearch:
    """Selective searches of one game, move after move, in plain Python.

    `threads` and `memory` are for its compiled twin (`engines.native.search.selective`), which keeps its table too.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> *_, last = SelectiveSearch(game).best(game.read_position("X-O/-O-/X--"))
    >>> str(last.value), last.exact
    ('win in 1', True)
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int | None = None,
        threads: int | None = None,
        plain: bool = False,
        ideas: Ideas = ALL_IDEAS,
    ) -> None:
        """Begin with nothing."""
        self.game, self.plain, self.ideas = game, plain, ideas

    def best(self, state: State, effort: Effort | None = None, history: Sequence[State] = ()) -> Iterator[Result]:
        """Yield one result for each finished depth, as `deepen` does.

        `history` are the states of the game before this one, in order: a position of theirs that comes again counts
        as a draw, as an estimate.
        """
        effort = Effort() if effort is None else effort
        tree = self._tree(state, effort, history)
        yield from deepen_by(_Root(tree, state), self.game, state, tree.run.scale, effort, self.ideas)

    def values(
        self, state: State, effort: Effort | None = None, history: Sequence[State] = ()
    ) -> Iterator[dict[Move, KnownMove]]:
        """Yield, for each finished depth, what is known of every move: each is searched with an open window.

        This position counts as one of the history after a move: a reply that leads back to it proves nothing.
        When a limit comes before depth 1 is finished, nothing is yielded.
        """
        effort = Effort() if effort is None else effort
        tree = self._tree(state, effort, history)
        if tree.run.path is not None:
            tree.earlier |= {tree.run.position(state)}
        moves = listed(self.game.moves(state))
        roots = {move: _Root(tree, self.game.rules.play(state, move), 1) for move in moves}
        found: dict[Move, KnownMove] = {}
        try:
            for depth in range(1, min(effort.limit.horizon, MOST_DEPTH) + 1):
                found = {
                    move: found[move]
                    if move in found and found[move].exact
                    else known_move(roots[move], self.game, state, tree.run.scale, move, depth)
                    for move in moves
                }
                yield dict(found)
                if all(each.exact for each in found.values()):
                    return
        except Stopped:
            return

    def _tree(self, state: State, effort: Effort, history: Sequence[State]) -> SelectiveTree:
        refuse_unsearchable(self.game, state, NAME)
        run = Run(self.ideas.name, self.game, state, limit=effort.limit, plain=self.plain)
        run.effort = effort
        before = () if run.path is None else map(run.position, history)
        return SelectiveTree(run, self.ideas, frozenset(before) - {run.position(state)})


@shows_options
def selective(
    game: Game,
    state: State,
    *,
    ideas: Ideas = ALL_IDEAS,
    **options: Unpack[SearchOptions],
) -> Result:
    """Search a position by selective search.

    >>> from zerosum.core.games import load
    >>> game = load("tictactoe")
    >>> str(selective(game, game.read_position("X-O/-O-/X--")).value)
    'win in 1'
    """
    refuse_watch(options.get("watch"))
    *_, last = SelectiveSearch(game, plain=options.get("plain", False), ideas=ideas).best(state, effort_of(options))
    return last


def refuse_watch(watch: Watch | None) -> None:
    """Refuse a recorder: passes are no moves of the game, so that the tree is none of the game's."""
    if watch is not None:
        raise BadRequest("selective search cannot be watched: it passes turns, which is no move of the game")
