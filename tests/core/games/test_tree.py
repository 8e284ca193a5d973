"""Written trees: reading them, searching them, drawing them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.core.errors import BadMove, BadPosition, BadRequest, BadSpec
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.games.tree import read_leaves, read_tree
from zerosum.core.value import DISTANCE, WIN, Margin, scale_for
from zerosum.engines.draw.board_tree_svg import board_tree_svg
from zerosum.engines.draw.chart import log_bars
from zerosum.engines.draw.scores import score_text
from zerosum.engines.draw.tree_svg import tree_svg
from zerosum.engines.draw.tree_text import tree_lines
from zerosum.engines.recording.recorder import record
from zerosum.engines.recording.tree import rebuild, unfold_pruned
from zerosum.engines.search import LADDER, Limit, algorithm, alphabeta


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("((3,5),(2,9))", 3),
        ("[[3, 5], [2, 9]]", 3),
        ("((3 5) (2 9))", 3),
        (" ( 3 , 5 ) ", 5),
        ("((3,12,8),(2,4,6),(14,5,2))", 3),  # the tree of Russell and Norvig
        ("((3,5),7,(9,(1,4)))", 7),
        ("(-1,+2)", 2),
        ("5", 5),
        ("-5", -5),
    ],
)
def test_trees_have_values(text: str, value: int) -> None:
    game = read_tree(text)
    for name in LADDER:
        result = algorithm(name)(game, game.start)
        assert result.value == Margin(value), name
    assert read_tree(game.spec).spec == game.spec


def test_the_smaller_one_may_move_first() -> None:
    game = read_tree("((3,5),(2,9))", root_is_max=False)
    assert alphabeta(game, game.start).value == Margin(-5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the tree is empty"),
        ("()", "closes a bracket where a child should stand"),
        ("((3,5),(2,9)", "the tree ends before ')' closes a bracket"),
        ("(3,5))", "character 6 of the tree closes a bracket that was not opened"),
        ("(3,x)", "character 4 of the tree, 'x)', is not a bracket, a comma or a whole number"),
        ("(3-5,2)", "character 3 of the tree, '-5,2)', is not"),
        ("(3,    x)", "character 8 of the tree, 'x)', is not"),
        ("(3,2.5)", "character 4 of the tree, '2.5)', is not"),
        ("(3,)", "character 4 of the tree closes a bracket where a child should stand"),
        ("(,3)", "character 2 of the tree is a comma"),
        ("3,", "character 2 of the tree is a comma"),
        ("3 5", "character 3 of the tree stands after its end"),
        ("(" + "1," * 64 + ")", "more than 63 children"),
    ],
)
def test_bad_trees(text: str, message: str) -> None:
    with pytest.raises(BadSpec) as error:
        read_tree(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "branching", "message"),
    [
        ("1 2 3", 2, "3 leaves do not fill"),
        ("", 2, "0 leaves do not fill"),
        ("1 2", 1, "a tree branches 2 to 63 ways, not 1"),
        ("((3,5),(2,9))", 2, "a tree in brackets needs no branching"),
        ("1 b", 2, "leaf 2, 'b', is not a whole number"),
    ],
)
def test_bad_leaves(text: str, branching: int, message: str) -> None:
    with pytest.raises(BadSpec) as error:
        read_leaves(text, branching)
    assert message in str(error.value)


def test_positions_and_moves_of_a_tree() -> None:
    game = read_tree("((3,5),(2,9))")
    assert game.read_position("1") == (1,)
    assert game.read_moves("1 0") == [1, 0]
    with pytest.raises(BadPosition, match="from 0 to 6"):
        game.read_position("7")
    with pytest.raises(BadMove, match="from 0 to 1"):
        game.read_move(game.start, "2")


trees = st.recursive(
    st.integers(-9, 9).map(str),
    lambda children: st.lists(children, min_size=1, max_size=4).map(lambda parts: f"({','.join(parts)})"),
    max_leaves=25,
)


@given(trees)
def test_all_searches_agree_on_random_trees(text: str) -> None:
    game = read_tree(text)
    values = {name: algorithm(name)(game, game.start).value for name in LADDER if name != "mcts"}
    assert len(set(values.values())) == 1, values
    proven = algorithm("mcts:100000")(game, game.start)
    assert proven.exact
    assert proven.value == values["minimax"]


def picture(game: Game, levels: int | None = None) -> str:
    result, recording = record(game, game.start, "alphabeta", plain=False)
    (root,) = rebuild(recording)
    unfold_pruned(game, [root])
    return tree_svg(root, game, scale_for(game), result.line, levels)


def test_the_picture_is_svg_with_every_node() -> None:
    svg = picture(read_leaves("3 5 6 9 1 2 0 -1", 2))
    root = ET.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}g")) == 15
    assert len(root.findall(f"{space}g[@class='pruned']")) == 4
    assert len(root.findall(f"{space}path[@class='cross']")) == 2
    assert len(root.findall(f"{space}path[@class='edge best']")) == 3
    title = root.find(f"{space}title")
    assert title is not None
    assert title.text == "Game tree of 15 nodes, value 5 for MAX, 4 nodes pruned."


def test_the_picture_can_be_cut_short() -> None:
    root = ET.fromstring(picture(read_leaves("3 5 6 9 1 2 0 -1", 2), levels=1))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 3


@pytest.mark.parametrize(("depth", "is_estimate"), [(1, True), (None, False)])
def test_estimates_are_marked_in_every_picture(depth: int | None, is_estimate: bool) -> None:
    """A search that its depth cuts off guesses; a search to the end of the game does not."""
    game = load("tictactoe")
    result, recording = record(game, game.read_position("OXO/-XX/-OX"), "alphabeta", limit=Limit(depth=depth))
    (root,) = rebuild(recording)
    scale = scale_for(game)
    pictures = [tree_svg(root, game, scale, result.line), board_tree_svg(root, game, scale, result.line)]
    texts = ["".join(ET.fromstring(picture).itertext()) for picture in pictures]
    assert [("~" in text) for text in (next(tree_lines(root, game, scale)), *texts)] == [is_estimate] * 3


@pytest.mark.parametrize("draw", [tree_svg, board_tree_svg])
def test_every_estimate_in_a_picture_is_marked(draw: Callable[..., str]) -> None:
    """At each node, and in the words about the picture, which are written at another place."""
    game = load("tictactoe")
    result, recording = record(game, game.read_position("OXO/-XX/-OX"), "alphabeta", limit=Limit(depth=1))
    (root,) = rebuild(recording)
    drawn = ET.fromstring(draw(root, game, scale_for(game), result.line))
    titles = [each.text or "" for each in drawn.iter("{http://www.w3.org/2000/svg}title")]
    scores = [title.replace("−", "-") for title in titles if title.startswith(("MAX", "MIN"))]
    assert scores == ["MAX ~-16", "MAX ~0", "MIN ~-16"]
    assert "value ~-16 for MAX" in drawn.attrib["aria-label"]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (WIN - 5, "W5"),
        (5 - WIN, "L5"),
        (WIN, "W0"),
        (WIN + 1, "W0"),
        (-WIN - 1, "L0"),
        (inf, "∞"),
        (-inf, "-∞"),
        (0, "0"),
    ],
)
def test_scores_with_distances(score: float, words: str) -> None:
    """A bound of a window may lie one beyond the fastest win."""
    assert score_text(DISTANCE, score) == words


def test_too_many_nodes_for_a_picture() -> None:
    game = load("tictactoe")
    _, recording = record(game, game.start, "alphabeta", plain=False)
    (root,) = rebuild(recording)
    with pytest.raises(BadRequest, match="show fewer with --levels"):
        tree_svg(root, game, scale_for(game), ())


def test_bars() -> None:
    assert log_bars([]) == []
    lines = log_bars([("1", "ab", 1), ("1", "c", 100)])
    assert lines == ["1  ab  " + " " * 32 + " 1", "   c   " + "█" * 32 + " 100"]
    narrow = log_bars([("1", "ab", 1), ("1", "c", 100)], width=30)
    assert narrow[1] == "   c   " + "█" * 18 + " 100"
    assert max(map(len, narrow)) <= 30
