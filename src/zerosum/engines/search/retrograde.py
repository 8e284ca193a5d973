"""Retrograde analysis: value every reachable position once, from the ends of the game backward.

Reference: Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels" (1913), for the sets of
positions won within n moves; Ströhlein, "Untersuchungen über kombinatorische Spiele" (1970), and Thompson,
"Retrograde Analysis of Certain Endgames" (1986), for computing them.

The idea, beside alpha-beta rather than on top of it: a game that can come back to a position is a graph, in which no
search from the top ever sees an end. So list the positions first, then work upward from the finished ones:

- a position is won for MAX as soon as one of his moves leads to a won position, or all of MIN's moves do;
- what is never reached in this way is won for nobody: each side can go round for ever, and that is a draw.

The positions are reached in the order of their distance, so that each gets the shortest win and the longest
loss. A game of margins is asked the same question for each margin that occurs, the greatest first.

The returned score is the true score of the position. With a depth limit, positions beyond it are unknown: wins
and losses that need none of them are true, and everything else is an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zerosum.core.errors import BadRequest
from zerosum.core.rules import FIRST, SECOND, Move, State
from zerosum.core.value import Scale, Score
from zerosum.engines.search.result import NO_LINE, Found, Line, Result
from zerosum.engines.search.run import Run
from zerosum.engines.search.signature import search_with


@dataclass
class Graph:
    """The positions that can be reached, each once.

    `children` are the moves of an unfinished position with where they lead, `parents` the positions that lead here,
    once for each move that does. `beyond` are unfinished positions at the depth limit; nothing is known of them.
    """

    sides: dict[State, int] = field(default_factory=dict)
    children: dict[State, list[tuple[Move, State]]] = field(default_factory=dict)
    parents: dict[State, list[State]] = field(default_factory=dict)
    utilities: dict[State, int] = field(default_factory=dict)
    beyond: set[State] = field(default_factory=set)


def reach(run: Run, root: State, known: Graph | None = None) -> Graph:
    """Everything that can be reached from a position, breadth first; raises `Stopped`.

    Positions of a graph that is known already are entered as well, but the rules are not asked about them again.
    """
    rules = run.game.rules
    graph = Graph()
    known = known or Graph()
    graph.parents[root] = []
    layer, ply = [root], 0
    while layer:
        following = []
        for state in layer:
            run.effort.enter(ply)
            graph.sides[state] = known.sides[state] if state in known.sides else run.to_move(state)
            is_over = state in known.utilities or (state not in known.children and rules.is_over(state))
            if is_over:
                run.effort.leaves += 1
                graph.utilities[state] = known.utilities[state] if state in known.utilities else rules.utility(state)
                continue
            if ply == run.horizon:
                graph.beyond.add(state)
                continue
            children = known.children.get(state)
            graph.children[state] = children or [(move, rules.play(state, move)) for move in run.moves(state)]
            for _, child in graph.children[state]:
                if child not in graph.parents:
                    graph.parents[child] = []
                    following.append(child)
                graph.parents[child].append(state)
        layer, ply = following, ply + 1
    return graph


def scores(graph: Graph, scale: Scale) -> dict[State, Score]:
    """The score of every position that one side can win; all others are won for nobody."""
    known: dict[State, Score] = {}
    utilities = set(graph.utilities.values())
    # The greatest margin first: what a side can force is taken before anything less.
    wanted = {
        FIRST: sorted((each for each in utilities if each > 0), reverse=True),
        SECOND: sorted(each for each in utilities if each < 0),
    }
    for side in (FIRST, SECOND):
        # How many moves of each position do not lead to what this side wants.
        open_moves = {state: len(moves) for state, moves in graph.children.items()}
        for utility in wanted[side]:
            score = scale.end(utility)
            layer = [state for state, end in graph.utilities.items() if end == utility]
            while layer:
                known.update(dict.fromkeys(layer, score))
                layer = _one_ply_back(graph, side, layer, open_moves, known)
                score = scale.farther(score)
    return known


def _one_ply_back(
    graph: Graph, side: int, layer: list[State], open_moves: dict[State, int], known: dict[State, Score]
) -> list[State]:
    """The positions from which a side forces the game into this layer: by one of its moves, or all of the other's."""
    found: dict[State, None] = {}
    for state in layer:
        for parent in graph.parents[state]:
            open_moves[parent] -= 1
            if parent not in known and (graph.sides[parent] == side or open_moves[parent] == 0):
                found[parent] = None
    return list(found)


def best_line(graph: Graph, known: dict[State, Score], scale: Scale, state: State) -> tuple[Move, ...]:
    """Best play for both sides, to the end of the game or to the first position that repeats."""
    line: list[Move] = []
    met: set[State] = set()
    while state in graph.children and state not in met:
        met.add(state)
        score = known.get(state, 0)
        best = (each for each in graph.children[state] if scale.farther(known.get(each[1], 0)) == score)
        move, state = next(best)
        line.append(move)
    return tuple(line)


@search_with(Run, "retrograde")
def retrograde(run: Run) -> Result:
    """Value a position by retrograde analysis of everything that can be reached from it.

    >>> from zerosum.core.games import load
    >>> game = load("hexapawn:3x3")
    >>> result = retrograde(game, game.start)
    >>> str(result.value), result.nodes
    ('loss in 6', 135)
    """
    game, state = run.game, run.state
    if run.watch is not None:
        raise BadRequest("retrograde analysis has no tree to watch: it goes from the ends of the game backward")
    if game.rules.repetition is not None:
        raise BadRequest(f"{game.name} has a rule of its own for repetition, which retrograde analysis cannot follow")

    def search() -> Found:
        graph = reach(run, state)
        known = scores(graph, run.scale)
        if state not in known and graph.beyond:
            return run.guess(state)
        line: Line = NO_LINE
        for move in reversed(best_line(graph, known, run.scale, state)):
            line = (move, line)
        return known.get(state, 0), line

    return run.answer(search)
