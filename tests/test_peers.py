"""Peers do the work that is said, and are left out where they are not installed."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from bench import peers
from bench.published import read_set

MAKERS: list[tuple[str, Callable[[], object]]] = [
    ("easyAI", peers.easyai_tictactoe),
    ("easyAI.games.ConnectFour", lambda: peers.easyai_connect4(1)),
    ("easyAI", lambda: peers.easyai_connect4_lean(1)),
    ("pyspiel", lambda: peers.openspiel_alphabeta("tic_tac_toe", 1)),
    ("pyspiel", lambda: peers.openspiel_minimax("tic_tac_toe", 1)),
    ("bitbully.bitbully_core", lambda: peers.bitbully([("6146", 18)])),
    ("bitbully.bitbully_core", lambda: peers.bitbully_one_table([("6146", 18)])),
]


@pytest.mark.parametrize(("module", "make"), MAKERS)
def test_a_peer_that_is_not_installed_is_none(
    module: str, make: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert make() is None


def test_easyai_boards_visit_the_same_nodes() -> None:
    pytest.importorskip("easyAI")
    pytest.importorskip("numpy")
    shipped, lean = peers.easyai_connect4(4), peers.easyai_connect4_lean(4)
    assert shipped is not None
    assert lean is not None
    assert shipped.units == lean.units
    assert shipped.go() > 0


@pytest.mark.parametrize(("name", "depth", "nodes"), [("tic_tac_toe", 5, 18730), ("connect_four", 4, 2801)])
def test_openspiel_counts_every_node(name: str, depth: int, nodes: int) -> None:
    pytest.importorskip("pyspiel")
    full, pruned = peers.openspiel_minimax(name, depth), peers.openspiel_alphabeta(name, depth)
    assert full is not None
    assert pruned is not None
    assert full.units == nodes
    assert pruned.units < nodes
    assert pruned.go() > 0


def test_bitbully_gives_published_scores() -> None:
    pytest.importorskip("bitbully")
    positions = read_set("L3_R1", 5)
    solved, kept = peers.bitbully(positions), peers.bitbully_one_table(positions)
    assert solved is not None
    assert kept is not None
    assert (solved.units, kept.units) == (5, 50)
    assert solved.go() > 0
    assert kept.go() > 0


def test_bitbully_refuses_another_score_and_bad_moves() -> None:
    pytest.importorskip("bitbully")
    wrong = peers.bitbully([("6146", 17)])
    assert wrong is not None
    with pytest.raises(RuntimeError, match="BitBully scores 6146 18, published is 17"):
        wrong.go()
    with pytest.raises(ValueError, match="refuses the moves 1111111"):
        peers.bitbully([("1111111", 0)])
