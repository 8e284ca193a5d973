"""Ultimate Tic-Tac-Toe compiled: the same nodes as in plain Python, from positions of random games."""

from __future__ import annotations

from random import Random

import pytest

from zerosum.core.games import load
from zerosum.engines.native.tiers import search_on
from zerosum.engines.search import Limit


@pytest.mark.proof
def test_compiled_searches_visit_the_same_nodes() -> None:
    game = load("ultimate")
    path = list(game.random_game(game.start, Random(5)))
    for state, depth in ((game.start, 3), (path[20], 3), (path[-6], 5), (path[-1], 1)):
        found = [
            search_on("alphabeta", tier)(game, state, limit=Limit(depth=depth)) for tier in ("reference", "native")
        ]
        assert len({(str(each.value), each.nodes, each.line) for each in found}) == 1
