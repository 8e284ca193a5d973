"""Each value, <= and >= that the page shows of a search is true, at every step, for every algorithm."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engines.recording.test_recording import begin
from tests.page.node import answer_of, needs_node, saved
from tests.thinned import in_proof
from zerosum.answers.lab.random_trees import random_tree
from zerosum.core.game import Game
from zerosum.core.rules import CHANCE, FIRST, State, listed
from zerosum.core.value import MARGIN, POINTS, Scale, Score
from zerosum.engines.recording.recorder import record
from zerosum.engines.search import LADDER, Limit

pytestmark = needs_node

POSITIONS = ["--X/O--/X-O", "XO-/-X-/--O", "X-O/-O-/X--", "OX-/-XO/---"]
TREES = [
    "((3,5),(2,9))",
    "((3,12,8),(2,4,6),(14,5,2))",
    "(((3,5),(6,9)),((1,2),(0,-1)))",
    "(1,(2,(3,(4,5))))",
    "(((4,4),(4,(4,4))),((4,3),5))",
]

CHANCE_TREES = [
    "((3,5),?(1:2,2:9))",
    "(?(4,6),?(2,1,1),?(3:(5,8),1:0))",
    "?(1:(3,(4,9)),2:(5,(0,7)),3:(8,(1,6)))",
    "((?(1:9,3:(2,4)),?(5,(6,1))),(?((0,1),(2,3)),?(7,8)),?(1:1,5:(9,9)))",
]


def truths(game: Game, state: State, scale: Scale) -> dict[str, Score]:
    """The true score of every position below a state, by its path of moves, worked out by plain expectimax."""
    found: dict[str, Score] = {}

    def value(state: State, path: str) -> Score:
        rules = game.rules
        if rules.is_over(state):
            score = scale.end(rules.utility(state))
        elif rules.to_move(state) == CHANCE:
            score = float(
                sum(
                    chance * value(rules.play(state, move), f"{path} {game.move_text(state, move)}".strip())
                    for move, chance in game.chances(state)
                )
            )
        else:
            better = max if rules.to_move(state) == FIRST else min
            score = better(
                scale.farther(value(rules.play(state, move), f"{path} {game.move_text(state, move)}".strip()))
                for move in listed(rules.moves(state))
            )
        found[path] = score
        return score

    value(state, "")
    return found


def checked(folder: Path, cases: list[tuple[str, str | None, str, dict[str, Any]]]) -> dict[str, Any]:
    """What the page claims in these searches, counted, and what of it is wrong."""
    files = []
    for number, (spec, position, name, options) in enumerate(cases):
        game, state, _ = begin(spec, position)
        search = record(game, state, name, **options)
        # A packed recording holds scores in parts of a point as margins.
        scale = MARGIN if search[1].scale is POINTS else search[1].scale
        files.append({"file": saved(folder, search, str(number)), "truths": truths(game, state, scale)})
    found: dict[str, Any] = answer_of("claims.mjs", files)
    return found


def some_trees() -> list[str]:
    random = Random(9)
    shapes = [(2, 3), (3, 2), (2, 4), (3, 3)]
    return TREES + [random_tree(*shape, low=0, high=9, random=random) for shape in shapes * 2]


@pytest.mark.parametrize("name", sorted(LADDER))
def test_every_claim_on_written_trees_is_true(name: str, tmp_path: Path) -> None:
    found = checked(tmp_path, [(spec, None, name, {}) for spec in some_trees()])
    assert found["wrong"] == []
    assert sum(found["counts"].values()) > 1000
    if name not in ("minimax", "mcts"):
        assert found["counts"]["≤"] > 100
        assert found["counts"]["≥"] > 100


@pytest.mark.parametrize("name", ["expectimax", "star1", "star2"])
def test_every_claim_on_trees_with_chance_is_true(name: str, tmp_path: Path) -> None:
    found = checked(tmp_path, [(spec, None, name, {}) for spec in CHANCE_TREES])
    assert found["wrong"] == []
    assert found["counts"]["captions"] > 100
    if name != "expectimax":
        assert found["counts"]["≤"] > 20
        assert found["counts"]["≥"] > 20


@pytest.mark.parametrize("plain", [False, *in_proof(True)])
@pytest.mark.parametrize("name", sorted(LADDER))
def test_every_claim_on_positions_is_true(name: str, plain: bool, tmp_path: Path) -> None:
    found = checked(tmp_path, [("tictactoe", position, name, {"plain": plain}) for position in POSITIONS])
    assert found["wrong"] == []
    assert found["counts"][""] > 100


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.proof)])
@pytest.mark.parametrize("depth", [2, *(pytest.param(d, marks=pytest.mark.proof) for d in (1, 3))])
@pytest.mark.parametrize("name", sorted(set(LADDER) - {"mcts"}))
def test_under_a_depth_limit_what_is_not_marked_as_an_estimate_is_true(
    name: str, depth: int, plain: bool, tmp_path: Path
) -> None:
    options = {"plain": plain, "limit": Limit(depth=depth)}
    found = checked(tmp_path, [("tictactoe", position, name, options) for position in POSITIONS])
    assert found["wrong"] == []
    assert found["counts"]["~"] > 0
