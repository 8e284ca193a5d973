"""Random written trees with a wanted number of cuts."""

from __future__ import annotations

from random import Random

import pytest

from zerosum.answers.lab.random_trees import random_tree
from zerosum.core.errors import BadRequest
from zerosum.core.games.tree import read_tree
from zerosum.core.value import scale_for
from zerosum.engines.search import algorithm


@pytest.mark.parametrize(("branching", "depth", "cuts"), [(2, 3, 0), (2, 3, 2), (3, 2, 2), (3, 3, 4)])
def test_a_random_tree_has_its_cuts(branching: int, depth: int, cuts: int) -> None:
    text = random_tree(branching, depth, cuts=cuts, random=Random(7))
    game = read_tree(text)
    result = algorithm("alphabeta")(game, game.start)
    assert result.cutoffs == cuts
    assert text.count(",") + 1 == branching**depth
    assert text == random_tree(branching, depth, cuts=cuts, random=Random(7))
    for root_is_max in (True, False):
        other = random_tree(branching, depth, cuts=cuts, root_is_max=root_is_max, random=Random(8))
        game = read_tree(other, root_is_max=root_is_max)
        assert scale_for(game).name == "margin"
        assert algorithm("alphabeta")(game, game.start).cutoffs == cuts


@pytest.mark.parametrize(
    ("branching", "depth", "cuts", "low", "high", "sentence"),
    [
        (2, 2, 9, 0, 9, "9 cuts by alphabeta turned up"),
        (10, 10, None, 0, 9, "at most 1,000 leaves"),
        (2, 2, None, 9, 0, "the least is above"),
    ],
)
def test_a_random_tree_that_cannot_be(
    branching: int, depth: int, cuts: int | None, low: int, high: int, sentence: str
) -> None:
    with pytest.raises(BadRequest, match=sentence):
        random_tree(branching, depth, cuts=cuts, low=low, high=high, random=Random(1))
