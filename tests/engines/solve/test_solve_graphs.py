"""Solved tables of games on random graphs that repeat positions, against an independent solution of each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.brute import bits, reachable
from tests.engines.solve.test_solve import files
from tests.random_graphs import cyclic_margins
from zerosum.core.errors import BadRequest, BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import Margin
from zerosum.engines.native.solver.scores import ENDLESS_DRAW, LONGEST, WON
from zerosum.engines.solve.format.layer_arrays import read_scores, write_scores
from zerosum.engines.solve.format.layer_file import LayerKeys
from zerosum.engines.solve.local.layered import Layered
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.tables.table import open_table
from zerosum.engines.solve.verifying import verify


def margins_by_definition(game: Game) -> dict[State, int]:
    """What the first player gets in each state, where a game without end is a draw.

    For every threshold, the set of states from which a side can force as much grows until it does not any more.
    """
    rules, states = game.rules, reachable(game)
    children = {s: [rules.play(s, move) for move in bits(rules.moves(s))] for s in states if not rules.is_over(s)}
    found = dict.fromkeys(states, 0)
    for side, sign in ((0, 1), (1, -1)):
        for least in range(1, 5):
            forced = {s for s in states if rules.is_over(s) and sign * rules.utility(s) >= least}
            before = -1
            while len(forced) > before:
                before = len(forced)
                for state, onward in children.items():
                    if (any if rules.to_move(state) == side else all)(child in forced for child in onward):
                        forced.add(state)
            found.update(dict.fromkeys(forced, sign * least))
    return found


@pytest.mark.proof
def test_margins_of_games_that_repeat(tmp_path: Path) -> None:
    game = cyclic_margins()
    table = solve(game, tmp_path / "one", threads=2)
    assert table.manifest.method == "graph with cycles"
    truth = margins_by_definition(game)
    assert table.manifest.positions == len(truth) > 400
    endless = 0
    for state, utility in truth.items():
        mine = utility if game.to_move(state) == 0 else -utility
        assert table.value(state) == Margin(mine), state
        endless += table.score(state) == ENDLESS_DRAW
    (layer,) = table.manifest.layers
    assert layer.endless == endless > 10
    assert {abs(utility) for utility in truth.values()} == {0, 1, 2, 3, 4}
    assert verify(table) is None
    solve(game, tmp_path / "in-passes", memory=0, threads=2)
    assert files(tmp_path / "in-passes") == files(tmp_path / "one")
    scores = read_scores(table.layers[0][1])
    must_end, can_go_on = (int(np.flatnonzero(scores == score)[0]) for score in (0, ENDLESS_DRAW))
    for places, score, said in (
        ([can_go_on], 3, "the table says win by 3, but its moves give draw"),
        ([can_go_on], 0, "the table says that the draw must end, but it can go on for ever"),
        # Each of them has only draws that are said to end after it, so that no position alone shows the fault.
        (scores == ENDLESS_DRAW, 0, "the table says that the draw must end, but it can go on for ever"),
        ([must_end], ENDLESS_DRAW, "the table says that the draw can go on for ever, but it must end"),
    ):
        wrong = scores.copy()
        wrong[places] = score
        layer.scores = write_scores(tmp_path / "one" / "layer-000.scores", wrong)
        layer.endless = int((wrong == ENDLESS_DRAW).sum())
        table.manifest.write(tmp_path / "one" / "manifest.json")
        fault = verify(open_table(tmp_path / "one", game))
        assert fault is not None
        assert fault.what == said


@pytest.mark.proof
def test_a_margin_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"utility gives something else .* margins go up to 32,766"):
        solve(cyclic_margins(largest=40_000), tmp_path)


@pytest.mark.parametrize(
    ("plies", "sign", "is_refused"),
    [(LONGEST, 1, False), (LONGEST, -1, False), (LONGEST + 1, 1, True), (LONGEST + 1, -1, True)],
)
def test_a_win_that_is_too_long_is_refused(
    plies: int, sign: int, is_refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long_scores(self: Layered, layer: LayerKeys, *following: object) -> object:
        return np.full(layer.count, sign * (WON - plies), np.int16)

    game = load("tictactoe")
    monkeypatch.setattr(Layered, "scores", long_scores)
    if is_refused:
        with pytest.raises(BadRequest, match=f"Tic-Tac-Toe has a win or a loss in more than {LONGEST:,} plies"):
            solve(game, tmp_path)
        monkeypatch.setattr("zerosum.engines.solve.solving.has_too_long", lambda *_: False)
        assert f"has a win or a loss in more than {LONGEST:,} plies" in str(verify(solve(game, tmp_path)))
    else:
        assert str(solve(game, tmp_path).value(game.start)) == f"{'win' if sign > 0 else 'loss'} in {plies}"


@pytest.mark.proof
@pytest.mark.parametrize("back", [False, True])
def test_the_longest_chain(back: bool, tmp_path: Path) -> None:
    """One move a state; or two, of which one leads back and loses time."""
    file = tmp_path / "chain.py"
    file.write_text(
        "start = (1, 0)\n"
        "def to_move(state): return 0\n"
        f"def moves(state): return {3 if back else 1}\n"
        "def play(state, move): return (state[0] + 1 if move == 0 else 0, 0)\n"
        f"def is_over(state): return state[0] == {LONGEST + 1}\n"
        "def utility(state): return 1\n"
    )
    game = load(str(file))
    if back:  # the state 0 is one ply longer
        with pytest.raises(BadRequest, match=f"in more than {LONGEST:,} plies"):
            solve(game, tmp_path / "table")
        return
    table = solve(game, tmp_path / "table")
    assert (table.score(game.start), str(table.value(game.start))) == (2, f"win in {LONGEST}")
    assert verify(table) is None
    with pytest.raises(BadRequest, match=f"in more than {LONGEST:,} plies"):
        solve(game, tmp_path / "longer", start=(0, 0))
