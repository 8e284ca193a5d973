"""What a watcher records, and the tree that can be rebuilt from it."""

from __future__ import annotations

import pytest

from zerosum.draw.tree_text import tree_lines
from zerosum.games import load
from zerosum.games.tree import read_leaves, read_tree
from zerosum.recording.trace import CUT, ENTER, FOUND, LEAVE, Trace, rebuild
from zerosum.search import ALGORITHMS, algorithm, alphabeta, minimax
from zerosum.value import scale_for

POSITION = "XO-/-X-/--O"


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_every_search_can_be_watched(name: str) -> None:
    game = load("tictactoe")
    state = game.read_position(POSITION)
    trace = Trace()
    watched = algorithm(name)(game, state, watch=trace)
    alone = algorithm(name)(game, state)
    assert (watched.value, watched.nodes, watched.line) == (alone.value, alone.nodes, alone.line)
    assert trace.kind.count(ENTER) == trace.kind.count(LEAVE) == len(trace.parent)
    depth = 0
    for kind in trace.kind:
        depth += (kind == ENTER) - (kind == LEAVE)
        assert depth >= 0
    assert depth == 0


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "ordering", "table", "deepening", "pvs", "mtdf"])
def test_counts_are_the_same_in_the_trace(name: str) -> None:
    game = load("tictactoe")
    trace = Trace()
    result = algorithm(name)(game, game.read_position(POSITION), watch=trace)
    assert trace.kind.count(ENTER) == result.nodes
    assert trace.kind.count(CUT) == result.cutoffs
    assert trace.kind.count(FOUND) == result.table_hits


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "table", "pvs"])
def test_the_tree_is_whole(name: str) -> None:
    """Every visited position has all its legal moves below it, visited or pruned."""
    game = load("tictactoe")
    state = game.read_position(POSITION)
    trace = Trace()
    result = algorithm(name)(game, state, watch=trace)
    (root,) = rebuild(trace, game, state)
    visited = [node for node in root.walk() if not node.pruned]
    assert len(visited) == result.nodes
    for node in visited:
        if node.over or node.found:
            assert node.children == []
        else:
            assert {child.move for child in node.children} == set(game.moves(node.state))
    assert any(node.pruned for node in root.walk()) == (name != "minimax")


def test_building_a_tree_tells_how_far_it_is() -> None:
    game = load("tictactoe")
    trace = Trace()
    result = alphabeta(game, game.start, watch=trace)
    told: list[int] = []
    rebuild(trace, game, game.start, lambda progress: told.append(progress.done))
    assert told == list(range(0, result.nodes, 4096))


def test_values_in_the_tree_back_up() -> None:
    game = load("tictactoe")
    state = game.read_position(POSITION)
    trace = Trace()
    minimax(game, state, plain=True, watch=trace)
    (root,) = rebuild(trace, game, state)
    for node in root.walk():
        if node.children:
            choose = max if node.side == 0 else min
            assert node.score == choose(child.score for child in node.children if child.score is not None)


def test_alphabeta_never_looks_at_the_nine() -> None:
    game = read_tree("((3,5),(2,9))")
    trace = Trace()
    result = alphabeta(game, game.start, watch=trace)
    (root,) = rebuild(trace, game, game.start)
    assert root.score == 3
    assert result.move == 0
    nine = root.children[1].children[1]
    assert game.utility(nine.state) == 9
    assert nine.pruned
    assert nine.score is None
    assert root.children[1].cut


def test_several_passes_are_several_trees() -> None:
    game = read_tree("((3,5),(2,9))")
    trace = Trace()
    algorithm("mtdf")(game, game.start, watch=trace)
    roots = rebuild(trace, game, game.start)
    assert len(roots) > 2
    text = [line for root in roots for line in tree_lines(root, game, scale_for(game))]
    assert any("(from the table)" in line for line in text)


def test_a_second_look_is_marked() -> None:
    game = read_leaves("1 2 3 4 5 6 7 8", 2)
    trace = Trace()
    algorithm("pvs")(game, game.start, watch=trace)
    (root,) = rebuild(trace, game, game.start)
    assert any(node.again for node in root.walk())
    assert any("(again)" in line for line in tree_lines(root, game, scale_for(game)))
