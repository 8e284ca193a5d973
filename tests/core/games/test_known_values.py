"""Published and recomputed figures that right rules and right searches reproduce."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.brute import perft, reachable, truth
from tests.places import DATA
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.core.rules import State
from zerosum.core.value import Margin, Outcome
from zerosum.engines.search import alphabeta, minimax, mtdf, transposition_table


def per_ply(game: Game) -> list[int]:
    layers = [{game.start}]
    while layers[-1]:
        following: set[State] = set()
        for state in layers[-1]:
            if not game.is_over(state):
                following.update(game.play(state, move) for move in game.moves(state))
        layers.append(following)
    return [len(layer) for layer in layers[:-1]]


def test_tictactoe_positions() -> None:
    game = load("tictactoe")
    assert per_ply(game) == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    states = reachable(game)
    assert len(states) == 5478
    ends = Counter(game.utility(state) for state in states if game.is_over(state))
    assert ends == {1: 626, -1: 316, 0: 16}


def test_tictactoe_symmetry_classes() -> None:
    game = load("tictactoe")
    canonical = game.rules.canonical
    assert canonical is not None
    classes: set[Any] = {canonical(state) for state in reachable(game)}
    assert len(classes) == 765
    by_ply = Counter((state[0] | state[1]).bit_count() for state in classes)
    assert [by_ply[ply] for ply in range(10)] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    ends = Counter(game.utility(state) for state in classes if game.is_over(state))
    assert ends == {1: 91, -1: 44, 0: 3}


def test_tictactoe_games() -> None:
    game = load("tictactoe")
    lengths: Counter[int] = Counter()
    winners: Counter[int] = Counter()
    nodes: Counter[int] = Counter()

    def walk(state: State, ply: int) -> None:
        nodes[ply] += 1
        if game.rules.is_over(state):
            lengths[ply] += 1
            winners[game.rules.utility(state)] += 1
            return
        for move in game.moves(state):
            walk(game.rules.play(state, move), ply + 1)

    walk(game.start, 0)
    assert sum(lengths.values()) == 255168
    assert winners == {1: 131184, -1: 77904, 0: 46080}
    assert lengths == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
    assert [nodes[ply] for ply in range(10)] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_tictactoe_values() -> None:
    values = Counter(utility for utility, _ in truth("tictactoe").values())
    assert values == {1: 2936, 0: 1068, -1: 1474}


def test_golden_node_counts() -> None:
    game = load("tictactoe")
    whole = minimax(game, game.start, plain=True)
    assert (whole.nodes, whole.leaves, whole.value) == (549946, 255168, Outcome(0))
    cut = alphabeta(game, game.start, plain=True)
    assert (cut.nodes, cut.value) == (18297, Outcome(0))


def test_alphabeta_nodes_on_4x3x3() -> None:
    game = load("mnk:4x3x3")
    result = alphabeta(game, game.start, plain=True)
    assert (result.nodes, result.value) == (75266, Outcome(1))


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("mnk:3x3x3", 0),
        ("mnk:4x3x3", 1),
        ("mnk:5x3x3", 1),
        ("mnk:4x4x3", 1),
        pytest.param("mnk:4x4x4", 0, marks=pytest.mark.proof),
    ],
)
def test_mnk(spec: str, value: int) -> None:
    game = load(spec)
    assert mtdf(game, game.start, plain=True).value == Outcome(value)


def test_connect4_perft() -> None:
    game = load("connect4")
    assert [perft(game, depth) for depth in range(7)] == [1, 7, 49, 343, 2401, 16807, 117649]


@pytest.mark.proof
def test_connect4_perft_deeper() -> None:
    game = load("connect4")
    assert [perft(game, depth) for depth in (7, 8)] == [823536, 5673234]


def test_connect4_positions_by_ply() -> None:
    game = load("connect4")
    layers = [{game.start}]
    for _ in range(6):
        layers.append({game.play(state, move) for state in layers[-1] for move in game.moves(state)})
    assert [len(layer) for layer in layers] == [1, 7, 49, 238, 1120, 4263, 16422]


def test_connect4_4x4() -> None:
    game = load("connect4:4x4")
    assert len(reachable(game)) == 161029
    assert transposition_table(game, game.start, plain=True).value == Outcome(0)


def test_connect4_published_scores() -> None:
    """Distances against a published score: the discs that the winner has left, plus one."""
    game = load("connect4")
    lines = (DATA / "connect4" / "Test_L3_R1.txt").read_text().splitlines()
    assert len(lines) == 500
    for line in lines:
        columns, score = line.split()
        value = mtdf(game, game.after(game.read_moves(columns))).value
        assert isinstance(value, Outcome)
        assert value.distance is not None
        assert value.result * ((44 - len(columns) - value.distance) // 2) == int(score), columns


@pytest.mark.proof
@pytest.mark.parametrize(("spec", "positions"), [("connect4:4x5", 1706255), ("connect4:5x4", 3945711)])
def test_connect4_larger(spec: str, positions: int) -> None:
    game = load(spec)
    assert len(reachable(game)) == positions
    assert transposition_table(game, game.start, plain=True).value == Outcome(0)


MARGINS = {
    1: [0, -2, 6, -2, 2, 0],
    2: [2, -2, -2, -12, 6, 8],
    3: [0, 4, 2, 2, 6, -10],
    4: [2, 6, 8, 2, 2, 0],
    5: [0, 0, 8, 12, 2],
    6: [2, 10, 2, 10],
}
KALAH = {f"kalah:{holes}x{seeds}": m for holes, row in MARGINS.items() for seeds, m in enumerate(row, start=1)}
"""The first player's margin by holes and seeds; the table of all tests."""

