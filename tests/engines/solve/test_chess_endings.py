"""Endings of chess: their positions, keys and mirror images; in the proof, their tables against published ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.thinned import in_proof
from zerosum.answers.analysis.analyst import Analyst
from zerosum.core.errors import BadPosition
from zerosum.core.games import load
from zerosum.core.games.chess_symmetry import image, images
from zerosum.core.rules import NO_KEY, listed
from zerosum.core.symmetry import symmetry_fault
from zerosum.core.value import Outcome
from zerosum.engines.search.result import Limit
from zerosum.engines.solve.solving import solve
from zerosum.engines.solve.start_files import WithImages, read_starts
from zerosum.engines.solve.starts import Starts
from zerosum.engines.solve.tables.table import SolvedTable, without_counter
from zerosum.engines.solve.verifying import verify

CHESS = load("chess")
KRK_BY_MOVES = {
    None: 2_796, 0: 27, 1: 78, 2: 246, 3: 81, 4: 198, 5: 471, 6: 592, 7: 683, 8: 1_433, 9: 1_712, 10: 1_985,
    11: 2_854, 12: 3_597, 13: 4_194, 14: 4_553, 15: 2_166, 16: 390,
}  # fmt: skip
"""Positions of king and rook against king, the lone king to move, by the moves to mate; None is a draw.

Bain and Hoff, "Chess (King-Rook vs. King)", UCI Machine Learning Repository (1994): 28,056 positions up to symmetry."""


def read(fen: str) -> Any:
    return CHESS.read_position(fen)


@pytest.mark.parametrize(("name", "count"), [("kqk", 115_114), *in_proof(("krk", 124_640), ("kpk", 331_352))])
def test_positions_of_endings(name: str, count: int) -> None:
    """For pawns, half of the board for both colours: as many as the legal positions of one colour."""
    states = list(CHESS.endings[name]())
    assert len(states) == len(set(states)) == count
    for state in Random(1).sample(states, 100):
        assert CHESS.read_position(CHESS.position_text(state)) == state


@pytest.mark.parametrize(
    ("fen", "ways", "size"),
    [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 8, 8),
        ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", 8, 8),
        ("7k/8/8/8/3Q4/8/8/K7 b - - 0 1", 8, 4),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2, 2),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, 1),
        ("4k3/8/8/8/8/8/8/4K2R w - - 9 1", 8, 8),
        ("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 2, 2),
    ],
)
def test_mirror_images(fen: str, ways: int, size: int) -> None:
    state, rules = read(fen), CHESS.rules
    assert rules.class_size is not None
    assert rules.canonical is not None
    assert (images(state), rules.class_size(state)) == (ways, size)
    all_images = {image(state, number) for number in range(ways)}
    assert len(all_images) == size
    assert {rules.canonical(each) for each in all_images} == {min(all_images)}
    for each in all_images:
        assert CHESS.read_position(CHESS.position_text(each)) == each
        assert symmetry_fault(CHESS, each, CHESS.position_text) is None


@pytest.mark.parametrize(
    ("fen", "has_key"),
    [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", True),
        ("7k/8/8/4P3/8/8/8/4K2R b K - 0 1", True),
        ("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", True),
        ("k6r/8/8/8/8/8/8/KQ4rR w - - 0 1", False),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 1 1", False),
    ],
)
def test_positions_with_few_pieces_and_no_counter_have_keys(fen: str, has_key: bool) -> None:
    rules, state = CHESS.rules, read(fen)
    assert rules.key is not None
    assert rules.from_key is not None
    key = rules.key(state)
    assert (key != NO_KEY) == has_key
    if has_key:
        assert rules.from_key(key) == state


def test_a_game_without_its_counter_plays_from_position_to_position() -> None:
    game = without_counter(CHESS)
    state = read("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    move = CHESS.read_move(state, "Qb3")
    assert CHESS.position_text(CHESS.rules.play(state, move)).split("_")[4] == "1"
    assert CHESS.position_text(game.rules.play(state, move)).split("_")[4] == "0"
    assert without_counter(load("tictactoe")) == load("tictactoe")


def test_starts_have_no_counter_and_keep_symmetries() -> None:
    some = ["8/8/8/3k4/8/8/8/KQ6 w - - 7 1", "8/8/8/3k4/8/8/8/KQ6 w - - 9 1"]
    starts = Starts(CHESS, map(read, some))
    assert len(starts) == 1
    assert starts.folded.rules.canonical is None
    ending = Starts(CHESS, WithImages(starts))
    assert ending.folded.rules.canonical is not None


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the three endings, named as in the user's folder."""
    folder = tmp_path_factory.mktemp("tables")
    for name in ("kqk", "krk", "kpk"):
        solve(CHESS, folder / f"chess-{name}.table", starts=read_starts(CHESS, f"ending:{name}"), threads=2)
    return folder


def table_of(tables: Path, name: str) -> SolvedTable:
    return SolvedTable(tables / f"chess-{name}.table", CHESS)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "positions", "longest"), [("kqk", 744_128, 19), ("krk", 805_448, 31), ("kpk", 2_572_848, 55)]
)
def test_longest_wins(tables: Path, name: str, positions: int, longest: int) -> None:
    """Mate in 10, 16 and 28 moves, as is published everywhere; positions of both colours, kings alone included."""
    table = table_of(tables, name)
    assert table.manifest.positions == positions
    assert table.manifest.symmetry
    wins = [value for state, _ in table if isinstance(value := table.find(state), Outcome) and value.result > 0]
    assert max(value.distance or 0 for value in wins) == longest
    assert verify(table, threads=2) is None


@pytest.mark.proof
def test_king_and_rook_against_king_by_moves_to_mate(tables: Path) -> None:
    table = table_of(tables, "krk")
    found: Counter[int | None] = Counter()
    for state, _ in table:
        board, side, *_ = CHESS.position_text(state).split("_")
        if "R" in board and side == "b":
            value = table.find(state)
            assert isinstance(value, Outcome)
            found[None if value.result == 0 else (value.distance or 0) // 2] += 1
    assert found == KRK_BY_MOVES


@pytest.mark.proof
@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", "loss in 36"),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", "draw"),
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", "draw"),
        ("8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", "draw"),
        ("4k3/4p3/4K3/8/8/8/8/8 b - - 0 1", "draw"),
    ],
)
def test_king_and_pawn_against_king(tables: Path, fen: str, value: str) -> None:
    assert str(table_of(tables, "kpk").value(read(fen))) == value


@pytest.mark.proof
@pytest.mark.parametrize(("counter", "found"), [(0, "win in 17"), (83, "win in 17"), (84, None)])
def test_a_counter_that_would_end_the_game_before(tables: Path, counter: int, found: str | None) -> None:
    table, state = table_of(tables, "kqk"), read(f"8/8/8/3k4/8/8/8/KQ6 w - - {counter} 1")
    value = table.find(state)
    assert (None if value is None else str(value)) == found
    if found is None:
        with pytest.raises(BadPosition, match="may be a draw by its counter"):
            table.value(state)


@pytest.mark.proof
def test_analysis_finds_the_tables_of_endings(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_TABLES", str(tables))
    analyst = Analyst(CHESS, limit=Limit(nodes=1000))
    for fen, result in (("8/8/8/8/8/2K5/r7/k7 w - - 0 1", -1), ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0)):
        *_, analysis = analyst.analyses(read(fen))
        assert isinstance(analysis.value, Outcome)
        assert (analysis.value.result, analysis.tier) == (result, "table")
        assert {move.move for move in analysis.moves} == set(listed(CHESS.moves(read(fen))))
