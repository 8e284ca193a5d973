"""Perft: published counts of move sequences on both tiers, and the command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.conftest import Cli, refused
from tests.countdown import countdown, words
from tests.yielding import ascending, far
from zerosum.answers.lab.perft import in_python, perft
from zerosum.core.errors import BadRequest, BadRules
from zerosum.core.game import Game
from zerosum.core.games import load
from zerosum.engines.native.search.perft import NativePerft
from zerosum.engines.search import Limit
from zerosum.engines.search.result import Effort, Stopped

PROOF = pytest.mark.proof

CONNECT4 = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572)
OTHELLO = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288)
CHECKERS = (1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564)
"""OEIS A133046."""
TICTACTOE = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0)


def counts(game: Game, depth: int, tier: str, **settings: Any) -> tuple[int, ...]:
    return tuple(found.count for found in perft(game, game.start, depth, tier=tier, **settings))


@pytest.mark.parametrize(
    ("spec", "tier", "known"),
    [
        ("connect4", "reference", CONNECT4[:7]),
        ("connect4", "native", CONNECT4),
        ("othello", "reference", OTHELLO[:6]),
        pytest.param("othello", "native", OTHELLO, marks=PROOF),
        ("checkers", "reference", CHECKERS[:6]),
        pytest.param("checkers", "native", CHECKERS, marks=PROOF),
        ("tictactoe", "reference", TICTACTOE[:7]),
        ("tictactoe", "native", TICTACTOE),
        ("tictactoe", "auto", TICTACTOE),
    ],
)
def test_published_counts(spec: str, tier: str, known: tuple[int, ...]) -> None:
    assert counts(load(spec), len(known) - 1, tier) == known


@pytest.mark.parametrize("variant", [far, pytest.param(ascending, marks=PROOF)])
def test_yielded_moves_give_the_same_counts(variant: Any) -> None:
    assert counts(variant(load("connect4")), 8, "native") == CONNECT4[:9]


def test_the_tier_of_each_depth() -> None:
    game = load("tictactoe")
    tiers = [found.tier for found in perft(game, game.start, 9)]
    assert (tiers[:6], tiers[-1]) == (["reference"] * 6, "portable")
    game = load("connect4:4x3")
    assert [found.tier for found in perft(game, game.start, 11)][-1] == "native", "which has no portable kernel"


def test_counting_ends_where_no_sequence_is_longer() -> None:
    game = load("tictactoe")
    assert counts(game, 10_000, "native") == TICTACTOE
    won = game.read_position("XXX/OO-/---")
    assert [found.count for found in perft(game, won, 3)] == [1, 0]


def test_a_game_that_does_not_compile() -> None:
    game = words(17, lambda state: 1)
    assert counts(game, 18, "auto") == (*(2**length for length in range(18)), 0)


def no_moves(state: Any) -> Iterator[int]:
    if state[0] > 2:
        yield 0


@pytest.mark.parametrize("tier", ["reference", "native"])
@pytest.mark.parametrize("moves", [no_moves, lambda state: 1 if state[0] > 2 else 0], ids=["yielded", "bit set"])
def test_a_position_without_moves(moves: Any, tier: str) -> None:
    game = countdown(start=(900,), moves=moves)
    with pytest.raises(BadRules, match="moves gives no move in a position that is not over"):
        list(perft(game, (4,), 5, tier=tier))


@pytest.mark.parametrize("limit", [Limit(), Limit(nodes=3000), Limit(nodes=2801), Limit(nodes=2802)])
def test_both_tiers_count_the_same_nodes(limit: Limit) -> None:
    """Also where moves are counted in bulk, one ply before the last, and where a limit ends the count among them."""
    game, efforts = load("connect4"), (Effort(limit), Effort(limit))
    native, plain = NativePerft(game, efforts[0], 5), in_python(game, efforts[1])
    for count in (native.count, plain):
        with suppress(Stopped):
            for depth in range(1, 6):
                count(game.start, depth)
    assert efforts[0].nodes == efforts[1].nodes
    assert efforts[0].deepest == efforts[1].deepest


def test_limits_end_it_between_two_depths() -> None:
    game = load("connect4")
    for tier in ("reference", "native"):
        assert counts(game, 9, tier, limit=Limit(nodes=500)) == CONNECT4[:4]
    with pytest.raises(BadRequest, match="at most 10,000 moves, not 10,001"):
        counts(game, 10_001, "native")


def test_the_command(cli: Cli) -> None:
    found = cli("perft", "connect4", "--depth", "3", "--json").json
    assert isinstance(found.pop("seconds"), float)
    empty = "/".join(["-------"] * 6)
    assert found == {
        "game": "connect4",
        "position": empty,
        "counts": [1, 7, 49, 343],
        "tier": "reference",
        "complete": True,
    }
    words = ("perft", "tictactoe", "--position", "X-O/-O-/X--", "--depth", "5")
    assert sum(cli(*words, "--json").json["counts"]) == 174  # the nodes of minimax
    rows = cli(*words, "--plain").out.splitlines()
    assert rows[0] == "Move sequences, Tic-Tac-Toe: X-O/-O-/X--"
    assert [row.split()[:2] for row in rows[2:]] == [
        [str(depth), str(count)] for depth, count in enumerate((1, 5, 16, 48, 60, 44))
    ]
    ended = cli("perft", "tictactoe", "--position", "XX-/OO-/---", "--depth", "9", "--json").json
    assert (ended["counts"], ended["complete"]) == ([1, 5, 16, 39, 60, 36, 0], True)  # no game is longer
    assert "is not a whole number" in refused(cli("perft", "tictactoe", "--depth", "x"))


def test_ctrl_c_leaves_the_depths_that_were_counted(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    game, calls = load("connect4"), 0
    play = game.rules.play

    def counting(state: Any, move: int) -> Any:
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt
        return play(state, move)

    monkeypatch.setattr(
        "zerosum.core.games.load", lambda spec, count_from=None: replace(game, rules=replace(game.rules, play=counting))
    )
    run = cli("perft", "connect4", "--depth", "6", "--json")
    assert (run.code, run.json["counts"], run.json["complete"]) == (130, [1, 7, 49], False)