QUICK_KALAH = {1: 6, 2: 6, 3: 6, 4: 3, 5: 2, 6: 2}
"""Up to so many seeds, a search in plain Python ends soon."""


@pytest.mark.parametrize(
    "spec",
    [f"kalah:{holes}x{seeds}" for holes, most in QUICK_KALAH.items() for seeds in range(1, most + 1)]
    + [pytest.param("kalah:4x4", marks=pytest.mark.proof)],
)
def test_kalah(spec: str) -> None:
    game = load(spec)
    assert mtdf(game, game.start).value == Margin(KALAH[spec])


def test_othello_4x4() -> None:
    game = load("othello:4")
    assert transposition_table(game, game.start).value == Margin(-8)
    assert len({state[:2] for state in reachable(game)}) == 58533


def test_othello_perft() -> None:
    game = load("othello")
    assert [perft(game, depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]


@pytest.mark.proof
def test_othello_perft_deeper() -> None:
    game = load("othello")
    assert [perft(game, depth) for depth in (7, 8, 9)] == [55092, 390216, 3005288]


HEXAPAWN = {  # rows, columns: the outcome for the first player, its plies, and the reachable positions
    (3, 2): (-1, 2, 14),
    (3, 3): (-1, 6, 135),
    (3, 4): (1, 5, 1128),
    (3, 5): (1, 7, 8698),
    (4, 2): (-1, 6, 46),
    (4, 3): (-1, 8, 987),
    (4, 4): (1, 11, 20286),
    (5, 3): (1, 11, 3708),
}


@pytest.mark.parametrize(("rows", "columns"), list(HEXAPAWN))
def test_hexapawn(rows: int, columns: int) -> None:
    result, plies, positions = HEXAPAWN[rows, columns]
    game = load(f"hexapawn:{columns}x{rows}")
    assert transposition_table(game, game.start).value == Outcome(result, plies)
    assert len(reachable(game)) == positions


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rows", "columns", "result", "plies", "positions"), [(4, 5, -1, 14, 359894), (5, 4, -1, 16, 118133)]
)
def test_hexapawn_larger(rows: int, columns: int, result: int, plies: int, positions: int) -> None:
    game = load(f"hexapawn:{columns}x{rows}")
    assert transposition_table(game, game.start).value == Outcome(result, plies)
    assert len(reachable(game)) == positions


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("breakthrough:2x3", "win in 5"),
        ("breakthrough:3x3", "win in 5"),
        ("breakthrough:2x4", "loss in 6"),
        ("breakthrough:3x4", "win in 9"),
        ("breakthrough:4x4", "win in 11"),
        ("breakthrough:2x5", "loss in 10"),
        ("dots:1x1", "loss by 1"),
        ("dots:1x2", "draw"),
        ("dots:1x3", "loss by 1"),
        ("dots:2x2", "win by 2"),
        ("hex:2", "win in 3"),
        ("hex:3", "win in 5"),
    ],
)
def test_small_boards_as_the_pages_say(spec: str, value: str) -> None:
    game = load(spec)
    assert str(mtdf(game, game.start).value) == value


@pytest.mark.parametrize("misere", [False, True])
def test_nim_by_bouton(misere: bool) -> None:
    for a in range(1, 5):
        for b in range(a, 5):
            for c in range(b, 5):
                game = load(f"nim:{a},{b},{c}" + (",misere" if misere else ""))
                first_wins = a ^ b ^ c != 0
                if misere and c == 1:
                    first_wins = not first_wins
                value = transposition_table(game, game.start, plain=True).value
                assert value == Outcome(1 if first_wins else -1), game.spec
