"""Peers are measured on the work that is said, and are left out where they are not installed."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from bench import peers

MEASURES: list[tuple[str, Callable[[], object]]] = [
    ("easyAI", lambda: peers.easyai_tictactoe(1)),
    ("easyAI.games.ConnectFour", lambda: peers.easyai_connect4(1, 1)),
    ("easyAI", lambda: peers.easyai_connect4_lean(1, 1)),
    ("pyspiel", lambda: peers.openspiel_alphabeta("tic_tac_toe", 1, 1)),
    ("pyspiel", lambda: peers.openspiel_minimax("tic_tac_toe", 1, 1)),
    ("bitbully.bitbully_core", lambda: peers.bitbully([("6146", 18)], 1)),
    ("bitbully.bitbully_core", lambda: peers.bitbully_one_table([("6146", 18)], 1)),
    ("bitbully.bitbully_core", peers.bitbully_empty_board),
]


@pytest.mark.parametrize(("module", "measure"), MEASURES)
def test_a_peer_that_is_not_installed_is_none(
    module: str, measure: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert measure() is None


def test_noise() -> None:
    assert peers.noise([2.0, 3.0, 2.5]) == 1.5
    with pytest.raises(ValueError, match="at least 3"):
        peers.noise([1.0, 2.0])


def test_the_published_sets() -> None:
    assert {len(peers.read_set(name)) for name in peers.SETS} == {500}
    assert peers.read_set("Test_L1_R1", 2) == [("32164625", 11), ("6146", 18)]


def test_easyai_boards_visit_the_same_nodes() -> None:
    pytest.importorskip("easyAI")
    pytest.importorskip("numpy")
    shipped, lean = peers.easyai_connect4(4, 1), peers.easyai_connect4_lean(4, 1)
    assert shipped is not None
    assert lean is not None
    assert shipped.nodes == lean.nodes
    assert shipped.rate > 0


@pytest.mark.parametrize(("name", "depth", "nodes"), [("tic_tac_toe", 5, 18730), ("connect_four", 4, 2801)])
def test_openspiel_counts_every_node(name: str, depth: int, nodes: int) -> None:
    pytest.importorskip("pyspiel")
    full, pruned = peers.openspiel_minimax(name, depth, 1), peers.openspiel_alphabeta(name, depth, 1)
    assert full is not None
    assert pruned is not None
    assert full.nodes == nodes
    assert pruned.nodes < nodes


def test_bitbully_gives_published_scores() -> None:
    pytest.importorskip("bitbully")
    positions = peers.read_set("Test_L3_R1", 5)
    solved, kept = peers.bitbully(positions, 1), peers.bitbully_one_table(positions, 1)
    assert solved is not None
    assert kept is not None
    assert solved.with_reset is not None
    assert kept.with_reset is None
    assert solved.positions == kept.positions == 5
    assert solved.nodes == kept.nodes > 0
    assert 0 < solved.seconds[0] < solved.with_reset[0]


def test_bitbully_refuses_another_score_and_bad_moves() -> None:
    pytest.importorskip("bitbully")
    with pytest.raises(RuntimeError, match="scores 6146 18, published is 17"):
        peers.bitbully([("6146", 17)], 1)
    with pytest.raises(ValueError, match="refuses the moves 1111111"):
        peers.bitbully([("1111111", 0)], 1)
